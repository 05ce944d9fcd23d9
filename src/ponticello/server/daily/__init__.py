"""The deal of the day: the same cards for everybody, one try that counts, and nobody sees them ahead."""
