"""A game being played: positions, the match with its history and its secrets, the fair shuffle, and the record file."""
