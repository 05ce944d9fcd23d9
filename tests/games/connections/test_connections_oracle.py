"""The rules against the oracle: on thousands of positions both must name the same moves and the same score."""

from __future__ import annotations

from collections import Counter
from math import sqrt

import numpy as np
import pytest

from ponticello.engine import verbs
from ponticello.engine.dice import new_dice
from ponticello.engine.verbs import CHANCE
from ponticello.games.connections import rules
from ponticello.games.connections.board import CELLS, TILES, cell_name
from tests.games.connections.connections_oracle import Sheet
from tests.games.connections.connections_table import Twins, legal, letters_of, move_of, new_game, tile_letters

pytestmark = pytest.mark.slow

TABLES = [(1, "one"), (1, "full"), (2, "one"), (2, "full"), (3, "one"), (3, "full"), (4, "one"), (4, "full")]
OTHER_SET = (
    "tiles a=n... b=w... c=nn.. d=nw.. e=wn.. f=ww.. g=n.n. h=n.w. i=w.w. j=nnn. k=nnw. l=nwn. m=nww. n=wnn. o=wnw. p=wwn. q=www."
    " r=nnnn s=nnnw t=nnww u=nwnw v=nwww w=wwww x=nn.. y=ww.. z=.n.n ab=.w.w cd=w.n."
    " boards nwnw=1.231/12.31/3.122/11.23 nwnw=1.231/12.31/3.122/11.23 wnwn=12.31/1.231/11.23/3.122 nwnw=1.231/12.31/3.122/11.23"
)


def same_board(twins: Twins, seat: int) -> None:
    """What lies on a board, its score and its links, from scratch."""
    state, sheet = twins.state, twins.sheets[seat]
    seen = {}
    for cell in range(CELLS):
        here = state.laid[seat, cell]
        if here == rules.SPIRAL:
            seen[cell_name(cell)] = "spiral"
        elif here == rules.CENTRE:
            seen[cell_name(cell)] = letters_of(state.centre[seat])
        elif here >= 0:
            letters = tile_letters(state, here >> 2)
            seen[cell_name(cell)] = letters[4 - (here & 3) :] + letters[: 4 - (here & 3)]
    assert seen == sheet.on
    assert rules.points(state, seat) == twins.lost(seat) == -rules.standing(state, seat)
    assert sheet.linked() == {cell for cell, what in sheet.on.items() if what != "spiral"}, "an open tile is not linked"


def play_match(twins: Twins) -> int:
    """Plays a match to its end, comparing at every step; returns how many positions were compared."""
    state, compared = twins.state, 0
    marks = np.zeros(rules.ACTIONS, np.int8)
    while rules.actors(state):
        assert rules.actors(state) == 1 << CHANCE
        twins.turn_up()
        letters = tile_letters(state, state.tile)
        while seats := twins.seats():
            seat = twins.chooser.choice(seats)
            actions = legal(state, seat)
            found = [move_of(state, action) for action in actions]
            assert len(set(found)) == len(found), "the same move under two numbers"
            assert set(found) == twins.sheets[seat].moves(letters)
            assert verbs.legal(state, seat, marks.data) == len(actions)
            assert np.flatnonzero(marks).tolist() == actions
            twins.lay(seat, actions)
            same_board(twins, seat)
            compared += 1
    return compared


@pytest.mark.parametrize(("players", "games"), TABLES)
def test_rules_and_oracle_agree(players: int, games: str) -> None:
    compared = 0
    for seed in range(6 if games == "one" else 3):
        twins = Twins(players, games, seed, boldness=(0.95, 0.6, 0.3)[seed % 3])
        compared += play_match(twins)
        assert twins.rounds == 24 * (players if games == "full" else 1)
        assert all(len(sheet.on) == CELLS for sheet in twins.sheets)
    assert compared >= 72


def test_rules_and_oracle_agree_on_another_set() -> None:
    for seed in range(6):
        play_match(Twins(4, "one", seed, board=OTHER_SET))


def test_a_good_share_of_the_tiles_is_laid_open() -> None:
    """The comparison would prove little if random boards were all spirals."""
    opened = 0
    for seed in range(10):
        twins = Twins(1, "one", seed)
        play_match(twins)
        opened += sum(what != "spiral" for what in twins.sheets[0].on.values()) - 1
    assert opened > 10 * 12


def positions(count: int) -> list[tuple[rules.Connections, int]]:
    """Returns positions with a seat to lay, from all over some games."""
    found = []
    for seed in range(count):
        twins = Twins(1 + seed % 4, "one", 100 + seed)
        stop = 1 + seed * 7 % 24
        for number in range(stop):
            twins.turn_up()
            for seat in twins.seats()[: None if number < stop - 1 else -1]:
                twins.lay(seat, legal(twins.state, seat))
        found.append((twins.state, twins.seats()[0]))
    return found


def test_random_play_is_even_and_exactly_legal() -> None:
    dice = new_dice(3)
    for state, seat in positions(24):
        actions = legal(state, seat)
        draws = 60 * len(actions)
        counts = Counter(verbs.sample(state, seat, np.zeros(0, np.int8).data, dice) for _ in range(draws))
        assert set(counts) == set(actions)
        spread = sum((counts[action] - 60) ** 2 / 60 for action in actions)
        degrees = len(actions) - 1
        assert spread < degrees + 5 * sqrt(2 * degrees) + 5, "not even"


def test_chance_turns_up_every_tile_left_equally_often() -> None:
    state, dice = new_game(), new_dice(9)
    for _ in range(20):
        counts = Counter(verbs.sample(state, CHANCE, np.zeros(0, np.int8).data, dice) for _ in range(60 * TILES))
        left = legal(state, CHANCE)
        assert set(counts) == set(left) and {verbs.weight(state, action) for action in left} == {1}
        mean = 60 * TILES / len(left)
        spread = sum((counts[action] - mean) ** 2 / mean for action in left)
        assert spread < len(left) + 5 * sqrt(2 * len(left)) + 5
        rules.play(state, CHANCE, left[0])
        rules.play(state, 0, verbs.sample(state, 0, np.zeros(0, np.int8).data, dice))


def test_the_oracle_sees_a_wrong_tile() -> None:
    """The oracle itself on a handful of plain cases."""
    sheet = Sheet({}, "wnwn", {"c3": "wnwn"})
    assert sheet.fits("c4", "..w.") and sheet.fits("d3", "...n")
    assert not sheet.fits("c4", "..n.") and not sheet.fits("c4", "w...") and not sheet.fits("b4", "nn..")
    sheet.lay(("c4", "spiral"))
    assert not sheet.fits("c5", "..w.") and sheet.fits("d3", "...n")
