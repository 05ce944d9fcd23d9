"""What a seat observes of any game: as announced, without what is hidden, and turned as the board is. Nothing names a game."""

from __future__ import annotations

import random
import runpy
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from ponticello.engine import verbs
from ponticello.engine.observation import Observation, Symmetry
from ponticello.engine.playouts import write_observation
from ponticello.engine.verbs import CHANCE
from ponticello.table.position import Position
from tests.engine.variants import VARIANTS, Variant, bytes_of, finished, stations
from tests.engine.warmth import warm_up

SEEN = [variant for variant in VARIANTS if variant.rulebook.observation is not None]
every_variant = pytest.mark.parametrize("variant", SEEN, ids=str)


def same(one: Observation, other: Observation) -> bool:
    return np.array_equal(one.planes, other.planes) and np.array_equal(one.scalars, other.scalars)


@every_variant
def test_observations_are_as_announced(variant: Variant) -> None:
    spec = variant.game.observation_spec(variant.players)
    names = Counter(feature.name for feature in (*spec.planes, *spec.scalars))
    assert max(names.values()) == 1, "every plane and scalar has a name of its own"
    for position in stations(variant, 3, 6):
        for seat in range(variant.players):
            seen = position.observation(seat)
            assert seen.planes.shape == spec.planes_shape and seen.planes.dtype == np.int8
            assert seen.scalars.shape == spec.scalars_shape and seen.scalars.dtype == np.int16
            for feature, plane in zip(spec.planes, seen.planes, strict=True):
                assert feature.least <= plane.min() and plane.max() <= feature.most, feature.name
            for feature, scalar in zip(spec.scalars, seen.scalars, strict=True):
                assert feature.least <= scalar <= feature.most, feature.name


@every_variant
def test_looking_changes_nothing_and_tells_whose_move_it_is(variant: Variant) -> None:
    (to_act,) = [
        at for at, scalar in enumerate(variant.game.observation_spec(variant.players).scalars) if scalar.name == "to act"
    ]
    for position in stations(variant, 4, 5):
        state = position.state
        before = bytes(state)
        for seat in range(variant.players):
            seen = Position(position.game, position.players, state).observation(seat)
            assert bool(seen.scalars[to_act]) == (seat in position.actors)
        assert bytes(state) == before


@every_variant
def test_nothing_hidden_is_observed(variant: Variant) -> None:
    for position in stations(variant, 5, 24):
        for seat in range(variant.players):
            assert same(position.view(seat).observation(seat), position.observation(seat))


@every_variant
def test_positions_of_a_game_look_different(variant: Variant) -> None:
    match = finished(variant, 6)
    looks = set()
    steps = range(0, len(match.moves), 7)
    for at in steps:
        looks.add(b"".join(look(match.position_after(at), seat) for seat in range(variant.players)))
    assert len(looks) == len(steps)


@pytest.mark.slow
@every_variant
def test_compiled_and_interpreted_observations_agree(variant: Variant) -> None:
    warm_up(variant.name)
    positions = stations(variant, 7, 20)
    spec = variant.game.observation_spec(variant.players)
    for position in positions:
        for seat in range(variant.players):
            planes, scalars = np.zeros(spec.planes_shape, np.int8).reshape(-1), np.zeros(spec.scalars_shape, np.int16)
            verbs.observe(position.state, seat, planes.data, scalars.data)
            assert write_observation.is_ready(variant.rulebook.state)
            assert same(position.observation(seat), Observation(planes.reshape(spec.planes_shape), scalars))


# Symmetries


def turned(position: Position, symmetry: Symmetry) -> Position:
    return Position(position.game, position.players, symmetry.position(position.state))


def assert_turned(plain: Position, other: Position, symmetry: Symmetry) -> None:
    """Everything that can be known of one position is the same in the other, but turned."""
    assert plain.actors == other.actors and plain.scores == other.scores and plain.winners == other.winners
    for seat in range(plain.players):
        assert same(symmetry.turn_observation(plain.observation(seat)), other.observation(seat)), symmetry.name
    for seat in plain.actors:
        assert np.array_equal(symmetry.turn_mask(plain.legal_mask(seat)), other.legal_mask(seat)), symmetry.name


def played(position: Position, seat: int, action: int) -> Position:
    return position.play(position.move(action, seat))


@pytest.mark.slow
@every_variant
def test_rules_and_symmetries_commute(variant: Variant) -> None:
    """A turned game goes on as the game itself, turned; and it can be turned in its middle."""
    moves = finished(variant, 8).moves
    chooser = random.Random(str(variant))
    for symmetry in variant.game.symmetries(variant.players):
        plain = variant.start()
        other = turned(plain, symmetry)
        for count, move in enumerate(moves):
            if chooser.random() < 8 / len(moves):
                assert_turned(plain, other, symmetry)
                assert_turned(plain, turned(plain, symmetry), symmetry)
                other = turned(plain, symmetry)
            plain = played(plain, move.seat, move.action)
            other = played(other, move.seat, symmetry.turn_action(move.action))
            assert plain.actors == other.actors, f"after {count} moves"
        assert_turned(plain, other, symmetry)


@pytest.mark.slow
@every_variant
def test_symmetries_are_a_group(variant: Variant) -> None:
    group = variant.game.symmetries(variant.players)
    position = stations(variant, 9, 2)[1]
    assert bytes_of(turned(position, group[0])) == bytes_of(position), "the first leaves everything as it is"
    looks = {look(turned(position, symmetry)) for symmetry in group}
    for one in group:
        assert sorted(one.actions) == list(range(variant.rulebook.actions)), "no two actions become one"
        assert sorted(one.planes) == list(range(len(one.planes))) and sorted(one.scalars) == list(range(len(one.scalars)))
        once = turned(position, one)
        for other in variant.rulebook.symmetries(once.state):  # type: ignore[misc]
            assert look(turned(once, other)) in looks, "two turns are a turn"
    assert len({symmetry.name for symmetry in group}) == len(group)


def look(position: Position, seat: int = 0) -> bytes:
    seen = position.observation(seat)
    return bytes(seen.planes.tobytes() + seen.scalars.tobytes())


def test_a_game_that_says_nothing_says_what_to_do() -> None:
    from tests.table.pond import pond

    with pytest.raises(NotImplementedError, match="give its Rulebook an `observation` and implement the verb `observe`"):
        pond().observation_spec()
    with pytest.raises(NotImplementedError, match="give its Rulebook `symmetries`"):
        pond().symmetries()
    with pytest.raises(NotImplementedError, match="implement the verb `observe`"):
        pond().position().observation(0)


def test_hiding_is_what_makes_the_difference() -> None:
    """Two positions that differ only in what is hidden look the same; as the one who has acted, they look different."""
    hiding = [variant for variant in SEEN if verbs.hide.is_answered_by(variant.rulebook.state) and variant.players > 1]
    assert hiding
    for variant in hiding:
        match = variant.match(3)
        chooser = random.Random(1)
        while len(match.moves) < 30:
            seat = chooser.choice(match.actors)
            match.play(chooser.choice(match.legal(seat)), seat)
        while match.actors != tuple(range(variant.players)):
            seat = match.actors[0]
            match.play(chooser.choice(match.legal(seat)), seat)
        position, actor = match.position, match.actors[0]
        after = [complete(position, actor, move.action) for move in position.legal_moves(actor)[:8]]
        others = {look(each, actor + 1) for each in after}
        assert len(others) == 1 and len({look(each, actor) for each in after}) > 1, str(variant)


def complete(position: Position, seat: int, action: int) -> Position:
    """Plays an action and then whatever comes first until the turn is whole."""
    position = played(position, seat, action)
    while position.mid_turn(seat):
        position = played(position, seat, position.legal_actions(seat)[-1])
    assert CHANCE not in position.actors
    return position


def test_the_pages_say_what_the_code_does() -> None:
    script = Path(__file__).parent.parent.parent / "docs" / "observations" / "write.py"
    for file, text in runpy.run_path(str(script))["pages"]().items():
        assert file.read_text(encoding="utf-8") == text, "python docs/observations/write.py writes the pages anew"
