"""A training run on disk: one file with all that is needed to go on, replaced as a whole so that it is never half written."""

from __future__ import annotations

import dataclasses
import io
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jax.numpy as jnp
import numpy as np

from ponticello.engine.words import say
from ponticello.learn.errors import BadCheckpoint
from ponticello.learn.training import Pupil

NAME = "checkpoint.npz"
GROUPS = ("weights", "mean", "momentum", "squares")


@dataclass
class Progress:
    """How far a run has come, in all its sittings."""

    game: str
    players: int
    options: dict[str, Any]
    units: int
    blocks: int
    seed: int
    seconds: float = 0.0
    games: int = 0
    positions: int = 0
    checks: list[dict[str, Any]] = field(default_factory=list)  # what was measured, in order: after how long, and what
    sittings: int = 0
    convolutions: bool | None = None  # or as suits the board
    reads: list[list[int]] | None = None  # what dense layers read (see Shape)
    begun_from: str = ""  # the run whose weights it began with, if it did; then no mind has to teach it


def save(folder: Path, pupil: Pupil, progress: Progress) -> None:
    """Writes a run to its folder."""
    arrays: dict[str, Any] = {
        f"{group}/{name}": np.asarray(array) for group in GROUPS for name, array in getattr(pupil, group).items()
    }
    unfinished = folder / f".{NAME}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            np.savez_compressed(file, progress=json.dumps(dataclasses.asdict(progress)), steps=np.asarray(pupil.steps), **arrays)
        unfinished.replace(folder / NAME)
    except OSError as error:
        raise BadCheckpoint(say("{file} cannot be written: {reason}", file=folder / NAME, reason=error.strerror)) from None


def load(folder: Path) -> tuple[Pupil, Progress]:
    """Reads a run from its folder."""
    path = folder / NAME
    if not path.exists():
        raise BadCheckpoint(say("there is no training run in {folder}: begin one without --resume", folder=folder))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BadCheckpoint(say("{file} cannot be read: {reason}", file=path, reason=error.strerror)) from None
    try:
        return _read(content)
    except Exception:  # of many kinds, which NumPy does not name
        raise BadCheckpoint(say("{file} is broken; begin the run anew, or take a copy of the file", file=path)) from None


def _read(content: bytes) -> tuple[Pupil, Progress]:
    with np.load(io.BytesIO(content), allow_pickle=False) as kept:
        groups: dict[str, dict[str, Any]] = {group: {} for group in GROUPS}
        for key in kept.files:
            group, slash, name = key.partition("/")
            if slash:
                groups[group][name] = jnp.asarray(kept[key])
        return Pupil(**groups, steps=jnp.asarray(kept["steps"])), Progress(**json.loads(str(kept["progress"])))
