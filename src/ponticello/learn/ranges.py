"""Between which numbers lies what goes into the convolutions of a net, and what comes out of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ponticello.learn.net import Shape, Weights, convolved, inputs_of, judge_inputs

Bounds = tuple[float, float]
Ranges = dict[str, tuple[Bounds, Bounds]]  # by the name of a convolution: what goes in, and what comes out

# So seldom a number may lie beyond a bound: one that is far out would make all others coarse. What comes out far below 0 is cut
# off later anyway.
SELDOM = 1e-5
SELDOM_BELOW = 5e-3


def ranges_of(weights: Weights, shape: Shape, planes: Any, scalars: Any) -> Ranges:
    """Returns what is met while a net judges some positions."""
    found: Ranges = {}

    def looked_on(before: Any, weights: Weights, name: str, bias: str) -> Any:
        after = convolved(before, weights, name, bias)
        found[name] = bounds(before, SELDOM), bounds(after, SELDOM_BELOW)
        return after

    judge_inputs(weights, shape, inputs_of(weights, shape, planes, scalars), looked_on)
    return found


def bounds(numbers: Any, below: float) -> Bounds:
    """Returns between which numbers nearly all lie."""
    low, high = np.quantile(np.asarray(numbers, np.float32), (below, 1 - SELDOM))
    return float(low), float(high)
