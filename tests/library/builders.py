"""Small makers of episodes, and an encoder whose vectors are stored, for the library's tests."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

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


class LetterEncoder:
    """26 letter counts: another encoder than hashing, whose vectors are stored."""

    threshold, cheap, dimensions = 0.0, False, 26

    def __init__(self, name="letters"):
        self.name, self.identity, self.calls = name, f"{name}:26", 0

    def encode(self, texts):
        self.calls += len(texts)
        counts = [[text.count(chr(97 + i)) for i in range(26)] for text in texts]
        rows = np.array(counts, dtype=np.float32).reshape(len(texts), 26)
        return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)

    encode_queries = encode
