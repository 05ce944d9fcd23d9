"""A server that dies in the middle of everything takes nothing with it: whatever it has accepted is there, and all play on."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ponticello.server import Settings
from ponticello.server.storage.database import Storage
from tests.server.crowd import PATIENCE, Crowd, Meeting, Process, draw_up, seat
from tests.server.postgres import new_database

pytestmark = pytest.mark.slow

GAMES = [draw_up(seed) for seed in range(2)]


async def come(crowd: Crowd, true: Callable[[], bool]) -> None:
    """Waits until something has become true, as long as nothing has gone wrong."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            assert crowd.errors == []
            await asyncio.sleep(0.02)


def pause() -> float:
    """Returns how long somebody thinks."""
    return random.uniform(1.0, 3.0)


class Evening:
    """Many matches, and what must be so at the end of them."""

    def __init__(self, database: str, matches: int) -> None:
        self.settings = Settings(database=database)
        self.matches = matches
        self.meetings: list[Meeting] = []

    async def begin(self) -> None:
        """Lets everybody sit down."""
        self.meetings = await seat(self.settings, GAMES, self.matches)

    async def well_under_way(self, crowd: Crowd) -> None:
        """Waits until everybody looks at their table and moves come in from everywhere."""
        await come(crowd, lambda: crowd.connected == 2 * self.matches)
        await come(crowd, lambda: sum(bool(meeting.accepted) for meeting in self.meetings) >= self.matches // 3)

    async def all_go_on(self, crowd: Crowd) -> None:
        """Waits until everybody looks again and has made a further move."""
        before = [len(meeting.accepted) for meeting in self.meetings]
        await come(
            crowd, lambda: all(len(meeting.accepted) >= 2 + had for meeting, had in zip(self.meetings, before, strict=True))
        )
        assert crowd.connected == 2 * self.matches

    async def check(self, crowd: Crowd) -> None:
        """Makes sure that every accepted move is there, in order, and nothing that was not sent."""
        storage = Storage(self.settings)
        await storage.open()
        for meeting in self.meetings:
            kept = [row.text for row in await storage.rows_from(meeting.id, 0)]
            assert kept == meeting.turns[: len(kept)]
            assert len(set(meeting.accepted)) == len(meeting.accepted), "nothing is accepted twice"
            assert max(meeting.accepted) < len(kept)
        await storage.close()
        assert crowd.errors == []


def test_a_killed_server_has_lost_nothing_and_everybody_plays_on_after_its_restart(tmp_path: Path) -> None:
    evening = Evening(f"sqlite:///{tmp_path}/table.db", matches=150)

    async def play() -> None:
        await evening.begin()
        with Process(evening.settings.database) as first:
            crowd = Crowd(evening.meetings, [first.url], pause)

            async def events() -> None:
                await evening.well_under_way(crowd)
                first.kill()
                with await asyncio.to_thread(Process, evening.settings.database, port=first.port):
                    await evening.all_go_on(crowd)

            await crowd.play(events)
        await evening.check(crowd)

    asyncio.run(play())


def test_when_one_of_two_servers_is_killed_its_people_go_over_to_the_other() -> None:
    evening = Evening(new_database(), matches=100)

    async def play() -> None:
        await evening.begin()
        with Process(evening.settings.database) as first, Process(evening.settings.database) as second:
            crowd = Crowd(evening.meetings, [first.url, second.url], pause)

            async def events() -> None:
                await evening.well_under_way(crowd)
                first.kill()
                await evening.all_go_on(crowd)

            await crowd.play(events)
        await evening.check(crowd)

    asyncio.run(play())
