"""Whole games as readable text: whatever changes in rules, notation, boards or words shows up here as a difference."""

from __future__ import annotations

import difflib

import pytest

from tests.engine.variants import SHIPPED, Variant
from tests.playthroughs.make import HERE, path_of, tell

AGAIN = "if this is meant, run: python -m tests.playthroughs.make"


@pytest.mark.parametrize("variant", SHIPPED, ids=str)
def test_the_story_is_as_it_was_told(variant: Variant) -> None:
    path = path_of(variant)
    assert path.exists(), f"there is no {path.name}; {AGAIN}"
    kept, told = path.read_text(encoding="utf-8"), tell(variant)
    difference = difflib.unified_diff(kept.splitlines(), told.splitlines(), "kept", "told now", lineterm="", n=1)
    assert kept == told, "\n".join([f"{path.name} is told differently; {AGAIN}", *list(difference)[:40]])


def test_no_story_is_left_over() -> None:
    assert set(HERE.glob("*.txt")) == {path_of(variant) for variant in SHIPPED}, AGAIN
