"""How players are written: one grammar for games in the terminal and for tournaments, whatever levels a game has."""

from __future__ import annotations

import dataclasses
import importlib

import pytest

import ponticello as pc
from ponticello.engine.game import Rulebook
from ponticello.games import loaded, rulebook
from ponticello.players import middle_level, player, players
from ponticello.players.names import official_name, split_players

PONTE = rulebook("ponte")
FRIEND = PONTE.levels[1].name

LISTS = {
    "random": ["random"],
    "random,greedy": ["random", "greedy"],
    " 2 , Level 3 ,UCT@2s": ["2", "Level 3", "UCT@2s"],
    "": [""],
    "random,": ["random", ""],
    # a command's own commas, without quotes
    "engine:./mine --style a,b": ["engine:./mine --style a,b"],
    "engine:./mine --style a, b ,c": ["engine:./mine --style a, b ,c"],
    "engine:./mine a,b,engine:other": ["engine:./mine a,b", "engine:other"],
    "engine:./mine a,b,greedy,uct": ["engine:./mine a,b", "greedy", "uct"],
    "engine:./mine a,level2@0.5s": ["engine:./mine a", "level2@0.5s"],
    f"engine:./mine a,{FRIEND}": ["engine:./mine a", FRIEND],
    "ENGINE:./mine a,b": ["ENGINE:./mine a,b"],
    # with quotes
    '"engine:./mine 1,2",random': ["engine:./mine 1,2", "random"],
    'random, greedy, "engine:./mine --weights 1,2"': ["random", "greedy", "engine:./mine --weights 1,2"],
    "'engine:./mine random,uct',2": ["engine:./mine random,uct", "2"],
    '"engine:./mine ""a, b"" c",2': ['engine:./mine "a, b" c', "2"],
    '"engine:./mine 1", b': ["engine:./mine 1", "b"],  # the quotes mark the end of the command
    '"random","2"': ["random", "2"],
    # quotes inside a command are the command's, and their commas too
    'engine:./mine --say "x,random,y",2': ['engine:./mine --say "x,random,y"', "2"],
    "engine:'./my bot,2' a,'b,c',uct": ["engine:'./my bot,2' a,'b,c'", "uct"],
    'engine:./mine,"engine:other 1,2"': ["engine:./mine", "engine:other 1,2"],
    "engine:./it's mine, random": ["engine:./it's mine, random"],  # refused when the command is read
}


@pytest.mark.parametrize("text", LISTS)
def test_a_list_is_split_into_players(text: str) -> None:
    assert split_players(text, PONTE) == LISTS[text]


def test_a_list_of_any_size_is_split_at_once() -> None:
    assert len(split_players("random," * 10_000 + "'" * 9_999, PONTE)) == 10_001


def test_a_command_is_known_by_its_text() -> None:
    assert official_name(" Engine:  ./mine  a,b ", PONTE) == "engine:./mine  a,b"
    for word, sentence in (("engine: ", "say which program"), ("engine:'x", "is not a command: no closing quotation")):
        with pytest.raises(pc.BadOption, match=sentence):
            official_name(word, PONTE)
    with pytest.raises(pc.BadOption, match="needs a match to sit down at"):
        player("engine:./mine", game="ponte")


def with_levels(count: int) -> Rulebook:
    return dataclasses.replace(PONTE, levels=PONTE.levels[:count])


@pytest.fixture(params=[1, 2, 4])
def few(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Rulebook:
    """A game with fewer levels than the others, in the place of Ponte."""
    few = with_levels(request.param)
    monkeypatch.setattr(importlib.import_module("ponticello.games.ponte"), "GAME", few)
    loaded.cache_clear()
    request.addfinalizer(loaded.cache_clear)
    return few


def test_players_are_those_of_the_game(few: Rulebook) -> None:
    most = len(few.levels)
    listed = players("ponte")
    assert [name for name in listed if name.startswith("level")] == [f"level{number}" for number in range(1, most + 1)]
    assert listed[-1] == few.levels[-1].name.lower()
    for name in listed:
        player(name, game="ponte").close()
    assert pc.players.best("ponte").name == player(f"level{most}", game="ponte").name == few.levels[-1].name
    assert 1 <= middle_level(few) <= most


@pytest.mark.parametrize("word", ["0", "9", "level5", "Level 17", "level" + "9" * 5000])
def test_a_level_that_is_not_there_is_answered_with_those_that_are(few: Rulebook, word: str) -> None:
    most = len(few.levels)
    with pytest.raises(pc.BadOption) as refused:
        player(word, game="ponte")
    levels = f"levels 1 to {most}" if most > 1 else "one level, level1"
    assert str(refused.value) == f"there is no player {word[:60]!r}; Ponte del Diavolo has {levels}"


def test_the_middle_of_five_levels_is_the_third() -> None:
    assert [middle_level(with_levels(count)) for count in range(1, 6)] == [1, 1, 2, 2, 3]


def test_a_level_named_like_a_plain_player_is_listed_once() -> None:
    plain = dataclasses.replace(PONTE, levels=(dataclasses.replace(PONTE.levels[0], name="Greedy"),))
    assert official_name("greedy", plain) == "greedy"
    assert official_name("1", plain) == "level1"
    with pytest.raises(pc.BadOption, match=r"the players are: random, greedy, uct, glance, policy, net, level1$"):
        official_name("xyz", plain)


def test_a_net_in_a_file_is_known_by_its_kind_and_its_file() -> None:
    assert official_name(" NET ", PONTE) == "net" and official_name("Policy") == "policy"
    assert official_name("Net: ./Mine.onnx ", PONTE) == "net:./Mine.onnx"
    assert split_players('net:./a.onnx@2s,policy, "net:b,c.onnx",2', PONTE) == ["net:./a.onnx@2s", "policy", "net:b,c.onnx", "2"]
    with pytest.raises(pc.BadOption, match="there is no player 'net:'; did you mean net"):
        official_name("net:", PONTE)
