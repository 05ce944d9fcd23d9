"""Turns put together in a page: step by step, by the rules, and without a look at what others have done."""

from __future__ import annotations

import functools
import re

import pytest

import ponticello as pc
from ponticello.server.matches.draft import Draft, read_draft
from ponticello.server.matches.draft import draw as draw_draft
from ponticello.table.match import Match
from ponticello.table.position import Position


def match_of(name: str, players: int = 2) -> Match:
    return pc.game(name).match(players, seed="draft")


def draw(match: Match, seat: int, draft: Draft, *, theme: str, view: str | None, pick: str | None) -> tuple[str, str]:
    """Draws a draft after what the seat has seen last."""
    return draw_draft(draft, match.last_actions(seat), pick, functools.partial(Position.svg, theme=theme, view=view))


def first_turn(match: Match, seat: int) -> str:
    """Returns the text of a whole turn: always the first of the next targets."""
    draft = read_draft(match, seat, "")
    while not draft.complete:
        draft = read_draft(match, seat, draft.position.game.rulebook.write_turn([*draft.steps, draft.targets[0]]))
        assert not draft.refusal
    return draft.text


@pytest.mark.parametrize("name", [rulebook.name for rulebook in pc.games()])
def test_a_turn_put_together_from_the_targets_can_be_played(name: str) -> None:
    match = match_of(name)
    for _ in range(4):
        for seat in match.actors:
            played = match.play(first_turn(match, seat), seat)
            assert played and not match.position.mid_turn(seat)


def test_an_empty_draft_offers_the_legal_moves() -> None:
    match = match_of("ponte")
    draft = read_draft(match, 0, "  ")
    assert list(draft.targets) == match.legal(0)
    assert not draft.complete and not draft.instant and draft.text == ""


def test_half_a_turn_shows_what_it_leads_to() -> None:
    match = match_of("ponte")
    draft = read_draft(match, 0, "d4")
    assert draft.text == "d4" and draft.shorter == ""
    assert not draft.complete
    assert "d4" not in map(str, draft.targets) and draft.targets
    assert match.moves == ()


def test_a_whole_turn_has_nothing_left_to_choose() -> None:
    draft = read_draft(match_of("ponte"), 0, "d4,e5")
    assert draft.complete and draft.targets == ()
    assert draft.text == "d4,e5" and draft.shorter == "d4"
    assert not draft.instant


def test_a_turn_of_one_step_is_instant_unless_all_act_at_once() -> None:
    match = match_of("ponte")
    match.play("d4,e5")
    assert read_draft(match, 1, "dark").instant
    for players in (1, 2):  # who is alone, or the last, ends the round: that tile is in hand until it is confirmed, too
        together = match_of("connections", players)
        draft = read_draft(together, players - 1, first_turn(together, players - 1))
        assert draft.complete and len(draft.steps) == 1 and not draft.instant


def test_an_illegal_step_is_refused_with_its_rule() -> None:
    match = match_of("ponte")
    draft = read_draft(match, 0, "d4,d4")
    assert "d4" in draft.refusal
    assert draft.steps == () and list(draft.targets) == match.legal(0)


def test_nonsense_and_two_turns_are_refused() -> None:
    match = match_of("ponte")
    assert read_draft(match, 0, "nonsense").refusal
    board = match_of("hashi", 1)
    turn = first_turn(board, 0)
    assert not read_draft(board, 0, turn).refusal
    assert read_draft(board, 0, f"{turn} {turn}").refusal


def test_who_is_not_to_act_has_no_draft() -> None:
    draft = read_draft(match_of("ponte"), 1, "d4")
    assert draft.steps == () and draft.targets == () and not draft.complete


@pytest.mark.parametrize("name", ["hashi", "connections"])
def test_the_last_to_act_does_not_see_the_others_before_confirming(name: str) -> None:
    """Whatever seat 0 did in the running round, seat 1 sees one and the same draft."""
    pictures = set()
    for choice in (0, -1):
        match = match_of(name)
        while len(set(map(str, match.legal(0)))) < 2:
            for seat in match.actors:
                match.play(first_turn(match, seat), seat)
        draft = read_draft(match, 0, str(match.legal(0)[choice]))
        while not draft.complete:
            draft = read_draft(match, 0, f"{draft.text}{match.game.rulebook.joiner}{draft.targets[choice]}")
        match.play(draft.text, 0)
        mine = read_draft(match, 1, first_turn(match, 1))
        assert mine.complete
        pictures.add(draw(match, 1, mine, theme="light", view=None, pick="")[0])
    assert len(pictures) == 1


def test_a_piece_that_can_only_be_turned_is_in_hand_at_once() -> None:
    match = match_of("connections")
    draft = read_draft(match, 0, "")
    drawn, pick = draw(match, 0, draft, theme="light", view="1", pick=None)
    assert pick.isdigit()
    offered = re.findall(r'data-move="\w\d/(\d)"', drawn)
    assert offered and set(offered) == {pick}
    bare, nothing = draw(match, 0, draft, theme="light", view="1", pick="")
    cells = re.findall(r'data-move="(\w\d)', bare)
    assert nothing == "" and sorted(cells) == sorted({str(move)[:2] for move in draft.targets if "/" in str(move)})


@pytest.mark.parametrize("name", ["hashi", "connections"])
def test_a_complete_turn_does_not_end_the_round_before_it_is_confirmed(name: str) -> None:
    match = match_of(name, 1)
    for _ in range(3):
        match.play(first_turn(match, 0), 0)
    before = draw(match, 0, read_draft(match, 0, ""), theme="light", view="1", pick="")[0]
    after = draw(match, 0, read_draft(match, 0, first_turn(match, 0)), theme="light", view="1", pick=None)
    assert after[1] == "", "nothing can be picked"
    rounds = [re.findall(r"Round \d+ of \d+<", drawn) for drawn in (before, after[0])]
    assert rounds[0] == rounds[1] != []


def test_pieces_of_different_kinds_are_left_to_choose() -> None:
    match = match_of("skybridge")
    seat = match.actors[0]
    draft = read_draft(match, seat, "")
    assert draw(match, seat, draft, theme="light", view=None, pick=None)[1] == ""


def test_the_steps_of_a_draft_are_what_is_new_on_the_board() -> None:
    match = match_of("ponte")
    match.play("d4,e5")
    match.play("dark")
    seat = match.actors[0]
    before = draw(match, seat, read_draft(match, seat, ""), theme="light", view=None, pick=None)[0]
    step = str(match.legal(seat)[0])
    after = draw(match, seat, read_draft(match, seat, step), theme="light", view=None, pick=None)[0]
    news = re.compile(r'class="[^"]*news[^"]*"[^>]*')
    assert news.findall(before) != news.findall(after)
