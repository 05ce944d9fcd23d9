"""Boards with mistakes: the referee says each one in a sentence, and scores what stands."""

from __future__ import annotations

import re

import pytest

from ponticello.games import rulebook
from ponticello.games.connections.notation import tile_name


def report_on(name, text):
    return rulebook(name).typed_board.score(text)


def broken(name, text):
    """Returns what the referee finds wrong, without the introductory word."""
    return [line.removeprefix("Broken: ") for line in report_on(name, text) if line.startswith("Broken: ")]


def total(name, text, head="Score"):
    """Returns the points under a heading."""
    return next(
        int(found[1]) for line in report_on(name, text) if (found := re.match(rf"{re.escape(head)}.*: (\d+) point", line))
    )


# Ponte


def lagoon(light=(), dark=(), bridges="none", side=10, extra=""):
    """Returns a board with tiles on some cells, all others sea."""
    signs = {**dict.fromkeys(light, "o"), **dict.fromkeys(dark, "x")}
    rows = ("".join(signs.get(f"{column}{row}", ".") for column in "abcdefghijkl"[:side]) for row in range(side, 0, -1))
    return "\n".join([*rows, f"bridges: {bridges}", extra])


PONTE = {
    "the light tiles a1, b1, c1, d1 and e1 make a group of 5, which is no island; an island has exactly four tiles.": lagoon(
        ["a1", "b1", "c1", "d1", "e1", "h9"], ["a9", "c9", "e9", "g7"]
    ),
    "the dark island a1, b1, c1 and d1 touches the dark sandbank e2 (d1 with e2); "
    "an island touches no other land of its colour.": lagoon(["h9", "j9", "h6", "j6"], ["a1", "b1", "c1", "d1", "e2", "h2"]),
    "the light island b1, c1, d1 and e1 touches the light sandbank a2 (b1 with a2); "
    "an island touches no other land of its colour.": lagoon(["b1", "c1", "d1", "e1", "a2", "h2"], ["a9", "c9", "e9", "g9"]),
    "the bridge a1-c1 needs tiles of one colour at both ends, and here they differ; it links nothing.": lagoon(
        ["a1", "e5"], ["c1", "h8"], "a1-c1"
    ),
    "the bridge a1-c1 needs tiles of one colour at both ends, and c1 has none; it links nothing.": lagoon(
        ["a1", "e5"], ["h8", "j8"], "a1-c1"
    ),
    "the bridge a1-c1 needs tiles of one colour at both ends, and a1 and c1 have none; it links nothing.": lagoon(
        ["a5", "e5"], ["h8", "j8"], "c1-a1"
    ),
    "the bridge a1-c1 is listed 2 times; a tile carries one bridge.": lagoon(
        ["a1", "c1"], ["h8", "j8", "h5", "j5"], "a1-c1, C1 - A1"
    ),
    "a1 carries 2 bridges (a1-c1, a1-a3); a tile carries one.": lagoon(
        ["a1", "c1", "a3", "h2"], ["h8", "j8", "h5", "j5", "f8", "f5"], "a1-c1 a1-a3"
    ),
    "the dark tile on b1 lies under the bridge a1-c1.": lagoon(["a1", "c1"], ["b1", "j8"], "a1-c1"),
    "the light tile on a2 lies under the bridge a1-b3.": lagoon(["a1", "b3", "a2", "h1"], ["h8", "j8", "h6", "j6"], "a1-b3"),
    "the bridges a1-c3 and b1-a3 cross.": lagoon(["a1", "c3"], ["b1", "a3"], "a1-c3 b1-a3"),
    "the bridges a1-b3 and b1-c3 run side by side over the same cell.": lagoon(
        ["a1", "b3"], ["b1", "c3"], "a1-b3 b1-c3", extra="parallel knights: no"
    ),
    "3 light tiles on the board is an odd number, but tiles come in pairs.": lagoon(["a1", "c1", "e1"], ["h8", "j8"]),
    "two tiles or a bridge a turn make 0 turns of light after the opening and 3 of dark, "
    "but they take turns, and dark has had as many as light or up to two more.": lagoon(
        ["a1", "c1"], ["h8", "j8", "h6", "j6", "h4", "j4"]
    ),
    "two tiles or a bridge a turn make 1 turn of light after the opening and 0 of dark, "
    "but they take turns, and dark has had as many as light or up to two more.": lagoon(["a1", "c1", "e1", "g1"]),
    "light has no tile, but the game opens with two light ones.": lagoon([], []),
}


@pytest.mark.parametrize("sentence", PONTE)
def test_ponte_says_what_is_wrong(sentence):
    assert broken("ponte", PONTE[sentence]) == [sentence]


def test_ponte_counts_tiles_and_bridges():
    cells = [f"{column}{row}" for row in range(1, 11, 2) for column in "abcdefghij"][:42]
    assert "42 light tiles lie on the board, but a colour has 40." in broken("ponte", lagoon(cells))
    spans = [f"{a}{row}-{b}{row}" for row in range(1, 11, 2) for a, b in ("ac", "df", "gi", "hj")][:16]
    assert "16 bridges lie on the board, but there are only 15." in broken("ponte", lagoon(bridges=" ".join(spans)))


def test_ponte_allows_parallel_knights_by_default():
    assert broken("ponte", lagoon(["a1", "b3"], ["b1", "c3"], "a1-b3 b1-c3")) == []


def test_ponte_scores_what_stands():
    islands = [f"{column}{row}" for column in "acf" for row in (1, 2, 3, 4)]
    linked = lagoon(islands, ["j1", "j3"], "a1-c1 c2-e2")
    assert total("ponte", linked, "Light") == 3 + 1  # the second bridge ends in the sea
    five = lagoon([*islands, "c5", "c9"], ["j1", "j3"], "a1-c1 d6-f4")
    assert total("ponte", five, "Light") == 2  # the long one in the middle is none


def test_ponte_breaks_ties():
    sheet = lagoon(["a1", "a2", "b1", "b2"], ["f1", "f2", "g1", "g2"])
    assert report_on("ponte", sheet)[-1] == "The game is over, the victory shared."
    sheet = lagoon(["a1", "a2", "b1", "b2"], ["f1", "f2", "g1", "g2", "f5", "h5"], "f5-h5")
    assert report_on("ponte", sheet)[-1] == "Dark wins with more bridges."


# Skybridge


def city(*towers, players=4, extra=""):
    return "\n".join([f"players: {players}", *towers, extra])


SKYBRIDGE = {
    "the coral block of two on a1 rests on a coral block of three; no piece rests on its own colour.": city("a1: C3 C2"),
    "the jade bridge on a1 rests on a jade block of three; no piece rests on its own colour.": city("a1: J3 Jb", "b1: C3 Jb"),
    "the ochre block of three on a1 lies on a coral roof, which closes the tower.": city("a1: O2 Cr O3"),
    "the jade block of three on a1 lies on an ochre roof, which closes the tower.": city("a1: C2 Or J3"),
    "the ochre block of two on a1 rests on an ochre block of three; no piece rests on its own colour.": city("a1: O3 O2"),
    "the coral roof on a1 lies on the bare foundation; it needs a piece of another colour under it.": city("a1: Cr"),
    "the jade bridge is written in a1 only; it joins two towers, so write it in both.": city("a1: C3 Jb"),
    "the jade bridge is written twice in a1; it joins two towers.": city("a1: C3 Jb O2 Jb"),
    "the jade bridge is written in a1 and b2, which are not next to each other.": city("a1: C3 Jb", "b2: C3 Jb"),
    "the jade bridge lies on 3 floors in a1 and on 2 in b1; a bridge lies level.": city("a1: C3 Jb", "b1: C2 Jb"),
    "the jade bridge lies exactly on the slate bridge between a1 and b1.": city("a1: C3 Sb Jb", "b1: C3 Sb Jb"),
    "5 coral blocks of three on the towers, but coral has 4.": city("a1: C3 O2 C3 O2 C3", "b1: C3", "c1: C3"),
    "3 jade roofs on the towers, but jade has 2.": city("a1: C3 Jr", "b1: C3 Jr", "c1: C3 Jr"),
    "2 jade bridges on the towers, but jade has 1.": city("a1: C3 Jb", "b1: C3 Jb", "c1: O3 Jb"),
    "1 slate roof on the towers, but slate has none, since it belongs to nobody in a game of three.": city(
        "a1: C3 Sr", players=3
    ),
    "4 slate blocks of two on the towers, but slate has 3, since it belongs to nobody in a game of three.": city(
        "a1: S2", "b1: S2", "c1: S2", "a2: S2", players=3
    ),
}


@pytest.mark.parametrize("sentence", SKYBRIDGE)
def test_skybridge_says_what_is_wrong(sentence):
    assert broken("skybridge", SKYBRIDGE[sentence]) == [sentence]


def test_skybridge_bridge_on_bare_foundations():
    sentence = "the jade bridge on {} lies on the bare foundation; it needs a piece of another colour under it."
    assert broken("skybridge", city("a1: Jb", "b1: Jb")) == [sentence.format("a1"), sentence.format("b1")]


def test_skybridge_lists_who_can_still_lay():
    report = report_on("skybridge", city("a1: C3"))
    assert "Note: coral, ochre, jade and slate can still lay a piece, so the game is not over yet." in report
    assert "Player 1 (coral and jade): 0 points" in report_on("skybridge", city("a1: C3", players=2))


def test_skybridge_bare_roofs_by_house_rule():
    assert broken("skybridge", city("a1: Cr", extra="bare roofs: yes")) == []


def test_skybridge_bridge_may_rest_partly_on_another():
    assert broken("skybridge", city("a1: C3 Sb Jb", "b1: C3 Sb", "a2: O2 S2 Jb")) == []


def test_skybridge_scores_what_stands():
    sheet = city("a1: C3 J2 Or", "b1: J3 C2 Or", "c1: J3 C3 Cr", players=2)
    assert (total("skybridge", sheet, "Player 1"), total("skybridge", sheet, "Player 2")) == (6, 10)
    assert report_on("skybridge", sheet)[-1] == "Player 2 wins with 10."
    shared = city("a1: J2 Cr", "b1: C2 Or")
    assert report_on("skybridge", shared)[-1] == "Player 1 and Player 2 share the victory with 2."


# Hashi: corners are islands without flags; flags inside. a1-g1 and so on are the long sides.

BOARD = "board: o1r1r1o/1o1b1o1/7/1r1o1r1/o1b1b1o/7/o1o1o1o"


def sheet(*lines):
    return "\n".join([BOARD, *lines])


HASHI = {
    "a1 has the number 7, but cards go from 1 to 6. Void: a1.": sheet("a1: 7", "g1: 3"),
    "a1 has the number 0, but cards go from 1 to 6. Void: a1.": sheet("a1: 0", "g1: 3"),
    "c1 has a red flag, so a bridge had to reach it before its 2, but none does. Void: c1.": sheet("a1: 3", "c1: 2"),
    "d2 has a blue flag, so a bridge had to reach it before its 2, but none of its bridges can be that old. Void: d2.": sheet(
        "a1: 3", "d2: 2", "d2-f2 x2"
    ),
    "a bridge joins a1 and e1, but no dotted line does. Void: a1 and e1.": sheet("a1: 3", "a1-e1"),
    "a bridge joins a1 and a5, but neither has a number. Void: a1 and a5.": sheet("g1: 3", "a1-a5"),
    "3 bridges join a1 and c1, but a line takes two. Void: a1 and c1.": sheet("a1: 3", "a1-c1 x2", "c1-a1"),
    "the bridges c1-c5 and b2-d2 cross. Void: c1, c5, b2 and d2.": sheet("a1: 3", "a1-c1", "c1: 2", "c1-c5", "b2: 3", "b2-d2"),
    "2 bridges reach a1, more than its number 1. Void: a1.": sheet("a1: 1", "g1: 3", "a1-c1", "a1-a5"),
}


@pytest.mark.parametrize("sentence", HASHI)
def test_hashi_says_what_is_wrong(sentence):
    assert broken("hashi", HASHI[sentence]) == [sentence]


def test_hashi_flags_may_follow_one_another():
    """c1 has its bridge from a1, and e1 has its own from c1; two flags that only have each other are both wrong."""
    assert broken("hashi", sheet("a1: 3", "c1: 2", "e1: 2", "a1-c1", "c1-e1")) == []
    assert len(broken("hashi", sheet("a1: 3", "c1: 2", "e1: 2", "c1-e1"))) == 2


def test_hashi_crossing_voids_all_four():
    crossed = sheet("a1: 1", "a1-c1", "c1: 2", "c1-c5", "b2: 3", "b2-d2", "b2-b4 x2")
    assert total("hashi", crossed) == 2  # a1; c1 and b2 have their bridges, but are void
    assert total("hashi", crossed.replace("c1-c5", "c1-e1")) == 6


def test_hashi_boards_may_leave_lines_out():
    sentence = "a bridge joins c5 and e5, but no dotted line does. Void: c5 and e5."
    lines = ["a5: 3", "a5-c5", "c5: 2", "c5-e5"]
    assert broken("hashi", sheet(*lines)) == []
    assert broken("hashi", "\n".join([f"{BOARD} without c5-e5", *lines])) == [sentence]


def test_hashi_six_at_most_without_a_number():
    lines = [f"{place}: 3" for place in ("a5", "e5", "c1", "c7")] + ["a5-c5 x2", "c5-e5 x2", "c1-c5 x2", "c5-c7"]
    assert "7 bridges reach c5, but an island without a number takes 6. Void: c5." in broken("hashi", sheet("a1: 3", *lines))


def test_hashi_void_islands_score_nothing():
    good = sheet("a1: 3", "c1: 1", "a1-c1", "a1-a5 x2", "a5: 2")
    assert total("hashi", good) == 6
    assert total("hashi", good.replace("a1-c1", "a1-c1 x2")) == 2  # a1 and c1 are past their numbers


def test_hashi_refuses_awards_that_cannot_be():
    report = report_on("hashi", sheet("a1: 3", "red: 9", "blue: 3", "six: 4"))
    assert [line for line in report if line.startswith("Note:")] == [
        "Note: 9 points are claimed for all four red flags, but c1, e1, b4 and f4 are not finished, so they do not count.",
        "Note: 3 points are claimed for all three blue flags, but d2, c5 and e5 are not finished, so they do not count.",
        "Note: 4 points are claimed for six finished islands connected, but no six are, so they do not count.",
    ]
    assert total("hashi", sheet("a1: 3", "red: 9")) == 0


def test_hashi_reminds_of_awards():
    finished = sheet(
        "a1: 3", "a1-a5 x2", "a1-c1", "a5: 3", "c1: 1", "a5-c5", "c5: 3", "c5-e5 x2", "e5: 2", "g5: 1", "g5-g1", "g1: 1"
    )
    assert not broken("hashi", finished)
    assert not [line for line in report_on("hashi", finished) if "six" in line]
    six = finished.replace("e5: 2", "e5: 3") + "\ne5-g5\n" + "g7: 1"
    report = report_on("hashi", six.replace("g5: 1", "g5: 2"))
    assert "Note: six finished islands connected would bring 8 or 4 points, but six has none written." in report
    assert total("hashi", six.replace("g5: 1", "g5: 2") + "\nsix: 4") == 14 + 4


def test_hashi_notes_what_the_cards_cannot_give():
    assert "Note: no island without a flag has a 3 or a 4, but every board begins with one." in report_on("hashi", BOARD)
    corners = ("a1", "g1", "a5", "g5", "a7")
    fives = report_on("hashi", sheet(*(f"{place}: 5" for place in corners[:4]), "a7: 3"))
    assert "Note: the number 5 is written 4 times, but our deck has it 3 times." in fives
    threes = report_on("hashi", sheet(*(f"{place}: 3" for place in corners[:4]), *(f"{p}7: 4" for p in "aceg")))
    assert "Note: the number 4 is written 4 times, but our deck has it 3 times." in threes
    assert not [line for line in report_on("hashi", sheet(*(f"{p}: 3" for p in corners[:4]))) if line.startswith("Note")]


def test_hashi_names_the_solo_title_only_alone():
    assert "  Title: Minion." in report_on("hashi", sheet("a1: 3", "solo: yes"))
    assert not [line for line in report_on("hashi", sheet("a1: 3")) if "Title" in line]


# Connections


NUMBERS = "board: wnwn=21.32/21.13/32.11/13.21"


def rows(*five, head=NUMBERS):
    return "\n".join([head, *five])


EMPTY = ". . . . ."

CONNECTIONS = {
    "c3 shows a wide side in the north, but c4 has a narrow one there; wide meets wide, narrow narrow and blank blank.": rows(
        EMPTY, ". w--- nwnw -nn- .", ". . + --n- .", EMPTY, EMPTY
    ),
    "c5 shows a wide side in the north, but the border is blank there; it takes no connection.": rows(
        ". . w-w- . .", ". . w-w- . .", ". . + . .", EMPTY, EMPTY
    ),
    "the tile on a1 is not connected to the centre; an open tile extends a connection.": rows(
        EMPTY, EMPTY, ". . + . .", EMPTY, "w--- . . . ."
    ),
    "tiles like w--- lie on the board 2 times, but the set has 1.": rows(
        EMPTY, ". . --w- . .", ". . + . .", ". . w--- . .", EMPTY, head="board: 1"
    ),
}


@pytest.mark.parametrize("sentence", CONNECTIONS)
def test_connections_says_what_is_wrong(sentence):
    assert sentence in broken("connections", CONNECTIONS[sentence])


def test_connections_reads_symbols():
    state = rulebook("connections").state()
    rulebook("connections").set_up(state, 1, board="own", games="one")
    first = tile_name(state, 0)
    twice = rows(EMPTY, EMPTY, f". {first}/0 + {first}/1 .", EMPTY, EMPTY, head="board: 1")
    said = broken("connections", twice)
    assert f"the {first} lies on the board 2 times, but the set has it once." in said
    assert not [sentence for sentence in said if "tiles like" in sentence], "a tile too many is told once"


def test_connections_spirals_take_anything():
    assert broken("connections", rows(EMPTY, ". @ w-wn @ .", ". . + . .", EMPTY, EMPTY)) == []


def test_connections_tiles_beyond_spirals_are_loose():
    sentences = broken("connections", rows(". . --w- . .", ". . @ . .", ". . + . .", EMPTY, EMPTY))
    assert sentences == ["the tile on c5 is not connected to the centre; an open tile extends a connection."]


def test_connections_counts_what_is_lost():
    bare = rows(EMPTY, EMPTY, ". . + . .", EMPTY, EMPTY)
    everything = total("connections", bare)
    assert everything == sum(map(int, re.findall(r"[123]", NUMBERS)))
    assert total("connections", bare.replace(EMPTY, "@ . . . .", 1)) == everything + 1
    reaching = rows(EMPTY, EMPTY, ". . + -n-n -w-n", EMPTY, EMPTY)
    assert total("connections", reaching) == everything  # the middle of a side is blank
    assert "Note: 24 cells still empty, so the game is not over yet." in report_on("connections", bare)
