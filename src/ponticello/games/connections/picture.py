"""Connections as a picture: everybody's garden, one of them large where a seat looks at its own, and the tile turned up."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from math import ceil

from ponticello.engine.drawing import UNCONFIRMED, document, element, part
from ponticello.games.connections import garden, panel, unconfirmed
from ponticello.games.connections.board import BOARDS
from ponticello.games.connections.garden import BOARD, CELL, PLAIN, RICH, TIDY
from ponticello.games.connections.notation import split
from ponticello.games.connections.offers import SPIRAL_PICK, offers, tries
from ponticello.games.connections.palette import STYLE
from ponticello.games.connections.panel import place
from ponticello.games.connections.referee import status
from ponticello.games.connections.rules import DRAWS, Connections, refusal
from ponticello.games.connections.tell import describe
from ponticello.games.connections.unconfirmed import Unconfirmed
from ponticello.games.connections.words import say

ALL = "all"
TURNS = ("0", "1", "2", "3")
VIEWS = (ALL, *(str(seat + 1) for seat in range(BOARDS)))

Box = tuple[float, float, float, float]

WIDTH, MARGIN = 720, 26
FINGER = 40  # pixels
HAND: Box = (126, 0, panel.WIDE + 28, panel.HIGH + 28)  # wherever it lies down the picture
LARGE, MEDIUM, LITTLE = 1.06, 0.54, 0.32  # the sizes of a board alone, among all, and beside a large one


def picture(
    state: Connections,
    *,
    theme: str = "auto",
    targets: Mapping[int, str] | None = None,
    last: Collection[int] = (),
    view: str = "",
    pick: str = "",
) -> str:
    """Returns the boards as an SVG document: all of them ("all"), or one seat's large ("1" to "4") and the others small.

    `targets` maps the legal actions of a seat to their notation. `pick` is one of the tile's quarter turns ("0" to "3") or
    "spiral"; of the targets only those are drawn then, each as the tile would lie. A pick that no target has is ignored. The
    pick "turn" says that the last turn is still in hand: the round goes on, and what would turn the tile is drawn on it as
    `data-turn`, where else it could lie as `data-instead`. `last` are the actions of the last turn: their tile carries
    `data-last`, so that a page can let it fly in, and so do the marks around it.
    """
    wanted = targets or {}
    if view not in ("", *VIEWS):
        raise ValueError(f"Connections has no view {view!r}; choose one of: {', '.join(VIEWS)}")
    seat = int(view) - 1 if view not in ("", ALL) else None
    if seat is not None and seat >= state.seats:
        raise ValueError(f"there is no player {view} in this game, whose board could be seen")
    state, tile = unconfirmed.take_up(state, last) if pick == UNCONFIRMED else (state, None)
    scene = Scene(state, wanted, last, usable(state, wanted, pick), seat, tile)
    body = scene.together() if seat is None and state.seats > 1 else scene.at_home(seat or 0)
    return document(
        STYLE,
        WIDTH,
        round(scene.bottom),
        title=say("Connections: {status}", status=status(state)),
        desc=describe(state),
        theme=theme,
        body=paper((0, 0, WIDTH, round(scene.bottom))) + "".join(body),
    )


def paper(box: Box) -> str:
    """Draws a sheet for something to lie on."""
    x, y, width, height = box
    return element("rect", class_="paper", x=x, y=y, width=width, height=height, rx=14)


def sheet(kind: str, box: Box, *drawn: str, least: float | None = None) -> str:
    """Returns a part of the picture on a sheet of its own."""
    return part(kind, box, paper(box), *drawn, least=least)


def usable(state: Connections, targets: Mapping[int, str], pick: str) -> str:
    """Returns the pick as the tile turned up has it, or none where no target has it."""
    turns = [split(action)[1] for action in targets if action < DRAWS]
    if pick == SPIRAL_PICK:
        return pick if -1 in turns else ""
    if pick in TURNS and state.to_lay and TURNS.index(pick) % state.looks[state.tile] in turns:
        return TURNS[TURNS.index(pick) % state.looks[state.tile]]
    return ""


def owner(state: Connections, targets: Mapping[int, str], seat: int | None) -> int:
    """Returns on whose board the targets lie: that of the view, or of the first seat still to lay that may do all of them."""
    if seat is not None:
        return seat
    waiting = [k for k in range(state.seats) if state.to_lay >> k & 1]
    fitting = [k for k in waiting if all(refusal(state, k, action) == 0 for action in targets)]
    return (fitting or waiting or [0])[0]


class Scene:
    """One picture: what it shows, how the boards are arranged, and how far down it has come."""

    def __init__(
        self,
        state: Connections,
        targets: Mapping[int, str],
        last: Collection[int],
        pick: str,
        seat: int | None,
        tile: Unconfirmed | None,
    ) -> None:
        self.state, self.targets, self.pick, self.unconfirmed = state, targets, pick, tile
        self.news = garden.just_laid(state, last)
        self.owner = owner(state, targets, seat)
        self.bottom = 0.0

    def board(self, seat: int, x: float, y: float, size: float, detail: int) -> str:
        """Draws a seat's board and what can be clicked on it."""
        parts = [garden.board(self.state, seat, [cell for k, cell in self.news if k == seat], detail)]
        if detail > PLAIN:
            parts += garden.coordinates()
        if seat == self.owner:
            parts += tries(self.state, seat, self.targets, self.pick) + offers(self.state, self.targets, self.pick)
        if self.unconfirmed is not None and seat == self.unconfirmed.seat:
            parts += unconfirmed.places(self.state, self.unconfirmed)
            parts.append(unconfirmed.turner(self.unconfirmed.offer(self.state), *garden.middle(self.unconfirmed.cell), 1))
        return element("g", *parts, transform=place(x, y, size))

    def hand(self, seat: int | None = None) -> str:
        """Draws the tile turned up in what comes next of the picture and, if it is about one seat, what that one has lost."""
        left, _, wide, high = HAND
        box = (left, self.bottom, wide, high)
        x, y = left + 14, self.bottom + 14
        self.bottom += high
        tile = panel.turned_up(self.state, x, y, self.targets, self.pick, self.unconfirmed)
        score = "" if seat is None else panel.score(self.state, seat, x + panel.WIDE, y + 64)
        return sheet("hand", box, tile, score, least=ceil(FINGER / (94 * panel.TURN) * wide))

    def at_home(self, seat: int) -> list[str]:
        """A seat's board large, under it the tile and the score, and the others small beneath."""
        wide = BOARD * LARGE
        left = (WIDTH - wide) / 2 + 6
        box = (left - 40, MARGIN - 16, wide + 56, wide + 60)
        self.bottom = box[1] + box[3]
        least = ceil(FINGER / (CELL * LARGE) * box[2])
        parts = [sheet("board", box, self.board(seat, left, MARGIN, LARGE, RICH), least=least), self.hand(seat)]
        others = [k for k in range(self.state.seats) if k != seat]
        return parts + ([self.others(others)] if others else []) + [self.drawer(left)]

    def others(self, seats: list[int]) -> str:
        """Draws the boards of the others, small and side by side."""
        wide, gap = BOARD * LITTLE, 26.0
        across = len(seats) * wide + (len(seats) - 1) * gap
        x, y = (WIDTH - across) / 2, self.bottom + 34
        box = (x - 14, self.bottom, across + 28, wide + 60)
        drawn = []
        for k in seats:
            drawn += [panel.plate(self.state, k, x + 2, y, wide - 4), self.board(k, x, y + 12, LITTLE, PLAIN)]
            x += wide + gap
        self.bottom += box[3]
        return sheet("aside", box, *drawn)

    def together(self) -> list[str]:
        """All boards, two abreast."""
        wide = BOARD * MEDIUM
        gap = (WIDTH - 2 * wide - 14) / 3
        columns = [14 + gap, 14 + 2 * gap + wide]
        height = wide + 84
        drawn = []
        for seat in range(self.state.seats):
            x, y = columns[seat % 2], 44 + seat // 2 * height
            if seat == self.state.seats - 1 and seat % 2 == 0:
                x = (WIDTH - wide) / 2
            drawn += [panel.plate(self.state, seat, x + 4, y, wide - 8), self.board(seat, x, y + 14, MEDIUM, TIDY)]
        self.bottom = 14 + (self.state.seats + 1) // 2 * height
        box = (0, 0, WIDTH, self.bottom)
        least = ceil(FINGER / (CELL * MEDIUM) * WIDTH)
        return [sheet("board", box, *drawn, least=least), self.hand(), self.drawer(columns[0])]

    def drawer(self, x: float) -> str:
        """The tiles still to come, at the very bottom."""
        box = (x - 14, self.bottom, panel.IN_ROW * panel.SMALL_STEP + 28, panel.drawer_height() + 46)
        drawn = panel.drawer(self.state, x, self.bottom + 30, self.targets)
        self.bottom += box[3]
        return sheet("aside", box, drawn)
