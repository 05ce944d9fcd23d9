"""Looks at a deployment as its owner should: what lies on this machine, and what strangers meet at its address."""

from __future__ import annotations

import ipaddress
import os
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx
from sqlalchemy import create_engine
from sqlalchemy.exc import SQLAlchemyError
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from ponticello.engine.errors import BadOption
from ponticello.engine.words import count, mark, say
from ponticello.server.access.guard import HEADERS, MOST_BYTES
from ponticello.server.file_limit import KEPT, open_files_allowed
from ponticello.server.live.socket import UNKNOWN_MATCH, UNKNOWN_TOKEN
from ponticello.server.settings import Settings
from ponticello.server.storage.database_file import free_bytes, open_to_others
from ponticello.server.storage.migrate import HEAD, version
from ponticello.server.storage.outage import one_line

PATIENCE = 10.0  # seconds for an answer
LONGEST = 30.0  # seconds that a request may be half sent before it must have been given up
SOON = 14 * 86_400.0  # seconds before the end of a certificate at which it should have been renewed
EVERYWHERE = ("0.0.0.0", "::", "")
PROXIES = "FORWARDED_ALLOW_IPS"

Findings = Iterator[str]


@dataclass(frozen=True)
class Check:
    """Something to look at: what is right if nothing is found, and how to find it."""

    title: str
    find: Callable[[], Findings]
    is_needed: bool = False  # whether nothing after it makes sense otherwise


def checks(settings: Settings, host: str, url: str) -> list[Check]:
    """Returns all there is to look at: on this machine and, if an address is given, there."""
    here = [
        Check(mark("the files are their owner's alone"), lambda: find_readers(settings)),
        Check(mark("the database answers and is up to date"), lambda: find_database(settings)),
        Check(mark("there is room on the disk"), lambda: find_room(settings)),
        Check(mark("enough files may be open"), lambda: find_file_limit(settings)),
        Check(mark("only a proxy is listened to"), lambda: find_open_address(host)),
    ]
    if not url:
        return here
    place = urlsplit(url if "://" in url else f"https://{url}")
    if place.scheme not in ("http", "https") or not place.hostname:
        raise BadOption(say("{url} is no address of a web table; give one like https://example.org", url=url))
    there = Site(place.scheme, place.hostname, place.port or {"http": 80, "https": 443}[place.scheme])
    return [
        *here,
        Check(mark("the table answers"), there.find_silence, is_needed=True),
        Check(mark("the connection is encrypted, and will be for a while"), there.find_certificate),
        Check(mark("the proxy says who asks, and how"), there.find_proxy),
        Check(mark("the metrics are refused to strangers"), there.find_metrics),
        Check(mark("requests that are too large are refused"), there.find_size_limits),
        Check(mark("the live socket gets through"), there.find_socket),
        Check(mark("browsers are told what to refuse"), there.find_headers),
        Check(mark("requests that are sent by half are given up"), there.find_time_limit),
    ]


def find_readers(settings: Settings) -> Findings:
    """Finds files that others can read. The key that signs cookies is kept in the database."""
    if settings.file is not None:
        yield from open_to_others(settings.file)


def find_database(settings: Settings) -> Findings:
    """Finds a database that is not there, cannot be opened, or that an older version has left."""
    if settings.file is not None and not settings.file.exists():
        yield say("there is no {file}: the first start makes it, if that is what --database should name", file=settings.file)
        return
    engine = create_engine(settings.url.replace("+aiosqlite", ""))
    try:
        with engine.connect() as connection:
            found = version(connection)
        if found != HEAD:
            yield say(
                "the database is of another version ({found}, not {wanted}): a start brings it up to date",
                found=found,
                wanted=HEAD,
            )
    except SQLAlchemyError as error:
        yield say("the database cannot be opened: {why}", why=one_line(error))
    finally:
        engine.dispose()


def find_room(settings: Settings) -> Findings:
    """Finds a disk that is nearly full."""
    if settings.file is not None and settings.file.parent.exists():
        free = free_bytes(settings.file)
        if free < 10 * settings.free_space:
            yield say("only {free} MB are free in {folder}: make room", free=free // 10**6, folder=settings.file.parent)


def find_file_limit(settings: Settings) -> Findings:
    """Finds that fewer connections are possible than wanted."""
    allowed, wanted = open_files_allowed(), settings.connections.most + KEPT
    if allowed is not None and allowed < wanted:
        yield say(
            "{allowed} files may be open, and {most} connections need {wanted}: say LimitNOFILE={wanted} in the unit",
            allowed=allowed,
            most=settings.connections.most,
            wanted=wanted,
        )


def find_open_address(host: str) -> Findings:
    """Finds that the world can come in without passing a proxy."""
    if host in EVERYWHERE and not os.environ.get(PROXIES):
        yield say("--host {host} lets everybody in without encryption: listen at 127.0.0.1 and put a proxy before it", host=host)


@dataclass(frozen=True)
class Site:
    """A table at its public address, as a stranger meets it."""

    scheme: str
    host: str
    port: int

    @property
    def _url(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{name}:{self.port}"

    def _get(self, path: str) -> httpx.Response:
        return httpx.get(self._url + path, timeout=PATIENCE, trust_env=False, verify=ssl.create_default_context())

    def _call(self) -> socket.socket:
        """Returns a connection, encrypted where the address says so."""
        plain = socket.create_connection((self.host, self.port), PATIENCE)
        if self.scheme == "http":
            return plain
        return ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)

    def find_silence(self) -> Findings:
        """Finds that it does not answer, or is not well."""
        answer = self._get("/healthz")
        if answer.status_code != 200:
            yield say("/healthz answers {status}: {words}", status=answer.status_code, words=answer.text[:200])

    def find_certificate(self) -> Findings:
        """Finds that there is no encryption, or not for long."""
        if self.scheme == "http":
            yield say("{url} is not encrypted: let the proxy speak HTTPS", url=self._url)
            return
        with self._call() as call:
            assert isinstance(call, ssl.SSLSocket)
            certificate = call.getpeercert() or {}
        left = ssl.cert_time_to_seconds(str(certificate["notAfter"])) - time.time()
        if left < SOON:
            yield say("the certificate ends in {days}: renew it", days=count(int(left // 86_400), "day"))

    def find_proxy(self) -> Findings:
        """Finds that the table does not know how it was asked, or by whom."""
        with self._call() as call:
            own = str(call.getsockname()[0])
        seen = self._get("/healthz?seen").json().get("seen", {})
        if seen.get("scheme") != self.scheme:
            yield say(
                "the table thinks it is asked by {seen}: let the proxy send X-Forwarded-Proto, and name it in {name}",
                seen=seen.get("scheme"),
                name=PROXIES,
            )
        address = str(seen.get("address"))
        if address != own and not is_public(address):
            yield say(
                "the table takes everybody for {address}: let the proxy send X-Forwarded-For, and name it in {name}",
                address=address,
                name=PROXIES,
            )

    def find_metrics(self) -> Findings:
        """Finds that anybody can read the metrics."""
        if self._get("/metrics").status_code == 200:
            yield say("everybody can read /metrics: let the proxy refuse it")

    def find_size_limits(self) -> Findings:
        """Finds that large heads or bodies are let through."""
        if not self._is_refused(b"GET /healthz HTTP/1.1\r\nHost: %s\r\nX-Trial: " + b"a" * 100_000 + b"\r\n\r\n"):
            yield say("a head of 100 kB is let through: set large_client_header_buffers, or what your proxy calls it")
        length = 4 * MOST_BYTES
        if not self._is_refused(
            b"POST /api/matches HTTP/1.1\r\nHost: %s\r\nContent-Length: " + str(length).encode() + b"\r\n\r\n"
        ):
            yield say(
                "a body of {kb} kB is let through: set client_max_body_size, or what your proxy calls it", kb=length // 1000
            )

    def _is_refused(self, request: bytes) -> bool:
        """Tells whether a request is refused, or hung up on, before it is whole."""
        try:
            with self._call() as call:
                call.sendall(request.replace(b"%s", self.host.encode()))
                status = call.recv(12)
        except TimeoutError:
            return False
        except OSError:
            return True
        return status[9:10] != b"2"

    def find_socket(self) -> Findings:
        """Finds that WebSockets are not let through: a match that is not there must be told on one."""
        address = f"{self._url.replace('http', 'ws', 1)}/api/matches/none/live"
        try:
            with connect(address, open_timeout=PATIENCE, proxy=None) as live:
                live.recv(PATIENCE)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code in (UNKNOWN_MATCH, UNKNOWN_TOKEN):
                return
        except (WebSocketException, TimeoutError):
            pass
        yield say("the live socket does not get through: let the proxy pass on Upgrade and Connection")

    def find_headers(self) -> Findings:
        """Finds that what browsers are told gets lost, or that cookies may travel without encryption."""
        page = self._get("/")
        missing = [name for name in HEADERS if name not in page.headers]
        if self.scheme == "https" and "strict-transport-security" not in page.headers:
            missing.append("strict-transport-security")
        if missing:
            yield say("these headers are missing: {names}; let the proxy keep or add them", names=", ".join(missing))
        for cookie in page.headers.get_list("set-cookie"):
            if self.scheme == "https" and "secure" not in cookie.lower():
                yield say("a cookie is not marked as Secure: let the proxy send X-Forwarded-Proto")

    def find_time_limit(self) -> Findings:
        """Finds that half a request may wait for ever."""
        with self._call() as call:
            call.sendall(b"GET / HTTP/1.1\r\nHost: ")
            call.settimeout(LONGEST)
            try:
                while call.recv(4096):
                    pass
            except TimeoutError:
                yield say(
                    "half a request is waited for longer than {some} s: set client_header_timeout, or what your proxy calls it",
                    some=int(LONGEST),
                )
            except OSError:
                pass


def is_public(address: str) -> bool:
    """Tells whether an address can be a stranger's.

    >>> is_public("8.8.8.8"), is_public("127.0.0.1"), is_public("nothing")
    (True, False, False)
    """
    try:
        return ipaddress.ip_address(address).is_global
    except ValueError:
        return False


def found(check: Check) -> list[str]:
    """Returns what a check finds; that nothing answers, or not as a web server does, is a finding too."""
    try:
        return list(check.find())
    except (httpx.HTTPError, OSError, ValueError, KeyError) as error:
        return [say("it cannot be reached: {why}", why=one_line(error))]
