"""What a game folder hands to the rest of the package: its rules, its words and its pictures, in one plain object."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ponticello.engine.drawing import Style
from ponticello.engine.errors import BadOption
from ponticello.engine.mind import PLAIN_LEVELS, Level, Mind
from ponticello.engine.observation import ObservationSpec, Symmetry
from ponticello.engine.optimum import Optima
from ponticello.engine.record import Record
from ponticello.engine.words import count, mark, say

Value = str | int | bool


@dataclass(frozen=True)
class Option:
    """A variant or house rule that is settled before the game starts."""

    name: str
    help: str
    default: Value
    choices: tuple[Value, ...]
    reader: Callable[[object], Value] | None = None  # for options that take more than the choices, such as a file
    own: str = ""  # what else the reader takes, for those who type it themselves
    also: tuple[str, ...] = ()  # other names that people use for it

    def read(self, value: object) -> Value:
        """Returns one of the choices for a value or its text; refuses anything else."""
        for choice in self.choices:
            if type(value) is type(choice) and value == choice:
                return choice
            if isinstance(value, str) and value.strip().lower() in spellings(choice):
                return choice
        if self.reader is not None:
            return self.reader(value)
        allowed = ", ".join(map(spell, self.choices))
        raise BadOption(
            say("{option} cannot be {value}; choose one of: {choices}", option=self.name, value=repr(value), choices=allowed)
        )


def spell(value: Value) -> str:
    """Returns how an option's value is written."""
    return value if isinstance(value, str) else spellings(value)[0]


def spellings(value: Value) -> tuple[str, ...]:
    """Returns the ways to write an option's value in small letters, the usual one first."""
    if value is True:
        return "yes", "true", "on", "1"
    if value is False:
        return "no", "false", "off", "0"
    return (str(value).lower(),)


def in_points(score: int) -> str:
    """Returns a score in words.

    >>> in_points(1), in_points(2)
    ('1 point', '2 points')
    """
    return count(score, "point")


@dataclass(frozen=True)
class Boards:
    """Boards as data: a game that has them can be played on a user's own."""

    option: str  # the option that takes a board
    shipped: tuple[str, ...]  # the names of those that come with the package
    facts: Callable[[Value], list[str]]  # (board) -> what can be said of it without playing
    report: Callable[[Any], list[str]]  # (the final positions of many games, as Records) -> how the board plays


@dataclass(frozen=True)
class TypedBoard:
    """The referee for a finished board that was played with the box or on paper and typed in as text."""

    form: str  # an example, to type over
    comments: tuple[str, ...]  # what stands behind # in it
    score: Callable[[str], list[str]]  # (text) -> the score, with reasons, line by line

    def spoken_form(self) -> str:
        """Returns the example with its comments in the language spoken now."""
        form = self.form
        for comment in self.comments:
            form = form.replace(_commented(comment), _commented(say(comment)))
        return form


def _commented(words: str) -> str:
    return "# " + words.replace("\n", "\n# ")


@dataclass(frozen=True)
class Goal:
    """Something to reach in a few turns of one's own: the verb `aim` says how far a seat has come, by the number of the goal."""

    name: str  # in small letters, as it is stored
    number: int  # from 1
    task: Callable[[Any, int, int], str]  # (state, target, turns) -> what is asked, in one sentence
    turns: tuple[int, ...] = (2,)  # in how many turns it makes a good puzzle
    keeps: bool = False  # whether it is enough to keep what there is


@dataclass(frozen=True)
class Rulebook:
    """One game: who and what it is, how a position starts, and how moves and positions are read, written and shown."""

    name: str
    title: str
    author: str
    year: int
    summary: str
    players: tuple[int, ...]
    options: tuple[Option, ...]

    state: type[Record]
    actions: int  # the size of the action space
    set_up: Callable[..., None]  # (state, players, **options): fills a fresh record

    write: Callable[[Any, int, int], str]  # (state, seat, action) -> notation
    read: Callable[[Any, int, str], list[int]]  # (state, seat, text) -> the actions of a turn, or a part of one
    joiner: str  # stands between the actions of one turn
    why: Callable[[Any, int, int, int], str]  # (state, seat, action, refusal) -> the rule, in one sentence
    explain: Callable[[Any, int], list[str]]  # (state, seat) -> where the seat's points come from
    text: Callable[..., str]  # (state, *, colour=False, last=()) -> a board of characters
    style: Style  # of the picture
    picture: Callable[..., str]  # (state, *, theme, targets, last, view, pick) -> an SVG document
    tell: Callable[[Any, int, Sequence[int]], str] | None = None  # (state before, seat, actions) -> "lays tiles on d4 and e5"
    task: Callable[[Any, int], str] | None = (
        None  # (state, a seat to act) -> what is asked of it now: "Lay two tiles or one bridge"
    )
    choice: Callable[[Any, int], str] | None = (
        None  # (state, action) -> a button's words for what is no place on the board, or ""
    )
    seat_sign: Callable[[Any, int, str], str] | None = None  # (state, seat, theme) -> what it plays with, as a small SVG, or ""
    describe: Callable[[Any], str] | None = None  # (state) -> the position in words, for those who listen to it
    refusals: Mapping[int, str] = field(default_factory=dict)  # the names of the rules that refuse moves, by their numbers
    board: Callable[[Any], Any] | None = None  # (state) -> the board as plain Python, for those who write programs
    views: tuple[str, ...] = field(default=("",))  # the sides from which the picture can be seen
    unit: str = mark("points")  # what a score counts
    worth: Callable[[int], str] = in_points  # (score) -> the score in words
    fewest_win: bool = False  # whether points are lost, and who has the fewest wins
    award: Callable[[int], str] | None = None  # (score) -> the title that a lone player has earned with it, to be said
    simultaneous: bool = False  # whether all act at once and do not see each other's moves until the round ends
    mind: Mind = field(default_factory=Mind)  # how its best player thinks
    goals: tuple[Goal, ...] = ()  # what can be asked for in puzzles, besides to win and to have many points
    levels: tuple[Level, ...] = PLAIN_LEVELS  # whom one can play against, from the weakest to the strongest; never nobody
    observation: Callable[[int, Mapping[str, Value]], ObservationSpec] | None = None  # (players, options): of `observe`
    symmetries: Callable[[Any], tuple[Symmetry, ...]] | None = None  # (a starting position) -> the ways to turn it, itself first
    boards: Boards | None = None
    typed_board: TypedBoard | None = None
    optima: Optima | None = None  # how the best result is found once all cards are known; None for games without hindsight
    print_sheets: Callable[..., bytes] | None = None  # (paper, players, options) -> what to print, as a PDF

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Returns all options, those not given at their defaults; refuses unknown ones and bad values."""
        known = {name: option for option in self.options for name in (option.name, *option.also)}
        chosen = {option.name: option.default for option in self.options}
        for name, value in given.items():
            if name not in known:
                options = ", ".join(chosen) or say("none")
                raise BadOption(
                    say(
                        "{game} has no option {name}; its options are: {options}",
                        game=self.title,
                        name=repr(name),
                        options=options,
                    )
                )
            chosen[known[name].name] = known[name].read(value)
        return chosen

    def write_turn(self, moves: Iterable[object]) -> str:
        """Returns the notation of a turn, or of a part of one: that of its moves, joined as the game does."""
        return self.joiner.join(map(str, moves))

    def views_of(self, players: int) -> tuple[str, ...]:
        """Returns the views of a game with so many players; a view that is a number puts that player's board in front."""
        return tuple(view for view in self.views if not view.isdigit() or int(view) <= players)

    def read_players(self, players: int | None) -> int:
        """Returns a number of players the game can be played with; the smallest when none is given."""
        if players is None:
            return self.players[0]
        if players not in self.players:
            few, many = self.players[0], self.players[-1]
            listed = say(" or ").join(map(str, self.players))
            if len(self.players) > 2 and many - few == len(self.players) - 1:
                listed = say("{few} to {many}", few=few, many=many)
            raise BadOption(say("{game} is for {listed} players, not {players}", game=self.title, listed=listed, players=players))
        return players
