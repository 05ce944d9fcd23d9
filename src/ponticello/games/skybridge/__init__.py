"""Skybridge, for two to four players."""

from ponticello.engine.game import Option, Rulebook, TypedBoard
from ponticello.games.skybridge import (
    characters,
    goals,
    heuristics,
    notation,
    observation,
    position,
    referee,
    symmetries,
    typed_board,
)
from ponticello.games.skybridge.palette import STYLE
from ponticello.games.skybridge.panel import seat_sign
from ponticello.games.skybridge.picture import VIEWS, picture
from ponticello.games.skybridge.plain_board import plain_board
from ponticello.games.skybridge.tell import tell
from ponticello.games.skybridge.text import text
from ponticello.games.skybridge.words import mark

GAME = Rulebook(
    name="skybridge",
    title="Skybridge",
    author="Adam Ritchey",
    year=2006,
    summary=mark("Raise nine towers together, roof the ones worth owning, and bridge a tower of yours to a taller one."),
    players=(2, 3, 4),
    options=(
        Option("rotation", mark("With two players: do the four colours take strict turns?"), False, (True, False)),
        Option("bare_roofs", mark("May a roof lie on a bare foundation?"), False, (True, False)),
    ),
    state=position.Skybridge,
    actions=position.ACTIONS,
    set_up=position.set_up,
    write=notation.write,
    read=notation.read,
    joiner=notation.JOINER,
    why=referee.why,
    refusals=referee.REFUSALS,
    explain=referee.explain,
    text=text,
    picture=picture,
    style=STYLE,
    board=plain_board,
    tell=tell,
    task=referee.task,
    seat_sign=seat_sign,
    describe=referee.describe,
    views=VIEWS,
    typed_board=TypedBoard(typed_board.FORM, typed_board.COMMENTS, typed_board.score),
    observation=observation.observation,
    symmetries=symmetries.symmetries,
    mind=heuristics.MIND,
    goals=goals.GOALS,
    levels=characters.LEVELS,
)
