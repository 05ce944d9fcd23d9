"""Every game as a PettingZoo environment: `aec("ponte")`, agent after agent, or `parallel("hashi", players=3)`, all at once.

    env = aec("ponte", size=12)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(info["action_mask"])
        env.step(action)

Where all act at once, in `aec` the lowest seat acts first, and no agent sees what the others have done in the running round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from ponticello.envs.missing import missing

try:
    import gymnasium
    from gymnasium import spaces
    from pettingzoo.utils.env import AECEnv, ParallelEnv
except ModuleNotFoundError as error:
    raise missing("PettingZoo") from error
import numpy as np
from numpy.typing import NDArray

from ponticello.engine.errors import IllegalMove
from ponticello.envs.rendering import rendered
from ponticello.envs.rewards import gains, results
from ponticello.envs.settings import ILLEGAL_POINTS, ILLEGAL_RESULT, Illegal, RenderMode, Reward, Settings, usual_players
from ponticello.envs.spaces import masked_space
from ponticello.envs.stepper import FIRST_TO_ACT, NO_ACTION, Stepper
from ponticello.envs.views import as_seen
from ponticello.table.game import game

RESET_FIRST = "this environment has not begun yet: call reset() first"


def aec(
    name: str,
    /,
    players: int | None = None,
    *,
    reward: Reward = "result",
    illegal: Illegal = "end",
    flat: bool = True,
    max_cycles: int | None = None,
    render_mode: RenderMode | None = None,
    **options: object,
) -> PonticelloAEC:
    """Returns a game in which agents act one after another. For two players unless the game is said to be for more or for one."""
    settings = Settings(reward, illegal, flat, max_cycles, render_mode)
    chosen = game(name, **options)
    return PonticelloAEC(Stepper(chosen, usual_players(chosen.rulebook, players), [FIRST_TO_ACT]), settings)


def parallel(
    name: str,
    /,
    players: int | None = None,
    *,
    reward: Reward = "result",
    illegal: Illegal = "end",
    flat: bool = True,
    max_cycles: int | None = None,
    render_mode: RenderMode | None = None,
    **options: object,
) -> PonticelloParallel:
    """Returns a game in which all agents act at once. The action of an agent that is not to act now counts for nothing."""
    settings = Settings(reward, illegal, flat, max_cycles, render_mode)
    chosen = game(name, **options)
    players = usual_players(chosen.rulebook, players)
    return PonticelloParallel(Stepper(chosen, players, range(players)), settings)


class _Environment:
    """What both kinds of environment have in common: who plays, what they can see and do, and how it is shown."""

    metadata: dict[str, Any]
    render_modes: ClassVar[list[str]] = ["human", "ansi", "svg", "rgb_array"]

    def __init__(self, stepper: Stepper, settings: Settings) -> None:
        super().__init__()
        self.settings = settings
        self.max_cycles = settings.max_cycles
        self.render_mode = settings.render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(stepper.players)]
        self.agents: list[str] = []
        self.metadata = {
            "name": f"ponticello_{stepper.game.name}_v0",
            "render_modes": self.render_modes,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self._stepper = stepper
        self._in_points = settings.reward == "points" or stepper.players == 1
        self._cycles = 0
        self._chance = np.random.default_rng()  # draws what is played instead of an illegal action
        # Spaces are not shared: who samples them seeds them agent by agent.
        self.observation_spaces = {
            agent: masked_space(stepper.spec, settings.flat, stepper.actions) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(stepper.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the space of what an agent sees, with its action mask; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        """Returns the space of what an agent can do; the same object every time."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Returns the table as the render mode says, or prints it for a human."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() shows nothing: give the environment a render_mode")
        return rendered(self._stepper.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _begin(self, seed: int | None) -> None:
        self._stepper.start(seed)
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self._cycles = 0
        self.agents = self.possible_agents.copy()

    def _seen(self, mask: NDArray[Any], view: NDArray[Any]) -> dict[str, Any]:
        return {"observation": as_seen(self._stepper.spec, self.settings.flat, view), "action_mask": mask}

    def _legal(self, seat: int, action: Any, mask: NDArray[Any]) -> int:
        """Returns the action that is played for a seat; NO_ACTION if the game ends because it is illegal."""
        if action is not None and 0 <= action < len(mask) and mask[action]:
            return int(action)
        if self.settings.illegal == "random":
            return int(self._chance.choice(np.flatnonzero(mask)))
        if self.settings.illegal == "raise":
            raise IllegalMove(f"{self.possible_agents[seat]} may not play action {action} now; see the action mask")
        return NO_ACTION

    def _rewards(self, before: Sequence[int], offenders: Sequence[int]) -> dict[str, float]:
        """Returns what the last step was worth to everybody; those who have ended the game by an illegal action pay for it."""
        if offenders:
            cost = ILLEGAL_POINTS if self._in_points else ILLEGAL_RESULT
            worth = [cost if seat in offenders else 0.0 for seat in range(self._stepper.players)]
        elif self._in_points:
            worth = gains(self._stepper.game.rulebook, before, self._stepper.scores)
        elif self._stepper.acting == 0:
            worth = results(self._stepper.standings)
        else:
            worth = [0.0] * self._stepper.players
        return dict(zip(self.possible_agents, worth, strict=True))


class PonticelloAEC(_Environment, AECEnv):  # type: ignore[misc]
    """A game as an environment of agents that act one after another."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game. With a seed it can be repeated; without one the dice go on. There are no options."""
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._turn_to(self._stepper.seat_to_act)

    def observe(self, agent: str) -> dict[str, Any]:
        """Returns what an agent sees, and what it may do if it is to act."""
        if agent == self.agent_selection and self._looks:
            return self._seen(self._mask, self._stepper.views[0])
        return self._seen(*self._stepper.look(self.possible_agents.index(agent)))

    def step(self, action: Any) -> None:
        """Plays an action of the agent whose turn it is; None if the game is over for it."""
        if not self.agents:
            raise RuntimeError(RESET_FIRST)
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            self._looks = False
            return
        stepper, seat = self._stepper, self._seat
        before = stepper.scores if self._in_points else []
        played = self._legal(seat, action, self._mask)
        if played != NO_ACTION:
            stepper.play(seat, played)
        over = played == NO_ACTION or stepper.acting == 0
        self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        if over or self._in_points:
            self.rewards = self._rewards(before, [seat] if played == NO_ACTION else [])
            self._accumulate_rewards()
        self._cycles += 1
        if over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_cycles is not None and self._cycles == self.max_cycles * stepper.players:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to(seat if over else stepper.seat_to_act)
        if self.render_mode == "human":
            self.render()

    def _turn_to(self, seat: int) -> None:
        """Lets a seat act next."""
        self._seat = seat
        self._mask = self._stepper.masks[0]
        self.agent_selection = agent = self.possible_agents[seat]
        self._looks = self._stepper.acting != 0  # whether what the stepper has seen is what this agent sees
        self.infos[agent] = {"action_mask": self._mask}


class PonticelloParallel(_Environment, ParallelEnv):  # type: ignore[misc]
    """A game as an environment of agents that act all at once; who is not to act has an empty action mask."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Begins a new game and returns what everybody sees. With a seed it can be repeated; without one the dice go on."""
        self._begin(seed)
        return self._all_seen(), self._infos()

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Plays one action of everybody who is to act; returns observations, rewards, terminations, truncations and infos."""
        if not self.agents:
            raise RuntimeError(RESET_FIRST)
        stepper = self._stepper
        played = [
            self._legal(seat, actions.get(agent), stepper.masks[seat]) if stepper.acting >> seat & 1 else NO_ACTION
            for seat, agent in enumerate(self.possible_agents)
        ]
        offenders = [seat for seat, action in enumerate(played) if action == NO_ACTION and stepper.acting >> seat & 1]
        before = stepper.scores
        if not offenders:
            stepper.play_all(played)
        self._cycles += 1
        over = bool(offenders) or stepper.acting == 0
        broken_off = not over and self._cycles == self.max_cycles
        terminations, truncations = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, broken_off)
        told = self._all_seen(), self._rewards(before, offenders), terminations, truncations, self._infos()
        if over or broken_off:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return told

    def _all_seen(self) -> dict[str, dict[str, Any]]:
        return {agent: self._seen(self._stepper.masks[k], self._stepper.views[k]) for k, agent in enumerate(self.possible_agents)}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"action_mask": self._stepper.masks[seat]} for seat, agent in enumerate(self.possible_agents)}
