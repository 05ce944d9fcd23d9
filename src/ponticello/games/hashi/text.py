"""Hashi in characters, for a terminal: `(4)` an island with its number, `[4]` a finished one, `r` and `b` flags.

What was written or drawn last has a `*`.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest
from textwrap import wrap

from ponticello.engine.bits import count_bits
from ponticello.engine.people import player_name
from ponticello.games.hashi.awards import points
from ponticello.games.hashi.board import COLUMNS, ISLANDS, NO_FLAG
from ponticello.games.hashi.position import AWARDS, BRIDGE, DONE, PER_CARD, START_3, Hashi, first_island, number_of
from ponticello.games.hashi.reading import activity, card_in_play, deck, fresh_ink, number_on, offer, progress
from ponticello.games.hashi.referee import status
from ponticello.games.hashi.words import mark, say

WIDEST = 78
STEP = 5  # columns from one cell to the next
MARGIN = 3  # columns before the first cell, with the numbers of the rows
GAP = 2  # between two boards side by side

HEADS = (mark("4 red for {points}"), mark("3 blue for {points}"), mark("6 linked for {points}"))
FLAGS = " rb"
STROKES = "─═≡"  # on the cards
ACROSS, DOWN = "┈─═", "┊│║"  # a dotted line, one bridge, two
CROSSING = "·"

# Terminal styles that read well on dark and on light grounds.
INK, SEA, QUIET, NEWS = "1", "38;5;67", "38;5;244", "1;38;5;199"
FINISHED, BRIDGES, FLAG_STYLES = "1;38;5;230;48;5;24", "38;5;172", ("", "1;38;5;160", "1;38;5;33")

Characters = list[list[tuple[str, str]]]  # lines of characters, each with its style


def text(state: Hashi, *, colour: bool = False, last: Collection[int] = ()) -> str:
    """Returns all boards, two abreast where they fit, with the cards and the score; `colour` adds terminal colours to the same
    characters."""
    fresh = fresh_ink(state, last)
    boards = [draw_board(state, seat, fresh.get(seat, ())) for seat in range(state.seats)]
    wide = max(len(line) for line in boards[0])
    abreast = 2 if 2 * wide + GAP <= WIDEST else 1
    lines = [styled(line, INK) for line in wrap(f"{status(state)}.", WIDEST)]
    lines += [[], *draw_cards(state)]
    for first in range(0, state.seats, abreast):
        lines.append([])
        for row in zip_longest(*boards[first : first + abreast], fillvalue=styled("", "")):
            line: list[tuple[str, str]] = []
            for k, part in enumerate(row):
                line += [(" ", "")] * (k * (wide + GAP) - len(line)) + part
            lines.append(line)
    lines += [[], *scores(state)]
    return "\n".join(write(line, colour) for line in lines)


def styled(characters: str, style: str) -> list[tuple[str, str]]:
    """Returns characters in one style."""
    return [(character, style) for character in characters]


def write(line: list[tuple[str, str]], colour: bool) -> str:
    """Returns a line without spaces at its end, neighbours of one style painted together."""
    while line and line[-1][0] == " ":
        line = line[:-1]
    if not colour:
        return "".join(character for character, _ in line)
    written, ink = "", ""
    for character, style in line:
        if style != ink:
            written += ("\x1b[0m" if ink else "") + (f"\x1b[{style}m" if style else "")
            ink = style
        written += character
    return written + ("\x1b[0m" if ink else "")


# The cards


def draw_cards(state: Hashi) -> Characters:
    """Writes the cards, a column for each number in the usual deck: x for one played, the one in play in angle brackets."""
    current, found = card_in_play(state), False
    lines: Characters = [styled(word, QUIET) for word in (f"{say('cards'):<8}", " " * 8, " " * 8)]
    for k, (card, is_played) in enumerate(deck(state)):
        face = f"{number_of(card)}{STROKES[card % PER_CARD]}"
        if is_played and card == current and not found:
            found = True
            lines[k % PER_CARD] += styled(f"<{face}>  ", NEWS)
        elif is_played:
            lines[k % PER_CARD] += styled(" x    ", QUIET)
        else:
            lines[k % PER_CARD] += styled(f" {face}   ", "")
    return lines


# A board


def draw_board(state: Hashi, seat: int, fresh: Collection[int]) -> Characters:
    """Writes the board in front of a seat, with its heading and the names of columns and rows."""
    columns = max(state.column[k] for k in range(ISLANDS)) + 1
    rows = max(state.row[k] for k in range(ISLANDS)) + 1
    sea: Characters = [[(" ", "")] * (STEP * columns) for _ in range(2 * rows - 1)]
    places = [(STEP * state.column[k] + STEP // 2, 2 * state.row[k]) for k in range(ISLANDS)]
    order = sorted(range(state.lines), key=lambda line: state.spans[seat, line])  # bridges over dotted lines
    for line in order:
        draw_line(sea, places[state.line_a[line]], places[state.line_b[line]], state.spans[seat, line], BRIDGE + line in fresh)
    marked = {first_island(action) if action >= START_3 else action for action in fresh if not BRIDGE <= action <= DONE}
    for island in range(ISLANDS):
        draw_island(state, seat, island, sea, places[island], island in marked)
    board = [
        styled(f"{row // 2 + 1:>2} " if row % 2 == 0 else " " * MARGIN, QUIET) + characters for row, characters in enumerate(sea)
    ]
    letters = " " * MARGIN + "".join(letter.center(STEP) for letter in COLUMNS[:columns])
    heading = [heading_of(state, seat)] if state.seats > 1 else []
    return [*heading, *board, styled(letters, QUIET)]


def heading_of(state: Hashi, seat: int) -> list[tuple[str, str]]:
    """Returns whose board it is and what the player is doing."""
    doing = activity(state, seat)
    sign = ">" if state.to_act >> seat & 1 else " "
    return styled(f"{sign}  {player_name(seat)}", INK) + styled(f"  {doing}" if doing else "", QUIET)


def draw_line(sea: Characters, a: tuple[int, int], b: tuple[int, int], spans: int, is_fresh: bool) -> None:
    """Writes a line between two islands, dotted or with its bridges, over whatever weaker line it crosses."""
    (ax, ay), (bx, by) = a, b
    across = ay == by
    style = (NEWS if is_fresh else BRIDGES) if spans else SEA
    between = [(x, ay) for x in range(ax + 2, bx - 1)] if across else [(ax, y) for y in range(ay + 1, by)]
    for x, y in between:
        is_crossing = not spans and sea[y][x][0] != " "
        sea[y][x] = (CROSSING if is_crossing else (ACROSS if across else DOWN)[spans], style)
    if is_fresh:
        x, y = between[len(between) // 2]
        sea[y][x] = ("*", NEWS)


def draw_island(state: Hashi, seat: int, island: int, sea: Characters, place: tuple[int, int], is_fresh: bool) -> None:
    """Writes an island: its number in round brackets, or in square ones when it is finished, and its flag."""
    x, y = place
    is_done = state.finished[seat] >> island & 1
    shown = str(number_on(state, seat, island) or " ")
    style = FINISHED if is_done else INK
    sea[y][x - 1] = ("*", NEWS) if is_fresh else ("[" if is_done else "(", style)
    sea[y][x] = (shown, style)
    sea[y][x + 1] = ("]" if is_done else ")", style)
    flag = state.flag[island]
    if flag != NO_FLAG:
        sea[y][x + 2] = (FLAGS[flag], FLAG_STYLES[flag])


# The score


def scores(state: Hashi) -> Characters:
    """Writes a table: how far everybody is with each award, or what it brought, then finished islands and the total."""
    heads = [say(head, points=offer(state, award)) for award, head in enumerate(HEADS)]
    names = [player_name(seat) for seat in range(state.seats)]
    wide = max(10, *(len(name) + 2 for name in names))
    lines = [styled(f"{'':{wide}}" + "".join(f"{head:<16}" for head in heads) + f"{say('finished'):<13}{say('total')}", QUIET)]
    for seat in range(state.seats):
        cells = []
        for award in range(AWARDS):
            got, wanted = progress(state, seat, award)
            scored = state.award[seat, award]
            cells.append(f"+{scored}" if scored else say("{number} of {whole}", number=got, whole=wanted))
        done = count_bits(state.finished[seat])
        row = "".join(f"{cell:<16}" for cell in cells)
        lines.append(
            styled(f"{names[seat]:<{wide}}{row}{f'{done} x 2 = {2 * done}':<13}", "") + styled(str(points(state, seat)), INK)
        )
    return lines
