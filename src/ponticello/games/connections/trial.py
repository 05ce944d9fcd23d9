"""How a set of Connections is made and how it plays: what can be said at once, and what many finished games show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ponticello.engine.game import Value
from ponticello.engine.record import Records
from ponticello.engine.words import listed, percent
from ponticello.games.connections.board import (
    BLANK,
    BOARDS,
    CELLS,
    CODE_NAMES,
    MIDDLE,
    NARROW,
    SIDE_NAMES,
    SIDES,
    WIDE,
    WIDTH,
    cell_name,
    pattern_letters,
    spot_place,
)
from ponticello.games.connections.referee import TITLES, title
from ponticello.games.connections.rules import ROUNDS, SPIRAL, Connections, points, turned
from ponticello.games.connections.tileset import SHIPPED, TileSet, tile_set
from ponticello.games.connections.words import count, say

DEAD = 0.5  # a cell that is a spiral more often than that is as good as lost
MOST_NAMED = 8


def facts(value: Value) -> list[str]:
    """Returns what can be said of a set without playing with it."""
    chosen = tile_set(str(value))
    codes = [sides >> 2 * side & 3 for sides in chosen.sides for side in range(SIDES)]
    shares = ", ".join(f"{codes.count(code)} {say(CODE_NAMES[code])}" for code in (NARROW, WIDE, BLANK))
    tiles_and_sides = {"tiles": len(chosen.names), "sides": len(codes), "shares": shares}
    said = [say("{tiles} tiles; of their {sides} sides {shares}.", **tiles_and_sides)]
    for connections in range(1, SIDES + 1):
        tiles = [name for name, sides in zip(chosen.names, chosen.sides, strict=True) if _connections(sides) == connections]
        named = ", ".join(f"{name}={pattern_letters(chosen.sides[chosen.names.index(name)])}" for name in tiles)
        if tiles:
            said.append(
                say(
                    "{tiles} with {connections}: {names}",
                    tiles=count(len(tiles), "tile"),
                    connections=count(connections, "connection"),
                    names=named,
                )
            )
    if twins := list(_twins(chosen)):
        said.append(say("Alike once turned: {tiles}.", tiles="; ".join(twins)))
    numbers = sorted(number for number in chosen.boards[0].numbers if number)
    counts = ", ".join(
        say("{times} times {number}", times=numbers.count(number), number=number) for number in sorted(set(numbers))
    )
    said.append(
        say(
            "{number} numbers on the border of each board: {numbers}, {sum} together.",
            number=len(numbers),
            numbers=counts,
            sum=sum(numbers),
        )
    )
    said.append(say("The most that can be lost: {points} points, with nothing but spirals.", points=sum(numbers) + ROUNDS))
    for index, board in enumerate(chosen.boards, start=1):
        border = ", ".join(f"{say(name)} {side}" for name, side in zip(SIDE_NAMES, _sides(board.numbers), strict=True))
        centre = pattern_letters(board.centre)
        said.append(say("Board {number}: centre {centre}, {border}.", number=index, centre=centre, border=border))
    if value != SHIPPED:
        said.append(say("In one line: {board}", board=chosen.line()))
    return said


def _connections(sides: int) -> int:
    return sum(sides >> 2 * side & 3 != BLANK for side in range(SIDES))


def _twins(chosen: TileSet) -> Iterator[str]:
    """Yields the tiles that only their symbols tell apart."""
    alike: dict[int, list[str]] = {}
    for name, sides in zip(chosen.names, chosen.sides, strict=True):
        alike.setdefault(min(turned(sides, turns) for turns in range(SIDES)), []).append(name)
    return (listed(names) for names in alike.values() if len(names) > 1)


def _sides(numbers: Iterable[int]) -> list[str]:
    """Returns a border as four texts."""
    border = "".join(str(number) if number else "." for number in numbers)
    return [border[start : start + WIDTH] for start in range(0, len(border), WIDTH)]


def report(finals: Records[Connections]) -> list[str]:
    """Returns what finished games show: numbers reached, cells lost to spirals and, for one player, titles."""
    state = finals[0]
    said = []
    if state.seats < BOARDS:
        about = {"seats": state.seats, "boards": BOARDS}
        said.append(say("Each player has a board of their own: this is about {seats} of the set's {boards}.", **about))
    for seat in range(state.seats):
        said += _board_report(finals, seat)
    if state.seats == 1:
        said.append(say("Titles: {titles}.", titles=_titles(points(final, 0) for final in finals)))
    return said


def _board_report(finals: Records[Connections], seat: int) -> list[str]:
    arrays = finals.array
    missed, spirals = float(np.mean(arrays["missing"][:, seat])), float(np.mean(arrays["spirals"][:, seat]))
    number = seat + 1
    said = [
        say(
            "Board {number} loses {missed} points at the border and {spirals} by spirals, on average.",
            number=number,
            missed=f"{missed:.1f}",
            spirals=f"{spirals:.1f}",
        )
    ]
    said.append(say("Board {number}, how often its numbers are reached, in %:", number=number))
    wide = max(len(say(name)) for name in SIDE_NAMES)
    border = _sides(finals[0].numbers[seat, spot] for spot in range(SIDES * WIDTH))
    for side, numbers in enumerate(border):
        shares = (
            f"{100 * _reached(finals, seat, side * WIDTH + place):.0f}" if number != "." else "."
            for place, number in enumerate(numbers)
        )
        said.append(f"  {say(SIDE_NAMES[side]):<{wide}} {numbers}" + "".join(f"{share:>5}" for share in shares))
    lost = {cell: float(np.mean(arrays["laid"][:, seat, cell] == SPIRAL)) for cell in range(CELLS) if cell != MIDDLE}
    worst = sorted(lost, key=lambda cell: (-lost[cell], cell))
    dead = [f"{cell_name(cell)} {percent(lost[cell])}" for cell in worst if lost[cell] > DEAD]
    if dead:
        cells = ", ".join(dead[:MOST_NAMED])
        if len(dead) > MOST_NAMED:
            cells = say("{cells} and {number} more", cells=cells, number=len(dead) - MOST_NAMED)
        said.append(say("Board {number}, dead corners (cells that are mostly spirals): {cells}.", number=number, cells=cells))
    else:
        said.append(
            say(
                "Board {number} has no dead corners: most often a spiral is {cell}, in {share}.",
                number=number,
                cell=cell_name(worst[0]),
                share=percent(lost[worst[0]]),
            )
        )
    return said


def _reached(finals: Records[Connections], seat: int, spot: int) -> float:
    """Returns in which share of the games a connection reaches a spot of the border."""
    cell, side = spot_place(spot)
    here = finals.array["laid"][:, seat, cell].astype(np.int64)
    sides = finals.array["sides"][0].astype(np.int64)[np.maximum(here, 0) >> 2]
    shown = sides >> 2 * ((side - (here & 3)) % SIDES) & 3
    return float(np.mean((here >= 0) & (shown != BLANK)))


def _titles(scores: Iterable[int]) -> str:
    earned = [title(score) for score in scores]
    shares = ((name, earned.count(name) / len(earned)) for _, name in TITLES)
    return ", ".join(f"{say(name)} {percent(share)}" for name, share in shares if share)
