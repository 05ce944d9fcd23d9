"""Moves as text: single actions, whole turns, and what the referee says about refused ones."""

from __future__ import annotations

import random

import pytest

from ponticello.engine.errors import BadNotation, IllegalMove
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.hashi import notation, position, referee, rules
from ponticello.table.game import game
from ponticello.table.pont import read_records, write_match
from tests.games.hashi.hashi_table import THIRDS, fresh, lay, play, started, turn_up


def test_whole_turns_read_back_to_their_actions() -> None:
    chooser = random.Random(2)
    for players in (1, 3):
        state = fresh(players, "AB"[players // 2])
        while who := rules.actors(state):
            seat = chooser.choice([seat for seat in range(8) if who >> seat & 1])
            before, actions, words = state.copy(), [], []
            while rules.actors(state) >> seat & 1 and (not actions or rules.mid_turn(state, seat)):
                moves = [a for a in range(position.ACTIONS) if rules.refusal(state, seat, a) == LEGAL]
                action = chooser.choice(moves)
                assert notation.read(state, seat, notation.write(state, seat, action)) == [action]
                words.append(notation.write(state, seat, action))
                actions.append(action)
                rules.play(state, seat, action)
            assert notation.read(before, seat, notation.JOINER.join(words)) == actions
            assert notation.read(before, seat, ", ".join(words).upper()) == actions
            if words[0] == "skip":
                assert notation.read(before, seat, notation.JOINER.join(words[1:])) == actions


def test_the_forms_of_a_turn() -> None:
    state = started(1, THIRDS, "4@a1")
    turn_up(state, "5x2")
    write, skip = notation.read(state, 0, "5@c1"), [position.SKIP]
    a, b = notation.read(state, 0, "a1-c1")[1:], notation.read(state, 0, "a5-a1")[1:]
    assert notation.read(state, 0, "5@c1 a1-c1 a1-a5") == write + a + b
    assert notation.read(state, 0, " 5 @ C1;c1 - a1 , a5:a1 ") == write + a + b
    assert notation.read(state, 0, "c1-a1 a1-a5") == skip + a + b
    assert notation.read(state, 0, "done") == [position.SKIP, position.DONE]
    assert notation.read(state, 0, "5@c1 done") == [*write, position.DONE]
    play(state, 0, "skip")
    assert notation.read(state, 0, "c1-a1 a1-a5") == a + b
    assert notation.read(state, 0, "done") == [position.DONE]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4@c1", "the card shows a 5, not a 4"),
        ("5@b1", "there is no island b1"),
        ("a1-d4", "no dotted line joins a1 and d4"),
        ("a1-e1", "no dotted line joins a1 and e1"),
        ("5@c1c1-e1", "is not a move"),
        ("5@", "is not a move"),
        ("card 5x2", "is not a move"),
        ("", "is not a move"),
    ],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    state = started(1, THIRDS, "4@a1")
    turn_up(state, "5x2")
    with pytest.raises(BadNotation, match=message):
        notation.read(state, 0, text)


def test_what_cannot_be_read_elsewhere() -> None:
    with pytest.raises(BadNotation, match="the first number is a 3 or a 4, not a 5"):
        notation.read(fresh(1), 0, "5@a1")
    with pytest.raises(BadNotation, match="is no set-up move"):
        notation.read(fresh(1), 0, "a1")
    with pytest.raises(BadNotation, match="is no card"):
        notation.read(started(1), CHANCE, "five")
    with pytest.raises(BadNotation, match="there is no card 7x1; cards go from 1x1 to 6x3"):
        notation.read(started(1), CHANCE, "card 7x1")


def test_refusals_name_the_places() -> None:
    match = game("hashi", board=THIRDS).match(2, seed=4)
    with pytest.raises(IllegalMove, match="b2 has a blue flag; the first number goes on an island without one"):
        match.play("3@b2", 0)
    state = started(1, THIRDS, "4@a1")
    turn_up(state, "5x2")

    def says(text: str) -> str:
        after = state.copy()
        *before, last = notation.read(after, 0, text)
        for action in before:
            rules.play(after, 0, action)
        return referee.why(after, 0, last, rules.refusal(after, 0, last))

    assert says("5@a1") == "a1 already has the number 4"
    assert says("5@b4") == "b4 has a red flag, so a bridge must reach it before it gets a number"
    assert says("skip c1-e1") == "c1-e1 has no number at either end, and a bridge starts from an island with a number"
    with pytest.raises(BadNotation, match="the card gives 2 bridges, and the turn has 3"):
        says("a1-c1 a1-c1 a1-c1")
    assert says("a1-c1 a1-c1 done") == "first the next card is turned up"
    assert says("a1-c1 done") == "the card's bridges are drawn all or not at all: 1 bridge must follow"
    assert says("5@c1 5@c1") == "the number is written on c1; now come the bridges, or done without any"
    lay(state, 0, {"d2": 6, "c1": 3, "c5": 3}, ["c1-c5"])
    assert says("b2-d2") == "b2-d2 would cross the bridge c1-c5"
    lay(state, 0, {"a1": 1}, ["a1-a5"])
    assert says("a1-c1") == "a1 is finished with 1 bridge, and no more may leave it"
    lay(state, 0, {}, ["c1-c5"])
    assert says("c1-c5") == "c1-c5 already has two bridges, and no line takes more"
    lay(state, 0, {}, ["d2-d4", "d2-d4", "d2-f2", "d2-f2"])
    state.card = 0
    position.take_stock(state, 0)
    assert says("1@d4") == "2 bridges already reach d4, too many for a 1"


def test_a_bridge_too_many_for_the_rest_says_so() -> None:
    state = started(1, THIRDS, "3@a1")
    lay(state, 0, {"a1": 2}, [])
    turn_up(state, "5x3")
    rules.play(state, 0, position.SKIP)
    action = notation.read(state, 0, "a1-c1")[0]
    words = referee.why(state, 0, action, rules.refusal(state, 0, action))
    assert words == "a1-c1 would leave no room for the rest of the card: 3 bridges must be drawn, or none at all"


def test_a_game_on_a_board_of_ones_own_is_recorded_whole() -> None:
    rows = "o1o1o/o1o1o/r1b1r/o1b1o/r1o1r/o1b1o without c1-c2"
    match = game("hashi", board=rows).match(1, seed="x")
    chooser = random.Random(1)
    while not match.over:
        match.play(chooser.choice(match.legal()))
    text = write_match(match)
    assert f"option board: {rows}\n" in text
    again = read_records(text)[0].replay()
    assert again.moves == match.moves and again.scores == match.scores


def test_a_turn_with_more_bridges_than_the_card_gives_is_told_how_many_it_gives() -> None:
    state = started(1, THIRDS, "4@a1")
    turn_up(state, "5x2")
    with pytest.raises(BadNotation, match="the card gives 2 bridges, and the turn has 3"):
        notation.read(state, 0, "5@c1 a1-c1 a1-a5 a1-a5")
    play(state, 0, "skip")
    play(state, 0, "a1-c1")
    with pytest.raises(BadNotation, match="the card gives 2 bridges, of which 1 can still be drawn, not 2"):
        notation.read(state, 0, "a1-a5 a1-a5")


def test_what_comes_after_a_turn_is_not_blamed_on_chance() -> None:
    match = game("hashi", board=THIRDS).match(1, seed=1)
    with pytest.raises(IllegalMove, match="3@a1 3@c1 is more than one turn"):
        match.play("3@a1 3@c1")
    assert match.moves == ()
