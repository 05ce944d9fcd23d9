"""What a finished game could have been: reviews, and what was possible in hindsight."""
