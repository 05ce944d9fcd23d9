"""The boards as plain Python, against the oracle: tiles, spirals and numbers of the border over whole random games."""

from __future__ import annotations

import pytest

import ponticello as pc
from ponticello.games.connections.plain_board import plain_board
from tests.games.connections.connections_table import Twins, legal, tile_letters


def compare(twins: Twins) -> None:
    board = plain_board(twins.state)
    for seat, (own, sheet) in enumerate(zip(board.boards, twins.sheets, strict=True)):
        assert {cell: tile.sides for cell, tile in own.tiles.items()} == {
            cell: what for cell, what in sheet.on.items() if what != "spiral"
        }
        assert set(own.spirals) == {cell for cell, what in sheet.on.items() if what == "spiral"}
        assert {(number.cell, number.side): number.number for number in own.numbers} == sheet.border
        assert {(number.cell, number.side) for number in own.numbers if number.is_reached} == sheet.reached()
        lost = sum(number.number for number in own.open_numbers) + len(own.spirals)
        assert twins.carried[seat] + lost == twins.lost(seat)
        assert own.tiles["c3"].name == "centre"


@pytest.mark.parametrize(("players", "games"), [(1, "one"), (2, "full"), (4, "one")])
def test_the_boards_are_what_the_oracle_sees(players: int, games: str) -> None:
    twins = Twins(players, games, seed=players)
    turned: set[str] = set()
    while twins.state.turned < 24 or twins.state.game + 1 < twins.state.games:
        if twins.rounds % 24 == 0:
            turned.clear()
        twins.turn_up()
        board = plain_board(twins.state)
        assert board.tile and board.tile not in turned
        turned.add(board.tile)
        assert not turned.intersection(board.tiles_left) and len(turned) + len(board.tiles_left) == 28
        compare(twins)
        while seats := twins.seats():
            twins.lay(seats[0], legal(twins.state, seats[0]))
            compare(twins)
        assert plain_board(twins.state).tile is None


def test_a_tile_has_its_name_and_its_turns() -> None:
    twins = Twins(1, "one", seed=9, boldness=1)
    for _ in range(6):
        twins.turn_up()
        twins.lay(0, legal(twins.state, 0))
    tiles = plain_board(twins.state).boards[0].tiles
    names = [pc.game("connections").rulebook.write(twins.state, 7, action).split()[-1] for action in range(125, 153)]
    for cell, tile in tiles.items():
        if tile.name != "centre":
            flat = tile_letters(twins.state, names.index(tile.name))
            assert flat[4 - tile.turns :] + flat[: 4 - tile.turns] == tile.sides == twins.sheets[0].on[cell]


def test_a_seat_does_not_find_what_another_lays_this_round() -> None:
    match = pc.game("connections").match(2, seed=1)
    before = match.view(1).board
    match.play(match.legal_moves(0)[0])
    assert match.view(1).board == before != match.view(0).board
