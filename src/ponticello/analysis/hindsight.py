"""The best that a seat could still have reached after each of its turns, proven by a solver and shown by the rules.

The turns are looked at from the last to the first. What can be reached before a turn is at least what can be reached after it, by
the turn that was really played: so each question is only whether there was something better, and where nothing better exists at
all the rest needs no solver. Every answer is played through the rules before it is believed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ponticello.analysis.possible import Hindsight, Possible
from ponticello.analysis.solver import Answer, check_solver, improve
from ponticello.engine import verbs
from ponticello.engine.cores import cores
from ponticello.engine.errors import BadOption, NoHindsight
from ponticello.engine.optimum import Optima, Turns
from ponticello.engine.words import count, say
from ponticello.table.match import Match, Turn
from ponticello.table.position import Position

FIRST_SLICE = 2.0  # seconds for one question; what is not answered then is asked again later, for twice as long


def hindsight(
    match: Match,
    seat: int = 0,
    *,
    seconds: float = 300.0,
    workers: int | None = None,
    progress: Callable[[Hindsight], None] | None = None,
) -> Hindsight:
    """Returns what a seat of a finished match could still have reached after each of its turns, all cards known.

    After `seconds` the rest is left as bounds with a gap, and so it is after Ctrl-C. `progress` is called with everything known
    so far, each time that more is. `workers` are the threads of the solver; as many as there are cores if left out.
    """
    latest: Hindsight | None = None
    try:
        for latest in follow_hindsight(match, seat, seconds=seconds, workers=workers):
            if progress is not None:
                progress(latest)
    except KeyboardInterrupt:
        if latest is None:
            raise
    assert latest is not None
    return latest


def follow_hindsight(match: Match, seat: int = 0, *, seconds: float = 300.0, workers: int | None = None) -> Iterator[Hindsight]:
    """Yields the hindsight of a seat as it becomes known: first without any proof, then with more and more of it.

    Each is whole and can be shown; the last one is `done`, unless whoever asks stops before. What cannot be answered at all is
    refused at once: a running match, a game without hindsight, a missing OR-Tools.
    """
    optima = _optima(match, seat)
    check_solver()
    return _Search(match, seat, optima, workers or cores()).run(seconds)


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
class _Known:
    """What is known of one moment, in standings, of which more is better."""

    standing: int  # that can be reached
    bound: int  # that cannot be surpassed
    line: Turns  # the actions of the turns that reach it
    texts: tuple[str, ...]  # the same in notation
    scores: tuple[int, ...]

    @property
    def proven(self) -> bool:
        return self.standing == self.bound


class _Search:
    """The moments of one seat's game, before each of its turns and at the end, and what is known of them."""

    def __init__(self, match: Match, seat: int, optima: Optima, workers: int) -> None:
        self.match, self.seat, self.optima, self.workers = match, seat, optima, workers
        self.turns = [turn for turn in match.turns() if turn.seat == seat]
        self.played = [[move.action for move in turn.moves] for turn in self.turns]
        standing = verbs.standing(match.position.state, seat)
        self.known = [
            _Known(
                standing,
                max(standing, self._ceiling(k)),
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
        share = FIRST_SLICE
        while not all(known.proven for known in self.known) and time.monotonic() < ends:
            for k in reversed(range(len(self.turns))):
                left = ends - time.monotonic()
                if not self.known[k].proven and left > 0:
                    self._ask(k, min(share, left))
                    self._spread()
                    yield self._report(begun, done=False)
            share *= 2
        yield self._report(begun, done=True)

    def _ceiling(self, k: int) -> int:
        """Returns a standing that cannot be surpassed from before a turn on, for a reason that needs no solver."""
        if k == len(self.turns):
            return verbs.standing(self.match.position.state, self.seat)
        return self.optima.ceiling(self._position(k).state, self.seat, self._coming(k))

    def _position(self, k: int) -> Position:
        return self.match.position_after(self.turns[k].at)

    def _coming(self, k: int) -> list[tuple[int, int]]:
        return [(move.seat, move.action) for move in self.match.moves[self.turns[k].at :]]

    def _ask(self, k: int, seconds: float) -> None:
        """Asks whether there is something better than what is known of a moment, and notes the answer."""
        known = self.known[k]
        optimum = self.optima.model(self._position(k).state, self.seat, self._coming(k))
        if optimum is None:  # the turn decides nothing for the seat
            known.bound = min(known.bound, self.known[k + 1].bound)
            return
        later = self.known[k + optimum.turns]
        rest = later.standing - optimum.played  # what comes after the model, whatever happens in it
        answer = improve(
            optimum,
            known.line[: optimum.turns],
            known.standing - rest,
            known.bound - rest,
            seconds=seconds,
            workers=self.workers,
        )
        known.bound = min(known.bound, answer.bound + later.bound - optimum.played)
        self._believe(k, answer, later, rest)

    def _believe(self, k: int, answer: Answer, later: _Known, rest: int) -> None:
        """Takes over better turns, once the rules have confirmed them."""
        if answer.turns is None:
            return
        known, line = self.known[k], answer.turns + later.line
        texts, final = replay(self.match, self.seat, self.turns[k:], line)
        reached = verbs.standing(final.state, self.seat)
        if not final.over or reached != answer.standing + rest:
            raise AssertionError(f"the model says {answer.standing + rest} where the rules say {reached}")
        known.standing, known.line, known.texts, known.scores = reached, line, texts, final.scores

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
        known, sign = self.known[k], -1 if self.optima.fewest_win else 1
        moves = self.turns[k].at if k < len(self.turns) else self.match.length
        return Possible(k, moves, sign * known.standing, sign * known.bound, known.texts, known.scores)


def replay(match: Match, seat: int, turns: Sequence[Turn], line: Turns) -> tuple[tuple[str, ...], Position]:
    """Plays other turns of a seat through the rules instead of its own, while chance and the others do what they did.

    Returns the turns in notation and the position in the end. Raises IllegalMove if a rule refuses one of them.
    """
    position = match.position_after(turns[0].at)
    instead = {turn.at: actions for turn, actions in zip(turns, line, strict=True)}
    texts = []
    for at in range(turns[0].at, match.length):
        moves = []
        for action in instead.get(at, ()):
            moves.append(position.move(action, seat))
            position = position.play(moves[-1])
        if moves:
            texts.append(match.game.rulebook.write_turn(moves))
        if match.moves[at].seat != seat:
            position = position.play(match.moves[at])
    return tuple(texts), position
