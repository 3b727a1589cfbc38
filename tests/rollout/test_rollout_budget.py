"""Prompts over budget lose the oldest history first, never task, skill or present observation, and are counted."""

import pytest

from skill1.config import AgentConfig
from tests.rollout.fakes import RecordingPolicy, ToyEnv, ToyLibrary, ends, goes_on, play, settings, skills

TURNS = 8
CHAT = AgentConfig(profile="generic", history_window=50)


def long_env() -> ToyEnv:
    """Every observation has its own mark and 20 words."""
    return ToyEnv([*(goes_on(f"mark{i} " + "word " * 20) for i in range(1, TURNS)), ends()])


def chat_policy() -> RecordingPolicy:
    return RecordingPolicy(act="<action>look</action>", query="egg</query>")


def play_long(budget: int, agent: AgentConfig = CHAT):
    policy = chat_policy() if agent.profile == "generic" else RecordingPolicy()
    how = settings(agent, budget=budget, max_steps=TURNS)
    return play(long_env(), policy, ToyLibrary(skills(0.9)), how), policy


def playing(episode) -> list:
    """The segments that show turns."""
    return [segment for segment in episode.segments if segment.stage in ("act", "distill")]


@pytest.mark.parametrize(
    ("agent", "told"),
    [(CHAT, "earlier steps are left out"), (AgentConfig(profile="compact"), "done . result success . skill :")],
    ids=["chat", "compact"],
)
def test_prompts_lose_the_oldest_turns_and_neither_task_nor_skill_nor_what_is_seen(agent, told):
    whole, _ = play_long(10_000, agent)
    lengths = [len(s.prompt_ids) for s in playing(whole)]
    assert lengths == sorted(lengths) and whole.prompt_shortened == 0 and len(lengths) == TURNS + 1
    budget = lengths[4]  # fits five turns to the token
    short, policy = play_long(budget, agent)
    assert short.ok and max(len(s.prompt_ids) for s in short.segments) <= budget
    assert short.prompt_shortened == sum(length > budget for length in lengths)
    for turn, prompt in enumerate(policy.prompts_of("act")):
        assert "put the egg on the desk" in prompt and "strategy0 works" in prompt
        assert ("you see a desk" if turn == 0 else f"mark{turn} ") in prompt
    last = policy.prompts_of("act")[-1]
    shown = [i for i in range(1, TURNS) if f"mark{i} " in last]
    assert shown == list(range(shown[0], TURNS)) and shown[0] > 1  # an unbroken run up to now
    [distill] = policy.prompts_of("distill")
    assert told in distill and "put the egg on the desk" in distill


def test_the_history_window_limits_act_prompts_without_counting_as_shortened():
    episode, policy = play_long(10_000, AgentConfig(profile="generic", history_window=2))
    last = policy.prompts_of("act")[-1]
    assert [i for i in range(1, TURNS) if f"mark{i} " in last] == [5, 6, 7]  # two past turns and the present
    assert episode.prompt_shortened == 0


@pytest.mark.parametrize("profile", ["generic", "compact"])
def test_a_prompt_that_cannot_fit_ends_the_episode_in_an_error(profile):
    how = settings(AgentConfig(profile=profile), budget=12)
    episode = play(long_env(), chat_policy(), None, how)
    assert episode.status == "error" and "more than model.max_prompt_tokens = 12" in episode.error


def rows_of(episode) -> int:
    """Prompts of playing that do not continue what was fed and answered before."""
    fed, rows = (), 0
    for segment in playing(episode):
        rows += segment.prompt_ids[: len(fed)] != fed or not fed
        fed = segment.prompt_ids + segment.response_ids
    return rows


def test_a_conversation_over_budget_makes_room_for_several_turns_at_once():
    def run(budget):
        how = settings(AgentConfig(profile="compact"), budget=budget, max_steps=6 * TURNS)
        steps = (goes_on(f"mark{i}") for i in range(1, 6 * TURNS))
        return play(ToyEnv([*steps, ends()]), RecordingPolicy(), None, how)

    whole = run(10_000)
    lengths = [len(s.prompt_ids) for s in playing(whole)]
    assert rows_of(whole) == 1
    budget = lengths[-5]
    short = run(budget)
    assert short.prompt_shortened == sum(length > budget for length in lengths) == 4
    assert rows_of(short) == 2  # one drop of an eighth made room for the rest


def test_the_models_positions_less_the_answer_limit_the_prompt_too():
    whole, _ = play_long(10_000)
    lengths = [len(s.prompt_ids) for s in whole.stage_segments("act")]
    policy = chat_policy()
    policy.max_positions = lengths[4] + 5 + 40
    limits = {f"{stage}_tokens": 40 for stage in ("query", "rerank", "act", "distill")}
    how = settings(CHAT, budget=10_000, max_steps=TURNS, **limits)
    short = play(long_env(), policy, ToyLibrary(skills(0.9)), how)
    assert short.ok and short.prompt_shortened > 0
    assert max(len(s.prompt_ids) for s in short.segments) <= lengths[4] + 5
    for positions, left in ((50, 10), (30, 0)):
        policy.max_positions = positions
        broken = play(long_env(), policy, None, how)
        told = f"more than the {left} that the model's {positions} positions leave"
        assert broken.status == "error" and told in broken.error
