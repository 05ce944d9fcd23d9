"""The games, one folder each. A folder that offers a `GAME` is a game; nothing else needs to know its name."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from ponticello.engine.errors import UnknownGame
from ponticello.engine.game import Rulebook


def names() -> list[str]:
    """Returns the names of all games."""
    return sorted(module.name for module in iter_modules(__path__) if module.ispkg)


@cache
def rulebook(name: str) -> Rulebook:
    """Returns a game by its name; case and spaces do not matter."""
    wanted = name.strip().lower()
    if wanted not in names():
        close = difflib.get_close_matches(wanted, names(), 1)
        hint = f"did you mean {close[0]}?" if close else f"the games are: {', '.join(names())}"
        raise UnknownGame(f"there is no game {name!r}; {hint}")
    found: Rulebook = import_module(f"{__name__}.{wanted}").GAME
    return found
