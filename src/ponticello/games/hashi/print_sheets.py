"""Hashi on paper: a board for each player with the cards to cross out and boxes for the score, and the cards to cut out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ponticello.engine.bits import count_bits
from ponticello.engine.print_sheets import (
    BLACK,
    BOLD,
    CENTRE,
    GREY,
    MARGIN,
    RIGHT,
    SILVER,
    THIN,
    WHITE,
    Ink,
    Point,
    Sheets,
    centred,
)
from ponticello.games.hashi.awards import CONNECTED, FIRST, LATER, SOLO_UNTIL
from ponticello.games.hashi.board import BLUE_FLAG, COLUMNS, ISLANDS, NO_FLAG, RED_FLAG, SHIPPED, shipped_deck
from ponticello.games.hashi.position import BLUE, RED, SIX, Hashi, bridges_of, deck_of, number_of, set_up
from ponticello.games.hashi.referee import TITLES
from ponticello.games.hashi.rules import ROUNDS
from ponticello.games.hashi.words import count, mark, say

RED_INK: Ink = (190, 30, 45)
BLUE_INK: Ink = (35, 75, 160)

HEADER = 9.0  # the height of the line with the name and the board
NAMES = 4.0  # the letters and numbers along a board
PANEL = 68.0  # the width of what stands beside a board
FOOT = 86.0  # the height of what stands below a solo board
BETWEEN = 10.0  # two boards on a page

CARD = (58.0, 41.0)
CARD_COLUMNS, CARD_ROWS = 3, 6

RULES = mark(
    "Each card: a) write its number on a free island, on one with a flag only if a bridge reaches it already; b) draw all its"
    " bridges along dotted lines, or none. A number at one end at least, two bridges a line at most, no crossing, never more"
    " bridges than an island's number."
)
ALONE = mark("First write a 3 or a 4 on an island without a flag. {rules}")
TOGETHER = mark("First write a 3 or a 4 on an island without a flag, then pass the board to the left. {rules}")
ORIGIN = mark("Our own board, not the published one.")


def print_sheets(paper: str, players: int, options: Mapping[str, Any]) -> bytes:
    """Returns the boards for a number of players and a page of cards, as a PDF."""
    state = Hashi()
    set_up(state, players, **options)
    shipped = options["board"] in SHIPPED
    heading = say("Hashi, side {side}", side=options["board"]) if shipped else say("Hashi, a board of your own")
    pages = Sheets(paper, say("{heading}, for {players}", heading=heading, players=count(players, "player")))
    if players == 1:
        pages.page()
        draw_solo(pages, state, heading, shipped)
    else:
        draw_halves(pages, state, heading, shipped)
    pages.page()
    draw_cards(pages, state)
    return pages.pdf()


def cards_of(state: Hashi) -> list[tuple[int, int]]:
    """Returns the number and the bridges of every card in the deck."""
    faces = [(number_of(card), bridges_of(card)) for card in range(len(state.left))]
    return [face for card, face in enumerate(faces) for _ in range(state.left[card])]


# The pages


def draw_halves(pages: Sheets, state: Hashi, heading: str, shipped: bool) -> None:
    """Draws the boards of several players, two on a page, to be cut apart before they change hands."""
    width, height = pages.width - 2 * MARGIN, (pages.height - 2 * MARGIN - BETWEEN) / 2
    for seat in range(state.seats):
        top = MARGIN
        if seat % 2 == 0:
            pages.page()
        else:
            top += height + BETWEEN
            middle = pages.height / 2
            pages.line((MARGIN, middle), (pages.width - MARGIN, middle), width=THIN, ink=GREY, dash=2)
        draw_header(pages, (MARGIN, top), width, heading)
        draw_board(pages, state, (MARGIN, top + HEADER), width - PANEL - 4, height - HEADER)
        left, y = pages.width - MARGIN - PANEL, top + HEADER + 4
        y = draw_strip(pages, state, (left, y), PANEL, columns=6)
        y = draw_score(pages, state, (left, y + 3), PANEL)
        y = pages.paragraph((left, y + 3.5), say(TOGETHER, rules=say(RULES)), 7, PANEL)
        if shipped:
            draw_origin(pages, (left, top + height - 2), say(ORIGIN))


def draw_solo(pages: Sheets, state: Hashi, heading: str, shipped: bool) -> None:
    """Draws one large board with everything a player needs alone."""
    width, bottom = pages.width - 2 * MARGIN, pages.height - MARGIN
    draw_header(pages, (MARGIN, MARGIN), width, heading)
    draw_board(pages, state, (MARGIN, MARGIN + HEADER), width, bottom - FOOT - MARGIN - HEADER - 3)
    column = (width - 8) / 2
    left, right, top = MARGIN, MARGIN + column + 8, bottom - FOOT + 2
    y = draw_strip(pages, state, (left, top), column, columns=9)
    y = draw_track(pages, (left, y + 4), column)
    pages.paragraph((left, y + 4), say(ALONE, rules=say(RULES)), 7.5, column)
    if shipped:
        draw_origin(pages, (left, bottom - 2), say(ORIGIN))
    y = draw_score(pages, state, (right, top), column)
    draw_titles(pages, (right, y + 4), column)


def draw_cards(pages: Sheets, state: Hashi) -> None:
    """Draws the cards to cut out."""
    width, height = CARD
    columns = centred(pages.width, width, CARD_COLUMNS)
    rows = [y + 3 for y in centred(pages.height, height, CARD_ROWS)]
    pages.write((columns[0], rows[0] - 6.5), say("Hashi, the cards"), 11, bold=True)
    if deck_of(state) == shipped_deck():
        pages.write((columns[-1], rows[0] - 6.5), say("Our own deck, not the published one."), 8, stand=RIGHT, ink=GREY)
    pages.cut_marks(columns, rows)
    for index, (number, bridges) in enumerate(cards_of(state)):
        x, y = columns[index % CARD_COLUMNS], rows[index // CARD_COLUMNS]
        middle = y + height / 2
        pages.disc((x + 18, middle), 12.5, fill=WHITE, line=BOLD)
        pages.write((x + 18, middle), str(number), 44, bold=True, stand=CENTRE)
        for place in range(bridges):
            across = middle + (place - (bridges - 1) / 2) * 8
            pages.line((x + 37, across), (x + 51, across), width=1.6)
            for end in (x + 36.5, x + 51.5):
                pages.disc((end, across), 1.9, fill=WHITE, line=BOLD)


# The board


def draw_header(pages: Sheets, corner: Point, width: float, heading: str) -> None:
    """Draws the first line: what it is, and whose."""
    left, y = corner[0], corner[1] + 3
    end = pages.write((left, y), heading, 13, bold=True)
    name = pages.write((max(end + 8, left + width - PANEL), y), say("Name"), 9, ink=GREY)
    pages.line((name + 2, y + 2), (left + width, y + 2), ink=GREY)


def draw_board(pages: Sheets, state: Hashi, corner: Point, width: float, height: float) -> None:
    """Draws islands and dotted lines as large as they fit, in the middle of their place."""
    columns = 1 + max(state.column[island] for island in range(ISLANDS))
    rows = 1 + max(state.row[island] for island in range(ISLANDS))
    pitch = min((width - NAMES) / columns, (height - NAMES) / rows)
    radius = min(max(0.31 * pitch, 4.4), 0.4 * pitch)
    left = corner[0] + NAMES + (width - NAMES - columns * pitch) / 2
    top = corner[1] + NAMES
    centres = [(left + (state.column[k] + 0.5) * pitch, top + (state.row[k] + 0.5) * pitch) for k in range(ISLANDS)]
    pages.box((left, top), columns * pitch, rows * pitch, edge=SILVER, line=THIN, rounding=3)
    for column in range(columns):
        pages.write((left + (column + 0.5) * pitch, top - NAMES / 2), COLUMNS[column], 7, stand=CENTRE, ink=GREY)
    for row in range(rows):
        pages.write((left - NAMES / 2, top + (row + 0.5) * pitch), str(row + 1), 7, stand=CENTRE, ink=GREY)
    for line in range(state.lines):
        pages.dots(centres[state.line_a[line]], centres[state.line_b[line]], ink=GREY)
    for island, (x, y) in enumerate(centres):
        pages.disc((x, y), radius, fill=WHITE, line=BOLD)
        if state.flag[island] != NO_FLAG:
            draw_flag(pages, (x + 0.72 * radius, y - 0.69 * radius), 0.85 * radius, state.flag[island])


def draw_flag(pages: Sheets, foot: Point, size: float, kind: int) -> None:
    """Draws a flag on its pole: a red one is a full pennant, a blue one oblong with a stripe, which differ without colour too."""
    x, y = foot
    top, low, tip = y - size, y - 0.35 * size, x + 0.85 * size
    if kind == RED_FLAG:
        pages.shape([(x, top), (tip, (top + low) / 2), (x, low)], fill=RED_INK, edge=RED_INK)
    else:
        pages.box((x, top), tip - x, low - top, fill=WHITE, edge=BLUE_INK, line=0.35)
        pages.box((x, top + (low - top) / 3), tip - x, (low - top) / 3, fill=BLUE_INK, edge=None)
    pages.line((x, y), (x, top), width=0.5)


# Cards and score


def draw_strip(pages: Sheets, state: Hashi, corner: Point, width: float, columns: int) -> float:
    """Draws small cards to cross out; returns where they end."""
    left, top = corner
    pages.write((left, top), say("Cards"), 9, bold=True)
    pages.write((left + width, top), say("cross out each one turned up; one never comes"), 7, stand=RIGHT, ink=GREY)
    wide, high = width / columns, 12.0
    top += 3.2
    faces = cards_of(state)
    for index, (number, bridges) in enumerate(faces):
        x, y = left + index % columns * wide, top + index // columns * high
        pages.box((x + 0.5, y), wide - 1, high - 1, rounding=1.2)
        pages.write((x + wide / 2, y + 3.8), str(number), 14, bold=True, stand=CENTRE)
        for place in range(bridges):
            across = y + 8.3 + (place - (bridges - 1) / 2) * 1.5
            pages.line((x + wide / 2 - 2.2, across), (x + wide / 2 + 2.2, across), width=0.7)
    return top + -(-len(faces) // columns) * high


def draw_score(pages: Sheets, state: Hashi, corner: Point, width: float) -> float:
    """Draws a box for each part of the score; returns where they end."""
    left, top = corner
    box, value, high = 14.0, 9.0, 8.2
    solo = state.seats == 1
    first = left + width - box - 2 * value - 3
    pages.write((left, top), say("Score"), 9, bold=True)
    for place, word in enumerate((say("in time"), say("late")) if solo else (say("first"), say("later"))):
        pages.write((first + (place + 0.5) * value, top), word, 7, stand=CENTRE, ink=GREY, widest=value - 0.5)
    pages.write((left + width - box / 2, top), say("points"), 7, stand=CENTRE, ink=GREY)
    y = top + 3 + high / 2
    for award in (RED, BLUE, SIX):
        if award == SIX:
            words = say("{number} connected", number=CONNECTED)
        else:
            flag = RED_FLAG if award == RED else BLUE_FLAG
            number = count_bits(state.flagged[flag])
            words = say("{number} red flags" if award == RED else "{number} blue flags", number=number)
        draw_award_mark(pages, (left, y), award)
        pages.write((left + 9, y - (1.6 if solo else 0)), words, 9)
        if solo:
            pages.write((left + 9, y + 2), say("in time: up to card {card}", card=SOLO_UNTIL[award]), 6.5, ink=GREY)
        for place, points in enumerate((FIRST[award], LATER[award])):
            pages.disc((first + (place + 0.5) * value, y), 3.4, edge=GREY)
            pages.write((first + (place + 0.5) * value, y), str(points), 10, bold=place == 0, stand=CENTRE)
        pages.box((left + width - box, y - 3.5), box, 7)
        y += high
    pages.write((left, y), say("finished islands"), 9)
    pages.box((first, y - 3.5), value, 7, edge=GREY)
    pages.write((first + 1.5 * value, y), "\xd7 2 =", 9, stand=CENTRE)
    pages.box((left + width - box, y - 3.5), box, 7)
    y += high
    pages.write((left + width - box - 3, y), say("Total"), 10, bold=True, stand=RIGHT)
    pages.box((left + width - box, y - 3.5), box, 7, line=BOLD)
    return y + high / 2


def draw_award_mark(pages: Sheets, at: Point, award: int) -> None:
    """Draws the sign of an award: a flag, or islands in a chain."""
    x, y = at
    if award == SIX:
        for place in range(CONNECTED):
            spot = (x + 1.2 + place % 3 * 2.3, y - 1.2 + place // 3 * 2.4)
            pages.disc(spot, 0.8, fill=BLACK)
        pages.line((x + 1.2, y - 1.2), (x + 5.8, y - 1.2))
        pages.line((x + 1.2, y + 1.2), (x + 5.8, y + 1.2))
        pages.line((x + 5.8, y - 1.2), (x + 5.8, y + 1.2))
    else:
        draw_flag(pages, (x + 1.5, y + 2.6), 5.2, RED_FLAG if award == RED else BLUE_FLAG)


def draw_track(pages: Sheets, corner: Point, width: float) -> float:
    """Draws a circle for each card of a solo game, in its three piles, with what the awards bring in each."""
    left, y = corner
    ends = sorted({*map(int, SOLO_UNTIL), ROUNDS})
    gap = 3.0
    step = (width - gap * (len(ends) - 1)) / ROUNDS
    begin = 0
    pages.write((left, y), say("Piles"), 9, bold=True)
    pages.write((left + width, y), say("cross out a circle a card"), 7, stand=RIGHT, ink=GREY)
    for pile, end in enumerate(ends):
        start = left + begin * step + pile * gap
        for card in range(begin, end):
            spot = (start + (card - begin + 0.5) * step, y + 6)
            pages.disc(spot, step / 2 - 0.2, edge=GREY)
            pages.write(spot, str(card + 1), 6.5, stand=CENTRE, ink=GREY)
        worth = [(FIRST if end <= SOLO_UNTIL[award] else LATER)[award] for award in (RED, BLUE, SIX)]
        middle = start + (end - begin) * step / 2
        words = say("red {red}, blue {blue}, six {six}", red=worth[0], blue=worth[1], six=worth[2])
        pages.write((middle, y + 11), words, 7, stand=CENTRE, widest=(end - begin) * step + gap / 2)
        begin = end
    return y + 12.5


def draw_titles(pages: Sheets, corner: Point, width: float) -> None:
    """Draws the titles of solo play in two columns."""
    left, y = corner
    pages.write((left, y), say("What you are"), 9, bold=True)
    half = -(-len(TITLES) // 2)
    for place, (least, title) in enumerate(TITLES):
        most = TITLES[place + 1][0] - 1 if place + 1 < len(TITLES) else least
        points = (
            say("to {number}", number=most) if place == 0 else str(least) if most == least or least > 51 else f"{least}-{most}"
        )
        x, line = left + place // half * (width / 2 + 2), y + 5 + place % half * 4.1
        pages.box((x, line - 1.2), 2.4, 2.4, edge=GREY)
        pages.write((x + 4, line), points, 7.5, bold=True)
        pages.write((x + 14, line), say(title), 7.5)


def draw_origin(pages: Sheets, at: Point, sentence: str) -> None:
    """Writes where the board comes from."""
    pages.write(at, sentence, 7, ink=GREY)
