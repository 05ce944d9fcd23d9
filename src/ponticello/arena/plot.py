"""The standings as a picture: a line for every player, its rating as a dot and how sure it is as a bar."""

from __future__ import annotations

from ponticello.arena.standings import Row, Standings
from ponticello.engine.chart import chart, chart_style, scale
from ponticello.engine.drawing import element, label
from ponticello.engine.words import count, say

STYLE = chart_style("arena", 14)
LETTER = 8.4  # about the width of a letter
LONGEST = 34  # letters of a name
ROW, TOP, BOTTOM, FIELD, EDGE = 34, 74, 58, 460, 24


def plot(standings: Standings, theme: str = "auto") -> str:
    """Returns the standings as an SVG picture: ratings, or for games alone the mean points."""
    told = [(row, *worth) for row in standings.rows if (worth := value_of(row, standings.solo)) is not None]
    title = say(
        "{game}: {games} for {players}",
        game=standings.tournament.table.title,
        games=count(len(standings.results), "game"),
        players=seats(standings),
    )
    names = [shortened(row.player) for row, _, _ in told]
    left = EDGE + LETTER * max(map(len, names), default=0) + 18
    width = left + FIELD + 110
    height = TOP + ROW * len(told) + BOTTOM
    ends = [value + side * (error or 0) for _, value, error in told for side in (-1, 1)]
    low, high, step = scale(min(ends, default=0), max(ends, default=1), most=6)

    def x(value: float) -> float:
        return left + FIELD * (value - low) / (high - low)

    foot = TOP + ROW * len(told)
    body = [label(title, class_="title", x=EDGE, y=36)]
    for k in range(round((high - low) / step) + 1):
        tick = low + k * step
        line = "zero" if abs(tick) < step / 1000 else "grid"
        body.append(element("path", class_=line, d=f"M{x(tick):.1f} {TOP - 10}V{foot}"))
        body.append(label(signed(f"{tick:g}"), class_="note", x=x(tick), y=foot + 18, text_anchor="middle"))
    for k, (_, value, error) in enumerate(told):
        y = TOP + ROW * k + ROW // 2 - 5
        digits = 1 if standings.solo else 0
        said = signed(f"{value:.{digits}f}")
        body.append(label(names[k], x=left - 18, y=y + 5, text_anchor="end"))
        if error:
            a, b = x(value - error), x(value + error)
            body.append(element("path", class_="bar line0", d=f"M{a:.1f} {y - 5}v10M{b:.1f} {y - 5}v10M{a:.1f} {y}H{b:.1f}"))
            said += f" ± {error:.{digits}f}"
        body.append(element("circle", class_="dot0", cx=x(value), cy=y, r=5.5))
        body.append(label(said, class_="note", x=left + FIELD + 16, y=y + 5))
    if standings.solo:
        unit = say(standings.tournament.table.rulebook.unit)
        about = say("mean {points}; bars hold the true value with 95 % certainty", points=unit)
    else:
        anchor = shortened(standings.anchor)
        about = say("Elo; bars hold the true value with 95 % certainty, {player} is 0", player=anchor)
    body.append(label(about, class_="note", x=left, y=foot + 42))
    desc = "; ".join(f"{row.player} {value:.1f}" for row, value, _ in told)
    return chart(STYLE, width, height, title=title, desc=desc, theme=theme, body=body)


def value_of(row: Row, solo: bool) -> tuple[float, float | None] | None:
    """Returns what is drawn of a player, and its error bar."""
    value, error = (row.points, row.points_error) if solo else (row.elo, row.elo_error)
    return None if value is None else (value, error)


def seats(standings: Standings) -> str:
    """Returns how many sit at a table, in words."""
    return say("one player") if standings.solo else count(standings.tournament.seats, "player")


def signed(number: str) -> str:
    """Returns a number with a minus as long as a plus."""
    return number.replace("-", "\N{MINUS SIGN}")


def shortened(name: str) -> str:
    """Returns a name that fits beside the picture."""
    return name if len(name) <= LONGEST else name[: LONGEST - 1] + "…"
