"""Every recorded episode of the original, replayed: no difference allowed (``tests/golden/webshop/README.md``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pytest

from skill1.schema import Observation, Task
from skill1_envs.webshop.env import SEARCH_ACTION, Shop, WebshopEnv
from skill1_envs.webshop.search import SearchIndex
from skill1_envs.webshop.simulator.catalogue import Catalogue
from skill1_envs.webshop.simulator.goals import Goal
from skill1_envs.webshop.simulator.reward import Nouns
from tests.webshop.conftest import recorded

LONGEST = 100  # steps; no recorded episode is near


@pytest.fixture(scope="module")
def make_env(
    recorded_catalogue: Catalogue,
    recorded_index: SearchIndex,
    people_goals: Sequence[Goal],
    product_goals: Sequence[Goal],
    recorded_nouns: Nouns,
) -> Callable[[Mapping[str, Any]], WebshopEnv]:
    """Makes the environment of a recorded episode."""
    shops = {
        mode: Shop(recorded_catalogue, recorded_index, recorded_nouns, mode) for mode in ("text", "text_rich")
    }
    goals = {"human": people_goals, "synthetic": product_goals}

    def make(episode: Mapping[str, Any]) -> WebshopEnv:
        goal = goals[episode["goals"]][episode["goal_index"]]
        task = Task(f"webshop/test/{goal.index}", "webshop", "test", 0, goal.instruction_text, goal.category)
        return WebshopEnv(shops[episode["mode"]], [task], [goal], LONGEST)

    return make


def available(observation: Observation) -> dict[str, Any]:
    """Admissible actions as the original lists them."""
    has_bar = observation.admissible[:1] == (SEARCH_ACTION,)
    clicks = observation.admissible[has_bar:]
    return {"has_search_bar": has_bar, "clickables": [click.removeprefix("click[")[:-1] for click in clicks]}


def differences(env: WebshopEnv, episode: Mapping[str, Any]) -> Iterator[str]:
    observation = env.reset(task_index=0)
    if observation.text != episode["initial_observation"]:
        yield f"start: {observation.text!r}"
    if available(observation) != episode["initial_available_actions"]:
        yield f"start: {observation.admissible}"
    for number, step in enumerate(episode["steps"]):
        observation, reward, terminated, _, info = env.step(step["action"])
        got = {
            "observation": observation.text,
            "reward": reward,
            "done": terminated,
            "available_actions": available(observation),
            "reward_info": info.get("reward_info"),
        }
        expected = {key: step.get(key) for key in got}
        for key in got:
            if got[key] != expected[key]:
                yield f"step {number}, {step['action']!r}, {key}: {got[key]!r}, expected {expected[key]!r}"


@pytest.mark.parametrize(
    ("name", "episodes", "steps", "purchases"), [("text", 300, 3090, 198), ("text_rich", 60, 599, 40)]
)
def test_every_recorded_episode(make_env, name: str, episodes: int, steps: int, purchases: int) -> None:
    listed = recorded(f"transcripts_{name}.jsonl")
    found = [fault for episode in listed for fault in differences(make_env(episode), episode)]
    assert not found, f"{len(found)} differences; the first: {found[0]}"
    all_steps = [step for episode in listed for step in episode["steps"]]
    assert (len(listed), len(all_steps), sum(step["done"] for step in all_steps)) == (episodes, steps, purchases)


def test_a_wrong_step_would_be_seen(make_env) -> None:
    """The comparison is no rubber stamp: each recorded fact, once changed, is reported."""
    episode = recorded("transcripts_text.jsonl")[0]
    last = episode["steps"][-1]
    assert last["done"]
    wrong = {"observation": "x", "reward": 0.5, "done": False, "available_actions": {}, "reward_info": {}}
    for key, value in wrong.items():
        changed = episode | {"steps": [*episode["steps"][:-1], last | {key: value}]}
        assert len(list(differences(make_env(changed), changed))) == 1
