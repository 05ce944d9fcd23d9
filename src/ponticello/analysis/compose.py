"""From what the searches say about single steps to one curve, on which every position has one value.

Searches are estimates, and two of them seldom agree. A study of a turn says what its position is worth, and, much better, how far
the turn fell short of the best; a study of chance says what the draw changed. The curve is what fits all of this best, by least
squares: it ends in the result, goes through what is certain, and moves with chance by what the draws gave. What is left over is
spread over the turns around it. Then the values are rounded to whole numbers, so that their steps add up exactly.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import astuple, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ponticello.analysis.ended import Ended, result_by, turns_of
from ponticello.analysis.model import VICTORY, Amounts, Review, Step, Study
from ponticello.analysis.verdicts import verdict_on
from ponticello.engine.verbs import CHANCE
from ponticello.table.match import Match, Turn

# How much the parts count: what a position is worth; what a turn gave up, so much that the curve evens out over three turns on
# either side; what is known for certain.
VALUE, TURN, CHANCE_STEP, CERTAIN = 1.0, 9.0, 1e4, 1e8


def compose(
    match: Match,
    studies: Sequence[Study],
    *,
    seed: int,
    target: int = 0,
    finished: bool = False,
    ended: Ended | None = None,
) -> Review:
    """Returns the review that follows from the studies of all steps of a finished match."""
    turns = turns_of(match, ended)
    values = curve_of(match, turns, studies, result_by(match, ended))
    pairs = zip(turns, studies, strict=True)
    steps = [_step(match, turn, found, values[k], values[k + 1]) for k, (turn, found) in enumerate(pairs)]
    return Review(
        match.game.name,
        match.players,
        match.names,
        fingerprint(match, ended),
        seed,
        tuple(steps),
        tuple(studies),
        target,
        finished,
    )


def fingerprint(match: Match, ended: Ended | None = None) -> str:
    """Returns a name for what happened in a match, by which its review knows it again."""
    moves = [(move.seat, move.action) for move in match.moves]
    told = [match.game.name, sorted(match.game.options.items()), match.players, moves, *(astuple(ended) if ended else ())]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:32]


def _step(match: Match, turn: Turn, found: Study, before: Amounts, after: Amounts) -> Step:
    if not turn.moves:
        found = replace(found, given_up=tuple(b - a for a, b in zip(before, after, strict=True)))
    text = turn.text if turn.moves else turn.comment
    played: dict[str, Any] = {"turn": text, "at": turn.at, "until": turn.until, "before": before, "after": after}
    known: dict[str, Any] = {"exact": found.exact, "simulations": found.simulations}
    if turn.seat == CHANCE:
        return Step(turn.seat, **played, **known)
    return Step(
        turn.seat,
        **played,
        **known,
        loss=max(0, -found.given_up[turn.seat]),
        verdict=verdict_on(turn.seat, found, before, after),
        better=found.best,
        better_turn=written(match, turn, found.best) if found.best else "",
        line=found.line,
    )


def written(match: Match, turn: Turn, actions: Sequence[int]) -> str:
    """Returns some actions that a seat could have played instead of a turn, in the notation of the game."""
    position = match.position_after(turn.at).view(turn.seat)
    moves = []
    for action in actions:
        moves.append(position.move(action, turn.seat))
        position = position.play(moves[-1])
    return match.game.rulebook.write_turn(moves)


def curve_of(match: Match, turns: Sequence[Turn], studies: Sequence[Study], result: Amounts | None) -> list[Amounts]:
    """Returns what everybody could expect at the beginning and after each step.

    It ends in the result; where there is none, with what was expected last.
    """
    count, players = len(turns) + 1, match.players
    matrix, wanted = np.zeros((count, count)), np.zeros((count, players))

    def value(at: int, amounts: Sequence[float], weight: float) -> None:
        matrix[at, at] += weight
        wanted[at] += weight * np.array(amounts)

    def change(at: int, amounts: Sequence[float], weight: float) -> None:
        matrix[at, at] += weight
        matrix[at + 1, at + 1] += weight
        matrix[at, at + 1] -= weight
        matrix[at + 1, at] -= weight
        wanted[at] -= weight * np.array(amounts)
        wanted[at + 1] += weight * np.array(amounts)

    certain: dict[int, Amounts] = {} if result is None else {count - 1: result}
    for k, (turn, found) in enumerate(zip(turns, studies, strict=True)):
        if turn.seat == CHANCE:
            change(k, found.expected, CHANCE_STEP)
            continue
        if not turn.moves:  # from here the last step leads to the result, whatever that is
            value(k, found.expected, CERTAIN if found.exact else VALUE)
            continue
        change(k, found.given_up, CHANCE_STEP if found.exact else TURN)
        if found.exact and found.expected:
            certain[k] = found.expected
            certain.setdefault(k + 1, _sum(found.expected, found.given_up))
        elif found.expected:
            value(_seen_at(match, turns, k), found.expected, VALUE)
    for at, amounts in certain.items():
        value(at, amounts, CERTAIN)
    if result is None:
        change(count - 2, (0,) * players, CERTAIN)
    elif not any(found.expected for turn, found in zip(turns, studies, strict=True) if turn.seat != CHANCE):
        value(0, result, VALUE)  # nobody ever had a choice
    fitted = np.linalg.solve(matrix, wanted)
    return [certain.get(at) or rounded(fitted[at]) for at in range(count)]


def _seen_at(match: Match, turns: Sequence[Turn], k: int) -> int:
    """Returns to which point of the curve belongs what a seat expected before its turn: where all act at once, to the beginning
    of the round, since it did not see what the others did."""
    if match.game.rulebook.simultaneous:
        while k > 0 and turns[k - 1].seat != CHANCE:
            k -= 1
    return k


def _sum(one: Amounts, other: Amounts) -> Amounts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def rounded(values: NDArray[np.float64]) -> Amounts:
    """Returns values as whole numbers; shares of the victory are none below 0, and all together are the whole.

    >>> rounded(np.array([40_000.4, 39_999.7, 39_999.9]))
    (40000, 40000, 40000)
    """
    if len(values) == 1:
        return (round(float(values[0])),)
    shares = np.clip(values, 0, VICTORY)
    if not shares.any():
        shares += 1
    shares *= VICTORY / shares.sum()
    whole = np.floor(shares).astype(int)
    for seat in np.argsort(whole - shares)[: VICTORY - int(whole.sum())]:  # those that lost most by the rounding
        whole[seat] += 1
    return tuple(int(share) for share in whole)
