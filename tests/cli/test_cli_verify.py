"""`ponticello verify`: anybody can check afterwards that chance was not helped along."""

from __future__ import annotations

import hashlib
import random

import pytest

import ponticello as pc
from ponticello.table.match import Match

WITH_CHANCE = [
    rulebook.name
    for rulebook in pc.games()
    if pc.game(rulebook.name).position(rulebook.players[0]).chance or rulebook.simultaneous
]


def finished(name: str, seed: str | None) -> Match:
    match = pc.game(name).match(seed=seed)
    chooser = random.Random(7)
    while not match.over:
        seat = match.actors[0]
        match.play(chooser.choice(match.legal(seat)), seat)
    return match


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_a_fair_game_is_called_fair(run, tmp_path, name):
    match = finished(name, None)
    match.save(tmp_path / "fair.pont")
    told = run("verify", tmp_path / "fair.pont")
    assert told.returncode == 0 and "fair" in told.stdout and match.shuffle.seed in told.stdout
    assert hashlib.sha256(match.shuffle.seed.encode()).hexdigest() in match.record()


@pytest.mark.parametrize("name", WITH_CHANCE)
def test_another_seed_is_found_out(run, tmp_path, name):
    text = finished(name, "the true one").record()
    (tmp_path / "swapped.pont").write_text(text.replace("seed: the true one", "seed: another one"))
    told = run("verify", tmp_path / "swapped.pont")
    assert told.returncode == 2 and "does not have the hash" in told.stderr


def test_a_draw_that_was_swapped_is_found_out(run, tmp_path):
    """Even with a matching hash each draw must be the one that the seed gives."""
    match = finished("skybridge", "lots")
    text = match.record()
    lot = str(match.moves[0])
    (tmp_path / "lot.pont").write_text(text.replace(f"chance {lot}", f"chance {'first 1' if lot == 'first 2' else 'first 2'}"))
    told = run("verify", tmp_path / "lot.pont")
    assert told.returncode == 2 and "by the seed chance gives" in told.stderr


def test_what_cannot_be_checked_is_not_called_fair(run, tmp_path):
    running = pc.game("skybridge").match()
    running.save(tmp_path / "running.pont")
    told = run("verify", tmp_path / "running.pont")
    assert told.returncode == 2 and "still a secret" in told.stderr
    text = finished("skybridge", "x").record()
    (tmp_path / "bare.pont").write_text("".join(line for line in text.splitlines(True) if not line.startswith("seed:")))
    told = run("verify", tmp_path / "bare.pont")
    assert told.returncode == 2 and "cannot be checked" in told.stderr
