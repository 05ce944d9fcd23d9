"""Puzzles in a browser: one solved and one failed, in both languages, on a phone, by clicks and by keyboard. Names no game."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ponticello.analysis.puzzles.book import Puzzle, shelf
from ponticello.games import names
from tests.browser.browser_person import Person
from tests.browser.test_browser_ways import sideways, violations

pytestmark = pytest.mark.slow

Meet = Callable[..., Person]
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
BOOKS = [name for name in names() if shelf(name)]


def answer_of(puzzle: Puzzle, found: int = 0) -> str:
    return puzzle.rulebook.write_turn(puzzle.steps[puzzle.answers[found]][1])


def type_turn(person: Person, turn: str) -> None:
    """Types a turn and confirms it, by keyboard alone."""
    page = person.page
    page.wait_for_load_state()  # until then nobody hears a key or a click
    page.focus("#move")
    page.keyboard.type(turn)
    page.keyboard.press("Enter")
    page.wait_for_selector('[data-do="confirm"]:enabled')
    page.focus('[data-do="confirm"]')
    page.keyboard.press("Enter")


def click_turn(person: Person, puzzle: Puzzle) -> None:
    """Puts the answer together by clicks, taking in hand what belongs to each move, and confirms it."""
    person.page.wait_for_load_state()
    for move in puzzle.steps[0][1]:
        for pick in sorted(person.lit("pick"), key=lambda name: name not in move.text):
            if move.text in person.lit():
                break
            if person.spot(pick, "pick") is not None and person.data("pick") != pick:
                person.click(pick, "pick")
        person.click(move.text)
    person.page.click('[data-do="confirm"]:enabled')


@pytest.mark.parametrize(("name", "screen"), [*((name, PHONE) for name in BOOKS), (BOOKS[0], DESK)])
def test_a_puzzle_is_failed_tried_again_and_solved(meet: Meet, name: str, screen: dict[str, int]) -> None:
    puzzle = next(each for each in shelf(name) if each.asked == 1)
    person = meet(viewport=screen)
    page = person.page
    page.goto(f"/puzzles/{name}/{puzzle.number}")
    expect(page.locator("#asked h1")).to_contain_text(puzzle.task())
    type_turn(person, puzzle.refuted[0].turn)
    expect(page.locator("#asked .verdict")).to_contain_text("That is not it")
    expect(page.locator("#standing")).to_contain_text("In a row: 0")
    page.get_by_role("link", name="Try again").click()
    page.wait_for_selector('#table[data-acting="yes"]')
    assert sideways(person) == 0
    expect(page.locator("#asked")).to_contain_text("tried this one before")
    click_turn(person, puzzle)
    expect(page.locator("#asked .solution li").first).to_contain_text(answer_of(puzzle))
    expect(page.locator("#refuted")).to_contain_text(puzzle.refuted[0].turn)
    assert violations(person) == [] and sideways(person) == 0
    page.locator("#bar").get_by_role("link", name="Next puzzle").click()
    page.wait_for_url(f"**/puzzles/{name}/*")


def test_in_french_several_turns_one_after_the_other_by_keyboard(meet: Meet) -> None:
    puzzle = next(each for name in BOOKS for each in shelf(name) if each.asked > 1)
    person = meet(viewport=PHONE, locale="fr-FR")
    page = person.page
    page.goto(f"/puzzles/{puzzle.game}/{puzzle.number}")
    for found in range(puzzle.asked):
        page.wait_for_selector('#table[data-acting="yes"]')
        type_turn(person, answer_of(puzzle, found))
        if found + 1 < puzzle.asked:
            page.get_by_role("link", name="Continuer").click()
    expect(page.locator("#headline .whose")).to_contain_text("Résolu")
    expect(page.locator("#standing")).to_contain_text("D'affilée : 1")
    assert violations(person) == [] and sideways(person) == 0


def test_who_gives_in_sees_the_solution(meet: Meet) -> None:
    puzzle = shelf(BOOKS[-1])[0]
    person = meet(viewport=PHONE)
    person.page.goto("/puzzles")
    assert violations(person) == [] and sideways(person) == 0
    person.page.goto(f"/puzzles/{puzzle.game}/{puzzle.number}")
    person.page.get_by_role("button", name="Show the solution").click()
    expect(person.page.locator("#asked .solution li").first).to_contain_text(answer_of(puzzle))
    expect(person.page.locator("#standing")).to_contain_text("In a row: 0")
    assert violations(person) == []
