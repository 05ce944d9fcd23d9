"""A match and what may happen at it: the table its rows add up to, permissions, clocks, drafts, and all matches together."""
