"""Token cost counted by hand on a scripted episode, and against the same episode played without a library."""

import pytest

from skill1.agent.player import Recipe
from skill1.agent.stages import nothing
from skill1.config import AgentConfig, Skill1Config
from skill1.evaluate.token_cost import Count, measured, token_table
from skill1.methods.skill1 import make, select
from tests.evaluate.sample_results import COST, NO_SKILL
from tests.rollout.fakes import (
    KEY,
    RecordingPolicy,
    ToyEnv,
    ToyLibrary,
    ends,
    goes_on,
    play,
    settings,
    skills,
)

LIBRARY = ToyLibrary(skills(0.7, 0.2))


def cost_of(how, answers, *, library=LIBRARY, hooks=None, **texts):
    """The cost of one episode and the episode itself."""
    ledger = {}
    recipe = measured(hooks or make(Skill1Config(agent=how.agent)), ledger)
    episode = play(ToyEnv(answers), RecordingPolicy(**texts), library, how, recipe=recipe)
    return ledger.get(KEY.id), episode


def test_an_append_only_episode_by_hand():
    cost, episode = cost_of(settings(), [goes_on(), ends()])
    assert episode.used.id == "k0" and len(episode.turns) == 2
    # query: <bos> + 6 words + query : = 9, answered by a word and the end token. rerank goes on after those 11 with
    # skills : + two candidates of 10 words + pick : = 24 new ones.
    assert cost.selection_prompts == Count(9 + 35, 9 + 24) and cost.selection_answers == Count(4, 4)
    # act_first: <bos> 6 skill : <6> . <4> . act : = 23; then its answer (2) and 5 new words: 30.
    assert cost.act_prompts == Count(23 + 30, 23 + 5) and cost.act_answers == Count(4, 4)
    # The skill's six words stand where "none" would; the second prompt still holds them, but they are not new.
    assert cost.skill == Count(5 + 5, 5)
    # when <6: the task> do <look : you see a desk | look : nothing happens> are 19 words instead of "none".
    assert cost.raw_trajectory == cost.raw_trajectory_uncut == Count(18 + 18, 18)
    # distill goes on after the last act: 32 + 7 words.
    assert cost.distillation_prompts == Count(39, 7) and cost.distillation_answers == Count(7, 7)
    assert cost.generated == 4 + 4 + 7
    assert cost.has_skill


def test_the_raw_text_is_cut_as_the_ablation_cuts_it():
    how = settings(AgentConfig(profile="compact", allow_none=True, max_skill_chars=24))
    cost, _ = cost_of(how, [goes_on(), ends()])
    # 24 characters of the trajectory are "look : you see a desk | l": nine words at most instead of eleven.
    assert 0 < cost.raw_trajectory.new < cost.raw_trajectory_uncut.new == 18
    assert cost.skill == Count(10, 5)


@pytest.mark.parametrize("profile", ["generic", "alfworld", "webshop"])
def test_chat_prompts_without_the_skill_are_those_of_an_episode_without_library(profile):
    how = settings(AgentConfig(profile=profile), budget=100_000)
    texts = {"query": "egg</query>", "rerank": "<rank>[2]</rank>", "act": "<action>look</action>", "distill": "no"}
    answers = [goes_on(), goes_on("a cat"), goes_on("a dog"), ends()]
    cost, with_skill = cost_of(how, answers, **texts)
    alone, without = cost_of(how, answers, hooks=Recipe(nothing, nothing), **texts)
    assert with_skill.used.id == "k1" and without.used is None
    assert [t.action for t in with_skill.turns] == [t.action for t in without.turns] == ["look"] * 4
    assert cost.skill.sent > 0 and cost.act_prompts - cost.skill == alone.act_prompts
    assert cost.skill.new == cost.skill.sent  # each chat prompt is made anew
    assert cost.raw_trajectory.sent > cost.skill.sent
    assert alone.skill == alone.raw_trajectory == alone.selection_prompts == Count() and not alone.has_skill


def test_an_episode_without_a_fitting_skill_costs_its_search_only():
    cost, episode = cost_of(settings(), [ends()], library=ToyLibrary(()), hooks=Recipe(select, nothing))
    assert episode.used is None and not cost.has_skill
    assert cost.selection_prompts == Count(9, 9) and cost.skill == cost.raw_trajectory == Count()


def test_an_episode_in_error_is_not_in_the_ledger():
    cost, episode = cost_of(settings(), [RuntimeError("broke")])
    assert episode.status == "error" and cost is None


def test_measuring_changes_nothing_of_the_episode():
    how = settings(AgentConfig(profile="compact", distillation="raw"))
    _, measured_one = cost_of(how, [goes_on(), ends()])
    assert measured_one.draft is not None and measured_one.draft.strategy.startswith("look : you see")
    off = settings(AgentConfig(profile="compact", distillation="off"))
    _, without = cost_of(off, [goes_on(), ends()])
    assert without.draft is None


def test_totals_and_means_by_hand():
    table = token_table([COST, NO_SKILL])
    assert (table["episodes"], table["episodes_with_skill"]) == (2, 1)
    parts = table["parts"]
    assert parts["act_prompts"] == {"total": 180, "mean": 90.0, "new_total": 110, "new_mean": 55.0}
    assert parts["act_prompts_without_skill"]["total"] == 160
    assert parts["act_prompts_with_raw_trajectory"]["total"] == 210  # 160 + 50
    assert parts["skill"] == {"total": 20, "mean": 10.0, "new_total": 10, "new_mean": 5.0}
    assert token_table([])["parts"]["skill"]["mean"] is None
