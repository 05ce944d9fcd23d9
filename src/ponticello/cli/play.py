"""`ponticello play`: lays the table, new or as it was left, and sits down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.padding import Padding

from ponticello.cli.catalogue import character_lines, how_many
from ponticello.cli.house import PERSON, STRONGEST_FIRST, Budget, read_opponent, read_opponents, seat_names
from ponticello.cli.saved import SavedGame, newest_unfinished, resume
from ponticello.cli.table import Table
from ponticello.cli.terminal import Departure, Keyboard, new_console, say
from ponticello.cli.words import read_flags, split_words
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.game import Rulebook
from ponticello.games import names as game_names
from ponticello.games import rulebook as find_rulebook
from ponticello.players.player import check_budget
from ponticello.table.game import game, games
from ponticello.table.match import Match

FLAGS = (
    *("--players", "--names", "--against", "--seat", "--seconds", "--simulations", "--watch", "--pause"),
    *("--seed", "--option", "--resume", "--help"),
)
PAUSE = 1.0  # seconds
FRIENDLY = 2  # the level that is suggested to somebody who has said nothing
NOT_WATCHED = "--pause is for watching the house play itself; add --watch"
NOBODY = ("0", "nobody", "people", "alone", "none")


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for; None where it says nothing."""

    words: Sequence[str] = ()
    players: int | None = None
    names: str | None = None
    against: str | None = None
    seat: int | None = None
    seed: str | None = None
    options: Sequence[str] = ()
    resume: bool = False
    seconds: float | None = None
    simulations: int | None = None
    watch: bool = False
    pause: float | None = None

    @property
    def budget(self) -> Budget:
        """How long the house is to think."""
        return self.seconds, self.simulations


def run(wishes: Wishes) -> int:
    """Plays a game in the terminal; returns the exit code."""
    keyboard = Keyboard()
    console = new_console()
    word, others = split_words(wishes.words)
    check_budget(*wishes.budget)
    with keyboard.listening():
        if wishes.resume:
            match, saved, note = _resumed(wishes, word, others)
        else:
            if word is None and keyboard.interactive:
                try:
                    word, wishes = _ask_wishes(console, keyboard, wishes)
                except Departure as departure:
                    console.print()
                    return departure.exit_code
            if word is None:
                raise PonticelloError(f"say which game: ponticello play GAME; the games are: {', '.join(game_names())}")
            match, saved = new_table(find_rulebook(word), wishes, others)
            note = ""
        usual = PAUSE if keyboard.interactive else 0.0
        pause = usual if wishes.pause is None else wishes.pause
        table = Table(match, saved, console, keyboard.ask, keyboard.interactive, keyboard.heeding, pause)
        if note:
            table.notes.append(note)
        return table.play()


def _resumed(wishes: Wishes, word: str | None, others: Sequence[str]) -> tuple[Match, SavedGame, str]:
    """Takes up a game: the newest unfinished one, the newest of one kind, or that of a file. The house may be another."""
    asked = (wishes.players, wishes.names, wishes.seat, wishes.seed)
    if others or wishes.options or wishes.watch or any(wish is not None for wish in asked):
        raise BadOption("a game that is resumed goes on as it was: only --against, --seconds and --simulations may be new")
    named = word.strip().lower() if word is not None else ""
    path = newest_unfinished(named or None) if word is None or named in game_names() else Path(word)
    match, saved, note = resume(path)
    if wishes.against is not None:
        _replace_house(match, saved, wishes.against)
    if wishes.budget != (None, None):
        saved.budget = wishes.budget
    if wishes.pause is not None and PERSON in saved.seats:
        raise BadOption(NOT_WATCHED)
    return match, saved, note


def _replace_house(match: Match, saved: SavedGame, against: str) -> None:
    """Gives the seats of the house to others."""
    places = [seat for seat, kind in enumerate(saved.seats) if kind != PERSON]
    if not places:
        raise BadOption("people play all seats of this game: there is nobody to replace with --against")
    opponents = _one_for_each(read_opponents(match.game.rulebook, against), len(places))
    replaced = dict(zip(places, opponents, strict=True))
    saved.seats = tuple(replaced.get(seat, kind) for seat, kind in enumerate(saved.seats))
    match.names = tuple(seat_names(match.game.rulebook, saved.seats, match.names))


def new_table(rulebook: Rulebook, wishes: Wishes, flags: Sequence[str]) -> tuple[Match, SavedGame]:
    """Returns a new match and its files, as wished."""
    options = read_flags(rulebook, flags, wishes.options, FLAGS)
    check_budget(*wishes.budget)
    names = None if wishes.names is None else [name.strip() for name in wishes.names.split(",")]
    if wishes.pause is not None and not wishes.watch:
        raise BadOption(NOT_WATCHED)
    if wishes.against is None and not wishes.watch:
        if wishes.seat is not None:
            raise BadOption("--seat is for games against the house; add --against level2")
        if wishes.budget != (None, None):
            raise BadOption("--seconds and --simulations are for the house; add --against level2")
        match = game(rulebook.name, **options).match(wishes.players, seed=wishes.seed, names=names)
        return match, SavedGame([PERSON] * match.players)
    seats = _seats(rulebook, wishes, len(names) if names is not None and len(names) > 1 else wishes.players)
    if names is None or len(names) == 1:
        people = [names[0] if names else f"Player {seat + 1}" for seat in range(len(seats))]
        names = seat_names(rulebook, seats, people)
    match = game(rulebook.name, **options).match(len(seats), seed=wishes.seed, names=names)
    return match, SavedGame(seats, budget=wishes.budget)


def _seats(rulebook: Rulebook, wishes: Wishes, count: int | None) -> list[str]:
    """Returns who sits where at a table with the house."""
    wanted = wishes.players if wishes.players is not None else count
    opponents = read_opponents(rulebook, wishes.against) if wishes.against is not None else []
    if wishes.watch:
        if wishes.seat is not None:
            raise BadOption("who watches has no seat; leave out --watch or --seat")
        count = rulebook.read_players(max(rulebook.players[0], len(opponents) or 2) if wanted is None else wanted)
        return _one_for_each(opponents or STRONGEST_FIRST[:count], count)
    count = rulebook.read_players(max(rulebook.players[0], len(opponents) + 1) if wanted is None else wanted)
    if count == 1:
        raise BadOption("a game for one has no seat for the house; leave out --against, or add --players 2")
    mine = 0 if wishes.seat is None else wishes.seat - 1
    if not 0 <= mine < count:
        raise BadOption(f"there is no seat {mine + 1}; this game has seats 1 to {count}")
    seats = _one_for_each(opponents, count - 1)
    return [*seats[:mine], PERSON, *seats[mine:]]


def _one_for_each(opponents: Sequence[str], places: int) -> list[str]:
    """Returns a player of the house for each of some seats; one alone takes them all."""
    if len(opponents) not in (1, places):
        raise BadOption(
            f"--against names {len(opponents)} players of the house for {places} {'seat' if places == 1 else 'seats'}"
        )
    return list(opponents) if len(opponents) == places else [opponents[0]] * places


def _ask_wishes(console: Console, keyboard: Keyboard, wishes: Wishes) -> tuple[str, Wishes]:
    """Asks for the game and, where the command line does not say, against whom."""
    word = _choose_game(console, keyboard)
    if wishes.against is None and wishes.names is None and wishes.players is None and not wishes.watch:
        wishes = replace(wishes, against=_choose_opponent(console, keyboard, find_rulebook(word)))
    return word, wishes


def _choose_game(console: Console, keyboard: Keyboard) -> str:
    """Shows the games and asks for one, by number or name."""
    rulebooks = games()
    for number, rulebook in enumerate(rulebooks, start=1):
        console.print(f"{number}. {rulebook.title} ({rulebook.name}), {how_many(rulebook)} players", style="bold")
        console.print(Padding(rulebook.summary, (0, 0, 0, 3)))
    while True:
        answer = keyboard.ask(f"Which game? (1 to {len(rulebooks)}, or its name) ").strip()
        if answer.lower() in ("q", "quit"):
            raise Departure
        if answer.isdecimal() and 1 <= int(answer) <= len(rulebooks):
            return rulebooks[int(answer) - 1].name
        try:
            return find_rulebook(answer).name
        except PonticelloError as error:
            say(console, str(error), "red")


def _choose_opponent(console: Console, keyboard: Keyboard, rulebook: Rulebook) -> str | None:
    """Shows the characters of a game and asks for one; nobody means people at this keyboard."""
    console.print()
    say(console, f"0. Nobody: {'you play alone' if rulebook.players[0] == 1 else 'two people at this keyboard'}.")
    for line in character_lines(rulebook):
        say(console, line)
    while True:
        answer = keyboard.ask(f"Against whom? (0 to {len(rulebook.levels)}, Enter for {FRIENDLY}) ").strip().lower()
        if answer in ("q", "quit"):
            raise Departure
        if answer in NOBODY:
            return None
        try:
            return read_opponent(rulebook, answer or str(FRIENDLY))
        except PonticelloError as error:
            say(console, str(error), "red")
