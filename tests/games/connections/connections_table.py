"""Helpers of the tests: positions set up by hand, and the same game by the rules and by the oracle."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.connections import rules
from ponticello.games.connections.board import TILES, cell_name
from ponticello.games.connections.tileset import tile_set
from tests.games.connections.connections_oracle import Move, Sheet, border_of, turnings

LETTERS = {0: ".", 1: "n", 2: "w"}


def new_game(players: int = 1, games: str = "one", board: str = "own") -> rules.Connections:
    state = rules.Connections()
    rules.set_up(state, players, board, games)
    return state


def letters_of(sides: int) -> str:
    return "".join(LETTERS[sides >> shift & 3] for shift in (0, 2, 4, 6))


def tile_letters(state: rules.Connections, tile: int) -> str:
    return letters_of(state.sides[tile])


def cell_number(name: str) -> int:
    return "12345".index(name[1]) * 5 + "abcde".index(name[0])


def move_of(state: rules.Connections, action: int) -> Move:
    """Returns an action as the oracle says it: the cell and how the tile looks there."""
    if action >= rules.SPIRALS:
        return cell_name(action - rules.SPIRALS), "spiral"
    letters = tile_letters(state, state.tile)
    turns = action % 4
    return cell_name(action // 4), letters[4 - turns :] + letters[: 4 - turns]


def hold(state: rules.Connections, letters: str, seats: int = 1) -> None:
    """Turns up a tile that can look like these letters, whatever has been turned up before."""
    tile = next(tile for tile in range(TILES) if letters in turnings(tile_letters(state, tile)))
    state.tile, state.to_lay = tile, seats


def action_of(state: rules.Connections, cell: str, letters: str) -> int:
    """Returns the action that makes the tile in hand look like these letters."""
    if letters == "spiral":
        return rules.SPIRALS + cell_number(cell)
    return next(a for a in range(cell_number(cell) * 4, cell_number(cell) * 4 + 4) if move_of(state, a)[1] == letters)


def try_out(state: rules.Connections, cell: str, letters: str) -> int:
    """Returns LEGAL or the rule that refuses a tile."""
    hold(state, letters if letters != "spiral" else "n...")
    return rules.refusal(state, 0, action_of(state, cell, letters))


def put(state: rules.Connections, **tiles: str) -> rules.Connections:
    """Lays tiles one after another on seat 0's board, by the rules."""
    for cell, letters in tiles.items():
        assert try_out(state, cell, letters) == LEGAL, cell
        rules.play(state, 0, action_of(state, cell, letters))
    return state


def legal(state: rules.Connections, seat: int) -> list[int]:
    return [action for action in range(rules.ACTIONS) if rules.refusal(state, seat, action) == LEGAL]


def sheets(players: int, board: str = "own") -> list[Sheet]:
    """Returns the oracle's boards of a set, read from its text form."""
    found = []
    for word in tile_set(board).line().split(" boards ")[1].split()[:players]:
        centre, border = word.split("=")
        found.append(Sheet(border_of(*border.split("/")), centre))
        found[-1].clear()
    return found


@dataclass
class Twins:
    """One match, by the rules and by the oracle; open tiles are preferred, so that boards fill up."""

    players: int
    games: str
    seed: int
    board: str = "own"
    boldness: float = 0.9
    state: rules.Connections = field(init=False)
    sheets: list[Sheet] = field(init=False)
    carried: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.state = new_game(self.players, self.games, self.board)
        self.sheets = sheets(self.players, self.board)
        self.carried = [0] * self.players
        self.chooser = Random(self.seed)
        self.rounds = 0

    def seats(self) -> list[int]:
        return [seat for seat in range(self.players) if rules.actors(self.state) >> seat & 1]

    def turn_up(self) -> None:
        if self.rounds and self.rounds % 24 == 0:
            for seat, sheet in enumerate(self.sheets):
                self.carried[seat] += sheet.lost()
                sheet.clear()
        self.rounds += 1
        rules.play(self.state, CHANCE, self.chooser.choice(legal(self.state, CHANCE)))

    def lay(self, seat: int, actions: list[int]) -> None:
        opened = [action for action in actions if action < rules.SPIRALS]
        pool = opened if opened and self.chooser.random() < self.boldness else actions
        action = self.chooser.choice(pool)
        self.sheets[seat].lay(move_of(self.state, action))
        rules.play(self.state, seat, action)

    def lost(self, seat: int) -> int:
        return self.carried[seat] + self.sheets[seat].lost()
