"""Help pages in the reader's language: what commands, arguments and options say of themselves, and the words around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from ponticello.engine.words import mark, say

EXAMPLE = re.compile(r"(  \S.*?  +)(\S.*)")  # a command line, and what it does
LETTERS = re.compile(r"[^\W\d_]")
AROUND = (  # what Typer itself writes on a page, and what we make of it
    (re.compile(r"^Usage: ", re.MULTILINE), mark("Usage: ")),
    (re.compile(r"^Arguments:$", re.MULTILINE), mark("Arguments:")),
    (re.compile(r"^Options:$", re.MULTILINE), mark("Options:")),
    (re.compile(r"^Commands:$", re.MULTILINE), mark("Commands:")),
    (re.compile(r"Show this message\s+and exit\."), mark("Show this page and stop.")),
    (re.compile(r"\[default:"), mark("[default:")),
    (re.compile(r"\[required\]"), mark("[required]")),
    (re.compile(r"\[env var:"), mark("[variable:")),
)


def translate(command: Any) -> None:
    """Makes a command and all commands in it explain themselves in the language spoken now."""
    for each in commands_in(command):
        for thing, attribute in texts_of(each):
            setattr(thing, attribute, in_parts(getattr(thing, attribute), say))
        each.get_help = partial(_help_of, each.get_help)


def _help_of(get_help: Callable[[Any], str], context: Any) -> str:
    page = get_help(context)
    for pattern, english in AROUND:
        page = pattern.sub(say(english).replace("\\", r"\\"), page)
    return page


def commands_in(command: Any) -> Iterator[Any]:
    """Yields a command and the commands in it."""
    yield command
    for each in getattr(command, "commands", {}).values():
        yield from commands_in(each)


def texts_of(command: Any) -> Iterator[tuple[Any, str]]:
    """Yields where the texts of a command stand that a person reads: the thing and its attribute."""
    params = [param for param in command.params if getattr(param, "help", None) or isinstance(param.show_default, str)]
    for thing in (command, *params):
        for attribute in ("help", "short_help", "epilog", "show_default"):
            text = getattr(thing, attribute, None)
            if isinstance(text, str) and LETTERS.search(text):
                yield thing, attribute


def in_parts(text: str, change: Callable[[str], str]) -> str:
    """Changes a text paragraph by paragraph and, where it lists examples, only what each does."""
    if text.startswith("\b"):
        mark_of_list, heading, *lines = text.split("\n")
        changed = (EXAMPLE.sub(lambda found: found[1] + change(found[2]), line) for line in lines)
        return "\n".join([mark_of_list, change(heading), *changed])
    return "\n\n".join(change(" ".join(paragraph.split())) for paragraph in text.split("\n\n"))
