"""Words said in the language of the moment, each looked up where it is at home."""

from __future__ import annotations

import json
import pickle

from ponticello.engine.words import Vocabulary, count, listed, mark, say, speaking


class Labels:
    """A language that says where it was asked to look."""

    def sentence(self, english: str, home: str) -> str:
        return f"{home or 'shared'}: {english}"

    def things(self, one: str, many: str, number: int, home: str) -> str:
        return f"{home or 'shared'} {one if number == 1 else many}"


GAME = Vocabulary("game")


def test_words_are_looked_up_at_home() -> None:
    with speaking(Labels()):
        assert say("yes") == "shared: yes"
        assert GAME.say("{one} to {other}", one=7, other=4) == "game: 7 to 4"
        assert (count(1, "tile"), GAME.count(2, "tile")) == ("1 shared tile", "2 game tiles")
        assert listed(["a1", "b2"]) == "shared: a1 and b2"


def test_marked_words_know_their_home_whoever_says_them() -> None:
    with speaking(Labels()):
        assert [speaker(GAME.mark("north")) for speaker in (say, GAME.say, Vocabulary("another").say)] == ["game: north"] * 3
        assert GAME.say(mark("north")) == "shared: north"


def test_marked_words_are_ordinary_words() -> None:
    marked = GAME.mark("north")
    assert marked == "north" and {marked: 1}["north"] == 1 and json.dumps(marked) == '"north"' and say(marked) == "north"
    with speaking(Labels()):
        assert say(pickle.loads(pickle.dumps(marked))) == "game: north", "in another process, too"


def test_a_language_is_spoken_only_for_a_while() -> None:
    with speaking(Labels()), speaking(None):
        assert say("yes") == "yes"
    assert say("yes") == "yes" and count(2, "tile") == "2 tiles"
