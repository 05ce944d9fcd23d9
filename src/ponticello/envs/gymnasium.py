"""The games that one can play alone as Gymnasium environments; importing this module registers them by name.

    import gymnasium
    import ponticello.envs.gymnasium

    env = gymnasium.make("ponticello/Hashi-v0")
    many = gymnasium.make_vec("ponticello/Hashi-v0", num_envs=1024)

The reward of a step is what it gained in points, so that a whole game is worth what it scored. What may be played is in
`info["action_mask"]`, and `env.unwrapped.action_masks()` returns it too.
"""

from __future__ import annotations

from typing import Any

from ponticello.envs.missing import missing

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise missing("Gymnasium") from error
import numpy as np
from numpy.typing import NDArray

from ponticello.engine.errors import BadOption, IllegalMove
from ponticello.envs.rendering import rendered
from ponticello.envs.rewards import direction
from ponticello.envs.settings import ILLEGAL_POINTS, Illegal, RenderMode, Settings
from ponticello.envs.spaces import view_space
from ponticello.envs.stepper import FIRST_TO_ACT, Stepper
from ponticello.envs.views import as_seen
from ponticello.table.game import Game, game, games

ALONE = 1
ILLEGAL = "action {action} is not legal now; see info['action_mask']"
MOST_SEED = 1 << 62


def environment_name(name: str) -> str:
    """Returns the name under which Gymnasium knows a game.

    >>> environment_name("hashi")
    'ponticello/Hashi-v0'
    """
    return f"ponticello/{name.capitalize()}-v0"


def solo_game(name: str, options: dict[str, object]) -> Game:
    """Returns a game that can be played alone."""
    chosen = game(name, **options)
    if ALONE not in chosen.rulebook.players:
        alone = ", ".join(rulebook.name for rulebook in games() if ALONE in rulebook.players)
        raise BadOption(f"{chosen.title} cannot be played alone; Gymnasium's environments are for: {alone}")
    return chosen


class SoloEnv(gymnasium.Env[Any, Any]):
    """A game for one, as an environment."""

    metadata = {"render_modes": ["human", "ansi", "svg", "rgb_array"], "render_fps": 1}  # noqa: RUF012  (as in Gymnasium)

    def __init__(
        self,
        game: str,
        illegal: Illegal = "end",
        flat: bool = True,
        render_mode: RenderMode | None = None,
        **options: object,
    ) -> None:
        self.settings = Settings("points", illegal, flat, None, render_mode)
        self.render_mode = render_mode
        self._stepper = Stepper(solo_game(game, options), ALONE, [FIRST_TO_ACT])
        self._sign = direction(self._stepper.game.rulebook)
        self._over = True
        self.observation_space = view_space(self._stepper.spec, flat)
        self.action_space = spaces.Discrete(self._stepper.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a new game; returns what is seen, and the action mask."""
        super().reset(seed=seed)
        self._stepper.start(int(self.np_random.integers(MOST_SEED)))
        self._over = False
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Plays an action; returns what is seen, the points gained, whether the game is over, False, and the action mask."""
        if self._over:
            raise gymnasium.error.ResetNeeded("the game is over, or has not begun: call reset() first")
        if not (0 <= action < self._stepper.actions and self.action_masks()[action]):
            if self.settings.illegal == "raise":
                raise IllegalMove(ILLEGAL.format(action=action))
            if self.settings.illegal == "end":
                self._over = True
                self._stepper.views = self._stepper.views.copy()  # nobody gets the same array twice
                return self._seen(), ILLEGAL_POINTS, True, False, self._info()
            action = self.np_random.choice(np.flatnonzero(self.action_masks()))
        before = self._stepper.scores[0]
        self._stepper.play(0, int(action))
        self._over = self._stepper.acting == 0
        if self.render_mode == "human":
            self.render()
        return self._seen(), float(self._sign * (self._stepper.scores[0] - before)), self._over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions are legal now."""
        return self._stepper.masks.view(np.bool_).reshape(-1)

    def render(self) -> Any:
        """Returns the board as the render mode says, or prints it for a human."""
        return rendered(self._stepper.position, self.render_mode)  # type: ignore[arg-type]

    def _seen(self) -> Any:
        return as_seen(self._stepper.spec, self.settings.flat, self._stepper.views[0])

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._stepper.masks[0].copy()}


for rulebook in games():
    if ALONE in rulebook.players:
        gymnasium.register(
            environment_name(rulebook.name),
            entry_point="ponticello.envs.gymnasium:SoloEnv",
            vector_entry_point="ponticello.envs.gymnasium_vector:SoloVectorEnv",
            kwargs={"game": rulebook.name},
        )
