"""What a player of Connections knows: the outlook, the appeal of actions, and that they help."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import numpy as np
import pytest

from ponticello.engine import verbs
from ponticello.engine.bits import count_bits
from ponticello.engine.native import compiled
from ponticello.engine.record import Ints, R, Records
from ponticello.engine.verbs import CHANCE
from ponticello.games.connections import heuristics, rules
from ponticello.games.connections.board import SPOTS
from ponticello.players.greedy import GreedyPlayer
from ponticello.table.game import game
from tests.games.connections.connections_table import action_of, hold, legal, letters_of, new_game, put


@compiled
def think(states: Records[R], seat: int, told: Ints) -> int:
    """Writes down the appeal of every action of a seat in states[0]; returns its outlook."""
    for action in range(len(told)):
        told[action] = verbs.appeal(states[0], seat, action)
    return verbs.outlook(states[0], seat)


def positions(players: int, games: str, seed: int) -> list[rules.Connections]:
    """Returns every position of a random match; open tiles are preferred, so that boards fill up."""
    chooser = Random(seed)
    state = new_game(players, games)
    found = [state.copy()]
    while rules.actors(state):
        seat = verbs.first_actor(state)
        actions = legal(state, seat)
        opened = [action for action in actions if action < rules.SPIRALS]
        rules.play(state, seat, chooser.choice(opened if opened and chooser.random() < 0.9 else actions))
        found.append(state.copy())
    return found


def appeal_of(state: rules.Connections, cell: str, letters: str) -> int:
    return heuristics.appeal(state, 0, action_of(state, cell, letters))


# The outlook


@pytest.mark.parametrize(("players", "games"), [(1, "one"), (3, "one"), (2, "full")])
def test_in_the_end_the_outlook_is_the_points_lost(players: int, games: str) -> None:
    for seed in range(5):
        final = positions(players, games, seed)[-1]
        for seat in range(players):
            assert heuristics.outlook(final, seat) == -100 * rules.points(final, seat)


def test_the_outlook_of_an_empty_board_is_a_fair_loss() -> None:
    """Far better than everything lost, and worse than nothing lost."""
    assert -1000 < heuristics.outlook(new_game(), 0) < -200


def around(letters: str) -> int:
    return sum(heuristics.BESIDE_LETTERS.index(letter) << 3 * side for side, letter in enumerate(letters))


@pytest.mark.parametrize("rounds", [1, 12, rules.ROUNDS])
def test_a_cell_that_no_tile_can_fill_is_a_point_lost(rounds: int) -> None:
    """Nothing leads to the first three; to the fourth a wide connection does, but only narrow tiles are left."""
    state = new_game()
    everything = heuristics.families(state, state.stock)
    narrow = heuristics.families(state, sum(1 << tile for tile in range(28) if "w" not in letters_of(state.sides[tile])))
    for letters in ("....", "ss.3", "s.12"):
        assert heuristics.worth(around(letters), *everything, rounds) == -100
    assert heuristics.worth(around("w.ff"), *narrow, rounds) == -100
    assert heuristics.worth(around("w.ff"), *everything, rounds) > -100


@pytest.mark.parametrize("letters", ["n.wf", "nw3.", "w.f2", "n.sw"])
def test_more_tiles_left_that_fit_are_better(letters: str) -> None:
    """Towards the end of the game, a cell that two connections or a number await wants one of many tiles, not of few."""
    state = new_game()
    fitting = [tile for tile in range(28) if heuristics.FITS[around(letters)] & heuristics.FAMILY[state.sides[tile]]]
    few, many = (heuristics.families(state, sum(1 << tile for tile in fitting[:count])) for count in (1, 4))
    assert heuristics.worth(around(letters), *few, 4) < heuristics.worth(around(letters), *many, 4)


def test_two_tiles_that_look_the_same_count_twice() -> None:
    state = new_game()
    leaf, cloud = (tile for tile in range(28) if letters_of(state.sides[tile]) == "nnn.")
    once, twice = heuristics.families(state, 1 << leaf | 1 << cloud | 1)
    assert (count_bits(once), twice) == (2, heuristics.FAMILY[state.sides[leaf]])
    assert heuristics.families(state, 1 << leaf | 1)[1] == 0


def test_the_outlook_stays_the_same_until_the_tile_in_hand_is_laid() -> None:
    for before, after in pairwise(positions(2, "one", 7)):
        if before.to_lay == 0:
            assert heuristics.outlook(before, 0) == heuristics.outlook(after, 0)


def test_all_surroundings_have_a_worth_of_their_own_kind() -> None:
    words = [word.split(":")[0] for word in heuristics.WORTH.split()]
    assert len(set(words)) == len(words)
    for beside in product(heuristics.BESIDE_LETTERS, repeat=4):
        numbers = [side for side in range(4) if beside[side] in "123"]
        if len(numbers) > 2 or (len(numbers) == 2 and numbers[1] - numbers[0] == 2) or not set(beside) & set("nwf"):
            continue  # no cell lies so, or nothing can lead to it
        kind = words[heuristics.KIND[around("".join(beside))]]
        assert sorted(kind.replace("w", "n")) == sorted("".join(beside).replace("w", "n"))


# The appeal


@pytest.mark.parametrize("players", [1, 2])
def test_actions_differ_in_appeal_as_the_positions_after_them_in_outlook(players: int) -> None:
    for state in positions(players, "one", 3):
        for seat in range(players):
            if not state.to_lay >> seat & 1:
                continue
            differences = set()
            for action in legal(state, seat):
                after = state.copy()
                rules.play(after, seat, action)
                differences.add(heuristics.outlook(after, seat) - heuristics.appeal(state, seat, action))
            assert len(differences) == 1


def test_reaching_a_number_appeals_more_than_passing_it_by() -> None:
    """d5 has a 3 in the north."""
    state = put(new_game(), c4="wnw.", c5=".ww.")
    hold(state, "ww..")
    assert appeal_of(state, "d5", "w..w") > appeal_of(state, "d5", "..ww")


def test_a_tile_that_fits_well_appeals_more_than_a_spiral() -> None:
    state = new_game()
    hold(state, "nww.")
    spirals = [heuristics.appeal(state, 0, action) for action in legal(state, 0) if action >= rules.SPIRALS]
    opened = [heuristics.appeal(state, 0, action) for action in legal(state, 0) if action < rules.SPIRALS]
    assert min(opened) > max(spirals)


def test_a_dead_end_beside_the_centre_appeals_least_of_the_open_tiles() -> None:
    state = new_game()
    hold(state, "w...")
    dead_end = max(heuristics.appeal(state, 0, action) for action in legal(state, 0) if action < rules.SPIRALS)
    hold(state, "w.w.")
    assert dead_end < appeal_of(state, "c4", "w.w.")


def test_a_spiral_goes_where_nothing_else_can() -> None:
    """Between c4 and c5's neighbours, c5 asks for four blank sides."""
    state = put(new_game(), c4="w.w.", b3="nn..", d3="n..n", b4="n.n.", d4="n.n.", b5="n.n.", d5="n.n.")
    state.fits[0, 2 * 3] |= 1 << 22  # as if c4 ended there
    for code in (1, 2):
        state.fits[0, 2 * 3 + code] &= ~(1 << 22)
    hold(state, "wwww")
    spirals = [action for action in legal(state, 0) if action >= rules.SPIRALS]
    assert max(spirals, key=lambda action: heuristics.appeal(state, 0, action)) == action_of(state, "c5", "spiral")


def test_chance_finds_every_tile_equally_appealing() -> None:
    assert {heuristics.appeal(new_game(), CHANCE, rules.DRAWS + tile) for tile in range(28)} == {0}


# Interpreted and compiled


@pytest.mark.slow
def test_interpreted_and_compiled_players_think_the_same() -> None:
    for players, seed in ((1, 11), (4, 12)):
        for state in positions(players, "one", seed)[::5]:
            for seat in range(players):
                actions = rules.DRAWS if state.to_lay >> seat & 1 else 0
                compiled, interpreted = np.zeros(actions, np.int64), np.zeros(actions, np.int64)
                outlook = think(Records(rules.Connections, state.array), seat, compiled)
                assert outlook == think.function(Records(rules.Connections, state.array), seat, interpreted.data)
                assert compiled.tolist() == interpreted.tolist()


# That it helps


def points_greedy_loss(seed: int) -> int:
    """Returns what a player loses that only ever looks at the points after its own turn."""
    match = game("connections").match(players=1, seed=seed)
    chooser = Random(seed)
    while not match.over:
        moves = match.position.legal_moves(0)
        lost = [match.position.play(move).scores[0] for move in moves]
        match.play(chooser.choice([move for move, loss in zip(moves, lost, strict=True) if loss == min(lost)]))
    return match.position.scores[0]


def outlook_greedy_loss(seed: int) -> int:
    match = game("connections").match(players=1, seed=seed)
    player = GreedyPlayer(seed)
    while not match.over:
        match.play(player.choose(match.position, 0).move)
    return match.position.scores[0]


@pytest.mark.slow
def test_the_outlook_halves_what_a_greedy_player_loses() -> None:
    deals = range(8)
    assert 2 * sum(map(outlook_greedy_loss, deals)) < sum(map(points_greedy_loss, deals))


def test_numbers_of_the_border_fit_three_bits_a_side() -> None:
    state = new_game(4)
    assert max(state.numbers[seat, spot] for seat in range(4) for spot in range(SPOTS)) + heuristics.SPIRAL_BESIDE < 8
