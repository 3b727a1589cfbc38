"""Several environments as one suite: splits by environment, one joint training split, and what they offer together."""

import random
from dataclasses import replace

import numpy as np
import pytest

from skill1.config import EnvConfig
from skill1.config.load import load_config
from skill1.env.check import check_suite
from skill1.env.mixture import MixtureSuite, without
from skill1.env.registry import make_suite, opened_suite
from skill1.env.remote import Pending
from skill1.errors import DataError
from skill1.schema import AgentView, Observation, SkillDraft
from tests.env import toys
from tests.env.toys import NAME, ToySuite
from tests.isolation import ROOT

BOTH = EnvConfig(name=f"household,{NAME}", mixture={"household": {"train_split": "train"}, NAME: {"max_steps": 4}})


@pytest.fixture(scope="module")
def suite():
    return make_suite(BOTH)


def test_splits_carry_their_environments_name_and_training_is_joint(suite):
    alone = make_suite(EnvConfig(name="household"))
    assert suite.splits()["train"] == alone.splits()["train"] + 8
    assert suite.splits()["household/heldout"] == alone.splits()["heldout"] and suite.splits()[f"{NAME}/test"] == 2
    own = [replace(task, split="train") for task in suite.tasks("household/train")]
    assert own == list(alone.tasks("train"))
    assert suite.tasks("train") == (*suite.tasks("household/train"), *suite.tasks(f"{NAME}/train"))
    assert {task.env for task in suite.tasks("train")} == {"household", NAME}  # the toys call themselves toy
    with pytest.raises(DataError, match="no split 'test'.*household/…"):
        suite.tasks("test")
    with pytest.raises(DataError, match="expected train or test"):
        suite.tasks(f"{NAME}/heldout")


def test_a_task_is_played_in_its_environment(suite):
    for task in (suite.tasks("household/heldout")[3], suite.tasks(f"{NAME}/train")[5]):
        env = suite.make(task.split)
        env.reset(task_index=task.index)
        assert env.task == task
        env.close()


def test_a_split_may_have_a_slash_in_its_own_name(monkeypatch):
    monkeypatch.setitem(toys.SIZES, "valid/seen", 2)
    suite = make_suite(BOTH)
    assert [task.id for task in suite.tasks(f"{NAME}/valid/seen")] == ["toy/valid/seen/0", "toy/valid/seen/1"]


def test_each_environment_is_checked_by_itself(suite):
    assert check_suite(suite, split="household/seen") == [] == check_suite(suite, split=f"{NAME}/test")
    wrong = make_suite(EnvConfig(name="tests.env.toys:WrongEnv,household"))
    problems = check_suite(wrong)
    assert problems and all(told.startswith("tests.env.toys:WrongEnv: ") for told in problems)
    assert set(check_suite(wrong, split="train")) & set(problems), "the joint split is each environment's own"


def test_the_joint_split_is_played_by_place_or_by_draw(suite):
    env, tasks = suite.make("train"), suite.tasks("train")
    env.reset(task_index=len(tasks) - 1)
    assert env.task == tasks[-1] and env.step("up")[1] == pytest.approx(0.1)
    env.reset(seed=4)
    assert env.task == tasks[random.Random(4).randrange(len(tasks))]
    env.close()


def test_only_what_all_environments_offer_is_offered(suite):
    assert hasattr(suite, "vocabulary") and hasattr(suite, "judge")
    assert not hasattr(suite, "expert") and not hasattr(suite, "demo_worlds")  # the toys have none
    assert without(suite, "", "vocabulary") == "" and without(suite, "", "expert") == f"'{NAME}'"
    words = suite.vocabulary()
    assert {"up", "heat"} <= set(words) and len(words) == len(set(words))
    toy = suite.tasks(f"{NAME}/test")[1]
    assert suite.judge(toy, SkillDraft("a", "toy/test/1")) == 0.1
    assert suite.split_source(f"{NAME}/test") == (f"{NAME}/test: test of the toys", "too few")


def test_the_expert_is_that_of_the_environment_played(monkeypatch):
    monkeypatch.chdir(ROOT)  # the configuration names data/ of the checkout
    config = load_config("mixed/tiny").env
    rng = np.random.default_rng(0)
    with opened_suite(config) as suite:
        expert = suite.expert(None, "oracle", 0)
        for part in suite.parts:
            own = part.suite.tasks(part.member.env.train_split)[0]
            text = part.suite.make(own.split).reset(task_index=0).text
            view = AgentView(part.shared(own), text, Observation(text), 10)
            alone = part.suite.expert(None, "oracle", 0).answer("query", replace(view, task=own), rng)
            assert expert.answer("query", view, rng) == alone != ""
        worlds = list(suite.demo_worlds("oracle", 30, 0))
        assert {task.env for world in worlds for tasks in world for task in tasks} == {
            "household",
            "alfworld",
            "webshop",
        }
        for task in (worlds[0][0][0], worlds[-1][-1][-1]):
            env = suite.make(task.split)
            env.reset(task_index=task.index)
            assert env.task.id == task.id


class Told:
    """Demonstrates its first task, twice as often as is asked."""

    splits, tasks, make = ToySuite.splits, ToySuite.tasks, ToySuite.make

    def __init__(self, config):
        self.name, self.config = config.name, config
        self.expert = self.demo_worlds = lambda kind, episodes, seed: [[[self.tasks("train")[0]] * 2 * episodes]]


@pytest.mark.parametrize("weights", [(1, 1), (1, 1, 1), (1, 2, 4), (0.3, 5)])
def test_the_demonstrations_are_as_many_as_asked(weights):
    """One environment that gives more than its share takes none of another's."""
    names = [f"e{place}" for place in range(len(weights))]
    mixture = {name: {"weight": weight} for name, weight in zip(names, weights, strict=True)}
    suite = MixtureSuite(EnvConfig(name=",".join(names), mixture=mixture), Told)
    for episodes in (1, 2, 3, 7, 12, 100):
        worlds = suite.demo_worlds("oracle", episodes, 0)
        played = [task.env for world in worlds for tasks in world for task in tasks]
        shares = [episodes * weight / sum(weights) for weight in weights]
        assert len(played) == episodes
        assert all(abs(played.count(name) - share) < 1 for name, share in zip(names, shares, strict=True))


def test_an_environment_may_play_in_workers_of_its_own_and_all_are_closed():
    config = replace(BOTH, mixture={**BOTH.mixture, NAME: {"workers": 1}})
    with opened_suite(config) as suite:
        env = suite.make(f"{NAME}/train")
        first = env.reset(task_index=0)
        assert isinstance(first, Pending), "it is played elsewhere"
        env.close()
    closed = []
    broken = MixtureSuite(BOTH, lambda own: Closing(own, closed))
    with pytest.raises(OSError, match="cannot close"):
        broken.close()
    assert sorted(closed) == ["household", NAME]


class Closing(ToySuite):
    def __init__(self, config, closed):
        self.config, self.closed = config, closed

    def close(self):
        self.closed.append(self.config.name)
        raise OSError("cannot close")


def test_two_environments_with_tasks_of_one_id_are_refused():
    twins = EnvConfig(name="one,two")
    with pytest.raises(DataError, match="tasks of the same id"):
        MixtureSuite(twins, ToySuite).tasks("train")
