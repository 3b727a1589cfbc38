"""The environment contract: budgets, endings, faults, garbage; and the suite around it."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.config import EnvConfig
from skill1.env.protocol import TextEnv
from skill1.errors import ConfigError, EnvironmentFault
from skill1_envs.household import HouseholdSuite, world
from skill1_envs.household.world import Chore

SUITE = HouseholdSuite(EnvConfig())


def solution(chore: Chore) -> list[str]:
    """The shortest way for one who knows the facts."""
    home, request = chore
    actions = [f"open {home.spots[request.kind]}"] + [f"take {request.item}"] * request.needed
    if request.type in world.OPERATIONS:
        actions.append(f"{request.type} {home.appliances[request.type]}")
    return actions if request.type == "examine" else [*actions, f"put on {request.goal}"]


@pytest.mark.parametrize("split", ["train", "seen", "heldout", "heldout_dev", "demo:3:1"])
def test_every_task_is_won_in_the_optimum_with_two_to_spare(split: str) -> None:
    env = SUITE.make(split)
    for task in SUITE.tasks(split):
        assert env.reset(task_index=task.index).text == "start" and env.task is task
        actions = solution(env.chore)
        assert len(actions) == world.OPTIMUM[task.type] == env.limit - 2
        results = [env.step(action) for action in actions]
        assert all(result[1:] == (0.0, False, False, {"won": False}) for result in results[:-1])
        assert results[-1][0].text.startswith("solved")
        assert results[-1][1:] == (1.0, True, False, {"won": True})


def test_truncated_at_the_limit_and_refused_after() -> None:
    env = SUITE.make("train")
    env.reset(task_index=0)
    endings = [env.step("look around")[2:4] for _ in range(env.limit)]
    assert endings == [(False, False)] * (env.limit - 1) + [(False, True)]
    with pytest.raises(EnvironmentFault, match="reset"):
        env.step("open box")


def test_winning_on_the_last_step_is_no_truncation() -> None:
    env = SUITE.make("train")
    env.reset(task_index=0)
    results = [env.step(action) for action in ["wait", "wait", *solution(env.chore)]]
    assert results[-1][1:4] == (1.0, True, False)


def test_max_steps_only_lowers_the_budget() -> None:
    for max_steps, expected in [(2, 2), (50, world.OPTIMUM[SUITE.tasks("train")[0].type] + 2)]:
        env = HouseholdSuite(EnvConfig(max_steps=max_steps)).make("train")
        env.reset(task_index=0)
        assert env.limit == expected
    assert isinstance(env, TextEnv)


def test_faults_before_reset_after_close_and_out_of_range() -> None:
    env = SUITE.make("seen")
    with pytest.raises(EnvironmentFault):
        env.step("open box")
    for index in (-1, 432):
        with pytest.raises(EnvironmentFault, match="0 to 431"):
            env.reset(task_index=index)
    env.reset(task_index=1)
    env.close()
    env.close()
    with pytest.raises(EnvironmentFault):
        env.step("open box")


def test_reset_by_seed_in_order_and_pickle() -> None:
    env = SUITE.make("seen")
    first = [env.reset() and env.task.index for _ in range(3)]
    assert first == [0, 1, 2]
    drawn = [env.reset(seed=seed) and env.task.index for seed in range(50)]
    assert drawn == [env.reset(seed=seed) and env.task.index for seed in range(50)] and len(set(drawn)) > 30
    env.reset(task_index=7)
    copy = pickle.loads(pickle.dumps(env))
    for action in solution(env.chore):
        assert env.step(action) == copy.step(action)


def is_solved(chore: Chore, actions: list[str]) -> bool:
    """Slow oracle: looks backwards for what the last command needs instead of keeping a state."""
    home, request = chore
    spot, done = None, []
    for action in actions:
        if action.startswith("open "):
            spot = action[5:]
        if action == f"take {request.item}" and spot == home.spots[request.kind]:
            done.append("take")
        elif action == f"{request.type} {home.appliances.get(request.type)}" and "take" in done:
            done.append("operate")
    if request.type == "examine":
        return "operate" in done
    operated = request.type in ("put", "two") or "operate" in done
    return operated and done.count("take") >= request.needed and actions[-1] == f"put on {request.goal}"


VERBS = ["open", "take", "put", *world.OPERATIONS]
ALL_COMMANDS = [f"{verb} {word}" for verb in VERBS for word in world.vocabulary()]


@settings(max_examples=400)
@given(st.integers(0, 3599), st.data())
def test_whatever_is_typed_wins_exactly_when_the_oracle_says(index: int, data: st.DataObject) -> None:
    env = SUITE.make("train")
    env.reset(task_index=index)
    likely = solution(env.chore)
    actions: list[str] = []
    ended = False
    while not ended:
        near = likely[min(len(actions), len(likely) - 1)]
        usual = st.sampled_from([near, near, *likely, "open box", "nonsense"])
        action = data.draw(st.one_of(usual, usual, st.sampled_from(ALL_COMMANDS), st.text()))
        actions.append(" ".join(action.split()))
        observation, reward, terminated, truncated, _ = env.step(action)
        assert isinstance(observation.text, str)
        assert terminated == bool(reward) == is_solved(env.chore, actions)
        ended = terminated or truncated
        assert truncated == (len(actions) == env.limit and not terminated)


def test_suite_lists_and_refuses() -> None:
    assert dict(SUITE.splits()) == {"train": 3600, "seen": 432, "heldout": 1152, "heldout_dev": 1152}
    assert SUITE.name == "household"
    for call in (lambda: SUITE.expert(None, "genius"), lambda: SUITE.demo_worlds("genius", 1, 0)):
        with pytest.raises(ConfigError, match="oracle, sloppy"):
            call()


def test_every_text_is_made_of_vocabulary_words() -> None:
    words = set(SUITE.vocabulary())
    for split in SUITE.splits():
        env = SUITE.make(split)
        for task in SUITE.tasks(split):
            texts = [task.instruction, env.reset(task_index=task.index).text]
            for action in solution(env.chore):
                observation = env.step(action)[0]
                texts += [action, observation.text, *observation.admissible]
            assert set(" ".join(texts).split()) <= words
