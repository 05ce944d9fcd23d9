"""What can happen at a table, and the rows in which it is kept. What each kind means stands in `effects`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import cast

from ponticello.table.match import ONLOOKER

TABLE = ONLOOKER  # stands for a seat in rows that are no seat's


class Kind(StrEnum):
    """What can happen; the text is what the database keeps and what programs are told."""

    SIT = "sit"
    MOVE = "move"
    HINT = "hint"
    UNDO = "undo"
    ASK = "ask"
    AGREE = "agree"
    DECLINE = "decline"
    REWIND = "rewind"
    RESIGN = "resign"
    FLAG = "flag"
    LEAVE = "leave"
    RETURN = "return"
    CLOSE = "close"
    REMATCH = "rematch"


KNOWN = frozenset(map(str, Kind))


def read_kind(text: str) -> Kind:
    """Returns a kind by its name. One of a newer version is left as it is: nobody knows what it does, and a table refuses it."""
    return Kind(text) if text in KNOWN else cast(Kind, text)


@dataclass(frozen=True)
class Act:
    """Something that happens at a table, before it has its place and time there."""

    kind: Kind
    seat: int = TABLE
    text: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One thing that happened, in its place."""

    ply: int
    kind: Kind
    seat: int
    text: str
    at: float
