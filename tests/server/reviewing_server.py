"""The real server but for its reviews, which try so many games in each position: a process of its own, to be killed halfway."""

from __future__ import annotations

import threading

import typer

from ponticello.cli.commands.serve import announce
from ponticello.server.run import listen, run
from ponticello.server.settings import Settings


def serve(port: int = 0, database: str = "", simulations: int = 1) -> None:
    """Serves until it is told to stop."""
    with listen("127.0.0.1", port) as listening:
        number = listening.getsockname()[1]
        threading.Thread(target=announce, args=("127.0.0.1", number, False), daemon=True).start()
        run(Settings(database=database, review_simulations=simulations, beat=0.5), listening)


if __name__ == "__main__":
    typer.run(serve)
