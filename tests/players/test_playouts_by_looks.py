"""A mind with a taste of 0 plays on in its head by how likely actions look: all that is legal, and nothing else."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import ponticello as pc
from ponticello.engine.dice import new_dice
from ponticello.engine.verbs import appeal, learned_appeal
from ponticello.players.guided_playout import pick
from ponticello.players.search import plan_of

DRAWS = 1200


@pytest.mark.slow
@pytest.mark.parametrize(("heat", "learned"), [(0.5, True), (1.0, True), (1.0, False)])
def test_actions_are_played_as_often_as_they_look_likely(heat: float, learned: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over many draws each legal action comes in its share: e times as often for 100 more of appeal, by the heat."""
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    position = after_a_card()
    mind = replace(position.game.rulebook.mind, heat=heat, taste=0, learned=learned)
    plan = plan_of(mind, position, 0)[0]
    marks, dice = np.zeros(position.game.rulebook.actions, np.int8), new_dice(5)
    counts = np.zeros(len(marks))
    for _ in range(DRAWS):
        counts[pick(position.state, 0, plan, marks.data, dice)] += 1
    legal = [move.action for move in position.legal_moves(0)]
    charm = learned_appeal if learned else appeal
    likely = np.array([math.exp(heat * charm(position.state, 0, action) / 100) for action in legal])
    likely /= likely.sum()
    assert counts.sum() == counts[legal].sum() == DRAWS
    assert len(legal) > 5 and 0.05 < likely.max() < 0.999
    usual = np.sqrt(DRAWS * likely * (1 - likely)) + 1
    assert (np.abs(counts[legal] - DRAWS * likely) < 5 * usual).all()


def after_a_card() -> pc.Position:
    """Returns a lone game of Hashi in which a number is to be written."""
    match = pc.game("hashi").match(1, seed=2)
    match.play(match.legal()[0])
    return match.position
