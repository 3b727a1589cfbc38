"""Intrinsic reward, best rates and advantages of RetroAgent, by hand and by rule."""

import json
import math
from dataclasses import replace
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import AgentConfig, CreditConfig, LibraryConfig, Skill1Config
from skill1.credit.credit import StepFacts
from skill1.methods import make_recipe
from skill1.methods.retroagent.method import reflection_advantages
from skill1.methods.retroagent.progress import Progress, intrinsic, rewarded, success_rate
from skill1.methods.retroagent.reflection import reflection_of
from skill1.methods.retroagent.settings import RetroAgentConfig
from skill1.schema import Episode, EpisodeKey, Group, Segment, Task, Turn

TASK = Task(id="t/0", env="toy", split="train", index=0, instruction="put the egg away", type="put")


def segment(stage, text="", turn=0):
    return Segment(stage, turn, (1, 2), (7, 8), (-0.5, -0.5), "stop", text, True, 0, 0)


def written(done, foretold):
    """A reflection with ``done`` of four subtasks."""
    subtasks = [{"name": str(n), "done": n < done} for n in range(4)]
    return json.dumps({"subtasks": subtasks, "task_success": foretold, "action_lesson": "look in the box"})


def attempt(rollout, *, won, done=0, foretold=None, turns=2, task=TASK, place=0):
    outcome = 1.0 if won else 0.0
    text = written(done, won if foretold is None else foretold)
    acts = tuple(segment("act", turn=n) for n in range(turns))
    return Episode(
        EpisodeKey(0, 1, place, rollout),
        task,
        segments=(*acts, segment("distill", text)),
        turns=tuple(Turn("room", "go", True, outcome if n == turns - 1 else 0.0) for n in range(turns)),
        outcome=outcome,
        success=won,
    )


def read(episode):
    return reflection_of(episode, 200, chat=True)


def facts_of(*groups):
    return SimpleNamespace(groups=groups, episodes=[e for group in groups for e in group.survivors])


def recipe(**own):
    return make_recipe(
        Skill1Config(
            method="retroagent",
            agent=AgentConfig(profile="generic"),
            library=LibraryConfig(encoder="hashing"),
            credit=CreditConfig(utilisation="discounted", gigpo_gamma=0.5),
            retroagent=RetroAgentConfig(**own),
        )
    )


def step(recipe, *groups):
    """What the loop does: the writer first, then the credit."""
    recipe.writer.write(facts_of(*groups))
    credits, _ = recipe.credit(StepFacts(groups, 1, None, {}, ()))
    return {(c.episode, c.segment.stage, c.segment.turn): c for c in credits}


def test_intrinsic_reward_by_hand():
    assert intrinsic(0.75, 0.5) == 0.25
    assert intrinsic(0.25, 0.5) == 0.0


def test_a_step_is_measured_by_the_best_rate_of_before():
    progress = Progress(read)
    first = Group(
        TASK, (attempt(0, won=True), attempt(1, won=False, done=3), attempt(2, won=False), attempt(3, won=False))
    )
    figures = progress.write(facts_of(first))
    assert list(progress.rewards.values()) == [1.0, 0.75, 0.0, 0.0]  # Φ = 0; φ of a success is 1
    assert progress.best == {"t/0": 0.25}
    assert figures == {
        "reflection/progress": 1.75 / 4,
        "reflection/right": 1.0,
        "reflection/intrinsic": 1.75 / 4,
        "reflection/best": 0.0,
    }
    worse = Group(TASK, (attempt(0, won=False, done=1), attempt(1, won=False, done=2, foretold=True)))
    figures = progress.write(facts_of(worse))
    assert list(progress.rewards.values()) == [0.0, 0.25]  # .25 - .25 and .5 - .25
    assert progress.best == {"t/0": 0.25}, "Φ never falls"
    assert figures["reflection/right"] == 0.5 and figures["reflection/best"] == 0.25


def test_groups_of_one_step_with_one_task_have_one_baseline():
    progress = Progress(read)
    groups = [Group(TASK, (attempt(0, won=True, place=n), attempt(1, won=False, place=n))) for n in range(2)]
    progress.write(facts_of(*groups))
    assert list(progress.rewards.values()) == [1.0, 0.0, 1.0, 0.0]


def test_state_goes_through_json():
    progress, again = Progress(read), Progress(read)
    progress.write(facts_of(Group(TASK, (attempt(0, won=True), attempt(1, won=False)))))
    again.restore(json.loads(json.dumps(progress.state())))
    assert again.best == progress.best == {"t/0": 0.5}


def test_errors_and_episodes_without_a_reflection_take_no_part():
    silent = replace(attempt(1, won=True), segments=(segment("act"),))
    lost = replace(attempt(2, won=False), status="error")
    group = Group(TASK, (attempt(0, won=False, done=2), silent, lost))
    progress = Progress(read)
    progress.write(facts_of(group))
    assert list(progress.rewards.values()) == [0.5]
    assert success_rate(group) == 0.5 and success_rate(Group(TASK, (lost,))) == 0.0


def test_the_reward_is_added_to_outcome_and_last_turn():
    group = Group(TASK, (attempt(0, won=True), attempt(1, won=False)))
    paid = rewarded(group, {group.episodes[0].id: 0.5}, 0.1)
    assert paid.episodes[0].outcome == 1.05 and [t.reward for t in paid.episodes[0].turns] == [0.0, 1.05]
    assert paid.episodes[1] is group.episodes[1]


def test_advantages_of_acting_by_hand():
    # Φ = 0, weight .1: R = 1.1 and .05 (two of four subtasks). Returns at γ .5: .55, 1.1 | .025, .05.
    # Mean .43125, deviations .11875, .66875, -.40625, -.38125, squares .77172, std sqrt(.77172 / 3) = .50719.
    group = Group(TASK, (attempt(0, won=True), attempt(1, won=False, done=2)))
    found = step(recipe(), group)
    first, second = (e.id for e in group.episodes)
    expected = {(first, 0): 0.2341, (first, 1): 1.3185, (second, 0): -0.8010, (second, 1): -0.7517}
    for (name, turn), value in expected.items():
        assert found[name, "act", turn].total == pytest.approx(value, abs=5e-4)


def test_reflections_by_hand():
    # R_reflect = r·1[right]: 1, 0 (won, foretold a failure), 0, 0 in two groups. Mean .25, std .5: 1.5, then -.5.
    won = Group(TASK, (attempt(0, won=True), attempt(1, won=True, foretold=False)))
    lost = Group(TASK, (attempt(0, won=False, place=1), attempt(1, won=False, place=1)))
    assert list(reflection_advantages([won, lost], read).values()) == pytest.approx(
        [1.5, -0.5, -0.5, -0.5], abs=1e-5
    )
    found = step(recipe(lambda_reflect=0.4), won, lost)
    scales = {c.scale for (_, stage, _), c in found.items() if stage == "distill"}
    assert scales == {0.4}
    assert found[won.episodes[0].id, "distill", 0].advantage == pytest.approx(1.5, abs=1e-5)


def test_reflecting_in_context_is_not_trained():
    group = Group(TASK, (attempt(0, won=True), attempt(1, won=False)))
    assert {stage for _, stage, _ in step(recipe(reflection="in_context"), group)} == {"act"}


def test_without_weight_it_is_plain_credit():
    group = Group(TASK, (attempt(0, won=True), attempt(1, won=False, done=3)))
    plain, _ = make_recipe(
        Skill1Config(method="grpo", credit=CreditConfig(utilisation="discounted", gigpo_gamma=0.5))
    ).credit(StepFacts([group], 1, None, {}, ()))
    found = step(recipe(intrinsic_weight=0.0, reflection="in_context"), group)
    assert list(found.values()) == plain


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 4), st.booleans()), min_size=2, max_size=6))
def test_rewards_are_shares_and_advantages_sum_to_nothing(played):
    group = Group(TASK, tuple(attempt(n, won=w, done=d, foretold=f) for n, (w, d, f) in enumerate(played)))
    made = recipe()
    found = step(made, group)
    assert all(0.0 <= reward <= 1.0 for reward in made.writer.rewards.values())
    for stage in ("act", "distill"):
        assert math.fsum(c.total for (_, s, _), c in found.items() if s == stage) == pytest.approx(0.0, abs=1e-9)
    before = dict(made.writer.best)
    made.writer.write(facts_of(group))
    assert made.writer.best == before, "the same rate again raises nothing"
