"""The examples run, and the learner learns."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

from examples import learn_solo, learning_curve, mcts_ponte, random_agents
from tests.engine.warmth import warm_up


@pytest.mark.parametrize("name", ["skybridge", "connections"])
def test_random_agents_play_one_after_another(name: str) -> None:
    assert sum(random_agents.one_after_another(name).values()) == pytest.approx(0)


def test_random_agents_play_everywhere() -> None:
    assert sum(random_agents.all_at_once().values()) == pytest.approx(0)
    assert sum(random_agents.in_openspiel()) == pytest.approx(0)
    assert -40 < random_agents.alone() < 20
    assert 10 < random_agents.many_alone(games=4) < 30
    assert 0 <= random_agents.in_a_batch(games=3) <= 1


def test_tree_search_plays_the_end_of_ponte() -> None:
    told, states = zip(*mcts_ponte.moves(10, game="ponticello_ponte(opening=78,seed=1)"), strict=True)
    assert states[-1].is_terminal() and {line.split()[0] for line in told} == {"search", "random"}


def steps(count: int, inputs: int, actions: int) -> learn_solo.Steps:
    """Returns made-up steps, in which the policy has moved a little since they were made."""
    chance = np.random.default_rng(3)
    legal = chance.random((count, actions)) < 0.6
    legal[:, 0] = True
    chosen = (chance.random(legal.shape) * legal).argmax(axis=1)
    columns = chance.standard_normal((count, inputs)), legal, chosen, *chance.standard_normal((3, count)) * 0.5
    return learn_solo.Steps(*columns[:3], columns[3] - 1.2, *columns[4:])


def test_the_learner_goes_downhill() -> None:
    """What it takes for the slope of its loss is the slope, weight by weight."""
    net, some = learn_solo.Net(3, 4, hidden=4, seed=2), steps(40, 3, 4)
    net.weights = {name: weight.astype(np.float64) for name, weight in net.weights.items()}
    _, slopes = learn_solo.loss(net, some)
    for name, weight in net.weights.items():
        for place in np.ndindex(weight.shape):
            kept, ends = weight[place], []
            for nudge in (1e-4, -1e-4):
                weight[place] = kept + nudge
                ends.append(learn_solo.loss(net, some)[0])
            weight[place] = kept
            assert slopes[name][place] == pytest.approx((ends[0] - ends[1]) / 2e-4, abs=2e-4), (name, place)


def test_what_turned_out_better_than_thought_is_an_advantage() -> None:
    gained, values = np.array([[1.0], [0.0], [2.0]]), np.array([[3.0], [2.0], [2.0]])
    assert learn_solo.advantages(gained, values).tolist() == [[0.0], [0.0], [0.0]], "all came as expected"
    assert learn_solo.advantages(gained + 1, values)[2] == [1.0]


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_the_learner_learns_hashi() -> None:
    """Two thousand games are enough to leave random play, 19 points, behind; the page about environments has the whole curve."""
    warm_up("hashi")
    told: list[str] = []
    curve = learn_solo.learn("hashi", seconds=600, games=128, told=told.append, most=17)
    assert learn_solo.random_score("hashi", 500) == pytest.approx(curve[0][2], abs=1.5), "it begins at random"
    assert max(points for _, _, points in curve[-2:]) > curve[0][2] + 3
    assert len(told) == len(curve) == 17


def test_the_curve_is_drawn() -> None:
    log = "hashi\n20.4\n0.0,0,20.5\n60.0,512,31.5\n118.0,1024,38.0\n"
    name, usual, curve = learning_curve.read(log)
    assert (name, usual, curve[1]) == ("hashi", 20.4, (60.0, 512, 31.5))
    picture = learning_curve.drawn(name, usual, curve)
    ElementTree.fromstring(picture)
    assert "1,024 games in 2 minutes" in picture and "learner 27.6" in picture
