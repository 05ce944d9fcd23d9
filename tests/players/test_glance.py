"""The player that glances, and how a whole turn is decided."""

from __future__ import annotations

import pytest

import ponticello as pc
from ponticello.engine import verbs
from ponticello.players import player
from ponticello.players.glance import GLANCES, GlancePlayer
from ponticello.players.player import Decision, choose_turn, write_turn
from ponticello.table.position import Position
from tests.engine.variants import VARIANTS, Variant

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_it_plays_to_the_end_and_repeats_itself(variant: Variant) -> None:
    games = []
    for _ in range(2):
        match = variant.match(seed=3)
        hand = player("glance", seed=4)
        while not match.over and len(match.moves) < 60:
            seat = match.actors[0]
            decision = hand.choose(match.view(seat), seat)
            assert decision.line == (decision.move,) and len(decision.expected) == variant.players
            match.play(decision.move, seat)
        games.append(match.moves)
    assert games[0] == games[1]


@pytest.mark.parametrize("game", [rulebook.name for rulebook in pc.games()])
def test_it_takes_the_best_outlook_of_a_few_moves(game: str) -> None:
    match = pc.game(game).match(2, seed=5)
    best = 0
    for seed in range(8):
        seat = match.actors[0]
        seen = match.view(seat)
        outlooks = sorted((verbs.outlook(seen.play(move).state, seat) for move in seen.legal_moves(seat)), reverse=True)
        chosen = verbs.outlook(seen.play(GlancePlayer(seed).choose(match.position, seat).move).state, seat)
        # Of ten moves drawn evenly the best is hardly ever among the worse half of all.
        best += chosen >= outlooks[len(outlooks) // 2]
        if len(outlooks) <= GLANCES:
            assert chosen == outlooks[0]
        match.play(match.legal(seat)[seed % len(outlooks)], seat)
    assert best >= 7


@pytest.mark.parametrize("game", [rulebook.name for rulebook in pc.games() if rulebook.simultaneous])
def test_it_sees_what_its_seat_may_see(game: str) -> None:
    match = pc.game(game).match(2, seed=1)
    one, two = (match.position.play(move) for move in match.legal(1)[:2])
    assert bytes(one.state) != bytes(two.state)
    assert GlancePlayer(7).choose(one, 0) == GlancePlayer(7).choose(two, 0)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_a_whole_turn_is_decided_action_by_action(variant: Variant) -> None:
    match = variant.match(seed=3)
    for number in range(12):
        if match.over:
            break
        seat = match.actors[0]
        asked: list[Position] = []

        def choose(position: Position, seat: int, asked: list[Position] = asked, number: int = number) -> Decision:
            asked.append(position)
            return player("random", seed=number).choose(position, seat)

        seen = match.view(seat)
        decisions = choose_turn(choose, seen, seat)
        assert len(decisions) == len(asked) >= 1 and asked[0] is seen
        assert [position.mid_turn(seat) for position in asked] == [False, *[True] * (len(asked) - 1)]
        match.play(write_turn(seen, decisions), seat)
        assert seat not in match.actors or not match.position.mid_turn(seat)
