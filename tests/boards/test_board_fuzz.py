"""Whatever stands in a file, the readers of boards answer with a board or with a sentence."""

from __future__ import annotations

import copy
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import ponticello as pc

OPTIONS = {each.name: next(o for o in each.options if o.name == each.boards.option) for each in pc.games() if each.boards}
RELAXED = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

scraps = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 10**20),
    st.floats(allow_nan=True),
    st.text(max_size=12),
    st.text("orbnw.123/-=a ", max_size=12),
    st.lists(st.text("orb.nw1", max_size=9), max_size=9),
    st.dictionaries(st.sampled_from(["name", "sides", "grid", "north", "centre"]), st.text("nw.1", max_size=5), max_size=3),
)


def to_toml(value):
    """Writes a value as TOML; None is left to be nonsense."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + "".join(f"\\U{ord(letter):08x}" if not 0xD800 <= ord(letter) < 0xE000 else "?" for letter in value) + '"'
    if isinstance(value, list):
        return "[" + ", ".join(map(to_toml, value)) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{to_toml(key)} = {to_toml(each)}" for key, each in value.items()) + " }"
    return str(value)


def reads_or_refuses(option, value):
    """Reads a value; anything but a board or one of our own errors is a failure."""
    try:
        found = option.read(value)
    except pc.PonticelloError as error:
        assert len(str(error)) > 10
        return None
    assert option.read(found) == found
    return found


@pytest.mark.parametrize("game", OPTIONS)
@RELAXED
@given(content=st.one_of(st.binary(max_size=200), st.text(string.printable, max_size=200).map(str.encode)))
def test_any_bytes(tmp_path, game, content):
    path = tmp_path / "board.toml"
    path.write_bytes(content)
    assert reads_or_refuses(OPTIONS[game], path) is None


@pytest.mark.parametrize("game", OPTIONS)
@RELAXED
@given(value=st.one_of(st.text(max_size=60), st.text("orb123456789/ without-ac", max_size=60), scraps))
def test_any_value_of_the_option(game, value):
    reads_or_refuses(OPTIONS[game], value)


@pytest.mark.parametrize("game", OPTIONS)
@RELAXED
@given(data=st.data())
def test_a_good_file_with_something_changed(tmp_path, tables, game, data):
    table = copy.deepcopy(tables[game])
    for _ in range(data.draw(st.integers(1, 3))):
        place = table
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))
            if not keys:
                break
            key = data.draw(st.sampled_from(keys))
            if not isinstance(place[key], (dict, list)) or data.draw(st.booleans()):
                change = data.draw(st.sampled_from(["replace", "drop", "letter"]))
                if change == "drop":
                    del place[key]
                elif change == "letter" and isinstance(place[key], str) and place[key]:
                    at = data.draw(st.integers(0, len(place[key]) - 1))
                    place[key] = place[key][:at] + data.draw(st.sampled_from("orb.nw123 x")) + place[key][at + 1 :]
                else:
                    place[key] = data.draw(scraps)
                break
            place = place[key]
    path = tmp_path / "board.toml"
    path.write_text("".join(f"{to_toml(key)} = {to_toml(value)}\n" for key, value in table.items()), encoding="utf-8")
    found = reads_or_refuses(OPTIONS[game], path)
    if found is not None:
        start = pc.game(game, **{OPTIONS[game].name: found}).position(2)
        assert start.legal_moves(start.actors[0])


@pytest.mark.parametrize("game", OPTIONS)
@RELAXED
@given(data=st.data())
def test_a_good_line_with_something_changed(tables, game, tmp_path, data):
    path = tmp_path / "board.toml"
    path.write_text("".join(f"{to_toml(key)} = {to_toml(value)}\n" for key, value in tables[game].items()), encoding="utf-8")
    line = OPTIONS[game].read(path)
    assert OPTIONS[game].read(f"  {line.upper()} ") == line
    at = data.draw(st.integers(0, len(line)))
    cut = data.draw(st.integers(0, 3))
    reads_or_refuses(OPTIONS[game], line[:at] + data.draw(st.text("orb1/ .nw=-", max_size=3)) + line[at + cut :])
