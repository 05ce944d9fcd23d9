"""A table is what its rows add up to: clocks, take-backs, who is out and who may know what."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ponticello.engine.errors import IllegalMove, PonticelloError
from ponticello.engine.verbs import CHANCE
from ponticello.server import Settings
from ponticello.server.access.identity import new_guest
from ponticello.server.errors import NotNow
from ponticello.server.live.hub import Hub
from ponticello.server.matches import permissions
from ponticello.server.matches.clock import DAY, ClockRule
from ponticello.server.matches.effects import MEANINGS
from ponticello.server.matches.facts import CLOSED, LINK, OVER, PLAYED, PLAYING, RESIGNED, TIME, Seat
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.snapshot import snapshot
from ponticello.server.matches.table import Table
from ponticello.server.storage.database import Guest, Storage
from ponticello.table.match import ONLOOKER
from tests.server.tables import MINUTE, a_table, a_turn, after_turns, clock


def test_a_record_is_dated_when_the_match_began_whenever_its_rows_are_read() -> None:
    made = a_table("ponte", 2).facts
    began = datetime(2026, 3, 4, 23, 59, tzinfo=UTC).timestamp()
    at_once = Table(replace(made, created=began))
    seats = (made.seats[0], Seat(LINK))
    later = Table(replace(made, created=0.0, seats=seats)).after(Act(Kind.SIT, 1, "guest1 Bo"), began)
    for table in (at_once, later):
        assert table.match is not None and "\ndate: 2026-03-04\n" in table.match.record()


# Clocks


def test_a_clock_runs_for_who_is_to_move_and_gains_the_increment_with_the_turn() -> None:
    table = a_table("ponte", 2, MINUTE)
    assert clock(table, 0, 10) == (50, True)
    assert clock(table, 1, 10) == (60, False)
    table = after_turns(table, (0, 10))
    assert clock(table, 0, 30) == (55, False)
    assert clock(table, 1, 30) == (40, True)
    table = after_turns(table, (1, 30))
    assert clock(table, 1, 99) == (45, False)
    assert table.due == 30 + 55


def test_a_turn_taken_back_gives_its_increment_back() -> None:
    table = a_table("skybridge", 2, ClockRule(600.0, 5.0))
    assert table.match is not None
    seat = table.actors[0]
    for at in (10.0, 20.0):
        table = table.after(Act(Kind.MOVE, seat, str(table.match.legal(seat)[0])), table.created + at)
        table = table.after(Act(Kind.UNDO, seat), table.created + at)
    assert clock(table, seat, table.created + 20.0) == (580.0, True)


def test_half_a_turn_does_not_stop_the_clock() -> None:
    table = a_table("ponte", 2, MINUTE)
    whole = a_turn(table, 0, random.Random(1)).text
    first, _, rest = whole.partition(table.game.rulebook.joiner)
    table = table.after(Act(Kind.MOVE, 0, first), 10)
    assert clock(table, 0, 20) == (40, True)
    table = table.after(Act(Kind.MOVE, 0, rest), 20)
    assert clock(table, 0, 99) == (45, False)


def test_days_begin_afresh_with_every_turn() -> None:
    table = a_table("ponte", 2, ClockRule(3 * DAY, afresh=True))
    assert table.due == 3 * DAY
    table = after_turns(table, (0, 2 * DAY), (1, 3 * DAY))
    assert clock(table, 0, 4 * DAY) == (2 * DAY, True)
    assert table.due == 6 * DAY
    assert clock(table, 1, 4 * DAY) == (3 * DAY, False)


def test_the_clocks_of_all_who_may_act_run_at_once() -> None:
    table = a_table("hashi", 3, MINUTE)
    assert [clock(table, seat, 20) for seat in range(3)] == [(40, True)] * 3
    table = after_turns(table, (1, 20))
    assert [clock(table, seat, 30) for seat in range(3)] == [(30, True), (45, False), (30, True)]


def test_bots_have_no_clock() -> None:
    table = a_table("ponte", 2, MINUTE, bots=(0,))
    assert table.clock_of(0, 10) is None
    assert table.due is None


def test_a_fallen_flag_loses() -> None:
    table = a_table("ponte", 2, MINUTE).after(Act(Kind.FLAG, 0), 61)
    assert table.result is not None
    assert (table.result.reason, table.result.winners, table.result.seat) == (TIME, (1,), 0)
    assert table.due is None
    assert table.actors == ()


# Take-backs


def may_undo(table: Table) -> list[int]:
    """Returns the seats that may take their last move back without asking."""
    return [seat for seat in range(len(table.seats)) if permissions.may(table, seat)["undo"]]


def test_a_move_is_taken_back_until_somebody_else_has_moved() -> None:
    table = after_turns(a_table("ponte", 2), (0, 1))
    assert may_undo(table) == [0]
    back = table.after(Act(Kind.UNDO, 0), 2)
    assert back.match is not None and back.match.moves == ()
    assert back.actors == (0,)
    assert back.place_of(back.rows[0]) is None
    later = after_turns(table, (1, 2))
    assert may_undo(later) == [1]
    with pytest.raises(IllegalMove):
        later.after(Act(Kind.UNDO, 0), 3)
    with pytest.raises(NotNow):
        a_table("ponte", 2).after(Act(Kind.UNDO, 0), 1)


@pytest.mark.parametrize("name", ["hashi", "connections"])
def test_a_hidden_move_is_taken_back_until_the_round_ends(name: str) -> None:
    table = after_turns(a_table(name, 3), (0, 1), (2, 2))
    assert may_undo(table) == [0, 2]
    table = table.after(Act(Kind.UNDO, 0), 3)
    assert set(table.actors) == {0, 1}
    assert table.place_of(table.rows[1]) is not None, "the move of seat 2 stands"
    table = after_turns(table, (0, 4), (1, 5))
    assert table.match is not None
    assert table.match.moves[-1].seat == CHANCE
    assert may_undo(table) == []
    assert not any(permissions.may(table, seat)["ask"] for seat in range(3)), "chance has spoken"


def test_everybody_must_agree_to_take_back_what_others_have_answered() -> None:
    table = a_table("skybridge", 3)
    assert table.match is not None
    begun, (first,) = len(table.match.moves), table.actors
    second, third = (first + 1) % 3, (first + 2) % 3
    table = after_turns(table, (first, 1), (second, 2))
    assert table.rewind_to(first) == begun
    assert permissions.may(table, first)["ask"] and not permissions.may(table, second)["ask"]
    table = table.after(permissions.ask(table, first), 3)
    (agree,) = permissions.answer(table, second, True)
    table = table.after(agree, 4)
    acts = permissions.answer(table, third, True)
    assert [act.kind for act in acts] == [Kind.AGREE, Kind.REWIND]
    for act in acts:
        table = table.after(act, 5)
    assert table.match is not None and len(table.match.moves) == begun
    assert table.actors == (first,) and table.asked is None
    assert all(table.place_of(row) is None for row in table.rows)


def test_who_declines_or_moves_on_ends_the_question() -> None:
    asked = after_turns(a_table("ponte", 2), (0, 1), (1, 2)).after(Act(Kind.ASK, 0), 3)
    (decline,) = permissions.answer(asked, 1, False)
    assert asked.after(decline, 4).asked is None
    assert after_turns(asked, (0, 4)).asked is None
    with pytest.raises(NotNow):
        permissions.answer(asked, 0, True)


# Who is out


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_who_has_not_resigned_wins(players: int) -> None:
    table = a_table("skybridge", players)
    for seat in range(players - 1):
        assert table.status == PLAYING
        table = table.after(permissions.resign(table, seat), seat)
        assert table.seats[seat].is_played_by_bot
    assert table.status == OVER
    assert table.result is not None
    assert (table.result.reason, table.result.winners, table.result.seat) == (RESIGNED, (players - 1,), players - 2)


def test_a_match_ends_with_the_last_person_even_if_bots_are_left() -> None:
    table = a_table("skybridge", 3, bots=(1, 2)).after(Act(Kind.RESIGN, 0), 1)
    assert table.result is not None
    assert table.result.reason == RESIGNED
    assert table.result.winners and 0 not in table.result.winners


def test_who_is_out_cannot_win_any_more() -> None:
    dice = random.Random(3)
    table = a_table("skybridge", 3)
    while table.match is not None and not table.match.over:
        table = table.after(a_turn(table, table.actors[0], dice), 1)
    assert table.result is not None and table.result.reason == PLAYED
    best = table.result.winners[0]
    again = a_table("skybridge", 3)
    for row in table.rows:
        if row.ply == 3:
            again = again.after(Act(Kind.RESIGN, best), 1)
        again = again.after(Act(row.kind, row.seat, row.text), row.at)
    assert again.result is not None
    assert again.result.winners and best not in again.result.winners


def test_a_bot_plays_for_who_has_left_until_they_are_back() -> None:
    table = a_table("ponte", 2, MINUTE).after(Act(Kind.LEAVE, 0), 10)
    assert table.seats[0].is_played_by_bot
    with pytest.raises(NotNow):
        permissions.play(table, 0, a_turn(table, 0, random.Random(1)).text, table.ply(0))
    table = table.after(Act(Kind.RETURN, 0), 20)
    assert not table.seats[0].is_played_by_bot


def test_a_closed_match_has_no_winner() -> None:
    table = a_table("ponte", 2).after(Act(Kind.CLOSE), 1)
    assert table.result is not None
    assert (table.result.reason, table.result.winners) == (CLOSED, ())


# Who may know what


def test_what_is_played_in_turns_everybody_knows_at_once() -> None:
    table = after_turns(a_table("ponte", 2), (0, 1))
    assert [table.ply(viewer) for viewer in (ONLOOKER, 0, 1)] == [1, 1, 1]


def test_what_is_played_at_once_the_others_learn_when_the_round_ends() -> None:
    table = after_turns(a_table("hashi", 2), (0, 1))
    assert [table.ply(viewer) for viewer in (ONLOOKER, 0, 1)] == [0, 1, 0]
    table = table.after(Act(Kind.UNDO, 0), 2)
    table = after_turns(table, (0, 3))
    assert [table.ply(viewer) for viewer in (ONLOOKER, 0, 1)] == [0, 3, 0]
    table = after_turns(table, (1, 4))
    assert [table.ply(viewer) for viewer in (ONLOOKER, 0, 1)] == [2, 4, 2], "what was taken back stays with who did it"
    assert [row.ply for row in table.seen(ONLOOKER)] == [2, 3]
    assert [row.ply for row in table.seen(1)] == [3, 2], "one's own come first"
    assert [row.seat for row in table.seen(1, since=1)] == [0]


# Rows and what they add up to


def test_every_kind_of_row_means_something_and_only_those_that_concern_moves_are_hidden_in_a_round() -> None:
    assert set(MEANINGS) == set(Kind)
    assert {kind for kind, meaning in MEANINGS.items() if meaning.in_round} == {"move", "hint", "undo"}


def test_the_bot_for_an_absent_person_is_the_middle_one_of_those_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table("ponte", 2, bots=(1,))
    for levels, middle in ((5, 3), (4, 2), (2, 1), (1, 1)):
        fewer = replace(table.game.rulebook, levels=table.game.rulebook.levels[:levels])
        monkeypatch.setattr(table.game, "rulebook", fewer)
        assert table.bot_level(0) == middle
    assert table.bot_level(1) == 1


class Played:
    """A matches over a real database, and matches at which anything may happen."""

    def __init__(self, folder: Path) -> None:
        self.wanted = Settings(database=f"sqlite:///{folder}/table.db", warm=False)
        self.storage = Storage(self.wanted)
        self.matches = Matches(self.wanted, self.storage, Hub(self.storage))
        self.time = 1_000.0
        self.matches.now = lambda: self.time  # type: ignore[method-assign]

    async def act(self, id: str, guests: list[Guest], seat: int, what: str, dice: random.Random) -> None:
        """Lets a seat do something, or be refused."""
        table, guest = await self.matches.open(id), guests[seat]
        self.time += dice.choice([0.5, 3.0, 20.0])
        ply = table.ply(seat)
        match what:
            case "move" | "step" if seat in table.actors:
                turn = a_turn(table, seat, dice).text
                joiner = table.game.rulebook.joiner
                await self.matches.play(id, guest, turn if what == "move" else turn.split(joiner)[0], ply, seat)
            case "undo":
                await self.matches.undo(id, guest, ply, seat)
            case "ask":
                await self.matches.ask(id, guest, seat)
            case "agree" | "decline":
                await self.matches.answer(id, guest, what == "agree", seat)
            case "leave":
                await self.matches.leave(id, guest, seat)
            case "return":
                await self.matches.come_back(id, guest, seat)
            case "resign":
                await self.matches.resign(id, guest, seat)
            case "flag" if table.clocks is not None and seat in table.clocks.since:
                await self.matches.change(id, lambda table: Act(Kind.FLAG, seat))

    async def match(self, name: str, players: int, timed: bool, acts: list[tuple[int, str]], dice: random.Random) -> None:
        """Plays a match act by act; what its rows on disk add up to must be the table that was played at."""
        guests = [new_guest() for _ in range(players)]
        seats: list[dict[str, object]] = [{"kind": "me"}, *[{"kind": "link"}] * (players - 1)]
        wish: dict[str, object] | None = {"kind": "game", "minutes": 1, "seconds": 5} if timed else None
        id = (await self.matches.create(guests[0], game=name, options={}, seats=seats, clock=wish)).id
        for guest in guests[1:]:
            await self.matches.sit(id, guest)
        for seat, what in acts:
            try:
                await self.act(id, guests, seat % players, what, dice)
            except PonticelloError:
                continue
        live = await self.matches.open(id)
        facts = await self.storage.facts(id)
        assert facts == live.facts
        read = Table(facts)
        for row in await self.storage.rows_from(id, 0):
            read = read.with_row(row)
        assert read.rows == live.rows
        for viewer in range(ONLOOKER, players):
            assert self.known(read, viewer) == self.known(live, viewer)

    def known(self, table: Table, viewer: int) -> tuple[Any, ...]:
        """Returns everything that a viewer may know of a table."""
        assert table.match is not None
        return (
            snapshot(table, viewer, self.time),
            table.match.view(viewer).state.array.tobytes(),
            table.match.turns(viewer),
            table.seen(viewer),
            self.matches.summary(table),
        )


@pytest.fixture
def played(tmp_path: Path) -> Iterator[tuple[asyncio.Runner, Played]]:
    with asyncio.Runner() as runner:
        matches = Played(tmp_path)
        runner.run(matches.storage.open())
        yield runner, matches
        runner.run(matches.storage.close())


SEATINGS = [("ponte", 2), ("skybridge", 3), ("hashi", 2), ("connections", 3)]
ACTS = ["move"] * 6 + ["step", "undo", "undo", "ask", "agree", "agree", "decline", "leave", "return", "flag", "resign"]


@settings(
    max_examples=24, deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.sampled_from(SEATINGS),
    st.booleans(),
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from(ACTS)), min_size=4, max_size=16),
    st.integers(0, 1000),
)
def test_rows_read_back_add_up_to_the_table_that_was_played_at(
    played: tuple[asyncio.Runner, Played], seating: tuple[str, int], timed: bool, acts: list[tuple[int, str]], seed: int
) -> None:
    runner, matches = played
    runner.run(matches.match(*seating, timed, acts, random.Random(seed)))
