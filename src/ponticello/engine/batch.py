"""Many games at once, on all cores or on a GPU: they step, list their legal actions, are observed and play themselves out.

All arrays of a batch are made once and written in place: what `legal_mask`, `observation` and the others return is the same array
every time, and holds what is true until the next step. On a GPU they are arrays of that GPU, which torch, JAX and CuPy take
without a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Literal

import numpy as np
from numpy.typing import NDArray

from ponticello.engine.dice import Dice
from ponticello.engine.errors import BadOption, IllegalMove
from ponticello.engine.observation import PLANE, SCALAR, Observation, ObservationSpec
from ponticello.engine.record import R, Records
from ponticello.engine.stepping import AFRESH, AGAIN, NEXT_STEP, OFF, SAME_STEP
from ponticello.engine.verbs import sample
from ponticello.engine.words import say

AutoReset = Literal["off", "next step", "same step"]
RESETS: dict[str, int] = {"off": OFF, "next step": NEXT_STEP, "same step": SAME_STEP}
DEVICES = ("cpu", "cuda")
SEED_BITS = 0x7FFFFFFFFFFFFFFF
SEAT_TO_ACT = -1

Seeds = int | Sequence[int] | NDArray[np.integer[Any]]


class Batch(Generic[R]):
    """Games of one kind, side by side. Chance settles itself, so that a game always waits for a player or is over."""

    def __init__(
        self,
        start: R,
        count: int,
        *,
        seats: int,
        actions: int,
        spec: ObservationSpec | None = None,
        seed: Seeds = 0,
        auto_reset: AutoReset = "off",
        device: str = "cpu",
    ) -> None:
        """Makes `count` games that begin at `start`.

        `seed` is one number for the whole batch, from which each game gets dice of its own, or a number for each game; equal
        seeds give equal games, on every device. `auto_reset` says when a game that is over begins again: never ("off"); at the
        next step, whose action it ignores ("next step"); or within the step that ends it ("same step"). Its dice go on.
        """
        if count < 1:
            raise ValueError(f"a batch needs at least one game, not {count}")
        self.seats = seats
        self.actions = actions
        self.spec = spec
        self.auto_reset = auto_reset
        self._reset = RESETS[_one_of(RESETS, "auto_reset", auto_reset)]
        self._device = _device(device)
        self.device = device
        kind = type(start)
        self.states: Any = self._device.records(Records.of(start, count))
        self._start = self._device.records(Records.of(start, 1))
        self._dice, self._choices = (self._device.records(Records(Dice, np.zeros(count, Dice.dtype))) for _ in range(2))
        self._kind = kind
        self._count = count
        self._arrays: dict[str, Any] = {}
        self._fresh: set[str] = set()  # the names of the arrays that hold what is true now
        self.reset(seed)

    def __len__(self) -> int:
        return self._count

    def reset(self, seed: Seeds | None = None, where: Sequence[bool] | NDArray[np.bool_] | None = None) -> None:
        """Begins all games anew, or those marked in `where`. With a seed, or one for each game, their dice begin anew too."""
        marked = np.ones(len(self), np.int8) if where is None else np.asarray(where, bool).astype(np.int8)
        how = marked * (AGAIN if seed is None else AFRESH)
        seeds, streams = seeds_and_streams(0 if seed is None else seed, len(self))
        given = [self._device.array(each, (len(self),)) for each in (seeds, streams, how)]
        self._run("start_all", self.states, self._start, self._dice, self._choices, self._marks, *given)
        self._run("clear", self._array("ended", (), np.int8))
        self._fresh.clear()

    # What is true now

    @property
    def actors(self) -> Any:
        """The seat to act in every game (the lowest, if several), -1 where the game is over. int32, shape (games,)."""
        actors = self._array("actors", (), np.int32)
        if "actors" not in self._fresh:
            self._run("actors_all", self.states, actors)
            self._fresh.add("actors")
        return actors

    @property
    def over(self) -> Any:
        """Which games are over. bool, shape (games,). With "same step" none ever is when a step is done: see `ended`."""
        over = self._array("over", (), np.int8)
        if "over" not in self._fresh:
            self._run("over_all", self.actors, over)
            self._fresh.add("over")
        return self._device.as_bool(over)

    @property
    def scores(self) -> Any:
        """The points of each seat. int32, shape (games, seats)."""
        return self._results()[0]

    @property
    def standings(self) -> Any:
        """Higher is better, tie-breaks included. int32, shape (games, seats)."""
        return self._results()[1]

    @property
    def legal_mask(self) -> Any:
        """Which actions the seat to act may play. bool, shape (games, actions); none where the game is over."""
        if "mask" not in self._fresh:
            self._run("legal_all", self.states, self._marks)
            self._fresh.add("mask")
        return self._device.as_bool(self._marks)

    @property
    def observation(self) -> Observation:
        """What the seat to act sees: planes, int8, (games, planes, height, width), and scalars, int16, (games, scalars).

        Where a game is over it is what the first seat sees.
        """
        return self._observed("", SEAT_TO_ACT)

    def observe(self, seat: int) -> Observation:
        """Returns what one seat sees in every game, in the same shape as `observation` and in arrays of its own for each seat."""
        if not 0 <= seat < self.seats:
            raise BadOption(f"there is no seat {seat}; this batch has seats 0 to {self.seats - 1}")
        return self._observed(f" of {seat}", seat)

    @property
    def ended(self) -> Any:
        """Which games ended in the last step. bool, shape (games,)."""
        return self._device.as_bool(self._array("ended", (), np.int8))

    @property
    def final_scores(self) -> Any:
        """The points of each seat when its game last ended. int32, shape (games, seats); 0 before that."""
        return self._array("final scores", (self.seats,), np.int32)

    @property
    def final_standings(self) -> Any:
        """The standing of each seat when its game last ended, tie-breaks included. int32, shape (games, seats)."""
        return self._array("final standings", (self.seats,), np.int32)

    def positions(self) -> Records[R]:
        """Returns a copy of all positions as records in this machine's memory."""
        copied: Records[R] = self._device.host_records(self.states, self._kind)
        return copied

    # What happens

    def step(self, actions: Any, *, check: bool = True) -> None:
        """Plays one action in every game; a game that is over ignores its own. If any is illegal, nothing is played.

        `actions` are integers, one a game: a list, a NumPy array or, on a GPU, any array of that GPU. With check=False nobody
        looks whether they are legal, and what an illegal one does is undefined.
        """
        chosen = self._device.actions(actions, len(self))
        if check:
            self._check(chosen)
        results = self._array("ended", (), np.int8), self.final_scores, self.final_standings
        self._run("step_all", self.states, self._start, self._dice, self._marks, chosen, self._reset, *results)
        self._fresh.clear()

    def choose(self) -> Any:
        """Draws a legal action in every game, evenly and by the game's own dice; -1 where it is over. int32, shape (games,)."""
        chosen = self._array("chosen", (), np.int32)
        if not sample.is_answered_by(self._kind):
            self._fresh.discard("mask")  # the room in which it is drawn
        self._run("choose_all", self.states, self._marks, self._choices, chosen)
        return chosen

    def playout(self) -> Any:
        """Plays every game to its end at random; returns how many actions each took. int32, shape (games,)."""
        counts = self._device.zeros((len(self),), np.int32)
        self._run("play_out_all", self.states, self._dice, self._marks, counts)
        self._fresh.clear()
        return counts

    # How it is done

    @property
    def _marks(self) -> Any:
        """The legal mask as numbers, whose rows are also the room in which a game works while it steps."""
        return self._array("mask", (self.actions,), np.int8)

    def _run(self, name: str, *arguments: Any) -> None:
        self._device.run(name, *arguments)

    def _array(self, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
        if name not in self._arrays:
            self._arrays[name] = self._device.zeros((len(self), *shape), dtype)
        return self._arrays[name]

    def _results(self) -> tuple[Any, Any]:
        results = self._array("scores", (self.seats,), np.int32), self._array("standings", (self.seats,), np.int32)
        if "results" not in self._fresh:
            self._run("results_all", self.states, *results)
            self._fresh.add("results")
        return results

    def _observed(self, suffix: str, seat: int) -> Observation:
        if self.spec is None:
            raise NotImplementedError(no_observations(self._kind.__name__))
        planes = self._array("planes" + suffix, (int(np.prod(self.spec.planes_shape)),), PLANE)
        scalars = self._array("scalars" + suffix, self.spec.scalars_shape, SCALAR)
        if "planes" + suffix not in self._fresh:
            if "eyes" + suffix not in self._arrays:
                self._arrays["eyes" + suffix] = self._device.array(np.full(len(self), seat, np.int8), (len(self),))
            self._run("observe_all", self.states, self._arrays["eyes" + suffix], planes, scalars)
            self._fresh.add("planes" + suffix)
        return Observation(self._device.shaped(planes, (len(self), *self.spec.planes_shape)), scalars)

    def _check(self, chosen: Any) -> None:
        """Raises IllegalMove, naming the first game that refuses its action."""
        game = self._device.first_refused(self, chosen, self._marks if "mask" in self._fresh else None)
        if game is not None:
            wrong = self._device.value(chosen, game)
            raise IllegalMove(f"game {game} of the batch refuses action {wrong}; see legal_mask")


def seeds_and_streams(seed: Seeds, count: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns a seed and a stream for each game: the same seed and different streams, or the seeds given and no streams."""
    if isinstance(seed, int | np.integer):
        return np.full(count, int(seed) & SEED_BITS, np.int64), np.arange(count, dtype=np.int64)
    seeds = np.array([int(each) & SEED_BITS for each in np.asarray(seed).ravel()], np.int64)
    if len(seeds) != count:
        raise ValueError(f"a batch takes one seed, or one for each of its {count} games, not {len(seeds)}")
    return seeds, np.zeros(count, np.int64)


def no_observations(title: str) -> str:
    """Says that a game has no observations, and what to do."""
    return f"{title} does not say what its seats observe: give its Rulebook an `observation` and implement the verb `observe`"


def _one_of(choices: Iterable[str], option: str, value: str) -> str:
    if value not in choices:
        listed = ", ".join(choices)
        raise BadOption(
            say("{option} cannot be {value}; choose one of: {choices}", option=option, value=repr(value), choices=listed)
        )
    return value


def _device(name: str) -> Any:
    if _one_of(DEVICES, "device", name) == "cpu":
        from ponticello.engine import cpu_device

        return cpu_device
    from ponticello.engine import cuda_device

    return cuda_device.find()
