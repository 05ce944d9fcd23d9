"""What lies beneath Ponte's chart: what each colour has, the bridges left, whose turn it is, and the choices that are words."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ponticello.engine.drawing import element, label
from ponticello.games.ponte.actions import PASS, TAKE_DARK, TAKE_LIGHT
from ponticello.games.ponte.chart import KINDS
from ponticello.games.ponte.land_shapes import BOARD, LEFT, sign
from ponticello.games.ponte.position import CHOICE, DARK, LIGHT, OVER, Ponte
from ponticello.games.ponte.referee import colour_name
from ponticello.games.ponte.tell import offer
from ponticello.games.ponte.words import count, mark, say

BUTTONS = {TAKE_LIGHT: mark("Take light"), TAKE_DARK: mark("Take dark"), PASS: mark("Pass")}


def legend(state: Ponte, targets: Mapping[int, str], words: str, is_in_hand: bool) -> list[str]:
    """Draws what lies beside the board: for each colour its points, islands and tiles, the bridges, and whose turn it is:
    in words and, unless the last turn is still in hand, by a frame."""
    top, low, inner, centre, outer = 744, 772, 46, LEFT + BOARD // 2, 686
    parts = []
    for colour in (LIGHT, DARK):
        kind, mirror = KINDS[colour], colour == DARK
        middle = outer - 24 if mirror else inner + 24
        swatch = f"M{middle - 24} 734q0 -10 10 -10h28q10 0 10 10v28q0 10 -10 10h-28q-10 0 -10 -10z"
        parts.append(element("path", class_=f"{kind} edge", d=swatch, transform="translate(0 3)"))
        parts.append(element("path", class_=f"{kind} top", d=swatch))
        parts.append(element("path", class_=f"{kind} pier", d=sign(colour, (middle, 748), 9)))
        if state.phase not in (OVER, CHOICE) and state.turn == colour and not is_in_hand:
            parts.append(element("rect", class_="mover", x=middle - 28.5, y=719.5, width=57, height=60, rx=14))
        x = outer - 62 if mirror else inner + 62
        end = " end" if mirror else ""
        score = say("{colour}, {points}", colour=colour_name(colour), points=count(state.points[colour], "point"))
        parts.append(label(score, class_="name" + end, x=x, y=top))
        islands, tiles = count(state.islands[colour], "island"), count(state.tiles[colour], "tile")
        facts = say("{islands}, {tiles} left", islands=islands, tiles=tiles)
        parts.append(label(facts, class_="fact" + end, x=x, y=low))
    parts.append(label(str(state.bridges), class_="name middle", x=centre, y=top))
    left = say("bridge left") if state.bridges == 1 else say("bridges left")
    parts.append(label(left, class_="fact middle", x=centre, y=low))
    buttons = [(action, move) for action, move in targets.items() if action in BUTTONS]
    if not buttons:
        return [*parts, label(words, class_="status middle", x=centre, y=828)]
    parts.append(label(words, class_="status", x=inner, y=828))
    for k, (action, move) in enumerate(reversed(buttons)):
        x = outer - 128 * (k + 1) + 8
        button = element("rect", class_="button", x=x, y=801, width=120, height=42, rx=21)
        text = label(say(BUTTONS[action]), class_="choice", x=x + 60, y=829)
        parts.append(element("g", element("title", escape(offer(action))), button, text, class_="target", data_move=move))
    return parts
