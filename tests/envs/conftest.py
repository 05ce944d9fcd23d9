"""The suites of other libraries run interpreted: they look at how environments behave, not at how fast, and compile nothing."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interprets the rules; a test that is about compiled ones asks for `compiled` too."""
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


@pytest.fixture
def compiled(interpreted: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiles the rules after all."""
    monkeypatch.delenv("PONTICELLO_INTERPRET")
