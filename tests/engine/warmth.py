"""Compiles a game's rules once for all processes that run tests: one compiles, the others wait and load what it made."""

from __future__ import annotations

import os
import time
from functools import cache

import numpy as np

from ponticello.engine.dice import Dice, new_dice
from ponticello.engine.native import cache_folder, interpreted
from ponticello.engine.playouts import mark_legal, perft, run_moves, run_playouts, write_observation
from ponticello.engine.record import Records
from ponticello.envs.stepper import FIRST_TO_ACT, Stepper
from ponticello.games import names
from ponticello.players import best, player
from ponticello.table.game import game

_warm: set[str] = set()


def warm_up(wanted: str) -> None:
    """Returns when a game's rules are compiled; while another process is at it, sees to the other games."""
    while wanted not in _warm:
        for name in [wanted, *sorted(set(names()) - _warm - {wanted})]:
            if interpreted() or try_to_compile(name):
                _warm.add(name)
                break
        else:
            time.sleep(0.1)


def try_to_compile(name: str) -> bool:
    """Compiles a game unless another process does so now; tells whether it did."""
    lock = open_lock(name)
    if lock is None:
        return False
    try:
        compile_all(name)
    finally:
        os.close(lock)
    return True


def open_lock(name: str) -> int | None:
    """Returns a lock that ends with the process, or None if another process holds it."""
    lock = os.open(cache_folder() / f"{name}.lock", os.O_CREAT | os.O_RDWR)
    try:
        import fcntl

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except ImportError:  # elsewhere than on Unix processes compile side by side
        return lock
    except OSError:
        os.close(lock)
        return None
    return lock


@cache
def compile_all(name: str) -> None:
    """Calls everything there is to compile, once."""
    table = game(name)
    start, actions = table.position().state, table.rulebook.actions
    kind, marks, dice = type(start), np.zeros(actions, np.int8), Records(Dice, new_dice(1).array)
    mark_legal(Records(kind, start.array), 0, marks)
    run_moves(Records.of(start, 1), dice, marks, np.zeros(1, np.int64))
    run_playouts(Records.of(start, 1), Records.of(start, 1), dice, marks, 1, np.zeros(2, np.int64))
    perft(Records.of(start, 2), np.zeros(2, np.int64), 1, actions)
    match = table.match(max(2, table.rulebook.players[0]), seed=1)
    for hand in ("greedy", "uct"):
        player(hand, seed=1, threads=1).choose(match.position, match.actors[0], simulations=1)
    best(name, seed=1, threads=1).choose(match.position, match.actors[0], simulations=1)  # with a net, where it asks one
    if table.rulebook.observation is not None:
        Stepper(table, match.players, [FIRST_TO_ACT]).start(1)
    batch = table.batch(2)
    batch.step(batch.choose())
    batch.step(batch.legal_mask.argmax(axis=1))
    batch.reset(where=np.array([True, False]))
    if table.rulebook.observation is not None:
        assert batch.observation.planes.any()
        seen = table.observation_spec()
        planes, scalars = np.zeros(seen.planes_shape, np.int8).reshape(-1), np.zeros(seen.scalars_shape, np.int16)
        write_observation(Records(kind, start.array), 0, planes, scalars)
    batch.playout()
    assert batch.over.all() and batch.standings.shape == batch.scores.shape == (2, table.rulebook.players[0])
