"""Skybridge as text: the skyline of the nine towers floor by floor, and everybody's pieces.

A floor is a line of its colour's letter, a bridge a line of `=`, a roof a gable. Since no piece rests on its own colour, the
letters alone show where one piece ends and the next begins. What was laid last stands in brackets.
"""

from __future__ import annotations

from collections.abc import Collection

from ponticello.engine.people import ended, player_name
from ponticello.games.skybridge.board import COLOUR_NAMES, NEIGHBOURS, TOWERS, WIDTH, pair_name, tower_name
from ponticello.games.skybridge.notation import KIND_LETTERS
from ponticello.games.skybridge.position import BRIDGE, COLOURS, KINDS, LOT, NEUTRAL, NOBODY, OVER, ROOF, THREE, Skybridge
from ponticello.games.skybridge.referee import status
from ponticello.games.skybridge.rules import points, seat_to_move
from ponticello.games.skybridge.stacks import Piece, hands, just_laid, pieces
from ponticello.games.skybridge.words import count, say

LEFT = 8  # the margin, with the floors' numbers
PLOT_WIDTH = 7  # a tower with a gap on either side
GAP = 2  # between one row of towers and the next
SGR = ("30;48;5;174", "30;48;5;179", "30;48;5;115", "30;48;5;110")  # coral, ochre, jade, slate
PLAIN = "\x1b[0m"

Canvas = list[list[tuple[str, int]]]  # lines of characters, each with its colour or NOBODY


def text(state: Skybridge, *, colour: bool = False, last: Collection[int] = ()) -> str:
    """Returns the position for a terminal; `colour` adds colours and changes no character."""
    lines = [say("Skybridge: {status}", status=status(state)), ""]
    lines += [render(line, colour) for line in skyline(state, last)]
    lines += table(state)
    bridges = [bridge(state, c) for c in range(COLOURS) if state.bridge_on[c] != NOBODY]
    if bridges:
        lines += ["", f"{say('bridges'):<9}{bridges[0]}"] + [f"         {more}" for more in bridges[1:]]
    lines += ["", *tray(state, colour)]
    return "\n".join(lines)


# The skyline


def column_of(tower: int) -> int:
    """Returns the first character of a tower's room in a line."""
    return LEFT + tower * PLOT_WIDTH + tower // WIDTH * GAP


def skyline(state: Skybridge, last: Collection[int]) -> Canvas:
    """Draws the towers, a line for each floor, the highest first, and the ground."""
    laid = just_laid(state, last)
    high = max(state.height[tower] + (state.owner[tower] != NOBODY) for tower in range(TOWERS))
    wide = column_of(TOWERS - 1) + PLOT_WIDTH
    canvas: Canvas = [[(" ", NOBODY)] * wide for _ in range(high)]
    for level in range(high):
        for k, digit in enumerate(f"{level + 1:{LEFT - 2}}"):
            canvas[level][k] = (digit, NOBODY)
    for piece in pieces(state):
        draw_piece(state, canvas, piece, piece in laid)
    ground: list[tuple[str, int]] = [(" ", NOBODY)] * LEFT
    for tower in range(TOWERS):
        ground += [(" ", NOBODY)] * (column_of(tower) - len(ground)) + [("-", NOBODY)] * PLOT_WIDTH
    return [*reversed(canvas), ground]


def draw_piece(state: Skybridge, canvas: Canvas, piece: Piece, is_fresh: bool) -> None:
    """Writes one piece on the skyline; a bridge to the tower on its right runs through the gap."""
    letter = COLOUR_NAMES[piece.colour][0].upper()
    start = column_of(piece.tower) + 1
    for storey in range(max(1, piece.storeys)):
        line = canvas[piece.level + storey]
        if piece.kind == ROOF:
            word = f"/{letter}\\"
            at = start + 1
        elif piece.kind == BRIDGE:
            word, at = f"=={letter}==", start
        else:
            is_middle = storey == 1
            word, at = (f"{letter} {KIND_LETTERS[piece.kind]} {letter}" if is_middle else letter * 5), start
        for k, character in enumerate(word):
            line[at + k] = (character, piece.colour)
        if is_fresh:
            line[start - 1], line[start + 5] = ("[", NOBODY), ("]", NOBODY)
        if piece.kind == BRIDGE:
            a, b = NEIGHBOURS[state.bridge_on[piece.colour]]
            if b == a + 1 and piece.tower == a:
                line[start + 5] = ("=", piece.colour)
            elif b == a + 1:
                line[start - 1] = ("=", piece.colour)


def render(line: list[tuple[str, int]], colour: bool) -> str:
    """Returns a line of the canvas as text."""
    if not colour:
        return "".join(character for character, _ in line).rstrip()
    written, ink = "", NOBODY
    for character, wanted in line[: len(render(line, False))]:
        if wanted != ink:
            written += PLAIN if wanted == NOBODY else f"{PLAIN if ink != NOBODY else ''}\x1b[{SGR[wanted]}m"
            ink = wanted
        written += character
    return written if ink == NOBODY else written + PLAIN


def table(state: Skybridge) -> list[str]:
    """Writes under the towers their names, heights and owners."""
    owners = [say(COLOUR_NAMES[owner]) if owner != NOBODY else "." for owner in (state.owner[tower] for tower in range(TOWERS))]
    rows = {
        "": [tower_name(tower) for tower in range(TOWERS)],
        say("floors"): [str(state.height[tower]) for tower in range(TOWERS)],
        say("owner"): owners,
    }
    lines = []
    for head, words in rows.items():
        line = head.ljust(LEFT)
        for tower, word in enumerate(words):
            line = line.ljust(column_of(tower)) + word.center(PLOT_WIDTH)
        lines.append(line.rstrip())
    return lines


def bridge(state: Skybridge, colour: int) -> str:
    """Says where a colour's bridge lies and on which floor."""
    piece = next(p for p in pieces(state) if p.colour == colour and p.kind == BRIDGE)
    return say(
        "{colour} {towers}, floor {floor}",
        colour=say(COLOUR_NAMES[colour]),
        towers=pair_name(state.bridge_on[colour]),
        floor=piece.level + 1,
    )


# The hands


def tray(state: Skybridge, colour: bool) -> list[str]:
    """Lists what everybody has left, in the words in which moves are written, and the points so far."""
    lines = []
    names = [player_name(seat) for seat in range(state.seats)]
    wide = max(map(len, names))
    for seat, colours in hands(state):
        is_turn = state.phase not in (LOT, OVER) and seat_to_move(state) == seat and not ended()
        for k, own in enumerate(colours):
            letter, name = COLOUR_NAMES[own][0].upper(), say(COLOUR_NAMES[own])
            shown = f"\x1b[{SGR[own]}m{name}{PLAIN}" if colour else name
            kinds = range(THREE, ROOF) if state.seats == 3 and own == NEUTRAL else range(KINDS)
            counts = [(f"{letter}{KIND_LETTERS[kind]}", state.stock[seat * COLOURS + own, kind]) for kind in kinds]
            held = "  ".join(f"{piece} x{left}" if left else "   - " for piece, left in counts)
            is_marked = is_turn and (not state.rotation or state.turn == own)
            head = f"{'>' if is_marked else ' '} {names[seat] if k == 0 else '':<{wide}}  {shown}{' ' * (8 - len(name))}"
            score = score_of(points(state, seat)) if k == 0 else ""
            lines.append(f"{head}{held:<32}{score}".rstrip())
    return lines


def score_of(number: int) -> str:
    """Returns points, in a column with those of the others."""
    said = count(number, "point")
    return " " * (4 - len(str(number))) + said
