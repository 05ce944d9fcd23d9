"""Tells people from afar that it is their turn, through the push service of their browser's maker (docs/decisions/0015)."""
