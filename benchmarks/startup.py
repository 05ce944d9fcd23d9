"""How long a person waits at the start: importing, the first list of legal moves interpreted, compiled from a warm cache, and the
first page of the web table.

Every round starts each program once in a fresh process, beside bare Python, NumPy, Numba and FastAPI with SQLAlchemy as peers.
The table gives medians and ranges of the wall-clock time of the whole process, of the web table until its first page has come.

    python benchmarks/startup.py [--rounds 9]
"""

from __future__ import annotations

import argparse
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

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
    "import fastapi, sqlalchemy, uvicorn": "import fastapi, sqlalchemy.ext.asyncio, uvicorn",
}
SERVE = "the web table, first page"
# As in an installed package, whose modules were compiled to bytecode when it was installed.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(program: str) -> float:
    """Returns the seconds a program takes in a fresh process."""
    clock = time.perf_counter()
    subprocess.run([sys.executable, "-c", program], check=True, env=ENVIRONMENT)
    return time.perf_counter() - clock


def first_page(folder: str) -> float:
    """Returns the seconds from the start of a server until its first page has come."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    clock = time.perf_counter()
    command = [sys.executable, "-m", "ponticello", "serve", "--port", str(port), "--database", f"sqlite:///{folder}/table.db"]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=ENVIRONMENT)
    try:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as page:
                    page.read()
                return time.perf_counter() - clock
            except urllib.error.URLError:
                time.sleep(0.01)
    finally:
        server.terminate()
        server.wait()


def main() -> None:
    """Measures and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    for program in PROGRAMS.values():
        run(program)  # fills the caches
    times: dict[str, list[float]] = {name: [] for name in (*PROGRAMS, SERVE)}
    with tempfile.TemporaryDirectory() as folder:
        first_page(folder)
        for _ in track(range(arguments.rounds), "Rounds", transient=True):
            for name, program in PROGRAMS.items():
                times[name].append(run(program))
            times[SERVE].append(first_page(folder))
    table = Table(title=f"Seconds from the start of the process, median of {arguments.rounds} rounds")
    for column in ("program", "seconds", "range"):
        table.add_column(column, justify="left" if column == "program" else "right")
    for name, seconds in times.items():
        table.add_row(name, f"{statistics.median(seconds):.2f}", f"{min(seconds):.2f}-{max(seconds):.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
