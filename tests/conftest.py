"""Says how many tests run side by side and which come first, and lets what they start speak English and hear Ctrl-C."""

from __future__ import annotations

import os
import signal

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy: its threads would only wait for those of other tests
# Before Numba: where tests share cores, threads that ask again and again whether others are ready cost more than what they do.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import pytest

import ponticello.engine.parallel  # noqa: F401  (decides once whether its loops run on all cores; some tests interpret)
from ponticello.players.search import cores

INTERPRETED = os.environ.get("PONTICELLO_INTERPRET")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two more than there are cores: a third of the time, a test waits for a browser, a server, a clock. Quick ones wait less."""
    return cores() + (1 if config.option.markexpr == "not slow" else 2)


def pytest_configure() -> None:
    """Speaks English, which the tests compare, and listens to Ctrl-C again where it is ignored, as it is in the background.

    Programs that the tests start inherit both.
    """
    for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
        os.environ.pop(name, None)
    os.environ["LANG"] = "C.UTF-8"
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module", autouse=True)
def _compiled_as_before() -> None:
    """Sees that no file leaves the rules interpreted: those after it would say nothing of compiled rules, and take minutes."""
    assert os.environ.get("PONTICELLO_INTERPRET") == INTERPRETED


@pytest.hookimpl(tryfirst=True)  # before those that are not wanted are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the slow tests first, and before all those that compile, so that in the end no process is left with a long one.

    What holds of a game as it is usually played is looked at always, what holds of its variants is among the slow ones.
    """
    for item in items:
        variant = item.callspec.params.get("variant") if isinstance(item, pytest.Function) and hasattr(item, "callspec") else None
        if variant is not None and not variant.is_usual:
            item.add_marker(pytest.mark.slow)
    items.sort(key=lambda item: (item.get_closest_marker("slow") is None, "engine" not in item.path.parts))
