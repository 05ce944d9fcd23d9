"""What lies beneath Ponte's chart: who plays which colour and has what, the bridges left, and whose turn it is."""

from __future__ import annotations

from ponticello.engine.drawing import element, emblem, label
from ponticello.engine.people import ended, fitted
from ponticello.games.ponte.chart import KINDS
from ponticello.games.ponte.land_shapes import BOARD, LEFT, sign
from ponticello.games.ponte.palette import STYLE
from ponticello.games.ponte.position import CHOICE, DARK, LIGHT, OVER, TURN, Ponte
from ponticello.games.ponte.referee import colour_name, shade_name
from ponticello.games.ponte.rules import colour_of
from ponticello.games.ponte.words import count, say

STATUS_ROOM = 60.0  # letters


def legend(state: Ponte, words: str, is_in_hand: bool) -> list[str]:
    """Draws what lies beside the board: for each colour who plays it, with points, islands and tiles; the bridges; and whose turn
    it is: in words and, unless the last turn is still in hand, by a frame."""
    top, low, inner, centre, outer = 738, 764, 46, LEFT + BOARD // 2, 686
    parts = []
    for colour in (LIGHT, DARK):
        kind, mirror = KINDS[colour], colour == DARK
        middle = outer - 24 if mirror else inner + 24
        swatch = f"M{middle - 24} 734q0 -10 10 -10h28q10 0 10 10v28q0 10 -10 10h-28q-10 0 -10 -10z"
        parts.append(element("path", class_=f"{kind} edge", d=swatch, transform="translate(0 3)"))
        parts.append(element("path", class_=f"{kind} top", d=swatch))
        parts.append(element("path", class_=f"{kind} pier", d=sign(colour, (middle, 748), 9)))
        if state.phase not in (OVER, CHOICE) and state.turn == colour and not is_in_hand and not ended():
            parts.append(element("rect", class_="mover", x=middle - 28.5, y=719.5, width=57, height=60, rx=14))
        x = outer - 62 if mirror else inner + 62
        end = " end" if mirror else ""
        points, islands = count(state.points[colour], "point"), count(state.islands[colour], "island")
        parts.append(label(shade_name(state, colour), class_="name" + end, x=x, y=top))
        parts.append(label(say("{points}, {islands}", points=points, islands=islands), class_="fact" + end, x=x, y=low))
        left = say("{tiles} left", tiles=count(state.tiles[colour], "tile"))
        parts.append(label(left, class_="fact" + end, x=x, y=low + 24))
    parts.append(label(str(state.bridges), class_="name middle", x=centre, y=top))
    left = say("bridge left") if state.bridges == 1 else say("bridges left")
    parts.append(label(left, class_="fact middle", x=centre, y=low))
    return [*parts, label(fitted(words, STATUS_ROOM), class_="status middle", x=centre, y=838)]


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
