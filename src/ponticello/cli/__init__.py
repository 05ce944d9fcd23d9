"""The `ponticello` command: its list of commands, and how what a person gets wrong becomes one sentence and an exit code.

Each command is declared in a file of `commands`; what several of them share, and the work of the larger ones, lies beside this.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from ponticello.cli import bad_values
from ponticello.cli.command import BAD_INPUT, STOPPED, example_lines, show_help
from ponticello.cli.commands.arena import arena_command
from ponticello.cli.commands.bench import bench_command
from ponticello.cli.commands.boards import boards_group
from ponticello.cli.commands.bot import bot_command
from ponticello.cli.commands.engine import engine_command
from ponticello.cli.commands.games import games_command
from ponticello.cli.commands.play import play_command
from ponticello.cli.commands.players import players_command
from ponticello.cli.commands.print import print_command
from ponticello.cli.commands.replay import replay_command
from ponticello.cli.commands.score import score_command
from ponticello.cli.commands.serve import serve_command
from ponticello.cli.commands.show import show_command
from ponticello.cli.commands.verify import verify_command
from ponticello.engine.errors import PonticelloError

COMMANDS = (  # in the order of the help page
    games_command,
    players_command,
    play_command,
    replay_command,
    show_command,
    verify_command,
    print_command,
    score_command,
    bench_command,
    arena_command,
    engine_command,
    serve_command,
    bot_command,
    boards_group,
)
EXAMPLES = (
    ("ponticello games", "what can be played"),
    ("ponticello play", "choose a game and play"),
    ("ponticello play --resume", "go on where you stopped"),
)

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from ponticello import __version__

        typer.echo(f"ponticello {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True, epilog=example_lines(EXAMPLES))
def ponticello(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and stop.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    """Bridge-and-connection board games: play them, replay them, draw them, measure them."""
    show_help(context)


for each in COMMANDS:
    each.add_to(app)


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
        return _complain(bad_values.told(error))


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
