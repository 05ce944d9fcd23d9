"""The rules against the oracle: on thousands of positions both must name the same moves and the same score."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations, product
from math import sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ponticello.engine import verbs
from ponticello.engine.dice import Dice, new_dice
from ponticello.games.ponte import actions, board, rules
from ponticello.games.ponte.actions import ACTIONS
from tests.games.ponte.ponte_drawing import legal, new_game, take_out, to_move
from tests.games.ponte.ponte_oracle import Cell, Game, Move, lawful, other

pytestmark = pytest.mark.slow

SEATS = (0, 1)
COLOUR = {"light": rules.LIGHT, "dark": rules.DARK}

# A smaller seed is not a simpler game, so failures are not shrunk.
often = settings(derandomize=True, deadline=None, max_examples=30, phases=(Phase.explicit, Phase.generate))
seldom = settings(often, max_examples=12)
seeds = st.integers(0, 2**32 - 1)
boards = st.sampled_from((10, 12))


def number_of(cell: Cell) -> int:
    return board.cell_at(cell[1], cell[0])


def action_of(move: Move) -> int:
    if move[0] == "tile":
        return number_of(move[1])
    if move[0] == "bridge":
        start, end = sorted(map(number_of, move[1:]))
        span = board.row_of(end) - board.row_of(start), board.column_of(end) - board.column_of(start)
        return int(actions.BRIDGE + start * board.WAYS + board.SPANS.index(span))
    return {("take", "light"): actions.TAKE_LIGHT, ("take", "dark"): actions.TAKE_DARK, ("pass",): actions.PASS}[move]


def move_of(action: int) -> Move:
    if action < actions.BRIDGE:
        return "tile", (board.column_of(action), board.row_of(action))
    if action < actions.TAKE_LIGHT:
        start, way = divmod(action - actions.BRIDGE, board.WAYS)
        column, row = board.column_of(start), board.row_of(start)
        rows, columns = board.SPANS[way]
        return "bridge", (column, row), (column + columns, row + rows)
    return {actions.TAKE_LIGHT: ("take", "light"), actions.TAKE_DARK: ("take", "dark"), actions.PASS: ("pass",)}[action]


@dataclass
class Twins:
    """One game played twice, by the rules and by the oracle."""

    state: rules.Ponte
    game: Game
    dice: Dice = field(default_factory=lambda: new_dice(0))

    @classmethod
    def of(cls, side: int, parallel_knights: bool, seed: int = 0) -> Twins:
        return cls(new_game(side, parallel_knights), Game(side, parallel_knights), new_dice(seed))

    def take_out(self, cells: set[Cell]) -> None:
        """Makes holes in the board, so that a game on it is short and all of it is crowded."""
        for cell in cells:
            take_out(self.state, number_of(cell))
        self.game.holes |= cells

    def limit(self, light: int, dark: int, bridges: int) -> None:
        """Leaves fewer pieces beside the board."""
        self.state.tiles[rules.LIGHT], self.state.tiles[rules.DARK], self.state.bridges = light, dark, bridges
        self.game.tiles_left, self.game.bridges_left = {"light": light, "dark": dark}, bridges

    def play(self, action: int) -> None:
        rules.play(self.state, to_move(self.state), action)
        self.game.play(move_of(action))

    def lay(self, colour: str, a: Cell, b: Cell, bridge: bool = True) -> None:
        """Lays two tiles and the bridge between them, whoever's turn it is."""
        for cell in (a, b):
            self.game.lay_tile(colour, cell)
            rules.lay_tile(self.state, COLOUR[colour], number_of(cell))
        if bridge:
            self.game.lay_bridge(colour, a, b)
            rules.lay_bridge(self.state, COLOUR[colour], action_of(("bridge", a, b)))

    def copy(self) -> Twins:
        game = replace(self.game, board=dict(self.game.board), bridges=list(self.game.bridges))
        game.tiles_left, game.bridges_left = dict(self.game.tiles_left), self.game.bridges_left
        return Twins(self.state.copy(), game)

    def pick(self, style: str, random: Random) -> int:
        """Picks a move at random: any, or one of a few that a player with a habit would rather make."""
        seat = to_move(self.state)
        drawn = [rules.sample(self.state, seat, None, self.dice) for _ in range(1 if style == "any" else 4)]
        tiles = [action for action in drawn if action < actions.BRIDGE]
        bridges = [action for action in drawn if actions.BRIDGE <= action < actions.TAKE_LIGHT]
        if style == "builder" and bridges:
            return random.choice(bridges)
        if style == "settler" and tiles:
            return max(tiles, key=self.own_neighbours)
        if style == "hermit" and tiles:
            return min(tiles, key=self.own_neighbours)
        return drawn[0]

    def own_neighbours(self, cell: int) -> int:
        return sum(self.state.cells[cell + step] == self.state.turn + 1 for step in (-16, -1, 1, 16))

    def check(self) -> None:
        """Compares everything a player could ask: who moves, what is legal, what is left, who is ahead."""
        state, game = self.state, self.game
        seat = game.seat_to_act()
        assert rules.actors(state) == (0 if seat is None else 1 << seat)
        expected = {action_of(move) for move in game.legal()}
        assert bool(expected) == (seat is not None), "a dead end"
        for each in SEATS:
            assert legal(state, each) == (expected if each == seat else set())
            marks = np.ones(ACTIONS, np.int8)
            assert verbs.legal(state, each, marks.data) == (len(expected) if each == seat else 0)
            assert set(np.flatnonzero(marks).tolist()) == (expected if each == seat else set())
        assert game.inner_bridges() == []
        assert {colour: state.tiles[COLOUR[colour]] for colour in COLOUR} == game.tiles_left
        assert state.bridges == game.bridges_left
        self.check_score()

    def check_score(self) -> None:
        state, game = self.state, self.game
        if game.light_seat is None:
            return
        for colour in COLOUR:
            assert rules.points(state, game.seat_of(colour)) == game.points(colour)
        standings = [rules.standing(state, seat) for seat in SEATS]
        assert {seat for seat in SEATS if standings[seat] == max(standings)} == game.leaders()

    def check_second_tiles(self) -> None:
        """Tries every legal first tile: a second can always follow, and exactly where the oracle says."""
        state, game = self.state, self.game
        if game.stage != "turn" or game.in_hand == 1:
            return
        seat = to_move(state)
        found = set()
        for cell in game.first_tiles(game.colour):
            trial = state.copy()
            rules.play(trial, seat, number_of(cell))
            seconds = {move_of(action)[1] for action in range(rules.AREA) if rules.refusal(trial, seat, action) == 0}
            assert seconds
            found |= {frozenset((cell, second)) for second in seconds}
        assert found == game.pairs(game.colour)


def run(twins: Twins, random: Random, checked_share: float, thorough: bool = False) -> int:
    """Plays a game to its end and returns how many positions were compared on the way; the end always is."""
    checks = 0
    styles = {colour: random.choice(("any", "builder", "settler", "hermit")) for colour in COLOUR}
    area = len(twins.game.cells())
    while rules.actors(twins.state):
        filled = len(twins.game.board) / area
        if random.random() < checked_share * filled**3:
            checks += 1
            twins.check()
            if thorough and random.random() < 0.4:
                twins.check_second_tiles()
        twins.play(twins.pick(styles[twins.game.colour], random))
    twins.check()
    return checks + 1


@seldom
@given(seeds, boards, st.booleans())
def test_whole_games_agree_most_densely_near_their_end(seed: int, side: int, parallel_knights: bool) -> None:
    run(Twins.of(side, parallel_knights, seed), Random(seed), 1.6)


@seldom
@given(seeds, boards, st.booleans())
def test_games_with_few_pieces_agree_when_these_run_out(seed: int, side: int, parallel_knights: bool) -> None:
    random = Random(seed)
    twins = Twins.of(side, parallel_knights, seed)
    twins.limit(random.randint(2, 15), random.randint(0, 15), random.randint(0, 5))
    while rules.actors(twins.state):
        if min(twins.game.tiles_left.values()) < 3 or twins.game.bridges_left == 0:
            twins.check()
        twins.play(twins.pick("any", random))
    twins.check()


@often
@given(seeds, boards, st.booleans())
def test_games_on_ponds_agree_at_every_step(seed: int, side: int, parallel_knights: bool) -> None:
    """A pond is a small ragged part of the board, anywhere on it: all of its game is an endgame."""
    random = Random(seed)
    width, height = random.randint(3, 6), random.randint(3, 6)
    left, top = random.randint(0, side - width), random.randint(0, side - height)
    twins = Twins.of(side, parallel_knights, seed)
    pond = {(left + x, top + y) for x in range(width) for y in range(height) if random.random() < 0.85}
    twins.take_out(set(twins.game.cells()) - pond)
    if len(pond) >= 2:
        run(twins, random, 100.0, thorough=True)


def crowd(side: int, parallel_knights: bool, random: Random) -> Twins:
    """Fills a board without taking turns: tiles and bridges of both colours wherever they fit."""
    twins = Twins.of(side, parallel_knights)
    game, state = twins.game, twins.state
    lean = random.random()
    for cell in random.sample(game.cells(), random.randint(side * side // 2, side * side)):
        colour = "light" if random.random() < lean else "dark"
        if game.tiles_left[colour] and cell not in game.blocked_cells() and lawful(game.tiles_of(colour) | {cell}):
            game.lay_tile(colour, cell)
            rules.lay_tile(state, COLOUR[colour], number_of(cell))
        possible = game.possible_bridges(colour) if random.random() < 0.25 else []
        if possible:
            a, b = random.choice(possible)
            game.lay_bridge(colour, a, b)
            rules.lay_bridge(state, COLOUR[colour], action_of(("bridge", a, b)))
    game.stage, state.phase = "turn", rules.TURN
    game.colour = random.choice(("light", "dark"))
    state.turn = COLOUR[game.colour]
    game.light_seat = state.light_seat = random.choice(SEATS)
    return twins


@often
@given(seeds, boards, st.booleans())
def test_crowded_boards_agree_for_both_colours(seed: int, side: int, parallel_knights: bool) -> None:
    twins = crowd(side, parallel_knights, Random(seed))
    for _ in range(2):
        twins.check()
        twins.game.colour = other(twins.game.colour)
        twins.state.turn = COLOUR[twins.game.colour]


@settings(often, max_examples=25)
@given(seeds, boards)
def test_two_last_cells_take_two_tiles_exactly_if_the_oracle_lays_both(seed: int, side: int) -> None:
    """Closes a crowded board but for two cells, near each other or not, for as many pairs as there are."""
    random = Random(seed)
    twins = crowd(side, True, random)
    game, state = twins.game, twins.state
    colour = game.colour
    game.tiles_left[colour] = state.tiles[COLOUR[colour]] = 2
    seat, own = to_move(state), game.tiles_of(colour)
    singles = game.single_tiles(colour)
    pairs = list(combinations(singles, 2))
    close = [(a, b) for a, b in pairs if abs(a[0] - b[0]) + abs(a[1] - b[1]) <= 6]
    for first, second in random.sample(close, min(150, len(close))) + random.sample(pairs, min(20, len(pairs))):
        closed = state.copy()
        for cell in game.room():
            if cell not in (first, second):
                take_out(closed, number_of(cell))
        fits = lawful(own | {first, second})
        assert rules.refusal(closed, seat, number_of(first)) == (0 if fits else rules.NO_SECOND)
        assert rules.refusal(closed, seat, number_of(second)) == (0 if fits else rules.NO_SECOND)
        assert rules.refusal(closed, seat, actions.PASS) == (rules.MUST_LAY if fits else 0)


@pytest.mark.parametrize("parallel_knights", [True, False])
def test_any_two_bridges_get_along_exactly_if_the_oracle_says_so(parallel_knights: bool) -> None:
    """Lays a bridge of every kind and asks for every other near it, in the same colour and in the other."""
    seen = Counter[int]()
    for rows, columns in board.SPANS:
        a, b = (5, 5), (5 + columns, 5 + rows)
        first = Twins.of(12, parallel_knights)
        first.lay("light", a, b)
        for x, y, (other_rows, other_columns) in product(range(2, 10), range(3, 8), board.SPANS):
            c, d = (x, y), (x + other_columns, y + other_rows)
            if {c, d} & ({a, b} | first.game.blocked_cells()):
                continue
            for colour in COLOUR:
                twins = first.copy()
                twins.lay(colour, c, d, bridge=False)
                refused = rules.bridge_refusal(twins.state, COLOUR[colour], action_of(("bridge", c, d)))
                assert (refused == 0) == twins.game.may_bridge(colour, c, d), (a, b, c, d)
                seen[refused] += 1
    assert set(seen) == {0, rules.TILE_UNDER, rules.CROSSING}


def kind_of(twins: Twins) -> str:
    """Names the moment of the game, as far as a draw of moves may care."""
    if twins.game.stage != "turn":
        return twins.game.stage
    if twins.game.in_hand == 1:
        return "second tile"
    moves = twins.game.legal()
    if ("pass",) in moves:
        return "pass or bridges" if len(moves) > 1 else "only pass"
    if len(moves) < 12:
        return "few moves"
    return "tiles or bridges" if any(move[0] == "bridge" for move in moves) else "only tiles"


@cache
def moments() -> dict[str, list[Twins]]:
    """Returns moments of every kind from games on whole boards and on small ponds."""
    found = defaultdict(list)
    for seed, side, width in ((1, 10, 10), (2, 12, 12), (3, 10, 5), (4, 12, 5), (5, 10, 4)):
        random, twins = Random(seed), Twins.of(side, seed % 2 == 0, seed)
        twins.take_out({cell for cell in twins.game.cells() if max(cell) >= width})
        while rules.actors(twins.state):
            if len(twins.game.board) < 6 or random.random() < 0.3 or width < 10:
                found[kind_of(twins)].append(twins.copy())
            twins.play(twins.pick("any", random))
    return {kind: random.sample(many, min(4, len(many))) for kind, many in found.items()}


KINDS = ("opening", "choice", "only tiles", "tiles or bridges", "second tile", "few moves", "pass or bridges", "only pass")


@pytest.mark.parametrize("kind", KINDS)
def test_sampling_draws_all_legal_moves_evenly_and_changes_none(kind: str) -> None:
    for twins in moments()[kind]:
        state, seat, dice = twins.state, to_move(twins.state), new_dice(11)
        before = legal(state, seat)
        assert before == {action_of(move) for move in twins.game.legal()}
        share = 30
        fresh = Counter(rules.sample(state.copy(), seat, None, dice) for _ in range(share * len(before)))
        again = Counter(rules.sample(state, seat, None, dice) for _ in range(share * len(before)))
        for drawn in (fresh, again):
            assert set(drawn) == before
            spread = sum((drawn[action] - share) ** 2 / share for action in before)
            freedom = len(before) - 1
            assert spread <= freedom + 4 * sqrt(2 * freedom)
        assert legal(state, seat) == before


@settings(often, max_examples=40)
@given(seeds, boards, st.booleans())
def test_asking_changes_nothing(seed: int, side: int, parallel_knights: bool) -> None:
    """Every question leaves every byte of the position as it was."""
    twins, random = Twins.of(side, parallel_knights, seed), Random(seed)
    for _ in range(random.randint(0, 80)):
        if rules.actors(twins.state):
            twins.play(twins.pick("any", random))
    before = twins.state.copy()
    for seat in SEATS:
        legal(twins.state, seat)
        rules.points(twins.state, seat)
        rules.standing(twins.state, seat)
    assert bytes(twins.state) == bytes(before)
