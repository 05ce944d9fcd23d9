"""Compiles the players of a game, so that a server only has to load them: python -m ponticello.server.warm GAME"""

from __future__ import annotations

import os
import sys

from ponticello.server.house import rouse

if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(10)  # the table goes first
    rouse(sys.argv[1])
