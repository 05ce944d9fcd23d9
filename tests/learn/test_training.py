"""Training: losses fall, turned boards teach the same, a run that is saved goes on with the same numbers, clear words if not."""

from __future__ import annotations

import dataclasses
import itertools
from pathlib import Path

import jax
import numpy as np
import pytest

import ponticello as pc
from ponticello.engine.observation import Observation
from ponticello.learn import checkpoint
from ponticello.learn.checkpoint import NAME
from ponticello.learn.errors import BadCheckpoint
from ponticello.learn.export import write_net
from ponticello.learn.net import shape_for
from ponticello.learn.ranges import ranges_of
from ponticello.learn.run import NET_FILE, Report, Run
from ponticello.learn.thinking import NOT_YET
from ponticello.learn.training import learn, losses, new_pupil, turns_of
from tests.learn.conftest import TINY

pytestmark = pytest.mark.slow


def loss(run: Run) -> float:
    """Returns how far a run is off over all that it remembers."""
    known = run._memory.known_rows()
    off = jax.jit(losses, static_argnums=1)
    found = off(run.pupil.weights, run.shape, *(array[known] for array in run._memory.lent()))
    return float(found.policy + found.value)


def test_what_is_learned_from_is_learned(run: Run) -> None:
    before, steps = loss(run), int(run.pupil.steps)
    for _ in range(10):
        run.learn(0.01)
    assert loss(run) < before - 0.1
    assert run.losses is not None and run.losses.value < 0.7
    assert int(run.pupil.steps) == steps + 40, "eight new positions of each of four games, learned from four times, 32 at a time"


def test_points_are_learned_where_they_are_known(run: Run) -> None:
    planes, scalars, targets, values = (array[run._memory.known_rows()[:8]] for array in run._memory.lent())
    points = values.at[:, 2].set(3000).at[:, 3].set(1000)
    there = losses(run.pupil.weights, run.shape, planes, scalars, targets, points)
    more = losses(run.pupil.weights, run.shape, planes, scalars, targets, points.at[:, 2:].add(5000))
    some = losses(run.pupil.weights, run.shape, planes, scalars, targets, points.at[:4, 2:].set(NOT_YET))
    none = losses(run.pupil.weights, run.shape, planes, scalars, targets, values.at[:, 2:].set(NOT_YET))
    assert there.points > some.points > none.points == 0 and there.value == some.value == none.value
    assert there.points == pytest.approx(more.points), "the lead counts, in a game of many points as in one of few"


@pytest.mark.parametrize("name", ["skybridge", "connections"])
def test_boards_are_turned_as_the_game_turns_them(name: str) -> None:
    game = pc.game(name)
    batch = game.batch(3, seed=2)
    for _ in range(7):
        batch.step(batch.choose())
    seen, mask = batch.observation, np.asarray(batch.legal_mask)
    planes, scalars = np.asarray(seen.planes), np.asarray(seen.scalars)
    turns = turns_of(game, batch.seats, shape_for(game, batch.seats, convolutions=True))
    for way, symmetry in enumerate(game.symmetries()):
        turned = symmetry.turn_observation(Observation(planes, scalars))
        assert (planes.reshape(3, -1)[:, turns.planes[way]] == turned.planes.reshape(3, -1)).all()
        assert (scalars[:, turns.scalars[way]] == turned.scalars).all()
        assert (mask[:, turns.actions[way]] == symmetry.turn_mask(mask)).all()


def test_a_turned_position_teaches_what_it_would_on_a_turned_board(run: Run) -> None:
    memory, rows, way = run._memory, np.arange(32), 5
    symmetry = run.game.symmetries(2)[way]
    seen = Observation(memory.planes[rows].reshape(32, 26, 3, 3), memory.scalars[rows])
    turned = symmetry.turn_observation(seen)
    on_turned_board = (
        turned.planes.reshape(32, -1),
        turned.scalars,
        symmetry.turn_mask(memory.targets[rows]),
        memory.values[rows],
    )
    found = learn(run.shape, run._turns, run.pupil, memory.lent(), rows, np.full(32, way), 0.01)[1]
    expected = learn(run.shape, run._turns, run.pupil, on_turned_board, rows, np.zeros(32, np.int64), 0.01)[1]
    assert float(found.policy) == pytest.approx(float(expected.policy)) and float(found.value) == pytest.approx(
        float(expected.value)
    )


def test_a_run_that_was_saved_goes_on_with_the_same_numbers(run: Run, tmp_path: Path) -> None:
    run.learn(0.01)
    run.save(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {NAME, NET_FILE, "net.toml"}
    pupil, progress = checkpoint.load(tmp_path)
    assert progress == run.progress
    for kept, there in zip(jax.tree.leaves(pupil), jax.tree.leaves(run.pupil), strict=True):
        assert (kept == there).all()
    memory, rows, ways = run._memory.lent(), np.arange(32), np.zeros(32, np.int64)
    once, again = (learn(run.shape, run._turns, each, memory, rows, ways, 0.01)[0] for each in (pupil, run.pupil))
    for one, other in zip(jax.tree.leaves(once), jax.tree.leaves(again), strict=True):
        assert (one == other).all()
    resumed = [Run.resumed(tmp_path, TINY) for _ in range(2)]
    for each in resumed:
        each.play_some()
    assert resumed[0]._memory.targets.tobytes() == resumed[1]._memory.targets.tobytes()
    assert resumed[0].progress.sittings == run.progress.sittings + 1


def test_the_mind_plays_first_and_then_the_net() -> None:
    run = Run.new(pc.game("skybridge"), 2, units=8, blocks=1, settings=dataclasses.replace(TINY, warm_up=32, plies=8))
    assert run.who == "mind"
    run.play_some()
    assert run.who == "net" and run.progress.positions == 32
    run.play_some()
    assert run._games is not None and run._games.thinkers.by_net


def test_a_run_begins_with_what_another_has_learned_and_needs_no_mind(tmp_path: Path) -> None:
    size = {"units": 4, "blocks": 1, "convolutions": True}
    small = Run.new(pc.game("ponte"), 2, **size, settings=TINY)
    small.save(tmp_path)
    settings = dataclasses.replace(TINY, warm_up=1000)
    large = Run.begun_from(tmp_path, pc.game("ponte", size=12), 2, settings=settings)
    assert large.who == "net" and large.progress.begun_from == str(tmp_path) and large.progress.seconds == 0
    assert (large.pupil.weights["first"] == small.pupil.mean["first"]).all()
    large.play_some()
    with pytest.raises(BadCheckpoint, match="is not of a size that fits this game; begin without it"):
        Run.begun_from(tmp_path, pc.game("skybridge"), 2, settings=settings)


@pytest.mark.parametrize(("name", "size"), [("ponte", {}), ("skybridge", {"units": 8}), ("hashi", {"units": 8})])
def test_a_run_begins_with_the_file_of_a_net(tmp_path: Path, name: str, size: dict[str, int]) -> None:
    game = pc.game(name)
    players = 1 if name == "hashi" else 2
    first = Run.new(game, players, blocks=1, **size, settings=TINY)
    random = np.random.default_rng(1)
    weights = {key: array + random.normal(0, 0.1, array.shape).astype(np.float32) for key, array in first.pupil.mean.items()}
    first.pupil = new_pupil(weights)
    batch = game.batch(4, players, seed=2)
    for _ in range(9):
        batch.step(batch.choose())
    planes, scalars = (np.asarray(each) for each in batch.observation)
    ranges = ranges_of(weights, first.shape, planes, scalars) if first.shape.convolutions else None
    write_net(tmp_path / NET_FILE, weights, first.shape, first.progress, game.rulebook.fewest_win, ranges)
    begun = Run.begun_from(tmp_path / NET_FILE, game, players, settings=TINY)
    assert begun.shape == first.shape and begun.who == "net"
    for key, array in weights.items():
        learned = array[..., :players] if key.startswith("value") else array
        kept = begun.pupil.weights[key][..., :players] if key.startswith("value") else begun.pupil.weights[key]
        assert np.abs(kept - learned).max() <= 0.01 * np.abs(learned).max(), "as exactly as the file has it"


def test_a_file_that_is_no_net_of_ours_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "net.onnx"
    for content in (b"", b"nonsense"):
        file.write_bytes(content)
        with pytest.raises(BadCheckpoint, match=r"net\.onnx is not a net that was trained here; begin without it"):
            Run.begun_from(file, pc.game("skybridge"), 2, settings=TINY)


def test_ctrl_c_loses_nothing(tmp_path: Path) -> None:
    run = Run.new(pc.game("skybridge"), 2, units=8, blocks=1, settings=TINY)

    def stop(report: Report) -> None:
        if report.progress.positions >= 64:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run.train(60, tmp_path, stop)
    assert Run.resumed(tmp_path, TINY).progress.positions == 64


def test_a_run_stops_between_two_moves_when_it_is_asked_to(tmp_path: Path) -> None:
    run = Run.new(pc.game("skybridge"), 2, units=8, blocks=1, settings=TINY)
    # No before the first piece of work and before each of three moves, then yes.
    answers = itertools.chain([False] * 4, itertools.repeat(True))
    run.train(60, tmp_path, stop=lambda: next(answers))
    assert Run.resumed(tmp_path, TINY).progress.positions == 3 * TINY.games


def test_a_run_that_is_to_stop_is_not_tried_out_before(tmp_path: Path) -> None:
    run = Run.new(pc.game("hashi"), 1, units=8, blocks=1, settings=dataclasses.replace(TINY, check_every=0))
    told: list[Report] = []
    run.train(60, tmp_path, told.append, stop=lambda: bool(told))
    assert len(told) == 1 and run.losses is not None and not run.progress.checks


def test_a_run_of_another_version_is_refused(run: Run, tmp_path: Path) -> None:
    narrow = {name: array[..., :2] if name.startswith("value") else array for name, array in run.pupil.mean.items()}
    checkpoint.save(tmp_path, run.pupil._replace(mean=narrow), run.progress)
    with pytest.raises(BadCheckpoint, match="was trained by another version; begin the run anew"):
        Run.resumed(tmp_path, TINY)


def test_a_run_that_is_not_there_or_broken_is_one_sentence(run: Run, tmp_path: Path) -> None:
    with pytest.raises(BadCheckpoint, match="there is no training run in"):
        checkpoint.load(tmp_path)
    run.save(tmp_path)
    whole = (tmp_path / NAME).read_bytes()
    for content in (b"", b"nonsense", whole[: len(whole) // 2], whole[:200] + whole[300:]):
        (tmp_path / NAME).write_bytes(content)
        with pytest.raises(BadCheckpoint, match=r"checkpoint\.npz is broken"):
            checkpoint.load(tmp_path)
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(BadCheckpoint, match="cannot be written"):
        run.save(blocked / "below")
