"""`ponticello players`: whom one can play against."""

from __future__ import annotations

from ponticello.cli.arguments import GameName
from ponticello.cli.catalogue import friendly_level, level_lines
from ponticello.cli.command import command
from ponticello.cli.console import new_console, print_text
from ponticello.engine.words import mark, say
from ponticello.games import rulebook as find_rulebook
from ponticello.table.game import games

EVERYWHERE = mark(
    "In every game: random, who plays anything; glance, who looks at a few moves; greedy, who looks no further than the end of a "
    "turn; uct, a plain tree search; policy, who plays what a net has learned at first sight; net, who thinks ahead with it; and "
    "engine:COMMAND, a program of your own."
)


@command(
    "players",
    ("ponticello players GAME", "the characters of a game"),
    ("ponticello play GAME --against 3", "play against the third"),
)
def players_command(game: GameName = None) -> None:
    """List whom one can play against."""
    console = new_console()
    for rulebook in games() if game is None else [find_rulebook(game)]:
        console.print(f"{rulebook.title} ({rulebook.name})", style="bold")
        for line in level_lines(rulebook):
            print_text(console, f"  {line}")
        console.print()
    print_text(console, say(EVERYWHERE))
    example = rulebook.levels[friendly_level(rulebook) - 1].name.lower()
    sentence = say("Play with: ponticello play {game} --against {player}", game=rulebook.name, player=example)
    console.print(sentence, soft_wrap=True)
