"""A net being trained from the command line: what is asked for, a table that says how it is doing, and where it is kept."""

from __future__ import annotations

import datetime
import itertools
import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponticello.cli.command import STOPPED
from ponticello.cli.console import new_console, print_text
from ponticello.cli.files import data_folder
from ponticello.cli.game_flags import read_flags, split_words
from ponticello.cli.progress import BETWEEN
from ponticello.cli.stopping import Stopping
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.words import count, mark, say
from ponticello.games import names as game_names
from ponticello.games import rulebook as find_rulebook
from ponticello.table.game import Game

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from ponticello.learn.run import Report, Run, Settings

FLAGS = (
    "--players", "--minutes", "--out", "--resume", "--start",
    "--units", "--blocks", "--layers", "--simulations", "--goal", "--seed", "--device",
)  # fmt: skip
CHECKS_SHOWN = 5
WHO = {
    "mind": mark("the strongest player of the house"),
    "net": mark("the net against itself"),
    "trial": mark("the net, at first sight"),
}


@dataclass(frozen=True)
class TrainingRequest:
    """What the command line asks for; None where it says nothing."""

    words: Sequence[str]
    players: int | None
    minutes: float
    out: Path | None
    resume: Path | None
    start: Path | None
    options: Sequence[str]
    units: int | None
    blocks: int | None
    layers: str | None
    simulations: int | None
    goal: str
    seed: int
    device: str


def run(request: TrainingRequest) -> int:
    """Trains a net for as long as was asked; returns the exit code."""
    console = new_console()
    stop = Stopping(console)
    with stop.hearing():
        training, folder = run_of(request)
        print_text(console, say("The net and its run go to {folder}", folder=folder))
        try:
            with shown(console) as show:

                def tell(report: Report) -> None:
                    stop.can_save = True
                    show(report)

                training.train(request.minutes, folder, tell, stop)
            stopped = stop()
        except KeyboardInterrupt:
            stopped = True
        return farewell(console, training, folder, stopped)


def farewell(console: Console, training: Run, folder: Path, stopped: bool) -> int:
    """Says what became of a run and how to go on with it; returns the exit code."""
    again = f"ponticello train --resume {shlex.quote(str(folder))}"
    if stopped:
        print_text(console, say("Stopped. Go on with: {command}", command=again))
        return STOPPED
    for check in training.progress.checks[-1:]:
        print_text(console, strength(check))
    print_text(console, say("Go on with: {command}", command=again))
    return 0


def run_of(request: TrainingRequest) -> tuple[Run, Path]:
    """Returns the run that is asked for, and its folder."""
    if request.out is not None and request.resume is not None:
        raise BadOption(say("say --out or --resume, not both"))
    sized = request.units or request.blocks or request.layers
    if request.resume is not None:
        if request.words or request.players or sized or request.start or request.options:
            raise BadOption(say("a run that is resumed knows its game, its players and the size of its net: leave them out"))
        return learn().Run.resumed(request.resume, settings_for(request)), request.resume
    if request.start is not None and sized:
        raise BadOption(say("a net that begins with what another has learned is of its size: leave that out"))
    word, flags = split_words(request.words)
    if word is None:
        known = ", ".join(game_names())
        raise PonticelloError(say("say which game: ponticello train GAME; the games are: {games}", games=known))
    rulebook = find_rulebook(word)
    game = Game(rulebook, read_flags(rulebook, flags, request.options, FLAGS))
    several = next((count for count in rulebook.players if count > 1), None)
    players = rulebook.read_players(several if request.players is None else request.players)
    folder = request.out or new_folder(game.name)
    if (folder / learn().CHECKPOINT).exists():
        raise BadOption(say("there is a run in {folder} already; go on with --resume, or choose another folder", folder=folder))
    how = {"seed": request.seed, "settings": settings_for(request)}
    if request.start is not None:
        return learn().Run.begun_from(request.start, game, players, **how), folder
    convolutions = None if request.layers is None else request.layers == "convolutions"
    return learn().Run.new(game, players, units=request.units, blocks=request.blocks, convolutions=convolutions, **how), folder


def settings_for(request: TrainingRequest) -> Settings:
    """Returns how a run proceeds."""
    settings: Settings = learn().Settings() if request.device == "cpu" else learn().ON_A_GPU
    settings = replace(settings, goal=request.goal)
    return settings if request.simulations is None else replace(settings, simulations=request.simulations)


def learn() -> Any:
    """Returns the part of the package that trains nets; it needs JAX."""
    try:
        from ponticello.learn import run as training
    except ModuleNotFoundError as error:
        from ponticello.learn.errors import missing

        if error.name is None or error.name.startswith("ponticello"):
            raise
        raise missing(error.name.partition(".")[0]) from None
    return training


def new_folder(name: str) -> Path:
    """Returns where a run goes if nobody says where: among the data of this user, named by time and game."""
    folder = data_folder() / "training"
    stem = f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}-{name}"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}" for number in itertools.count(1))
    return next(folder / name for name in names if not (folder / name).exists())


@contextmanager
def shown(console: Console) -> Iterator[Callable[[Report], None]]:
    """Shows how a run is doing: a table that changes on a screen, a line now and then in a pipe."""
    if not console.is_terminal:
        said = 0.0

        def tell(report: Report) -> None:
            nonlocal said
            if time.monotonic() - said >= BETWEEN:
                said = time.monotonic()
                print("; ".join(f"{name}: {value}" for name, value in facts(report)), file=sys.stderr, flush=True)

        yield tell
        return
    from rich.live import Live

    live = Live(console=console, auto_refresh=False, transient=False)

    def draw(report: Report) -> None:
        live.start()
        live.update(table(report), refresh=True)

    try:
        yield draw
    finally:
        live.stop()


def table(report: Report) -> Table:
    """Returns how a run is doing as a table."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE, show_header=False)
    for name, value in facts(report):
        made.add_row(name, value)
    return made


def facts(report: Report) -> list[tuple[str, str]]:
    """Returns what is to be told of a run: names and values."""
    progress = report.progress
    told = [
        (say("time"), say("{passed} trained, {left} left", passed=clock(progress.seconds), left=clock(report.left))),
        (say("who plays"), say(WHO[report.who])),
        (say("games"), say("{number}, {rate} a second", number=f"{progress.games:,}", rate=f"{report.games_a_second:,.1f}")),
        (
            say("positions"),
            say("{number}, {rate} a second", number=f"{progress.positions:,}", rate=f"{report.positions_a_second:,.0f}"),
        ),
        (say("steps of learning"), f"{report.steps:,}"),
    ]
    if report.losses is not None:
        of_policy = say("doubt of the policy") if report.who == "trial" else say("loss of the policy")
        told.append((of_policy, f"{report.losses.policy:.3f}"))
        told.append((say("loss of the value"), f"{report.losses.value:.3f}"))
    told += [
        (say("after {time}", time=clock(60 * check["minutes"])), strength(check)) for check in progress.checks[-CHECKS_SHOWN:]
    ]
    return told


def clock(seconds: float) -> str:
    """Returns a time as minutes and seconds.

    >>> clock(125.2)
    '2:05'
    """
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def strength(check: dict[str, Any]) -> str:
    """Returns what a check of the strength has shown."""
    if "simulations" not in check:
        return say("{mean} ± {error} in the mean, without any search", mean=f"{check['mean']:.1f}", error=f"{check['error']:.1f}")
    return say(
        "{share} ± {error} % of the victories against {simulations} of the house, without any search",
        share=f"{100 * check['mean']:.0f}",
        error=f"{100 * check['error']:.0f}",
        simulations=count(check["simulations"], "simulation"),
    )
