"""Draws how `learn_solo.py` went: what it scored on average after how many minutes.

python examples/learning_curve.py how.csv > how.svg
"""

from __future__ import annotations

import sys
from pathlib import Path

import ponticello as pc
from ponticello.engine.chart import chart, chart_style, scale
from ponticello.engine.drawing import element, label

STYLE = chart_style("learning", 14)
LEFT, TOP, WIDTH, HEIGHT, RIGHT, BOTTOM = 64, 64, 560, 260, 96, 56
LATEST = 10  # updates over which the last score is taken


def drawn(name: str, usual: float, curve: list[tuple[float, int, float]], theme: str = "auto") -> str:
    """Returns the curve as an SVG picture; `usual` is what random play scores."""
    last = max(1.0, curve[-1][0] / 60)
    scores = [usual, *(points for _, _, points in curve)]
    low, high, step = scale(min(scores), max(scores))

    def x(minutes: float) -> float:
        return LEFT + WIDTH * minutes / last

    def y(points: float) -> float:
        return TOP + HEIGHT * (high - points) / (high - low)

    game = pc.game(name)
    title = f"{game.title} alone: {curve[-1][1]:,} games in {curve[-1][0] / 60:.0f} minutes"
    width, height = LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM
    body = [label(title, class_="title", x=LEFT, y=36)]
    for tick in (low + k * step for k in range(round((high - low) / step) + 1)):
        body.append(element("path", class_="grid", d=f"M{LEFT} {y(tick):.1f}h{WIDTH}"))
        body.append(label(f"{tick:g}", class_="note", x=LEFT - 10, y=y(tick) + 4, text_anchor="end"))
    for minute in range(int(last + 0.1) + 1):
        body.append(label(str(minute), class_="note", x=x(minute), y=TOP + HEIGHT + 18, text_anchor="middle"))
    body.append(element("path", class_="line line1", d=f"M{LEFT} {y(usual):.1f}h{WIDTH}"))
    body.append(label(f"random {usual:.1f}", class_="note", x=LEFT + WIDTH + 8, y=y(usual) + 4))
    points_at = " ".join(f"{x(seconds / 60):.1f},{y(points):.1f}" for seconds, _, points in curve)
    body.append(element("polyline", class_="line line0", points=points_at))
    reached = sum(scores[-LATEST:]) / len(scores[-LATEST:])
    body.append(label(f"learner {reached:.1f}", class_="note", x=LEFT + WIDTH + 8, y=y(reached) + 4))
    body.append(label(f"mean {game.rulebook.unit}, by minutes of the processor", class_="note", x=LEFT, y=height - 14))
    desc = f"From {scores[1]:.1f} to {reached:.1f}; random play scores {usual:.1f}."
    return chart(STYLE, width, height, title=title, desc=desc, theme=theme, body=body)


def read(log: str) -> tuple[str, float, list[tuple[float, int, float]]]:
    """Returns what `learn_solo.py` has noted: the game, what random play scores, and seconds, games and points."""
    name, usual, *lines = log.split()
    rows = [line.split(",") for line in lines]
    return name, float(usual), [(float(seconds), int(games), float(points)) for seconds, games, points in rows]


if __name__ == "__main__":
    print(drawn(*read(Path(sys.argv[1]).read_text(encoding="utf-8"))))
