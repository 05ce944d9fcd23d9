"""The game of this folder, which the package does not know: found through PONTICELLO_GAMES, it is played everywhere.

It brings no characters, heuristics, rules pages, stories or counts. Every process is one that a person could start.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

import ponticello

pytestmark = pytest.mark.slow

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PACKAGE = Path(ponticello.__file__).parent
GAME = "hex"
PATIENCE = 300  # seconds; only a test that has gone wrong waits that long

CONFORMANCE = ["test_conformance.py", "test_conformance_words.py", "test_conformance_pages.py", "table/test_showing.py"]
OWN = "example_game/hex_rules.py"
COMPILED = """
from tests.engine.test_compiled import test_compiled_and_interpreted_rules_agree_move_by_move as agree
from tests.engine.variants import variants_of
for variant in variants_of("hex"):
    agree(variant, 1)
    print(variant)
"""


def environment(folder: Path, **more: str) -> dict[str, str]:
    """Returns the surroundings of a process that knows the game, and keeps what it writes in a folder of its own."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PONTICELLO_INTERPRET", "PYTEST"))}
    return {**inherited, "PONTICELLO_GAMES": str(HERE), "PONTICELLO_DATA": str(folder), "NO_COLOR": "1", **more}


def start(arguments: list[str], folder: Path, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
    """Runs Python and waits for it."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=typed,
        env=environment(folder, **more),
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


def command(folder: Path, *words: str, typed: str = "", code: int = 0) -> str:
    """Returns what the command prints, without a compiler and whatever else takes long."""
    done = start(["-m", "ponticello", *words], folder, typed, PONTICELLO_INTERPRET="1")
    assert done.returncode == code and "Traceback" not in done.stderr, done.stdout + done.stderr
    return done.stdout if code == 0 else done.stderr


def test_it_passes_all_that_is_asked_of_every_game_and_its_own_tests(tmp_path: Path) -> None:
    files = [f"tests/{file}" for file in (*CONFORMANCE, OWN)]
    runner = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", f"{GAME} or home"]
    done = start([*runner, *files], tmp_path, PONTICELLO_INTERPRET="1")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    passed = re.search(r"(\d+) passed, \d+ deselected in", done.stdout)
    assert passed is not None and int(passed[1]) > 60, done.stdout[-500:]


def test_it_runs_compiled_as_it_does_interpreted(tmp_path: Path) -> None:
    done = start(["-c", COMPILED], tmp_path)
    assert done.stdout.split() == ["hex-2p-size_7", "hex-2p-size_11"], done.stderr


def test_nothing_in_the_package_names_it() -> None:
    naming = re.compile(r"""["'/]hex["'/.]|\bHex\b""")
    assert [path for path in PACKAGE.rglob("*.py") if naming.search(path.read_text(encoding="utf-8"))] == []


def test_it_is_listed_with_its_options_and_the_plain_players(tmp_path: Path) -> None:
    assert re.search(r"hex +Hex +Piet Hein +1942 +2\b", command(tmp_path, "games"))
    told = command(tmp_path, "players", GAME)
    assert "1. Greedy" in told and "2. Searcher" in told
    assert f"ponticello play {GAME} --against " in told


def test_a_match_is_watched_saved_replayed_and_drawn(tmp_path: Path) -> None:
    told = command(tmp_path, "play", GAME, "--watch", "--simulations", "3", "--seed", "1")
    assert re.search(r"(Searcher|Greedy) \((red|blue)\) wins", told) and "Searcher" in told
    (record,) = (tmp_path / "games").glob("*.pont")
    assert "Hex" in command(tmp_path, "replay", str(record), "--delay", "0")
    command(tmp_path, "show", str(record), "--svg", str(tmp_path / "end.svg"))
    assert (tmp_path / "end.svg").read_text(encoding="utf-8").startswith("<svg")
    assert command(tmp_path, "verify", str(record))
    page = tmp_path / "review.html"
    assert "at the beginning; " in command(tmp_path, "review", str(record), "--simulations", "1", "--html", str(page))
    assert page.read_text(encoding="utf-8").count("<svg") >= 1


def test_a_person_plays_against_the_house_and_asks_for_a_hint(tmp_path: Path) -> None:
    told = command(tmp_path, "play", GAME, "--against", "1", "--size", "7", typed="a2\nhint 0.1\nz9\nswap\n?\nquit\n")
    assert "Greedy: " in told and "Try " in told and "% to win" in told
    assert "z9 is not on this board; its cells go from a1 to g7" in told
    assert "only the first stone can be taken over, and only as the answer to it" in told
    assert "Hex, turn 3" in command(tmp_path, "play", "--resume", typed="quit\n")


def test_it_plays_for_other_programs_as_strongly_as_it_can(tmp_path: Path) -> None:
    engine = f"engine:{sys.executable} -m ponticello engine"
    told = command(tmp_path, "play", GAME, "--against", engine, "--simulations", "3", typed="d4\nquit\n")
    assert "turn 3" in told


def test_players_meet_in_the_arena(tmp_path: Path) -> None:
    told = command(tmp_path, "arena", "--game", GAME, "--players", "level1,greedy,random", "--games", "3")
    assert all(who in told for who in ("level1", "greedy", "random"))


def test_it_is_measured(tmp_path: Path) -> None:
    assert GAME in command(tmp_path, "bench", "--game", GAME, "--seconds", "0.01")


def test_processes_that_think_for_bots_know_it(tmp_path: Path) -> None:
    code = """
import json, subprocess, sys
import ponticello as pc
from ponticello.players.worker import question
match = pc.game("hex").match(seed=1)
asked = json.dumps(question(match.view(0), 0, 1, seed=5)) + "\\n"
worker = [sys.executable, "-m", "ponticello.players.worker"]
said = subprocess.run(worker, input=asked, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
print(json.loads(said)["answer"] in map(str, match.legal()))
"""
    assert start(["-c", code], tmp_path, PONTICELLO_INTERPRET="1").stdout.strip() == "True"


def test_what_it_does_not_bring_is_said_in_a_sentence(tmp_path: Path) -> None:
    assert "Hex has no referee" in command(tmp_path, "score", GAME, "--form", code=2)
    assert "Hex has no sheets" in command(tmp_path, "print", GAME, code=2)


def test_many_games_run_at_once(tmp_path: Path) -> None:
    code = """
import ponticello as pc
batch = pc.game("hex").batch(9, seed=1)
lengths = batch.playout()
assert batch.over.all() and (batch.scores.sum(axis=1) == 1).all() and lengths.max() <= 50
match = pc.game("hex", size=11).match(seed=1)
match.play("f6")
print(pc.players.best("hex").choose(match.position, simulations=2).move in match.legal())
"""
    assert start(["-c", code], tmp_path, PONTICELLO_INTERPRET="1").stdout.strip() == "True"


def test_a_broken_game_stops_a_command_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "__init__.py").write_text("GAME = Rulebook()\n", encoding="utf-8")
    for words in (["games"], ["play", "odd"], ["serve", "--port", "0"]):
        done = start(["-m", "ponticello", *words], tmp_path, PONTICELLO_GAMES=str(tmp_path))
        where = re.escape(str(tmp_path / "odd" / "__init__.py"))
        assert done.returncode == 2
        assert re.fullmatch(f"ponticello: odd cannot be played: {where}, line 1: NameError: .*\n", done.stderr)


# The web table


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A browser at a web table of its own, where nothing goes wrong."""
    folder = tmp_path_factory.mktemp("serve")
    words = ["-m", "ponticello", "serve", "--port", "0", "--database", f"sqlite:///{folder}/table.db", "--log-level", "info"]
    with (
        (folder / "log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            [sys.executable, *words],
            env=environment(folder, PONTICELLO_INTERPRET="1"),
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as server,
    ):
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        try:
            assert address is not None
            with httpx.Client(base_url=address[0], timeout=60) as browser:
                yield browser
        finally:
            server.terminate()
            server.wait(60)
    said = [json.loads(line) for line in (folder / "log").read_text(encoding="utf-8").splitlines()]
    assert said and [line for line in said if line["level"] in ("warning", "error")] == []


def test_one_click_begins_a_match_and_the_bot_answers(table: httpx.Client) -> None:
    answer = table.post(f"/now/{GAME}")
    assert answer.status_code == 303
    match = answer.headers["location"]
    api = f"/api{match.replace('/m/', '/matches/')}"
    for _ in range(3):
        ply = wait_for_turn(table, api)
        move = table.get(f"{api}/legal").json()["moves"][0]
        played = table.post(f"{api}/moves", json={"move": move, "ply": ply})
        assert played.status_code == 200, played.text
    wait_for_turn(table, api)
    record = table.get(f"{match}/game.pont").text
    assert "game: hex" in record and "Greedy" in record and re.search("^6[.] ", record, re.MULTILINE)


def wait_for_turn(table: httpx.Client, api: str) -> int:
    """Waits for one's turn; returns the ply to answer."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        seen = table.get(api).json()
        if seen["seats"][0]["to_act"]:
            return int(seen["ply"])
        time.sleep(0.05)
    raise AssertionError(f"the bot has not moved: {seen}")


def test_its_pages_speak_english_and_french(table: httpx.Client) -> None:
    match = table.post(f"/now/{GAME}").headers["location"]
    said = {
        "en": ("Join your two sides of the board", "Takes what looks best", "Red joins top and bottom"),
        "fr": ("Reliez vos deux bords du plateau", "Prend ce qui paraît le mieux", "Rouge relie le haut et le bas"),
    }
    for code, (summary, character, goal) in said.items():
        language = {"accept-language": code}
        assert summary in table.get("/", headers=language).text
        form = table.get(f"/new?game={GAME}", headers=language).text
        assert summary in form and character in form
        assert summary in table.get(f"/rules/{GAME}", headers=language).text
        assert goal in table.get(match, headers=language).text
