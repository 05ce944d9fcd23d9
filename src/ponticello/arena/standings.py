"""How a tournament stands: everybody's row of the table, and what each scored against each."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ponticello.arena.ratings import Encounter, Score, encounters, mean_with_error, rate, score_between, skills
from ponticello.arena.results import Result
from ponticello.arena.tournament import Tournament
from ponticello.engine.errors import BadOption
from ponticello.engine.words import say


@dataclass(frozen=True)
class Row:
    """One entrant; None where there is nothing to tell. Who has two seats in a game counts twice."""

    player: str
    games: int
    wins: int
    draws: int  # victories that were shared
    losses: int
    score: float | None  # the share of opponents, game by game, that it finished ahead of; level counts half
    elo: float | None
    elo_error: float | None
    skill: tuple[float, float] | None  # OpenSkill's mu and sigma
    points: float | None
    points_error: float | None
    seconds: float | None  # a move
    forfeits: int


class Standings:
    """The table of a tournament, best first. Alone, players are compared by what they made of the same deals."""

    def __init__(self, tournament: Tournament, results: Sequence[Result], anchor: str | None = None) -> None:
        self.tournament = tournament
        self.results = list(results)
        self.names = tournament.names
        self.solo = tournament.seats == 1
        self.met: list[Encounter] = races(self.results, self.names) if self.solo else encounters(self.results, self.names)
        self.ratings = rate([] if self.solo else self.met, len(self.names), None if anchor is None else self.number(anchor))
        self.anchor = self.names[self.ratings.anchor]  # whose rating is 0
        self.rows = self._rows()

    def number(self, name: str) -> int:
        """Returns the place of a player in the list of entrants."""
        for number, known in enumerate(self.names):
            if name.strip() in (known, known.lower()) or name.strip().lower() == known:
                return number
        raise BadOption(
            say("{name} does not take part; the players are: {players}", name=repr(name), players=", ".join(self.names))
        )

    def score(self, first: str, second: str) -> Score:
        """Returns the share that one scored against another, half of its 95 % interval, and in how many games.

        With more than two at the table it is how often the one finished ahead of the other; alone, how often it did better with
        the same deal. Level counts half.
        """
        return score_between(self.met, self.number(first), self.number(second))

    def lead(self, first: str, second: str) -> tuple[float, float | None, int]:
        """Returns by how many points one did better than another in games alone: the mean over the deals of both, and so on."""
        scores = [
            {result.deal: result.points[0] for result in self.results if result.players == (name,) and result.forfeit is None}
            for name in (self.names[self.number(first)], self.names[self.number(second)])
        ]
        shared = scores[0].keys() & scores[1].keys()
        if not self.solo or not shared:
            return math.nan, None, 0
        return *mean_with_error([scores[0][deal] - scores[1][deal] for deal in sorted(shared)]), len(shared)

    @property
    def forfeits(self) -> list[tuple[str, str, int]]:
        """Who lost without playing to the end, why, and how often."""
        found: dict[tuple[str, str], int] = {}
        for result in self.results:
            if result.forfeit is not None:
                key = result.players[result.forfeit.seat], result.forfeit.why
                found[key] = found.get(key, 0) + 1
        return [(player, why, times) for (player, why), times in found.items()]

    @property
    def one_sided(self) -> list[tuple[str, str]]:
        """Pairs of which the first never lost anything to the second, nor to those who did: ratings cannot tell how far apart."""
        return [(self.names[a], self.names[b]) for a, b in self.ratings.one_sided]

    def summary(self) -> dict[str, Any]:
        """Returns everything as plain values, for a JSON file."""
        pairs = [(a, b) for a in self.names for b in self.names if a != b]
        return {
            "tournament": self.tournament.identity,
            "games": len(self.results),
            "anchor": None if self.solo else self.anchor,
            "standings": [asdict(row) for row in self.rows],
            "scores": [
                {"player": a, "against": b, "score": score.mean, "error": score.error, "games": score.games}
                for a, b in pairs
                if (score := self.score(a, b)).games
            ],
            "leads": [
                {"player": a, "against": b, "points": lead[0], "error": lead[1], "deals": lead[2]}
                for a, b in pairs
                if (lead := self.lead(a, b))[2]
            ],
            "one_sided": self.one_sided,
            "forfeits": [{"player": player, "why": why, "games": times} for player, why, times in self.forfeits],
        }

    def _rows(self) -> list[Row]:
        learnt = None if self.solo else skills(self.results, self.names)
        rows = [self._row(number, None if learnt is None else learnt[number]) for number in range(len(self.names))]
        worth = [self._worth(number) for number in range(len(self.names))]
        return [rows[number] for number in sorted(range(len(rows)), key=lambda number: -worth[number])]

    def _worth(self, number: int) -> float:
        """Returns what the table is sorted by."""
        if not self.solo:
            elo = self.ratings.elo[number]
            return -math.inf if elo is None else elo
        reached = [result.standing[0] for result in self.results if result.players == (self.names[number],)]
        return sum(reached) / len(reached) if reached else -math.inf

    def _row(self, number: int, skill: tuple[float, float] | None) -> Row:
        name = self.names[number]
        seats = [(result, seat) for result in self.results for seat, player in enumerate(result.players) if player == name]
        won = [result for result, seat in seats if seat in result.winners]
        wins = sum(len(result.winners) == 1 for result in won)
        scores = [each.score if each.first == number else 1 - each.score for each in self.met if number in each[1:3]]
        whole = [float(result.points[seat]) for result, seat in seats if result.forfeit is None]
        points, points_error = mean_with_error(whole) if whole else (None, None)
        moves = sum(result.moves[seat] for result, seat in seats)
        return Row(
            player=name,
            games=len(seats),
            wins=wins,
            draws=len(won) - wins,
            losses=len(seats) - len(won),
            score=sum(scores) / len(scores) if scores else None,
            elo=self.ratings.elo[number] if not self.solo and seats else None,
            elo_error=self.ratings.error[number] if not self.solo and seats else None,
            skill=skill if seats else None,
            points=points,
            points_error=points_error,
            seconds=sum(result.seconds[seat] for result, seat in seats) / moves if moves else None,
            forfeits=sum(result.forfeit is not None and result.forfeit.seat == seat for result, seat in seats),
        )


def races(results: Sequence[Result], names: Sequence[str]) -> list[Encounter]:
    """Returns the games alone as if those with the same deal had been one game: who made more of it is ahead."""
    deals: dict[int, dict[int, Result]] = {}
    for result in results:
        deals.setdefault(result.deal, {})[names.index(result.players[0])] = result
    met = []
    for deal, played in deals.items():
        for a in played:
            for b in played:
                if a < b:
                    mine, theirs = ((r.forfeit is None, r.standing[0]) for r in (played[a], played[b]))
                    met.append(Encounter(deal, a, b, 1.0 if mine > theirs else 0.0 if mine < theirs else 0.5))
    return met
