"""A server under siege: honest people play while hostile clients do their worst and something breaks every minute."""
