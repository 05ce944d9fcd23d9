"""What a player of Hashi knows beyond the rules: the same compiled and interpreted, exact at the end, and never blind to the
obvious."""

from __future__ import annotations

import numpy as np
import pytest

from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.greedy import GREEDY, TRIALS, run_games
from ponticello.engine.native import compiled, implement
from ponticello.engine.playouts import run_moves
from ponticello.engine.record import Ints, Records, int8, repeated
from ponticello.engine.verbs import LEGAL, appeal, outlook, refusal
from ponticello.games.hashi import notation, position, rules
from ponticello.games.hashi.awards import most_connected
from ponticello.games.hashi.outlook import finishing, flags_hope, numbers_to_come
from ponticello.games.hashi.position import Hashi
from tests.games.hashi.hashi_table import fresh, lay, legal, play, started, turn_up

# Three columns of six islands: a corner has two neighbours, and c2 has the neighbours a2, c1, e2 and, with a blue flag, c3.
ROWS = "o1o1o/o1o1o/r1b1r/o1b1o/r1o1r/o1b1o"


@compiled
def judge_all(states: Records[Hashi], charms: Ints, outlooks: Ints) -> int:
    """Writes down how each legal action of each seat appeals, and each seat's outlook."""
    count = 0
    for seat in range(states[0].seats):
        for action in range(position.TURN_UP):
            if refusal(states[0], seat, action) == LEGAL:
                charms[count] = appeal(states[0], seat, action)
                count += 1
        outlooks[seat] = outlook(states[0], seat)
    return count


def judged(state: Hashi, *, compiled: bool) -> tuple[list[int], list[int]]:
    charms, outlooks = np.zeros(4 * position.ACTIONS, np.int64), np.zeros(4, np.int64)
    states = Records.of(state, 1)
    count = judge_all(states, charms, outlooks) if compiled else judge_all.function(states, charms.data, outlooks.data)
    return charms[:count].tolist(), outlooks.tolist()


def board_with(numbers: dict[str, int], bridges: str, card: str, players: int = 1) -> Hashi:
    """Returns the first round on the board above, with some numbers and bridges on it and a card turned up."""
    state = started(players, ROWS, "3@a1")
    for seat in range(players):
        state.number[seat, 0] = 0
        lay(state, seat, numbers, bridges.split())
    turn_up(state, card)
    return state


def ranking(state: Hashi, seat: int = 0) -> list[str]:
    """Returns the legal moves of a seat, the most appealing first."""
    actions = [action for action in range(position.ACTIONS) if refusal(state, seat, action) == LEGAL]
    return [notation.write(state, seat, a) for a in sorted(actions, key=lambda a: -appeal(state, seat, a))]


def charm(state: Hashi, move: str, seat: int = 0) -> int:
    """Returns how a move in notation appeals."""
    *_, action = notation.read(state, seat, move)
    return appeal(state, seat, action)


# At any time


@pytest.mark.slow
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("board", ["A", "B"])
def test_compiled_and_interpreted_judgement_agree(players: int, board: str) -> None:
    states, dice = Records.of(fresh(players, board), 1), Records(Dice, new_dice(players, 5).array)
    marks, move = np.zeros(position.ACTIONS, np.int8), np.zeros(1, np.int64)
    seen = 0
    while run_moves(states, dice, marks, move):
        native = judged(states[0], compiled=True)
        assert native == judged(states[0], compiled=False)
        seen += len(native[0])
    assert seen > 200


@pytest.mark.parametrize("players", [1, 3])
def test_at_the_end_the_outlook_is_what_was_scored(players: int) -> None:
    moves, marks = np.zeros(1000, np.int64), np.zeros(position.ACTIONS, np.int8)
    for seed in range(20):
        states = Records.of(fresh(players, "A"), 1)
        run_moves(states, Records(Dice, new_dice(seed).array), marks, moves)
        for seat in range(players):
            assert outlook(states[0], seat) == 100 * rules.points(states[0], seat)


def test_judging_changes_nothing() -> None:
    state = board_with({"c2": 4}, "c2-c3", "4x2")
    before = bytes(state)
    judged(state, compiled=False)
    judged(state, compiled=True)
    assert bytes(state) == before


# What appeals


def test_finishing_a_flag_at_once_appeals_most() -> None:
    assert ranking(board_with({"c2": 4}, "c2-c3 c2-c3", "2x1"))[0] == "2@c3"


@pytest.mark.parametrize("number", [5, 6])
def test_no_number_is_better_than_one_that_its_lines_can_never_bring(number: int) -> None:
    order = ranking(board_with({"c2": 4}, "", f"{number}x1"))
    for corner in ("a1", "e1", "a6", "e6"):
        assert order.index("skip") < order.index(f"{number}@{corner}")
    assert order.index(f"{number}@c5") < order.index("skip")


def test_a_bridge_that_finishes_a_flag_appeals_more_than_one_that_begins_an_island() -> None:
    state = board_with({"c2": 3, "c3": 2, "e1": 4}, "c2-c3", "2x1")
    play(state, 0, "skip")
    order = ranking(state)
    assert order.index("c2-c3") < order.index("c1-c2") and order.index("c2-c3") < order.index("e1-e2")
    assert order[-1] == "done"


def test_a_bridge_that_strands_a_neighbour_appeals_less() -> None:
    needy = board_with({"a1": 3, "c1": 1, "c2": 1}, "", "2x1")  # a1 needs the one bridge that c1 has to give
    easy = board_with({"a1": 2, "c1": 1, "c2": 1}, "", "2x1")
    for state in (needy, easy):
        play(state, 0, "skip")
    assert charm(easy, "c1-c2") > charm(needy, "c1-c2") + 100


def test_the_first_number_is_for_oneself_alone_and_against_the_neighbour_else() -> None:
    alone, together = fresh(1, ROWS), fresh(3, ROWS)
    moves = sorted(legal(alone, 0))
    assert [charm(alone, move) for move in moves] == [-charm(together, move, seat=1) for move in moves]
    assert len({charm(alone, move) for move in moves}) > 5


# What can be hoped for


def test_an_island_that_cannot_be_finished_promises_nothing() -> None:
    lost = board_with({"a1": 5}, "", "1x1")
    numberless = board_with({}, "", "1x1")
    tight = board_with({"a1": 4}, "", "1x1")
    assert outlook(lost, 0) < outlook(tight, 0)
    assert finishing(lost, 0, 0, 17, numbers_to_come(lost, 0)) == 0
    assert 0 < finishing(numberless, 0, 0, 17, numbers_to_come(numberless, 0)) <= 1000


def test_a_free_island_needs_a_number_that_is_still_to_come() -> None:
    state = board_with({"c2": 6}, "c1-c2 c1-c2", "2x1")
    assert finishing(state, 0, 1, 17, numbers_to_come(state, 0)) > 0
    for card in range(position.CARDS):
        state.left[card] = 1 if card < position.PER_CARD else 0  # ones only, and the 2 that lies on the table
    assert finishing(state, 0, 1, 4, numbers_to_come(state, 0)) > 0
    play(state, 0, "skip")
    assert finishing(state, 0, 1, 4, numbers_to_come(state, 0)) == 0


def test_an_award_promises_more_while_the_higher_value_can_be_had() -> None:
    early = board_with({"c2": 4}, "c2-c3 c2-c3", "2x1", players=2)
    late = early.copy()
    late.gone[position.BLUE] = 1
    assert 0 < outlook(early, 0) - outlook(late, 0) < 400
    solo = board_with({"c2": 4}, "c2-c3 c2-c3", "2x1")
    assert flags_hope(solo, 0, position.BLUE, 1000) > 300
    solo.rounds = 9
    assert flags_hope(solo, 0, position.BLUE, 1000) == 300


def test_only_finished_islands_are_connected() -> None:
    state = board_with({"a1": 1, "c1": 3, "c2": 2, "a2": 4, "e2": 1, "e1": 1}, "a1-c1 c1-c2 c1-c2 e1-e2", "2x1")
    assert most_connected(state, 0) == 3  # a1, c1 and c2, but neither a2, which has no bridge, nor e1 and e2
    state = board_with({"a1": 1, "c1": 4, "c2": 2}, "a1-c1 c1-c2 c1-c2", "2x1")
    assert most_connected(state, 0) == 1


class Blind(Hashi):
    """A position whose players know the rules and nothing else: their outlook is what they have scored."""

    blindness: int8  # unused; compiled code tells kinds of records apart by their fields


implement(
    Blind,
    actors=rules.actors,
    refusal=rules.refusal,
    play=rules.play,
    points=rules.points,
    mid_turn=rules.mid_turn,
    weight=rules.weight,
    sample=rules.sample,
)


def greedy_scores(kind: type[Hashi], board: str) -> float:
    """Returns the mean score of a hundred greedy games."""
    start = kind()
    position.set_up(start, 1, board)
    finals, scores = Records.of(start, 100), np.zeros((100, 1), np.int64)
    marks = np.zeros((TRIALS, position.ACTIONS), np.int8)
    trials = Records(kind, repeated(start.array, TRIALS))
    run_games(finals, trials, Records.of(start, 1), Records(Dice, new_dice(7).array), marks, GREEDY, scores)
    return float(scores.mean())


@pytest.mark.slow
@pytest.mark.parametrize("board", ["A", "B"])
def test_greed_for_the_outlook_beats_greed_for_points(board: str) -> None:
    assert greedy_scores(Hashi, board) > greedy_scores(Blind, board) + 4
