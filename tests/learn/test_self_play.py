"""Games that play themselves: legal actions, what is seen, what is kept of them, and how tries are shared out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ponticello as pc
from ponticello.engine.record import Records
from ponticello.learn.device import Processor
from ponticello.learn.memory import Memory
from ponticello.learn.net import shape_for
from ponticello.learn.run import Run
from ponticello.learn.self_play import Guests, SelfPlay, Thinkers
from ponticello.learn.thinking import (
    A_POINT,
    FULL,
    ILLEGAL,
    NOT_YET,
    Thinker,
    best_action,
    target_by_results,
    turns_to_try,
)
from ponticello.players.node import Node
from ponticello.players.verdict import ONE, Plan
from ponticello.table.position import Position
from tests.engine.variants import VARIANTS, Variant
from tests.learn.conftest import TINY

pytestmark = pytest.mark.slow

USUAL = [variant for variant in VARIANTS if dict(variant.options) == variant.rulebook.read_options({})]


def judge_for(variant: Variant) -> Any:
    """Returns a net that takes later actions for likelier, and all positions for even."""
    actions, players = variant.rulebook.actions, variant.players

    def judge(planes: Any, scalars: Any) -> tuple[Any, Any]:
        policy = np.tile(np.linspace(0, 1, actions, dtype=np.float32), (len(planes), 1))
        return policy, np.full((len(planes), players), 1 / players, np.float32)

    return judge


def games_of(variant: Variant, memory: Memory, count: int, *, seed: int, by_net: bool, simulations: int = 3) -> SelfPlay:
    """Returns games that play themselves."""
    games, device = (variant.game, variant.players, count), Processor()
    return SelfPlay(*games, Thinkers(*games, memory, device, simulations, seed, by_net=by_net), device, seed)


@pytest.mark.parametrize("by_net", [True, False])
@pytest.mark.parametrize("variant", USUAL, ids=str)
def test_what_is_remembered_is_what_the_seat_to_act_sees_and_may_do(variant: Variant, by_net: bool) -> None:
    device = Processor()
    memory = Memory(shape_for(variant.game, variant.players), 2, device)
    games = games_of(variant, memory, 2, seed=5, by_net=by_net)
    judge = judge_for(variant) if by_net else None
    for _ in range(4):
        batch = games.batch
        mask, seen = np.array(batch.legal_mask), batch.observation
        chosen = np.array(games.thinkers.choose(batch.states, 0, judge))
        for game, (state, seat) in enumerate(zip(batch.positions(), batch.actors.tolist(), strict=True)):
            seen_by_seat = Position(variant.game, variant.players, state).view(seat).state
            assert str(games.thinkers.walkers[2 * game].array) == str(seen_by_seat.array), "nobody thinks about what is hidden"
        assert ((memory.targets >= 0) == mask).all()
        assert memory.targets.max(axis=1).tolist() == [127, 127]
        assert mask[np.arange(2), chosen].all()
        assert (memory.planes == np.asarray(seen.planes).reshape(2, -1)).all()
        assert (memory.scalars == np.asarray(seen.scalars)).all()
        games.play(judge)


def test_a_position_is_worth_what_the_search_thought_and_what_came_of_it(run: Run) -> None:
    memory = run._memory
    known = memory.known_rows()
    shares = memory.values[known, :2] / ONE
    assert len(known) > 100 and np.allclose(shares.sum(axis=1), 1, atol=0.001)
    assert ((shares[:, 0] > 0.4) | (shares[:, 1] > 0.4)).all(), "half of it is the result"
    first = shares[np.arange(len(known)), (0 - memory.seats[known]) % 2]  # of the first seat, whoever looks
    for game in range(4):
        part = first[known % 4 == game]
        assert len(part) > 20 and ((part >= 0.5).all() or (part <= 0.5).all()), "who has won has at least half of it everywhere"


def test_of_every_position_it_is_noted_how_many_points_everybody_had_in_the_end(run: Run) -> None:
    memory, batch = run._memory, run._games.batch if run._games else None
    assert batch is not None
    for game, scores in enumerate(batch.final_scores.tolist()):
        rows = memory.known_rows()[memory.known_rows() % 4 == game]
        latest = rows[-20:]
        seats = memory.seats[latest]
        noted = memory.values[latest, 2:]
        for seat in (0, 1):
            own = noted[seats == seat].tolist()
            assert own and all(row == [A_POINT * scores[seat], A_POINT * scores[1 - seat]] for row in own), (
                "the seat that looks first"
            )


def test_before_the_end_of_a_game_points_are_not_known() -> None:
    variant = next(variant for variant in USUAL if variant.players == 2)
    memory = Memory(shape_for(variant.game, variant.players), 4, Processor())
    games = games_of(variant, memory, 2, seed=5, by_net=False)
    games.play()
    assert memory.known.tolist()[:2] == [1, 1], "what a mind expects is learned at once"
    assert (memory.values[:2, variant.players :] == NOT_YET).all() and (memory.values[:2, : variant.players] >= 0).all()


@pytest.mark.parametrize("name", ["hashi", "connections"])
def test_alone_more_is_better_for_what_a_net_says_and_for_what_it_learns(name: str) -> None:
    variant = next(variant for variant in USUAL if variant.rulebook.name == name and variant.players == 1)
    said = np.float32(-7.5 if variant.rulebook.fewest_win else 7.5)  # lost points count as less than none

    def judge(planes: Any, scalars: Any) -> tuple[Any, Any]:
        return np.zeros((len(planes), variant.rulebook.actions), np.float32), np.full((len(planes), 1), said, np.float32)

    device = Processor()
    memory = Memory(shape_for(variant.game, 1), 128, device)
    games = games_of(variant, memory, 1, seed=3, by_net=True, simulations=2)
    games.thinkers.choose(games.batch.states, 0, judge)
    assert games.thinkers.thinkers[0].first_result == said * 100
    while games.ended == 0:
        games.play(judge)
    learned = memory.values[memory.known_rows()]
    assert (learned <= 0).all() if variant.rulebook.fewest_win else (learned >= 0).all()


def test_guests_play_at_their_own_seats_only() -> None:
    variant = next(variant for variant in USUAL if variant.rulebook.name == "skybridge" and variant.players == 3)
    shape = shape_for(variant.game, 3)
    guests = Guests(variant.game, 3, 8, shape, Processor(), 3, seed=4, share=0.5)
    batch = variant.game.batch(8, 3, seed=4)
    met = set()
    for _ in range(6):
        legal, actors = np.array(batch.legal_mask), batch.actors.tolist()
        chosen = np.array(batch.choose())
        played = guests.take_their_turns(batch.states, chosen - 1000)
        for game, actor in enumerate(actors):
            theirs = bool(guests.sits[game, actor])
            met.add(theirs)
            assert legal[game, played[game]] if theirs else played[game] == chosen[game] - 1000
        batch.step(np.where(played < 0, played + 1000, played))
    assert met == {True, False}


def test_only_where_more_than_two_play_there_are_guests() -> None:
    for players, invited in ((2, False), (3, True)):
        run = Run.new(pc.game("skybridge"), players, units=8, blocks=1, settings=replace(TINY, guests=0.5, guest_simulations=3))
        run.play_some()
        assert run._games is not None and (run._games.guests is not None) == invited


def tree(visits: list[int], means: list[float], won: list[int]) -> tuple[Records[Node], Plan, Thinker]:
    """Returns a tree of one place with some actions, 3, 4 and so on, that looked equally likely at first."""
    nodes = Records(Node, np.zeros(1 + len(visits), Node.dtype))
    nodes[0].first, nodes[0].children = 1, len(visits)
    for k, (tries, mean, sure) in enumerate(zip(visits, means, won, strict=True), start=1):
        nodes[k].action, nodes[k].visits, nodes[k].total = k + 2, tries, int(tries * mean * ONE)
        nodes[k].prior, nodes[k].won = ONE // len(visits), sure
    plan, thinker = Plan(), Thinker()
    plan.seats, thinker.first_result = 2, ONE // 2
    return nodes, plan, thinker


def test_the_target_is_the_odds_of_the_net_improved_by_results() -> None:
    target = np.zeros(8, np.int8)
    target_by_results(*tree([4, 4, 0], [0.6, 0.4, 0.0], [0, 0, 0]), target)
    better, worse, untried = target[3:6].tolist()
    assert target.tolist()[:3] == [ILLEGAL] * 3 and better == FULL
    assert 0 < worse < untried < better, "what was not tried is taken for as good as all in the mean"
    target_by_results(*tree([4, 4, 1], [0.6, 0.4, 0.0], [0, 0, 0b01]), target)
    assert target.tolist() == [ILLEGAL] * 3 + [0, 0, FULL, ILLEGAL, ILLEGAL], "a certain victory is all there is to play"


def test_what_is_played_was_tried_most_and_did_best() -> None:
    hopes = np.zeros(8, np.float32)
    assert best_action(*tree([4, 4, 1], [0.4, 0.6, 0.9], [0, 0, 0]), hopes) == 4
    hopes[3] = 9.0  # the luck of the draw counts too
    assert best_action(*tree([4, 4, 1], [0.4, 0.6, 0.9], [0, 0, 0]), hopes) == 3
    assert best_action(*tree([4, 4, 1], [0.4, 0.6, 0.9], [0, 0, 0b01]), hopes) == 5


def test_equal_seeds_play_equal_games() -> None:
    variant = USUAL[0]
    device = Processor()
    played = []
    for _ in range(2):
        memory = Memory(shape_for(variant.game, variant.players), 32, device)
        games = games_of(variant, memory, 2, seed=9, by_net=True)
        for _ in range(8):
            games.play(judge_for(variant))
        played.append((memory.targets.tobytes(), memory.planes.tobytes()))
    assert played[0] == played[1]


def test_the_worse_half_is_dropped_until_two_are_left() -> None:
    turns = turns_to_try(4, 16)
    assert turns[4].tolist() == [0] * 4 + [1] * 4 + [2] * 2 + [3] * 2 + [4] * 2 + [5] * 2
    assert turns[1].tolist() == list(range(16))
    assert turns[2].tolist() == [k // 2 for k in range(16)]
    for row in turns_to_try(16, 50)[1:]:
        assert all(np.count_nonzero(row == tries) >= np.count_nonzero(row == tries + 1) for tries in range(row.max()))
