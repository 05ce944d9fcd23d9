"""The examples of docs/paper.md: each is read and scored as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ponticello.games import names, rulebook

PAGE = (Path(__file__).parents[2] / "docs" / "paper.md").read_text(encoding="utf-8")
SECTIONS = {
    found[1]: found[2] for found in re.finditer(r"^## [^\n]*\(`(\w+)`\)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
}


def examples(name):
    blocks = re.findall(r"^```\n(.*?)^```$", SECTIONS[name], re.MULTILINE | re.DOTALL)
    assert len(blocks) % 2 == 0
    return list(zip(blocks[::2], blocks[1::2], strict=True))


def test_every_game_with_such_a_referee_has_its_section():
    assert sorted(SECTIONS) == [name for name in names() if rulebook(name).typed_board]


@pytest.mark.parametrize("name", SECTIONS)
def test_the_examples_are_scored_as_printed(name):
    for form, report in examples(name):
        assert "\n".join(rulebook(name).typed_board.score(form)) + "\n" == report


@pytest.mark.parametrize("name", SECTIONS)
def test_the_first_example_is_the_form(name):
    assert examples(name)[0][0] == rulebook(name).typed_board.form
