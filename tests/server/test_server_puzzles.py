"""Puzzles at the web table: found at one's strength, tried, solved, rated; and nobody learns the answer before the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path

import httpx
import pytest

from ponticello.analysis.puzzles.book import Puzzle, Refutation, shelf
from ponticello.analysis.puzzles.rating import BEGINNER
from ponticello.games import names
from ponticello.server.pages import puzzles as pages
from ponticello.server.pages.puzzles import choose_next
from tests.server.postgres import new_database
from tests.server.served import Guest, Running, running, settings

BOOKS = [name for name in names() if shelf(name)]
every_game = pytest.mark.parametrize("name", BOOKS)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(settings(tmp_path_factory.mktemp("server"))) as server:
        yield server


@pytest.fixture
def client(server: Running) -> Iterator[httpx.Client]:
    """Somebody's browser, which has never been here."""
    with server.client() as client:
        yield client


def address(puzzle: Puzzle) -> str:
    return f"/puzzles/{puzzle.game}/{puzzle.number}/0"


def next_address(said: str) -> str:
    """Returns where a page goes on."""
    return re.findall(r'data-page="([^"]+)"', said)[0]


def answer_of(puzzle: Puzzle, found: int = 0) -> str:
    return puzzle.rulebook.write_turn(puzzle.steps[puzzle.answers[found]][1])


def wrong_turn(puzzle: Puzzle) -> str:
    return puzzle.refuted[0].turn


def send(client: httpx.Client, puzzle: Puzzle, draft: str, here: str = "", *, confirm: bool = True) -> str:
    """Sends a turn as the page does; returns what it is answered with."""
    sent = {"seat": puzzle.seat, "ply": 0, "turn": 0, "draft": draft, "confirm": confirm}
    answer = client.post(f"{here or address(puzzle)}/step", json=sent)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def solve(client: httpx.Client, puzzle: Puzzle) -> str:
    """Plays all that is asked for; returns what the page shows then."""
    said, here = "", address(puzzle)
    for found in range(puzzle.asked):
        said = send(client, puzzle, answer_of(puzzle, found), here)
        here = next_address(said)
    return said


@every_game
def test_a_puzzle_is_solved_and_then_explains_itself(client: httpx.Client, name: str) -> None:
    puzzle = max(shelf(name), key=lambda each: each.asked)
    page = unescape(client.get(f"/puzzles/{name}/{puzzle.number}").raise_for_status().text)
    assert puzzle.task() in page and "Why not otherwise" not in page
    drawn = send(client, puzzle, answer_of(puzzle), confirm=False)
    assert 'data-complete="yes"' in drawn and "Solved!" not in drawn, "nothing is judged before it is confirmed"
    said = solve(client, puzzle)
    assert "Solved!" in said and "Why not otherwise" in said and wrong_turn(puzzle) in said
    assert "In a row: 1, at best 1" in said and str(round(BEGINNER)) not in said
    again = solve(client, puzzle)
    assert "In a row: 1, at best 1" in again, "only the first try counts"


@every_game
def test_a_wrong_turn_is_answered_and_can_be_tried_again(client: httpx.Client, name: str) -> None:
    puzzle = shelf(name)[1]
    said = send(client, puzzle, wrong_turn(puzzle))
    assert "That is not it" in said and "Try again" in said and "In a row: 0, at best 0" in said
    assert "Solved!" in solve(client, puzzle)
    assert "In a row: 0, at best 0" in client.get(f"/puzzles/{name}/{puzzle.number}").text
    assert "tried this one before" in client.get(f"/puzzles/{name}/{puzzle.number}").text


def test_a_turn_that_a_rule_refuses_is_no_try(client: httpx.Client) -> None:
    puzzle = shelf(BOOKS[0])[2]
    sent = {"seat": 0, "ply": 0, "turn": 0, "draft": "nonsense", "confirm": True}
    answer = client.post(f"{address(puzzle)}/step", json=sent, headers={"Accept": "text/html, application/json"})
    assert answer.status_code == 400 and len(answer.json()["error"]) > 10
    assert "In a row" not in client.get(f"/puzzles/{puzzle.game}/{puzzle.number}").text


def test_the_solution_is_for_those_who_have_tried(client: httpx.Client) -> None:
    puzzle = shelf(BOOKS[0])[3]
    here = f"/puzzles/{puzzle.game}/{puzzle.number}"
    refused = client.get(f"{here}/solution")
    assert refused.status_code == 303 and refused.headers["location"] == here
    given_in = client.post(f"{here}/solution")
    assert given_in.status_code == 303
    shown = unescape(client.get(given_in.headers["location"]).raise_for_status().text)
    assert "The solution" in shown and answer_of(puzzle) in shown and "Why not otherwise" in shown
    assert "In a row: 0, at best 0" in shown, "it counts as a try"


def test_nobody_claims_turns_that_they_have_not_found(server: Running, client: httpx.Client) -> None:
    """What follows a turn would give it away, and an address that is refused when it is wrong would tell what is right."""
    puzzle = next(each for name in BOOKS for each in shelf(name) if each.asked > 1)
    other = next(each for name in BOOKS for each in shelf(name) if each.asked > 1 and each is not puzzle)
    page, beginning = f"/puzzles/{puzzle.game}/{puzzle.number}", "In a row"
    found = next_address(send(client, puzzle, answer_of(puzzle))).rpartition("/")[2]
    assert client.get(f"{page}/{found}/table").status_code == 200, "whoever has found it goes on from there"
    right = "-".join(str(move.action) for move in puzzle.steps[0][1])
    number, _, signature = found.partition(".")
    with server.client() as eve:
        send(eve, other, answer_of(other))  # who has found a turn of another puzzle
        for forged in (right, number, found, f"2.{signature}", f"{number}.", f"{puzzle.asked}.x", "9" * 50, "-1", "%00"):
            refused = eve.get(f"{page}/{forged}/table", headers={"Accept": "application/json"})
            assert refused.status_code == 400 and "open it again" in refused.json()["error"], forged
            sent = {"seat": puzzle.seat, "ply": 0, "turn": 0, "draft": answer_of(puzzle, 1), "confirm": True}
            assert eve.post(f"{page}/{forged}/step", json=sent).status_code == 400, forged
            shown = eve.get(page, params={"found": forged}).raise_for_status().text
            assert next_address(shown) == f"{page}/0" and beginning not in shown, "the page begins at the beginning"
    assert client.get(f"/puzzles/{other.game}/{other.number}/{found}/table").status_code == 400, "it says so of one puzzle only"


def other_answer(puzzle: Puzzle) -> Puzzle:
    """Returns the puzzle as it would be if a wrong turn was its answer, and were refuted otherwise; the same cards come."""
    position, line = puzzle.position, []
    turn = wrong_turn(puzzle)
    for card in [*puzzle.cards, None]:
        position = position.play(turn, puzzle.seat)
        line.append(f"P{puzzle.seat + 1} {turn}")
        if card is not None:
            position = position.play(card)
            line.append(f"chance {card}")
            turn = puzzle.rulebook.write_turn(next(position.legal_turns(puzzle.seat)))
    return replace(puzzle, line=tuple(line), asked=1, refuted=(Refutation(answer_of(puzzle), "0"),), found_by=())


@every_game
def test_nothing_that_can_be_asked_for_depends_on_the_answer(server: Running, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the server answers is the same, letter by letter, whatever the answer of the puzzle is, until something is tried."""
    puzzle = shelf(name)[4]
    said: list[list[str]] = []
    step = wrong_turn(puzzle).split(puzzle.rulebook.joiner)[0]
    for book in (shelf(name), tuple(other_answer(each) if each is puzzle else each for each in shelf(name))):
        monkeypatch.setattr(pages, "shelf", lambda game, book=book: book)  # type: ignore[misc]
        here = f"/puzzles/{name}/{puzzle.number}"
        with server.client() as client:
            drafted = {"seat": puzzle.seat, "ply": 0, "turn": 0, "draft": step}
            answers = [
                client.get(here),
                client.get("/puzzles"),
                client.get(f"{here}/0/table"),
                client.get(f"{here}/0/table", params={"draft": step}),
                client.post(f"{here}/0/step", json=drafted),
                client.get(f"{here}/solution"),
                client.get(f"/api/puzzles/{name}/{puzzle.number}"),
            ]
            said.append([f"{answer.status_code} {answer.headers.get('location')} {answer.text}" for answer in answers])
    assert said[0] == said[1]
    assert said[0][0].startswith("200") and said[0][-1].startswith("404")


def test_the_next_puzzle_is_at_ones_strength_and_new(client: httpx.Client) -> None:
    name = BOOKS[0]
    first = client.get(f"/puzzles/{name}").headers["location"]
    number = int(first.rpartition("/")[2])
    puzzle = shelf(name)[number - 1]
    nearest = sorted(shelf(name), key=lambda each: abs(each.rating - BEGINNER))[: pages.NEAR]
    assert puzzle in nearest
    solve(client, puzzle)
    assert client.get(f"/puzzles/{name}").headers["location"] != first


def test_who_is_stronger_gets_harder_ones_and_in_the_end_the_oldest() -> None:
    book = shelf(BOOKS[0])
    weak, strong = (choose_next(book, {}, {}, strength, "x").rating for strength in (700.0, 2300.0))
    assert weak < strong
    tried = {puzzle.key: True for puzzle in reversed(book)}
    assert choose_next(book, {}, tried, 1200.0, "x") == book[-1]
    moved = {book[-1].key: 700.0}
    assert any(choose_next(book, moved, {}, 700.0, str(luck)) == book[-1] for luck in range(40)), "a puzzle's own rating counts"


def test_pages_that_are_not_there(client: httpx.Client) -> None:
    for path in ("/puzzles/nonsense", f"/puzzles/{BOOKS[0]}/0", f"/puzzles/{BOOKS[0]}/9999", f"/puzzles/{BOOKS[0]}/x"):
        assert client.get(path).status_code == 404
    assert client.post(f"/puzzles/{BOOKS[0]}/9999/solution").status_code == 404


def test_the_overview_tells_how_one_does_in_both_languages(client: httpx.Client) -> None:
    puzzle = shelf(BOOKS[0])[5]
    solve(client, puzzle)
    page = client.get("/puzzles").raise_for_status().text
    assert "you have solved 1 of 1" in page and len(re.findall(r'href="/puzzles/\w+"', page)) >= 2 * len(BOOKS)
    french = client.get("/puzzles", headers={"Accept-Language": "fr"}).text
    assert "vous en avez résolu 1 sur 1" in unescape(french)


@pytest.mark.slow
def test_two_servers_count_one_try(tmp_path: Path) -> None:
    """On PostgreSQL: whichever server hears of it first."""
    puzzle = shelf(BOOKS[0])[6]
    shared = settings(tmp_path, database=new_database())
    with running(shared) as one, running(shared) as other:
        ann: Guest = one.guest("Ann")
        with one.client(ann.cookies) as here, other.client(ann.cookies) as there:
            send(here, puzzle, wrong_turn(puzzle))
            assert "In a row: 0, at best 0" in solve(there, puzzle)
            assert "In a row: 1, at best 1" in solve(there, shelf(BOOKS[0])[7])
            assert "you have solved 1 of 2" in here.get("/puzzles").text
