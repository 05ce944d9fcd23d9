"""Opponents at the terminal: whom one can ask for, who stays, who can be watched, and what a hint says."""

from __future__ import annotations

import dataclasses
import importlib
import io
import json
import re
import signal
import sys

import pytest
from rich.console import Console

import ponticello as pc
from ponticello.cli import opponents as opponents_module
from ponticello.cli.game_setup import PlayRequest, new_game
from ponticello.cli.keyboard import Departure
from ponticello.cli.opponents import Opponents, read_opponents, seat_names
from ponticello.cli.saved_games import Key, newest_unfinished, resume
from ponticello.cli.terminal_game import TerminalGame
from ponticello.games import loaded, rulebook
from ponticello.players.player import Decision
from ponticello.players.search import SearchPlayer
from tests.cli.cli_shelf import A_GAME, NAMES, ROUNDS, SOLO, TURNS, lines_of, moves_of, whole_game

pytestmark = pytest.mark.slow

BROKEN = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "go":
        sys.exit("my weights are gone")
    if word in ("ponticello", "ping"):
        print(line.strip().replace("ping", "pong"), flush=True)
"""


@pytest.fixture
def broken(tmp_path):
    """The command of a program that crashes when it is to move."""
    path = tmp_path / "broken.py"
    path.write_text(BROKEN)
    return f"engine:{sys.executable} {path}"


@pytest.mark.parametrize("name", NAMES)
def test_a_level_goes_by_its_number_and_by_its_name(name):
    book = rulebook(name)
    for number, level in enumerate(book.levels, start=1):
        for word in (str(number), f"level{number}", f"Level {number}", level.name, f" {level.name.upper()} "):
            assert read_opponents(book, word) == [f"level{number}"]
        assert seat_names(book, ["person", f"level{number}"], ["Ann", "Bo"]) == ["Ann", level.name]
        assert seat_names(book, [f"level{number}"] * 2, ["Ann", "Bo"]) == [f"{level.name} 1", f"{level.name} 2"]


def test_programs_are_named_after_their_script():
    book = rulebook(A_GAME)
    for command, name in (("bots/bridger -x", "bridger"), ("python3 'my bot.py'", "my bot.py"), ("a#b", "Engine")):
        assert seat_names(book, read_opponents(book, f"engine:{command}"), ["Ann"]) == [name]


@pytest.mark.parametrize("name", NAMES)
def test_the_players_of_a_game_are_listed_with_their_characters(run, name):
    listed = run("players", name)
    assert listed.returncode == 0
    for number, level in enumerate(rulebook(name).levels, start=1):
        assert re.search(rf"^ *{number}\. {level.name} +{re.escape(level.character)}$", listed.stdout, re.MULTILINE)
    assert set(listed.stdout.splitlines()) <= set(run("players").stdout.splitlines()) | {listed.stdout.splitlines()[-1]}


def table_of(name, flags=(), **asked):
    return new_game(rulebook(name), PlayRequest(**asked), flags)


@pytest.mark.parametrize("name", [name for name in NAMES if 3 in rulebook(name).players])
def test_several_opponents_sit_around_you(name):
    assert table_of(name, against="2,random")[1].seats == ("person", "level2", "random")
    assert table_of(name, against="2,random", seat=2)[1].seats == ("level2", "person", "random")
    assert table_of(name, against="greedy", players=3, seat=3)[1].seats == ("greedy", "greedy", "person")
    assert table_of(name, against="2")[1].seats == ("person", "level2")  # also where one could play alone
    assert table_of(name, watch=True)[1].seats == ("level5", "level4")
    assert table_of(name, watch=True, players=3)[1].seats == ("level5", "level4", "level3")
    assert table_of(name, watch=True, against="1,2,random")[1].seats == ("level1", "level2", "random")


class Recorded:
    """A player that notes when it comes, what it is asked, and when it goes."""

    def __init__(self, notes, name):
        self.notes, self.name = notes, name
        notes.append("comes")

    def choose(self, position, seat=None, *, seconds=None, simulations=None, progress=None, cancelled=None):
        self.notes.append((seconds, simulations))
        move = position.legal_moves(seat)[0]
        return Decision(move, (0.5,) * position.players, (move,))

    def close(self):
        self.notes.append("goes")


class RecordedSearch(Recorded, SearchPlayer):
    """The same, taken for one that thinks by the clock or counts."""

    habit = (1.0, None)


def play_some(match, seats, kind, monkeypatch, budget=(None, None), turns=4):
    """Plays some turns; returns what the players noted, and the seeds they were given."""
    notes, seeds = [], []

    def seat_player(name, match, *, seed):
        seeds.append(seed)
        return kind(notes, name)

    monkeypatch.setattr(opponents_module, "seat_player", seat_player)
    opponents = Opponents(match, seats, budget)
    for _ in range(turns):
        (seat,) = match.actors
        while seat in match.actors:
            match.play(opponents.choose(match.position, seat).move)
        opponents.end_turn(seat)
    opponents.close()
    return notes, seeds


def test_who_thinks_by_the_clock_stays_and_the_others_come_anew_for_each_turn(monkeypatch):
    match = pc.game(A_GAME).match(seed=1)
    notes, _ = play_some(match, ["level5", "level5"], RecordedSearch, monkeypatch, (2.5, None))
    assert (notes.count("comes"), notes.count("goes")) == (2, 2)
    assert set(notes) - {"comes", "goes"} == {(2.5, None)}
    for kind, budget in ((RecordedSearch, (None, 50)), (Recorded, (2.5, None))):
        notes, seeds = play_some(match, ["level5", "level5"], kind, monkeypatch, budget)
        assert len(set(seeds)) == 4
        assert (notes.count("comes"), notes.count("goes")) == (4, 4)
        assert notes.count(budget) > 4  # several moves of a turn are one player's


class Leaves:
    """Somebody at the keyboard who plays the middle one of each list of moves and may leave after some turns."""

    def __init__(self, patience=1000):
        self.patience = patience
        self.table = None

    def __call__(self, prompt):
        self.patience -= 1
        if self.patience < 0:
            raise Departure
        legal = self.table.match.legal(self.table.at_keyboard)
        return str(legal[len(legal) // 2])


def sit_down(match, saved, patience=1000, **more):
    hand = Leaves(patience)
    screen = io.StringIO()
    hand.table = TerminalGame(match, saved, Console(file=screen, markup=False, highlight=False, width=150), hand, **more)
    hand.table.play()
    return screen.getvalue()


@pytest.mark.parametrize("name", ["skybridge", "connections"])
def test_counted_simulations_follow_from_the_seed_even_if_one_leaves_in_between(data, name):
    asked = {"against": "3", "seed": "11", "players": 2, "simulations": 2}
    match, saved = table_of(name, **asked)
    sit_down(match, saved)
    whole = match.moves
    match, saved = table_of(name, **asked)
    for _ in range(2):
        sit_down(match, saved, patience=2)
        match, saved, note = resume(newest_unfinished(name))
        assert (note, saved.seats, saved.budget) == ("", ("person", "level3"), (None, 2))
    sit_down(match, saved)
    assert match.moves == whole


def test_the_key_remembers_how_long_the_house_thinks(data, run, games, only_record):
    _, lines = games(A_GAME)
    run("play", A_GAME, "--against", "random", "--seconds", 2.5, "--simulations", 30, lines=lines[:1])
    key = only_record().with_suffix(".key")
    content = json.loads(key.read_text())
    assert (content["seats"], content["seconds"], content["simulations"]) == (["person", "random"], 2.5, 30)
    run("play", "--resume", "--seconds", 1)
    assert Key.read(key).budget == (1.0, None)
    for seconds in ("[]", "-1", '"soon"', "NaN"):
        key.write_text(f'{{"seed": {json.dumps(content["seed"])}, "seats": ["person", "random"], "seconds": {seconds}}}')
        assert Key.read(key) is None
    key.write_text(json.dumps({"seed": content["seed"], "seats": ["person", "random"]}))  # as earlier versions wrote it
    assert Key.read(key).budget == (None, None)


@pytest.mark.parametrize("name", NAMES)
def test_the_house_plays_itself_before_your_eyes(run, only_record, name):
    result = run("play", name, "--watch", "--against", "random,random", "--seed", 3)
    assert (result.returncode, result.stderr) == (0, "")
    match = pc.load(only_record()).replay()
    assert match.over
    assert match.names == ("Random 1", "Random 2")
    told = re.findall(r"^Random \d: .*", result.stdout.split("The record:")[0], re.MULTILINE)
    for turn in match.turns():
        if turn.seat != pc.CHANCE:
            assert f"{match.names[turn.seat]}: {turn}" in told
    assert match.explain() in result.stdout
    assert "thinking" not in result.stdout  # that is for people at a terminal


def test_watching_can_be_left_and_gone_on_with(terminal, run, only_record):
    screen = terminal("play", A_GAME, "--watch", "--against", "random,random", "--pause", 600, rows=40)
    screen.wait_for("turn 1 ")
    screen.wait_for("Random 1: ")
    screen.type("\x03", end="")
    screen.wait_for("The game is kept")
    assert screen.finish() == 128 + signal.SIGINT
    assert len(pc.load(only_record()).turns) == 1
    assert run("play", "--resume").returncode == 0
    assert pc.load(only_record()).replay().over


@pytest.mark.parametrize("name", [TURNS[0], ROUNDS[0]])
def test_ctrl_c_while_the_house_thinks_leaves_at_once_with_whole_turns_only(terminal, only_record, name):
    lines = lines_of(whole_game(name, 5, 2))
    screen = terminal("play", name, "--against", "5", "--seconds", 6000, "--players", 2, "--seed", 5, rows=60, columns=160)
    if name in TURNS:
        screen.wait_for("> ")
        screen.type(lines[0])
    screen.wait_for(" is thinking")
    screen.type("\x03", end="")
    screen.wait_for("The game is kept" if name in TURNS else "Nothing was played")
    assert screen.finish() == 128 + signal.SIGINT
    assert "Traceback" not in screen.output
    if name in TURNS:
        assert [text for _, _, text, _ in pc.load(only_record()).turns] == lines[:1]


def test_half_a_turn_of_the_house_is_forgotten(data, monkeypatch):
    class Interrupted(Recorded):
        def choose(self, position, seat=None, **how):
            if position.mid_turn(seat):
                raise Departure(signal.SIGINT)
            return super().choose(position, seat, **how)

    monkeypatch.setattr(opponents_module, "seat_player", lambda name, match, seed: Interrupted([], name))
    match, saved = table_of(A_GAME, against="random", seat=2)
    sit_down(match, saved)
    assert match.moves == ()
    assert saved.record is None


@pytest.mark.parametrize("name", ROUNDS)
def test_what_the_house_thinks_about_is_its_secret_where_all_act_at_once(data, monkeypatch, name):
    class Talking(RecordedSearch):
        def choose(self, position, seat=None, *, progress=None, **how):
            decision = super().choose(position, seat, **how)
            progress(pc.players.Thought(decision.move, 4321, 0.1))
            return decision

    monkeypatch.setattr(opponents_module, "seat_player", lambda name, match, seed: Talking([], name))
    for seats, hidden in (({"against": "5"}, True), ({"against": "5,5", "watch": True}, False)):
        match, saved = table_of(name, **seats, seed="1")
        screen = io.StringIO()
        console = Console(file=screen, force_terminal=True, width=150, markup=False, highlight=False, color_system=None)
        hand = Leaves(0)
        hand.table = TerminalGame(match, saved, console, hand)
        (hand.table._think(match.view(1), 1), hand.table.opponents.close())
        assert "is thinking" in screen.getvalue()
        assert "games tried: 4,321" in screen.getvalue()
        assert ("thinking about" not in screen.getvalue()) == hidden


@pytest.mark.parametrize("name", NAMES)
def test_a_hint_is_a_whole_legal_turn_and_says_what_to_expect(run, name):
    players = max(rulebook(name).players)
    first = lines_of(whole_game(name, 2, players))[0]
    words = ["hint 0.5", "hint soon", "hint 0", first, "HINT 0.5"]
    result = run("play", name, "--players", players, "--seed", 2, lines=words)
    assert result.returncode == 0
    assert "say for how many seconds, such as hint 5, not 'soon'" in result.stdout
    assert "seconds must be more than 0" in result.stdout
    hints = re.findall(r"^Try (.+?): about (\d+) % to win\.", result.stdout, re.MULTILINE)
    assert len(hints) == 2
    match = pc.game(name).match(players, seed=2)
    for text, share in hints:
        seat = match.actors[0]
        after = match.position.play(text, seat)
        assert seat not in after.actors or not after.mid_turn(seat)
        assert 0 <= int(share) <= 100
        if not any(move.seat != pc.CHANCE for move in match.moves):
            match.play(first, seat)


@pytest.mark.parametrize("name", SOLO)
def test_alone_a_hint_counts_points(run, name):
    result = run("play", name, "--players", 1, "--seed", 2, lines=["hint 0.5"])
    assert re.search(rf"^Try .+: about \d+ {rulebook(name).unit}\.", result.stdout, re.MULTILINE)


def test_a_hint_knows_only_what_the_seat_may_see(data, monkeypatch):
    asked = []

    class Spy(Recorded):
        def choose(self, position, seat=None, **how):
            asked.append((seat, bytes(position.state)))
            return super().choose(position, seat, **how)

    monkeypatch.setattr(opponents_module, "best", lambda name: Spy([], name))
    name = ROUNDS[0]
    match, _ = table_of(name, players=2, seed="2")
    match.play(lines_of(whole_game(name, 2, 2))[0], 0)
    Opponents(match, ["person", "person"]).advise(1, 1.0)
    assert asked[0] == (1, bytes(match.view(1).state)) != (1, bytes(match.position.state))


def test_a_program_that_crashes_leaves_the_game_and_a_way_on(run, games, only_record, broken):
    _, lines = games(A_GAME, 4)
    result = run("play", A_GAME, "--against", broken, "--seed", 4, lines=lines[:1])
    assert result.returncode == 2
    assert result.stderr == "ponticello: broken.py ended with exit code 1; its last words were: my weights are gone\n"
    assert "The game is kept. Go on with: ponticello play --resume" in result.stdout
    assert "ponticello play --resume --against level3" in result.stdout
    assert moves_of(only_record()) == lines[0].split(",")
    assert pc.load(only_record()).replay().names == ("Player 1", "broken.py")
    again = run("play", "--resume")
    assert (again.returncode, again.stderr) == (2, result.stderr)
    result = run("play", "--resume", "--against", "random", lines=["quit"])
    assert (result.returncode, result.stderr) == (0, "")
    assert pc.load(only_record()).replay().names == ("Player 1", "Random")
    assert resume(only_record())[1].seats == ("person", "random")


def test_the_programs_of_a_key_from_elsewhere_are_not_run(run, games, only_record, broken, tmp_path):
    _, lines = games(A_GAME, 4)
    run("play", A_GAME, "--against", broken, "--seed", 4, lines=lines[:1])
    elsewhere = tmp_path / "found" / "game.pont"
    elsewhere.parent.mkdir()
    record, key = only_record(), only_record().with_suffix(".key")
    record.rename(elsewhere)
    key.rename(elsewhere.with_suffix(".key"))
    result = run("play", "--resume", elsewhere, lines=["?"])
    assert (result.returncode, result.stderr) == (0, "")
    assert "its programs are not started: people play their seats" in result.stdout
    assert re.search(r"^broken.py: .+ \(\? lists the moves", result.stdout, re.MULTILINE)


def test_commas_of_a_program_need_no_quotes_and_may_have_them(data):
    for text in ("engine:./mine a,b,random", '"engine:./mine a,b",random', "'engine:./mine a,b', Random"):
        assert table_of("skybridge", against=text)[1].seats == ("person", "engine:./mine a,b", "random")
    assert table_of(A_GAME, against='"engine:./mine 1,2"')[1].seats == ("person", "engine:./mine 1,2")


@pytest.fixture(params=[1, 2, 3])
def few(request, monkeypatch):
    """Skybridge with fewer levels than usual."""
    book = rulebook("skybridge")
    few = dataclasses.replace(book, levels=book.levels[: request.param])
    monkeypatch.setattr(importlib.import_module("ponticello.games.skybridge"), "GAME", few)
    loaded.cache_clear()
    request.addfinalizer(loaded.cache_clear)
    return few


def test_whatever_levels_a_game_has_they_can_be_played_and_watched(few, run, broken):
    most = len(few.levels)
    assert [len(set(table_of("skybridge", watch=True, players=n)[1].seats)) for n in (2, 3, 4)] == [
        min(n, most) for n in (2, 3, 4)
    ]
    assert table_of("skybridge", watch=True, players=4)[1].seats[0] == f"level{most}"
    assert few.levels[-1].name in run("players", "skybridge").stdout
    for words, sentence in (
        (("--seat", 1), f"add --against level{min(2, most)}"),
        (("--against", most + 1), f"there is no player '{most + 1}'; Skybridge has "),
        (("--against", "level5"), "levels 1 to" if most > 1 else "one level, level1"),
    ):
        refused = run("play", "skybridge", *words)
        assert refused.returncode == 2
        assert sentence in refused.stderr
    hinted = run("play", "skybridge", "--seed", 2, lines=["hint 0.1"])
    assert (hinted.returncode, hinted.stderr) == (0, "")
    assert "\nTry " in hinted.stdout
    start = pc.game("skybridge").match(2, seed=4)
    seat, move = start.actors[0] + 1, start.legal()[0]
    crashed = run("play", "skybridge", "--against", broken, "--seed", 4, "--seat", seat, lines=[str(move)])
    assert f"ponticello play --resume --against level{(most + 1) // 2}\n" in crashed.stdout


def test_a_program_outside_plays_at_the_terminal(run, only_record, tmp_path):
    command = f"{sys.executable} -m ponticello engine --level random"
    result = run("play", A_GAME, "--watch", "--against", f"engine:{command},random", "--seed", 4)
    assert (result.returncode, result.stderr) == (0, "")
    assert pc.load(only_record()).replay().over


def test_the_game_chooser_asks_against_whom(terminal):
    level = rulebook(A_GAME).levels[1]
    screen = terminal("play", rows=50)
    screen.wait_for("Which game?")
    screen.type(A_GAME)
    screen.wait_for(level.name)
    screen.wait_for("Against whom?")
    screen.type("kasparov")
    screen.wait_for("there is no player 'kasparov'")
    screen.wait_for("Against whom?")
    screen.type("")
    screen.wait_for(f"{level.name}: 0")
    screen.wait_for("> ")
    screen.type("quit")
    assert screen.finish() == 0
