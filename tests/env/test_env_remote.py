"""Suites played elsewhere: what the other side answers is of the tasks that it once listed."""

from dataclasses import replace

import pytest

from skill1.config import EnvConfig
from skill1.env.remote import BlockingSuite, Channel, RemoteSuite
from skill1.env.worker import SuiteHost
from skill1.errors import EnvironmentFault
from tests.env.toys import NAME, ToySuite

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
    suite = BlockingSuite(RemoteSuite(channel, channel.host.describe()))
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
    suite = RemoteSuite(channel, channel.host.describe() | {"methods": methods})
    assert suite.name == "toy" and suite.offered == set()


def test_who_has_asked_for_no_tasks_has_nothing_to_compare():
    channel = Here()
    channel.host = SuiteHost(Grown(CONFIG), CONFIG)
    env = BlockingSuite(RemoteSuite(channel, channel.host.describe())).make("train")
    env.reset(task_index=3)
    assert env.task.id == "toy/train/2"
