"""A training run: games are played, the net learns from them, and now and then it is saved and tried out.

With others the mind of the game plays at first; once that has taught enough, the net plays against itself. Alone the net plays at
first sight and learns by trial. A run can be stopped at any moment and resumed from its folder. The positions are not kept there,
so a resumed run first plays some games before it learns again. Whoever wants to stop it is asked after each piece of work: an
exception from a signal may come in a callback of JAX or Numba, where it is lost.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import jax.numpy as jnp
import numpy as np

from ponticello.engine.errors import BadOption
from ponticello.engine.words import say
from ponticello.learn import checkpoint
from ponticello.learn.checkpoint import NAME as CHECKPOINT
from ponticello.learn.checkpoint import Progress
from ponticello.learn.device import device_of
from ponticello.learn.errors import BadCheckpoint
from ponticello.learn.export import write_net
from ponticello.learn.memory import Memory
from ponticello.learn.net import Weights, ask, new_weights, shape_for, usual_scales, what_varies
from ponticello.learn.ranges import Ranges, ranges_of
from ponticello.learn.reading import read_net
from ponticello.learn.self_play import Guests, Judge, SelfPlay, Thinkers
from ponticello.learn.strength import score_of_policy
from ponticello.learn.training import Losses, Pupil, learn, new_pupil, turns_of
from ponticello.learn.trial import Trial
from ponticello.table.game import Game
from ponticello.table.game import game as find_game

__all__ = ["CHECKPOINT", "ON_A_GPU", "Report", "Run", "Settings"]

NET_FILE = "net.onnx"
Who = Literal["mind", "net", "trial"]  # who plays: the mind of the game, the net that looks ahead, or the net at first sight


@dataclass(frozen=True)
class Settings:
    """How a run proceeds; the numbers are for a processor with a few cores."""

    device: str = "cpu"
    games: int = 128  # side by side
    mind_simulations: int = 200  # a move, while the mind of the game plays
    warm_up: int = 100_000  # positions that it plays
    trials: int = 512  # games side by side in which a net learns alone by trial
    trial_batch: int = 1024  # of their moves at a time
    trial_positions: int = 1 << 24  # that it plays so, before it looks ahead
    goal: str = ""  # of the game, to which these games are drawn
    bonus: float = 0.3  # points at each move, for each step towards the goal
    simulations: int = 64  # a move, once the net plays
    guests: float = 0.5  # the part of the seats that minds of the game then keep, where more than two play
    guest_simulations: int = 200  # a move of theirs
    rows: int = 1 << 18  # positions to learn from
    batch: int = 1024  # of them at a time
    reuse: float = 4.0  # how often each is learned from, in the mean
    rate: float = 1e-3  # of learning; in the last part of a sitting it falls
    fewest: int = 4096  # positions before anything is learned
    plies: int = 8  # played between two rounds of learning
    save_every: float = 30.0  # seconds
    check_every: float = 120.0
    check_games: int = 128
    check_simulations: int = 16


ON_A_GPU = Settings(
    device="cuda",
    games=16384,
    mind_simulations=40,
    warm_up=84 * 16384,  # whole games, also of Ponte del Diavolo
    rows=1 << 21,
    batch=2048,
    fewest=1 << 17,
    trials=16384,
    trial_batch=4096,
    trial_positions=1 << 30,
    check_every=150,
    check_games=1024,
    check_simulations=32,
)
LOOKED_AT = 1024  # positions, to know between which numbers the planes of a net lie
FALLING = 0.4  # the last part of a sitting, in which the rate of learning falls to a twentieth


@dataclass(frozen=True)
class Report:
    """How a run is doing."""

    progress: Progress
    who: Who
    losses: Losses | None
    games_a_second: float
    positions_a_second: float
    steps: int
    left: float  # seconds


def goal_number(game: Game, players: int, name: str) -> int:
    """Returns the number of a goal to which games that are played alone are drawn; 0 if none is named."""
    if not name:
        return 0
    numbers = {goal.name: goal.number for goal in game.rulebook.goals}
    if players > 1:
        raise BadOption(say("only games that are played alone are drawn to a goal: say --players 1, or leave --goal out"))
    if name not in numbers:
        listed = ", ".join(numbers)
        raise BadOption(
            say("{option} cannot be {value}; choose one of: {choices}", option="goal", value=repr(name), choices=listed)
        )
    return numbers[name]


def never() -> bool:
    """Tells that nobody wants to stop."""
    return False


class Run:
    """A run in one sitting."""

    def __init__(self, progress: Progress, pupil: Pupil | None = None, settings: Settings | None = None) -> None:
        self.progress = progress
        self.settings = settings or Settings()
        self.game: Game = find_game(progress.game, **progress.options)
        size = progress.units, progress.blocks, progress.convolutions, progress.reads
        self.shape = shape_for(self.game, progress.players, *size)
        if pupil is None:
            scales = usual_scales(self.game, progress.players, self.game.observation_spec(progress.players), progress.seed)
            pupil = new_pupil(new_weights(self.shape, scales, progress.seed))
        self.pupil = pupil
        self._steps_before = int(pupil.steps)  # in earlier sittings
        self.losses: Losses | None = None
        progress.sittings += 1
        self._device = device_of(self.settings.device)
        self._memory = Memory(self.shape, self.settings.rows, self._device)
        self._games: SelfPlay | None = None
        self._random = np.random.default_rng([progress.seed, progress.sittings])
        self._turns = turns_of(self.game, progress.players, self.shape)
        self._trial: Trial | None = None
        self._stop = never  # asked after each piece of work
        self.goal = goal_number(self.game, progress.players, self.settings.goal)

    @classmethod
    def new(
        cls,
        game: Game,
        players: int,
        *,
        units: int | None = None,
        blocks: int | None = None,
        convolutions: bool | None = None,
        seed: int = 1,
        settings: Settings | None = None,
    ) -> Run:
        """Begins a run."""
        shape = shape_for(game, players, units, blocks, convolutions)
        progress = Progress(game.name, players, dict(game.options), shape.units, shape.blocks, seed)
        progress.convolutions = shape.convolutions
        progress.reads = None if shape.convolutions else what_varies(game, players)
        return cls(progress, settings=settings)

    @classmethod
    def begun_from(cls, source: Path, game: Game, players: int, *, seed: int = 1, settings: Settings | None = None) -> Run:
        """Begins a run with the weights of another, of the same game on a board of another size, say."""
        weights: Weights
        size: tuple[int, int, bool | None, list[list[int]] | None]
        if source.suffix == ".onnx" or source.is_file():
            found = read_net(source)
            weights = {name: jnp.asarray(array) for name, array in found.weights.items()}
            size = found.units, found.blocks, found.convolutions, found.reads
        else:
            pupil, other = checkpoint.load(source)
            weights, size = pupil.mean, (other.units, other.blocks, other.convolutions, other.reads)
        shape = shape_for(game, players, *size)
        progress = Progress(game.name, players, dict(game.options), shape.units, shape.blocks, seed)
        progress.convolutions, progress.reads, progress.begun_from = shape.convolutions, size[3], str(source)
        run = cls(progress, new_pupil(weights), settings)
        if not run.fits(weights):
            raise BadCheckpoint(say("the net in {folder} is not of a size that fits this game; begin without it", folder=source))
        return run

    @classmethod
    def resumed(cls, folder: Path, settings: Settings | None = None) -> Run:
        """Goes on with the run in a folder."""
        pupil, progress = checkpoint.load(folder)
        run = cls(progress, pupil, settings)
        if not run.fits(pupil.mean):
            raise BadCheckpoint(say("the net in {folder} was trained by another version; begin the run anew", folder=folder))
        return run

    def fits(self, weights: Weights) -> bool:
        """Tells whether weights are those of such a net."""
        wanted = new_weights(self.shape, (weights["scale planes"], weights["scale scalars"]), self.progress.seed)
        return {name: array.shape for name, array in wanted.items()} == {name: array.shape for name, array in weights.items()}

    def train(
        self,
        minutes: float,
        folder: Path,
        tell: Callable[[Report], None] | None = None,
        stop: Callable[[], bool] = never,
    ) -> None:
        """Trains for some minutes or until `stop` says so, and always leaves the run, the net and its card in the folder."""
        settings = self.settings
        self._stop = stop
        began = last = time.monotonic()
        saved = checked = began
        end = began + 60 * minutes
        try:
            while last < end and not stop():
                games, positions = self.progress.games, self.progress.positions
                rate = settings.rate * min(1.0, 0.05 + (end - last) / (60 * minutes * FALLING))
                if self.who == "trial":
                    self.try_some(rate)
                else:
                    self.play_some()
                    self.learn(rate)
                now = time.monotonic()
                self.progress.seconds += now - last
                spent, last = now - last, now
                if tell is not None:
                    tell(
                        Report(
                            self.progress,
                            self.who,
                            self.losses,
                            (self.progress.games - games) / spent,
                            (self.progress.positions - positions) / spent,
                            int(self.pupil.steps),
                            end - now,
                        )
                    )
                if now - checked > settings.check_every and not stop():
                    self.check()
                    checked = time.monotonic()
                if now - saved > settings.save_every:
                    self.save(folder)
                    saved = time.monotonic()
            if self.losses is not None and not stop():
                self.check()
        finally:
            self.save(folder)

    @property
    def who(self) -> Who:
        """Who plays now."""
        if self.goal:
            return "trial"
        alone = self.progress.players == 1
        enough = self.settings.trial_positions if alone else self.settings.warm_up
        if self.progress.begun_from or self.progress.positions >= enough:
            return "net"
        return "trial" if alone else "mind"

    def try_some(self, rate: float) -> None:
        """Plays some moves of many games at first sight, and learns from them."""
        settings, progress = self.settings, self.progress
        if self._trial is None:
            seed = int(self._random.integers(1 << 32))
            games = self.game, self.shape, self._turns, self._device, settings.trials, settings.trial_batch, seed
            self._trial = Trial(*games, goal=self.goal, bonus=settings.bonus)
        ended = self._trial.ended
        self.pupil, self.losses = self._trial.round(self.pupil, rate)
        progress.positions += self._trial.positions
        progress.games += self._trial.ended - ended

    def play_some(self) -> None:
        """Plays a few moves in all games."""
        settings, progress = self.settings, self.progress
        by_net = self.who == "net"
        if self._games is None or self._games.thinkers.by_net != by_net:
            self._games = self._new_games(by_net)
        ended = self._games.ended
        judge = self.judge() if by_net else None
        for _ in range(settings.plies):
            if self._stop():
                break
            self._games.play(judge)
            progress.positions += settings.games
        progress.games += self._games.ended - ended

    def _new_games(self, by_net: bool) -> SelfPlay:
        """Begins games in which the net thinks or, while it learns from that, the mind of the game."""
        settings, players = self.settings, self.progress.players
        seeds = [int(seed) for seed in self._random.integers(1 << 32, size=2)]
        games = self.game, players, settings.games
        simulations = settings.simulations if by_net else settings.mind_simulations
        thinkers = Thinkers(*games, self._memory, self._device, simulations, seeds[0], by_net=by_net)
        guests = None
        if by_net and players > 2 and settings.guests:
            guests = Guests(*games, self.shape, self._device, settings.guest_simulations, seeds[1], settings.guests)
        return SelfPlay(*games, thinkers, self._device, seeds[0], guests)

    def judge(self) -> Judge:
        """Returns the net that plays now: the mean of the last weights."""
        weights, shape = self.pupil.mean, self.shape
        return lambda planes, scalars: ask(weights, shape, planes, scalars)

    def learn(self, rate: float) -> None:
        """Learns from what is remembered, as often as new positions have come in."""
        known = self._memory.known_rows()
        if len(known) < self.settings.fewest:
            return
        memory, batch = self._memory.lent(), self.settings.batch
        steps = max(1, round(self.settings.reuse * self.settings.plies * self.settings.games / batch))
        found = []
        for _ in range(steps):
            rows = self._random.choice(known, batch)
            ways = self._random.integers(len(self._turns.planes), size=batch)
            self.pupil, losses = learn(self.shape, self._turns, self.pupil, memory, rows, ways, rate)
            found.append(losses)
        self.losses = Losses(*(float(jnp.stack(each).mean()) for each in zip(*found, strict=True)))

    def check(self) -> None:
        """Tries out how strong the net is, and notes it."""
        settings, progress = self.settings, self.progress
        asked = settings.check_games, settings.check_simulations
        score = score_of_policy(self.game, progress.players, self.shape, self.judge(), self._device, *asked)
        against = {} if progress.players == 1 else {"simulations": settings.check_simulations}
        progress.checks.append({"minutes": round(progress.seconds / 60, 2), **asdict(score), **against})

    def save(self, folder: Path) -> None:
        """Writes the run, the net that plays, and its card."""
        checkpoint.save(folder, self.pupil, self.progress)
        net = folder / NET_FILE
        if self.progress.sittings > 1 and int(self.pupil.steps) == self._steps_before and net.exists():
            return  # it is the same net, and what its file was made from is not remembered
        write_net(net, self.pupil.mean, self.shape, self.progress, self.game.rulebook.fewest_win, self._ranges())

    def _ranges(self) -> Ranges | None:
        """Returns between which numbers the planes of the net lie, if it has some and there are positions to look at."""
        known = self._memory.known_rows()
        if not self.shape.convolutions or len(known) < self.settings.fewest:
            return None
        rows = self._random.choice(known, LOOKED_AT)
        planes, scalars, *_ = (array[rows] for array in self._memory.lent())
        return ranges_of(self.pupil.mean, self.shape, planes, scalars)
