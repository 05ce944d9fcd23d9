"""Record files: what the reader accepts, what it refuses and in which line, and that nothing else ever comes out of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ponticello as pc
from ponticello import BadRecord
from ponticello.table import pont
from ponticello.table.pont import load, load_all, read_records, write_match, write_matches
from ponticello.table.shuffle import Shuffle
from tests.engine.variants import Variant, finished, play_at_random
from tests.table.pond import pond

RUNNING = """\
game: ponte
option size: 10
option parallel_knights: yes
player 1: Ann
player 2: Bo
date: 2026-11-15
result: unfinished

1. P1 d4,e5
2. P2 dark
3. P2 a1,b2
"""
SKY = Variant("skybridge", 3, (("rotation", False), ("bare_roofs", False)))
FINISHED = write_match(finished(SKY, 4))


def changed(old: str, new: str, text: str = RUNNING) -> str:
    assert text.count(old) == 1
    return text.replace(old, new)


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as error:
        read_records(text)
    message = str(error.value)
    assert "\n" not in message and len(message) < 300
    assert error.value.line is None or message.startswith(f"line {error.value.line}: ")
    return error.value


def test_a_record_is_read() -> None:
    (record,) = read_records(RUNNING)
    match = record.replay()
    assert [str(move) for move in match.moves] == ["d4", "e5", "dark", "a1", "b2"]
    assert match.names == ("Ann", "Bo") and match.date == "2026-11-15" and match.game.options["size"] == 10
    assert match.actors == (0,)
    match.play("h8,i9")


def test_a_record_that_is_read_and_written_again_keeps_its_date_or_has_none() -> None:
    for text in (RUNNING, changed("date: 2026-11-15\n", "")):
        (record,) = read_records(text)
        (again,) = read_records(write_match(record.replay()))
        assert again.header.get("date", (0, None))[1] == record.header.get("date", (0, None))[1]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        (changed("game: ponte\n", ""), 1, "the header must say which game it is: 'game: ponte'"),
        (changed("game: ponte", "game: pinte"), 1, "there is no game 'pinte'; did you mean ponte?"),
        (changed("game: ponte", "game:"), 1, "there is no game ''"),
        (changed("option size: 10", "option size: 11"), 1, "size cannot be '11'; choose one of: 10, 12"),
        (changed("option size: 10", "option sise: 10"), 1, "Ponte del Diavolo has no option 'sise'"),
        (changed("option size: 10", "option name: x"), 1, "Ponte del Diavolo has no option 'name'"),
        (changed("player 2: Bo\n", ""), 1, "Ponte del Diavolo is for 2 players, not 1"),
        (changed("player 1: Ann\nplayer 2: Bo\n", ""), 1, "Ponte del Diavolo is for 2 players, not 0"),
        (changed("player 2: Bo", "player 3: Bo"), 5, "there is a player 3 but no player 2"),
        (changed("player 2: Bo", "player 2: Bo\nplayer 0: Cy"), 6, "player 0"),
        (changed("player 2: Bo", "player 2: Bo\nplayer 02: Cy"), 6, "player 02"),
        (changed("player 2: Bo", f"player {'9' * 5000}: Bo"), 5, "player"),
        (changed("player 1: Ann", f"player 1: {'A' * 41}"), 1, "cannot be a player's name"),
        (changed("player 1: Ann", "player 1:"), 1, "'' cannot be a player's name"),
        (changed("2026-11-15", "2026-11-31"), 6, "'2026-11-31' is not a date; write it as 2026-11-15"),
        (changed("2026-11-15", "yesterday"), 6, "'yesterday' is not a date"),
        (changed("option size: 10", "size: 10"), 2, "'size: 10' is neither a header, such as 'game: ponte', nor a turn"),
        (changed("player 2: Bo", "player 1: Bo"), 5, "'player 1' is there twice; first in line 4"),
        (changed("option size: 10", "option size: 10\noption  size: 12"), 3, "'option size' is there twice; first in line 2"),
        (RUNNING + "date: 2026-11-15\n", 12, "'date' belongs before the first turn"),
        (changed("2. P2 dark", "3. P2 dark"), 10, "this should be turn 2, not 3"),
        (changed("2. P2 dark", "2. P2 dark\n2. P2 dark"), 11, "this should be turn 3, not 2"),
        (changed("2. P2 dark", f"{'2' * 5000}. P2 dark"), 10, "this should be turn 2"),
        (changed("2. P2 dark", "2. dark"), 10, "'2. dark' is neither a header"),
        (changed("2. P2 dark", "2. P2"), 10, "'2. P2' is neither a header"),
        (changed("2. P2 dark", "2. P2 drak"), 10, "'drak' is not a move"),
        (changed("2. P2 dark", "2. P1 dark"), 10, "player 1 may not act now; it is the turn of player 2"),
        (changed("2. P2 dark", "2. P0 dark"), 10, "may not act now"),
        (changed("2. P2 dark", "2. P8 dark"), 10, "may not act now"),
        (changed("2. P2 dark", f"2. P{'8' * 5000} dark"), 10, "may not act now"),
        (changed("2. P2 dark", "2. chance dark"), 10, "may not act now"),
        (changed("d4,e5", "d4,d4"), 9, "d4 already has a light tile"),
        (changed("d4,e5", "m4,e5"), 9, "m4 is not on this board"),
        (changed("d4,e5", "d4"), 9, "'d4' is only a part of a turn"),
        (changed("3. P2 a1,b2", "3. P2 a1\n4. P2 b2"), 11, "'a1' is only a part of a turn"),
        (changed("3. P2 a1,b2", "3. P2 a1-c3"), 11, "a1-c3 needs a dark tile at both ends, and a1 has none"),
        (changed("result: unfinished", "result: 1-0, won by player 1"), 7, "the result is 'unfinished', not '1-0"),
        (changed("result: unfinished", "result: unfinished\nseed: x"), 8, "an unfinished game must not reveal its seed"),
        (changed("won by", "shared by", FINISHED), 8, "not '"),
        (changed("seed: 4", "seed: 5", FINISHED), 9, "the seed does not have the hash that was published as 'shuffle'"),
        ("", None, "there is no game in this file"),
        ("# nothing\n---\n\n---\n", None, "there is no game in this file"),
        (f"{RUNNING}---\n{changed('d4,e5', 'd4,d4')}", 21, "d4 already has a light tile"),
        (f"{RUNNING}---\nplayer 1: Ann\n", 13, "the header must say which game it is"),
    ],
)  # fmt: skip
def test_the_reader_says_what_is_wrong_and_where(text: str, line: int | None, message: str) -> None:
    error = refused(text)
    assert message in str(error)
    if line is not None and message != "not '":
        assert error.line == line


def test_only_the_word_chance_is_chance() -> None:
    """Seat 8 does not exist, even though its number is that of chance."""
    lot = next(line for line in FINISHED.splitlines() if line.startswith("1. chance"))
    assert "may not act now" in str(refused(changed(lot, lot.replace("chance", "P8"), FINISHED)))


def test_a_line_of_chance_may_hold_anything() -> None:
    for nonsense in ("3@b2", "b@a1-a2", "first 9", "first", "r@a1", "C3@b2", "pass"):
        lot = next(line for line in FINISHED.splitlines() if line.startswith("1. chance"))
        assert refused(changed(lot, f"1. chance {nonsense}", FINISHED)).line == 12


def test_a_finished_record_must_be_what_the_seed_says() -> None:
    lot = next(line for line in FINISHED.splitlines() if line.startswith("1. chance"))
    other = lot[:-1] + str(int(lot[-1]) % 3 + 1)
    assert f"by the seed chance gives {lot.split('chance ')[1]}, not {other.split('chance ')[1]}" in str(
        refused(changed(lot, other, FINISHED))
    )


def test_a_record_without_its_seed_still_reads() -> None:
    without = "\n".join(line for line in FINISHED.splitlines() if not line.startswith(("seed", "shuffle")))
    assert read_records(without)[0].replay().scores == finished(SKY, 4).scores


def test_the_shuffle_is_checked_only_with_a_seed() -> None:
    read_records(changed("result:", f"shuffle: {Shuffle('x').hash}\nresult:"))


def test_the_result_is_needed_at_the_end() -> None:
    without = "\n".join(line for line in FINISHED.splitlines() if not line.startswith("result"))
    assert "not 'unfinished'" in str(refused(without))


def test_an_unfinished_record_keeps_the_secret() -> None:
    match = play_at_random(SKY.match(5), 5, most=10)
    text = write_match(match)
    assert "seed:" not in text and f"shuffle: {match.shuffle.hash}\n" in text and "result: unfinished\n" in text
    while not match.over:
        match.play(match.legal()[0])
    assert f"\nseed: {match.shuffle.seed}\n" in write_match(match)


def test_an_unfinished_record_keeps_the_promise() -> None:
    """What was published at the start stays published, also by those who do not know the seed."""
    text = write_match(play_at_random(SKY.match(5), 5, most=10))
    assert write_match(read_records(text)[0].replay()) == text


def test_a_record_may_end_in_the_middle_of_a_turn() -> None:
    match = read_records(changed("3. P2 a1,b2", "3. P2 a1"))[0].replay()
    assert match.position.mid_turn(1) and match.actors == (1,)
    match.play("b2")
    assert match.turns()[-1].moves == match.moves[-2:]


# Comments, line ends, several games


def test_comments_stay_with_their_turn() -> None:
    text = changed("2. P2 dark", "# above\n# and more\n2. P2 dark   # she likes  to go first # really")
    match = read_records(text)[0].replay()
    assert match.comments == {2: "above\nand more\nshe likes  to go first # really"}
    assert match.turns()[1].comment == match.comments[2]
    written = write_match(match)
    assert "# above\n# and more\n2. P2 dark  # she likes  to go first # really\n" in written
    assert write_match(read_records(written)[0].replay()).split("result")[1] == written.split("result")[1]


def test_a_hash_inside_a_word_is_no_comment() -> None:
    assert "'dark#no' is not a move" in str(refused(changed("2. P2 dark", "2. P2 dark#no")))
    assert read_records("# a title\n   # indented\n" + RUNNING)[0].turns[0][3] == "a title\nindented"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_files_of_all_systems_are_read(tmp_path: Path, end: str, mark: bytes) -> None:
    path = tmp_path / "game.pont"
    path.write_bytes(mark + RUNNING.replace("\n", end).encode())
    assert len(load(path).replay().moves) == 5
    assert len(load(str(path)).turns) == 3


def test_spaces_do_not_matter() -> None:
    text = "\n\n" + RUNNING.replace(": ", "   :  ").replace("\n", "  \n\n").replace("option ", "option   ").replace(
        ". P", ".   P"
    )
    assert len(read_records(text)[0].replay().moves) == 5


def test_several_games_in_one_file(tmp_path: Path) -> None:
    matches = [finished(SKY, 4), read_records(RUNNING)[0].replay(), play_at_random(SKY.match(1), 1, most=3)]
    text = write_matches(matches)
    path = tmp_path / "games.pont"
    path.write_text(text, encoding="utf-8")
    assert [record.replay().moves for record in load_all(path)] == [match.moves for match in matches]
    with pytest.raises(BadRecord, match="holds 3 games; use load_all"):
        load(path)
    assert len(read_records(f"---\n{RUNNING}---\n---\n{RUNNING}---\n")) == 2
    assert len(write_matches(matches[:1]).splitlines()) == len(FINISHED.splitlines())


def test_files_that_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read: No such file"):
        load(tmp_path / "missing.pont")
    with pytest.raises(BadRecord, match="cannot be read"):
        load(tmp_path)
    path = tmp_path / "x.pont"
    path.write_bytes(b"game: ponte\xff\xfe\n")
    with pytest.raises(BadRecord, match="not a text file in UTF-8"):
        load(path)
    path.write_bytes(b"#" * 4_000_001)
    with pytest.raises(BadRecord, match="larger than 4 MB"):
        load(path)


# A game in which all act at once


@pytest.fixture
def pond_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pont, "game", pond)


@pytest.mark.usefixtures("pond_on_the_shelf")
def test_every_draw_of_chance_is_checked() -> None:
    match = pond().match(2, seed="check")
    while not match.over:
        match.play("j1,j2", seat=match.actors[0])
    text = write_match(match)
    assert read_records(text)[0].replay().moves == match.moves
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if "chance card" in line:
            wrong = [*lines[:at], line[:-1] + str(int(line[-1]) % 3 + 1), *lines[at + 1 :]]
            error = refused("\n".join(wrong))
            assert error.line == at + 1 and "by the seed chance gives" in str(error)


@pytest.mark.usefixtures("pond_on_the_shelf")
def test_the_line_is_that_of_the_wrong_card_and_not_of_an_equal_one() -> None:
    for seed in range(40):
        match = pond().match(2, seed=seed)
        while not match.over:
            match.play("j1,j2", seat=match.actors[0])
        lines = write_match(match).splitlines()
        drawn = [at for at, line in enumerate(lines) if "chance card" in line]
        cards = [lines[at][-1] for at in drawn]
        if cards[0] != cards[1]:
            lines[drawn[1]] = lines[drawn[1]][:-1] + cards[0]
            assert refused("\n".join(lines)).line == drawn[1] + 1


@pytest.mark.usefixtures("pond_on_the_shelf")
def test_each_turn_has_a_line_of_its_own() -> None:
    start = "game: pond\nplayer 1: Ann\nplayer 2: Bo\n1. chance card 2\n"
    assert "'j1,j2,j3' is more than one turn; each turn has a line of its own" in str(refused(start + "2. P2 j1,j2,j3\n"))
    assert "'card 1,card 1' is more than one turn" in str(refused(start.replace("card 2", "card 1,card 1")))


@pytest.mark.usefixtures("pond_on_the_shelf")
def test_turns_that_overlap_are_told_one_after_the_other() -> None:
    match = pond().match(2, seed="overlap")
    match.play("j1", seat=0)
    match.play("j3,j2", seat=1)
    match.play("j2", seat=0)
    again = read_records(write_match(match))[0].replay()
    assert again.turns()[:3] == match.turns()[:3]
    assert bytes(again.position.state) == bytes(match.position_after(len(again.moves)).state)


# Anything at all

PIECES = [
    "\n",
    " ",
    "#",
    "---",
    ":",
    ".",
    ",",
    "-",
    "9" * 30,
    "\u0661",
    "\x00",
    "\u2028",
    "\ufeff",
    "é",
    "P0",
    "P1",
    "P2",
    "P8",
    "chance",
]
PIECES += ["game: ponte", "game: skybridge", "option name: 1", "option size: 12", "seed: 4", "result: unfinished", "player 0: Cy"]
PIECES += ["first 2", "C3@b2", "3@b2", "b@a1-a2", "d4", "d4,e5", "dark", "pass", "a1-c3"]


@pytest.mark.slow
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.data())
def test_whatever_a_file_holds_it_is_read_or_refused(data: st.DataObject) -> None:
    lines = data.draw(st.sampled_from([RUNNING, FINISHED])).splitlines()[:40]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        piece = data.draw(st.sampled_from(PIECES) | st.text(max_size=8))
        match data.draw(st.sampled_from(["drop", "repeat", "swap", "insert", "replace", "word"])):
            case "drop":
                del lines[at]
            case "repeat":
                lines.insert(at, lines[at])
            case "swap":
                other = data.draw(st.integers(0, len(lines) - 1))
                lines[at], lines[other] = lines[other], lines[at]
            case "insert":
                place = data.draw(st.integers(0, len(lines[at])))
                lines[at] = lines[at][:place] + piece + lines[at][place:]
            case "replace":
                lines[at] = piece
            case "word":
                words = lines[at].split(" ")
                words[data.draw(st.integers(0, len(words) - 1))] = piece
                lines[at] = " ".join(words)
        if not lines:
            break
    try:
        records = read_records("\n".join(lines))
    except BadRecord as error:
        assert "\n" not in str(error)
    else:
        for record in records:
            read_records(write_match(record.replay()))


def test_the_version_is_told() -> None:
    assert pc.__version__.count(".") == 2
