"""Connections (Kreuz & Quer), for one to four players."""

from ponticello.engine.game import Boards, Option, Rulebook, TypedBoard
from ponticello.games.connections import (
    characters,
    goals,
    heuristics,
    notation,
    observation,
    optimum,
    referee,
    rules,
    symmetries,
    tell,
    trial,
    typed_board,
)
from ponticello.games.connections.palette import STYLE
from ponticello.games.connections.picture import VIEWS, picture
from ponticello.games.connections.plain_board import plain_board
from ponticello.games.connections.print_sheets import print_sheets
from ponticello.games.connections.text import text
from ponticello.games.connections.tileset import SHIPPED, read_board_option
from ponticello.games.connections.words import mark

GAME = Rulebook(
    name="connections",
    title="Connections",
    author="Reiner Knizia",
    year=2012,
    summary=mark(
        "Everybody lays the same tiles, each on a board of their own, to connect the numbers of the border to its centre."
        " Tiles and boards are our own design, not the published ones."
    ),
    players=(1, 2, 3, 4),
    options=(
        Option(
            "board",
            mark("The tiles and boards: our own, which are shipped."),
            SHIPPED,
            (SHIPPED,),
            reader=read_board_option,
            own=mark("Or a .toml file with tiles and boards, or a set in one line."),
        ),
        Option(
            "games",
            mark("One game, or a full match: as many games as players, the lost points added up."),
            "one",
            (mark("one"), mark("full")),
        ),
    ),
    state=rules.Connections,
    actions=rules.ACTIONS,
    set_up=rules.set_up,
    write=notation.write,
    read=notation.read,
    joiner=notation.JOINER,
    why=referee.why,
    refusals=referee.REFUSALS,
    explain=referee.explain,
    text=text,
    tell=tell.tell,
    task=tell.task,
    describe=tell.describe,
    picture=picture,
    style=STYLE,
    board=plain_board,
    views=VIEWS,
    unit=mark("points lost"),
    worth=referee.worth,
    fewest_win=True,
    award=referee.title,
    simultaneous=True,
    boards=Boards("board", (SHIPPED,), trial.facts, trial.report),
    print_sheets=print_sheets,
    typed_board=TypedBoard(typed_board.FORM, typed_board.COMMENTS, typed_board.score),
    observation=observation.observation,
    symmetries=symmetries.symmetries,
    optima=optimum.OPTIMA,
    mind=heuristics.MIND,
    goals=goals.GOALS,
    levels=characters.LEVELS,
)
