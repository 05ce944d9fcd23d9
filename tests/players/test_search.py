"""The player that thinks ahead: legal moves, kept budgets, nothing hidden seen, and right where the end is near."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

import ponticello as pc
from ponticello.engine import verbs
from ponticello.engine.mind import Mind
from ponticello.engine.record import Record
from ponticello.players import player, tree
from ponticello.players.parallel_search import ParallelSearch
from ponticello.players.player import Thought
from ponticello.players.random import RandomPlayer
from ponticello.players.search import SearchPlayer
from ponticello.table.match import Match
from ponticello.table.position import Position
from tests.engine.variants import VARIANTS, Variant
from tests.engine.warmth import warm_up

pytestmark = pytest.mark.slow

GAMES = [rulebook.name for rulebook in pc.games()]
KEEN = Mind(heat=1.0, taste=3, horizon=6, rave=100.0, margin=0.1)
GAMES_EACH = 6
ROUNDS = [variant for variant in VARIANTS if variant.rulebook.simultaneous and variant.players > 1]


def thinker(mind: Mind = KEEN, seed: int = 1, threads: int = 1) -> SearchPlayer:
    return SearchPlayer(mind, seed=seed, threads=threads)


def random_match(game: str, players: int, seed: int, moves: int) -> Match:
    """Returns a match after some random moves of players."""
    match, chooser = pc.game(game).match(players, seed=seed), random.Random(seed)
    for _ in range(moves):
        if not match.over:
            seat = chooser.choice(match.actors)
            match.play(chooser.choice(match.legal(seat)))
    return match


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_it_plays_legal_moves_to_the_end(variant: Variant) -> None:
    warm_up(variant.name)
    match = variant.match(seed=3)
    seats = [thinker(seed=seat) for seat in range(variant.players)]
    while not match.over:
        seat = match.actors[0]
        decision = seats[seat].choose(match.position, seat, simulations=5)
        assert decision.line[0] == decision.move and len(decision.expected) == variant.players
        if variant.players > 1:
            assert sum(decision.expected) == pytest.approx(1)
        match.play(decision.move)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mind", [Mind(), KEEN, Mind(paranoid=True, ripe=3, overlooks=0.5)], ids=["plain", "keen", "odd"])
def test_compiled_and_interpreted_decide_alike(game: str, mind: Mind, monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up(game)
    position = random_match(game, 2, seed=5, moves=9).position
    seat = position.actors[0]
    compiled = thinker(mind).choose(position, seat, simulations=60)
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    interpreted = thinker(mind).choose(position, seat, simulations=60)
    assert (compiled.move, compiled.line, compiled.simulations) == (interpreted.move, interpreted.line, interpreted.simulations)
    assert compiled.expected == pytest.approx(interpreted.expected)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("threads", [1, 2])
def test_equal_seeds_decide_alike(game: str, threads: int) -> None:
    warm_up(game)
    position = random_match(game, 2, seed=6, moves=5).position
    seat = position.actors[0]
    one, two = (thinker(threads=threads, seed=4).choose(position, seat, simulations=400) for _ in range(2))
    assert (one.move, one.expected, one.line) == (two.move, two.expected, two.line)
    assert one.simulations == two.simulations


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mind", [Mind(), KEEN], ids=["plain", "keen"])
def test_thinking_ahead_beats_playing_at_random(game: str, mind: Mind) -> None:
    warm_up(game)
    won = 0
    for seed in range(GAMES_EACH):
        match, seat = pc.game(game).match(2, seed=seed), seed % 2
        hands = {seat: thinker(mind, seed=seed), 1 - seat: RandomPlayer(seed)}
        while not match.over:
            acting = match.actors[0]
            match.play(hands[acting].choose(match.view(acting), acting, simulations=60).move, acting)
        won += match.winners == (seat,)
    assert won >= GAMES_EACH - 1


def test_of_the_others_those_who_are_ahead_may_expect_more() -> None:
    warm_up("skybridge")
    ahead = behind = 0.0
    for seed in range(8):
        match = random_match("skybridge", 3, seed, moves=24)
        seat = match.actors[0]
        one, other = sorted({0, 1, 2} - {seat}, key=lambda place: match.scores[place])
        expected = thinker(Mind(), seed=seed).choose(match.position, seat, simulations=200).expected
        ahead, behind = ahead + expected[other], behind + expected[one]
    assert ahead > 2 * behind


# Hidden moves


@pytest.mark.parametrize("variant", ROUNDS, ids=str)
def test_what_looks_the_same_is_decided_the_same(variant: Variant) -> None:
    """Two tables differ only in what the others have secretly played in the running round."""
    warm_up(variant.name)
    chooser = random.Random(str(variant))
    for seed in range(3):
        match = variant.match(seed=seed)
        for _ in range(chooser.randrange(4) * 3 * variant.players):
            match.play(chooser.choice(match.legal(chooser.choice(match.actors))))
        while 0 not in match.actors or match.actors == (0,):  # a round in which others can still act
            match.play(chooser.choice(match.legal(match.actors[0])))
        tables = []
        for _ in range(2):
            position = match.position
            for other in [seat for seat in position.actors if seat != 0]:
                while other in position.actors and 0 in position.actors:
                    position = position.play(chooser.choice(position.legal_moves(other)))
            tables.append(position)
        decisions = [thinker(seed=9).choose(position, 0, simulations=150) for position in tables]
        assert bytes(tables[0].view(0).state) == bytes(tables[1].view(0).state)
        assert decisions[0].move == decisions[1].move
        assert decisions[0].expected == decisions[1].expected and decisions[0].line == decisions[1].line


def test_the_tables_of_the_test_above_do_differ() -> None:
    match = pc.game("hashi").match(2, seed=1)
    one, two = (match.position.play(move) for move in match.legal(1)[:2])
    assert bytes(one.state) != bytes(two.state) and bytes(one.view(0).state) == bytes(two.view(0).state)


# The end of a game


def share(won: tuple[int, ...], seat: int) -> float:
    return 1 / len(won) if seat in won else 0.0


def exact_winners(position: Position) -> tuple[int, ...]:
    """Returns who wins if everybody plays as well as can be, found by trying everything."""
    if position.over:
        return position.winners
    seat = position.actors[0]
    return max((exact_winners(position.play(move)) for move in position.legal), key=lambda won: share(won, seat))


# Random games that are still open so many moves before their end; found by trying many.
@pytest.mark.parametrize(
    ("game", "seed", "left"),
    [("ponte", 5, 4), ("ponte", 6, 3), ("ponte", 16, 3), ("ponte", 20, 4), ("ponte", 24, 4), ("skybridge", 23, 5)],
)
def test_near_the_end_it_plays_perfectly(game: str, seed: int, left: int) -> None:
    warm_up(game)
    chooser = random.Random(seed)
    positions = [pc.game(game).position(2)]
    while not positions[-1].over:
        positions.append(positions[-1].play(chooser.choice(positions[-1].legal)))
    position = positions[-1 - left]
    seat = position.actors[0]
    wins = {move: share(exact_winners(position.play(move)), seat) for move in position.legal}
    assert len(set(wins.values())) > 1  # it matters what is played
    decision = thinker(Mind(), seed=seed).choose(position, seat, simulations=20_000)
    assert wins[decision.move] == max(wins.values())
    if max(wins.values()) == 1:
        assert decision.simulations < 20_000  # it knows that it has won
        assert decision.expected[seat] == 1


def exact_worth(position: Position) -> float:
    """Returns what who plays alone reaches on average by perfect play, found by trying everything."""
    if position.over:
        return verbs.outlook(position.state, 0) / 100
    if position.actors == (verbs.CHANCE,):
        return sum(share * exact_worth(position.play(move)) for move, share in position.chance.items())
    return max(exact_worth(position.play(move)) for move in position.legal)


# As above. Between these positions and the end there are bridges and numbers to choose, and up to three cards to come.
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("game", "seed", "left"),
    [("hashi", 0, 2), ("hashi", 1, 5), ("hashi", 4, 7), ("connections", 2, 3), ("connections", 4, 2), ("connections", 4, 3)],
)
def test_alone_near_the_end_it_plays_perfectly_and_knows_what_it_reaches(game: str, seed: int, left: int, threads: int) -> None:
    warm_up(game)
    match, chooser = pc.game(game).match(1, seed=seed), random.Random(seed)
    positions = [match.position]
    while not match.over:
        match.play(chooser.choice(match.legal(0)))
        positions.append(match.position)
    position = positions[-1 - left].view(0)
    worths = {move: exact_worth(position.play(move)) for move in position.legal}
    assert max(worths.values()) - min(worths.values()) > 0.3  # it matters what is played
    decision = thinker(Mind(), threads=threads).choose(position, 0, simulations=200_000)
    assert decision.simulations < 200_000  # it knows that there is nothing more to find
    assert worths[decision.move] == pytest.approx(max(worths.values()))
    assert decision.expected[0] == pytest.approx(max(worths.values()), abs=0.03)  # hundredths of a point, rounded at each card


# Budgets and manners


def test_it_tells_how_far_it_is_and_stops_when_asked() -> None:
    warm_up("skybridge")
    position = pc.game("skybridge").match(2, seed=1).position
    thoughts: list[Thought] = []
    decision = thinker(Mind()).choose(position, seconds=60, progress=thoughts.append, cancelled=lambda: len(thoughts) >= 3)
    assert len(thoughts) == 3
    assert [thought.simulations for thought in thoughts] == sorted(thought.simulations for thought in thoughts)
    assert all(thought.move in position.legal for thought in thoughts) and decision.move in position.legal
    assert decision.seconds < 60 and decision.simulations >= thoughts[-1].simulations


def test_it_can_be_interrupted_while_its_trees_are_being_set_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to_work = ThreadPoolExecutor.submit

    def interrupted(pool: ThreadPoolExecutor, work: Callable[..., None], tree: int) -> Future[None]:
        if tree == 1:
            raise KeyboardInterrupt
        return set_to_work(pool, work, tree)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", interrupted)
    warm_up("skybridge")
    position = pc.game("skybridge").match(2, seed=1).position
    with pytest.raises(KeyboardInterrupt):
        SearchPlayer(threads=2).choose(position, seconds=6000)  # if the first tree went on, nobody would see the end


@pytest.mark.parametrize("variant", ROUNDS, ids=str)
def test_what_is_tried_is_legal_whatever_the_others_do(variant: Variant, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    play = tree.play

    def checked(state: Record, seat: int, action: int) -> None:
        assert verbs.refusal(state, seat, action) == verbs.LEGAL
        play(state, seat, action)

    monkeypatch.setattr(tree, "play", checked)
    deep = Mind(horizon=1, exploration=0.1)
    thinker(deep).choose(variant.match(seed=1).position, 0, simulations=500)


def test_a_number_of_simulations_is_kept_exactly() -> None:
    warm_up("hashi")
    position = pc.game("hashi").match(1, seed=1).position
    for threads in (1, 2, 3):
        assert thinker(threads=threads).choose(position, simulations=101).simulations == 101


def test_the_tree_of_the_last_move_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up("skybridge")
    searches: list[ParallelSearch] = []
    turn_to = ParallelSearch.turn_to
    monkeypatch.setattr(ParallelSearch, "turn_to", lambda search, root: (searches.append(search), turn_to(search, root)))
    match = pc.game("skybridge").match(2, seed=1)
    first, second = match.actors[0], 1 - match.actors[0]
    hand = thinker(Mind())
    decision = hand.choose(match.position, first, simulations=3000)
    assert decision.line[1].seat == second
    match.play(decision.move)
    match.play(decision.line[1])
    hand.choose(match.position, first, simulations=1)
    root = searches[-1].trees[0].nodes[0]
    assert root.visits > 10 and root.children == len(match.legal())
    stranger = pc.game("skybridge").match(2, seed=8)
    while stranger.actors[0] != first:
        stranger.play(stranger.legal()[0])
    hand.choose(stranger.position, first, simulations=1)
    assert searches[-1].trees[0].nodes[0].visits == 1


@pytest.mark.parametrize("name", ["random", "greedy", "uct", "level1", "level5"])
@pytest.mark.parametrize(
    ("budget", "sentence"),
    [
        ({"seconds": 0}, "seconds must be"),
        ({"seconds": float("nan")}, "seconds must be"),
        ({"simulations": 0}, "simulations must"),
    ],
)
def test_no_time_is_refused(name: str, budget: dict[str, float], sentence: str) -> None:
    position = pc.game("skybridge").match(2, seed=1).position
    with pytest.raises(pc.BadOption, match=sentence):
        player(name, game="skybridge").choose(position, **budget)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["random", "greedy", "uct", "level1", "level5"])
def test_a_finished_game_and_a_wrong_seat_are_refused(name: str) -> None:
    match = random_match("skybridge", 2, 1, 1000)
    hand = player(name, game="skybridge")
    with pytest.raises(pc.NotYourTurn, match="the game is over"):
        hand.choose(match.position, 0)
    start = pc.game("skybridge").match(2, seed=1).position
    with pytest.raises(pc.NotYourTurn, match="may not act now"):
        hand.choose(start, 1 - start.actors[0])


def test_where_there_is_one_move_it_is_played_at_once() -> None:
    warm_up("ponte")
    match = random_match("ponte", 2, 3, 1000)
    only = next(match.position_after(at) for at in range(len(match.moves)) if len(match.position_after(at).legal) == 1)
    assert thinker().choose(only, seconds=1000).simulations == 1
