"""A connection that is kept open and speaks just as much HTTP as a crowd needs.

A library's client takes more of the processor for a request than the server for its answer, and they share the machine.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Answer:
    """What a server has answered."""

    status_code: int
    headers: dict[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The answer as text."""
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.content) if packed else self.content).decode()


class Caller:
    """Makes one request after the other. A connection that breaks is an OSError, and the next request opens another."""

    def __init__(self) -> None:
        self._open: dict[str, tuple[asyncio.StreamReader, asyncio.StreamWriter]] = {}

    async def request(self, method: str, url: str, headers: dict[str, str], body: object = None) -> Answer:
        """Sends a request, with a body as JSON, and waits for the answer."""
        place = urlsplit(url)
        sent = b"" if body is None else json.dumps(body).encode()
        target = f"{place.path}?{place.query}" if place.query else place.path
        lines = [f"{method} {target} HTTP/1.1", f"Host: {place.netloc}", "Accept-Encoding: gzip", f"Content-Length: {len(sent)}"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        if sent:
            lines.append("Content-Type: application/json")
        try:
            reader, writer = await self._streams(place.netloc)
            writer.write("\r\n".join([*lines, "", ""]).encode() + sent)
            first, *rest = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
            told = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest)}
            content = await reader.readexactly(int(told["content-length"]))
        except asyncio.IncompleteReadError as error:
            self._drop(place.netloc)
            raise ConnectionError("the server has hung up") from error
        except BaseException:
            self._drop(place.netloc)
            raise
        return Answer(int(first.split()[1]), told, content)

    async def _streams(self, place: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Returns the connection to a server; one that it has closed meanwhile is made anew."""
        if place in self._open and self._open[place][0].at_eof():
            self._drop(place)
        if place not in self._open:
            host, _, port = place.partition(":")
            self._open[place] = await asyncio.open_connection(host, int(port))
        return self._open[place]

    def _drop(self, place: str) -> None:
        if place in self._open:
            self._open.pop(place)[1].close()

    async def close(self) -> None:
        """Closes its connections."""
        for place in list(self._open):
            self._drop(place)
