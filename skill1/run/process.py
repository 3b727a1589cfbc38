"""Child processes that end with the one that started them, however it ends. Linux only."""

from __future__ import annotations

import ctypes
import signal
import sys

PR_SET_PDEATHSIG = 1  # linux/prctl.h

if sys.platform == "linux":
    _prctl = ctypes.CDLL(None).prctl  # looked up here: little is safe between fork and exec

    def end_with_parent() -> None:
        """Called by a child first: it is killed when the thread that started it ends."""
        _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)

else:
    # ``preexec_fn`` of subprocess and ``initializer`` of an executor both take it.
    end_with_parent = None
