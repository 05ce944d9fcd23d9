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

from ponticello.cli.console import print_board, print_text, score_line, thinking, turn_line
from ponticello.cli.files import write_file
from ponticello.cli.hints import USUAL, expectation, hint_line, read_hint
from ponticello.cli.keyboard import Departure
from ponticello.cli.move_list import columns, groups, matching
from ponticello.cli.opponents import PERSON, Opponents
from ponticello.cli.saved_games import SavedGame
from ponticello.engine.errors import IllegalMove, PlayerFailed, PonticelloError
from ponticello.engine.people import called
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import alternatives, count, mark, say
from ponticello.players import middle_level
from ponticello.players.player import Decision, choose_turn
from ponticello.table.match import Match
from ponticello.table.pont import write_match
from ponticello.table.position import Position

if TYPE_CHECKING:
    from rich.console import Console

WORDS = {
    "?": mark("the legal moves"),
    "? b2": mark("the legal moves that begin with b2, or have a part that does"),
    "hint": mark("what the strongest player of the house would do; `hint 5` thinks five seconds"),
    "undo": mark("take back your last turn, or what you have played of it"),
    "score": mark("where the points come from"),
    "record": mark("the game so far, turn by turn"),
    "save FILE": mark("write the record to a file of your own"),
    "svg FILE": mark("draw the board as a picture"),
    "quit": mark("leave; the game is kept, and `ponticello play --resume` goes on"),
    mark("Enter"): mark("show the board again"),
}

CHANCE_HAS_SPOKEN = mark("a turn cannot be taken back once chance has spoken")


class Quit(Departure):
    """The person said so."""


class TerminalGame:
    """A match between people at one keyboard and, perhaps, opponents that the program plays."""

    def __init__(
        self,
        match: Match,
        saved: SavedGame,
        console: Console,
        ask: Callable[[str], str],
        interactive: bool = False,
        interruptible: Callable[[], contextlib.AbstractContextManager[None]] = contextlib.nullcontext,
        pause: float = 0.0,
    ) -> None:
        self.match = match
        self.saved = saved
        self.opponents = Opponents(match, saved.seats, saved.budget)
        self.console = console
        self.ask = ask
        self.interactive = interactive  # whether people look at the screen, and may see what they should not
        self.interruptible = interruptible  # while this lasts, the person may leave at any moment
        self.pause = pause  # seconds for looking at the board after a turn, when no person plays
        self.at_keyboard: int | None = None
        self.hints = False  # whether there is one at every turn
        self.notes: list[str] = []  # to be said under the next board

    def play(self) -> int:
        """Plays until the game is over or the person leaves; returns the exit code."""
        with called(self.match.names):
            return self._play()

    def _play(self) -> int:
        try:
            while not self.match.over:
                self._let_opponents_move()
                if not self.match.over and self._keyboard_reaches(seat := self._person_to_act()):
                    self._ask_until_played(seat)
        except Departure as departure:
            return self._leave(departure)
        except PlayerFailed:
            other = f"level{middle_level(self.match.game.rulebook)}"
            advice = say("Or let somebody else play on: ponticello play --resume --against {level}", level=other)
            self._leave(Departure(), advice)
            raise
        finally:
            self.opponents.close()
        self._finish()
        return 0

    def _is_person(self, seat: int) -> bool:
        return seat != CHANCE and self.saved.seats[seat] == PERSON

    def _person_to_act(self) -> int:
        return next(seat for seat in self.match.actors if self._is_person(seat))

    def _let_opponents_move(self) -> None:
        """Lets the opponents move until only people are to act."""
        while waiting := self.opponents.waiting():
            seat = waiting[0]
            decisions = choose_turn(self._think_and_play, self.match.view(seat), seat)
            self.opponents.end_turn(seat)
            if not self.match.over:
                self._keep()
            if PERSON not in self.saved.seats:
                self._show_turn(seat, decisions[0])

    def _think_and_play(self, position: Position, seat: int) -> Decision:
        decision = self._think(position, seat)
        self.match.play(decision.move)
        return decision

    def _think(self, position: Position, seat: int) -> Decision:
        """Returns what an opponent decides; on a terminal the board is there to look at meanwhile."""
        people = PERSON in self.saved.seats
        with self.interruptible():
            seconds = self.opponents.seconds(seat)
            if seconds and people and self.console.is_terminal:
                self._draw_board(self.saved.seats.index(PERSON) if self.at_keyboard is None else self.at_keyboard)
            secret = people and self.match.game.rulebook.simultaneous
            with thinking(self.console, self.match.names[seat], seconds, secret) as progress:
                return self.opponents.choose(position, seat, progress)

    def _show_turn(self, seat: int, decision: Decision) -> None:
        """Shows those who watch what one of the players did."""
        match = self.match
        if match.over:
            return
        turn = next(turn for turn in reversed(match.turns()) if turn.seat == seat)
        if self.console.is_terminal:
            self.console.clear()
        self._print_headline(len(match.turns()), match.scores)
        print_board(self.console, match.position, tuple(move.action for move in turn.moves))
        thought = f"   ({expectation(match, seat, decision)})" if decision.simulations else ""
        self._print(turn_line(match, turn) + thought, style="dim")
        with self.interruptible():
            time.sleep(self.pause)

    def _keyboard_reaches(self, seat: int) -> bool:
        """Has the keyboard passed on where the next person must not see what the last one played; tells whether it was.

        Until then the last one may still take the turn back.
        """
        before = self.at_keyboard
        if self.interactive and before not in (None, seat) and self._secrets_from(seat):
            self.console.clear()
            self._print(say("{name} has finished; undo takes that turn back.", name=self.match.names[before]), style="dim")
            word = self.ask(say("Pass the keyboard to {name} (Enter) ", name=self.match.names[seat])).strip().lower()
            if word in ("q", "quit"):
                self._quit()
            if word == "undo":
                self._undo_own(before)
                return False
        self.at_keyboard = seat
        return True

    def _secrets_from(self, seat: int) -> bool:
        """Tells whether people have played something that a seat may not know yet."""
        return any(self._is_person(self.match.moves[at].seat) for at in self.match.hidden_from(seat))

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
                raise PonticelloError(say("say which file: {command} FILE", command=word.lower()))
            write_file(Path(rest.strip()).expanduser(), with_file[word.lower()]())
            self._print(say("Written to {file}.", file=rest.strip()))
        else:
            return False
        return True

    def _hint(self, seat: int, seconds: float) -> None:
        """Says what the strongest player of the game would do with what a seat may see."""
        with self.interruptible(), thinking(self.console, say("The house"), seconds) as progress:
            turn, decision = self.opponents.advise(seat, seconds, progress)
        self._print(hint_line(self.match, seat, turn, decision))

    def _list_moves(self, seat: int, start: str) -> None:
        moves = self.match.legal(seat)
        found = matching(moves, start) if start else moves
        if not found:
            raise IllegalMove(
                say("no legal move begins with {start}; ? lists all {number}", start=repr(start), number=len(moves))
            )
        most = self.console.height - 2 if self.console.is_terminal and not start else None
        self._print("\n".join(columns(found, self.console.width, most)))

    def _help(self, seat: int) -> None:
        rulebook = self.match.game.rulebook
        self._print(say(rulebook.summary))
        examples = [texts[0] for texts in groups(self.match.legal(seat))][:4]
        self._print(
            say(
                "Type a move, such as {moves}. Several parts of one turn are joined with {joiner}. Or:",
                moves=alternatives(examples),
                joiner=repr(rulebook.joiner),
            )
        )
        for word, meaning in WORDS.items():
            self._print(f"  {say(word):<10} {say(meaning)}")

    def _undo(self, seat: int) -> None:
        """Goes back to where a person began a turn: the turn that is only half done, or the last whole one."""
        match = self.match
        if match.game.rulebook.simultaneous:
            self._undo_own(seat)
            return
        own = [turn.at for turn in match.turns() if self._is_person(turn.seat)]
        if not own:
            raise IllegalMove(say("there is no move of yours to take back"))
        if own[-1] < match.round_began:
            raise IllegalMove(say(CHANCE_HAS_SPOKEN))
        taken = len([turn for turn in match.turns() if turn.at >= own[-1]])
        while len(match.moves) > own[-1]:
            match.undo()
        self.notes.append(say("Taken back: {turns}.", turns=count(taken, "turn")))
        self._keep()

    def _undo_own(self, seat: int) -> None:
        """Takes back what a seat has played in the running round; the others' moves stay."""
        if not any(move.seat == seat for move in self.match.moves):
            raise IllegalMove(say("there is no move of yours to take back"))
        if not any(move.seat == seat for move in self.match.moves[self.match.round_began :]):
            raise IllegalMove(say(CHANCE_HAS_SPOKEN))
        self.match.undo(seat)
        while self.match.position.mid_turn(seat):
            self.match.undo(seat)
        self.notes.append(say("Taken back: {turns}.", turns=count(1, "turn")))
        self._keep()

    def _quit(self) -> None:
        raise Quit

    def _print(self, text: str, style: str = "") -> None:
        print_text(self.console, text, style)

    def _print_headline(self, turn: int, scores: Sequence[int]) -> None:
        turns = say("{game}, turn {number}", game=self.match.game.title, number=turn)
        self._print(f"{turns}   {score_line(self.match.names, scores)}", style="bold")

    def _draw_board(self, seat: int) -> None:
        """Shows a person the board and the score."""
        match = self.match
        if self.console.is_terminal:
            self.console.clear()
        seen = match.view(seat)
        taken = [turn for turn in match.turns(seat) if turn.seat == seat or not match.game.rulebook.simultaneous]
        number = len(taken) + (not match.position.mid_turn(seat))
        self._print_headline(number, seen.scores)
        print_board(self.console, seen, match.last_actions(seat))

    def _draw(self, seat: int) -> None:
        """Shows a person the table."""
        match = self.match
        self._draw_board(seat)
        for note in [*self._news(seat), *self.notes]:
            self._print(note, style="dim")
        self.notes.clear()
        task = match.view(seat).task(seat)
        self._print(say("{name}: {task}. (? lists the moves, help the commands)", name=match.names[seat], task=task))
        if self.hints:
            self._hint(seat, USUAL)

    def _news(self, seat: int) -> list[str]:
        """Returns what the others did since a seat last acted, as lines."""
        match = self.match
        turns = match.turns(seat)
        own = [turn.at for turn in turns if turn.seat == seat]
        if match.game.rulebook.simultaneous:
            if match.position.mid_turn(seat):
                own.pop()
            since = match.round_start(own[-1]) if own else 0  # what the others did in the round of its last whole turn
            return [turn_line(match, turn) for turn in turns if turn.at >= since and turn.seat != seat]
        news = [turn_line(match, turn) for turn in turns if not own or turn.at > own[-1]]
        return ["   ".join(news)] if news else []

    def _keep(self) -> None:
        """Saves the game; if that fails, the game goes on and says so."""
        try:
            self.saved.keep(self.match)
        except OSError as error:
            why = error.strerror
            self.notes.append(say("The game cannot be saved ({reason}); `save FILE` saves it elsewhere.", reason=why))

    def _leave(self, departure: Departure, advice: str = "") -> int:
        self._forget_half_a_turn()
        if all(move.seat == CHANCE for move in self.match.moves):
            self.saved.drop()
            return self._say_goodbye(departure, say("Nothing was played, so nothing is kept."))
        try:
            self.saved.keep(self.match)
        except OSError as error:
            self._print(write_match(self.match))
            why = error.strerror
            raise PonticelloError(say("the game cannot be saved ({reason}); its record is above", reason=why)) from None
        file = shlex.quote(str(self.saved.record))
        details = [say("or: ponticello play --resume {file}", file=file), *([advice] if advice else [])]
        return self._say_goodbye(departure, say("The game is kept. Go on with: ponticello play --resume"), *details)

    def _forget_half_a_turn(self) -> None:
        """Takes back what an opponent has begun: it will think about the whole turn again."""
        moves = self.match.moves
        while moves and moves[-1].seat in self.opponents.waiting() and self.match.position.mid_turn(moves[-1].seat):
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
        played = count(len(match.turns()), "turn")
        self._print(say("{game}, after {turns}", game=match.game.title, turns=played), style="bold")
        print_board(self.console, match.position, match.last_actions())
        turns = match.turns()
        for turn in [turn for turn in turns if turn.at >= match.round_began] if match.game.rulebook.simultaneous else turns[-1:]:
            self._print(turn_line(match, turn), style="dim")
        self._print(match.explain())
        for note in self.notes or [say("The record: {file}", file=self.saved.record)]:
            self.console.print(note, soft_wrap=True)
