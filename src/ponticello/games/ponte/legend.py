"""What lies beneath Ponte's chart: who plays which colour and has what, the bridges left, and whose turn it is."""

from __future__ import annotations

from ponticello.engine.drawing import element, emblem, label
from ponticello.engine.people import ended, fitted
from ponticello.games.ponte.chart import KINDS
from ponticello.games.ponte.land_shapes import sign
from ponticello.games.ponte.palette import STYLE
from ponticello.games.ponte.position import CHOICE, DARK, LIGHT, OVER, TURN, Ponte
from ponticello.games.ponte.referee import colour_name, shade_name
from ponticello.games.ponte.rules import colour_of
from ponticello.games.ponte.words import count, say

LEGEND_LEFT, LEGEND_TOP, LEGEND_WIDTH, LEGEND_HEIGHT = 130, 708, 460, 216
INNER, OUTER = LEGEND_LEFT + 18, LEGEND_LEFT + LEGEND_WIDTH - 16
ROWS = {LIGHT: LEGEND_TOP + 42, DARK: LEGEND_TOP + 112}  # the middle of what is said of each colour
STATUS_ROOM = 54.0  # letters


def legend(state: Ponte, words: str, is_in_hand: bool) -> list[str]:
    """Draws what lies beside the board: for each colour who plays it, with points, islands and tiles; the bridges; and whose turn
    it is: in words and, unless the last turn is still in hand, by a frame."""
    parts = []
    for colour in (LIGHT, DARK):
        kind, middle, y = KINDS[colour], INNER + 24, ROWS[colour]
        swatch = f"M{INNER} {y - 14}q0 -10 10 -10h28q10 0 10 10v28q0 10 -10 10h-28q-10 0 -10 -10z"
        parts.append(element("path", class_=f"{kind} edge", d=swatch, transform="translate(0 3)"))
        parts.append(element("path", class_=f"{kind} top", d=swatch))
        parts.append(element("path", class_=f"{kind} pier", d=sign(colour, (middle, y), 9)))
        if state.phase not in (OVER, CHOICE) and state.turn == colour and not is_in_hand and not ended():
            parts.append(element("rect", class_="mover", x=middle - 28.5, y=y - 28.5, width=57, height=60, rx=14))
        points, islands = count(state.points[colour], "point"), count(state.islands[colour], "island")
        parts.append(label(shade_name(state, colour), class_="name", x=INNER + 62, y=y - 4))
        parts.append(label(say("{points}, {islands}", points=points, islands=islands), class_="fact", x=INNER + 62, y=y + 24))
        tiles = say("{tiles} left", tiles=count(state.tiles[colour], "tile"))
        parts.append(label(tiles, class_="fact end", x=OUTER, y=y + 24))
    left = say("bridge left") if state.bridges == 1 else say("bridges left")
    parts.append(label(f"{state.bridges} {left}", class_="fact end", x=OUTER, y=LEGEND_TOP + 168))
    return [*parts, label(fitted(words, STATUS_ROOM), class_="status", x=INNER, y=LEGEND_TOP + 200)]


def seat_sign(state: Ponte, seat: int, theme: str) -> str:
    """Draws a tile of the colour that a seat plays, with the sign that its piers have; nothing before the choice."""
    if state.phase < TURN:
        return ""
    colour = colour_of(state, seat)
    kind, tile = KINDS[colour], {"x": 2, "width": 20, "height": 20, "rx": 5}
    return emblem(
        STYLE,
        theme,
        element("rect", class_=f"{kind} edge", y=3, **tile),
        element("rect", class_=f"{kind} top", y=1, **tile),
        element("path", class_=f"{kind} pier", d=sign(colour, (12, 11), 5)),
        words=colour_name(colour),
    )
