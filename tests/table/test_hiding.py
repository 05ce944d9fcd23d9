"""What a seat may not know must not reach it: neither the others' moves of a running round nor the cards still to come."""

from __future__ import annotations

import random

import pytest

import ponticello as pc
from ponticello.engine.verbs import CHANCE
from ponticello.table.match import ONLOOKER, Match
from tests.table.pond import pond

GAMES = [rulebook for rulebook in pc.games() if rulebook.simultaneous]
VARIANTS = [(rulebook.name, players) for rulebook in GAMES for players in rulebook.players if players > 1]
ROUNDS = (0, 1, 6)


def finish_part(match: Match, seat: int, chooser: random.Random) -> None:
    """Plays for a seat at random until its part of the round is done."""
    moves = len(match.moves)
    while not match.over and seat in match.actors and not any(move.seat == CHANCE for move in match.moves[moves:]):
        match.play(chooser.choice(match.legal(seat)), seat)


def after_rounds(name: str, players: int, rounds: int) -> Match:
    """Returns a match with some rounds played at random."""
    match = pc.game(name).match(players, seed="the same")
    chooser = random.Random(rounds)
    for _ in range(rounds):
        for seat in range(players):
            finish_part(match, seat, chooser)
    return match


def everything_shown_to(match: Match, seat: int) -> list[str | bytes]:
    """Returns every surface through which a seat, or somebody looking on, meets the match."""
    view = match.view(seat)
    shown: list[str | bytes] = [bytes(view.state), str(view), view.text(colour=True), match.record(seat), match.explain(seat)]
    shown += [match.svg(seat), match.svg(seat, view=match.game.rulebook.views[0])]
    shown += [repr(view.scores), repr(match.last_actions(seat)), repr(match.turns(seat))]
    if seat in match.actors:
        shown.append(repr(match.legal(seat)))
    return shown


def shown_without_hash(match: Match, seat: int) -> list[str]:
    """Returns the same with the published hash left out."""
    return [str(part).replace(match.shuffle.hash, "") for part in everything_shown_to(match, seat)]


@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_what_others_do_in_the_running_round_stays_with_them(name: str, players: int, rounds: int) -> None:
    for watcher in (*range(players), ONLOOKER):
        shown = []
        moves = []
        for seed in range(3):
            match = after_rounds(name, players, rounds)
            others = [seat for seat in range(players) if seat != watcher]
            if watcher == ONLOOKER:
                others = others[:-1]  # the last to act would end the round
            played = len(match.moves)
            for seat in others:
                finish_part(match, seat, random.Random(100 * seed + seat))
            shown.append(everything_shown_to(match, watcher))
            moves.append(match.moves[played:])
        assert len(set(moves)) > 1, "the others must have played differently for this to prove anything"
        assert all(each == shown[0] for each in shown)


@pytest.mark.parametrize(("name", "players"), VARIANTS)
def test_when_the_round_ends_all_is_shown(name: str, players: int) -> None:
    match = after_rounds(name, players, 3)
    seen = match.view(0)
    for seat in range(players):
        finish_part(match, seat, random.Random(seat))
    assert bytes(match.view(0).state) == bytes(match.position.state) != bytes(seen.state)


@pytest.mark.parametrize("rulebook", [pytest.param(rulebook, id=rulebook.name) for rulebook in pc.games()])
def test_the_cards_to_come_are_nowhere(rulebook: pc.engine.game.Rulebook) -> None:
    """Two tables with other seeds that have drawn alike so far differ in the published hash and in nothing else."""
    start = rulebook.players[-1]
    first = pc.game(rulebook.name).match(start, seed="secret of the first")
    chooser = random.Random(5)
    while len(first.moves) < 25:
        seat = chooser.choice(first.actors)
        first.play(chooser.choice(first.legal(seat)), seat)
    second = Match(first.position_after(0), seed="secret of the second", begin=False)
    second.carry_out(first.moves)
    for seat in (*range(start), ONLOOKER):
        assert shown_without_hash(first, seat) == shown_without_hash(second, seat)
    assert first.shuffle.hash in first.record() and first.shuffle.seed not in first.record()


@pytest.fixture
def frogs() -> Match:
    """Two frogs in the middle of the second round: one has jumped twice, the other once; the card came first."""
    match = pond().match(2, seed="frogs")
    for seat, jumps in ((0, "j1,j1"), (1, "j2,j2"), (1, "j3"), (0, "j1"), (1, "j1")):
        match.play(jumps, seat)
    return match


def test_a_round_begins_where_chance_has_spoken_and_hides_the_others_moves(frogs: Match) -> None:
    seats = [move.seat for move in frogs.moves]
    assert seats == [CHANCE, 0, 0, 1, 1, CHANCE, 1, 0, 1]
    assert frogs.round_began == 6
    assert frogs.hidden_from(0) == {6, 8} and frogs.hidden_from(1) == {7}
    assert frogs.hidden_from(ONLOOKER) == {6, 7, 8} and frogs.hidden_from(None) == set()
    frogs.play("j1", 0)
    assert frogs.round_began == len(frogs.moves), "the round is over, and chance has turned up the next card"
    assert all(not frogs.hidden_from(seat) for seat in (0, 1, ONLOOKER))


def test_where_chance_never_speaks_or_moves_are_open_nothing_is_hidden() -> None:
    match = pc.game("ponte").match(seed=1)
    match.play("d4,e5")
    assert match.round_began == 0
    assert match.hidden_from(1) == match.hidden_from(ONLOOKER) == set()


def test_rounds_that_are_over_are_seen_move_by_move_and_the_running_one_is_not(frogs: Match) -> None:
    def distances(moves: int, seat: int | None) -> list[int]:
        return list(frogs.view_after(moves, seat).state.distance)[:2]

    assert distances(4, ONLOOKER) == distances(4, 0) == [2, 2], "of the first round everything is known"
    assert distances(9, None) == [1, 4]
    assert distances(9, 0) == [1, 0] and distances(9, 1) == [0, 4] and distances(9, ONLOOKER) == [0, 0]


def test_what_chance_did_after_some_moves(frogs: Match) -> None:
    (card,) = frogs.drawn_after(5)
    assert (card.seat, card.moves, card.at, card.until) == (CHANCE, (frogs.moves[5],), 5, 6)
    assert frogs.drawn_after(4) == frogs.drawn_after(6) == frogs.drawn_after(9) == []
