"""`ponticello arena` as a person uses it: tables, files, pictures, and one sentence for whatever is wrong."""

from __future__ import annotations

import json
import shlex
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from ponticello.arena import plot, run
from ponticello.cli import run_command

pytestmark = pytest.mark.slow

SMALL = "--game skybridge --players random,greedy --games 6 --jobs 1"

WRONG = {
    "": "say which game",
    "--game chess --players random,greedy": "there is no game 'chess'",
    "--game skybridge": "say who plays",
    "--game skybridge --players random": "needs two players or more",
    "--game skybridge --players ,": "needs two players or more",
    "--game skybridge --players random,greedi": "did you mean greedy",
    "--game skybridge --players random,random": "random is there twice",
    "--game skybridge --players uct@1s,uct@1.0s": "uct@1s is there twice",
    "--game skybridge --players random,uct@soon": "has no clear budget",
    "--game skybridge --players random,level9": "there is no player 'level9'; Skybridge has levels 1 to ",
    "--game skybridge --players random,engine:'./mine": "is not a command: no closing quotation",
    "--game skybridge --players random,greedy --games 0": "must be 1 or more, not 0",
    "--game skybridge --players random,greedy --games few": "--games",
    "--game skybridge --players random,greedy --jobs 0": "--jobs",
    "--game skybridge --players random,greedy --seats 7": "players, not 7",
    "--game skybridge --players random,greedy --flavour sweet": "has no option --flavour",
    "--game skybridge --players random,greedy --ancor random": "did you mean --anchor",
    "--game skybridge --players random,greedy --anchor ann": "'ann' does not take part; the players are: random, greedy",
    "--game skybridge --players random,greedy --patience 0": "patience must be more than 0",
    "--game skybridge --players random,greedy --out /dev/null/x": "cannot write /dev/null/x",
    "--game skybridge --players random,greedy --out .": "cannot write .: Is a directory",
    "--game skybridge --players random,greedy --json nowhere/x.json": "cannot write nowhere/x.json: there is no such folder",
    "--game skybridge --players random,greedy --plot nowhere/x.svg": "cannot write nowhere/x.svg: there is no such folder",
    "--game skybridge --players random,greedy --out a --resume b": "say --out or --resume, not both",
    "--resume missing.jsonl": "cannot read missing.jsonl: No such file or directory",
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the command run in a folder of its own."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_said_in_one_sentence(line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_command(["arena", *line.split()]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("ponticello: ")
    assert WRONG[line] in said.err
    assert said.err.count("\n") == 1
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_tournament_prints_its_tables_and_goes_on(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    command = f"arena {SMALL} --out r.jsonl --json s.json --plot p.svg --anchor random"
    assert run_command(command.split()) == 0
    said = capsys.readouterr()
    assert said.err == ""
    for word in ("6 games, 2 at a table", "r.jsonl", "W/D/L", "Elo", "Score against", "s/move"):
        assert word in said.out
    summary = json.loads(Path("s.json").read_text())
    assert summary["games"] == 6
    assert summary["anchor"] == "random"
    assert {row["player"] for row in summary["standings"]} == {"random", "greedy"}
    assert sum(row["wins"] + row["draws"] / 2 for row in summary["standings"]) == 6
    assert sum(pair["score"] for pair in summary["scores"]) == 1
    ElementTree.fromstring(Path("p.svg").read_text())
    assert run_command(shlex.split("arena --resume r.jsonl")) == 0
    assert "6 of them played already" in capsys.readouterr().out
    assert run_command(shlex.split("arena --resume r.jsonl --seed 3")) == 2
    assert "holds another tournament: its seed 1, not 3" in capsys.readouterr().err


def test_without_a_name_results_go_to_the_data_of_the_user(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run_command(f"arena {SMALL} --rotation".replace("--games 6", "--games 2").split()) == 0
    (path,) = (tmp_path / "data" / "arena").glob("*-skybridge.jsonl")
    assert str(path) in capsys.readouterr().out
    assert json.loads(path.read_text().splitlines()[1])["options"] == {"rotation": True, "bare_roofs": False}


def test_alone_players_are_compared_by_their_points(capsys: pytest.CaptureFixture[str]) -> None:
    line = "arena --game hashi --players random,greedy --games 2 --seats 1 --jobs 1 --json s.json --plot p.svg"
    assert run_command(line.split()) == 0
    out = capsys.readouterr().out
    assert "2 games" not in out and "4 games, alone" in out
    assert "Points more than" in out
    assert "Elo" not in out
    summary = json.loads(Path("s.json").read_text())
    assert [row["player"] for row in summary["standings"]] == ["greedy", "random"]
    assert [row["elo"] for row in summary["standings"]] == [None, None]
    assert summary["leads"][0]["deals"] == 2
    ElementTree.fromstring(Path("p.svg").read_text())


def test_bare_ray_needs_no_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for line in (f"arena --ray {SMALL}", f"arena {SMALL} --ray", f"arena {SMALL} --ray 10.0.0.1:6379"):
        assert run_command(line.split()) == 2
        assert "needs ray" in capsys.readouterr().err
    assert not list((tmp_path / "data" / "arena").iterdir())


def test_two_players_fill_three_seats() -> None:
    standings = run("skybridge", ["random", "greedy"], games=3, seats=3, jobs=0)
    assert sorted(row.games for row in standings.rows) == [9, 9]
    assert standings.score("random", "greedy").games == 12
    assert sum(row.wins for row in standings.rows) <= 6


def test_alone_the_lead_is_the_difference_on_the_same_deals() -> None:
    standings = run("hashi", ["random", "greedy"], games=4, seats=1, jobs=0)
    made = {name: [r.points[0] for r in standings.results if r.players == (name,)] for name in standings.names}
    lead, error, deals = standings.lead("greedy", "random")
    assert lead == pytest.approx(sum(made["greedy"]) / 4 - sum(made["random"]) / 4)
    assert (deals, standings.lead("random", "greedy")[0]) == (4, -lead)
    assert error is not None and error > 0
    better = sum(a > b for a, b in zip(made["greedy"], made["random"], strict=True))
    level = sum(a == b for a, b in zip(made["greedy"], made["random"], strict=True))
    assert standings.score("greedy", "random").mean == (better + level / 2) / 4


def test_the_picture_shows_everybody_with_an_error_bar() -> None:
    standings = run("skybridge", ["random", "greedy", "uct@1"], games=6, jobs=0)
    picture = ElementTree.fromstring(plot(standings))
    assert len(picture.findall(".//*[@class='dot0']")) == 3
    assert len(picture.findall(".//*[@class='bar line0']")) == 2  # all but the one that the others are measured against
    text = "".join(picture.itertext())
    assert all(name in text for name in standings.names)
