"""What a player of skybridge knows beyond the rules."""

from __future__ import annotations

from ponticello.engine.mind import Level, Mind

MIND = Mind()

LEVELS = (
    Level("Pebble", "Overlooks half of what is there.", Mind(overlooks=0.6), simulations=0),
    Level("Mason", "Takes what is there.", Mind(overlooks=0.3), simulations=0),
    Level("Foreman", "Looks a little ahead.", MIND, simulations=300),
    Level("Architect", "Plans.", MIND, simulations=3000),
    Level("Skyline", "Sees everything.", MIND, seconds=1.0),
)
