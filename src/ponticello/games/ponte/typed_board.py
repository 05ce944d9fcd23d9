"""A finished board of Ponte, typed in from the table: reads it, checks every rule that a final position shows, and scores it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from ponticello.engine.datafile import bad_line
from ponticello.engine.errors import BadData, BadNotation
from ponticello.engine.people import called
from ponticello.engine.report import broken as broken_line
from ponticello.engine.report import note
from ponticello.engine.words import listed
from ponticello.games.ponte import rules
from ponticello.games.ponte.actions import way_of
from ponticello.games.ponte.board import AROUND, SIDES, cell_at
from ponticello.games.ponte.lands import grow_land
from ponticello.games.ponte.notation import CELL, COLUMNS, bridge_ends, cell_name, read_bridge
from ponticello.games.ponte.position import DARK, ISLAND, LIGHT, OVER, Ponte, set_up
from ponticello.games.ponte.reading import cells_under
from ponticello.games.ponte.referee import COLOUR_NAMES, colour_name, explain, names, rules_out, status
from ponticello.games.ponte.words import count, mark, say

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

COMMENTS = (  # of the form, for those who read another language
    mark("Rows from the top: . is sea, o a light tile, x a dark one. Cells under a bridge are sea."),
    mark("Each bridge by the two tiles it rests on, on as many lines as you like."),
)

SANDBANK_NAME, ISLAND_NAME, GROUP_NAME = mark("sandbank"), mark("island"), mark("group")
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
        lines = [say("{rules} broken; the board is scored as it stands.", rules=count(len(broken), "rule"))]
        lines += [broken_line(sentence) for sentence in broken]
    else:
        lines = [say("The board keeps every rule that can be seen on it.")]
        if not_over(typed):
            lines.append(note(say("both colours can still lay two tiles, so the game is not over yet")))
    for colour in (LIGHT, DARK):
        name = say(COLOUR_NAMES[colour]).capitalize()
        lines.append(say("{colour}: {points}", colour=name, points=count(state.points[colour], "point")))
        lines += [f"  {sentence}" for sentence in explain(state, colour)]
    with called([colour_name(rules.colour_of(state, seat)) for seat in range(2)]):  # on paper nobody has another name
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
            raise bad_line(
                number,
                say(
                    "{text} is neither a row of the board, such as . . o x . ., nor bridges, such as bridges: a1-c3 d4-d6",
                    text=repr(line.strip()[:40]),
                ),
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
        raise BadData(say("there is no board; type its rows from the top, with . for sea, o for light and x for dark"))
    first_line, first = rows[0]
    if len(first) not in WIDTHS:
        cells = count(len(first), "cell")
        raise bad_line(first_line, say("this row has {cells}; a board is 10 or 12 cells wide", cells=cells))
    for number, row in rows:
        if len(row) != len(first):
            cells = count(len(row), "cell")
            raise bad_line(number, say("this row has {cells}, but the first one has {number}", cells=cells, number=len(first)))
    if len(rows) != len(first):
        ending = count(len(rows), "row")
        sentence = say("the board ends after {rows}, but it has {columns} columns", rows=ending, columns=len(first))
        raise bad_line(rows[-1][0], sentence)
    for number, place, label in labels:
        if label != len(first) - place:
            belongs = len(first) - place
            sentence = say("row {row} stands where row {other} belongs; row 1 is the lowest", row=label, other=belongs)
            raise bad_line(number, sentence)
    return len(first)


def _bridge(side: int, number: int, *places: str) -> int:
    cells = []
    for letter, digits in (places[:2], places[2:]):
        column, row = COLUMNS.find(letter), int(digits) - 1
        if not (0 <= column < side and 0 <= row < side):
            cell, last = f"{letter}{int(digits)}", f"{COLUMNS[side - 1]}{side}"
            raise bad_line(number, say("{cell} is not on this board, which goes to {last}", cell=cell, last=last))
        cells.append(cell_at(row, column))
    try:
        return read_bridge(*cells)
    except BadNotation as error:
        raise bad_line(number, error) from None


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
            yield say(
                "the {colour} tiles {cells} make a group of {number}, which is no island; an island has exactly four tiles",
                colour=say(COLOUR_NAMES[colour]),
                cells=names(group),
                number=len(group),
            )


def touching(typed: Typed, colour: int) -> Iterator[str]:
    """An island touches no other land of its colour, not even at a corner."""
    for one, other in combinations(typed.groups(colour), 2):
        if max(len(one), len(other)) < ISLAND:
            continue
        meets = [(a, b) for a in one for b in other if b - a in AROUND]
        if meets:
            a, b = meets[0]
            yield say(
                "the {colour} {land} {cells} touches the {colour} {other} {others} ({one} with {two});"
                " an island touches no other land of its colour",
                colour=say(COLOUR_NAMES[colour]),
                land=_kind(one),
                cells=names(one),
                other=_kind(other),
                others=names(other),
                one=cell_name(a),
                two=cell_name(b),
            )


def _kind(group: list[int]) -> str:
    return say(SANDBANK_NAME if len(group) < ISLAND else ISLAND_NAME if len(group) == ISLAND else GROUP_NAME)


def bad_ends(typed: Typed) -> Iterator[str]:
    """A bridge rests on two tiles of one colour, and a tile carries one bridge."""
    for bridge, times in Counter(typed.bridges).items():
        name = write_bridge(bridge)
        if times > 1:
            yield say("the bridge {bridge} is listed {times} times; a tile carries one bridge", bridge=name, times=times)
        if typed.owner(bridge) is None:
            bare = [cell_name(end) for end in bridge_ends(bridge) if end not in typed.tiles]
            if not bare:
                wrong = say("here they differ")
            else:
                wrong = say("{cells} has none" if len(bare) == 1 else "{cells} have none", cells=listed(bare))
            yield say(
                "the bridge {bridge} needs tiles of one colour at both ends, and {wrong}; it links nothing",
                bridge=name,
                wrong=wrong,
            )
    carried: dict[int, list[str]] = {}
    for bridge in sorted(set(typed.bridges)):
        for end in bridge_ends(bridge):
            carried.setdefault(end, []).append(write_bridge(bridge))
    for end, bridges in sorted(carried.items()):
        if len(bridges) > 1:
            yield say(
                "{cell} carries {number} bridges ({bridges}); a tile carries one",
                cell=cell_name(end),
                number=len(bridges),
                bridges=", ".join(bridges),
            )


def tiles_under(typed: Typed) -> Iterator[str]:
    """No tile lies under a bridge."""
    for bridge in sorted(set(typed.bridges)):
        for cell in sorted(cells_under(bridge)):
            if cell in typed.tiles:
                yield say(
                    "the {colour} tile on {cell} lies under the bridge {bridge}",
                    colour=say(COLOUR_NAMES[typed.tiles[cell]]),
                    cell=cell_name(cell),
                    bridge=write_bridge(bridge),
                )


def crossings(typed: Typed, state: Ponte) -> Iterator[str]:
    """Bridges never cross; by house rule parallel knight's jumps share no cell either."""
    for one, other in combinations(sorted(set(typed.bridges)), 2):
        if rules_out(state, one, other):
            parallel = way_of(one) == way_of(other)
            verb = (
                mark("the bridges {one} and {other} run side by side over the same cell")
                if parallel
                else mark("the bridges {one} and {other} cross")
            )
            yield say(verb, one=write_bridge(one), other=write_bridge(other))


def too_many(typed: Typed) -> Iterator[str]:
    """Tiles and bridges come from a supply that ends, and tiles two at a time."""
    full = _empty(typed)
    for colour in (LIGHT, DARK):
        laid = list(typed.tiles.values()).count(colour)
        if laid > full.tiles[colour]:
            yield say("{tiles} lie on the board, but a colour has {most}", tiles=_tiles(laid, colour), most=full.tiles[colour])
        elif laid % 2:
            yield say("{tiles} on the board is an odd number, but tiles come in pairs", tiles=_tiles(laid, colour))
    if len(typed.bridges) > full.bridges:
        bridges = len(typed.bridges)
        yield say("{number} bridges lie on the board, but there are only {most}", number=bridges, most=full.bridges)


def _tiles(number: int, colour: int) -> str:
    return count(number, "light tile") if colour == LIGHT else count(number, "dark tile")


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
        yield say("light has no tile, but the game opens with two light ones")
    elif not 0 <= dark - light <= 2:
        yield say(
            "two tiles or a bridge a turn make {turns} of light after the opening and {number} of dark,"
            " but they take turns, and dark has had as many as light or up to two more",
            turns=count(light, "turn"),
            number=dark,
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
