"""How long tests wait for what must come: so long that no load of the machine matters.

A limit on the clock only ends a test that hangs; whether a test passes never depends on one. Calls without a limit of
their own (``process.wait()``, ``readline()``) are ended by the ``timeout`` of pytest in ``pyproject.toml``.
"""

from __future__ import annotations

import time
from collections.abc import Callable

HANG_S = 600.0
NAP_S = 0.01


def wait_until(holds: Callable[[], object]) -> None:
    """Returns as soon as it holds.

    Raises:
        AssertionError: it did not within ``HANG_S``.
    """
    end = time.monotonic() + HANG_S
    while not holds():
        assert time.monotonic() < end, "this never came to hold"
        time.sleep(NAP_S)
