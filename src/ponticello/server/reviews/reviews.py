"""Works out what matches could have been: a slice at a time, after everybody who plays, and never in the event loop.

A review that is under way lives in the database, not here: each slice reads what is kept and keeps what it has found. So nothing
is lost but a slice when a server ends, and another one, or the next start, goes on.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import replace

from ponticello.analysis.model import Review
from ponticello.analysis.possible import Hindsight
from ponticello.analysis.worker import hindsight_question, review_question
from ponticello.engine.errors import PonticelloError
from ponticello.server.bots.bots import Bots
from ponticello.server.bots.worker import THINKER, Worker
from ponticello.server.matches import permissions
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.table import Table
from ponticello.server.reviews.content import (
    VERSION,
    Content,
    Findings,
    can_look_back,
    findings,
    how_it_ended,
    seats_to_look_back,
)
from ponticello.server.storage.guests import Guest
from ponticello.server.storage.reviews import DONE, FAILED, OPEN, KeptReview
from ponticello.server.watchdog import watched

log = logging.getLogger("ponticello.server")
SLICE = 1.0  # seconds for which a review keeps a thinker from the bots
PATIENCE = 120.0  # seconds for a slice, or for one step of looking back, before its process is taken for stuck
LOOKING_BACK = 300.0  # seconds in all, for those who played a match
LOST = 2.5  # beats after which a silent server's reviews are taken over
TRIES = 3  # after which a review that fails again and again is given up
MOST_UNDER_WAY = 200
MOST_READ = 50  # reviews that are kept as they were read lately


class Reviews:
    """All reviews of a server: those that are under way here, and those that are kept."""

    def __init__(self, matches: Matches, bots: Bots, server: str) -> None:
        self._matches, self._bots, self._server = matches, bots, server
        self._storage = matches.storage
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._looking_back = Worker((*THINKER, "--idle"), "looks back")
        self._one_looks_back = asyncio.Lock()
        self._rounds: asyncio.Task[None] | None = None
        self._read: OrderedDict[tuple[str, int], Findings] = OrderedDict()

    def start(self) -> None:
        """Takes up what was interrupted, and begins its rounds."""
        self._rounds = asyncio.create_task(watched("the reviews", self._go_round()))

    async def stop(self) -> None:
        """Lets go of everything; what is kept is gone on with after the next start."""
        tasks = [*filter(None, [self._rounds]), *self._under_way.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._looking_back.stop()
        await self._storage.release_reviews(self._server)

    async def ask(self, id: str, guest: Guest, origin: str | None = None) -> Table:
        """Begins with the review of a match, unless it is there or under way."""
        table = await self._matches.open(id)
        permissions.review(table)
        if await self._storage.ask_for_review(id, VERSION, guest.id, origin, self._server, self._matches.now()):
            self._begin(id)
        return table

    async def kept(self, table: Table) -> KeptReview | None:
        """Returns the review of a match as far as there is one; of a running match there is none for anybody."""
        permissions.review(table)
        found = await self._storage.review(table.id)
        return None if found is None or found.version != VERSION else found

    def read(self, kept: KeptReview) -> Findings:
        """Returns what a review has found so far, read once for all who look at it."""
        key = kept.match, hash(kept.content)
        if key not in self._read:
            self._read[key] = findings(kept.content)
            while len(self._read) > MOST_READ:
                self._read.popitem(last=False)
        self._read.move_to_end(key)
        return self._read[key]

    def progress(self, kept: KeptReview) -> float:
        """Returns how much of a review is worked out, from 0 to 1: its first half is what was expected of every turn."""
        if kept.state == DONE:
            return 1.0
        found = self.read(kept)
        if found.review is None:
            return 0.0
        if not can_look_back(found.review.game) or found.review.steps[-1].is_ending:
            return found.review.progress
        known = [one for looked_back in found.hindsight.values() for one in looked_back.possible]
        return (found.review.progress + sum(one.proven for one in known) / max(1, len(known))) / 2

    async def _go_round(self) -> None:
        """Says now and then that this server lives, and takes over from those that do not."""
        beat = self._matches.settings.beat
        lost = LOST * beat if self._matches.settings.is_shared else 0.0  # a file has one server: whoever had it before is gone
        while True:
            try:
                now = self._matches.now()
                await self._storage.reviews_beat(self._server, self._under_way.keys(), now)
                room = MOST_UNDER_WAY - len(self._under_way)
                for id in await self._storage.claim_reviews(self._server, now, lost, VERSION, room) if room > 0 else ():
                    self._begin(id)
            except Exception:
                log.exception("the reviews stumbled; they go on")
            lost = LOST * beat
            await asyncio.sleep(beat)

    def _begin(self, id: str) -> None:
        if id not in self._under_way:
            task = self._under_way[id] = asyncio.create_task(watched("a review", self._work(id)))
            task.add_done_callback(lambda task: self._done(id, task))

    def _done(self, id: str, task: asyncio.Task[None]) -> None:
        if self._under_way.get(id) is task:
            del self._under_way[id]
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("the review of %s failed, another try follows: %s", id, error, exc_info=error)

    async def _work(self, id: str) -> None:
        """Goes on with a review until it is done, or somebody else's."""
        table = await self._matches.open(id)
        failures = 0
        while True:
            try:
                is_going_on = await self._slice(table)
                failures = 0
            except PonticelloError as error:
                failures += 1
                log.error("a slice of the review of %s was lost: %s", id, error)
                is_going_on = failures < TRIES
                if not is_going_on:
                    await self._give_up(id)
            if not is_going_on:
                return

    async def _give_up(self, id: str) -> None:
        """Leaves a review as it is. If only looking back has failed, it is done without that."""
        kept = await self._storage.review(id)
        content = Content.from_json(kept.content if kept is not None else None)
        state = DONE if content.review is not None and Review.from_json(content.review).finished else FAILED
        await self._storage.keep_review(id, self._server, state, None, self._matches.now())

    async def _slice(self, table: Table) -> bool:
        """Makes a review a little finer; tells whether there is more to do for it here."""
        match = permissions.review(table)
        kept = await self._storage.review(table.id)
        if kept is None or kept.state != OPEN or kept.server != self._server:
            return False
        content = Content.from_json(kept.content)
        if content.review is None or not Review.from_json(content.review).finished:
            simulations = self._matches.settings.review_simulations
            question = review_question(match, how_it_ended(table), content.review, SLICE, simulations)
            if content.review is not None:  # the first glance needs no compiled players
                await self._bots.make_ready(table.game.name)
            async with self._bots.thinkers.line.place(f"review {kept.guest}", SLICE, can_wait=True):
                answer, _ = await self._bots.thinkers.answered(question, PATIENCE)
            content = replace(content, review=answer)
            is_done = Review.from_json(answer).finished and not seats_to_look_back(table)
            return await self._keep(table, content, is_done=is_done)
        return await self._look_back(table, content)

    async def _look_back(self, table: Table, content: Content) -> bool:
        """Works out what was still possible for everybody, one after the other, in a process of its own: all others go first."""
        seats = seats_to_look_back(table)
        known = {one.seat: one for one in map(Hindsight.from_json, content.hindsight)}
        seat = next((seat for seat in seats if seat not in known or not known[seat].done), None)
        if seat is None:
            return await self._keep(table, content, is_done=True)
        so_far = known[seat].to_json() if seat in known else None
        question = hindsight_question(permissions.review(table), seat, so_far, LOOKING_BACK / len(seats))
        async with self._one_looks_back:  # one search from its first step to its last: another match's would begin it anew
            try:
                while True:
                    known[seat] = Hindsight.from_json(await self._looking_back.ask(question, LOOKING_BACK + PATIENCE))
                    content = replace(content, hindsight=tuple(one.to_json() for one in known.values()))
                    is_done = known[seat].done and all(one in known for one in seats)
                    if not await self._keep(table, content, is_done=is_done) or known[seat].done:
                        return not is_done
            finally:
                await self._looking_back.stop()  # a solver takes much memory, and is seldom needed

    async def _keep(self, table: Table, content: Content, *, is_done: bool) -> bool:
        """Keeps what is found; tells whether there is more to do for it here."""
        state = DONE if is_done else OPEN
        is_ours = await self._storage.keep_review(table.id, self._server, state, content.to_json(), self._matches.now())
        return is_ours and not is_done
