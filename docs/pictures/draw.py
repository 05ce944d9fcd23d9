"""Draws the pictures of the documentation, through the library: python docs/pictures/draw.py

Every position comes about by legal moves, and every tick and cross in a diagram is what the rules say about that move, so that
no picture can disagree with the game. The same library always draws the same files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import ponticello as pc
from ponticello.engine.drawing import element, number
from ponticello.engine.words import speaking
from ponticello.games.connections.garden import middle
from ponticello.games.connections.notation import split
from ponticello.games.connections.offers import plaza, slip
from ponticello.games.connections.rules import turned
from ponticello.games.hashi.chart import CELL as SQUARE
from ponticello.games.hashi.position import BRIDGE as HASHI_BRIDGE
from ponticello.games.hashi.position import SIX
from ponticello.games.ponte.actions import BRIDGE
from ponticello.games.ponte.notation import bridge_ends
from ponticello.games.ponte.picture import Chart
from ponticello.languages import ENGLISH, LANGUAGES, language

HERE = Path(__file__).parent
YES, NO = "#1f7a4d", "#b3261e"

FIRST_PLAYER_BEGINS = 0  # a seed of a game whose first player is player 1


def on_show(game: str) -> pc.Match:
    """Returns the finished game that is shown of a game. It is kept as a record: stronger bots would play another."""
    return pc.load(HERE / f"{game}.pont").replay()


def save(name: str, svg: str) -> None:
    """Writes a picture beside this script."""
    (HERE / f"{name}.svg").write_text(f"{svg}\n", encoding="utf-8")
    print(f"{name}.svg")


def save_in_all_ways(match: pc.Match) -> None:
    """Writes the picture of a finished game by day and by night, in English and in French."""
    for code in LANGUAGES:
        with speaking(language(code)):
            for theme in ("light", "dark"):
                save(f"{match.game.name}-{theme}" + ("" if code == ENGLISH else f"-{code}"), match.position.svg(theme=theme))


def cut(svg: str, left: float, top: float, right: float, bottom: float, over: Iterable[str] = ()) -> str:
    """Returns a part of a picture, with drawings laid over it."""
    box = " ".join(number(float(value)) for value in (left, top, right - left, bottom - top))
    head = f'viewBox="{box}" width="{number(float(right - left))}" height="{number(float(bottom - top))}"'
    svg = re.sub(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"', head, svg, count=1)
    return svg.removesuffix("</svg>") + "".join(over) + "</svg>"


def only(svg: str, kind: str, over: Iterable[str] = ()) -> str:
    """Returns the last part of a picture that is of a kind (board, hand or aside), with drawings laid over it."""
    left, top, wide, high = map(float, re.findall(rf'<g class="part {kind}" data-box="([^"]*)"', svg)[-1].split())
    return cut(svg, left, top, left + wide, top + high, over)


def verdict(x: float, y: float, legal: bool, reach: float = 13) -> str:
    """Draws a tick or a cross on a white disc."""
    stroke = YES if legal else NO
    sign = f"M{number(x - 6)} {number(y + 1)}l4.5 5l8 -10" if legal else f"M{number(x - 5)} {number(y - 5)}l10 10m0 -10l-10 10"
    disc = element("circle", cx=x, cy=y, r=reach, fill="#fff", stroke=stroke, stroke_width=2.5)
    return disc + element(
        "path", d=sign, fill="none", stroke=stroke, stroke_width=3.2, stroke_linecap="round", stroke_linejoin="round"
    )


def proposed(line: str, legal: bool) -> list[str]:
    """Draws a bridge that is asked about, broken, in the colour of the answer."""
    strokes = (("#fff", 7), (YES if legal else NO, 3.5))
    return [element("path", d=line, stroke=stroke, stroke_width=wide, stroke_dasharray="10 7") for stroke, wide in strokes]


def within(svg: str, start: str) -> tuple[float, float, float]:
    """Returns where the first group that starts so is moved, and how it is scaled."""
    found = re.search(rf'<g {start}transform="translate\(([0-9.]+) ([0-9.]+)\) scale\(([0-9.]+)\)', svg)
    assert found is not None
    x, y, scale = map(float, found.groups())
    return x, y, scale


def solo(game: str, *turns: str) -> pc.Position:
    """Returns the position of one player after some turns; chance's are among them."""
    position = pc.game(game).match(1, seed=1).position_after(0)
    for turn in turns:
        position = position.play(turn)
    return position


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
            answers += proposed(line, legal)
        answers.append(verdict(x, y, legal))
    top = chart.centre(position.read(f"a{rows}")[0].action)[1] - chart.cell * 0.75
    return cut(position.svg(), 0, top, 720, 706, answers)


def draw_ponte() -> None:
    """Draws the showcase and the diagrams of Ponte."""
    save_in_all_ways(on_show("ponte"))

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
    save_in_all_ways(on_show("skybridge"))

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
    """Returns the city of a low skyline, with less sky above it and without what lies below it."""
    return cut(svg, 0, 60, 612, 532)


# Hashi


def hashi_diagram(position: pc.Position, questions: Sequence[str] = (), over: Iterable[str] = ()) -> str:
    """Returns the board with the answer to each question, is that move legal?, and drawings in units of the chart."""
    state, svg = position.state, position.svg()
    left, top, scale = within(svg, 'class="large" ')

    def spot(island: int) -> tuple[float, float]:
        return left + (state.column[island] + 0.5) * SQUARE * scale, top + (state.row[island] + 0.5) * SQUARE * scale

    answers = [element("g", *over, transform=f"translate({number(left)} {number(top)}) scale({number(scale)})")] if over else []
    for asked in questions:
        move = position.read(asked)[0]
        legal = move in position.legal
        if move.action < HASHI_BRIDGE:
            x, y = spot(move.action)
            answers.append(verdict(x + 25, y + 25, legal))
            continue
        line = move.action - HASHI_BRIDGE
        (ax, ay), (bx, by) = spot(state.line_a[line]), spot(state.line_b[line])
        across, down = (24, 0) if ay == by else (0, 24)
        if state.spans[0, line] == 0:
            answers += proposed(f"M{number(ax + across)} {number(ay + down)}L{number(bx - across)} {number(by - down)}", legal)
        answers.append(verdict((ax + bx) / 2, (ay + by) / 2, legal))
    return only(svg, "board", answers)


def six_connected(position: pc.Position) -> list[str]:
    """Draws a band along the bridges between finished islands, once these are the six that score."""
    state = position.state
    assert state.award[0, SIX]
    path = ""
    for line in range(state.lines):
        ends = (state.line_a[line], state.line_b[line])
        if state.spans[0, line] and all(state.finished[0] >> end & 1 for end in ends):
            (ax, ay), (bx, by) = (((state.column[k] + 0.5) * SQUARE, (state.row[k] + 0.5) * SQUARE) for k in ends)
            path += f"M{number(ax)} {number(ay)}L{number(bx)} {number(by)}"
    return [element("path", d=path, stroke=YES, stroke_width=84, style="stroke-linecap:round", opacity=0.24)]


def draw_hashi() -> None:
    """Draws the showcase and the diagrams of Hashi."""
    save_in_all_ways(on_show("hashi"))

    before = ["card 5x2", "5@c4 a4-c4 a4-c4", "card 6x3", "6@a6 a4-a6 a4-a6 a6-d6", "card 2x3", "2@g6 e4-g4 e4-g4 g4-g6"]
    numbers = solo("hashi", "4@e4", *before, "card 3x1")
    save("hashi-numbers", hashi_diagram(numbers, ["3@d2", "3@a2", "3@d6", "3@c4", "3@a4", "3@g4"]))

    before = ["card 4x2", "4@d2 a4-c4 a4-c4", "card 5x1", "5@c4 a2-d2", "card 2x2", "2@g4 g4-g6 g4-g6", "card 6x1", "skip"]
    bridges = solo("hashi", "3@a4", *before)
    save("hashi-bridges", hashi_diagram(bridges, ["d2-d6", "a2-d2", "a4-c4", "c1-c4", "e4-g4", "c7-e7"]))

    before = ["card 5x2", "5@a6 a4-a6 a4-a6", "card 1x2", "1@c4 a4-c4 a6-d6", "card 3x1", "3@g6 d6-g6", "card 2x1", "2@d6 done"]
    after = ["card 4x2", "4@g4 g4-g6 g4-g6", "card 1x1", "1@e4 e4-g4", "card 2x2", "2@a7 a6-a7 a6-a7"]
    connected = solo("hashi", "3@a4", *before, *after)
    save("hashi-six", hashi_diagram(connected, over=six_connected(connected)))


# Connections


def connections_diagram(position: pc.Position, top_row: int, questions: Sequence[str]) -> str:
    """Returns the lower rows of a board with the tile turned up as it is asked about, and whether it may lie so."""
    state, svg = position.state, position.svg()
    left, top, scale = within(svg, "")
    tiles, answers = [], []
    for asked in questions:
        move = position.read(asked)[0]
        cell, turns = split(move.action)
        x, y = middle(cell)
        tiles.append(slip(turned(state.sides[state.tile], turns), x, y, 0.94) + plaza(state, x, y))
        answers.append(verdict(left + (x + 33) * scale, top + (y + 33) * scale, move in position.legal))
    ghosts = element("g", *tiles, class_="ghost")
    over = [element("g", ghosts, transform=f"translate({number(left)} {number(top)}) scale({number(scale)})"), *answers]
    return cut(svg, 14, 14 if top_row == 5 else top + (middle(5 * (top_row - 1))[1] - 62) * scale, 694, 692, over)


def draw_connections() -> None:
    """Draws the showcase and the diagrams of Connections."""
    save_in_all_ways(on_show("connections"))

    fit = solo("connections", "tile lamp", "c4/0", "tile heart", "d3/1", "tile sun", "b3/1", "tile fish")
    save("connections-fit", connections_diagram(fit, 5, ["c5/1", "d4/3", "b4/0", "e3/3", "c2/1", "e1/0"]))

    south = ["tile leaf", "d3/1", "tile heart", "b2/0", "tile cloud", "d2/0", "tile crown"]
    loose = solo("connections", "tile key", "c1 spiral", "tile sun", "b3/1", *south)
    save("connections-spiral", connections_diagram(loose, 3, ["b1/0", "d1/3"]))

    fresh = solo("connections").svg()
    save("connections-tiles", only(fresh, "aside"))


if __name__ == "__main__":
    draw_ponte()
    draw_skybridge()
    draw_hashi()
    draw_connections()
