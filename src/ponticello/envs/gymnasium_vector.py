"""Many games for one as one Gymnasium vector environment, on a batch: no Python code runs game by game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ponticello.engine.errors import IllegalMove
from ponticello.envs.gymnasium import ALONE, ILLEGAL, MOST_SEED, solo_game
from ponticello.envs.rendering import rendered
from ponticello.envs.rewards import direction
from ponticello.envs.settings import ILLEGAL_POINTS, Illegal, RenderMode, Settings
from ponticello.envs.spaces import view_space
from ponticello.envs.views import NUMBER, as_seen
from ponticello.table.position import Position


class SoloVectorEnv(VectorEnv[Any, Any, NDArray[Any]]):
    """Games for one side by side.

    A game that is over begins again at the next step, whose action it ignores, or within the same step, or not at all: see
    `autoreset_mode`. What may be played is in infos["action_mask"], of shape (games, actions).
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        illegal: Illegal = "end",
        flat: bool = True,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: RenderMode | None = None,
        **options: object,
    ) -> None:
        self.settings = Settings("points", illegal, flat, None, render_mode)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self._game = solo_game(game, options)
        self._spec = self._game.observation_spec(ALONE)
        self._sign = direction(self._game.rulebook)
        self._batch = self._game.batch(num_envs, ALONE, auto_reset="off")
        self._over = np.zeros(num_envs, bool)
        self.metadata = {"render_modes": ["ansi", "svg", "rgb_array"], "autoreset_mode": self.autoreset_mode}
        self.single_observation_space = view_space(self._spec, flat)
        self.single_action_space = spaces.Discrete(self._game.rulebook.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins all games anew, or those that options["reset_mask"] marks; with a seed for all, or one for each."""
        super().reset(seed=seed if isinstance(seed, int) else None)
        where = (options or {}).get("reset_mask")
        if where is not None:
            self._batch.reset(where=where)
            self._over[where] = False
        else:
            given = self.np_random.integers(MOST_SEED, size=self.num_envs).tolist() if seed is None else seed
            self._batch.reset(_seeds(given, self.num_envs))
            self._over[:] = False
        return self._seen(), self._info()

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action in every game; returns what is seen, points gained, which games are over, none, and action masks."""
        batch, again = self._batch, self._over
        if self.autoreset_mode == AutoresetMode.DISABLED and again.any():
            raise ValueError("some games are over: reset them with options={'reset_mask': ...} before the next step")
        before = self._points()
        chosen, illegal = self._legal(np.array(actions, np.int64), ~again)
        batch.step(chosen, check=False)
        over = batch.over | illegal
        rewards = np.where(illegal, ILLEGAL_POINTS, self._points() - before)
        info: dict[str, Any] = {}
        if again.any():  # those that were over before this step: they begin, and nothing else has happened in them
            batch.reset(where=again)
            rewards[again], over[again] = 0.0, False
        if self.autoreset_mode == AutoresetMode.SAME_STEP and over.any():
            info = {"final_obs": self._each(self._seen(), over), "_final_obs": over.copy()}
            batch.reset(where=over)
            self._over = np.zeros_like(over)
        else:
            self._over = over.copy()
        return self._seen(), rewards, over, np.zeros_like(over), {**self._info(), **info}

    def render(self) -> tuple[Any, ...] | None:
        """Returns every board as the render mode says."""
        states = (self._batch.states[k].copy() for k in range(self.num_envs))
        return tuple(rendered(Position(self._game, ALONE, state), self.settings.render_mode) for state in states)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal now, a row for each game."""
        return np.array(self._batch.legal_mask)

    def _legal(self, chosen: NDArray[np.int64], playing: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Returns what is played, and which games end because their action is illegal; something legal is played there too."""
        mask = self._batch.legal_mask
        chosen[~playing] = mask[~playing].argmax(axis=1)  # what is played where a game only waits to begin counts for nothing
        inside = (chosen >= 0) & (chosen < mask.shape[1])
        illegal = playing & ~(inside & mask[np.arange(len(chosen)), np.where(inside, chosen, 0)])
        if not illegal.any():
            return chosen, illegal
        if self.settings.illegal == "raise":
            raise IllegalMove(ILLEGAL.format(action=chosen[illegal.argmax()]))
        drawn = (self.np_random.random(mask[illegal].shape) * mask[illegal]).argmax(axis=1)
        chosen[illegal] = drawn
        return chosen, illegal & (self.settings.illegal == "end")

    def _points(self) -> NDArray[np.float64]:
        points: NDArray[np.float64] = self._sign * self._batch.scores[:, 0].astype(np.float64)
        return points

    def _seen(self) -> Any:
        planes, scalars = self._batch.observation
        view = np.concatenate([planes.reshape(self.num_envs, -1), scalars], axis=1, dtype=NUMBER)
        return as_seen(self._spec, self.settings.flat, view)

    def _each(self, seen: Any, which: NDArray[np.bool_]) -> NDArray[Any]:
        """Returns what is seen in some games, game by game, as Gymnasium hands over what was seen last."""
        each = np.full(self.num_envs, None, object)
        for k in np.flatnonzero(which):
            each[k] = {name: part[k] for name, part in seen.items()} if isinstance(seen, dict) else seen[k]
        return each

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._batch.legal_mask.astype(np.int8), "_action_mask": np.ones(self.num_envs, bool)}


def _seeds(seed: int | list[int], count: int) -> list[int]:
    """Returns the seed of each game's dice, so that they are those of an environment of its own, seeded as Gymnasium does it."""
    seeds = [seed + k for k in range(count)] if isinstance(seed, int) else seed
    return [int(seeding.np_random(each)[0].integers(MOST_SEED)) for each in seeds]
