"""Actions as numbers: every number is one thing, and a bridge is the same from its number and from its ends."""

from __future__ import annotations

from itertools import product

from ponticello.games.ponte import actions, board


def test_every_number_is_a_tile_a_bridge_or_a_word() -> None:
    tiles = [number for number in range(actions.ACTIONS) if actions.is_tile(number)]
    bridges = [number for number in range(actions.ACTIONS) if actions.is_bridge(number)]
    words = [actions.TAKE_LIGHT, actions.TAKE_DARK, actions.PASS]
    assert tiles + bridges + words == list(range(actions.ACTIONS))
    assert (len(tiles), len(bridges)) == (256, 2048)


def test_a_bridge_is_its_start_and_its_way() -> None:
    numbers = set()
    for row, column, (way, (rows, columns)) in product(range(12), range(12), enumerate(board.SPANS)):
        start = board.cell_at(row, column)
        bridge = actions.bridge_action(start, way)
        numbers.add(bridge)
        assert (actions.start_of(bridge), actions.way_of(bridge)) == (start, way)
        assert actions.end_of(bridge) == board.cell_at(row + rows, column + columns)
    assert len(numbers) == 12 * 12 * len(board.SPANS)


def test_a_bridge_passes_over_the_cells_half_way() -> None:
    start = board.cell_at(5, 5)
    for way, (rows, columns) in enumerate(board.SPANS):
        bridge = actions.bridge_action(start, way)
        under = {actions.cell_under(bridge, 0), actions.cell_under(bridge, 1)}
        across, along = sorted((abs(rows), abs(columns)))
        assert len(under) == (2 if (across, along) == (1, 2) else 1)
        for cell in under:
            assert abs(2 * (board.row_of(cell) - 5) - rows) <= 1
            assert abs(2 * (board.column_of(cell) - 5) - columns) <= 1
