"""The five one can meet among Hashi's islands. Each beats the one before in most games, not in all."""

from dataclasses import replace

from ponticello.engine.mind import Level
from ponticello.games.hashi.heuristics import FITTED, MIND
from ponticello.games.hashi.words import mark

LEVELS = (
    Level(
        "Kaeru",
        mark("A frog: hops to the island that looks nicest and forgets where it meant to go."),
        replace(FITTED, overlooks=0.5),
        simulations=0,
    ),
    Level(
        "Usagi",
        mark("A rabbit: quick and eager, with half of the sea unseen."),
        replace(FITTED, overlooks=0.47),
        simulations=20,
    ),
    Level(
        "Kitsune",
        mark("A fox: sniffs out flags before the numbers, and changes its mind if a card smells better."),
        replace(FITTED, overlooks=0.25),
        simulations=20,
    ),
    Level(
        "Tsuru",
        mark("A crane: patient, high above, with a plan for most of the cards still to come."),
        FITTED,
        simulations=80,
    ),
    Level(
        "Ryu",
        mark("A dragon: has been here since before there were bridges."),
        replace(MIND, net=True),
        seconds=1.0,
    ),
)
