"""How players are written, one or several, on a command line and in tournaments. Everybody who reads such names asks here.

A list has commas between its players:

    random, level3, uct@2s, engine:./mine --style a,b, "engine:./other 1,2"

- `random`, `greedy`, `uct` and `glance` play every game. The levels of a game go by number (`3`), as `level3`, or by name.
- `net` thinks ahead with what a net has learned, `policy` plays what it says at first sight: the net that comes with the game, or
  one of one's own in a file, `net:FILE` and `policy:FILE`.
- `engine:COMMAND` is a program of one's own. What follows it behind a comma belongs to the command, unless it is a player of the
  game or another program.
- A comma in quotes, single or double, separates nothing. Who is quoted as a whole loses the quotes, so that a command may have
  commas before what would else be a player.
- In a tournament an `@` and a budget may follow: `uct@2s` thinks two seconds a move, `uct@2000` runs so many simulations.
"""

from __future__ import annotations

import difflib
import re
import shlex
from collections.abc import Sequence
from pathlib import Path

from ponticello.engine.errors import BadOption
from ponticello.engine.game import Rulebook
from ponticello.engine.words import say

NETS = ("policy", "net")  # who asks a net, perhaps one in a file
PLAIN = ("random", "greedy", "uct", "glance", *NETS)  # who plays every game
LEVEL = "level"
ENGINE = "engine:"
MOST_QUOTED = 60  # letters of what somebody has written
PART = re.compile(r"""(?:[^,"']|"[^"]*(?:"|$)|'[^']*(?:'|$))*""")  # up to a comma outside quotes; an open quote takes the rest
QUOTED = re.compile(r""""((?:[^"]|"")*)"|'([^']*)'""")


def split_players(text: str, rulebook: Rulebook) -> list[str]:
    """Returns the players of a list, each as it is written; they may still be unknown.

    >>> from ponticello.games import rulebook
    >>> split_players('2, Random, engine:./bot --style a,b, "engine:other 1,2"', rulebook("ponte"))
    ['2', 'Random', 'engine:./bot --style a,b', 'engine:other 1,2']
    """
    items: list[str] = []
    may_go_on = False  # whether the last item is a command whose end is not marked
    for part in _parts(text):
        word = _unquoted(part)
        if may_go_on and not is_engine(word) and not _is_player(word, rulebook):
            items[-1] += f",{part}"
        else:
            items.append(part if is_engine(part) else word)
            may_go_on = is_engine(part)
    return [item.strip() for item in items]


def _parts(text: str) -> list[str]:
    """Splits a text at its commas, except those in quotes."""
    parts, at = [], 0
    while at <= len(text):
        found = PART.match(text, at)
        assert found is not None  # it matches nothing, too
        parts.append(found[0])
        at = found.end() + 1
    return parts


def _unquoted(part: str) -> str:
    """Returns a part without the quotes around the whole of it."""
    whole = QUOTED.fullmatch(part.strip())
    if whole is None:
        return part.strip()
    return whole[1].replace('""', '"') if whole[1] is not None else whole[2]


def _is_player(word: str, rulebook: Rulebook) -> bool:
    return _find(word.partition("@")[0], rulebook) is not None


def is_engine(word: str) -> bool:
    """Tells whether a word names a program of one's own."""
    return word.strip().lower().startswith(ENGINE)


def command_of(word: str) -> str:
    """Returns the command of a program of one's own."""
    return word.strip()[len(ENGINE) :].strip()


def net_file(word: str) -> str:
    """Returns the file of the net that a player asks; empty if it asks the one that comes with the game, or none.

    >>> net_file("Net: ./Mine.onnx"), net_file("net")
    ('./Mine.onnx', '')
    """
    kind, _, file = word.partition(":")
    return file.strip() if kind.strip().lower() in NETS else ""


def official_name(word: str, rulebook: Rulebook | None = None) -> str:
    """Returns the one name by which saved games and tournaments know a player, whatever way it is written; refuses unknown ones.

    >>> from ponticello.games import rulebook
    >>> [official_name(word, rulebook("ponte")) for word in ("Random", "2", "Level 2", " Engine: ./mine")]
    ['random', 'level2', 'level2', 'engine:./mine']
    """
    if is_engine(word):
        split_command(command_of(word))
        return ENGINE + command_of(word)
    found = _find(word, rulebook)
    if found is None and rulebook is None and _looks_like_level(word):
        raise BadOption(f"say for which game: player({word[:MOST_QUOTED]!r}, game=...)")
    if found is None:
        raise BadOption(_unknown(word, rulebook))
    return found


def names_of(rulebook: Rulebook | None) -> list[str]:
    """Returns the names of all players: the plain ones and, of a game, its levels and their own names, weakest first."""
    levels = () if rulebook is None else rulebook.levels
    numbered = [f"{LEVEL}{number}" for number in range(1, len(levels) + 1)]
    return list(dict.fromkeys([*PLAIN, *numbered, *(level.name.lower() for level in levels)]))


def _find(word: str, rulebook: Rulebook | None) -> str | None:
    wanted = word.strip().lower()
    if wanted in PLAIN:
        return wanted
    if file := net_file(word):
        return f"{wanted.partition(':')[0].strip()}:{file}"
    for number, level in enumerate(() if rulebook is None else rulebook.levels, start=1):
        if wanted == level.name.lower() or wanted.replace(" ", "") in (str(number), f"{LEVEL}{number}"):
            return f"{LEVEL}{number}"
    return None


def _looks_like_level(word: str) -> bool:
    return word.strip().lower().removeprefix(LEVEL).strip().isdecimal()


def _unknown(word: str, rulebook: Rulebook | None) -> str:
    """Says that somebody is not there, and who may have been meant."""
    quoted = repr(word[:MOST_QUOTED])
    if rulebook is not None and _looks_like_level(word):
        most = len(rulebook.levels)
        if most > 1:
            return say("there is no player {name}; {game} has levels 1 to {last}", name=quoted, game=rulebook.title, last=most)
        return say("there is no player {name}; {game} has one level, level1", name=quoted, game=rulebook.title)
    known = names_of(rulebook)
    close = difflib.get_close_matches(word.strip().lower(), known, 1)
    if close:
        return say("there is no player {name}; did you mean {other}?", name=quoted, other=close[0])
    return say("there is no player {name}; the players are: {players}", name=quoted, players=", ".join(known))


def split_command(command: str | Sequence[str]) -> list[str]:
    """Returns the words of a command line; no shell reads them."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:
        raise BadOption(say("{text} is not a command: {reason}", text=repr(command), reason=str(error).lower())) from None
    if not words:
        raise BadOption(say("say which program is to play, for instance engine:./my-engine"))
    return words


def program_name(words: Sequence[str]) -> str:
    """Returns what a program is called: the script, where an interpreter is only there to run it.

    >>> program_name(["python3", "bots/bridger.py", "--fast"])
    'bridger.py'
    """
    scripts = [Path(word).name for word in words[1:] if Path(word).suffix in (".py", ".js", ".jar", ".rb", ".sh")]
    return scripts[0] if scripts else Path(words[0]).name
