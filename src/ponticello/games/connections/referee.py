"""What Connections' referee says: why a tile is refused, where points are lost, and which title a lone player has earned."""

from __future__ import annotations

from ponticello.engine.people import about, ended, player_names
from ponticello.games.connections import rules
from ponticello.games.connections.board import (
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
from ponticello.games.connections.notation import split, the_tile, write
from ponticello.games.connections.rules import CENTRE, DRAWS, ROUNDS, Connections
from ponticello.games.connections.words import count, mark, say

# The titles of solo play, each with the most points one may lose for it.
TITLES = (
    (1, mark("virtuoso of connections")),
    (4, mark("king of contacts")),
    (7, mark("linker of tiles")),
    (10, mark("apprentice tile-layer")),
    (None, mark("seeker of connections")),
)

# The names of the rules that refuse, for programs to test for.
REFUSALS = {
    rules.NOT_NOW: "NOT_NOW",
    rules.DRAWN_BEFORE: "DRAWN_BEFORE",
    rules.TAKEN: "TAKEN",
    rules.SAME_TURNED: "SAME_TURNED",
    rules.INTO_BORDER: "INTO_BORDER",
    rules.INTO_BLANK: "INTO_BLANK",
    rules.CUTS_OFF: "CUTS_OFF",
    rules.WRONG_WIDTH: "WRONG_WIDTH",
    rules.EXTENDS_NOTHING: "EXTENDS_NOTHING",
}


def title(lost: int) -> str:
    """Returns the title a lone player earns with so many points lost, in English; give it to `say`."""
    return next(name for most, name in TITLES if most is None or lost <= most)


def worth(score: int) -> str:
    """Returns a score in words."""
    return say("{points} lost", points=count(score, "point"))


def why(state: Connections, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action, in one sentence."""
    if reason == rules.NOT_NOW:
        return _why_not_now(state, seat, action)
    if reason == rules.DRAWN_BEFORE:
        return say("{tile} has been turned up before in this game", tile=the_tile(state, action - DRAWS))
    cell, turns = split(action)
    place, tile = cell_name(cell), the_tile(state, state.tile)
    if reason == rules.TAKEN:
        here = state.laid[seat, cell]
        if here >= 0:
            return say("{tile} lies on {cell} already", tile=the_tile(state, here >> 2), cell=place)
        if here == CENTRE:
            return say("{cell} is the printed centre", cell=place)
        return say("a spiral lies on {cell} already", cell=place)
    if reason == rules.SAME_TURNED:
        same = write(state, seat, action - turns + turns % state.looks[state.tile])
        after = count(state.looks[state.tile], "quarter turn")
        return say("{tile} looks the same after {turns}; write {move}", tile=tile, turns=after, move=same)
    if reason == rules.EXTENDS_NOTHING:
        return say("{tile} on {cell} would extend no connection of the centre or of an open tile", tile=tile, cell=place)
    return _why_not_fitting(state, seat, cell, turns)


def _why_not_now(state: Connections, seat: int, action: int) -> str:
    if rules.is_over(state):
        return say("the game is over")
    if not 0 <= action < rules.ACTIONS:
        return say("there is no action {action} in Connections", action=action)
    if state.to_lay == 0:
        return say("a tile must be turned up first")
    tile = the_tile(state, state.tile)
    if action >= DRAWS:
        return say("{tile} is turned up, and everybody must lay it before the next", tile=tile)
    if 0 <= seat < state.seats:
        return about(seat, mark("{name} has laid {tile} already"), mark("you have laid {tile} already"), tile=tile)
    return say("there is no player {number} at this table", number=seat + 1)


def _why_not_fitting(state: Connections, seat: int, cell: int, turns: int) -> str:
    """Names the first side of a tile that does not fit, and what it meets there."""
    sides = rules.turned(state.sides[state.tile], turns)
    side = next(d for d in range(SIDES) if rules.side_refusal(state, seat, cell, d, sides >> 2 * d & 3) != 0)
    shows = say(
        "{tile} on {cell} would show a {code} side in the {side}",
        tile=the_tile(state, state.tile),
        cell=cell_name(cell),
        code=say(CODE_NAMES[sides >> 2 * side & 3]),
        side=say(SIDE_NAMES[side]),
    )
    beside = int(NEXT[cell, side])
    if beside == NOTHING:
        return say("{shows}, but the border is blank there and takes no connection", shows=shows)
    is_centre = state.laid[seat, beside] == CENTRE
    what = say("the centre") if is_centre else say("the tile on {cell}", cell=cell_name(beside))
    return say(
        "{shows}, but {what} has a {code} one there; wide meets wide, narrow narrow and blank blank",
        shows=shows,
        what=what,
        code=say(CODE_NAMES[rules.sides_at(state, seat, beside) >> 2 * (side ^ 2) & 3]),
    )


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
        sentences.append(say("{points} lost in earlier games.", points=count(state.carried[seat], "point")))
    for number in (3, 2, 1):
        spots = [spot for spot in missed if state.numbers[seat, spot] == number]
        if spots:
            places = ", ".join(map(spot_name, spots))
            total = count(number * len(spots), "point")
            if over:
                sentences.append(
                    say("{number} not reached at {spots}: {points} lost.", number=number, spots=places, points=total)
                )
            else:
                sentences.append(
                    say("{number} not reached yet at {spots}: {points} lost.", number=number, spots=places, points=total)
                )
    if state.spirals[seat]:
        spirals, total = count(state.spirals[seat], "spiral"), count(state.spirals[seat], "point")
        sentences.append(say("{spirals}: {points} lost.", spirals=spirals, points=total))
    if not sentences:
        sentences.append(say("Every number is reached and no spiral lies on the board: nothing lost."))
    if over and state.seats == 1:
        earned = title(rules.points(state, seat))
        sentence = mark("That makes an {title}.") if earned[0] in "aeiou" else mark("That makes a {title}.")
        sentences.append(say(sentence, title=say(earned)))
    return sentences


def status(state: Connections) -> str:
    """Returns where the game stands, in a few words."""
    if ended():
        return f"{ended()}."
    if rules.is_over(state):
        return say("The game is over.")
    return say("{where}: {what}.", where=_where(state), what=_who_lays(state))


def round_and_game(state: Connections) -> tuple[int, int]:
    """Returns the numbers of the running round and game, or of those that the next tile begins."""
    if state.to_lay:
        return state.turned, state.game + 1
    return state.turned % ROUNDS + 1, state.game + 1 + (state.turned == ROUNDS)


def _where(state: Connections) -> str:
    round_, game = round_and_game(state)
    if state.games == 1:
        return say("Round {round} of {rounds}", round=round_, rounds=ROUNDS)
    return say("Game {game} of {games}, round {round} of {rounds}", game=game, games=state.games, round=round_, rounds=ROUNDS)


def _who_lays(state: Connections) -> str:
    if state.to_lay == 0:
        return say("a tile is to be turned up")
    tile = the_tile(state, state.tile)
    if state.seats == 1:
        return say("{tile} is to be laid", tile=tile)
    waiting = player_names(seat for seat in range(state.seats) if state.to_lay >> seat & 1)
    return say("{tile} is still to be laid by {players}", tile=tile, players=waiting)
