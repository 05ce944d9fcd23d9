"""The server's end of a process that thinks for the bots. One that is interrupted loses nothing but a thought."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from ponticello.engine.errors import PonticelloError

LONGEST_ANSWER = 1 << 20


class ThinkerLost(PonticelloError):
    """The process that thinks has ended before it answered."""


class Thinker:
    """The server's end: asks one question at a time, and starts the process when there is something to ask."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, Any]) -> str:
        """Returns the answer to a question."""
        if self._process is None or self._process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "ponticello.players.thinking", stdin=pipe, stdout=pipe, limit=LONGEST_ANSWER
            )
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps(question).encode() + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
        except asyncio.CancelledError:
            self.stop()  # its answer would be taken for the next one's
            raise
        except OSError:
            line = b""
        if not line:
            self.stop()
            raise ThinkerLost("the process that thinks for the bots has ended")
        answer = json.loads(line)
        if "error" in answer:
            raise PonticelloError(answer["error"])
        return str(answer["answer"])

    def stop(self) -> None:
        """Ends the process, whatever it is thinking about."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        self._process = None
