"""Small makers of episodes for the library's tests."""

from __future__ import annotations

from collections.abc import Sequence

from skill1.config import LibraryConfig
from skill1.schema import Candidate, Episode, EpisodeKey, Skill, SkillDraft, Task

HASHING = LibraryConfig(encoder="hashing")
TASK = Task(id="t/0", env="toy", split="train", index=0, instruction="put the egg away", type="put")


def episode(
    task: int = 0,
    rollout: int = 0,
    *,
    outcome: float = 1.0,
    step: int = 0,
    candidates: Sequence[Skill] = (),
    used: Skill | None = None,
    draft: tuple[str, str] | None = None,
    status: str = "ok",
) -> Episode:
    return Episode(
        key=EpisodeKey(seed=0, step=step, task=task, rollout=rollout),
        task=TASK,
        candidates=tuple(Candidate(skill, 0.5, 0.5) for skill in candidates),
        used=used,
        outcome=outcome,
        success=outcome == 1.0,
        draft=None if draft is None else SkillDraft(*draft),
        status=status,
    )
