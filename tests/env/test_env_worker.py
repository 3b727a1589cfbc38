"""A worker's process ends with its parent, and takes with it what its environments have started."""

import os
import select
import sys
import time
from contextlib import contextmanager
from dataclasses import asdict

import pytest

from skill1.config import EnvConfig
from skill1.env.wire import from_line, to_line
from skill1.env.workers import ChildProcess, command_of
from tests.env.toys import NAME, fifo
from tests.limits import HANG_S

IMPATIENT = "import skill1.env.worker as worker; worker.LOAD_S = 10.0; worker.main()"


@contextmanager
def toy_process(code, pipe):
    """A worker's process, and a way to send it a request without waiting for the answer."""
    config = EnvConfig(name=NAME, data=pipe, timeout_s=1.0)
    child = ChildProcess([sys.executable, "-c", code], command_of(config)[1], longest=2**20)

    def asked(**request):
        return from_line(child.exchange(to_line({"id": 0, **request}), HANG_S))["value"]

    asked(call="open", config=asdict(config))
    env = asked(call="make", split="train")["env"]
    asked(call="reset", env=env, task_index=0, seed=None)

    def send(action):
        child._send(
            to_line({"id": 0, "call": "step", "env": env, "action": action}) + b"\n", time.monotonic() + 60
        )

    try:
        yield child, send
    finally:
        child.finish(0.0)


@pytest.mark.slow
def test_a_step_that_lets_no_thread_run_ends_with_a_parent_that_was_killed():
    with fifo() as (path, alive), toy_process(IMPATIENT, path) as (child, send):
        send("hold")
        assert select.select([alive], [], [], HANG_S)[0]
        child.hang_up()
        assert child._process.wait(HANG_S) == 1


def test_what_an_environment_started_ends_with_a_worker_whose_answer_nobody_takes():
    with fifo() as (path, alive), toy_process("import skill1.env.worker as w; w.main()", path) as (child, send):
        child._output.close()
        send("start")
        assert select.select([alive], [], [], HANG_S)[0] and os.read(alive, 1) == b"", "a process is still there"
