"""What a process takes in which bots think, in MB: while it loads a game, between questions, and at the most.

    python benchmarks/bot_memory.py [GAME ...] [--questions 6] [--seconds 20]

A thinker of the web table is asked what the fifth level plays at some places of a random game for two, from its beginning to its
end; the last line is of one that has loaded all these games. Beside it, the most that a process takes in which the same player
thinks for so many seconds at the beginning of a game and when it is to act again, with one thread, and the nodes of its tree.
Loading takes more where nothing is compiled yet: PONTICELLO_CACHE=EMPTY_FOLDER shows how much. Linux only.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import random
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table

import ponticello as pc
from ponticello.games import names
from ponticello.players.search import SearchPlayer
from ponticello.players.tree import USED
from ponticello.players.worker import preparation, question
from ponticello.server.bots.worker import THINKER

FIFTH = 5
console = Console(width=150)


def megabytes(process: int | str, what: str) -> float:
    """Returns what the system says of the memory of a process: VmRSS, what it has, or VmHWM, the most it had."""
    told = re.search(rf"{what}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert told is not None
    return int(told[1]) * 1024 / 1e6


class Thinker:
    """A process in which bots think."""

    def __init__(self) -> None:
        self.process = subprocess.Popen([sys.executable, *THINKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, asked: dict[str, object]) -> None:
        """Puts a question and waits for the answer."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(asked) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, answer

    def has(self) -> float:
        """Returns its memory in MB."""
        return megabytes(self.process.pid, "VmRSS")

    def had(self) -> float:
        """Returns the most that it had since this was last asked."""
        most = megabytes(self.process.pid, "VmHWM")
        Path(f"/proc/{self.process.pid}/clear_refs").write_text("5")
        return most

    def end(self) -> None:
        """Ends it."""
        self.process.kill()
        self.process.wait()


def places(name: str, count: int) -> list[pc.Position]:
    """Returns places of a random game for two, from its beginning to its end."""
    match, dice = pc.game(name).match(2, seed=1), random.Random(1)
    while match.actors:
        match.play(dice.choice(match.legal_moves(match.actors[0])))
    thinking = [at for at in range(len(match.moves)) if 0 <= match.position_after(at).actors[0] < 2]
    return [match.position_after(thinking[k * len(thinking) // count]) for k in range(count)]


def ask_about(thinker: Thinker, name: str, count: int) -> None:
    """Asks what the fifth level plays at some places of a game."""
    for position in places(name, count):
        thinker.ask(question(position, position.actors[0], FIFTH, 1))


def long_thought(name: str, seconds: float) -> tuple[float, int, int]:
    """Thinks for long, twice in the same game; returns the most memory, the nodes in use and the room for them."""
    match = pc.game(name).match(2, seed=1)
    seat = match.actors[0]
    player = pc.players.player(f"level{FIFTH}", game=name, seed=1, threads=1)
    for _ in range(2):
        line = list(player.choose(match.position, seat, seconds=seconds).line)
        match.play(line.pop(0))
        while seat not in match.actors:
            match.play(line.pop(0) if line else match.legal_moves(match.actors[0])[0])
    assert isinstance(player, SearchPlayer) and player._search is not None
    (tree,) = player._search.trees
    return megabytes("self", "VmHWM"), int(tree.counts[USED]), len(tree.nodes)


def main() -> None:
    """Measures what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=names(), metavar="GAME")
    parser.add_argument("--questions", type=int, default=6, help="of each game")
    parser.add_argument("--seconds", type=float, default=20, help="of the long thoughts")
    wanted = parser.parse_args()
    table = Table("game", "loading, at most", "loaded", "thinking, at most", "then", "long thoughts, at most", "nodes")

    def measured(loads: Sequence[str]) -> list[str]:
        thinker = Thinker()
        try:
            for name in loads:
                thinker.ask(preparation(name))
            numbers = [thinker.had(), thinker.has()]
            for name in loads:
                ask_about(thinker, name, wanted.questions)
            return [f"{number:.0f} MB" for number in (*numbers, thinker.had(), thinker.has())]
        finally:
            thinker.end()

    for name in wanted.games:
        columns = measured([name])
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            most, used, room = pool.apply(long_thought, (name, wanted.seconds))
        table.add_row(name, *columns, f"{most:.0f} MB", f"{used:,} of {room:,}")
    if len(wanted.games) > 1:
        table.add_row("all of them", *measured(wanted.games))
    console.print(table)


if __name__ == "__main__":
    main()
