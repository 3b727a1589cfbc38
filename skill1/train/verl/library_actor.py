"""The library of a cluster run: one writer in a named Ray actor, read by the loop and asked by all agent processes."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill1.config import LibraryConfig, Skill1Config
from skill1.errors import Skill1Error, TrainingError
from skill1.library import Library
from skill1.library.commit_plan import EventKind
from skill1.library.curation_plan import Curation, Outcome
from skill1.library.library import CommitReport, options_of
from skill1.library.protocol import Snapshot
from skill1.library.retriever import configured_encoder
from skill1.run.locate import LIBRARY_FILE
from skill1.schema import Candidate, Episode, Skill, SkillStatus
from skill1.train.verl.policy import cause

# Of the actor; between commits its file is whole, so a new process knows what the old one knew. Beyond them whoever
# asks is told that it died.
RESTARTS = 3


class LibraryServer:
    """What runs in the actor: the run's library file, opened to write."""

    def __init__(self, config: Skill1Config, run_dir: str) -> None:
        self._library = Library.open(
            Path(run_dir) / LIBRARY_FILE,
            config.library,
            encoder=configured_encoder(config.library, device="cpu"),  # all GPU memory is planned for
            **options_of(config),
        )
        # Now: an encoder that cannot be loaded ends the start, not the first step.
        self._library.prepare()

    def version(self) -> int:
        """Number of commits."""
        return self._library.version

    # Asynchronous: a server of embeddings is asked for all episodes at once. The other methods still run one by one.
    async def retrieve(self, query: str, training: bool) -> tuple[Candidate, ...]:
        """As ``Library.retrieve``."""
        return await Snapshot(self._library).retrieve(query, training=training)

    def skills(self) -> tuple[Skill, ...]:
        """Active skills."""
        return self._library.skills()

    async def search(self, text: str, k: int) -> tuple[Candidate, ...]:
        """As ``Library.search``."""
        return await Snapshot(self._library).search(text, k)

    def threshold(self) -> float:
        """The encoder's own."""
        return self._library.encoder.threshold

    def last_step(self) -> int:
        """As ``Library.last_step``."""
        return self._library.last_step

    def cosines(self, texts: Sequence[str], skills: Sequence[Skill]) -> list[float]:
        """As ``Library.cosines``."""
        return self._library.cosines(texts, skills)

    def commit(self, episodes: Sequence[Episode], step: int, policy_version: int) -> CommitReport:
        """As ``Library.commit``."""
        return self._library.commit(episodes, step=step, policy_version=policy_version)

    def curate(
        self, requests: Sequence[Curation], step: int, policy_version: int, strict: bool
    ) -> tuple[Outcome, ...]:
        """As ``Library.curate``."""
        return self._library.curate(requests, step=step, policy_version=policy_version, strict=strict)

    def add_skills(self, skills: Sequence[Skill], step: int | None, kind: EventKind) -> tuple[Skill, ...]:
        """As ``Library.add_skills``."""
        return self._library.add_skills(skills, step=step, kind=kind)


def actor_name(run_dir: Path | str) -> str:
    """The name under which agent processes find the library of a run."""
    # Of the whole path: runs of one name in different folders may share a cluster.
    return f"skill1-library-{hashlib.sha256(str(run_dir).encode()).hexdigest()[:12]}"


def start_library_actor(config: Skill1Config, run_dir: Path):
    """Start the actor on this machine, where the run directory is, and wait until it can answer."""
    import ray
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    # Not soft: on another machine it would find no library file.
    here = NodeAffinitySchedulingStrategy(ray.get_runtime_context().get_node_id(), soft=False)
    # No slot for it: the room that is asked for before the start does not count this actor.
    options: dict[str, Any] = {"name": actor_name(run_dir), "max_restarts": RESTARTS, "num_cpus": 0}
    actor = ray.remote(LibraryServer).options(scheduling_strategy=here, **options).remote(config, str(run_dir))
    ray.get(actor.version.remote())
    return actor


class ActorLibrary:
    """What the training loop asks of a library: it commits through the actor and reads the file itself."""

    def __init__(self, actor, reader: Library) -> None:
        self._actor, self._reader = actor, reader

    def commit(self, episodes: Sequence[Episode], *, step: int, policy_version: int) -> CommitReport:
        """As ``Library.commit``. Not tried again when the actor dies in it: a step is committed once or not at all."""
        # Tokens are most of an episode, and no commit reads them.
        light = [replace(episode, segments=()) for episode in episodes]
        report = _once(self._actor.commit.remote(light, step, policy_version), step)
        # Credit reads utilities and trends as this commit left them.
        self._reader.refresh()
        return report

    def curate(
        self, requests: Sequence[Curation], *, step: int, policy_version: int = 0, strict: bool = True
    ) -> tuple[Outcome, ...]:
        """As ``Library.curate``. As with a step, it is done once or not at all."""
        outcomes = _once(self._actor.curate.remote(list(requests), step, policy_version, strict), step)
        self._reader.refresh()
        return outcomes

    def add_skills(
        self, skills: Iterable[Skill], *, step: int | None = None, kind: EventKind = "imported"
    ) -> tuple[Skill, ...]:
        """As ``Library.add_skills``, for a method's writer. As with a step, it is done once or not at all."""
        added = _once(self._actor.add_skills.remote(list(skills), step, kind), step)
        self._reader.refresh()
        return added

    def is_banned(self, description: str, strategy: str) -> bool:
        """As ``Library.is_banned``."""
        return self._reader.is_banned(description, strategy)

    def __len__(self) -> int:
        return len(self._reader)

    @property
    def version(self) -> int:
        return self._reader.version

    @property
    def success_trend(self) -> float:
        return self._reader.success_trend

    @property
    def no_skill_trend(self) -> float:
        return self._reader.no_skill_trend

    @property
    def config(self) -> LibraryConfig:
        return self._reader.config

    @property
    def initial_utility(self) -> float:
        return self._reader.initial_utility

    @property
    def max_skill_chars(self) -> int:
        return self._reader.max_skill_chars

    def skills(self, status: SkillStatus | None = "active") -> tuple[Skill, ...]:
        """As ``Library.skills``."""
        return self._reader.skills(status)

    def cosines(self, texts: Sequence[str], skills: Sequence[Skill]) -> list[float]:
        """As ``Library.cosines``; by the actor, which holds encoder and vectors: the reader loads neither."""
        import ray

        return ray.get(again(self._actor.cosines).remote(list(texts), list(skills)))

    def resolve(self, skill_id: str) -> Skill:
        """As ``Library.resolve``."""
        return self._reader.resolve(skill_id)

    def backup(self, path: Path) -> Path:
        """A consistent copy; nobody commits while a checkpoint is written."""
        return self._reader.backup(path)

    def close(self) -> None:
        """Close the reader; the actor ends with the cluster."""
        self._reader.close()


def _once(answer, step: int | None):
    """What the actor answers to a writing request; if it dies in it, nobody knows whether it was done.

    Raises:
        TrainingError: it died. Its file is whole, with or without the change; what the library refused is a
            LibraryError, and leaves it as it was.
    """
    import ray

    try:
        return ray.get(answer)
    # What the library itself refuses: nothing was done, and it says what to type. Ray's own text is a whole traceback.
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, Skill1Error):
            raise error.cause from None
        raise
    except ray.exceptions.RayActorError as error:
        where = "" if step is None else f" in step {step}"
        raise TrainingError(
            f"The library's process (LibraryServer) was lost while it wrote{where}: {cause(error)} Its file is "
            "whole, with or without the change. Type the command with --resume, which restores the library of the "
            "last whole checkpoint."
        ) from error


class RemoteLibrary:
    """The library of the actor as an :class:`skill1.library.protocol.AsyncLibrary`, at one version."""

    def __init__(self, actor, version: int) -> None:
        self._actor, self.version = actor, version

    @classmethod
    async def now(cls, actor) -> RemoteLibrary:
        """The present version; it does not change while episodes are played."""
        return cls(actor, await again(actor.version).remote())

    async def retrieve(self, query: str, *, training: bool) -> tuple[Candidate, ...]:
        return await again(self._actor.retrieve).remote(query, training)

    async def skills(self) -> tuple[Skill, ...]:
        return await again(self._actor.skills).remote()

    async def search(self, text: str, k: int) -> tuple[Candidate, ...]:
        return await again(self._actor.search).remote(text, k)

    async def threshold(self) -> float:
        return await again(self._actor.threshold).remote()

    async def last_step(self) -> int:
        return await again(self._actor.last_step).remote()


def again(method):
    """A reading method of the actor, asked again if the actor has to be restarted."""
    # Without a bound of its own: each look at an actor that is still starting counts, and a busy machine takes long.
    return method.options(max_task_retries=-1)
