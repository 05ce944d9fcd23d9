"""What a server keeps in memory is bounded by its bytes, and nothing keeps more alive than it says."""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc
import weakref
from collections.abc import Iterable
from pathlib import Path

import pytest

from ponticello.server.access.identity import new_guest
from ponticello.server.app import Server
from ponticello.server.matches.facts import OVER
from ponticello.server.matches.kept import MEGABYTE, KeptTables, weight_of
from ponticello.server.matches.rows import Row
from ponticello.server.matches.table import Table
from ponticello.server.pages.drawings import log
from ponticello.server.pages.kept import Kept
from ponticello.server.pages.viewer import known_turns
from tests.server.served import settings
from tests.server.tables import a_table, a_turn


def finished(name: str, players: int) -> Table:
    """Returns a match that was played to its end at random."""
    table, dice = a_table(name, players), random.Random(1)
    while table.status != OVER:
        table = table.after(a_turn(table, table.actors[0], dice), 0.0)
    return table


def named(table: Table, id: str) -> Table:
    """Returns a table of another match in which the same has happened."""
    other = table.copy()
    other.facts = table.facts.__class__(**{**table.facts.__dict__, "id": id})
    return other


def rebuilt(name: str, players: int, rows: Iterable[Row]) -> Table:
    """Returns a match from its rows, as a server reads it."""
    table = a_table(name, players)
    for row in rows:
        table.add(row)
    return table


@pytest.mark.parametrize(("name", "players"), [("hashi", 4), ("ponte", 2), ("connections", 4), ("skybridge", 4)])
def test_a_table_weighs_about_what_it_takes(name: str, players: int) -> None:
    rows = finished(name, players).rows
    rebuilt(name, players, rows)  # what is made once for all matches is made now
    gc.collect()
    tracemalloc.start()
    try:
        table = rebuilt(name, players, rows)
        gc.collect()
        taken = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert taken / 2 < weight_of(table) < 3 * taken
    assert taken < 250_000


def test_tables_that_nobody_looks_at_leave_the_memory() -> None:
    table = a_table("ponte", 2)
    room = 10.5 * weight_of(table) / MEGABYTE
    kept = KeptTables(room, lambda id: id == "watched")
    kept.keep(named(table, "watched"))
    for number in range(100):
        kept.keep(named(table, f"m{number}"))
    assert len(kept) == 10 and kept.weight <= room * MEGABYTE
    assert kept.get("watched") is not None and kept.get("m99") is not None and kept.get("m50") is None


def test_a_match_that_has_left_the_memory_is_there_when_somebody_asks(tmp_path: Path) -> None:
    async def played() -> None:
        server = Server(settings(tmp_path, memory=0.0))
        await server.storage.open()
        guest = new_guest()
        tables = [
            await server.matches.create(guest, game="ponte", options={}, seats=[{"kind": "me"}, {"kind": "me"}]) for _ in range(3)
        ]
        for table in tables:
            await server.matches.play(table.id, guest, "d4,e5", table.ply(0), 0)
        assert len(server.matches._tables) == 1
        assert [(await server.matches.open(table.id)).rows[0].text for table in tables] == ["d4,e5"] * 3
        await server.storage.close()

    asyncio.run(played())


def test_the_words_of_a_match_do_not_keep_it_in_memory() -> None:
    table = finished("ponte", 2)
    assert table.match is not None
    position = weakref.ref(table.match.position_after(3))
    first = log(table, known_turns(table, 0), "en")
    assert log(table, known_turns(table, 0), "en") == first
    del table
    gc.collect()
    assert position() is None


def test_pictures_are_kept_by_their_bytes() -> None:
    kept: Kept[str] = Kept(10_000)
    made: list[int] = []

    def make(number: int) -> str:
        made.append(number)
        return "x" * 1000

    for number in (0, 1, 2, 0, 3, 4, 5, 6, 7, 8, 9, 0):
        kept.get(number, lambda number=number: make(number))  # type: ignore[misc]
        assert kept.bytes <= 10_000
    assert made == [*range(10), 0]
