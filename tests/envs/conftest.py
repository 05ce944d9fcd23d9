"""The suites of other libraries run interpreted: they look at how environments behave, not at how fast, and compile nothing."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def interpreted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interprets the rules, except where a test is about compiled ones."""
    if request.node.get_closest_marker("slow") is None:
        monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
