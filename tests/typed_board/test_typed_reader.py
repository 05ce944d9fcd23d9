"""What people type: forgiven where it is clear, otherwise refused in one sentence with the number of the line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ponticello.engine.errors import BadData
from ponticello.games import names, rulebook

FORMS = {name: rulebook(name).typed_board.form for name in names() if rulebook(name).typed_board}
SEA = "\n".join([". . . . . . . . . ."] * 10)
HASHI = "board: o1r1r1o/1o1b1o1/7/1r1o1r1/o1b1b1o/7/o1o1o1o\n"
ROWS = "\n. . . . ." * 2 + "\n. . + . ." + "\n. . . . ." * 2


@pytest.mark.parametrize("name", FORMS)
def test_case_spaces_and_comments_do_not_matter(name):
    report = rulebook(name).typed_board.score(FORMS[name])
    loud = FORMS[name].upper()
    airy = "\r\n\r\n".join(f"  \t{line}   # as typed" for line in FORMS[name].splitlines())
    assert rulebook(name).typed_board.score(loud) == rulebook(name).typed_board.score(airy) == report


def test_ponte_rows_without_labels():
    bare = "\n".join(line[3:] if line[:2].strip().isdigit() else line for line in FORMS["ponte"].splitlines())
    assert bare != FORMS["ponte"]
    assert rulebook("ponte").typed_board.score(bare) == rulebook("ponte").typed_board.score(FORMS["ponte"])


def test_hashi_entries_in_all_spellings():
    score = rulebook("hashi").typed_board.score
    plain = score(f"{HASHI}a1: 3\na1-c1 x2\na1-a5\nc1: 2")
    assert score(f"{HASHI}number a1 3, 2@c1; a1 - c1\nA1 5\n".replace("A1 5", "c1-a1, a5-a1")) == plain


def test_connections_rows_with_labels():
    labelled = [f"{5 - k} | {row}" for k, row in enumerate(FORMS["connections"].splitlines()[-5:])]
    text = "\n".join([*FORMS["connections"].splitlines()[:-5], "  a b c d e", *labelled])
    score = rulebook("connections").typed_board.score
    assert score(text) == score(text.replace(" |", "")) == score(FORMS["connections"])


REFUSED = [
    ("ponte", "", "there is no board; type its rows from the top, with . for sea, o for light and x for dark"),
    (
        "ponte",
        "hello",
        "line 1: 'hello' is neither a row of the board, such as . . o x . ., nor bridges, such as bridges: a1-c3 d4-d6",
    ),
    ("ponte", ". . .", "line 1: this row has 3 cells; a board is 10 or 12 cells wide"),
    ("ponte", "." * 10 + "\n" + "." * 9, "line 2: this row has 9 cells, but the first one has 10"),
    ("ponte", "." * 10 + "\n" + "." * 10, "line 2: the board ends after 2 rows, but it has 10 columns"),
    ("ponte", "1 " + SEA, "line 1: row 1 stands where row 10 belongs; row 1 is the lowest"),
    ("ponte", SEA + "\nbridges: a1-k1", "line 11: k1 is not on this board, which goes to j10"),
    (
        "ponte",
        SEA + "\nbridges: a1-e1",
        "line 11: no bridge fits from a1 to e1; it goes two cells straight or diagonally, or a knight's jump",
    ),
    ("skybridge", "a1: C3", "the number of players is missing; add a line such as players: 3"),
    ("skybridge", "players: 5", "line 1: Skybridge is for 2, 3 or 4 players, not '5'"),
    ("skybridge", "hello", "line 1: 'hello' is no tower; write one as b2: C3 O2 Cb Jr"),
    ("skybridge", "d1: C3", "line 1: there is no tower d1; they go from a1 to c3"),
    ("skybridge", "a1: C3\na1: O3", "line 2: a1 stands in the text already; write each tower once"),
    (
        "skybridge",
        "a1: C3 X9",
        "line 1: 'x9' is no piece; write colour (C, O, J or S) and kind (3, 2, r or b), such as C3 or Jr",
    ),
    ("skybridge", "a1:" + " C3 O3" * 19, "line 1: 38 pieces are more than can stand on one tower"),
    (
        "hashi",
        HASHI + "hello",
        "line 2: 'hello' is neither a number, such as c4: 5, nor a bridge, such as c4-e4 x2, "
        "nor one of board, solo, red, blue and six",
    ),
    (
        "hashi",
        HASHI + "a1: 3 b1: 2",
        "line 2: there is no island b1; the islands are a1, c1, e1, g1, b2, d2, f2, b4, d4, f4, a5, c5, e5, g5, a7, c7, e7, g7",
    ),
    ("hashi", HASHI + "a1: 3\na1: 4", "line 3: a1 has a number already; write each island once"),
    ("hashi", HASHI + "a1-a1", "line 2: a bridge joins two islands, not a1 with itself"),
    ("hashi", "", "line 1: the text ends here without a number, such as c4: 5, or a bridge, such as c4-e4 x2"),
    ("hashi", "\n# none\n", "line 2: the text ends here without a number, such as c4: 5, or a bridge, such as c4-e4 x2"),
    ("hashi", HASHI + "a1-c1 x0", "line 2: 'a1-c1 x0' is no bridge; write x1 or x2, or leave it out where there is none"),
    ("hashi", HASHI + HASHI, "line 2: board is on line 1 already"),
    ("hashi", "solo: perhaps", "line 1: solo is yes or no, not 'perhaps'"),
    ("hashi", "red: 7", "line 1: red brings 9 or 5 points, or - for none, not '7'"),
    ("hashi", "board: missing.toml", "line 1: missing.toml cannot be read: No such file or directory"),
    ("connections", ROWS, "the board is missing; add a line such as board: 1, from 1 to 4"),
    (
        "connections",
        "board: 5" + ROWS,
        "line 1: '5' is no board; write its number from 1 to 4, or centre and border as wnwn=21.32/21.13/32.11/13.21",
    ),
    ("connections", "board: 1\nboard: 1", "line 2: board is on line 1 already"),
    ("connections", "board: 1\nsolo: perhaps", "line 2: solo is yes or no, not 'perhaps'"),
    ("connections", "board: 1\n. . . .", "line 2: this row has 4 cells, but a row has 5: '. . . .'"),
    ("connections", "board: 1\n. . . . .", "the board has 1 row, but it needs 5, from the top"),
    ("connections", "board: 1" + ROWS + "\n. . . . .", "line 7: this is a sixth row; a board has 5"),
    (
        "connections",
        "board: 1\nhello . . . .",
        "line 2: 'hello' is no tile; write four sides such as wnw-, a symbol with turns such as key/1, "
        "@ for a spiral or . for an empty cell",
    ),
    (
        "connections",
        "board: 1\n---- . . . .",
        "line 2: ---- is blank on all sides, and no tile is; an empty cell is . and a spiral @",
    ),
    (
        "connections",
        "board: 1\nnobody/1 . . . .",
        "line 2: the set has no tile 'nobody'; write the tile's four sides, such as wnw-",
    ),
    (
        "connections",
        "board: wnwn=21.32/21.13/32.11/13.21\nkey/1 . . . .",
        "line 2: no set is named, so symbols say nothing; write the tile's four sides, such as wnw-",
    ),
    (
        "connections",
        "board: wnwn=21.32/21.13/32.11/13.21" + ROWS.replace("+", "wwww"),
        "line 4: 'wwww' cannot lie on c3, the printed centre (wnwn); write + there",
    ),
    ("connections", "board: 1\nset: missing.toml", "line 2: missing.toml cannot be read: No such file or directory"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), REFUSED, ids=[sentence[:40] for _, _, sentence in REFUSED])
def test_unreadable_text_is_refused_in_a_sentence(name, text, sentence):
    with pytest.raises(BadData) as refused:
        rulebook(name).typed_board.score(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    "value", ["\0.toml", "~nobody-of-that-name/a.toml", "\ud800.toml", "x" * 5000 + ".toml", "/", "tiles  boards "]
)
@pytest.mark.parametrize(("name", "key"), [("hashi", "board"), ("connections", "set")])
def test_impossible_files_are_refused(name, key, value):
    with pytest.raises(BadData, match="line 2"):
        rulebook(name).typed_board.score(f"board: 1\n{key}: {value}\n" if key == "set" else f"\n{key}: {value}\n")


# Anything goes: noise, lines of the forms mixed and cut up, and texts made of what the forms are made of.

SCRAPS = sorted(
    {word for form in FORMS.values() for word in form.split()} | {"#", ":", "-", "x3", "@", "/", "ab12", "99", "0", "\n"}
)
LINES = sorted({line for form in FORMS.values() for line in form.splitlines()})


@st.composite
def spoilt_forms(draw, form):
    """A form with a few characters exchanged."""
    letters = list(form)
    for _ in range(draw(st.integers(1, 6))):
        letters[draw(st.integers(0, len(letters) - 1))] = draw(
            st.sampled_from("abcghijnorswx.-_@+#:=/|0123456789 \n") | st.characters()
        )
    return "".join(letters)


@pytest.mark.parametrize("name", FORMS)
@settings(max_examples=120, deadline=None)
@given(data=st.data())
def test_whatever_is_typed_is_scored_or_refused(name, data):
    text = data.draw(
        spoilt_forms(FORMS[name])
        | st.text()
        | st.lists(st.sampled_from(LINES)).map("\n".join)
        | st.lists(st.sampled_from(SCRAPS), max_size=60).map(" ".join).map(lambda words: f"players: 3\nboard: 1\n{words}")
    )
    try:
        report = rulebook(name).typed_board.score(text)
    except BadData as refused:
        assert str(refused) and "\n" not in str(refused)
    else:
        assert report and all(line.strip() and "\n" not in line for line in report)
