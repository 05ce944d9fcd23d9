"""Recorded games shown, replayed and drawn; the list of games; the speed of the machine."""

from __future__ import annotations

import pytest

import ponticello as pc
from ponticello.cli.recorded_game import after_turn
from ponticello.engine.people import called
from tests.cli.cli_shelf import A_GAME, NAMES


@pytest.fixture
def record(games, tmp_path):
    def make(name):
        match, _ = games(name)
        match.save(tmp_path / "game.pont")
        return match, tmp_path / "game.pont"

    return make


@pytest.mark.parametrize("name", NAMES)
def test_show_any_turn_as_text(run, record, name):
    match, path = record(name)
    turns = match.turns()
    shown = run("show", path).stdout
    assert str(match) in shown
    assert f"{match.status}." in shown
    assert match.position_after(0).text() in run("show", path, "--move", 0).stdout
    marked = [turn for turn in turns[:3] if turn.seat != pc.CHANCE][-1]
    third = match.position_after(sum(len(turn.moves) for turn in turns[:3])).text(
        last=tuple(move.action for move in marked.moves)
    )
    assert third in run("show", path, "--move", 3).stdout


@pytest.mark.parametrize("name", NAMES)
def test_show_draws_a_picture(run, record, tmp_path, name):
    match, path = record(name)
    view = match.game.rulebook.views_of(match.players)[-1]
    result = run("show", path, "--svg", "-", "--theme", "dark", "--view", view)
    assert (result.returncode, result.stderr) == (0, "")
    expected = match.position.svg(theme="dark", view=view, last=match.last_actions())
    assert result.stdout == expected + "\n"
    run("show", path, "--svg", tmp_path / "start.svg", "--move", 0)
    assert (tmp_path / "start.svg").read_text() == match.position_after(0).svg()


def test_no_picture_shows_the_board_of_somebody_who_is_not_there(run, record):
    name = next(each.name for each in pc.games() if len(each.views_of(each.players[0])) < len(each.views))
    match, path = record(name)
    result = run("show", path, "--svg", "-", "--view", match.game.rulebook.views[-1])
    assert result.returncode == 2
    assert "cannot be seen from" in result.stderr


def test_show_one_game_of_several(run, games, tmp_path):
    path = tmp_path / "two.pont"
    matches = [games(name)[0] for name in NAMES]
    path.write_text("\n---\n".join(pc.table.pont.write_match(match) for match in matches))
    for number, match in enumerate(matches, start=1):
        assert str(match) in run("show", path, "--game", number).stdout


def test_show_invents_nothing(run, tmp_path):
    """What chance will do next is not in an unfinished record, so it is not on the board."""
    for rulebook in pc.games():
        start = pc.game(rulebook.name).position()
        if start.actors == (pc.CHANCE,):
            path = tmp_path / "empty.pont"
            players = "".join(f"player {number}: Ann\n" for number in range(1, start.players + 1))
            path.write_text(f"game: {rulebook.name}\n{players}result: unfinished\n")
            with called(["Ann"] * start.players):
                assert str(start) in run("show", path).stdout


def test_replay_shows_every_turn_with_its_comment(run, record):
    match, path = record(A_GAME)
    path.write_text(path.read_text().replace("\n2. ", "\n# a fateful choice\n2. "))
    shown = run("replay", path).stdout
    for number in range(1, len(match.turns()) + 1):
        assert f"turn {number} of {len(match.turns())}:" in shown
    assert shown.index("turn 2 of") < shown.index("a fateful choice") < shown.index("turn 3 of")
    assert shown.rstrip().endswith(match.explain())


def test_replay_steps_and_stops(run, record, terminal):
    _, path = record(A_GAME)
    shown = run("replay", path, "--step", lines=["", "q"]).stdout
    assert "turn 1 of" in shown
    assert "turn 2 of" not in shown
    screen = terminal("replay", path)
    screen.wait_for("the start")
    screen.wait_for("q: stop")
    screen.type("")
    screen.wait_for("turn 1 of")
    screen.wait_for("q: stop")
    screen.type("q")
    assert screen.finish() == 0


def test_games_explains_every_option(run):
    shown = run("games").stdout
    words = " ".join(shown.split())
    for rulebook in pc.games():
        assert all(word in words for word in (rulebook.name, rulebook.title, rulebook.author, str(rulebook.year)))
        for option in rulebook.options:
            assert f"--{option.name.replace('_', '-')}" in words
            assert option.help.split()[0] in words


@pytest.mark.parametrize("name", NAMES)
def test_bench_measures_every_number_of_players(run, name):
    result = run("bench", "--game", name, "--seconds", 0.01)
    assert (result.returncode, result.stderr) == (0, "")
    rows = [line for line in result.stdout.splitlines() if "core" in line]
    assert len(rows) == 2 * len(pc.game(name).rulebook.players)
    assert "interpreted" in result.stdout
    assert "vary from machine to machine" in result.stdout


def test_turns_that_were_begun_at_once_are_shown_one_after_the_other(tmp_path, run):
    match = pc.game("hashi").match(names=["Ann", "Bo"], seed=1)
    for move, seat in (("3@c4", 0), ("3@c4", 1), ("skip", 0), ("skip", 1), ("done", 1)):
        match.play(move, seat)
    assert [str(turn) for turn in match.turns()][-2:] == ["skip done", "skip"]
    alone = pc.game("hashi").match(names=["Ann"], seed=1)
    for name, each, is_told in (("two", match, True), ("one", alone, False)):
        each.save(tmp_path / f"{name}.pont")
        said = run("replay", tmp_path / f"{name}.pont").stdout
        told = "All act at once; here the turns of a round follow one another, as they were completed."
        assert said.splitlines().count(told) == is_told
    for read in (match, pc.load(tmp_path / "two.pont").replay()):
        position, last = after_turn(read, 4)
        assert position.actors == (0,) and not position.mid_turn(0), "Bo is done, and Ann has not begun yet"
        assert [read.game.rulebook.write(position.state, 1, action) for action in last] == ["skip", "done"]
