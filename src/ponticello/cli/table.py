"""A game at the terminal: the board, the moves as they are typed, and the words one can say instead of a move.

Where all act at once, the people at one keyboard act one after the other, and each sees the others' boards as they were when
the round began.
"""

from __future__ import annotations

import contextlib
import shlex
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ponticello.cli.hints import expectation, hint_line, read_hint
from ponticello.cli.house import PERSON, House
from ponticello.cli.listing import columns, groups, matching
from ponticello.cli.saved import SavedGame
from ponticello.cli.terminal import Departure, print_board, say, thinking
from ponticello.engine.errors import IllegalMove, PlayerFailed, PonticelloError
from ponticello.engine.verbs import CHANCE
from ponticello.players.player import Decision
from ponticello.table.match import Match, Turn
from ponticello.table.pont import write_match

if TYPE_CHECKING:
    from rich.console import Console

WORDS = {
    "?": "the legal moves",
    "? b2": "the legal moves that begin with b2, or have a part that does",
    "hint": "what the strongest player of the house would do; `hint 5` thinks five seconds",
    "undo": "take back your last turn, or what you have played of it",
    "score": "where the points come from",
    "record": "the game so far, turn by turn",
    "save FILE": "write the record to a file of your own",
    "svg FILE": "draw the board as a picture",
    "quit": "leave; the game is kept, and `ponticello play --resume` goes on",
    "Enter": "show the board again",
}

CHANCE_HAS_SPOKEN = "a turn cannot be taken back once chance has spoken"


class Quit(Departure):
    """The person said so."""


class Table:
    """A match between people at one keyboard and, perhaps, players of the house."""

    def __init__(
        self,
        match: Match,
        saved: SavedGame,
        console: Console,
        ask: Callable[[str], str],
        interactive: bool = False,
        heeding: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext,
        pause: float = 0.0,
    ) -> None:
        self.match = match
        self.saved = saved
        self.house = House(match, saved.seats, saved.budget)
        self.console = console
        self.ask = ask
        self.interactive = interactive  # whether people look at the screen, and may see what they should not
        self.heeding = heeding  # while this lasts, the person may leave at any moment
        self.pause = pause  # seconds for looking at the board after a turn, when the house plays alone
        self.at_keyboard: int | None = None
        self.notes: list[str] = []  # to be said under the next board

    def play(self) -> int:
        """Plays until the game is over or the person leaves; returns the exit code."""
        try:
            while not self.match.over:
                self._house_moves()
                if not self.match.over and self._keyboard_reaches(seat := self._person_to_act()):
                    self._ask_until_played(seat)
        except Departure as departure:
            return self._leave(departure)
        except PlayerFailed:
            self._leave(Departure(), "Or let somebody else play on: ponticello play --resume --against level3")
            raise
        finally:
            self.house.close()
        self._finish()
        return 0

    def _seats_of(self, seat: int) -> str:
        return self.saved.seats[seat]

    def _person_to_act(self) -> int:
        return next(seat for seat in self.match.actors if self._seats_of(seat) == PERSON)

    def _house_moves(self) -> None:
        """Lets the players of the house move until only people are to act."""
        match = self.match
        while waiting := self.house.waiting():
            seat = waiting[0]
            first = self._think(seat)
            match.play(first.move)
            while match.position.mid_turn(seat):
                match.play(self._think(seat).move)
            self.house.end_turn(seat)
            if not match.over:
                self._keep()
            if PERSON not in self.saved.seats:
                self._show_turn(seat, first)

    def _think(self, seat: int) -> Decision:
        """Returns what a player of the house decides; on a terminal the board is there to look at meanwhile."""
        people = PERSON in self.saved.seats
        with self.heeding():
            seconds = self.house.seconds(seat)
            if seconds and people and self.console.is_terminal:
                self._draw_board(self.saved.seats.index(PERSON) if self.at_keyboard is None else self.at_keyboard)
            secret = people and self.match.game.rulebook.simultaneous
            with thinking(self.console, self.match.names[seat], seconds, secret) as progress:
                return self.house.choose(seat, progress)

    def _show_turn(self, seat: int, decision: Decision) -> None:
        """Shows those who watch the house play what one of them did."""
        match = self.match
        if match.over:
            return
        turn = next(turn for turn in reversed(match.turns()) if turn.seat == seat)
        if self.console.is_terminal:
            self.console.clear()
        self._print(f"{match.game.title}, turn {len(match.turns())}   {score_line(match.names, match.scores)}", style="bold")
        print_board(self.console, match.position, tuple(move.action for move in turn.moves))
        thought = f"   ({expectation(match, seat, decision)})" if decision.simulations else ""
        self._print(self._told(turn) + thought, style="dim")
        with self.heeding():
            time.sleep(self.pause)

    def _keyboard_reaches(self, seat: int) -> bool:
        """Has the keyboard passed on where the next person must not see what the last one played; tells whether it was.

        Until then the last one may still take the turn back.
        """
        before = self.at_keyboard
        if self.interactive and before not in (None, seat) and self._secrets_from(seat):
            self.console.clear()
            self._print(f"{self.match.names[before]} has finished; undo takes that turn back.", style="dim")
            word = self.ask(f"Pass the keyboard to {self.match.names[seat]} (Enter) ").strip().lower()
            if word in ("q", "quit"):
                self._quit()
            if word == "undo":
                self._undo_own(before)
                return False
        self.at_keyboard = seat
        return True

    def _secrets_from(self, seat: int) -> bool:
        """Tells whether people have played something that a seat may not know yet."""
        played, known = (
            sum(len(turn.moves) for turn in turns if turn.seat != CHANCE and self._seats_of(turn.seat) == PERSON)
            for turns in (self.match.turns(), self.match.turns(seat))
        )
        return played > known

    def _ask_until_played(self, seat: int) -> None:
        """Shows the board to a person and asks until a move has been played."""
        self._draw(seat)
        while True:
            line = self.ask(f"{self.match.names[seat]}> ").strip()
            try:
                if line == "":
                    if self.console.is_terminal:
                        self._draw(seat)
                elif self._said(line, seat):
                    if line.lower() == "undo":
                        return
                else:
                    self.match.play(line, seat)
                    self._keep()
                    return
            except PonticelloError as error:
                self._print(str(error), style="red")

    def _said(self, line: str, seat: int) -> bool:
        """Answers a word that is not a move; tells whether it was one."""
        word, _, rest = line.partition(" ")
        if line.startswith("?"):
            self._list_moves(seat, line[1:].strip())
            return True
        alone: dict[str, Callable[[], None]] = {
            "help": lambda: self._help(seat),
            "undo": lambda: self._undo(seat),
            "score": lambda: self._print(self.match.explain(seat)),
            "record": lambda: self.console.print(self.match.record(seat).rstrip(), soft_wrap=True),
            "quit": self._quit,
            "q": self._quit,
        }
        with_file = {"save": lambda: self.match.record(seat), "svg": lambda: self.match.svg(seat)}
        if word.lower() == "hint":
            self._hint(seat, read_hint(rest))
        elif word.lower() in alone and not rest:
            alone[word.lower()]()
        elif word.lower() in with_file:
            if not rest.strip():
                raise PonticelloError(f"say which file: {word.lower()} FILE")
            write_file(Path(rest.strip()).expanduser(), with_file[word.lower()]())
            self._print(f"Written to {rest.strip()}.")
        else:
            return False
        return True

    def _hint(self, seat: int, seconds: float) -> None:
        """Says what the strongest player of the game would do with what a seat may see."""
        with self.heeding(), thinking(self.console, "The house", seconds) as progress:
            turn, decision = self.house.advise(seat, seconds, progress)
        self._print(hint_line(self.match, seat, turn, decision))

    def _list_moves(self, seat: int, start: str) -> None:
        moves = self.match.legal(seat)
        found = matching(moves, start) if start else moves
        if not found:
            raise IllegalMove(f"no legal move begins with {start!r}; ? lists all {len(moves)}")
        most = self.console.height - 2 if self.console.is_terminal and not start else None
        self._print("\n".join(columns(found, self.console.width, most)))

    def _help(self, seat: int) -> None:
        rulebook = self.match.game.rulebook
        self._print(rulebook.summary)
        examples = [texts[0] for texts in groups(self.match.legal(seat))][:4]
        self._print(
            f"Type a move, such as {' or '.join(examples)}. Several parts of one turn are joined with {rulebook.joiner!r}. Or:"
        )
        for word, meaning in WORDS.items():
            self._print(f"  {word:<10} {meaning}")

    def _undo(self, seat: int) -> None:
        """Goes back to where a person began a turn: the turn that is only half done, or the last whole one."""
        match = self.match
        if match.game.rulebook.simultaneous:
            self._undo_own(seat)
            return
        target = None
        at = 0
        for turn in match.turns():
            if turn.seat != CHANCE and self._seats_of(turn.seat) == PERSON:
                target = at
            at += len(turn.moves)
        if target is None:
            raise IllegalMove("there is no move of yours to take back")
        if any(move.seat == CHANCE for move in match.moves[target:]):
            raise IllegalMove(CHANCE_HAS_SPOKEN)
        taken = len(match.turns())
        while len(match.moves) > target:
            match.undo()
        self.notes.append(f"Taken back: {taken - len(match.turns())} {'turn' if taken - len(match.turns()) == 1 else 'turns'}.")
        self._keep()

    def _undo_own(self, seat: int) -> None:
        """Takes back what a seat has played in the running round; the others' moves stay."""
        if not any(move.seat == seat for move in self.match.moves):
            raise IllegalMove("there is no move of yours to take back")
        if seat not in {turn.seat for turn in self._running_round()}:
            raise IllegalMove(CHANCE_HAS_SPOKEN)
        self.match.undo(seat)
        while self.match.position.mid_turn(seat):
            self.match.undo(seat)
        self.notes.append("Taken back: 1 turn.")
        self._keep()

    def _running_round(self) -> list[Turn]:
        """Returns what has been played since chance last spoke."""
        turns: list[Turn] = []
        for turn in self.match.turns():
            turns = [] if turn.seat == CHANCE else [*turns, turn]
        return turns

    def _quit(self) -> None:
        raise Quit

    def _print(self, text: str, style: str = "") -> None:
        say(self.console, text, style)

    def _draw_board(self, seat: int) -> None:
        """Shows a person the board and the score."""
        match = self.match
        if self.console.is_terminal:
            self.console.clear()
        seen = match.view(seat)
        taken = [turn for turn in match.turns(seat) if turn.seat == seat or not match.game.rulebook.simultaneous]
        number = len(taken) + (not match.position.mid_turn(seat))
        self._print(f"{match.game.title}, turn {number}   {score_line(match.names, seen.scores)}", style="bold")
        print_board(self.console, seen, match.last_actions(seat))

    def _draw(self, seat: int) -> None:
        """Shows a person the table."""
        match = self.match
        self._draw_board(seat)
        for note in [*self._news(seat), *self.notes]:
            self._print(note, style="dim")
        self.notes.clear()
        begun = " goes on" if match.position.mid_turn(seat) else " to move"
        self._print(f"{match.names[seat]}{begun}. (? lists the moves, help the commands)")

    def _news(self, seat: int) -> list[str]:
        """Returns what the others did since a seat last acted, as lines."""
        turns = self.match.turns(seat)
        if self.match.game.rulebook.simultaneous:
            return [self._told(turn) for turn in turns[self._last_round(turns, seat) :] if turn.seat != seat]
        news: list[str] = []
        for turn in reversed(turns):
            if turn.seat == seat:
                break
            news.insert(0, self._told(turn))
        return ["   ".join(news)] if news else []

    def _last_round(self, turns: Sequence[Turn], seat: int) -> int:
        """Returns where the last round that a seat has completed begins: what the others did in it is news after it."""
        whole = [at for at, turn in enumerate(turns) if turn.seat == seat]
        if self.match.position.mid_turn(seat):
            whole.pop()
        before = turns[: whole[-1]] if whole else []
        return max((at for at, turn in enumerate(before) if turn.seat == CHANCE), default=-1) + 1

    def _told(self, turn: Turn) -> str:
        return f"{who(self.match, turn)}: {self.match.game.rulebook.joiner.join(map(str, turn.moves))}"

    def _keep(self) -> None:
        """Saves the game; if that fails, the game goes on and says so."""
        try:
            self.saved.keep(self.match)
        except OSError as error:
            self.notes.append(f"The game cannot be saved ({error.strerror}); `save FILE` saves it elsewhere.")

    def _leave(self, departure: Departure, advice: str = "") -> int:
        self._forget_half_a_turn()
        if all(move.seat == CHANCE for move in self.match.moves):
            self.saved.drop()
            return self._say_goodbye(departure, "Nothing was played, so nothing is kept.")
        try:
            self.saved.keep(self.match)
        except OSError as error:
            self._print(write_match(self.match))
            raise PonticelloError(f"the game cannot be saved ({error.strerror}); its record is above") from None
        file = shlex.quote(str(self.saved.record))
        details = [f"or: ponticello play --resume {file}", *([advice] if advice else [])]
        return self._say_goodbye(departure, "The game is kept. Go on with: ponticello play --resume", *details)

    def _forget_half_a_turn(self) -> None:
        """Takes back what the house has begun: it will think about the whole turn again."""
        moves = self.match.moves
        while moves and moves[-1].seat in self.house.waiting() and self.match.position.mid_turn(moves[-1].seat):
            self.match.undo()
            moves = self.match.moves

    def _say_goodbye(self, departure: Departure, sentence: str, *details: str) -> int:
        with contextlib.suppress(OSError):  # the terminal itself may be gone
            if self.console.is_terminal and not isinstance(departure, Quit):
                self._print("")  # the prompt still stands there
            self._print(sentence)
            for detail in details:
                self.console.print(detail, style="dim", soft_wrap=True)  # never broken, so that it can be copied
        return departure.exit_code

    def _finish(self) -> None:
        match = self.match
        self._keep()
        if self.console.is_terminal:
            self.console.clear()
        self._print(f"{match.game.title}, after {len(match.turns())} turns", style="bold")
        print_board(self.console, match.position, match.last_actions())
        for turn in self._running_round() if match.game.rulebook.simultaneous else match.turns()[-1:]:
            self._print(self._told(turn), style="dim")
        self._print(match.explain())
        for note in self.notes or [f"The record: {self.saved.record}"]:
            self.console.print(note, soft_wrap=True)


def score_line(names: Sequence[str], scores: Sequence[int]) -> str:
    """Returns how many points everybody has."""
    return ", ".join(f"{name}: {points}" for name, points in zip(names, scores, strict=True))


def who(match: Match, turn: Turn) -> str:
    """Returns the name of whoever took a turn."""
    return "chance" if turn.seat == CHANCE else match.names[turn.seat]


def write_file(path: Path, content: str) -> None:
    """Writes a file that the person has named."""
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise PonticelloError(f"{path} cannot be written: {error.strerror}") from None
