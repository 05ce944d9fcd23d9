"""The board as plain Python, against the oracle: what lies where over whole random games."""

from __future__ import annotations

import pytest

import ponticello as pc
from tests.engine.variants import play_at_random
from tests.games.ponte.ponte_oracle import Cell, Game, blocked, groups


def cell(name: str) -> Cell:
    return "abcdefghijkl".index(name[0]), int(name[1:]) - 1


def move(text: str) -> tuple:
    if "-" in text:
        return "bridge", *map(cell, text.split("-"))
    if text in ("light", "dark"):
        return "take", text
    return ("pass",) if text == "pass" else ("tile", cell(text))


@pytest.mark.parametrize("size", [10, 12])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_board_is_what_the_oracle_sees(size: int, seed: int) -> None:
    match = play_at_random(pc.game("ponte", size=size).match(seed=seed), seed)
    oracle = Game(size)
    for at, played in enumerate(match.moves, start=1):
        oracle.play(move(str(played)))
        position = match.position_after(at)
        board = position.board
        assert {cell(name): colour for name, colour in board.tiles.items()} == oracle.board
        assert [(*sorted(map(cell, bridge.ends)), bridge.colour) for bridge in board.bridges] == [
            (*sorted((a, b)), colour) for a, b, colour in oracle.bridges
        ]
        assert all(frozenset(map(cell, bridge.over)) == blocked(*map(cell, bridge.ends)) for bridge in board.bridges)
        assert (board.size, board.tiles_left, board.bridges_left) == (size, oracle.tiles_left, oracle.bridges_left)
        for colour in ("light", "dark"):
            lands = {frozenset(map(cell, land.cells)) for land in board.lands if land.colour == colour}
            assert lands == set(groups(oracle.tiles_of(colour)))
            assert len(board.islands(colour)) == oracle.islands(colour) == sum(map(len, board.networks[colour]))
            assert len(board.sandbanks(colour)) == len(lands) - oracle.islands(colour)
        if board.seats:
            for colour, seat in board.seats.items():
                assert seat == oracle.seat_of(colour)
                linked = [len(network) for network in board.networks[colour]]
                assert linked == sorted(linked, reverse=True)
                assert sum(n * (n + 1) // 2 for n in linked) == oracle.points(colour) == position.scores[seat]
    assert match.over and match.position.board.seats
