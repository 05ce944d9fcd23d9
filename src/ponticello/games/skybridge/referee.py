"""What Skybridge's referee says: why a move is refused, and where the points come from."""

from __future__ import annotations

from ponticello.engine import words
from ponticello.games.skybridge import rules
from ponticello.games.skybridge.board import COLOUR_NAMES, NEIGHBOURS, TOWERS, tower_name
from ponticello.games.skybridge.notation import split
from ponticello.games.skybridge.rules import BRIDGE, LOTS, NOBODY, Skybridge

PIECES = ("block of three", "block of two", "roof", "bridge")


def floors(number: int) -> str:
    """Returns a height in words."""
    return words.count(number, "floor")


def listed(towers: list[int]) -> str:
    """Returns towers as a list a person would read out."""
    return words.listed(tower_name(tower) for tower in towers)


def why(state: Skybridge, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action, in one sentence."""
    if reason == rules.NOT_NOW:
        if state.phase == rules.LOT:
            return "the lot decides first who begins"
        if state.phase == rules.OVER:
            return "the game is over"
        return "the first player is already drawn" if action >= LOTS else f"it is player {rules.seat_to_move(state) + 1}'s turn"
    colour, kind, place = split(action)
    name, piece = COLOUR_NAMES[colour], PIECES[kind]
    if reason == rules.OTHER_COLOUR_TURN:
        return f"it is {COLOUR_NAMES[state.turn]}'s turn, not {name}'s"
    if reason == rules.NO_PIECE:
        return f"player {seat + 1} has no {name} {piece} in hand"
    towers = list(NEIGHBOURS[place]) if kind == BRIDGE else [place]
    if reason == rules.CLOSED:
        closed = next(tower for tower in towers if state.owner[tower] != NOBODY)
        return f"{tower_name(closed)} is closed by {COLOUR_NAMES[state.owner[closed]]}'s roof"
    if reason == rules.OWN_COLOUR:
        own = next(tower for tower in towers if state.topped[colour] >> tower & 1)
        return f"{tower_name(own)} shows {name} on top, and no piece rests on its own colour"
    if reason == rules.NOT_LOWEST:
        return _why_not_lowest(state, colour, place)
    if reason == rules.BARE_ROOF:
        return f"{tower_name(place)} is a bare foundation, and a roof needs a piece of another colour under it"
    if reason == rules.BARE_BRIDGE:
        bare = next(tower for tower in towers if not state.built >> tower & 1)
        return f"{tower_name(bare)} is a bare foundation, and a bridge needs a piece of another colour under both ends"
    if reason == rules.UNEVEN:
        a, b = towers
        return f"{tower_name(a)} is {floors(state.height[a])} high and {tower_name(b)} {state.height[b]}, but a bridge lies level"
    assert reason == rules.SAME_BRIDGE
    return f"a bridge already lies on {listed(towers)}, and no bridge lies exactly on another"


def _why_not_lowest(state: Skybridge, colour: int, tower: int) -> str:
    towers = [t for t in range(TOWERS) if rules.for_block(state, colour) >> t & 1]
    verb = "is" if len(towers) == 1 else "are"
    return (
        f"{tower_name(tower)} is {floors(state.height[tower])} high, but {listed(towers)} {verb} lower"
        f" ({floors(state.height[towers[0]])}), and a block goes on the lowest tower it may rest on"
    )


def explain(state: Skybridge, seat: int) -> list[str]:
    """Returns where a seat's points come from, colour by colour."""
    colours = (seat, seat + 2) if state.seats == 2 else (seat,)
    return [sentence for colour in colours for sentence in _explain_colour(state, colour)]


def _explain_colour(state: Skybridge, colour: int) -> list[str]:
    name = COLOUR_NAMES[colour].capitalize()
    owned = [tower for tower in range(TOWERS) if state.owner[tower] == colour]
    if not owned:
        return [f"{name} owns no tower: 0 points."]
    joined = [] if state.bridge_on[colour] == NOBODY else list(NEIGHBOURS[state.bridge_on[colour]])
    both = [tower for tower in joined if tower in owned]
    sentences = []
    if len(both) == 2:
        a, b = joined
        total = state.height[a] + state.height[b]
        sentences.append(f"{name}'s bridge joins its own towers {listed(joined)}: twice {floors(total)} = {2 * total} points.")
        owned = [tower for tower in owned if tower not in joined]
    for tower in owned:
        sentences.append(f"{name} owns {tower_name(tower)}: {floors(state.height[tower])}.")
    if len(both) == 1:
        other = next(tower for tower in joined if tower not in both)
        sentences.append(
            f"{name}'s bridge joins {tower_name(both[0])} to {tower_name(other)}, which adds {floors(state.height[other])}."
        )
    return sentences
