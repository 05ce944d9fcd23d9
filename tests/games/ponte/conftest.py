"""Lets the tests of this folder import its oracle and its drawing of positions."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
