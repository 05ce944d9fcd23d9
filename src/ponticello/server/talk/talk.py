"""Who says what to whom: those who sit at the table hear it, unless they have muted the others, and nobody else does."""

from __future__ import annotations

from time import monotonic
from typing import Any

from ponticello.engine.words import say
from ponticello.server.access.pace import Buckets, Pace
from ponticello.server.matches.facts import OPEN
from ponticello.server.matches.permissions import own_seat
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.table import Table
from ponticello.server.storage.guests import Guest
from ponticello.server.storage.talk import Line
from ponticello.server.talk.lines import CHAT, EMOTE, EMOTES, MOST_LETTERS, check_allowed, check_line, is_deleted, may_say

PACES = {EMOTE: Pace("emotes", 0.25, 4), CHAT: Pace("lines", 0.5, 6)}


class Talk:
    """What is said at all matches of a server."""

    def __init__(self, matches: Matches, buckets: Buckets) -> None:
        self._matches, self._buckets = matches, buckets

    def pause(self, guest: Guest, kind: str) -> float:
        """Returns how long somebody must wait who says too much; nothing if what they say counts from now on."""
        if not self._matches.settings.limits:
            return 0.0
        return self._buckets.take(PACES[kind], guest.id, monotonic())

    async def say(self, id: str, guest: Guest, kind: str, text: str, seat: int | None = None) -> dict[str, Any]:
        """Says something to the others at a match; returns it as the speaker is shown it."""
        table, settings = await self._matches.open(id), self._matches.settings
        place = own_seat(table, guest.id, seat)
        now = self._matches.now()
        check_allowed(table, guest.id, kind, now, settings.talk_kept)
        line = await self._matches.storage.add_line(id, place, kind, check_line(text) if kind == CHAT else text, now)
        self._matches.hub.said(id)
        return await self.shown(table, guest, line - 1)

    async def mute(self, id: str, guest: Guest, muted: bool) -> dict[str, Any]:
        """Lets a guest hear the others at a match, or not. The others are not told."""
        table = await self._matches.open(id)
        own_seat(table, guest.id, None)
        await self._matches.storage.mute(id, guest.id, muted)
        self._matches.hub.said(id)
        return await self.shown(table, guest)

    async def for_page(self, table: Table, guest: Guest | None) -> dict[str, Any]:
        """Returns what a page needs on which a guest can talk: who sits at a table with other people, or where some may come."""
        sits = guest is not None and bool(table.seats_of(guest.id))
        if guest is None or not sits or not (may_say(table, guest.id) or any(seat.kind in OPEN for seat in table.seats)):
            return {}
        if is_deleted(table, self._matches.now(), self._matches.settings.talk_kept):
            return {}
        return {"talk": await self.shown(table, guest), "emotes": EMOTES, "most_letters": MOST_LETTERS}

    async def shown(self, table: Table, guest: Guest, after: int = 0) -> dict[str, Any]:
        """Returns what was said at a match after a line, as far as a guest who sits there hears it."""
        storage, own = self._matches.storage, table.seats_of(guest.id)
        own_seat(table, guest.id, None)
        gone = is_deleted(table, self._matches.now(), self._matches.settings.talk_kept)
        muted = await storage.has_muted(table.id, guest.id)
        lines = [] if gone else await storage.lines(table.id, after)
        heard = [line for line in lines if line.seat in own or not (muted or guest.id in line.unheard)]
        return {
            "may": "" if gone else may_say(table, guest.id),
            "muted": muted,
            "last": heard[-1].id if heard else after,
            "lines": [line_shown(table, line, own) for line in heard],
        }


def line_shown(table: Table, line: Line, own: list[int]) -> dict[str, Any]:
    """Returns a line as it is told."""
    words = say(EMOTES[line.text]) if line.kind == EMOTE and line.text in EMOTES else line.text
    name = table.seats[line.seat].name
    told = {"id": line.id, "seat": line.seat, "name": name, "you": line.seat in own, "kind": line.kind, "text": line.text}
    return {**told, "words": words, "at": line.at}
