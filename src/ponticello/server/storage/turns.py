"""Whose turn it is where, and who wants to be told of it from afar: devices, and of which matches each is told."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import asdict, dataclass

from sqlalchemy import delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from ponticello.server.matches.facts import OVER
from ponticello.server.storage.guests import GUEST, digest
from ponticello.server.storage.schema import devices, matches, seatings, sockets, wishes

ALL = ""  # stands for all matches among the wishes
MOST_DEVICES = 5  # of a guest; the oldest makes room
MOST_WISHES = 100  # of a device


@dataclass(frozen=True)
class OwnMatch:
    """A match that is not over, as one of its players needs to know of it to list it."""

    id: str
    game: str
    touched: float
    is_your_turn: bool | None  # None where that was never noted: the match has not been touched since an update


@dataclass(frozen=True)
class Device:
    """Where somebody can be reached, and the keys that only their browser has the other half of."""

    guest: str
    endpoint: str
    p256dh: str
    auth: str
    language: str
    site: str
    made: float

    @property
    def id(self) -> str:
        """By what a device is found again."""
        return digest(self.endpoint)


class Turns:
    """The part of the storage that knows whose turn it is, and whom to tell."""

    reads: AsyncEngine

    def _transaction(self) -> AbstractAsyncContextManager[AsyncConnection]:
        raise NotImplementedError

    async def _tell(self, connection: AsyncConnection, *news: str) -> None:
        raise NotImplementedError

    async def running_of(self, guest: str) -> list[OwnMatch]:
        """Returns the matches of a guest that are not over, the latest touched first."""
        own_bit = matches.c.awaited.bitwise_rshift(seatings.c.seat).bitwise_and(1)
        wanted = (
            select(matches.c.id, matches.c.game, matches.c.touched, func.max(own_bit).label("turn"))
            .join(seatings, seatings.c.match == matches.c.id)
            .where(seatings.c.guest == guest, matches.c.status != OVER)
            .group_by(matches.c.id, matches.c.game, matches.c.touched)
            .order_by(matches.c.touched.desc(), matches.c.id)
        )
        async with self.reads.connect() as connection:
            found = (await connection.execute(wanted)).all()
        return [OwnMatch(row.id, row.game, row.touched, None if row.turn is None else bool(row.turn)) for row in found]

    async def looks(self, guest: str) -> bool:
        """Tells whether a guest has a page of any of their matches open, on any server."""
        own = (sockets.c.match == seatings.c.match) & (sockets.c.seat == seatings.c.seat)
        wanted = select(sockets.c.id).join(seatings, own).where(seatings.c.guest == guest).limit(1)
        async with self.reads.connect() as connection:
            return (await connection.execute(wanted)).first() is not None

    async def claim_turn(self, match: str, seat: int, turn: int) -> bool:
        """Notes that the owner of a seat is told of a turn; False if they have been told of it, or of a later one, before."""
        here = (seatings.c.match == match) & (seatings.c.seat == seat)
        fresh = or_(seatings.c.told.is_(None), seatings.c.told < turn)
        async with self._transaction() as connection:
            return (await connection.execute(update(seatings).where(here, fresh).values(told=turn))).rowcount == 1

    async def wish(self, device: Device, match: str) -> None:
        """Notes that a device is to be told of a match, or of all. It is its guest's alone, whoever had it before."""
        try:
            await self._wish(device, match)
        except IntegrityError:  # two pages of the same browser have asked at once
            await self._wish(device, match)

    async def _wish(self, device: Device, match: str) -> None:
        async with self._transaction() as connection:
            known = (await connection.execute(select(devices.c.guest).where(devices.c.id == device.id))).scalar()
            if known != device.guest:
                await _forget(connection, [device.id])
                others = select(devices.c.id).where(devices.c.guest == device.guest).order_by(devices.c.made.desc())
                old = (await connection.execute(others.offset(MOST_DEVICES - 1))).scalars()
                await _forget(connection, list(old))
                await connection.execute(insert(devices).values(id=device.id, failures=0, **asdict(device)))
            else:
                fresh = {"p256dh": device.p256dh, "auth": device.auth, "language": device.language, "site": device.site}
                await connection.execute(update(devices).where(devices.c.id == device.id).values(failures=0, **fresh))
                done = select(matches.c.id).where(matches.c.status == OVER)
                await connection.execute(delete(wishes).where(wishes.c.device == device.id, wishes.c.match.in_(done)))
            is_known = select(wishes.c.match).where(wishes.c.device == device.id)
            told = set((await connection.execute(is_known)).scalars())
            if match not in told and len(told) < MOST_WISHES:
                await connection.execute(insert(wishes).values(device=device.id, match=match))
            await self._tell(connection, GUEST + device.guest)

    async def wishes_of(self, guest: str, endpoint: str) -> list[str]:
        """Returns of which matches a guest's device is told."""
        wanted = select(wishes.c.match).join(devices).where(devices.c.id == digest(endpoint), devices.c.guest == guest)
        async with self.reads.connect() as connection:
            return sorted((await connection.execute(wanted)).scalars())

    async def unwish(self, guest: str, endpoint: str, match: str) -> None:
        """Tells a guest's device nothing more of a match; of none, if that was all or the last."""
        own = (devices.c.id == digest(endpoint)) & (devices.c.guest == guest)
        async with self._transaction() as connection:
            if (await connection.execute(select(devices.c.id).where(own))).first() is None:
                return
            left = wishes.c.device == digest(endpoint)
            await connection.execute(delete(wishes).where(left, wishes.c.match == match))
            if match == ALL or (await connection.execute(select(wishes.c.match).where(left).limit(1))).first() is None:
                await _forget(connection, [digest(endpoint)])
            await self._tell(connection, GUEST + guest)

    async def has_devices(self, guest: str) -> bool:
        """Tells whether a guest wants to be told anything from afar."""
        async with self.reads.connect() as connection:
            return (await connection.execute(select(devices.c.id).where(devices.c.guest == guest).limit(1))).first() is not None

    async def devices_for(self, guest: str, match: str) -> list[Device]:
        """Returns the devices on which a guest wants to be told of a match."""
        told = select(wishes.c.device).where(wishes.c.match.in_((ALL, match)))
        wanted = select(devices).where(devices.c.guest == guest, devices.c.id.in_(told))
        async with self.reads.connect() as connection:
            found = (await connection.execute(wanted)).mappings().all()
        return [Device(**{name: row[name] for name in Device.__dataclass_fields__}) for row in found]

    async def reached(self, device: str) -> None:
        """Notes that a device could be told."""
        async with self._transaction() as connection:
            await connection.execute(update(devices).where(devices.c.id == device, devices.c.failures > 0).values(failures=0))

    async def missed(self, device: str, guest: str, most: int) -> None:
        """Notes that a device could not be told; one that is missed so often in a row is forgotten."""
        async with self._transaction() as connection:
            this = devices.c.id == device
            await connection.execute(update(devices).where(this).values(failures=devices.c.failures + 1))
            failures = (await connection.execute(select(devices.c.failures).where(this))).scalar()
            if failures is not None and failures >= most:
                await _forget(connection, [device])
                await self._tell(connection, GUEST + guest)


async def _forget(connection: AsyncConnection, gone: list[str]) -> None:
    await connection.execute(delete(wishes).where(wishes.c.device.in_(gone)))
    await connection.execute(delete(devices).where(devices.c.id.in_(gone)))
