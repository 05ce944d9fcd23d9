"""The server's end of a process that thinks for the bots, or draws. One that is interrupted loses nothing but a thought."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from typing import Any

from ponticello.engine.errors import PonticelloError

LONGEST_ANSWER = 8 << 20  # bytes; a review of a long match has some hundred thousand
THINKER = ("-m", "ponticello.analysis.worker")


class WorkerLost(PonticelloError):
    """The process that thinks has ended before it answered, or was ended because it did not."""


class Worker:
    """Asks one question at a time, and starts the process when there is something to ask."""

    def __init__(self, program: Sequence[str] = (), work: str = "thinks for the bots", longest: int = LONGEST_ANSWER) -> None:
        self._program, self._work, self._longest = program, work, longest  # what it runs, if not a thinker
        self._process: asyncio.subprocess.Process | None = None
        self._is_of_use = False
        self.seconds = 0.0  # that the last answer took

    @property
    def is_started(self) -> bool:
        """Whether there is a process."""
        return self._process is not None

    async def ask(self, question: dict[str, Any], patience: float | None = None) -> str:
        """Returns the answer to a question. A process that does not answer within some seconds is ended."""
        began = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout(patience):
                answer = await self._ask(question)
        except TimeoutError:
            await self.stop()
            raise WorkerLost(f"the process that {self._work} has not answered for {patience:.0f} s") from None
        self.seconds = asyncio.get_running_loop().time() - began
        if "error" in answer:
            raise PonticelloError(answer["error"])
        return str(answer["answer"])

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        if self._process is None or self._process.returncode is not None or not self._is_of_use:
            await self.stop()
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *(self._program or THINKER), stdin=pipe, stdout=pipe, limit=self._longest
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._is_of_use = False  # until it has answered: else its answer would be taken for the next one's
        try:
            self._process.stdin.write(json.dumps(question).encode() + b"\n")
            await self._process.stdin.drain()
            line = await self._process.stdout.readline()
        except OSError:
            line = b""
        if not line:
            raise WorkerLost(f"the process that {self._work} has ended")
        self._is_of_use = True
        answer: dict[str, Any] = json.loads(line)
        return answer

    async def stop(self) -> None:
        """Ends the process, whatever it is thinking about."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()
