"""The five one can meet in the city of Skybridge. Each beats the one before in most games, not in all."""

from dataclasses import replace

from ponticello.engine.mind import Level
from ponticello.games.skybridge.heuristics import MIND
from ponticello.games.skybridge.words import mark

LEVELS = (
    Level(
        "Pebble",
        mark("An apprentice on the first day: puts each block where it fits and is surprised by every roof."),
        MIND,
        simulations=15,
    ),
    Level(
        "Mason",
        mark("Lays one stone well after the other, and seldom asks whose tower it will be."),
        MIND,
        simulations=45,
    ),
    Level(
        "Foreman",
        mark("Counts everybody's roofs and knows when yours will come too late."),
        MIND,
        simulations=200,
    ),
    Level(
        "Architect",
        mark("Draws the skyline first, then makes you build it."),
        MIND,
        simulations=1400,
    ),
    Level(
        "Vertigo",
        mark("Sees the whole city from above, and the last roof from the first block."),
        replace(MIND, net=True),
        seconds=1.0,
    ),
)
