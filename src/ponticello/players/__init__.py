"""Who can sit down at a table: players that choose moves, from random ones to tree search and programs outside, by name.

A player sees what its seat may see and answers with a decision.

>>> import ponticello as pc
>>> match = pc.game("skybridge").match(2, seed=7)
>>> decision = pc.players.player("random", seed=1).choose(match.position)
>>> decision.move in match.legal()
True
"""

from __future__ import annotations

from pathlib import Path

from ponticello import games as shelf
from ponticello.engine.errors import BadOption
from ponticello.engine.game import Rulebook
from ponticello.engine.mind import Level, Mind
from ponticello.players.glance import GlancePlayer
from ponticello.players.greedy import GreedyPlayer
from ponticello.players.names import LEVEL, NETS, command_of, is_engine, names_of, net_file, official_name
from ponticello.players.net_player import NetPlayer, PolicyPlayer
from ponticello.players.player import Decision, Player, Thought
from ponticello.players.random import RandomPlayer
from ponticello.players.search import SearchPlayer
from ponticello.table.match import Match

__all__ = ["Decision", "Player", "Thought", "best", "middle_level", "player", "players", "seat_player"]


def players(game: str | None = None) -> list[str]:
    """Returns the names of all players: the plain ones and, with a game, its levels and their own names, weakest first."""
    return names_of(None if game is None else shelf.rulebook(game))


def player(name: str, *, game: str | None = None, seed: int = 0, threads: int | None = None) -> Player:
    """Returns a player by name; with a game also one of its levels, by number or by its own name.

    With equal seeds, and counting simulations rather than seconds, it plays equal games.

    >>> player("random", seed=1)
    RandomPlayer(1)
    """
    if is_engine(name):
        raise BadOption(f"{name!r} is a program, which needs a match to sit down at: seat_player({name!r}, match)")
    rulebook = None if game is None else shelf.rulebook(game)
    found = official_name(name, rulebook)
    if found == "random":
        return RandomPlayer(seed)
    if found == "glance":
        return GlancePlayer(seed)
    if found == "greedy":
        return GreedyPlayer(seed)
    if found == "uct":
        return SearchPlayer(Mind(), name="uct", seed=seed, threads=threads)
    if found.partition(":")[0] in NETS:
        file = Path(net_file(found)) if net_file(found) else None
        if found.startswith("policy"):
            return PolicyPlayer(file, name=found, seed=seed)
        return NetPlayer(file, name=found, seed=seed, threads=threads)
    assert rulebook is not None  # without a game there are no levels
    return _of_level(rulebook.levels[int(found.removeprefix(LEVEL)) - 1], seed, threads)


def seat_player(who: str, match: Match, *, seed: int = 0, threads: int | None = None) -> Player:
    """Returns a player for a match: one by name, or a program of one's own (engine:COMMAND), which is told the moves."""
    if not is_engine(who):
        return player(who, game=match.game.name, seed=seed, threads=threads)
    from ponticello.players.outside import OutsidePlayer

    program = OutsidePlayer(command_of(who), match.game)
    program.sit(match)
    return program


def best(game: str, *, seed: int = 0, threads: int | None = None) -> Player:
    """Returns the strongest player of a game: its last level."""
    return _of_level(shelf.rulebook(game).levels[-1], seed, threads)


def middle_level(rulebook: Rulebook) -> int:
    """Returns the number of the level in the middle, for where nobody has said how strong a player should be."""
    return (len(rulebook.levels) + 1) // 2


def _of_level(level: Level, seed: int, threads: int | None) -> Player:
    if level.simulations == 0:
        return GreedyPlayer(seed, name=level.name, overlooks=level.mind.overlooks)
    return SearchPlayer(
        level.mind, name=level.name, seed=seed, threads=threads, seconds=level.seconds, simulations=level.simulations
    )
