"""What positions and turns are worth, by tree search: one tree each, so that the answer is the same on any number of cores."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

from ponticello.analysis.model import VICTORY, Amounts
from ponticello.engine import verbs
from ponticello.engine.mind import Mind
from ponticello.engine.verbs import CHANCE
from ponticello.players.parallel_search import ParallelSearch
from ponticello.players.search import expected_after, net_of, plan_of
from ponticello.players.verdict import ONE
from ponticello.table.position import Move, Position

THOROUGH = Mind(ripe=1)  # tries everything once: no other finds the end of a small tree sooner


@dataclass(frozen=True)
class Worth:
    """What every seat may expect, in parts of the unit, and whether that is certain."""

    amounts: tuple[float, ...]
    certain: bool = False


def strongest_mind(position: Position) -> Mind:
    """Returns how the strongest player of a game thinks."""
    return position.game.rulebook.levels[-1].mind


def seed_for(seed: int, *words: object) -> int:
    """Returns a seed of its own for every question."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, (seed, *words))).encode()).digest()[:7], "big")


def result_of(position: Position) -> Amounts:
    """Returns what a finished game was worth to everybody: equal shares of the victory; alone, the points."""
    if position.players == 1:
        return (int(verbs.outlook(position.state, 0)),)
    return shares_of(position.winners, position.players)


def shares_of(winners: Sequence[int], players: int) -> Amounts:
    """Returns the shares of a victory."""
    return tuple(VICTORY // len(winners) if seat in winners else 0 for seat in range(players))


def in_units(expected: Sequence[float]) -> tuple[float, ...]:
    """Returns what a player expects, which is in victories or points, in parts of the unit."""
    scale = VICTORY if len(expected) > 1 else 100
    return tuple(scale * value for value in expected)


def worth_at_a_glance(position: Position) -> Worth:
    """Returns what the outlooks of a position promise; nothing is tried, and nothing compiled."""
    if position.over:
        return Worth(tuple(map(float, result_of(position))), True)
    outlooks = [int(verbs.outlook(position.state, seat)) for seat in range(position.players)]
    if len(outlooks) == 1:
        return Worth((float(outlooks[0]),))
    swing = strongest_mind(position).swing
    likely = [math.exp((outlook - max(outlooks)) / swing) for outlook in outlooks]
    return Worth(tuple(VICTORY * share / sum(likely) for share in likely))


def _search(position: Position, seat: int, mind: Mind, seed: int) -> ParallelSearch:
    state = position.state
    net = net_of(mind, position)
    search = ParallelSearch(type(state), position.game.rulebook.actions, plan_of(mind, position, seat, net), 1, seed, net)
    search.turn_to(state)
    return search


def worth_of_turn(before: Position, turn: Sequence[Move], mind: Mind, simulations: int, seed: int) -> Worth:
    """Returns what a turn is worth from a position as its seat sees it; with the same seed turns meet the same cards."""
    *first, last = turn
    for move in first:
        before = before.play(move)
    search = _search(before, last.seat, mind, seed)
    tree = search.trees[0]
    tree.keep_only(search.plan, last.action)
    tree.grow(search.plan, simulations)
    if before.players == 1 or search.is_settled:
        return Worth(in_units(expected_after(search, before.players, last)), search.is_settled)
    return Worth(_mean(search, before.players))


def worth_of_position(position: Position, mind: Mind, simulations: int, seed: int) -> Worth:
    """Returns what a position is worth to everybody, as those see it who are to act."""
    if position.over:
        return Worth(tuple(map(float, result_of(position))), True)
    if position.actors == (CHANCE,):
        return _found(position, CHANCE, mind, simulations, seed)
    each = max(1, simulations // len(position.actors))
    found = [_found(position.view(seat), seat, mind, each, seed) for seat in position.actors]
    amounts = [sum(column) / len(found) for column in zip(*(worth.amounts for worth in found), strict=True)]
    return Worth(tuple(amounts), all(worth.certain for worth in found))


def _found(position: Position, seat: int, mind: Mind, simulations: int, seed: int) -> Worth:
    search = _search(position, 0 if seat == CHANCE else seat, mind, seed)
    search.trees[0].grow(search.plan, simulations)
    if seat == CHANCE:
        return Worth(_mean(search, position.players))
    best = position.move(search.best_action(seat), seat)
    return Worth(in_units(expected_after(search, position.players, best)), search.is_settled)


def _mean(search: ParallelSearch, players: int) -> tuple[float, ...]:
    results = search.mean_results()[:players]
    if players == 1:
        return (results[0],)
    total = sum(results) or ONE
    return tuple(VICTORY * result / total for result in results)
