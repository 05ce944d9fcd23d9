"""The list of mutations cannot rot: each still applies, still is a program, and names tests that exist."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

import pytest

from tests.mutations.run import ROOT, Mutation, mutations

FEWEST = 60
MUTATIONS = mutations()
every_mutation = pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)


def test_there_are_many_and_each_has_its_own_name() -> None:
    assert len(MUTATIONS) >= FEWEST
    assert [name for name, times in Counter(mutation.name for mutation in MUTATIONS).items() if times > 1] == []


@every_mutation
def test_it_applies_in_exactly_one_place(mutation: Mutation, tmp_path: Path) -> None:
    assert mutation.count() == 1, f"{mutation.path} should hold its text once; if the code has moved or changed, change the list"
    assert mutation.old != mutation.new
    copy = tmp_path / mutation.path
    copy.parent.mkdir(parents=True)
    copy.write_bytes((ROOT / mutation.path).read_bytes())
    mutation.apply(tmp_path)
    assert copy.read_bytes() != (ROOT / mutation.path).read_bytes()
    if copy.suffix == ".py":
        ast.parse(copy.read_text(encoding="utf-8"))


@every_mutation
def test_its_tests_exist(mutation: Mutation) -> None:
    assert mutation.breaks.endswith(".") and mutation.tests
    for test in mutation.tests:
        if test.startswith("tests/"):
            path, _, function = test.partition("::")
            assert (ROOT / path).is_file(), test
            assert not function or f"def {function.partition('[')[0]}(" in (ROOT / path).read_text(encoding="utf-8"), test
