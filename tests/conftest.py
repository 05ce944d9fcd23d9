"""Lets all tests import what lies beside the tests of the engine and the tables."""

import sys
from pathlib import Path

import ponticello.engine.parallel  # noqa: F401  (decides once whether its loops run on all cores; some tests interpret)

for folder in ("engine", "table", "playthroughs"):
    sys.path.insert(0, str(Path(__file__).parent / folder))
