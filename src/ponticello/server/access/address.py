"""From where somebody asks, and what is kept of it: a hash that means nothing tomorrow."""

from __future__ import annotations

import datetime
import functools
import hashlib
import hmac
import ipaddress

from starlette.requests import HTTPConnection
from starlette.types import Scope

from ponticello.server.access.identity import server_of


def address_of(scope: Scope) -> str:
    """Returns from where somebody asks."""
    return home_of(str(scope["client"][0])) if scope.get("client") else ""


@functools.lru_cache(10_000)
def home_of(address: str) -> str:
    """Returns as what an address counts. Whoever has one address of IPv6 has all that share its first half.

    >>> home_of("2001:db8:0:1:2:3:4:5"), home_of("::ffff:192.0.2.1"), home_of("fe80::1%eth0")
    ('2001:db8:0:1::/64', '192.0.2.1', 'fe80::/64')
    """
    if ":" not in address:
        return address
    try:
        whole = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(whole.ipv4_mapped or ipaddress.IPv6Network((whole, 64), strict=False))


def masked(secret: str, words: str, day: datetime.date) -> str:
    """Returns what is kept of an address, or of who somebody is, for a day.

    Addresses are few enough to try them all, so the hash has a key: the server's secret and the day.
    """
    return hmac.new(f"{secret} {day}".encode(), words.encode(), hashlib.sha256).hexdigest()


def day_of(now: float) -> datetime.date:
    """Returns the day of a moment, the same everywhere."""
    return datetime.datetime.fromtimestamp(now, datetime.UTC).date()


async def origin_of(connection: HTTPConnection) -> str | None:
    """Returns what is kept of the address that a request comes from."""
    server, address = server_of(connection), address_of(connection.scope)
    return masked(server.secret, address, day_of(server.matches.now())) if address else None
