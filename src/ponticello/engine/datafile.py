"""Data files (boards, decks, tiles) in TOML, read with errors that name the file, the key, what is wrong and what is allowed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from ponticello.engine.errors import BadData, UnknownKey
from ponticello.engine.words import mark, say

MOST_BYTES = 200_000

Line = tuple[int, str]  # its number, and what stands on it


WHOLE_NUMBER = mark("a whole number from {low} to {high}")


def bad_line(number: int, sentence: object) -> BadData:
    """Returns the error for a line of a text that a person typed."""
    return BadData(say("line {line}: {what}", line=number, what=sentence))


def read_form(text: str, key: re.Pattern[str]) -> tuple[dict[str, Line], list[Line]]:
    """Splits a form that a person typed into its head, `key: value` lines as the pattern has them, and all other lines.

    Comments after # are left out, and spaces are made single.
    """
    head: dict[str, Line] = {}
    rest: list[Line] = []
    for number, line in enumerate(text.splitlines(), start=1):
        plain = " ".join(line.partition("#")[0].split())
        if found := key.fullmatch(plain):
            name = found[1].lower()
            if name in head:
                raise bad_line(number, say("{key} is on line {line} already", key=name, line=head[name][0]))
            head[name] = number, found[2]
        elif plain:
            rest.append((number, plain.lower()))
    return head, rest


class DataFile:
    """The content of a TOML file, or a table inside it, asked for key by key."""

    def __init__(self, name: str, table: dict[str, Any], inside: str = "") -> None:
        self.name = name
        self.table = table
        self.inside = inside

    @classmethod
    def read(cls, path: str | Path) -> DataFile:
        """Reads a file."""
        try:
            raw = Path(path).expanduser().read_bytes()
        except OSError as error:
            raise BadData(say("{file} cannot be read: {reason}", file=path, reason=error.strerror)) from None
        except (ValueError, RuntimeError):
            raise BadData(say("{file} cannot be read: no file has such a name", file=repr(str(path)))) from None
        if len(raw) > MOST_BYTES:
            raise BadData(say("{file} is larger than {size} kB, which no data file is", file=path, size=MOST_BYTES // 1000))
        try:
            return cls(str(path), tomllib.loads(raw.decode("utf-8")))
        except UnicodeDecodeError:
            raise BadData(say("{file} is not a text file in UTF-8", file=path)) from None
        except tomllib.TOMLDecodeError as error:
            raise BadData(say("{file} is not TOML: {reason}", file=path, reason=error)) from None

    def refuse(self, key: str, sentence: str) -> NoReturn:
        """Raises the error for a key."""
        raise BadData(say("{file}: {key}: {what}", file=self.name, key=f"{self.inside}{key}", what=sentence))

    def only(self, keys: Iterable[str]) -> None:
        """Refuses keys that mean nothing here."""
        allowed = tuple(keys)
        for key in self.table:
            if key not in allowed:
                sentence = say(
                    "{file}: {key}: unknown key; allowed are: {keys}",
                    file=self.name,
                    key=f"{self.inside}{key}",
                    keys=", ".join(allowed),
                )
                raise BadData(sentence) if self.inside else UnknownKey(sentence, key, allowed)

    def _get(self, key: str, kind: type, wanted: str, default: Any = None) -> Any:
        value = self.table.get(key, default)
        if value is None:
            self.refuse(key, say("is missing; it must be {wanted}", wanted=wanted))
        if not isinstance(value, kind) or isinstance(value, bool):
            self.refuse(key, say("must be {wanted}, not {value}", wanted=wanted, value=repr(value)))
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Returns a text."""
        value: str = self._get(key, str, say("a text"), default)
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Returns a whole number within bounds."""
        wanted = say(WHOLE_NUMBER, low=low, high=high)
        value: int = self._get(key, int, wanted, default)
        if not low <= value <= high:
            self.refuse(key, say("must be {wanted}, not {value}", wanted=wanted, value=value))
        return value

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        """Returns a list of texts."""
        values: list[Any] = self._get(key, list, say("a list of texts"), default)
        for value in values:
            if not isinstance(value, str):
                self.refuse(key, say("must be a list of texts, but {value} is none", value=repr(value)))
        return values

    def tables(self, key: str) -> list[DataFile]:
        """Returns the tables of an array [[key]]."""
        wanted = say("an array of tables, each under {heading}", heading=f"[[{key}]]")
        values: list[Any] = self._get(key, list, wanted)
        for value in values:
            if not isinstance(value, dict):
                self.refuse(key, say("must be {wanted}", wanted=wanted))
        return [DataFile(self.name, value, f"{self.inside}{key}[{index}].") for index, value in enumerate(values)]
