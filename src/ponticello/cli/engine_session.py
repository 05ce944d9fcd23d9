"""The engine's side of a conversation in the protocol of docs/engine-protocol.md: our players for other programs."""

from __future__ import annotations

import math
import secrets
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from typing import TextIO

from ponticello import __version__
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import speaking
from ponticello.players import best, player
from ponticello.players.player import Decision, Player, Thought, check_budget
from ponticello.players.protocol import MOST_DIGITS, MOST_LETTERS, VERSION, Info, play_moves, read_seat, write_moves
from ponticello.table.game import Game, game
from ponticello.table.position import Position

MOST_QUOTED = 60
FAREWELL = 1.0  # seconds


def serve(name: str | None, level: str | None, seed: int | None, threads: int | None) -> None:
    """Speaks the protocol on the standard input and output until the other side says quit or hangs up.

    Without a level the strongest player of the game thinks.
    """
    seed = secrets.randbits(48) if seed is None else seed
    engine = Engine(sys.stdout, level, seed, threads)
    if name is not None:
        engine.take_game(name)
    with speaking(None):  # with another program, the language is the protocol
        for line in lines(sys.stdin):
            if line is None:
                engine.complain(f"a line may have {MOST_LETTERS:,} letters, not more")
            elif not engine.hear(line):
                break
        engine.close()


def lines(source: TextIO) -> Iterator[str | None]:
    """Yields the lines of a stream, and None for one that is too long, of which no more than a part is ever held."""
    while line := source.readline(MOST_LETTERS + 1):
        if len(line) > MOST_LETTERS and not line.endswith("\n"):
            while (rest := source.readline(MOST_LETTERS)) and not rest.endswith("\n"):
                pass
            yield None
        else:
            yield line


class Engine:
    """One side of a conversation. It listens while it thinks."""

    def __init__(self, out: TextIO, level: str | None, seed: int, threads: int | None) -> None:
        self._out = out
        self._level, self._seed, self._threads = level, seed, threads
        self._speaking = threading.Lock()
        self._game: Game | None = None
        self._players = 0
        self._position: Position | None = None
        self._player: Player | None = None
        self._ready = False  # whether the first question will be answered without delay
        self._stop = threading.Event()
        self._thinking: threading.Thread | None = None
        self._busy = False
        self._commands: dict[str, Callable[[str], None]] = {
            "ponticello": self._greet,
            "game": self.take_game,
            "option": self._take_option,
            "players": self._take_players,
            "position": self._take_position,
            "go": self._go,
            "stop": lambda rest: self._stop.set(),
            "ping": self._ping,
        }

    def hear(self, line: str) -> bool:
        """Does what a line says; tells whether the conversation goes on. Whatever cannot be done is answered and does no harm."""
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return False
        try:
            if word in self._commands:
                if self._busy and word not in ("ponticello", "stop", "ping"):
                    raise BadOption("I am thinking; say stop first, or wait for bestmove")
                self._commands[word](rest.strip())
            elif word:
                raise BadOption(f"I do not know {word[:MOST_QUOTED]!r}; I know {', '.join(self._commands)} and quit")
        except PonticelloError as error:
            self.complain(str(error))
        return True

    def complain(self, sentence: str) -> None:
        """Answers with an error."""
        self._say(f"error {' '.join(sentence.split())}")

    def close(self) -> None:
        """Stops thinking."""
        self._stop.set()
        if self._thinking is not None:
            self._thinking.join(FAREWELL)
        if self._player is not None:
            self._player.close()

    def _say(self, line: str) -> None:
        with self._speaking:
            self._out.write(f"{line}\n")
            self._out.flush()

    def _greet(self, rest: str) -> None:
        self._say(f"id name Ponticello {__version__} {self._level or ''}".rstrip())
        self._say("id author The Ponticello team")
        self._say(f"ponticello {VERSION}")

    def take_game(self, name: str) -> None:
        """Sets up a game with its usual options and as few players as it allows."""
        if not name:
            raise BadOption("say which game, for instance: game ponte")
        chosen = game(name)
        self._set_up(chosen, chosen.rulebook.players[0])

    def _take_option(self, rest: str) -> None:
        chosen = self._chosen_game()
        name, _, value = rest.partition(" ")
        self._set_up(game(chosen.name, **{**chosen.options, name: value.strip()}), self._players)

    def _take_players(self, rest: str) -> None:
        chosen = self._chosen_game()
        self._set_up(chosen, chosen.rulebook.read_players(read_count(rest, "players")))

    def _chosen_game(self) -> Game:
        if self._game is None:
            raise BadOption("say which game first, for instance: game ponte")
        return self._game

    def _set_up(self, chosen: Game, players: int) -> None:
        """Begins a new match, with a player that remembers nothing of the last one."""
        sat_down = self._new_player(chosen, self._seed)
        if self._player is not None:
            self._player.close()
        if self._game is None or self._game.name != chosen.name:
            self._ready = False
        self._game, self._players, self._player = chosen, players, sat_down
        self._position = chosen.position(players)

    def _new_player(self, chosen: Game, seed: int = 0) -> Player:
        if self._level is None:
            return best(chosen.name, seed=seed, threads=self._threads)
        return player(self._level, game=chosen.name, seed=seed, threads=self._threads)

    def _take_position(self, rest: str) -> None:
        self._position, _ = play_moves(self._chosen_game().position(self._players), rest)

    def _ping(self, rest: str) -> None:
        if not self._busy:
            self._get_ready()
        self._say(f"pong {rest}".rstrip())

    def _get_ready(self) -> None:
        """Loads whatever takes long to load, with a thought of somebody else, so that the player's own are not changed by it."""
        if self._ready or self._game is None:
            return
        position = self._game.position(self._players)
        while position.actors == (CHANCE,):
            position = position.play(position.legal[0])
        other = self._new_player(self._game)
        other.choose(position, position.actors[0], simulations=1)
        other.close()
        self._ready = True

    def _go(self, rest: str) -> None:
        self._chosen_game()
        assert self._position is not None
        words = rest.split()
        given = dict(zip(words[::2], words[1::2], strict=False))
        if len(words) % 2 or 2 * len(given) != len(words) or not given.keys() <= {"seat", "seconds", "simulations"}:
            raise BadOption("say go seat N, and perhaps seconds S or simulations N")
        seat = self._position.seat_to_act(read_seat(given["seat"], self._players) if "seat" in given else None)
        if seat == CHANCE:
            raise BadOption("chance is to act; its move belongs in the position")
        seconds = read_seconds(given["seconds"]) if "seconds" in given else None
        simulations = read_count(given["simulations"], "simulations") if "simulations" in given else None
        check_budget(seconds, simulations)
        self._stop.clear()
        self._busy = True
        self._thinking = threading.Thread(target=self._think, args=(self._position, seat, seconds, simulations), daemon=True)
        self._thinking.start()

    def _think(self, position: Position, seat: int, seconds: float | None, simulations: int | None) -> None:
        assert self._player is not None
        try:
            decision = self._player.choose(
                position, seat, seconds=seconds, simulations=simulations, progress=self._tell, cancelled=self._stop.is_set
            )
            self._answer(decision)
        except OSError:
            return  # nobody listens any more
        except Exception as error:
            traceback.print_exc()
            self._busy = False
            self.complain(f"I have failed, please report it: {type(error).__name__} {error}")

    def _tell(self, thought: Thought) -> None:
        self._say(Info(thought.simulations, thought.seconds, line=write_moves([thought.move])).write())

    def _answer(self, decision: Decision) -> None:
        self._say(Info(decision.simulations, decision.seconds, decision.expected, write_moves(decision.line)).write())
        self._busy = False  # the answer may be followed by the next question at once
        self._say(f"bestmove {decision.move}")


def read_count(text: str, what: str) -> int:
    """Returns a whole number."""
    if not (text.isascii() and text.isdecimal() and len(text) < MOST_DIGITS):
        raise BadOption(f"{what} must be a whole number, not {text[:MOST_QUOTED]!r}")
    return int(text)


def read_seconds(text: str) -> float:
    """Returns a number of seconds."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not math.isfinite(seconds):
        raise BadOption(f"seconds must be a number, not {text[:MOST_QUOTED]!r}")
    return seconds
