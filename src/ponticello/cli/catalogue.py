"""`ponticello games`: what can be played, and how."""

from __future__ import annotations

from rich import box
from rich.table import Table

from ponticello.cli.terminal import new_console, say
from ponticello.cli.words import choices, flag
from ponticello.engine.game import Rulebook, spell
from ponticello.games import rulebook as find_rulebook
from ponticello.table.game import games

EVERYWHERE = (
    "In every game: random, who plays anything; greedy, who looks no further than the end of a turn; uct, a plain tree search; "
    "and engine:COMMAND, a program of your own."
)


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
            options.add_row(name, flag(option), choices(option), spell(option.default), f"{option.help} {option.own}".strip())
        options.add_section()
    console.print(shelf)
    console.print(options)
    console.print("Play one with: ponticello play NAME [--option value]", soft_wrap=True)


def character_lines(rulebook: Rulebook) -> list[str]:
    """Returns the characters of a game, a line each: the level, the name and what kind of player it is."""
    width = max((len(level.name) for level in rulebook.levels), default=0)
    return [f"{number}. {level.name:<{width}}  {level.character}" for number, level in enumerate(rulebook.levels, start=1)]


def show_players(name: str | None) -> None:
    """Prints whom one can play against, in one game or in all."""
    console = new_console()
    for rulebook in games() if name is None else [find_rulebook(name)]:
        console.print(f"{rulebook.title} ({rulebook.name})", style="bold")
        for line in character_lines(rulebook):
            say(console, f"  {line}")
        console.print()
    say(console, EVERYWHERE)
    example = rulebook.levels[1].name.lower() if rulebook.levels else "greedy"
    console.print(f"Play with: ponticello play {rulebook.name} --against {example}", soft_wrap=True)
