"""`ponticello games`: what can be played, and with which options."""

from __future__ import annotations

from ponticello.cli.catalogue import how_many
from ponticello.cli.command import command
from ponticello.cli.console import new_console
from ponticello.cli.game_flags import choices, flag
from ponticello.engine.game import spell
from ponticello.engine.words import say
from ponticello.table.game import games


@command("games", ("ponticello games", "names, authors, players and options"))
def games_command() -> None:
    """List the games and their options."""
    from rich import box
    from rich.table import Table

    console = new_console()
    shelf = Table(say("Name"), say("Title"), say("Author"), say("Year"), say("Players"), box=box.SIMPLE_HEAD)
    options = Table(say("Game"), say("Option"), say("Values"), say("Usual"), say("What it means"), box=box.SIMPLE_HEAD)
    options.columns[1].no_wrap = True
    for rulebook in games():
        shelf.add_row(rulebook.name, rulebook.title, rulebook.author, str(rulebook.year), how_many(rulebook))
        for index, option in enumerate(rulebook.options):
            name = rulebook.name if index == 0 else ""
            meaning = f"{say(option.help)} {say(option.own)}".strip()
            options.add_row(name, flag(option), choices(option), spell(option.default), meaning)
        options.add_section()
    console.print(shelf)
    console.print(options)
    console.print(say("Play one with: ponticello play NAME [--option value]"), soft_wrap=True)
