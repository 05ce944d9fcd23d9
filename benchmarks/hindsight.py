"""How long the hindsight of a lone player's game takes: the whole curve, over many deals.

    python benchmarks/hindsight.py [hashi] [connections] [--deals 50] [--who level3] [--seconds 300] [--workers 2] [--out FILE]

Each deal is played to its end by a quick player, then everything that was still possible is asked for. `--out` keeps a line of
JSON for each deal, and a run that is repeated with the same file goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import ponticello as pc
from ponticello.analysis import Hindsight, hindsight
from ponticello.engine.cores import cores

GAMES = ("hashi", "connections")
console = Console()


def play_alone(game: str, deal: int, who: str) -> pc.Match:
    """Returns a deal that a player has played to its end."""
    match = pc.game(game).match(1, seed=deal)
    player = pc.players.player(who, game=game, seed=deal)
    while not match.over:
        match.play(player.choose(match.position).move)
    player.close()
    return match


def measure(game: str, deal: int, wanted: argparse.Namespace) -> dict[str, Any]:
    """Returns how long the hindsight of a deal took, and what came out."""
    match = play_alone(game, deal, wanted.who)
    processor = time.process_time()
    seen: list[Hindsight] = []
    found = hindsight(match, seconds=wanted.seconds, workers=wanted.workers, progress=seen.append)
    if not found.done:  # Ctrl-C gives back what is known so far, which is no measurement
        raise KeyboardInterrupt
    return {
        "game": game,
        "deal": deal,
        "who": wanted.who,
        "workers": wanted.workers,
        "first": seen[1].seconds,  # when the first answer was there
        "settled": next(one.seconds for one in seen if curve(one) == curve(found)),  # what came after that was proof
        "seconds": found.seconds,
        "processor": round(time.process_time() - processor, 3),
        "score": found.score,
        "best": found.best.best,
        "bound": found.best.bound,
        "curve": curve(found),
        "gaps": sum(not possible.proven for possible in found.possible),
    }


def curve(found: Hindsight) -> list[int]:
    """Returns the best result that is known to have been possible after each turn."""
    return [possible.best for possible in found.possible]


def measured(path: Path | None) -> list[dict[str, Any]]:
    """Returns what an earlier run has left in a file."""
    if path is None or not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def table(rows: list[dict[str, Any]]) -> Table:
    """Returns the distribution of times, a line for each game."""
    shown = Table("game", "deals", "proven", "least", "25%", "median", "75%", "90%", "most", "processor", "best result", "scored")
    for game in GAMES:
        own = [row for row in rows if row["game"] == game]
        if own:
            seconds = [row["seconds"] for row in own]
            bests = [row["best"] for row in own]
            shown.add_row(
                game,
                str(len(own)),
                str(sum(row["gaps"] == 0 for row in own)),
                *(f"{np.quantile(seconds, share):.1f} s" for share in (0, 0.25, 0.5, 0.75, 0.9, 1)),
                f"{np.median([row['processor'] for row in own]):.1f} s",
                f"{min(bests)} to {max(bests)}",
                f"{np.median([row['score'] for row in own]):g}",
            )
    return shown


def main() -> None:
    """Runs what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="game", help="hashi, connections, or both if left out")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--who", default="level3", help="who plays the deals")
    parser.add_argument("--seconds", type=float, default=300.0, help="after which a curve is left with gaps")
    parser.add_argument("--workers", type=int, default=cores(), help="questions at a time")
    parser.add_argument("--out", type=Path, help="a file for the results")
    wanted = parser.parse_args()
    if unknown := set(wanted.games) - set(GAMES):
        parser.error(f"there is no hindsight for {', '.join(sorted(unknown))}; choose from {', '.join(GAMES)}")
    rows = measured(wanted.out)
    done = {(row["game"], row["deal"]) for row in rows}
    asked = [(game, deal) for game in wanted.games or GAMES for deal in range(wanted.deals) if (game, deal) not in done]
    try:
        with Progress(console=console, transient=True) as bar:
            task = bar.add_task("Deals", total=len(asked))
            for game, deal in asked:
                rows.append(measure(game, deal, wanted))
                if wanted.out is not None:
                    with wanted.out.open("a", encoding="utf-8") as file:
                        file.write(json.dumps(rows[-1]) + "\n")
                bar.advance(task)
    except KeyboardInterrupt:
        console.print("Stopped; this is what has been measured.")
    console.print(table(rows))


if __name__ == "__main__":
    main()
