"""Hashi, for one to four players."""

import ponticello.games.hashi.legal_actions
import ponticello.games.hashi.signs  # noqa: F401  (both answer verbs)
from ponticello.engine.game import Boards, Option, Rulebook, TypedBoard
from ponticello.games.hashi import (
    characters,
    goals,
    heuristics,
    notation,
    observation,
    optimum,
    position,
    referee,
    symmetries,
    tell,
    trial,
    typed_board,
    typed_form,
)
from ponticello.games.hashi.board import SHIPPED, read_board_option
from ponticello.games.hashi.palette import STYLE
from ponticello.games.hashi.picture import VIEWS, picture
from ponticello.games.hashi.plain_board import plain_board
from ponticello.games.hashi.print_sheets import print_sheets
from ponticello.games.hashi.text import text
from ponticello.games.hashi.words import mark

GAME = Rulebook(
    name="hashi",
    title="Hashi",
    author="Jeffrey D. Allers",
    year=2021,
    summary=mark(
        "Write a card's number on an island, draw its bridges, and finish islands with exactly their number of bridges."
        " Boards and deck are our own design, not the published ones."
    ),
    players=(1, 2, 3, 4),
    options=(
        Option(
            "board",
            mark("The islands: side A, or side B, which is a little harder."),
            "A",
            SHIPPED,
            read_board_option,
            own=mark("Or your own as a TOML file, or its rows in one line."),
            also=("side",),
        ),
    ),
    state=position.Hashi,
    actions=position.ACTIONS,
    set_up=position.set_up,
    write=notation.write,
    read=notation.read,
    joiner=notation.JOINER,
    why=referee.why,
    refusals=referee.REFUSALS,
    explain=referee.explain,
    text=text,
    tell=tell.tell,
    task=tell.task,
    choice=tell.choice,
    describe=tell.describe,
    picture=picture,
    style=STYLE,
    board=plain_board,
    views=VIEWS,
    simultaneous=True,
    award=referee.title,
    boards=Boards("board", SHIPPED, trial.facts, trial.report),
    print_sheets=print_sheets,
    typed_board=TypedBoard(typed_form.FORM, typed_form.COMMENTS, typed_board.score),
    observation=observation.observation,
    symmetries=symmetries.symmetries,
    optima=optimum.OPTIMA,
    mind=heuristics.MIND,
    goals=goals.GOALS,
    levels=characters.LEVELS,
)
