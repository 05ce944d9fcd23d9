"""The five one can meet in the gardens of Connections. Each beats the one before in most games, not in all."""

from dataclasses import replace

from ponticello.engine.mind import Level
from ponticello.games.connections.heuristics import MIND
from ponticello.games.connections.words import mark

LEVELS = (
    Level(
        "Sprout",
        mark("Has just come up and reaches for the nearest light."),
        replace(MIND, overlooks=0.66),
        simulations=0,
    ),
    Level(
        "Hedgehog",
        mark("Trots along one hedge at a time and bumps into the corners it did not see."),
        replace(MIND, overlooks=0.53),
        simulations=0,
    ),
    Level(
        "Gardener",
        mark("Keeps paths open and rarely needs a spiral."),
        replace(MIND, overlooks=0.37),
        simulations=0,
    ),
    Level(
        "Botanist",
        mark("Knows which tiles are still to come and leaves room for each of them."),
        replace(MIND, overlooks=0.12),
        simulations=0,
    ),
    Level(
        "Old Oak",
        mark("Has watched a hundred gardens laid out, and remembers how all of them ended."),
        replace(MIND, net=True),
        seconds=1.0,
    ),
)
