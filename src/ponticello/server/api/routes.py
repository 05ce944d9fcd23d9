"""Matches for programs: what the pages' own script and bots ask for. Everything goes through the matches, like a click does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse
from fastapi.security import HTTPBearer

from ponticello.engine.errors import IllegalMove, PonticelloError
from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.players.protocol import write_moves
from ponticello.server.access.address import origin_of
from ponticello.server.access.identity import acting_guest, known_guest, server_of, some_guest
from ponticello.server.api import shapes
from ponticello.server.errors import Stale
from ponticello.server.matches import permissions
from ponticello.server.matches.draft import Draft, read_draft
from ponticello.server.matches.reading import Remains
from ponticello.server.matches.registry import Matches
from ponticello.server.matches.snapshot import people_at, snapshot
from ponticello.server.matches.table import Table
from ponticello.server.pages.hint_view import shown_hint
from ponticello.server.storage.database import Guest

# All refusals have one shape. It is named by reference but for one of them: FastAPI would else build it anew a hundred times, and
# whoever starts the server would wait for that.
FAILURE = {"application/json": {"schema": {"$ref": f"#/components/schemas/{shapes.Failure.__name__}"}}}
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"description": description, **({"model": shapes.Failure} if status == 422 else {"content": FAILURE})}
    for status, description in {
        400: "Refused; the sentence says by which rule.",
        401: "Nobody is known by this token or cookie.",
        403: "The seat is somebody else's, or the request comes from another site.",
        404: "There is no such match.",
        409: "The table has moved on since the `ply` that was sent: look again.",
        410: "The match cannot be read any more.",
        413: "Too much was sent.",
        422: "What was sent is not what is asked for here.",
        429: "Too often; `Retry-After` says how many seconds to wait. Or too many matches are open, if it says nothing.",
    }.items()
}


def terms(*statuses: int, anybody: bool = False) -> dict[str, Any]:
    """Returns what is told of an endpoint: how it refuses, where some ways are common to all, and whether a token is needed."""
    told: dict[str, Any] = {"responses": {status: REFUSALS[status] for status in (401, 422, *statuses)}}
    return {**told, "openapi_extra": {"security": [{}]}} if anybody else told


ACTING = terms(400, 403, 404, 409, 410, 413, 429)
JOINING = terms(400, 403, 404, 409, 410, 413, 429, anybody=True)

ANY_SEAT, ANY_JOIN = shapes.SeatOnly(), shapes.Join()

token = HTTPBearer(auto_error=False, description="A token from the profile page. Pages are known by their cookie instead.")
router = APIRouter(prefix="/api", tags=["matches"], dependencies=[Depends(token)])  # only described by it; `identity` reads it

Seat = Annotated[shapes.SeatNumber | None, Query(description="Through which of your seats' eyes; usually the one that acts.")]
Since = Annotated[shapes.Ply, Query(description="Events before this ply are left out.")]
DraftText = Annotated[str, Query(max_length=shapes.MOST_MOVE, description="The steps of a turn that are already chosen.")]


async def all_matches(request: Request) -> Matches:
    """Returns where all matches are."""
    return server_of(request).matches


AllMatches = Annotated[Matches, Depends(all_matches)]


Looker = Annotated[Guest | None, Depends(known_guest)]
Newcomer = Annotated[Guest, Depends(some_guest)]
Actor = Annotated[Guest, Depends(acting_guest)]
Origin = Annotated[str | None, Depends(origin_of)]


async def shown(matches: Matches, table: Table, guest: Guest | None, seat: int | None = None, since: int = 0) -> JSONResponse:
    """Returns a match as a guest may know it. That it is a `shapes.Snapshot` is for the tests to say, not for every answer."""
    own = table.seats_of(guest.id if guest else None)
    viewer = table.viewer_of(guest.id if guest else None, seat)
    presence = await matches.presence(table.id)
    return JSONResponse(snapshot(table, viewer, matches.now(), own=own, since=since, presence=presence))


# Matches


@router.post("/matches", status_code=201, response_model=shapes.Snapshot, **terms(400, 403, 413, 429, anybody=True))
async def create(matches: AllMatches, guest: Newcomer, origin: Origin, wish: shapes.NewMatch) -> JSONResponse:
    """Makes a match. Seats of kind `link` or `lobby` are open: it begins when all of them are taken."""
    seats = [seat.model_dump(exclude_none=True) for seat in wish.seats]
    clock = wish.clock.model_dump() if wish.clock else None
    table = await matches.create(
        guest, game=wish.game, options=wish.options, seats=seats, clock=clock, public=wish.public, origin=origin
    )
    answer = await shown(matches, table, guest)
    answer.status_code = 201
    return answer


@router.get("/matches", response_model=shapes.Listings, **terms(anybody=True))
async def list_matches(matches: AllMatches, guest: Looker, which: Literal["lobby", "watch", "mine"] = "lobby") -> dict[str, Any]:
    """Lists the matches in the lobby that wait for anybody, those that are played and anybody may watch, or your own.

    The latest come first; those that cannot be read are left out.
    """
    known = guest.id if guest else None
    found: Sequence[Table | Remains] = ()
    if which == "lobby":
        found = await matches.lobby()
    elif which == "watch":
        found = await matches.watchable()
    elif known:
        found = await matches.games_of(known)
    listed = []
    for table in found:
        if isinstance(table, Remains):
            continue
        viewer = table.viewer_of(known)
        listed.append(snapshot(table, viewer, matches.now(), own=table.seats_of(known), since=table.ply(viewer)))
    return {"matches": listed}


@router.get("/matches/{id}", response_model=shapes.Snapshot, **terms(404, 410, anybody=True))
async def match(matches: AllMatches, id: str, guest: Looker, seat: Seat = None, since: Since = 0) -> JSONResponse:
    """Shows a match as you may know it."""
    return await shown(matches, await matches.open(id), guest, seat, since)


@router.post("/matches/{id}/join", response_model=shapes.Snapshot, **JOINING)
async def join(matches: AllMatches, id: str, guest: Newcomer, wish: shapes.Join = ANY_JOIN) -> JSONResponse:
    """Takes an open seat: the one that is wanted, or the first. Who already sits there just stays."""
    return await shown(matches, await matches.sit(id, guest, wish.seat, wish.name), guest, wish.seat)


# Moves


@router.post("/matches/{id}/moves", response_model=shapes.Snapshot, **ACTING)
async def play(matches: AllMatches, id: str, guest: Actor, turn: shapes.Turn) -> JSONResponse:
    """Plays a move, or a whole turn. Sending the same again is harmless: it is not played twice."""
    table = await matches.play(id, guest, turn.move, turn.ply, turn.seat)
    return await shown(matches, table, guest, turn.seat, turn.ply)


@router.post("/matches/{id}/undo", response_model=shapes.Snapshot, **ACTING)
async def undo(matches: AllMatches, id: str, guest: Actor, wish: shapes.TakeBack) -> JSONResponse:
    """Takes your last move back, as long as nobody has moved and chance has not spoken since.

    In a match with a clock and other people that goes for the steps of a turn that is not complete; for more, `ask`.
    """
    return await shown(matches, await matches.undo(id, guest, wish.ply, wish.seat), guest, wish.seat, wish.ply)


@router.post("/matches/{id}/hint", response_model=shapes.HintShown, **ACTING)
async def hint(request: Request, id: str, guest: Actor, wish: shapes.SeatOnly = ANY_SEAT) -> dict[str, Any]:
    """Says what the strongest player would do in your turn: only alone or against bots. The match notes that you have asked."""
    table = await server_of(request).hints.give(id, guest, wish.seat)
    seat = permissions.own_seat(table, guest.id, wish.seat)
    with called(people_at(table, seat, table.seats_of(guest.id))):
        given = shown_hint(table, seat)
    if given is None:
        raise Stale(say("the table has moved on; look again"))
    return {"ply": table.ply(seat), "move": given.text, "expected": list(given.expected), "words": given.words}


async def draft_of(
    matches: Matches, id: str, guest: Guest | None, seat: int | None, text: str
) -> tuple[Table, int, Draft | None]:
    """Returns a table, for which seat it is seen and, if that seat may act, the turn that a text begins."""
    table = await matches.open(id)
    viewer = table.viewer_of(guest.id if guest else None, seat)
    if table.match is None or viewer not in table.actors:
        return table, viewer, None
    draft = read_draft(table.match, viewer, text)
    if draft.refusal:
        raise IllegalMove(draft.refusal)
    return table, viewer, draft


@router.get("/matches/{id}/legal", response_model=shapes.Legal, **terms(400, 404, 410, anybody=True))
async def legal(matches: AllMatches, id: str, guest: Looker, seat: Seat = None, draft: DraftText = "") -> dict[str, Any]:
    """Lists what your seat may play next, also after the first steps of a turn."""
    table, viewer, begun = await draft_of(matches, id, guest, seat, draft)
    known = {"ply": table.ply(viewer), "seat": viewer, "joiner": table.game.rulebook.joiner}
    if begun is None:
        return {**known, "draft": "", "complete": False, "moves": []}
    return {**known, "draft": begun.text, "complete": begun.complete, "moves": [str(move) for move in begun.targets]}


@router.get("/matches/{id}/why", response_model=shapes.Why, **terms(400, 403, 404, 410))
async def why(
    matches: AllMatches,
    id: str,
    guest: Actor,
    move: Annotated[str, Query(max_length=shapes.MOST_MOVE)],
    seat: Seat = None,
    draft: DraftText = "",
) -> dict[str, Any]:
    """Tells whether a move is legal for your seat and, if not, which rule refuses it. Nothing is played."""
    table = await matches.open(id)
    asking = permissions.own_seat(table, guest.id, seat)
    try:
        permissions.playing(table)
        assert table.match is not None
        table.match.position.seat_to_act(asking)
        with called(people_at(table, asking, table.seats_of(guest.id))):
            begun = read_draft(table.match, asking, draft)
            if begun.refusal or begun.complete:
                raise IllegalMove(begun.refusal or say("the turn is already complete"))
            begun.position.play(move, asking)
    except PonticelloError as error:
        return {"legal": False, "why": str(error)}
    return {"legal": True, "why": ""}


@router.get("/matches/{id}/position", response_model=shapes.PositionShown, **terms(404, 410, anybody=True))
async def position(matches: AllMatches, id: str, guest: Looker, seat: Seat = None) -> dict[str, Any]:
    """Gives all moves so far, chance included, as the engine protocol writes them: what a program needs to think for itself."""
    table = await matches.open(id)
    viewer = table.viewer_of(guest.id if guest else None, seat)
    turns = table.match.turns(viewer) if table.match is not None else []
    return {
        "ply": table.ply(viewer),
        "seat": viewer,
        "game": table.game.name,
        "options": table.game.options,
        "players": len(table.seats),
        "moves": write_moves(move for turn in turns for move in turn.moves),
    }


# Beside the moves


@router.post("/matches/{id}/ask", response_model=shapes.Snapshot, **ACTING)
async def ask(matches: AllMatches, id: str, guest: Actor, wish: shapes.SeatOnly = ANY_SEAT) -> JSONResponse:
    """Asks the others for your last move back, once for each move; bots always agree. The time since then is yours."""
    return await shown(matches, await matches.ask(id, guest, wish.seat), guest, wish.seat)


@router.post("/matches/{id}/answer", response_model=shapes.Snapshot, **ACTING)
async def answer(matches: AllMatches, id: str, guest: Actor, wish: shapes.Answer) -> JSONResponse:
    """Agrees to somebody who wants a move back, or not."""
    return await shown(matches, await matches.answer(id, guest, wish.agree, wish.seat), guest, wish.seat)


@router.post("/matches/{id}/resign", response_model=shapes.Snapshot, **ACTING)
async def resign(matches: AllMatches, id: str, guest: Actor, wish: shapes.SeatOnly = ANY_SEAT) -> JSONResponse:
    """Gives up; a match that still waits for people is closed by it."""
    return await shown(matches, await matches.resign(id, guest, wish.seat), guest, wish.seat)


@router.post("/matches/{id}/leave", response_model=shapes.Snapshot, **ACTING)
async def leave(matches: AllMatches, id: str, guest: Actor, wish: shapes.SeatOnly = ANY_SEAT) -> JSONResponse:
    """Lets a bot play for you until you come back, on your time, where somebody else would have to wait."""
    return await shown(matches, await matches.leave(id, guest, wish.seat), guest, wish.seat)


@router.post("/matches/{id}/return", response_model=shapes.Snapshot, **ACTING)
async def come_back(matches: AllMatches, id: str, guest: Actor, wish: shapes.SeatOnly = ANY_SEAT) -> JSONResponse:
    """Takes your seat back from the bot."""
    return await shown(matches, await matches.come_back(id, guest, wish.seat), guest, wish.seat)


@router.post("/matches/{id}/rematch", response_model=shapes.Snapshot, **ACTING)
async def rematch(matches: AllMatches, id: str, guest: Actor, origin: Origin) -> JSONResponse:
    """Gives you a seat at the match after this one, which is made if nobody has asked for it yet."""
    return await shown(matches, await matches.rematch(id, guest, origin), guest)
