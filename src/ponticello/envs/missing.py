"""What is said where the library that an environment is made for is not installed."""

from __future__ import annotations

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say


class MissingLibrary(PonticelloError, ImportError):
    """A library is not installed; the message says how to install it."""


def missing(library: str) -> MissingLibrary:
    """Returns the error for a library that is not installed."""
    return MissingLibrary(say("{library} is not installed; install it with: pip install 'ponticello[envs]'", library=library))
