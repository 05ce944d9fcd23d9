"""One game: what a player is told, that it can be repeated, and what becomes of a player that fails."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ponticello.arena import Entrant, Result, Tournament, run
from ponticello.arena.entrants import read_entrant
from ponticello.arena.play import play_game, warm_up
from ponticello.engine.errors import BadOption, PonticelloError
from ponticello.engine.mind import Mind
from ponticello.games import rulebook
from ponticello.players import Player
from ponticello.players.names import split_players
from ponticello.players.net_player import PolicyPlayer
from ponticello.players.player import Decision
from ponticello.players.random import RandomPlayer
from ponticello.players.search import SearchPlayer
from ponticello.table.game import Game
from ponticello.table.position import Position
from tests.arena.arena_players import bad

WAYS = {
    "illegal": "",
    "beyond": "has no action 1000000",
    "other": "may not act now|is a move of player",
    "rubbish": "AttributeError",
    "fails": "^the program has crashed$",
    "breaks": "^ZeroDivisionError: oh$",
    "exits": "SystemExit",
}


def timeless(results: list[Result]) -> list[Result]:
    """Returns results without the times, which are never the same."""
    return [replace(result, seconds=()) for result in results]


@pytest.mark.parametrize("way", WAYS)
def test_a_player_that_fails_loses_and_the_tournament_goes_on(way: str) -> None:
    standings = run("skybridge", [bad(way), "random"], games=4, jobs=0)
    assert standings.score("random", way) == (1, None, 4)
    for result in standings.results:
        assert result.forfeit is not None
        assert result.players[result.forfeit.seat] == way
        assert result.winners == (1 - result.forfeit.seat,)
        assert result.moves[result.forfeit.seat] == 3
        assert not result.forfeit.silent
    assert next(row for row in standings.rows if row.player == way).forfeits == 4
    ((player, why, _), *_) = standings.forfeits
    assert player == way
    assert pytest.approx(1) == sum(times for _, _, times in standings.forfeits) / 4
    assert re.search(WAYS[way], why)


def test_the_others_share_the_win() -> None:
    results = run("skybridge", [bad("fails"), "random", "greedy"], games=3, seats=3, jobs=0).results
    assert [sorted(result.players[seat] for seat in result.winners) for result in results] == [["greedy", "random"]] * 3


def test_who_does_not_answer_in_time_loses() -> None:
    results = run("skybridge", [bad("sleeps"), "random"], games=2, jobs=0, patience=0.2).results
    assert all(result.forfeit is not None and result.forfeit.silent for result in results)
    assert {result.forfeit.why for result in results if result.forfeit} == {"took more than 0.2 s"}


@pytest.mark.slow
def test_who_exceeds_its_own_time_grossly_loses() -> None:
    slow = replace(bad("sleeps"), seconds=0.01)
    (result, _) = run("skybridge", [slow, "random"], games=2, jobs=0).results
    assert result.forfeit is not None
    assert result.forfeit.why == "took more than 2.02 s"


@pytest.mark.slow
def test_games_with_simulations_can_be_repeated() -> None:
    players = ["random", "greedy", "uct@2"]
    first, again = (run("skybridge", players, games=2, jobs=0, seed=5).results for _ in range(2))
    assert timeless(first) == timeless(again)
    assert timeless(first) != timeless(run("skybridge", players, games=2, jobs=0, seed=6).results)


@pytest.mark.slow
def test_the_same_deal_is_played_with_the_seats_exchanged() -> None:
    tournament = Tournament.between("hashi", ["random", "greedy"])
    there, back = tournament.schedule(2)
    assert tournament.players_of(there) == tournament.players_of(back)[::-1]
    assert tournament.deal_seed(there) == tournament.deal_seed(back)
    assert tournament.player_seed(there, 0) != tournament.player_seed(back, 0)
    assert play_game(tournament, there).seed == play_game(tournament, back).seed == "1.0"


class Nosy(RandomPlayer):
    """Keeps what it is given."""

    def choose(self, position: Position, seat: int | None = None, **budget: Any) -> Decision:
        """Looks at everything."""
        assert seat is not None
        assert bytes(position.state) == bytes(position.view(seat).state), "it can see what its seat may not"
        assert budget == {"seconds": 7.0, "simulations": None}
        return super().choose(position, seat)


def nosy(game: Game, seed: int) -> Player:
    """Seats a player that looks at everything."""
    return Nosy(seed)


@pytest.mark.parametrize("game", ["hashi", "connections"])
def test_a_player_gets_its_budget_and_sees_what_its_seat_may_see(game: str) -> None:
    spies = [Entrant("one", seconds=7, maker=nosy), Entrant("two", seconds=7, maker=nosy)]
    assert run(game, spies, games=2, jobs=0).forfeits == []


def test_a_player_of_ours_that_a_maker_has_set_otherwise_is_compiled_before_any_clock_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody else's player is asked for a move before the tournament."""
    asked: list[type[Player]] = []

    def choose(self: Player, position: Position, *_: Any, **__: Any) -> None:
        asked.append(type(self))

    for kind in (SearchPlayer, PolicyPlayer, Nosy):
        monkeypatch.setattr(kind, "choose", choose)
    makers = (lambda *_: SearchPlayer(Mind(ripe=2), threads=1), lambda *_: PolicyPlayer(None), nosy)
    players = [Entrant(f"{k}", seconds=1, maker=maker) for k, maker in enumerate(makers)]
    warm_up(Tournament.between("skybridge", players, seats=2))
    assert asked == [SearchPlayer, PolicyPlayer]


def test_points_standing_and_winners_are_those_of_the_match() -> None:
    results = run("ponte", ["random", bad("late", after=1000)], games=2, jobs=0, options={"size": 12}).results
    for result in results:
        assert result.forfeit is None
        assert result.winners == tuple(k for k in (0, 1) if result.standing[k] == max(result.standing))
        assert result.actions == sum(result.moves) > 20
        assert len(result.points) == 2


PROGRAM = """
import random, sys
import ponticello as pc
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ponticello":
        print("ponticello 1", flush=True)
    elif word == "ping":
        print("pong", rest, flush=True)
    elif word == "position":
        moves = [move.strip().split(" ", 1) for move in rest.split(";")]
    elif word == "go":
        if len(moves) > LIMIT:
            sys.exit("out of ideas")
        position = pc.game("skybridge").position(2)
        for who, move in moves:
            position = position.play(move)
        print("bestmove", random.choice(position.legal), flush=True)
    elif word == "quit":
        break
"""


@pytest.mark.slow
@pytest.mark.parametrize("limit", [1000, 10])
def test_a_program_takes_part_by_its_command_and_loses_where_it_crashes(tmp_path: Path, limit: int) -> None:
    path = tmp_path / "mine.py"
    path.write_text(PROGRAM.replace("LIMIT", str(limit)), encoding="utf-8")
    command = f"engine:{sys.executable} {path}"
    standings = run("skybridge", ["random", command], games=2, jobs=0)
    assert command in standings.names and len(standings.results) == 2
    for result in standings.results:
        if limit == 1000:
            assert result.forfeit is None
        else:
            assert result.forfeit is not None and result.players[result.forfeit.seat] == command
            assert "out of ideas" in result.forfeit.why


def test_a_program_that_is_not_there_is_known_before_the_tournament() -> None:
    with pytest.raises(PonticelloError, match=r"missing"):
        run("skybridge", ["random", "engine:./missing"], games=2, jobs=0)


def test_players_are_read_with_their_budgets() -> None:
    assert read_entrant(" UCT@15s ") == Entrant("uct", seconds=15)
    assert read_entrant("level5@0.5s") == Entrant("level5", seconds=0.5)
    assert read_entrant("uct@2000") == Entrant("uct", simulations=2000)
    assert read_entrant("Net:./Mine.onnx@0.5s") == Entrant("net:./Mine.onnx", seconds=0.5)
    assert read_entrant("engine:./a --host me@home") == Entrant("engine:./a --host me@home")
    assert read_entrant("engine:./a@2s") == Entrant("engine:./a", seconds=2)
    assert split_players('a,"engine:x 1,2", b', rulebook("skybridge")) == ["a", "engine:x 1,2", "b"]


@pytest.mark.parametrize("text", ["uct@", "uct@0s", "uct@0", "uct@1.5", "uct@fast", "uct@-3", "engine:", "engine: @2s"])
def test_a_budget_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        read_entrant(text)
