"""Puzzles as data: one TOML file beside each game, `puzzles.toml`, read with errors that say what is wrong in one sentence.

[[puzzle]]
kind = "win"                 to win, to have many "points", or the name of a goal of the game
target = 1                   how far the goal is to be brought
turns = 0                    in how many turns of one's own; 0 for until the game is over
line = ["P1 d4,e5", ...]     the answer and how it may go on: turns of the players, and the cards that chance turns up
asked = 1                    how many turns of the line, of who is to move first, are asked for: each is the only one
refuted = ["a1,b2: P2 c3,d4"]  some turns that look good, and the answer to each, or what can be reached after it
found_by = ["level5"]        the players that find it
simulations = 800            how many games a search tries in its head until it finds it; 0 if it does not
positions = 12000            how many positions the proof has looked at
players = 2                  at the table
options = ["size=10"]        of the game, where they are not the usual ones
before = "d4,e5; dark; ..."  the turns that lead here, chance's among them
"""

from __future__ import annotations

import functools
import hashlib
import json
import math
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from ponticello.analysis.puzzles.exhaustion import WINNING
from ponticello.engine.datafile import DataFile
from ponticello.engine.errors import BadData, PonticelloError
from ponticello.engine.game import Goal, Rulebook
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import count, mark, say
from ponticello.games import folder_of, rulebook
from ponticello.table.game import game as game_with
from ponticello.table.match import Match
from ponticello.table.position import Move, Position

FILE = "puzzles.toml"
WIN, POINTS = "win", "points"
KEYS = ("kind", "target", "turns", "line", "asked", "refuted", "found_by", "simulations", "positions")
PLACE_KEYS = ("players", "options", "before")

# The grades, by how many simulations it takes; beyond the last, the hardest.
GRADES = (60, 250, 1000, 4000)
GRADE_NAMES = (mark("easy"), mark("fair"), mark("tricky"), mark("hard"), mark("fiendish"))
EASIEST, HARDEST = 900, 2100  # ratings
UNFOUND = 30_000  # simulations, for what no search has found


@dataclass(frozen=True)
class Refutation:
    """A turn that looks good, and why it is not."""

    turn: str
    reply: str  # the other side's turn, such as "P2 c3,d4"; or alone, what can be reached after it, as a number

    def __str__(self) -> str:
        return f"{self.turn}: {self.reply}"


@dataclass(frozen=True)
class Puzzle:
    """A position and a goal that exactly one turn reaches."""

    game: str
    number: int  # from 1, within its game
    kind: str
    target: int
    turns: int
    line: tuple[str, ...]
    asked: int
    refuted: tuple[Refutation, ...]
    found_by: tuple[str, ...]
    simulations: int
    positions: int
    players: int
    options: tuple[str, ...]
    before: tuple[str, ...]

    @property
    def rulebook(self) -> Rulebook:
        """The game it is about."""
        return rulebook(self.game)

    @functools.cached_property
    def match(self) -> Match:
        """The game so far."""
        options = dict(option.partition("=")[::2] for option in self.options)
        match = Match(game_with(self.game, **options).position(self.players), seed="puzzle", begin=False)
        for text in self.before:
            match.carry_out(match.position.moves_of(text, match.actors[0]))
        return match

    @functools.cached_property
    def key(self) -> str:
        """What it is known by, also when others are put before it."""
        said = f"{self.game}/{self.kind}/{self.target}/{self.turns}/{';'.join(self.before)}"
        return hashlib.sha256(said.encode()).hexdigest()[:16]

    @property
    def position(self) -> Position:
        """Where it begins."""
        return self.match.position

    @property
    def seat(self) -> int:
        """Who is to find it."""
        return self.position.actors[0]

    @property
    def goal(self) -> int:
        """The number of the goal, as the solver knows it."""
        return goal_number(self.rulebook, self.kind)

    @functools.cached_property
    def steps(self) -> tuple[tuple[Position, tuple[Move, ...]], ...]:
        """The line turn by turn: where each is played, and its moves."""
        steps = []
        position = self.position
        for text in self.line:
            seat, moves = read_turn(position, text)
            steps.append((position, moves))
            for move in moves:
                position = position.play(move, seat)
        return tuple(steps)

    @property
    def answers(self) -> list[int]:
        """Where in the line the turns stand that are asked for."""
        own = [at for at, (_, moves) in enumerate(self.steps) if moves[0].seat == self.seat]
        return own[: self.asked]

    @property
    def cards(self) -> tuple[Move, ...]:
        """What chance will turn up, which is known from the start."""
        return tuple(move for _, moves in self.steps if moves[0].seat == CHANCE for move in moves)

    @property
    def effort(self) -> int:
        """How many simulations it takes, as a number that can be compared."""
        return self.simulations or UNFOUND

    @property
    def grade(self) -> int:
        """How hard it is, from 1 to 5."""
        return 1 + sum(self.effort > most for most in GRADES)

    @property
    def grade_name(self) -> str:
        """How hard it is, in a word to be said."""
        return GRADE_NAMES[self.grade - 1]

    @property
    def rating(self) -> int:
        """The rating it begins with, before anybody has tried it: that of a player who solves it half of the time."""
        share = math.log(max(self.effort, 10) / 10) / math.log(UNFOUND / 10)
        return round(EASIEST + (HARDEST - EASIEST) * share)

    def task(self) -> str:
        """Returns what is asked, in one sentence."""
        return task_of(self.rulebook, self.position, self.kind, self.target, self.turns)


def goal_of(rules: Rulebook, kind: str) -> Goal | None:
    """Returns the goal of a game by its name; None for what all games have, and for what it does not."""
    return next((goal for goal in rules.goals if goal.name == kind), None)


def goal_number(rules: Rulebook, kind: str) -> int:
    """Returns the number of a goal, as the verb `aim` and the solver know it."""
    goal = goal_of(rules, kind)
    return WINNING if goal is None else goal.number


def task_of(rules: Rulebook, position: Position, kind: str, target: int, turns: int) -> str:
    """Returns what a puzzle asks for, in one sentence."""
    goal = goal_of(rules, kind)
    if goal is not None:
        return goal.task(position.state, target, turns)
    if kind == WIN:
        return say("Find the only turn that wins, whatever is played against you")
    return say("Find the only turn after which you can still end with {points}", points=rules.worth(abs(target)))


def read_turn(position: Position, text: str) -> tuple[int, tuple[Move, ...]]:
    """Returns who plays a turn of a line, and its moves; they may still be illegal."""
    who, _, turn = text.partition(" ")
    seat = CHANCE if who == "chance" else int(who[1:]) - 1
    return seat, tuple(position.read(turn, seat))


def write_turn(position: Position, actions: Sequence[int]) -> str:
    """Returns a turn of whoever is to act, as a line has it."""
    seat = position.actors[0]
    texts = []
    for action in actions:
        move = position.move(action, seat)
        texts.append(move)
        position = position.play(move)
    who = "chance" if seat == CHANCE else f"P{seat + 1}"
    return f"{who} {position.game.rulebook.write_turn(texts)}"


def path_of(game: str) -> Path:
    """Returns where the puzzles of a game are kept."""
    return folder_of(game) / FILE


@functools.cache
def has_puzzles(game: str) -> bool:
    """Tells whether a game brings puzzles, without reading them."""
    return path_of(game).exists()


@functools.cache
def shelf(game: str) -> tuple[Puzzle, ...]:
    """Returns the puzzles that come with a game; none if it brings no file."""
    return load(path_of(game), game, play=False) if has_puzzles(game) else ()


def load(path: Path, game: str, play: bool = True) -> tuple[Puzzle, ...]:
    """Reads the puzzles of a file; one that is not in order is refused in one sentence.

    Unless it is known that they can be played, their games are replayed, which takes some hundredths of a second each.
    """
    book = DataFile.read(path)
    book.only(("puzzle",))
    puzzles = tuple(_read(table, game, number) for number, table in enumerate(book.tables("puzzle"), start=1))
    for puzzle in puzzles if play else ():
        _check(puzzle, book)
    return puzzles


def _read(table: DataFile, game: str, number: int) -> Puzzle:
    table.only((*KEYS, *PLACE_KEYS))
    rules = rulebook(game)
    kind = table.text("kind")
    if kind not in (WIN, POINTS) and goal_of(rules, kind) is None:
        known = ", ".join([WIN, POINTS, *(goal.name for goal in rules.goals)])
        table.refuse(
            "kind",
            say("{game} has no puzzles of the kind {kind}; there are: {kinds}", game=rules.title, kind=repr(kind), kinds=known),
        )
    refuted = []
    for text in table.texts("refuted", []):
        turn, colon, reply = text.partition(": ")
        if not colon:
            table.refuse("refuted", say("{text} must be a turn, a colon and the answer to it", text=repr(text)))
        refuted.append(Refutation(turn, reply))
    return Puzzle(
        game,
        number,
        kind,
        table.integer("target", -(1 << 40), 1 << 40),
        table.integer("turns", 0, 20),
        tuple(table.texts("line")),
        table.integer("asked", 1, 20),
        tuple(refuted),
        tuple(table.texts("found_by", [])),
        table.integer("simulations", 0, 1 << 40),
        table.integer("positions", 1, 1 << 50),
        table.integer("players", rules.players[0], rules.players[-1]),
        tuple(table.texts("options", [])),
        turns_in(table.text("before")),
    )


def _check(puzzle: Puzzle, book: DataFile) -> None:
    """Refuses a puzzle whose game or line cannot be played."""
    try:
        asked = len(puzzle.answers)
    except (PonticelloError, ValueError, IndexError) as error:
        sentence = say("{file}: puzzle {number} cannot be played: {reason}", file=book.name, number=puzzle.number, reason=error)
        raise BadData(sentence) from None
    if asked < puzzle.asked:
        book.refuse(f"puzzle[{puzzle.number - 1}].asked", say("the line has only {turns} of it", turns=count(asked, "turn")))


def write(puzzles: Iterable[Puzzle]) -> str:
    """Returns the text of a file of puzzles."""
    lines = ["# Puzzles, each with exactly one answer. Made and proven by `ponticello puzzles make`; do not edit by hand.", ""]
    for puzzle in puzzles:
        lines += [
            "[[puzzle]]",
            f"kind = {_text(puzzle.kind)}",
            f"target = {puzzle.target}",
            f"turns = {puzzle.turns}",
            f"line = [{', '.join(map(_text, puzzle.line))}]",
            f"asked = {puzzle.asked}",
            f"refuted = [{', '.join(_text(str(refuted)) for refuted in puzzle.refuted)}]",
            f"found_by = [{', '.join(map(_text, puzzle.found_by))}]",
            f"simulations = {puzzle.simulations}",
            f"positions = {puzzle.positions}",
            f"players = {puzzle.players}",
            f"options = [{', '.join(map(_text, puzzle.options))}]",
            f'before = """\n{_wrapped(puzzle.before)}\n"""',
            "",
        ]
    return "\n".join(lines)


def _text(words: str) -> str:
    return json.dumps(words, ensure_ascii=False)


def turns_in(text: str) -> tuple[str, ...]:
    """Returns the turns of a text in which they stand one after the other, with ; between them."""
    return tuple(" ".join(turn.split()) for turn in text.split(";") if turn.strip())


def _wrapped(turns: Sequence[str]) -> str:
    return textwrap.fill("; ".join(turns), 128, break_long_words=False, break_on_hyphens=False)
