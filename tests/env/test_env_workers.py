"""Environments in worker processes play the same, and what one does to its process costs one episode."""

import asyncio
import gc
import logging
import os
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path

import pytest

from skill1.config import EnvConfig
from skill1.env import worker, workers
from skill1.env.check import check_suite
from skill1.env.registry import make_suite, opened_suite
from skill1.env.remote import LOAD_S, BlockingSuite
from skill1.env.wire import from_line, to_line
from skill1.env.workers import START_S, ChildProcess, ProcessLost, Worker, command_of
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1.schema import SkillDraft
from tests.env.faulty import FaultySuite
from tests.env.toys import NAME, ToySuite, fifo, only_waits_briefly_for, play, process_ids, walk
from tests.limits import HANG_S

HOUSEHOLD = EnvConfig(name="household", max_steps=12)
TOY_TASKS = ToySuite(EnvConfig()).tasks("train")


def toy(**settings):
    return opened_suite(EnvConfig(**{"name": NAME, "workers": 1, "timeout_s": HANG_S, **settings}))


@pytest.fixture(scope="module")
def one_worker():
    with toy() as suite:
        yield suite


def test_transcripts_do_not_depend_on_where_it_plays():
    local = make_suite(HOUSEHOLD)
    tasks = local.tasks("train")[:6]
    expected = play(local, tasks)
    assert all(e.ok and e.turns for g in expected for e in g.episodes)
    with opened_suite(replace(HOUSEHOLD, workers=4)) as suite:
        assert play(suite, tasks) == expected
        assert len(process_ids(suite)) == 4
    with opened_suite(replace(HOUSEHOLD, python=sys.executable)) as suite:  # our own, by name: one worker
        assert play(suite, tasks) == expected
        assert len(process_ids(suite)) == 1
        assert (suite.name, suite.splits()) == (local.name, local.splits())
        assert suite.tasks("heldout") == local.tasks("heldout")
        assert suite.tasks("heldout") is suite.tasks("heldout"), "asked for once"
        assert suite.vocabulary() == local.vocabulary()
        task, draft = local.tasks("train")[0], SkillDraft("examine atlas", "light using nothing")
        assert suite.judge(task, draft) == local.judge(task, draft)
        with pytest.raises(DataError, match="no split 'no-such-split'"):
            suite.tasks("no-such-split")
        assert callable(suite.expert(None, "oracle", 0).answer)
        assert list(suite.demo_worlds("oracle", 4, 0)) == list(local.demo_worlds("oracle", 4, 0))


def test_data_that_is_read_first_has_more_time_than_a_step(monkeypatch):
    limits, exchange = [], Worker._exchange

    def noted(self, request, timeout_s):
        limits.append((request["call"], timeout_s))
        return exchange(self, request, timeout_s)

    monkeypatch.setattr(Worker, "_exchange", noted)
    with toy() as suite:
        suite.tasks("train")
        envs = [suite.make("train") for _ in range(4)]
        for number, env in enumerate(envs):
            env.reset(task_index=0).result()
            if number == 1:
                suite._workers[0]._process.kill()  # a new one reads its data again
    again = [("open", START_S + HANG_S), ("make", LOAD_S), ("reset", HANG_S), ("make", HANG_S), ("reset", HANG_S)]
    assert limits == [again[0], ("tasks", LOAD_S), *again[1:], *again]


def test_every_step_may_come_from_another_event_loop(one_worker):
    env = one_worker.make("train")

    async def reset():
        return await env.reset(task_index=0)

    async def step():
        return await env.step("up")

    asyncio.run(reset())
    assert [asyncio.run(step())[1] for _ in range(3)] == [0.1, 0.2, 1]
    assert env.task == TOY_TASKS[0]


FAULTS = {
    "crash": "the last words",
    "raise": "ValueError: boom",
    "exit": "SystemExit",
    "read": "EOFError",
    "garbage": "garbage|more than its answer",
    "huge": "expected at most",
}


@pytest.mark.parametrize("faults", [FAULTS, {"hang": "no answer within 1 s"}], ids=["at once", "hang"])
def test_a_fault_costs_only_the_episode_whose_request_it_was(monkeypatch, faults):
    only_waits_briefly_for(monkeypatch, "hang")
    fault_of = dict(enumerate(faults, start=1))  # by task; the first and the last are spared

    def act(view):
        return fault_of.get(view.task.index, "up") if len(view.turns) == 1 else walk(view)

    def spared(view):
        return "up" if len(view.turns) == 1 else walk(view)

    expected = play(ToySuite(EnvConfig()), TOY_TASKS, act=spared, group_size=1)
    with toy() as suite:
        groups = play(suite, TOY_TASKS, act=act, group_size=1)
    for index, fault in fault_of.items():
        [lost] = groups[index].episodes
        assert lost.status == "error" and lost.attempts == 2
        assert any(told in lost.error for told in faults[fault].split("|")), lost.error
    assert [g for g in groups if g.task.index not in fault_of] == [
        g for g in expected if g.task.index not in fault_of
    ]


def test_neighbours_are_played_again_in_a_new_process(one_worker):
    suite = BlockingSuite(one_worker)
    first, seeded, breaker = (suite.make("train") for _ in range(3))
    first.reset(task_index=3)
    started = seeded.reset(seed=7)
    first.step("up")
    seeded.step("down")
    [before] = process_ids(one_worker)
    breaker.reset(task_index=0)
    with pytest.raises(ProcessLost, match=r"crashed \(exit code 3\).*\nthe last words"):
        breaker.step("crash")
    with pytest.raises(EnvironmentFault, match="Call reset first"):
        breaker.step("up")
    assert first.step("up")[1] == 0.2
    assert seeded.task.id in started.text and seeded.step("up")[1] == 0.1
    assert process_ids(one_worker) != [before]
    assert breaker.reset(task_index=1).text.startswith("toy/train/1 0")


def test_a_worker_that_ends_between_requests_is_nobodys_fault(one_worker, caplog):
    env = BlockingSuite(one_worker).make("train")
    env.reset(task_index=0)
    env.step("up")
    [before] = process_ids(one_worker)
    os.kill(before, signal.SIGKILL)
    os.waitid(os.P_PID, before, os.WEXITED | os.WNOWAIT)
    with caplog.at_level(logging.WARNING):
        assert env.step("up")[1] == 0.2
    assert "Between two requests the environment worker crashed (SIGKILL)" in caplog.text
    assert process_ids(one_worker) != [before]
    assert one_worker.judge(TOY_TASKS[1], SkillDraft("d", "toy/train/1")) == 0.1


def test_an_environment_that_cannot_be_closed_is_no_fault_of_the_next(one_worker):
    suite = BlockingSuite(one_worker)
    stuck, left = suite.make("train"), suite.make("train")
    stuck.reset(task_index=0)
    left.reset(task_index=0)
    stuck.step("stick")
    [worker], place = one_worker._workers, left._env._place
    named = {"call": "step", "env": place.env, "action": "up"}
    worker.leave(replace(stuck._env._place))
    worker.leave(replace(place))
    assert suite.make("train").reset(task_index=1).text.startswith("toy/train/1 0")
    with pytest.raises(EnvironmentFault, match="make a new one"):
        worker.submit(worker.ask, named).result()


def test_an_environment_that_is_not_deterministic_is_a_fault_on_replay(one_worker):
    suite = BlockingSuite(one_worker)
    env, breaker = suite.make("train"), suite.make("train")
    env.reset(task_index=0)
    env.step("pid")
    breaker.reset(task_index=1)
    with pytest.raises(ProcessLost):
        breaker.step("crash")
    with pytest.raises(EnvironmentFault, match="have to be deterministic"):
        env.step("up")


def test_prints_do_not_reach_the_protocol_and_odd_info_is_reduced(one_worker):
    env = BlockingSuite(one_worker).make("train")
    env.reset(task_index=0)
    assert env.step("print")[1] == 0.0
    info = env.step("odd")[0].info
    assert info == {"set": "<set>", "object": "<object>", "3": [1, 2.5], "nan": None, "bytes": "<bytes>"}


@pytest.mark.parametrize("drop", ["close", "collect"])
def test_environments_nobody_plays_are_closed_in_the_worker(one_worker, drop):
    suite = BlockingSuite(one_worker)
    env, other = suite.make("train"), suite.make("train")
    env.reset(task_index=0)
    other.reset(task_index=0)
    [worker], place = one_worker._workers, env._env._place
    left = {"call": "step", "env": place.env, "action": "up"}
    if drop == "close":
        env.close()
        env.close()
    else:
        del env
        gc.collect()
        suite.make("train").reset(task_index=1)  # collected ones are told of with the next new one
    with pytest.raises(EnvironmentFault, match="make a new one"):
        worker.submit(worker.ask, left).result()
    assert other.step("up")[1] == 0.1


def test_a_suite_that_is_closed_or_dropped_ends_its_processes():
    suite = make_suite(EnvConfig(name=NAME, workers=2))
    env = BlockingSuite(suite).make("train")
    env.reset(task_index=0)
    process = suite._workers[0]._process
    suite.close()
    suite.close()
    assert process._process.returncode is not None
    with pytest.raises(EnvironmentFault, match="closed"):
        env.step("up")
    env.close()
    dropped = make_suite(EnvConfig(name=NAME, workers=1))
    process, gone = dropped._workers[0]._process, weakref.ref(dropped)
    del dropped
    assert gone() is None, "a cycle keeps the suite"
    process._process.wait()


def test_environments_have_nearly_as_long_to_close_as_their_worker_is_waited_for():
    assert 0.0 < workers.GRACE_S - worker.GRACE_S <= 1.0


def test_giving_up_a_hung_step_ends_it_at_once():
    async def give_up(env, alive):
        await env.reset(task_index=0)
        step = asyncio.ensure_future(_awaited(env.step("hang")))
        await asyncio.to_thread(os.read, alive, 1)
        step.cancel()
        with pytest.raises(asyncio.CancelledError):
            await step

    with fifo() as (path, alive), toy(timeout_s=3600.0, data=path) as suite:
        os.set_blocking(alive, True)
        env, neighbour = suite.make("train"), suite.make("train")
        neighbour.reset(task_index=1).result()
        neighbour.step("up").result()
        asyncio.run(give_up(env, alive))
        assert neighbour.step("up").result()[1] == 0.2, "the next request finds a new process"
        assert "toy/train/0" in env.reset(task_index=0).result().text


def test_giving_up_what_waits_for_its_turn_or_is_answered_harms_nobody(one_worker):
    env, [worker], turn_came = one_worker.make("train"), one_worker._workers, threading.Event()
    env.reset(task_index=0).result()
    [process] = process_ids(one_worker)

    async def give_up():
        first = worker.submit(turn_came.wait)  # holds the worker's thread
        waiting = asyncio.ensure_future(_awaited(env.step("down")))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        turn_came.set()
        await first
        answered = env.step("up")
        await answered
        answered._give_up()

    asyncio.run(give_up())
    assert env.step("up").result()[1] == 0.2
    assert process_ids(one_worker) == [process]


async def _awaited(answer):
    return await answer


PARENT = """
import sys
from skill1.config import EnvConfig
from skill1.env.registry import make_suite
suite = make_suite(EnvConfig(name={name!r}, workers=2, data={fifo!r}))
envs = [suite.make("train") for _ in range(2)]
for env in envs:
    env.reset(task_index=0).result()
if {last!r} != "exit":
    envs[0].step({last!r})
    print("playing", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize("last", ["hang", "hold", "exit"])
def test_no_worker_outlives_its_parent(last):
    """Of two workers one hangs, if so, and one is idle. With `hold` its process does not see that the parent ends."""
    with fifo() as (path, alive):
        code = PARENT.format(name=NAME, fifo=path, last=last)
        with subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1) as parent:
            if last == "exit":
                assert parent.wait() == 0
            else:
                assert parent.stdout.readline() == b"playing\n"
                assert select.select([alive], [], [], HANG_S)[0] and os.read(alive, 1) == b"h"
                # SIGKILL: it has no chance to tidy up, and need not where the worker sees it itself.
                parent.kill() if last == "hang" else parent.stdin.close()
        assert select.select([alive], [], [], HANG_S)[0], "a worker is still there"
        assert os.read(alive, 1) == b""  # end of file: nobody holds the other end


def test_a_foreign_interpreter_gets_no_search_path_of_ours(tmp_path):
    fake = tmp_path / "python"
    fake.write_text('#!/bin/sh\necho "path=[$PYTHONPATH]" >&2\necho "No module named skill1" >&2\nexit 1\n')
    fake.chmod(0o755)
    with pytest.raises(ConfigError, match=r"(?s)Type: \S+python -m pip install skill1.*path=\[\]"):
        make_suite(EnvConfig(name="household", python=str(fake)))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"python": "/no/such/python"}, "cannot be started \\(/no/such/python: No such file.*env.python"),
        (
            {"name": "tests.env.toys:Unstartable", "workers": 1},
            "Unstartable could not be made: OSError: needs a licence \\(.*toys\\.py:\\d+\\)",
        ),
        (
            {"name": "tests.env.toys:Suicidal", "workers": 1},
            r"(?s)ended while starting.*exit code 4.*no licence found",
        ),
        ({"name": "houshold", "workers": 1}, "Did you mean 'household'"),
        ({"name": "tests.env.toys:NoSuite", "workers": 1}, "could not be made: .*takes 1 positional"),
    ],
)
def test_a_worker_that_cannot_start_is_told_at_once(settings, message):
    with pytest.raises(ConfigError, match=message):
        make_suite(EnvConfig(**settings))


def test_a_search_path_may_hold_what_is_no_text(monkeypatch):
    monkeypatch.setattr(sys, "path", [*sys.path, Path("/somewhere")])
    assert "/somewhere" not in command_of(EnvConfig())[1]["PYTHONPATH"]


def test_the_checker_plays_in_workers(one_worker):
    assert check_suite(one_worker) == []
    with opened_suite(EnvConfig(name="tests.env.toys:WrongEnv", workers=1)) as suite:
        problems = "\n".join(check_suite(suite, split="test"))
    for told in ("terminated is 1", "truncated is 0", "info['won'] is missing or no bool"):
        assert told in problems


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("print('a' * 5000)", "more than 1000 bytes"),
        ("import os; input(); os.write(1, b'a\\n'); input()", None),
        ("import os; os.write(1, b'a\\nb\\n'); input()", "more than its answer"),
        ("import sys; sys.exit('bye')", r"exit code 1\)\. Its last output:\nbye"),
    ],
)
def test_child_process_answers_one_line_or_is_lost(code, message):
    child = ChildProcess([sys.executable, "-c", code], dict(os.environ), longest=1000)
    if message is None:
        assert child.exchange(b"x", HANG_S) == b"a"
        child.finish(0.0)
        return
    with pytest.raises(ProcessLost, match=message):
        child.exchange(b"x", HANG_S)
    assert child._process.returncode is not None


ECHO = """
import os, sys
while line := sys.stdin.buffer.readline():
    os.write(2, b"noise\\n" * 200_000)
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
"""


@pytest.mark.parametrize("limit_s", [60.0, float("inf")])
def test_pipes_full_both_ways_do_not_block(limit_s):
    child = ChildProcess([sys.executable, "-c", ECHO], dict(os.environ), longest=2**23)
    line = b"a" * 2**22
    assert child.exchange(line, limit_s) == line
    child.finish(20)
    assert child._process.returncode == 0 and child.last_words().endswith("noise\nnoise")


@pytest.mark.parametrize(("module", "name"), [(select, "poll"), (os, "killpg")])
def test_a_system_without_workers_is_told_before_one_is_started(monkeypatch, module, name):
    monkeypatch.delattr(module, name)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: pytest.fail("started"))
    with pytest.raises(ConfigError, match=r"on this system.*WSL.*--env\.workers 0"):
        make_suite(EnvConfig(name=NAME, workers=2))


def test_whoever_survives_faults_all_around_played_as_without(tmp_path):
    name = "tests.env.test_env_workers:OftenFaulty"
    config = replace(HOUSEHOLD, name=name, workers=2, timeout_s=3.0, data=str(tmp_path / "counts"))
    with opened_suite(config) as suite:
        tasks = suite.tasks("train")[:4]
        episodes = [e for g in play(suite, tasks, group_size=4) for e in g.episodes]
    clean = {e.key: e for g in play(make_suite(HOUSEHOLD), tasks, group_size=4) for e in g.episodes}
    survivors = [replace(e, attempts=1) for e in episodes if e.ok]
    assert survivors == [clean[e.key] for e in episodes if e.ok] and len(survivors) > 8


class OftenFaulty(FaultySuite):
    rate = 0.03


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
