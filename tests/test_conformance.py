"""What every game must do, whatever its rules: one test for all of them, in all their variants. Nothing here names a game."""

from __future__ import annotations

import contextlib
import importlib
import itertools
import random
import re
from collections import Counter

import numpy as np
import pytest

from ponticello.engine import verbs
from ponticello.engine.dice import new_dice
from ponticello.engine.errors import BadNotation, BadOption, IllegalMove, NotYourTurn, UnknownGame
from ponticello.engine.verbs import CHANCE, LEGAL
from ponticello.games import names, rulebook
from ponticello.table.game import game, games
from ponticello.table.pont import read_records, write_match, write_result
from ponticello.table.position import Move
from tests.engine.variants import SEATS, VARIANTS, Variant, bytes_of, finished, is_sentence, not_refused, play_at_random, stations

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_game = pytest.mark.parametrize("name", names())


# The shelf


@every_game
def test_a_game_introduces_itself(name: str) -> None:
    found = rulebook(name)
    assert found.name == name == name.lower()
    assert found.title and found.author and found.summary and 1900 < found.year < 2100
    assert list(found.players) == sorted(set(found.players)) and min(found.players) >= 1 and max(found.players) < CHANCE
    assert found.actions > 0 and found.views
    assert found.levels and len({level.name.lower() for level in found.levels}) == len(found.levels)
    assert all(is_sentence(level.character) for level in found.levels)
    assert rulebook(f"  {name.upper()} ") is found
    assert found in games()
    for option in found.options:
        assert option.default in option.choices and option.help and option.name.isidentifier()


def test_an_unknown_game_is_refused_with_a_hint() -> None:
    with pytest.raises(UnknownGame, match=f"did you mean {names()[0]}"):
        rulebook(names()[0] + "e")
    with pytest.raises(UnknownGame, match=", ".join(names())):
        game("xyzzy")


@every_game
def test_options_are_checked(name: str) -> None:
    found = rulebook(name)
    assert game(name).options == {option.name: option.default for option in found.options}
    with pytest.raises(BadOption, match="has no option 'nonsense'"):
        game(name, nonsense=1)
    for option in found.options:
        for choice in option.choices:
            assert game(name, **{option.name: choice}).options[option.name] == choice
            assert f"{option.name}={choice!r}" in repr(game(name, **{option.name: choice}))
        for wrong in ("nonsense", None, 2.5, 99, "", object()):
            with pytest.raises(BadOption, match=f"{option.name} cannot be"):
                game(name, **{option.name: wrong})


@every_game
def test_the_number_of_players_is_checked(name: str) -> None:
    assert game(name).position().players == rulebook(name).players[0]
    for wrong in {0, -1, 1, 2, 3, 4, 5, 99} - set(rulebook(name).players):
        with pytest.raises(BadOption, match=f"not {wrong}"):
            game(name).position(wrong)


# A random game, from its start to its end


@every_variant
@pytest.mark.parametrize("seed", [1, 2])
def test_no_game_comes_to_a_dead_end(variant: Variant, seed: int) -> None:
    match = finished(variant, seed)
    for at in range(len(match.moves)):
        position = match.position_after(at)
        assert position.actors and not position.over and position.winners == ()
        for seat in SEATS:
            assert bool(position.legal_actions(seat)) == (seat in position.actors), f"seat {seat} after {at} moves"
    assert match.over and match.actors == () and match.legal() == []
    assert all(match.position.legal_actions(seat) == [] for seat in SEATS)
    assert match.winners and set(match.winners) <= set(range(variant.players))
    assert len(match.scores) == variant.players


@every_variant
def test_the_legal_moves_are_those_no_rule_refuses(variant: Variant) -> None:
    for seed in (1, 2):
        for position in stations(variant, seed, 12):
            for seat in position.actors:
                assert position.legal_actions(seat) == not_refused(position, seat)


@every_variant
def test_a_seat_that_may_not_act_is_told_so(variant: Variant) -> None:
    for position in stations(variant, 1, 12):
        for seat in set(SEATS) - set(position.actors):
            with pytest.raises(NotYourTurn) as refused:
                position.play("pass", seat)
            assert is_sentence(str(refused.value))
            with pytest.raises(NotYourTurn):
                position.play(Move("?", seat, 0))


@every_variant
def test_every_refusal_is_explained_in_one_sentence(variant: Variant) -> None:
    why, actions = variant.rulebook.why, variant.rulebook.actions
    for seed in (1, 2):
        for position in stations(variant, seed, 4):
            state = position.state
            for seat, action in itertools.product(SEATS, range(actions)):
                reason = verbs.refusal(state, seat, action)
                if reason != LEGAL:
                    assert is_sentence(why(state, seat, action, reason)), f"{action} of seat {seat}"
                    assert reason in variant.rulebook.refusals


@every_variant
def test_an_illegal_move_raises_the_sentence(variant: Variant) -> None:
    position = variant.match(1).position
    seat = position.actors[0]
    for action in sorted(set(range(variant.rulebook.actions)) - set(position.legal_actions(seat))):
        move = position.move(action, seat)
        with pytest.raises(IllegalMove) as refused:
            position.play(move)
        reason = verbs.refusal(position.state, seat, action)
        assert str(refused.value) == variant.rulebook.why(position.state, seat, action, reason)
        assert refused.value.rule == variant.rulebook.refusals[reason]


@every_game
def test_every_rule_that_refuses_has_a_name(name: str) -> None:
    found = rulebook(name).refusals
    assert LEGAL not in found and len(set(found.values())) == len(found)
    for number, rule in found.items():
        assert rule.isidentifier() and rule.isupper()
        assert getattr(importlib.import_module(f"ponticello.games.{name}.rules"), rule) == number


@every_variant
@pytest.mark.parametrize("far", [-1, 1_000_000])
def test_an_action_outside_the_game_is_illegal(variant: Variant, far: int) -> None:
    position = variant.match(1).position
    with pytest.raises(IllegalMove):
        position.play(Move("?", position.actors[0], far))


@every_variant
def test_random_play_draws_only_legal_actions(variant: Variant) -> None:
    marks = np.zeros(variant.rulebook.actions, np.int8)
    for number, position in enumerate(stations(variant, 2, 12)):
        dice = new_dice(number, 5)
        for seat in position.actors:
            legal = set(position.legal_actions(seat))
            state = position.state  # kept from draw to draw: a game may strike impossible actions off its lists
            drawn = {verbs.sample(state, seat, marks.data, dice) for _ in range(60)}
            assert drawn <= legal


@every_variant
def test_random_play_draws_every_legal_action(variant: Variant) -> None:
    marks = np.zeros(variant.rulebook.actions, np.int8)
    for position in [variant.start(), *stations(variant, 2, 8)]:
        for seat in position.actors:
            legal, dice = position.legal_actions(seat), new_dice(11)
            if len(legal) > 30 and len(position.game.position(variant.players).legal_actions(seat)) != len(legal):
                continue  # long lists take long; those of the start will do
            weights = [verbs.weight(position.state, action) if seat == CHANCE else 1 for action in legal]
            drawn = Counter(verbs.sample(position.state, seat, marks.data, dice) for _ in range(20 * sum(weights)))
            for action, weight in zip(legal, weights, strict=True):
                assert abs(drawn[action] - 20 * weight) < 5 * (20 * weight) ** 0.5, "neither never nor too often"


# Notation


@every_variant
def test_a_move_reads_as_it_is_written(variant: Variant) -> None:
    for position in stations(variant, 1, 12):
        for seat in position.actors:
            for move in position.legal_moves(seat):
                text = str(move)
                spaced = re.sub(r"([^\w\s])", r"  \1 ", text)
                spellings = (text, text.upper(), text.lower(), f"  {text}\t", text.replace(" ", "   "), spaced)
                for spelling in spellings:
                    assert position.read(spelling, seat) == [move], spelling


@every_variant
def test_every_action_can_be_written_down(variant: Variant) -> None:
    """Errors name moves that are not legal, so these need a notation too."""
    for position in stations(variant, 1, 3):
        for seat, action in itertools.product(SEATS, range(variant.rulebook.actions)):
            assert is_sentence(str(position.move(action, seat)))


@every_variant
def test_nonsense_cannot_be_read(variant: Variant) -> None:
    chooser = random.Random(4)
    for position in [variant.start(), *stations(variant, 1, 3)[:-1]]:
        words = [str(move) for seat in position.actors for move in position.legal_moves(seat)]
        nonsense = [
            "",
            " ",
            "?",
            "pss",
            "a",
            "1",
            "a0",
            "z99",
            "-",
            ",",
            "a1,",
            "a1-a1",
            "\n",
            "\0",
            "\u0663",
            "a1,b2,c3,d4",
            "9" * 999,
        ]
        for _ in range(300):
            word = list(chooser.choice(words))
            at = chooser.randrange(len(word))
            word[at : at + chooser.randrange(3)] = chooser.choice(["", "@", "-", ",", " ", "a", "9", "b3", "r", "é"])
            nonsense.append("".join(word))
        for text in nonsense:
            for seat in position.actors:
                try:
                    moves = position.read(text, seat)
                except BadNotation as error:
                    assert is_sentence(str(error)) or len(text) > 100
                else:
                    assert moves and all(0 <= move.action < variant.rulebook.actions for move in moves)
    with pytest.raises(BadNotation, match="too long"):
        position.read("a" * 1001, position.actors[0])


# Positions


@every_variant
def test_playing_leaves_the_old_position_as_it_was(variant: Variant) -> None:
    for position in stations(variant, 1, 12)[:-1]:
        before = bytes_of(position)
        seat = position.actors[-1]
        for move in (position.legal_moves(seat)[0], position.legal_moves(seat)[-1]):
            after = position.play(move)
            assert bytes_of(position) == before != bytes_of(after)
            assert not np.shares_memory(position._state.array, after._state.array)


@every_variant
def test_looking_at_a_position_changes_nothing(variant: Variant) -> None:
    """Threads share positions, so not even a scratch field may be written."""
    for position in stations(variant, 1, 12):
        before = bytes_of(position)
        for seat in SEATS:
            position.legal_actions(seat)
        for seat in range(variant.players):
            for ask in (position.explain, position.view, position.mid_turn):
                ask(seat)
        for action in range(0, variant.rulebook.actions, 7):
            for seat in position.actors:
                with contextlib.suppress(IllegalMove):
                    position.check(Move("?", seat, action))
        for look in (position.text, position.svg, position.__repr__, lambda at=position: (at.scores, at.winners, at.chance)):
            look()
        assert bytes_of(position) == before


@every_variant
def test_a_copy_is_independent(variant: Variant) -> None:
    for position in stations(variant, 1, 4):
        before = bytes_of(position)
        # What nobody may change can be shared: a view that hides nothing is the position itself.
        views = [view for view in map(position.view, SEATS) if view is not position]
        for other in (position.state.array, position._state.copy().array, *(view._state.array for view in views)):
            assert not np.shares_memory(other, position._state.array)
            other.view(np.uint8)[:] ^= 0x55
        assert bytes_of(position) == before


@every_variant
def test_a_view_can_be_played_on(variant: Variant) -> None:
    for position in stations(variant, 1, 6)[:-1]:
        for seat in set(position.actors) - {CHANCE}:
            view = position.view(seat)
            assert view.actors == position.actors
            assert view.legal_moves(seat) == position.legal_moves(seat)
            assert bytes_of(view.view(seat)) == bytes_of(view)


@every_variant
def test_chances_add_up(variant: Variant) -> None:
    for position in [variant.start(), *stations(variant, 1, 4)]:
        if position.actors == (CHANCE,):
            assert sum(position.chance.values()) == pytest.approx(1)
            assert list(position.chance) == position.legal_moves(CHANCE) and min(position.chance.values()) > 0
        else:
            assert position.chance == {}


@every_variant
def test_undo_restores_every_byte(variant: Variant) -> None:
    match = play_at_random(variant.match(5), 5)
    while match.moves[-1].seat != CHANCE:
        last, before = match.moves[-1], match.position_after(len(match.moves) - 1)
        expected = bytes_of(before)
        seat = last.seat if len(match.moves) % 2 else None
        assert match.undo(seat) == last
        assert match.position is before and bytes_of(match.position) == expected
        assert last.seat in match.actors
        if len(match.moves) == 0:
            break
    with pytest.raises(IllegalMove, match=r"take back|taken back"):
        match.undo()


@every_variant
def test_a_match_goes_on_after_undo_as_if_nothing_had_been(variant: Variant) -> None:
    match = play_at_random(variant.match(6), 6, most=12)
    straight = bytes_of(match.position)
    taken = []
    while len(taken) < 3 and match.moves and match.moves[-1].seat != CHANCE:
        taken.append(match.undo())
    for move in reversed(taken):
        match.play(move)
    assert bytes_of(match.position) == straight


# Records


@every_variant
def test_a_record_keeps_everything(variant: Variant) -> None:
    players = [f"Ann-Zoë {k}" for k in range(variant.players)]
    for most in (10_000, 20, 3, 2, 1, 0):
        match = play_at_random(variant.game.match(seed="a fair one", names=players), 7, most)
        begins = [
            at for at, move in enumerate(match.moves) if move.seat == CHANCE or not match.position_after(at).mid_turn(move.seat)
        ]
        for at, comment in zip(begins[::3], itertools.cycle(["well done", "two\nlines: C# is no comment"]), strict=False):
            match.comments[at] = comment
        text = write_match(match)
        (record,) = read_records(text)
        again = record.replay()
        assert again.turns() == match.turns(), "turns that overlapped are kept one after the other, with their comments"
        assert len(again.turns()) == len(begins) and sum(bool(turn.comment) for turn in again.turns()) == len(begins[::3])
        assert bytes_of(again.position) == bytes_of(match.position)
        assert again.names == match.names and again.game.options == match.game.options and again.date == match.date
        assert write_result(again) == write_result(match) and again.winners == match.winners
        assert ("\nseed: a fair one\n" in text) == match.over and ("unfinished" in text) != match.over
        assert write_match(again) == text


@every_variant
def test_an_unfinished_record_can_be_finished_and_read_again(variant: Variant) -> None:
    match = read_records(write_match(play_at_random(variant.match(8), 8, most=10)))[0].replay()
    play_at_random(match, 9)
    (record,) = read_records(write_match(match))
    assert record.replay().turns() == match.turns() and record.replay().scores == match.scores
