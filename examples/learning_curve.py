"""Draws how `learn_solo.py` went: what it scored on average after how many minutes.

python examples/learning_curve.py how.csv > how.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

import ponticello as pc
from ponticello.engine.drawing import Palette, Style, document, element, label

PALETTE: Palette = {
    "paper": ("#fbf8f1", "#10181d"),
    "ink": ("#26323a", "#e6e1d3"),
    "quiet": ("#66717a", "#93a2a5"),
    "grid": ("#e1dacb", "#22323a"),
    "learner": ("#0f6d8c", "#5cc0dd"),
    "chance": ("#a8552b", "#e39a6f"),
}
CSS = """
text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-size:14px;fill:$ink}
.paper{fill:$paper}
.title{font-size:17px;font-weight:600}
.note{font-size:12px;fill:$quiet}
.grid{stroke:$grid;stroke-width:1}
.learner{stroke:$learner;stroke-width:2.5;fill:none;stroke-linejoin:round}
.chance{stroke:$chance;stroke-width:1.5;stroke-dasharray:6 4}
"""
STYLE = Style("curve", CSS, PALETTE)
LEFT, TOP, WIDTH, HEIGHT, RIGHT, BOTTOM = 64, 64, 560, 260, 96, 56
TICKS = 10  # points between two lines
LATEST = 10  # updates over which the last score is taken


def drawn(name: str, usual: float, curve: list[tuple[float, int, float]], theme: str = "auto") -> str:
    """Returns the curve as an SVG picture; `usual` is what random play scores."""
    last = max(1.0, curve[-1][0] / 60)
    scores = [usual, *(points for _, _, points in curve)]
    low, high = (min(scores) // TICKS) * TICKS, (max(scores) // TICKS + 1) * TICKS

    def x(minutes: float) -> float:
        return LEFT + WIDTH * minutes / last

    def y(points: float) -> float:
        return TOP + HEIGHT * (high - points) / (high - low)

    game = pc.game(name)
    title = f"{game.title} alone: {curve[-1][1]:,} games in {curve[-1][0] / 60:.0f} minutes"
    width, height = LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM
    body = [element("rect", class_="paper", width=width, height=height), label(title, class_="title", x=LEFT, y=36)]
    for tick in range(int(low), int(high) + 1, TICKS):
        body.append(element("path", class_="grid", d=f"M{LEFT} {y(tick):.1f}h{WIDTH}"))
        body.append(label(str(tick), class_="note", x=LEFT - 10, y=y(tick) + 4, text_anchor="end"))
    for minute in range(int(last + 0.1) + 1):
        body.append(label(str(minute), class_="note", x=x(minute), y=TOP + HEIGHT + 18, text_anchor="middle"))
    body.append(element("path", class_="chance", d=f"M{LEFT} {y(usual):.1f}h{WIDTH}"))
    body.append(label(f"random {usual:.1f}", class_="note", x=LEFT + WIDTH + 8, y=y(usual) + 4))
    points_at = " ".join(f"{x(seconds / 60):.1f},{y(points):.1f}" for seconds, _, points in curve)
    body.append(element("polyline", class_="learner", points=points_at))
    reached = sum(scores[-LATEST:]) / len(scores[-LATEST:])
    body.append(label(f"learner {reached:.1f}", class_="note", x=LEFT + WIDTH + 8, y=y(reached) + 4))
    body.append(label(f"mean {game.rulebook.unit}, by minutes of the processor", class_="note", x=LEFT, y=height - 14))
    desc = f"From {scores[1]:.1f} to {reached:.1f}; random play scores {usual:.1f}."
    return document(STYLE, width, height, title=title, desc=desc, theme=theme, body="".join(body))


def read(log: str) -> tuple[str, float, list[tuple[float, int, float]]]:
    """Returns what `learn_solo.py` has noted: the game, what random play scores, and seconds, games and points."""
    name, usual, *lines = log.split()
    rows = [line.split(",") for line in lines]
    return name, float(usual), [(float(seconds), int(games), float(points)) for seconds, games, points in rows]


if __name__ == "__main__":
    print(drawn(*read(Path(sys.argv[1]).read_text(encoding="utf-8"))))
