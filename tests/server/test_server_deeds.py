"""What a page offers and what the server accepts are the same, for every deed at every moment of any match."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ponticello.engine.errors import PonticelloError
from ponticello.server import Settings
from ponticello.server.live.hub import Hub
from ponticello.server.matches import permissions
from ponticello.server.matches.clock import ClockRule
from ponticello.server.matches.facts import BOT, LINK, PERSON, Facts, Seat
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.rows import Act, Kind
from ponticello.server.matches.table import Table
from ponticello.server.storage.database import Guest, Storage
from ponticello.table.game import game
from ponticello.table.match import ONLOOKER
from tests.server.tables import a_turn

pytestmark = pytest.mark.slow


class Nowhere(Storage):
    """Keeps nothing, so that nobody has too much of it."""

    async def check_quota(self, guest: str, origin: str | None) -> None:
        pass

    async def note_origin(self, match: str, origin: str | None, now: float) -> None:
        pass


class Trial(Matches):
    """Matches of which there is only one, and at which nothing that happens is kept."""

    table: Table
    runner: asyncio.Runner

    async def open(self, id: str) -> Table:
        return self.table

    async def change(self, id: str, decide: Callable[[Table], Act | Sequence[Act] | None], *_: Any) -> Table:
        decided = decide(self.table)
        table = self.table
        for act in [decided] if isinstance(decided, Act) else decided or []:
            table = table.after(act, table.touched + 1)
        return table


Deed = Callable[[Trial, Guest, int | None], Awaitable[Table]]
DEEDS: dict[str, Deed] = {
    "sit": lambda trial, guest, seat: trial.sit("table", guest, seat),
    "undo": lambda trial, guest, seat: trial.undo("table", guest, trial.table.ply(seat or 0), seat),
    "ask": lambda trial, guest, seat: trial.ask("table", guest, seat),
    "answer": lambda trial, guest, seat: trial.answer("table", guest, True, seat),
    "resign": lambda trial, guest, seat: trial.resign("table", guest, seat),
    "leave": lambda trial, guest, seat: trial.leave("table", guest, seat),
    "return": lambda trial, guest, seat: trial.come_back("table", guest, seat),
    "rematch": lambda trial, guest, seat: trial.rematch("table", guest),
}
ELSEWHERE = {"hint", "review"}  # what is worked out by others: test_server_hints.py, test_server_reviews.py


def accepted(trial: Trial, name: str, guest: Guest, seat: int | None) -> bool:
    """Tells whether a deed is done; who just stays where they are has done nothing."""
    try:
        after = trial.runner.run(DEEDS[name](trial, guest, seat))
    except PonticelloError:
        return False
    return after is not trial.table


def check(trial: Trial, table: Table) -> set[tuple[str, bool]]:
    """Tries everything for everybody, also for who only watches; returns what was offered and what was not."""
    trial.table = table
    offered: set[tuple[str, bool]] = set()
    for viewer in range(ONLOOKER, len(table.seats)):
        if viewer != ONLOOKER and table.seats[viewer].kind != PERSON:
            continue
        guest = Guest("watcher" if viewer == ONLOOKER else str(table.seats[viewer].guest), "Somebody")
        seat = None if viewer == ONLOOKER else viewer
        told = permissions.may(table, viewer)
        assert set(told) == set(DEEDS) | ELSEWHERE
        told = {name: told[name] for name in DEEDS}
        done = {name: accepted(trial, name, guest, seat) for name in DEEDS}
        assert done == told, [row.kind for row in table.rows]
        offered.update(told.items())
    return offered


SEATINGS = [
    ("ponte", "pp"),
    ("ponte", "pb"),
    ("ponte", "ss"),
    ("ponte", "pl"),
    ("skybridge", "ppb"),
    ("hashi", "p"),
    ("hashi", "ppp"),
    ("connections", "pp"),
]
CLOCKS = [None, ClockRule(600.0, 5.0), ClockRule(86_400.0, afresh=True)]
ACTS = ["move"] * 5 + ["step", "step", "leave", "leave", "ask", "agree", "decline", "return", "undo", "resign", "sit"]


def seat_of(kind: str, k: int) -> Seat:
    """Returns a seat: of a person, a bot, people who share a device, or whoever has the link."""
    if kind == "b":
        return Seat(BOT, name=f"Bot {k}", level=1)
    return Seat(LINK) if kind == "l" else Seat(PERSON, "shared" if kind == "s" else f"guest{k}", f"P{k}")


def happen(table: Table, seat: int, what: str, dice: random.Random) -> Table:
    """Returns the table after something that a seat does, if it may."""
    seat %= len(table.seats)
    at = table.touched + dice.choice([1.0, 5.0, 20.0])
    acts: Any = None
    match what:
        case "move" | "step" if table.actors:
            seat = dice.choice(table.actors)
            turn = a_turn(table, seat, dice).text
            acts = Act(Kind.MOVE, seat, turn if what == "move" else turn.split(table.game.rulebook.joiner)[0])
        case "sit":
            acts = permissions.sit(table, "late", "Late")
        case "undo":
            acts = permissions.undo(table, seat, table.ply(seat))
        case "agree" | "decline":
            acts = permissions.answer(table, seat, what == "agree")
        case "ask" | "resign" | "leave":
            acts = getattr(permissions, what)(table, seat)
        case "return":
            acts = permissions.come_back(table, seat)
    for act in [acts] if isinstance(acts, Act) else acts or []:
        table = table.after(act, at)
    return table


def test_what_is_offered_is_accepted_and_all_else_is_refused(tmp_path: Path) -> None:
    wanted = Settings(database=f"sqlite:///{tmp_path}/nothing.db")
    storage = Nowhere(wanted)
    trial = Trial(wanted, storage, Hub(storage))
    offered: set[tuple[str, bool]] = set()

    @settings(max_examples=60, deadline=None, derandomize=True, database=None, phases=[Phase.generate])
    @given(
        st.sampled_from(SEATINGS),
        st.sampled_from(CLOCKS),
        st.lists(st.tuples(st.integers(0, 3), st.sampled_from(ACTS)), min_size=4, max_size=14),
        st.integers(0, 1000),
    )
    def at_any_moment(seating: tuple[str, str], rule: ClockRule | None, acts: list[tuple[int, str]], seed: int) -> None:
        name, kinds = seating
        seats = tuple(seat_of(kind, k) for k, kind in enumerate(kinds))
        table, dice = Table(Facts("table", name, game(name).options, seats, rule, "seed", 0.0, "guest0")), random.Random(seed)
        for seat, what in [*acts, (0, "")]:
            offered.update(check(trial, table))
            try:
                table = happen(table, seat, what, dice)
            except PonticelloError:
                continue

    with asyncio.Runner() as trial.runner:
        at_any_moment()
    assert offered == {(deed, whether) for deed in DEEDS for whether in (True, False)}, "everything was offered at some time"
