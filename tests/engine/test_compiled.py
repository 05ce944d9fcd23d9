"""Any game compiled, and many games at once: the same as interpreted and one by one. Nothing here names a game."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ponticello.engine import verbs
from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.errors import IllegalMove
from ponticello.engine.playouts import mark_legal, run_moves, run_playouts
from ponticello.engine.record import Records
from ponticello.engine.verbs import CHANCE
from ponticello.table.game import Game
from ponticello.table.position import Position
from tests.engine.variants import SEATS, VARIANTS, Variant, bytes_of, content, not_refused, stations
from tests.engine.warmth import warm_up

pytestmark = pytest.mark.slow

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


@pytest.fixture(autouse=True)
def compiled(variant: Variant) -> None:
    warm_up(variant.name)


@every_variant
@pytest.mark.parametrize("seed", [1, 2])
def test_compiled_and_interpreted_rules_agree_move_by_move(variant: Variant, seed: int) -> None:
    start, actions = variant.start().state, variant.rulebook.actions
    kind = type(start)
    native, plain = Records.of(start, 1), Records.of(start, 1)
    native_dice, plain_dice = (Records(Dice, new_dice(seed, 3).array) for _ in range(2))
    native_marks, plain_marks = np.zeros(actions, np.int8), np.zeros(actions, np.int8)
    native_move, plain_move = np.zeros(1, np.int64), np.zeros(1, np.int64)
    played = 0
    while True:
        for seat in (verbs.first_actor(plain[0]), played % variant.players):
            if seat >= 0:
                count = mark_legal(Records(kind, native.array.copy()), seat, native_marks)
                assert count == mark_legal.function(Records(kind, plain.array.copy()), seat, plain_marks.data)
                assert np.array_equal(native_marks, plain_marks), f"seat {seat} after {played} moves"
        more = run_moves(native, native_dice, native_marks, native_move)
        assert more == run_moves.function(plain, plain_dice, plain_marks.data, plain_move.data)
        assert native_move[0] == plain_move[0]
        assert content(native[0]) == content(plain[0]), f"after {played} moves"
        assert native_dice.array.tobytes() == plain_dice.array.tobytes()
        if more == 0:
            break
        played += 1
    assert verbs.actors(plain[0]) == 0 and played > 0
    moves = np.zeros(played + 5, np.int64)
    assert run_moves(Records.of(start, 1), Records(Dice, new_dice(seed, 3).array), native_marks, moves) == played


@every_variant
def test_playouts_add_up_standings(variant: Variant) -> None:
    start, marks = variant.start().state, np.zeros(variant.rulebook.actions, np.int8)
    native, plain = np.zeros(variant.players, np.int64), np.zeros(variant.players, np.int64)
    arguments = [(Records.of(start, 1), Records.of(start, 1), Records(Dice, new_dice(9).array)) for _ in range(2)]
    count = run_playouts(*arguments[0], marks, 3, native)
    assert count == run_playouts.function(*arguments[1], marks.data, 3, plain.data)
    assert native.tolist() == plain.tolist()
    assert content(arguments[0][1][0]) == content(start)


def positions_of(variant: Variant, batch: object) -> list[Position]:
    return [Position(variant.game, variant.players, state.copy()) for state in batch.states]  # type: ignore[attr-defined]


@every_variant
def test_a_batch_knows_what_its_positions_know(variant: Variant) -> None:
    batch = variant.game.batch(70, variant.players, seed=3)
    chooser = random.Random(1)
    for _ in range(4):
        positions = positions_of(variant, batch)
        mask = batch.legal_mask
        assert len(batch) == 70 == len(positions) and mask.shape == (70, variant.rulebook.actions) and mask.dtype == bool
        assert [position.actors[0] for position in positions] == batch.actors.tolist()
        assert CHANCE not in batch.actors, "chance settles itself"
        assert batch.scores.tolist() == [list(position.scores) for position in positions]
        assert not batch.over.any()
        for row, position in zip(mask[:12], positions, strict=False):
            assert np.flatnonzero(row).tolist() == position.legal_actions(position.actors[0])
        chosen = [chooser.choice(np.flatnonzero(row).tolist()) for row in mask]
        batch.step(chosen)
        for state, position, action in [*zip(batch.states, positions, chosen, strict=True)][::3]:
            after = position.play(position.move(action, position.actors[0]))
            if after.actors != (CHANCE,):
                stepped = Position(variant.game, variant.players, state.copy())
                assert stepped.text() == after.text() and stepped.scores == after.scores and stepped.actors == after.actors


@every_variant
def test_a_batch_does_not_depend_on_its_size_or_on_the_cores(variant: Variant) -> None:
    def play(count: int, seed: int = 4) -> list[bytes]:
        batch = variant.game.batch(count, variant.players, seed=seed)
        for _ in range(3):
            batch.step(batch.legal_mask.argmax(axis=1))
        lengths = batch.playout()
        assert batch.over.all() and (batch.actors == -1).all() and not batch.legal_mask.any()
        assert (lengths > 0).all() and (batch.playout() == 0).all()
        return [content(state) + str(length).encode() for state, length in zip(batch.states, lengths, strict=True)]

    numba = pytest.importorskip("numba")
    many = play(131)
    assert play(5) == many[:5] and play(1) == many[:1] and play(64) == many[:64]
    assert len(set(many)) > 100, "games of one batch differ"
    assert play(5, seed=5) != many[:5]
    cores = numba.get_num_threads()
    try:
        numba.set_num_threads(1)
        assert play(131) == many
    finally:
        numba.set_num_threads(cores)


@every_variant
def test_a_batch_refuses_a_step_as_a_whole(variant: Variant) -> None:
    batch = variant.game.batch(9, variant.players, seed=1)
    legal = batch.legal_mask.argmax(axis=1)
    before = batch.states.array.tobytes()
    illegal = int((~batch.legal_mask[4]).argmax())
    for wrong in (illegal, -1, variant.rulebook.actions, 10**12):
        actions = legal.copy()
        actions[4] = wrong
        with pytest.raises(IllegalMove, match=f"game 4 of the batch refuses action {wrong}"):
            batch.step(actions)
        assert batch.states.array.tobytes() == before
    for shape in ([], legal[:8].tolist(), [legal.tolist()]):
        with pytest.raises(ValueError, match="one action for each of the 9 games"):
            batch.step(shape)
    batch.playout()
    over = batch.states.array.tobytes()
    batch.step([-1] * 9)
    assert batch.states.array.tobytes() == over, "a game that is over ignores its action"
    with pytest.raises(ValueError, match="at least one game"):
        variant.game.batch(0, variant.players)


@every_variant
def test_compiled_lists_serve_positions_too(variant: Variant) -> None:
    table: Game = variant.game
    table.compile()
    assert mark_legal.is_ready(variant.rulebook.state)
    for position in stations(variant, 2, 10):
        before = bytes_of(position)
        for seat in SEATS:
            assert position.legal_actions(seat) == not_refused(position, seat)
        assert bytes_of(position) == before
