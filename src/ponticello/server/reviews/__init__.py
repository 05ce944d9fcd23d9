"""What matches could have been: who works it out, and what is shown of it."""
