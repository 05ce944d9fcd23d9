"""How many cores there are to work with."""

from __future__ import annotations

import os

import pytest

from ponticello.engine.cores import cores


def test_a_process_that_is_held_to_some_cores_counts_those(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5}, raising=False)
    assert cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1
