"""What Skybridge's referee says: how the position stands, why a move is refused, and where the points come from."""

from __future__ import annotations

from ponticello.engine import words
from ponticello.engine.people import about, ended, player_name, player_names
from ponticello.games.skybridge import rules
from ponticello.games.skybridge.board import COLOUR_NAMES, NEIGHBOURS, TOWERS, tower_name
from ponticello.games.skybridge.notation import split
from ponticello.games.skybridge.position import BRIDGE, COLOURS, KINDS, LOT, LOTS, NOBODY, OVER, Skybridge
from ponticello.games.skybridge.stacks import hands
from ponticello.games.skybridge.words import count, mark, say

PIECES = (mark("block of three"), mark("block of two"), mark("roof"), mark("bridge"))

# The names of the rules that refuse, for programs to test for.
REFUSALS = {
    rules.NOT_NOW: "NOT_NOW",
    rules.NO_PIECE: "NO_PIECE",
    rules.OTHER_COLOUR_TURN: "OTHER_COLOUR_TURN",
    rules.CLOSED: "CLOSED",
    rules.OWN_COLOUR: "OWN_COLOUR",
    rules.NOT_LOWEST: "NOT_LOWEST",
    rules.BARE_ROOF: "BARE_ROOF",
    rules.BARE_BRIDGE: "BARE_BRIDGE",
    rules.UNEVEN: "UNEVEN",
    rules.SAME_BRIDGE: "SAME_BRIDGE",
}


def floors(number: int) -> str:
    """Returns a height in words."""
    return count(number, "floor")


def listed(towers: list[int]) -> str:
    """Returns towers as a list a person would read out."""
    return words.listed(tower_name(tower) for tower in towers)


def piece_name(colour: int, kind: int) -> str:
    """Returns a piece with its colour."""
    return say("{colour} {piece}", colour=say(COLOUR_NAMES[colour]), piece=say(PIECES[kind]))


def sentence(words: str) -> str:
    """Returns words that begin with the name of a colour, or do so in English, as a sentence."""
    return words[:1].upper() + words[1:]


def describe(state: Skybridge, view: str = "") -> str:
    """Puts a position into words, for those who listen to it; a view is the side from which it is seen."""
    side = say("A city of nine towers seen from the {side}.", side=say(view)) if view else say("A city of nine towers.")
    said = [side]
    for tower in range(TOWERS):
        said.append(say("{tower}: {words}.", tower=tower_name(tower), words=describe_tower(state, tower)))
    for colour in range(COLOURS):
        if state.bridge_on[colour] != NOBODY:
            towers = listed(list(NEIGHBOURS[state.bridge_on[colour]]))
            said.append(say("The {colour} bridge joins {towers}.", colour=say(COLOUR_NAMES[colour]), towers=towers))
    for seat in range(state.seats):
        points = count(rules.points(state, seat), "point")
        said.append(say("{name}: {points}.", name=player_name(seat), points=points))
    said.append(f"{sentence(status(state))}.")
    return " ".join(said)


def describe_tower(state: Skybridge, tower: int) -> str:
    """Returns a tower's height, top and owner in words."""
    if state.pieces[tower] == 0:
        return say("empty")
    high = floors(state.height[tower])
    if state.owner[tower] != NOBODY:
        return say("{floors}, roofed and owned by {colour}", floors=high, colour=say(COLOUR_NAMES[state.owner[tower]]))
    colour, kind = divmod(state.top[tower], KINDS)
    return say("{floors}, topped by {colour}'s {piece}", floors=high, colour=say(COLOUR_NAMES[colour]), piece=say(PIECES[kind]))


def colours_of(state: Skybridge, seat: int) -> list[int]:
    """Returns the colours that a seat may lay now: in strict turns one, else all of which it has a piece."""
    if state.rotation:
        return [state.turn]
    return [c for c in dict(hands(state))[seat] if any(state.stock[seat * COLOURS + c, kind] for kind in range(KINDS))]


def task(state: Skybridge, seat: int) -> str:
    """Returns what is asked of the seat to act."""
    return say("Lay a piece of {colours}", colours=words.alternatives(say(COLOUR_NAMES[c]) for c in colours_of(state, seat)))


def status(state: Skybridge) -> str:
    """Says whose turn it is, or how the game ended."""
    if ended():
        return ended()
    if state.phase == LOT:
        return say("the lot decides who begins")
    if state.phase == OVER:
        scores = [rules.points(state, seat) for seat in range(state.seats)]
        best = [seat for seat in range(state.seats) if scores[seat] == max(scores)]
        if len(best) == 1:
            return about(best[0], mark("the game is over, {name} wins"), mark("the game is over, you win"))
        return say("the game is over, the win is shared by {players}", players=player_names(best))
    seat = rules.seat_to_move(state)
    colours = [state.turn] if state.rotation else dict(hands(state))[seat]
    named = ", ".join(say(COLOUR_NAMES[c]) for c in colours)
    return about(seat, mark("{name} ({colours}) is to move"), mark("you ({colours}) are to move"), colours=named)


def why(state: Skybridge, seat: int, action: int, reason: int) -> str:
    """Returns the rule that refuses an action, in one sentence."""
    if reason == rules.NOT_NOW:
        return _why_not_now(state, action)
    colour, kind, place = split(action)
    name = say(COLOUR_NAMES[colour])
    if reason == rules.OTHER_COLOUR_TURN:
        return say("it is {turn}'s turn, not {colour}'s", turn=say(COLOUR_NAMES[state.turn]), colour=name)
    if reason == rules.NO_PIECE:
        piece = piece_name(colour, kind)
        return about(seat, mark("{name} has no {piece} in hand"), mark("you have no {piece} in hand"), piece=piece)
    towers = list(NEIGHBOURS[place]) if kind == BRIDGE else [place]
    if reason == rules.CLOSED:
        closed = next(tower for tower in towers if state.owner[tower] != NOBODY)
        owner = say(COLOUR_NAMES[state.owner[closed]])
        return say("{tower} is closed by {colour}'s roof", tower=tower_name(closed), colour=owner)
    if reason == rules.OWN_COLOUR:
        own = next(tower for tower in towers if state.topped[colour] >> tower & 1)
        return say("{tower} shows {colour} on top, and no piece rests on its own colour", tower=tower_name(own), colour=name)
    if reason == rules.NOT_LOWEST:
        return _why_not_lowest(state, colour, place)
    if reason == rules.BARE_ROOF:
        return say("{tower} is a bare foundation, and a roof needs a piece of another colour under it", tower=tower_name(place))
    if reason == rules.BARE_BRIDGE:
        bare = next(tower for tower in towers if not state.built >> tower & 1)
        return say(
            "{tower} is a bare foundation, and a bridge needs a piece of another colour under both ends",
            tower=tower_name(bare),
        )
    if reason == rules.UNEVEN:
        a, b = towers
        return say(
            "{one} is {floors} high and {other} {number}, but a bridge lies level",
            one=tower_name(a),
            floors=floors(state.height[a]),
            other=tower_name(b),
            number=state.height[b],
        )
    assert reason == rules.SAME_BRIDGE
    return say("a bridge already lies on {towers}, and no bridge lies exactly on another", towers=listed(towers))


def _why_not_now(state: Skybridge, action: int) -> str:
    if state.phase == LOT:
        return say("the lot decides first who begins")
    if state.phase == OVER:
        return say("the game is over")
    if action >= LOTS:
        return say("the first player is already drawn")
    return about(rules.seat_to_move(state), mark("it is the turn of {name}"), mark("it is your turn"))


def _why_not_lowest(state: Skybridge, colour: int, tower: int) -> str:
    towers = [t for t in range(TOWERS) if rules.for_block(state, colour) >> t & 1]
    heights = {"high": floors(state.height[tower]), "low": floors(state.height[towers[0]])}
    if len(towers) == 1:
        return say(
            "{tower} is {high} high, but {other} is lower ({low}), and a block goes on the lowest tower it may rest on",
            tower=tower_name(tower),
            other=tower_name(towers[0]),
            **heights,
        )
    return say(
        "{tower} is {high} high, but {others} are lower ({low}), and a block goes on the lowest tower it may rest on",
        tower=tower_name(tower),
        others=listed(towers),
        **heights,
    )


def explain(state: Skybridge, seat: int) -> list[str]:
    """Returns where a seat's points come from, colour by colour."""
    colours = (seat, seat + 2) if state.seats == 2 else (seat,)
    return [sentence for colour in colours for sentence in _explain_colour(state, colour)]


def _explain_colour(state: Skybridge, colour: int) -> list[str]:
    name = say(COLOUR_NAMES[colour])
    owned = [tower for tower in range(TOWERS) if state.owner[tower] == colour]
    if not owned:
        return [sentence(say("{colour} owns no tower: 0 points.", colour=name))]
    joined = [] if state.bridge_on[colour] == NOBODY else list(NEIGHBOURS[state.bridge_on[colour]])
    both = [tower for tower in joined if tower in owned]
    sentences = []
    if len(both) == 2:
        a, b = joined
        total = state.height[a] + state.height[b]
        sentences.append(
            say(
                "{colour}'s bridge joins its own towers {towers}: twice {floors} = {points}.",
                colour=name,
                towers=listed(joined),
                floors=floors(total),
                points=count(2 * total, "point"),
            )
        )
        owned = [tower for tower in owned if tower not in joined]
    for tower in owned:
        high = floors(state.height[tower])
        sentences.append(say("{colour} owns {tower}: {floors}.", colour=name, tower=tower_name(tower), floors=high))
    if len(both) == 1:
        other = next(tower for tower in joined if tower not in both)
        sentences.append(
            say(
                "{colour}'s bridge joins {one} to {other}, which adds {floors}.",
                colour=name,
                one=tower_name(both[0]),
                other=tower_name(other),
                floors=floors(state.height[other]),
            )
        )
    return [sentence(words) for words in sentences]
