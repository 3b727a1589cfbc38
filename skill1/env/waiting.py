"""Threads for calls that wait for somebody else, such as a server.

Unlike those of an executor they hold up no exit: a program that is interrupted does not wait for answers that nobody
wants any more.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import Any


class WaitingThreads:
    """At most ``number`` threads, each begun with a job; they end when this object is shut down or dropped."""

    def __init__(self, number: int, name: str) -> None:
        self._number, self._name, self._begun = number, name, 0
        self._lock, self._is_shut = threading.Lock(), False
        self._jobs: SimpleQueue[tuple[Future[Any], Callable[[], Any]] | None] = SimpleQueue()
        # At exit they end by themselves.
        self._end = weakref.finalize(self, _tell_to_end, self._jobs, number)
        self._end.atexit = False

    def submit(self, job: Callable[..., Any], *arguments: Any) -> Future[Any]:
        """Run a job in one of the threads, as soon as one is free. Raises ``RuntimeError`` once they are shut down."""
        future: Future[Any] = Future()
        with self._lock:
            if self._is_shut:
                raise RuntimeError("these threads have been shut down")
            self._jobs.put((future, partial(job, *arguments)))
            if self._begun < self._number:
                self._begun += 1
                # A daemon: no exit waits for it. It holds the queue and not self, which may be dropped.
                name = f"{self._name}_{self._begun}"
                threading.Thread(target=_work, args=(self._jobs,), name=name, daemon=True).start()
        return future

    def shutdown(self) -> None:
        """Take no more jobs; those that were taken are run, and nobody waits for them."""
        with self._lock:
            self._is_shut = True
        self._end()


def _tell_to_end(jobs: SimpleQueue[Any], number: int) -> None:
    # One for each thread there may be: a thread takes one and ends.
    for _ in range(number):
        jobs.put(None)


def _work(jobs: SimpleQueue[Any]) -> None:
    while (taken := jobs.get()) is not None:
        future, job = taken
        if future.set_running_or_notify_cancel():
            try:
                future.set_result(job())
            except BaseException as error:  # whatever it is belongs to whoever waits
                future.set_exception(error)
        # Or what a job holds would live until the next one comes.
        del taken, future, job
