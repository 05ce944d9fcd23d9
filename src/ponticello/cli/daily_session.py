"""The deal of the day at the terminal: one's own, from a small file, or that of a server."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from ponticello.analysis.puzzles.book import Puzzle, has_puzzles, shelf
from ponticello.cli.console import new_console, print_board, print_text
from ponticello.cli.kept_days import KeptDays
from ponticello.cli.keyboard import Departure, Keyboard
from ponticello.cli.move_list import columns, matching
from ponticello.cli.terminal_puzzle import TerminalPuzzle
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.game import Rulebook
from ponticello.engine.people import called
from ponticello.engine.words import say
from ponticello.games import names, rulebook
from ponticello.table.days import MISSED, SOLVED, day_of, is_dealt, seed_of, skyline, streak
from ponticello.table.game import Game
from ponticello.table.position import Position

if TYPE_CHECKING:
    from rich.console import Console

BETWEEN = "; "  # the moves of a deal that is kept


class DealTable(Protocol):
    """A deal that is being played, here or at a server."""

    @property
    def position(self) -> Position:
        """How it stands."""
        ...

    def play(self, text: str) -> None:
        """Plays a move or a whole turn; raises what refuses it."""
        ...


def run(game: str | None, server: str | None, token: str | None) -> int:
    """Lists what there is today, or plays it; returns the exit code."""
    book = None if game is None else rulebook(game)
    console, keyboard = new_console(), Keyboard()
    try:
        with keyboard.hearing_signals():
            if server is not None:
                from ponticello.cli.daily_server import play_at

                return play_at(server, token, book, console, keyboard)
            return OwnDay(console, keyboard).play(book)
    except Departure as departure:
        return departure.exit_code


class OwnDeal:
    """A deal from the secret of this user. After every turn it is kept, so that it goes on after a break."""

    def __init__(self, kept: KeptDays, day: str, book: Rulebook) -> None:
        self._kept, self._day = kept, day
        self.match = Game(book, {}).match(1, seed=seed_of(kept.secret, day, book.name))
        for move in filter(None, kept.begun(day, book.name).split(BETWEEN)):
            self.match.play(move, 0)

    @property
    def position(self) -> Position:
        """How it stands."""
        return self.match.position

    def play(self, text: str) -> None:
        """Plays a move or a whole turn."""
        self.match.play(text, 0)
        own = BETWEEN.join(str(move) for move in self.match.moves if move.seat == 0)
        self._kept.note_begun(self._day, self.match.game.name, own)


class OwnDay:
    """Today, for one person who plays for themselves."""

    def __init__(self, console: Console, keyboard: Keyboard) -> None:
        self.console, self.keyboard, self.kept = console, keyboard, KeptDays()
        self.day = day_of(time.time())

    def play(self, book: Rulebook | None) -> int:
        """Plays what today has of a game, or says what there is."""
        if book is None:
            self._list()
        elif self.kept.result(self.day, book.name):
            print_text(self.console, say("You have played it today; the next one comes at midnight UTC."))
        elif is_dealt(book.name):
            deal = OwnDeal(self.kept, self.day, book)
            if DealSession(deal, self.console, self.keyboard).play():
                result = f"{skyline(deal.match)} {book.worth(deal.match.scores[0])}"
                self.kept.note_result(self.day, book.name, result)
        elif has_puzzles(book.name):
            self._solve(self.puzzle(book.name))
        else:
            raise BadOption(say("{game} has neither deals nor puzzles", game=book.title))
        self._share()
        return 0

    def puzzle(self, game: str) -> Puzzle:
        """Returns the puzzle of today."""
        puzzles = shelf(game)
        return puzzles[int(seed_of(self.kept.secret, self.day, game), 16) % len(puzzles)]

    def _list(self) -> None:
        print_text(self.console, say("The deal of {day}", day=self.day), "bold")
        for name in names():
            if is_dealt(name) or has_puzzles(name):
                print_text(self.console, f"{rulebook(name).title}: {self._state(name)}")

    def _state(self, game: str) -> str:
        """Returns what came of a game of today, or how one comes to it."""
        if self.kept.begun(self.day, game):
            return say("begun; go on with ponticello daily {name}", name=game)
        return self.kept.result(self.day, game) or say("play it with ponticello daily {name}", name=game)

    def _solve(self, puzzle: Puzzle) -> None:
        session = TerminalPuzzle(puzzle, self.console, self.keyboard)
        session.play()
        if session.is_judged:
            self.kept.note_result(self.day, puzzle.game, MISSED if session.missed else SOLVED)

    def _share(self) -> None:
        """Prints what can be shown to others."""
        results = [(rulebook(name).title, self.kept.result(self.day, name)) for name in names()]
        lines = [f"{title} {result}" for title, result in results if result]
        if lines:
            print_text(self.console, "\n".join(["", f"Ponticello · {self.day}", *lines, ""]))
            run = streak(self.kept.days(), self.day)
            print_text(self.console, say("Days in a row: {now}, at best {best}", now=run.now, best=run.best))


class DealSession:
    """One deal, played turn after turn."""

    def __init__(self, table: DealTable, console: Console, keyboard: Keyboard) -> None:
        self.table, self.console, self.ask = table, console, keyboard.ask

    def play(self) -> bool:
        """Asks for one turn after another; tells whether the game is over, and not only left for now."""
        with called((), you=0):
            print_text(self.console, say("Type a turn; ? lists the moves, score explains the points, quit leaves."), "dim")
            self._show()
            while not self.table.position.over:
                line = self.ask("> ").strip()
                if line.lower() in ("q", "quit"):
                    print_text(self.console, say("The deal waits for you until midnight UTC."))
                    return False
                try:
                    self._answer(line)
                except PonticelloError as error:
                    print_text(self.console, str(error), "red")
            score = self.table.position.scores[0]
            worth = self.table.position.game.rulebook.worth(score)
            print_text(self.console, say("You end with {points}", points=worth), "green")
        return True

    def _show(self) -> None:
        position = self.table.position
        print_board(self.console, position)
        if not position.over:
            print_text(self.console, position.task(0))

    def _answer(self, line: str) -> None:
        position = self.table.position
        if line.startswith("?"):
            moves, wanted = position.legal_moves(0), line[1:].strip()
            found = matching(moves, wanted) if wanted else moves
            print_text(self.console, "\n".join(columns(found, self.console.width)))
        elif line.lower() == "score":
            print_text(self.console, "\n".join(position.explain(0)))
        elif line:
            self.table.play(line)
            self._show()
        else:
            self._show()
