"""Games in which all act at once: people at one keyboard act one after the other and see nothing of each other's round."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import ponticello as pc
from ponticello.cli.game_setup import PlayRequest, new_game
from ponticello.cli.keyboard import Departure
from ponticello.cli.saved_games import resume
from ponticello.cli.terminal_game import TerminalGame
from ponticello.games import rulebook
from tests.cli.cli_shelf import ROUNDS, SOLO, lines_of, whole_game

PASS = "Pass the keyboard to "


class Scene:
    """A table whose people type what a list says; keeps what each of them had seen when they were asked."""

    def __init__(self, match, saved, lines, interactive=False):
        self.lines = list(lines)
        self.seen: list[tuple[str, str]] = []  # prompt, and the screen since the last one
        self.screen = io.StringIO()
        console = Console(
            file=self.screen, force_terminal=interactive, markup=False, highlight=False, width=200, color_system=None
        )
        self.table = TerminalGame(match, saved, console, self.ask, interactive)
        self.code = self.table.play()
        self.rest = self.screen.getvalue()

    def ask(self, prompt):
        self.seen.append((prompt, self.screen.getvalue()))
        self.screen.seek(0)
        self.screen.truncate()
        if not self.lines:
            raise Departure
        return self.lines.pop(0)

    def screens(self, name):
        """Returns every screen that a person was asked under."""
        return [screen for prompt, screen in self.seen if prompt == f"{name}> "]


@pytest.fixture
def sit(data):
    def sit(name, lines, interactive=False, **asked):
        match, saved = new_game(rulebook(name), PlayRequest(**asked), [])
        return Scene(match, saved, lines, interactive)

    return sit


def turn_of(name, seed, seat, number, players=2):
    """Returns one turn of a whole game, as the moves of a seat."""
    match = whole_game(name, seed, players)
    turn = [turn for turn in match.turns() if turn.seat == seat][number]
    return [str(move) for move in turn.moves]


@pytest.mark.parametrize("name", ROUNDS)
def test_nobody_sees_what_the_others_play_in_the_running_round(sit, name):
    people = ("Ann", "Bo", "Cy")
    whole = whole_game(name, 2, 3)
    scene = sit(name, lines_of(whole), names=",".join(people), seed="2")
    assert scene.code == 0
    assert [prompt for prompt, _ in scene.seen[:6]] == ["Ann> ", "Bo> ", "Cy> "] * 2
    asked = {person: iter(scene.screens(person)) for person in people}
    match = pc.game(name).match(names=people, seed="2")
    for turn in whole.turns():
        if turn.seat != pc.CHANCE:
            screen = next(asked[people[turn.seat]])
            seen = match.view(turn.seat)
            scores = ", ".join(f"{who}: {points}" for who, points in zip(people, seen.scores, strict=True))
            assert f"   {scores}\n" in screen
            with match.called():
                assert seen.text(last=match.last_actions(turn.seat)) in screen
            for move in turn.moves:
                match.play(move)


@pytest.mark.parametrize("name", ROUNDS)
def test_after_a_round_everybody_hears_what_the_others_did(sit, name):
    match = whole_game(name, 2, 2)
    scene = sit(name, lines_of(match), names="Ann,Bo", seed="2")
    joiner = match.game.rulebook.joiner
    for person, other in ((0, 1), (1, 0)):
        screens = scene.screens(("Ann", "Bo")[person])
        told = f"{('Ann', 'Bo')[other]}: "
        assert not any(line.startswith(told) and "points" not in line for line in screens[0].splitlines()[1:])
        for number, screen in enumerate(screens[1:6]):
            assert told + joiner.join(turn_of(name, 2, other, number)) in screen.splitlines()
    last = scene.rest.splitlines()
    for seat, person in enumerate(("Ann", "Bo")):
        assert f"{person}: {joiner.join(turn_of(name, 2, seat, -1))}" in last


@pytest.mark.parametrize("name", ROUNDS)
def test_the_keyboard_is_passed_on_only_where_there_is_something_to_hide(sit, name):
    lines = lines_of(whole_game(name, 2, 2))
    scene = sit(name, [lines[0], "", lines[1], lines[2], ""], interactive=True, names="Ann,Bo", seed="2")
    assert [prompt for prompt, _ in scene.seen] == [
        *("Ann> ", f"{PASS}Bo (Enter) ", "Bo> "),
        *("Ann> ", f"{PASS}Bo (Enter) ", "Bo> "),  # a new round has nothing to hide
    ]
    assert lines[0] not in scene.seen[1][1]
    assert lines[0] not in scene.seen[2][1]
    piped = sit(name, lines[:5], names="Ann,Bo", seed="2")
    assert not any(prompt.startswith(PASS) for prompt, _ in piped.seen)


@pytest.mark.parametrize("name", ROUNDS)
def test_the_house_is_seen_after_the_round_and_needs_no_keyboard(sit, name):
    mine = lines_of(whole_game(name, 2, 3))[0]
    scene = sit(name, [mine], interactive=True, players=3, against="random", seed="2")
    assert [prompt for prompt, _ in scene.seen] == ["Player 1> "] * 2
    match = scene.table.match
    turns = {turn.seat: str(turn) for turn in match.turns()[:4]}
    for seat in (1, 2):
        told = f"Random {seat + 1}: {turns[seat]}"
        assert told not in scene.seen[0][1].splitlines()
        assert told in scene.seen[1][1].splitlines()


@pytest.mark.parametrize("name", ROUNDS)
def test_undo_takes_back_only_ones_own_running_turn(sit, name):
    lines = lines_of(whole_game(name, 2, 2))
    scene = sit(name, ["undo", lines[0], "undo", lines[1], lines[2], "undo"], names="Ann,Bo", seed="2")
    answers = [screen for _, screen in scene.seen]
    assert "there is no move of yours to take back" in answers[1]  # Ann has not moved
    assert "there is no move of yours to take back" in answers[3]  # nor has Bo, and Ann's turn is not his
    assert "a turn cannot be taken back once chance has spoken" in answers[6]
    assert lines_of(scene.table.match) == lines[:3]


@pytest.mark.parametrize("name", ROUNDS)
def test_a_finished_turn_can_be_taken_back_until_the_keyboard_is_passed(sit, name):
    lines = lines_of(whole_game(name, 2, 2))
    scene = sit(name, [lines[0], "undo", lines[0], "", lines[1]], interactive=True, names="Ann,Bo", seed="2")
    assert [prompt for prompt, _ in scene.seen[:5]] == ["Ann> ", f"{PASS}Bo (Enter) ", "Ann> ", f"{PASS}Bo (Enter) ", "Bo> "]
    assert "Taken back: 1 turn." in scene.seen[2][1]


def test_undo_of_half_a_turn_leaves_the_others_alone(sit):
    name = next(each for each in ROUNDS if any(len(turn.moves) > 1 for turn in whole_game(each, 2, 2).turns()))
    match = whole_game(name, 2, 2)
    lines = lines_of(match)
    number = next(at for at, turn in enumerate(match.turns()) if len(turn.moves) > 1 and turn.seat == 1)
    before = sum(turn.seat != pc.CHANCE for turn in match.turns()[:number])
    part = str(match.turns()[number].moves[0])
    scene = sit(name, [*lines[:before], part, "undo", "quit"], names="Ann,Bo", seed="2")
    assert "Bo: Draw " in scene.seen[before + 1][1]
    assert "Taken back: 1 turn." in scene.seen[before + 2][1]
    assert scene.table.match.moves == tuple(move for turn in match.turns()[:number] for move in turn.moves)


@pytest.mark.parametrize("name", SOLO)
def test_a_lone_player_needs_nobody(sit, name):
    match = whole_game(name, 4, 1)
    scene = sit(name, lines_of(match), players=1, seed="4", interactive=True)
    assert scene.code == 0
    assert {prompt for prompt, _ in scene.seen} == {"Player 1> "}
    assert all(line in scene.rest for line in match.explain().splitlines())


@pytest.mark.parametrize("name", ROUNDS)
def test_a_game_left_in_the_middle_of_a_round_goes_on_there(sit, name, only_record):
    match = whole_game(name, 2, 3)
    lines = lines_of(match)
    sit(name, lines[:4], names="Ann,Bo,Cy", seed="2")
    again, saved, note = resume(only_record())
    assert note == ""
    scene = Scene(again, saved, lines[4:])
    assert scene.seen[0][0] == "Bo> "
    assert again.moves == match.moves


@pytest.mark.parametrize("name", ROUNDS)
def test_a_record_saved_by_one_person_does_not_tell_the_others_round(sit, name, tmp_path):
    lines = lines_of(whole_game(name, 2, 2))
    scene = sit(name, [lines[0], f"save {tmp_path / 'mine.pont'}", "record"], names="Ann,Bo", seed="2")
    mine = (tmp_path / "mine.pont").read_text()
    assert "P1" not in mine
    assert "P1" not in scene.seen[-1][1]
    assert pc.load(tmp_path / "mine.pont").replay().actors == (0, 1)


def test_a_real_terminal_passes_the_keyboard(terminal):
    name = ROUNDS[0]
    lines = lines_of(whole_game(name, 2, 2))
    screen = terminal("play", name, "--names", "Ann,Bo", "--seed", 2, rows=60, columns=160)
    screen.wait_for("Ann> ")
    screen.type(lines[0])
    screen.wait_for("Pass the keyboard to Bo (Enter)")
    before = len(screen.output)
    screen.type("")
    screen.wait_for("Bo> ")
    assert lines[0] not in screen.output[before:]
    screen.type(lines[1])
    screen.wait_for(f"Bo: {lines[1]}")
    screen.wait_for("Ann> ")
    screen.type("quit")
    screen.wait_for("The game is kept")
    assert screen.finish() == 0
