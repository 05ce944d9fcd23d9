"""The `ponticello` command. Each command's work is in a module of its own, imported when the command runs."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from ponticello.cli.arena_command import EXAMPLES as ARENA_EXAMPLES
from ponticello.cli.arena_command import WithRay, arena_command
from ponticello.cli.board_commands import boards_app
from ponticello.cli.helping import examples
from ponticello.engine.errors import PonticelloError

BAD_INPUT = 2
STOPPED = 130

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from ponticello import __version__

        typer.echo(f"ponticello {__version__}")
        raise typer.Exit


@app.callback(
    invoke_without_command=True,
    epilog=examples(
        ("ponticello games", "what can be played"),
        ("ponticello play", "choose a game and play"),
        ("ponticello play --resume", "go on where you stopped"),
    ),
)
def ponticello(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and stop.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Bridge-and-connection board games: play them, replay them, draw them, measure them."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command("games", epilog=examples(("ponticello games", "names, authors, players and options")))
def games_command() -> None:
    """List the games and their options."""
    from ponticello.cli.catalogue import show_games

    show_games()


@app.command(
    "players",
    epilog=examples(
        ("ponticello players GAME", "the five characters of a game"),
        ("ponticello play GAME --against 3", "play against the third"),
    ),
)
def players_command(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="One game only.", show_default=False)] = None,
) -> None:
    """List whom one can play against."""
    from ponticello.cli.catalogue import show_players

    show_players(game)


@app.command(
    "play",
    short_help="Play in the terminal.",
    context_settings={"ignore_unknown_options": True},
    epilog=examples(
        ("ponticello play", "choose a game from a list"),
        ("ponticello play GAME --names Ann,Bo", "two people at one keyboard"),
        ("ponticello play GAME --against 2", "against the house, level 2 of 5"),
        ("ponticello play GAME --against 2,4 --seat 3", "against two of the house"),
        ("ponticello play GAME --watch", "the house plays itself"),
        ("ponticello play GAME --OPTION VALUE", "with an option of the game"),
        ("ponticello play --resume", "go on where you stopped"),
        ("ponticello play --resume FILE", "the game of a record file"),
    ),
)
def play_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME [--OPTION VALUE]",
            help="The name of a game and any of its options; `ponticello games` lists both. With --resume: a game or a file.",
            show_default=False,
        ),
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="The number of players.", show_default=False)] = None,
    names: Annotated[
        str | None, typer.Option(metavar="ANN,BO", help="The players' names, with commas between.", show_default=False)
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            help="Who plays the other seats: a level from 1 to 5 or its name, random, greedy, uct, or engine:COMMAND; "
            "several with commas between. `ponticello players` lists them.",
            metavar="PLAYER",
            show_default=False,
        ),
    ] = None,
    seat: Annotated[
        int | None, typer.Option(metavar="N", help="Your seat in a game with --against; usually 1.", show_default=False)
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="Makes chance and the house repeatable; otherwise they are secret.", show_default=False
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game, spelt out.", show_default=False)
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with an unfinished game.")] = False,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="How long the house thinks about a turn.", show_default=False)
    ] = None,
    simulations: Annotated[
        int | None, typer.Option(metavar="N", help="How many games it tries in its head instead.", show_default=False)
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="The house plays all seats, and you watch.")] = False,
    pause: Annotated[
        float | None,
        typer.Option(metavar="S", min=0, max=3600, help="Seconds to look at the board between turns.", show_default="1"),
    ] = None,
) -> int:
    """Play in the terminal: moves are typed, ? lists them, hint suggests one, help explains the rest.

    Every turn is saved at once. Leave with quit, Ctrl-C or Ctrl-D and go on later with --resume.
    """
    from ponticello.cli.play import Wishes, run

    return run(Wishes(words or (), players, names, against, seat, seed, option or (), resume, seconds, simulations, watch, pause))


RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record file, usually *.pont.", show_default=False)]
GameNumber = Annotated[
    int | None, typer.Option("--game", metavar="K", help="Which game of a file with several, from 1.", show_default=False)
]


@app.command(
    "replay",
    epilog=examples(
        ("ponticello replay game.pont", "turn by turn, Enter for the next"),
        ("ponticello replay game.pont --delay 2", "by itself, a turn every two seconds"),
    ),
)
def replay_command(
    file: RecordFile,
    game: GameNumber = None,
    delay: Annotated[
        float | None, typer.Option(metavar="S", min=0, max=3600, help="Seconds between turns.", show_default=False)
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every turn, even in a pipe.")] = False,
) -> int:
    """Show a recorded game turn by turn, with its comments."""
    from ponticello.cli.show import replay

    return replay(file, game, delay, step)


@app.command(
    "show",
    epilog=examples(
        ("ponticello show game.pont", "the end of the game"),
        ("ponticello show game.pont --move 0", "its start"),
        ("ponticello show game.pont --move 12 --svg board.svg", "a picture after turn 12"),
    ),
)
def show_command(
    file: RecordFile,
    move: Annotated[
        int | None,
        typer.Option(metavar="N", help="After turn N, as the record numbers them; 0 is the start.", show_default="the end"),
    ] = None,
    game: GameNumber = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Draw a picture into a file; - is the standard output.", show_default=False)
    ] = None,
    theme: Annotated[
        Literal["light", "dark", "auto"] | None,
        typer.Option(help="The colours of the picture; auto follows the reader's device.", show_default="auto"),
    ] = None,
    view: Annotated[
        str | None, typer.Option(metavar="SIDE", help="The side from which the picture is seen.", show_default=False)
    ] = None,
) -> None:
    """Show one position of a recorded game, as text or as a picture."""
    from ponticello.cli.show import show

    show(file, game, move, svg, theme, view)


@app.command(
    "verify",
    epilog=examples(("ponticello verify game.pont", "the seed, its published hash, and every draw")),
)
def verify_command(file: RecordFile) -> None:
    """Check the shuffle of finished games: does every draw follow from the seed, and the seed from the published hash?"""
    from ponticello.cli.verify import verify

    verify(file)


@app.command(
    "print",
    short_help="Make sheets to play on paper.",
    context_settings={"ignore_unknown_options": True},
    epilog=examples(
        ("ponticello print GAME --players 4", "boards and pieces for four, on A4"),
        ("ponticello print GAME --paper letter", "on US Letter"),
        ("ponticello print GAME -o boards.pdf", "into a file of that name"),
        ("ponticello print GAME --OPTION VALUE", "with an option of the game"),
    ),
)
def print_command(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME [--OPTION VALUE]",
            help="The name of a game and any of its options; `ponticello games` lists both.",
            show_default=False,
        ),
    ] = None,
    players: Annotated[int | None, typer.Option(metavar="N", help="The number of players.", show_default=False)] = None,
    paper: Annotated[Literal["a4", "letter"], typer.Option(help="The size of the paper.")] = "a4",
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The PDF to write.", show_default="GAME-N-players.pdf"),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game, spelt out.", show_default=False)
    ] = None,
) -> None:
    """Make sheets to play on paper: boards, cards and tiles as a PDF to print at full size."""
    from ponticello.cli.printing import print_sheets

    print_sheets(words or (), players, paper, output, option or ())


@app.command(
    "score",
    short_help="Score a finished board from the table.",
    epilog=examples(
        ("ponticello score GAME --form", "how to type a board in"),
        ("ponticello score GAME board.txt", "the score, with reasons"),
        ("ponticello score GAME -", "a board from the standard input"),
    ),
)
def score_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The name of a game.", show_default=False)],
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The board as text; - is the standard input.", show_default=False)
    ] = None,
    form: Annotated[bool, typer.Option("--form", help="Print an example of the text, to fill in.")] = False,
) -> None:
    """Check and score a finished board that was played with the box or on paper."""
    from ponticello.cli.score import score

    score(game, file, form)


app.add_typer(boards_app, name="boards", short_help="Boards: the shipped ones and your own.")


@app.command(
    "bench",
    short_help="Measure how fast this machine plays.",
    epilog=examples(("ponticello bench --seconds 5", "every game, five seconds a number")),
)
def bench_command(
    game: Annotated[str | None, typer.Option(metavar="NAME", help="One game only.", show_default=False)] = None,
    seconds: Annotated[float, typer.Option(metavar="S", min=0.001, max=3600, help="How long to measure each number.")] = 2,
) -> None:
    """Measure how fast this machine plays random games, on one core and on all."""
    from ponticello.cli.bench import run

    run(game, seconds)


app.command(
    "arena",
    cls=WithRay,
    short_help="Let players meet in a tournament.",
    context_settings={"ignore_unknown_options": True},
    epilog=ARENA_EXAMPLES,
)(arena_command)


@app.command(
    "engine",
    short_help="Play for another program, in a line protocol.",
    epilog=examples(
        ("ponticello engine --game GAME --level 5", "what others can seat"),
        ("ponticello play GAME --against engine:COMMAND", "seats such a program here"),
    ),
)
def engine_command(
    game: Annotated[
        str | None, typer.Option(metavar="NAME", help="The game, until the other side names one.", show_default=False)
    ] = None,
    level: Annotated[str, typer.Option(metavar="PLAYER", help="Who thinks; see `ponticello players`.")] = "5",
    seed: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="Makes levels that count repeatable.", show_default=False)
    ] = None,
    threads: Annotated[int | None, typer.Option(metavar="N", min=1, help="How many cores think.", show_default="all")] = None,
) -> None:
    """Play for another program: moves are asked for and answered in lines, as docs/engine-protocol.md says."""
    from ponticello.cli.engine import serve

    serve(game, level, seed, threads)


@app.command(
    "serve",
    short_help="Open the web table.",
    epilog=examples(
        ("ponticello serve --open", "play in the browser"),
        ("ponticello serve --host 0.0.0.0", "for everybody in the house"),
        ("ponticello serve --database postgresql://HOST/NAME --workers 4", "for the world"),
    ),
)
def serve_command(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="At which port; 0 takes any.")] = 8000,
    database: Annotated[
        str,
        typer.Option(
            metavar="URL",
            help="Where matches are kept: sqlite:///FILE or postgresql://USER@HOST/NAME. PONTICELLO_DATABASE says it too.",
            show_default="a file of yours",
        ),
    ] = "",
    workers: Annotated[int, typer.Option(metavar="N", min=1, help="How many processes; several need PostgreSQL.")] = 1,
    show: Annotated[bool, typer.Option("--open", help="Show the table in the browser, at the next free port.")] = False,
    log_level: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="debug, info, warning or error.", show_default="info, in a terminal warning"),
    ] = None,
) -> None:
    """Open the web table: play in the browser, against the house or with people anywhere.

    Every move is on disk before anybody sees it. Ctrl-C stops the server; the matches go on at the next start.
    """
    from ponticello.cli.serve import serve

    serve(host, port, database, workers, show, log_level)


@app.command(
    "bot",
    short_help="Let a player of the house play at a server.",
    epilog=examples(
        ("ponticello bot --server URL --token T", "plays with whoever waits in the lobby"),
        ("ponticello bot --server URL --token T --match ID", "takes the open seat at one match"),
        ("ponticello bot --server URL --token T --game GAME --create", "waits in the lobby itself"),
    ),
)
def bot_command(
    server: Annotated[str, typer.Option(metavar="URL", help="The address of the web table.", show_default=False)],
    token: Annotated[
        str,
        typer.Option(
            metavar="T",
            help="A token from your profile page there: the bot plays under your name.",
            envvar="PONTICELLO_TOKEN",
            show_default=False,
        ),
    ],
    level: Annotated[str, typer.Option(metavar="PLAYER", help="Who thinks; see `ponticello players`.")] = "3",
    game: Annotated[str | None, typer.Option(metavar="NAME", help="One game only.", show_default=False)] = None,
    match: Annotated[
        str | None, typer.Option(metavar="ID", help="One match only, by its id or its link.", show_default=False)
    ] = None,
    create: Annotated[bool, typer.Option("--create", help="Make a match that waits in the lobby, and play it.")] = False,
) -> None:
    """Let a player of the house play at a server, all its matches at once, until Ctrl-C.

    It comes back by itself when the connection is lost or the server restarts.
    """
    from ponticello.cli.bot import Errand, run

    run(Errand(server, token, level, game, match, create))


def main() -> None:
    """Runs the command and ends the process."""
    sys.exit(run_command())


def run_command(arguments: Sequence[str] | None = None) -> int:
    """Runs the command; what the person got wrong is said in one line. Returns the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        code = app(arguments, prog_name="ponticello", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except PonticelloError as error:
        return _complain(str(error))
    except (typer.Abort, KeyboardInterrupt):
        return STOPPED
    except OSError:
        if not _deaf():
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if not hasattr(error, "format_message"):  # the errors of the command line itself
            raise
        return _complain(error.format_message())


def _complain(sentence: str) -> int:
    print(f"ponticello: {' '.join(sentence.split()).rstrip('.')}", file=sys.stderr)
    return BAD_INPUT


def _deaf() -> bool:
    """Tells whether the reader of our output has gone: a closed pipe or a terminal that hung up."""
    try:
        sys.stdout.flush()
    except OSError:
        return True
    return False
