"""Episodes that the tests of this folder share."""

from dataclasses import replace

from skill1.config import LibraryConfig, Skill1Config
from skill1.schema import Candidate, Episode, EpisodeKey, Segment, Skill, SkillDraft, Task, Turn

TASK = Task("t/0", "toy", "train", 3, "put the egg away", "put")
SKILL = Skill("k1", "when ünïcode", 'how "quoted"', 0.25, retrieved=3, parents=("k0",), extra={"tags": ["a"]})
EPISODE = Episode(
    key=EpisodeKey(7, 12, 1, 2),
    task=TASK,
    segments=(
        Segment("query", 0, (1, 2), (3, 4), (-0.5, -0.25), "stop", "egg", True, 11, 11),
        Segment("act", 0, (1, 9), (5,), (-1.0,), "length", "go", False, 11, 11),
    ),
    query="egg",
    candidates=(Candidate(SKILL, 0.1 + 0.2, 0.7),),
    ranking=(None, 0),
    used=SKILL,
    turns=(Turn("a room", "go", False, 0.25), Turn("a desk", "look", True, 0.5, ("look", "go"))),
    outcome=2 / 3,
    success=True,
    penalty=0.05,
    score=None,
    draft=SkillDraft("when", "how"),
    skill_tokens=4,
    attempts=2,
)
BARE = Episode(key=EpisodeKey(0, 1, 0, 0), task=TASK, status="error", error="EnvironmentFault: reset failed")

CONFIG = replace(Skill1Config(), library=LibraryConfig(encoder="hashing", similarity_threshold=0.0))


def written(step: int, rollout: int, when: str) -> Episode:
    """An episode that won and wrote a skill, for a library under ``CONFIG``."""
    key, draft = EpisodeKey(0, step, 0, rollout), SkillDraft(when, f"do {when}")
    return Episode(key=key, task=TASK, outcome=1.0, success=True, draft=draft)
