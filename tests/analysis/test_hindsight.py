"""What hindsight promises around its answers: proof or a gap, refusals in one sentence, and that it can be stopped and kept."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise

import pytest

import ponticello as pc
from ponticello.analysis import Hindsight, Possible, follow_hindsight, hindsight
from ponticello.analysis.hindsight import Search
from ponticello.analysis.solver import improve
from ponticello.engine.errors import BadOption, BadRecord, NoHindsight
from ponticello.languages import language
from tests.analysis.brute_force import played, turns_of


@pytest.fixture(scope="module")
def match() -> pc.Match:
    return played("hashi", seed=1)


def late(match: pc.Match, turns: int) -> Hindsight:
    """Returns the hindsight when the last turns are proven."""
    found = (found for found in follow_hindsight(match, workers=1))
    return next(h for h in found if all(possible.proven for possible in h.possible[-1 - turns :]))


def test_it_ends_with_what_was_scored_and_falls_from_turn_to_turn(match: pc.Match) -> None:
    found = late(match, 4)
    turns = turns_of(match, 0)
    assert len(found.possible) == len(turns) + 1 == 19
    assert [possible.turns for possible in found.possible] == list(range(19))
    assert [possible.moves for possible in found.possible] == [turn.at for turn in turns] + [match.length]
    assert found.possible[-1] == Possible(18, match.length, match.scores[0], match.scores[0], (), match.scores)
    bests = [possible.best for possible in found.possible]
    bounds = [possible.bound for possible in found.possible]
    assert bests == sorted(bests, reverse=True) and bounds == sorted(bounds, reverse=True)
    assert all(best <= bound <= 60 for best, bound in zip(bests, bounds, strict=True))
    assert sum(found.lost(turn) or 0 for turn in range(15, 19)) == found.possible[14].best - match.scores[0]


def test_a_proof_needs_the_time_it_needs(match: pc.Match) -> None:
    found = hindsight(match, seconds=1e-9)
    assert found.done and not found.proven
    assert found.best.best == match.scores[0] and found.best.bound == 60 and found.best.gap == 60 - match.scores[0]
    assert found.best.line == tuple(turn.text for turn in turns_of(match, 0))
    assert found.lost(1) is None


def test_it_fills_in_from_the_end_on(match: pc.Match) -> None:
    told: list[Hindsight] = []

    def listen(found: Hindsight) -> None:
        told.append(found)
        if len(told) == 3:
            raise KeyboardInterrupt

    found = hindsight(match, workers=1, progress=listen)
    assert found == told[-1] and not found.done
    for before, after in pairwise(told):
        for was, now in zip(before.possible, after.possible, strict=True):
            assert was.best <= now.best <= now.bound <= was.bound
    assert sum(possible.proven for possible in told[0].possible) < sum(possible.proven for possible in told[-1].possible)


INTERRUPTED = """
import os, signal, threading
from ponticello.analysis import hindsight
from tests.analysis.brute_force import played

begun = threading.Event()

def interrupt():
    begun.wait()
    os.kill(os.getpid(), signal.SIGINT)

def listen(found):
    if found.possible[-2].proven:
        begun.set()

signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=interrupt, daemon=True).start()
found = hindsight(played("hashi", seed=1), seconds=600, workers=1, progress=listen)
print(found.done, found.possible[-2].proven)
"""


def test_ctrl_c_in_the_middle_of_a_question_keeps_what_is_done() -> None:
    command = [sys.executable, "-X", "faulthandler", "-c", INTERRUPTED]  # another process, since Ctrl-C is for the whole of one
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PONTICELLO_INTERPRET": "1"})
    assert (done.stdout, done.returncode) == ("False True\n", 0), done.stderr


def test_json_and_back(match: pc.Match) -> None:
    found = hindsight(match, seconds=1e-9)
    assert Hindsight.from_json(found.to_json()) == found
    for broken in ("", "[]", "{}", '{"possible": [1]}', found.to_json().replace("bound", "bond")):
        with pytest.raises(BadRecord, match="no hindsight"):
            Hindsight.from_json(broken)


def test_it_is_taken_up_where_it_was_left(match: pc.Match) -> None:
    left = late(match, 4)
    again = next(follow_hindsight(match, start=Hindsight.from_json(left.to_json())))
    assert again.possible == left.possible


def test_that_of_another_match_is_not_taken_up(match: pc.Match) -> None:
    left = late(match, 2)
    first, *others = left.possible
    wrong = [
        replace(left, seat=1),
        replace(left, possible=left.possible[1:]),
        replace(left, possible=(replace(first, line=first.line[::-1]), *others)),
        replace(left, possible=(replace(first, line=()), *others)),
        replace(left, possible=(replace(first, best=60), *others)),
    ]
    for start in wrong:
        with pytest.raises(BadRecord, match="of another match or another player"):
            follow_hindsight(match, start=start)


def test_lost_is_told_only_where_it_is_proven() -> None:
    sure = Possible(0, 0, 50, 50, (), (50,))
    found = Hindsight("hashi", 0, 48, False, (sure, replace(sure, best=48, bound=50), replace(sure, best=48, bound=48)), 0, True)
    assert found.lost(1) is None and found.lost(2) is None
    found = replace(found, possible=(sure, sure, replace(sure, best=48, bound=48)))
    assert found.lost(1) == 0 and found.lost(2) == 2


def test_a_search_that_never_began_proves_nothing(match: pc.Match) -> None:
    turn = turns_of(match, 0)[3]
    coming = [(move.seat, move.action) for move in match.moves[turn.at :]]
    optima = match.game.rulebook.optima
    assert optima is not None
    optimum = optima.model(match.position_after(turn.at).state, 0, coming)
    assert optimum is not None
    known = [[move.action for move in turn.moves] for turn in turns_of(match, 0)[3:]]
    answer = improve(optimum, known, match.scores[0], 60, seconds=0.01, effort=1.0)
    assert (answer.turns, answer.standing, answer.bound) == (None, match.scores[0], optimum.standings[-1])


# Refusals


@pytest.mark.parametrize("game", ["hashi", "connections"])
def test_a_running_match_is_refused(game: str) -> None:
    match = pc.game(game).match(1, seed=1)
    with pytest.raises(NoHindsight, match=r"^the match is not over; hindsight is for finished ones$"):
        follow_hindsight(match)
    while len(match.turns()) < 5:
        match.play(match.legal()[0])
    with pytest.raises(NoHindsight, match="not over"):
        hindsight(match)


def test_a_game_without_a_model_is_refused() -> None:
    with pytest.raises(NoHindsight, match="Skybridge has no hindsight"):
        follow_hindsight(pc.game("skybridge").match(2, seed=1))


def test_a_seat_that_does_not_exist_is_refused(match: pc.Match) -> None:
    for seat in (1, -1):
        with pytest.raises(BadOption, match="this match is for 1 player"):
            follow_hindsight(match, seat)


def test_without_or_tools_it_says_what_to_install(match: pc.Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ortools", None)
    with pytest.raises(NoHindsight, match=r"pip install 'ponticello\[analysis\]'"):
        follow_hindsight(match)


def test_nobody_who_only_plays_loads_the_solver() -> None:
    code = "import sys, ponticello.analysis, ponticello as pc; pc.games(); sys.exit('ortools' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# The rules, where a model could go wrong in the middle of a game


@pytest.mark.parametrize("players", [1, 2])
def test_in_company_the_first_number_is_for_a_neighbour_and_changes_nothing(players: int) -> None:
    match = played("hashi", players, seed=0)
    optima = match.game.rulebook.optima
    assert optima is not None
    coming = [(move.seat, move.action) for move in match.moves]
    assert (optima.model(match.position_after(0).state, 0, coming) is None) == (players == 2)


def test_in_a_full_match_a_model_ends_with_its_game_and_the_rest_is_added() -> None:
    match = played("connections", 2, seed=5, games="full")
    optima = match.game.rulebook.optima
    assert optima is not None
    tiles = [number for number in range(match.length) if match.moves[number].seat == pc.CHANCE]
    after_one_game = match.position_after(tiles[24]).scores  # before the first tile of the second
    search = Search(match, 1, optima, workers=1)
    for k in (23, 22, 20):
        optimum = optima.model(search.position(k).state, 1, search.coming(k))
        assert optimum is not None
        assert (optimum.turns, optimum.played) == (24 - k, -after_one_game[1])
        search.ask(k, seconds=60)  # it fails if what it adds up is not what the rules say
        assert len(search.known[k].line) == 48 - k
    assert search.known[20].standing > -match.scores[1]


def test_french() -> None:
    from ponticello.engine.words import speaking

    with speaking(language("fr")), pytest.raises(NoHindsight, match="n'est pas terminée"):
        follow_hindsight(pc.game("hashi").match(1, seed=1))
