"""Lists of moves that fit a terminal. No game is known here: moves are put together by the look of their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ponticello.engine.words import say
from ponticello.table.position import Move

GAP = 2


def matching(moves: Iterable[Move], start: str) -> list[Move]:
    """Returns the moves that begin with a text, or of which a part does: with `b2`, a piece that goes to b2."""
    wanted = start.strip().lower()
    return [move for move in moves if any(part.startswith(wanted) for part in _parts(move.text.lower()))]


def _parts(text: str) -> list[str]:
    return [text, *(text[found.start() :] for found in re.finditer(r"(?<=[^a-z0-9])[a-z0-9]", text))]


def groups(moves: Iterable[Move]) -> list[list[str]]:
    """Returns the notations of moves, those of a kind together, each kind in natural order."""
    found: dict[str, list[str]] = {}
    for move in moves:
        found.setdefault(_kind(move.text), []).append(move.text)
    return [sorted(set(texts), key=_natural) for texts in found.values()]


def _kind(text: str) -> str:
    """Returns what moves of a kind share: all before an @, or else the shape of the text."""
    head, at, _ = text.partition("@")
    if at:
        return head
    return re.sub(r"[a-z]", "a", re.sub(r"\d+", "1", text.lower())) if re.search(r"\d", text) else "words"


def _natural(text: str) -> list[tuple[bool, int, str]]:
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.findall(r"\d+|\D+", text)]


def columns(moves: Iterable[Move], width: int, most: int | None = None) -> list[str]:
    """Returns moves as lines of even columns, at most so many lines, the last of which then says how much is missing."""
    lines: list[str] = []
    ends: list[int] = []  # how many moves there are up to the end of each line
    shown = 0
    for texts in groups(moves):
        cell = max(map(len, texts)) + GAP
        room = max(1, (width + GAP) // cell)
        for row in _rows(texts, room):
            lines.append("".join(text.ljust(cell) for text in row).rstrip())
            shown += len(row)
            ends.append(shown)
    if most is not None and len(lines) > most:
        kept = max(1, most - 1)
        lines[kept:] = [say("... and {number} more; `? a1` lists those with a1 only", number=shown - ends[kept - 1])]
    return lines


def _rows(texts: list[str], room: int) -> list[list[str]]:
    """Splits moves into rows: a letter each where letters come in tens, otherwise as many as fit."""
    by_letter: dict[str, list[str]] = {}
    for text in texts:
        by_letter.setdefault(text[0], []).append(text)
    rows = list(by_letter.values())
    flowing = [texts[k : k + room] for k in range(0, len(texts), room)]
    return rows if len(flowing) > 1 and len(rows) <= 2 * len(flowing) and all(len(row) <= room for row in rows) else flowing
