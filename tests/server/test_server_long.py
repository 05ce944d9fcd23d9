"""However long a match becomes, nobody else waits for it; whatever holds the event loop is named."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from pathlib import Path

import pytest

from ponticello.server import Settings
from ponticello.server.access.identity import new_guest
from ponticello.server.app import Server
from ponticello.server.errors import NotNow
from ponticello.server.matches import permissions, reading
from ponticello.server.matches.facts import OVER, PERSON, PLAYING, Facts, Seat
from ponticello.server.matches.rows import Act, Kind, Row
from ponticello.server.matches.table import Table
from ponticello.server.storage.database import Summary
from ponticello.table.game import game
from tests.server.served import running, settings
from tests.server.tables import a_table, a_turn

MOST = 1000  # rows that nobody should be able to write before the first turn is over


@pytest.mark.parametrize("way", ["undo", "ask", "leave"])
def test_a_match_cannot_grow_for_ever_and_can_still_be_finished(way: str) -> None:
    table, dice = a_table("ponte", 2), random.Random(1)
    first = a_turn(table, 0, dice)
    ways = {
        "undo": [first, Act(Kind.UNDO, 0)],
        "ask": [Act(Kind.ASK, 0), Act(Kind.AGREE, 1), Act(Kind.REWIND, 0, "0"), first, Act(Kind.MOVE, 1, "dark")],
        "leave": [Act(Kind.LEAVE, 0), Act(Kind.RETURN, 0)],
    }
    if way == "ask":
        table = table.after(first, 0.0).after(Act(Kind.MOVE, 1, "dark"), 0.0)
    with pytest.raises(NotNow, match="only moves are possible now"):
        for _ in range(MOST):
            for act in ways[way]:
                if act.kind in (Kind.UNDO, Kind.ASK, Kind.LEAVE):
                    check = {Kind.UNDO: undo, Kind.ASK: permissions.ask, Kind.LEAVE: permissions.leave}[act.kind]
                    check(table, act.seat)
                table = table.after(act, 0.0)
    assert not any(permissions.may(table, seat)[deed] for seat in (0, 1) for deed in ("undo", "ask", "leave"))
    assert permissions.may(table, 0)["resign"]
    while table.status != OVER:
        seat = table.actors[0]
        turn = a_turn(table, seat, dice)
        assert permissions.play(table, seat, turn.text, table.ply(seat)) == turn
        table = table.after(turn, 0.0)


def undo(table: Table, seat: int) -> Act:
    """Takes back what a seat knows to be there."""
    return permissions.undo(table, seat, table.ply(seat))


def test_who_plays_on_may_take_back_again() -> None:
    table, dice = a_table("ponte", 2), random.Random(1)
    with pytest.raises(NotNow):
        for _ in range(MOST):
            undone = table.after(a_turn(table, 0, dice), 0.0)
            table = undone.after(undo(undone, 0), 0.0)
    for seat in (0, 1, 1):
        table = table.after(a_turn(table, seat if seat in table.actors else table.actors[0], dice), 0.0)
    assert not table.is_too_long


async def long_match(server: Server, rows: int) -> str:
    """Puts a match into the database that has been played at for long, as older versions allowed."""
    seats = tuple(Seat(PERSON, guest.id, f"P{k}") for k, guest in enumerate((new_guest(), new_guest())))
    facts = Facts("long", "ponte", game("ponte").options, seats, None, "seed", 0.0, "nobody")
    summary = Summary(PLAYING, False, 0.0, None)
    await server.storage.create(facts, summary)
    kinds = [(Kind.MOVE, "d4,e5"), (Kind.UNDO, "")]
    await server.storage.append("long", [Row(k, kinds[k % 2][0], 0, kinds[k % 2][1], 0.0) for k in range(rows)], summary)
    return "long"


def test_a_long_match_is_read_in_slices_and_once_for_all_who_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "SLICE", 0.0, raising=False)
    added = 0
    add = reading.add

    def count(table: Table, row: Row) -> None:
        nonlocal added
        added += 1
        add(table, row)

    monkeypatch.setattr(reading, "add", count)

    async def read() -> tuple[int, list[Table]]:
        server = Server(Settings(database=f"sqlite:///{tmp_path}/table.db"))
        await server.storage.open()
        id = await long_match(server, 1200)
        asked = asyncio.gather(*(server.matches.open(id) for _ in range(3)))
        most = 0
        while not asked.done():
            before = added
            await asyncio.sleep(0)
            most = max(most, added - before)
        await server.storage.close()
        return most, await asked

    most, tables = asyncio.run(read())
    assert [len(table.rows) for table in tables] == [1200] * 3
    assert added == 1200, "not once for each who asks"
    assert most == 1, "others have their turn after each slice"


def test_what_holds_the_event_loop_is_named_and_counted(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with running(settings(tmp_path)) as server, server.client() as client, caplog.at_level(logging.WARNING):

        @server.app.get("/slow/{how}")
        async def slow(how: str) -> str:
            until = time.thread_time() + 0.1
            while time.thread_time() < until:  # work, not waiting
                pass
            return how

        def held() -> float:
            lines = client.get("/metrics").text.splitlines()
            mine = [line for line in lines if line.startswith('ponticello_loop_held_total{place="GET /slow/{how}"}')]
            return float(mine[0].split()[-1]) if mine else 0.0

        before = held()
        for _ in range(3):
            assert client.get("/slow/very").json() == "very"
        assert held() == before + 3
    named = [record.getMessage() for record in caplog.records if "/slow/{how}" in record.getMessage()]
    assert len(named) == 1, "not the first time, when what is needed is loaded, and then once a minute"
    assert "held the event loop for" in named[0]
