"""A table: who may act, what is played, what can be taken back, and what it says about it."""

from __future__ import annotations

import gc
import hashlib
import random
import tracemalloc

import pytest

import ponticello as pc
from ponticello import CHANCE, ONLOOKER, BadNotation, BadOption, IllegalMove, Match, Move, NotYourTurn
from tests.table.pond import pond

OPENING = ["d4,e5", "dark"]


@pytest.fixture
def ponte() -> Match:
    return pc.game("ponte").match(seed=1)


@pytest.fixture
def sky() -> Match:
    return pc.game("skybridge").match(2, seed=1)


@pytest.fixture
def frogs() -> Match:
    return pond().match(2, seed="frogs")


def texts(match: Match) -> list[str]:
    return [str(move) for move in match.moves]


# Playing


def test_a_turn_is_played_as_text(ponte: Match) -> None:
    assert ponte.actors == (0,)
    assert ponte.play("D4, e5") == [Move("d4", 0, ponte.moves[0].action), ponte.moves[1]]
    assert texts(ponte) == ["d4", "e5"] and ponte.actors == (1,)


def test_a_turn_is_played_move_by_move(ponte: Match) -> None:
    first = next(move for move in ponte.legal() if str(move) == "d4")
    assert ponte.play(first) == [first]
    assert ponte.actors == (0,) and ponte.position.mid_turn(0) and not ponte.position.mid_turn(1)
    ponte.play("e5")
    assert ponte.actors == (1,) and not ponte.position.mid_turn(0)


def test_a_turn_whose_second_half_is_illegal_is_not_begun(ponte: Match) -> None:
    before = ponte.position
    with pytest.raises(IllegalMove, match="d4 already has a light tile"):
        ponte.play("d4,d4")
    assert ponte.moves == () and ponte.position is before
    with pytest.raises(IllegalMove):
        ponte.position.play("d4,d4")


def test_text_that_goes_on_after_the_turn_is_refused(ponte: Match) -> None:
    ponte.play("d4")
    with pytest.raises(pc.PonticelloError):
        ponte.play("e5,f6")
    assert texts(ponte) == ["d4"]
    with pytest.raises(IllegalMove, match="e5,f6 is more than one turn"):
        ponte.position.play("e5,f6")


def test_nonsense_is_not_played(ponte: Match) -> None:
    with pytest.raises(BadNotation, match="'what' is not a move"):
        ponte.play("what")
    assert ponte.moves == ()


def test_the_wrong_seat_may_not_play(ponte: Match) -> None:
    for attempt in (lambda: ponte.play("d4,e5", seat=1), lambda: ponte.legal(1), lambda: ponte.play(Move("d4", 1, 68))):
        with pytest.raises(NotYourTurn, match="player 2 may not act now; it is the turn of player 1"):
            attempt()
    assert ponte.moves == ()


def test_a_seat_cannot_play_a_move_of_another(ponte: Match) -> None:
    """Whoever plays for a seat is held to that seat, however the move was come by."""
    with pytest.raises(NotYourTurn):
        ponte.play(ponte.legal()[0], seat=1)
    assert ponte.moves == ()


def test_nothing_is_played_after_the_end(sky: Match) -> None:
    while not sky.over:
        sky.play(sky.legal()[0])
    last = sky.moves[-1]
    for attempt in (lambda: sky.play("C3@a1"), lambda: sky.play(last), lambda: sky.position.play(last)):
        with pytest.raises(NotYourTurn, match="the game is over"):
            attempt()
    assert sky.legal() == [] and sky.actors == ()


def test_when_several_may_act_the_seat_must_be_said(frogs: Match) -> None:
    assert frogs.actors == (0, 1)
    with pytest.raises(NotYourTurn, match="say which seat acts, for instance seat=0: player 1, player 2 may act"):
        frogs.play("j1,j2")
    frogs.play("j1,j2", seat=1)
    assert frogs.actors == (0,)
    frogs.play("j3,j1")
    assert [turn.seat for turn in frogs.turns()] == [CHANCE, 1, 0, CHANCE]


def test_chance_cannot_be_played_by_hand(frogs: Match) -> None:
    with pytest.raises(NotYourTurn):
        frogs.play("card 1", seat=CHANCE)


def test_chance_acts_by_itself_and_by_the_seed() -> None:
    for seed in ("a", "b", 3):
        one, other = (pond().match(2, seed=seed) for _ in range(2))
        for match in (one, other):
            while not match.over:
                match.play(match.legal(match.actors[0])[0], match.actors[0])
        assert one.moves == other.moves and sum(move.seat == CHANCE for move in one.moves) == 3
    without = {tuple(str(move) for move in pc.game("skybridge").match(4).moves) for _ in range(60)}
    assert without == {("first 1",), ("first 2",), ("first 3",), ("first 4",)}


def test_chances_are_weighted() -> None:
    table = Match(pond().position(2), begin=False)
    assert {str(move): chance for move, chance in table.position.chance.items()} == {
        "card 1": pytest.approx(1 / 6),
        "card 2": pytest.approx(2 / 6),
        "card 3": pytest.approx(3 / 6),
    }
    assert table.moves == () and table.actors == (CHANCE,)
    drawn = [str(pond().match(2, seed=seed).moves[0]) for seed in range(1200)]
    assert [round(drawn.count(f"card {k}") / 200) for k in (1, 2, 3)] == [1, 2, 3]


# Taking back


def test_undo_takes_back_one_move(ponte: Match) -> None:
    ponte.play("d4,e5")
    assert str(ponte.undo()) == "e5" and ponte.actors == (0,) and texts(ponte) == ["d4"]
    assert str(ponte.undo(seat=0)) == "d4" and ponte.moves == ()
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        ponte.undo()


def test_undo_stops_at_another_players_move(ponte: Match) -> None:
    for turn in OPENING:
        ponte.play(turn)
    with pytest.raises(IllegalMove, match="e5 cannot be taken back: another player has moved since"):
        ponte.undo(seat=0)
    assert texts(ponte) == ["d4", "e5", "dark"]
    assert str(ponte.undo(seat=1)) == "dark"
    assert str(ponte.undo(seat=0)) == "e5"


def test_a_seat_that_has_not_moved_has_nothing_to_take_back(ponte: Match) -> None:
    ponte.play("d4,e5")
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        ponte.undo(seat=1)
    assert len(ponte.moves) == 2


def test_undo_stops_at_a_random_event(sky: Match, frogs: Match) -> None:
    with pytest.raises(IllegalMove, match="cannot be taken back once chance has spoken"):
        sky.undo()
    frogs.play("j1,j1", seat=0)
    frogs.play("j2,j2", seat=1)
    assert frogs.moves[-1].seat == CHANCE
    for seat in (None, 0, 1):
        with pytest.raises(IllegalMove, match="cannot be taken back once chance has spoken"):
            frogs.undo(seat)
    frogs.play("j3", seat=1)
    with pytest.raises(IllegalMove, match="once chance has spoken"):
        frogs.undo(seat=0)
    assert str(frogs.undo(seat=1)) == "j3"


def test_in_a_common_round_each_takes_back_its_own(frogs: Match) -> None:
    """Boards are independent inside a round, so what the neighbour did meanwhile stays."""
    frogs.play("j1", seat=0)
    frogs.play("j3", seat=1)
    frogs.play("j2", seat=0)
    assert str(frogs.undo(seat=1)) == "j3"
    assert [(move.seat, str(move)) for move in frogs.moves[1:]] == [(0, "j1"), (0, "j2")]
    assert frogs.actors == (1,) and list(frogs.position.state.distance)[:2] == [3, 0]
    assert frogs.position_after(2).state.distance[0] == 1 and len(frogs.moves) == 3
    frogs.play("j1,j1", seat=1)
    assert frogs.scores == (3 * frogs.position_after(1).state.card, 2 * frogs.position_after(1).state.card)


def test_a_comment_goes_with_the_turn_it_was_about(ponte: Match) -> None:
    ponte.play("d4,e5")
    ponte.play("dark")
    ponte.comments[0], ponte.comments[2] = "the usual", "bold"
    ponte.undo()
    ponte.play("light")
    assert [turn.comment for turn in ponte.turns()] == ["the usual", ""]


# What is seen


def test_a_view_hides_what_the_others_do_in_secret(frogs: Match) -> None:
    frogs.play("j3", seat=0)
    assert list(frogs.view(0).state.distance)[:2] == [3, 0]
    assert list(frogs.view(1).state.distance)[:2] == [0, 0]
    assert list(frogs.position.state.distance)[:2] == [3, 0]


def test_a_round_begins_when_chance_has_spoken(ponte: Match, frogs: Match) -> None:
    assert frogs.moves[-1].seat == CHANCE and frogs.round_began == 1
    frogs.play("j1,j2", seat=0)
    frogs.play("j3", seat=1)
    assert frogs.round_began == 1
    frogs.play("j3", seat=1)
    assert frogs.moves[-1].seat == CHANCE and frogs.round_began == len(frogs.moves) == 6
    assert [frogs.round_start(at) for at in range(7)] == [0, 1, 1, 1, 1, 1, 6]
    ponte.play("d4,e5")
    assert ponte.round_began == ponte.round_start(1) == 0  # chance never speaks


def test_what_is_hidden_from_a_seat_is_what_the_others_did_in_the_running_round(ponte: Match, frogs: Match) -> None:
    frogs.play("j1,j2", seat=0)
    frogs.play("j3", seat=1)
    assert [frogs.hidden_from(viewer) for viewer in (0, 1, ONLOOKER, None)] == [{3}, {1, 2}, {1, 2, 3}, set()]
    frogs.play("j3", seat=1)
    assert not any(frogs.hidden_from(viewer) for viewer in (0, 1, ONLOOKER))
    while not frogs.over:
        frogs.play("j1,j1", frogs.actors[0])
    assert frogs.moves[-1].seat != CHANCE
    assert not any(frogs.hidden_from(viewer) for viewer in (0, 1, ONLOOKER))
    ponte.play("d4")
    assert ponte.hidden_from(1) == set()  # where one plays after the other there is nothing to hide


def test_the_seed_of_a_seat_follows_from_the_match_and_its_moves() -> None:
    match = pc.game("ponte").match(seed=7)
    assert (match.seat_seed(0), match.seat_seed(1)) == (44987325031056113, 11260472690893542)
    match.play("d4,e5")
    assert match.seat_seed(1) == 53361153804429455
    match.undo()
    match.undo()
    assert match.seat_seed(1) == 11260472690893542


def test_turns_gather_the_moves_of_a_turn(ponte: Match) -> None:
    for turn in [*OPENING, "a1,b2", "c7"]:
        ponte.play(turn)
    assert [(turn.seat, [str(move) for move in turn.moves]) for turn in ponte.turns()] == [
        (0, ["d4", "e5"]),
        (1, ["dark"]),
        (1, ["a1", "b2"]) if ponte.turns()[2].seat == 1 else (0, ["a1", "b2"]),
        (ponte.turns()[3].seat, ["c7"]),
    ]
    assert ponte.turns()[2].seat != ponte.turns()[3].seat
    assert ponte.last_actions() == (ponte.moves[-1].action,)
    ponte.undo()
    assert ponte.last_actions() == tuple(move.action for move in ponte.moves[-2:])


def test_the_last_turn_shown_is_a_players(frogs: Match) -> None:
    assert frogs.last_actions() == ()
    frogs.play("j1,j2", seat=0)
    frogs.play("j2,j3", seat=1)
    assert frogs.last_actions() == (4, 5)


def test_interleaved_turns_are_told_apart(frogs: Match) -> None:
    frogs.play("j1", seat=0)
    frogs.play("j3,j2", seat=1)
    frogs.play("j2", seat=0)
    assert [(turn.seat, len(turn.moves)) for turn in frogs.turns()[1:-1]] == [(1, 2), (0, 2)]
    assert [(turn.at, turn.until) for turn in frogs.turns()] == [(0, 1), (2, 4), (1, 5), (5, 6)]


def test_status_says_who_moves_and_who_won(frogs: Match) -> None:
    assert frogs.status == "Player 1 and Player 2 to move"
    while not frogs.over:
        seat = frogs.actors[0]
        frogs.play("j1,j2" if seat == 0 else "j3,j3", seat)
    assert frogs.winners == (1,) and frogs.status == f"Player 2 wins {frogs.scores[0]}-{frogs.scores[1]}"
    tie = pond().match(names=["Ann", "Bo", "Cy"], seed=2)
    while not tie.over:
        seat = tie.actors[0]
        tie.play("j1,j1" if seat == 1 else "j3,j3", seat)
    assert tie.winners == (0, 2) and tie.status == "Ann and Cy share " + "-".join(map(str, tie.scores))
    assert tie.explain().splitlines()[0] == f"Ann: {tie.scores[0]} points"
    assert tie.explain().splitlines()[-1] == tie.status + "."


def test_nobody_has_won_until_the_end(ponte: Match) -> None:
    assert ponte.winners == () and not ponte.over


# Names


def test_names_say_how_many_play() -> None:
    assert pc.game("skybridge").match(names=["Ann", "Bo", "Cy"]).players == 3
    assert pc.game("skybridge").match(4).names == ("Player 1", "Player 2", "Player 3", "Player 4")
    with pytest.raises(BadOption, match="1 name for 2 players: give one for each"):
        pc.game("ponte").match(2, names=["Ann"])
    with pytest.raises(BadOption, match="not 1"):
        pc.game("ponte").match(names=["Ann"])


@pytest.mark.parametrize("name", ["", " ", " Ann", "Ann ", "A#nn", "A\nn", "A\tn", "\x1b[31mAnn", "x" * 41, "A\u2028n", "\ud800"])
def test_a_name_that_a_record_cannot_hold_is_refused(name: str) -> None:
    with pytest.raises(BadOption, match="cannot be a player's name"):
        pc.game("ponte").match(names=["Bo", name])


@pytest.mark.parametrize("name", ["A", "x" * 40, "Zoë", "李", "Ann: the 1st", "---", "O'Neill, jr."])
def test_other_names_are_welcome(name: str) -> None:
    match = pc.game("ponte").match(names=["Bo", name])
    from ponticello.table.pont import read_records, write_match

    assert read_records(write_match(match))[0].replay().names == ("Bo", name)


@pytest.mark.parametrize("seed", [" leading", "trailing ", "a # b", "# a", "two\nlines", "\ud800"])
def test_a_seed_that_a_record_cannot_hold_is_refused(seed: str) -> None:
    with pytest.raises(BadOption):
        pc.game("ponte").match(seed=seed)


def test_the_number_of_a_seed_is_its_text() -> None:
    assert pc.game("ponte").match(seed=7).shuffle.hash == pc.game("ponte").match(seed="7").shuffle.hash


# Saving


def test_a_match_is_saved_and_loaded(tmp_path: object, ponte: Match) -> None:
    path = f"{tmp_path}/game.pont"
    for turn in OPENING:
        ponte.play(turn)
    ponte.save(path)
    assert pc.load(path).replay().moves == ponte.moves


def test_the_history_follows_what_is_played_taken_back_and_commented(ponte: Match) -> None:
    def told(match: Match) -> list[str]:
        return [f"{turn} {turn.comment}".strip() for turn in match.turns()]

    ponte.play("d4,e5")
    before = ponte.copy()
    assert told(ponte) == told(before) == ["d4,e5"]
    ponte.play("dark")
    ponte.comments[2] = "of course"
    assert told(ponte) == ["d4,e5", "dark of course"] and told(before) == ["d4,e5"]
    ponte.turns().clear()
    assert len(ponte.turns()) == 2, "the list is the caller's own"
    ponte.undo()
    assert told(ponte) == ["d4,e5"]
    ponte.rewind(0)
    assert told(ponte) == []
    ponte.play("a1,b2")
    assert told(ponte) == ["a1,b2"]


def test_who_looks_at_what_hides_nothing_sees_the_position_itself(ponte: Match, frogs: Match) -> None:
    assert ponte.view(1) is ponte.position
    assert frogs.view(1) is not frogs.position, "the pond is deep"


def test_a_match_keeps_its_past_small_and_whole() -> None:
    """A server keeps thousands of matches; of a past position only what differs from an earlier one is kept."""
    contents: list[bytes] = []

    def play_out() -> Match:
        match, dice = pc.game("ponte").match(2, seed=1), random.Random(1)
        while not match.over:
            contents.append(hashlib.sha256(match.position.content).digest())
            match.play(dice.choice(match.legal()))
        return match

    match = play_out()
    contents.clear()
    tracemalloc.start()  # after the first game: what is kept for all matches is there already
    try:
        match = play_out()
        gc.collect()
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert kept < 250_000, "some 700 kB if every position is kept whole"
    past = [match.position_after(at) for at in range(len(match.moves))]
    assert [hashlib.sha256(position.content).digest() for position in past] == contents
    assert past[10].play(match.moves[10]).content == past[11].content
