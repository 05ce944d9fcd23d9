"""Lessons in a page: all games, the steps of one, and what somebody tries in a step. A step is no match: nothing of it is kept
but that it was done."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from ponticello.engine.errors import IllegalMove
from ponticello.server.access.identity import server_of, some_guest
from ponticello.server.pages.learning import progress
from ponticello.server.pages.lesson_view import LessonView
from ponticello.server.pages.plain_routes import PlainRoute, read_body, read_query
from ponticello.server.pages.reader import read_reader
from ponticello.server.pages.render import render
from ponticello.server.pages.site import book_of, go
from ponticello.server.pages.table_clicks import Look, Step
from ponticello.server.pages.table_view import Wishes
from ponticello.table.lessons import Lesson, Verdict, lesson_of

router = APIRouter(include_in_schema=False)


@router.get("/learn")
async def all_lessons(request: Request) -> HTMLResponse:
    """Lists the lessons of all games, with what is done of each."""
    reader = await read_reader(request)
    shown = await progress(server_of(request).storage, reader)
    return await render(request, "learn.html", reader=reader, lessons=shown)


@router.get("/learn/{game}")
async def one_lesson(request: Request, game: str) -> Response:
    """Goes to the first step that is not done."""
    name = book_of(game).name
    (own,) = await progress(server_of(request).storage, await read_reader(request), [name])
    return go(f"/learn/{name}/{own.next_step}")


@router.get("/learn/{game}/{number}")
async def lesson_step(request: Request, game: str, number: str) -> HTMLResponse:
    """Shows a step; the last one is a first game."""
    lesson, at = find_step(game, number)
    reader = await read_reader(request)
    (own,) = await progress(server_of(request).storage, reader, [lesson.rulebook.name])
    if at == lesson.length:
        return await render(request, "first_game.html", reader=reader, progress=own, book=lesson.rulebook)
    await played_up_to(lesson, at)
    seen = LessonView(lesson, at, reader, Wishes())
    return await render(request, "lesson.html", reader=reader, progress=own, **seen.lesson_context())


def find_step(game: str, number: str) -> tuple[Lesson, int]:
    """Returns the lesson and the number of a step in an address."""
    lesson = lesson_of(book_of(game).name)
    if not number.isdecimal() or len(number) > 3 or not 1 <= int(number) <= lesson.length:
        raise HTTPException(404)
    return lesson, int(number)


async def playable_step(request: Request) -> tuple[Lesson, int]:
    """Returns the lesson and the number of a step at whose board something is done."""
    lesson, number = find_step(request.path_params["game"], request.path_params["number"])
    if number == lesson.length:
        raise HTTPException(404)
    await played_up_to(lesson, number)
    return lesson, number


async def played_up_to(lesson: Lesson, number: int) -> None:
    """Lets the turns be played that lead to a step, which may be a whole game: once, and while others are answered."""
    await asyncio.to_thread(getattr, lesson.steps[number - 1], "start")


async def look(request: Request) -> HTMLResponse:
    """Draws a step anew, with a turn that is being put together."""
    wanted, (lesson, number) = read_query(request, Look), await playable_step(request)
    wishes = Wishes(None, wanted.view, wanted.pick, wanted.draft, None, None)
    return await _fragment(request, LessonView(lesson, number, await read_reader(request), wishes))


async def step(request: Request) -> HTMLResponse:
    """Judges what is tried: a turn that is whole, or a move that a rule refuses. What is only begun is drawn."""
    clicked, (lesson, number) = await read_body(request, Tried), await playable_step(request)
    reader = await read_reader(request)
    seen = LessonView(lesson, number, reader, Wishes(None, clicked.view, None, clicked.draft))
    verdict = seen.judge(clicked.draft)
    if verdict.is_right and (not verdict.moves or is_decided(seen, clicked)):
        return await _done(request, lesson, number, clicked, verdict)
    if verdict.is_whole and is_decided(seen, clicked):
        raise IllegalMove(" ".join(verdict.words))
    return await _fragment(request, seen)


class Tried(Step):
    """What is tried in a step. Who has no seat at a match says nothing of one."""

    seat: int = Field(0, ge=0)


def is_decided(seen: LessonView, clicked: Tried) -> bool:
    """Tells whether a whole turn counts as played, as it would at a table."""
    return clicked.confirm or (not seen.reader.confirm and (seen.draft.instant or (clicked.typed and seen.draft.complete)))


async def _done(request: Request, lesson: Lesson, number: int, clicked: Tried, verdict: Verdict) -> HTMLResponse:
    """Shows what came of it and keeps that the step is done; somebody new becomes a guest by it."""
    guest, server = await some_guest(request), server_of(request)
    await server.storage.note_learned(guest.id, lesson.rulebook.name, number)
    reader = await read_reader(request)
    return await _fragment(request, LessonView(lesson, number, reader, Wishes(None, clicked.view), verdict))


async def _fragment(request: Request, seen: LessonView) -> HTMLResponse:
    reader = await read_reader(request)
    (own,) = await progress(server_of(request).storage, reader, [seen.lesson.rulebook.name])
    return await render(request, "_lesson.html", reader=reader, progress=own, **seen.lesson_context())


ROUTES = (
    PlainRoute("/learn/{game}/{number}/table", look, include_in_schema=False),
    PlainRoute("/learn/{game}/{number}/step", step, methods=["POST"], include_in_schema=False),
)
