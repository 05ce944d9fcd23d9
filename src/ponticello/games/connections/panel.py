"""What lies beside the boards of Connections: the tile turned up and its turns, the lost points, and the tiles still to come."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ponticello.engine.drawing import element, label, number
from ponticello.engine.people import about, ended, player_name, player_names, width
from ponticello.games.connections.board import TILES
from ponticello.games.connections.garden import COIL, Layers, add, lay_open, lay_spiral, paths, plant, square
from ponticello.games.connections.notation import split, the_tile, tile_name
from ponticello.games.connections.offers import SPIRAL_PICK, face_down, slip
from ponticello.games.connections.referee import round_and_game, title
from ponticello.games.connections.rules import DRAWS, ROUNDS, Connections, is_over, points, turned
from ponticello.games.connections.symbols import symbol
from ponticello.games.connections.tell import connections, offered
from ponticello.games.connections.unconfirmed import Unconfirmed, following, turner
from ponticello.games.connections.words import count, mark, say

LARGE = 1.3  # the size of the tile turned up
TURN, TURN_STEP = 0.6, 66  # the size of each of its turns, and from one to the next
WIDE, HIGH = 440, 206  # of all that is said of it
NAME_ROOM, LITTLE_ROOM, NAME_LETTER = 13.0, 8.0, 13.5  # letters of a name beside a board and over a little one; a letter's width
SMALL, SMALL_STEP, IN_ROW = 0.38, 45, 14  # the tiles still to come


def place(x: float, y: float, size: float) -> str:
    """Returns how a drawing is moved and scaled."""
    return f"translate({number(x)} {number(y)}) scale({number(size)})"


def winners(state: Connections) -> list[int]:
    """Returns the seats that have lost the fewest points."""
    lost = [points(state, seat) for seat in range(state.seats)]
    return [seat for seat in range(state.seats) if lost[seat] == min(lost)]


def headline(state: Connections) -> list[str]:
    """Returns what is on the table in two or three short lines."""
    if ended():
        return [say("The match is over"), ""]
    if is_over(state):
        if state.seats == 1:
            return [say("The game is over"), say(title(points(state, 0))).capitalize()]
        if len(winners(state)) > 1:
            return [say("A shared win"), player_names(winners(state), NAME_ROOM)]
        return [about(winners(state)[0], mark("{name} wins"), mark("You win")), say("The game is over")]
    name = say("A tile is to come") if state.to_lay == 0 else the_tile(state, state.tile).capitalize()
    round_, game = round_and_game(state)
    facts = [say("Round {round} of {rounds}", round=round_, rounds=ROUNDS)]
    if state.games > 1:
        facts.append(say("Game {game} of {games}", game=game, games=state.games))
    return [name, *facts]


def turned_up(
    state: Connections, x: float, y: float, targets: Mapping[int, str], pick: str, unconfirmed: Unconfirmed | None = None
) -> str:
    """Draws the tile turned up, large as it is held and small in all its turns; a turn that can be taken carries `data-pick`.

    A tap on the large one turns it on.
    """
    name, *facts = headline(state)
    size = 100 * LARGE
    is_shown = state.to_lay != 0
    if unconfirmed is not None:
        pick = SPIRAL_PICK if unconfirmed.turns < 0 else str(unconfirmed.turns)
    layers: Layers = {}
    add(layers, square(51, 55, 43), "cast")
    signs = ""
    if is_shown:
        held = int(pick) if pick.isdigit() else 0
        sides = turned(state.sides[state.tile], held)
        lay_open(layers, sides, 50, 50)
        plant(layers, state.tile, held, sides, 50, 50)
        signs = element("g", symbol(tile_name(state, state.tile), 50, 50, 1.3), class_="sign")
    else:
        lay_spiral(layers, 50, 50)
    drawn = [element("g", *paths(layers), signs, transform=place(x, y, LARGE))]
    middle = x + size / 2, y + size / 2
    left = x + size + 22
    if is_shown:
        drawn += turns(state, x, y + size + 16, targets, pick)
    drawn.append(label(name, class_="name", x=left, y=y + 28))
    together = ", ".join(facts[:1] + [fact.lower() for fact in facts[1:]])
    drawn.append(label(together, class_="fact", x=left, y=y + 54))
    # After the turns, so that a page that goes through the picks in order finds these first.
    offer = unconfirmed.offer(state) if unconfirmed is not None else turned_on(state, targets, pick)
    drawn.append(turner(offer, *middle, LARGE))
    return "".join(drawn)


def turned_on(state: Connections, targets: Mapping[int, str], pick: str) -> dict[str, str]:
    """Returns the words for turning the tile on in the hand, and the pick that holds it so; nothing if there is no other."""
    ways = {split(action)[1] for action in targets if action < DRAWS} - {-1}
    turn = following(int(pick) if pick.isdigit() else -1, ways)
    if turn is None:
        return {}
    sides = connections(turned(state.sides[state.tile], turn))
    return {"title": say("turn {tile}: {sides}", tile=the_tile(state, state.tile), sides=sides), "data_pick": str(turn)}


def turns(state: Connections, x: float, y: float, targets: Mapping[int, str], pick: str) -> list[str]:
    """Draws the tile turned up in every way in which it looks different, and face down."""
    usable = {split(action)[1] for action in targets if action < DRAWS}
    half = 50 * TURN
    drawn = []
    for k in range(state.looks[state.tile] + 1):
        turn = k if k < state.looks[state.tile] else -1
        name = SPIRAL_PICK if turn < 0 else str(turn)
        middle_x, middle_y = x + k * TURN_STEP + half, y + half
        if turn < 0:
            shown, words = face_down(middle_x, middle_y, TURN, pick == name), say("face down")
        else:
            sides = turned(state.sides[state.tile], turn)
            words = say("{turns}: {sides}", turns=count(turn, "quarter turn"), sides=connections(sides))
            shown = slip(sides, middle_x, middle_y, TURN, pick == name)
        if turn in usable:
            shown = element("g", element("title", escape(words)), shown, class_="pick", data_pick=name)
        drawn.append(shown)
    return drawn


def score(state: Connections, seat: int, x: float, y: float) -> str:
    """Draws what a seat has lost, right of which nothing stands: the sum, and what it is made of."""
    drawn = []
    if state.seats > 1:
        name = player_name(seat, NAME_ROOM)
        drawn.append(label(name, class_="name end", x=x, y=y + 28))
        drawn.append(badge(state, seat, x - 34 - NAME_LETTER * width(name), y + 27))
        y += 32
    heading = [say("lost") if is_over(state) else say("lost so far")]
    if state.carried[seat]:
        heading.append(say("{points} before", points=state.carried[seat]))
    drawn.append(label(", ".join(heading), class_="fact end", x=x, y=y + 24))
    drawn.append(label(str(points(state, seat)), class_="lost end", x=x, y=y + 68))
    facts = [("bud", state.missing[seat]), ("coil", state.spirals[seat])]
    for k, (kind, value) in enumerate(facts):
        left = x - 102 + k * 66
        icon = element("path", class_="bud", d="M0 0h0") + element("path", class_="calyx", d="M0 0h0")
        if kind == "coil":
            icon = element("path", class_="coil", d=f"M0 0{COIL}")
        words = say("{points} of numbers not reached", points=value) if kind == "bud" else count(value, "spiral")
        icon = element("g", icon, transform=place(left, y + 92, 0.5 if kind == "bud" else 0.42))
        drawn.append(element("g", element("title", words), icon, label(str(value), class_="fact", x=left + 15, y=y + 98)))
    return "".join(drawn)


def badge(state: Connections, seat: int, x: float, y: float) -> str:
    """Draws a ring for a player who has still to lay, a tick for one who has laid, and in the end a tick for who has won."""
    if ended():
        return ""
    if state.to_lay >> seat & 1:
        return element("circle", class_="waiting", cx=x + 9, cy=y - 7, r=7)
    if state.to_lay or (is_over(state) and seat in winners(state)):
        return element("path", class_="tick", d=f"M{number(x + 1)} {number(y - 6)}l6 6l11-13")
    return ""


def plate(state: Connections, seat: int, x: float, y: float, wide: float) -> str:
    """Writes above a board whose it is, whether that player has still to lay, and the lost points."""
    sign = badge(state, seat, x, y)
    parts = [
        sign,
        label(player_name(seat, NAME_ROOM if wide > 240 else LITTLE_ROOM), class_="player", x=x + 26 if sign else x, y=y),
        label(say("{points} lost", points=points(state, seat)), class_="player end", x=x + wide, y=y),
    ]
    return "".join(parts)


def drawer(state: Connections, x: float, y: float, targets: Mapping[int, str]) -> str:
    """Draws the tiles that have not been turned up yet, with an empty place for each of the others."""
    layers: Layers = {}
    signs, gone, hits = [], "", []
    step = round(SMALL_STEP / SMALL)
    left = [tile for tile in range(TILES) if state.stock >> tile & 1]
    for tile in range(TILES):
        across, down = tile % IN_ROW * step + 50, tile // IN_ROW * step + 50
        if tile in left:
            lay_open(layers, state.sides[tile], across, down, detail=0)
            signs.append(symbol(tile_name(state, tile), across, down, 1.3))
        else:
            gone += square(across, down, 42)
        if move := targets.get(DRAWS + tile):
            hit = element("rect", class_="slip hit", x=across - 47, y=down - 47, width=94, height=94, rx=12)
            hits.append(
                element("g", element("title", escape(offered(state, DRAWS + tile))), hit, class_="target", data_move=move)
            )
    to_come = len(left) - TILES + ROUNDS
    words = say("The tiles left in the bag")
    if to_come > 0:
        words = say("{tiles} in the bag, {number} of them to come", tiles=count(len(left), "tile"), number=to_come)
    return label(words, class_="fact", x=x, y=y) + element(
        "g",
        element("path", class_="gone", d=gone) if gone else "",
        *paths(layers),
        element("g", *signs, class_="sign"),
        *hits,
        transform=place(x, y + 14, SMALL),
    )


def drawer_height() -> float:
    """Returns the room the drawer takes up."""
    return TILES // IN_ROW * SMALL_STEP + 14
