"""Signs are numbers of weights, and what they weigh together is the appeal that is played by."""

from __future__ import annotations

from importlib import import_module

import numpy as np
import pytest

import ponticello as pc
from ponticello.engine.signs import MOST_SIGNS, Weights
from ponticello.engine.verbs import learned_appeal, signs
from ponticello.games import names

LEARNED = [name for name in names() if (import_module(f"ponticello.games.{name}").GAME.state in signs.answers)]


def test_tables_follow_each_other_behind_the_weight_of_no_sign() -> None:
    """A sign of 0 weighs nothing, so no table begins there."""
    weights = Weights()
    assert (weights.table(2, 3), weights.table(4), weights.count) == (1, 7, 11)


def test_weights_must_be_as_many_as_the_signs_ask_for() -> None:
    """Whoever changes the signs has to learn their weights anew; until then there are none."""
    weights = Weights()
    weights.table(2)
    assert list(weights.read("0 5 -7")) == [0, 5, -7]
    assert list(weights.read("")) == [0, 0, 0]
    with pytest.raises(ValueError, match="2 weights where the signs ask for 3"):
        weights.read("0 5")


def test_a_game_has_its_appeal_learned() -> None:
    """So the test below looks at something."""
    assert LEARNED == ["hashi"]


@pytest.mark.parametrize("name", LEARNED)
@pytest.mark.parametrize("players", [1, 2])
def test_what_is_learned_is_what_is_played(name: str, players: int) -> None:
    """The appeal of every legal action is the sum of what its signs weigh, all through a game."""
    game = pc.game(name)
    if players not in game.rulebook.players:
        return
    module = import_module(f"ponticello.games.{name}.signs")
    charm, count = module.CHARM, module.WEIGHTS.count
    match = game.match(players, seed=4)
    random = np.random.default_rng(4)
    looked_at = 0
    while not match.over:
        seat = match.actors[0]
        moves = match.position.legal_moves(seat)
        state = match.position.state
        before = bytes(state)
        for move in moves:
            found = np.zeros(MOST_SIGNS, np.int64)
            many = signs(state, seat, move.action, found.data)
            assert all(0 < sign < count for sign in found[:many])
            weight = sum(int(charm[sign]) for sign in found[:many])
            if many > 0:
                assert learned_appeal(state, seat, move.action) == weight
            looked_at += many
        assert bytes(state) == before
        match.play(moves[random.integers(len(moves))])
    assert looked_at > 500


def test_a_first_number_that_is_good_for_oneself_is_bad_for_a_neighbour() -> None:
    """Who writes it on the board of another writes what would be worst to have."""
    alone, together = pc.game("hashi").position(1), pc.game("hashi").position(2)
    charms = {move.action: learned_appeal(alone.state, 0, move.action) for move in alone.legal_moves(0)}
    assert len(set(charms.values())) > 3
    assert {move.action: -learned_appeal(together.state, 0, move.action) for move in together.legal_moves(0)} == charms
