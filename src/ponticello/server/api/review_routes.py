"""What programs can ask for when a match is over: its review, and to play on from its positions. Records can be brought."""

from __future__ import annotations

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response

from ponticello.server.access.identity import server_of
from ponticello.server.api import shapes
from ponticello.server.api.routes import AllMatches, Looker, Newcomer, Origin, shown, terms, token
from ponticello.server.matches.positions import bring, go_on
from ponticello.server.pages.render import FOR_EVER
from ponticello.server.reviews.content import Content
from ponticello.server.storage.reviews import DONE, KeptReview

router = APIRouter(prefix="/api", tags=["reviews"], dependencies=[Depends(token)])

ASKING = terms(400, 403, 404, 410, 413, 429, anybody=True)


@router.get("/matches/{id}/review", response_model=shapes.ReviewShown, **terms(400, 404, 410, anybody=True))
async def review(request: Request, id: str, guest: Looker) -> Response:
    """Gives out what a match that is over could have been, as far as somebody has asked for it; the same to everybody."""
    server = server_of(request)
    return answer_of(request, await server.reviews.kept(await server.matches.open(id)))


@router.post("/matches/{id}/review", status_code=202, response_model=shapes.ReviewShown, **ASKING)
async def ask_for_review(request: Request, id: str, guest: Newcomer, origin: Origin) -> Response:
    """Begins with the review of a match that is over, unless it is there already. It is worked out while nobody plays."""
    server = server_of(request)
    table = await server.reviews.ask(id, guest, origin)
    answer = answer_of(request, await server.reviews.kept(table))
    answer.status_code = 202
    return answer


@router.post("/matches/{id}/go-on", status_code=201, response_model=shapes.Snapshot, **ASKING)
async def play_on(matches: AllMatches, id: str, guest: Newcomer, origin: Origin, wish: shapes.GoOn) -> JSONResponse:
    """Makes a match from a position of one that is over, against bots. What chance does from there on is drawn anew."""
    table = await go_on(matches, id, guest, wish.turn, seat=wish.seat, level=wish.level, origin=origin)
    answer = await shown(matches, table, guest)
    answer.status_code = 201
    return answer


@router.post("/import", status_code=201, response_model=shapes.Snapshot, **terms(400, 403, 413, 429, anybody=True))
async def import_record(matches: AllMatches, guest: Newcomer, origin: Origin, wish: shapes.Import) -> JSONResponse:
    """Makes a match of a record, to be replayed and, if it is of a whole match, reviewed. Nobody plays there."""
    answer = await shown(matches, await bring(matches, guest, wish.record, origin), guest)
    answer.status_code = 201
    return answer


def answer_of(request: Request, kept: KeptReview | None) -> Response:
    """Returns a review as JSON; one that is done never changes, and may be kept by whoever has it."""
    state, progress, content = "none", 0.0, Content()
    if kept is not None:
        state, content = kept.state, Content.from_json(kept.content)
        progress = server_of(request).reviews.progress(kept)
    head = f'{{"state":"{state}","progress":{progress:.3f},'
    headers = {"Cache-Control": FOR_EVER} if state == DONE and request.method == "GET" else None
    return Response(head + content.to_json()[1:], media_type="application/json", headers=headers)
