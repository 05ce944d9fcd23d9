"""What can be clicked on Ponte's chart: cells for a tile, ends for a bridge, and cells that only answer why not.

A bridge is chosen by its two ends, because spans lie too close together, and too close to cells for tiles, to be hit by a finger:
one end is picked up, then its bridges are offered, and no tiles below them.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ponticello.engine.drawing import drawn_once, element
from ponticello.games.ponte.actions import is_bridge, is_tile
from ponticello.games.ponte.board import SPANS, column_of, row_of
from ponticello.games.ponte.chart import KINDS, Chart
from ponticello.games.ponte.land_shapes import Lattice, at, sign
from ponticello.games.ponte.notation import bridge_ends, cell_name
from ponticello.games.ponte.position import has_tile
from ponticello.games.ponte.reading import cells_under
from ponticello.games.ponte.tell import offer
from ponticello.games.ponte.words import say

STUB = 0.3  # how much of a possible bridge is hinted at from each end


def offers(chart: Chart, targets: Mapping[int, str], pick: str) -> list[str]:
    """Marks what can be done, the smaller things above the larger ones that they would hide."""
    if not targets:
        return []
    tiles = {cell: move for cell, move in targets.items() if is_tile(cell)}
    spans = {action: move for action, move in targets.items() if is_bridge(action)}
    reach: dict[int, list[int]] = {}  # from the end of a possible bridge to where it leads
    for one, other in map(bridge_ends, spans):
        reach.setdefault(one, []).append(other)
        reach.setdefault(other, []).append(one)
    held = next((cell for cell in reach if cell_name(cell) == pick), None)
    shown = {action: move for action, move in spans.items() if held in bridge_ends(action)}
    taken = {cell for action in shown for cell in bridge_ends(action)} - {held}
    crossed = {cell for action in shown for cell in cells_under(action)}
    hints = {} if held is not None else reach
    side, colour = chart.side, chart.state.turn
    return [
        *(refuse(side, cell, attempt(chart, cell, held)) for cell in chart.board if cell not in tiles and cell not in reach),
        *(lay(side, colour, cell, move) for cell, move in tiles.items() if cell not in crossed),
        *(begin(side, colour, cell, tuple(hints.get(cell, ())), cell == held) for cell in sorted(reach.keys() - taken)),
        *(span(side, colour, action, move, held) for action, move in shown.items()),
    ]


def attempt(chart: Chart, cell: int, held: int | None) -> str:
    """Returns what a click on a cell where nothing can be done attempts: a tile there or, from a picked end, a bridge."""
    if held is not None and has_tile(chart.state, chart.state.turn, cell):
        start, end = min(cell, held), max(cell, held)
        if (row_of(end) - row_of(start), column_of(end) - column_of(start)) in SPANS:
            return f"{cell_name(start)}-{cell_name(end)}"
    return cell_name(cell)


def square(lattice: Lattice, cell: int, **attributes: str) -> str:
    """Returns a cell as an area to click."""
    (x, y), half = lattice.centre(cell), lattice.cell / 2
    return element("rect", class_="hit", x=x - half, y=y - half, width=lattice.cell, height=lattice.cell, **attributes)


@drawn_once
def refuse(side: int, cell: int, move: str) -> str:
    """Lets a cell where nothing can be done ask for the reason."""
    return square(Lattice(side), cell, data_try=move)


@drawn_once
def lay(side: int, colour: int, cell: int, move: str) -> str:
    """Offers a cell for a tile."""
    lattice = Lattice(side)
    dot = element("path", class_=f"{KINDS[colour]} dot", d=sign(colour, lattice.centre(cell), 5.6 * lattice.unit))
    return element("g", element("title", escape(offer(cell))), square(lattice, cell), dot, class_="target", data_move=move)


@drawn_once
def begin(side: int, colour: int, cell: int, hints: tuple[int, ...], is_held: bool) -> str:
    """Offers a tile as the end of a bridge; `hints` are the other ends towards which something is drawn."""
    lattice = Lattice(side)
    x, y = lattice.centre(cell)
    stubs = ""
    for far_x, far_y in map(lattice.centre, hints):
        stubs += f"M{at(x, y)}L{at(x + (far_x - x) * STUB, y + (far_y - y) * STUB)}"
    return element(
        "g",
        element("title", escape(say("begin a bridge on {cell}", cell=cell_name(cell)))),
        square(lattice, cell),
        *(element("path", class_=f"{layer} stub", d=stubs) for layer in ("back", "dash") if stubs),
        element("circle", class_="ring", cx=x, cy=y, r=15 * lattice.unit),
        element("path", class_=f"{KINDS[colour]} pier", d=sign(colour, (x, y), 6.5 * lattice.unit)),
        class_="pick held" if is_held else "pick",
        data_pick=cell_name(cell),
    )


@drawn_once
def span(side: int, colour: int, action: int, move: str, held: int | None) -> str:
    """Offers a bridge, to be clicked on its way or at an end that is not in hand."""
    lattice, ends = Lattice(side), bridge_ends(action)
    a, b = map(lattice.centre, ends)
    line = f"M{at(*a)}L{at(*b)}"
    piers = sign(colour, a, 5 * lattice.unit) + sign(colour, b, 5 * lattice.unit)
    return element(
        "g",
        element("title", escape(offer(action))),
        *(square(lattice, cell) for cell in ends if cell != held),
        *(element("path", class_=layer, d=line) for layer in ("back", "dash", "span")),
        element("path", class_=f"{KINDS[colour]} pier", d=piers),
        class_="target",
        data_move=move,
    )
