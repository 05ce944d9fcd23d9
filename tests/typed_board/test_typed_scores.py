"""Finished games written out as paper: the referee finds no fault with them and counts what the rules count."""

from __future__ import annotations

import random
import re
from functools import cache

import pytest

from ponticello.engine import verbs
from ponticello.engine.dice import new_dice
from tests.engine.variants import VARIANTS
from tests.typed_board.typed_exporters import EXPORTERS

# In these games each seat has a board of its own; in the others all share one.
OWN_BOARDS = ("hashi", "connections")
CASES = [variant for variant in VARIANTS if variant.rulebook.typed_board and ("games", "full") not in variant.options]


@cache
def played(variant):
    """Returns a game played to its end by people who like points, but not always."""
    seed = CASES.index(variant)
    match = variant.match(seed)
    tries = 40 if variant.name == "connections" else 6  # most ways to lay a tile there are spirals
    chooser, dice = random.Random(seed), new_dice(seed)
    while not match.over:
        seat, position = chooser.choice(match.actors), match.position
        moves = [position.move(verbs.sample(position.state, seat, None, dice), seat) for _ in range(chooser.choice((1, tries)))]
        match.play(max(moves, key=lambda move: verbs.standing(position.play(move).state, seat)), seat)
    return match


def words(sentence):
    """Returns the words of a sentence in alphabetical order: islands may be listed in any."""
    return sorted(re.findall(r"\w+", sentence))


def totals(report):
    """Returns the numbers of points that a report ends up with."""
    return [int(found[1]) for line in report if (found := re.fullmatch(r"\S.*: (\d+) points?(?: lost)?", line))]


@pytest.mark.parametrize("variant", CASES, ids=str)
def test_the_referee_agrees_with_the_rules(variant):
    match = played(variant)
    for seat in range(match.players if variant.name in OWN_BOARDS else 1):
        report = variant.rulebook.typed_board.score(EXPORTERS[variant.name](match, seat))
        assert "keeps every rule" in report[0]
        assert not [line for line in report if line.startswith(("Broken:", "Note:"))]
        expected = [match.scores[seat]] if variant.name in OWN_BOARDS else list(match.scores)
        if variant.name == "ponte" and match.position.state.light_seat == 1:
            expected.reverse()
        assert totals(report) == expected
        lines = list(map(words, report))
        assert all(words(sentence) in lines for sentence in match.position.explain(seat))


@pytest.mark.parametrize("variant", CASES, ids=str)
def test_the_winner_is_named(variant):
    if variant.name in OWN_BOARDS:
        return
    match = played(variant)
    verdict = variant.rulebook.typed_board.score(EXPORTERS[variant.name](match, 0))[-1]
    if len(match.winners) > 1:
        assert "share" in verdict
    elif variant.name == "ponte":
        light = match.position.state.light_seat == match.winners[0]
        assert verdict.startswith("Light wins" if light else "Dark wins")
    else:
        assert verdict.startswith(f"Player {match.winners[0] + 1} wins")


@pytest.mark.parametrize("name", OWN_BOARDS)
def test_awards_and_open_tiles_do_come_up(name):
    """The games above are worth the name: some seat has an award, and most tiles lie open."""
    states = [played(variant).position.state for variant in CASES if variant.name == name]
    if name == "hashi":
        assert any(state.award[seat, award] for state in states for seat in range(state.seats) for award in range(3))
    else:
        assert any(state.spirals[seat] < 12 for state in states for seat in range(state.seats))


@pytest.mark.parametrize(("name", "players"), [("ponte", 2), ("skybridge", 2), ("skybridge", 3), ("connections", 1)])
def test_a_game_that_goes_on_is_noticed(name, players):
    variant = next(case for case in CASES if (case.name, case.players) == (name, players))
    match = played(variant)
    unfinished = match.position_after(len(match.moves) * 3 // 5)
    while name == "ponte" and unfinished.mid_turn(unfinished.actors[0]):
        unfinished = unfinished.play(unfinished.legal_moves()[0])

    class Stopped:
        position, game = unfinished, match.game

    report = variant.rulebook.typed_board.score(EXPORTERS[name](Stopped, 0))
    assert any(line.startswith("Note:") and "not over yet" in line for line in report), report
