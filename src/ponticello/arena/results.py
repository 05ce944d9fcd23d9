"""The results of a tournament as a file: a line about the tournament, then one line a game, written when the game ends."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, BinaryIO

from ponticello.engine.errors import BadRecord, PonticelloError
from ponticello.engine.words import say

FIRST = '{"tournament": '  # how every file begins


@dataclass(frozen=True)
class Forfeit:
    """Who lost a game without playing it to the end, and why."""

    seat: int
    why: str
    silent: bool = False  # it never answered, and may be thinking still


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    number: int
    deal: int
    seed: str
    players: tuple[str, ...]  # by seat, as all that follows
    points: tuple[int, ...]
    standing: tuple[int, ...]  # higher is better, tie-breaks included
    winners: tuple[int, ...]
    actions: int  # of everybody and of chance
    moves: tuple[int, ...]
    seconds: tuple[float, ...]
    forfeit: Forfeit | None = None

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of every seat, from 0; who forfeits is last, and the others share the first place."""
        if self.forfeit is not None:
            return tuple(int(seat == self.forfeit.seat) for seat in range(len(self.players)))
        return tuple(sum(other > mine for other in self.standing) for mine in self.standing)

    def line(self, **about: Any) -> str:
        """Returns the line of a file."""
        return json.dumps({**asdict(self), **about}, ensure_ascii=False)

    @classmethod
    def read(cls, content: dict[str, Any]) -> Result:
        """Returns the result that a line tells."""
        values = {field.name: content[field.name] for field in fields(cls)}
        forfeit = values.pop("forfeit")
        values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
        result = cls(**values, forfeit=None if forfeit is None else Forfeit(**forfeit))
        by_seat = result.players, result.points, result.standing, result.moves, result.seconds
        if len(set(map(len, by_seat))) != 1 or not all(isinstance(number, int) for number in (*result.standing, result.deal)):
            raise ValueError
        return result


def read_results(path: Path) -> tuple[dict[str, Any], dict[int, Result], int]:
    """Returns what a file says about its tournament, the results by number, and how many bytes of it are whole lines.

    A last line that was torn when its writer was killed is left out; anything else that is wrong is refused.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PonticelloError(say("cannot read {file}: {reason}", file=path, reason=error.strerror)) from None
    if not content.startswith(FIRST.encode()[: len(content)]):
        raise BadRecord(say("{file} is not the results of a tournament", file=path))
    whole = content.rfind(b"\n") + 1
    about: dict[str, Any] = {}
    results: dict[int, Result] = {}
    for number, line in enumerate(content[:whole].splitlines(), start=1):
        try:
            told = json.loads(line)
            if "tournament" in told:
                about = told
            else:
                result = Result.read(told)
                results.setdefault(result.number, result)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadRecord(say("{file} is damaged: this is not the result of a game", file=path), number) from None
    return about, results, whole


class ResultsFile:
    """A file that results are added to, each at once."""

    def __init__(self, path: Path, identity: dict[str, Any], games: int, version: str) -> None:
        self.path = path
        self.results: dict[int, Result] = {}
        self._about = {"game": identity["game"], "options": identity["options"], "version": version}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = path.open("ab", buffering=0)  # a line is one write: it is there, or it is not
        except OSError as error:
            raise PonticelloError(say("cannot write {file}: {reason}", file=path, reason=error.strerror)) from None
        try:
            lock(self._file, path)
            about, self.results, whole = read_results(path)
            if about and about["tournament"] != identity:
                why = difference(about["tournament"], identity)
                raise PonticelloError(say("{file} holds another tournament: {differences}", file=path, differences=why))
            self._file.truncate(whole)
            if about.get("games", 0) < games:
                self._write(json.dumps({"tournament": identity, "games": games, "version": version}, ensure_ascii=False))
        except BaseException:
            self.close()
            raise

    def _write(self, line: str) -> None:
        try:
            self._file.write(line.encode() + b"\n")
        except OSError as error:
            raise PonticelloError(say("cannot write {file}: {reason}", file=self.path, reason=error.strerror)) from None

    def add(self, result: Result) -> None:
        """Keeps a result."""
        self._write(result.line(**self._about))
        self.results[result.number] = result

    def close(self) -> None:
        """Lets go of the file."""
        self._file.close()


def lock(file: BinaryIO, path: Path) -> None:
    """Keeps a second tournament from writing to the same file, where the system can."""
    with contextlib.suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PonticelloError(say("{file} is being written by a tournament that is still running", file=path)) from None
        except OSError:
            pass  # a file system without locks


def difference(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """Says what two tournaments do not have in common."""

    def told(value: Any) -> str:
        return ", ".join(map(str, value)) if isinstance(value, list) else str(value)

    return "; ".join(
        say("its {key} {theirs}, not {ours}", key=key, theirs=told(theirs.get(key)), ours=told(ours[key]))
        for key in ours
        if theirs.get(key) != ours[key]
    )
