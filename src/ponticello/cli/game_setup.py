"""What `ponticello play` is asked for, and how that becomes a game: a new one, or one that goes on as it was left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.console import Console
from rich.padding import Padding

from ponticello.cli.catalogue import friendly_level, how_many, level_lines, strongest_first
from ponticello.cli.console import new_console, print_text
from ponticello.cli.game_flags import read_flags, split_words
from ponticello.cli.keyboard import Departure, Keyboard
from ponticello.cli.opponents import PERSON, Budget, read_opponents, seat_names
from ponticello.cli.saved_games import SavedGame, newest_unfinished, resume
from ponticello.cli.terminal_game import TerminalGame
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.game import Rulebook
from ponticello.engine.words import count, mark, say
from ponticello.games import names as game_names
from ponticello.games import rulebook as find_rulebook
from ponticello.players.names import official_name
from ponticello.players.player import check_budget
from ponticello.table.game import game, games
from ponticello.table.match import Match
from ponticello.table.names import check_name

FLAGS = (
    *("--players", "--names", "--against", "--seat", "--seconds", "--simulations", "--watch", "--pause"),
    *("--seed", "--option", "--resume", "--help"),
)
PAUSE = 1.0  # seconds
NOT_WATCHED = mark("--pause is for watching the house play itself; add --watch")
NOBODY = ("0", "nobody", "people", "alone", "none")


@dataclass(frozen=True)
class PlayRequest:
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
    hints: bool = False  # at every turn of a person

    @property
    def budget(self) -> Budget:
        """How long the opponents are to think."""
        return self.seconds, self.simulations


def play(request: PlayRequest) -> int:
    """Plays a game in the terminal; returns the exit code."""
    keyboard = Keyboard()
    console = new_console()
    word, others = split_words(request.words)
    check_budget(*request.budget)
    with keyboard.hearing_signals():
        if request.resume:
            match, saved, note = _resumed(request, word, others)
        else:
            if word is None and keyboard.interactive:
                try:
                    word, request = _ask_for_game(console, keyboard, request)
                except Departure as departure:
                    console.print()
                    return departure.exit_code
            if word is None:
                raise PonticelloError(
                    say("say which game: ponticello play GAME; the games are: {games}", games=", ".join(game_names()))
                )
            match, saved = new_game(find_rulebook(word), request, others)
            note = ""
        usual = PAUSE if keyboard.interactive else 0.0
        pause = usual if request.pause is None else request.pause
        playing = TerminalGame(match, saved, console, keyboard.ask, keyboard.interactive, keyboard.interruptible, pause)
        playing.hints = request.hints
        if note:
            playing.notes.append(note)
        return playing.play()


def _resumed(request: PlayRequest, word: str | None, others: Sequence[str]) -> tuple[Match, SavedGame, str]:
    """Takes up a game: the newest unfinished one, the newest of one kind, or that of a file. The opponents may be others."""
    asked = (request.players, request.names, request.seat, request.seed)
    if others or request.options or request.watch or any(each is not None for each in asked):
        raise BadOption(say("a game that is resumed goes on as it was: only --against, --seconds and --simulations may be new"))
    named = word.strip().lower() if word is not None else ""
    path = newest_unfinished(named or None) if word is None or named in game_names() else Path(word)
    match, saved, note = resume(path)
    if request.against is not None:
        _replace_opponents(match, saved, request.against)
    if request.budget != (None, None):
        saved.budget = request.budget
    if request.pause is not None and PERSON in saved.seats:
        raise BadOption(say(NOT_WATCHED))
    return match, saved, note


def _replace_opponents(match: Match, saved: SavedGame, against: str) -> None:
    """Gives the seats of the opponents to others."""
    places = [seat for seat, kind in enumerate(saved.seats) if kind != PERSON]
    if not places:
        raise BadOption(say("people play all seats of this game: there is nobody to replace with --against"))
    opponents = _one_for_each(read_opponents(match.game.rulebook, against), len(places))
    replaced = dict(zip(places, opponents, strict=True))
    saved.seats = tuple(replaced.get(seat, kind) for seat, kind in enumerate(saved.seats))
    match.names = tuple(seat_names(match.game.rulebook, saved.seats, match.names))


def new_game(rulebook: Rulebook, request: PlayRequest, flags: Sequence[str]) -> tuple[Match, SavedGame]:
    """Returns the new match that is asked for, and its files."""
    options = read_flags(rulebook, flags, request.options, FLAGS)
    check_budget(*request.budget)
    names = None if request.names is None else [check_name(name.strip()) for name in request.names.split(",")]
    if request.pause is not None and not request.watch:
        raise BadOption(say(NOT_WATCHED))
    if request.against is None and not request.watch:
        level = f"level{friendly_level(rulebook)}"
        if request.seat is not None:
            raise BadOption(say("--seat is for games against the house; add --against {level}", level=level))
        if request.budget != (None, None):
            raise BadOption(say("--seconds and --simulations are for the house; add --against {level}", level=level))
        people = _people(rulebook.read_players(request.players)) if names is None else names
        match = game(rulebook.name, **options).match(request.players, seed=request.seed, names=people)
        return match, SavedGame([PERSON] * match.players)
    seats = _seats(rulebook, request, len(names) if names is not None and len(names) > 1 else request.players)
    if names is None or len(names) == 1:
        names = seat_names(rulebook, seats, names * len(seats) if names else _people(len(seats)))
    match = game(rulebook.name, **options).match(len(seats), seed=request.seed, names=names)
    return match, SavedGame(seats, budget=request.budget)


def _people(number: int) -> list[str]:
    """Returns what people are called who have not said their names."""
    return [say("Player {number}", number=seat + 1) for seat in range(number)]


def _seats(rulebook: Rulebook, request: PlayRequest, number: int | None) -> list[str]:
    """Returns who sits where in a game with opponents."""
    wanted = request.players if request.players is not None else number
    opponents = read_opponents(rulebook, request.against) if request.against is not None else []
    if request.watch:
        if request.seat is not None:
            raise BadOption(say("who watches has no seat; leave out --watch or --seat"))
        number = rulebook.read_players(max(rulebook.players[0], len(opponents) or 2) if wanted is None else wanted)
        return _one_for_each(opponents or strongest_first(rulebook, number), number)
    number = rulebook.read_players(max(rulebook.players[0], len(opponents) + 1) if wanted is None else wanted)
    if number == 1:
        raise BadOption(say("a game for one has no seat for the house; leave out --against, or add --players 2"))
    mine = 0 if request.seat is None else request.seat - 1
    if not 0 <= mine < number:
        raise BadOption(say("there is no seat {number}; this game has seats 1 to {last}", number=mine + 1, last=number))
    seats = _one_for_each(opponents, number - 1)
    return [*seats[:mine], PERSON, *seats[mine:]]


def _one_for_each(opponents: Sequence[str], places: int) -> list[str]:
    """Returns an opponent for each of some seats; one alone takes them all."""
    if len(opponents) not in (1, places):
        players, seats = count(len(opponents), "player"), count(places, "seat")
        raise BadOption(say("--against names {players} of the house for {seats}", players=players, seats=seats))
    return list(opponents) if len(opponents) == places else [opponents[0]] * places


def _ask_for_game(console: Console, keyboard: Keyboard, request: PlayRequest) -> tuple[str, PlayRequest]:
    """Asks for the game and, where the command line does not say, against whom."""
    word = _choose_game(console, keyboard)
    if request.against is None and request.names is None and request.players is None and not request.watch:
        request = replace(request, against=_choose_opponent(console, keyboard, find_rulebook(word)))
    return word, request


def _choose_game(console: Console, keyboard: Keyboard) -> str:
    """Shows the games and asks for one, by number or name."""
    rulebooks = games()
    for number, rulebook in enumerate(rulebooks, start=1):
        players = say("{title} ({name}), {numbers} players", title=rulebook.title, name=rulebook.name, numbers=how_many(rulebook))
        console.print(f"{number}. {players}", style="bold")
        console.print(Padding(say(rulebook.summary), (0, 0, 0, 3)))
    while True:
        answer = keyboard.ask(say("Which game? (1 to {last}, or its name) ", last=len(rulebooks))).strip()
        if answer.lower() in ("q", "quit"):
            raise Departure
        if answer.isdecimal() and 1 <= int(answer) <= len(rulebooks):
            return rulebooks[int(answer) - 1].name
        try:
            return find_rulebook(answer).name
        except PonticelloError as error:
            print_text(console, str(error), "red")


def _choose_opponent(console: Console, keyboard: Keyboard, rulebook: Rulebook) -> str | None:
    """Shows the levels of a game and asks for one; nobody means people at this keyboard."""
    console.print()
    alone = rulebook.players[0] == 1
    print_text(console, say("0. Nobody: you play alone.") if alone else say("0. Nobody: two people at this keyboard."))
    for line in level_lines(rulebook):
        print_text(console, line)
    usual = str(friendly_level(rulebook))
    while True:
        question = say("Against whom? (0 to {last}, Enter for {usual}) ", last=len(rulebook.levels), usual=usual)
        answer = keyboard.ask(question).strip().lower()
        if answer in ("q", "quit"):
            raise Departure
        if answer in NOBODY:
            return None
        try:
            return official_name(answer or usual, rulebook)
        except PonticelloError as error:
            print_text(console, str(error), "red")
