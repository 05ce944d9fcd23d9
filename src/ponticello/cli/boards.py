"""`ponticello boards`: the boards that are shipped, and one's own: checked, drawn and tried out.

No game is known here: a game that has boards as data says so in its rulebook, with what there is to tell about them.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ponticello.cli.table import write_file
from ponticello.cli.terminal import new_console, say
from ponticello.engine.dice import new_dice
from ponticello.engine.errors import BadData, BadOption, PonticelloError
from ponticello.engine.game import Boards, Rulebook, Value
from ponticello.engine.greedy import GREEDY, RANDOM, TRIALS, run_games
from ponticello.engine.record import Records
from ponticello.games import rulebook as find_rulebook
from ponticello.table.game import game, games
from ponticello.table.position import Position

if TYPE_CHECKING:
    from rich.console import Console

STOPPED = 130
SEED = 1  # the same board gives the same report
BLINK = 0.2  # seconds between two looks at the keyboard
BARS = 12
WIDTH = 40
MANNERS = {
    RANDOM: "random play (any legal move, each as likely)",
    GREEDY: "greedy play (whatever looks best at the end of the turn)",
}


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
        named = " and ".join(each.name for each in with_boards())
        raise BadOption(f"{rulebook.title} has no boards as data; the games that have: {named}")
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
            raise BadOption(f"several games have a board {name}; say which with --game {' or '.join(_names(shipped))}")
        return OwnBoard(shipped[0], _shipped(shipped[0], name)[0], name)
    read: list[OwnBoard] = []
    refused: dict[str, str] = {}
    for rulebook in candidates:
        option = next(option for option in rulebook.options if option.name == boards_of(rulebook).option)
        try:
            read.append(OwnBoard(rulebook, option.read(path), name))
        except PonticelloError as error:
            refused[rulebook.name] = str(error)
    if len(read) == 1:
        return read[0]
    if read:
        raise BadOption(f"{name} is a board of several games; say which with --game {' or '.join(_names(candidates))}")
    raise BadData(_why_unread(name, refused))


def _names(rulebooks: list[Rulebook]) -> list[str]:
    return [rulebook.name for rulebook in rulebooks]


def _shipped(rulebook: Rulebook, name: str) -> list[str]:
    return [shipped for shipped in boards_of(rulebook).shipped if shipped.lower() == name.strip().lower()]


def _why_unread(name: str, refused: dict[str, str]) -> str:
    """Returns what is wrong with a file, in the words of the game it seems to be meant for."""
    sentences = set(refused.values())
    if len(sentences) > 1:  # a file with keys that a game does not know is hardly meant for it
        sentences = {sentence for sentence in sentences if "unknown key" not in sentence} or sentences
    if len(sentences) == 1:
        return sentences.pop()
    return f"{name} is a board of no game; say for which it is meant with --game {' or '.join(refused)}"


# The commands


def list_boards(wanted: str | None) -> None:
    """Prints the shipped boards with their facts."""
    console = new_console()
    for rulebook in with_boards() if wanted is None else [find_rulebook(wanted)]:
        boards = boards_of(rulebook)
        for name in boards.shipped:
            say(console, f"{rulebook.title}, --{boards.option} {name}", "bold")
            _indented(console, boards.facts(name))
    say(console, "Your own: ponticello boards check FILE; ponticello boards --help tells more.")


def check(name: str, wanted: str | None) -> None:
    """Prints the facts of a valid board; an invalid one is an error that says what is wrong."""
    board = read_board(name, wanted)
    console = new_console()
    say(console, f"{name} is a valid board of {board.rulebook.title}.", "bold")
    _indented(console, board.boards.facts(board.value))


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
        raise BadOption(f"the picture would overwrite {name}; say where it goes with --svg FILE")
    write_file(target, picture)
    say(new_console(), f"Drawn to {target}.")


def _differ(start: Position) -> bool:
    """Tells whether the players of a full table begin with different things in front of them: rows of the record that differ."""
    array = start.state.array
    rows = [array[0][name] for name in array.dtype.names or () if array.dtype[name].shape[:1] == (start.players,)]
    return any(bool(np.any(row != row[0])) for row in rows)


def _indented(console: Console, sentences: list[str]) -> None:
    for sentence in sentences:
        say(console, f"  {sentence}")


# How a board plays


@dataclass
class Trial:
    """Games played in one manner: their last positions and the points of every seat."""

    finals: Records[Any]
    scores: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.finals)


def try_out(name: str, wanted: str | None, count: int, players: int | None) -> int:
    """Plays many games on a board and reports how it plays; returns the exit code."""
    board = read_board(name, wanted)
    start = board.start(players)
    console = new_console()
    trials: dict[int, Trial] = {}
    stopped = False
    try:
        with _progress(count * len(MANNERS)) as advance:
            for manner in MANNERS:
                for trial in play_many(start, count, manner):
                    trials[manner] = trial
                    advance(sum(map(len, trials.values())))
    except KeyboardInterrupt:
        stopped = True
    for manner, trial in trials.items():
        _report(console, board, MANNERS[manner], trial)
    if stopped:
        played = " and ".join(f"{len(trials.get(manner, ())):,} of {count:,}" for manner in MANNERS)
        say(console, f"Stopped after {played} games.")
    return STOPPED if stopped else 0


def play_many(start: Position, count: int, manner: int) -> Iterator[Trial]:
    """Plays games in one manner and yields, after every moment, all that have been played by then."""
    begin = start.state
    finals = Records.of(begin, count)
    scores = np.zeros((count, start.players), np.int64)
    dice = new_dice(SEED)
    marks = np.zeros((TRIALS, start.game.rulebook.actions), np.int8)
    done, step = 0, 1
    while done < count:
        end = min(done + step, count)
        before = time.monotonic()
        run_games(
            finals[done:end],
            Records.of(begin, TRIALS),
            Records(type(begin), begin.array),
            Records(type(dice), dice.array),
            marks,
            manner,
            scores[done:end],
        )
        # No signal is heard inside compiled games, so a step is as long as nobody minds waiting.
        pace = (time.monotonic() - before) / (end - done)
        step = max(1, min(2 * step, int(BLINK / max(pace, 1e-9))))
        done = end
        yield Trial(finals[:done], scores[:done])


@contextlib.contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """Shows how far the games are, where somebody watches. The bar appears with the first, once the rules are compiled."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("Playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with contextlib.ExitStack() as shown:
        bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        task = bar.add_task("games", total=total)

        def advance(played: int) -> None:
            if not bar.live.is_started:
                shown.enter_context(bar)
            bar.update(task, completed=played)

        yield advance


def _report(console: Console, board: OwnBoard, manner: str, trial: Trial) -> None:
    """Prints how a board plays in one manner."""
    seats = trial.scores.shape[1]
    people = "1 player" if seats == 1 else f"{seats} players"
    say(console, f"{board.rulebook.title} on {board.name}, {len(trial):,} games for {people}, {manner}", "bold")
    least, low, median, high, most = (int(x) for x in np.quantile(trial.scores, (0, 0.25, 0.5, 0.75, 1), method="nearest"))
    points = board.rulebook.unit.capitalize()
    mean = f"{trial.scores.mean():.1f} on average"
    said = [f"{points}: median {median}, half of them {low} to {high}, from {least} to {most}, {mean}."]
    bar = "\u2588" if console.encoding.startswith("utf") else "#"
    _indented(console, said + histogram(trial.scores.reshape(-1), bar) + board.boards.report(trial.finals))


def histogram(scores: NDArray[np.int64], bar: str = "#") -> list[str]:
    """Returns how often scores fall into equal spans, as lines with bars.

    >>> histogram(np.array([1, 2, 2, 3]))
    ['1   25% ####################', '2   50% ########################################', '3   25% ####################']
    """
    low, high = int(scores.min()), int(scores.max())
    span = -(-(high - low + 1) // BARS)
    counts = np.bincount((scores - low) // span)
    names = [f"{at}" if span == 1 else f"{at}-{at + span - 1}" for at in range(low, low + span * len(counts), span)]
    wide = max(map(len, names))
    return [
        f"{name:<{wide}} {100 * count / len(scores):>4.0f}% {bar * round(WIDTH * count / counts.max())}".rstrip()
        for name, count in zip(names, counts, strict=True)
    ]
