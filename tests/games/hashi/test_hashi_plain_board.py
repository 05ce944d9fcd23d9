"""The boards as plain Python, against the oracle: islands, bridges, awards and cards over whole random games."""

from __future__ import annotations

import pytest

import ponticello as pc
from ponticello.games.hashi.board import DATA, DataFile
from ponticello.games.hashi.plain_board import Card
from tests.engine.variants import play_at_random
from tests.games.hashi.hashi_oracle import Map, Oracle

FLAGS = {"o": None, "r": "red", "b": "blue"}


@pytest.mark.parametrize(("players", "side"), [(1, "A"), (2, "B"), (4, "A")])
def test_the_boards_are_what_the_oracle_sees(players: int, side: str) -> None:
    file = DataFile.read(DATA / f"{side}.toml")
    oracle = Oracle(Map(file.texts("grid"), frozenset(file.texts("without", []))), players)
    match = play_at_random(pc.game("hashi", board=side).match(players, seed=3), 3)
    for at, played in enumerate(match.moves, start=1):
        oracle.play(played.seat, str(played))
        position = match.position_after(at)
        board = position.board
        assert {tuple(sorted(line)) for line in board.lines} == {tuple(sorted(line)) for line in oracle.chart.lines}
        if oracle.turned:
            assert board.card == (None if oracle.turn is None else Card(*oracle.turned[-1]))
        assert {(card.number, card.bridges): many for card, many in board.cards_left.items()} == {
            card: 1 for card in oracle.deck if card not in oracle.turned
        }
        for seat, (own, sheet) in enumerate(zip(board.boards, oracle.sheets, strict=True)):
            if oracle.turned:  # before, a number waits until everybody has chosen
                assert {name: island.number for name, island in own.islands.items() if island.number} == sheet.number
            assert {name for name, island in own.islands.items() if island.is_finished} == sheet.finished()
            assert {name: island.flag for name, island in own.islands.items()} == {
                name: FLAGS[flag] for name, flag in oracle.chart.flags.items()
            }
            assert all(island.bridges == sheet.reaching(name) for name, island in own.islands.items())
            assert {tuple(sorted(ends)): number for ends, number in own.bridges.items()} == {
                tuple(sorted(line)): sheet.bridges.count(line) for line in sheet.bridges
            }
            assert {award: points for award, points in own.awards.items() if points} == oracle.awards[seat]
            finished = sum(island.is_finished for island in own.islands.values())
            assert 2 * finished + sum(own.awards.values()) == position.scores[seat]
    assert match.over


def test_a_seat_does_not_find_what_another_does_this_round() -> None:
    match = pc.game("hashi").match(2, seed=1)
    match.play("3@c4", 0)
    match.play("3@c4", 1)
    number = match.position.board.card.number
    before = match.view(1).board
    (wrote, *_) = [move for move in match.legal_moves(0) if "@" in str(move)]
    match.play(wrote)
    island = str(wrote).split("@")[1]
    assert match.view(0).board.boards[0].islands[island].number == number
    assert match.view(1).board == before
