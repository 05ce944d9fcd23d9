"""Players that ask a net: legal moves, nothing hidden seen, equal games for equal seeds, exact ends, clear words without one."""

from __future__ import annotations

import logging
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import ponticello as pc
from ponticello.analysis.model import VICTORY
from ponticello.analysis.worth import strongest_mind, worth_of_position, worth_of_turn
from ponticello.engine.errors import BadData
from ponticello.players import best, player, seat_player
from ponticello.players import net as nets
from ponticello.players.net import net_for
from ponticello.players.net_player import NetPlayer, PolicyPlayer
from ponticello.players.parallel_search import ParallelSearch
from ponticello.players.search import plan_of
from ponticello.players.tree import USED
from ponticello.table.game import Game
from ponticello.table.match import Match
from tests.engine.variants import VARIANTS, Variant
from tests.engine.warmth import warm_up
from tests.players.small_net import write_net

pytestmark = pytest.mark.slow

ROUNDS = [variant for variant in VARIANTS if variant.rulebook.simultaneous and variant.players > 1]


@pytest.fixture(autouse=True)
def _without_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")


@pytest.fixture
def _as_if_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the strongest level ask its net, which it leaves alone where all is interpreted, without compiling anything."""
    monkeypatch.setattr(nets, "interpreted", lambda: False)


def after_random_moves(match: Match, moves: int, seed: int = 1) -> Match:
    chooser = random.Random(seed)
    for _ in range(moves):
        if not match.over:
            match.play(chooser.choice(match.legal(chooser.choice(match.actors))))
    return match


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_they_play_legal_moves(variant: Variant, tmp_path: Path) -> None:
    file = write_net(tmp_path / "a.onnx", variant.game, variant.players)
    match = after_random_moves(variant.match(seed=3), 7)
    hands = [NetPlayer(file, seed=seat, threads=1) for seat in range(variant.players)]
    for _ in range(3):
        seat = match.actors[0]
        decision = hands[seat].choose(match.position, seat, simulations=5)
        assert decision.line[0] == decision.move and len(decision.expected) == variant.players
        if variant.players > 1:
            assert sum(decision.expected) == pytest.approx(1)
        match.play(decision.move)
    at_once = PolicyPlayer(file)
    while not match.over:
        seat = match.actors[0]
        match.play(at_once.choose(match.position, seat).move)


def test_a_policy_player_plays_the_most_likely_legal_action(tmp_path: Path) -> None:
    game = pc.game("skybridge")
    file = write_net(tmp_path / "a.onnx", game, 2, value=(0.9, 0.1))
    position = after_random_moves(game.match(2, seed=1), 5).position
    seat = position.actors[0]
    net, seen = net_for(game, 2, file), position.observation(seat)
    assert net is not None
    logits = net.judge(seen.planes[np.newaxis], seen.scalars[np.newaxis])[0][0]
    decision = seat_player(f"policy:{file}", game.match(2)).choose(position)
    assert decision.move == max(position.legal_moves(seat), key=lambda move: logits[move.action])
    assert decision.expected[seat] == pytest.approx(0.9) and decision.simulations == 0


@pytest.mark.parametrize("variant", ROUNDS, ids=str)
def test_what_looks_the_same_is_decided_the_same(variant: Variant, tmp_path: Path) -> None:
    """Two tables differ only in what the others have secretly played in the running round."""
    file = write_net(tmp_path / "a.onnx", variant.game, variant.players)
    match, chooser = variant.match(seed=1), random.Random(str(variant))
    while 0 not in match.actors or match.actors == (0,):  # a round in which others can still act
        match.play(chooser.choice(match.legal(match.actors[0])))
    tables = []
    while len({bytes(table.state) for table in tables}) < 2:
        position = match.position
        for other in [seat for seat in position.actors if seat != 0]:
            while other in position.actors and 0 in position.actors:
                position = position.play(chooser.choice(position.legal_moves(other)))
        tables.append(position)
    for hand in (NetPlayer, PolicyPlayer):
        one, two = (hand(file, seed=9).choose(position, 0, simulations=12) for position in (tables[0], tables[-1]))
        assert (one.move, one.expected, one.line) == (two.move, two.expected, two.line)


@pytest.mark.parametrize("game", ["skybridge", "hashi"])
def test_equal_seeds_play_equal_games_in_however_many_parts(game: str, tmp_path: Path) -> None:
    file = write_net(tmp_path / "a.onnx", pc.game(game), 2)
    position = pc.game(game).match(2, seed=6).position
    seat = position.actors[0]
    one, two = (NetPlayer(file, seed=4, threads=1).choose(position, seat, simulations=60) for _ in range(2))
    assert one.simulations == two.simulations == 60
    assert (one.move, one.expected, one.line) == (two.move, two.expected, two.line)
    net = net_for(pc.game(game), 2, file)
    trees = []
    for part in (1, 7, 60):
        seen = position.view(seat)
        plan = plan_of(seen.game.rulebook.mind, seen, seat, net)
        search = ParallelSearch(type(seen.state), seen.game.rulebook.actions, plan, 1, 4, net)
        search.turn_to(seen.state)
        tree, left = search.trees[0], 60
        while left:
            left -= tree.grow(search.plan, min(part, left), left)
        assert tree.nodes[0].visits == tree.children["visits"].sum() + 1 == 61  # what was lent is taken back
        trees.append(tree.nodes.array[: tree.counts[USED]].tobytes())
    assert trees[0] == trees[1] == trees[2]


def test_a_number_of_simulations_is_kept_exactly_by_several_trees_too(tmp_path: Path) -> None:
    file = write_net(tmp_path / "a.onnx", pc.game("skybridge"), 2)
    position = pc.game("skybridge").match(2, seed=1).position
    for threads in (1, 2, 3):
        assert NetPlayer(file, threads=threads).choose(position, simulations=31).simulations == 31


def test_compiled_and_interpreted_decide_alike(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pc.game("connections")  # which has cards, and where all act at once
    monkeypatch.delenv("PONTICELLO_INTERPRET")
    warm_up(game.name)
    file = write_net(tmp_path / "a.onnx", game, 2)
    position = after_random_moves(game.match(2, seed=5), 9).position
    seat = position.actors[0]
    compiled = NetPlayer(file, seed=1, threads=1).choose(position, seat, simulations=60)
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    interpreted = NetPlayer(file, seed=1, threads=1).choose(position, seat, simulations=60)
    assert (compiled.move, compiled.line, compiled.simulations) == (interpreted.move, interpreted.line, interpreted.simulations)
    assert compiled.expected == pytest.approx(interpreted.expected)


# What a net says


def test_values_are_shares_from_the_seat_that_looks_on(tmp_path: Path) -> None:
    game = pc.game("skybridge")
    file = write_net(tmp_path / "a.onnx", game, 3, value=(0.6, 0.3, 0.1))
    position = game.match(3, seed=1).position
    seat = position.actors[0]
    net, seen = net_for(game, 3, file), position.view(seat)
    search = ParallelSearch(type(seen.state), game.rulebook.actions, plan_of(game.rulebook.mind, seen, seat, net), 1, 1, net)
    search.turn_to(seen.state)
    search.trees[0].leaves.ask(search.trees[0], search.plan, 1)
    shares = [result / sum(search.mean_results()) for result in search.mean_results()[:3]]
    assert [shares[(seat + k) % 3] for k in range(3)] == pytest.approx([0.6, 0.3, 0.1], abs=0.001)
    assert PolicyPlayer(file).choose(position).expected[(seat + 1) % 3] == pytest.approx(0.3)


@pytest.mark.parametrize(("game", "expected"), [("hashi", 40.0), ("connections", -40.0)])
def test_alone_a_net_counts_points_which_may_be_lost_ones(game: str, expected: float, tmp_path: Path) -> None:
    file = write_net(tmp_path / "a.onnx", pc.game(game), 1, value=[40.0])
    position = pc.game(game).match(1, seed=1).position
    for hand in (NetPlayer(file, threads=1), PolicyPlayer(file)):
        assert hand.choose(position, simulations=3).expected == pytest.approx((expected,), abs=0.02)


def test_with_one_simulation_something_is_expected(tmp_path: Path) -> None:
    file = write_net(tmp_path / "a.onnx", pc.game("skybridge"), 2, value=(0.2, 0.8))
    position = pc.game("skybridge").match(2, seed=1).position
    decision = NetPlayer(file, threads=1).choose(position, simulations=1)
    assert decision.expected[position.actors[0]] == pytest.approx(0.8, abs=0.001)  # as the other sees it after the move


def test_as_its_card_says_playouts_judge_with_the_net(tmp_path: Path) -> None:
    game, expected = pc.game("skybridge"), {}
    position = game.match(2, seed=1).position
    for playouts in (0.0, 0.5, 1.0):
        for share in (0.1, 0.9):
            file = write_net(tmp_path / f"{playouts}-{share}.onnx", game, 2, value=(share, 1 - share))
            file.with_suffix(".toml").write_text(f"[search]\nplayouts = {playouts}\n", encoding="utf-8")
            expected[playouts, share] = NetPlayer(file, threads=1).choose(position, simulations=1).expected
    assert expected[1.0, 0.1] == expected[1.0, 0.9]  # by playouts alone
    assert expected[0.5, 0.1][0] == pytest.approx((expected[0.0, 0.1][0] + expected[1.0, 0.1][0]) / 2, abs=0.001)


# Random games so many moves before their end, in which one of the moves wins; found by trying many.
@pytest.mark.parametrize(("seed", "left"), [(5, 4), (24, 4)])
def test_a_certain_victory_is_found_whatever_the_net_says(seed: int, left: int, tmp_path: Path) -> None:
    file = write_net(tmp_path / "a.onnx", pc.game("ponte"), 2)
    chooser = random.Random(seed)
    positions = [pc.game("ponte").position(2)]
    while not positions[-1].over:
        positions.append(positions[-1].play(chooser.choice(positions[-1].legal)))
    position = positions[-1 - left]
    decision = NetPlayer(file, seed=1, threads=1).choose(position, simulations=3000)
    assert decision.certain and decision.simulations < 3000
    assert decision.expected[position.actors[0]] == 1


@pytest.mark.usefixtures("_as_if_compiled")
def test_the_strongest_level_and_reviews_ask_a_net_that_is_stronger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = pc.game("skybridge")
    position = game.match(2, seed=1).position
    seat, mind = position.actors[0], strongest_mind(position)
    for strongest in ("true", "false"):
        no_net_in(tmp_path, monkeypatch)
        shipped(tmp_path, game, 2, value=(0.2, 0.8), strongest=strongest)
        turn = worth_of_turn(position, position.legal[:1], mind, 1, seed=1)
        level = best("skybridge", threads=1).choose(position, simulations=1)
        by_net = [turn.amounts[seat] / VICTORY, level.expected[seat]] == pytest.approx([0.8, 0.8], abs=0.01)
        assert by_net == (strongest == "true")
        assert sum(worth_of_position(position, mind, 20, seed=1).amounts) == pytest.approx(VICTORY)


@pytest.mark.usefixtures("_as_if_compiled")
def test_a_broken_net_leaves_the_strongest_level_to_the_hand_made_mind_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    no_net_in(tmp_path, monkeypatch)
    shipped(tmp_path, pc.game("skybridge"), 2).write_bytes(b"nonsense")
    position = pc.game("skybridge").match(2, seed=1).position
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert best("skybridge", threads=1).choose(position, simulations=2).move in position.legal
    [record] = caplog.records
    assert "is not a net" in record.message


def test_without_a_compiler_no_net_slows_the_strongest_level_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_net_in(tmp_path, monkeypatch)
    shipped(tmp_path, pc.game("skybridge"), 2)
    monkeypatch.delenv("PONTICELLO_INTERPRET")
    assert nets.strongest_net(pc.game("skybridge"), 2) is not None
    monkeypatch.setenv("PONTICELLO_INTERPRET", "1")
    assert nets.strongest_net(pc.game("skybridge"), 2) is None
    assert net_for(pc.game("skybridge"), 2) is not None  # who asks for a net gets it


# Without a net


def no_net_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nets, "folder_of", lambda name: tmp_path)
    nets._net.cache_clear()
    nets.tell_once.cache_clear()


def shipped(
    tmp_path: Path,
    game: Game,
    players: int,
    options: str = "",
    value: Sequence[float] | None = None,
    strongest: str = "true",
) -> Path:
    """Puts a net beside a game."""
    folder = tmp_path / "nets"
    folder.mkdir(exist_ok=True)
    file = write_net(folder / "a.onnx", game, players, value=value)
    card = f"players = {players}\nstrongest = {strongest}\n[options]\n{options}\n[search]\nexploration = 0.7\nplayouts = 0\n"
    (folder / "a.toml").write_text(card, encoding="utf-8")
    return file


def test_the_net_beside_a_game_plays_where_its_card_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_net_in(tmp_path, monkeypatch)
    shipped(tmp_path, pc.game("skybridge"), 2, "rotation = [false]")
    found = net_for(pc.game("skybridge"), 2)
    assert found is not None and found.exploration == 0.7
    assert net_for(pc.game("skybridge", bare_roofs=True), 2) is not None  # not on the card
    assert net_for(pc.game("skybridge", rotation=True), 2) is None
    assert net_for(pc.game("skybridge"), 3) is None


@pytest.mark.parametrize("name", ["net", "policy"])
def test_without_a_net_the_hand_made_mind_plays_and_says_so_once(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    no_net_in(tmp_path, monkeypatch)
    position = pc.game("skybridge").match(2, seed=1).position
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert player(name, game="skybridge").choose(position, simulations=2).move in position.legal
    assert [record.message for record in caplog.records] == [
        "no net of Skybridge holds for this number of players and these options, so it is played without one"
    ]


def test_without_onnxruntime_the_hand_made_mind_plays_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    no_net_in(tmp_path, monkeypatch)
    file = shipped(tmp_path, pc.game("skybridge"), 2)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    position = pc.game("skybridge").match(2, seed=1).position
    with caplog.at_level(logging.WARNING):
        for _ in range(2):
            assert player("net", game="skybridge").choose(position, simulations=2).move in position.legal
    assert [record.message for record in caplog.records] == [
        "nets need onnxruntime (pip install 'ponticello[nets]'), so Skybridge is played without one"
    ]
    with pytest.raises(BadData, match="needs onnxruntime: pip install"):
        player(f"net:{file}", game="skybridge").choose(position)


def test_a_net_that_cannot_be_used_says_why_in_a_sentence(tmp_path: Path) -> None:
    position = pc.game("skybridge").match(2, seed=1).position
    (tmp_path / "torn.onnx").write_bytes(b"\x08\x09nothing that could be read")
    write_net(tmp_path / "three.onnx", pc.game("skybridge"), 3)
    write_net(tmp_path / "nan.onnx", pc.game("skybridge"), 2, value=(float("nan"), 1.0))
    for file, sentence in {
        "none.onnx": "none.onnx cannot be read: No such file",
        "torn.onnx": "torn.onnx is not a net: it cannot be read as ONNX$",
        "three.onnx": "take planes of 26x3x3 and 42 scalars, and give 160 actions and 2 values$",
        "nan.onnx": "nan.onnx is not a net for this game",
    }.items():
        for name in ("net", "policy"):
            with pytest.raises(BadData, match=sentence):
                player(f"{name}:{tmp_path / file}").choose(position, simulations=1)
