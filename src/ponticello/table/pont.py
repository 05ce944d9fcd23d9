"""The record of a match as a text file, `.pont`: a header, then one numbered line a turn.

    game: ponte
    option size: 10
    option parallel_knights: yes
    player 1: Ann
    player 2: Bo
    date: 2026-11-15
    shuffle: 9f86d081884c7d65...
    result: unfinished

    1. P1 d4,e5
    2. P2 dark       # she likes to go first
    3. P2 c7,d8

A `#` at the start of a line or after a space begins a comment. A line `---` separates games. The seed stands in the record of a
finished game only. The reader is strict: it plays every move, and says in which line something is wrong.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ponticello.engine.errors import BadRecord, NotYourTurn, PonticelloError
from ponticello.engine.game import spell
from ponticello.engine.verbs import CHANCE
from ponticello.engine.words import count, say
from ponticello.table.game import game
from ponticello.table.match import Match
from ponticello.table.shuffle import Shuffle

SEPARATOR = "---"
UNFINISHED = "unfinished"
MOST_BYTES = 4_000_000

HEADER = re.compile(r"(game|date|shuffle|seed|result|option\s+(\w+)|player\s+([1-9]\d?))\s*:\s*(.*)")
TURN = re.compile(r"(\d+)\.\s+(P(\d+)|chance)\s+(.+)")
COMMENT = re.compile(r"(?:^|\s)#\s?(.*)$")


@dataclass
class GameRecord:
    """One game of a file, as it is written."""

    first_line: int
    header: dict[str, tuple[int, str]] = field(default_factory=dict)  # key -> line, value
    turns: list[tuple[int, str, str, str]] = field(default_factory=list)  # line, who, text, comment
    last_comment: str = ""  # what is said after the last turn

    def replay(self, seed: str | None = None) -> Match:
        """Returns the match with every move of the record played. Its secret seed lets an unfinished one go on as planned."""
        match = self._table(seed)
        for index, (line, who, text, comment) in enumerate(self.turns):
            if comment:
                match.comments[len(match.moves)] = comment
            try:
                self._play_turn(match, _seat(match, who), text, later=[turn[1] for turn in self.turns[index + 1 :]])
            except PonticelloError as error:
                raise BadRecord(str(error), line) from None
        if self.last_comment:
            match.comments[len(match.moves)] = self.last_comment
        self._check_result(match)
        return match

    def _value(self, key: str) -> str | None:
        return self.header[key][1] if key in self.header else None

    def _table(self, secret: str | None) -> Match:
        """Returns the empty table that the header describes."""
        if "game" not in self.header:
            raise BadRecord(say("the header must say which game it is: 'game: ponte'"), self.first_line)
        options = {key.split()[1]: value for key, (_, value) in self.header.items() if key.startswith("option ")}
        names: list[str] = []
        while f"player {len(names) + 1}" in self.header:
            names.append(self.header[f"player {len(names) + 1}"][1])
        for key, (line, _) in self.header.items():
            if key.startswith("player ") and int(key.split()[1]) > len(names):
                raise BadRecord(say("there is a {key} but no player {number}", key=key, number=len(names) + 1), line)
        line = self.header["game"][0]
        try:
            seed, published = self._value("seed") if secret is None else secret, self._value("shuffle")
            start = game(self.header["game"][1], **options).position(len(names))
            match = Match(start, shuffle=Shuffle(seed, published), names=names, begin=False)
        except PonticelloError as error:
            raise BadRecord(str(error), line) from None
        match.date = self._date() if "date" in self.header else ""
        if published not in (None, match.shuffle.hash):
            line = self.header["seed" if "seed" in self.header else "shuffle"][0]
            raise BadRecord(say("the seed does not have the hash that was published as 'shuffle'"), line)
        return match

    def _date(self) -> str:
        line, value = self.header["date"]
        try:
            return datetime.date.fromisoformat(value).isoformat()
        except ValueError:
            raise BadRecord(say("{value} is not a date; write it as 2026-11-15", value=repr(value)), line) from None

    def _play_turn(self, match: Match, seat: int, text: str, later: list[str]) -> None:
        moves = match.position.read(text, seat)
        if seat == CHANCE and "seed" in self.header and moves != [match.fair_draw()]:
            raise PonticelloError(say("by the seed chance gives {draw}, not {text}", draw=match.fair_draw(), text=text))
        for index, move in enumerate(moves):
            if index and not match.position.mid_turn(seat):
                raise PonticelloError(say("{text} is more than one turn; each turn has a line of its own", text=repr(text)))
            match.carry_out([move])
        if seat != CHANCE and match.position.mid_turn(seat):
            others = {f"P{actor + 1}" for actor in match.actors if actor != seat}
            if not others.issuperset(later):  # only those who act at the same time may still have a line
                raise PonticelloError(say("{text} is only a part of a turn", text=repr(text)))

    def _check_result(self, match: Match) -> None:
        line, result = self.header.get("result", (0, UNFINISHED))
        if result != write_result(match):
            found = repr(write_result(match))
            raise BadRecord(say("the result is {found}, not {result}", found=found, result=repr(result)), line or self.first_line)
        if not match.over and "seed" in self.header:
            raise BadRecord(say("an unfinished game must not reveal its seed"), self.header["seed"][0])


def _seat(match: Match, who: str) -> int:
    """Returns the seat that a turn's line names."""
    if who == "chance":
        return CHANCE
    seat = int(who[1:]) - 1 if len(who) < 4 else match.players
    if not 0 <= seat < match.players:
        players = count(match.players, "player")
        raise NotYourTurn(say("player {number} may not act now; this match is for {players}", number=who[1:10], players=players))
    return seat


def read_records(text: str) -> list[GameRecord]:
    """Returns the games of a file, each checked move by move."""
    records = split_records(text)
    for record in records:
        record.replay()
    return records


def split_records(text: str) -> list[GameRecord]:
    """Returns the games of a file as they are written; whether their moves are legal shows when they are replayed."""
    records = [record for record in _split(text) if record.header or record.turns]
    if not records:
        raise BadRecord(say("there is no game in this file"))
    return records


def _split(text: str) -> Iterator[GameRecord]:
    record = GameRecord(first_line=1)
    comments: list[str] = []
    for line, content in enumerate(text.splitlines(), start=1):
        comment = COMMENT.search(content)
        content = (content[: comment.start()] if comment else content).strip()
        if comment:
            comments.append(comment[1].strip())
        if content == SEPARATOR:
            record.last_comment = "\n".join(comments)
            yield record
            record = GameRecord(first_line=line + 1)
            comments = []
        elif turn := TURN.fullmatch(content):
            expected = len(record.turns) + 1
            if turn[1] != str(expected):
                raise BadRecord(say("this should be turn {number}, not {other}", number=expected, other=turn[1][:10]), line)
            record.turns.append((line, turn[2], turn[4].strip(), "\n".join(comments)))
            comments = []
        elif header := HEADER.fullmatch(content):
            key = " ".join(header[1].split())
            if record.turns:
                raise BadRecord(say("{key} belongs before the first turn", key=repr(key)), line)
            if key in record.header:
                first = record.header[key][0]
                raise BadRecord(say("{key} is there twice; first in line {line}", key=repr(key), line=first), line)
            record.header[key] = (line, header[4])
        elif content:
            raise BadRecord(
                say(
                    "{text} is neither a header, such as 'game: ponte', nor a turn, such as '1. P1 a1,b2'",
                    text=repr(content[:60]),
                ),
                line,
            )
    record.last_comment = "\n".join(comments)
    yield record


def write_match(match: Match, seat: int | None = None) -> str:
    """Returns the record of a match, of a running one without its seed; with a seat, as far as that seat may know it."""
    lines = [f"game: {match.game.name}"]
    lines += [f"option {name}: {spell(value)}" for name, value in match.game.options.items()]
    lines += [f"player {seat + 1}: {name}" for seat, name in enumerate(match.names)]
    if match.date:
        lines.append(f"date: {match.date}")
    if match.fair or match.shuffle.sealed or not match.over:
        lines.append(f"shuffle: {match.shuffle.hash}")
    if match.over and match.fair:
        lines.append(f"seed: {match.shuffle.seed}")
    lines += [f"result: {write_result(match)}", ""]
    for number, turn in enumerate(match.turns(seat), start=1):
        who = "chance" if turn.seat == CHANCE else f"P{turn.seat + 1}"
        content = f"{number}. {who} {turn}"
        *above, beside = turn.comment.splitlines() or [""]
        lines += [f"# {comment}" for comment in above]
        lines.append(f"{content}  # {beside}" if beside else content)
    lines += [f"# {comment}" for comment in match.comments.get(len(match.moves), "").splitlines()]
    return "\n".join(lines) + "\n"


def write_matches(matches: list[Match]) -> str:
    """Returns the record of several matches in one text."""
    return f"\n{SEPARATOR}\n\n".join(write_match(match) for match in matches)


def write_result(match: Match) -> str:
    """Returns how a match stands, as the record's header says it."""
    if not match.over:
        return UNFINISHED
    seats = [str(seat + 1) for seat in match.winners]
    verdict = f"won by player {seats[0]}" if len(seats) == 1 else f"shared by players {' and '.join(seats)}"
    return f"{'-'.join(map(str, match.scores))}, {verdict}"


def load_all(path: str | Path) -> list[GameRecord]:
    """Reads every game of a record file."""
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise BadRecord(say("{file} cannot be read: {reason}", file=path, reason=error.strerror)) from None
    if len(raw) > MOST_BYTES:
        raise BadRecord(say("{file} is larger than {size} MB, which no record is", file=path, size=MOST_BYTES // 1_000_000))
    try:
        return read_records(raw.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise BadRecord(say("{file} is not a text file in UTF-8", file=path)) from None


def load(path: str | Path) -> GameRecord:
    """Reads the game of a record file that holds one."""
    records = load_all(path)
    if len(records) > 1:
        raise BadRecord(f"{path} holds {len(records)} games; use load_all to read them")
    return records[0]
