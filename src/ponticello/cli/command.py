"""How commands are declared, each in a file of `commands` and all in the same way, and the exit codes that mean something."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import typer
from typer.core import TyperCommand

BAD_INPUT = 2
STOPPED = 130

Example = tuple[str, str]  # a command line, and what it does


@dataclass(frozen=True)
class Command:
    """A command: its name, what it runs, and what Typer is told about it."""

    name: str
    run: Callable[..., int | None]
    settings: Mapping[str, Any]

    def add_to(self, app: typer.Typer) -> None:
        """Makes it a command of an app."""
        app.command(self.name, **self.settings)(self.run)


def command(
    name: str,
    *examples: Example,
    summary: str | None = None,
    takes_game_flags: bool = False,
    cls: type[TyperCommand] = TyperCommand,
) -> Callable[[Callable[..., int | None]], Command]:
    """Declares a function as a command: its signature says what can be typed, its docstring what it does.

    The summary stands in the list of all commands, where the first sentence of the docstring would be too long. A command that
    takes the flags of a game finds those it does not know itself among its words.
    """
    settings: dict[str, Any] = {"epilog": example_lines(examples), "short_help": summary, "cls": cls}
    if takes_game_flags:
        settings["context_settings"] = {"ignore_unknown_options": True}
    return lambda run: Command(name, run, settings)


@dataclass(frozen=True)
class Group:
    """Several commands under one name, which alone prints what there is."""

    name: str
    summary: str
    about: str
    examples: tuple[Example, ...]
    commands: tuple[Command, ...]

    def add_to(self, app: typer.Typer) -> None:
        """Makes it a command of an app."""
        group = typer.Typer(rich_markup_mode=None)
        group.callback(invoke_without_command=True, help=self.about, epilog=example_lines(self.examples))(show_help)
        for each in self.commands:
            each.add_to(group)
        app.add_typer(group, name=self.name, short_help=self.summary)


def show_help(context: typer.Context) -> None:
    """Prints the help of a group of commands if none of them was asked for."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def example_lines(examples: tuple[Example, ...]) -> str:
    """Returns what a help page ends with: command lines, and what each does."""
    width = max(len(line) for line, _ in examples)
    return "\n".join(["\b", "Examples:", *(f"  {line:<{width}}  {meaning}" for line, meaning in examples)])
