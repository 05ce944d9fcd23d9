"""The city as plain Python, against the oracle's boxes: every tower, bridge and hand over whole random games."""

from __future__ import annotations

from collections import Counter

import pytest

import ponticello as pc
from ponticello.engine.verbs import CHANCE
from tests.engine.variants import play_at_random
from tests.games.skybridge.skybridge_oracle import COLUMNS, Game

COLOURS = ("coral", "ochre", "jade", "slate")
NAMES = [f"{'abc'[x]}{y + 1}" for x, y in COLUMNS]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_board_is_what_the_oracle_sees(players: int, seed: int) -> None:
    match = play_at_random(pc.game("skybridge").match(players, seed=seed), seed)
    oracle = Game(players)
    for at, played in enumerate(match.moves, start=1):
        oracle.play(played.action)
        board, city = match.position_after(at).board, oracle.city
        assert list(board.towers) == NAMES
        for name, column in zip(NAMES, COLUMNS, strict=True):
            tower, owner = board.towers[name], city.owner(column)
            assert [(piece.colour, piece.kind) for piece in tower.pieces] == [
                (COLOURS[piece.colour], piece.kind) for piece in city.over(column)
            ]
            assert (tower.name, tower.height) == (name, city.floors(column))
            assert tower.owner == (None if owner is None else COLOURS[owner]) and tower.is_open == (owner is None)
        assert {colour: set(ends) for colour, ends in board.bridges.items()} == {
            COLOURS[piece.colour]: {NAMES[COLUMNS.index(column)] for column in piece.columns}
            for piece in city.pieces
            if piece.kind == "bridge"
        }
        for seat, hand in enumerate(board.hands):
            assert {(piece.colour, piece.kind): many for piece, many in hand.items()} == Counter(
                (COLOURS[colour], kind) for colour, kind in oracle.hands[seat]
            )
    assert match.over and len(board.hands) == players
    assert match.moves[0].seat == CHANCE


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_points_can_be_counted_from_the_board(players: int) -> None:
    match = play_at_random(pc.game("skybridge").match(players, seed=5), 5)
    board = match.position.board
    for seat, points in enumerate(match.scores):
        total = 0
        for colour in COLOURS[seat::2] if players == 2 else COLOURS[seat : seat + 1]:
            owned = {tower.name for tower in board.owned(colour)}
            ends = board.bridges.get(colour, ())
            joined = ends if owned.intersection(ends) else ()
            # A bridge to one's own tower brings the other one in, and counts both again if both are one's own.
            total += sum(board.towers[name].height for name in owned)
            total += sum(board.towers[name].height for name in joined if owned.issuperset(ends) or name not in owned)
        assert total == points
