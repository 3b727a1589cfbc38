"""An episode that went through JSON comes back equal."""

import json
from dataclasses import asdict, replace

from skill1.schema import Candidate, Episode, EpisodeKey, Segment, Skill, SkillDraft, Turn, episode_of
from tests.rollout.fakes import TASK

SKILL = Skill("sk_1", "in a house", "look first", 0.3, parents=("sk_0",), extra={"tags": ["a"]})
EPISODE = Episode(
    key=EpisodeKey(0, 0, 3, 1),
    task=TASK,
    segments=(Segment("act", 0, (1, 2), (3,), (-0.1 - 1e-17,), "stop", "go", True, 4, 2),),
    query="a lamp",
    candidates=(Candidate(SKILL, 0.1 + 0.2, 1 / 3),),
    ranking=(None, 0),
    used=SKILL,
    withheld=SKILL,
    turns=(Turn("a desk", "look", True, 0.5, ("look", "go")), Turn("a desk", "?", False)),
    outcome=2 / 3,
    draft=SkillDraft("when", "what"),
)


def test_an_episode_comes_back_equal():
    broken = Episode(EPISODE.key, TASK, status="error", error="gone", attempts=2)
    for episode in (EPISODE, replace(EPISODE, ranking=None, used=None, withheld=None, draft=None), broken):
        assert episode_of(json.loads(json.dumps(asdict(episode)))) == episode
