"""The games, one folder each. A folder that offers a `GAME` is a game; nothing else needs to know its name.

Games from elsewhere lie in the folders that PONTICELLO_GAMES names. They are modules of this package like the others, in every
process that inherits the variable.
"""

from __future__ import annotations

import difflib
import inspect
import traceback
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from ponticello.engine import verbs
from ponticello.engine.errors import BrokenGame, PonticelloError, UnknownGame
from ponticello.engine.game import Rulebook
from ponticello.engine.game_folders import VARIABLE, folders_elsewhere
from ponticello.engine.words import say

NEEDED = (verbs.actors, verbs.refusal, verbs.play, verbs.points)

__path__.extend(map(str, folders_elsewhere()))


def names() -> list[str]:
    """Returns the names of all games."""
    return sorted(_folders())


def rulebook(name: str) -> Rulebook:
    """Returns a game by its name; case and spaces do not matter."""
    wanted = name.strip().lower()
    try:
        return loaded(wanted)
    except LookupError:
        pass
    folders = _folders()
    close = difflib.get_close_matches(wanted, folders, 1)
    if close:
        sentence = say("there is no game {name}; did you mean {other}?", name=repr(name), other=close[0])
    else:
        sentence = say("there is no game {name}; the games are: {games}", name=repr(name), games=", ".join(sorted(folders)))
    for place in __path__:
        if wanted.isidentifier() and any(Path(place, wanted).glob("*.py")):
            sentence = say("there is no game {name}; {folder} has no __init__.py", name=repr(name), folder=Path(place, wanted))
    raise UnknownGame(sentence)


def folder_of(name: str) -> Path:
    """Returns the folder of a game, where its data lies beside it."""
    return _folders()[rulebook(name).name]


@cache
def loaded(name: str) -> Rulebook:
    """Returns the game of a folder, loaded once. Only the names of games are kept, however else somebody spells them."""
    return _load(name, _folders()[name])


def _folders() -> dict[str, Path]:
    """Returns the folders of all games by their names."""
    found: dict[str, Path] = {}
    for place in __path__:
        if not Path(place).is_dir():
            raise BrokenGame(f"{VARIABLE} names {place}, which is no folder")
        for module in iter_modules([place]):
            folder = Path(place, module.name)
            if module.ispkg and module.name in found:
                raise BrokenGame(f"{folder} has the name of another game, {found[module.name]}; give it one of its own")
            if module.ispkg and module.name != module.name.lower():
                raise BrokenGame(f"{folder} has capitals in its name; a game's name has none")
            if module.ispkg:
                found[module.name] = folder
    return found


def _load(name: str, folder: Path) -> Rulebook:
    """Imports a game and makes sure that it is one. Whatever is wrong with it is said in a sentence."""
    try:
        found = getattr(import_module(f"{__name__}.{name}"), "GAME", None)
    except PonticelloError:
        raise
    except Exception as error:
        raise BrokenGame(f"{name} cannot be played: {_place(error, folder)}: {type(error).__name__}: {error}") from error
    if not isinstance(found, Rulebook):
        raise BrokenGame(f"{name} cannot be played: {folder / '__init__.py'} offers no GAME that is a Rulebook")
    if found.name != name:
        raise BrokenGame(f"{name} cannot be played: {folder / '__init__.py'} calls it {found.name!r}, not as its folder")
    if missing := [verb.default.__name__ for verb in NEEDED if found.state not in verb.answers]:
        place = inspect.getsourcefile(found.state)
        raise BrokenGame(f"{name} cannot be played: {place} should implement {', '.join(missing)} for {found.state.__name__}")
    return found


def _place(error: Exception, folder: Path) -> str:
    """Returns the file and the line of a game where an error came from."""
    lines = [(line.filename, line.lineno) for line in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        lines.append((error.filename or "", error.lineno))
    own = [(file, line) for file, line in lines if Path(file).is_relative_to(folder)]
    file, line = own[-1] if own else (folder / "__init__.py", 1)
    return f"{file}, line {line}"
