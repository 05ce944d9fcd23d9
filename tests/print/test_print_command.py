"""`ponticello print`: a file and a line about it, or one sentence about what is wrong."""

from __future__ import annotations

import sys

import pytest

from ponticello.cli import run_command
from tests.print.printed_pages import page_size, read_pages


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_a_file_of_the_usual_name(tmp_path, capsys):
    assert run_command(["print", "hashi"]) == 0
    said = capsys.readouterr()
    assert said.out == "hashi-1-player.pdf: Hashi for 1 player on A4; print it at full size (100 %).\n"
    assert said.err == ""
    assert len(read_pages((tmp_path / "hashi-1-player.pdf").read_bytes())) == 2


def test_as_wished(tmp_path, capsys):
    words = "print connections --players 4 --paper letter -o mine.pdf --games full"
    assert run_command(words.split()) == 0
    assert capsys.readouterr().out == "mine.pdf: Connections for 4 players on US Letter; print it at full size (100 %).\n"
    pdf = (tmp_path / "mine.pdf").read_bytes()
    assert page_size(pdf) == pytest.approx((215.9, 279.4), abs=0.01)
    assert len(read_pages(pdf)) == 8


@pytest.mark.parametrize("words", ["--board B", "--board=b", "--option board=B"])
def test_an_option_of_the_game(tmp_path, words):
    assert run_command(["print", "hashi", *words.split(), "--output", "b.pdf"]) == 0
    assert "Hashi, side B" in read_pages((tmp_path / "b.pdf").read_bytes())[0].words


WRONG = {
    "": "say which game: ponticello print GAME; games with sheets are: connections, hashi",
    "chess": "there is no game 'chess'",
    "ponte": "Ponte del Diavolo has no sheets to print; games with sheets are: connections, hashi",
    "hashi --players 7": "players, not 7",
    "hashi --paper a3": "--paper",
    "hashi --papr a4": "did you mean --paper?",
    "hashi --board C": "board cannot be 'C'",
    "hashi -o nowhere/boards.pdf": "nowhere/boards.pdf cannot be written: No such file or directory",
    "hashi -o .": "cannot be written: Is a directory",
}


@pytest.mark.parametrize("words", WRONG)
def test_what_is_wrong_is_said_in_one_sentence(tmp_path, capsys, words):
    assert run_command(["print", *words.split()]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("ponticello: ")
    assert said.err.count("\n") == 1
    assert WRONG[words] in said.err
    assert list(tmp_path.iterdir()) == []


def test_without_fpdf2(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert run_command(["print", "hashi"]) == 2
    assert capsys.readouterr().err == "ponticello: printing needs fpdf2; install it with: pip install 'ponticello[print]'\n"
    assert list(tmp_path.iterdir()) == []


def test_help_has_examples(capsys):
    assert run_command(["print", "--help"]) == 0
    shown = capsys.readouterr().out
    assert "Examples:" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
