"""What lies beneath Ponte's chart: what each colour has, the bridges left, whose turn it is, and the choices that are words."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ponticello.engine.drawing import element, label
from ponticello.games.ponte.actions import PASS, TAKE_DARK, TAKE_LIGHT
from ponticello.games.ponte.chart import KINDS
from ponticello.games.ponte.land_shapes import sign
from ponticello.games.ponte.position import CHOICE, DARK, LIGHT, OVER, Ponte
from ponticello.games.ponte.referee import colour_name
from ponticello.games.ponte.tell import offer
from ponticello.games.ponte.words import count, mark, say

LEGEND_LEFT, LEGEND_TOP, LEGEND_WIDTH, LEGEND_HEIGHT = 130, 708, 460, 188
INNER, OUTER = LEGEND_LEFT + 18, LEGEND_LEFT + LEGEND_WIDTH - 16
ROWS = {LIGHT: LEGEND_TOP + 42, DARK: LEGEND_TOP + 110}  # the middle of what is said of each colour
BUTTON, BUTTON_HIGH = 132.0, 54.0
BUTTONS = {TAKE_LIGHT: mark("Take light"), TAKE_DARK: mark("Take dark"), PASS: mark("Pass")}


def legend(state: Ponte, targets: Mapping[int, str], words: str, is_in_hand: bool) -> list[str]:
    """Draws what lies beside the board: for each colour its points, islands and tiles, the bridges, and whose turn it is:
    in words and, unless the last turn is still in hand, by a frame."""
    parts = []
    for colour in (LIGHT, DARK):
        kind, middle, y = KINDS[colour], INNER + 24, ROWS[colour]
        swatch = f"M{INNER} {y - 14}q0 -10 10 -10h28q10 0 10 10v28q0 10 -10 10h-28q-10 0 -10 -10z"
        parts.append(element("path", class_=f"{kind} edge", d=swatch, transform="translate(0 3)"))
        parts.append(element("path", class_=f"{kind} top", d=swatch))
        parts.append(element("path", class_=f"{kind} pier", d=sign(colour, (middle, y), 9)))
        if state.phase not in (OVER, CHOICE) and state.turn == colour and not is_in_hand:
            parts.append(element("rect", class_="mover", x=middle - 28.5, y=y - 28.5, width=57, height=60, rx=14))
        score = say("{colour}, {points}", colour=colour_name(colour), points=count(state.points[colour], "point"))
        parts.append(label(score, class_="name", x=INNER + 62, y=y - 4))
        islands, tiles = count(state.islands[colour], "island"), count(state.tiles[colour], "tile")
        facts = say("{islands}, {tiles} left", islands=islands, tiles=tiles)
        parts.append(label(facts, class_="fact", x=INNER + 62, y=y + 24))
    buttons = {action: move for action, move in targets.items() if action in BUTTONS}
    if TAKE_LIGHT not in buttons:
        left = say("bridge left") if state.bridges == 1 else say("bridges left")
        parts.append(label(str(state.bridges), class_="name middle", x=OUTER - BUTTON / 2, y=ROWS[LIGHT] - 4))
        parts.append(label(left, class_="fact middle", x=OUTER - BUTTON / 2, y=ROWS[LIGHT] + 24))
    parts.append(label(words, class_="status", x=INNER, y=LEGEND_TOP + LEGEND_HEIGHT - 18))
    for action, move in buttons.items():
        x, middle = OUTER - BUTTON, ROWS[LIGHT if action == TAKE_LIGHT else DARK]
        top = middle - BUTTON_HIGH / 2
        button = element("rect", class_="button", x=x, y=top, width=BUTTON, height=BUTTON_HIGH, rx=BUTTON_HIGH / 2)
        text = label(say(BUTTONS[action]), class_="choice", x=x + BUTTON / 2, y=middle + 7)
        parts.append(element("g", element("title", escape(offer(action))), button, text, class_="target", data_move=move))
    return parts
