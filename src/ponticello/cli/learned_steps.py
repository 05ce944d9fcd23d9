"""Which steps of the lessons the person at the keyboard has done, in a small file of theirs."""

from __future__ import annotations

import json
from pathlib import Path

from ponticello.cli.files import data_folder


def learned_file() -> Path:
    """Returns where it is kept."""
    return data_folder() / "lessons.json"


def learned(game: str) -> set[int]:
    """Returns the steps of a game that are done; none if nothing sensible is kept."""
    return set(_kept().get(game, ()))


def note_learned(game: str, step: int) -> None:
    """Keeps that a step is done; where that cannot be written, the lesson goes on all the same."""
    steps = {**_kept(), game: sorted(learned(game) | {step})}
    path = learned_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(steps) + "\n", encoding="utf-8")
    except OSError:
        pass


def _kept() -> dict[str, list[int]]:
    try:
        content = json.loads(learned_file().read_text(encoding="utf-8"))
        return {str(game): [int(step) for step in steps] for game, steps in content.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
