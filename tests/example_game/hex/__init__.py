"""Hex, for two players."""

from ponticello.engine.game import Option, Rulebook
from ponticello.games.hex import notation, referee, rules
from ponticello.games.hex.palette import STYLE
from ponticello.games.hex.picture import picture, seat_sign
from ponticello.games.hex.text import text
from ponticello.games.hex.words import mark

GAME = Rulebook(
    name="hex",
    title="Hex",
    author="Piet Hein",
    year=1942,
    summary=mark("Join your two sides of the board with a chain of stones. There is always one who can, and never both."),
    players=(2,),
    options=(Option("size", mark("The width of the board."), 7, (7, 11)),),
    state=rules.Hex,
    actions=rules.ACTIONS,
    set_up=rules.set_up,
    write=notation.write,
    read=notation.read,
    joiner=" ",
    why=referee.why,
    refusals=referee.REFUSALS,
    explain=referee.explain,
    text=text,
    task=referee.task,
    choice=referee.choice,
    seat_sign=seat_sign,
    picture=picture,
    style=STYLE,
)
