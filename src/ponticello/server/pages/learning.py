"""How far somebody has come with the lessons."""

from __future__ import annotations

from dataclasses import dataclass

from ponticello.engine.game import Rulebook
from ponticello.games import names
from ponticello.server.pages.reader import Reader
from ponticello.server.storage.database import Storage
from ponticello.table.lessons import Lesson, lesson_of


@dataclass(frozen=True)
class Progress:
    """How far somebody has come with a lesson."""

    lesson: Lesson
    done: frozenset[int]

    @property
    def book(self) -> Rulebook:
        """The game."""
        return self.lesson.rulebook

    @property
    def next_step(self) -> int:
        """The first step that is not done; the first of all when all are."""
        return next((number for number in range(1, self.lesson.length + 1) if number not in self.done), 1)

    @property
    def is_begun(self) -> bool:
        """Whether something is done, but not everything."""
        return 0 < len(self.done) < self.lesson.length


async def progress(storage: Storage, reader: Reader, games: list[str] | None = None) -> list[Progress]:
    """Returns how far a reader has come with the lessons of some games, or of all."""
    learned = await storage.learned(reader.guest.id) if reader.guest else {}
    found = []
    for name in names() if games is None else games:
        lesson = lesson_of(name)
        found.append(Progress(lesson, frozenset(step for step in learned.get(name, ()) if 1 <= step <= lesson.length)))
    return found


async def unfinished(storage: Storage, reader: Reader) -> Progress | None:
    """Returns a lesson that a reader has begun and not finished, for the home page."""
    if reader.guest is None:
        return None
    return next((one for one in await progress(storage, reader) if one.is_begun), None)
