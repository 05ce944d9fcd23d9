"""What is let in: who somebody is, how much they may ask, and how refusals are answered."""
