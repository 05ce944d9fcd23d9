"""What a person gets wrong is answered in one line, with exit code 2 and never with a traceback."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import ponticello as pc
from ponticello.cli import COMMANDS, commands, run_command
from tests.cli.cli_shelf import A_GAME, SOLO, lines_of, whole_game

WITHOUT_BOARDS = next(each.name for each in pc.games() if each.boards is None)

WRONG = {
    "play chess": "there is no game 'chess'",
    "play": "say which game",
    f"play {A_GAME} --flavour sweet": "has no option --flavour",
    f"play {A_GAME} --seeed 3": "did you mean --seed?",
    f"play {A_GAME} --players 7": "players, not 7",
    f"play {A_GAME} --players many": "--players must be a whole number, not 'many'",
    f"play {A_GAME} --names A,B,C,D,E": "players, not 5",
    f"play {A_GAME} --names A#1,B": "cannot be a player's name",
    f"play {A_GAME} --against nobody": "the players are: random",
    f"play {A_GAME} --against level6": "there is no player 'level6'",
    f"play {A_GAME} --against gredy": "did you mean greedy?",
    f"play {A_GAME} --against random,": "there is no player ''",
    f"play {A_GAME} --against 1,2,3,4,5": "players, not 6",
    f"play {A_GAME} --players 2 --against 1,2": "names 2 players of the house for 1 seat",
    f"play {A_GAME} --against engine:": "say which program is to play",
    f"play {A_GAME} --against engine:no-such-program --seat 2": "no-such-program cannot be started: No such file",
    f"play {SOLO[0]} --players 1 --against 2": "has no seat for the house",
    f"play {A_GAME} --against 2 --seconds 0": "seconds must be more than 0",
    f"play {A_GAME} --against 2 --seconds inf": "seconds must be more than 0",
    f"play {A_GAME} --against 2 --seconds soon": "--seconds must be a number, not 'soon'",
    f"play {A_GAME} --against 2 --simulations 0": "simulations must be 1 or more",
    f"play {A_GAME} --seconds 3": "are for the house; add --against",
    f"play {A_GAME} --pause 3": "add --watch",
    f"play {A_GAME} --watch --seat 1": "who watches has no seat",
    f"play {A_GAME} --watch --pause -1": "--pause",
    f"play {A_GAME} --resume --watch": "goes on as it was",
    "players chess": "there is no game 'chess'",
    "engine --game chess": "there is no game 'chess'",
    "engine --level strong --game connections": "there is no player 'strong'",
    "engine --threads 0": "--threads",
    f"play {A_GAME} --against random --seat 9": "there is no seat 9",
    f"play {A_GAME} --seat 2": "add --against",
    f"play {A_GAME} and more": "one word too many",
    f"play {A_GAME} --option colour": "NAME=VALUE",
    f"play {A_GAME} --resume --seed 1": "goes on as it was",
    "play --resume": "there is no unfinished game",
    "play --resume nowhere.pont": "nowhere.pont cannot be read",
    "show": "FILE",
    "show nowhere.pont": "nowhere.pont cannot be read",
    "show {record} --move 1000": "there is no turn 1000",
    "show {record} --move -1": "there is no turn -1",
    "show {record} --move x": "--move",
    "show {record} --game 2": "has no game 2",
    "show {record} --svg {folder}/no/picture.svg": "cannot be written",
    "show {record} --svg - --view behind": "cannot be seen from 'behind'",
    "show {record} --svg - --theme pink": "--theme must be light, dark or auto, not 'pink'",
    "show {record} --theme dark": "add --svg",
    "show {several}": "say which with --game 1 to --game 2",
    "show {broken}": "broken.pont: line ",
    "show {folder}": "cannot be read: Is a directory",
    "show {binary}": "is not a text file",
    "replay nowhere.pont": "nowhere.pont cannot be read",
    "replay {record} --delay -1": "--delay must be from 0 to 3600, not '-1'",
    "print hashi --paper a3": "--paper must be a4 or letter, not 'a3'",
    "boards try A --games ten": "--games must be a whole number from 1 to 100000, not 'ten'",
    "boards try A --games 0": "--games must be from 1 to 100000, not '0'",
    "boards try A --games 2.5": "--games must be a whole number from 1 to 100000, not '2.5'",
    "play --resume {finished}": "is finished",
    "boards list {none}": "has no boards as data",
    "boards chekc": "Did you mean 'check'",
    "bench --game chess": "there is no game 'chess'",
    "bench --seconds soon": "--seconds",
    "shwo": "Did you mean 'show'",
}


@pytest.fixture(scope="module")
def files(tmp_path_factory, request):
    """Record files, good and bad."""
    folder = tmp_path_factory.mktemp("files")
    match = pc.game(A_GAME).match(seed=1, names=["Ann", "Bo"])
    match.play(lines_of(whole_game(A_GAME, 1))[0])
    match.save(folder / "record.pont")
    record = (folder / "record.pont").read_text()
    (folder / "several.pont").write_text(f"{record}\n---\n{record}")
    first_turn = next(line for line in record.splitlines() if line.startswith("1. "))
    (folder / "broken.pont").write_text(record.replace(first_turn, "1. P1 z99"))
    (folder / "binary.pont").write_bytes(bytes(range(256)))
    return folder


@pytest.mark.parametrize("words", WRONG)
def test_one_line_and_exit_code_2(run, games, files, words):
    if "{finished}" in words:
        games(A_GAME)[0].save(files / "finished.pont")
    names = {name: files / f"{name}.pont" for name in ("record", "several", "broken", "binary", "finished")}
    result = run(*(word.format(folder=files, none=WITHOUT_BOARDS, **names) for word in words.split()))
    assert result.returncode == 2
    assert result.stdout in ("", "Nothing was played, so nothing is kept.\n")
    assert result.stderr.startswith("ponticello: ")
    assert result.stderr.count("\n") == 1
    assert WRONG[words] in result.stderr
    assert "Traceback" not in result.stderr


def test_a_value_that_an_option_does_not_know(run):
    rulebook = next(each for each in pc.games() if each.options)
    result = run("play", rulebook.name, f"--{rulebook.options[0].name}=purple")
    assert result.returncode == 2
    assert "cannot be 'purple'; choose one of:" in result.stderr


def test_a_reader_that_leaves_early_is_no_error(data, games, tmp_path):
    games(A_GAME)[0].save(tmp_path / "game.pont")
    process = subprocess.Popen(
        [sys.executable, "-m", "ponticello", "replay", str(tmp_path / "game.pont")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() in (1, 141)


@pytest.mark.parametrize(
    "words",
    [
        "",
        "--help",
        f"play {A_GAME} --help",
        "show -h",
        "replay -h",
        "bench -h",
        "games -h",
        "players -h",
        "engine -h",
        "boards",
        "boards try -h",
    ],
)
def test_every_help_has_examples(capsys, words):
    assert run_command(words.split()) == 0
    shown = capsys.readouterr()
    assert "Examples:" in shown.out
    assert shown.err == ""
    assert all(len(line) <= 80 for line in shown.out.splitlines())


def test_every_file_of_commands_is_a_command_of_its_name():
    assert sorted(each.name for each in COMMANDS) == sorted(module.name for module in pkgutil.iter_modules(commands.__path__))


def test_version(process):
    assert process("--version").stdout == f"ponticello {pc.__version__}\n"


def test_help_does_not_load_what_it_does_not_need():
    code = (
        "import sys; from ponticello.cli import run_command; run_command(['--help']); "
        "print({'rich', 'numba', 'http.client', 'ponticello.arena', 'ponticello.server'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert result.stdout.splitlines()[-1] == "set()"
