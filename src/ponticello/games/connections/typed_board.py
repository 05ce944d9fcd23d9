"""A finished board of Connections, typed in from the table: reads it, checks every rule that it shows, and counts the loss."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ponticello.engine.datafile import Line, bad_line, read_form
from ponticello.engine.errors import BadData
from ponticello.engine.report import broken as broken_line
from ponticello.engine.report import note
from ponticello.games.connections import rules
from ponticello.games.connections.board import (
    BLANK,
    BOARDS,
    CELLS,
    CODE_NAMES,
    EAST,
    MIDDLE,
    NEXT,
    NORTH,
    NOTHING,
    SIDE_NAMES,
    SIDES,
    SPOT,
    WIDTH,
    cell_name,
    pattern,
    pattern_letters,
)
from ponticello.games.connections.notation import named_tile
from ponticello.games.connections.referee import explain
from ponticello.games.connections.rules import FREE, ROUNDS, SPIRAL, Connections
from ponticello.games.connections.tileset import SHIPPED, Board, TileSet, read_board_option, tile_set
from ponticello.games.connections.words import count, mark, say

FORM = """\
# One of the four boards by its number, 1 to 4, or what is printed on yours: the centre, then the border numbers
# north/east/south/west, read from left to right and from top to bottom.
board: wnwn=21.32/21.13/32.11/13.21
solo: yes

# Rows from the top. A tile is written by its four sides, north, east, south and west: w is wide, n narrow, - blank.
# On a board with a number its symbol and quarter turns clockwise will do, such as key/1.
# @ is a spiral, + the centre, . an empty cell.
wn--  nnnn  @     wwn-  wnnw
-www  nwnw  --ww  nnw-  n-wn
@     @     +     w-nn  w-n-
--nn  w-w-  w---  nw--  nnnw
nww-  wnww  -w-n  -www  nw-w
"""

COMMENTS = (  # of the form, for those who read another language
    mark(
        "One of the four boards by its number, 1 to 4, or what is printed on yours: the centre, then the border numbers\n"
        "north/east/south/west, read from left to right and from top to bottom."
    ),
    mark(
        "Rows from the top. A tile is written by its four sides, north, east, south and west: w is wide, n narrow, - blank.\n"
        "On a board with a number its symbol and quarter turns clockwise will do, such as key/1.\n"
        "@ is a spiral, + the centre, . an empty cell."
    ),
)

KEY = re.compile(r"(board|set|solo)\s*[:=]\s*(.*)", re.IGNORECASE)
OWN_BOARD = re.compile(rf"([nw.-]{{{SIDES}}})\s*=\s*([123.-]{{{WIDTH}}}(?:\s*/\s*[123.-]{{{WIDTH}}}){{{SIDES - 1}}})")
LABEL = re.compile(r"[1-5]\s*[|:]\s*|[1-5]\s(?=(?:\S+\s){4}\S+$)")
PATTERN = re.compile(rf"[nw._-]{{{SIDES}}}")
SYMBOL = re.compile(r"([a-z][a-z-]*)/([0-3])")
EMPTY, DOWN, CENTRE = (".", "_", "\u00b7"), ("@", "spiral", "s"), ("+", "*", "c", "centre", "center")


@dataclass(frozen=True)
class Typed:
    """What lies on the board: the sides of each open tile by its cell, the spirals, and the symbols where they are given."""

    board: Board
    tiles: TileSet | None
    solo: bool
    sides: dict[int, int]
    spirals: frozenset[int]
    symbols: dict[int, str]

    def facing(self, cell: int) -> int:
        """Returns the sides of an open tile or the centre; NOTHING where there is neither."""
        return self.board.centre if cell == MIDDLE else self.sides.get(cell, NOTHING)


def score(text: str) -> list[str]:
    """Returns the referee's report on a finished board."""
    typed = read_typed(text)
    broken = list(violations(typed))
    state = scored(typed)
    if broken:
        lines = [say("{rules} broken; the board is scored as it stands.", rules=count(len(broken), "rule"))]
        lines += [broken_line(sentence) for sentence in broken]
    else:
        lines = [say("The board keeps every rule that can be seen on it.")]
    if state.turned < ROUNDS:
        empty = count(ROUNDS - state.turned, "cell")
        lines.append(note(say("{cells} still empty, so the game is not over yet", cells=empty)))
    lines.append(say("Score: {points} lost", points=count(rules.points(state, 0), "point")))
    return lines + [f"  {sentence}" for sentence in explain(state, 0)]


# Reading


def read_typed(text: str) -> Typed:
    """Reads the head of the form first, since it says which tiles and numbers there are, and then the rows."""
    head, lines = read_form(text, KEY)
    rows = [
        (number, re.sub(LABEL, "", line, count=1) if LABEL.match(line) else line) for number, line in lines if line != "a b c d e"
    ]
    if "board" not in head:
        raise BadData(say("the board is missing; add a line such as board: 1, from 1 to {last}", last=BOARDS))
    board, tiles = read_board(*head["board"], head.get("set"))
    solo_line, solo = head.get("solo", (0, "no"))
    if solo.lower() not in ("yes", "no"):
        raise bad_line(solo_line, say("solo is yes or no, not {value}", value=repr(solo[:20])))
    return read_rows(rows, board, tiles, solo.lower() == "yes")


def read_board(number: int, value: str, chosen: Line | None) -> tuple[Board, TileSet | None]:
    """Returns a board of the set by its number, or one that is typed in; then the tiles are known only if a set is named."""
    tiles = None if chosen is None else _set(*chosen)
    if own := OWN_BOARD.fullmatch(value.lower()):
        border = re.sub(r"[\s/]", "", own[2]).replace("-", ".")
        numbers = tuple(0 if spot == "." else int(spot) for spot in border)
        return Board(pattern(own[1].replace("-", ".")), numbers), tiles
    if value not in map(str, range(1, BOARDS + 1)):
        raise bad_line(
            number,
            say(
                "{text} is no board; write its number from 1 to {last}, or centre and border as wnwn=21.32/21.13/32.11/13.21",
                text=repr(value[:40]),
                last=BOARDS,
            ),
        )
    tiles = tiles or tile_set(SHIPPED)
    return tiles.boards[int(value) - 1], tiles


def _set(number: int, value: str) -> TileSet:
    if value.lower() == SHIPPED:
        return tile_set(SHIPPED)
    try:
        return tile_set(read_board_option(value))
    except (ValueError, RuntimeError) as error:  # a path that the system cannot even ask for is neither of ours
        raise bad_line(number, error) from None


def read_rows(rows: list[Line], board: Board, tiles: TileSet | None, solo: bool) -> Typed:
    """Reads the five rows from the top."""
    typed = Typed(board, tiles, solo, {}, frozenset(), {})
    spirals = set()
    if len(rows) > WIDTH:
        raise bad_line(rows[WIDTH][0], say("this is a sixth row; a board has {rows}", rows=WIDTH))
    for place, (number, plain) in enumerate(rows):
        words = re.split(r"[\s,;|]+", plain.strip(" ,;|"))
        if len(words) != WIDTH:
            sentence = say(
                "this row has {cells}, but a row has {number}: {text}",
                cells=count(len(words), "cell"),
                number=WIDTH,
                text=repr(plain[:40]),
            )
            raise bad_line(number, sentence)
        for column, word in enumerate(words):
            cell = (WIDTH - 1 - place) * WIDTH + column
            if cell == MIDDLE:
                _check_centre(number, word, board)
            elif word in DOWN:
                spirals.add(cell)
            elif word not in EMPTY:
                typed.sides[cell] = _tile(number, word, cell, typed)
    if len(rows) < WIDTH:
        raise BadData(
            say("the board has {rows}, but it needs {number}, from the top", rows=count(len(rows), "row"), number=WIDTH)
        )
    return Typed(board, tiles, solo, typed.sides, frozenset(spirals), typed.symbols)


def _check_centre(number: int, word: str, board: Board) -> None:
    printed = pattern_letters(board.centre)
    if word not in EMPTY + CENTRE and word.replace("-", ".").replace("_", ".") != printed:
        sentence = say(
            "{text} cannot lie on c3, the printed centre ({centre}); write + there", text=repr(word[:20]), centre=printed
        )
        raise bad_line(number, sentence)


def _tile(number: int, word: str, cell: int, typed: Typed) -> int:
    """Returns the sides of a tile, from its letters or from its symbol and quarter turns."""
    if PATTERN.fullmatch(word):
        sides = pattern(word.replace("-", ".").replace("_", "."))
        if sides == 0:
            sentence = say("{text} is blank on all sides, and no tile is; an empty cell is . and a spiral @", text=word)
            raise bad_line(number, sentence)
        return sides
    symbol = SYMBOL.fullmatch(word)
    if symbol is None:
        raise bad_line(
            number,
            say(
                "{text} is no tile; write four sides such as wnw-, a symbol with turns such as key/1,"
                " @ for a spiral or . for an empty cell",
                text=repr(word[:20]),
            ),
        )
    if typed.tiles is None or symbol[1] not in typed.tiles.names:
        if typed.tiles is None:
            sentence = say("no set is named, so symbols say nothing; write the tile's four sides, such as wnw-")
        else:
            name = repr(symbol[1][:20])
            sentence = say("the set has no tile {tile}; write the tile's four sides, such as wnw-", tile=name)
        raise bad_line(number, sentence)
    typed.symbols[cell] = symbol[1]
    return rules.turned(typed.tiles.sides[typed.tiles.names.index(symbol[1])], int(symbol[2]))


# The rules that a finished board shows


def violations(typed: Typed) -> Iterator[str]:
    """Says every rule that the board breaks."""
    yield from clashes(typed)
    yield from into_border(typed)
    yield from loose(typed)
    yield from too_many(typed)


def clashes(typed: Typed) -> Iterator[str]:
    """Where two open tiles meet, wide meets wide, narrow narrow and blank blank; a spiral takes anything."""
    for cell in range(CELLS):
        for side in (NORTH, EAST):
            beside = int(NEXT[cell, side])
            if beside == NOTHING or NOTHING in (typed.facing(cell), typed.facing(beside)):
                continue
            here, there = _code(typed, cell, side), _code(typed, beside, side ^ 2)
            if here != there:
                yield say(
                    "{cell} shows a {code} side in the {side}, but {other} has a {others} one there;"
                    " wide meets wide, narrow narrow and blank blank",
                    cell=cell_name(cell),
                    code=say(CODE_NAMES[here]),
                    side=say(SIDE_NAMES[side]),
                    other=cell_name(beside),
                    others=say(CODE_NAMES[there]),
                )


def _code(typed: Typed, cell: int, side: int) -> int:
    return typed.facing(cell) >> 2 * side & 3


def into_border(typed: Typed) -> Iterator[str]:
    """No connection runs into a blank spot of the border."""
    for cell in sorted(typed.sides):
        for side in range(SIDES):
            spot = int(SPOT[cell, side])
            if spot != NOTHING and typed.board.numbers[spot] == 0 and _code(typed, cell, side) != BLANK:
                yield say(
                    "{cell} shows a {code} side in the {side}, but the border is blank there; it takes no connection",
                    cell=cell_name(cell),
                    code=say(CODE_NAMES[_code(typed, cell, side)]),
                    side=say(SIDE_NAMES[side]),
                )


def loose(typed: Typed) -> Iterator[str]:
    """Every open tile extended a connection, so a way leads from it over open tiles to the centre."""
    linked = [MIDDLE]
    for cell in linked:
        for side in range(SIDES):
            beside = int(NEXT[cell, side])
            if beside == NOTHING or beside in linked or typed.facing(beside) == NOTHING:
                continue
            if _code(typed, cell, side) == _code(typed, beside, side ^ 2) != BLANK:
                linked.append(beside)
    for cell in sorted(typed.sides):
        if cell not in linked:
            name = cell_name(cell)
            yield say("the tile on {cell} is not connected to the centre; an open tile extends a connection", cell=name)


def too_many(typed: Typed) -> Iterator[str]:
    """Every tile is in the set once."""
    if typed.tiles is None:
        return
    for symbol, times in sorted(Counter(typed.symbols.values()).items()):
        if times > 1:
            yield say("{tile} lies on the board {times} times, but the set has it once", tile=named_tile(symbol), times=times)
    have = Counter(map(_upright, typed.tiles.sides))
    # A tile that is named twice has been told of, so it counts once among those like it.
    once = {typed.symbols.get(cell, cell): sides for cell, sides in typed.sides.items()}
    for sides, times in sorted(Counter(map(_upright, once.values())).items()):
        if times > have[sides]:
            letters = pattern_letters(sides).replace(".", "-")
            yield say(
                "tiles like {tile} lie on the board {times} times, but the set has {number}",
                tile=letters,
                times=times,
                number=have[sides] or say("none"),
            )


def _upright(sides: int) -> int:
    """Returns one and the same number for all ways to turn a tile."""
    return min(rules.turned(sides, turns) for turns in range(SIDES))


# The score


def scored(typed: Typed) -> Connections:
    """Returns a position with the board as it stands; its tiles are those that lie there, in any order."""
    state = Connections()
    rules.set_up(state, 1 if typed.solo else 2, SHIPPED, "one")
    state.centre[0] = typed.board.centre
    for spot, number in enumerate(typed.board.numbers):
        state.numbers[0, spot] = number
    for tile, (cell, sides) in enumerate(typed.sides.items()):
        state.sides[tile] = sides
        state.laid[0, cell] = tile * SIDES
    for cell in typed.spirals:
        state.laid[0, cell] = SPIRAL
    rules.look_over(state, 0)
    state.turned = sum(state.laid[0, cell] != FREE for cell in range(CELLS) if cell != MIDDLE)
    return state
