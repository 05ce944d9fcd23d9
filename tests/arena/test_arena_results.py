"""The file of results: complete, append-only, forgiving about a torn last line and about nothing else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ponticello.arena import Director, Tournament, run
from ponticello.engine.errors import PonticelloError

PLAYERS = ["random", "greedy"]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a small tournament, played once for all tests."""
    path = tmp_path_factory.mktemp("tournament") / "deep" / "results.jsonl"
    with pytest.MonkeyPatch.context() as changes:
        changes.setenv("PONTICELLO_INTERPRET", "1")
        run("skybridge", PLAYERS, games=6, jobs=0, out=path)
    return path


@pytest.fixture
def file(results: Path, tmp_path: Path) -> Path:
    """The results of a small tournament, to be done something to."""
    return Path(shutil.copy(results, tmp_path))


def played(path: Path) -> list[int]:
    """Returns the numbers of the games in a file, as it has them."""
    return [told["number"] for line in path.read_text().splitlines() if "number" in (told := json.loads(line))]


def test_a_line_tells_all_about_a_game(file: Path) -> None:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert lines[0]["tournament"]["players"] == PLAYERS
    for key in (
        "players",
        "seed",
        "options",
        "points",
        "standing",
        "winners",
        "actions",
        "seconds",
        "forfeit",
        "version",
        "game",
    ):
        assert key in lines[1]
    assert len(lines) == 7


def test_only_missing_games_are_played(file: Path) -> None:
    kept = file.read_text().splitlines(keepends=True)
    file.write_text("".join(kept[:2] + kept[4:6]))
    new = []
    run("skybridge", PLAYERS, games=6, jobs=0, out=file, progress=lambda done, total: new.append((done, total)))
    assert new == [(4, 6), (5, 6), (6, 6)]
    assert sorted(played(file)) == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("keep", [3, 40])
def test_a_torn_last_line_is_played_again(file: Path, keep: int) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:keep])
    run("skybridge", PLAYERS, games=6, jobs=0, out=file)
    assert played(file) == [0, 1, 2, 3, 4, 5]
    torn = lines[0][:keep]
    file.write_bytes(torn)
    assert len(run("skybridge", PLAYERS, games=2, jobs=0, out=file).results) == 2


def test_a_tournament_can_be_made_longer_and_keeps_what_it_has(file: Path) -> None:
    assert len(run("skybridge", PLAYERS, games=8, jobs=0, out=file).results) == 8
    assert played(file) == list(range(8))
    assert len(run("skybridge", PLAYERS, games=2, jobs=0, out=file).results) == 8


OTHERS = {
    "its players random, greedy, not random, level1": {"players": ["random", "level1"]},
    "its seed 1, not 2": {"seed": 2},
    "its seats 2, not 3": {"seats": 3},
    "its options": {"options": {"rotation": True}},
    "its game skybridge, not hashi": {"game": "hashi"},
}


@pytest.mark.parametrize("sentence", OTHERS)
def test_a_file_of_another_tournament_is_refused(file: Path, sentence: str) -> None:
    before = file.read_bytes()
    wanted = {"game": "skybridge", "players": PLAYERS, "games": 6, "jobs": 0, **OTHERS[sentence]}
    with pytest.raises(PonticelloError, match=f"holds another tournament: .*{sentence}"):
        run(out=file, **wanted)  # type: ignore[arg-type]
    assert file.read_bytes() == before


def test_a_result_of_another_pairing_is_refused(file: Path) -> None:
    file.write_text(
        file.read_text().replace('"players": ["random", "greedy"], "points"', '"players": ["greedy", "greedy"], "points"')
    )
    with pytest.raises(PonticelloError, match="a different pairing"):
        run("skybridge", PLAYERS, games=6, jobs=0, out=file)


@pytest.mark.parametrize("damage", ["{}", "[]", "nonsense", '{"number": 3}', "7"])
def test_a_damaged_line_is_named(file: Path, damage: str) -> None:
    lines = file.read_text().splitlines()
    lines[3] = damage
    file.write_text("\n".join(lines) + "\n")
    with pytest.raises(PonticelloError, match=r"line 4: .* is damaged"):
        run("skybridge", PLAYERS, games=6, jobs=0, out=file)


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Ann")
    with pytest.raises(PonticelloError, match="not the results of a tournament"):
        run("skybridge", PLAYERS, games=2, jobs=0, out=path)
    assert path.read_text() == "Dear Ann"


def test_two_tournaments_do_not_write_to_one_file(file: Path) -> None:
    pytest.importorskip("fcntl")
    tournament = Tournament.between("skybridge", PLAYERS)
    director = Director(tournament, 6, file)
    with pytest.raises(PonticelloError, match="still running"):
        Director(tournament, 6, file)
    director.close()
    Director(tournament, 6, file).close()
