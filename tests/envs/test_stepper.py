"""One game stepped from outside: the same compiled and interpreted, and the same as at a table."""

from __future__ import annotations

import pickle
import subprocess
import sys

import numpy as np
import pytest

import ponticello as pc
from ponticello.envs.missing import MissingLibrary, missing
from ponticello.envs.rewards import results
from ponticello.envs.stepper import FIRST_TO_ACT, Stepper
from tests.engine.warmth import warm_up
from tests.envs.variants import every_variant, usual_variants


def recorded(stepper: Stepper, seed: int) -> list[object]:
    """Plays a game at random; returns all that was true on the way."""
    chooser, told = np.random.default_rng(seed), []
    stepper.start(seed)
    while stepper.acting:
        told.append((stepper.acting, stepper.scores, stepper.standings, stepper.masks.tobytes(), stepper.views.tobytes()))
        stepper.play(stepper.seat_to_act, int(chooser.choice(np.flatnonzero(stepper.masks[0]))))
    return [*told, stepper.position.content]


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
@usual_variants
def test_compiled_and_interpreted_games_are_the_same(name: str, players: int, monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up(name)
    stepper = Stepper(pc.game(name), players, [FIRST_TO_ACT, 1])
    compiled = recorded(stepper, 4)
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    assert recorded(stepper, 4) == compiled


@every_variant
def test_what_is_seen_is_what_positions_say(name: str, players: int) -> None:
    stepper = Stepper(pc.game(name), players, range(players))
    stepper.start(3)
    for _ in range(10):
        for seat in range(players):
            planes, scalars = stepper.position.observation(seat)
            assert np.array_equal(stepper.views[seat], np.concatenate([planes.ravel(), scalars]))
            assert np.flatnonzero(stepper.masks[seat]).tolist() == stepper.position.legal_actions(seat)
        stepper.play(stepper.seat_to_act, int(stepper.masks[stepper.seat_to_act].argmax()))


@every_variant
def test_a_game_says_whether_points_are_good_to_have(name: str, players: int) -> None:
    stepper = Stepper(pc.game(name), players, [FIRST_TO_ACT])
    for seed in range(3):
        recorded(stepper, seed)
        best = (min if stepper.game.rulebook.fewest_win else max)(stepper.scores)
        assert all(stepper.scores[seat] == best for seat in stepper.position.winners)


def test_a_stepper_keeps_nothing_of_the_game_but_its_name_when_it_is_pickled() -> None:
    stepper = Stepper(pc.game("ponte", size=12), 2, [FIRST_TO_ACT])
    stepper.start(1)
    other = pickle.loads(pickle.dumps(stepper))
    assert other.game.options == stepper.game.options and other.position.content == stepper.position.content


def test_results_are_shared_and_sum_to_nothing() -> None:
    assert results([1, 2, 3, 4]) == [-1 / 3, -1 / 3, -1 / 3, 1]
    assert results([4, 4, 4]) == [0, 0, 0]


@pytest.mark.parametrize("library", ["PettingZoo", "Gymnasium", "OpenSpiel"])
def test_a_library_that_is_not_installed_is_named_in_one_sentence(library: str) -> None:
    hidden = "pyspiel" if library == "OpenSpiel" else library.lower()
    program = f"import sys; sys.modules[{hidden!r}] = None; import ponticello.envs.{library.lower()}"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False).stderr.strip()
    assert told.endswith(f"MissingLibrary: {library} is not installed; install it with: pip install 'ponticello[envs]'")
    assert isinstance(missing(library), ImportError) and isinstance(missing(library), MissingLibrary)


def test_the_package_itself_pulls_none_of_them() -> None:
    program = "import sys, ponticello; print(sorted({'gymnasium', 'pettingzoo', 'pyspiel', 'jax', 'torch'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip() == "[]"
