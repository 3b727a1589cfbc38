"""Threads that wait for others, and for which nobody waits."""

import gc
import subprocess
import sys
import threading
from concurrent.futures import CancelledError

import pytest

from skill1.env.waiting import WaitingThreads
from tests.limits import HANG_S, wait_until

NAME = "skill1-test-waiting"


def alive():
    return [thread for thread in threading.enumerate() if thread.name.startswith(NAME)]


def test_jobs_are_run_side_by_side_and_what_they_raise_is_raised():
    threads, both = WaitingThreads(2, NAME), threading.Barrier(2, timeout=HANG_S)
    first, second = threads.submit(both.wait), threads.submit(both.wait)
    assert {first.result(), second.result()} == {0, 1}
    with pytest.raises(ZeroDivisionError):
        threads.submit(divmod, 1, 0).result()
    assert threads.submit(divmod, 7, 2).result() == (3, 1)
    threads.shutdown()


def test_a_job_that_waits_for_its_turn_can_be_called_off():
    threads, begun, end = WaitingThreads(1, NAME), threading.Event(), threading.Event()
    running = threads.submit(lambda: (begun.set(), end.wait(HANG_S)))
    waiting = threads.submit(pytest.fail)
    assert begun.wait(HANG_S) and waiting.cancel() and not running.cancel()
    end.set()
    with pytest.raises(CancelledError):
        waiting.result()
    threads.shutdown()


def test_shut_down_they_finish_what_they_took_and_take_no_more():
    threads, end = WaitingThreads(1, NAME), threading.Event()
    taken = [threads.submit(end.wait, HANG_S), threads.submit(divmod, 7, 2)]
    threads.shutdown()
    with pytest.raises(RuntimeError, match="shut down"):
        threads.submit(end.wait)
    end.set()
    assert [each.result() for each in taken] == [True, (3, 1)]
    wait_until(lambda: not alive())


def test_dropped_they_end_and_what_a_job_held_is_let_go():
    threads, held = WaitingThreads(3, NAME), threading.Semaphore()
    before = sys.getrefcount(held)
    threads.submit(held.acquire).result()
    wait_until(lambda: sys.getrefcount(held) == before)
    del threads
    gc.collect()
    wait_until(lambda: not alive())
    assert not alive() and sys.getrefcount(held) == before


def test_a_program_ends_while_they_wait():
    code = (
        "import threading; from skill1.env.waiting import WaitingThreads; "
        "WaitingThreads(1, 'x').submit(threading.Event().wait)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=HANG_S).returncode == 0
