"""The edge cases of an episode, exactly as DESIGN lists them."""

import asyncio
import math
from dataclasses import replace

import numpy as np
import pytest

from skill1.config import AgentConfig
from skill1.env.border import MOST_CHARS
from skill1.errors import EnvironmentFault, PromptFilteredError, UnansweredError
from skill1.schema import Observation
from tests.rollout.fakes import (
    RecordingPolicy,
    ToyEnv,
    ToyLibrary,
    ends,
    goes_on,
    play,
    settings,
    skills,
    stages_of,
)


def test_a_whole_episode_leaves_a_whole_record():
    env, library = ToyEnv([goes_on("the fridge is open"), ends()]), ToyLibrary(skills(0.4, 0.8))
    policy = RecordingPolicy(rerank="k2")
    episode = play(env, policy, library)
    assert stages_of(episode) == ["query", "rerank", "act", "act", "distill"]
    assert [s.turn for s in episode.segments] == [0, 0, 0, 1, 0]
    assert {(s.policy_version, s.library_version) for s in episode.segments} == {(5, 3)}
    assert library.asked == [("egg", True)]
    assert episode.ranking == (1, 0) and episode.ranking_valid and episode.used.id == "k1"
    assert episode.candidates == library.candidates
    assert (episode.outcome, episode.success, episode.penalty, episode.status) == (1.0, True, 0.0, "ok")
    assert [(t.observation, t.action, t.valid) for t in episode.turns] == [
        ("you see a desk", "look", True),
        ("the fridge is open", "look", True),
    ]
    assert (episode.draft.description, episode.draft.strategy) == ("egg wanted", "open fridge")
    assert env.actions == ["look", "look"]


def test_the_query_is_always_written_and_an_empty_one_searches_with_the_task_text():
    library = ToyLibrary()
    episode = play(ToyEnv([ends()]), RecordingPolicy(query="  "), library)
    assert library.asked == [("put the egg on the desk", True)]
    assert stages_of(episode)[0] == "query" and not episode.segments[0].valid


def test_no_candidate_no_ranking_and_no_skill():
    policy = RecordingPolicy()
    episode = play(ToyEnv([ends()]), policy, ToyLibrary())
    assert stages_of(episode) == ["query", "act", "distill"]
    assert (episode.used, episode.ranking, episode.candidates, episode.skill_tokens) == (None, None, (), 0)
    assert "skill : none ." in policy.prompts_of("act")[0]


def test_one_candidate_is_used_without_asking():
    episode = play(ToyEnv([ends()]), RecordingPolicy(rerank="none"), ToyLibrary(skills(0.1)))
    assert stages_of(episode) == ["query", "act", "distill"]
    assert episode.used.id == "k0" and episode.ranking is None and episode.ranking_valid


@pytest.mark.parametrize("answer", ["", "what", "k9", "k1 none", "k0"])
def test_an_unparsable_ranking_keeps_the_retrieval_order(answer):
    episode = play(ToyEnv([ends()]), RecordingPolicy(rerank=answer), ToyLibrary(skills(0.1, 0.9, 0.5)))
    assert episode.ranking == (0, 1, 2) and not episode.ranking_valid and episode.used.id == "k0"
    assert not episode.segments[1].valid


def test_candidates_not_mentioned_follow_in_retrieval_order():
    episode = play(ToyEnv([ends()]), RecordingPolicy(rerank="k3"), ToyLibrary(skills(0.1, 0.9, 0.5)))
    assert episode.ranking == (2, 0, 1) and episode.ranking_valid and episode.used.id == "k2"


@pytest.mark.parametrize("allowed", [True, False])
def test_none_may_be_chosen_only_where_it_is_allowed(allowed):
    how = settings(AgentConfig(profile="compact", allow_none=allowed))
    episode = play(ToyEnv([ends()]), RecordingPolicy(rerank="none"), ToyLibrary(skills(0.1, 0.9)), how)
    assert episode.ranking_valid is allowed
    assert episode.ranking == ((None, 0, 1) if allowed else (0, 1))
    assert (episode.used is None) is allowed


def test_without_a_library_the_policy_acts_and_writes():
    episode = play(ToyEnv([ends()]), RecordingPolicy(), None)
    assert stages_of(episode) == ["act", "distill"]
    assert episode.segments[0].library_version == 0


def test_the_skill_is_in_the_first_act_prompt_and_its_tokens_are_counted():
    policy = RecordingPolicy(rerank="k2")
    episode = play(ToyEnv([goes_on(), ends()]), policy, ToyLibrary(skills(0.1, 0.9)))
    first, second = policy.prompts_of("act")
    assert "when situation 1 do strategy1 works" in first and "strategy1 works" in second
    assert episode.skill_tokens == len("when situation 1 do strategy1 works".split()) - 1  # against "none"


@pytest.mark.parametrize("text", ["", "x" * 600])
def test_an_invalid_action_is_sent_as_it_is_and_costs_its_share(text):
    answers = iter(["look", text, "look", text])
    env = ToyEnv([goes_on(), goes_on(), goes_on(), ends(0.0, won=False)])
    episode = play(env, RecordingPolicy(act=lambda view: next(answers)), None, settings(penalty=0.5))
    assert env.actions == ["look", text[:500], "look", text[:500]]
    assert [turn.valid for turn in episode.turns] == [True, False, True, False]
    assert episode.penalty == 0.25  # .5 x 2/4
    assert episode.outcome == 0.0  # the penalty is not in r


def test_a_chat_answer_without_tags_is_invalid_and_its_end_is_sent():
    env = ToyEnv([ends()])
    how = settings(AgentConfig(profile="generic"), penalty=0.1)
    episode = play(env, RecordingPolicy(act="I would rather Look around the place a bit"), None, how)
    assert env.actions == ["ok around the place a bit"[-30:]] or env.actions[0].endswith("around the place a bit")
    assert episode.penalty == pytest.approx(0.1)


def test_the_turn_limit_ends_an_episode_without_success():
    env = ToyEnv([goes_on()])
    episode = play(env, RecordingPolicy(), None, settings(max_steps=3))
    assert len(episode.turns) == 3 and not episode.success and episode.status == "ok"
    assert stages_of(episode) == ["act"] * 3 + ["distill"]


def test_a_truncated_episode_ends():
    episode = play(ToyEnv([ends(0.0, won=False, truncated=True)]), RecordingPolicy(), None)
    assert len(episode.turns) == 1 and not episode.success


@pytest.mark.parametrize(
    ("rewards", "outcome"),
    [((0.25, 0.5), 0.75), ((0.75, 0.75), 1.0), ((-1.0, 0.5), 0.0), ((1, np.float32(0)), 1.0)],
)
def test_the_outcome_is_the_sum_of_rewards_within_the_unit_interval(rewards, outcome):
    first, last = rewards
    episode = play(ToyEnv([goes_on(reward=first), ends(last, won=False)]), RecordingPolicy(), None)
    assert episode.status == "ok" and episode.outcome == outcome


@pytest.mark.parametrize(
    ("infos", "score"),
    [(({"task_score": 0.9}, {"task_score": 0.25}), 0.25), (({"task_score": 0.9}, {}), None), (({}, {}), None)],
)
def test_the_score_is_that_of_the_last_step(infos, score):
    """Whatever was paid: here nothing."""
    answers = [
        (Observation("x"), 0.0, False, is_end, {"won": False, **info})
        for is_end, info in zip((False, True), infos, strict=True)
    ]
    episode = play(ToyEnv(answers), RecordingPolicy(), None)
    assert (episode.status, episode.outcome, episode.score) == ("ok", 0.0, score)


def test_a_length_stop_is_kept_as_sampled():
    episode = play(ToyEnv([ends()]), RecordingPolicy(act="look at the desk"), None, settings(act_tokens=2))
    [act] = episode.stage_segments("act")
    assert act.finish_reason == "length" and len(act.response_ids) == 2 and act.text == "look at"


@pytest.mark.parametrize(
    ("answer", "declined", "is_valid"), [("none", True, True), ("nonsense", False, False), ("", False, False)]
)
def test_declined_and_invalid_distillations_store_nothing(answer, declined, is_valid):
    episode = play(ToyEnv([ends()]), RecordingPolicy(distill=answer), None)
    assert episode.draft is None and episode.declined is declined
    assert episode.segments[-1].valid is is_valid


def test_the_raw_ablation_keeps_the_trajectory():
    how = settings(AgentConfig(profile="compact", distillation="raw", selection="similarity"))
    library = ToyLibrary(skills(0.9, 0.1))
    episode = play(ToyEnv([goes_on("cold"), ends()]), RecordingPolicy(), library, how)
    assert library.asked == [("put the egg on the desk", True)] and episode.used.id == "k0"
    assert stages_of(episode) == ["act", "act"]
    assert episode.draft.description == "put the egg on the desk"
    assert episode.draft.strategy == "look : you see a desk | look : cold"


class Hostile(Exception):
    def __str__(self):
        raise RuntimeError("no text")


BAD_STEPS = {
    # Nobody pressed Ctrl-C, nor cancelled anything: an environment raised it.
    "interrupts": KeyboardInterrupt(),
    "closes": GeneratorExit(),
    "cancels": asyncio.CancelledError(),
    "exits": SystemExit(0),
    "raises without a text": Hostile(),
    "reward no float can hold": (Observation("x"), 10**400, False, False, {}),
    "score above 1": (Observation("x"), 0.0, False, False, {"task_score": 7}),
    "score no number": (Observation("x"), 0.0, False, False, {"task_score": "good"}),
    "score not a number": (Observation("x"), 0.0, False, False, {"task_score": math.nan}),
    "neither won nor lost": (Observation("x"), 1.0, True, False, {}),
    "odd won": (Observation("x"), 0.0, False, False, {"won": np.zeros(2)}),
    "one text for a list": (Observation("x", "look"), 0.0, False, False, {}),
    "raises": ValueError("boom"),
    "faults": EnvironmentFault("engine gone"),
    "too short": (Observation("x"), 0.0),
    "nothing": None,
    "text": "you see a desk",
    "no observation": ("text", 0.0, False, False, {}),
    "numbered text": (Observation(5), 0.0, False, False, {}),
    "nan": (Observation("x"), math.nan, False, False, {}),
    "infinite": (Observation("x"), math.inf, False, False, {}),
    "reward text": (Observation("x"), "1", False, False, {}),
    "reward none": (Observation("x"), None, False, False, {}),
    "no info": (Observation("x"), 0.0, False, False, None),
    "odd flags": (Observation("x"), 0.0, np.zeros(2), False, {}),
    "odd actions": (Observation("x", (1, 2)), 0.0, False, False, {}),
    "odd list": (Observation("x", 7), 0.0, False, False, {}),
    "long text": (Observation("a" * (MOST_CHARS + 1)), 0.0, False, False, {}),
    "long action": (Observation("a", ("b" * (MOST_CHARS + 1),)), 0.0, False, False, {}),
    "long list": (Observation("a", ("b" * (MOST_CHARS // 2), "c" * (MOST_CHARS // 2 + 1))), 0.0, False, False, {}),
}


@pytest.mark.parametrize("bad", BAD_STEPS.values(), ids=BAD_STEPS.keys())
def test_a_broken_step_is_an_error_never_a_zero_reward_nor_a_crash(bad):
    episode = play(ToyEnv([goes_on(), bad]), RecordingPolicy(), None)
    assert episode.status == "error" and not episode.ok
    assert episode.error.startswith("EnvironmentFault: step('look') failed: ") and episode.segments == ()
    assert len(episode.error) < 500


@pytest.mark.parametrize(
    "bad", [OSError("no file"), None, "text", ("text", {}), Observation(None), Observation("x", 3)]
)
def test_a_broken_reset_is_an_error(bad):
    episode = play(ToyEnv([ends()], start=bad), RecordingPolicy(), None)
    assert episode.status == "error" and "reset of task toy/train/0" in episode.error


def test_an_environment_may_lack_its_task():
    class Bare(ToyEnv):
        task = property(doc="set by nobody", fset=lambda self, task: None)

    assert play(Bare([goes_on(), ends()]), RecordingPolicy(), None).ok


def test_half_characters_reach_no_tokenizer_and_no_file():
    half = "caf\udce9"  # how os.fsdecode spells a byte that is no UTF-8
    step = (Observation(half, ("open " + half,)), 0.0, False, False, {"won": False})
    policy = RecordingPolicy()
    episode = play(ToyEnv([step, ends()], start=Observation(half, None)), policy, None)
    assert [turn.observation for turn in episode.turns] == ["caf?", "caf?"]
    assert all(prompt.isascii() for _, prompt in policy.prompts)
    lost = play(ToyEnv([OSError(half * 10_000)]), RecordingPolicy(), None)
    assert lost.error.isascii() and len(lost.error) < 3000


def test_an_error_of_the_policy_is_raised():
    def fail(view):
        raise RuntimeError("engine died")

    with pytest.raises(RuntimeError, match="engine died"):
        play(ToyEnv([ends()]), RecordingPolicy(act=fail), None)


@pytest.mark.parametrize("learns", [True, False])
def test_a_prompt_that_a_servers_filter_refuses_ends_its_episode_alone(learns):
    """It would be refused at each resume, too."""

    def fail(view):
        raise PromptFilteredError("refused for its content")

    played = play(ToyEnv([ends()]), RecordingPolicy(act=fail), None, replace(settings(), learns=learns))
    assert (played.status, played.error) == ("error", "PromptFilteredError: refused for its content")


def test_a_call_without_an_answer_ends_an_episode_of_an_evaluation_and_a_training():
    def fail(view):
        raise UnansweredError("no answer within 3 s")

    with pytest.raises(UnansweredError):
        play(ToyEnv([ends()]), RecordingPolicy(act=fail), None)
    played = play(ToyEnv([ends()]), RecordingPolicy(act=fail), None, replace(settings(), learns=False))
    assert (played.status, played.error) == ("error", "UnansweredError: no answer within 3 s")
