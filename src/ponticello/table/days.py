"""Days, and what is dealt on them: the same cards for all who know the secret of a day, and results that tell no card."""

from __future__ import annotations

import datetime
import functools
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ponticello.engine.verbs import CHANCE
from ponticello.games import rulebook
from ponticello.table.game import Game
from ponticello.table.match import Match

DAY = 86_400.0  # seconds
SEED_LETTERS = 32
EARLY = 20  # actions, after which chance has spoken if it ever does
BARS = "▁▂▃▄▅▆▇█"
MOST_BARS = 12
SOLVED, MISSED = "✓", "✗"


def day_of(now: float) -> str:
    """Returns the day of a time, in UTC: everywhere in the world it begins at the same moment."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date().isoformat()


def read_day(text: str) -> str | None:
    """Returns a day as it stands in an address; None if it is none."""
    try:
        return text if datetime.date.fromisoformat(text).isoformat() == text else None
    except ValueError:
        return None


def day_before(day: str) -> str:
    """Returns the day before another one."""
    return (datetime.date.fromisoformat(day) - datetime.timedelta(days=1)).isoformat()


@dataclass(frozen=True)
class Streak:
    """On how many days in a row somebody has finished their try: up to now, and at best."""

    now: int
    best: int


def streak(days: Iterable[str], today: str) -> Streak:
    """Returns the streak of the days on which something counted; as long as today lasts, yesterday's goes on.

    >>> streak(["2026-11-13", "2026-11-14", "2026-11-15", "2026-11-10"], "2026-11-16")
    Streak(now=3, best=3)
    >>> streak(["2026-11-13", "2026-11-14"], "2026-11-16")
    Streak(now=0, best=2)
    """
    ordered = sorted(datetime.date.fromisoformat(day).toordinal() for day in set(days))
    runs: list[list[int]] = []
    for number in ordered:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    latest = datetime.date.fromisoformat(day_before(today)).toordinal()
    now = len(runs[-1]) if runs and runs[-1][-1] >= latest else 0
    return Streak(now, max(map(len, runs), default=0))


def end_of(day: str) -> float:
    """Returns when a day ends."""
    return datetime.datetime.fromisoformat(f"{day}T00:00:00+00:00").timestamp() + DAY


def seed_of(secret: str, day: str, game: str) -> str:
    """Returns the seed of a day's deal. Whoever knows the secret, which is published the day after, can check it.

    >>> seed_of("open sesame", "2026-11-16", "pond")
    'ef1e25d50f3e761514a821bf12666b6c'
    """
    return hmac.digest(secret.encode(), f"{day} {game}".encode(), "sha256").hex()[:SEED_LETTERS]


@functools.cache
def is_dealt(name: str) -> bool:
    """Tells whether a game gives a deal of the day: it can be played alone, and chance deals early in it."""
    book = rulebook(name)
    if 1 not in book.players:
        return False
    match = Game(book, {}).match(1, seed="0")
    while not match.over and match.length < EARLY and all(move.seat != CHANCE for move in match.moves):
        match.play(str(match.position.legal_moves(0)[0]), 0)
    return any(move.seat == CHANCE for move in match.moves)


def skyline(match: Match) -> str:
    """Returns how a lone player did, turn by turn, as a row of bars, higher for the better: a picture that tells no card."""
    sign = -1 if match.game.rulebook.fewest_win else 1
    return bars([sign * match.position_after(turn.until).scores[0] for turn in match.turns() if turn.seat == 0])


def bars(points: Sequence[int]) -> str:
    """Returns some numbers as a row of bars; of many only as many as there is room for, the last among them.

    >>> bars([0, 2, 4, 7]), bars([5, 5]), bars([])
    ('▁▃▅█', '▁▁', '')
    """
    if len(points) > MOST_BARS:
        points = [points[round(k * (len(points) - 1) / (MOST_BARS - 1))] for k in range(MOST_BARS)]
    least, most = min(points, default=0), max(points, default=0)
    return "".join(BARS[(point - least) * (len(BARS) - 1) // max(1, most - least)] for point in points)
