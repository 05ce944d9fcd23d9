"""Says how many tests run side by side."""

import ponticello.engine.parallel  # noqa: F401  (decides once whether its loops run on all cores; some tests interpret)
from ponticello.engine.cores import cores


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a quarter of the time, a test waits for a browser, a server or a clock."""
    return 1 + cores()
