"""The players of the house."""

from __future__ import annotations

from collections import Counter

import pytest

import ponticello as pc
from ponticello.players import player, players
from tests.cli.cli_shelf import A_GAME, NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_random_player_plays_legal_moves_to_the_end_and_repeats_itself(name):
    ends = []
    for _ in range(2):
        match = pc.game(name).match(seed=2)
        hand = player("random", seed=2)
        while not match.over:
            before = bytes(match.position.state)
            move = hand.choose(match.position, match.actors[0]).move
            assert bytes(match.position.state) == before
            match.play(move)
        ends.append(match.moves)
    assert ends[0] == ends[1]


def test_every_legal_move_has_its_chance():
    position = pc.game(A_GAME).match(seed=1).position
    hand = player("random", seed=3)
    seen = Counter(str(hand.choose(position, position.actors[0]).move) for _ in range(40 * len(position.legal)))
    assert set(seen) == {str(move) for move in position.legal}
    assert max(seen.values()) < 80


def test_a_player_that_does_not_exist():
    assert players()[0] == "random"
    with pytest.raises(pc.BadOption, match="did you mean random"):
        player("randon", seed=1)
    with pytest.raises(pc.BadOption, match="the players are: random, greedy"):
        player("xyz", game=A_GAME)
    with pytest.raises(pc.BadOption, match="say for which game"):
        player("level2")


@pytest.mark.parametrize("name", NAMES)
def test_every_player_that_is_listed_can_be_had(name):
    for each in players(name):
        player(each, game=name).close()


def test_a_player_waits_for_its_turn():
    position = pc.game(A_GAME).match(seed=1).position
    with pytest.raises(pc.NotYourTurn):
        player("random", seed=1).choose(position, (position.actors[0] + 1) % position.players)
