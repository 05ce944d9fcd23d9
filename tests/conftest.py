"""Lets all tests import what lies beside the tests of the engine and the tables, and says how many run side by side."""

import sys
from pathlib import Path

import ponticello.engine.parallel  # noqa: F401  (decides once whether its loops run on all cores; some tests interpret)
from ponticello.engine.cores import cores


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a quarter of the time, a test waits for a browser, a server or a clock."""
    return 1 + cores()


for folder in ("engine", "table", "playthroughs"):
    sys.path.insert(0, str(Path(__file__).parent / folder))
