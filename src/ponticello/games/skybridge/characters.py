"""The five one can meet in the city of Skybridge. Each beats the one before in most games, not in all."""

from dataclasses import replace

from ponticello.engine.mind import Level
from ponticello.games.skybridge.sense import MIND

LEVELS = (
    Level(
        "Pebble",
        "An apprentice on the first day: puts each block where it fits and is surprised by every roof.",
        replace(MIND, overlooks=0.25),
        simulations=0,
    ),
    Level(
        "Mason",
        "Lays one stone well after the other, and seldom asks whose tower it will be.",
        MIND,
        simulations=100,
    ),
    Level(
        "Foreman",
        "Counts everybody's roofs and knows when yours will come too late.",
        MIND,
        simulations=350,
    ),
    Level(
        "Architect",
        "Draws the skyline first, then makes you build it.",
        MIND,
        simulations=1200,
    ),
    Level(
        "Vertigo",
        "Sees the whole city from above, and the last roof from the first block.",
        MIND,
        seconds=1.0,
    ),
)
