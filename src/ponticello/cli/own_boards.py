"""Boards as data: those that are shipped, and one's own, found by file or name, listed, checked and drawn.

No game is known here: a game that has boards as data says so in its rulebook, with what there is to tell about them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ponticello.cli.console import new_console, print_text
from ponticello.cli.files import write_file
from ponticello.engine.errors import BadData, BadOption, PonticelloError, UnknownKey
from ponticello.engine.game import Boards, Rulebook, Value
from ponticello.engine.words import alternatives, listed, say
from ponticello.games import rulebook as find_rulebook
from ponticello.table.game import game, games
from ponticello.table.position import Position

if TYPE_CHECKING:
    from rich.console import Console


@dataclass(frozen=True)
class OwnBoard:
    """A board of a game, by its canonical value, and what the person called it."""

    rulebook: Rulebook
    value: Value
    name: str

    @property
    def boards(self) -> Boards:
        """What the game knows about its boards."""
        return boards_of(self.rulebook)

    def start(self, players: int | None) -> Position:
        """Returns the start of a game on the board."""
        return game(self.rulebook.name, **{self.boards.option: self.value}).position(players)


def with_boards() -> list[Rulebook]:
    """Returns the games that have boards as data."""
    return [rulebook for rulebook in games() if rulebook.boards is not None]


def boards_of(rulebook: Rulebook) -> Boards:
    """Returns what a game knows about its boards; refuses one that has none as data."""
    if rulebook.boards is None:
        named = listed(_names(with_boards()))
        raise BadOption(say("{game} has no boards as data; the games that have: {games}", game=rulebook.title, games=named))
    return rulebook.boards


# Which board, and of which game


def read_board(name: str, wanted: str | None) -> OwnBoard:
    """Returns the board in a file, or a shipped one by its name; the game is guessed if only one can read it."""
    candidates = with_boards()
    if wanted is not None:
        rulebook = find_rulebook(wanted)
        boards_of(rulebook)
        candidates = [rulebook]
    path = Path(name).expanduser()
    if not path.exists() and (shipped := [each for each in candidates if _shipped(each, name)]):
        if len(shipped) > 1:
            which = alternatives(_names(shipped))
            raise BadOption(say("several games have a board {name}; say which with --game {games}", name=name, games=which))
        return OwnBoard(shipped[0], _shipped(shipped[0], name)[0], name)
    if not path.exists() and not path.suffix:
        shelf = "; ".join(f"{', '.join(boards_of(each).shipped)} ({each.title})" for each in candidates)
        raise BadOption(
            say(
                "there is no board {name}; the shipped ones are: {boards}; or give a file such as mine.toml",
                name=name,
                boards=shelf,
            )
        )
    read: list[OwnBoard] = []
    refused: dict[str, PonticelloError] = {}
    for rulebook in candidates:
        option = next(option for option in rulebook.options if option.name == boards_of(rulebook).option)
        try:
            read.append(OwnBoard(rulebook, option.read(path), name))
        except PonticelloError as error:
            refused[rulebook.title] = error
    if len(read) == 1:
        return read[0]
    if read:
        which = alternatives(_names(candidates))
        raise BadOption(say("{name} is a board of several games; say which with --game {games}", name=name, games=which))
    raise BadData(_why_unread(name, refused))


def _names(rulebooks: list[Rulebook]) -> list[str]:
    return [rulebook.name for rulebook in rulebooks]


def _shipped(rulebook: Rulebook, name: str) -> list[str]:
    return [shipped for shipped in boards_of(rulebook).shipped if shipped.lower() == name.strip().lower()]


def _why_unread(name: str, refused: dict[str, PonticelloError]) -> str:
    """Returns what is wrong with a file, in the words of the game it seems to be meant for."""
    if len(refused) == 1:
        return str(*refused.values())
    strange = {title: error for title, error in refused.items() if isinstance(error, UnknownKey)}
    # A file with keys that a game does not know is hardly meant for it, unless they are misspelt.
    sentences = {str(error) for title, error in refused.items() if title not in strange}
    sentences = sentences or {str(error) for error in strange.values() if get_close_matches(error.key, error.allowed, 1)}
    if len(sentences) == 1:
        return sentences.pop()
    games = alternatives(_names(with_boards()))
    if strange and not sentences:
        known = "; ".join(
            say("those of {game} are: {keys}", game=title, keys=", ".join(error.allowed)) for title, error in strange.items()
        )
        return say(
            "{name}: {key}: unknown key; {known}; say for which it is meant with --game {games}",
            name=name,
            key=next(iter(strange.values())).key,
            known=known,
            games=games,
        )
    return say("{name} is a board of no game; say for which it is meant with --game {games}", name=name, games=games)


# The commands


def list_boards(wanted: str | None) -> None:
    """Prints the shipped boards with their facts."""
    console = new_console()
    for rulebook in with_boards() if wanted is None else [find_rulebook(wanted)]:
        boards = boards_of(rulebook)
        for name in boards.shipped:
            print_text(console, f"{rulebook.title}, --{boards.option} {name}", "bold")
            print_indented(console, boards.facts(name))
    print_text(console, say("Your own: ponticello boards check FILE; ponticello boards --help tells more."))


def check(name: str, wanted: str | None) -> None:
    """Prints the facts of a valid board; an invalid one is an error that says what is wrong."""
    board = read_board(name, wanted)
    console = new_console()
    print_text(console, say("{name} is a valid board of {game}.", name=name, game=board.rulebook.title), "bold")
    print_indented(console, board.boards.facts(board.value))


def draw(name: str, wanted: str | None, svg: str | None, players: int | None) -> None:
    """Draws the board before the first move into a file, beside its own unless told otherwise."""
    board = read_board(name, wanted)
    if players is None:
        most = max(board.rulebook.players)
        players = most if _differ(board.start(most)) else min(board.rulebook.players)
    picture = board.start(players).svg()
    if svg == "-":
        sys.stdout.write(picture + "\n")
        return
    own = Path(name).expanduser()
    beside = own.with_suffix(".svg") if own.exists() else Path(f"{board.rulebook.name}-{board.value}.svg")
    target = Path(svg).expanduser() if svg else beside
    if own.exists() and target.exists() and target.samefile(own):
        raise BadOption(say("the picture would overwrite {name}; say where it goes with --svg FILE", name=name))
    write_file(target, picture)
    print_text(new_console(), say("Drawn to {file}.", file=target))


def _differ(start: Position) -> bool:
    """Tells whether the players of a full table begin with different things in front of them: rows of the record that differ."""
    array = start.state.array
    rows = [array[0][name] for name in array.dtype.names or () if array.dtype[name].shape[:1] == (start.players,)]
    return any(bool(np.any(row != row[0])) for row in rows)


def print_indented(console: Console, sentences: list[str]) -> None:
    """Prints sentences under a heading."""
    for sentence in sentences:
        print_text(console, f"  {sentence}")
