"""The file that a database on one machine is: who serves it, who may read it, and how much room is left for it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import say

OTHERS = 0o077  # what group and world may do
STICKY = 0o1000
BESIDE = ("-wal", "-shm")  # what SQLite puts beside a database while it is open
GUARDED = 4096  # which byte of the lock file is locked: one behind those that say by whom, which stay readable


class InUse(PonticelloError):
    """Another process serves the same file."""


def make_private(file: Path) -> None:
    """Makes a database's file and folder for their owner alone, if they are not there; SQLite follows with its files beside."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def open_to_others(file: Path) -> list[str]:
    """Returns a sentence for each thing that others than its owner may read or write, with the command that ends it."""
    if sys.platform == "win32":
        return []
    found = []
    for path in (file, *(file.with_name(file.name + ending) for ending in BESIDE)):
        if path.exists() and path.stat().st_mode & OTHERS:
            found.append(say("others can read {path}, the secrets in it too: chmod 600 {path}", path=path))
    folder = file.parent.resolve()
    if folder.exists() and folder != Path.home():
        about = folder.stat()
        if about.st_mode & OTHERS and not about.st_mode & STICKY and about.st_uid == os.geteuid():
            found.append(say("others can look into {path}, where the matches are kept: chmod 700 {path}", path=folder))
    return found


def free_bytes(file: Path) -> int:
    """Returns how much room is left for a database to grow."""
    return shutil.disk_usage(file.parent).free


class FileLock:
    """Held by the one process that serves a file. It ends with the process, however that ends. Other databases need none."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._descriptor: int | None = None

    def prepare(self, take: bool) -> None:
        """Makes the file if need be and, if it is to be served, takes the lock or says who has it."""
        if self._file is not None:
            make_private(self._file)
            if take:
                self._take(self._file)

    def _take(self, file: Path) -> None:
        descriptor = os.open(file.with_name(file.name + ".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            _lock(descriptor)
        except OSError:
            holder = os.read(descriptor, 40).decode(errors="replace").strip()
            os.close(descriptor)
            raise InUse(
                say(
                    "{file} is already served by process {holder}: use that server or stop it first,"
                    " or give several servers one PostgreSQL with --database postgresql://user@host/name",
                    file=file,
                    holder=holder or "?",
                )
            ) from None
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        self._descriptor = descriptor

    def release(self) -> None:
        """Lets others have the file."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        os.lseek(descriptor, GUARDED, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
