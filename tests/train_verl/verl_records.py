"""Episodes that the tests of this folder share."""

from skill1.schema import Candidate, Episode, EpisodeKey, Segment, Skill, SkillDraft, Task, Turn

TASK = Task("t/0", "toy", "train", 3, "put the egg away", "put")
SKILL = Skill("k1", "when ünïcode", 'how "quoted"', 0.25, retrieved=3, parents=("k0",), merged_into=None)
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
    turns=(Turn("a room", "go", False, 0.25),),
    outcome=1.0,
    success=True,
    penalty=0.05,
    score=None,
    draft=SkillDraft("when", "how"),
    skill_tokens=4,
    attempts=2,
)
BARE = Episode(key=EpisodeKey(0, 1, 0, 0), task=TASK, status="error", error="EnvironmentFault: reset failed")
