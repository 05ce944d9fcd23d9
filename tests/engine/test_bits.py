"""Sets as bits: counted and found as one would by looking at every place, interpreted and compiled."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ponticello.engine.bits import count_bits, lowest_bit, nth_bit, without_lowest
from ponticello.engine.native import compiled, interpreted
from ponticello.engine.record import Ints, Record, Records, int8, int16, int64

PLACES = 63
ALL = (1 << PLACES) - 1


class Sets(Record):
    """A set in a field of every width."""

    tiny: int8
    small: int16
    large: int64


def with_members(places: set[int]) -> int:
    return sum(1 << place for place in places)


# Any set, and those with few members or almost all.
some_set = (
    st.integers(0, ALL)
    | st.sets(st.integers(0, PLACES - 1)).map(with_members)
    | st.sets(st.integers(0, PLACES - 1), max_size=3).map(lambda places: ALL ^ with_members(places))
)


@compiled
def take_apart(sets: Records[Sets], numbered: Ints, one_by_one: Ints) -> int:
    """Writes down the members of a set, by their numbers and by taking off the lowest again and again; returns how many."""
    bits = sets[0].large
    for n in range(count_bits(bits)):
        numbered[n] = nth_bit(bits, n)
    left, taken = bits, 0
    while left != 0:
        one_by_one[taken] = lowest_bit(left)
        left = without_lowest(left)
        taken += 1
    return count_bits(bits)


@compiled
def look_at_fields(sets: Records[Sets], found: Ints) -> None:
    """Writes down how many members the sets of three widths have, and the lowest and the second of each."""
    found[0] = count_bits(sets[0].tiny) * 10_000 + lowest_bit(sets[0].tiny) * 100 + nth_bit(sets[0].tiny, 1)
    found[1] = count_bits(sets[0].small) * 10_000 + lowest_bit(sets[0].small) * 100 + nth_bit(sets[0].small, 1)
    found[2] = count_bits(sets[0].large) * 10_000 + lowest_bit(sets[0].large) * 100 + nth_bit(sets[0].large, 1)


def sets_with(bits: int) -> Records[Sets]:
    sets = Sets()
    sets.tiny, sets.small, sets.large = bits & 0x7F, bits & 0x7FFF, bits
    return Records(Sets, sets.array)


@given(some_set)
@example(0)
@example(ALL)
@example(1 << PLACES - 1)
def test_members_are_counted_and_found_in_order(bits: int) -> None:
    members = [place for place in range(PLACES) if bits >> place & 1]
    assert count_bits(bits) == len(members)
    assert [nth_bit(bits, n) for n in range(len(members))] == members
    if members:
        assert lowest_bit(bits) == members[0]
        assert without_lowest(bits) == with_members(set(members[1:]))


@pytest.mark.slow
@settings(deadline=None)  # the first set waits for the compiler
@given(some_set)
@example(0)
@example(ALL)
@example(1 << PLACES - 1)
def test_compiled_code_counts_and_finds_the_same(bits: int) -> None:
    pytest.importorskip("numba")
    members = [place for place in range(PLACES) if bits >> place & 1]
    numbered, one_by_one = np.full(PLACES, -1, np.int64), np.full(PLACES, -1, np.int64)
    assert take_apart(sets_with(bits), numbered, one_by_one) == len(members)
    assert numbered[: len(members)].tolist() == one_by_one[: len(members)].tolist() == members
    assert interpreted() or take_apart.is_ready(Sets)


@settings(deadline=None)
@given(some_set)
def test_a_set_may_stand_in_a_field_of_any_width_or_in_an_array(bits: int) -> None:
    bits |= 0b101000
    sets, compiled, plain = sets_with(bits), np.zeros(3, np.int64), np.zeros(3, np.int64)
    look_at_fields(sets, compiled)
    look_at_fields.function(sets, plain.data)
    members = [[place for place in range(width) if bits >> place & 1] for width in (7, 15, PLACES)]
    assert plain.tolist() == compiled.tolist() == [len(found) * 10_000 + found[0] * 100 + found[1] for found in members]
    table = np.array([bits], np.int64)
    found = (count_bits(table[0]), lowest_bit(table[0]), nth_bit(table[0], 1))
    assert found == (len(members[2]), *members[2][:2]) and [type(number) for number in found] == [int] * 3
