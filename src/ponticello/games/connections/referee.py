"""What Connections' referee says: why a tile is refused, where points are lost, and which title a lone player has earned."""

from __future__ import annotations

from ponticello.engine.words import count
from ponticello.games.connections import rules
from ponticello.games.connections.board import (
    CELLS,
    CODE_NAMES,
    NEXT,
    NOTHING,
    SIDE_NAMES,
    SIDES,
    SPOTS,
    cell_name,
    spot_name,
    spot_place,
)
from ponticello.games.connections.notation import split, tile_name, write
from ponticello.games.connections.rules import CENTRE, DRAWS, FREE, ROUNDS, SPIRAL, Connections

# The titles of solo play: the most points one may lose for it, then its name in English and in French.
TITLES = (
    (1, "virtuoso of connections", "virtuose de la connexion"),
    (4, "king of contacts", "roi du contact"),
    (7, "linker of tiles", "relieur de tuiles"),
    (10, "apprentice tile-layer", "apprenti poseur"),
    (None, "seeker of connections", "chercheur de connexions"),
)


def title(lost: int, language: str = "en") -> str:
    """Returns the title a lone player earns with so many points lost."""
    english, french = next((en, fr) for most, en, fr in TITLES if most is None or lost <= most)
    return french if language == "fr" else english


def why(state: Connections, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action, in one sentence."""
    if reason == rules.NOT_NOW:
        return _why_not_now(state, seat, action)
    if reason == rules.DRAWN_BEFORE:
        return f"the {tile_name(state, action - DRAWS)} has been turned up before in this game"
    cell, turns = split(action)
    place, name = cell_name(cell), tile_name(state, state.tile)
    if reason == rules.TAKEN:
        here = state.laid[seat, cell]
        if here >= 0:
            return f"the {tile_name(state, here >> 2)} lies on {place} already"
        return f"{place} is the printed centre" if here == CENTRE else f"a spiral lies on {place} already"
    if reason == rules.SAME_TURNED:
        same = write(state, seat, action - turns + turns % state.looks[state.tile])
        return f"the {name} looks the same after {count(state.looks[state.tile], 'quarter turn')}; write {same}"
    if reason == rules.EXTENDS_NOTHING:
        return f"the {name} on {place} would extend no connection of the centre or of an open tile"
    return _why_not_fitting(state, seat, cell, turns)


def _why_not_now(state: Connections, seat: int, action: int) -> str:
    if rules.is_over(state):
        return "the game is over"
    if not 0 <= action < rules.ACTIONS:
        return f"there is no action {action} in Connections"
    if state.to_lay == 0:
        return "a tile must be turned up first"
    if action >= DRAWS:
        return f"the {tile_name(state, state.tile)} is turned up, and everybody must lay it before the next"
    if 0 <= seat < state.seats:
        return f"player {seat + 1} has laid the {tile_name(state, state.tile)} already"
    return f"there is no player {seat + 1} at this table"


def _why_not_fitting(state: Connections, seat: int, cell: int, turns: int) -> str:
    """Names the first side of a tile that does not fit, and what it meets there."""
    name, place = tile_name(state, state.tile), cell_name(cell)
    sides = rules.turned(state.sides[state.tile], turns)
    side = next(d for d in range(SIDES) if rules.side_refusal(state, seat, cell, d, sides >> 2 * d & 3) != 0)
    code = sides >> 2 * side & 3
    shows = f"the {name} on {place} would show a {CODE_NAMES[code]} side in the {SIDE_NAMES[side]}"
    beside = int(NEXT[cell, side])
    if beside == NOTHING:
        return f"{shows}, but the border is blank there and takes no connection"
    facing = rules.sides_at(state, seat, beside) >> 2 * (side ^ 2) & 3
    what = "centre" if state.laid[seat, beside] == CENTRE else f"tile on {cell_name(beside)}"
    return f"{shows}, but the {what} has a {CODE_NAMES[facing]} one there; wide meets wide, narrow narrow and blank blank"


def reached(state: Connections, seat: int) -> list[bool]:
    """Tells for each spot of the border whether a connection of an open tile reaches it."""
    found = []
    for spot in range(SPOTS):
        cell, side = spot_place(spot)
        sides = rules.sides_at(state, seat, cell)
        found.append(sides != NOTHING and sides >> 2 * side & 3 != 0)
    return found


def explain(state: Connections, seat: int) -> list[str]:
    """Returns where a seat loses points: at the border, by spirals and in earlier games; and the title of a lone player."""
    over = rules.is_over(state)
    there = reached(state, seat)
    missed = [spot for spot in range(SPOTS) if state.numbers[seat, spot] and not there[spot]]
    sentences = []
    if state.carried[seat]:
        sentences.append(f"{count(state.carried[seat], 'point')} lost in earlier games.")
    for number in (3, 2, 1):
        spots = [spot for spot in missed if state.numbers[seat, spot] == number]
        if spots:
            verb = "not reached" if over else "not reached yet"
            total = count(number * len(spots), "point")
            sentences.append(f"{number} {verb} at {', '.join(map(spot_name, spots))}: {total} lost.")
    if state.spirals[seat]:
        sentences.append(f"{count(state.spirals[seat], 'spiral')}: {count(state.spirals[seat], 'point')} lost.")
    if not sentences:
        sentences.append("Every number is reached and no spiral lies on the board: nothing lost.")
    if over and state.seats == 1:
        sentences.append(f"That makes a {title(rules.points(state, seat))}.")
    return sentences


def status(state: Connections) -> str:
    """Returns where the game stands, in a few words."""
    between = state.to_lay == 0 and state.turned == ROUNDS
    game = f"game {state.game + 1 + between} of {state.games}, " if state.games > 1 else ""
    if rules.is_over(state):
        return "The game is over."
    if state.to_lay == 0:
        return f"{game}round {state.turned % ROUNDS + 1} of {ROUNDS}: a tile is to be turned up.".capitalize()
    waiting = [str(seat + 1) for seat in range(state.seats) if state.to_lay >> seat & 1]
    who = f"player {waiting[0]}" if len(waiting) == 1 else f"players {', '.join(waiting[:-1])} and {waiting[-1]}"
    verb = "lays" if len(waiting) == 1 else "lay"
    return f"{game}round {state.turned} of {ROUNDS}: {who} {verb} the {tile_name(state, state.tile)}.".capitalize()


def describe(state: Connections, seat: int) -> str:
    """Returns a seat's board in words."""
    said = []
    for cell in range(CELLS):
        here = state.laid[seat, cell]
        if here == SPIRAL:
            said.append(f"{cell_name(cell)} a spiral")
        elif here >= 0:
            said.append(f"{cell_name(cell)} the {tile_name(state, here >> 2)}, {describe_sides(state, seat, cell)}")
    free = sum(state.laid[seat, cell] == FREE for cell in range(CELLS))
    lost = count(rules.points(state, seat), "point")
    board = "; ".join([f"c3 the centre, {describe_sides(state, seat, CELLS // 2)}", *said])
    return f"Player {seat + 1}: {board}. {count(free, 'cell')} free, {lost} lost."


def describe_sides(state: Connections, seat: int, cell: int) -> str:
    """Returns the connections of the centre or an open tile in words."""
    sides = rules.sides_at(state, seat, cell)
    shown = [f"{CODE_NAMES[sides >> 2 * d & 3]} {SIDE_NAMES[d]}" for d in range(SIDES) if sides >> 2 * d & 3]
    return " ".join(shown) or "blank"
