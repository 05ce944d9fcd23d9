"""The deal of the day in pages: what today has, what came of it, what to share, and the days before."""

from __future__ import annotations

import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse

from ponticello.server.access.address import origin_of
from ponticello.server.access.identity import server_of, some_guest
from ponticello.server.daily.report import report
from ponticello.server.pages.reader import Reader, read_reader
from ponticello.server.pages.render import render
from ponticello.server.pages.site import book_of, go
from ponticello.server.pages.today import time_left
from ponticello.server.storage.guests import Guest
from ponticello.table.days import read_day

router = APIRouter(include_in_schema=False)

MOST_DAYS = 60  # in the archive
Reading = Annotated[Reader, Depends(read_reader)]


def day_words(day: str, code: str) -> str:
    """Returns a day as people write it."""
    from babel.dates import format_date  # not needed for the first page

    return format_date(datetime.date.fromisoformat(day), "full", {"en": "en_GB"}.get(code, code))  # the English of these pages


@router.get("/daily")
async def today(request: Request, reader: Reading) -> HTMLResponse:
    """Shows what there is today, and how far the reader has come."""
    return await _page(request, reader, server_of(request).daily.today())


@router.get("/daily/{day}")
async def one_day(request: Request, day: str, reader: Reading) -> HTMLResponse:
    """Shows a day that is over, with all that is known of it; today as ever."""
    return await _page(request, reader, read_day(day))


@router.post("/daily/{day}/{game}")
async def play(
    request: Request,
    day: str,
    game: str,
    guest: Annotated[Guest, Depends(some_guest)],
    origin: Annotated[str | None, Depends(origin_of)],
) -> Response:
    """Sits the guest down at the deal: at the one that counts, until it is over, then for practice."""
    table = await server_of(request).daily.play(guest, read_day(day) or "", book_of(game).name, origin)
    return go(f"/m/{table.id}")


async def _page(request: Request, reader: Reader, wanted: str | None) -> HTMLResponse:
    server = server_of(request)
    told = await report(server.daily, reader.guest, await server.daily.known_day(wanted))
    site = str(request.url.replace(path="", query="")).rstrip("/")
    return await render(
        request,
        "daily.html",
        reader=reader,
        told=told,
        shared=told.shared(site),
        left=time_left(server.daily.seconds_left()),
        before=[one.day for one in await server.storage.days_before(server.daily.today(), MOST_DAYS)],
        day_words=day_words,
    )
