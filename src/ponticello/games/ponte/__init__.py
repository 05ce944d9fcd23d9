"""Ponte del Diavolo, for two players."""

from ponticello.engine.game import Option, Rulebook, TypedBoard
from ponticello.games.ponte import (
    actions,
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
from ponticello.games.ponte.legend import seat_sign
from ponticello.games.ponte.palette import STYLE
from ponticello.games.ponte.picture import picture
from ponticello.games.ponte.plain_board import plain_board
from ponticello.games.ponte.tell import choice, tell
from ponticello.games.ponte.text import text
from ponticello.games.ponte.words import mark

GAME = Rulebook(
    name="ponte",
    title="Ponte del Diavolo",
    author="Martin Ebel",
    year=2007,
    summary=mark("Build islands of four tiles and link them with bridges; linked islands are worth more."),
    players=(2,),
    options=(
        Option(
            "size",
            mark("The width of the board: 10 (40 tiles a colour, 15 bridges) or 12 (60 tiles, 22 bridges)."),
            10,
            (10, 12),
        ),
        Option(
            "parallel_knights",
            mark("May two parallel knight's-jump bridges share a cell under them?"),
            True,
            (True, False),
        ),
    ),
    state=position.Ponte,
    actions=actions.ACTIONS,
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
    choice=choice,
    seat_sign=seat_sign,
    describe=referee.describe,
    typed_board=TypedBoard(typed_board.FORM, typed_board.COMMENTS, typed_board.score),
    observation=observation.observation,
    symmetries=symmetries.symmetries,
    mind=heuristics.MIND,
    goals=goals.GOALS,
    levels=characters.LEVELS,
)
