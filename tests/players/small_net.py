"""Nets for tests, as ONNX files in the form that players read: one layer of random weights, or one that always says the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from ponticello.table.game import Game


def write_net(path: Path, game: Game, players: int, *, seed: int = 1, value: Sequence[float] | None = None) -> Path:
    """Writes a net that finds some actions more likely than others, depending on what it sees, and returns its file.

    With a `value` it expects that of every position: shares of the victory, its own seat first; alone, points. A card then says
    that it alone judges positions.
    """
    spec, random = game.observation_spec(players), np.random.default_rng(seed)
    cells, numbers = int(np.prod(spec.planes_shape)), len(spec.scalars)

    def tensor(name: str, content: object) -> onnx.TensorProto:
        return numpy_helper.from_array(np.asarray(content, np.float32), name)

    weights = random.normal(size=(cells + numbers, game.rulebook.actions + players)) * 0.1
    bias = random.normal(size=game.rulebook.actions + players)
    if value is not None:
        weights[:, -players:] = 0
        bias[-players:] = np.log(value) if players > 1 else value
    graph = helper.make_graph(
        [
            helper.make_node("Reshape", ["planes", "flat"], ["cells"]),
            helper.make_node("Cast", ["cells"], ["shown"], to=TensorProto.FLOAT),
            helper.make_node("Cast", ["scalars"], ["told"], to=TensorProto.FLOAT),
            helper.make_node("Concat", ["shown", "told"], ["seen"], axis=1),
            helper.make_node("Gemm", ["seen", "weights", "bias"], ["both"]),
            helper.make_node("Split", ["both", "sizes"], ["policy", "hopes"], axis=1),
            helper.make_node("Softmax" if players > 1 else "Identity", ["hopes"], ["value"]),
        ],
        "net",
        [
            helper.make_tensor_value_info("planes", TensorProto.INT8, ["batch", *spec.planes_shape]),
            helper.make_tensor_value_info("scalars", TensorProto.INT16, ["batch", numbers]),
        ],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["batch", game.rulebook.actions]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["batch", players]),
        ],
        [
            numpy_helper.from_array(np.array([0, cells]), "flat"),
            numpy_helper.from_array(np.array([game.rulebook.actions, players]), "sizes"),
            tensor("weights", weights),
            tensor("bias", bias),
        ],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)
    if value is not None:
        path.with_suffix(".toml").write_text("[search]\nplayouts = 0\n", encoding="utf-8")
    return path
