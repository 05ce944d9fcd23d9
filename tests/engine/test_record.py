"""Records: fields read as plain numbers, refuse what does not fit, and share memory only when asked to."""

from __future__ import annotations

import copy
import pickle
from typing import Annotated

import numpy as np
import pytest

from ponticello.engine.record import Grid, Ints, Record, Records, int8, int16, int64


class Pond(Record):
    """A small position with every kind of field, and room between them."""

    turn: int8
    pebbles: int64
    frogs: Annotated[Ints, np.int8, 5]
    lilies: Annotated[Grid, np.int16, 2, 3]
    depth: int16


def test_a_class_of_annotations_is_a_dtype() -> None:
    assert Pond.dtype.names == ("turn", "pebbles", "frogs", "lilies", "depth")
    assert Pond.dtype["turn"] == np.int8 and Pond.dtype["pebbles"] == np.int64
    assert Pond.dtype["frogs"] == np.dtype((np.int8, 5)) and Pond.dtype["lilies"] == np.dtype((np.int16, (2, 3)))
    assert Pond.dtype.isalignedstruct


def test_a_new_record_is_all_zero() -> None:
    pond = Pond()
    assert bytes(pond) == bytes(Pond.dtype.itemsize)
    assert (pond.turn, pond.pebbles, pond.depth, list(pond.frogs)) == (0, 0, 0, [0] * 5)


def test_fields_read_as_plain_int() -> None:
    pond = Pond()
    pond.turn, pond.pebbles, pond.frogs[2], pond.lilies[1, 2] = 100, 2**40, -3, 12_345
    for value in (pond.turn, pond.pebbles, pond.frogs[2], pond.lilies[1, 2]):
        assert type(value) is int
    assert pond.turn + 100 == 200, "no wrapping around as in NumPy's small integers"
    assert pond.array["lilies"][0, 1, 2] == 12_345 and pond.array["frogs"][0].tolist() == [0, 0, -3, 0, 0]
    assert len(pond.frogs) == 5


def test_fields_see_what_others_write_into_the_array() -> None:
    pond = Pond()
    assert pond.turn == 0 and pond.frogs[4] == 0
    pond.array["turn"] = 7
    pond.array["frogs"][0, 4] = 9
    assert (pond.turn, pond.frogs[4]) == (7, 9)


@pytest.mark.parametrize("value", [128, -129, 2**70])
def test_a_number_that_does_not_fit_is_refused(value: int) -> None:
    pond = Pond()
    with pytest.raises(ValueError, match="invalid value"):
        pond.turn = value
    with pytest.raises(ValueError, match="invalid value"):
        pond.frogs[0] = value
    assert (pond.turn, pond.frogs[0]) == (0, 0)


def test_only_whole_numbers_go_in() -> None:
    pond = Pond()
    with pytest.raises(TypeError):
        pond.turn = 1.5  # type: ignore[assignment]
    pond.turn = True
    assert pond.turn == 1


def test_an_index_outside_a_row_is_refused() -> None:
    pond = Pond()
    with pytest.raises(IndexError):
        pond.frogs[5]
    with pytest.raises(IndexError):
        pond.lilies[2, 0] = 1


def test_a_row_is_not_assigned_as_a_whole() -> None:
    """`pond.frogs = 3` could only be a slip; it must not set the first frog alone."""
    pond = Pond()
    with pytest.raises((TypeError, AttributeError)):
        pond.frogs = 3  # type: ignore[assignment]
    assert list(pond.frogs) == [0] * 5


@pytest.mark.parametrize("name", ["size", "shape", "T", "data", "sort"])
def test_names_that_arrays_own_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match=f"Lake.{name}: NumPy arrays own that name"):
        type("Lake", (Record,), {"__annotations__": {name: int8}, "__module__": __name__})


@pytest.mark.parametrize("number", [np.uint8, np.uint64, np.float32, np.bool_])
def test_only_signed_integers_are_fields(number: type) -> None:
    with pytest.raises(TypeError, match="only signed integers"):
        type("Lake", (Record,), {"__annotations__": {"depth": Annotated[int, number]}, "__module__": __name__})


def test_a_copy_has_its_own_memory() -> None:
    pond = Pond()
    pond.pebbles, pond.frogs[1] = 5, 6
    other = pond.copy()
    assert type(other) is Pond and (other.pebbles, other.frogs[1]) == (5, 6)
    other.pebbles, other.frogs[1] = 8, 9
    assert (pond.pebbles, pond.frogs[1]) == (5, 6)
    assert not np.shares_memory(pond.array, other.array)


def test_equal_records_have_equal_bytes() -> None:
    """A copy made where other things lay before must not pick up what was there, between its fields."""
    pond = Pond()
    pond.turn = 3
    for _ in range(50):
        litter = [np.full(Pond.dtype.itemsize, 0x55, np.uint8) for _ in range(8)]
        del litter
        assert bytes(pond.copy()) == bytes(pond)
        assert bytes(Records.of(pond, 1)[0]) == bytes(pond)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda pond: pickle.loads(pickle.dumps(pond))])
def test_records_travel_between_processes(duplicate: object) -> None:
    pond = Pond()
    pond.turn, pond.frogs[3] = 2, 4
    other = duplicate(pond)  # type: ignore[operator]
    assert (other.turn, other.frogs[3]) == (2, 4)
    other.turn = 9
    assert pond.turn == 2


def test_a_batch_is_an_array_of_records() -> None:
    pond = Pond()
    pond.turn = 4
    ponds = Records.of(pond, 3)
    assert len(ponds) == 3 and [each.turn for each in ponds] == [4, 4, 4]
    ponds[1].turn = 5
    assert [each.turn for each in ponds] == [4, 5, 4] and pond.turn == 4, "an element is a view, not a copy"
    assert ponds[-1].turn == 4 and ponds[-2].turn == 5
    assert [each.turn for each in ponds[1:]] == [5, 4]
    ponds[0] = ponds[1]
    ponds[1].turn = 6
    assert [each.turn for each in ponds] == [5, 6, 4], "assigning copies"


@pytest.mark.parametrize("index", [3, -4, 100])
def test_a_batch_knows_its_length(index: int) -> None:
    with pytest.raises(IndexError, match="of 3"):
        Records.of(Pond(), 3)[index]
