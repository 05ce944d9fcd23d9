"""One player's board as a sea chart: on the print, dotted lines, bridges in ink, numbers, and marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from html import escape

from ponticello.engine.drawing import element, number
from ponticello.games.hashi.board import ISLANDS
from ponticello.games.hashi.notation import JOINER, write
from ponticello.games.hashi.position import (
    BRIDGE,
    DONE,
    ROUND,
    SKIP,
    START,
    START_3,
    START_4,
    WRITE,
    WRITING,
    Hashi,
    first_island,
    first_number,
)
from ponticello.games.hashi.reading import number_on
from ponticello.games.hashi.rules import card_number, play, refusal
from ponticello.games.hashi.strokes import Point, at, digit, paths, ring, stroke
from ponticello.games.hashi.tell import offered
from ponticello.games.hashi.waters import CELL, waters
from ponticello.games.hashi.words import say

DISC = 25
APART = 8  # of each of two bridges from the dotted line
BROAD = 94  # what a finger hits of a line, and the least length of it


class Chart:
    """What lies where on all boards of a position, and one method for each layer of a player's board."""

    def __init__(self, state: Hashi) -> None:
        self.state = state
        self.islands = [((state.column[k] + 0.5) * CELL, (state.row[k] + 0.5) * CELL) for k in range(ISLANDS)]
        self.lines = [(self.islands[state.line_a[k]], self.islands[state.line_b[k]]) for k in range(state.lines)]
        flags = tuple(int(state.flag[k]) for k in range(ISLANDS))
        self.waters = waters(tuple(self.islands), flags, tuple(self.lines))

    def board(self, seat: int, size: str, fresh: Mapping[int, int]) -> list[str]:
        """Draws the board in front of a seat: the sea, dotted lines, land, bridges, numbers and flags.

        `fresh` is how often each action was done in the last turn: a page can let what came of it fly in.
        """
        done = [bool(self.state.finished[seat] >> k & 1) for k in range(ISLANDS)]
        new = {place_of(action) for action in fresh if not BRIDGE <= action < DONE}
        return [
            self.waters.backdrops[size],
            *self.dotted_lines(seat),
            *self.land(done),
            *self.bridges(seat, fresh),
            *self.numbers(seat, done, [island for island in range(ISLANDS) if island not in new]),
            *(element("g", *self.numbers(seat, done, [island]), data_last="") for island in sorted(new)),
            self.waters.flags,
        ]

    def dotted_lines(self, seat: int) -> list[str]:
        """Draws the lines without a bridge, faintly those that will never have one."""
        usable = self.state.usable[seat]
        layers = {"dots": "", "closed": ""}
        for k, (a, b) in enumerate(self.lines):
            if not self.state.spans[seat, k]:
                layers["dots" if usable >> k & 1 else "closed"] += f"M{at(*a)}L{at(*b)}"
        return paths(**layers)

    def land(self, done: list[bool]) -> list[str]:
        """Draws the islands; finished ones are green."""
        layers = {"land": "", "done-land": ""}
        for shore, is_done in zip(self.waters.coasts, done, strict=True):
            layers["done-land" if is_done else "land"] += shore
        return paths(**layers)

    def ends(self, line: int, short: float = DISC + 3.0) -> tuple[Point, Point]:
        """Returns where a bridge on a line begins and ends: at the edge of the number, or a little further away."""
        (ax, ay), (bx, by) = self.lines[line]
        across = ay == by
        return ((ax + short, ay), (bx - short, by)) if across else ((ax, ay + short), (bx, by - short))

    def bridges(self, seat: int, fresh: Mapping[int, int]) -> list[str]:
        """Draws the bridges: one stroke, or two side by side."""
        old, new = "", []
        for line in range(self.state.lines):
            spans = self.state.spans[seat, line]
            asides = (0.0,) if spans == 1 else (-APART, APART) if spans else ()
            strokes = [stroke(*self.ends(line, DISC), aside, line * 3 + k) for k, aside in enumerate(asides)]
            before = max(spans - fresh.get(BRIDGE + line, 0), 0)
            old += "".join(strokes[:before])
            if path := "".join(strokes[before:]):
                new.append(element("g", *paths(under=path, bridge=path), data_last=""))
        return paths(under=old, bridge=old) + new

    def numbers(self, seat: int, done: Sequence[bool], islands: Iterable[int]) -> list[str]:
        """Draws a disc for the number of each of some islands; that of a finished one is filled and has a second ring."""
        open_discs = closed = rings = written = reversed_out = ""
        for island in islands:
            (x, y), shown = self.islands[island], number_on(self.state, seat, island)
            if done[island]:
                closed += ring(x, y, DISC)
                rings += ring(x, y, DISC + 6)
                reversed_out += digit(shown, x, y, 1.3)
            else:
                open_discs += ring(x, y, DISC)
                written += digit(shown, x, y, 1.3) if shown else ""
        return [
            *paths(disc=open_discs, done=closed, pen=written),
            *paths(**{"done-ring": rings, "done-pen": reversed_out}),
        ]

    # Marks

    def news(self, fresh: Collection[int]) -> list[str]:
        """Marks the last turn: brackets around a number, a sleeve around a bridge."""
        marks = []
        for action in fresh:
            if BRIDGE <= action < DONE:
                (ax, ay), (bx, by) = self.ends(action - BRIDGE, DISC + 20)
                r = 17
                if ay == by:
                    path = f"M{at(ax, ay - r)}h{at(bx - ax)}a{r} {r} 0 0 1 0 {2 * r}h{at(ax - bx)}a{r} {r} 0 0 1 0 {-2 * r}z"
                else:
                    path = f"M{at(ax - r, ay)}a{r} {r} 0 0 1 {2 * r} 0v{at(by - ay)}a{r} {r} 0 0 1 {-2 * r} 0z"
            else:
                x, y = self.islands[place_of(action)]
                corners = [(sx, sy) for sx in (-1, 1) for sy in (-1, 1)]
                path = "".join(f"M{at(x + sx * 17, y + sy * 37)}h{at(sx * 20)}v{at(-sy * 20)}" for sx, sy in corners)
            marks.append(element("path", class_="news", d=path, data_last="mark"))
        return marks

    def reach(self, line: int) -> str:
        """Returns as a path what a finger hits of a line: from disc to disc, and broad. Where lines cross each has half."""
        (ax, ay), (bx, by) = self.lines[line]
        across, half = ay == by, BROAD / 2
        start, end, middle = (ax, bx, ay) if across else (ay, by, ax)
        short = min(DISC, (end - start - BROAD) / 2)  # between neighbours there is less room than a finger needs
        near, far = [(start + short, middle - half)], [(end - short, middle + half)]
        for at_line in sorted(self.crossings(line)):
            near += [(at_line - half, middle - half), (at_line, middle), (at_line + half, middle - half)]
            far[1:1] = [(at_line + half, middle + half), (at_line, middle), (at_line - half, middle + half)]
        corners = [*near, (end - short, middle - half), *far, (start + short, middle + half)]
        return "M" + "L".join(at(*(corner if across else corner[::-1])) for corner in corners) + "z"

    def crossings(self, line: int) -> list[float]:
        """Returns where along a line others cross it."""
        (ax, ay), (bx, by) = self.lines[line]
        found = []
        for (cx, cy), (dx, dy) in self.lines:
            if ay == by and cx == dx and ax < cx < bx and cy < ay < dy:
                found.append(cx)
            elif ax == bx and cy == dy and ay < cy < by and cx < ax < dx:
                found.append(cy)
        return found

    def tries(self, seat: int, targets: Mapping[int, str]) -> list[str]:
        """Lays an unseen area, with the notation of what is refused there, on each island and line that is not on offer."""
        state = self.state
        if not targets or not state.to_act >> seat & 1:
            return []
        start = START_3 if state.phase == START else WRITE
        later = without_number(state, seat)
        drawn = []
        for island, (x, y) in enumerate(self.islands):
            if refusal(state, seat, start + island):
                area = {"x": x - CELL / 2, "y": y - CELL / 2, "width": CELL, "height": CELL}
                drawn.append(element("rect", class_="hit try", data_try=write(state, seat, start + island), **area))
        for line in range(state.lines):
            if refusal(later, seat, BRIDGE + line):
                attempt = write(state, seat, BRIDGE + line)
                drawn.append(element("path", class_="hit try", data_try=attempt, d=self.reach(line)))
        return drawn

    def shortcuts(self, seat: int, targets: Mapping[int, str]) -> list[str]:
        """Offers bridges before the number is written: whoever draws one has left it out. They are seen when pointed at."""
        if SKIP not in targets:
            return []
        later, parts = without_number(self.state, seat), []
        for action in range(BRIDGE, BRIDGE + self.state.lines):
            if not refusal(later, seat, action):
                move = JOINER.join([targets[SKIP], write(later, seat, action)])
                parts.append(self.line_target(seat, action, move, is_shortcut=True))
        return parts

    def targets(self, seat: int, targets: Mapping[int, str], number: int) -> list[str]:
        """Offers what can be written and drawn: a ring with the number, in the set-up the one in hand, or a dashed bridge."""
        parts = []
        for action, move in targets.items():
            if action < SKIP:
                parts.append(self.ring_target(action, action, move, card_number(self.state)))
            elif BRIDGE <= action < DONE:
                parts.append(self.line_target(seat, action, move))
            elif START_3 <= action < START_4 + ISLANDS and first_number(action) == number:
                parts.append(self.ring_target(action, place_of(action), move, number))
        return parts

    def ring_target(self, action: int, island: int, move: str, shown: int) -> str:
        """Offers a number on an island."""
        x, y = self.islands[island]
        return element(
            "g",
            element("title", escape(offered(self.state, action))),
            element("rect", class_="hit", x=x - CELL / 2, y=y - CELL / 2, width=CELL, height=CELL),
            element("circle", class_="offer", cx=x, cy=y, r=DISC + 2),
            element("path", class_="ghost", d=digit(shown, x, y, 1.15)),
            class_="target",
            data_move=move,
        )

    def line_target(self, seat: int, action: int, move: str, is_shortcut: bool = False) -> str:
        """Offers a bridge on a line, beside the one that is there already."""
        line = action - BRIDGE
        a, b = self.ends(line, DISC + 6)
        aside = 13 if self.state.spans[seat, line] else 0
        path = stroke(a, b, aside, line, 0)
        words = offered(self.state, action)
        if is_shortcut:
            words = say("leave out the number and {offer}", offer=words)
        parts = [element("title", escape(words)), element("path", class_="hit", d=self.reach(line))]
        if not aside:
            parts.append(element("path", class_="back", d=path))
        parts.append(element("path", class_="dash", d=path))
        return element("g", *parts, class_="target shortcut" if is_shortcut else "target", data_move=move)


def without_number(state: Hashi, seat: int) -> Hashi:
    """Returns the position in which a seat draws: a bridge named before the number says that the number is left out."""
    if state.phase != ROUND or not state.to_act >> seat & 1 or state.stage[seat] != WRITING:
        return state
    later = state.copy()
    play(later, seat, SKIP)
    return later


def place_of(action: int) -> int:
    """Returns the island on which an action, in the set-up or in a round, writes a number."""
    return first_island(action) if action >= START_3 else action


def placed(x: float, y: float, scale: float, parts: Collection[str], name: str | None = None) -> str:
    """Returns parts of a drawing, moved and scaled."""
    n = number
    return element("g", *parts, class_=name, transform=f"translate({n(round(x, 1))} {n(round(y, 1))}) scale({scale:.4g})")
