"""Environments in worker processes play the same, and what one does to its process costs one episode."""

import asyncio
import gc
import os
import select
import signal
import subprocess
import sys
import weakref
from dataclasses import replace

import pytest

from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.env.pending import BlockingSuite
from skill1.env.process import ChildProcess, ProcessLost
from skill1.env.registry import make_suite, opened_suite
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1.schema import SkillDraft
from tests.env.faulty import FaultySuite
from tests.env.toys import NAME, ToySuite, play, walk

HOUSEHOLD = EnvConfig(name="household", max_steps=12)
FAULT_LIMIT_S = 1.0
TOY_TASKS = ToySuite(EnvConfig()).tasks("train")


def toy(**settings):
    return opened_suite(EnvConfig(**{"name": NAME, "workers": 1, "timeout_s": 30.0, **settings}))


@pytest.fixture(scope="module")
def one_worker():
    with toy() as suite:
        yield suite


@pytest.mark.parametrize("config", [HOUSEHOLD, EnvConfig(name=NAME)], ids=["household", "toy"])
def test_transcripts_do_not_depend_on_where_it_plays(config):
    local = make_suite(config)
    tasks = local.tasks("train")[:6]
    expected = play(local, tasks)
    assert all(e.ok and e.turns for g in expected for e in g.episodes)
    for workers in (1, 4):
        with opened_suite(replace(config, workers=workers)) as suite:
            assert play(suite, tasks) == expected
            assert len(suite.process_ids()) == workers


def test_suite_is_the_same_seen_through_a_worker():
    local = make_suite(HOUSEHOLD)
    with opened_suite(replace(HOUSEHOLD, workers=1)) as suite:
        assert (suite.name, suite.splits()) == (local.name, local.splits())
        assert suite.tasks("heldout") == local.tasks("heldout")
        assert suite.vocabulary() == local.vocabulary()
        task, draft = local.tasks("train")[0], SkillDraft("examine atlas", "light using nothing")
        assert suite.judge(task, draft) == local.judge(task, draft)
        with pytest.raises(DataError, match="no split 'no-such-split'"):
            suite.tasks("no-such-split")
        assert callable(suite.expert(None, "oracle", 0).answer)
        assert list(suite.demo_worlds("oracle", 4, 0)) == list(local.demo_worlds("oracle", 4, 0))


def test_what_a_suite_lacks_is_lacking_in_workers_too(one_worker):
    assert hasattr(one_worker, "judge") and not hasattr(one_worker, "demo_worlds")
    assert one_worker.judge(TOY_TASKS[2], SkillDraft("d", "toy/train/2")) == 0.1


def test_every_step_may_come_from_another_event_loop(one_worker):
    env = one_worker.make("train")

    async def reset():
        return await env.reset(task_index=0)

    async def step():
        return await env.step("up")

    asyncio.run(reset())
    assert [asyncio.run(step())[1] for _ in range(3)] == [0.1, 0.2, 1]
    assert env.task == TOY_TASKS[0]


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ("crash", "the last words"),
        ("hang", "no answer within 1 s"),
        ("raise", "ValueError: boom"),
        ("exit", "SystemExit"),
        ("read", "EOFError"),
        ("garbage", "garbage|more than its answer"),
        ("huge", "expected at most"),
    ],
)
def test_a_fault_costs_only_the_episode_whose_request_it_was(fault, told):
    def act(view):
        is_second_turn = len(view.turns) == 1
        return fault if view.task.index == 2 and is_second_turn else walk(view)

    expected = play(ToySuite(EnvConfig()), TOY_TASKS, group_size=1)
    limit = FAULT_LIMIT_S if fault == "hang" else 30.0
    with toy(timeout_s=limit) as suite:
        groups = play(suite, TOY_TASKS, act=act, group_size=1)
    [lost] = groups.pop(2).episodes
    del expected[2]
    assert groups == expected
    assert lost.status == "error" and lost.attempts == 2
    assert told.split("|")[0] in lost.error or told.split("|")[-1] in lost.error


def test_neighbours_are_played_again_in_a_new_process(one_worker):
    suite = BlockingSuite(one_worker)
    first, seeded, breaker = (suite.make("train") for _ in range(3))
    first.reset(task_index=3)
    started = seeded.reset(seed=7)
    first.step("up")
    seeded.step("down")
    [before] = one_worker.process_ids()
    breaker.reset(task_index=0)
    with pytest.raises(ProcessLost, match=r"crashed \(exit code 3\).*\nthe last words"):
        breaker.step("crash")
    with pytest.raises(EnvironmentFault, match="Call reset first"):
        breaker.step("up")
    assert first.step("up")[1] == 0.2
    assert seeded.task.id in started.text and seeded.step("up")[1] == 0.1
    assert one_worker.process_ids() != [before]
    assert breaker.reset(task_index=1).text.startswith("toy/train/1 0")


def test_a_killed_worker_is_replaced(one_worker):
    env = BlockingSuite(one_worker).make("train")
    env.reset(task_index=0)
    os.kill(one_worker.process_ids()[0], signal.SIGKILL)
    with pytest.raises(ProcessLost, match="SIGKILL|ended"):
        env.step("up")
    assert "toy/train/0 0" in env.reset(task_index=0).text


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
    process._process.wait(10)


def test_giving_up_a_hung_step_ends_it_at_once():
    async def give_up(env):
        await env.reset(task_index=0)
        step = asyncio.ensure_future(_awaited(env.step("hang")))
        await asyncio.wait([step], timeout=0.05)
        step.cancel()
        with pytest.raises(asyncio.CancelledError):
            await step

    with toy(timeout_s=3600.0) as suite:
        env = suite.make("train")
        asyncio.run(give_up(env))
        assert "toy/train/0" in env.reset(task_index=0).result().text


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


@pytest.mark.parametrize("last", ["up", "hang", "exit"])
def test_no_worker_outlives_its_parent(tmp_path, last):
    fifo = str(tmp_path / "alive")
    os.mkfifo(fifo)
    alive = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    code = PARENT.format(name=NAME, fifo=fifo, last=last)
    with subprocess.Popen([sys.executable, "-c", code], stdin=-1, stdout=-1) as parent:
        if last == "exit":
            assert parent.wait(20) == 0
        else:
            assert parent.stdout.readline() == b"playing\n"
            if last == "hang":
                assert select.select([alive], [], [], 20)[0] and os.read(alive, 1) == b"h"
            parent.kill()  # SIGKILL: it has no chance to tidy up
    assert select.select([alive], [], [], 20)[0], "a worker is still there"
    assert os.read(alive, 1) == b""  # end of file: nobody holds the other end
    os.close(alive)


def test_our_own_interpreter_by_name_is_a_worker_too():
    with opened_suite(EnvConfig(name=NAME, python=sys.executable)) as suite:
        assert len(suite.process_ids()) == 1
        assert play(suite, TOY_TASKS[:2]) == play(ToySuite(EnvConfig()), TOY_TASKS[:2])


def test_a_foreign_interpreter_gets_no_search_path_of_ours(tmp_path):
    fake = tmp_path / "python"
    fake.write_text('#!/bin/sh\necho "path=[$PYTHONPATH]" >&2\necho "No module named skill1" >&2\nexit 1\n')
    fake.chmod(0o755)
    with pytest.raises(ConfigError, match=r"(?s)Type: \S+python -m pip install skill1.*path=\[\]"):
        make_suite(EnvConfig(name="household", python=str(fake)))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"python": "/no/such/python"}, "env.python = /no/such/python: cannot be started"),
        (
            {"name": "tests.env.toys:Unstartable", "workers": 1},
            "cannot be made in a worker: OSError: needs a licence",
        ),
        (
            {"name": "tests.env.toys:Suicidal", "workers": 1},
            r"(?s)ended while starting.*exit code 4.*no licence found",
        ),
        ({"name": "houshold", "workers": 1}, "Did you mean 'household'"),
        ({"name": "tests.env.toys:NoSuite", "workers": 1}, "cannot be called with one EnvConfig"),
    ],
)
def test_a_worker_that_cannot_start_is_told_at_once(settings, message):
    with pytest.raises(ConfigError, match=message):
        make_suite(EnvConfig(**settings))


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
        ("import sys; sys.exit('bye')", r"exit code 1\)\. Its last words:\nbye"),
    ],
)
def test_child_process_answers_one_line_or_is_lost(code, message):
    child = ChildProcess([sys.executable, "-c", code], dict(os.environ), longest=1000)
    if message is None:
        assert child.exchange(b"x", 20) == b"a"
        child.finish(0.0)
        return
    with pytest.raises(ProcessLost, match=message):
        child.exchange(b"x", 20)
    assert child._process.returncode is not None


class TestFaultySuite:
    def test_shares(self):
        suite = FaultySuite(EnvConfig())
        faults = [suite.fault_of("t", start, turn) for start in range(2000) for turn in range(20)]
        counts = {kind: faults.count(kind) for kind in set(faults)}
        assert 320 <= len(faults) - counts[None] <= 480  # 1 % of 40,000, four standard deviations
        assert counts["raise"] > counts["garbage"] > counts["crash"] > 20 and counts["hang"] > 20

    def test_counts_go_on_in_another_process(self, tmp_path):
        config = EnvConfig(data=str(tmp_path / "counts"))
        assert [FaultySuite(config).count_start(i) for i in ("a", "a", "b", "a")] == [0, 1, 0, 2]
        assert [FaultySuite(EnvConfig()).count_start("a") for _ in range(2)] == [0, 0]

    def test_in_process_nothing_crashes_or_hangs(self, monkeypatch):
        monkeypatch.setattr(FaultySuite, "rate", 0.2)
        suite = FaultySuite(HOUSEHOLD)
        tasks = suite.tasks("train")[:20]
        episodes = [e for g in play(suite, tasks, group_size=4) for e in g.episodes]
        errors = [e for e in episodes if not e.ok]
        assert 0 < len(errors) < len(episodes)
        assert all("injected" in e.error or "gave" in e.error or "failed" in e.error for e in errors)
        clean = {e.key: e for g in play(make_suite(HOUSEHOLD), tasks, group_size=4) for e in g.episodes}
        assert [replace(e, attempts=1) for e in episodes if e.ok] == [clean[e.key] for e in episodes if e.ok]

    def test_in_workers_whoever_survives_played_as_without_faults(self, tmp_path):
        name = "tests.env.test_env_workers:OftenFaulty"
        config = replace(HOUSEHOLD, name=name, workers=2, timeout_s=0.5, data=str(tmp_path / "counts"))
        with opened_suite(config) as suite:
            tasks = suite.tasks("train")[:4]
            episodes = [e for g in play(suite, tasks, group_size=4) for e in g.episodes]
        clean = {e.key: e for g in play(make_suite(HOUSEHOLD), tasks, group_size=4) for e in g.episodes}
        survivors = [replace(e, attempts=1) for e in episodes if e.ok]
        assert survivors == [clean[e.key] for e in episodes if e.ok] and len(survivors) > 8


class OftenFaulty(FaultySuite):
    rate = 0.03
