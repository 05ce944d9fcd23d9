"""Lets all tests import what lies beside the tests of the engine and the tables."""

import sys
from pathlib import Path

for folder in ("engine", "table", "playthroughs"):
    sys.path.insert(0, str(Path(__file__).parent / folder))
