"""A finished city of Skybridge, typed in from the table: reads it, checks every rule that it shows, and scores it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ponticello.engine import words
from ponticello.engine.datafile import bad_line
from ponticello.engine.errors import BadData
from ponticello.engine.report import broken as broken_line
from ponticello.engine.report import note
from ponticello.games.skybridge import rules
from ponticello.games.skybridge.board import COLOUR_NAMES, NEIGHBOURS, TOWERS, WIDTH, tower_name
from ponticello.games.skybridge.notation import KIND_WORDS
from ponticello.games.skybridge.position import (
    BRIDGE,
    COLOURS,
    KINDS,
    MOST_PIECES,
    NEUTRAL,
    NOBODY,
    OVER,
    ROOF,
    Skybridge,
    set_up,
)
from ponticello.games.skybridge.referee import PIECES, explain, floors, listed, piece_name
from ponticello.games.skybridge.rules import FLOORS
from ponticello.games.skybridge.words import count, mark, say

FORM = """\
players: 3

# A line for each tower, its pieces from the ground up. The colours are C coral, O ochre, J jade and S slate;
# 3 and 2 are blocks, r is a roof, b a bridge, which stands in both of its towers.
a1: S2 C3 Ob J2 Or
b1: S3 O2 J3 C2 Jr
c1: J3 O3 C2 J2
a2: S3 J2 Ob S2 Or
b2: C3 J3 C2
c2: O3 C2 O2 Jb O2 Jr
a3: O3 S2 C3 O2
b3: S3 O3 Cb J2 Cr
c3: C3 J3 Cb Jb Cr
"""

COMMENTS = (  # of the form, for those who read another language
    mark(
        "A line for each tower, its pieces from the ground up. The colours are C coral, O ochre, J jade and S slate;\n"
        "3 and 2 are blocks, r is a roof, b a bridge, which stands in both of its towers."
    ),
)

PLAYERS = re.compile(r"players?\s*[:=]?\s*(\S+)")
BARE_ROOFS = re.compile(r"bare[\s_-]*roofs?\s*[:=]\s*(yes|no)")
TOWER = re.compile(r"([a-z])\s*([0-9])\s*[:=]\s*(.*)")
PIECE = re.compile(rf"({'|'.join(COLOUR_NAMES)}|[cojs])\s*(three|two|roof|bridge|[32rb])(?:[\s,;+]+|$)")

SEVERAL = (mark("blocks of three"), mark("blocks of two"), mark("roofs"), mark("bridges"))

VOWELS = "aeiou"

Piece = tuple[int, int]  # colour and kind


@dataclass(frozen=True)
class City:
    """The towers as they stand, each from the ground up."""

    players: int
    bare_roofs: bool
    towers: list[list[Piece]]

    def height(self, tower: int) -> int:
        """Returns the floors of a tower."""
        return self.level(tower, len(self.towers[tower]))

    def level(self, tower: int, place: int) -> int:
        """Returns the floors below the piece at a place of a tower."""
        return sum(int(FLOORS[kind]) for _, kind in self.towers[tower][:place])

    def ends(self, colour: int) -> list[tuple[int, int]]:
        """Returns where a colour's bridge is written: towers and places in them."""
        bridge = colour, BRIDGE
        return [(t, place) for t, pieces in enumerate(self.towers) for place, piece in enumerate(pieces) if piece == bridge]


def score(text: str) -> list[str]:
    """Returns the referee's report on a finished city."""
    city = read_city(text)
    broken = list(violations(city))
    state = scored(city)
    if broken:
        lines = [say("{rules} broken; the city is scored as it stands.", rules=count(len(broken), "rule"))]
        lines += [broken_line(sentence) for sentence in broken]
    else:
        lines = [say("The city keeps every rule that can be seen on it."), *map(note, still_fits(city))]
    points = [rules.points(state, seat) for seat in range(city.players)]
    for seat in range(city.players):
        colours = (seat, seat + 2) if city.players == 2 else (seat,)
        named = words.listed(say(COLOUR_NAMES[colour]) for colour in colours)
        worth = count(points[seat], "point")
        lines.append(say("Player {number} ({colours}): {points}", number=seat + 1, colours=named, points=worth))
        lines += [f"  {sentence}" for sentence in explain(state, seat)]
    winners = [say("Player {number}", number=seat + 1) for seat in range(city.players) if points[seat] == max(points)]
    if len(winners) == 1:
        return [*lines, say("{name} wins with {points}.", name=winners[0], points=max(points))]
    return [*lines, say("{names} share the victory with {points}.", names=words.listed(winners), points=max(points))]


# Reading


def read_city(text: str) -> City:
    """Reads the number of players and the towers; a tower that is left out is a bare foundation."""
    players, bare_roofs = 0, False
    towers: dict[int, list[Piece]] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        plain = " ".join(line.partition("#")[0].lower().split())
        if not plain:
            continue
        if found := PLAYERS.fullmatch(plain):
            if found[1] not in ("2", "3", "4"):
                raise bad_line(number, say("Skybridge is for 2, 3 or 4 players, not {value}", value=repr(found[1][:20])))
            players = int(found[1])
        elif found := BARE_ROOFS.fullmatch(plain):
            bare_roofs = found[1] == "yes"
        elif found := TOWER.fullmatch(plain):
            tower = _tower(number, found[1], found[2])
            if tower in towers:
                name = tower_name(tower)
                raise bad_line(number, say("{tower} stands in the text already; write each tower once", tower=name))
            towers[tower] = _pieces(number, found[3])
        else:
            text = repr(line.strip()[:40])
            raise bad_line(number, say("{text} is no tower; write one as b2: C3 O2 Cb Jr", text=text))
    if not players:
        raise BadData(say("the number of players is missing; add a line such as players: 3"))
    return City(players, bare_roofs, [towers.get(tower, []) for tower in range(TOWERS)])


def _tower(number: int, letter: str, digit: str) -> int:
    column, row = "abc".find(letter), int(digit) - 1
    if not (0 <= column < WIDTH and 0 <= row < WIDTH):
        raise bad_line(number, say("there is no tower {tower}; they go from a1 to c3", tower=letter + digit))
    return row * WIDTH + column


def _pieces(number: int, text: str) -> list[Piece]:
    if text in (".", "-", "none"):
        return []
    pieces = []
    at = 0
    while at < len(text):
        found = PIECE.match(text, at)
        if found is None:
            word = text[at:].split()[0]
            raise bad_line(
                number,
                say(
                    "{text} is no piece; write colour (C, O, J or S) and kind (3, 2, r or b), such as C3 or Jr",
                    text=repr(word[:20]),
                ),
            )
        colour = next(k for k, name in enumerate(COLOUR_NAMES) if name.startswith(found[1]))
        pieces.append((colour, KIND_WORDS[found[2]]))
        at = found.end()
    if len(pieces) > MOST_PIECES:
        raise bad_line(number, say("{number} pieces are more than can stand on one tower", number=len(pieces)))
    return pieces


# The rules that a finished city shows


def violations(city: City) -> Iterator[str]:
    """Says every rule that the city breaks, in the order of the rulebook."""
    yield from too_many(city)
    for tower, pieces in enumerate(city.towers):
        yield from wrong_stack(city, tower, pieces)
    for colour in range(COLOURS):
        yield from wrong_bridge(city, colour)


def supply(city: City) -> dict[Piece, int]:
    """Returns how many pieces of each kind a colour brings to the table; in a game of three the fourth has six blocks only."""
    state, kinds = start(city), [(colour, kind) for colour in range(COLOURS) for kind in range(KINDS)]
    return {
        (colour, kind): sum(state.stock[seat * COLOURS + colour, kind] for seat in range(city.players)) for colour, kind in kinds
    }


def start(city: City) -> Skybridge:
    """Returns the position before the first piece."""
    state = Skybridge()
    set_up(state, city.players, False, city.bare_roofs)
    return state


def laid(city: City, colour: int, kind: int) -> int:
    """Returns how many pieces of a kind a colour has on the towers; the bridge, on two of them, counts once."""
    written = sum(pieces.count((colour, kind)) for pieces in city.towers)
    return (written + 1) // 2 if kind == BRIDGE else written


def too_many(city: City) -> Iterator[str]:
    """Nobody lays more pieces than the colour has."""
    for (colour, kind), have in supply(city).items():
        used, name = laid(city, colour, kind), say(COLOUR_NAMES[colour])
        if used > have:
            yield say(
                "{number} {pieces} on the towers, but {colour} has {have}, since it belongs to nobody in a game of three"
                if city.players == 3 and colour == NEUTRAL
                else "{number} {pieces} on the towers, but {colour} has {have}",
                number=used,
                pieces=say("{colour} {piece}", colour=name, piece=say((PIECES if used == 1 else SEVERAL)[kind])),
                colour=say(COLOUR_NAMES[colour]),
                have=have or say("none"),
            )


def wrong_stack(city: City, tower: int, pieces: list[Piece]) -> Iterator[str]:
    """No piece rests on its own colour, none on a roof, and neither roofs nor bridges on a bare foundation."""
    name = tower_name(tower)
    for place, (colour, kind) in enumerate(pieces):
        piece = piece_name(colour, kind)
        if place == 0:
            if kind == BRIDGE or (kind == ROOF and not city.bare_roofs):
                yield say(
                    "the {piece} on {tower} lies on the bare foundation; it needs a piece of another colour under it",
                    piece=piece,
                    tower=name,
                )
            continue
        below, below_kind = pieces[place - 1]
        underneath = _a(below, below_kind)
        if below_kind == ROOF:
            yield say("the {piece} on {tower} lies on {other}, which closes the tower", piece=piece, tower=name, other=underneath)
        if below == colour:
            yield say(
                "the {piece} on {tower} rests on {other}; no piece rests on its own colour",
                piece=piece,
                tower=name,
                other=underneath,
            )


def _a(colour: int, kind: int) -> str:
    return say("an {piece}" if COLOUR_NAMES[colour][0] in VOWELS else "a {piece}", piece=piece_name(colour, kind))


def wrong_bridge(city: City, colour: int) -> Iterator[str]:
    """A bridge lies level on two neighbouring towers, and never exactly on another bridge."""
    name, ends = say("the {colour} bridge", colour=say(COLOUR_NAMES[colour])), city.ends(colour)
    if len(ends) == 1:
        yield say(
            "{bridge} is written in {tower} only; it joins two towers, so write it in both",
            bridge=name,
            tower=tower_name(ends[0][0]),
        )
    if len(ends) != 2:
        return
    (a, low), (b, high) = ends
    if a == b:
        yield say("{bridge} is written twice in {tower}; it joins two towers", bridge=name, tower=tower_name(a))
    elif (a, b) not in NEIGHBOURS:
        yield say("{bridge} is written in {towers}, which are not next to each other", bridge=name, towers=listed([a, b]))
    else:
        if city.level(a, low) != city.level(b, high):
            yield say(
                "{bridge} lies on {floors} in {one} and on {number} in {other}; a bridge lies level",
                bridge=name,
                floors=floors(city.level(a, low)),
                one=tower_name(a),
                number=city.level(b, high),
                other=tower_name(b),
            )
        under = {city.towers[a][low - 1] if low else None, city.towers[b][high - 1] if high else None}
        if len(under) == 1 and (below := under.pop()) is not None and below[1] == BRIDGE:
            yield say(
                "{bridge} lies exactly on the {colour} bridge between {towers}",
                bridge=name,
                colour=say(COLOUR_NAMES[below[0]]),
                towers=listed([a, b]),
            )


# The score


def joined(city: City, colour: int) -> int:
    """Returns the pair of neighbours that a colour's bridge joins, or NOBODY."""
    towers = tuple(tower for tower, _ in city.ends(colour))
    return NEIGHBOURS.index(towers) if len(towers) == 2 and towers in NEIGHBOURS else NOBODY


def scored(city: City) -> Skybridge:
    """Returns a position that holds what counts in the end: heights, the topmost roofs, and bridges that join neighbours."""
    state = start(city)
    state.phase = OVER
    for tower, pieces in enumerate(city.towers):
        state.height[tower] = city.height(tower)
        if pieces and pieces[-1][1] == ROOF:
            state.owner[tower] = pieces[-1][0]
    for colour in range(COLOURS):
        state.bridge_on[colour] = joined(city, colour)
    return state


def still_fits(city: City) -> Iterator[str]:
    """Names the colours that could still lay a piece in a city that keeps the rules, so that the game is not over."""
    state = start(city)
    for tower, pieces in enumerate(city.towers):
        for colour, kind in pieces:
            rules.put(state, colour, kind, tower)
    for colour in range(COLOURS):
        pair = joined(city, colour)
        if pair != NOBODY and all(city.towers[tower][-1] == (colour, BRIDGE) for tower in NEIGHBOURS[pair]):
            state.bridged |= 1 << pair
    for (colour, kind), have in supply(city).items():
        state.stock[colour, kind] = have - laid(city, colour, kind)
    able = [name for colour, name in enumerate(COLOUR_NAMES) if rules.colour_can_move(state, 0, colour)]
    if able:
        yield say("{colours} can still lay a piece, so the game is not over yet", colours=words.listed(map(say, able)))
