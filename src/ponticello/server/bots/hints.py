"""Hints: who plays alone or against bots may ask what the strongest player would do. It thinks where the bots think."""

from __future__ import annotations

import asyncio

from ponticello.server.bots.bots import Bots
from ponticello.server.matches import permissions
from ponticello.server.matches.advice import OwnTurn, turn_of, write_hint
from ponticello.server.matches.permissions import own_seat
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.rows import Act
from ponticello.server.matches.table import Table
from ponticello.server.storage.guests import Guest


class Hints:
    """Gives hints. One for each turn: who asks twice is told the same, and nobody thinks twice."""

    def __init__(self, matches: Matches, bots: Bots) -> None:
        self._matches, self._bots = matches, bots
        self._thinking: dict[tuple[str, OwnTurn], asyncio.Task[str]] = {}

    async def give(self, id: str, guest: Guest, seat: int | None = None) -> Table:
        """Returns the match with a hint for the turn that a guest is to take."""
        table = await self._matches.open(id)
        seat = own_seat(table, guest.id, seat)
        if permissions.hint(table, seat) is None:
            return table
        turn = turn_of(table, seat)
        text = await self._advice(table, seat, turn)

        def decide(now: Table) -> Act | None:
            return permissions.hint(now, seat, text) if turn_of(now, seat) == turn else None  # else it has been played

        return await self._matches.change(id, decide)

    async def stop(self) -> None:
        """Lets everybody stop thinking."""
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _advice(self, table: Table, seat: int, turn: OwnTurn) -> str:
        key = table.id, turn
        task = self._thinking.get(key)
        if task is None:
            task = self._thinking[key] = asyncio.create_task(self._think(table, seat))
            task.add_done_callback(lambda _: self._thinking.pop(key, None))
        return await asyncio.shield(task)  # who leaves does not stop it for who asks again

    async def _think(self, table: Table, seat: int) -> str:
        return write_hint(*await self._bots.advise(table, seat))
