"""How many cores there are to work with."""

from __future__ import annotations

import os


def cores() -> int:
    """Returns how many cores this process may use, which can be fewer than the machine has."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1
