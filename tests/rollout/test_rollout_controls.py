"""Control episodes: selected as usual, then the skill is kept from the actor; which ones, the key says."""

from dataclasses import replace

import pytest

from skill1.agent.player import PlaySettings, Recipe
from skill1.agent.stages import CONTROL, DRAW, nothing
from skill1.config import AgentConfig
from skill1.schema import STAGES, Episode
from tests.rollout import fakes
from tests.rollout.fakes import (
    KEY,
    TASK,
    RecordingPolicy,
    ToyEnv,
    ToyLibrary,
    ends,
    goes_on,
    settings,
    skills,
    stages_of,
)

THREE = ToyLibrary(skills(0.9, 0.5, 0.1))


def play(
    how: PlaySettings,
    *,
    library: ToyLibrary | None = THREE,
    policy: RecordingPolicy | None = None,
    rollout: int = 0,
    **more,
) -> Episode:
    policy, key = policy or RecordingPolicy(rerank="k2"), replace(KEY, rollout=rollout)
    return fakes.play(ToyEnv([goes_on(), ends()]), policy, library, how, key=key, **more)


def controlled(share: float = 1.0, control: str = "none", agent: AgentConfig | None = None) -> PlaySettings:
    return replace(settings(agent), control_share=share, control=control)


def test_a_control_selects_as_usual_acts_without_and_writes_nothing():
    policy = RecordingPolicy(rerank="k2")
    episode = play(controlled(), policy=policy)
    assert stages_of(episode) == ["query", "rerank", "act", "act"]
    assert episode.is_control and episode.withheld.id == "k1" and episode.used is None
    assert episode.candidates == THREE.candidates and episode.ranking[0] == 1 and episode.ranking_valid
    assert (episode.draft, episode.declined, episode.skill_tokens, episode.success) == (None, False, 0, True)
    assert "skill : none ." in policy.prompts_of("act")[0]


def test_the_text_searched_with_is_kept():
    assert play(settings()).query == "egg"
    assert play(controlled()).query == "egg"
    assert play(settings(), policy=RecordingPolicy(query=" ")).query == TASK.instruction  # an empty one
    by_text = AgentConfig(profile="compact", selection="similarity")
    assert play(settings(by_text)).query == TASK.instruction
    assert play(settings(), library=None).query == ""


def test_selection_by_similarity_has_controls_too():
    episode = play(controlled(agent=AgentConfig(profile="compact", selection="similarity")))
    assert episode.withheld.id == "k0" and episode.used is None and stages_of(episode) == ["act", "act"]


def test_another_candidate_can_stand_in_and_never_the_selected_one():
    given = [play(controlled(control="random"), rollout=i) for i in range(40)]
    assert {e.withheld.id for e in given} == {"k1"}
    others = [e.used.id for e in given]
    assert set(others) == {"k0", "k2"}
    assert 8 <= others.count("k0") <= 32  # each as likely: outside with probability 6e-5
    assert all(e.skill_tokens > 0 and e.draft is None for e in given)
    assert others == [play(controlled(control="random"), rollout=i).used.id for i in range(40)]


@pytest.mark.parametrize("found", [2, 3])
def test_what_stands_beside_the_other_candidate_is_not_the_selected_one(found):
    how = controlled(control="random", agent=AgentConfig(profile="skillrl"))  # it shows up to six skills
    policy, library = RecordingPolicy(rerank="<rank>2</rank>"), ToyLibrary(skills(0.9, 0.5, 0.1)[:found])
    episode = play(how, policy=policy, library=library)
    prompt = policy.prompts_of("act")[-1]
    assert episode.withheld.id == "k1" and "strategy1 works" not in prompt
    assert [f"strategy{i} works" in prompt for i in (0, 2)] == [True, found == 3]
    assert episode.candidates == library.candidates


def test_without_another_candidate_the_actor_gets_none():
    episode = play(controlled(control="random"), library=ToyLibrary(skills(0.4)))
    assert episode.withheld.id == "k0" and episode.used is None


@pytest.mark.parametrize("library", [None, ToyLibrary()], ids=["no library", "an empty one"])
def test_nothing_selected_is_no_control(library):
    episode = play(controlled(), library=library)
    assert not episode.is_control and stages_of(episode)[-1] == "distill"


def test_a_ranking_that_prefers_none_is_no_control():
    assert not play(controlled(), policy=RecordingPolicy(rerank="none")).is_control


def test_evaluation_has_no_controls():
    episode = play(replace(controlled(), is_training=False))
    assert not episode.is_control and episode.used.id == "k1"


def test_a_method_without_selection_has_no_controls():
    assert not play(controlled(), recipe=Recipe(nothing, nothing)).is_control


def test_the_share_is_met_and_the_draw_is_the_keys():
    drawn = [play(controlled(0.25), rollout=i).is_control for i in range(160)]
    assert 15 <= sum(drawn) <= 65  # mean 40, deviation 5.5: outside with probability 5e-6
    assert drawn[:40] == [play(controlled(0.25), rollout=i).is_control for i in range(40)]
    more = [play(controlled(0.5), rollout=i).is_control for i in range(160)]
    assert all(late for early, late in zip(drawn, more, strict=True) if early)  # a larger share keeps them


def test_an_episode_that_is_not_drawn_is_what_it_would_have_been():
    pairs = [(play(settings(), rollout=i), play(controlled(0.5), rollout=i)) for i in range(30)]
    untouched = [(plain, other) for plain, other in pairs if not other.is_control]
    assert 0 < len(untouched) < 30
    assert all(plain == other for plain, other in untouched)


def test_no_other_stream_has_the_stage_number_of_the_controls():
    assert CONTROL not in range(len(STAGES)) and CONTROL != DRAW
