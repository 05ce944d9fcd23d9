"""What a player of hashi knows beyond the rules."""

from __future__ import annotations

from ponticello.engine.mind import Level, Mind

MIND = Mind()

LEVELS = (
    Level("Kaeru", "Overlooks half of what is there.", Mind(overlooks=0.6), simulations=0),
    Level("Usagi", "Takes what is there.", Mind(overlooks=0.3), simulations=0),
    Level("Kitsune", "Looks a little ahead.", MIND, simulations=300),
    Level("Tsuru", "Plans.", MIND, simulations=3000),
    Level("Ryu", "Sees everything.", MIND, seconds=1.0),
)
