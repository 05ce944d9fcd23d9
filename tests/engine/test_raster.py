"""Pictures as PNG and GIF: every style is understood, text is drawn with what fonts there are, and films stay small."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image, ImageChops

from ponticello.engine import raster
from ponticello.engine.drawing import THEMES
from ponticello.games import names, rulebook
from ponticello.table.film import film
from ponticello.table.game import game

FACE = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><style>{}</style><circle class="eye" r="30"/></svg>'
WORDS = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><text y="30" font-size="30" font-family="{}">7 8</text></svg>'
)


@pytest.fixture
def fonts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Sets which fonts the machine has."""

    def choose(**wishes: Any) -> None:
        monkeypatch.setattr(raster, "FONTS", {"skip_system_fonts": True, **wishes})
        raster.families.cache_clear()
        raster.obstacle.cache_clear()

    yield choose
    raster.families.cache_clear()
    raster.obstacle.cache_clear()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


def test_a_choice_of_selectors_is_understood() -> None:
    for css in (".eye{fill:#ff0000}", ":is(.nose,.eye){fill:#ff0000}", "*:is(.eye,.nose){fill:#ff0000}"):
        assert opened(raster.png(FACE.format(css), 40)).convert("RGB").getpixel((5, 5)) == (255, 0, 0), css


@pytest.mark.parametrize("name", names())
def test_no_style_of_a_game_is_beyond_the_renderer(name: str) -> None:
    for theme in THEMES[:2]:
        rules = [line for line in raster.plain_style(game(name).match(seed=1).svg(theme=theme)).splitlines() if "{" in line]
        assert len(rules) > 20
        for rule in rules:
            assert ":hover" in rule or ":focus" in rule or ":is(" not in rule.partition("{")[0]
        assert "var(" not in rulebook(name).style.css


def test_text_is_drawn_with_whatever_font_there_is_and_without_any_there_is_no_picture(fonts: Any) -> None:
    for family in ("serif", "sans-serif", "Iowan Old Style, serif"):
        assert opened(raster.png(WORDS.format(family), 90)).getchannel("A").getbbox() is not None, family
    fonts()
    assert raster.obstacle() == raster.NO_FONT
    with pytest.raises(raster.NoPictures, match="no font was found"):
        raster.png(WORDS.format("serif"), 90)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_a_film_shows_each_turn_and_stays_small(name: str) -> None:
    match = game(name).match(seed=4)
    while len(match.turns()) < 6:
        match.play(match.legal_moves(match.actors[0])[0])
    frames = film(match, "light")
    told: list[int] = []
    content = raster.moving_picture(frames, 240, told.append)
    moving = opened(content)
    assert moving.n_frames == len(frames) == told[-1] == len(told)  # type: ignore[attr-defined]
    assert len(content) < 40_000 * len(frames)
    moving.seek(len(frames) - 1)
    last = opened(raster.png(frames[-1], 240)).convert("RGB")
    difference = ImageChops.difference(moving.convert("RGB"), last).convert("L").crop((20, 20, 220, 220))
    assert sum(difference.histogram()[40:]) < 0.01 * 200 * 200, "a film looks like its pictures"


def test_of_a_long_match_turns_are_left_out_evenly_and_the_end_is_there() -> None:
    match = game("ponte").match(seed=4)
    while len(match.turns()) < 12:
        match.play(match.legal_moves()[0])
    frames = film(match, most=5)
    assert len(frames) == 5
    assert frames[0] == film(match)[0] and frames[-1] == film(match)[-1]
    ended = film(match, ending="Ann has resigned")
    assert "Ann has resigned" in ended[-1] and "Ann has resigned" not in ended[-2]
