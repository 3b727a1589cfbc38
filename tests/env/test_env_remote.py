"""Suites played elsewhere: what the other side answers is of the tasks that it once listed, and nobody waits for it."""

import gc
import subprocess
import sys
import threading
from concurrent.futures import CancelledError
from dataclasses import replace

import pytest

from skill1.config import EnvConfig
from skill1.env.remote import BlockingSuite, Channel, RemoteSuite, WaitingThreads
from skill1.env.worker import SuiteHost
from skill1.errors import EnvironmentFault
from tests.env.toys import NAME, ToySuite
from tests.limits import HANG_S, wait_until

CONFIG = EnvConfig(name=NAME)


class Grown(ToySuite):
    """With other data: a task more in front, and the others one place further."""

    def tasks(self, split):
        first, *others = super().tasks(split)
        return (replace(first, id="toy/new"), *(replace(t, id=f"toy/{split}/{t.index - 1}") for t in others))


class Reworded(ToySuite):
    """The same ids, another instruction."""

    def tasks(self, split):
        return tuple(replace(task, instruction="count down") for task in super().tasks(split))


class Here(Channel):
    """The other side is in this process."""

    def __init__(self):
        super().__init__(1)
        self.host = SuiteHost(ToySuite(CONFIG), CONFIG)

    def ask(self, request):
        return self.host.answer(request)

    def _is_closed_there(self, place):
        return True


@pytest.mark.parametrize(("other", "named"), [(Grown, "toy/train/2"), (Reworded, "toy/train/3")])
def test_a_side_that_was_started_again_with_other_tasks_plays_none_under_the_old_ids(other, named):
    channel = Here()
    suite = BlockingSuite(RemoteSuite(channel, channel.ask({"call": "describe"})))
    tasks, env = suite.tasks("train"), suite.make("train")
    env.reset(task_index=3)
    assert env.task == tasks[3]
    channel.host = SuiteHost(other(CONFIG), CONFIG)
    with pytest.raises(EnvironmentFault, match="no environment .* lives here"):
        env.reset(task_index=3)
    told = rf"place 3 of 'train' holds another task by now \({named}\) than .* listed \(toy/train/3\)"
    with pytest.raises(EnvironmentFault, match=told):
        env.reset(task_index=3)
    channel.host = SuiteHost(ToySuite(CONFIG), CONFIG)
    env.reset(task_index=3)
    assert env.task == tasks[3]


@pytest.mark.parametrize("methods", [5, "judge", [[1]], {"judge": 1}, None])
def test_a_side_that_lists_its_methods_in_another_form_offers_none(methods):
    channel = Here()
    suite = RemoteSuite(channel, channel.ask({"call": "describe"}) | {"methods": methods})
    assert suite.name == "toy" and suite.offered == set()


def test_who_has_asked_for_no_tasks_has_nothing_to_compare():
    channel = Here()
    channel.host = SuiteHost(Grown(CONFIG), CONFIG)
    env = BlockingSuite(RemoteSuite(channel, channel.ask({"call": "describe"}))).make("train")
    env.reset(task_index=3)
    assert env.task.id == "toy/train/2"


THREADS = "skill1-test-waiting"


def alive():
    return [thread for thread in threading.enumerate() if thread.name.startswith(THREADS)]


def test_jobs_are_run_side_by_side_and_what_they_raise_is_raised():
    threads, both = WaitingThreads(2, THREADS), threading.Barrier(2, timeout=HANG_S)
    first, second = threads.submit(both.wait), threads.submit(both.wait)
    assert {first.result(), second.result()} == {0, 1}
    with pytest.raises(ZeroDivisionError):
        threads.submit(divmod, 1, 0).result()
    assert threads.submit(divmod, 7, 2).result() == (3, 1)
    threads.shutdown()


def test_a_job_that_waits_for_its_turn_can_be_called_off():
    threads, begun, end = WaitingThreads(1, THREADS), threading.Event(), threading.Event()
    running = threads.submit(lambda: (begun.set(), end.wait(HANG_S)))
    waiting = threads.submit(pytest.fail)
    assert begun.wait(HANG_S) and waiting.cancel() and not running.cancel()
    end.set()
    with pytest.raises(CancelledError):
        waiting.result()
    threads.shutdown()


def test_shut_down_they_finish_what_they_took_and_take_no_more():
    threads, end = WaitingThreads(1, THREADS), threading.Event()
    taken = [threads.submit(end.wait, HANG_S), threads.submit(divmod, 7, 2)]
    threads.shutdown()
    with pytest.raises(RuntimeError, match="shut down"):
        threads.submit(end.wait)
    end.set()
    assert [each.result() for each in taken] == [True, (3, 1)]
    wait_until(lambda: not alive())


def test_dropped_they_end_and_what_a_job_held_is_let_go():
    threads, held = WaitingThreads(3, THREADS), threading.Semaphore()
    before = sys.getrefcount(held)
    threads.submit(held.acquire).result()
    wait_until(lambda: sys.getrefcount(held) == before)
    del threads
    gc.collect()
    wait_until(lambda: not alive())
    assert not alive() and sys.getrefcount(held) == before


def test_a_program_ends_while_they_wait():
    code = (
        "import threading; from skill1.env.remote import WaitingThreads; "
        "WaitingThreads(1, 'x').submit(threading.Event().wait)"
    )
    assert subprocess.run([sys.executable, "-c", code], timeout=HANG_S).returncode == 0
