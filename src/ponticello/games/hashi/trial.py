"""How a board of Hashi is made and how it plays: what can be said at once, and what many finished games show."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ponticello.engine.game import Value
from ponticello.engine.record import Records
from ponticello.engine.words import listed, percent
from ponticello.games.hashi.awards import FIRST, points
from ponticello.games.hashi.board import COLUMNS, FLAG_NAMES, ISLANDS, SHIPPED, Board, faces, find_board, place_name, shipped_deck
from ponticello.games.hashi.notation import line_name
from ponticello.games.hashi.position import Hashi
from ponticello.games.hashi.referee import AWARD_NAMES, TITLES, title
from ponticello.games.hashi.words import count, say


def facts(value: Value) -> list[str]:
    """Returns what can be said of a board without playing on it."""
    board = find_board(str(value))
    columns, rows = (max(place[k] for place in board.islands) + 1 for k in (0, 1))
    flags = listed(
        say("{number} with {flag}", number=board.flags.count(flag), flag=say(name)) for flag, name in enumerate(FLAG_NAMES)
    )
    crossings = sum(len(board.crossed_by(line)) for line in range(len(board.lines))) // 2
    said = [
        say(
            "{islands} islands on {columns} columns and {rows} rows: {flags}.",
            islands=ISLANDS,
            columns=columns,
            rows=rows,
            flags=flags,
        ),
        say(
            "{lines} dotted lines; {pairs} of them crosses."
            if crossings == 1
            else "{lines} dotted lines; {pairs} of them cross.",
            lines=len(board.lines),
            pairs=count(crossings, "pair"),
        ),
    ]
    said += _lines_by_island(board)
    said += _parts(board)
    said.append(_cards(board))
    if value not in SHIPPED:
        said.append(say("In one line: {board}", board=board.line_of_text))
    return said


def _cards(board: Board) -> str:
    if board.deck == shipped_deck():
        return say("18 cards, the shipped ones: every number from 1 to 6 with one, two and three bridges.")
    return say("18 cards of its own: {cards}.", cards=" ".join(faces(board.deck)))


def _lines_by_island(board: Board) -> list[str]:
    at = [sum(island in ends for ends in board.lines) for island in range(ISLANDS)]
    return [
        say(
            "{number} lines at {islands}.",
            number=number,
            islands=listed(place_name(*board.islands[k]) for k in range(ISLANDS) if at[k] == number),
        )
        for number in sorted(set(at))
    ]


def _parts(board: Board) -> list[str]:
    """Says which islands no lines join to the others, if there are such."""
    parts: list[set[int]] = []
    for island in range(ISLANDS):
        mine = {island}.union(*(ends for ends in board.lines if island in ends))
        parts = [part for part in parts if not part & mine] + [mine.union(*(part for part in parts if part & mine))]
    if len(parts) == 1:
        return [say("Every island can be reached from every other.")]
    names = (", ".join(place_name(*board.islands[island]) for island in sorted(part)) for part in sorted(parts, key=min))
    return [say("The islands fall into {number} parts that no line joins: {parts}.", number=len(parts), parts="; ".join(names))]


def report(finals: Records[Hashi]) -> list[str]:
    """Returns what finished games show: islands left unfinished, lines nobody uses, awards and, for one player, titles."""
    state = finals[0]
    seats = state.seats
    finished = finals.array["finished"][:, :seats].reshape(-1)
    undone = [float(np.mean(finished >> island & 1 == 0)) for island in range(ISLANDS)]
    done = f"{ISLANDS - sum(undone):.1f}"
    said = [say("Finished islands on a board: {number} of {islands} on average.", number=done, islands=ISLANDS)]
    said += [say("Islands that stay unfinished, in % of the boards:"), *_map(state, undone)]
    said.append(_lines_used(finals))
    for award, name in enumerate(AWARD_NAMES):
        scored = finals.array["award"][:, :seats, award]
        first, later = float(np.mean(scored == FIRST[award])), float(np.mean((scored > 0) & (scored != FIRST[award])))
        said.append(
            say(
                "{award}: in time on {first} of the boards, late on {later}."
                if seats == 1
                else "{award}: as one of the first on {first} of the boards, later on {later}.",
                award=say(name).capitalize(),
                first=percent(first),
                later=percent(later),
            )
        )
    if seats == 1:
        said.append(say("Titles: {titles}.", titles=_titles(points(final, 0) for final in finals)))
    return said


def _map(state: Hashi, shares: list[float]) -> list[str]:
    """Returns shares as whole per cent where the islands lie."""
    columns, rows = (max(row[island] for island in range(ISLANDS)) + 1 for row in (state.column, state.row))
    cells = [["."] * columns for _ in range(rows)]
    for island, share in enumerate(shares):
        cells[state.row[island]][state.column[island]] = f"{100 * share:.0f}"
    head = "".join(f"{letter:>4}" for letter in COLUMNS[:columns])
    return [f" {head}", *(f"{row}" + "".join(f"{cell:>4}" for cell in line) for row, line in enumerate(cells, start=1))]


def _lines_used(finals: Records[Hashi]) -> str:
    state = finals[0]
    used = np.mean(finals.array["spans"][:, : state.seats, : state.lines] > 0, axis=(0, 1))
    never = [line_name(state, line) for line in range(state.lines) if used[line] == 0]
    if never:
        return say("Lines that nobody ever used: {lines}.", lines=listed(never))
    rare, common = int(np.argmin(used)), int(np.argmax(used))
    return say(
        "Every line was used: least {rare}, on {few} of the boards, and most {common}, on {many}.",
        rare=line_name(state, rare),
        few=percent(float(used[rare])),
        common=line_name(state, common),
        many=percent(float(used[common])),
    )


def _titles(scores: Iterable[int]) -> str:
    earned = [title(score) for score in scores]
    shares = ((name, earned.count(name) / len(earned)) for _, name in TITLES)
    return ", ".join(f"{say(name)} {percent(share)}" for name, share in shares if share)
