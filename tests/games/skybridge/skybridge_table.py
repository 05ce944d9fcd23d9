"""A table to try rules at, in a player's words: `table.lay("coral 3 a1")`, `table.why("jade roof b2")`."""

from __future__ import annotations

from ponticello.engine.verbs import CHANCE
from ponticello.games.skybridge import board, position, rules

COLOURS = list(board.COLOUR_NAMES)
KINDS = {"3": position.THREE, "2": position.TWO, "roof": position.ROOF, "bridge": position.BRIDGE}
TOWERS = [board.tower_name(tower) for tower in range(board.TOWERS)]


def action(words: str) -> int:
    """Reads "coral 3 a1", "ochre roof b2" or "jade bridge a1-b1"."""
    colour_name, kind_name, place = words.split()
    colour, kind = COLOURS.index(colour_name), KINDS[kind_name]
    if kind == position.BRIDGE:
        ends = {TOWERS.index(name) for name in place.split("-")}
        (pair,) = (k for k, pair in enumerate(board.NEIGHBOURS) if set(pair) == ends)
        return position.BRIDGES + colour * 12 + pair
    return (colour * 3 + kind) * 9 + TOWERS.index(place)


def each(moves: str) -> list[str]:
    """Splits "coral 3 a1, ochre 3 b1" into its moves."""
    return [" ".join(move.split()) for move in moves.split(",") if move.strip()]


class Table:
    """A game of Skybridge after the lot."""

    def __init__(self, players: int = 4, first: int = 0, rotation: bool = False, bare_roofs: bool = False) -> None:
        self.players = players
        self.state = position.Skybridge()
        position.set_up(self.state, players, rotation, bare_roofs)
        rules.play(self.state, CHANCE, position.LOTS + first)

    @property
    def to_move(self) -> int | None:
        """The one seat that may act, or None at the end."""
        seats = [seat for seat in range(8) if rules.actors(self.state) >> seat & 1]
        assert len(seats) <= 1
        return seats[0] if seats else None

    def why(self, move: str) -> int:
        """Returns the refusal of a move by the seat to move; 0 when it is allowed."""
        return rules.refusal(self.state, self.to_move, action(move))

    def play(self, moves: str) -> None:
        """Plays moves in the true order of turns."""
        for move in each(moves):
            assert self.why(move) == 0, move
            rules.play(self.state, self.to_move, action(move))

    def seat_of(self, colour: str) -> int:
        return COLOURS.index(colour) % self.players

    def give_turn(self, colour: str) -> None:
        """Makes it the turn of the seat that holds a colour: who comes next is not what most of the rules are about."""
        assert self.state.phase == position.PLAY and not self.state.rotation
        self.state.turn = self.seat_of(colour)

    def hand(self, seat: int, colour: str) -> dict[str, int]:
        """Returns how many pieces of each kind a seat holds of a colour."""
        return {name: self.state.stock[seat * 4 + COLOURS.index(colour), kind] for name, kind in KINDS.items()}

    def leave(self, colour: str, pieces: str) -> None:
        """Takes all pieces of a colour from its holder's hand but these: "3 3 roof"."""
        for name, kind in KINDS.items():
            self.state.stock[self.seat_of(colour) * 4 + COLOURS.index(colour), kind] = pieces.split().count(name)

    def build(self, moves: str) -> None:
        """Lays pieces by all the rules but the order of turns."""
        for move in each(moves):
            self.give_turn(move.split()[0])
            self.play(move)

    def may(self, move: str) -> int:
        """Returns the refusal of a move if it were its colour's turn."""
        self.give_turn(move.split()[0])
        return self.why(move)

    def places(self, piece: str) -> set[str]:
        """Returns where a piece ("coral 3") may go if it were its colour's turn."""
        spots = [board.pair_name(pair) for pair in range(board.PAIRS)] if piece.endswith("bridge") else TOWERS
        return {spot for spot in spots if self.may(f"{piece} {spot}") == 0}

    def height(self, tower: str) -> int:
        return self.state.height[TOWERS.index(tower)]

    def owner(self, tower: str) -> str | None:
        colour = self.state.owner[TOWERS.index(tower)]
        return None if colour == position.NOBODY else COLOURS[colour]

    def points(self) -> list[int]:
        return [rules.points(self.state, seat) for seat in range(self.players)]

    def legal(self) -> set[int]:
        return {a for a in range(position.ACTIONS) if rules.refusal(self.state, self.to_move, a) == 0}
