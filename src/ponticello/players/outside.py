"""A program outside that plays for a seat: whatever speaks the protocol of docs/engine-protocol.md can sit down."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from typing import NoReturn

from ponticello.engine.errors import BadOption, PlayerFailed, PonticelloError
from ponticello.engine.game import spell
from ponticello.engine.words import count, mark, say
from ponticello.players.names import program_name, split_command
from ponticello.players.player import HABIT, BasePlayer, Cancelled, Decision, Question, Thought, check_budget, equal_shares
from ponticello.players.program import Ended, Program
from ponticello.players.protocol import VERSION, Info, play_moves, write_moves
from ponticello.table.game import Game
from ponticello.table.match import Match
from ponticello.table.position import Move, Position

GREETING = 20.0  # seconds in which a program must introduce itself
PATIENCE = 300.0  # seconds for what has no limit of its own: getting ready, which may mean compiling, and counted simulations
GRACE = 1.0  # seconds beyond the limit, and
GRACE_SHARE = 0.1  # so much of the limit
TICK = 0.05  # seconds between two looks at the clock
MOST_QUOTED = 60


class OutsidePlayer(BasePlayer):
    """Asks a program for its moves and holds it to its time. If it fails, PlayerFailed says how, and the program is ended.

    A position does not know how it came about, but the program is told the moves: `sit(match)` comes before the first question.
    """

    def __init__(
        self,
        command: str | Sequence[str],
        game: Game,
        *,
        seconds: float | None = None,
        simulations: int | None = None,
        patience: float = PATIENCE,
    ) -> None:
        check_budget(seconds, simulations)
        self.command = split_command(command)
        self.game = game
        self.name = program_name(self.command)
        self.habit = (HABIT, None) if seconds is None and simulations is None else (seconds, simulations)
        self.patience = patience
        self._match: Match | None = None
        self._program: Program | None = None
        self._players = 0  # for how many the program has been made ready
        self._plan: tuple[tuple[Move, ...], tuple[Move, ...], Decision] | None = None  # after which moves, what, and why

    def __repr__(self) -> str:
        return f"OutsidePlayer({shlex.join(self.command)!r}, {self.game!r})"

    def sit(self, match: Match) -> None:
        """Takes a seat at a match, whose moves the program will be told as far as its seat may know them."""
        if (match.game.name, match.game.options) != (self.game.name, self.game.options):
            raise BadOption(f"{self.name} has come to play {self.game!r}, not {match.game!r}")
        self._match = match
        self._players, self._plan = 0, None

    def decide(self, asked: Question) -> Decision:
        """Returns what the program answers; it is started when it is first needed, and anew after a failure."""
        moves = self._moves_known(asked.seen, asked.seat)
        if self._plan is not None and self._plan[0] == moves:
            _, rest, last = self._plan
            return self._decide(moves, rest, last.expected, last.line[1:], last.simulations, 0.0)
        self._make_ready(asked.seen.players)
        return self._ask(asked, moves)

    def close(self) -> None:
        """Ends the program."""
        program, self._program, self._plan = self._program, None, None
        if program is not None:
            program.close()

    def _moves_known(self, seen: Position, seat: int) -> tuple[Move, ...]:
        match = self._match
        if match is None or bytes(match.view(seat).state) != bytes(seen.state):
            raise BadOption(
                f"{self.name} must be told the moves: sit(match) first, and then ask about the position of that match"
            )
        return tuple(move for turn in match.turns(seat) for move in turn.moves)

    def _make_ready(self, players: int) -> None:
        """Starts the program if it does not run, and tells it the game; both are done once."""
        if self._program is None:
            self._program = Program(self.command, self.name)
            self._players = 0
            self._program.say(f"ponticello {VERSION}")
            answer = self._wait("ponticello", min(GREETING, self.patience), mark("{name} did not introduce itself within {span}"))
            if answer != str(VERSION):
                sentence = mark("{name} speaks version {version} of the protocol, not {ours}")
                self._fail(sentence, version=repr(answer[:MOST_QUOTED]), ours=VERSION)
        if self._players != players:
            self._program.say(f"game {self.game.name}")
            for name, value in self.game.options.items():
                self._program.say(f"option {name} {spell(value)}")
            self._program.say(f"players {players}")
            self._program.say("ping 1")
            self._wait("pong", self.patience, mark("{name} did not get ready within {span}"))
            self._players = players

    def _ask(self, asked: Question, moves: tuple[Move, ...]) -> Decision:
        assert self._program is not None
        seen, seat, seconds, simulations = asked.seen, asked.seat, asked.seconds, asked.simulations
        limits = [] if seconds is None else [f"seconds {seconds:g}"]
        limits += [] if simulations is None else [f"simulations {simulations}"]
        self._program.say(f"position {write_moves(moves)}".strip())
        self._program.say(" ".join([f"go seat {seat + 1}", *limits]))
        began = time.monotonic()
        told = Info()

        def note(line: str) -> None:
            nonlocal told
            info = Info.read(line)
            told = Info(info.simulations or told.simulations, 0.0, info.expected or told.expected, info.line or told.line)
            if asked.progress is not None and (thought := line_of(seen, told.line)):
                asked.progress(Thought(thought[0], told.simulations, time.monotonic() - began))

        limit = self.patience if seconds is None else seconds + GRACE + GRACE_SHARE * seconds
        answer = self._wait("bestmove", limit, mark("{name} did not answer within {span}"), asked.cancelled, note)
        chosen = self._read_answer(seen, seat, answer)
        line = line_of(seen, told.line)
        if line[: len(chosen)] != chosen:
            line = chosen
        expected = told.expected if len(told.expected) == seen.players else equal_shares(seen)
        return self._decide(moves, chosen, expected, line, told.simulations, time.monotonic() - began)

    def _decide(
        self,
        moves: tuple[Move, ...],
        chosen: tuple[Move, ...],
        expected: tuple[float, ...],
        line: tuple[Move, ...],
        simulations: int,
        seconds: float,
    ) -> Decision:
        """Returns the first of the moves a program has chosen, and keeps the rest for when it is asked again in the same turn."""
        decision = Decision(chosen[0], expected, line, simulations, seconds)
        self._plan = ((*moves, chosen[0]), chosen[1:], decision) if len(chosen) > 1 else None
        return decision

    def _read_answer(self, seen: Position, seat: int, answer: str) -> tuple[Move, ...]:
        """Returns the moves of an answer: one, or the rest of a turn."""
        if not answer:
            self._fail(mark("{name} answered with no move at all"))
        try:
            moves = seen.moves_of(answer, seat)
            after = seen
            for move in moves:
                after = after.play(move)
        except PonticelloError as error:
            sentence = mark("{name} answered {move}, which it may not play: {reason}")
            self._fail(sentence, move=repr(answer[:MOST_QUOTED]), reason=error)
        return tuple(moves)

    def _wait(
        self,
        word: str,
        limit: float,
        late: str,
        cancelled: Cancelled | None = None,
        note: Callable[[str], None] | None = None,
    ) -> str:
        """Returns what stands after a word once the program says it; how it is late, if it does not, says a sentence."""
        assert self._program is not None
        deadline = time.monotonic() + limit
        stopped = False
        while True:
            now = time.monotonic()
            if now >= deadline:
                self._fail(late, span=say("a second of stop") if stopped else seconds_long(limit))
            if not stopped and cancelled is not None and cancelled():
                self._program.say("stop")
                stopped, deadline = True, min(deadline, now + GRACE)
            try:
                line = self._program.hear(min(TICK, deadline - now))
            except Ended as end:
                self._fail(end.sentence, **end.values)
            first, _, rest = (line or "").partition(" ")
            if first == word:
                return rest.strip()
            if first == "error":
                self._fail(mark("{name} refused: {reason}"), reason=rest[: 4 * MOST_QUOTED])
            if first == "info" and note is not None:
                note(line or "")
            elif first not in ("", "id", "info", "pong"):
                sentence = mark("{name} printed {text} where {word} was expected")
                self._fail(sentence, text=repr((line or "")[:MOST_QUOTED]), word=word)

    def _fail(self, sentence: str, **values: object) -> NoReturn:
        """Ends the program and says what it has done: a sentence with places for its {name} and some values."""
        program, self._program, self._plan = self._program, None, None
        words = ""
        if program is not None:
            program.close(patience=0)
            words = program.last_words
        what = say(sentence, name=self.name, **values)
        raise PlayerFailed(say("{what}; its last words were: {words}", what=what, words=words) if words else what) from None


def line_of(seen: Position, text: str) -> tuple[Move, ...]:
    """Returns the line that a program sees, or nothing where it cannot be played."""
    try:
        return tuple(play_moves(seen, text)[1])
    except PonticelloError:
        return ()


def seconds_long(span: float) -> str:
    """Returns a span of time in words.

    >>> seconds_long(1), seconds_long(0.5)
    ('1 second', '0.5 seconds')
    """
    return count(int(span), "second") if span == int(span) else say("{number} seconds", number=f"{span:.3g}")
