"""A steady hand: digits, bridges, flags and coasts as SVG paths, always the same for the same place."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from math import cos, hypot, pi, sin
from zlib import crc32

from ponticello.engine.drawing import element
from ponticello.games.hashi.board import RED_FLAG

Point = tuple[float, float]

# Digits as a pen writes them, some 24 high, around the point where the path stands.
DIGITS = {
    1: "m-5-6q4-2 7-6q-1 12-1 24",
    2: "m-7-6c1-8 14-8 14 0c0 6-10 12-15 18q8-2 16 0",
    3: "m-6-10q5-3 9-1c5 3 2 9-5 10c9 0 11 9 6 12q-6 3-12-2",
    4: "m1-12q-4 10-9 15q8-1 17-1m-5-7q-1 8-1 17",
    5: "m7-12q-5 1-11 0q-1 6-2 10c6-4 14-1 13 6c-1 8-10 10-15 5",
    6: "m5-12c-9 4-13 12-12 18c1 8 14 7 14-1c0-7-11-8-14 0",
}


def chance(place: int, salt: int) -> float:
    """Returns a number from 0 to 1 that looks random but always is the same for a place, so that no coast ever moves."""
    return crc32(f"{salt * 97 + place * 7919}".encode()) % 1009 / 1008


@lru_cache(maxsize=1 << 15)
def at(*values: float) -> str:
    """Returns coordinates for a path, to a tenth and as short as a path allows."""
    rounded = [round(value, 1) for value in values]
    return " ".join(str(int(value)) if value == int(value) else str(value) for value in rounded).replace(" -", "-")


def paths(**layers: str) -> list[str]:
    """Returns a path for each layer that has anything on it; a layer's name is its class."""
    return [element("path", class_=name.replace("_", " "), d=path) for name, path in layers.items() if path]


def digit(written: int, x: float, y: float, scale: float) -> str:
    """Returns a digit around a point."""
    return f"M{at(x, y)}{scaled_digit(written, scale)}"


@cache
def scaled_digit(written: int, scale: float) -> str:
    """Returns a digit of another size."""
    return re.sub(r"-?\d+", lambda found: at(int(found[0]) * scale), DIGITS[written])


@lru_cache(maxsize=1024)
def ring(x: float, y: float, r: float) -> str:
    """Returns a circle."""
    return f"M{at(x - r, y)}a{at(r, r)} 0 1 0 {at(2 * r)} 0a{at(r, r)} 0 1 0 {at(-2 * r)} 0z"


def loop(x: float, y: float, r: float) -> str:
    """Returns a circle as a pen draws it around something: it does not quite meet itself."""
    return f"M{at(x + r * 0.5, y - r * 1.05)}c{at(-r * 1.5, -r * 0.3, -r * 1.9, r * 1.7, -r * 0.5, r * 2)}" + (
        f"c{at(r * 1.5, r * 0.2, r * 1.7, -r * 1.9, -r * 0.15, -r * 2.15)}"
    )


def tick(x: float, y: float, r: float) -> str:
    """Returns a tick."""
    return f"M{at(x - r, y)}q{at(r * 0.4, r * 0.2, r * 0.7, r * 0.8)}q{at(r * 0.4, -r * 1.1, r * 1.4, -r * 1.8)}"


def flag(kind: int, x: float, y: float, scale: float) -> tuple[str, str]:
    """Returns the cloth and the pole of a flag that stands at a point: red is a pennant, blue has a swallow's tail."""
    k = scale
    top = f"M{at(x + 2 * k, y - 30 * k)}"
    if kind == RED_FLAG:
        cloth = f"{top}q{at(9 * k, 6 * k, 25 * k, 7 * k)}q{at(-13 * k, 2 * k, -25 * k, 11 * k)}z"
    else:
        cloth = (
            f"{top}q{at(12 * k, -3 * k, 25 * k, k)}l{at(-7 * k, 7.5 * k)}l{at(7 * k, 8.5 * k)}q{at(-13 * k, -4 * k, -25 * k, 0)}z"
        )
    return cloth, f"M{at(x, y)}q{at(0, -16 * k, 1.5 * k, -32 * k)}"


def coast(island: int, x: float, y: float) -> str:
    """Returns the shore of an island in whole steps: bends between eight headlands that lie a little unevenly."""
    heads = []
    for k in range(8):
        turn = (k + 0.5 * chance(island, 2 * k)) * pi / 4 + chance(island, 31)
        reach = 40 + 9 * chance(island, 2 * k + 1)
        heads.append((x + reach * cos(turn), y + reach * sin(turn)))
    bays = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(heads, heads[1:] + heads[:1], strict=True)]
    here = round(bays[-1][0]), round(bays[-1][1])
    path = f"M{at(*here)}"
    for head, bay in zip(heads, bays, strict=True):
        there = round(bay[0]), round(bay[1])
        path += f"q{at(round(head[0]) - here[0], round(head[1]) - here[1], there[0] - here[0], there[1] - here[1])}"
        here = there
    return path + "z"


@lru_cache(maxsize=1024)
def stroke(a: Point, b: Point, aside: float, salt: int, swing: float = 3.0) -> str:
    """Returns a line drawn by hand from one point to another, so far aside of the straight one, with a slight swing."""
    (ax, ay), (bx, by) = a, b
    length = hypot(bx - ax, by - ay) or 1.0
    nx, ny = (ay - by) / length, (bx - ax) / length
    bow = (chance(salt, 11) - 0.5) * 2 * swing * min(1.0, length / 150)
    start_x, start_y = ax + nx * aside, ay + ny * aside
    dx, dy = bx - ax, by - ay
    return f"M{at(start_x, start_y)}q{at(dx * 0.28 + nx * bow, dy * 0.28 + ny * bow, dx / 2, dy / 2)}t{at(dx / 2, dy / 2)}"
