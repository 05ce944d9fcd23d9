"""Matches that do not begin at the beginning: played on from a position of one that is over, or brought as a record."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace

from ponticello.engine.errors import BadRecord
from ponticello.engine.words import count, say
from ponticello.games import rulebook as find_rulebook
from ponticello.players.protocol import write_moves
from ponticello.server.matches import permissions
from ponticello.server.matches.facts import BOT, PERSON, Facts, Seat
from ponticello.server.matches.new_match import FRIENDLY, ME, new_id, read_options, read_plan
from ponticello.server.matches.opening import Opening
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.table import Table
from ponticello.server.storage.database import Guest
from ponticello.server.storage.quotas import IMPORT
from ponticello.table.match import Match
from ponticello.table.pont import split_records

MOST_LETTERS = 60_000  # of a record that is brought; the longest records of whole games have some ten thousand


async def go_on(
    matches: Matches,
    id: str,
    guest: Guest,
    turn: int,
    *,
    seat: int | None = None,
    level: object = FRIENDLY,
    origin: str | None = None,
) -> Table:
    """Lays a table as it stood after a turn of a match that is over: a guest on one seat, bots on the others.

    What chance has done until then stays; what it does from there on is drawn anew.
    """
    old = await matches.open(id)
    opening = permissions.go_on_from(old, turn)
    own = permissions.seat_to_go_on(old, turn, guest.id, seat)
    seats = [{"kind": ME} if number == own else {"kind": BOT, "level": level} for number in range(len(old.seats))]
    facts = read_plan(
        game=old.game.name,
        options=old.facts.options,
        seats=seats,
        clock=None,
        guest=guest.id,
        name=guest.name,
        now=matches.now(),
        public=False,
    )
    return await matches.make(replace(facts, opening=opening), origin)


async def bring(matches: Matches, guest: Guest, text: str, origin: str | None = None) -> Table:
    """Makes a match of a record from elsewhere, which is over as it comes: it can be looked at, and nobody plays there."""
    match = await asyncio.to_thread(read_record, text)
    now = matches.now()
    await matches.storage.count_request(IMPORT, guest.id, origin, now)
    shuffle = match.shuffle
    facts = Facts(
        id=new_id(),
        game=match.game.name,
        options=match.game.options,
        seats=tuple(Seat(PERSON, name=name) for name in match.names),
        clock=None,
        seed=secrets.token_hex(16) if shuffle.sealed else shuffle.seed,
        created=now,
        creator=guest.id,
        opening=Opening(write_moves(match.moves), shuffle=shuffle.hash if shuffle.sealed else "", date=match.date),
    )
    return await matches.make(facts, origin)


def read_record(text: str) -> Match:
    """Returns the one match of a record, played through by the rules; what is wrong with it is said with its line."""
    if len(text) > MOST_LETTERS:
        raise BadRecord(say("that is more than a record of one match has; {most} letters are enough", most=MOST_LETTERS))
    records = split_records(text.removeprefix("\ufeff"))
    if len(records) > 1:
        raise BadRecord(say("there are {games} in this record; bring one at a time", games=count(len(records), "game")))
    header = records[0].header
    if "game" in header:  # before anything is played: an option may name a file, and what opens files is not for people far away
        given = {key.split()[1]: value for key, (_, value) in header.items() if key.startswith("option ")}
        read_options(find_rulebook(header["game"][1]), given)
    return records[0].replay()
