"""A trained net as the file that players read: an ONNX graph with weights of 16 bits, and a card that says what it is.

Convolutions are worked out with numbers of 8 bits, which takes a processor a third of the time, once it is known between which
numbers what goes into them lies: `learn.ranges` has looked.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ponticello.engine.game import spell
from ponticello.games import rulebook as find_rulebook
from ponticello.learn.checkpoint import Progress
from ponticello.learn.errors import missing
from ponticello.learn.net import PER_TEN_POINTS, Reads, Shape, Weights, order_of_actions, shape_for
from ponticello.learn.ranges import Ranges
from ponticello.table.game import game as find_game

OPSET = 17
IR_VERSION = 8
FLOAT = 1  # as ONNX numbers it
SAME_SIZE: dict[str, Any] = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1]}
MOST = 127  # of 8 bits
TINY = 1e-9


class Graph:
    """An ONNX graph in the making: each step names what it makes."""

    def __init__(self, ranges: Ranges | None = None) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []
        self.ranges = ranges

    def add(self, kind: str, *inputs: str, name: str | None = None, **settings: Any) -> str:
        """Adds a step and returns the name of what it makes."""
        from onnx import helper

        made = name or f"{kind} {len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [made], **settings))
        return made

    def constant(self, name: str, array: Any) -> str:
        """Adds numbers; those of weights are kept in 16 bits and widened when the net is loaded."""
        from onnx import numpy_helper

        numbers = np.asarray(array)
        if numbers.dtype != np.float32:
            self.constants.append(numpy_helper.from_array(numbers, name))
            return name
        self.constants.append(numpy_helper.from_array(numbers.astype(np.float16), f"{name}, 16 bits"))
        return self.add("Cast", f"{name}, 16 bits", name=f"{name}, 32 bits", to=FLOAT)

    def dense(self, before: str, weights: Weights, name: str, bias: str) -> str:
        """Adds a dense layer."""
        return self.add("Gemm", before, self.constant(name, weights[name]), self.constant(bias, weights[bias]))

    def convolution(self, before: str, weights: Weights, name: str, bias: str) -> str:
        """Adds a convolution that keeps the size of the planes."""
        if self.ranges is not None:
            return self.narrow_convolution(before, weights, name, bias)
        kernel = self.constant(name, weights[name])
        return self.add("Conv", before, kernel, self.constant(bias, weights[bias]), **SAME_SIZE)

    def narrow_convolution(self, before: str, weights: Weights, name: str, bias: str) -> str:
        """Adds a convolution of numbers of 8 bits, narrowed before: onnxruntime makes one step of all this."""
        assert self.ranges is not None
        kernel = np.asarray(weights[name], np.float32)
        step = np.maximum(np.abs(kernel).max((1, 2, 3)), TINY) / MOST
        entering, leaving = self.ranges[name]
        steps_in = self.exact(f"{name}, steps", step)
        narrow = self.exact(f"{name}, 8 bits", np.round(kernel / step[:, None, None, None]).astype(np.int8))
        zeros = self.exact(f"{name}, zeros", np.zeros(len(step), np.int8))
        wide = self.add("DequantizeLinear", narrow, steps_in, zeros, axis=0)
        step_of_bias = (step * step_of(entering)).astype(np.float32)
        of_bias = np.round(np.asarray(weights[bias]) / step_of_bias).astype(np.int32)
        added = self.exact(f"{bias}, 32 bits", of_bias), self.exact(f"{bias}, steps", step_of_bias)
        beside = self.add("DequantizeLinear", *added, self.exact(f"{bias}, zeros", np.zeros(len(step), np.int32)), axis=0)
        made = self.add("Conv", before, wide, beside, **SAME_SIZE)
        cut_next = name.startswith("in ")  # at 0, and only then narrowed
        return made if cut_next else self.narrowed(made, leaving, f"out of {name}")

    def entering(self, before: str, name: str) -> str:
        """Adds what goes into a convolution, as numbers of 8 bits if it reads such."""
        return before if self.ranges is None else self.narrowed(before, self.ranges[name][0], f"into {name}")

    def narrowed(self, before: str, bounds: tuple[float, float], name: str) -> str:
        """Adds numbers rounded to one of 256 between two bounds."""
        step = step_of(bounds)
        zero = np.uint8(round(-min(bounds[0], 0.0) / step))
        how = self.exact(f"{name}, step", np.float32(step)), self.exact(f"{name}, zero", zero)
        return self.add("DequantizeLinear", self.add("QuantizeLinear", before, *how), *how)

    def exact(self, name: str, array: Any) -> str:
        """Adds numbers as they are."""
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name


def step_of(bounds: tuple[float, float]) -> float:
    """Returns by how much numbers of 8 bits between two bounds, and 0, differ."""
    return (max(bounds[1], 0.0) - min(bounds[0], 0.0) + TINY) / 255


def graph_of(weights: Weights, shape: Shape, fewest_win: bool = False, ranges: Ranges | None = None) -> Graph:
    """Returns the graph of a net; alone, its value counts as the game does, also where points are lost."""
    graph = Graph(ranges)
    add = graph.add
    shown = add("Cast", "planes", to=FLOAT)
    numbers = add("Cast", "scalars", to=FLOAT)
    scaled = add("Mul", shown, graph.constant("scale planes", np.asarray(weights["scale planes"]).reshape(1, -1, 1, 1)))
    counted = add("Mul", numbers, graph.constant("scale scalars", weights["scale scalars"]))
    if shape.convolutions:
        beside = add("MatMul", counted, graph.constant("from scalars", weights["from scalars"]))
        beside = add("Reshape", beside, graph.constant("as planes", np.array([-1, shape.units, 1, 1])))
        trunk = add("Add", graph.convolution(graph.entering(scaled, "first"), weights, "first", "first bias"), beside)
    else:
        flat = add("Concat", add("Flatten", scaled, axis=1), counted, axis=1)
        if shape.reads is not None:
            plain = add("Concat", add("Flatten", shown, axis=1), numbers, axis=1)
            flat = add_reads(graph, shape.reads, plain, flat)
        trunk = graph.dense(flat, weights, "first", "first bias")
    trunk = add("Relu", trunk)
    layer = graph.convolution if shape.convolutions else graph.dense
    for k in range(shape.blocks):
        trunk = graph.entering(trunk, f"in {k}")
        inner = graph.entering(add("Relu", layer(trunk, weights, f"in {k}", f"in bias {k}")), f"out {k}")
        trunk = add("Relu", add("Add", trunk, layer(inner, weights, f"out {k}", f"out bias {k}")))
    pooled = trunk
    if shape.convolutions:
        both = (add("Flatten", add(kind, trunk), axis=1) for kind in ("GlobalAveragePool", "GlobalMaxPool"))
        pooled = add("Concat", *both, axis=1)
    add_policy(graph, weights, shape, trunk, pooled)
    hoped = add("Relu", graph.dense(pooled, weights, "before value", "before value bias"))
    asked = {name: np.asarray(weights[name])[..., : shape.seats] for name in ("value", "value bias")}  # without the lead
    said = graph.dense(hoped, asked, "value", "value bias")
    if shape.seats > 1:
        add("Softmax", said, name="value", axis=1)
    else:
        per_point = PER_TEN_POINTS * (-1 if fewest_win else 1)
        add("Mul", said, graph.constant("points", np.array([per_point], np.float32)), name="value")
    return graph


def add_reads(graph: Graph, reads: Reads, plain: str, scaled: str) -> str:
    """Adds what dense layers read: first what has reached a number, then what is read as it is."""
    entries, least = np.array(reads).T
    steps = np.count_nonzero(least)
    reached = graph.add("Gather", plain, graph.constant("entries with steps", entries[:steps]), axis=1)
    reached = graph.add("GreaterOrEqual", reached, graph.constant("steps", least[:steps].astype(np.float32)))
    as_it_is = graph.add("Gather", scaled, graph.constant("entries as they are", entries[steps:]), axis=1)
    return graph.add("Concat", graph.add("Cast", reached, to=FLOAT), as_it_is, axis=1)


def add_policy(graph: Graph, weights: Weights, shape: Shape, trunk: str, pooled: str) -> None:
    """Adds the logits of all actions."""
    add = graph.add
    if not shape.convolutions:
        said = graph.dense(pooled, weights, "policy", "policy bias")
        add("Identity", said, name="policy")
        return
    kernel = np.asarray(weights["policy planes"]).T[:, :, None, None].astype(np.float32)
    planes = add("Flatten", add("Conv", trunk, graph.constant("policy planes", kernel), kernel_shape=[1, 1]), axis=1)
    if shape.places is None:
        said = graph.dense(add("Relu", planes), weights, "policy", "policy bias")
        add("Identity", said, name="policy")
        return
    words = graph.dense(pooled, weights, "policy", "policy bias")
    order = graph.constant("order of actions", order_of_actions(shape))
    # Whole rows, of all positions at once, are moved much faster than single numbers.
    rows = add("Gather", add("Transpose", add("Concat", planes, words, axis=1)), order, axis=0)
    add("Transpose", rows, name="policy")


def onnx_of(weights: Weights, shape: Shape, fewest_win: bool = False, ranges: Ranges | None = None) -> bytes:
    """Returns a net as the content of an ONNX file."""
    try:
        from onnx import TensorProto, checker, helper
    except ImportError:
        raise missing("onnx") from None
    graph = graph_of(weights, shape, fewest_win, ranges)
    value = helper.make_tensor_value_info
    inputs = [
        value("planes", TensorProto.INT8, ["batch", shape.planes, shape.height, shape.width]),
        value("scalars", TensorProto.INT16, ["batch", shape.scalars]),
    ]
    outputs = [
        value("policy", TensorProto.FLOAT, ["batch", shape.actions]),
        value("value", TensorProto.FLOAT, ["batch", shape.seats]),
    ]
    made = helper.make_graph(graph.nodes, "net", inputs, outputs, graph.constants)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", OPSET)], producer_name="ponticello")
    model.ir_version = IR_VERSION
    checker.check_model(model)
    content: bytes = model.SerializeToString()
    return content


def card_of(progress: Progress) -> str:
    """Returns the card of a net in TOML: what it holds for, and what was seen of it."""
    lines = [
        f"game = {quoted(progress.game)}",
        f"players = {progress.players}",
        f"minutes = {progress.seconds / 60:.1f}",
        f"games = {progress.games}",
        f"positions = {progress.positions}",
        f"command = {quoted(command_of(progress))}",
        "",
        "[options]",
        *(f"{name} = [{quoted(value)}]" for name, value in progress.options.items()),
    ]
    for check in progress.checks[-1:]:
        seen = [f"{name} = {quoted(value)}" for name, value in check.items()]
        lines += [
            "",
            "[strength]  # of the policy alone: the share of the victories against so many simulations; alone, points",
            *seen,
        ]
    return "\n".join(lines) + "\n"


def command_of(progress: Progress) -> str:
    """Returns the command that trains such a net."""
    usual = find_rulebook(progress.game).read_options({})
    chosen = {name: value for name, value in progress.options.items() if value != usual[name]}
    flags = "".join(f" --{name.replace('_', '-')} {spell(value)}" for name, value in chosen.items())
    size = f" --units {progress.units} --blocks {progress.blocks}"
    suits_the_board = shape_for(find_game(progress.game, **progress.options), progress.players).convolutions
    if progress.convolutions not in (None, suits_the_board):
        size += f" --layers {'convolutions' if progress.convolutions else 'dense'}"
    if progress.begun_from:
        size = " --start FOLDER"
    return f"ponticello train {progress.game} --players {progress.players}{flags}{size} --minutes {progress.seconds / 60:.0f}"


def quoted(value: object) -> str:
    """Returns a value as TOML writes it."""
    return json.dumps(value, ensure_ascii=False)


def write_net(
    path: Path, weights: Weights, shape: Shape, progress: Progress, fewest_win: bool, ranges: Ranges | None = None
) -> None:
    """Writes a net and its card."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(onnx_of(weights, shape, fewest_win, ranges))
    path.with_suffix(".toml").write_text(card_of(progress), encoding="utf-8")
