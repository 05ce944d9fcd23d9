"""Games kept safe while they are played: the record after every turn and, beside it, the key.

The record of a running game must not tell its seed, so that goes into a second file which only its owner can read, together
with who plays which seat. The key is deleted when the game is over and its record reveals the seed.
"""

from __future__ import annotations

import datetime
import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ponticello.cli.files import data_folder, replace_file
from ponticello.cli.opponents import PERSON, Budget
from ponticello.cli.recorded_game import records_of
from ponticello.engine.errors import PonticelloError
from ponticello.engine.words import count, say
from ponticello.players.names import is_engine
from ponticello.players.player import check_budget
from ponticello.table.match import Match
from ponticello.table.pont import GameRecord, write_match
from ponticello.table.shuffle import Shuffle

STRANGER = "stranger"  # a program that somebody else's key names
UNFINISHED = re.compile(r"^result:\s*unfinished\s*$", re.MULTILINE)
GAME = re.compile(r"^game:\s*(\S+)", re.MULTILINE)


def games_folder() -> Path:
    """Returns where the games of this user lie."""
    return data_folder() / "games"


@dataclass(frozen=True)
class Key:
    """What a running game's record may not tell: the seed, who plays each seat, and how long the opponents may think."""

    seed: str
    seats: tuple[str, ...]
    budget: Budget = (None, None)

    def write(self) -> str:
        """Returns the content of a key file."""
        seconds, simulations = self.budget
        thinking = {"seconds": seconds, "simulations": simulations}
        said = {what: limit for what, limit in thinking.items() if limit is not None}
        return json.dumps({"seed": self.seed, "seats": self.seats, **said}) + "\n"

    @classmethod
    def read(cls, path: Path) -> Key | None:
        """Returns the key in a file, or nothing if there is none that makes sense."""
        try:
            content = json.loads(path.read_text(encoding="utf-8"))
            seconds, simulations = content.get("seconds"), content.get("simulations")
            budget = (None if seconds is None else float(seconds), None if simulations is None else int(simulations))
            check_budget(*budget)
            return cls(str(content["seed"]), tuple(map(str, content["seats"])), budget)
        except (OSError, ValueError, KeyError, TypeError):
            return None


class SavedGame:
    """The two files of a game at the table. They come into being with the first turn."""

    def __init__(self, seats: Sequence[str], record: Path | None = None, budget: Budget = (None, None)) -> None:
        self.seats = tuple(seats)
        self.budget = budget
        self.record = record
        self._content = "" if record is None else _content(record)

    def keep(self, match: Match) -> None:
        """Writes the record, all or nothing: whatever happens, the file holds a whole game."""
        key = Key(
            match.shuffle.seed, self.seats, self.budget
        )  # first: where the seed was lost, the record publishes the hash of the new one
        content = write_match(match)
        if self.record is None or _content(self.record) not in ("", self._content):
            self.record = self._reserve(match)  # a second table that plays the same game must not overwrite this one
        key_path = self.record.with_suffix(".key")
        if not match.over and Key.read(key_path) != key:
            replace_file(key_path, key.write(), mode=0o600)
        replace_file(self.record, content)
        self._content = content
        if match.over:
            key_path.unlink(missing_ok=True)

    def drop(self) -> None:
        """Deletes the files, if there are any."""
        if self.record is not None:
            self.record.unlink(missing_ok=True)
            self.record.with_suffix(".key").unlink(missing_ok=True)
            self.record = None

    def _reserve(self, match: Match) -> Path:
        """Takes a free name by creating its key file, and returns the path of the record to be."""
        folder = games_folder()
        folder.mkdir(parents=True, exist_ok=True)
        now = datetime.datetime.now().strftime("%Y-%m-%d-%H%M%S")
        for number in itertools.count(1):
            record = folder / (f"{now}-{match.game.name}" + (f"-{number}" if number > 1 else "") + ".pont")
            if record.exists():
                continue
            try:
                record.with_suffix(".key").touch(mode=0o600, exist_ok=False)
            except FileExistsError:
                continue
            return record
        raise AssertionError("unreachable: there is always a next number")


def _content(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""


def unfinished(game: str | None = None) -> Iterator[Path]:
    """Yields the records of unfinished games, the newest first."""
    paths = [path for path in games_folder().glob("*.pont") if not path.name.startswith(".")]
    for path in sorted(paths, key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True):
        content = _content(path)
        named = GAME.search(content)
        if UNFINISHED.search(content) and (game is None or (named is not None and named[1] == game)):
            yield path


def newest_unfinished(game: str | None = None) -> Path:
    """Returns the record of the unfinished game, perhaps of one kind, that was played last."""
    for path in unfinished(game):
        return path
    folder = games_folder()
    if game:
        sentence = say(
            "there is no unfinished game of {game} in {folder}; start one with: ponticello play", game=game, folder=folder
        )
    else:
        sentence = say("there is no unfinished game in {folder}; start one with: ponticello play", folder=folder)
    raise PonticelloError(sentence)


def resume(path: Path) -> tuple[Match, SavedGame, str]:
    """Returns an unfinished match as it stood, its files, and a sentence about what is missing, or nothing."""
    records = records_of(path)
    if len(records) > 1:
        games = len(records)
        held = count(games, "game")
        raise PonticelloError(say("{file} holds {games}; only a file with one game can be resumed", file=path, games=held))
    key = _find_key(path, records[0])
    match = records[0].replay(key.seed if key else None)
    if match.over:
        raise PonticelloError(say("{file} is finished; look at it with: ponticello replay {file}", file=path))
    seats = key.seats if key and len(key.seats) == match.players else (PERSON,) * match.players
    match.settle_chance()
    ours = path.resolve().parent == games_folder().resolve()  # a file from elsewhere is read, never written
    note = ""
    if not key:
        note = say("The key of this game is missing: chance goes on with a fresh shuffle, and people play all seats.")
    if STRANGER in seats:
        seats = tuple(PERSON if kind == STRANGER else kind for kind in seats)
        note = say("This game comes from elsewhere, so its programs are not started: people play their seats.")
    return match, SavedGame(seats, path if ours else None, key.budget if key else (None, None)), note


def _find_key(path: Path, record: GameRecord) -> Key | None:
    """Finds the key to a record: beside it or, for a copy, among the keys of the running games. The seed's hash tells.

    A key may name programs to be run, so one from elsewhere is believed in everything but that.
    """
    published = record.header.get("shuffle", (0, ""))[1]
    for candidate in [path.with_suffix(".key"), *games_folder().glob("*.key")]:
        key = Key.read(candidate)
        if key is not None and Shuffle(key.seed).hash == published:
            ours = candidate.resolve().parent == games_folder().resolve()
            return key if ours else replace(key, seats=tuple(STRANGER if is_engine(kind) else kind for kind in key.seats))
    return None
