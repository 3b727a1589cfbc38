"""Parts of a cluster run are lost at the worst moment: a clear error, nothing waits, nothing is half done.

Ray and verl are real, policies and servers are not there. A real run that loses them one after the other, an inference
server inside a sync among them: run_faults.py.
"""

import os
import time
from dataclasses import replace

import pytest

pytest.importorskip("transfer_queue")
ray = pytest.importorskip("ray")

from verl_records import CONFIG, written  # noqa: E402

from skill1.errors import CheckpointError, TrainingError  # noqa: E402
from skill1.library import Library  # noqa: E402
from skill1.train import checkpoint  # noqa: E402
from skill1.train.verl import library_actor, run, trainer  # noqa: E402
from skill1.train.verl.limits import finish_sync  # noqa: E402

pytestmark = pytest.mark.verl
SOON_S = 30.0  # what is said at once takes less on a busy machine, and a wait without an end takes more


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.shutdown()  # Ray begins by itself where a test of another file asks something of it
    ray.init(num_cpus=4, include_dashboard=False, log_to_driver=False, object_store_memory=100_000_000)
    yield
    ray.shutdown()


@pytest.fixture(scope="module")
def two_ranks():
    """A group of verl's with two processes that work together over gloo and give each other two seconds."""
    import torch.distributed as dist
    from verl.single_controller.base import Worker
    from verl.single_controller.base.decorator import Dispatch, register
    from verl.single_controller.ray.base import RayClassWithInitArgs, RayResourcePool, RayWorkerGroup

    class Rank(Worker):
        def __init__(self):
            super().__init__()
            from datetime import timedelta

            dist.init_process_group("gloo", rank=self.rank, world_size=2, timeout=timedelta(seconds=2))

        @register(dispatch_mode=Dispatch.ONE_TO_ALL)
        def save_checkpoint(self, path, _hdfs, _step, _keep):
            """As verl's: the first rank writes, the others wait for it."""
            if self.rank == 0:
                os.makedirs(path)
                time.sleep(4)
            dist.barrier()

        @register(dispatch_mode=Dispatch.ONE_TO_ALL, blocking=False)
        def update_weights(self, lost):
            if self.rank == lost:
                os._exit(1)
            dist.barrier()

    made = RayClassWithInitArgs(cls=ray.remote(Rank))
    return RayWorkerGroup(RayResourcePool([2], use_gpu=False, max_colocate_count=1), made)


def lone_trainer(**parts):
    """A trainer without its processes."""
    made = object.__new__(trainer.ClusterTrainer)
    vars(made).update(parts)
    return made


def test_a_disk_too_slow_for_the_other_rank_is_a_clear_error_and_leaves_no_checkpoint(two_ranks, tmp_path):
    folder = tmp_path / "checkpoints" / "step_000002"
    with pytest.raises(
        CheckpointError, match=r"(?s)step_000002 could not be written.*faster disk.*earlier checkpoints are"
    ):
        checkpoint.save(
            folder,
            model=run.ClusterWeights(lone_trainer(actor_rollout_wg=two_ranks, global_steps=2)),
            tokens=None,
            optimizer=None,
            masters=(),
            state=None,
            library=None,
        )
    assert list(folder.parent.iterdir()) == []


def test_one_of_two_ranks_lost_while_the_other_waits_for_it(two_ranks):
    started = time.monotonic()
    with pytest.raises(ray.exceptions.RayError) as caught:
        finish_sync(two_ranks.update_weights(1), [], step=3, timeout_s=600)
    assert "Rank" in run.cause(caught.value) or "onnection" in run.cause(caught.value)
    assert time.monotonic() - started < SOON_S


def test_an_agent_process_lost_while_its_episodes_are_awaited():
    class AgentLoopWorker:
        pass

    agents = [ray.remote(AgentLoopWorker).remote() for _ in range(2)]
    ray.get([agent.__ray_ready__.remote() for agent in agents])
    buffer = object.__new__(trainer.EpisodeBuffer)
    buffer.agent_processes, buffer.poll_interval = agents, 0.01
    buffer.progress = trainer.Progress(3, 4, 600.0)
    buffer._wait_for_next_poll("train", time.time())
    ray.kill(agents[1])
    started = time.monotonic()
    with pytest.raises(ray.exceptions.RayActorError) as caught:
        while time.monotonic() - started < SOON_S:
            buffer._wait_for_next_poll("train", time.time())
    assert "AgentLoopWorker" in run.cause(caught.value)


@pytest.mark.parametrize("is_done", [False, True], ids=["before it is written", "before it is answered"])
def test_the_library_actor_killed_inside_a_commit(tmp_path, monkeypatch, is_done):
    """The step is committed once or not at all, never twice, and the run stops."""

    class LibraryServer(library_actor.LibraryServer):
        def commit(self, episodes, step, policy_version):
            if step == 2:
                if is_done:
                    super().commit(episodes, step, policy_version)
                os._exit(1)
            return super().commit(episodes, step, policy_version)

    monkeypatch.setattr(library_actor, "LibraryServer", LibraryServer)
    path = tmp_path / "library.sqlite"
    Library.open(path, CONFIG.library, create=True).close()
    actor = library_actor.start_library_actor(CONFIG, tmp_path)
    with Library.open(path, CONFIG.library, read_only=True) as reader:
        library = library_actor.ActorLibrary(actor, reader)
        library.commit([written(1, 0, "heat an egg")], step=1, policy_version=0)
        with pytest.raises(TrainingError, match=r"LibraryServer.* was lost while it wrote in step 2: .*--resume"):
            library.commit([written(2, 0, "cool a cup")], step=2, policy_version=1)
        assert ray.get(library_actor.again(actor.version).remote()) == 1 + is_done  # started again, and whole
        reader.refresh()
        assert [skill.description for skill in reader.skills()] == ["heat an egg", "cool a cup"][: 1 + is_done]
    ray.kill(actor)


def test_whatever_is_lost_the_command_says_how_to_go_on(tmp_path, monkeypatch):
    def lost(*_, **__):
        raise ray.exceptions.ActorDiedError()

    monkeypatch.setattr(run.ClusterSkill1Trainer, "train", lost)
    with pytest.raises(TrainingError, match=r"(?s)A process of the cluster failed: .*is untouched. .*--resume"):
        run.train_on_verl(replace(CONFIG, backend="verl"), tmp_path)
