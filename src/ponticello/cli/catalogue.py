"""The games and their levels, as they stand in lists, and which levels are taken where nobody has said so."""

from __future__ import annotations

from ponticello.engine.game import Rulebook
from ponticello.engine.words import say
from ponticello.players.names import LEVEL


def how_many(rulebook: Rulebook) -> str:
    """Returns the numbers of players of a game, in short."""
    numbers = rulebook.players
    if len(numbers) > 2 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]}-{numbers[-1]}"
    return ", ".join(map(str, numbers))


def level_lines(rulebook: Rulebook) -> list[str]:
    """Returns the levels of a game, a line each: the number, the name and what kind of player it is."""
    width = max(len(level.name) for level in rulebook.levels)
    return [f"{number}. {level.name:<{width}}  {say(level.character)}" for number, level in enumerate(rulebook.levels, start=1)]


def friendly_level(rulebook: Rulebook) -> int:
    """Returns the level that is suggested to somebody who has said nothing: the second, if there is one."""
    return min(2, len(rulebook.levels))


def strongest_first(rulebook: Rulebook, count: int) -> list[str]:
    """Returns levels for so many seats, from the strongest down, and from the strongest again where there are too few."""
    most = len(rulebook.levels)
    return [f"{LEVEL}{most - place % most}" for place in range(count)]
