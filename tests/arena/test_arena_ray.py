"""The same tournament on a Ray cluster of two workers that are killed in the middle of their games."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ponticello.arena import run
from ponticello.engine.errors import PonticelloError
from tests.arena.arena_players import dying
from tests.arena.test_arena_play import timeless

pytestmark = pytest.mark.slow


def test_the_games_of_killed_workers_are_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")  # else Ray would leave a token in the home of whoever runs the tests
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]), prepend=os.pathsep)  # the workers must find the players too
    lives = tmp_path / "lives"
    lives.mkdir()
    players = [dying(lives, lives=2), "random"]
    standings = run("skybridge", players, games=8, ray="local", jobs=2, out=tmp_path / "results.jsonl")
    assert sorted(path.name for path in lives.iterdir()) == ["0", "1"]
    assert [result.number for result in standings.results] == list(range(8))
    assert standings.forfeits == []
    assert timeless(standings.results) == timeless(run("skybridge", players, games=8, jobs=0).results)
    assert not ray.is_initialized()


def test_an_address_where_nobody_is_is_refused_at_once() -> None:
    pytest.importorskip("ray")
    with pytest.raises(PonticelloError, match=r"there is no Ray cluster at 127\.0\.0\.1:1: "):
        run("skybridge", ["random", "greedy"], games=2, ray="127.0.0.1:1")


def test_without_ray_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(PonticelloError, match=r"needs ray; install it with: pip install 'ponticello\[arena\]'"):
        run("skybridge", ["random", "greedy"], games=2, ray="local")
