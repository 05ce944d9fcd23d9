"""Where games lie: one folder each in the package, and in those folders elsewhere that PONTICELLO_GAMES names."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

VARIABLE = "PONTICELLO_GAMES"


def folders_elsewhere() -> list[Path]:
    """Returns the folders outside the package that hold games. They are joined as paths are on this system, by : or ;."""
    return [Path(text).expanduser().resolve() for text in os.environ.get(VARIABLE, "").split(os.pathsep) if text.strip()]


def sources_elsewhere() -> Iterator[tuple[Path, Path]]:
    """Yields every source file of the games outside the package, each after the folder that holds its game."""
    for folder in folders_elsewhere():
        for start in sorted(folder.glob("*/__init__.py")):
            for path in sorted(start.parent.rglob("*.py")):
                yield folder, path
