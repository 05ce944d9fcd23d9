"""Lessons: how a game is learned step by step, each a position, one thing to do there, and what makes it right.

They are data beside the game, in `lessons.toml`. A step says in terms of the rules when its goal is reached: by one turn, by
points, by the rule that refuses a move, or by the end of the game. So whoever shows a lesson needs to know no game.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ponticello.engine.datafile import DataFile
from ponticello.engine.errors import BadData, IllegalMove, PonticelloError
from ponticello.engine.game import Rulebook
from ponticello.engine.words import Vocabulary, say
from ponticello.games import folder_of
from ponticello.games import rulebook as rulebook_named
from ponticello.table.game import Game
from ponticello.table.match import Match
from ponticello.table.position import Move, Position

FILE = "lessons.toml"
FIRST_LEVEL = 1  # of whom one meets in the first game
MOST_POINTS = 1000
STEP_KEYS = (
    "title", "words", "players", "seat", "options", "before", "answer", "also", "gain", "refused", "ends", "tries", "done",
    "otherwise",
)  # fmt: skip
SEAT = re.compile(r"(\d):\s*(.*)", re.DOTALL)
OVER, WON = "over", "won"


@dataclass(frozen=True)
class Try:
    """A move that a rule refuses, offered so that one sees why."""

    text: str
    rule: str


@dataclass(frozen=True)
class Verdict:
    """What came of a turn, or a part of one, that somebody tried in a step."""

    is_right: bool
    is_whole: bool  # whether nothing of the turn is missing; a move that is refused on purpose is whole, too
    words: tuple[str, ...]
    moves: tuple[Move, ...] = ()  # that were played; none where the goal is to be refused


@dataclass(frozen=True)
class Step:
    """One idea, and one thing to do about it."""

    title: str
    words: str
    game: Game
    players: int
    seat: int
    before: tuple[str, ...]  # the turns that lead here, chance's among them
    answer: str
    also: tuple[str, ...] = ()  # other turns that are as right
    gain: int = 0  # by how many points the turn must change the score; below 0 where points are lost ones
    refused: str = ""  # the rule that must refuse the move
    ends: str = ""  # whether the turn must end the game, and perhaps win it
    tries: tuple[Try, ...] = ()
    done: str = ""
    otherwise: str = ""  # what to say of a legal turn that is not the goal
    place: str = ""  # where the step stands: its file and its key there

    @functools.cached_property
    def start(self) -> Match:
        """The match as the step finds it; take a copy to play on. It is played when it is first asked for."""
        match = Match(self.game.position(self.players), seed="lesson", begin=False)
        try:
            for turn in self.before:
                given = SEAT.fullmatch(turn)
                seat, text = (int(given[1]) - 1, given[2]) if given else (match.actors[0], turn)
                match.carry_out(match.position.moves_of(text, seat))
            match.position.seat_to_act(self.seat)
        except PonticelloError as error:
            raise BadData(f"{self.place}before: {error}") from None
        return match

    @property
    def position(self) -> Position:
        """The position that the step begins with."""
        return self.start.position

    @property
    def answers(self) -> tuple[str, ...]:
        """The turns that are known to be right."""
        return (self.answer, *self.also)

    def judge(self, text: str) -> Verdict:
        """Returns what comes of a turn, or a part of one; raises what refuses it, unless being refused is the goal."""
        position = self.position
        try:
            moves = position.moves_of(text, self.seat)
            after = position
            for number, move in enumerate(moves):
                if number and not after.mid_turn(self.seat):
                    raise IllegalMove(say("{move} is more than one turn", move=text.strip()))
                after = after.play(move)
        except IllegalMove as error:
            if self.refused and error.rule == self.refused:
                return Verdict(True, True, (say("Refused: {why}.", why=str(error).rstrip(".")), *self._spoken_done()))
            raise
        if self.seat in after.actors and after.mid_turn(self.seat):
            return Verdict(False, False, ())
        if self._is_reached(moves, after):
            return Verdict(True, True, tuple(self._praise(moves, after)), tuple(moves))
        told = say("That is allowed: your turn {does}. But the task is another one.", does=position.tell(moves))
        return Verdict(False, True, (say(self.otherwise) if self.otherwise else told,), tuple(moves))

    def _is_reached(self, moves: Sequence[Move], after: Position) -> bool:
        if self.refused or (self.ends and not after.over) or (self.ends == WON and after.winners != (self.seat,)):
            return False
        change = after.scores[self.seat] - self.position.scores[self.seat]
        if (self.gain > 0 and change < self.gain) or (self.gain < 0 and change > self.gain):
            return False
        return bool(self.ends or self.gain) or any(_same(moves, self.position.moves_of(text, self.seat)) for text in self.answers)

    def _praise(self, moves: Sequence[Move], after: Position) -> Iterator[str]:
        """Says what the turn did, what it changed and, where points are the goal, where they come from."""
        yield say("Your turn {does}.", does=self.position.tell(moves))
        was, now = self.position.scores[self.seat], after.scores[self.seat]
        worth = self.game.rulebook.worth
        if was != now:
            yield say("Before: {before}. Now: {after}.", before=worth(was), after=worth(now))
        if self.gain or self.ends:
            known = [] if after.over else self.position.explain(self.seat)
            yield from (line for line in after.explain(self.seat) if line not in known)
        yield from self._spoken_done()

    def _spoken_done(self) -> tuple[str, ...]:
        return (say(self.done),) if self.done else ()


@dataclass(frozen=True)
class Lesson:
    """All steps of a game. The last thing to do, a first game, is the same for every game and no step."""

    rulebook: Rulebook
    steps: tuple[Step, ...]
    left_out: dict[str, str]  # rules and sentences of the score that no step shows, each with the reason

    @property
    def length(self) -> int:
        """How many things there are to do, the first game included."""
        return len(self.steps) + 1


def _same(moves: Sequence[Move], others: Sequence[Move]) -> bool:
    """Tells whether two turns do the same, whatever the order of their moves."""
    return sorted(map(str, moves)) == sorted(map(str, others))


@functools.cache
def lesson_of(name: str) -> Lesson:
    """Returns the lesson of a game; one that brings none has no steps, only the first game."""
    rulebook = rulebook_named(name)
    folder = folder_of(rulebook.name)
    path = folder / FILE
    if not path.exists():
        return Lesson(rulebook, (), {})
    file = DataFile.read(path)
    file.only(("step", "left_out"))
    words = Vocabulary(str(folder / "words"))
    steps = tuple(_read_step(rulebook, words, table) for table in file.tables("step"))
    left_out = file.tables("left_out") if "left_out" in file.table else []
    return Lesson(rulebook, steps, {table.text("what"): table.text("why") for table in left_out})


def _read_step(rulebook: Rulebook, words: Vocabulary, table: DataFile) -> Step:
    table.only(STEP_KEYS)
    players = table.integer("players", rulebook.players[0], rulebook.players[-1], rulebook.players[0])
    refused, ends = table.text("refused", ""), table.text("ends", "")
    if refused and refused not in rulebook.refusals.values():
        table.refuse("refused", say("must be a rule of {game} that refuses, not {value}", game=rulebook.title, value=refused))
    if ends not in ("", OVER, WON):
        table.refuse("ends", say("must be one of {choices}, not {value}", choices=f"{OVER}, {WON}", value=ends))
    options = dict(option.partition("=")[::2] for option in table.texts("options", []))
    return Step(
        title=words.mark(table.text("title")),
        words=words.mark(table.text("words")),
        game=Game(rulebook, options),
        players=players,
        seat=table.integer("seat", 1, players, 1) - 1,
        before=turns_in(table.text("before", "")),
        answer=table.text("answer"),
        also=tuple(table.texts("also", [])),
        gain=table.integer("gain", -MOST_POINTS, MOST_POINTS, 0),
        refused=refused,
        ends=ends,
        tries=tuple(map(_read_try, table.texts("tries", []))),
        done=words.mark(table.text("done", "")),
        otherwise=words.mark(table.text("otherwise", "")),
        place=f"{table.name}: {table.inside}",
    )


def _read_try(text: str) -> Try:
    rule, _, move = text.partition(":")
    return Try(move.strip(), rule.strip())


def turns_in(text: str) -> tuple[str, ...]:
    """Returns the turns of a text in which they stand one after the other, with ; between them.

    >>> turns_in("d4,e5; dark; a1,b1;")
    ('d4,e5', 'dark', 'a1,b1')
    """
    return tuple(" ".join(turn.split()) for turn in text.split(";") if turn.strip())


def words_of(path: Path) -> Iterator[str]:
    """Yields all that a lesson says, for whoever checks that it is translated."""
    for table in DataFile.read(path).tables("step"):
        yield from (table.table[key] for key in ("title", "words", "done", "otherwise") if key in table.table)
