"""What a position remembers, against what the board itself shows: all of it worked out anew along random games."""

from __future__ import annotations

import pytest

from ponticello.engine.dice import new_dice
from ponticello.games.ponte import actions, board, candidates, lands, rules, strips
from tests.games.ponte.ponte_drawing import cells_of, new_game, to_move
from tests.games.ponte.ponte_oracle import Cell, around, blocked, groups, is_knight, lawful, meet

COLOURS = (rules.LIGHT, rules.DARK)
Span = tuple[Cell, Cell]


def place_of(cell: int) -> Cell:
    return board.column_of(cell), board.row_of(cell)


def number_of(place: Cell) -> int:
    return board.cell_at(place[1], place[0])


def ends_of(action: int) -> Span:
    start, way = divmod(action - actions.BRIDGE, board.WAYS)
    return place_of(start), place_of(start + int(board.REACH[way]))


def tiles_of(state: rules.Ponte, colour: int) -> frozenset[Cell]:
    return frozenset(place_of(cell) for cell in cells_of(state.side) if state.cells[cell] == colour + 1)


def bridges_on(state: rules.Ponte) -> list[Span]:
    return [ends_of(state.laid[k]) for k in range(state.laid_count)]


def rules_out(state: rules.Ponte, laid: Span, wanted: Span) -> bool:
    """Whether a bridge on the board forbids one that shares no end with it."""
    beside = is_knight(*laid) and is_knight(*wanted) and bool(blocked(*laid) & blocked(*wanted))
    return meet(*laid, *wanted) or (beside and not state.parallel_knights)


def strip(tiles: set[Cell], row: int) -> int:
    """Returns four rows of tiles, one above the named row to two below it, as sixteen bits each."""
    found = 0
    for column, line in tiles:
        offset = line + board.MARGIN - (row - 1)
        if 0 <= offset < 4:
            found |= 1 << offset * board.STRIDE + column + board.MARGIN
    return found


def check_strips(state: rules.Ponte) -> None:
    bridged = {end for bridge in bridges_on(state) for end in bridge}
    for row in range(-2, board.STRIDE + 1):
        for colour in COLOURS:
            assert state.strips[colour, row + 2] == strip(set(tiles_of(state, colour)), row)
        assert state.bridged[row + 2] == strip(bridged, row)
    for cell in cells_of(state.side):
        assert strips.is_bridged(state, cell) == (place_of(cell) in bridged)


def check_lands(state: rules.Ponte, colour: int) -> None:
    seen: dict[int, frozenset[Cell]] = {}
    for group in groups(tiles_of(state, colour)):
        numbers = {lands.land_at(state, colour, number_of(place)) for place in group}
        assert len(numbers) == 1
        land = numbers.pop()
        assert land != 0
        assert land not in seen
        seen[land] = group
        assert state.land_size[land] == len(group)
        assert {place_of(lands.tile_of(state, land, k)) for k in range(len(group))} == group
    for cell in range(board.AREA):
        if place_of(cell) not in tiles_of(state, colour):
            assert lands.land_at(state, colour, cell) == 0
    networks = {land: {land} for land in seen}
    for bridge in bridges_on(state):
        joined = [land for land, group in seen.items() if set(bridge) & group]
        if joined:
            whole = networks[joined[0]] | networks[joined[1]]
            networks.update(dict.fromkeys(whole, whole))
    islands = {land for land, group in seen.items() if len(group) == 4}
    for land, network in networks.items():
        assert {other for other in seen if state.network[other] == state.network[land]} == network
        assert state.linked_islands[state.network[land]] == len(network & islands)
    counts = [len(network & islands) for network in {frozenset(network) for network in networks.values()}]
    assert state.points[colour] == sum(count * (count + 1) // 2 for count in counts)
    assert state.islands[colour] == len(islands)


def check_open_cells(state: rules.Ponte, colour: int) -> None:
    own = tiles_of(state, colour)
    listed = [state.open_cells[colour, k] for k in range(state.side**2)]
    assert set(listed) == cells_of(state.side)
    assert [state.place[colour, cell] for cell in listed] == list(range(len(listed)))
    shore = {near for group in groups(own) if len(group) == 4 for place in group for near in around(place)}
    for cell in cells_of(state.side):
        free = state.cells[cell] == rules.FREE
        open_ = candidates.is_open(state, colour, cell)
        assert not open_ or (free and place_of(cell) not in shore)
        if free and lawful(own | {place_of(cell)}) and state.tiles[colour] >= 2 and not open_:
            assert not any(
                lawful(own | {place_of(cell), place_of(other)})
                for other in cells_of(state.side) - {cell}
                if state.cells[other] == rules.FREE
            )


def check_open_spans(state: rules.Ponte, colour: int) -> None:
    own, laid = tiles_of(state, colour), bridges_on(state)
    every = tiles_of(state, rules.LIGHT) | tiles_of(state, rules.DARK)
    listed = [state.open_spans[colour, k] for k in range(state.span_count[colour])]
    assert len(set(listed)) == len(listed)
    for action in listed:
        assert set(ends_of(action)) <= own
    for start in own:
        for way in range(board.WAYS):
            action = actions.BRIDGE + number_of(start) * board.WAYS + way
            span = ends_of(action)
            taken = any(set(bridge) & set(span) for bridge in laid)
            if span[1] in own and not taken and not blocked(*span) & every:
                crossed = any(rules_out(state, bridge, span) for bridge in laid)
                assert state.barred[number_of(start)] >> way & 1 == crossed
                assert crossed or action in listed


@pytest.mark.slow
@pytest.mark.parametrize("parallel_knights", [True, False])
@pytest.mark.parametrize("side", [10, 12])
def test_what_is_remembered_is_what_the_board_shows(side: int, parallel_knights: bool) -> None:
    for seed in range(2):
        state, dice = new_game(side, parallel_knights), new_dice(seed)
        steps = 0
        while rules.actors(state):
            rules.play(state, to_move(state), rules.sample(state, to_move(state), None, dice))
            steps += 1
            if steps % 9 == 0 or not rules.actors(state):
                check_strips(state)
                for colour in COLOURS:
                    check_lands(state, colour)
                    check_open_cells(state, colour)
                    check_open_spans(state, colour)
        assert sum(state.bridges_of[colour] for colour in COLOURS) == state.laid_count


def test_every_single_bit_leads_to_its_own_span() -> None:
    """From the middle of the board, a lone tile a bridge away opens just the span between the two."""
    here = board.cell_at(5, 5)
    for way in range(board.WAYS):
        for start, end in ((here, here + int(board.REACH[way])), (here - int(board.REACH[way]), here)):
            state = new_game()
            rules.lay_tile(state, rules.DARK, start if end == here else end)
            assert state.span_count[rules.DARK] == 0
            rules.lay_tile(state, rules.DARK, here)
            assert state.span_count[rules.DARK] == 1
            assert state.open_spans[rules.DARK, 0] == actions.BRIDGE + start * board.WAYS + way
