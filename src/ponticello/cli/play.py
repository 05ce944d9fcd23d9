"""`ponticello play`: lays the table, new or as it was left, and sits down."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.padding import Padding

from ponticello.cli.catalogue import how_many
from ponticello.cli.saved import PERSON, SavedGame, newest_unfinished, resume
from ponticello.cli.table import Table
from ponticello.cli.terminal import Departure, Keyboard, new_console, say
from ponticello.cli.words import read_flags, split_words
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.game import Rulebook
from ponticello.games import names as game_names
from ponticello.games import rulebook as find_rulebook
from ponticello.players import player
from ponticello.table.game import game, games
from ponticello.table.match import Match

FLAGS = ("--players", "--names", "--against", "--seat", "--seed", "--option", "--resume", "--help")


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


def run(wishes: Wishes) -> int:
    """Plays a game in the terminal; returns the exit code."""
    keyboard = Keyboard()
    console = new_console()
    word, others = split_words(wishes.words)
    with keyboard.listening():
        if wishes.resume:
            match, saved, note = _resumed(wishes, word, others)
        else:
            if word is None and keyboard.interactive:
                try:
                    word = _choose_game(console, keyboard)
                except Departure as departure:
                    console.print()
                    return departure.exit_code
            if word is None:
                raise PonticelloError(f"say which game: ponticello play GAME; the games are: {', '.join(game_names())}")
            match, saved = new_table(find_rulebook(word), wishes, others)
            note = ""
        table = Table(match, saved, console, keyboard.ask, keyboard.interactive)
        if note:
            table.notes.append(note)
        return table.play()


def _resumed(wishes: Wishes, word: str | None, others: Sequence[str]) -> tuple[Match, SavedGame, str]:
    """Takes up a game: the newest unfinished one, the newest of one kind, or that of a file."""
    asked = (wishes.players, wishes.names, wishes.against, wishes.seat, wishes.seed)
    if others or wishes.options or any(wish is not None for wish in asked):
        raise BadOption("a game that is resumed goes on as it was: give no other options with --resume")
    if word is None:
        return resume(newest_unfinished())
    named = word.strip().lower()
    return resume(newest_unfinished(named) if named in game_names() else Path(word))


def new_table(rulebook: Rulebook, wishes: Wishes, flags: Sequence[str]) -> tuple[Match, SavedGame]:
    """Returns a new match and its files, as wished."""
    options = read_flags(rulebook, flags, wishes.options, FLAGS)
    names = None if wishes.names is None else [name.strip() for name in wishes.names.split(",")]
    if wishes.against is None:
        if wishes.seat is not None:
            raise BadOption("--seat is for games against the house; add --against random")
        match = game(rulebook.name, **options).match(wishes.players, seed=wishes.seed, names=names)
        return match, SavedGame([PERSON] * match.players)
    opponent = wishes.against.strip().lower()
    player(opponent, game=rulebook.name)  # refuses one that does not exist
    count = wishes.players
    if count is None and names is not None and len(names) > 1:
        count = len(names)
    count = rulebook.read_players(count)
    mine = 0 if wishes.seat is None else wishes.seat - 1
    if not 0 <= mine < count:
        raise BadOption(f"there is no seat {mine + 1}; this game has seats 1 to {count}")
    seats = [PERSON if seat == mine else opponent for seat in range(count)]
    if names is None or len(names) == 1:
        names = house_names(seats, names[0] if names else f"Player {mine + 1}")
    match = game(rulebook.name, **options).match(count, seed=wishes.seed, names=names)
    return match, SavedGame(seats)


def house_names(seats: Sequence[str], person: str) -> list[str]:
    """Returns names for a table: the person's own, and for each player of the house what it is, numbered if there are more.

    >>> house_names(["person", "random", "random"], "Ann")
    ['Ann', 'Random 2', 'Random 3']
    """
    return [
        person if kind == PERSON else kind.capitalize() + (f" {seat + 1}" if seats.count(kind) > 1 else "")
        for seat, kind in enumerate(seats)
    ]


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
