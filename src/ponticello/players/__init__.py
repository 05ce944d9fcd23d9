"""Who can sit down at a table, by name. A player sees what its seat may see and answers with a move."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Protocol

from ponticello.engine.errors import BadOption
from ponticello.players.random import RandomPlayer
from ponticello.table.position import Move, Position


class Player(Protocol):
    """Anything that can choose a move."""

    def choose(self, position: Position, seat: int) -> Move:
        """Returns a legal move of a seat that may act."""
        ...


_makers: dict[str, Callable[[int], Player]] = {"random": RandomPlayer}


def players() -> list[str]:
    """Returns the names of all players."""
    return sorted(_makers)


def player(name: str, *, seed: int) -> Player:
    """Returns a player by name; with equal seeds it plays equal games.

    >>> player("random", seed=1)
    RandomPlayer(1)
    """
    wanted = name.strip().lower()
    if wanted not in _makers:
        close = difflib.get_close_matches(wanted, players(), 1)
        hint = f"did you mean {close[0]}?" if close else f"the players are: {', '.join(players())}"
        raise BadOption(f"there is no player {name!r}; {hint}")
    return _makers[wanted](seed)
