"""The games by what a test needs of them, chosen by their rulebooks; and whole games to type in."""

from __future__ import annotations

import functools

import ponticello as pc
from ponticello.players import player

NAMES = [each.name for each in pc.games()]
TURNS = [each.name for each in pc.games() if not each.simultaneous]
ROUNDS = [each.name for each in pc.games() if each.simultaneous]
SOLO = [each.name for each in pc.games() if 1 in each.players]
EVERY_TABLE = [(each.name, players) for each in pc.games() for players in each.players]


def splits_turns(name: str) -> bool:
    """Tells whether the turns of a game have several parts."""
    return any(len(turn.moves) > 1 for turn in whole_game(name, 1, 2).turns())


@functools.cache
def whole_game(name: str, seed: int, players: int | None = None) -> pc.Match:
    """Returns a match played at random to its end."""
    match = pc.game(name).match(players, seed=seed)
    hand = player("random", seed=seed)
    while not match.over:
        match.play(hand.choose(match.position, match.actors[0]).move)
    return match


def lines_of(match: pc.Match) -> list[str]:
    """Returns what one types to play a match again, a line a turn."""
    return [str(turn) for turn in match.turns() if turn.seat != pc.CHANCE]


def moves_of(path: object) -> list[str]:
    """Returns the notations of all moves of a record file."""
    return [move.text for move in pc.load(str(path)).replay().moves]


A_GAME = next(name for name in TURNS if splits_turns(name))  # the plainest: one after the other, turns of several parts
