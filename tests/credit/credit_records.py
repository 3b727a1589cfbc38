"""Small makers of episodes, groups and skills for the credit tests."""

from __future__ import annotations

from collections.abc import Sequence

from skill1.credit.credit import Credit, by_episode
from skill1.schema import Candidate, Episode, EpisodeKey, Group, Segment, Skill, SkillDraft, Stage, Task

EXACT = 1e-9  # float64 arithmetic on a handful of numbers
ROUNDED = 5e-4  # against a figure worked out by hand to three or more places
TASK = Task(id="t/0", env="toy", split="train", index=0, instruction="put the egg away", type="put")
DRAFT = SkillDraft("when", "how")


def skill(name: str, utility: float, *, selected: int = 0, **fields) -> Skill:
    return Skill(name, f"description {name}", f"strategy {name}", utility, selected=selected, **fields)


def segment(stage: Stage, tokens: int, turn: int = 0) -> Segment:
    ids = tuple(range(10, 10 + tokens))
    return Segment(stage, turn, (1, 2), ids, (-0.5,) * tokens, "stop", "text", True, 0, 0)


def episode(
    rollout: int = 0,
    *,
    task: int = 0,
    outcome: float = 0.0,
    penalty: float = 0.0,
    utilities: Sequence[float] = (),
    ranking: Sequence[int | None] | None = None,
    ranking_valid: bool = True,
    used: Skill | None = None,
    draft: SkillDraft | None = DRAFT,
    declined: bool = False,
    tokens: dict[Stage, Sequence[int]] | None = None,
    status: str = "ok",
) -> Episode:
    """``tokens``: stage → sampled tokens of each of its segments."""
    return Episode(
        key=EpisodeKey(seed=0, step=1, task=task, rollout=rollout),
        task=TASK,
        segments=tuple(
            segment(stage, length, turn)
            for stage, lengths in (tokens or {}).items()
            for turn, length in enumerate(lengths)
        ),
        candidates=tuple(Candidate(skill(f"k{i}", u), 0.5, 0.5) for i, u in enumerate(utilities)),
        ranking=None if ranking is None else tuple(ranking),
        ranking_valid=ranking_valid,
        used=used,
        outcome=outcome,
        penalty=penalty,
        success=outcome == 1.0,
        draft=draft,
        declined=declined,
        status=status,
    )


class Trends:
    """What credit reads of a library: U of each skill by name, and the trends."""

    def __init__(self, success_trend: float = 0.5, no_skill_trend: float = 0.5, **utilities: float) -> None:
        self.success_trend, self.no_skill_trend, self.utilities = success_trend, no_skill_trend, utilities

    def resolve(self, name: str) -> Skill:
        return skill(name, self.utilities[name], selected=1)


def group(*episodes: Episode) -> Group:
    return Group(TASK, episodes)


def advantages_of(credits: Sequence[Credit]) -> list[dict[Stage, float]]:
    """Stage → advantage of each episode, in the order in which the episodes first appear."""
    return [{c.segment.stage: c.advantage for c in of} for of in by_episode(credits).values()]
