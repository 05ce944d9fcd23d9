"""What a review says of players of every level, whether luck comes out even, and how long it takes.

    python benchmarks/review.py [--matches 4] [--simulations 256] [--out FILE] [--svg docs/pictures/review-levels.svg]
    python benchmarks/review.py --luck [--matches 100] [--simulations 32] [--out FILE]
    python benchmarks/review.py --time [hashi] [connections] [skybridge] [ponte] [--seconds 20]

The first plays matches of each level of each game, everybody at the table being of that level, reviews them all with the same
number of simulations in each position, and prints what a turn gave up on average: a weak player's turns should cost much, the
strongest one's little. The second reviews many matches of weak players with few simulations, and prints what chance gave the
first player on average, which should be nothing. Both keep a line of JSON for each match with `--out`, and go on from there when
they are repeated. The third times reviews of one match of each kind: until the first coarse curve, and as a whole.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import ponticello as pc
from ponticello.analysis import reviewing
from ponticello.engine.chart import chart, chart_style, scale
from ponticello.engine.cores import cores
from ponticello.engine.drawing import element, label, number

TABLES = (("hashi", 1), ("connections", 1), ("skybridge", 2), ("ponte", 2))
WITH_CHANCE = (("hashi", 1), ("connections", 1), ("hashi", 2), ("connections", 2), ("skybridge", 2))
TOP_SIMULATIONS = 500  # for a level that else thinks by the clock, so that it plays the same on a busy machine; at least
console = Console()

STYLE = chart_style("levels")


@dataclass(frozen=True)
class Reviewed:
    """What the review of one match says."""

    game: str
    players: int
    level: int
    match: int
    simulations: int
    loss: float  # of a turn on average, in per cent of the victory; alone, in points
    luck: float  # of the first player, in the same
    turns: int
    named: int  # of them, the well seen ones apart


def mean(values: Sequence[float]) -> tuple[float, float]:
    """Returns the mean of some values, and how far off it may be: 1.96 standard errors."""
    error = 1.96 * statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else 0.0
    return statistics.fmean(values), error


def play(game: str, players: int, level: int, seed: int) -> pc.Match:
    """Returns a match of players of one level."""
    match = pc.game(game).match(players, seed=seed)
    levels = match.game.rulebook.levels
    below = levels[level - 2].simulations or 0
    simulations = max(TOP_SIMULATIONS, 2 * below) if levels[level - 1].seconds is not None else None
    seats = [pc.players.player(f"level{level}", game=game, seed=seed + seat) for seat in range(players)]
    while not match.over:
        seat = match.actors[0]
        match.play(seats[seat].choose(match.position, seat, simulations=simulations).move)
    return match


def examine(game: str, players: int, level: int, match: int, simulations: int) -> Reviewed:
    """Reviews a match of one level."""
    reviewed = pc.analysis.review(play(game, players, level, match), simulations=simulations)
    scale = 100 if players > 1 else 1
    loss = statistics.fmean(scale * reviewed.loss_per_turn(seat) for seat in range(players))
    own = [step for step in reviewed.steps if not step.is_chance]
    named = sum(step.loss > 0 and bool(step.verdict) for step in own)
    luck = scale * reviewed.balance(0).luck / reviewed.unit
    return Reviewed(game, players, level, match, simulations, loss, luck, len(own), named)


def examined(asked: Iterable[tuple[str, int, int, int]], wanted: argparse.Namespace) -> list[Reviewed]:
    """Reviews the matches that are asked for, but those that an earlier run has left in a file; Ctrl-C keeps what is done."""
    kept = wanted.out.read_text(encoding="utf-8").splitlines() if wanted.out is not None and wanted.out.exists() else []
    found = [Reviewed(**json.loads(line)) for line in kept]
    done = {(one.game, one.players, one.level, one.match) for one in found if one.simulations == wanted.simulations}
    try:
        for which in track([which for which in asked if which not in done], "Matches", console=console, transient=True):
            found.append(examine(*which, wanted.simulations))
            if wanted.out is not None:
                with wanted.out.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(asdict(found[-1])) + "\n")
    except KeyboardInterrupt:
        console.print("Stopped; this is what has been reviewed.")
    return [one for one in found if one.simulations == wanted.simulations]


def losses(found: Iterable[Reviewed], game: str) -> dict[int, tuple[float, float]]:
    """Returns what a turn gave up in a game, by level."""
    by_level: dict[int, list[float]] = {}
    for one in found:
        if one.game == game:
            by_level.setdefault(one.level, []).append(one.loss)
    return {level: mean(by_level[level]) for level in sorted(by_level)}


def plot(found: list[Reviewed], simulations: int) -> str:
    """Returns what a turn gave up by level, a small field for every game, as an SVG picture."""
    wide, high, width = 330, 194, 720
    parts, told = [], []
    for k, (game, players) in enumerate(TABLES):
        own = losses(found, game)
        left, top = 56 + k % 2 * (wide + 14), 58 + k // 2 * high
        _, most, step = scale(0, max((value + error for value, error in own.values()), default=1.0), least=0.1)

        def y(value: float, top: float = top, most: float = most) -> float:
            return top + 112 * (1 - value / most)

        parts.append(label(pc.game(game).title, class_="title", x=left - 30, y=top - 30))
        unit = "points" if players == 1 else "per cent of the victory"
        parts.append(label(f"{unit} that a turn gave up", class_="note", x=left - 30, y=top - 14))
        for tick in (part * step for part in range(round(most / step) + 1)):
            parts.append(element("path", class_="grid", d=f"M{left} {number(y(tick))}h{wide - 70}"))
            parts.append(label(f"{tick:g}", class_="note", x=left - 6, y=y(tick) + 4, text_anchor="end"))
        places = [(left + 30 + 52 * (level - 1), level, *own[level]) for level in own]
        parts.append(
            element("path", class_="line line0", d="M" + "L".join(f"{x} {number(y(value))}" for x, _, value, _ in places))
        )
        for x, level, value, error in places:
            upper, lower = number(y(value + error)), number(y(max(0.0, value - error)))
            parts.append(element("path", class_="bar line0", d=f"M{x} {upper}V{lower}"))
            parts.append(element("circle", class_="dot0", cx=x, cy=y(value), r=4))
            parts.append(label(f"level {level}", class_="note", x=x, y=top + 132, text_anchor="middle"))
            told.append(f"{game} level {level}: {value:.2f} ± {error:.2f}")
    fewest = min(Counter((one.game, one.level) for one in found).values())
    note = f"{fewest} matches a level or more, {simulations} simulations in each position; bars: 1.96 standard errors either way"
    parts.append(label(note, class_="note", x=26, y=46 + high * 2))
    return chart(STYLE, width, 60 + high * 2, title="Loss per turn by level", desc="; ".join(told), theme="auto", body=parts)


def compare_levels(wanted: argparse.Namespace) -> None:
    """Prints, and draws, what a turn gave up by level."""
    levels = {game: range(1, len(pc.game(game).rulebook.levels) + 1) for game, _ in TABLES}
    matches = range(wanted.matches)
    asked = [(game, players, level, match) for match in matches for game, players in TABLES for level in levels[game]]
    found = examined(asked, wanted)
    table = Table("game", "level", "matches", "loss a turn", "±", "named turns of 100")
    for game, _ in TABLES:
        for level, (value, error) in losses(found, game).items():
            own = [one for one in found if (one.game, one.level) == (game, level)]
            named = 100 * sum(one.named for one in own) / sum(one.turns for one in own)
            table.add_row(game, str(level), str(len(own)), f"{value:.3f}", f"{error:.3f}", f"{named:.0f}")
    console.print(table)
    if wanted.svg is not None and found:
        wanted.svg.write_text(plot(found, wanted.simulations), encoding="utf-8")


def compare_luck(wanted: argparse.Namespace) -> None:
    """Prints what chance gave the first player on average."""
    found = examined([(*table, 1, match) for match in range(wanted.matches) for table in WITH_CHANCE], wanted)
    table = Table("game", "players", "matches", "luck on average", "±", "in one match, usually")
    for game, players in WITH_CHANCE:
        luck = [one.luck for one in found if (one.game, one.players) == (game, players)]
        if len(luck) > 1:
            value, error = mean(luck)
            usual = f"{statistics.stdev(luck):.2f}"
            table.add_row(game, str(players), str(len(luck)), f"{value:+.2f}", f"{error:.2f}", usual)
    console.print(table)


def time_reviews(games: list[str], seconds: float) -> None:
    """Prints how long the first curve and a whole review take, for some games and every number of players."""
    table = Table("game", "players", "steps", "first curve, s", "whole, s", "simulations", title=f"on {cores()} cores")
    for rulebook in (pc.game(name).rulebook for name in games):
        for players in rulebook.players:
            match = play(rulebook.name, players, min(3, len(rulebook.levels)), 1)
            began = time.perf_counter()
            reviews = reviewing(match, seconds)
            next(reviews)
            first = time.perf_counter() - began
            *_, last = reviews
            took = time.perf_counter() - began
            table.add_row(
                rulebook.name, str(players), str(len(last.steps)), f"{first:.2f}", f"{took:.1f}", f"{last.simulations:,}"
            )
    console.print(table)


def main() -> None:
    """Measures what is asked for."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("games", nargs="*", metavar="game", help="which to time; all if left out")
    reader.add_argument("--matches", type=int, metavar="N", help="of each kind: 4 of each level, 100 for luck")
    reader.add_argument("--simulations", type=int, metavar="N", help="in each position: 256 for levels, 32 for luck")
    reader.add_argument("--out", type=Path, metavar="FILE", help="keep what is reviewed, and go on from there")
    reader.add_argument("--svg", type=Path, metavar="FILE", help="draw what a turn gave up by level")
    reader.add_argument("--luck", action="store_true", help="what chance gave on average, instead")
    reader.add_argument("--time", action="store_true", help="how long reviews take, instead")
    reader.add_argument("--seconds", type=float, default=20, metavar="S", help="of a whole review, with --time")
    wanted = reader.parse_args()
    wanted.matches = wanted.matches or (100 if wanted.luck else 4)
    wanted.simulations = wanted.simulations or (32 if wanted.luck else 256)
    if wanted.time:
        time_reviews(wanted.games or [rulebook.name for rulebook in pc.games()], wanted.seconds)
    elif wanted.luck:
        compare_luck(wanted)
    else:
        compare_levels(wanted)


if __name__ == "__main__":
    main()
