"""A match as pictures: how it stood after each of its turns."""

from __future__ import annotations

from itertools import pairwise

from ponticello.engine.people import called
from ponticello.engine.verbs import CHANCE
from ponticello.table.match import Match
from ponticello.table.position import Position

MOST_FRAMES = 120  # of a film; of a longer match turns are left out, evenly


def after_turn(match: Match, number: int) -> tuple[Position, tuple[int, ...]]:
    """Returns the position after a number of turns, and the actions of the last turn that a player has taken by then."""
    turns = match.turns()[:number]
    moves = next((turn.moves for turn in reversed(turns) if turn.seat != CHANCE), ())
    position = match.position_after(sum(len(turn.moves) for turn in turns))
    if any(after.at < before.at for before, after in pairwise(match.turns())):  # half turns come last, others' were played since
        position = match.position_after(0)
        for move in (move for turn in turns for move in turn.moves):
            position = position.play(move)
    return position, tuple(move.action for move in moves)


def film(match: Match, theme: str = "light", view: str | None = None, ending: str = "", most: int = MOST_FRAMES) -> list[str]:
    """Returns the pictures of a match turn by turn, from its beginning to where it stands.

    What chance does is seen with the turn after it: a film in which nobody moves is long enough. An `ending` says how a match
    ended that by its rules would go on.
    """
    turns = match.turns()
    played = [number for number, turn in enumerate(turns, start=1) if turn.seat != CHANCE]
    numbers = [0, *played[:-1], len(turns)] if turns else [0]
    if len(numbers) > most:
        numbers = [numbers[round(k * (len(numbers) - 1) / (most - 1))] for k in range(most)]
    frames = []
    for number in numbers:
        position, last = after_turn(match, number)
        with called(match.names, ending=ending if number == len(turns) else ""):
            frames.append(position.svg(theme=theme, view=view, last=last))
    return frames
