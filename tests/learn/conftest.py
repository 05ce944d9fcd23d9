"""Tiny runs on a processor. They look at what is learned, not at how fast, and compile no rules."""

from __future__ import annotations

import pytest

import ponticello as pc
import ponticello.learn.loops
from ponticello.learn.run import Run, Settings

TINY = Settings(
    games=4,
    mind_simulations=3,
    warm_up=0,
    simulations=3,
    rows=256,
    batch=32,
    trials=4,
    trial_batch=32,
    fewest=32,
    check_games=2,
    check_simulations=2,
)


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interprets the rules."""
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


@pytest.fixture(scope="session")
def run() -> Run:
    """A run with a small net that has played some games of Skybridge to their end, and learned nothing from them yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PONTICELLO_INTERPRET", "1")
        run = Run.new(pc.game("skybridge"), 2, units=16, blocks=1, settings=TINY)
        while run.progress.games < 4:
            run.play_some()
    return run
