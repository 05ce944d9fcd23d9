"""The real server but for its patience, which is too long for tests, and the room it has, which is too much."""

from __future__ import annotations

import threading

import typer

from ponticello.cli.commands.serve import announce
from ponticello.server.run import listen, run
from ponticello.server.settings import ConnectionLimits, Settings

LIMITS = ConnectionLimits(head=1.5, body=2.0, idle=1.5, unread=1.5, most=60, most_of_address=5, look=0.1)


def serve(port: int = 0, database: str = "") -> None:
    """Serves until it is told to stop."""
    with listen("127.0.0.1", port) as listening:
        number = listening.getsockname()[1]
        threading.Thread(target=announce, args=("127.0.0.1", number, False), daemon=True).start()
        run(Settings(database=database, connections=LIMITS), listening)


if __name__ == "__main__":
    typer.run(serve)
