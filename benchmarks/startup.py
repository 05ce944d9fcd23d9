"""How long a person waits at the start: importing, the first list of legal moves interpreted, and compiled from a warm cache.

Every round starts each program once in a fresh process, beside bare Python and bare NumPy and Numba as peers; the table gives
medians and ranges of the wall-clock time of the whole process.

    python benchmarks/startup.py [--rounds 9]
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

from rich.console import Console
from rich.progress import track
from rich.table import Table

LEGAL = "import ponticello as pc; game = pc.game('{name}'); {prepare}; assert game.match(seed=1).legal()"
PROGRAMS = {
    "Python alone": "pass",
    "import numpy": "import numpy",
    "import ponticello": "import ponticello",
    "Ponte, first legal moves, interpreted": LEGAL.format(name="ponte", prepare="pass"),
    "Skybridge, first legal moves, interpreted": LEGAL.format(name="skybridge", prepare="pass"),
    "import numba": "import numba",
    "Ponte, first legal moves, compiled": LEGAL.format(name="ponte", prepare="game.compile()"),
    "Skybridge, first legal moves, compiled": LEGAL.format(name="skybridge", prepare="game.compile()"),
}


def run(program: str) -> float:
    """Returns the seconds a program takes in a fresh process."""
    clock = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True)
    return time.perf_counter() - clock


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    for program in PROGRAMS.values():
        run(program)  # fills the caches
    times: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for _ in track(range(arguments.rounds), "Rounds", transient=True):
        for name, program in PROGRAMS.items():
            times[name].append(run(program))
    table = Table(title=f"Seconds from the start of the process, median of {arguments.rounds} rounds")
    for column in ("program", "seconds", "range"):
        table.add_column(column, justify="left" if column == "program" else "right")
    for name, seconds in times.items():
        table.add_row(name, f"{statistics.median(seconds):.2f}", f"{min(seconds):.2f}-{max(seconds):.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
