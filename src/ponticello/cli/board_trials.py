"""How a board plays: many random and greedy games on it, and what they tell."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ponticello.cli.command import STOPPED
from ponticello.cli.console import new_console, print_text
from ponticello.cli.own_boards import OwnBoard, print_indented, read_board
from ponticello.cli.progress import games_bar
from ponticello.engine.dice import new_dice
from ponticello.engine.greedy import GREEDY, RANDOM, TRIALS, run_games
from ponticello.engine.record import Records
from ponticello.engine.words import count, listed, mark, say
from ponticello.table.position import Position

if TYPE_CHECKING:
    from rich.console import Console

SEED = 1  # the same board gives the same report
BLINK = 0.2  # seconds between two looks at the keyboard
BARS = 12
WIDTH = 40
MANNERS = {
    RANDOM: mark("random play (any legal move, each as likely)"),
    GREEDY: mark("greedy play (whatever looks best at the end of the turn)"),
}


@dataclass
class Trial:
    """Games played in one manner: their last positions and the points of every seat."""

    finals: Records[Any]
    scores: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.finals)


def try_out(name: str, wanted: str | None, games: int, players: int | None) -> int:
    """Plays many games on a board and reports how it plays; returns the exit code."""
    board = read_board(name, wanted)
    start = board.start(players)
    console = new_console()
    trials: dict[int, Trial] = {}
    stopped = False
    try:
        with games_bar(games * len(MANNERS), lines=True) as tell_played:
            for manner in MANNERS:
                for trial in play_many(start, games, manner):
                    trials[manner] = trial
                    tell_played(sum(map(len, trials.values())))
    except KeyboardInterrupt:
        stopped = True
    for manner, trial in trials.items():
        _report(console, board, MANNERS[manner], trial)
    if stopped:
        each = (say("{played} of {games}", played=f"{len(trials.get(manner, ())):,}", games=f"{games:,}") for manner in MANNERS)
        print_text(console, say("Stopped; games played: {played}.", played=listed(each)))
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


def _report(console: Console, board: OwnBoard, manner: str, trial: Trial) -> None:
    """Prints how a board plays in one manner."""
    seats = trial.scores.shape[1]
    heading = say(
        "{game} on {board} for {people}, {manner}, games played: {number}",
        game=board.rulebook.title,
        board=board.name,
        number=f"{len(trial):,}",
        people=count(seats, "player"),
        manner=say(manner),
    )
    print_text(console, heading, "bold")
    least, low, median, high, most = (int(x) for x in np.quantile(trial.scores, (0, 0.25, 0.5, 0.75, 1), method="nearest"))
    said = [
        say(
            "{points}: median {median}, half of them {low} to {high}, from {least} to {most}, {mean} on average.",
            points=say(board.rulebook.unit).capitalize(),
            median=median,
            low=low,
            high=high,
            least=least,
            most=most,
            mean=f"{trial.scores.mean():.1f}",
        )
    ]
    bar = "\u2588" if console.encoding.startswith("utf") else "#"
    print_indented(console, said + histogram(trial.scores.reshape(-1), bar) + board.boards.report(trial.finals))


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
