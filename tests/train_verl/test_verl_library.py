"""The library in its Ray actor: same answers, one writer, and a process that dies. Needs Ray (comes with verl)."""

import asyncio
import os
import signal

import pytest

pytest.importorskip("transfer_queue")
ray = pytest.importorskip("ray")

from verl_records import CONFIG, written  # noqa: E402

from skill1.library import Library  # noqa: E402
from skill1.library.curation_plan import Curation  # noqa: E402
from skill1.train.verl.library_actor import (  # noqa: E402
    ActorLibrary,
    RemoteLibrary,
    actor_name,
    start_library_actor,
)

pytestmark = pytest.mark.verl


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.shutdown()  # Ray begins by itself where a test of another file asks something of it
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    yield
    ray.shutdown()


@pytest.fixture
def served(tmp_path):
    """An actor over an empty library, the loop's view of it, and its folder."""
    Library.open(tmp_path / "library.sqlite", CONFIG.library, create=True).close()
    actor = start_library_actor(CONFIG, tmp_path)
    view = ActorLibrary(actor, Library.open(tmp_path / "library.sqlite", CONFIG.library, read_only=True))
    yield actor, view, tmp_path
    view.close()
    ray.kill(actor)


def asked(library, query, *, training):
    async def ask():
        return await library.retrieve(query, training=training)

    return asyncio.run(ask())


def process_of(actor):
    return ray.get(actor.__ray_call__.remote(lambda _server: os.getpid()))


def test_agents_and_loop_see_what_was_committed(served):
    actor, library, folder = served
    before = RemoteLibrary(actor, library.version)
    report = library.commit([written(1, 0, "heat an egg"), written(1, 1, "cool a cup")], step=1, policy_version=0)
    assert (report.added, library.version, len(library)) == (2, 1, 2)
    remote = RemoteLibrary(ray.get_actor(actor_name(folder)), library.version)
    found = asked(remote, "heat an egg", training=True)
    with Library.open(folder / "library.sqlite", CONFIG.library, read_only=True) as local:
        assert found == local.retrieve("heat an egg", training=True)
    assert found[0].skill.description == "heat an egg" and before.version == 0
    assert library.resolve(found[0].skill.id) == found[0].skill


def test_what_people_ask_of_the_library_is_done_by_its_actor(served):
    actor, library, folder = served
    library.commit([written(1, 0, "heat an egg"), written(1, 1, "cool a cup")], step=1, policy_version=0)
    egg, cup = library.skills()
    banned, refused = library.curate(
        [Curation("ban", egg.id), Curation("pin", egg.id)], step=1, policy_version=0, strict=False
    )
    assert banned.is_applied and not refused.is_applied
    assert library.skills() == (cup,) and library.version == 2
    found = asked(RemoteLibrary(actor, 2), "heat an egg", training=True)  # the threshold here is 0: the other one
    assert [candidate.skill.id for candidate in found] == [cup.id]


def test_the_actor_comes_back_with_what_was_committed_when_its_process_is_killed(served):
    actor, library, _ = served
    library.commit([written(1, 0, "heat an egg")], step=1, policy_version=0)
    pid = process_of(actor)
    os.kill(pid, signal.SIGKILL)
    again = asyncio.run(RemoteLibrary.now(actor))
    found = asked(again, "heat an egg", training=False)
    assert again.version == 1
    assert [candidate.skill.description for candidate in found] == ["heat an egg"]
    assert process_of(actor) != pid and ray.get(actor.version.remote()) == 1


def test_an_actor_that_is_gone_for_good_is_told_and_not_waited_for(served):
    actor, _, _ = served
    ray.kill(actor)
    with pytest.raises(ray.exceptions.RayActorError):
        asyncio.run(RemoteLibrary.now(actor))
