"""The rules against a second opinion, on positions from thousands of turns of play of every kind."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponticello.engine.dice import new_dice
from ponticello.engine.verbs import CHANCE, legal
from ponticello.games.skybridge import board, position, rules
from ponticello.games.skybridge.heights import DIGITS, MOST
from ponticello.games.skybridge.stacks import pieces
from tests.games.skybridge.skybridge_oracle import ALL_ACTIONS, BY_NUMBER, CHANCE_SEAT, COLUMNS, FIRST_LOT, Game, side_by_side

pytestmark = pytest.mark.slow

TABLES = [
    (players, rotation, bare_roofs)
    for players in (2, 3, 4)
    for rotation in (False, True)
    for bare_roofs in (False, True)
    if players == 2 or not rotation
]
SEATS = [0, 1, 2, 3, CHANCE]
KIND_NAMES = ["three", "two", "roof", "bridge"]

Chooser = Callable[[Game, random.Random], int]


def by_taste(three: float, two: float, roof: float, bridge: float) -> Chooser:
    """Returns a player to whom the kinds of piece appeal more or less."""
    taste = {"three": three, "two": two, "roof": roof, "bridge": bridge}

    def choose(game: Game, chance: random.Random) -> int:
        actions = sorted(game.legal())
        if game.turn is None:
            return chance.choice(actions)
        return chance.choices(actions, [taste[BY_NUMBER[action].kind] for action in actions])[0]

    return choose


def few_towers(*keep: tuple[int, int]) -> Chooser:
    """Returns players who conspire to build on a few towers: roofs close the others early, and little choice is left later."""

    def choose(game: Game, chance: random.Random) -> int:
        actions = sorted(game.legal())
        return chance.choice(actions if game.turn is None else most_wanted(actions, keep, chance))

    return choose


def most_wanted(actions: list[int], keep: tuple[tuple[int, int], ...], chance: random.Random) -> list[int]:
    """Roofs off the kept towers, then bridges between them, then blocks on them; anything else, and last roofs on them."""
    ranks: dict[int, list[int]] = {}
    for action in actions:
        move = BY_NUMBER[action]
        inside = all(column in keep for column in move.columns)
        if move.kind == "roof":
            rank = 9 if inside else 0
        elif move.kind == "bridge":
            rank = chance.choice([1, 3]) if inside else 4
        else:
            rank = 2 if inside else 5
            rank += move.kind == "three" and chance.random() < 0.5
        ranks.setdefault(rank, []).append(action)
    return ranks[min(ranks)]


builder = by_taste(60, 60, 0.2, 1)

# Even play alone seldom builds high, skips anybody or lays bridge on bridge.
STYLES = {
    "even": by_taste(1, 1, 1, 1),
    "builder": builder,
    "bridger": by_taste(1, 1, 0.02, 9),
    "small builder": by_taste(1, 30, 0.1, 0.1),
    "roofer": by_taste(1, 1, 20, 0.1),
    "one tower": few_towers((1, 1)),
    "two neighbours": few_towers((0, 0), (1, 0)),
    "two apart": few_towers((0, 0), (1, 1)),
    "three in a row": few_towers((0, 2), (1, 2), (2, 2)),
}


def new_game(players: int, rotation: bool, bare_roofs: bool) -> tuple[position.Skybridge, Game]:
    state = position.Skybridge()
    position.set_up(state, players, rotation, bare_roofs)
    return state, Game(players, rotation, bare_roofs)


def legal_to(state: position.Skybridge, seat: int) -> set[int]:
    return {action for action in range(position.ACTIONS) if rules.refusal(state, seat, action) == 0}


def marked_for(state: position.Skybridge, seat: int) -> set[int]:
    """Returns the marked actions; marks left over from elsewhere must not shine through."""
    marks = [7] * position.ACTIONS
    count = legal(state, seat, marks)
    assert set(marks) <= {0, 1} and count == sum(marks)
    return {action for action, mark in enumerate(marks) if mark}


def compare(state: position.Skybridge, game: Game) -> None:
    """Both must say the same of who acts, what is legal, how the city looks, what is in hand and what it is worth."""
    actor = game.actor()
    assert rules.actors(state) == (0 if actor is None else 1 << actor)
    for seat in SEATS:
        expected = game.legal() if seat == actor else set()
        assert legal_to(state, seat) == expected
        assert marked_for(state, seat) == expected
    for seat in range(game.players):
        assert rules.points(state, seat) == game.points(seat)
        for colour in range(4):
            in_hand = [game.hands[seat].count((colour, kind)) for kind in KIND_NAMES]
            assert [state.stock[seat * 4 + colour, kind] for kind in range(4)] == in_hand
    for tower, column in enumerate(COLUMNS):
        compare_tower(state, game, tower, column)
    compare_sets(state, game)


def compare_sets(state: position.Skybridge, game: Game) -> None:
    """The sets that the rules keep from move to move are those that one finds by looking at the city."""
    city = game.city
    tops, heights = [city.seen_from_above(column) for column in COLUMNS], [city.height(column) for column in COLUMNS]
    assert state.open_towers == bits(city.roof(column) is None for column in COLUMNS)
    assert state.built == bits(top is not None for top in tops)
    for colour in range(4):
        assert state.topped[colour] == bits(top is not None and top.colour == colour for top in tops)
    assert state.level == bits(heights[a] == heights[b] for a, b in board.NEIGHBOURS)
    assert state.bridged == bits(tops[a] is not None and tops[a] is tops[b] for a, b in board.NEIGHBOURS)
    assert state.heights == bits(height >> digit & 1 for digit in range(DIGITS) for height in heights)


def bits(members: Iterable[bool | int]) -> int:
    return sum(1 << place for place, member in enumerate(members) if member)


def compare_tower(state: position.Skybridge, game: Game, tower: int, column: tuple[int, int]) -> None:
    written = [piece.colour * 4 + KIND_NAMES.index(piece.kind) for piece in game.city.over(column)]
    owner = game.city.owner(column)
    assert state.height[tower] == game.city.height(column) == game.city.floors(column)
    assert state.owner[tower] == (position.NOBODY if owner is None else owner)
    assert [piece.colour * 4 + piece.kind for piece in pieces(state) if piece.tower == tower] == written
    assert state.pieces[tower] == len(written) <= position.MOST_PIECES
    assert state.top[tower] == (written[-1] if written else position.NOBODY)


def play_through(table: tuple[int, bool, bool], style: str, seed: int, compare_each: bool) -> Counter[str]:
    """Plays one game on both sides; returns what happened in it that does not happen in every game."""
    state, game = new_game(*table)
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    skipped: set[int] = set()
    while not game.over:
        if compare_each:
            compare(state, game)
        assert game.legal(), "a dead end"
        action = STYLES[style](game, chance)
        before = game.turn
        rules.play(state, game.actor(), action)
        game.play(action)
        if before is not None:
            note_what_happened(game, before, action, skipped, seen)
    compare(state, game)
    return seen


def note_what_happened(game: Game, before: int, action: int, skipped: set[int], seen: Counter[str]) -> None:
    move, laid = BY_NUMBER[action], game.city.pieces[-1]
    seen["turns"] += 1
    if before in skipped:
        seen["came back after being skipped"] += 1
        skipped.discard(before)
    if game.over:
        seen["ended with pieces in hand"] += any(game.hands.values())
        return
    between = (game.turn - before - 1) % len(game.round)
    skipped |= {(before + 1 + k) % len(game.round) for k in range(between)}
    seen["skipped"] += between
    if move.kind == "bridge":
        below = [p for p in game.city.pieces[:-1] if p.kind == "bridge" and p.ceiling == laid.bottom]
        seen["bridge partly on a bridge"] += any(set(p.columns) & set(laid.columns) for p in below)
    if move.kind in ("three", "two"):
        lower = [c for c in COLUMNS if c not in move.columns and game.city.roof(c) is None and game.city.height(c) < laid.bottom]
        seen["block above a lower tower of its own colour"] += bool(lower)


# Games in which somebody is skipped and later plays on. They are rare, so these were searched for.
COMEBACKS = [
    ((2, False, False), "even", 1024),
    ((2, True, False), "one tower", 98),
    ((2, True, False), "two neighbours", 250),
    ((2, True, False), "roofer", 218),
    ((2, True, True), "even", 123),
    ((3, False, False), "even", 396),
    ((3, False, False), "one tower", 76),
    ((3, False, True), "two neighbours", 261),
    ((3, False, True), "even", 1349),
    ((4, False, False), "two neighbours", 398),
    ((4, False, False), "one tower", 150),
    ((4, False, False), "even", 174),
    ((4, False, True), "even", 127),
]


@cache
def games_played(table: tuple[int, bool, bool]) -> Counter[str]:
    """Plays games in every style, comparing after every action."""
    seen: Counter[str] = Counter()
    games = [(style, seed) for seed, style in enumerate(STYLES)]
    for style, seed in games + [(style, seed) for at, style, seed in COMEBACKS if at == table]:
        seen += play_through(table, style, seed, compare_each=True)
    return seen


def test_the_numbers_of_the_actions_are_as_agreed() -> None:
    assert (position.ACTIONS, position.LOTS, CHANCE) == (ALL_ACTIONS, FIRST_LOT, CHANCE_SEAT)
    assert sorted(BY_NUMBER) == list(range(FIRST_LOT))


def test_the_board_knows_the_twelve_pairs_of_neighbours() -> None:
    sides = {frozenset((a, b)) for a in range(9) for b in range(9) if side_by_side(COLUMNS[a], COLUMNS[b])}
    assert len(board.NEIGHBOURS) == board.PAIRS == 12
    assert {frozenset(pair) for pair in board.NEIGHBOURS} == sides


@pytest.mark.parametrize("table", TABLES)
def test_every_position_of_a_game_agrees_with_the_oracle(table: tuple[int, bool, bool]) -> None:
    assert games_played(table)["turns"] > 200


def test_the_games_compared_were_not_all_plain_ones() -> None:
    seen: Counter[str] = sum((games_played(table) for table in TABLES), Counter())
    assert seen["turns"] > 2500
    for rarity in (
        "skipped",
        "came back after being skipped",
        "ended with pieces in hand",
        "bridge partly on a bridge",
        "block above a lower tower of its own colour",
    ):
        assert seen[rarity] >= 10, rarity


@settings(derandomize=True, deadline=None, max_examples=30)
@given(st.sampled_from(TABLES), st.sampled_from(sorted(STYLES)), st.integers(0, 2**32))
def test_every_game_ends_as_the_oracle_says(table: tuple[int, bool, bool], style: str, seed: int) -> None:
    play_through(table, style, seed, compare_each=False)


def some_position(table: tuple[int, bool, bool], turns: int, seed: int) -> tuple[position.Skybridge, int]:
    """Returns a position after some turns and the seat to move there."""
    state, game = new_game(*table)
    chance = random.Random(seed)
    for _ in range(turns):
        action = builder(game, chance)
        rules.play(state, game.actor(), action)
        game.play(action)
    return state, game.actor()


POSITIONS = [(table, turns, 40 + k) for k, table in enumerate(TABLES) for turns in (0, 1, 11, 20)]


@pytest.mark.parametrize(("table", "turns", "seed"), POSITIONS)
def test_random_draws_are_legal_complete_and_even(table: tuple[int, bool, bool], turns: int, seed: int) -> None:
    state, seat = some_position(table, turns, seed)
    legal = legal_to(state, seat)
    before, dice = bytes(state), new_dice(seed)
    each = 30
    drawn = Counter(rules.sample(state, seat, None, dice) for _ in range(each * len(legal)))
    assert bytes(state) == before, "drawing must not touch the position"
    assert set(drawn) == legal
    chi_square = sum((drawn[action] - each) ** 2 / each for action in legal)
    freedom = len(legal) - 1
    # Five standard deviations above what even draws give on average; lopsided draws grow far past it.
    assert chi_square <= freedom + 5 * (2 * freedom) ** 0.5


def test_random_draws_weigh_a_seldom_action_like_any_other() -> None:
    """Twelve blocks and one roof: the roof must not be drawn as often as all the blocks together."""
    state, game = new_game(2, True, False)
    for action in (FIRST_LOT, 0):
        rules.play(state, game.actor(), action)
        game.play(action)
    legal = game.legal()
    roofs = {action for action in legal if BY_NUMBER[action].kind == "roof"}
    dice = new_dice(9)
    drawn = Counter(rules.sample(state, game.actor(), None, dice) for _ in range(1700))
    assert (len(legal), len(roofs)) == (17, 1)
    assert 60 <= sum(drawn[action] for action in roofs) <= 140


def tallest(table: tuple[int, bool, bool], style: str, seed: int) -> tuple[int, int]:
    """Plays a game; returns the most pieces and the most floors on one tower."""
    state, game = new_game(*table)
    chance = random.Random(seed)
    while not game.over:
        action = STYLES[style](game, chance)
        rules.play(state, game.actor(), action)
        game.play(action)
    for tower, column in enumerate(COLUMNS):
        compare_tower(state, game, tower, column)
    return max(state.pieces), max(state.height)


def test_no_tower_outgrows_its_room() -> None:
    """No search may find a tower higher than the record can write, and none can exist.

    There are 32 blocks, 4 bridges and one roof to a tower. A bridge never lies on a foundation, so with any bridge on a tower
    at least one block stands under the bridge's other end: at most 31 blocks, 4 bridges and a roof. Without: 32 and a roof.
    """
    with_bridges, without = 31 + 4 + 1, 32 + 1
    assert max(with_bridges, without) <= position.MOST_PIECES
    most, high = 0, 0
    for table in TABLES:
        for seed, style in enumerate(["one tower", "two neighbours", "two apart", "three in a row"] * 2):
            count, floors = tallest(table, style, seed)
            most, high = max(most, count), max(high, floors)
    assert 20 <= most <= position.MOST_PIECES, "the search is meant to build high"
    assert high <= 4 * (3 * 4 + 2 * 4 + 1) <= MOST
