"""The weights of a net, read back from the file that players ask: a run can begin with a net that somebody else has trained."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ponticello.engine.words import say
from ponticello.learn.errors import BadCheckpoint, missing
from ponticello.learn.net import Weights

SIXTEEN, EIGHT, WHOLE, STEPS = ", 16 bits", ", 8 bits", ", 32 bits", ", steps"  # as `export` names them


@dataclass(frozen=True)
class Found:
    """What a file holds: weights, and of what size and kind the net is."""

    weights: Weights
    units: int
    blocks: int
    convolutions: bool
    reads: list[list[int]] | None


def read_net(path: Path) -> Found:
    """Reads a net that was written here; of what only training asks for, the leads in the end, nothing is known."""
    try:
        import onnx
        from onnx import numpy_helper
    except ImportError:
        raise missing("onnx") from None
    try:
        graph = onnx.load_from_string(path.read_bytes()).graph
        return found_in({each.name: numpy_helper.to_array(each) for each in graph.initializer})
    except OSError as error:
        raise BadCheckpoint(say("{file} cannot be read: {reason}", file=path, reason=error.strerror)) from None
    except Exception:  # of many kinds, which onnx does not name
        raise BadCheckpoint(say("{file} is not a net that was trained here; begin without it", file=path)) from None


def found_in(constants: dict[str, Any]) -> Found:
    """Returns a net from the constants of its graph."""
    weights: Weights = {}
    for name, array in constants.items():
        if name.endswith(SIXTEEN):
            weights[name.removesuffix(SIXTEEN)] = array.astype(np.float32)
        elif name.endswith((EIGHT, WHOLE)):
            known = name.removesuffix(EIGHT).removesuffix(WHOLE)
            step = constants[known + STEPS]
            weights[known] = array.astype(np.float32) * step.reshape(-1, *[1] * (array.ndim - 1))
    for known in ("points", "steps"):  # which are no weights
        weights.pop(known, None)
    weights["scale planes"] = weights["scale planes"].reshape(-1)
    convolutions = weights["first"].ndim == 4
    if "policy planes" in weights:
        weights["policy planes"] = weights["policy planes"].squeeze((2, 3)).T
    seats = weights["value"].shape[1]
    if seats > 1:
        for name in ("value", "value bias"):
            weights[name] = np.concatenate([weights[name], np.zeros_like(weights[name])], axis=-1)
    blocks = sum(name.startswith("in bias") for name in weights)
    return Found(weights, len(weights["first bias"]), blocks, convolutions, reads_in(constants))


def reads_in(constants: dict[str, Any]) -> list[list[int]] | None:
    """Returns what dense layers read, if it is not everything as it is."""
    if "entries as they are" not in constants:
        return None
    # Steps are small whole numbers, which 16 bits hold exactly.
    reached = zip(constants["entries with steps"].tolist(), constants["steps" + SIXTEEN].astype(int).tolist(), strict=True)
    return [[entry, least] for entry, least in reached] + [[entry, 0] for entry in constants["entries as they are"].tolist()]
