"""How strong a net is without any search: it plays what it thinks most likely, against the mind of the game or alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ponticello.learn.memory import Memory
from ponticello.learn.net import Shape
from ponticello.learn.self_play import Judge, Thinkers
from ponticello.table.game import Game


@dataclass(frozen=True)
class Score:
    """What a net reached: its share of the victories or, alone, its points; with half of a 95 % interval."""

    mean: float
    error: float
    games: int


def score_of_policy(
    game: Game, players: int, shape: Shape, judge: Judge, device: Any, games: int, simulations: int, seed: int = 1
) -> Score:
    """Returns what a net scores over some games, from each seat in turn, against a mind that runs so many simulations a move."""
    batch = game.batch(games, players, seed=seed, auto_reset="same step", device=device.name)
    memory = Memory(shape, games, device)
    minds = Thinkers(game, players, games, memory, device, simulations, seed, by_net=False, opening=0) if players > 1 else None
    own = np.arange(games) % players
    result = np.full(games, np.nan)
    while np.isnan(result).any():
        actors = device.host(batch.actors)
        chosen = np.zeros(games, np.int64) if minds is None else device.host(minds.choose(batch.states, 0))
        seen = batch.observation
        policy, _ = judge(device.lend(seen.planes), device.lend(seen.scalars))
        best = np.where(np.asarray(batch.legal_mask), np.asarray(policy), -np.inf).argmax(1)
        batch.step(np.where(actors == own, best, chosen))
        done = np.asarray(batch.ended) & np.isnan(result)
        standings = np.asarray(batch.final_standings)
        winners = standings == standings.max(1, keepdims=True)
        shares = (winners / winners.sum(1, keepdims=True))[np.arange(games), own]
        reached = shares if players > 1 else np.asarray(batch.final_scores)[:, 0]
        result[done] = reached[done]
    return Score(float(result.mean()), float(1.96 * result.std(ddof=1) / games**0.5), games)
