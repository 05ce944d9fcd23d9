"""How strong the players are: the ladder of levels, the top level against simpler players, the solo games, and nets.

    python benchmarks/strength.py ladder GAME [--games 200]           each level against the one below it
    python benchmarks/strength.py top GAME [--games 200] [--seconds 1] [--uct 15]
                                        the top level against random, greedy and plain UCT with its own time
    python benchmarks/strength.py solo GAME [--games 200] [--seconds 0.2] [--player net]
                                        the top level, or another player, alone on fixed deals: points and titles
    python benchmarks/strength.py net GAME [--games 200] [--seconds 1] [--seats 2] [--file NET]
                                        search with a net against the hand-made mind, with equal time on the same cores
    python benchmarks/strength.py plain GAME [--games 12] [--seconds 0.01] [--uct 10] [--file NET]
                                        search with a net against plain UCT with its own time
    python benchmarks/strength.py policy GAME [--games 200] [--simulations 16 64 256 1024] [--file NET]
                                        what a net plays at first sight, against searches of the hand-made mind

Everything runs on one core a player, games side by side on all cores. `--out FOLDER` keeps every result, and a run that is
repeated with the same folder goes on where it was stopped.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import Progress, track

import ponticello as pc
from ponticello import arena
from ponticello.engine.record import Records
from ponticello.players.net_player import NetPlayer, PolicyPlayer
from ponticello.players.search import SearchPlayer

console = Console()


def meet(game: str, one: str | arena.Entrant, other: str | arena.Entrant, wanted: argparse.Namespace) -> None:
    """Plays two against each other and prints the score of the first."""
    first, second = (each if isinstance(each, str) else each.name for each in (one, other))
    out = None
    if wanted.out is not None:
        wanted.out.mkdir(parents=True, exist_ok=True)
        variant = "".join(f"-{name}={value}" for name, value in sorted(wanted.options.items()))
        out = wanted.out / f"{game}{variant}-{wanted.seats}-{first}-{second}.jsonl"
    with Progress(transient=True) as bar:
        task = bar.add_task(f"{first} against {second}", total=None)
        standings = arena.run(
            game,
            [one, other],
            wanted.games,
            seats=wanted.seats,
            options=wanted.options,
            jobs=wanted.jobs,
            out=out,
            progress=lambda done, all_games: bar.update(task, completed=done, total=all_games),
        )
    score = standings.score(first, second)
    points = ", ".join(f"{row.player} {row.points:.1f} points" for row in standings.rows if row.points is not None)
    console.print(
        f"{game}: {first} scores {score.mean:.1%} ± {score.error or 0:.1%} against {second}, {score.games} games; {points}"
    )
    for name, why, times in standings.forfeits:
        console.print(f"{name} lost {times} of them otherwise: {why}")


def ladder(wanted: argparse.Namespace) -> None:
    """Each level against the one below."""
    for level in range(2, 6):
        meet(wanted.game, f"level{level}", f"level{level - 1}", wanted)


def top(wanted: argparse.Namespace) -> None:
    """The top level against players that know less."""
    best = f"level5@{wanted.seconds:g}s"
    for other in ("random", "greedy", f"uct@{wanted.uct:g}s"):
        meet(wanted.game, best, other, wanted)


def by_hand(game: pc.Game, seed: int) -> SearchPlayer:
    """Returns the hand-made mind of a game, also where a net plays its top level."""
    return SearchPlayer(replace(game.rulebook.mind, net=False), seed=seed, threads=1)


def with_net(file: Path | None, game: pc.Game, seed: int) -> NetPlayer:
    """Returns a player that thinks ahead with a net."""
    return NetPlayer(file, seed=seed, threads=1)


def at_first_sight(file: Path | None, game: pc.Game, seed: int) -> PolicyPlayer:
    """Returns a player that plays what a net says."""
    return PolicyPlayer(file, seed=seed)


def net(wanted: argparse.Namespace) -> None:
    """Search with a net against the hand-made mind, with equal time."""
    one = arena.Entrant("net", seconds=wanted.seconds, maker=partial(with_net, wanted.file))
    meet(wanted.game, one, arena.Entrant("hand-made", seconds=wanted.seconds, maker=by_hand), wanted)


def plain(wanted: argparse.Namespace) -> None:
    """Search with a net against plain tree search with more time."""
    one = arena.Entrant("net", seconds=wanted.seconds, maker=partial(with_net, wanted.file))
    meet(wanted.game, one, arena.Entrant("uct", seconds=wanted.uct), wanted)


def policy(wanted: argparse.Namespace) -> None:
    """A net at first sight against searches of the hand-made mind."""
    for simulations in wanted.simulations:
        one = arena.Entrant("policy", maker=partial(at_first_sight, wanted.file))
        meet(wanted.game, one, arena.Entrant("hand-made", simulations=simulations, maker=by_hand), wanted)


def play_alone(game: str, player: str | None, seconds: float, deal: int) -> bytes:
    """Returns the final position of a deal."""
    match = pc.game(game).match(1, seed=deal)
    if player is None:
        alone = pc.players.best(game, seed=deal, threads=1)
    else:
        alone = pc.players.player(player, game=game, seed=deal, threads=1)
    while not match.over:
        match.play(alone.choose(match.position, seconds=seconds).move)
    return bytes(match.position.state)


def solo(wanted: argparse.Namespace) -> None:
    """The top level, or another player, alone."""
    rulebook = pc.game(wanted.game).rulebook
    play_alone(wanted.game, wanted.player, 0.001, 0)  # compiles once for all
    with ProcessPoolExecutor(wanted.jobs) as pool:
        played = pool.map(partial(play_alone, wanted.game, wanted.player, wanted.seconds), range(wanted.games))
        finals = b"".join(track(played, "Deals", total=wanted.games, transient=True))
    states = Records(rulebook.state, np.frombuffer(bytearray(finals), rulebook.state.dtype))
    scores = [pc.Position(pc.game(wanted.game), 1, state).scores[0] for state in states]
    error = 1.96 * np.std(scores, ddof=1) / len(scores) ** 0.5
    console.print(f"{wanted.game} alone, {wanted.seconds:g} s a turn: {np.mean(scores):.2f} ± {error:.2f} {rulebook.unit}")
    console.print(f"median {np.median(scores):g}, from {min(scores)} to {max(scores)}, {len(scores)} deals")
    if rulebook.boards is not None:
        for line in rulebook.boards.report(states):
            console.print(line, highlight=False)


def main() -> None:
    """Runs what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["ladder", "top", "solo", "net", "plain", "policy"])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=2, help="players at a table")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game, size=12 for instance")
    parser.add_argument("--seconds", type=float, default=1.0, help="for the top level or the net, a turn")
    parser.add_argument("--uct", type=float, default=15.0, help="seconds a turn for plain UCT")
    parser.add_argument("--simulations", type=int, nargs="+", default=[16, 64, 256, 1024], help="of those a policy meets")
    parser.add_argument("--file", type=Path, help="a net of your own; that of the game if left out")
    parser.add_argument("--player", help="who plays alone; the top level if left out")
    parser.add_argument("--jobs", type=int, help="games at a time; all cores if left out")
    parser.add_argument("--out", type=Path, help="a folder for the results")
    wanted = parser.parse_args()
    wanted.options = dict(option.split("=", 1) for option in wanted.option)
    {"ladder": ladder, "top": top, "solo": solo, "net": net, "plain": plain, "policy": policy}[wanted.what](wanted)


if __name__ == "__main__":
    main()
