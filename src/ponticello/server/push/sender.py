"""Sends a notice to one device: encrypted for its browser, signed by this server, to a public address, and not for long."""

from __future__ import annotations

import asyncio
import base64
import secrets
import ssl
import time
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from importlib.util import find_spec

import httpx

from ponticello.server.push.endpoints import HTTPS, POINT, SECRET, NotPublic, check_endpoint, read_key, resolve
from ponticello.server.storage.turns import Device

NEEDED = ("http_ece", "py_vapid")  # modules that the extra `push` brings
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256: a private key is below it
PATIENCE = 10.0  # seconds for all of it
AT_ONCE = 16  # notices on their way
LOOKUPS = 4  # names that are looked up at a time
KEPT = 86_400  # seconds that a push service keeps a notice for a device that is switched off
SIGNED = 12 * 3600  # seconds for which a signature is good
GONE = (404, 410)


class Outcome(Enum):
    """What has become of a notice."""

    SENT = auto()
    GONE = auto()  # the device has stopped listening for good
    FAILED = auto()


def is_installed() -> bool:
    """Tells whether notices can be encrypted and signed here."""
    return all(find_spec(module) is not None for module in NEEDED)


def new_key() -> str:
    """Returns a private key of P-256, as browsers and push services write keys."""
    return _text((secrets.randbelow(ORDER - 1) + 1).to_bytes(32, "big"))


def _text(key: bytes) -> str:
    return base64.urlsafe_b64encode(key).rstrip(b"=").decode()


class Sender:
    """Whoever sends for a server; all servers of a database have the same key."""

    def __init__(self, private_key: str, *, local: bool = False, trust: ssl.SSLContext | bool = True) -> None:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
        from py_vapid import Vapid02  # not needed until somebody asks for notices, and slow to import

        self._vapid = Vapid02.from_raw(private_key.encode())
        self.public_key = _text(self._vapid.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))
        self._local = local
        self._names = ThreadPoolExecutor(LOOKUPS, thread_name_prefix="push-names")
        self._room = asyncio.Semaphore(AT_ONCE)
        # A connection is never used again: it was made to the address of one name, and others may share that address.
        limits = httpx.Limits(max_keepalive_connections=0)
        self._client = httpx.AsyncClient(verify=trust, trust_env=False, timeout=PATIENCE, limits=limits)

    async def close(self) -> None:
        """Lets go of connections and threads."""
        self._names.shutdown(wait=False, cancel_futures=True)
        await self._client.aclose()

    async def send(self, device: Device, message: bytes, topic: str) -> Outcome:
        """Sends a message; of several on a topic a device that was switched off gets the last."""
        try:
            async with self._room, asyncio.timeout(PATIENCE):
                status = await self._post(device, message, topic)
        except (OSError, httpx.HTTPError, httpx.InvalidURL, NotPublic, ValueError):
            return Outcome.FAILED
        if status in GONE:
            return Outcome.GONE
        return Outcome.SENT if 200 <= status < 300 else Outcome.FAILED

    async def _post(self, device: Device, message: bytes, topic: str) -> int:
        """Returns the status that the push service answers with; what else it says is not read."""
        place = check_endpoint(device.endpoint, local=self._local)
        host = place.hostname or ""
        port = place.port or (HTTPS if place.scheme == "https" else 80)
        address = await resolve(host, port, self._names, local=self._local)
        headers = {
            "Host": place.netloc,
            "Content-Encoding": "aes128gcm",
            "TTL": str(KEPT),
            "Topic": topic,
            **self._signature(f"{place.scheme}://{place.netloc}", device.site),
        }
        wanted = httpx.URL(device.endpoint).copy_with(host=address)
        content = encrypted(message, device)
        named = {"sni_hostname": host}  # the certificate must be that of the name, although the address is given
        async with self._client.stream("POST", wanted, content=content, headers=headers, extensions=named) as answer:
            return answer.status_code

    def _signature(self, audience: str, site: str) -> dict[str, str]:
        contact = f"https://{site}" if site else "mailto:table@localhost"
        signed: dict[str, str] = self._vapid.sign({"aud": audience, "sub": contact, "exp": int(time.time()) + SIGNED})
        return signed


def encrypted(message: bytes, device: Device) -> bytes:
    """Returns a message that only a device's browser can read (RFC 8291)."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    own = ec.generate_private_key(ec.SECP256R1())
    point, secret = read_key(device.p256dh, POINT), read_key(device.auth, SECRET)
    sealed: bytes = http_ece.encrypt(message, private_key=own, dh=point, auth_secret=secret, version="aes128gcm")
    return sealed
