"""Draws the pictures of the documentation, through the library: python docs/pictures/draw.py

Every position comes about by legal moves, and every tick and cross in a diagram is what the rules say about that move, so that
no picture can disagree with the game. The same library always draws the same files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from sensible import play_on

import ponticello as pc
from ponticello.engine.drawing import element, number
from ponticello.games.ponte.notation import bridge_ends
from ponticello.games.ponte.picture import Chart
from ponticello.games.ponte.rules import BRIDGE

HERE = Path(__file__).parent
YES, NO = "#1f7a4d", "#b3261e"

# A game seed whose first player is player 1, and the games on show.
FIRST_PLAYER_BEGINS = 0
PONTE_ON_SHOW = 4
SKYBRIDGE_ON_SHOW = 7


def save(name: str, svg: str) -> None:
    """Writes a picture beside this script."""
    (HERE / f"{name}.svg").write_text(f"{svg}\n", encoding="utf-8")
    print(f"{name}.svg")


def cut(svg: str, left: float, top: float, right: float, bottom: float, over: Iterable[str] = ()) -> str:
    """Returns a part of a picture, with drawings laid over it."""
    box = " ".join(number(float(value)) for value in (left, top, right - left, bottom - top))
    head = f'viewBox="{box}" width="{number(float(right - left))}" height="{number(float(bottom - top))}"'
    svg = re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', head, svg, count=1)
    return svg.removesuffix("</svg>") + "".join(over) + "</svg>"


def verdict(x: float, y: float, legal: bool, reach: float = 13) -> str:
    """Draws a tick or a cross on a white disc."""
    stroke = YES if legal else NO
    sign = f"M{number(x - 6)} {number(y + 1)}l4.5 5l8 -10" if legal else f"M{number(x - 5)} {number(y - 5)}l10 10m0 -10l-10 10"
    disc = element("circle", cx=x, cy=y, r=reach, fill="#fff", stroke=stroke, stroke_width=2.5)
    return disc + element(
        "path", d=sign, fill="none", stroke=stroke, stroke_width=3.2, stroke_linecap="round", stroke_linejoin="round"
    )


# Ponte


def lagoon(light: Sequence[str], dark: Sequence[str] = ()) -> pc.Match:
    """Returns a match in which light has had these turns, with light to move; dark's turns without a text go out of sight."""
    match = pc.game("ponte").match(seed=1)
    far = [f"{column}{row}" for row in (7, 8, 9, 10) for column in ("acegi" if row % 2 else "bdfhj")]
    away = [f"{one},{other}" for one, other in zip(far[::2], far[1::2], strict=True)]
    match.play(light[0])
    match.play("dark")
    for k in range(len(light)):
        match.play(dark[k] if k < len(dark) and dark[k] else away.pop(0))
        if k + 1 < len(light):
            match.play(light[k + 1])
    return match


def ponte_diagram(match: pc.Match, rows: int, questions: Sequence[str] = ()) -> str:
    """Returns the lower rows of the board with the answer to each question: is that move legal?"""
    position, chart = match.position, Chart(match.position.state)
    answers = []
    for question in questions:
        move = position.read(question)[0]
        legal = move in position.legal
        ends = bridge_ends(move.action) if move.action >= BRIDGE else (move.action,)
        points = [chart.centre(cell) for cell in ends]
        x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
        if len(points) == 2:
            (ax, ay), (bx, by) = points
            line = f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
            for stroke, wide in (("#fff", 7), (YES if legal else NO, 3.5)):
                answers.append(element("path", d=line, stroke=stroke, stroke_width=wide, stroke_dasharray="10 7"))
        answers.append(verdict(x, y, legal))
    top = chart.centre(position.read(f"a{rows}")[0].action)[1] - chart.cell * 0.75
    return cut(position.svg(), 0, top, 720, 706, answers)


def draw_ponte() -> None:
    """Draws the showcase and the diagrams of Ponte."""
    on_show = play_on(pc.game("ponte").match(seed=PONTE_ON_SHOW), PONTE_ON_SHOW)
    for theme in ("light", "dark"):
        save(f"ponte-{theme}", on_show.svg(theme=theme))

    shapes = ["a1,b1", "c1,a2", "e1,f1", "g1,f2", "i1,i2", "i3,i4", "a4,b4", "b5,c5", "e4,f4", "e5,f5"]
    save("ponte-islands", ponte_diagram(lagoon(shapes, ["b2,c2", "d3,d4", "d5,h3"]), 5))

    distance = lagoon(["a1,b1", "a2,b2", "d3,e3", "f3,h1", "h2,j1", "j2,a6"], ["c1,c2", "f2,g2"])
    save("ponte-distance", ponte_diagram(distance, 4, ["c3", "g3", "e4", "i1", "i3"]))

    kinds = lagoon(["a1,c1", "e1,g3", "i1,j3", "a1-c1", "e1-g3", "i1-j3"])
    save("ponte-bridges", ponte_diagram(kinds, 3))

    tiles = ["a1,a3", "c3,e1", "g1,d3", "f5,e3", "c5,h1", "i3,i1", "j3,b7"]
    refused = lagoon([*tiles, "a1-a3", "d3-f5", "h1-i3"], ["f1,j7"])
    save("ponte-refused", ponte_diagram(refused, 5, ["a3-c3", "e1-g1", "e3-c5", "i1-j3"]))


# Skybridge


def draw_skybridge() -> None:
    """Draws the showcase and the diagrams of Skybridge."""
    on_show = play_on(pc.game("skybridge").match(4, seed=SKYBRIDGE_ON_SHOW), SKYBRIDGE_ON_SHOW)
    for theme in ("light", "dark"):
        save(f"skybridge-{theme}", on_show.position.svg(theme=theme))

    match = pc.game("skybridge").match(4, seed=FIRST_PLAYER_BEGINS)
    for move in ("C2@a1", "O3@b1", "J2@c1", "S3@a2", "C3@b2", "O2@c2", "J3@a3", "S2@b3", "C2@c3"):
        match.play(move)
    save("skybridge-blocks", city_only(match.svg(1, pick="O3")))
    match.play("O2@c1")
    save("skybridge-bridges", city_only(match.svg(2, pick="Jb")))
    for move in ("Jb@a2-b2", "S2@c2", "Cb@b2-c2"):
        match.play(move)
    save("skybridge-overlap", city_only(match.svg()))


def city_only(svg: str) -> str:
    """Returns the city of a low skyline without the panel below it."""
    return cut(svg, 20, 140, 700, 640)


if __name__ == "__main__":
    draw_ponte()
    draw_skybridge()
