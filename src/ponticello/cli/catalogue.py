"""`ponticello games`: what can be played, and how."""

from __future__ import annotations

from rich import box
from rich.table import Table

from ponticello.cli.terminal import new_console
from ponticello.cli.words import choices, flag
from ponticello.engine.game import Rulebook, spell
from ponticello.table.game import games


def how_many(rulebook: Rulebook) -> str:
    """Returns the numbers of players of a game, in short."""
    numbers = rulebook.players
    if len(numbers) > 2 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, numbers))


def show_games() -> None:
    """Prints the games and then their options."""
    console = new_console()
    shelf = Table("Name", "Title", "Author", "Year", "Players", box=box.SIMPLE_HEAD)
    options = Table("Game", "Option", "Values", "Usual", "What it means", box=box.SIMPLE_HEAD)
    options.columns[1].no_wrap = True
    for rulebook in games():
        shelf.add_row(rulebook.name, rulebook.title, rulebook.author, str(rulebook.year), how_many(rulebook))
        for index, option in enumerate(rulebook.options):
            name = rulebook.name if index == 0 else ""
            options.add_row(name, flag(option), choices(option), spell(option.default), option.help)
        options.add_section()
    console.print(shelf)
    console.print(options)
    console.print("Play one with: ponticello play NAME [--option value]", soft_wrap=True)
