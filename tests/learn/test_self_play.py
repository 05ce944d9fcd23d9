"""Games that play themselves: legal actions, what is seen, what is kept of them, and how tries are shared out."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ponticello.learn.device import Processor
from ponticello.learn.memory import Memory
from ponticello.learn.net import shape_for
from ponticello.learn.run import Run
from ponticello.learn.self_play import SelfPlay
from ponticello.learn.thinking import turns_to_try
from ponticello.players.verdict import ONE
from tests.engine.variants import VARIANTS, Variant

USUAL = [variant for variant in VARIANTS if dict(variant.options) == variant.rulebook.read_options({})]


def judge_for(variant: Variant) -> Any:
    """Returns a net that takes later actions for likelier, and all positions for even."""
    actions, players = variant.rulebook.actions, variant.players

    def judge(planes: Any, scalars: Any) -> tuple[Any, Any]:
        policy = np.tile(np.linspace(0, 1, actions, dtype=np.float32), (len(planes), 1))
        return policy, np.full((len(planes), players), 1 / players, np.float32)

    return judge


@pytest.mark.parametrize("by_net", [True, False])
@pytest.mark.parametrize("variant", USUAL, ids=str)
def test_what_is_remembered_is_what_the_seat_to_act_sees_and_may_do(variant: Variant, by_net: bool) -> None:
    device = Processor()
    memory = Memory(shape_for(variant.game, variant.players), 2, device)
    games = SelfPlay(variant.game, variant.players, 2, memory, device, 3, seed=5, by_net=by_net)
    judge = judge_for(variant) if by_net else None
    for _ in range(6):
        batch = games.batch
        mask, seen = np.array(batch.legal_mask), batch.observation
        chosen = games.chosen(judge)
        assert ((memory.targets >= 0) == mask).all()
        assert memory.targets.max(axis=1).tolist() == [127, 127]
        assert mask[np.arange(2), chosen].all()
        assert (memory.planes == np.asarray(seen.planes).reshape(2, -1)).all()
        assert (memory.scalars == np.asarray(seen.scalars)).all()
        games.play(judge)


def test_a_position_is_worth_what_the_search_thought_and_what_came_of_it(run: Run) -> None:
    memory = run._memory
    known = memory.known_rows()
    shares = memory.values[known] / ONE
    assert len(known) > 100 and np.allclose(shares.sum(axis=1), 1, atol=0.001)
    assert ((shares[:, 0] > 0.4) | (shares[:, 1] > 0.4)).all(), "half of it is the result"
    own = shares[np.arange(len(known)), (0 - memory.seats[known]) % 2]  # of the first seat, whoever looks
    for game in range(4):
        last = known[known % 4 == game]
        assert len(last) and len(np.unique(np.sign(own[np.isin(known, last)] - 0.5))) <= 3


def test_equal_seeds_play_equal_games() -> None:
    variant = USUAL[0]
    device = Processor()
    played = []
    for _ in range(2):
        memory = Memory(shape_for(variant.game, variant.players), 32, device)
        games = SelfPlay(variant.game, variant.players, 2, memory, device, 3, seed=9, by_net=True)
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
