"""What one step of a match deserved: the best turn there was, and what was given up; or what chance gave beyond the usual.

A turn is judged by what its seat could see. Best and played turn are compared twice, with other dice and cards but both with the
same: what is common to them cancels out, and a difference that only luck has made seldom shows twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ponticello.analysis.model import Amounts, Study
from ponticello.analysis.worth import (
    THOROUGH,
    in_units,
    seed_for,
    strongest_mind,
    worth_at_a_glance,
    worth_of_position,
    worth_of_turn,
)
from ponticello.engine.mind import Mind
from ponticello.engine.verbs import CHANCE
from ponticello.players.greedy import GreedyPlayer
from ponticello.players.player import Decision, choose_turn
from ponticello.players.search import SearchPlayer
from ponticello.table.match import Match, Turn
from ponticello.table.position import Move, Position

COMPARISONS = 2
LONGEST_LINE = 5  # turns
SMALL_TREE = 16  # ways the game can go on, by a rough count, for every simulation: so many are all looked at
PROOF = 96  # simulations for that, for every one of a usual search
ENOUGH = 256  # usual simulations from which on no larger trees are looked at


def study(match: Match, turn: Turn, simulations: int, seed: int) -> Study:
    """Returns what a number of simulations in each position says about a step; 0 for no more than a glance."""
    if not turn.moves:
        return study_ending(match, simulations, seed)
    return (study_chance if turn.seat == CHANCE else study_turn)(match, turn, simulations, seed)


def study_chance(match: Match, turn: Turn, simulations: int, seed: int) -> Study:
    """Compares what was drawn with all that could have been.

    What was drawn is looked at as often as all the rest together, and always in the same way: a deeper look would find more
    in it, which is no luck. Each look has dice of its own, in every match others: dice that are kind to all would make all lucky.
    Only at the first draw, before which matches are much alike, everything is looked at once.
    """
    before = match.position_after(turn.at)
    chances = before.chance
    drawn = turn.moves[0]
    if len(chances) == 1:
        return Study(simulations, expected=(0,) * match.players, exact=True)
    mind, each = strongest_mind(before), max(8, simulations // len(chances))
    before_it = [move.action for move in match.moves[: turn.at]]
    often = len(chances) if any(move.seat == CHANCE for move in match.moves[: turn.at]) else 1

    def looked_at(move: Move, times: int) -> tuple[float, ...]:
        after = before.play(move)
        if simulations == 0:
            return worth_at_a_glance(after).amounts
        seeds = [seed_for(seed, before_it, move.action, again) for again in range(times)]
        return _mean([worth_of_position(after, mind, each, one).amounts for one in seeds])

    amounts = {move: looked_at(move, often if move == drawn else 1) for move in chances}
    usual = [sum(chances[move] * amounts[move][seat] for move in chances) for seat in range(match.players)]
    return Study(simulations, expected=_rounded(amounts[drawn][seat] - usual[seat] for seat in range(match.players)))


def study_ending(match: Match, simulations: int, seed: int) -> Study:
    """Looks at what everybody could expect where somebody ended the match."""
    last = match.position
    if simulations == 0 or last.over:
        worth = worth_at_a_glance(last)
    else:
        worth = worth_of_position(last, strongest_mind(last), simulations, seed_for(seed, match.length))
    return Study(simulations, _rounded(worth.amounts), exact=last.over, sure=True)


def study_turn(match: Match, turn: Turn, simulations: int, seed: int) -> Study:
    """Looks for the best turn of a seat, and compares what it played with that."""
    seen = match.position_after(turn.at).view(turn.seat)
    nothing = (0,) * match.players
    if is_forced(seen, turn.moves):
        return Study(simulations, given_up=nothing, exact=True)
    if simulations == 0:
        return Study(0, _rounded(worth_at_a_glance(seen).amounts), nothing)
    own_seed = seed_for(seed, turn.at)
    found = _proof(match, turn, seen, simulations, own_seed)
    if found is not None:
        return found
    mind = strongest_mind(seen)
    decisions = think(seen, turn.seat, mind, simulations, own_seed)
    best = [decision.move for decision in decisions]
    expected, line = _rounded(in_units(decisions[0].expected)), line_of(seen, decisions)
    weigh = partial(_difference, seen, mind=mind, simulations=max(1, simulations // COMPARISONS), seed=own_seed)
    if not is_same_turn(seen, best, turn.moves):
        apart = weigh(best, turn.moves)
        if (loss := -_mean(apart)[turn.seat]) > 0:
            sure = all(difference[turn.seat] < -loss / 2 for difference in apart)
            actions = tuple(move.action for move in best)
            return Study(simulations, expected, _rounded(_mean(apart)), actions, line, sure=sure)
        return Study(simulations, expected, nothing)
    glanced = [decision.move for decision in choose_turn(GreedyPlayer(own_seed).choose, seen, turn.seat)]
    if is_same_turn(seen, best, glanced):
        return Study(simulations, expected, nothing, line=line)
    apart = weigh(best, glanced)
    overlooked = -max(difference[turn.seat] for difference in apart)
    return Study(simulations, expected, nothing, line=line, overlooked=max(0, round(overlooked)))


def think(seen: Position, seat: int, mind: Mind, simulations: int, seed: int) -> list[Decision]:
    """Returns what a search decides about a whole turn."""
    player = SearchPlayer(mind, seed=seed, threads=1, simulations=simulations)
    return choose_turn(player.choose, seen, seat)


def is_forced(seen: Position, moves: Sequence[Move]) -> bool:
    """Tells whether a turn was the only one."""
    for move in moves:
        if len(seen.legal_actions(move.seat)) > 1:
            return False
        seen = seen.play(move)
    return True


def tree_size(match: Match, at: int, most: int) -> int:
    """Returns about how many ways the game could have gone on from a position, by the choices there were on its way; or more
    than `most`."""
    size = 1
    for k in range(at, match.length):
        position = match.position_after(k)
        size *= len(position.legal_actions(match.moves[k].seat))
        if size > most:
            break
    return size


def _proof(match: Match, turn: Turn, seen: Position, simulations: int, seed: int) -> Study | None:
    """Returns what is certain about a turn near the end, where all that can follow is looked at; None if that is too much.

    Where all act at once nothing is certain: it depends on what the others do at the same time. How large a tree is shows in a
    match that was played to its end.
    """
    if not match.over:
        return None
    if match.players > 1 and match.game.rulebook.simultaneous:
        return None
    effort = min(simulations, ENOUGH)
    if tree_size(match, turn.at, SMALL_TREE * effort) > SMALL_TREE * effort:
        return None
    decisions = think(seen, turn.seat, THOROUGH, PROOF * effort, seed)
    if not decisions[0].certain:
        return None
    played = worth_of_turn(seen, turn.moves, THOROUGH, PROOF * effort, seed)
    if not played.certain:
        return None
    expected = _rounded(in_units(decisions[0].expected))
    given_up = tuple(round(a) - b for a, b in zip(played.amounts, expected, strict=True))
    if given_up[turn.seat] >= 0:
        return Study(simulations, expected, (0,) * match.players, exact=True, sure=True)
    actions = tuple(decision.move.action for decision in decisions)
    return Study(simulations, expected, given_up, actions, line_of(seen, decisions), exact=True, sure=True)


def _difference(
    seen: Position, best: Sequence[Move], other: Sequence[Move], *, mind: Mind, simulations: int, seed: int
) -> list[tuple[float, ...]]:
    """Returns what changes for everybody if another turn is played than the best, compared several times."""
    found = []
    for again in range(COMPARISONS):
        dice = seed_for(seed, "compare", again)
        ours, theirs = (worth_of_turn(seen, turn, mind, simulations, dice).amounts for turn in (best, other))
        found.append(tuple(b - a for a, b in zip(ours, theirs, strict=True)))
    return found


def line_of(seen: Position, decisions: Sequence[Decision]) -> tuple[str, ...]:
    """Returns how the strongest player sees the game go on, turn by turn, until chance or somebody's secret comes between."""
    moves = [*(decision.move for decision in decisions[:-1]), *decisions[-1].line]
    turns: list[str] = []
    turn: list[Move] = []
    for move in moves[: len(decisions)] if seen.game.rulebook.simultaneous else moves:
        turn.append(move)
        seen = seen.play(move)
        if not (move.seat in seen.actors and seen.mid_turn(move.seat)):
            turns.append(seen.game.rulebook.write_turn(turn))
            turn = []
    return tuple(turns[:LONGEST_LINE])


def is_same_turn(seen: Position, one: Sequence[Move], other: Sequence[Move]) -> bool:
    """Tells whether two turns do the same, perhaps in another order."""
    if sorted(move.action for move in one) == sorted(move.action for move in other):
        return True
    return _after(seen, one).content == _after(seen, other).content


def _after(position: Position, moves: Sequence[Move]) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def _mean(amounts: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    return tuple(sum(column) / len(amounts) for column in zip(*amounts, strict=True))


def _rounded(amounts: Iterable[float]) -> Amounts:
    return tuple(round(amount) for amount in amounts)
