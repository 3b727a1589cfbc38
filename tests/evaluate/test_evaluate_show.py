"""``skill1 rollout`` shows of every rule of credit what training makes of it; frozen policies have no credit."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from skill1.config.load import load_config
from skill1.credit.grpo import return_advantages, step_advantages, utilisation
from skill1.credit.rules import UTILISATION, Utilisation, by_outcome
from skill1.env.registry import make_suite
from skill1.evaluate.show import credited_scene, explain
from skill1.evaluate.show_text import _edit, _written, print_rollout
from skill1.methods import make_recipe
from skill1.policy.scripted import ScriptedPolicy
from skill1.policy.tokens import Tokens
from skill1.schema import Segment
from tests.rollout.rollers import roller


@pytest.fixture(scope="module")
def group(folder):
    """Four episodes of a task by an erring expert, some of which succeed."""
    config = load_config("household/gigpo")
    suite = make_suite(config.env)
    policy = ScriptedPolicy(Tokens.load(folder), suite.expert(None, "sloppy", 0).answer)
    player = roller(config, policy, suite=suite, rows=16)
    groups = player.play_groups(suite.tasks("train")[:12], None, seed=0, step=1, group_size=4)
    return next(g for g in groups if len({e.outcome for e in g.episodes}) == 2)


def shown(name, group, folder, *overrides):
    config = load_config(name, overrides)
    scene = credited_scene(config, make_recipe(config), Tokens.load(folder), group, None, 1)
    facts = explain(scene)
    console = Console(file=io.StringIO(), width=200)
    print_rollout(facts, console)
    return scene, facts["credit"], console.file.getvalue()


@pytest.mark.parametrize(("rule", "normaliser"), [("episode", "mean_std"), ("rloo", "leave_one_out")])
def test_the_advantage_shown_is_the_one_trained_on(group, folder, rule, normaliser):
    scene, credit, text = shown("household/grpo", group, folder, f"--credit.utilisation={rule}")
    trained_on = utilisation(group, normaliser)[scene.episode.id]
    assert credit["act"]["advantage"] == credit["stages"]["act"]["advantage"] == trained_on
    assert "turns" not in credit["act"] and f"{trained_on:+.3f}" in text
    # Only Eq. 12 is a quotient of the numbers shown.
    assert ("advantage = (" in text) == (rule == "episode")


@pytest.mark.parametrize("rule", ["gigpo", "discounted"])
def test_of_rules_that_credit_turns_each_turn_is_shown(group, folder, rule):
    scene, credit, text = shown("household/grpo", group, folder, f"--credit.utilisation={rule}")
    config, name = scene.config.credit, scene.episode.id
    if rule == "discounted":
        expected = return_advantages(group, config.gigpo_gamma)[name]
    else:
        expected = [utilisation(group)[name] + added for added in step_advantages(group, config)[name]]
    assert credit["act"]["turns"] == pytest.approx(list(expected))
    assert f"advantage of each turn: {expected[0]:+.3f} {expected[1]:+.3f}" in " ".join(text.split())


def test_the_advantage_of_a_single_turn_has_the_turns_own_part(group, folder):
    def first_of(episode):
        acted = [part for part in episode.segments if part.stage == "act"]
        turn = replace(episode.turns[0], reward=episode.outcome)
        return replace(episode, turns=(turn,), segments=tuple(acted[:1]))

    short = replace(group, episodes=tuple(map(first_of, group.episodes)))
    scene, credit, text = shown("household/gigpo", short, folder)
    (own,) = step_advantages(short, scene.config.credit)[scene.episode.id]
    assert own and credit["act"]["advantage"] == utilisation(short)[scene.episode.id] + own
    assert f"advantage = {credit['act']['advantage']:+.3f}" in text


@pytest.fixture
def own_rule(monkeypatch):
    """In the place of the rule `episode`: every action gets 2, whatever the others of the group did."""
    rule = Utilisation(
        lambda facts, config: [replace(c, advantage=2.0) for c in by_outcome(facts, config)],
        lambda config: "mean_std",
    )
    monkeypatch.setitem(UTILISATION.built_in, "episode", rule)


@pytest.mark.parametrize("outcomes", ["as they are", "all alike"])
def test_of_a_rule_of_its_own_no_formula_is_shown(group, folder, own_rule, outcomes):
    if outcomes == "all alike":  # Eq. 12 would give 0
        group = replace(group, episodes=tuple(replace(e, outcome=1.0) for e in group.episodes))
    _, credit, text = shown("household/grpo", group, folder)
    assert credit["act"]["advantage"] == 2.0 and "advantage = +2.000" in text
    assert "nothing tells them apart" not in text


def test_a_group_of_equal_returns_is_told_with_its_penalty(group, folder):
    alike = replace(group, episodes=tuple(replace(e, outcome=1.0, penalty=0.5) for e in group.episodes))
    _, _, text = shown("household/grpo", alike, folder)
    assert "all episodes of the group had return 0.5: nothing tells them apart" in text


@pytest.mark.parametrize("method", ["reflexion", "retroagent"])
def test_a_reflection_is_neither_a_skill_nor_credited_as_one(group, folder, method):
    """Skill1's rules for distilling say nothing of a method that has its own."""
    written = Segment("distill", 0, (1,), (2,), (-0.5,), "stop", "look into the fridge", True, 0, 0)
    reflected = [replace(e, segments=(*e.segments, written), draft=None) for e in group.episodes]
    _, credit, text = shown(f"household/{method}", replace(group, episodes=tuple(reflected)), folder)
    assert "distill" not in credit and "R^distill" not in text and "declined" not in text and "Distil" in text


def test_a_policy_that_declined_is_told_to_have():
    console = Console(file=io.StringIO(), width=200)
    _written({"draft": None, "library": {"declined": True}}, console)
    assert "it declined, as nothing was worth keeping" in console.file.getvalue()


@pytest.mark.parametrize(
    ("is_success", "admission", "told"),
    [
        (False, "successes", "only texts from successful episodes are"),
        (False, "all", "it is banned, or nothing is left of it after cleaning"),
        (True, "successes", "it is banned, or nothing is left of it after cleaning"),
    ],
)
def test_why_a_text_is_not_stored(is_success, admission, told):
    facts = {"success": is_success, "library": {"edit": "rejected", "admission": admission}}
    assert _edit(facts) == f"the text is not stored: {told}"


def test_a_method_that_trains_nothing_has_no_credit(group, folder):
    _, credit, text = shown("household/zero_shot", group, folder)
    assert credit["stages"] == {} and "ended in success" in text and "advantage =" not in text
