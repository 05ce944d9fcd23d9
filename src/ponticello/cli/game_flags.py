"""What stands on the command line after `play`: the game, and the game's own options as flags.

No game is known here. Any `--flag value` that the command itself does not take is looked up among the options of the game.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from ponticello.engine.errors import BadOption
from ponticello.engine.game import Option, Rulebook, spell
from ponticello.engine.words import alternatives, say
from ponticello.games import names as game_names


def split_words(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Returns the game, or the file, and the other words."""
    games = game_names()
    for index, word in enumerate(words):
        if word.strip().lower() in games or (index == 0 and not word.startswith("-")):
            return word, [*words[:index], *words[index + 1 :]]
    return None, list(words)


def read_flags(rulebook: Rulebook, words: Sequence[str], pairs: Sequence[str], known: Sequence[str] = ()) -> dict[str, object]:
    """Returns the options of a game from `--name value`, `--name=value`, `--name`, `--no-name`, and from NAME=VALUE pairs.

    Names may be shortened as long as they are clear. `known` are the command's own flags, to suggest for a slip of the finger.
    """
    given: dict[str, object] = {}

    def note(name: str, value: object) -> None:
        option = find_option(rulebook, name, known)
        if option.name in given:
            raise BadOption(say("{option} is there twice", option=flag(option)))
        given[option.name] = option.read(value)

    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if not word.startswith("-") or not word.strip("-"):
            raise BadOption(say("{word} is one word too many; see: ponticello play --help", word=repr(word)))
        name, equals, value = word.lstrip("-").partition("=")
        if equals:
            note(name, value)
        elif name.startswith("no-") and is_yes_or_no(find_option(rulebook, name[3:], known)):
            note(name[3:], False)
        elif waiting and not waiting[0].startswith("-"):
            note(name, waiting.pop(0))
        elif is_yes_or_no(find_option(rulebook, name, known)):
            note(name, True)
        else:
            option = find_option(rulebook, name, known)
            raise BadOption(say("{option} needs a value: {choices}", option=flag(option), choices=choices(option)))
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise BadOption(say("{text} is not an option; write --option NAME=VALUE", text=repr(pair)))
        note(name, value.strip())
    return given


def find_option(rulebook: Rulebook, name: str, known: Sequence[str] = ()) -> Option:
    """Returns the option that a flag means."""
    wanted = name.strip().lower().replace("-", "_")
    exact = [option for option in rulebook.options if wanted in (option.name, *option.also)]
    found = exact or [option for option in rulebook.options if wanted and option.name.startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        meant = alternatives(map(flag, found))
        raise BadOption(say("{option} could be {options}; write more of it", option=f"--{name}", options=meant))
    close = difflib.get_close_matches(f"--{name.lower()}", [*map(flag, rulebook.options), *known], 1, 0.75)
    if close:
        sentence = say(
            "{game} has no option {option}; did you mean {other}?", game=rulebook.title, option=f"--{name}", other=close[0]
        )
        raise BadOption(sentence)
    listed = ", ".join(map(flag, rulebook.options)) or say("none")
    sentence = say(
        "{game} has no option {option}; its options are: {options}", game=rulebook.title, option=f"--{name}", options=listed
    )
    raise BadOption(sentence)


def flag(option: Option) -> str:
    """Returns an option as one types it."""
    return f"--{option.name.replace('_', '-')}"


def choices(option: Option) -> str:
    """Returns the values of an option as one types them."""
    words = [spell(choice) for choice in option.choices]
    return alternatives([*words, say("a file")] if option.reader else words)


def is_yes_or_no(option: Option) -> bool:
    """Tells whether an option is a plain yes or no, which needs no value."""
    return option.reader is None and all(isinstance(choice, bool) for choice in option.choices)
