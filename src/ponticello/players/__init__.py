"""Who can sit down at a table, by name. A player sees what its seat may see and answers with a decision.

>>> import ponticello as pc
>>> match = pc.game("skybridge").match(2, seed=7)
>>> decision = pc.players.player("random", seed=1).choose(match.position)
>>> decision.move in match.legal()
True
"""

from __future__ import annotations

import difflib

from ponticello import games as shelf
from ponticello.engine.errors import BadOption
from ponticello.engine.game import Rulebook
from ponticello.engine.mind import Level, Mind
from ponticello.players.greedy import GreedyPlayer
from ponticello.players.player import Decision, Player, Thought
from ponticello.players.random import RandomPlayer
from ponticello.players.search import SearchPlayer

__all__ = ["Decision", "Player", "Thought", "best", "player", "players"]

PLAIN = ("random", "greedy", "uct")


def players(game: str | None = None) -> list[str]:
    """Returns the names of all players: the plain ones, the levels and, with a game, its characters from level 1 to level 5."""
    levels = () if game is None else shelf.rulebook(game).levels
    return [*PLAIN, *(f"level{k}" for k in range(1, 6)), *(level.name.lower() for level in levels)]


def player(name: str, *, game: str | None = None, seed: int = 0, threads: int | None = None) -> Player:
    """Returns a player by name, or a level by its number or, with a game, by its character's name.

    With equal seeds, and counting simulations rather than seconds, it plays equal games.

    >>> player("random", seed=1)
    RandomPlayer(1)
    """
    wanted = name.strip().lower()
    if wanted == "random":
        return RandomPlayer(seed)
    if wanted == "greedy":
        return GreedyPlayer(seed)
    if wanted == "uct":
        return SearchPlayer(Mind(), name="uct", seed=seed, threads=threads)
    number = wanted.removeprefix("level").strip()
    if number.isdecimal() and 1 <= int(number) <= 5 and (wanted.startswith("level") or wanted == number):
        if game is None:
            raise BadOption(f"say for which game: player({name!r}, game=...)")
        return of_level(shelf.rulebook(game), int(number), seed, threads)
    if game is not None:
        for k, level in enumerate(shelf.rulebook(game).levels, start=1):
            if wanted == level.name.lower():
                return of_level(shelf.rulebook(game), k, seed, threads)
    known = players(game)
    close = difflib.get_close_matches(wanted, known, 1)
    hint = f"did you mean {close[0]}?" if close else f"the players are: {', '.join(known)}"
    raise BadOption(f"there is no player {name!r}; {hint}")


def best(game: str, *, seed: int = 0, threads: int | None = None) -> Player:
    """Returns the strongest player of a game."""
    return of_level(shelf.rulebook(game), 5, seed, threads)


def of_level(rulebook: Rulebook, number: int, seed: int, threads: int | None) -> Player:
    """Returns the character of a level, 1 to 5."""
    if number > len(rulebook.levels):
        raise BadOption(f"{rulebook.title} has no level {number}")
    level: Level = rulebook.levels[number - 1]
    if level.simulations == 0:
        return GreedyPlayer(seed, name=level.name, overlooks=level.mind.overlooks)
    return SearchPlayer(
        level.mind, name=level.name, seed=seed, threads=threads, seconds=level.seconds, simulations=level.simulations
    )
