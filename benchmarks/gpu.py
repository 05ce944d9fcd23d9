"""Batches on a GPU: first compared with the processor move by move, then measured.

    python benchmarks/gpu.py compare [--games 10000] [GAME ...]
    python benchmarks/gpu.py lend
    python benchmarks/gpu.py measure [--games 262144] [--json out.jsonl] [GAME ...]

`compare` plays random games of every kind on both devices with the same seeds and asks after every move whether positions, masks,
observations, scores and the actions drawn are equal to the last byte. `lend` hands the arrays of a batch to torch, JAX and CuPy,
those that are installed, and asks whether they look at the same memory. `measure` steps random games with mask, observation and
games that begin again in the same step, and plays games out at random; a step is one action in one game.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import ponticello as pc

SEED = 2026
ROUNDS = 5


def kinds(name: str) -> Iterator[tuple[pc.Game, int]]:
    """Yields a game with every number of players and every choice of options that makes a difference."""
    options = pc.game(name).rulebook.options
    seen = set()
    for values in itertools.product(*(option.choices for option in options)):
        game = pc.game(name, **{option.name: value for option, value in zip(options, values, strict=True)})
        for players in game.rulebook.players:
            start = game.position(players).content
            if start not in seen:
                yield game, players
            seen.add(start)


def same_records(one: Any, other: Any) -> bool:
    """Tells whether all fields of some records are equal; what lies between the fields means nothing."""
    if one.tobytes() == other.tobytes():
        return True
    return all(np.array_equal(one[name], other[name]) for name in one.dtype.names)


def compare(game: pc.Game, players: int, count: int) -> int:
    """Plays the same games on both devices, for half as many moves again as a game has; returns how many."""
    how: dict[str, Any] = {"seed": SEED, "auto_reset": "same step"}
    here, there = game.batch(count, players, **how), game.batch(count, players, device="cuda", **how)
    moves = most = 0
    while moves < most or most == 0:
        for name in ("actors", "scores", "standings", "legal_mask", "ended", "final_scores", "final_standings"):
            assert np.array_equal(getattr(here, name), np.asarray(getattr(there, name))), f"{name} after {moves} moves"
        assert np.array_equal(here.observation.planes, np.asarray(there.observation.planes)), f"planes after {moves} moves"
        assert np.array_equal(here.observation.scalars, np.asarray(there.observation.scalars)), f"scalars after {moves} moves"
        chosen = here.choose()
        on_gpu = there.choose()
        assert np.array_equal(chosen, np.asarray(on_gpu)), f"actions drawn after {moves} moves"
        assert same_records(here.positions().array, there.positions().array), f"positions after {moves} moves"
        here.step(chosen)
        there.step(on_gpu)
        moves += 1
        if most == 0 and here.ended.any():
            most = moves * 3 // 2
    refuse(there)
    assert np.array_equal(here.playout(), np.asarray(there.playout())), "lengths of games played out"
    assert np.array_equal(here.scores, np.asarray(there.scores)), "scores of games played out"
    return moves * count


def refuse(batch: Any) -> None:
    """Asks whether an illegal action is refused and nothing is played."""
    before = batch.positions().array.tobytes()
    wrong = np.asarray(batch.legal_mask).argmax(axis=1)
    wrong[7] = np.asarray(batch.legal_mask)[7].argmin()
    try:
        batch.step(wrong)
    except pc.IllegalMove as refused:
        assert "game 7 of the batch refuses action" in str(refused)
    else:
        raise AssertionError("an illegal action was played")
    assert batch.positions().array.tobytes() == before, "nothing is played"


def lend() -> None:
    """Hands arrays to other libraries and looks where they lie."""
    batch = pc.game("skybridge").batch(1024, 2, device="cuda")
    array = batch.legal_mask
    pointer = array.__cuda_array_interface__["data"][0]
    expected = np.asarray(array)
    for name in ("torch", "jax", "cupy"):
        try:
            library = __import__(name)
        except ImportError:
            print(f"{name} is not installed")
            continue
        if name == "torch":
            taken = {"as_tensor": library.as_tensor(array, device="cuda"), "from_dlpack": library.from_dlpack(array)}
            found = {way: (each.data_ptr(), each.cpu().numpy()) for way, each in taken.items()}
        elif name == "jax":
            each = library.dlpack.from_dlpack(array)
            found = {"from_dlpack": (each.unsafe_buffer_pointer(), np.asarray(each))}
        else:
            taken = {"asarray": library.asarray(array), "from_dlpack": library.from_dlpack(array)}
            found = {way: (each.data.ptr, each.get()) for way, each in taken.items()}
        for way, (where, values) in found.items():
            assert where == pointer and np.array_equal(values, expected), f"{name}.{way} made a copy"
            print(f"{name}.{way}: the same memory")
    step_from_elsewhere(batch)


def step_from_elsewhere(batch: Any) -> None:
    """Steps with actions that a library chose on the GPU."""
    try:
        import torch
    except ImportError:
        return
    mask = torch.as_tensor(batch.legal_mask, device="cuda")
    for _ in range(5):
        batch.step(mask.to(torch.float32).argmax(dim=1))
        _ = batch.legal_mask
    print("torch chose five moves on the GPU")


def timed(work: Callable[[], int]) -> float:
    """Returns how much is done a second: the median of some rounds after one that does not count."""
    from numba import cuda

    work()
    rates = []
    for _ in range(ROUNDS):
        cuda.synchronize()
        clock = time.perf_counter()
        done = work()
        cuda.synchronize()
        rates.append(done / (time.perf_counter() - clock))
    return statistics.median(rates)


def measure(name: str, players: int, count: int) -> dict[str, Any]:
    """Measures one game; in millions a second."""
    batch = pc.game(name).batch(count, players, device="cuda", seed=SEED, auto_reset="same step")
    steps = 20

    def stepping(*wanted: str, check: bool = False) -> Callable[[], int]:
        def work() -> int:
            for _ in range(steps):
                batch.step(batch.choose(), check=check)
                for each in wanted:
                    getattr(batch, each)
            return steps * count

        return work

    for _ in range(4):
        stepping()()
    found: dict[str, Any] = {"game": name, "players": players, "games": count}
    found["step"] = timed(stepping())
    found["step, mask"] = timed(stepping("legal_mask"))
    found["step, observation"] = timed(stepping("observation"))
    found["step, mask, observation"] = timed(stepping("legal_mask", "observation"))
    found["all, checked"] = timed(stepping("legal_mask", "observation", check=True))
    found["random games"] = played_out(batch)
    return {key: round(value / 1e6, 1) if isinstance(value, float) else value for key, value in found.items()}


def played_out(batch: Any) -> float:
    """Returns the moves a second of games played out at random from their start."""
    from numba import cuda

    rates = []
    for seed in range(ROUNDS + 1):
        batch.reset(seed)
        cuda.synchronize()
        clock = time.perf_counter()
        counts = batch.playout()
        cuda.synchronize()
        passed = time.perf_counter() - clock
        rates.append(int(np.asarray(counts).sum()) / passed)
    return statistics.median(rates[1:])


def main() -> None:
    """Compares, lends or measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("compare", "lend", "measure"))
    parser.add_argument("names", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_intermixed_args()
    names = arguments.names or [rulebook.name for rulebook in pc.games()]
    if arguments.what == "lend":
        lend()
    elif arguments.what == "compare":
        for name in names:
            for game, players in kinds(name):
                clock = time.perf_counter()
                moves = compare(game, players, arguments.games or 10_000)
                print(f"{game} for {players}: {moves:,} moves alike ({time.perf_counter() - clock:.0f} s)", flush=True)
    else:
        for name in names:
            line = measure(name, max(2, pc.game(name).rulebook.players[0]), arguments.games or 262_144)
            print(line, flush=True)
            if arguments.json:
                with arguments.json.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
