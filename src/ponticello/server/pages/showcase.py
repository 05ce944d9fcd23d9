"""The boards on show: a good moment of a good game of each kind, played through from a record."""

from __future__ import annotations

import functools
from pathlib import Path

from ponticello.engine.words import speaking
from ponticello.languages import language
from ponticello.server.pages.render import board_alone
from ponticello.table.game import game
from ponticello.table.match import Match
from ponticello.table.pont import split_records

RECORDS = Path(__file__).parent / "showcase"


@functools.cache
def on_show(name: str) -> Match:
    """Returns a game in full swing; one that nobody has recorded yet is shown as it begins."""
    path = RECORDS / f"{name}.pont"
    if not path.exists():
        return game(name).match(seed=1)
    (record,) = split_records(path.read_text(encoding="utf-8"))
    return record.replay()


@functools.cache
def showcase(name: str, theme: str, code: str) -> str:
    """Returns the board of the game on show, in a theme and a language."""
    with speaking(language(code)):
        return board_alone(on_show(name).position.svg(theme=theme))
