"""verl's real trainer, workers, queue and agent process; only its inference servers give recorded answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace

import parity_replay
import pytest
import ray
import transfer_queue as tq
from parity_replay import Answers, ReplayClient

from skill1.config import Skill1Config
from skill1.train.run import Run
from skill1.train.verl import run, trainer
from skill1.train.verl.trainer import ClusterTrainer


class ReplayTrainer(ClusterTrainer):
    """As its base class, without servers to start, put to sleep or send weights to."""

    _enable_hybrid_replicas = False  # verl: actor and reference workers alone
    answers: Answers = {}
    alive: ReplayTrainer

    def _setup(self) -> None:
        super()._setup()
        ReplayTrainer.alive = self
        self.checkpoint_manager = SimpleNamespace(sleep_replicas=lambda: None)

    def _sync(self) -> None:
        """There are no servers."""

    def get_llm_client(self) -> ReplayClient:
        ray.cloudpickle.register_pickle_by_value(parity_replay)  # Ray's processes cannot import it
        return ReplayClient(self.answers)


@contextmanager
def played_on_cluster(
    config: Skill1Config, run_dir: Path, answers: Answers
) -> Iterator[tuple[Path, ReplayTrainer]]:
    """A finished run of the cluster backend; its processes live until the block is left."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ReplayTrainer, "answers", answers)
        patch.setattr(trainer, "ClusterTrainer", ReplayTrainer)
        patch.setattr(run.ClusterRun, "close", Run.close)
        try:
            run.train_on_verl(config, run_dir)
            yield run_dir, ReplayTrainer.alive
        finally:
            if ray.is_initialized():
                tq.close()
                ray.shutdown()
