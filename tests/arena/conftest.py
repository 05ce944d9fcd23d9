"""Tournaments of the tests run interpreted, which spares every process the compiler, and keep their results to themselves."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gives each test a folder of its own."""
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    monkeypatch.setenv("PONTICELLO_DATA", str(tmp_path / "data"))
    for name in ("FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
