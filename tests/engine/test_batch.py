"""A batch of any game: how it begins again, what it notes of games that ended, which seeds it takes, who gets its arrays."""

from __future__ import annotations

import gc
import re
import runpy
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ponticello.engine import cuda_device, dlpack
from ponticello.engine.batch import Batch
from ponticello.engine.errors import BadOption, IllegalMove, NoDevice
from ponticello.table.game import game
from ponticello.table.position import Position
from tests.engine.variants import VARIANTS, Variant, content
from tests.engine.warmth import warm_up
from tests.table.pond import pond

FIRST_OF_EACH = [next(variant for variant in VARIANTS if variant.name == name) for name in {v.name: 0 for v in VARIANTS}]
HOW_MANY = 12


@pytest.fixture(params=FIRST_OF_EACH, ids=str)
def variant(request: pytest.FixtureRequest) -> Variant:
    chosen: Variant = request.param
    warm_up(chosen.name)
    return chosen


def made(variant: Variant, **how: Any) -> Batch[Any]:
    return variant.game.batch(HOW_MANY, variant.players, **{"seed": 3, **how})


def until_one_ends(batch: Batch[Any]) -> Any:
    """Steps at random until a game ends; returns which did."""
    while True:
        batch.step(batch.choose())
        if batch.ended.any():
            return batch.ended.copy()


@pytest.mark.slow
def test_without_auto_reset_a_game_that_is_over_stays_over(variant: Variant) -> None:
    batch = made(variant)
    ended = until_one_ends(batch)
    assert (batch.over == ended).all() and (batch.actors[ended] == -1).all() and not batch.legal_mask[ended].any()
    assert (batch.final_scores[ended] == batch.scores[ended]).all()
    assert (batch.final_standings[ended] == batch.standings[ended]).all() and not batch.final_scores[~ended].any()
    before = [content(state) for state in batch.positions()]
    batch.step(batch.choose())
    after = [content(state) for state in batch.positions()]
    assert [a == b for a, b in zip(before, after, strict=True)] == ended.tolist()
    assert not batch.ended[ended].any() and batch.over[ended].all()


@pytest.mark.slow
def test_at_the_next_step_a_game_that_is_over_begins_again(variant: Variant) -> None:
    batch, plain = made(variant, auto_reset="next step"), made(variant)
    ended = until_one_ends(batch)
    until_one_ends(plain)
    assert [content(s) for s in batch.positions()] == [content(s) for s in plain.positions()], "so far there is no difference"
    assert (batch.over == ended).all()
    batch.step(np.where(ended, 10**9, batch.choose()))
    assert not batch.over[ended].any() and not batch.ended[ended].any() and batch.legal_mask[ended].any(axis=1).all()
    fresh = made(variant)
    assert (batch.scores[ended] == fresh.scores[:1]).all() and (batch.final_scores[ended] == plain.scores[ended]).all()


@pytest.mark.slow
def test_in_the_same_step_a_game_that_is_over_begins_again(variant: Variant) -> None:
    batch, plain = made(variant, auto_reset="same step"), made(variant)
    ended = until_one_ends(batch)
    until_one_ends(plain)
    assert not batch.over.any() and (batch.actors >= 0).all()
    assert (batch.final_scores[ended] == plain.scores[ended]).all()
    assert (batch.final_standings[ended] == plain.standings[ended]).all()
    for _ in range(5):
        batch.step(batch.choose())
    assert batch.legal_mask.any(axis=1).all()


@pytest.mark.slow
def test_a_game_seeded_by_itself_is_the_same_in_every_batch(variant: Variant) -> None:
    def last_positions(seeds: list[int]) -> list[bytes]:
        batch = variant.game.batch(len(seeds), variant.players, seed=seeds)
        while not batch.over.all():
            batch.step(batch.choose())
        return [content(state) for state in batch.positions()]

    one, two, three, again = last_positions([11, 12, 13, 11])
    assert one == again and len({one, two, three}) == 3
    assert last_positions([13, 12]) == [three, two]
    with pytest.raises(ValueError, match="one for each of its 2 games, not 3"):
        variant.game.batch(2, variant.players, seed=[1, 2, 3])


@pytest.mark.slow
def test_reset_begins_all_or_some_games_anew(variant: Variant) -> None:
    batch = made(variant)
    first = [content(state) for state in batch.positions()]
    batch.playout()
    batch.reset(3)
    assert [content(state) for state in batch.positions()] == first and not batch.over.any()
    batch.playout()
    some = np.arange(HOW_MANY) % 3 == 0
    batch.reset(where=some)
    assert (batch.over == ~some).all()
    batch.reset()
    assert not batch.over.any()
    batch.playout()
    batch.reset(3, where=some)
    assert [content(state) for state in batch.positions()][::3] == first[::3] and (batch.over == ~some).all()


@pytest.mark.slow
def test_arrays_are_written_in_place_and_only_what_is_asked_for(variant: Variant) -> None:
    batch = made(variant)
    mask, actors = batch.legal_mask, batch.actors
    before = mask.copy()
    batch.step(mask.argmax(axis=1))
    assert (mask == before).all(), "until somebody asks"
    assert np.shares_memory(batch.legal_mask, mask) and np.shares_memory(batch.actors, actors)
    assert (mask != before).any()


@pytest.mark.slow
def test_a_batch_observes_what_its_positions_observe(variant: Variant) -> None:
    if variant.rulebook.observation is None:
        with pytest.raises(NotImplementedError, match="implement the verb `observe`"):
            _ = made(variant).observation
        return
    batch = made(variant, auto_reset="same step")
    spec = variant.game.observation_spec(variant.players)
    for _ in range(6):
        positions = [Position(variant.game, variant.players, state) for state in batch.positions()]
        seen = batch.observation
        assert seen.planes.shape == (HOW_MANY, *spec.planes_shape) and seen.planes.dtype == np.int8
        assert seen.scalars.shape == (HOW_MANY, *spec.scalars_shape) and seen.scalars.dtype == np.int16
        for k, position in enumerate(positions):
            expected = position.observation(position.actors[0])
            assert (seen.planes[k] == expected.planes).all() and (seen.scalars[k] == expected.scalars).all()
            for seat in range(variant.players):
                assert (batch.observe(seat).planes[k] == position.observation(seat).planes).all()
                assert (batch.observe(seat).scalars[k] == position.observation(seat).scalars).all()
        for _ in range(5):
            batch.step(batch.choose())
    batch.playout()
    assert (batch.observation.scalars == batch.observe(0).scalars).all(), "where a game is over, the first seat looks"
    with pytest.raises(BadOption, match=f"no seat {variant.players}"):
        batch.observe(variant.players)


@pytest.mark.slow
def test_what_is_chosen_at_random_is_legal_and_a_mask_spares_asking(variant: Variant) -> None:
    batch, other = made(variant), made(variant)
    for _ in range(20):
        chosen = batch.choose().copy()
        assert (other.choose() == chosen).all()
        assert batch.legal_mask[np.arange(HOW_MANY), chosen].all()
        batch.step(chosen)
        other.step(chosen, check=False)
        wrong = batch.legal_mask.argmin(axis=1)
        with pytest.raises(IllegalMove, match="game 0 of the batch refuses action"):
            batch.step(wrong)
    assert [content(s) for s in batch.positions()] == [content(s) for s in other.positions()]


# Small batches, whatever the game


def test_a_batch_says_what_it_cannot_be() -> None:
    with pytest.raises(BadOption, match="auto_reset cannot be 'sometimes'; choose one of: off, next step, same step"):
        pond().batch(4, auto_reset="sometimes")  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="device cannot be 'tpu'; choose one of: cpu, cuda"):
        pond().batch(4, device="tpu")


@pytest.fixture
def nobody_knows_the_gpu() -> Any:
    cuda_device.find.cache_clear()
    yield
    cuda_device.find.cache_clear()


@pytest.mark.usefixtures("nobody_knows_the_gpu")
def test_a_missing_gpu_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    with pytest.raises(NoDevice, match="needs compiled rules: unset PONTICELLO_INTERPRET"):
        pond().batch(4, device="cuda")
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(NoDevice, match=r"needs numba-cuda: pip install 'ponticello\[cuda\]'"):
        pond().batch(4, device="cuda")


@pytest.mark.slow
@pytest.mark.usefixtures("nobody_knows_the_gpu")
def test_a_machine_without_a_gpu_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numba_cuda")
    monkeypatch.setattr(cuda_device, "interpreted", lambda: False)
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(NoDevice, match="no GPU was found that CUDA can use; device='cpu' works everywhere"):
        game("ponte").batch(4, device="cuda")


# Lending


class Lender:
    """Memory that only DLPack hands out, as that of a GPU."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack_device__(self) -> tuple[int, int]:
        return dlpack.CPU, 0

    def __dlpack__(self, **how: Any) -> Any:
        return dlpack.lend(self.array.ctypes.data, self.array.shape, self.array.dtype, self.__dlpack_device__(), self)


@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int32, np.int64, np.bool_, np.float32])
def test_memory_is_lent_without_a_copy(dtype: Any) -> None:
    array = (np.arange(24) % 7 % 2).astype(dtype).reshape(2, 3, 4)
    taken = np.from_dlpack(Lender(array))
    assert taken.dtype == array.dtype and (taken == array).all() and taken.ctypes.data == array.ctypes.data
    array[1, 2, 3] = 1 - array[1, 2, 3]
    assert (taken == array).all()


def test_what_is_lent_lives_until_it_is_given_back() -> None:
    before = len(dlpack._lent)
    lender = Lender(np.arange(5))
    watched = weakref.ref(lender)
    taken = np.from_dlpack(lender)
    capsule = lender.__dlpack__()
    del lender
    gc.collect()
    assert watched() is not None and len(dlpack._lent) == before + 2 and taken.tolist() == [0, 1, 2, 3, 4]
    del capsule
    del taken
    gc.collect()
    assert watched() is None and len(dlpack._lent) == before


@pytest.mark.slow
def test_the_arrays_of_a_batch_go_to_jax_without_a_copy() -> None:
    jax = pytest.importorskip("jax")
    batch = game("skybridge").batch(16, 2)
    for array in (batch.legal_mask, batch.observation.planes, batch.observation.scalars, batch.actors, batch.scores):
        taken = jax.dlpack.from_dlpack(array)
        assert taken.shape == array.shape and taken.dtype == array.dtype and (np.asarray(taken) == array).all()
        assert taken.unsafe_buffer_pointer() == array.ctypes.data


@pytest.mark.slow
def test_a_net_in_jax_plays_a_batch(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("jax")
    example = Path(__file__).parent.parent.parent / "examples" / "batch_to_nets.py"
    monkeypatch.setattr("sys.argv", [str(example), "--game", "skybridge", "--games", "32", "--steps", "60"])
    runpy.run_path(str(example), run_name="__main__")
    assert re.search(r"1,920 steps of Skybridge in [0-9.]+ s, [1-9][0-9]* games finished", capsys.readouterr().out)
