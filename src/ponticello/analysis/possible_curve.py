"""What was still possible, turn by turn, as a picture: stairs that only go down, from the best there was to what was reached.

It has the width and the look of the curve of the game, so that the two can stand one under the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ponticello.analysis.curve import FIELD, LEFT, LEGEND, NAME_ROOM, RIGHT, STYLE, TOP, WIDTH, shape
from ponticello.analysis.possible import Hindsight
from ponticello.engine.chart import chart, scale
from ponticello.engine.drawing import element, label, number
from ponticello.engine.people import player_name
from ponticello.engine.words import say
from ponticello.games import rulebook


def possible_svg(
    steps: Sequence[int], found: Sequence[Hindsight], *, theme: str = "auto", at: int | None = None, clickable: bool = False
) -> str:
    """Returns the stairs of some seats of a match; `steps` are the seats of its turns, chance included.

    `at` marks the place after so many of them, and where they can be clicked each has a strip with its number as `data-step`.
    """
    plot = _Stairs(steps, found)
    body = [
        *plot.grid(),
        *([] if at is None else [element("path", class_="now", d=f"M{number(plot.x(at))} {TOP - 6}v{number(FIELD + 12)}")]),
        *(part for one in found for part in plot.line(one)),
        *plot.legend(),
        *(plot.strips() if clickable else []),
    ]
    title = say("What was still possible")
    return chart(STYLE, WIDTH, plot.height, title=title, desc=possible_words(found), theme=theme, body=body)


def possible_words(found: Iterable[Hindsight]) -> str:
    """Returns in words what the stairs show."""
    told = []
    for one in found:
        worth = rulebook(one.game).worth
        values = ", ".join(worth(possible.best) for possible in one.possible)
        told.append(say("{name}: {points}", name=player_name(one.seat), points=values))
    return "; ".join(told)


class _Stairs:
    """Where things lie in the picture."""

    def __init__(self, steps: Sequence[int], found: Sequence[Hindsight]) -> None:
        self.steps, self.found = steps, found
        self.height = TOP + FIELD + 14 + LEGEND * ((len(found) + 1) // 2) + 6
        values = [end for one in found for possible in one.possible for end in (possible.best, possible.bound)]
        self.low, self.high, self.tick = scale(min(values), max(values))
        self.fewest_win = found[0].fewest_win

    def x(self, at: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / max(1, len(self.steps))

    def y(self, points: float) -> float:
        share = (points - self.low) / (self.high - self.low)
        return TOP + FIELD * (share if self.fewest_win else 1 - share)  # what is better lies above

    def grid(self) -> list[str]:
        parts = []
        for k in range(round((self.high - self.low) / self.tick) + 1):
            points = self.low + k * self.tick
            parts.append(element("path", class_="grid", d=f"M{LEFT} {number(self.y(points))}H{WIDTH - RIGHT}"))
            parts.append(label(f"{points:g}", class_="note", x=LEFT - 5, y=self.y(points) + 4, text_anchor="end"))
        return parts

    def places(self, seat: int) -> list[int]:
        """Returns after how many steps each of a seat's turns was over; before the first there is the beginning."""
        return [0, *(k + 1 for k, other in enumerate(self.steps) if other == seat)]

    def line(self, one: Hindsight) -> list[str]:
        """Draws what a seat could still reach, and thinly what is not yet known to be impossible."""
        places = self.places(one.seat)
        end = len(self.steps)

        def stairs(heights: Sequence[int]) -> str:
            d = f"M{number(self.x(0))} {number(self.y(heights[0]))}"
            for place, height in zip(places[1:], heights[1:], strict=True):
                d += f"H{number(self.x(place))}V{number(self.y(height))}"
            return f"{d}H{number(self.x(end))}"

        parts = [element("path", class_=f"line line{one.seat}", d=stairs([possible.best for possible in one.possible]))]
        if not one.proven:
            parts.insert(0, element("path", class_="grid draw", d=stairs([possible.bound for possible in one.possible])))
        return [*parts, shape(one.seat, self.x(end), self.y(one.score), 3.6)]

    def legend(self) -> list[str]:
        parts = []
        for k, one in enumerate(self.found):
            x, y = LEFT + k % 2 * 164, TOP + FIELD + 26 + k // 2 * LEGEND
            said = f"{player_name(one.seat, NAME_ROOM)} {one.best.best} → {one.score}"
            parts += [shape(one.seat, x, y - 4, 4.6), label(said, x=x + 10, y=y)]
        return parts

    def strips(self) -> list[str]:
        half = (self.x(1) - self.x(0)) / 2
        parts = []
        for k in range(len(self.steps) + 1):
            left, right = max(LEFT - 4, self.x(k) - half), min(WIDTH, self.x(k) + half)
            parts.append(
                element("rect", class_="hit", x=left, y=0, width=right - left, height=TOP + FIELD + 10, data_step=str(k))
            )
        return parts
