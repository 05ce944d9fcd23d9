"""A position as an environment shows it. It is the whole table that is shown, with what seats hide from each other."""

from __future__ import annotations

import sys
from typing import Any

from ponticello.engine import raster
from ponticello.envs.settings import RenderMode
from ponticello.table.position import Position

WIDTH = 480  # pixels of a picture


def rendered(position: Position, mode: RenderMode | None) -> Any:
    """Returns a position as text ("ansi"), as SVG ("svg") or as an array of pixels ("rgb_array"); prints it for a "human"."""
    if mode == "ansi":
        return position.text(colour=True)
    if mode == "svg":
        return position.svg(theme="light")
    if mode == "rgb_array":
        return raster.pixels(position.svg(theme="light"), WIDTH)
    if mode == "human":
        print(position.text(colour=sys.stdout.isatty()))
    return None
