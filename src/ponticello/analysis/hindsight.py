"""The best that a seat could still have reached after each of its turns, proven by a solver and shown by the rules.

The turns are looked at from the last to the first. What can be reached before a turn is at least what can be reached after it, by
the turn that was really played: so each question is only whether there was something better, and where nothing better exists at
all the rest needs no solver. Every answer is played through the rules before it is believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from ponticello.analysis.possible import Hindsight, Possible
from ponticello.analysis.side_by_side import SideBySide, Work
from ponticello.analysis.solver import Answer, Interruption, check_solver, improve
from ponticello.engine import verbs
from ponticello.engine.cores import cores
from ponticello.engine.errors import BadOption, BadRecord, NoHindsight, PonticelloError
from ponticello.engine.optimum import Optima, Optimum, Turns
from ponticello.engine.words import count, say
from ponticello.table.match import Match, Turn
from ponticello.table.position import Move, Position

FIRST_EFFORT = 1.0  # for one moment, about a second of a core; what is not answered then is asked again later, with twice as much


def hindsight(
    match: Match,
    seat: int = 0,
    *,
    seconds: float = 300.0,
    workers: int | None = None,
    start: Hindsight | None = None,
    progress: Callable[[Hindsight], None] | None = None,
) -> Hindsight:
    """Returns what a seat of a finished match could still have reached after each of its turns, all cards known.

    After `seconds` the rest is left as bounds with a gap, and so it is after Ctrl-C. `progress` is called with everything known
    so far, each time that more is. `workers` is how many questions are worked on at the same time; one for each core if left out.
    `start` is an earlier hindsight of the same match and seat, which is taken up where it was left.
    """
    latest: Hindsight | None = None
    try:
        for latest in follow_hindsight(match, seat, seconds=seconds, workers=workers, start=start):
            if progress is not None:
                progress(latest)
    except KeyboardInterrupt:
        if latest is None:
            raise
    assert latest is not None
    return latest


def follow_hindsight(
    match: Match,
    seat: int = 0,
    *,
    seconds: float = 300.0,
    workers: int | None = None,
    start: Hindsight | None = None,
) -> Iterator[Hindsight]:
    """Yields the hindsight of a seat as it becomes known: first without any proof, then with more and more of it.

    Each is whole and can be shown; the last one is `done`, unless whoever asks stops before. What cannot be answered at all is
    refused at once: a running match, a game without hindsight, a missing OR-Tools.
    """
    optima = _optima(match, seat)
    check_solver()
    search = Search(match, seat, optima, workers or cores())
    if start is not None:
        search.take_up(start)
    return search.run(seconds)


def _optima(match: Match, seat: int) -> Optima:
    """Returns the models of the game, or says why there can be no hindsight."""
    rulebook = match.game.rulebook
    if rulebook.optima is None:
        raise NoHindsight(say("{game} has no hindsight; ask for a review instead", game=rulebook.title))
    if not match.over:
        raise NoHindsight(say("the match is not over; hindsight is for finished ones"))
    if seat not in range(match.players):
        players = count(match.players, "player")
        raise BadOption(say("there is no player {number}; this match is for {players}", number=seat + 1, players=players))
    return rulebook.optima


@dataclass
class Known:
    """What is known of one moment, in standings, of which more is better."""

    standing: int  # that can be reached
    bound: int  # that cannot be surpassed
    line: Turns  # the actions of the turns that reach it
    texts: tuple[str, ...]  # the same in notation
    scores: tuple[int, ...]

    @property
    def proven(self) -> bool:
        return self.standing == self.bound


class Search:
    """The moments of one seat's game, before each of its turns and at the end, and what is known of them."""

    def __init__(self, match: Match, seat: int, optima: Optima, workers: int) -> None:
        self.match, self.seat, self.optima, self.workers = match, seat, optima, workers
        self.turns = [turn for turn in match.turns() if turn.seat == seat]
        self.played = [[move.action for move in turn.moves] for turn in self.turns]
        standing = verbs.standing(match.position.state, seat)
        self.known = [
            Known(
                standing,
                self._ceiling(k),
                self.played[k:],
                tuple(turn.text for turn in self.turns[k:]),
                match.scores,
            )
            for k in range(len(self.turns) + 1)
        ]
        self._spread()

    def run(self, seconds: float) -> Iterator[Hindsight]:
        """Answers question after question until all is proven or the time is up; yields what is known each time."""
        begun = time.monotonic()
        ends = begun + seconds
        yield self._report(begun, done=False)
        effort = FIRST_EFFORT
        with SideBySide(self.workers) as asked:
            while time.monotonic() < ends and not all(known.proven for known in self.known):
                for k, answer in asked.answers(self._questions(ends, effort)):
                    self._note(k, *answer)
                    asked.stop(k for k in asked.running if self.known[k].proven)
                    yield self._report(begun, done=False)
                effort *= 2
        yield self._report(begun, done=True)

    def _questions(self, ends: float, effort: float) -> Iterator[tuple[int, Work]]:
        """Yields the moments that are not proven, the last one first, each with the work to do for it."""
        for k in reversed(range(len(self.turns))):
            left = ends - time.monotonic()
            if not self.known[k].proven and left > 0:
                yield k, partial(self._answer, k, left, effort)

    def take_up(self, start: Hindsight) -> None:
        """Goes on from what was known: its lines are played again, its bounds are taken as they are."""
        told = [(possible.turns, possible.moves, possible.best) for possible in start.possible]
        mine = [(k, self._moves_before(k), self._points(self.known[k].standing)) for k in range(len(self.known))]
        same = [one[:2] for one in told] == [one[:2] for one in mine] and told[-1] == mine[-1]
        if not same or (start.game, start.seat) != (self.match.game.name, self.seat):
            raise BadRecord(say("that hindsight is of another match or another player"))
        try:
            for k, possible in enumerate(start.possible[:-1]):
                self._believe(k, list(possible.line), self._points(possible.best))
                self.known[k].bound = self._points(possible.bound)
        except (PonticelloError, ValueError, AssertionError):
            raise BadRecord(say("that hindsight is of another match or another player")) from None
        self._spread()

    def _ceiling(self, k: int) -> int:
        """Returns a standing that cannot be surpassed from before a turn on, for a reason that needs no solver."""
        if k == len(self.turns):
            return verbs.standing(self.match.position.state, self.seat)
        return self.optima.ceiling(self.position(k).state, self.seat, self.coming(k))

    def position(self, k: int) -> Position:
        """Returns the position before a turn of the seat; the first is 0."""
        return self.match.position_after(self.turns[k].at)

    def coming(self, k: int) -> list[tuple[int, int]]:
        """Returns what really came from before a turn on."""
        return [(move.seat, move.action) for move in self.match.moves[self.turns[k].at :]]

    def ask(self, k: int, seconds: float) -> None:
        """Asks whether there is something better than what is known of a moment, and notes the answer."""
        self._note(k, *self._answer(k, seconds, seconds, Interruption()))

    def _answer(self, k: int, seconds: float, effort: float, interruption: Interruption) -> tuple[Optimum | None, Answer | None]:
        """Returns what the solver says of a moment, beside the model that it was asked about."""
        known = self.known[k]
        line, standing, bound = known.line, known.standing, known.bound
        optimum = self.optima.model(self.position(k).state, self.seat, self.coming(k))
        if optimum is None:
            return None, None
        rest = self.known[k + optimum.turns].standing - optimum.played  # what comes after the model, whatever happens in it
        floor, ceiling = standing - rest, bound - rest
        turns = line[: optimum.turns]
        return optimum, improve(optimum, turns, floor, ceiling, seconds=seconds, effort=effort, interruption=interruption)

    def _note(self, k: int, optimum: Optimum | None, answer: Answer | None) -> None:
        """Notes an answer, and what follows from it for other moments."""
        known = self.known[k]
        if optimum is None or answer is None:  # the turn decides nothing for the seat
            known.bound = min(known.bound, self.known[k + 1].bound)
        else:
            later = self.known[k + optimum.turns]
            known.bound = min(known.bound, answer.bound + later.bound - optimum.played)
            standing = answer.standing + later.standing - optimum.played
            if answer.turns is not None and standing > known.standing:
                self._believe(k, [*answer.turns, *later.line], standing)
        self._spread()

    def _believe(self, k: int, line: Sequence[list[int] | str], standing: int) -> None:
        """Takes over turns that should lead to a standing at least, once the rules have confirmed it."""
        played, final = replay(self.match, self.seat, self.turns[k:], line)
        reached = verbs.standing(final.state, self.seat)
        if not final.over or not standing <= reached <= self.known[k].bound:
            bound = self.known[k].bound
            raise AssertionError(f"the model says {standing}, and at most {bound}, where the rules say {reached}")
        known, write = self.known[k], self.match.game.rulebook.write_turn
        known.standing, known.scores = reached, final.scores
        known.line = [[move.action for move in moves] for moves in played]
        known.texts = tuple(write(moves) for moves in played)

    def _spread(self) -> None:
        """What is reached later is reached earlier too, by the turns played; what is impossible earlier is so later."""
        for k in reversed(range(len(self.turns))):
            known, after = self.known[k], self.known[k + 1]
            if after.standing > known.standing:
                known.standing, known.scores = after.standing, after.scores
                known.line = [self.played[k], *after.line]
                known.texts = (self.turns[k].text, *after.texts)
        for k in range(len(self.turns)):
            self.known[k + 1].bound = min(self.known[k + 1].bound, self.known[k].bound)

    def _report(self, begun: float, done: bool) -> Hindsight:
        return Hindsight(
            game=self.match.game.name,
            seat=self.seat,
            score=self.match.scores[self.seat],
            fewest_win=self.optima.fewest_win,
            possible=tuple(self._possible(k) for k in range(len(self.known))),
            seconds=round(time.monotonic() - begun, 3),
            done=done,
        )

    def _possible(self, k: int) -> Possible:
        known = self.known[k]
        best, bound = self._points(known.standing), self._points(known.bound)
        return Possible(k, self._moves_before(k), best, bound, known.texts, known.scores)

    def _moves_before(self, k: int) -> int:
        return self.turns[k].at if k < len(self.turns) else self.match.length

    def _points(self, standing: int) -> int:
        """Returns the points of a standing, or the standing of points."""
        return -standing if self.optima.fewest_win else standing


def replay(match: Match, seat: int, turns: Sequence[Turn], line: Sequence[list[int] | str]) -> tuple[list[list[Move]], Position]:
    """Plays other turns of a seat through the rules instead of its own, while chance and the others do what they did.

    A turn is given as actions or as notation. Returns the moves of each and the position in the end. Raises IllegalMove if a rule
    refuses one of them.
    """
    position = match.position_after(turns[0].at)
    instead = {turn.at: given for turn, given in zip(turns, line, strict=True)}
    played: list[list[Move]] = []
    for at in range(turns[0].at, match.length):
        if at in instead:
            given = instead[at]
            steps = position.read(given, seat) if isinstance(given, str) else [position.move(action, seat) for action in given]
            for move in steps:
                position = position.play(move)
            played.append(steps)
        if match.moves[at].seat != seat:
            position = position.play(match.moves[at])
    return played, position
