"""A second reading of what puzzles ask for: all that can follow, through `Position.play`, with no pruning, table or compiler."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ponticello.engine import verbs
from ponticello.engine.verbs import CHANCE
from ponticello.table.match import Match
from ponticello.table.position import Position


def worth(position: Position, seat: int, goal: int) -> int:
    """Returns how far a seat has brought a goal: one of the game's, or with 0 its lead, alone its standing."""
    state = position.state
    if goal:
        return verbs.aim(state, seat, goal)
    others = [verbs.standing(state, other) for other in range(position.players) if other != seat]
    return verbs.standing(state, seat) - (max(others) if others else 0)


def best(position: Position, seat: int, goal: int, turns: int, script: Sequence[int]) -> int:
    """Returns how far a seat can bring a goal in so many turns of its own, everybody else being against it."""
    if turns == 0 or position.over or (position.actors == (CHANCE,) and not script):
        return worth(position, seat, goal)
    if position.actors == (CHANCE,):
        return best(position.play(position.move(script[0], CHANCE)), seat, goal, turns, script[1:])
    mover = position.actors[0]
    values = []
    for moves in position.legal_turns(mover):
        after = position
        for move in moves:
            after = after.play(move)
        values.append(best(after, seat, goal, turns - (mover == seat), script))
    return max(values) if mover == seat else min(values)


def size(position: Position, script: Sequence[int], most: int) -> int:
    """Returns how many positions can follow up to the end of the game, or of the cards, counted up to a limit."""
    if position.over or most <= 0:
        return 1
    if position.actors == (CHANCE,):
        return size(position.play(position.move(script[0], CHANCE)), script[1:], most) if script else 1
    total = 1
    for move in position.legal_moves(position.actors[0]):
        total += size(position.play(move), script, most - total)
        if total > most:
            break
    return total


def late_moments(match: Match, most: int) -> Iterator[int]:
    """Yields how many moves had been played at the last moments of a match, as long as not too much can follow."""
    script: list[int] = []
    for at in reversed(range(match.length)):
        position = match.position_after(at)
        if position.actors == (CHANCE,):
            script.insert(0, match.moves[at].action)
        elif not position.mid_turn(position.actors[0]):
            if size(position, script, most) > most:
                return
            yield at
