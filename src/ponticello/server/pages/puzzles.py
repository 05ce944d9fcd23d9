"""Puzzles in pages: the next one at one's strength, the board to solve it on, and its solution once it is solved or given up.

An address says, signed, how many turns a guest has found, so the server keeps nothing of an attempt. The answer leaves the server
only with the solution, which is for those whose first try is over.
"""

from __future__ import annotations

import asyncio
import random
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import Field

from ponticello.analysis.puzzles.book import Puzzle, has_puzzles, shelf
from ponticello.analysis.puzzles.solving import Attempt
from ponticello.engine.errors import IllegalMove
from ponticello.engine.words import say
from ponticello.server.access.identity import server_of, some_guest
from ponticello.server.pages.found_turns import NOTHING_FOUND, read_found, write_found
from ponticello.server.pages.plain_routes import PlainRoute, read_body, read_query
from ponticello.server.pages.puzzle_view import PuzzleView
from ponticello.server.pages.reader import Reader, read_reader, reader_of
from ponticello.server.pages.render import all_games, render
from ponticello.server.pages.site import book_of, go
from ponticello.server.pages.table_clicks import Look, Step
from ponticello.server.pages.table_view import Wishes
from ponticello.server.storage.guests import Guest
from ponticello.server.storage.puzzling import PuzzleStanding

router = APIRouter(include_in_schema=False)

NEAR = 4  # puzzles of about one's strength, of which one is drawn
Reading = Annotated[Reader, Depends(read_reader)]
FoundQuery = Annotated[str, Query(max_length=300)]


class Tried(Step):
    """What is tried. Who has no seat at a match says nothing of one."""

    seat: int = Field(0, ge=0)


def puzzle_at(game: str, number: str) -> Puzzle:
    """Returns a puzzle by its address."""
    puzzles = shelf(book_of(game).name)
    if not number.isdecimal() or len(number) > 5 or not 1 <= int(number) <= len(puzzles):
        raise HTTPException(404)
    return puzzles[int(number) - 1]


def choose_next(
    puzzles: tuple[Puzzle, ...], ratings: dict[str, float], tried: dict[str, bool], strength: float, luck: str
) -> Puzzle:
    """Returns a puzzle at somebody's strength that they have not tried; if there is none, the one that was tried first."""
    fresh = [puzzle for puzzle in puzzles if puzzle.key not in tried]
    if not fresh:
        order = list(tried)
        return min(puzzles, key=lambda puzzle: order.index(puzzle.key))
    fresh.sort(key=lambda puzzle: (abs(ratings.get(puzzle.key, puzzle.rating) - strength), puzzle.number))
    return random.Random(f"{luck}/{len(tried)}").choice(fresh[:NEAR])


async def shown(request: Request, template: str, reader: Reader, seen: PuzzleView) -> HTMLResponse:
    """Returns a puzzle as a page, or as the part of it that changes."""
    server, guest, puzzle = server_of(request), reader.guest, seen.puzzle
    told: dict[str, Any] = {"standing": None, "before": None, "of_today": await server.daily.is_of_today(puzzle)}
    told["counts_today"] = told["of_today"] and await server.daily.is_to_be_tried(guest, puzzle)
    if guest is not None:
        told["standing"] = (await server.storage.puzzle_standings(guest.id)).get(puzzle.game)
        told["before"] = (await server.storage.tried_puzzles(guest.id, puzzle.game)).get(puzzle.key)
    link = str(request.url.replace(path=f"/puzzles/{puzzle.game}/{puzzle.number}", query=""))
    found = write_found(server.secret, guest, seen.attempt)
    context = seen.puzzle_context(found)
    if told["of_today"] and seen.is_over:
        context |= {"next_step": "/daily", "next_words": say("To the deals of the day")}
    return await render(request, template, reader=reader, link=link, **told, **context)


async def note(request: Request, guest: Guest, puzzle: Puzzle, solved: bool) -> None:
    """Keeps how a first try ended; later ones are for practice."""
    server = server_of(request)
    await server.storage.note_puzzle(guest.id, puzzle.game, puzzle.key, float(puzzle.rating), solved, server.matches.now())
    await server.daily.note_puzzle(guest, puzzle, solved)


@router.get("/puzzles")
async def overview(request: Request, reader: Reading) -> HTMLResponse:
    """Shows the puzzles of all games, and how the reader does at each."""
    standings = await server_of(request).storage.puzzle_standings(reader.guest.id) if reader.guest else {}
    found = [(book, await asyncio.to_thread(shelf, book.name)) for book in all_games() if has_puzzles(book.name)]
    books = [(book, len(puzzles), standings.get(book.name)) for book, puzzles in found]
    return await render(request, "puzzles.html", reader=reader, books=books)


@router.get("/puzzles/{game}")
async def next_puzzle(request: Request, game: str, reader: Reading) -> Response:
    """Sends the reader on to the next puzzle at their strength."""
    puzzles = await asyncio.to_thread(shelf, book_of(game).name)  # the first time a file is read
    if not puzzles:
        raise HTTPException(404)
    name, storage, guest = puzzles[0].game, server_of(request).storage, reader.guest
    standing, tried = PuzzleStanding(), dict[str, bool]()
    if guest is not None:
        standing = (await storage.puzzle_standings(guest.id)).get(name, standing)
        tried = await storage.tried_puzzles(guest.id, name)
    known = {puzzle.key for puzzle in puzzles}
    tried = {key: solved for key, solved in tried.items() if key in known}
    chosen = choose_next(puzzles, await storage.puzzle_ratings(name), tried, standing.rating, guest.id if guest else "")
    return go(f"/puzzles/{name}/{chosen.number}")


@router.get("/puzzles/{game}/{number}")
async def puzzle_page(
    request: Request, game: str, number: str, reader: Reading, found: FoundQuery = NOTHING_FOUND
) -> HTMLResponse:
    """Shows a puzzle to be solved, from where its reader has found some turns; who has found none begins at the beginning."""
    puzzle = puzzle_at(game, number)
    attempt = read_found(server_of(request).secret, reader.guest, puzzle, found) or Attempt(puzzle)
    return await shown(request, "puzzle.html", reader, PuzzleView(attempt, reader, Wishes()))


@router.post("/puzzles/{game}/{number}/solution")
async def give_in(request: Request, game: str, number: str, guest: Annotated[Guest, Depends(some_guest)]) -> Response:
    """Gives in, which counts as a try that failed, and goes to the solution."""
    puzzle = puzzle_at(game, number)
    await note(request, guest, puzzle, solved=False)
    return go(f"/puzzles/{puzzle.game}/{puzzle.number}/solution")


@router.get("/puzzles/{game}/{number}/solution")
async def solution(request: Request, game: str, number: str, reader: Reading) -> Response:
    """Shows the solution to those who have tried it; the others are sent to the puzzle."""
    puzzle = puzzle_at(game, number)
    tried = await server_of(request).storage.tried_puzzles(reader.guest.id, puzzle.game) if reader.guest else {}
    if reader.guest is None or puzzle.key not in tried or await server_of(request).daily.is_to_be_tried(reader.guest, puzzle):
        return go(f"/puzzles/{puzzle.game}/{puzzle.number}")
    seen = PuzzleView(Attempt(puzzle, puzzle.asked), reader, Wishes(), given_up=True)
    return await shown(request, "puzzle.html", reader, seen)


def attempt_of(request: Request, reader: Reader) -> Attempt:
    """Returns the puzzle that a click is about, as far as its reader has come."""
    path = request.path_params
    attempt = read_found(server_of(request).secret, reader.guest, puzzle_at(path["game"], path["number"]), path["found"])
    if attempt is None:
        raise IllegalMove(say("that is not how far you have come with this puzzle; open it again"))
    return attempt


async def look(request: Request) -> HTMLResponse:
    """Draws the board anew, with a turn that is being put together."""
    wanted, reader = read_query(request, Look), await read_reader(request)
    wishes = Wishes(None, wanted.view, wanted.pick, wanted.draft)
    return await shown(request, "_puzzle.html", reader, PuzzleView(attempt_of(request, reader), reader, wishes))


async def step(request: Request) -> HTMLResponse:
    """Draws the turn with one more step, or says which rule refuses it; a whole turn that is confirmed is judged."""
    clicked, reader = await read_body(request, Tried), await read_reader(request)
    attempt = attempt_of(request, reader)
    seen = PuzzleView(attempt, reader, Wishes(None, clicked.view, None, clicked.draft))
    if seen.draft.refusal:
        raise IllegalMove(seen.draft.refusal)
    if not (clicked.confirm and seen.acting):
        return await shown(request, "_puzzle.html", reader, seen)
    tried = seen.judge(clicked.draft)
    guest = await some_guest(request)
    if tried.next.solved or not tried.right:
        await note(request, guest, attempt.puzzle, tried.right)
    judged = PuzzleView(tried.next, reader, Wishes(None, clicked.view), tried=tried)
    return await shown(request, "_puzzle.html", reader_of(request, guest), judged)


ROUTES = (
    PlainRoute("/puzzles/{game}/{number}/{found}/table", look, include_in_schema=False),
    PlainRoute("/puzzles/{game}/{number}/{found}/step", step, methods=["POST"], include_in_schema=False),
)
