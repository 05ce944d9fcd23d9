"""What a review says of players of every level, and how long it takes.

    python benchmarks/review.py [--matches 4] [--simulations 256] [--svg docs/pictures/review-levels.svg] [--json out.json]
    python benchmarks/review.py --time [--seconds 20]

The first plays matches of each level of each game, everybody at the table being of that level, reviews them all with the same
number of simulations in each position, and prints what a turn gave up on average: a weak player's turns should cost much, the
strongest one's little. The second times reviews of one match of each kind: until the first coarse curve, and as a whole.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

import ponticello as pc
from ponticello.analysis import reviewing
from ponticello.engine.cores import cores
from ponticello.engine.drawing import Palette, Style, document, element, label, number

TABLES = {"hashi": 1, "connections": 1, "skybridge": 2, "ponte": 2}
TOP_SIMULATIONS = 500  # for a level that else thinks by the clock, so that it plays the same on a busy machine

PALETTE: Palette = {
    "paper": ("#fffdf7", "#131e24"),
    "ink": ("#22333a", "#ece6d6"),
    "quiet": ("#5a6668", "#a6b2b2"),
    "grid": ("#e6ddc9", "#26343b"),
    "dot": ("#1c6074", "#86cadb"),
}
CSS = """
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:12px;fill:$ink}
.paper{fill:$paper}
.title{font-size:14px;font-weight:600}
.note{font-size:11px;fill:$quiet}
.grid{stroke:$grid;stroke-width:1}
.line{stroke:$dot;stroke-width:2;fill:none}
.bar{stroke:$dot;stroke-width:1.5}
.dot{fill:$dot}
"""
STYLE = Style("levels", CSS, PALETTE)


@dataclass
class Found:
    """What the turns of one level gave up."""

    game: str
    level: int
    losses: list[float]  # on average in each match, in per cent of the victory; alone, in points
    named: float  # turns called by a name, the well seen ones apart, of a hundred
    luck: list[float]  # alone: what the cards gave in each match, in points

    @property
    def mean(self) -> float:
        return statistics.fmean(self.losses)

    @property
    def error(self) -> float:
        return 1.96 * statistics.stdev(self.losses) / len(self.losses) ** 0.5 if len(self.losses) > 1 else 0.0


def play(game: str, players: int, level: int, seed: int) -> pc.Match:
    """Returns a match of players of one level."""
    match = pc.game(game).match(players, seed=seed)
    timed = match.game.rulebook.levels[level - 1].seconds is not None
    seats = [pc.players.player(f"level{level}", game=game, seed=seed + seat) for seat in range(players)]
    while not match.over:
        seat = match.actors[0]
        match.play(seats[seat].choose(match.position, seat, simulations=TOP_SIMULATIONS if timed else None).move)
    return match


def examine(game: str, players: int, level: int, matches: int, simulations: int) -> Found:
    """Reviews some matches of one level."""
    losses, luck, named, turns = [], [], 0, 0
    for seed in range(matches):
        reviewed = pc.analysis.review(play(game, players, level, seed), simulations=simulations)
        scale = 100 if players > 1 else 1
        losses.append(statistics.fmean(scale * reviewed.loss_per_turn(seat) for seat in range(players)))
        luck.append(reviewed.balance(0).luck / reviewed.unit)
        own = [step for step in reviewed.steps if not step.is_chance]
        named += sum(step.loss > 0 and bool(step.verdict) for step in own)
        turns += len(own)
    return Found(game, level, losses, 100 * named / turns, luck)


def plot(found: list[Found], simulations: int) -> str:
    """Returns what a turn gave up by level, a small field for every game, as an SVG picture."""
    games = list(dict.fromkeys(one.game for one in found))
    wide, high, width = 330, 190, 720
    parts = [element("rect", class_="paper", width=width, height=56 + high * 2, rx=10)]
    for k, game in enumerate(games):
        own = [one for one in found if one.game == game]
        left, top = 56 + k % 2 * (wide + 14), 50 + k // 2 * high
        most = max(one.mean + one.error for one in own) or 1.0
        unit = "points" if TABLES[game] == 1 else "% of the victory"

        def y(value: float, top: float = top, most: float = most) -> float:
            return top + 120 * (1 - value / most)

        parts.append(label(f"{pc.game(game).title}: {unit} a turn", class_="title", x=left - 30, y=top - 16))
        for part in (0, 0.5, 1):
            parts.append(element("path", class_="grid", d=f"M{left} {number(y(part * most))}h{wide - 70}"))
            parts.append(label(f"{part * most:.2g}", class_="note", x=left - 6, y=y(part * most) + 4, text_anchor="end"))
        places = [(left + 30 + 52 * (one.level - 1), one) for one in own]
        parts.append(element("path", class_="line", d="M" + "L".join(f"{x} {number(y(one.mean))}" for x, one in places)))
        for x, one in places:
            upper, lower = number(y(one.mean + one.error)), number(y(max(0.0, one.mean - one.error)))
            parts.append(element("path", class_="bar", d=f"M{x} {upper}V{lower}"))
            parts.append(element("circle", class_="dot", cx=x, cy=y(one.mean), r=4))
            parts.append(label(f"level {one.level}", class_="note", x=x, y=top + 140, text_anchor="middle"))
    matches = len(found[0].losses)
    note = f"{matches} matches a level, {simulations} simulations in each position; bars: 1.96 standard errors either way"
    parts.append(label(note, class_="note", x=26, y=46 + high * 2))
    desc = "; ".join(f"{one.game} level {one.level}: {one.mean:.2f} ± {one.error:.2f}" for one in found)
    return document(STYLE, width, 56 + high * 2, title="Loss per turn by level", desc=desc, theme="auto", body="".join(parts))


def compare_levels(wanted: argparse.Namespace) -> None:
    """Prints, and draws, what a turn gave up by level."""
    found = []
    for game, players in TABLES.items():
        levels = range(1, len(pc.game(game).rulebook.levels) + 1)
        for level in track(levels, game, transient=True):
            found.append(examine(game, players, level, wanted.matches, wanted.simulations))
        if wanted.svg is not None:  # after each game, so that a run that is stopped has something to show
            wanted.svg.write_text(plot(found, wanted.simulations), encoding="utf-8")
        if wanted.json is not None:
            wanted.json.write_text(json.dumps([vars(one) for one in found]), encoding="utf-8")
    table = Table("game", "level", "loss a turn", "±", "named turns of 100", "mean luck alone")
    for one in found:
        luck = f"{statistics.fmean(one.luck):+.1f}" if TABLES[one.game] == 1 else ""
        table.add_row(one.game, str(one.level), f"{one.mean:.3f}", f"{one.error:.3f}", f"{one.named:.0f}", luck)
    Console().print(table)


def time_reviews(seconds: float) -> None:
    """Prints how long the first curve and a whole review take, for every game and number of players."""
    table = Table("game", "players", "steps", "first curve, s", "whole, s", "simulations", title=f"on {cores()} cores")
    for rulebook in pc.games():
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
    Console().print(table)


def main() -> None:
    """Measures what is asked for."""
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--matches", type=int, default=4, metavar="N", help="matches of each level")
    reader.add_argument("--simulations", type=int, default=256, metavar="N", help="in each position")
    reader.add_argument("--svg", type=Path, metavar="FILE", help="draw the result")
    reader.add_argument("--json", type=Path, metavar="FILE", help="write the numbers")
    reader.add_argument("--time", action="store_true", help="how long reviews take, instead")
    reader.add_argument("--seconds", type=float, default=20, metavar="S", help="of a whole review, with --time")
    wanted = reader.parse_args()
    if wanted.time:
        time_reviews(wanted.seconds)
    else:
        compare_levels(wanted)


if __name__ == "__main__":
    main()
