"""Ponticello: bridge-and-connection board games, with complete rules, a fast engine, pictures and records.

>>> import ponticello as pc
>>> match = pc.game("ponte").match(seed=7)
>>> match.play("d4,e5")
[Move('d4'), Move('e5')]
>>> match.actors
(1,)
>>> [str(move) for move in match.legal()]
['light', 'dark']
"""

from typing import TYPE_CHECKING, Any

from ponticello import players
from ponticello.engine.errors import (
    BadNotation,
    BadOption,
    BadRecord,
    IllegalMove,
    NotYourTurn,
    PlayerFailed,
    PonticelloError,
    UnknownGame,
)
from ponticello.engine.verbs import CHANCE
from ponticello.table.game import Game, game, games
from ponticello.table.match import ONLOOKER, Match, Turn
from ponticello.table.pont import GameRecord, load, load_all
from ponticello.table.position import Move, Position

if TYPE_CHECKING:
    from ponticello import analysis

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "ONLOOKER",
    "BadNotation",
    "BadOption",
    "BadRecord",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Match",
    "Move",
    "NotYourTurn",
    "PlayerFailed",
    "PonticelloError",
    "Position",
    "Turn",
    "UnknownGame",
    "analysis",
    "game",
    "games",
    "load",
    "load_all",
    "players",
]


def __getattr__(name: str) -> Any:
    """Loads what most programs never ask for when somebody does."""
    if name == "analysis":
        import importlib

        return importlib.import_module("ponticello.analysis")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
