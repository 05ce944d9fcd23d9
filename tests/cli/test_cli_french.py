"""The command speaks French to those whose terminal does, or who ask for it: in every command, and with nothing left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ponticello
from ponticello.engine.words import speaking
from ponticello.games import names, rulebook
from ponticello.languages import language
from tests.cli.conftest import Run
from tests.said import Brackets, unsaid

WITH_REFEREES = [name for name in names() if rulebook(name).typed_board]
FRENCH = re.compile("[\u00e9\u00e8\u00ea\u00e0\u00ee\u00f4\u00fb\u00e7]|\u00a0:|\u00a0;|\\b(?:de|la|les|une?|des|est)\\b")


@pytest.fixture
def french(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in a French terminal."""
    monkeypatch.setenv("LANG", "fr_FR.UTF-8")
    return run


@pytest.fixture
def bracketed(french: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in a language in which every sentence stands in brackets."""
    monkeypatch.setattr("ponticello.cli.language", lambda code: Brackets())
    return french


def broken_board(game: str) -> str:
    """Returns a form that breaks rules, where that is easily done: a line of it is doubled."""
    return (
        rulebook(game)
        .typed_board.form.replace("a1-c1 x2", "a1-c1 x3")
        .replace("b6-b8", "b6-b8 b6-b8")
        .replace("a1: S2", "a1: C2")
    )


@pytest.mark.parametrize("game", WITH_REFEREES)
@pytest.mark.parametrize("is_broken", [False, True])
def test_a_referee_reports_in_words_that_can_be_translated(bracketed: Run, tmp_path: Path, game: str, is_broken: bool) -> None:
    board = tmp_path / "board.txt"
    board.write_text(broken_board(game) if is_broken else rulebook(game).typed_board.form, encoding="utf-8")
    report = bracketed("score", game, board)
    assert (report.returncode, report.stderr) == (0, "")
    assert unsaid(report.stdout) == []


@pytest.mark.parametrize("game", WITH_REFEREES)
def test_a_referee_reports_in_french(french: Run, run: Run, tmp_path: Path, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = tmp_path / "board.txt"
    board.write_text(rulebook(game).typed_board.form, encoding="utf-8")
    report = french("score", game, board).stdout
    assert "respecte toutes les r\u00e8gles" in report and "keeps every rule" not in report
    assert french("--language", "en", "score", game, board).stdout.count("keeps every rule") == 1
    monkeypatch.setenv("LANG", "C")
    assert "keeps every rule" in run("score", game, board).stdout


@pytest.mark.parametrize("text", ["cells = 3", "grid = 5", "grid = ['ooo']", "tiles = []", "[[tiles]]\nname = 'A'", "grid = ["])
def test_a_broken_board_is_refused_in_words_that_can_be_translated(bracketed: Run, tmp_path: Path, text: str) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(text, encoding="utf-8")
    refused = bracketed("boards", "check", board)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.startswith("ponticello: \u27e6")


@pytest.mark.slow
def test_boards_are_told_of_in_words_that_can_be_translated(bracketed: Run) -> None:
    listed = bracketed("boards", "list")
    symbols = {name for line in listed.stdout.splitlines() for name in re.findall(r"([a-z]+)=[nw.]{4}", line)}
    alike = {word for word in unsaid(listed.stdout) if word not in symbols}
    titles = {word for name in names() for word in rulebook(name).title.split()}
    assert alike - titles <= {"board", "own", "ponticello", "nwn", "wnwn", "nwnw"}, alike
    tried = bracketed("boards", "try", "A", "--games", "2")
    assert tried.returncode == 0
    assert set(unsaid(tried.stdout)) == set()


def test_a_tournament_leaves_nothing_in_english(bracketed: Run, tmp_path: Path) -> None:
    asked = ("arena", "--game", "skybridge", "--players", "random,random@1", "--games", "4", "--jobs", "1")
    played = bracketed(*asked, "--out", tmp_path / "a.jsonl", "--plot", tmp_path / "a.svg")
    assert (played.returncode, played.stderr) == (0, "")
    allowed = {"Elo", "OpenSkill", "random"}
    assert set(unsaid(played.stdout)) <= allowed


def test_a_game_is_played_in_french(french: Run) -> None:
    refused = french("play", "ponte", "--seed", "1", lines=["nonsense", "undo", "? zz", "help", "quit"])
    assert refused.returncode == 0
    for sentence in (
        "Joueur 1 : Placez deux tuiles claires. (? donne les coups, help les commandes)",
        "n'est pas un coup",
        "vous n'avez aucun coup \u00e0 reprendre",
        "aucun coup permis ne commence par 'zz'",
        "Rien n'a \u00e9t\u00e9 jou\u00e9",
    ):
        assert sentence in refused.stdout


def test_playing_leaves_nothing_in_english(bracketed: Run) -> None:
    played = bracketed(
        "play", "ponte", "--names", "A,B", lines=["z9,z8", "undo", "? zz", "hint x", "save", "score", "help", "quit"]
    )
    assert set(unsaid(played.stdout)) <= {"help", "hint", "undo", "score", "record", "save", "FILE", "svg", "quit"}


@pytest.mark.parametrize("name", names())
def test_boards_in_characters_have_room_for_french(name: str) -> None:
    for players in rulebook(name).players:
        match = ponticello.game(name).match(players, seed=1)
        with speaking(language("fr")):
            for _ in range(40):
                assert match.position.text()
                if match.over:
                    break
                seat = match.actors[0]
                match.play(match.legal(seat)[0], seat)


def test_a_record_stays_english(french: Run, data: Path) -> None:
    french("play", "ponte", "--seed", "1", lines=["d4,e5", "quit"])
    [record] = data.glob("*.pont")
    assert "result: unfinished" in record.read_text(encoding="utf-8")
    assert "fr" not in record.read_text(encoding="utf-8").split("date:")[0]
    assert "La partie est gard\u00e9e" in french("play", "--resume", lines=["quit"]).stdout
    assert "tour 1 sur 1" in french("show", record).stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["play", "pnte"], "il n'y a pas de jeu 'pnte' ; vouliez-vous dire ponte ?"),
        (
            ["play", "ponte", "--against", "level9"],
            "il n'y a pas de joueur 'level9' ; Ponte del Diavolo a les niveaux 1 \u00e0 5",
        ),
        (["play", "ponte", "--sise", "10"], "Ponte del Diavolo n'a pas d'option --sise ; vouliez-vous dire --size ?"),
        (["plya"], "Il n'y a pas de commande 'plya'"),
        (["score"], "Il manque l'argument 'GAME'"),
        (["bench", "--seconds", "much"], "--seconds doit \u00eatre un nombre de 0.001 \u00e0 3600, et non 'much'"),
        (["replay", "nowhere.pont"], "nowhere.pont est illisible"),
        (["arena", "--game", "ponte"], "dites qui joue : ponticello arena --game ponte --players random,greedy"),
    ],
)
def test_what_goes_wrong_is_said_in_french(french: Run, words: list[str], sentence: str) -> None:
    refused = french(*words)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert sentence in refused.stderr.replace("\u00a0", " ")


@pytest.mark.parametrize("words", [[], ["play"], ["arena"], ["boards", "try"], ["serve"], ["bot"], ["engine"], ["score"]])
def test_help_pages_are_french(french: Run, words: list[str]) -> None:
    page = french(*words, "--help").stdout
    assert page.startswith("Utilisation")
    for english in (
        "Usage:",
        "Options:",
        "Commands:",
        "Arguments:",
        "Examples:",
        "[default:",
        "[required]",
        "Show this",
        " the ",
    ):
        assert english not in page
    assert FRENCH.search(page)


def test_a_language_can_be_asked_for(run: Run) -> None:
    assert "Auteur" in run("--language", "fr", "games").stdout
    assert "Auteur" in run("--language=fr", "games").stdout
    assert "Author" in run("games").stdout
    assert run("--language", "fr", "--help").stdout.startswith("Utilisation")


def test_a_language_that_nobody_speaks(run: Run, french: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "xx_XX.UTF-8")
    refused = run("--language", "xx", "games")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "ponticello: there is no language xx; the languages are: en, fr\n"
    assert "Author" in run("games").stdout


def test_an_engine_speaks_its_protocol(french: Run) -> None:
    spoken = french(
        "engine", "--game", "ponte", "--level", "random", lines=["ponticello", "game nothing", "go seat 9", "quit"]
    ).stdout
    assert "error there is no game 'nothing'; the games are:" in spoken
    assert "error there is no seat '9'" in spoken


@pytest.mark.parametrize("name", [name for name in names() if rulebook(name).typed_board])
def test_the_comments_of_a_form_are_french_and_it_scores_the_same(name: str) -> None:
    board = rulebook(name).typed_board
    assert board is not None
    with speaking(language("fr")):
        french = board.spoken_form()
    comments = [[line.partition("#")[2] for line in form.splitlines() if "#" in line] for form in (board.form, french)]
    assert len(comments[0]) == len(comments[1]) > 0
    assert not set(comments[0]) & set(comments[1])
    assert board.score(french) == board.score(board.form)
