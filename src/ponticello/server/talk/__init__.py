"""What people say to each other at a table: signs and, among those who know each other, words. It is no part of the match."""
