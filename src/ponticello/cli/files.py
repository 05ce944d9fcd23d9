"""The files of the person at the keyboard: where the program keeps what it saves, and how a file that was named is written."""

from __future__ import annotations

import os
from pathlib import Path

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say


def data_folder() -> Path:
    """Returns where the data of this user lies."""
    from platformdirs import user_data_path

    return Path(os.environ.get("PONTICELLO_DATA") or user_data_path("ponticello"))


def write_file(path: Path, content: str | bytes) -> None:
    """Writes a file that the person has named."""
    try:
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
    except OSError as error:
        raise PonticelloError(say("{file} cannot be written: {reason}", file=path, reason=error.strerror)) from None


def replace_file(path: Path, content: str, mode: int = 0o666) -> None:
    """Writes a file so that a reader, even after a crash, finds the old content or the new one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "w", encoding="utf-8") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
