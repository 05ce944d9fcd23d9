"""What all charts share: a scale of round numbers."""

from __future__ import annotations

import pytest

from ponticello.engine.chart import scale


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-1, 3), (0, 4000), (-0.01, 0.02), (17.2, 17.9), (23, 46)])
@pytest.mark.parametrize("most", [5, 6])
def test_the_scale_holds_everything_in_a_few_round_steps(low: float, high: float, most: int) -> None:
    first, last, step = scale(low, high, most)
    assert first <= low and high <= last and first < last
    assert 1 <= (last - first) / step <= most + 2
    assert f"{step:e}"[0] in "125"
