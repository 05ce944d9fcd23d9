"""What breaks: one thing a minute, each as it breaks in the world."""

from __future__ import annotations

import asyncio
import contextlib
import random
import signal
from collections.abc import Awaitable, Callable

import psutil

from benchmarks.soak.deployment import Deployment, faketime

AWHILE = 8.0  # seconds that something stands still
HOUR = 3600

Fault = Callable[[Deployment, random.Random], Awaitable[None]]


async def kill_a_server(besieged: Deployment, dice: random.Random) -> None:
    """A server is killed and started again."""
    await asyncio.to_thread(besieged.restart, dice.randrange(2))


async def update_a_server(besieged: Deployment, dice: random.Random) -> None:
    """A server is told to stop, and a new one takes its place."""
    number = dice.randrange(2)
    await asyncio.to_thread(lambda: besieged.restart(number, kindly=True))


async def stop_a_server(besieged: Deployment, dice: random.Random) -> None:
    """A server stands still for a while."""
    server = besieged.servers[dice.randrange(2)]
    await stand_still([psutil.Process(server.popen.pid)])


async def kill_a_thinker(besieged: Deployment, dice: random.Random) -> None:
    """A process in which bots think is killed."""
    if found := besieged.thinkers():
        with contextlib.suppress(psutil.Error):
            dice.choice(found).kill()


async def hang_a_thinker(besieged: Deployment, dice: random.Random) -> None:
    """A process in which bots think hangs for ever."""
    if found := besieged.thinkers():
        with contextlib.suppress(psutil.Error):
            dice.choice(found).send_signal(signal.SIGSTOP)


async def kill_the_database(besieged: Deployment, dice: random.Random) -> None:
    """PostgreSQL is killed and started again."""
    await asyncio.to_thread(besieged.kill_postgres)


async def stop_the_database(besieged: Deployment, dice: random.Random) -> None:
    """PostgreSQL stands still for a while."""
    await stand_still(besieged.postgres_processes())


async def stand_still(processes: list[psutil.Process]) -> None:
    """Stops processes for a while."""
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(AWHILE)
    for process in processes:
        with contextlib.suppress(psutil.Error):
            process.send_signal(signal.SIGCONT)


async def move_a_clock(besieged: Deployment, dice: random.Random) -> None:
    """A server's system clock jumps by an hour, forwards or back."""
    file = besieged.clock_file(dice.randrange(2))
    seconds = int(file.read_text()) + dice.choice([-HOUR, HOUR])
    file.write_text(f"{seconds:+}\n")
    await asyncio.sleep(AWHILE)


async def fill_the_disk(besieged: Deployment, dice: random.Random) -> None:
    """The database's disk is full for a while; PostgreSQL gives up if it must, and is started again."""
    with besieged.full_disk():
        await asyncio.sleep(AWHILE)
    await asyncio.to_thread(besieged.start_postgres)


def faults(besieged: Deployment) -> dict[str, Fault]:
    """Returns what can break here, by name."""
    found: dict[str, Fault] = {
        "server killed": kill_a_server,
        "thinker killed": kill_a_thinker,
        "database killed": kill_the_database,
        "server stopped": stop_a_server,
        "thinker hung": hang_a_thinker,
        "database stopped": stop_the_database,
        "server updated": update_a_server,
    }
    if faketime() is not None:
        found["clock moved"] = move_a_clock
    if besieged.is_small_disk:
        found["disk full"] = fill_the_disk
    return found
