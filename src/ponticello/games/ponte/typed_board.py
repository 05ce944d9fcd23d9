"""A finished board of Ponte, typed in from the table: reads it, checks every rule that a final position shows, and scores it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ponticello.engine.errors import BadData, BadNotation
from ponticello.games.ponte import rules
from ponticello.games.ponte.actions import way_of
from ponticello.games.ponte.board import AROUND, SIDES, cell_at
from ponticello.games.ponte.lands import grow_land
from ponticello.games.ponte.notation import CELL, COLUMNS, bridge_ends, cell_name, read_bridge
from ponticello.games.ponte.position import DARK, ISLAND, LIGHT, OVER, Ponte, set_up
from ponticello.games.ponte.reading import cells_under
from ponticello.games.ponte.referee import COLOUR_NAMES, explain, names, rules_out, status
from ponticello.games.ponte.words import count

FORM = """\
# Rows from the top: . is sea, o a light tile, x a dark one. Cells under a bridge are sea.
10  o o x o o . o x x x
 9  . o x o o x o o x .
 8  . o x . x x x . . o
 7  x . x . o o . o x o
 6  x o o . o o x o x x
 5  x o x x . x x o x .
 4  x o x x o x . o . o
 3  . . . . o o . x x o
 2  o x x x x o . x x o
 1  o o o . . . . o . o
    a b c d e f g h i j

# Each bridge by the two tiles it rests on, on as many lines as you like.
bridges: b6-b8 d2-d4 c6-e6 c7-e8 d5-f5 g6-g8
bridges: a2-b4 f3-h4 i3-i5 h7-h9 i7-i9 e10-g10
"""

SIGNS = {".": None, "\u00b7": None, "_": None, "o": LIGHT, "x": DARK}
WIDTHS = (10, 12)
ROW = re.compile(r"([0-9]{1,2})?[ |:]*((?:[.\u00b7_ox] ?)+)[ |:]*([0-9]{1,2})?")
SPANS = re.compile(rf"(?:bridges?\s*[:=]|bridges?\s)?\s*((?:{CELL}\s*[-\u2013]\s*{CELL}[\s,;+]*)+|none|-)?")
SPAN = re.compile(rf"{CELL}\s*[-\u2013]\s*{CELL}")
KNIGHTS = re.compile(r"parallel[\s_-]*knights?\s*[:=]\s*(yes|no)")


@dataclass(frozen=True)
class Typed:
    """What lies on the board: the colour of each tile by its cell, and the bridges as actions."""

    side: int
    tiles: dict[int, int]
    bridges: list[int]
    parallel_knights: bool

    def groups(self, colour: int) -> list[list[int]]:
        """Returns the lands of a colour, whatever their size."""
        left = {cell for cell, shade in self.tiles.items() if shade == colour}
        found = []
        while left:
            group = [left.pop()]
            for cell in group:
                beside = {cell + int(step) for step in SIDES} & left
                left -= beside
                group += beside
            found.append(sorted(group))
        return sorted(found)

    def owner(self, bridge: int) -> int | None:
        """Returns the colour that a bridge links, or None where it does not rest on two tiles of one colour."""
        a, b = (self.tiles.get(end) for end in bridge_ends(bridge))
        return a if a == b else None


def score(text: str) -> list[str]:
    """Returns the referee's report on a finished board."""
    typed = read_typed(text)
    state = scored(typed)
    broken = list(violations(typed, state))
    if broken:
        lines = [f"{count(len(broken), 'rule')} broken; the board is scored as it stands."]
        lines += [f"Broken: {sentence}." for sentence in broken]
    else:
        lines = ["The board keeps every rule that can be seen on it."]
        if not_over(typed):
            lines.append("Note: both colours can still lay two tiles, so the game is not over yet.")
    for colour in (LIGHT, DARK):
        lines.append(f"{COLOUR_NAMES[colour].capitalize()}: {count(state.points[colour], 'point')}")
        lines += [f"  {sentence}" for sentence in explain(state, colour)]
    return [*lines, f"{status(state)}."]


# Reading


def read_typed(text: str) -> Typed:
    """Reads the rows of the board and the list of bridges."""
    rows: list[tuple[int, str]] = []
    labels: list[tuple[int, int, int]] = []  # line, place from the top, and what is written there
    spans: list[tuple[int, tuple[str, ...]]] = []
    parallel_knights = True
    for number, line in enumerate(text.splitlines(), start=1):
        plain = " ".join(line.partition("#")[0].lower().split())
        if not plain or "".join(plain.split()) in (COLUMNS[:width] for width in WIDTHS):
            continue
        if row := ROW.fullmatch(plain):
            labels += [(number, len(rows), int(label)) for label in (row[1], row[3]) if label]
            rows.append((number, "".join(row[2].split())))
        elif knights := KNIGHTS.fullmatch(plain):
            parallel_knights = knights[1] == "yes"
        elif SPANS.fullmatch(plain):
            spans += [(number, span.groups()) for span in SPAN.finditer(plain)]
        else:
            raise BadData(
                f"line {number}: {line.strip()[:40]!r} is neither a row of the board, such as . . o x . ., "
                "nor bridges, such as bridges: a1-c3 d4-d6"
            )
    side = check_rows(rows, labels)
    tiles = {}
    for place, (_, row_of_signs) in enumerate(rows):
        for column, sign in enumerate(row_of_signs):
            if (colour := SIGNS[sign]) is not None:
                tiles[cell_at(side - 1 - place, column)] = colour
    return Typed(side, tiles, [_bridge(side, number, *span) for number, span in spans], parallel_knights)


def check_rows(rows: list[tuple[int, str]], labels: list[tuple[int, int, int]]) -> int:
    """Returns the width of the board, if its rows make a whole one."""
    if not rows:
        raise BadData("there is no board; type its rows from the top, with . for sea, o for light and x for dark")
    first_line, first = rows[0]
    if len(first) not in WIDTHS:
        raise BadData(f"line {first_line}: this row has {count(len(first), 'cell')}; a board is 10 or 12 cells wide")
    for number, row in rows:
        if len(row) != len(first):
            raise BadData(f"line {number}: this row has {count(len(row), 'cell')}, but the first one has {len(first)}")
    if len(rows) != len(first):
        raise BadData(f"line {rows[-1][0]}: the board ends after {count(len(rows), 'row')}, but it has {len(first)} columns")
    for number, place, label in labels:
        if label != len(first) - place:
            raise BadData(f"line {number}: row {label} stands where row {len(first) - place} belongs; row 1 is the lowest")
    return len(first)


def _bridge(side: int, number: int, *places: str) -> int:
    cells = []
    for letter, digits in (places[:2], places[2:]):
        column, row = COLUMNS.find(letter), int(digits) - 1
        if not (0 <= column < side and 0 <= row < side):
            raise BadData(f"line {number}: {letter}{int(digits)} is not on this board, which goes to {COLUMNS[side - 1]}{side}")
        cells.append(cell_at(row, column))
    try:
        return read_bridge(*cells)
    except BadNotation as error:
        raise BadData(f"line {number}: {error}") from None


# The rules that a final position shows


def violations(typed: Typed, state: Ponte) -> Iterator[str]:
    """Says every rule that the board breaks, in the order of the rulebook."""
    for colour in (LIGHT, DARK):
        yield from too_large(typed, colour)
        yield from touching(typed, colour)
    yield from bad_ends(typed)
    yield from tiles_under(typed)
    yield from crossings(typed, state)
    yield from too_many(typed)
    yield from wrong_turns(typed)


def too_large(typed: Typed, colour: int) -> Iterator[str]:
    """No group has more than four tiles."""
    for group in typed.groups(colour):
        if len(group) > ISLAND:
            yield (
                f"the {COLOUR_NAMES[colour]} tiles {names(group)} make a group of {len(group)}, which is no island; "
                "an island has exactly four tiles"
            )


def touching(typed: Typed, colour: int) -> Iterator[str]:
    """An island touches no other land of its colour, not even at a corner."""
    for one, other in combinations(typed.groups(colour), 2):
        if max(len(one), len(other)) < ISLAND:
            continue
        meets = [(a, b) for a in one for b in other if b - a in AROUND]
        if meets:
            shade, (a, b) = COLOUR_NAMES[colour], meets[0]
            yield (
                f"the {shade} {_kind(one)} {names(one)} touches the {shade} {_kind(other)} {names(other)} "
                f"({cell_name(a)} with {cell_name(b)}); an island touches no other land of its colour"
            )


def _kind(group: list[int]) -> str:
    return "sandbank" if len(group) < ISLAND else "island" if len(group) == ISLAND else "group"


def bad_ends(typed: Typed) -> Iterator[str]:
    """A bridge rests on two tiles of one colour, and a tile carries one bridge."""
    for bridge, times in Counter(typed.bridges).items():
        name = write_bridge(bridge)
        if times > 1:
            yield f"the bridge {name} is listed {times} times; a tile carries one bridge"
        if typed.owner(bridge) is None:
            bare = [cell_name(end) for end in bridge_ends(bridge) if end not in typed.tiles]
            wrong = f"{' and '.join(bare)} {'has' if len(bare) == 1 else 'have'} none" if bare else "here they differ"
            yield f"the bridge {name} needs tiles of one colour at both ends, and {wrong}; it links nothing"
    carried: dict[int, list[str]] = {}
    for bridge in sorted(set(typed.bridges)):
        for end in bridge_ends(bridge):
            carried.setdefault(end, []).append(write_bridge(bridge))
    for end, bridges in sorted(carried.items()):
        if len(bridges) > 1:
            yield f"{cell_name(end)} carries {len(bridges)} bridges ({', '.join(bridges)}); a tile carries one"


def tiles_under(typed: Typed) -> Iterator[str]:
    """No tile lies under a bridge."""
    for bridge in sorted(set(typed.bridges)):
        for cell in sorted(cells_under(bridge)):
            if cell in typed.tiles:
                shade = COLOUR_NAMES[typed.tiles[cell]]
                yield f"the {shade} tile on {cell_name(cell)} lies under the bridge {write_bridge(bridge)}"


def crossings(typed: Typed, state: Ponte) -> Iterator[str]:
    """Bridges never cross; by house rule parallel knight's jumps share no cell either."""
    for one, other in combinations(sorted(set(typed.bridges)), 2):
        if rules_out(state, one, other):
            parallel = way_of(one) == way_of(other)
            verb = "run side by side over the same cell" if parallel else "cross"
            yield f"the bridges {write_bridge(one)} and {write_bridge(other)} {verb}"


def too_many(typed: Typed) -> Iterator[str]:
    """Tiles and bridges come from a supply that ends, and tiles two at a time."""
    full = _empty(typed)
    for colour in (LIGHT, DARK):
        laid = list(typed.tiles.values()).count(colour)
        if laid > full.tiles[colour]:
            yield f"{laid} {COLOUR_NAMES[colour]} tiles lie on the board, but a colour has {full.tiles[colour]}"
        elif laid % 2:
            yield f"{count(laid, f'{COLOUR_NAMES[colour]} tile')} on the board is an odd number, but tiles come in pairs"
    if len(typed.bridges) > full.bridges:
        yield f"{len(typed.bridges)} bridges lie on the board, but there are only {full.bridges}"


def wrong_turns(typed: Typed) -> Iterator[str]:
    """Dark and light take turns after the two light tiles of the opening.

    The game ends when dark passes or, after light has passed, with one more turn of dark, so dark has had as many turns as light
    or up to two more.
    """
    turns = [0, 0]
    for colour in typed.tiles.values():
        turns[colour] += 1
    if turns[LIGHT] % 2 or turns[DARK] % 2:
        return
    turns = [tiles // 2 for tiles in turns]
    for bridge in typed.bridges:
        owner = typed.owner(bridge)
        if owner is None:
            return
        turns[owner] += 1
    light, dark = turns[LIGHT] - 1, turns[DARK]
    if light < 0:
        yield "light has no tile, but the game opens with two light ones"
    elif not 0 <= dark - light <= 2:
        yield (
            f"two tiles or a bridge a turn make {count(light, 'turn')} of light after the opening and {dark} of dark, "
            "but they take turns, and dark has had as many as light or up to two more"
        )


def write_bridge(bridge: int) -> str:
    """Returns a bridge by its two ends."""
    return "-".join(map(cell_name, bridge_ends(bridge)))


# The score


def _empty(typed: Typed) -> Ponte:
    state = Ponte()
    set_up(state, 2, typed.side, typed.parallel_knights)
    return state


def scored(typed: Typed) -> Ponte:
    """Returns a position that holds what counts in the end: islands, the networks they are in, and points.

    Groups of more than four are no islands but still link, as sandbanks do.
    """
    state = _empty(typed)
    state.phase = OVER
    for colour in (LIGHT, DARK):
        groups = typed.groups(colour)
        network = {cell: k for k, group in enumerate(groups) for cell in group}
        for bridge in set(typed.bridges):
            if typed.owner(bridge) == colour:
                state.bridges_of[colour] += 1
                joined = [network[end] for end in bridge_ends(bridge)]
                network = {cell: min(joined) if k in joined else k for cell, k in network.items()}
        first: dict[int, int] = {}
        for group in groups:
            if len(group) == ISLAND:
                state.land_count += 1
                land = state.land_count
                number = state.network[land] = first.setdefault(network[group[0]], land)
                for cell in group:
                    grow_land(state, colour, land, cell)
                state.islands[colour] += 1
                state.linked_islands[number] += 1
                state.points[colour] += state.linked_islands[number]
    return state


def not_over(typed: Typed) -> bool:
    """Tells whether both colours could still lay two tiles on a board that keeps the rules, so that neither can have passed."""
    state = _empty(typed)
    for cell, colour in typed.tiles.items():
        rules.lay_tile(state, colour, cell)
    for bridge in typed.bridges:
        owner = typed.owner(bridge)
        assert owner is not None
        rules.lay_bridge(state, owner, bridge)
    return rules.can_lay_two(state, LIGHT) and rules.can_lay_two(state, DARK)
