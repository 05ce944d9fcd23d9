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
