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
import typer.main

from ponticello.cli import bad_values, help_pages
from ponticello.cli.command import BAD_INPUT, STOPPED, example_lines, show_help
from ponticello.cli.commands.arena import arena_command
from ponticello.cli.commands.bench import bench_command
from ponticello.cli.commands.boards import boards_group
from ponticello.cli.commands.bot import bot_command
from ponticello.cli.commands.daily import daily_command
from ponticello.cli.commands.engine import engine_command
from ponticello.cli.commands.games import games_command
from ponticello.cli.commands.gif import gif_command
from ponticello.cli.commands.learn import learn_command
from ponticello.cli.commands.play import play_command
from ponticello.cli.commands.players import players_command
from ponticello.cli.commands.print import print_command
from ponticello.cli.commands.puzzle import puzzle_command
from ponticello.cli.commands.puzzles import puzzles_group
from ponticello.cli.commands.replay import replay_command
from ponticello.cli.commands.review import review_command
from ponticello.cli.commands.score import score_command
from ponticello.cli.commands.serve import serve_command
from ponticello.cli.commands.show import show_command
from ponticello.cli.commands.train import train_command
from ponticello.cli.commands.verify import verify_command
from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say, speaking
from ponticello.languages import ENGLISH, LANGUAGES, language, of_terminal

COMMANDS = (  # in the order of the help page
    games_command,
    players_command,
    learn_command,
    play_command,
    daily_command,
    replay_command,
    review_command,
    show_command,
    gif_command,
    verify_command,
    print_command,
    score_command,
    bench_command,
    arena_command,
    train_command,
    engine_command,
    serve_command,
    bot_command,
    puzzle_command,
    puzzles_group,
    boards_group,
)
EXAMPLES = (
    ("ponticello games", "what can be played"),
    ("ponticello learn GAME", "learn a game step by step"),
    ("ponticello play", "choose a game and play"),
    ("ponticello play --resume", "go on where you stopped"),
)

FLAG = "--language"

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
    language: Annotated[
        str | None,
        typer.Option(FLAG, metavar="CODE", help="The language to speak, en or fr.", show_default="as the terminal does"),
    ] = None,
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
    words = sys.argv[1:] if arguments is None else list(arguments)
    wanted = _language_of(words)
    spoken = wanted if wanted in LANGUAGES else of_terminal(os.environ)
    with speaking(language(spoken)):
        if wanted not in (None, *LANGUAGES):
            return _complain(
                say("there is no language {name}; the languages are: {codes}", name=wanted, codes=", ".join(LANGUAGES))
            )
        return _run(words, is_english=spoken == ENGLISH)


def _language_of(words: Sequence[str]) -> str | None:
    """Returns the language that is named before the command, if any: it must be known before the first word is understood."""
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == FLAG:
            return following or None
        if word.startswith(f"{FLAG}="):
            return word.partition("=")[2]
        if not word.startswith("-"):
            return None
    return None


def _run(words: list[str], is_english: bool) -> int:
    command = typer.main.get_command(app)
    if not is_english:
        help_pages.translate(command)
    try:
        code = command(words, prog_name="ponticello", standalone_mode=False)
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
