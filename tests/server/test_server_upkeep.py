"""The upkeep of the tables: time runs out, people vanish and come back, bots are interrupted, tables are forgotten."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ponticello.server import Settings
from ponticello.server.access.identity import new_guest
from ponticello.server.app import Server
from ponticello.server.errors import NotNow
from ponticello.server.matches.clock import DAY
from ponticello.server.matches.facts import CLOSED, OVER, PLAYING, TIME, WAITING
from ponticello.server.matches.table import Table
from ponticello.server.pages.match_list import listed_match
from ponticello.server.storage.database import Guest

PATIENCE = 60  # seconds; only a test that has gone wrong waits that long
GRACE = 60.0


class Night:
    """A server whose upkeep goes round when a test says so, on a clock of the test's own."""

    def __init__(self, folder: Path, **changes: float) -> None:
        self.server = Server(
            Settings(database=f"sqlite:///{folder}/table.db", grace=GRACE, bot_pause=0, warm=False, limits=False, **changes)
        )
        self.matches = self.server.matches
        self.time = 1_000.0
        self.matches.now = lambda: self.time  # type: ignore[method-assign]
        self.people = [new_guest() for _ in range(4)]

    async def match(self, *kinds: str, game: str = "ponte", clock: dict[str, object] | None = None) -> Table:
        """Makes a match; the first person sits down with it, the others one after the other."""
        seats: list[dict[str, object]] = [{"kind": kind} for kind in kinds]
        table = await self.matches.create(self.people[0], game=game, options={}, seats=seats, clock=clock)
        for guest in self.people[1 : 1 + kinds.count("link")]:
            table = await self.matches.sit(table.id, guest)
        return table

    async def open_page(self, table: Table, seat: int) -> None:
        """Lets the person of a seat look at the table."""
        await self.server.storage.socket_opened(f"page of {seat}", self.server.name, table.id, seat, self.time)

    async def close_page(self, table: Table, seat: int) -> None:
        """Lets the person of a seat look away."""
        await self.server.storage.socket_closed(f"page of {seat}", table.id, seat, self.time)
        await self.server.upkeep.expect_back(table.id)

    async def round(self) -> None:
        """Lets the upkeep go round once."""
        for id in await self.server.storage.due(self.time):
            await self.server.upkeep.look_after(id)

    async def later(self, seconds: float, table: Table) -> Table:
        """Returns the table after the upkeep's next round, some time later."""
        self.time += seconds
        await self.round()
        return await self.matches.open(table.id)

    async def play(self, table: Table, guest: Guest) -> Table:
        """Plays a turn of a guest."""
        table = await self.matches.open(table.id)
        (seat,) = table.seats_of(guest.id)
        assert table.match is not None
        position, moves = table.match.position, []
        while not moves or (seat in position.actors and position.mid_turn(seat)):
            moves.append(random.Random(len(table.rows)).choice(position.legal_moves(seat)))
            position = position.play(moves[-1])
        text = table.game.rulebook.write_turn(moves)
        return await self.matches.play(table.id, guest, text, table.ply(seat), seat)

    async def wait(self, table: Table, until: Callable[[Table], bool]) -> Table:
        """Waits for what the bots does in its threads."""
        async with asyncio.timeout(PATIENCE):
            while not until(table := await self.matches.open(table.id)):
                await asyncio.sleep(0.01)
        return table


@asynccontextmanager
async def night(folder: Path, **changes: float) -> AsyncIterator[Night]:
    """Gives a server without a upkeep of its own."""
    night = Night(folder, **changes)
    await night.server.storage.open()
    yield night
    await night.server.bots.stop()
    await night.server.storage.close()


def test_who_has_no_time_left_loses(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            table = await here.match("me", "link", clock={"kind": "game", "minutes": 1, "seconds": 5})
            table = await here.later(59, table)
            assert table.status == PLAYING
            table = await here.later(2, table)
            assert table.result is not None
            assert (table.result.reason, table.result.winners) == (TIME, (1,))

    asyncio.run(play())


def test_a_turn_may_take_days_and_no_longer(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            table = await here.match("me", "link", clock={"kind": "days", "days": 3})
            await here.open_page(table, 0)
            await here.open_page(table, 1)
            await here.close_page(table, 0)
            table = await here.later(2.9 * DAY, table)
            assert not table.rows[1:], "nobody plays for who has days"
            table = await here.play(table, here.people[0])
            table = await here.later(2.9 * DAY, table)
            assert table.status == PLAYING
            table = await here.later(0.2 * DAY, table)
            assert table.result is not None
            assert (table.result.reason, table.result.seat) == (TIME, 1)

    asyncio.run(play())


def test_a_bot_plays_for_who_stays_away_and_gives_the_seat_back(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            table = await here.match("me", "link")
            for seat in (0, 1):
                await here.open_page(table, seat)
            await here.close_page(table, 0)
            table = await here.later(GRACE - 1, table)
            assert not table.seats[0].standin
            await here.server.upkeep.look_after(table.id)
            assert not (await here.matches.open(table.id)).seats[0].standin, "nobody plays earlier"
            await here.later(2, table)
            table = await here.wait(table, lambda table: table.actors == (1,))
            assert [row.kind for row in table.rows] == ["sit", "leave", "move"]
            assert table.seats[0].standin
            table = await here.matches.come_back(table.id, here.people[0])
            table = await here.play(table, here.people[1])
            table = await here.play(table, here.people[0])
            assert [row.kind for row in table.rows[3:]] == ["return", "move", "move"]

    asyncio.run(play())


def test_who_comes_back_in_time_keeps_the_seat(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            table = await here.match("me", "link")
            for seat in (0, 1):
                await here.open_page(table, seat)
            await here.close_page(table, 0)
            here.time += GRACE / 2
            await here.open_page(table, 0)
            for _ in range(5):
                table = await here.later(GRACE, table)
            assert not table.seats[0].standin

    asyncio.run(play())


@pytest.mark.parametrize("away", [(0, 1), (1,)])
def test_nobody_plays_for_who_is_not_waited_for(away: tuple[int, ...], tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            table = await here.match("me", "link")
            for seat in (0, 1):
                await here.open_page(table, seat)
            for seat in away:
                await here.close_page(table, seat)
            for _ in range(5):
                table = await here.later(GRACE, table)
            assert not any(seat.standin for seat in table.seats)

    asyncio.run(play())


def test_the_pages_of_a_server_that_died_are_closed_ones(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            table = await here.match("me", "link")
            await here.server.storage.socket_opened("dead", "a server that died", table.id, 0, here.time)
            await here.open_page(table, 1)
            here.time += 100
            lost = await here.server.storage.sockets_beat(here.server.name, here.time, 50)
            assert lost == [table.id]
            await here.server.upkeep.expect_back(table.id)
            assert not (await here.later(GRACE - 1, table)).seats[0].standin
            assert (await here.later(2, table)).seats[0].standin

    asyncio.run(play())


def test_tables_nobody_comes_back_to_are_closed(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path, forgotten=100.0, abandoned=1000.0) as here:
            playing = await here.match("me", "link")
            waiting = await here.matches.create(
                here.people[0], game="ponte", options={}, seats=[{"kind": "me"}, {"kind": "lobby"}]
            )
            assert (await here.later(99, waiting)).status == WAITING
            waiting = await here.later(2, waiting)
            assert waiting.result is not None and waiting.result.reason == CLOSED
            assert await here.matches.lobby() == []
            assert (await here.later(890, playing)).status == PLAYING
            playing = await here.later(20, playing)
            assert playing.status == OVER
            assert await here.server.storage.due(here.time + 1e9) == [], "what is over is never due"

    asyncio.run(play())


def test_a_bot_that_was_interrupted_moves_after_the_next_start(tmp_path: Path) -> None:
    async def crash() -> tuple[str, float]:
        async with night(tmp_path) as here:
            here.matches.changed = lambda table: None  # the power fails before the bot has begun to think
            table = await here.match("bot", "me")
            assert table.actors == (0,) and not table.rows
            return table.id, here.time

    async def start(id: str, time: float) -> None:
        here = Night(tmp_path, upkeep=0.01)
        here.time = time + 30
        await here.server.start()
        table = await here.wait(await here.matches.open(id), lambda table: table.actors == (1,))
        assert [(row.kind, row.seat) for row in table.rows] == [("move", 0)]
        await here.server.stop()

    asyncio.run(start(*asyncio.run(crash())))


def test_the_keeper_goes_on_after_it_has_stumbled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        here = Night(tmp_path, upkeep=0.01)
        await here.server.start()
        table = await here.match("me", "link", clock={"kind": "game", "minutes": 1, "seconds": 0})
        due, stumbles = here.server.storage.due, [OSError("a cable was pulled")]

        async def sometimes(now: float, most: int = 100) -> list[str]:
            if stumbles:
                raise stumbles.pop()
            return await due(now, most)

        monkeypatch.setattr(here.server.storage, "due", sometimes)
        here.time += 61
        table = await here.wait(table, lambda table: table.status == OVER)
        assert not stumbles
        await here.server.stop()

    asyncio.run(play())


def test_what_comes_after_the_time_has_run_out_comes_too_late(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            clock: dict[str, object] = {"kind": "game", "minutes": 1, "seconds": 5}
            moved, resigned = [await here.match("me", "link", clock=clock) for _ in range(2)]
            here.time += 60.5  # and the upkeep has not come round yet
            with pytest.raises(NotNow, match="over"):
                await here.play(moved, here.people[0])
            with pytest.raises(NotNow, match="over"):
                await here.matches.resign(resigned.id, here.people[1])
            for table in (moved, resigned):
                table = await here.matches.open(table.id)
                assert table.result is not None
                assert (table.result.reason, table.result.winners) == (TIME, (1,))

    asyncio.run(play())


def test_nothing_is_dated_before_what_has_already_happened(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            table = await here.match("me", "link", clock={"kind": "game", "minutes": 1, "seconds": 5})
            here.time -= 30  # another server's time, or another start's
            table = await here.play(table, here.people[0])
            assert [row.at for row in table.rows] == [1_000.0, 1_000.0]
            face = table.clock_of(0, here.time)
            assert face is not None and face.left == 65, "nobody gains time by it"

    asyncio.run(play())


def test_a_list_of_games_does_not_tell_of_a_step_in_a_running_round(tmp_path: Path) -> None:
    async def play() -> None:
        async with night(tmp_path) as here:
            ann, bo = here.people[:2]
            hidden = await here.match("me", "link", game="connections")
            here.time += 10
            other = await here.match("me", "link", game="ponte")
            here.time += 90
            legal = hidden.match.legal(0) if hidden.match else []
            await here.matches.play(hidden.id, ann, str(legal[0]), hidden.ply(0), 0)

            async def listed(guest: Guest) -> list[tuple[str, float]]:
                found = [listed_match(table, guest.id) for table in await here.matches.games_of(guest.id)]
                return [(match.id, match.touched) for match in found]

            assert await listed(bo) == [(other.id, 1_010.0), (hidden.id, 1_000.0)]
            assert await listed(ann) == [(hidden.id, 1_100.0), (other.id, 1_010.0)]
            assert listed_match(await here.matches.open(hidden.id), None).touched == 1_000.0
            assert await here.server.storage.of_guest(bo.id) == [other.id, hidden.id]

    asyncio.run(play())
