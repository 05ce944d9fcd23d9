"""Where a notice may be sent to. The address comes from a browser, or from somebody who says to be one, so it is not trusted."""

from __future__ import annotations

import asyncio
import base64
import binascii
import ipaddress
import socket
from concurrent.futures import Executor
from urllib.parse import SplitResult, urlsplit

from ponticello.engine.errors import BadOption
from ponticello.engine.words import say

LONGEST = 1000  # characters of an address
POINT, SECRET = 65, 16  # bytes of the two keys of a browser
HTTPS = 443
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")  # addresses of IPv4 as networks of IPv6 alone write them


class NotPublic(Exception):
    """The address leads to a place that is not for everybody."""


def check_endpoint(endpoint: str, *, local: bool = False) -> SplitResult:
    """Returns an address in parts; refuses what is no push service. `local` allows any, for tests."""
    try:
        place = urlsplit(endpoint)
        host, port = place.hostname, place.port
    except ValueError:
        host = port = None
    is_plain = endpoint.isascii() and endpoint.isprintable() and " " not in endpoint and len(endpoint) <= LONGEST
    if host is None or not is_plain or place.username is not None or place.fragment:
        raise BadOption(say("the address of the push service cannot be read"))
    if not local and (place.scheme != "https" or port not in (None, HTTPS) or is_literal(host) or "." not in host.strip(".")):
        raise BadOption(say("the address of the push service must be https, with a public name and no port"))
    return place


def is_literal(host: str) -> bool:
    """Tells whether a host is given by a number instead of a name, in any of the ways that a resolver understands."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return host.rpartition(".")[2][:1].isdigit()  # no name ends like that, but 127.1 and 0x7f.1 are numbers
    return True


def is_public(address: str) -> bool:
    """Tells whether an address is on the open internet, also if it is one of IPv4 in the clothes of IPv6.

    >>> [is_public(it) for it in ("93.184.216.34", "10.0.0.1", "169.254.169.254", "::ffff:127.0.0.1", "2002:7f00:1::")]
    [True, False, False, False, False]
    """
    number = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(number, ipaddress.IPv6Address):
        inside = number.ipv4_mapped or number.sixtofour
        if number in NAT64:
            inside = ipaddress.IPv4Address(int(number) & 0xFFFF_FFFF)
        if inside is not None:
            return is_public(str(inside))
    return number.is_global and not number.is_multicast


async def resolve(host: str, port: int, names: Executor, *, local: bool = False) -> str:
    """Returns the address of a host; refuses it if any of its addresses is not public.

    Who connects must use the address that was looked at: a name may have another one a moment later. A slow name server holds up
    only the threads in `names`, and not those that write to the disk.
    """
    found = await asyncio.get_running_loop().run_in_executor(names, _lookup, host, port)
    if not local and not all(map(is_public, found)):
        raise NotPublic(host)
    return found[0]


def _lookup(host: str, port: int) -> list[str]:
    return [str(place[4][0]) for place in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


def read_key(text: str, size: int) -> bytes:
    """Returns a key of a browser; refuses what is none."""
    try:
        key = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except (ValueError, binascii.Error):
        key = b""
    if len(key) != size or (size == POINT and key[0] != 4):
        raise BadOption(say("the keys of the browser cannot be read"))
    return key
