"""Pool skills and experiences for tests, without files or models."""

from __future__ import annotations

from skill1.methods.skillpro.experience import Experience, Span, make_experience
from skill1.methods.skillpro.skill import PoolSkill
from skill1.schema import Episode, EpisodeKey, Segment, Skill, Task, Turn

TASK = Task("t/0", "household", "train", 0, "house oak hill . task : put hot egg on desk .", "heat")


def skill(name: str = "A", *, pinned: bool = False, initiation: str = "", **numbers) -> PoolSkill:
    """A pool skill whose id is its name, unless ``id`` is given."""
    identity = numbers.pop("id", name)
    initiation = initiation or f"when {identity}"
    stored = Skill(identity, initiation, "do it", 0.5, pinned=pinned)
    return PoolSkill(stored, name, initiation, ("do it",), "", **numbers)


def episode(reward: float, *, number: int = 0, turns: int = 2) -> Episode:
    """An episode of some turns, each with an answer of two tokens."""
    segments = [
        Segment("act", turn, (1, 2), (3, 4), (-0.5, -0.5), "stop", "open box", True, 0, 0) for turn in range(turns)
    ]
    return Episode(
        EpisodeKey(0, 1, number, 0),
        TASK,
        segments=tuple(segments),
        turns=tuple(Turn(f"seen {turn}", "open box", True) for turn in range(turns)),
        last_observation="the end",
        outcome=reward,
        success=reward > 0,
    )


def experience(reward: float, *skills: str, number: int = 0) -> Experience:
    """An episode that activated skills one after the other, from its first turn on."""
    spans = [Span(turn, name, 5) for turn, name in enumerate(skills)]
    return make_experience(episode(reward, number=number, turns=max(2, len(skills))), spans)
