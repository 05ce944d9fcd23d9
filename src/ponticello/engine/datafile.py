"""Data files (boards, decks, tiles) in TOML, read with errors that name the file, the key, what is wrong and what is allowed."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NoReturn

from ponticello.engine.errors import BadData, UnknownKey

MOST_BYTES = 200_000

Line = tuple[int, str]  # its number, and what stands on it


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
                raise BadData(f"line {number}: {name} is on line {head[name][0]} already")
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
            raise BadData(f"{path} cannot be read: {error.strerror}") from None
        except (ValueError, RuntimeError):
            raise BadData(f"{str(path)!r} cannot be read: no file has such a name") from None
        if len(raw) > MOST_BYTES:
            raise BadData(f"{path} is larger than {MOST_BYTES // 1000} kB, which no data file is")
        try:
            return cls(str(path), tomllib.loads(raw.decode("utf-8")))
        except UnicodeDecodeError:
            raise BadData(f"{path} is not a text file in UTF-8") from None
        except tomllib.TOMLDecodeError as error:
            raise BadData(f"{path} is not TOML: {error}") from None

    def refuse(self, key: str, sentence: str) -> NoReturn:
        """Raises the error for a key."""
        raise BadData(f"{self.name}: {self.inside}{key}: {sentence}")

    def only(self, keys: Iterable[str]) -> None:
        """Refuses keys that mean nothing here."""
        allowed = tuple(keys)
        for key in self.table:
            if key not in allowed:
                sentence = f"{self.name}: {self.inside}{key}: unknown key; allowed are: {', '.join(allowed)}"
                raise BadData(sentence) if self.inside else UnknownKey(sentence, key, allowed)

    def _get(self, key: str, kind: type, wanted: str, default: Any = None) -> Any:
        value = self.table.get(key, default)
        if value is None:
            self.refuse(key, f"is missing; it must be {wanted}")
        if not isinstance(value, kind) or isinstance(value, bool):
            self.refuse(key, f"must be {wanted}, not {value!r}")
        return value

    def text(self, key: str, default: str | None = None) -> str:
        """Returns a text."""
        value: str = self._get(key, str, "a text", default)
        return value

    def integer(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """Returns a whole number within bounds."""
        value: int = self._get(key, int, f"a whole number from {low} to {high}", default)
        if not low <= value <= high:
            self.refuse(key, f"must be a whole number from {low} to {high}, not {value}")
        return value

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        """Returns a list of texts."""
        values: list[Any] = self._get(key, list, "a list of texts", default)
        for value in values:
            if not isinstance(value, str):
                self.refuse(key, f"must be a list of texts, but {value!r} is none")
        return values

    def tables(self, key: str) -> list[DataFile]:
        """Returns the tables of an array [[key]]."""
        values: list[Any] = self._get(key, list, f"an array of tables, each under [[{key}]]")
        for value in values:
            if not isinstance(value, dict):
                self.refuse(key, f"must be an array of tables, each under [[{key}]]")
        return [DataFile(self.name, value, f"{self.inside}{key}[{index}].") for index, value in enumerate(values)]
