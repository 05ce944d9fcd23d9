"""A small learner that learns to play Hashi or Connections alone on one processor, in NumPy only.

One hidden layer says how good each action is and what is still to come, and is trained by proximal policy optimisation on a batch
of games. Some minutes take it from random play past a player that looks one turn ahead:

    python examples/learn_solo.py                                  # Hashi, four minutes of one core
    python examples/learn_solo.py --game connections --minutes 2
    python examples/learn_solo.py --log how.csv                    # and a line for each update
    python examples/learning_curve.py how.csv > how.svg            # as a picture
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import ponticello as pc

Floats = NDArray[np.float32]

HIDDEN = 256
RATE = 1e-3
EPOCHS, MINIBATCH = 3, 512
CLIP, ENTROPY, TRACE = 0.2, 0.01, 0.95
REWARD_SCALE = 0.1  # so that what is still to come is a small number
FEW_VALUES = 6  # an entry of an observation with no more values above its least gets an input for each


class Inputs:
    """Turns observations into numbers for a net: entries that never change are left out, small ones become steps."""

    def __init__(self, game: pc.Game, games: int = 200) -> None:
        spec = game.observation_spec(1)
        area = spec.height * spec.width
        most = [feature.most for feature in spec.planes for _ in range(area)] + [feature.most for feature in spec.scalars]
        batch = game.batch(games, 1, seed=0)
        low = high = flat(batch)
        while not batch.over.all():
            batch.step(np.maximum(batch.choose(), 0))
            seen = flat(batch)
            low, high = np.minimum(low, seen), np.maximum(high, seen)
        varying = np.flatnonzero(low.min(axis=0) < high.max(axis=0))
        few = [k for k in varying if most[k] <= FEW_VALUES]
        self._many = np.array([k for k in varying if most[k] > FEW_VALUES])
        self._scale = np.maximum(1, high.max(axis=0)[self._many])
        self._few, self._step = np.array([(k, step) for k in few for step in range(1, most[k] + 1)]).T
        self.count = len(self._many) + len(self._few)

    def of(self, batch: Any) -> Floats:
        """Returns the inputs of all games of a batch, a row each."""
        seen = flat(batch)
        return np.concatenate([seen[:, self._many] / self._scale, seen[:, self._few] >= self._step], axis=1, dtype=np.float32)


def flat(batch: Any) -> NDArray[np.int16]:
    """Returns what is seen in all games as one row of numbers each."""
    planes, scalars = batch.observation
    return np.concatenate([planes.reshape(len(planes), -1), scalars], axis=1, dtype=np.int16)


class Net:
    """Inputs, one hidden layer, and from it a preference for each action and an estimate of what is still to come."""

    def __init__(self, inputs: int, actions: int, hidden: int = HIDDEN, seed: int = 0) -> None:
        chance = np.random.default_rng(seed)

        def weights(rows: int, columns: int, size: float) -> Floats:
            return (chance.standard_normal((rows, columns)) * size / np.sqrt(rows)).astype(np.float32)

        self.weights = {
            "hidden": weights(inputs, hidden, 1.4),
            "hidden bias": np.zeros(hidden, np.float32),
            "actions": weights(hidden, actions, 0.05),
            "actions bias": np.zeros(actions, np.float32),
            "value": weights(hidden, 1, 1.0),
            "value bias": np.zeros(1, np.float32),
        }

    def __call__(self, inputs: Floats) -> tuple[Floats, Floats, Floats]:
        """Returns the preferences for the actions, the values, and the hidden layer."""
        w = self.weights
        hidden = np.maximum(inputs @ w["hidden"] + w["hidden bias"], 0)
        return hidden @ w["actions"] + w["actions bias"], (hidden @ w["value"] + w["value bias"])[:, 0], hidden

    def gradients(self, inputs: Floats, hidden: Floats, by_actions: Floats, by_value: Floats) -> dict[str, Floats]:
        """Returns how the loss changes with every weight, from how it changes with the preferences and the values."""
        w = self.weights
        by_hidden = (by_actions @ w["actions"].T + by_value[:, None] * w["value"].T) * (hidden > 0)
        return {
            "hidden": inputs.T @ by_hidden,
            "hidden bias": by_hidden.sum(axis=0),
            "actions": hidden.T @ by_actions,
            "actions bias": by_actions.sum(axis=0),
            "value": hidden.T @ by_value[:, None],
            "value bias": by_value.sum(axis=0, keepdims=True),
        }


class Adam:
    """Moves weights along their gradients, each at its own pace."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self._weights = weights
        self._mean = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._square = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self._steps = 0

    def step(self, gradients: dict[str, Floats], rate: float) -> None:
        """Makes one step downhill."""
        self._steps += 1
        for name, gradient in gradients.items():
            self._mean[name] += 0.1 * (gradient - self._mean[name])
            self._square[name] += 0.001 * (gradient**2 - self._square[name])
            mean, square = self._mean[name] / (1 - 0.9**self._steps), self._square[name] / (1 - 0.999**self._steps)
            self._weights[name] -= rate * mean / (np.sqrt(square) + 1e-8)


def log_chances(preferences: Floats, legal: NDArray[np.bool_]) -> Floats:
    """Returns the logarithm of how likely each action is; illegal ones are never played."""
    wanted = np.where(legal, preferences, -1e9).astype(np.float32)
    wanted -= wanted.max(axis=1, keepdims=True)
    return wanted - np.log(np.exp(wanted).sum(axis=1, keepdims=True))  # type: ignore[no-any-return]


@dataclass
class Steps:
    """What was met and done, a row for each step of each game."""

    inputs: Floats
    legal: NDArray[np.bool_]
    actions: NDArray[np.int64]
    log_chance: Floats  # of the action, when it was chosen
    advantage: Floats  # how much better it turned out than was thought
    target: Floats  # what was still to come

    def shuffled(self, chance: np.random.Generator, size: int) -> Iterator[Steps]:
        """Yields all steps once, some at a time."""
        order = chance.permutation(len(self.actions))
        for at in range(0, len(order), size):
            yield Steps(*(column[order[at : at + size]] for column in vars(self).values()))


def play(net: Net, inputs: Inputs, batch: Any, sign: int, chance: np.random.Generator) -> tuple[Steps, NDArray[Any]]:
    """Plays all games of a batch to their end; returns the steps, and the scores."""
    batch.reset()
    story: list[tuple[Any, ...]] = []
    points = sign * batch.scores[:, 0]
    while not batch.over.all():
        playing, legal = ~batch.over, np.array(batch.legal_mask)
        legal[~playing, 0] = True  # what is chosen where a game is over counts for nothing
        seen = inputs.of(batch)
        preferences, values, _ = net(seen)
        logs = log_chances(preferences, legal)
        actions = (logs + chance.gumbel(size=logs.shape)).argmax(axis=1)
        batch.step(actions, check=False)
        before, points = points, sign * batch.scores[:, 0]
        log_chance = logs[np.arange(len(batch)), actions]
        story.append((seen, legal, actions, log_chance, np.where(playing, values, 0), points - before, playing))
    seen, legal, actions, log_chance, values, gained, playing = map(np.array, zip(*story, strict=True))
    better = advantages(gained * REWARD_SCALE, values)
    columns = (seen, legal, actions, log_chance, better, better + values)
    return Steps(*(column[playing] for column in columns)), batch.scores[:, 0].copy()


def advantages(gained: Any, values: Any) -> Any:
    """Returns how much better each step turned out than was thought, later surprises counting a little less."""
    found, later = np.zeros_like(values), np.zeros_like(values[0])
    for step in reversed(range(len(values))):
        after = values[step + 1] if step + 1 < len(values) else np.zeros_like(values[0])
        later = gained[step] + after - values[step] + TRACE * later
        found[step] = later
    return found


def loss(net: Net, steps: Steps) -> tuple[float, dict[str, Floats]]:
    """Returns how far the net is from what it should do on some steps, and how that changes with every weight."""
    preferences, values, hidden = net(steps.inputs)
    logs = log_chances(preferences, steps.legal)
    chances, rows, count = np.exp(logs), np.arange(len(steps.actions)), len(steps.actions)
    ratio = np.exp(logs[rows, steps.actions] - steps.log_chance)
    plain, clipped = ratio * steps.advantage, np.clip(ratio, 1 - CLIP, 1 + CLIP) * steps.advantage
    entropy = -(chances * np.where(steps.legal, logs, 0)).sum(axis=1)
    missed = values - steps.target
    total = float((-np.minimum(plain, clipped) - ENTROPY * entropy + 0.5 * missed**2).mean())
    by_log = np.where(plain <= clipped, -plain, 0)  # a clipped ratio pulls no further
    by_actions = -by_log[:, None] * chances
    by_actions[rows, steps.actions] += by_log
    by_actions += ENTROPY * chances * (np.where(steps.legal, logs, 0) + entropy[:, None])
    by_actions = (by_actions / count).astype(np.float32)
    return total, net.gradients(steps.inputs, hidden, by_actions, (missed / count).astype(np.float32))


def learn(
    name: str, seconds: float, games: int = 256, seed: int = 1, told: Any = print, most: int = 1_000_000
) -> list[tuple[float, int, float]]:
    """Learns for some seconds of the processor, or until it has updated itself so often.

    Returns how it went: after how many seconds and games it scored what on average.
    """
    game, chance = pc.game(name), np.random.default_rng(seed)
    sign = -1 if game.rulebook.fewest_win else 1
    inputs, batch = Inputs(game), game.batch(games, 1, seed=seed)
    net = Net(inputs.count, game.rulebook.actions, seed=seed)
    adam, begun, curve = Adam(net.weights), time.process_time(), []
    while (passed := time.process_time() - begun) < seconds and len(curve) < most:
        steps, scores = play(net, inputs, batch, sign, chance)
        curve.append((passed, len(curve) * games, float(scores.mean())))
        told(f"{passed:6.0f} s  {curve[-1][1]:8d} games  {curve[-1][2]:6.2f} points")
        steps.advantage = (steps.advantage - steps.advantage.mean()) / (steps.advantage.std() + 1e-6)
        rate = RATE * max(0.1, 1 - passed / seconds)
        for _ in range(EPOCHS):
            for some in steps.shuffled(chance, MINIBATCH):
                adam.step(loss(net, some)[1], rate)
    return curve


def random_score(name: str, games: int = 2000) -> float:
    """Returns what random play scores on average."""
    batch = pc.game(name).batch(games, 1, seed=5)
    batch.playout()
    return float(batch.scores[:, 0].mean())


def main() -> None:
    """Reads the command line, learns, and draws the curve."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--game", default="hashi", choices=[rulebook.name for rulebook in pc.games() if 1 in rulebook.players])
    parser.add_argument("--minutes", type=float, default=4, help="of the processor, all its cores counted")
    parser.add_argument("--games", type=int, default=256, help="games between two updates")
    parser.add_argument("--log", type=Path, help="where to note seconds, games and points after each update, as CSV")
    wanted = parser.parse_args()
    usual = random_score(wanted.game)
    print(f"random play: {usual:.2f} points")
    curve = learn(wanted.game, wanted.minutes * 60, wanted.games)
    if wanted.log:
        lines = [wanted.game, f"{usual:.3f}", *(f"{seconds:.1f},{games},{points:.3f}" for seconds, games, points in curve)]
        wanted.log.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
