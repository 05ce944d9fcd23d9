"""The deal of the day for programs: what there is, what came of it, and a seat at a deal."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse

from ponticello.games import rulebook
from ponticello.server.access.identity import server_of
from ponticello.server.api import shapes
from ponticello.server.api.routes import Looker, Newcomer, Origin, shown, terms, token
from ponticello.server.daily.report import GameOfDay, report
from ponticello.table.days import read_day

router = APIRouter(prefix="/api", tags=["daily"], dependencies=[Depends(token)])

DayQuery = Annotated[str | None, Query(max_length=10, description="As 2026-11-16; usually today, by UTC.")]


@router.get("/daily", response_model=shapes.DayShown, **terms(404, anybody=True))
async def day(request: Request, guest: Looker, day: DayQuery = None) -> dict[str, Any]:
    """Shows a day: its deals and puzzles, your results, those of all once yours is there, and afterwards its secret."""
    server = server_of(request)
    known = await server.daily.known_day(server.daily.today() if day is None else read_day(day))
    told = await report(server.daily, guest, known)
    return {
        "day": told.day,
        "is_past": told.is_past,
        "secret": told.secret,
        "games": [_game(game) for game in told.games],
        "share": told.shared(str(request.base_url).rstrip("/")),
    }


@router.post("/daily/{game}", status_code=201, response_model=shapes.Snapshot, **terms(400, 403, 404, 413, 429, anybody=True))
async def play_deal(request: Request, game: str, guest: Newcomer, origin: Origin, day: DayQuery = None) -> JSONResponse:
    """Gives you a table with the deal of the day: the one that counts, until it is over, then others for practice."""
    server = server_of(request)
    wanted = server.daily.today() if day is None else read_day(day) or ""
    table = await server.daily.play(guest, wanted, rulebook(game).name, origin)
    answer = await shown(server.matches, table, guest)
    answer.status_code = 201
    return answer


def _game(game: GameOfDay) -> dict[str, Any]:
    places = [{"rank": place.rank, "name": place.name, "result": place.result, "you": place.is_you} for place in game.places]
    return {
        "game": game.book.name,
        "title": game.book.title,
        "kind": "deal" if game.is_deal else "puzzle",
        "puzzle": None if game.puzzle is None else game.puzzle.number,
        "state": game.state,
        "match": None if game.own is None else game.own.match,
        "result": game.result,
        "places": places,
        "house": game.house.score,
        "best": game.house.best,
        "proven": game.house.is_proven,
    }
