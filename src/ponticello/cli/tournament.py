"""A tournament from the command line: what is asked for, its progress while it is played, and where its results go."""

from __future__ import annotations

import contextlib
import datetime
import itertools
import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ponticello.arena import Director, Standings, Tournament, plot
from ponticello.arena.results import read_results
from ponticello.arena.tournament import PATIENCE
from ponticello.cli.command import STOPPED
from ponticello.cli.console import new_console, print_text
from ponticello.cli.files import data_folder, write_file
from ponticello.cli.game_flags import read_flags, split_words
from ponticello.cli.progress import games_bar
from ponticello.cli.tournament_tables import print_standings
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.game import spell
from ponticello.engine.words import count, say
from ponticello.games import names as game_names
from ponticello.games import rulebook as find_rulebook
from ponticello.players.names import split_players

if TYPE_CHECKING:
    from rich.console import Console

GAMES = 100
WIDE = 200  # columns of a table in a pipe
FLAGS = ("--game", "--players", "--games", "--seats", "--jobs", "--out", "--resume", "--seed", "--anchor", "--json", "--plot")


@dataclass(frozen=True)
class ArenaRequest:
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


def run(request: ArenaRequest) -> int:
    """Plays what is missing of a tournament and prints how it stands; returns the exit code."""
    if request.out is not None and request.resume is not None:
        raise BadOption(say("say --out or --resume, not both"))
    for path in (request.json, request.plot):
        if path is not None and not path.absolute().parent.is_dir():
            raise PonticelloError(say("cannot write {file}: there is no such folder", file=path))
    tournament, games = tournament_of(request)
    out = request.out or request.resume or new_file(tournament)
    Standings(tournament, [], request.anchor)  # an anchor that does not take part is refused before anything is played
    director = Director(tournament, games, out)
    console = new_console()
    if not console.is_terminal:
        console.width = WIDE
    stopped = False
    try:
        announce(console, director, out)
        total = len(director.missing)
        with contextlib.closing(director.play(request.jobs, request.ray)) as playing, games_bar(total) as tell_played:
            for played, _ in enumerate(playing, start=1):
                tell_played(played)
    except KeyboardInterrupt:
        stopped = True
    except PonticelloError:
        if not director.results and out not in (request.out, request.resume):
            out.unlink()  # nobody asked for a file that says nothing
        raise
    finally:
        director.close()
    standings = director.standings(request.anchor)
    print_standings(console, standings)
    save(standings, request)
    if director.unplayed:
        lost = count(len(director.unplayed), "game")
        print_text(console, say("{games} could not be played: the process ended each time.", games=lost))
    if stopped or director.unplayed:
        sentence = say(
            "Stopped after {number} of {games}. Go on with: ponticello arena --resume {file}",
            number=len(director.fixtures) - len(director.missing),
            games=count(len(director.fixtures), "game"),
            file=shlex.quote(str(out)),
        )
        print_text(console, sentence)
    return STOPPED if stopped else 0


def tournament_of(request: ArenaRequest) -> tuple[Tournament, int]:
    """Returns the tournament that is asked for and the games of each pairing; what is not said is read from the file."""
    told: dict[str, Any] = {}
    games = GAMES
    if request.resume is not None:
        about, _, _ = read_results(request.resume)
        if not about:
            raise PonticelloError(say("{file} holds no tournament yet", file=request.resume))
        told, games = about["tournament"], about["games"]
    word, flags = split_words(request.words) if request.game is None and not told else (None, request.words)
    name = request.game or word or told.get("game")
    if name is None:
        known = ", ".join(game_names())
        raise PonticelloError(say("say which game: ponticello arena --game GAME; the games are: {games}", games=known))
    rulebook = find_rulebook(name)
    players = told.get("players")
    if request.players is not None:
        players = [name for name in split_players(request.players, rulebook) if name]
    if players is None:
        raise PonticelloError(say("say who plays: ponticello arena --game {game} --players random,greedy", game=rulebook.name))
    tournament = Tournament.between(
        rulebook.name,
        players,
        seats=told.get("seats") if request.seats is None else request.seats,
        options={**told.get("options", {}), **read_flags(rulebook, flags, request.options, FLAGS)},
        seed=told.get("seed", 1) if request.seed is None else request.seed,
        patience=request.patience,
    )
    return tournament, games if request.games is None else request.games


def new_file(tournament: Tournament) -> Path:
    """Returns where results go if nobody says where: among the data of this user, named by time and game."""
    folder = data_folder() / "arena"
    stem = f"{datetime.datetime.now():%Y-%m-%d-%H%M%S}-{tournament.game}"
    names = (f"{stem}{'' if number == 1 else f'-{number}'}.jsonl" for number in itertools.count(1))
    return next(folder / name for name in names if not (folder / name).exists())


def announce(console: Console, director: Director, out: Path) -> None:
    """Says what is going to be played, and where the results go."""
    total, missing = len(director.fixtures), len(director.missing)
    tournament = director.tournament
    tables = say("alone") if tournament.seats == 1 else say("{number} at a table", number=tournament.seats)
    options = "".join(f", {name} {spell(value)}" for name, value in tournament.options.items())
    game = f"{tournament.table.title}{options}"
    if missing == total:
        sentence = say("{game}: {games}, {tables}.", game=game, games=count(total, "game"), tables=tables)
    else:
        sentence = say(
            "{game}: {games}, {tables}, {number} of them played already.",
            game=game,
            games=count(total, "game"),
            tables=tables,
            number=total - missing,
        )
    print_text(console, sentence)
    print_text(console, say("Results go to {file}", file=out))


def save(standings: Standings, request: ArenaRequest) -> None:
    """Writes the summary and the picture that were asked for."""
    if request.json is not None:
        write_file(request.json, json.dumps(standings.summary(), indent=2, ensure_ascii=False) + "\n")
    if request.plot is not None:
        write_file(request.plot, plot(standings))
