"""`ponticello arena`: a tournament, its progress while it is played, and its tables."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import json
import os
import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from ponticello.arena import Director, Row, Standings, Tournament, plot
from ponticello.arena.entrants import split_players
from ponticello.arena.results import read_results
from ponticello.arena.tournament import PATIENCE
from ponticello.cli import STOPPED
from ponticello.cli.terminal import new_console, say
from ponticello.cli.words import read_flags, split_words
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.game import spell
from ponticello.engine.words import count, listed
from ponticello.games import names as game_names
from ponticello.games import rulebook as find_rulebook

GAMES = 100
WIDE = 200  # columns of a table in a pipe
MOST_COLUMNS = 12  # players in a cross table that still fits on a screen
FLAGS = ("--game", "--players", "--games", "--seats", "--jobs", "--out", "--resume", "--seed", "--anchor", "--json", "--plot")


@dataclass(frozen=True)
class Wishes:
    """What the command line asks for; None where it says nothing."""

    words: Sequence[str] = ()
    game: str | None = None
    players: str | None = None
    games: int | None = None
    seats: int | None = None
    seed: int | None = None
    options: Sequence[str] = ()
    jobs: int | None = None
    ray: str | None = None
    out: Path | None = None
    resume: Path | None = None
    anchor: str | None = None
    json: Path | None = None
    plot: Path | None = None
    patience: float = PATIENCE


def run(wishes: Wishes) -> int:
    """Plays what is missing of a tournament and prints how it stands; returns the exit code."""
    if wishes.out is not None and wishes.resume is not None:
        raise BadOption("say --out or --resume, not both")
    for path in (wishes.json, wishes.plot):
        if path is not None and not path.absolute().parent.is_dir():
            raise PonticelloError(f"cannot write {path}: there is no such folder")
    tournament, games = tournament_of(wishes)
    out = wishes.out or wishes.resume or new_file(tournament)
    Standings(tournament, [], wishes.anchor)  # an anchor that does not take part is refused before anything is played
    director = Director(tournament, games, out)
    console = new_console()
    if not console.is_terminal:
        console.width = WIDE
    stopped = False
    try:
        announce(console, director, out)
        with contextlib.closing(director.play(wishes.jobs, wishes.ray)) as playing, progress(director) as advance:
            for _ in playing:
                advance()
    except KeyboardInterrupt:
        stopped = True
    except PonticelloError:
        if not director.results and out not in (wishes.out, wishes.resume):
            out.unlink()  # nobody asked for a file that says nothing
        raise
    finally:
        director.close()
    standings = director.standings(wishes.anchor)
    report(console, standings)
    save(standings, wishes)
    if director.unplayed:
        say(console, f"{count(len(director.unplayed), 'game')} could not be played: the process ended each time.")
    if stopped or director.unplayed:
        done = f"{len(director.fixtures) - len(director.missing)} of {count(len(director.fixtures), 'game')}"
        say(console, f"Stopped after {done}. Go on with: ponticello arena --resume {shlex.quote(str(out))}")
    return STOPPED if stopped else 0


def tournament_of(wishes: Wishes) -> tuple[Tournament, int]:
    """Returns the tournament that is wished for and the games of each pairing; what is not said is read from the file."""
    told: dict[str, Any] = {}
    games = GAMES
    if wishes.resume is not None:
        about, _, _ = read_results(wishes.resume)
        if not about:
            raise PonticelloError(f"{wishes.resume} holds no tournament yet")
        told, games = about["tournament"], about["games"]
    word, flags = split_words(wishes.words) if wishes.game is None and not told else (None, wishes.words)
    name = wishes.game or word or told.get("game")
    if name is None:
        raise PonticelloError(f"say which game: ponticello arena --game GAME; the games are: {', '.join(game_names())}")
    rulebook = find_rulebook(name)
    players = told.get("players") if wishes.players is None else split_players(wishes.players)
    if players is None:
        raise PonticelloError(f"say who plays: ponticello arena --game {rulebook.name} --players random,greedy")
    tournament = Tournament.between(
        rulebook.name,
        players,
        seats=told.get("seats") if wishes.seats is None else wishes.seats,
        options={**told.get("options", {}), **read_flags(rulebook, flags, wishes.options, FLAGS)},
        seed=told.get("seed", 1) if wishes.seed is None else wishes.seed,
        patience=wishes.patience,
    )
    return tournament, games if wishes.games is None else wishes.games


def new_file(tournament: Tournament) -> Path:
    """Returns where results go if nobody says where: among the data of this user, named by time and game."""
    from platformdirs import user_data_path

    folder = Path(os.environ.get("PONTICELLO_DATA") or user_data_path("ponticello")) / "arena"
    stem = f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}-{tournament.game}"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}.jsonl" for number in itertools.count(1))
    return next(folder / name for name in names if not (folder / name).exists())


def announce(console: Console, director: Director, out: Path) -> None:
    """Says what is going to be played, and where the results go."""
    total, missing = len(director.fixtures), len(director.missing)
    tournament = director.tournament
    tables = "alone" if tournament.seats == 1 else f"{tournament.seats} at a table"
    options = "".join(f", {name} {spell(value)}" for name, value in tournament.options.items())
    played = "" if missing == total else f", {total - missing} of them played already"
    say(console, f"{tournament.table.title}{options}: {count(total, 'game')}, {tables}{played}.")
    say(console, f"Results go to {out}")


@contextlib.contextmanager
def progress(director: Director) -> Iterator[Callable[[], None]]:
    """Shows how far the games are and how long they will take, where somebody watches. The bar appears with the first."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    columns = (
        TextColumn("Playing"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    with contextlib.ExitStack() as shown:
        bar = Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
        total = len(director.missing)
        task = bar.add_task("games", total=total)

        def advance() -> None:
            if not bar.live.is_started:
                shown.enter_context(bar)
            bar.advance(task)

        yield advance


def report(console: Console, standings: Standings) -> None:
    """Prints the tables and what must be known to read them."""
    if not standings.results:
        say(console, "No game has been played.")
        return
    console.print(solo_table(standings) if standings.solo else rating_table(standings))
    if 2 <= len(standings.names) <= MOST_COLUMNS:
        console.print(cross_table(standings))
    swept = {strong: [b for a, b in standings.one_sided if a == strong] for strong, _ in standings.one_sided}
    if swept:
        pairs = "; ".join(f"{strong} against {listed(weak)}" for strong, weak in swept.items())
        say(console, f"Where one side has won everything the ratings may be any further apart: {pairs}.")
    for player, why, times in standings.forfeits:
        say(console, f"{player} forfeited {count(times, 'game')}: {why}")
    if not standings.solo and all(row.skill is None for row in standings.rows):
        say(console, "For ratings by OpenSkill: pip install 'ponticello[arena]'")


def new_table(*headings: str) -> Table:
    """Returns an empty table, the players at the left and numbers at the right of their columns."""
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    for heading in headings:
        if heading == "Player":
            table.add_column(heading, min_width=10, max_width=30, overflow="fold")
        else:
            table.add_column(heading, justify="right", no_wrap=True)
    return table


def rating_table(standings: Standings) -> Table:
    """Returns the table of a tournament."""
    skilled = any(row.skill is not None for row in standings.rows)
    headings = "#", "Player", "Games", "W/D/L", "Score", "Elo", "OpenSkill", "Points", "s/move"
    table = new_table(*(heading for heading in headings if skilled or heading != "OpenSkill"))
    for place, row in enumerate(standings.rows, start=1):
        skill = [] if not skilled else [with_error(*row.skill, digits=1) if row.skill else "-"]
        table.add_row(
            str(place),
            row.player,
            str(row.games),
            f"{row.wins}/{row.draws}/{row.losses}",
            "-" if row.score is None else f"{100 * row.score:.1f} %",
            elo(row, standings),
            *skill,
            number(row.points, 1),
            seconds(row.seconds),
        )
    return table


def solo_table(standings: Standings) -> Table:
    """Returns the table of games alone."""
    table = new_table("#", "Player", "Games", standings.tournament.table.rulebook.unit.capitalize(), "s/move")
    for place, row in enumerate(standings.rows, start=1):
        points = "-" if row.points is None else with_error(row.points, row.points_error, digits=2)
        table.add_row(str(place), row.player, str(row.games), points, seconds(row.seconds))
    return table


def cross_table(standings: Standings) -> Table:
    """Returns what each scored against each, in per cent, or alone how many points it made more."""
    order = [row.player for row in standings.rows]
    table = new_table("Player", *(str(k + 1) for k in range(len(order))))
    table.columns[0].header = "Points more than" if standings.solo else "Score against"
    for place, player in enumerate(order, start=1):
        cells = []
        for other in order:
            score = standings.score(player, other)
            if player == other or not score.games:
                cells.append("")
            elif standings.solo:
                mean, error, _ = standings.lead(player, other)
                cells.append(with_error(mean, error, digits=2, sign="+"))
            else:
                cells.append(with_error(100 * score.mean, score.error and 100 * score.error, digits=0) + " %")
        table.add_row(f"{place} {player}", *cells)
    return table


def elo(row: Row, standings: Standings) -> str:
    """Returns a rating as the table shows it; the one that all others are measured against has no error."""
    if row.elo is None:
        return "-"
    return "0" if row.player == standings.anchor else with_error(row.elo, row.elo_error, digits=0, sign="+")


def with_error(value: float, error: float | None, digits: int, sign: str = "") -> str:
    """Returns a number and how sure it is."""
    return f"{value:{sign}.{digits}f} ±{'?' if error is None else f'{error:.{digits}f}'}"


def number(value: float | None, digits: int) -> str:
    """Returns a number, or a stroke where there is none."""
    return "-" if value is None else f"{value:.{digits}f}"


def seconds(value: float | None) -> str:
    """Returns a time: a short one with more digits."""
    return "-" if value is None else f"{value:.2f}" if value >= 0.1 else f"{value:.4f}"


def save(standings: Standings, wishes: Wishes) -> None:
    """Writes the summary and the picture that were asked for."""
    if wishes.json is not None:
        write(wishes.json, json.dumps(standings.summary(), indent=2, ensure_ascii=False) + "\n")
    if wishes.plot is not None:
        write(wishes.plot, plot(standings))


def write(path: Path, content: str) -> None:
    """Writes a file."""
    try:
        path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise PonticelloError(f"cannot write {path}: {error.strerror}") from None
