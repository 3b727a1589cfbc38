"""Groups of a step: order, retries with the same key, and faults that stay where they are."""

import asyncio
import concurrent.futures
import os
import re
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.errors import DataError, EnvironmentFault, TrainingError
from skill1.rollout import group as group_module
from skill1.rollout.group import Streak, require_played
from skill1.schema import Episode, EpisodeKey, Group
from tests.limits import HANG_S
from tests.rollout.fakes import TASK, ToyEnv, ends, goes_on
from tests.rollout.rollers import roller, toy_roller
from tests.rollout.tiny_world import all_episodes, household, stocked_library, tasks


class Worlds:
    """Makes environments; the numbers in ``broken`` fail in their own way."""

    def __init__(self, **broken) -> None:
        self.broken = {int(name.removeprefix("n")): make for name, make in broken.items()}
        self.made: list[ToyEnv] = []

    def __call__(self, split: str) -> ToyEnv:
        env = self.broken.get(len(self.made), lambda: ToyEnv([goes_on(), ends()]))()
        self.made.append(env)
        return env


def broken_env() -> ToyEnv:
    return ToyEnv([goes_on(), OSError("pipe closed")])


def played(worlds, group_size=4, **options):
    [group] = toy_roller(worlds, **options).play_groups([TASK], None, seed=0, step=3, group_size=group_size)
    return group


def test_a_transient_fault_leaves_no_trace():
    clean, faulty = Worlds(), Worlds(n1=broken_env)
    group = played(faulty)
    assert [episode.attempts for episode in group.episodes] == [1, 2, 1, 1]
    assert Group(TASK, tuple(replace(episode, attempts=1) for episode in group.episodes)) == played(clean)
    assert len(faulty.made) == 5 and all(env.closed == 1 for env in faulty.made)


def test_an_environment_broken_for_good_ends_the_run_with_its_cause():
    made = []

    def make(split):
        made.append(broken_env())
        return made[-1]

    streak = Streak(3, "toy")
    with pytest.raises(TrainingError) as caught:
        played(make, group_size=8, concurrency=1, streak=streak)
    assert "3 episodes in a row" in str(caught.value) and "pipe closed" in str(caught.value)
    assert "skill1 envs check toy" in str(caught.value)
    assert len(made) == 6  # each tried twice, and the other five not at all
    with pytest.raises(TrainingError):
        played(Worlds(), streak=streak)  # whoever shares the count does not begin


def test_an_episode_that_ends_well_begins_the_count_anew_and_0_is_no_limit():
    streak = Streak(2, "toy")
    error, fine = (Episode(key=EpisodeKey(0, 1, 0, 0), task=TASK, status=status) for status in ("error", "ok"))
    for episode in (error, fine, error, fine, error):
        streak.note(episode)
    with pytest.raises(TrainingError):
        streak.note(error)
    endless = Streak(0, "toy")
    for _ in range(1000):
        endless.note(error)


def test_a_lasting_fault_is_tried_twice_and_then_dropped_alone():
    worlds, tries = Worlds(), []

    def make(split):
        env = worlds(split)
        if len(worlds.made) in (2, 3):  # the second episode, and its second try
            env.answers = [ValueError("boom")]
            tries.append(env)
        return env

    group = played(make)
    assert [e.status for e in group.episodes] == ["ok", "error", "ok", "ok"]
    assert len(tries) == 2 and "boom" in group.episodes[1].error
    assert [e.key.rollout for e in group.survivors] == [0, 2, 3]
    assert [e for e in played(Worlds()).episodes if e.key.rollout != 1] == list(group.survivors)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError("too many open files"), "OSError: too many open files (test_rollout_group.py:N)"),
        (EnvironmentFault("engine gone"), "engine gone"),
        (SystemExit(2), "SystemExit: 2 (test_rollout_group.py:N)"),
    ],
)
def test_an_environment_that_cannot_be_made_is_an_error_of_its_episode(error, told):
    def make(split):
        raise error

    group = played(make)
    assert [e.status for e in group.episodes] == ["error"] * 4
    said = re.sub(r":\d+", ":N", group.episodes[0].error)
    assert said == f"EnvironmentFault: making an environment failed: {told}"


def test_what_the_user_has_to_mend_is_raised_before_another_environment_is_made():
    asked = []

    def make(split):
        asked.append(split)  # a server that does not answer takes a minute to fail
        if len(asked) == 1:
            raise DataError("no such folder")
        return Worlds()(split)

    roller = toy_roller(make, concurrency=3)
    with pytest.raises(DataError, match="no such folder"):
        roller.play_groups([TASK, TASK], None, seed=7, step=3, group_size=3)
    assert len(asked) == 1
    assert len(all_episodes(roller.play_groups([TASK], None, seed=7, step=3, group_size=3))) == 3  # mended


@pytest.mark.parametrize("fault", [OSError("gone"), SystemExit(1)])
def test_a_fault_in_closing_changes_nothing(fault):
    worlds = Worlds(n2=lambda: ToyEnv([goes_on(), ends()], closing=fault))
    assert played(worlds) == played(Worlds())


def test_keys_name_step_task_and_rollout_in_order_and_each_episode_is_told_of_as_it_ends():
    told = []
    groups = toy_roller(Worlds(), concurrency=3).play_groups(
        [TASK, TASK], None, seed=7, step=3, group_size=3, first_task=10, on_end=told.append
    )
    episodes = all_episodes(groups)
    keys = [(e.key.seed, e.key.step, e.key.task, e.key.rollout) for e in episodes]
    assert keys == [(7, 3, task, g) for task in (10, 11) for g in range(3)]
    assert sorted(told, key=lambda e: e.id) == sorted(episodes, key=lambda e: e.id)


def test_episodes_known_before_are_counted_where_it_says_how_far_it_is(monkeypatch):
    said = []
    monkeypatch.setattr(group_module, "still", said.append)
    place = {"seed": 7, "step": 3, "group_size": 3}
    first, *_ = all_episodes(toy_roller(Worlds()).play_groups([TASK], None, **place))
    said.clear()
    toy_roller(Worlds()).play_groups([TASK], None, **place, known={first.id: first})
    assert said == [f"playing: {ended} of 3 episodes ended" for ended in (2, 3)]


@pytest.mark.parametrize("rows", [8, 24])
def test_whole_episodes_do_not_depend_on_how_many_play_at_once(folder, make_engine, rows):
    config = household(folder)
    with stocked_library(config, 24) as library:
        wide = roller(config, make_engine()).play_groups(tasks(8), library, seed=0, step=1, group_size=4)
        narrow = roller(config, make_engine(rows), rows=rows)
        assert narrow.play_groups(tasks(8), library, seed=0, step=1, group_size=4) == wide
        [alone] = narrow.play_groups(tasks(4)[3:], library, seed=0, step=1, group_size=4, first_task=3)
        assert alone == wide[3]


def test_finished_episodes_never_generate(folder, make_engine, monkeypatch):
    engine, asked = make_engine(), []
    generate = engine.generate

    async def counted(prompt_ids, sampling, **named):
        answer = await generate(prompt_ids, sampling, **named)
        asked.append((named["session"], prompt_ids, answer.token_ids, answer.logprobs))
        return answer

    monkeypatch.setattr(engine, "generate", counted)
    config = household(folder)
    with stocked_library(config, 24) as library:
        groups = roller(config, engine).play_groups(tasks(6), library, seed=0, step=1, group_size=4)
    segments = [(e.id, s) for e in all_episodes(groups) for s in e.segments]
    # One request for one segment: fed and sampled tokens are exactly what the record holds.
    expected = [(i, s.prompt_ids, s.response_ids, s.logprobs) for i, s in segments]
    assert sorted(asked) == sorted(expected)
    assert engine.tokens_generated == sum(len(s.response_ids) for _, s in segments)
    assert engine._row_of == {} and len(engine._free_rows) == engine.max_rows


def test_a_notebook_whose_loop_is_running_gets_the_same_episodes():
    async def cell():
        return played(Worlds())

    assert asyncio.run(cell()) == played(Worlds())


def test_a_notebooks_wait_ends_now_and_then(monkeypatch):
    """Python notices a signal between two steps of its own: one that comes before an endless wait is never noticed."""
    waits = []

    def wait(futures, timeout):
        waits.append(timeout)
        return concurrent.futures.wait(futures, timeout)

    monkeypatch.setattr("skill1.policy.protocol.wait", wait)

    async def cell():
        return played(Worlds())

    asyncio.run(cell())
    assert waits and None not in waits


def test_interrupting_a_notebook_ends_the_episodes_under_way(monkeypatch):
    submitted, stopped = threading.Event(), []

    class Pool(ThreadPoolExecutor):
        def submit(self, *job):
            future = super().submit(*job)
            submitted.set()
            return future

    monkeypatch.setattr("skill1.policy.protocol.ThreadPoolExecutor", Pool)

    class Endless(ToyEnv):
        def reset(self, **which):
            return self.never()

        async def never(self):
            submitted.wait(HANG_S)
            if not stopped:  # a second signal could fall into the handling of the first
                stopped.append(True)
                signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
            await asyncio.get_running_loop().create_future()

    async def cell():
        return played(lambda split: Endless(), group_size=1)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background ignore the signal
    loop = asyncio.new_event_loop()  # asyncio.run would catch the signal; notebooks do not
    try:
        with pytest.raises(KeyboardInterrupt):
            loop.run_until_complete(cell())
    finally:
        loop.close()
        signal.signal(signal.SIGINT, before)


def test_an_environment_that_answers_later_gives_the_same_episodes():
    class Remote(ToyEnv):
        def reset(self, **which):
            return self.later(super().reset(**which))

        def step(self, action):
            return self.later(super().step(action))

        async def later(self, answer):
            await asyncio.sleep(0)
            return answer

    far = played(lambda split: Remote([goes_on(), ends()]))
    assert far == played(lambda split: ToyEnv([goes_on(), ends()])) and all(e.ok for e in far.episodes)


def test_the_working_directory_outlives_episodes_that_begin_and_end_in_turns(tmp_path):
    """As on a cluster, where each is a call of its own: the last one put a folder back that another had gone to."""

    class Wandering(ToyEnv):
        def reset(self, **which):
            os.chdir("/")
            return self.waited(super().reset(**which))

        async def waited(self, answer):
            await turn.pop().wait()
            return answer

    async def in_turns():
        ends_last, ends_first = asyncio.Event(), asyncio.Event()
        turn.extend([ends_last, ends_first])
        roller = toy_roller(lambda split: Wandering([goes_on(), ends()]))
        plays = []
        for rollout in range(2):
            plan = [(TASK, EpisodeKey(0, 1, 0, rollout))]
            plays.append(asyncio.create_task(roller.play_all(plan, None)))
            while len(turn) > 1 - rollout:
                await asyncio.sleep(0)
        for event, play in zip((ends_first, ends_last), plays, strict=True):
            event.set()
            await play

    turn: list[asyncio.Event] = []
    asyncio.run(in_turns())
    assert Path.cwd() == tmp_path


@pytest.mark.parametrize(
    ("error", "is_environments"), [("EnvironmentFault: step failed", True), ("PromptError: too long", False)]
)
def test_only_a_fault_of_the_environment_asks_for_its_check(error, is_environments):
    broken = Episode(EpisodeKey(0, 0, 0, 0), TASK, status="error", error=error)
    for told in (lambda: require_played([broken], "step 1", "toy"), lambda: Streak(1, "toy").note(broken)):
        with pytest.raises(TrainingError, match=error) as caught:
            told()
        assert ("skill1 envs check toy" in str(caught.value)) == is_environments
