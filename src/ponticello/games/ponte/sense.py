"""What a player of ponte knows beyond the rules."""

from __future__ import annotations

from ponticello.engine.mind import Level, Mind

MIND = Mind()

LEVELS = (
    Level("Pulcino", "Overlooks half of what is there.", Mind(overlooks=0.6), simulations=0),
    Level("Gondoliere", "Takes what is there.", Mind(overlooks=0.3), simulations=0),
    Level("Mercante", "Looks a little ahead.", MIND, simulations=300),
    Level("Doge", "Plans.", MIND, simulations=3000),
    Level("Diavolo", "Sees everything.", MIND, seconds=1.0),
)
