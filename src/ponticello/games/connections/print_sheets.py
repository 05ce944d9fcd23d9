"""Connections on paper: a set of tiles for each player to cut out, with spirals for their backs, and a board for each player.

A page of tiles and the page of spirals after it are the two sides of one sheet. The pieces stand in the middle of the page, so
that they lie back to back whichever way the printer turns the paper. Who prints on one side only leaves the spirals out: a tile
with its white back up is a spiral as well.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from ponticello.engine.print_sheets import (
    BLACK,
    BOLD,
    CENTRE,
    FINE,
    GREY,
    MARGIN,
    PALE,
    RIGHT,
    SILVER,
    THIN,
    WHITE,
    Ink,
    Point,
    Sheets,
    centred,
)
from ponticello.games.connections.board import CELLS, MIDDLE, NARROW, SIDES, SPOTS, TILES, WIDE, WIDTH, cell_name, spot_place
from ponticello.games.connections.notation import tile_name
from ponticello.games.connections.referee import TITLES
from ponticello.games.connections.rules import ROUNDS, Connections, set_up
from ponticello.games.connections.tileset import SHIPPED
from ponticello.games.connections.words import count, mark, say

TILE = 26.0  # a tile and a cell of the board; seven make a row on any paper
COLUMNS = 7
ROWS = TILES // COLUMNS
SETS = 2  # on a page
BETWEEN = 12.0  # two sets
BANDS = {NARROW: 3.0, WIDE: 9.0}  # the widths of the connections
BORDER = 11.0  # the frame with the numbers
TRIES = 4  # of a lone player on one sheet
ROAD: Ink = (205, 205, 205)

OUTWARD = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south and west, on paper

ALONE = mark("{rounds} rounds. Draw a tile from your set, which lies face down, and lay it on your board, turned as you like.")
TOGETHER = mark(
    "{rounds} rounds. The first player draws a tile from their own set, which lies face down, and names it; everybody lays the"
    " same tile on their own board, turned as they like."
)
RULES = (
    mark(
        "It must extend a connection, and every side that touches something must fit: wide on wide, narrow on narrow,"
        " blank on blank. Numbers and spirals take anything, a black bar only a blank side."
    ),
    mark("If it cannot be laid so, or you do not want to, it lies face down, as a spiral, on any free cell."),
    mark("In the end you lose each number that no connection reaches, and 1 point for each spiral."),
)
MATCH = mark("The fewest lost points win. A match has as many games as players; each is the first player once.")


def print_sheets(paper: str, players: int, options: Mapping[str, Any]) -> bytes:
    """Returns the tiles, their backs and the boards for a number of players, as a PDF."""
    state = Connections()
    set_up(state, players, **options)
    pages = Sheets(paper, say("Connections, for {players}", players=count(players, "player")))
    origin = say("Our own tiles and boards, not the published ones.") if options["board"] == SHIPPED else ""
    for first in range(0, players, SETS):
        sets = min(SETS, players - first)
        draw_tiles(pages, state, sets, origin)
        draw_backs(pages, sets)
    for seat in range(players):
        pages.page()
        draw_board_page(pages, state, seat, origin)
    return pages.pdf()


# The tiles


def rows_of_sets(pages: Sheets, sets: int) -> list[list[float]]:
    """Returns the edges of the rows of each set of tiles, together in the middle of the page."""
    high = ROWS * TILE
    top = (pages.height - sets * high - (sets - 1) * BETWEEN) / 2
    return [[top + place * (high + BETWEEN) + row * TILE for row in range(ROWS + 1)] for place in range(sets)]


def draw_tiles(pages: Sheets, state: Connections, sets: int, origin: str) -> None:
    """Draws a page of one or two sets of tiles."""
    pages.page()
    columns = centred(pages.width, TILE, COLUMNS)
    top = MARGIN + 4
    heading = say("Connections, the tiles: a set of {tiles} for each player", tiles=TILES)
    pages.write((columns[0], top), heading, 11, bold=True)
    hint = say(
        "The next page is the back of this one: print both on one sheet, or leave it out and let a white back be a spiral."
    )
    pages.write((columns[0], top + 5), hint, 7.5, ink=GREY)
    pages.write((columns[-1], pages.height - MARGIN - 4), origin, 7.5, stand=RIGHT, ink=GREY)
    for rows in rows_of_sets(pages, sets):
        for tile in range(TILES):
            row, column = divmod(tile, COLUMNS)
            centre = (columns[column] + TILE / 2, rows[row] + TILE / 2)
            draw_connections(pages, centre, state.sides[tile])
            draw_name(pages, centre, tile_name(state, tile))
        pages.cut_marks(columns, rows)


def draw_connections(pages: Sheets, centre: Point, sides: int) -> None:
    """Draws the connections of a tile or a printed centre: wide ones as grey roads, narrow ones as black lines, meeting in the
    middle."""
    x, y = centre
    codes = [sides >> 2 * side & 3 for side in range(SIDES)]
    # First all edges of the wide roads, then their surface, so that no edge runs through a crossing.
    for grown, ink in ((0.35, BLACK), (-0.35, ROAD)):
        if WIDE in codes:
            pages.disc(centre, BANDS[WIDE] / 2 + grown, fill=ink, edge=None)
        for side, code in enumerate(codes):
            if code == WIDE:
                draw_band(pages, centre, side, BANDS[WIDE] + 2 * grown, ink)
    for side, code in enumerate(codes):
        if code == NARROW:
            draw_band(pages, centre, side, BANDS[NARROW], BLACK)
    pages.disc((x, y), BANDS[NARROW], fill=BLACK, edge=None)


def draw_band(pages: Sheets, centre: Point, side: int, width: float, ink: Ink) -> None:
    """Draws a band from the middle of a tile to one of its sides."""
    across, down = OUTWARD[side]
    half, reach = width / 2, TILE / 2
    left = centre[0] + min(across * reach, 0) - half * abs(down)
    top = centre[1] + min(down * reach, 0) - half * abs(across)
    pages.box((left, top), reach if across else width, reach if down else width, fill=ink, edge=None)


def draw_name(pages: Sheets, centre: Point, name: str) -> None:
    """Draws the name of a tile on a plate in its middle."""
    wide, high = max(11.0, 1.75 * len(name) + 3), 5.2
    pages.box((centre[0] - wide / 2, centre[1] - high / 2), wide, high, fill=WHITE, line=FINE, rounding=high / 2.1)
    pages.write(centre, name, 8.5, bold=True, stand=CENTRE, widest=wide - 2.6)


def draw_backs(pages: Sheets, sets: int) -> None:
    """Draws a page of spirals, one behind each tile."""
    pages.page()
    columns = centred(pages.width, TILE, COLUMNS)
    pages.write((pages.width / 2, MARGIN + 4), say("The backs of the tiles on the page before"), 7.5, stand=CENTRE, ink=GREY)
    for rows in rows_of_sets(pages, sets):
        for tile in range(TILES):
            row, column = divmod(tile, COLUMNS)
            draw_spiral(pages, (columns[column] + TILE / 2, rows[row] + TILE / 2))


def draw_spiral(pages: Sheets, centre: Point) -> None:
    """Draws a spiral, small enough to stay on its tile when the two sides of a sheet are a little off."""
    turns, steps, radius = 3.5, 24, 0.37 * TILE
    last = int(turns * steps)
    points = []
    for step in range(last + 1):
        reach, angle = radius * step / last, 2 * math.pi * step / steps
        points.append((centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)))
    pages.curve(points, width=0.9, ink=GREY)


# The board


def draw_board_page(pages: Sheets, state: Connections, seat: int, origin: str) -> None:
    """Draws a player's board, with a table for the score and the rules in short."""
    left, width, bottom = MARGIN, pages.width - 2 * MARGIN, pages.height - MARGIN
    end = pages.write((left, MARGIN + 3), say("Connections, board {number}", number=seat + 1), 13, bold=True)
    name = pages.write((max(end + 8, left + width - 80), MARGIN + 3), say("Name"), 9, ink=GREY)
    pages.line((name + 2, MARGIN + 5), (left + width, MARGIN + 5), ink=GREY)
    y = MARGIN + 10
    whole = WIDTH * TILE + 2 * BORDER
    draw_board(pages, state, seat, ((pages.width - whole) / 2, y))
    y += whole + 8
    table = 100.0
    draw_score(pages, state, (left, y), table)
    x, text = left + table + 8, width - table - 8
    pages.write((x, y), say("In short"), 9, bold=True)
    line = y + 5
    for sentences in (ALONE, *RULES) if state.seats == 1 else (TOGETHER, *RULES, MATCH):
        line = pages.paragraph((x, line), say(sentences, rounds=ROUNDS), 8, text) + 0.8
    pages.write((left, bottom - 2), origin, 7.5, ink=GREY)


def draw_board(pages: Sheets, state: Connections, seat: int, corner: Point) -> None:
    """Draws the cells, the printed centre and the border with its numbers."""
    left, top = corner[0] + BORDER, corner[1] + BORDER
    inner = WIDTH * TILE
    pages.box(corner, inner + 2 * BORDER, inner + 2 * BORDER, fill=PALE, line=BOLD, rounding=4)
    pages.box((left, top), inner, inner, fill=WHITE, line=BOLD)
    for place in range(1, WIDTH):
        at = place * TILE
        pages.line((left + at, top), (left + at, top + inner), width=THIN, ink=GREY)
        pages.line((left, top + at), (left + inner, top + at), width=THIN, ink=GREY)
    middles = []
    for cell in range(CELLS):
        row, column = divmod(cell, WIDTH)
        middles.append((left + (column + 0.5) * TILE, top + (WIDTH - row - 0.5) * TILE))
    for cell, (x, y) in enumerate(middles):
        if cell == MIDDLE:
            draw_connections(pages, (x, y), state.centre[seat])
            pages.disc((x, y), 5.6, fill=WHITE, line=BOLD)
            pages.disc((x, y), 2.2, fill=BLACK)
        else:
            pages.write((x, y), cell_name(cell), 7, stand=CENTRE, ink=SILVER)
    for spot in range(SPOTS):
        cell, side = spot_place(spot)
        draw_spot(pages, middles[cell], side, state.numbers[seat, spot])


def draw_spot(pages: Sheets, middle: Point, side: int, number: int) -> None:
    """Draws a number of the border beside its cell, or a bar where the border is blank."""
    across, down = OUTWARD[side]
    if number:
        reach = TILE / 2 + BORDER / 2
        at = (middle[0] + across * reach, middle[1] + down * reach)
        pages.disc(at, 4.2, fill=WHITE, line=FINE)
        pages.write(at, str(number), 15, bold=True, stand=CENTRE)
    else:
        thick, long = 2.4, 0.7 * TILE
        at = (middle[0] + across * (TILE / 2 + thick / 2), middle[1] + down * (TILE / 2 + thick / 2))
        wide, high = (long, thick) if down else (thick, long)
        pages.box((at[0] - wide / 2, at[1] - high / 2), wide, high, fill=BLACK, edge=None)


def draw_score(pages: Sheets, state: Connections, corner: Point, width: float) -> None:
    """Draws a table of lost points: for several players a column a game and the total, for one a column a try and the titles."""
    left, top = corner
    solo = state.seats == 1
    heading = mark("try {number}") if solo else mark("game {number}")
    games = [say(heading, number=game + 1) for game in range(TRIES if solo else state.seats)]
    label, high = 34.0, 9.0
    column = min(16.0, (width - label) / (len(games) + (not solo)))
    pages.write((left, top), say("Lost points"), 9, bold=True)
    for place, word in enumerate(games):
        pages.write((left + label + (place + 0.5) * column, top), word, 7.5, stand=CENTRE, ink=GREY)
    for row, words in enumerate((say("numbers not reached"), say("spirals"), say("lost in all"))):
        last = row == 2
        y = top + 3 + row * high
        pages.write((left, y + high / 2), words, 9, bold=last, widest=label - 1)
        for place in range(len(games)):
            pages.box((left + label + place * column, y), column, high, line=BOLD if last else FINE)
    if not solo:
        x = left + label + len(games) * column
        pages.write((x + column / 2, top), say("match"), 7.5, bold=True, stand=CENTRE)
        pages.box((x, top + 3 + 2 * high), column, high, line=BOLD)
        return
    y = top + 3 * high + 9
    pages.write((left, y), say("What you are"), 9, bold=True)
    least = 0
    for most, english in TITLES:
        y += 4.6
        pages.box((left, y - 1.2), 2.4, 2.4, edge=GREY)
        pages.write((left + 4, y), say("{number} or more", number=least) if most is None else f"{least}-{most}", 8, bold=True)
        pages.write((left + 22, y), say(english), 8)
        least = (most or 0) + 1
