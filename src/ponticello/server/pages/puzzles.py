"""Puzzles in pages: the next one at one's strength, the board to solve it on, and its solution once it is solved or given up.

The page sends the turns that it has found with each click, so the server keeps nothing of an attempt and shows nothing that the
page has not found: the answer leaves the server only with the solution.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from pydantic import BaseModel, Field

from ponticello.analysis.puzzles.book import Puzzle, shelf
from ponticello.analysis.puzzles.solving import Attempt, Tried, after_reply, told_line, told_refutation
from ponticello.engine.errors import IllegalMove
from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.server.access.identity import server_of, some_guest
from ponticello.server.api.shapes import MOST_MOVE, Word
from ponticello.server.pages.plain_routes import PlainRoute, read_body, read_query
from ponticello.server.pages.practice import Hand, Practice
from ponticello.server.pages.reader import Reader, read_reader, reader_of
from ponticello.server.pages.render import all_games, render
from ponticello.server.pages.site import book_of, go
from ponticello.server.storage.guests import Guest
from ponticello.server.storage.puzzling import PuzzleStanding

router = APIRouter(include_in_schema=False)

NEAR = 4  # puzzles of about one's strength, of which one is drawn
MOST_FOUND = 6
Reading = Annotated[Reader, Depends(read_reader)]
Found = Annotated[list[Annotated[str, Field(max_length=MOST_MOVE)]], Field(max_length=MOST_FOUND)]
ASKING, WRONG, SOLVED, GIVEN_UP = "asking", "wrong", "solved", "given-up"


class Look(BaseModel):
    """What a page wants to see: the turns that it has found, the next as far as it is put together, and what is in hand."""

    found: str = Field("", max_length=MOST_FOUND * MOST_MOVE)
    draft: str = Field("", max_length=MOST_MOVE)
    pick: Word | None = None
    view: Word | None = None
    move: str = Field("", max_length=MOST_MOVE)


class Step(BaseModel):
    """The turn as it is with the step that was clicked on or typed; or the whole turn, which is confirmed."""

    found: Found = []
    draft: str = Field(max_length=MOST_MOVE)
    view: Word | None = None
    typed: bool = False
    confirm: bool = False


@dataclass(frozen=True)
class PuzzleView:
    """A puzzle as somebody sees it."""

    puzzle: Puzzle
    reader: Reader
    attempt: Attempt
    hand: Hand = Hand()
    state: str = ASKING
    tried: Tried | None = None  # the wrong turn that was tried last

    def practice(self) -> Practice:
        """Returns the board as it is now."""
        if self.tried is not None:
            position, last = after_reply(self.attempt, self.tried)
            return Practice(position, None, last, self.reader, self.hand)
        seat = self.puzzle.seat if self.state == ASKING else None
        return Practice(self.attempt.position, seat, self.attempt.last, self.reader, self.hand)

    def context(self, standing: PuzzleStanding | None, before: bool | None) -> dict[str, Any]:
        """Returns all that the page says. `before` is how an earlier first try ended, None if there was none."""
        puzzle = self.puzzle
        ended = self.state in (SOLVED, GIVEN_UP)
        with called((), you=puzzle.seat):
            told = {
                "task": self.attempt.told() if not ended else [puzzle.task() + "."],
                "verdict": told_refutation(puzzle, self.tried.refutation) if self.tried else "",
                "line": told_line(puzzle) if ended else [],
                "refuted": [(each.turn, told_refutation(puzzle, each)) for each in puzzle.refuted] if ended else [],
                **self.practice().context(),
            }
        return {
            **told,
            "puzzle": puzzle,
            "state": self.state,
            "found": [] if ended else found_turns(self.attempt),
            "standing": standing,
            "before": before,
            "finders": [level_name(puzzle, name) for name in puzzle.found_by] if ended else [],
        }


def found_turns(attempt: Attempt) -> list[str]:
    """Returns the turns that were found so far."""
    steps, answers = attempt.puzzle.steps, attempt.puzzle.answers
    return [attempt.puzzle.rulebook.write_turn(steps[at][1]) for at in answers[: attempt.found]]


def level_name(puzzle: Puzzle, name: str) -> str:
    """Returns what a level is called."""
    return puzzle.rulebook.levels[int(name.removeprefix("level")) - 1].name


def puzzle_at(game: str, number: int) -> Puzzle:
    """Returns a puzzle by its address."""
    puzzles = shelf(book_of(game).name)
    if not 1 <= number <= len(puzzles):
        raise HTTPException(404)
    return puzzles[number - 1]


def puzzle_of(request: Request) -> Puzzle:
    """Returns the puzzle that a click is about."""
    number = request.path_params["number"]
    return puzzle_at(request.path_params["game"], int(number) if number.isdecimal() and len(number) < 6 else 0)


def attempt_with(puzzle: Puzzle, found: list[str]) -> Attempt:
    """Returns how far the turns go that a page has found; each must be right."""
    attempt = Attempt(puzzle)
    for text in found:
        if attempt.solved or not (tried := attempt.try_turn(text)).right:
            raise IllegalMove(say("that is not how this puzzle goes; open it again"))
        attempt = tried.next
    return attempt


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


async def shown(request: Request, template: str, seen: PuzzleView) -> HTMLResponse:
    """Returns a puzzle as a page, or as the part of it that changes."""
    storage, guest = server_of(request).storage, seen.reader.guest
    standing = before = None
    if guest is not None:
        standing = (await storage.puzzle_standings(guest.id)).get(seen.puzzle.game)
        before = (await storage.tried_puzzles(guest.id, seen.puzzle.game)).get(seen.puzzle.key)
    link = str(request.url.replace(path=f"/puzzles/{seen.puzzle.game}/{seen.puzzle.number}", query=""))
    return await render(request, template, reader=seen.reader, link=link, **seen.context(standing, before))


async def note(request: Request, guest: Guest, puzzle: Puzzle, solved: bool) -> None:
    """Keeps how a first try ended; later ones are for practice."""
    server = server_of(request)
    await server.storage.note_puzzle(guest.id, puzzle.game, puzzle.key, float(puzzle.rating), solved, server.matches.now())


@router.get("/puzzles")
async def overview(request: Request, reader: Reading) -> HTMLResponse:
    """Shows the puzzles of all games, and how the reader does at each."""
    storage = server_of(request).storage
    standings = await storage.puzzle_standings(reader.guest.id) if reader.guest else {}
    books = [(book, len(shelf(book.name)), standings.get(book.name)) for book in all_games() if shelf(book.name)]
    return await render(request, "puzzles.html", reader=reader, books=books)


@router.get("/puzzles/{game}")
async def next_puzzle(request: Request, game: str, reader: Reading) -> Response:
    """Sends the reader on to the next puzzle at their strength."""
    name = book_of(game).name
    puzzles = shelf(name)
    if not puzzles:
        raise HTTPException(404)
    storage, guest = server_of(request).storage, reader.guest
    standing, tried = PuzzleStanding(), {}
    if guest is not None:
        standing = (await storage.puzzle_standings(guest.id)).get(name, standing)
        tried = await storage.tried_puzzles(guest.id, name)
    known = {puzzle.key for puzzle in puzzles}
    tried = {key: solved for key, solved in tried.items() if key in known}
    chosen = choose_next(puzzles, await storage.puzzle_ratings(name), tried, standing.rating, guest.id if guest else "")
    return go(f"/puzzles/{name}/{chosen.number}")


@router.get("/puzzles/{game}/{number}")
async def puzzle_page(request: Request, game: str, number: int, reader: Reading) -> HTMLResponse:
    """Shows a puzzle to be solved."""
    puzzle = puzzle_at(game, number)
    return await shown(request, "puzzle.html", PuzzleView(puzzle, reader, Attempt(puzzle)))


async def look(request: Request) -> HTMLResponse:
    """Draws the board anew, with a turn that is being put together."""
    wanted, puzzle = read_query(request, Look), puzzle_of(request)
    attempt = attempt_with(puzzle, [text for text in wanted.found.split(";") if text])
    hand = Hand(wanted.draft, wanted.pick, wanted.view)
    return await shown(request, "_puzzle.html", PuzzleView(puzzle, await read_reader(request), attempt, hand))


async def why(request: Request) -> JSONResponse:
    """Says which rule refuses a move on the board as it is drafted."""
    wanted, puzzle = read_query(request, Look), puzzle_of(request)
    attempt = attempt_with(puzzle, [text for text in wanted.found.split(";") if text])
    reader = await read_reader(request)
    practice = Practice(attempt.position, puzzle.seat, (), reader, Hand(wanted.draft))
    reason = practice.why_not(wanted.move)
    return JSONResponse({"legal": not reason, "why": reason})


async def step(request: Request) -> HTMLResponse:
    """Draws the turn with one more step, or says which rule refuses it; a whole turn that is confirmed is judged."""
    clicked, puzzle = await read_body(request, Step), puzzle_of(request)
    attempt = attempt_with(puzzle, clicked.found)
    if attempt.solved:
        raise IllegalMove(say("this puzzle is solved"))
    hand = Hand(clicked.draft, None, clicked.view)
    reader = await read_reader(request)
    if not clicked.confirm:
        seen = PuzzleView(puzzle, reader, attempt, hand)
        if refused := seen.practice().draft.refusal:
            raise IllegalMove(refused)
        return await shown(request, "_puzzle.html", seen)
    with called((), you=puzzle.seat):
        tried = attempt.try_turn(clicked.draft)
    guest = await some_guest(request)
    reader = reader_of(request, guest)
    if not tried.right:
        await note(request, guest, puzzle, solved=False)
        return await shown(request, "_puzzle.html", PuzzleView(puzzle, reader, attempt, Hand(view=clicked.view), WRONG, tried))
    if tried.next.solved:
        await note(request, guest, puzzle, solved=True)
    state = SOLVED if tried.next.solved else ASKING
    return await shown(request, "_puzzle.html", PuzzleView(puzzle, reader, tried.next, Hand(view=clicked.view), state))


async def solution(request: Request) -> HTMLResponse:
    """Gives in: shows the solution, which counts as a try that failed."""
    puzzle, guest = puzzle_of(request), await some_guest(request)
    await note(request, guest, puzzle, solved=False)
    seen = PuzzleView(puzzle, reader_of(request, guest), Attempt(puzzle, puzzle.asked), state=GIVEN_UP)
    return await shown(request, "_puzzle.html", seen)


ROUTES = (
    PlainRoute("/puzzles/{game}/{number}/board", look, include_in_schema=False),
    PlainRoute("/puzzles/{game}/{number}/why", why, include_in_schema=False),
    PlainRoute("/puzzles/{game}/{number}/step", step, methods=["POST"], include_in_schema=False),
    PlainRoute("/puzzles/{game}/{number}/solution", solution, methods=["POST"], include_in_schema=False),
)
