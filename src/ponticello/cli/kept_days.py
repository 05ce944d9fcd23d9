"""The days of the person at the keyboard, in a small file of theirs: their secret, what is begun, and what came of it."""

from __future__ import annotations

import contextlib
import json
import secrets
from pathlib import Path
from typing import Any

from ponticello.cli.files import data_folder, replace_file
from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say


class KeptDays:
    """What is kept of the deals of the day. Unlike a lesson's steps it must be written: else a try would count twice."""

    def __init__(self) -> None:
        self.path: Path = data_folder() / "daily.json"
        content: Any = None
        with contextlib.suppress(OSError, ValueError):
            content = json.loads(self.path.read_text(encoding="utf-8"))
        is_kept = isinstance(content, dict) and isinstance(content.get("secret"), str)
        content = content if is_kept else {"secret": secrets.token_hex(32)}
        self.secret: str = content["secret"]
        self._begun: dict[str, str] = _texts(content.get("begun"))
        self._results: dict[str, str] = _texts(content.get("results"))
        if not is_kept:
            self._write()

    def begun(self, day: str, game: str) -> str:
        """Returns the moves of a deal that was left; empty if there is none."""
        return self._begun.get(f"{day} {game}", "")

    def result(self, day: str, game: str) -> str:
        """Returns what came of a day's game; empty before its end."""
        return self._results.get(f"{day} {game}", "")

    def days(self) -> set[str]:
        """Returns the days on which something was played to its end."""
        return {key.partition(" ")[0] for key in self._results}

    def note_begun(self, day: str, game: str, moves: str) -> None:
        """Keeps how far a deal has been played; those of other days are over."""
        self._begun = {key: kept for key, kept in self._begun.items() if key.startswith(day)} | {f"{day} {game}": moves}
        self._write()

    def note_result(self, day: str, game: str, result: str) -> None:
        """Keeps what came of a day's game."""
        self._begun.pop(f"{day} {game}", None)
        self._results[f"{day} {game}"] = result
        self._write()

    def _write(self) -> None:
        content = {"secret": self.secret, "begun": self._begun, "results": self._results}
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, json.dumps(content, ensure_ascii=False) + "\n", mode=0o600)
        except OSError as error:
            raise PonticelloError(say("{file} cannot be written: {reason}", file=self.path, reason=error.strerror)) from None


def _texts(content: object) -> dict[str, str]:
    return {str(key): str(text) for key, text in content.items()} if isinstance(content, dict) else {}
