"""What can be wrong with a training run, each told in one sentence."""

from __future__ import annotations

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say


class MissingLibrary(PonticelloError, ImportError):
    """A library is not installed; the message says how to install it."""


class BadCheckpoint(PonticelloError):
    """A checkpoint is missing, broken, or of another game."""


def missing(library: str) -> MissingLibrary:
    """Returns the error for a library that is not installed."""
    return MissingLibrary(say("{library} is not installed; install it with: pip install 'ponticello[learn]'", library=library))
