"""The fast rules against the slow oracle, on thousands of random positions."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games.hashi import notation, position, rules
from ponticello.games.hashi.board import DATA, DataFile
from tests.games.hashi.hashi_oracle import Map, Oracle
from tests.games.hashi.hashi_table import content, fresh

pytestmark = pytest.mark.slow

CRAMPED = "oo1oo/o1r1o/rb1br/o1r1o/oobo1"


def chart_of(board: str) -> Map:
    if board in ("A", "B"):
        file = DataFile.read(DATA / f"{board}.toml")
        return Map(file.texts("grid"), frozenset(file.texts("without", [])))
    grid, _, without = board.partition(" without ")
    rows = ["".join("." * int(c) if c.isdigit() else c for c in row) for row in grid.split("/")]
    return Map(rows, frozenset(without.split()))


BOARDS = ("A", "B", CRAMPED, f"{CRAMPED} without b1-d1 a2-a3")


def compare(state: position.Hashi, oracle: Oracle, refusals: Counter[int]) -> dict[int, dict[str, int]]:
    """Checks that rules and oracle agree on a position; returns the legal actions of every seat by notation."""
    who = {seat for seat in range(CHANCE + 1) if rules.actors(state) >> seat & 1}
    assert who == oracle.actors()
    assert [rules.points(state, seat) for seat in range(state.seats)] == [oracle.points(s) for s in range(state.seats)]
    for seat, awards in enumerate(oracle.awards):
        assert [state.award[seat, k] for k in range(3)] == [awards.get(name, 0) for name in ("red", "blue", "six")]
    found: dict[int, dict[str, int]] = {}
    for seat in who:
        reasons = [rules.refusal(state, seat, action) for action in range(position.ACTIONS)]
        refusals.update(reasons)
        actions = [action for action, reason in enumerate(reasons) if reason == LEGAL]
        found[seat] = {notation.write(state, seat, action): action for action in actions}
        assert len(found[seat]) == len(actions)
        assert set(found[seat]) == oracle.legal(seat)
    return found


def stock(state: position.Hashi) -> bytes:
    again = state.copy()
    for seat in range(state.seats):
        position.take_stock(again, seat)
    return content(again)


def choose(moves: list[str], style: str, chooser: random.Random) -> str:
    """Picks a move; an eager player leaves nothing out, so that boards fill up."""
    if style == "eager" and len(moves) > 1:
        moves = [move for move in moves if move not in ("skip", "done")] or moves
    return chooser.choice(moves)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_agree_with_the_oracle(players: int, board: str) -> None:
    chooser = random.Random(f"{players}{board}")
    refusals: Counter[int] = Counter()
    for style in ("even", "eager", "eager") if players < 3 else ("even", "eager"):
        state, oracle = fresh(players, board), Oracle(chart_of(board), players)
        while moves := compare(state, oracle, refusals):
            seat = chooser.choice(sorted(moves))
            text = choose(sorted(moves[seat]), style, chooser)
            rules.play(state, seat, moves[seat][text])
            oracle.play(seat, text)
            assert stock(state) == content(state), "what is kept up move by move is what follows from numbers and bridges"
        assert oracle.over() and state.rounds == 17
    wanted = set(range(15)) - {rules.END_FULL}
    assert wanted <= set(refusals) | ({rules.CROSSING, rules.TOO_FEW_LEFT} if board == "A" else set())


@pytest.mark.parametrize("board", ["B", CRAMPED])
def test_crowded_boards_agree_with_the_oracle(board: str) -> None:
    """Boards near their end, where the bridges of a card often do not fit any more."""
    chooser = random.Random(board)
    chart, tight = chart_of(board), 0
    for _ in range(40):
        state, oracle = fresh(1, board), Oracle(chart, 1)
        oracle.play(0, "3@a1")
        rules.play(state, 0, position.START_3)
        sheet = oracle.sheets[0]
        names = [notation.island_name(state, island) for island in range(18)]
        for _ in range(chooser.randrange(60, 240)):
            if chooser.random() < 0.2:
                name, number = chooser.choice(names), chooser.randrange(1, 7)
                if name not in sheet.number and sheet.reaching(name) <= number:
                    sheet.number[name] = number
                    state.number[0, names.index(name)] = number
            else:
                line = chooser.randrange(state.lines)
                pair = tuple(notation.line_name(state, line).split("-"))
                if sheet.may_draw(chart, pair):  # type: ignore[arg-type]
                    sheet.bridges.append(pair)  # type: ignore[arg-type]
                    state.spans[0, line] += 1
        position.take_stock(state, 0)
        for bridges in (1, 2, 3):
            before = state.copy()
            state.phase, state.to_act, state.stage[0], state.card = position.ROUND, 1, position.DRAWING, bridges - 1
            fast = {a - position.BRIDGE for a in range(position.BRIDGE, position.DONE) if rules.refusal(state, 0, a) == LEGAL}
            slow = sheet.first_bridges(chart, bridges)
            assert {notation.line_name(state, line) for line in fast} == slow
            tight += len(sheet.first_bridges(chart, 1)) - len(slow)
            state = before
    assert tight > 15, "the boards are crowded enough to tell"


def test_a_compiled_game_ends_as_the_oracle_says() -> None:
    from ponticello.engine.dice import new_dice
    from ponticello.engine.playouts import run_moves
    from ponticello.engine.record import Records

    for players in (1, 2, 3, 4):
        for game in range(4):
            board = BOARDS[game]
            end, replayed, oracle = fresh(players, board), fresh(players, board), Oracle(chart_of(board), players)
            moves = np.zeros(1000, np.int64)
            dice = new_dice(game, players)
            marks = np.zeros(position.ACTIONS, np.int8)
            count = run_moves(Records(position.Hashi, end.array), Records(type(dice), dice.array), marks, moves)
            for action in moves[:count]:
                seat = min(oracle.actors())
                text = notation.write(replayed, seat, int(action))
                assert text in oracle.legal(seat)
                oracle.play(seat, text)
                rules.play(replayed, seat, int(action))
            assert oracle.over() and content(replayed) == content(end)
            assert [rules.points(end, s) for s in range(players)] == [oracle.points(s) for s in range(players)]
