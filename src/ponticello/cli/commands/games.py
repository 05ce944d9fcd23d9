"""`ponticello games`: what can be played, and with which options."""

from __future__ import annotations

from ponticello.cli.catalogue import how_many
from ponticello.cli.command import command
from ponticello.cli.console import new_console
from ponticello.cli.game_flags import choices, flag
from ponticello.engine.game import spell
from ponticello.table.game import games


@command("games", ("ponticello games", "names, authors, players and options"))
def games_command() -> None:
    """List the games and their options."""
    from rich import box
    from rich.table import Table

    console = new_console()
    shelf = Table("Name", "Title", "Author", "Year", "Players", box=box.SIMPLE_HEAD)
    options = Table("Game", "Option", "Values", "Usual", "What it means", box=box.SIMPLE_HEAD)
    options.columns[1].no_wrap = True
    for rulebook in games():
        shelf.add_row(rulebook.name, rulebook.title, rulebook.author, str(rulebook.year), how_many(rulebook))
        for index, option in enumerate(rulebook.options):
            name = rulebook.name if index == 0 else ""
            options.add_row(name, flag(option), choices(option), spell(option.default), f"{option.help} {option.own}".strip())
        options.add_section()
    console.print(shelf)
    console.print(options)
    console.print("Play one with: ponticello play NAME [--option value]", soft_wrap=True)
