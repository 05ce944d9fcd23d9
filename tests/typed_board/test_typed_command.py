"""`ponticello score`, run as a person would."""

from __future__ import annotations

import dataclasses
import io
import sys

import pytest

from ponticello.cli import run_command
from ponticello.games import names, rulebook


@pytest.fixture
def score(capsys):
    def run(*arguments):
        code = run_command(["score", *map(str, arguments)])
        return code, *capsys.readouterr()

    return run


@pytest.mark.parametrize("name", [name for name in names() if rulebook(name).typed_board])
def test_the_form_can_be_scored_at_once(score, tmp_path, name):
    code, form, err = score(name, "--form")
    assert (code, err) == (0, "")
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xef\xbb\xbf" + form.encode())  # as some editors save it
    code, report, err = score(name, path)
    assert (code, err) == (0, "")
    assert report.splitlines() == rulebook(name).typed_board.score(form)


def test_a_board_from_standard_input(score, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"players: 2\na1: C3 Or\n")))
    code, report, _ = score("skybridge", "-")
    assert code == 0
    assert "Player 2 wins with 3." in report


def test_violations_are_no_failure(score, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("players: 2\na1: C3 C2 Or\n")
    code, report, _ = score("skybridge", path)
    assert code == 0
    assert "Broken: the coral block of two on a1 rests on a coral block of three" in report


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"players: 2\nhello\n", "line 2: 'hello' is no tower"),
        (b"\xff\xfe\x00", "is not a text in UTF-8"),
        (b"#" * 200_001, "is larger than 200 kB, which no board is"),
        (None, "cannot be read: No such file or directory"),
    ],
)
def test_unreadable_input_is_one_sentence(score, tmp_path, content, sentence):
    path = tmp_path / "board.txt"
    if content is not None:
        path.write_bytes(content)
    code, out, err = score("skybridge", path)
    assert (code, out) == (2, "")
    assert f"ponticello: {path}: {sentence}" in err
    assert err.count("\n") == 1


def test_a_file_must_be_named(score):
    code, _, err = score("ponte")
    assert code == 2
    assert "ponticello score ponte --form" in err


def test_an_unknown_game(score):
    code, _, err = score("ponto", "--form")
    assert code == 2
    assert "did you mean ponte?" in err


def test_a_game_without_a_referee_for_paper(score, monkeypatch):
    bare = dataclasses.replace(rulebook("ponte"), typed_board=None)
    monkeypatch.setattr("ponticello.cli.commands.score.rulebook", lambda name: bare)
    code, _, err = score("ponte", "--form")
    assert code == 2
    assert "Ponte del Diavolo has no referee for boards on paper; these games have one:" in err


def test_colour_only_on_a_terminal(score, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text("players: 2\na1: C3 C2\n")
    assert "\x1b" not in score("skybridge", path)[1]
