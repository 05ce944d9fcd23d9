"""The file that players read says what the trained net says, and its card what it is."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import pytest

import ponticello as pc
from ponticello.learn import net
from ponticello.learn.checkpoint import Progress
from ponticello.learn.export import card_of, command_of, onnx_of
from ponticello.learn.ranges import ranges_of
from ponticello.learn.run import NET_FILE, Run
from ponticello.players.net import net_for
from tests.engine.variants import Variant
from tests.learn.conftest import TINY
from tests.learn.test_self_play import USUAL

pytestmark = pytest.mark.slow


def noisy(weights: net.Weights, seed: int) -> net.Weights:
    """Returns weights that all matter."""
    random = np.random.default_rng(seed)
    return {name: (array + random.normal(0, 0.05, array.shape)).astype(np.float32) for name, array in weights.items()}


@pytest.mark.parametrize("variant", [each for each in USUAL if each.players == min(each.rulebook.players)], ids=str)
@pytest.mark.parametrize("convolutions", [False, True])
def test_the_file_and_the_net_agree(variant: Variant, convolutions: bool) -> None:
    game, players = variant.game, variant.players
    shape = net.shape_for(game, players, units=8, blocks=1, convolutions=convolutions, reads=net.what_varies(game, players))
    scales = np.ones(shape.planes, np.float32), np.ones(shape.scalars, np.float32)
    weights = noisy(net.new_weights(shape, scales, 1), 2)
    batch = game.batch(4, players, seed=3)
    for _ in range(9):
        batch.step(batch.choose())
    planes, scalars = (np.asarray(each) for each in batch.observation)
    session = onnxruntime.InferenceSession(onnx_of(weights, shape, variant.rulebook.fewest_win))
    policy, value = session.run(["policy", "value"], {"planes": planes, "scalars": scalars})
    logits, expected = net.ask(weights, shape, planes, scalars)
    lost = players == 1 and variant.rulebook.fewest_win
    assert np.abs(policy - logits).max() < 0.01 * max(1, np.abs(logits).max())
    assert np.abs((-value if lost else value) - expected).max() < 0.01 * max(1, np.abs(expected).max())
    assert policy.shape == (4, variant.rulebook.actions) and value.shape == (4, players)


def test_with_numbers_of_8_bits_a_file_says_nearly_the_same() -> None:
    game = pc.game("ponte")
    shape = net.shape_for(game, 2, units=8, blocks=2)
    weights = noisy(net.new_weights(shape, net.usual_scales(game, 2, game.observation_spec(2)), 1), 2)
    batch = game.batch(32, 2, seed=3)
    for _ in range(40):
        batch.step(batch.choose())
    planes, scalars = (np.asarray(each) for each in batch.observation)
    ranges = ranges_of(weights, shape, planes, scalars)
    assert list(ranges) == ["first", "in 0", "out 0", "in 1", "out 1"]
    content = onnx_of(weights, shape, ranges=ranges)
    kinds = {each.name: each.data_type for each in onnx.load_from_string(content).graph.initializer}
    assert all(kinds[f"{name}, 8 bits"] == onnx.TensorProto.INT8 for name in ranges)
    policy, value = onnxruntime.InferenceSession(content).run(["policy", "value"], {"planes": planes, "scalars": scalars})
    logits, expected = (np.asarray(said) for said in net.ask(weights, shape, planes, scalars))
    assert np.abs(policy - logits).std() < 0.05 * logits.std() and np.abs(value - expected).max() < 0.05
    usual = onnxruntime.InferenceSession(onnx_of(weights, shape)).run(["policy"], {"planes": planes, "scalars": scalars})[0]
    assert (usual != policy).any(), "8 bits are not 16"


def test_a_run_that_has_met_positions_writes_numbers_of_8_bits(tmp_path: Path) -> None:
    run = Run.new(pc.game("skybridge"), 2, units=8, blocks=1, convolutions=True, settings=replace(TINY, fewest=4))
    run.save(tmp_path)
    before = (tmp_path / NET_FILE).read_bytes()
    while len(run._memory.known_rows()) < 4:
        run.play_some()
    run.save(tmp_path)
    narrow = (tmp_path / NET_FILE).read_bytes()
    assert b"8 bits" not in before and b"8 bits" in narrow
    resumed = Run.resumed(tmp_path, TINY)
    resumed.save(tmp_path)
    assert (tmp_path / NET_FILE).read_bytes() == narrow, "as long as nothing more is learned"


def test_each_tile_and_bridge_of_ponte_is_read_where_it_lies() -> None:
    game = pc.game("ponte", size=12)
    shape = net.shape_for(game, 2)
    assert shape.places is not None and net.words_of(shape) == 3
    legal = np.flatnonzero(game.batch(1).legal_mask[0])
    order = net.order_of_actions(shape)
    assert sorted(order[legal]) == list(range(144)), "at first a tile may lie in any cell"
    bridges = [place for place in set(order) if 144 <= place < 9 * 144]
    assert len(bridges) == len(set(bridges)) > 900


def test_a_player_takes_the_net_of_a_run(run: Run, tmp_path: Path) -> None:
    run.save(tmp_path)
    found = net_for(run.game, 2, tmp_path / NET_FILE)
    assert found is not None
    policy, value = found.judge(np.zeros((3, 26, 3, 3), np.int8), np.zeros((3, 42), np.int16))
    assert policy.shape == (3, 160) and value.sum(axis=1) == pytest.approx([1, 1, 1])


def test_the_card_says_what_was_seen() -> None:
    progress = Progress("ponte", 2, {"size": 12, "parallel_knights": True}, 32, 4, 1, seconds=90, games=7, positions=600)
    progress.checks.append({"minutes": 1.5, "mean": 0.25, "error": 0.1, "games": 64, "simulations": 16})
    card = tomllib.loads(card_of(progress))
    assert (card["game"], card["players"], card["minutes"], card["games"], card["positions"]) == ("ponte", 2, 1.5, 7, 600)
    assert card["options"] == {"size": [12], "parallel_knights": [True]}
    assert card["strength"]["mean"] == 0.25
    assert command_of(progress) == "ponticello train ponte --players 2 --size 12 --units 32 --blocks 4 --minutes 2"
    progress.convolutions = False
    assert command_of(progress).endswith("--units 32 --blocks 4 --layers dense --minutes 2")
    progress.begun_from = "elsewhere"
    assert command_of(progress).endswith("--size 12 --start FOLDER --minutes 2")
