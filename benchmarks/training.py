"""How strong nets became while they were trained, as a picture: the checks of some runs over their minutes.

    ponticello train skybridge --players 3 --minutes 20 --out runs/three
    python benchmarks/training.py runs/three runs/four --svg docs/pictures/training.svg

Every run of `ponticello train` tries its net out now and then, without any search: against a few simulations of the house, or
alone. A thin line shows an even share of the victories. All runs of one picture are of the same kind: with others, or alone at
one game.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import ponticello as pc
from ponticello.engine.chart import chart, chart_style, scale
from ponticello.engine.drawing import element, label
from ponticello.engine.errors import PonticelloError
from ponticello.learn import checkpoint
from ponticello.learn.checkpoint import Progress

STYLE = chart_style("training", 14, ".even{stroke-width:1;opacity:.6}")
LEFT, TOP, WIDTH, HEIGHT, RIGHT, BOTTOM = 64, 64, 520, 240, 168, 56
LINES = 4  # that a chart tells apart


class Plot:
    """Where things lie in the picture."""

    def __init__(self, runs: list[Progress]) -> None:
        self.runs = runs
        self.alone = runs[0].players == 1
        ends = [self.worth(check["mean"] + side * check["error"]) for run in runs for check in run.checks for side in (-1, 1)]
        ends += [] if self.alone else [100 / run.players for run in runs]
        self.low, self.high, self.step = scale(max(0.0, min(ends)), max(ends))
        self.last = max(check["minutes"] for run in runs for check in run.checks)

    def worth(self, mean: float) -> float:
        """Returns points or, with others, per cent of the victories."""
        return mean if self.alone else 100 * mean

    def x(self, minutes: float) -> float:
        return LEFT + WIDTH * minutes / self.last

    def y(self, worth: float) -> float:
        return TOP + HEIGHT * (self.high - worth) / (self.high - self.low)

    def grid(self) -> list[str]:
        """Draws the scales."""
        parts = []
        unit = "" if self.alone else " %"
        for k in range(round((self.high - self.low) / self.step) + 1):
            tick = self.low + k * self.step
            parts.append(element("path", class_="grid", d=f"M{LEFT} {self.y(tick):.1f}h{WIDTH}"))
            parts.append(label(f"{tick:g}{unit}", class_="note", x=LEFT - 10, y=self.y(tick) + 4, text_anchor="end"))
        _, _, minutes = scale(0, self.last)
        for k in range(int(self.last / minutes) + 1):
            at = self.x(k * minutes)
            parts.append(label(f"{k * minutes:g}", class_="note", x=at, y=TOP + HEIGHT + 18, text_anchor="middle"))
        return parts

    def line(self, k: int, run: Progress) -> list[str]:
        """Draws one run: its checks with their errors, a name, and an even share."""
        parts = []
        for check in run.checks:
            top, bottom = (self.y(self.worth(check["mean"] + side * check["error"])) for side in (1, -1))
            parts.append(element("path", class_=f"bar line{k}", d=f"M{self.x(check['minutes']):.1f} {top:.1f}V{bottom:.1f}"))
        at = [(self.x(check["minutes"]), self.y(self.worth(check["mean"]))) for check in run.checks]
        parts.append(element("polyline", class_=f"line line{k}", points=" ".join(f"{x:.1f},{y:.1f}" for x, y in at)))
        parts += [element("circle", class_=f"dot{k}", cx=f"{x:.1f}", cy=f"{y:.1f}", r=3) for x, y in at]
        parts.append(label(self.name(run), class_="note", x=at[-1][0] + 8, y=at[-1][1] + 4))
        if not self.alone:
            parts.append(element("path", class_=f"bar even line{k}", d=f"M{LEFT} {self.y(100 / run.players):.1f}h{WIDTH}"))
        return parts

    def name(self, run: Progress) -> str:
        """Returns what a run is called."""
        title = pc.game(run.game).title
        return title if self.alone else f"{title}, {run.players} players"


def drawn(runs: list[Progress]) -> str:
    """Returns the curves of some runs as an SVG picture."""
    plot = Plot(runs)
    unit = f"mean {pc.game(runs[0].game).rulebook.unit}" if plot.alone else "share of the victories"
    title = "What a net plays at first sight, by minutes of training"
    body = [label(title, class_="title", x=LEFT, y=36), *plot.grid()]
    body += [part for k, run in enumerate(runs) for part in plot.line(k, run)]
    simulations = {check.get("simulations") for run in runs for check in run.checks}
    against = (
        ""
        if plot.alone
        else f" against {' or '.join(map(str, sorted(simulations)))} simulations of the house; thin lines: an even share"
    )
    body.append(label(unit + against, class_="note", x=LEFT, y=TOP + HEIGHT + BOTTOM - 14))
    told = [f"{plot.name(run)}: " + ", ".join(f"{plot.worth(check['mean']):.0f}" for check in run.checks) for run in runs]
    size = LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM
    return chart(STYLE, *size, title=title, desc="; ".join(told), theme="auto", body=body)


def main() -> None:
    """Draws what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path, metavar="FOLDER", help="of a run; four at most")
    parser.add_argument("--svg", type=Path, required=True, metavar="FILE")
    wanted = parser.parse_args()
    try:
        runs = [checkpoint.load(folder)[1] for folder in wanted.runs]
    except PonticelloError as error:
        parser.error(str(error))
    kinds = {run.game if run.players == 1 else "" for run in runs}
    if len(runs) > LINES or len(kinds) > 1:
        parser.error("that is too much for one picture: four runs at most, all with others or all alone at one game")
    if empty := [str(folder) for folder, run in zip(wanted.runs, runs, strict=True) if not run.checks]:
        parser.error(f"nothing has been checked yet in {', '.join(empty)}: train a little longer")
    wanted.svg.write_text(drawn(runs), encoding="utf-8")


if __name__ == "__main__":
    main()
