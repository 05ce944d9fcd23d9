"""One way to think against another, with equal simulations or equal time: what is each setting of the search worth?

A mind is `own` (the game's), `plain` (UCT with random playouts) or either of them with settings changed, such as
`own:rave=0,taste=3` or `plain:taste=6`. All settings: src/ponticello/engine/mind.py.

    python benchmarks/minds.py GAME MIND MIND [--seats 2] [--games 100] [--simulations 600 | --seconds 0.2] [--jobs N]

With `--seats 1` each plays the same deals alone.
"""

from __future__ import annotations

import argparse
import dataclasses
from functools import partial

from rich.console import Console
from rich.progress import Progress

import ponticello as pc
from ponticello import arena
from ponticello.engine.mind import Mind
from ponticello.players.search import SearchPlayer


def read_mind(text: str, own: Mind) -> Mind:
    """Returns the mind that a word stands for."""
    base, _, changes = text.partition(":")
    mind = {"own": own, "plain": Mind()}[base]
    kinds = {field.name: type(getattr(mind, field.name)) for field in dataclasses.fields(Mind)}
    for change in filter(None, changes.split(",")):
        name, _, value = change.partition("=")
        mind = dataclasses.replace(mind, **{name: kinds[name](float(value))})
    return mind


def seat(text: str, game: pc.Game, seed: int) -> SearchPlayer:
    """Returns a player with that mind."""
    return SearchPlayer(read_mind(text, game.rulebook.mind), seed=seed, threads=1)


def main() -> None:
    """Plays and prints the score."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("minds", nargs=2, metavar="MIND")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--simulations", type=int, default=600)
    parser.add_argument("--seconds", type=float, help="instead of simulations")
    parser.add_argument("--jobs", type=int)
    wanted = parser.parse_args()
    limit = {"simulations": wanted.simulations} if wanted.seconds is None else {"seconds": wanted.seconds}
    players = [arena.Entrant(text, maker=partial(seat, text), **limit) for text in wanted.minds]
    with Progress(transient=True) as bar:
        task = bar.add_task("Games", total=None)
        standings = arena.run(
            wanted.game,
            players,
            wanted.games,
            seats=wanted.seats,
            jobs=wanted.jobs,
            progress=lambda done, all_games: bar.update(task, completed=done, total=all_games),
        )
    console = Console()
    first, second = (player.name for player in players)
    if wanted.seats > 1:
        score = standings.score(first, second)
        console.print(f"{first} scores {score.mean:.1%} ± {score.error or 0:.1%} against {second} in {score.games} games")
    for row in standings.rows:
        points = "no points" if row.points is None else f"{row.points:.1f} ± {row.points_error or 0:.1f} points"
        console.print(f"  {row.player}: {points}, {row.seconds:.3f} s a move, {row.forfeits} forfeits")


if __name__ == "__main__":
    main()
