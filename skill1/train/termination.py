"""Asked to end by SIGTERM: the step under way is finished and saved first. A second one ends the process at once."""

from __future__ import annotations

import signal
import threading


class Termination:
    """For the length of a ``with`` block a first SIGTERM only sets ``is_requested``.

    The handler before comes back after. Outside the main thread, where Python allows no handlers, nothing
    is installed.
    """

    def __init__(self) -> None:
        self.is_requested = False
        self._before: signal.Handlers | object = None

    def __enter__(self) -> Termination:
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGTERM, self._note)
        return self

    def hold(self) -> None:
        """Install the handler again, unless SIGTERM came: an environment in this process may have set its own."""
        if self._before is not None and not self.is_requested:
            signal.signal(signal.SIGTERM, self._note)

    def _note(self, _number, _frame) -> None:
        self.is_requested = True
        signal.signal(signal.SIGTERM, signal.SIG_DFL)  # whoever asks twice does not want to wait

    def __exit__(self, *_error) -> None:
        if self._before is not None:  # None also for a handler that C code installed: it cannot be put back
            signal.signal(signal.SIGTERM, self._before)
