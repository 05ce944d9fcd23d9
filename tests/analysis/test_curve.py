"""The curve of a game as a picture and in characters, and the page of a review."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest

import ponticello as pc
from ponticello.analysis import Review, reviewing
from ponticello.analysis.curve import SIGNS, curve_svg, curve_text
from ponticello.analysis.model import VERDICTS
from ponticello.analysis.report import report_page
from ponticello.engine.drawing import GHOSTED, THEMES
from ponticello.engine.words import speaking
from ponticello.languages import language
from tests.analysis.finished_matches import TABLES, finished_match

SVG = "{http://www.w3.org/2000/svg}"


def with_names(match: pc.Match) -> Review:
    """Returns a first glance at a match, in which the first turns have all the names there are, and a better turn each."""
    glance = next(reviewing(match, simulations=1))
    steps, names = list(glance.steps), list(VERDICTS)
    for k, step in enumerate(steps):
        seen = match.position_after(step.at)
        if names and not step.is_chance and len(seen.view(step.seat).legal_actions(step.seat)) > 1:
            better = next(seen.view(step.seat).legal_turns(step.seat))
            written = match.game.rulebook.write_turn(better)
            actions = tuple(move.action for move in better)
            steps[k] = replace(step, verdict=names.pop(), loss=9000, better=actions, better_turn=written, line=(written,))
    assert not names
    return replace(glance, steps=tuple(steps))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_everybody_has_a_line_in_a_colour_and_a_shape_of_their_own(name: str, players: int) -> None:
    match = finished_match(name, players)
    reviewed = with_names(match)
    for theme in THEMES:
        with match.called():
            root = ET.fromstring(curve_svg(reviewed, theme=theme, at=3, clickable=True))
        told = [root.find(SVG + tag) for tag in ("title", "desc")]
        assert all(node is not None and node.text for node in told)
        lines = [node.attrib["class"].split()[1] for node in root.iter() if node.attrib.get("class", "").startswith("line ")]
        assert lines == [f"line{seat}" for seat in range(players)]
        shapes = {(node.tag, node.attrib["class"]) for node in root.iter() if node.attrib.get("class", "").startswith("dot")}
        assert len(shapes) == players
        signs = [node.text for node in root.iter() if node.attrib.get("class", "").startswith("sign")]
        assert sorted(map(str, signs)) == sorted(SIGNS.values())
        strips = [node.attrib["data-step"] for node in root.iter() if "data-step" in node.attrib]
        assert strips == [str(k) for k in range(len(reviewed.steps) + 1)]
        assert float(root.attrib["width"]) <= 360


def test_the_curve_in_characters_goes_where_the_game_went() -> None:
    match = finished_match("skybridge", 2)
    (winner,) = match.winners
    with match.called():
        lines = curve_text(with_names(match), 40, rows=2).splitlines()
    assert len(lines) == 2 * 4 and all(len(line) <= 41 for line in lines)
    bands = [lines[4 * seat + 2] for seat in range(2)]
    assert bands[winner].endswith("█") and len(bands[1 - winner]) < len(bands[winner])
    assert all(sign in lines[3] + lines[7] for sign in SIGNS.values())


@pytest.mark.parametrize(("name", "players"), [("hashi", 1), ("ponte", 2), ("connections", 3), ("skybridge", 4)])
def test_the_page_is_whole_and_asks_nothing_of_the_outside(name: str, players: int) -> None:
    match = finished_match(name, players)
    reviewed = with_names(match)
    page = report_page(match, reviewed)
    assert not re.search(r"(?:src|href|url|@import|<script|<link)\s*[=(]?", page)
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    assert page.count(GHOSTED + '"') == len(VERDICTS) and '<html lang="en">' in page
    assert all(page.count(f">{k + 1}. ") == 1 for k in range(len(reviewed.steps)))
    with speaking(language("fr")):
        assert '<html lang="fr">' in report_page(match, reviewed) and "Chance et adresse" in report_page(match, reviewed)


def test_the_name_of_a_stranger_cannot_break_the_page() -> None:
    match = finished_match("ponte", 2).copy()
    match.names = ("<script>alert(1)</script>", "Bo & Co")
    page = report_page(match, replace(with_names(match), names=match.names))
    assert "<script" not in page and "Bo &amp; Co" in page
