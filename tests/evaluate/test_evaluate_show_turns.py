"""``skill1 rollout`` of a GiGPO configuration shows what training adds to each turn; frozen policies have no credit."""

import io
from dataclasses import replace
from functools import partial

import pytest
from rich.console import Console

from skill1.agent.profile import load_profile
from skill1.config.load import load_config
from skill1.credit.grpo import return_advantages, step_advantages
from skill1.credit.rules import UTILISATION, Utilisation, by_outcome
from skill1.env.registry import make_suite
from skill1.evaluate.show import credited_scene, explain
from skill1.evaluate.show_text import _edit, _select_lines, _written, print_rollout
from skill1.methods import make_recipe
from skill1.policy.scripted import ScriptedPolicy
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller
from skill1.rollout.settings import play_settings
from skill1.schema import Segment


@pytest.fixture(scope="module")
def group(folder):
    """Four episodes of a task by an erring expert, some of which succeed."""
    config = load_config("household/gigpo")
    suite = make_suite(config.env)
    roller = Roller(
        suite.make,
        ScriptedPolicy(Tokens.load(folder), suite.expert(None, "sloppy", 0).answer),
        make_recipe(config),
        load_profile("compact"),
        play_settings(config, is_training=True),
        concurrency=16,
    )
    groups = roller.play_groups(suite.tasks("train")[:12], None, seed=0, step=1, group_size=4)
    return next(g for g in groups if len({e.outcome for e in g.episodes}) == 2)


def shown(name, group, folder, *overrides):
    config = load_config(name, overrides)
    scene = credited_scene(config, make_recipe(config), Tokens.load(folder), group, None, 1)
    facts = explain(scene)
    console = Console(file=io.StringIO(), width=200)
    print_rollout(facts, console)
    return scene, facts["credit"], console.file.getvalue()


def test_the_leave_one_out_advantage_shown_is_the_one_trained_on(group, folder):
    scene, credit, text = shown("household/grpo", group, folder, "--credit.utilisation=rloo")
    assert credit["stages"]["act"]["advantage"] == pytest.approx(scene.credited["act"].advantage)
    assert f"advantage {scene.credited['act'].advantage:+.3f}" in text


def test_of_discounted_returns_the_first_turns_advantage_is_shown(group, folder):
    scene, _, text = shown("household/grpo", group, folder, "--credit.utilisation=discounted")
    first = return_advantages(group, scene.config.credit.gigpo_gamma)[scene.episode.id][0]
    assert scene.credited["act"].advantage == first and f"the first turn's advantage is {first:+.3f}" in " ".join(
        text.split()
    )


@pytest.mark.parametrize(
    ("normaliser", "told"),
    [
        ("mean_std", "the query shares the advantage of acting."),
        ("own", "the query gets the advantage of its outcome against the group's."),
        ("discounted", "the query gets the advantage of its outcome against the group's."),
    ],
)
def test_the_query_shares_the_advantage_of_acting_where_that_is_the_outcomes(normaliser, told):
    (line,) = _select_lines({"baseline_u": 0.5}, {"normaliser": normaliser})
    assert line.endswith(told)


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
    assert (credit["act"]["normaliser"], credit["act"]["advantage"]) == ("own", 2.0)
    assert "use: a rule of its own gives +2.000; the group had" in text
    assert "standard deviation" not in text and "nothing tells them apart" not in text


@pytest.mark.parametrize("method", ["grpo", "retroagent"])
@pytest.mark.parametrize("rule", UTILISATION.built_in)
def test_what_comes_with_skill1_has_its_formula(group, folder, method, rule):
    _, credit, text = shown(f"household/{method}", group, folder, f"--credit.utilisation={rule}")
    assert credit["act"]["normaliser"] != "own" and "of its own" not in text


@pytest.mark.parametrize("normaliser", ["mean", "leave_one_out"])
def test_a_rule_that_divides_otherwise_is_shown_with_its_own_numbers(group, folder, monkeypatch, normaliser):
    rule = Utilisation(partial(by_outcome, normaliser=normaliser), lambda config: normaliser)
    monkeypatch.setitem(UTILISATION.built_in, "episode", rule)
    scene, _, text = shown("household/grpo", group, folder)
    assert f"advantage {scene.credited['act'].advantage:+.3f}" in text and "standard deviation" not in text


def test_a_reflection_that_is_not_trained_has_no_line_of_credit(group, folder):
    """Skill1's rules for distilling say nothing of a method that has its own."""
    written = Segment("distill", 0, (1,), (2,), (-0.5,), "stop", "when oak do egg", True, 0, 0)
    reflected = [replace(e, segments=(*e.segments, written)) for e in group.episodes]
    _, credit, text = shown("household/retroagent", replace(group, episodes=tuple(reflected)), folder)
    assert "distill" not in credit and "R^distill" not in text


def test_a_penalty_that_all_share_is_deducted_once(group, folder):
    alike = replace(group, episodes=tuple(replace(e, outcome=1.0, penalty=0.5) for e in group.episodes))
    _, _, text = shown("household/grpo", alike, folder)
    assert "all episodes of the group had return 0.5, here r − penalty 0.500: nothing tells them apart" in text
    alike = replace(group, episodes=tuple(replace(e, outcome=1.0, penalty=0.0) for e in group.episodes))
    _, _, text = shown("household/grpo", alike, folder)
    assert "all episodes of the group had return 1: nothing tells them apart" in text


def test_a_reflection_is_no_skill_that_was_declined(group, folder):
    written = Segment("distill", 0, (1,), (2,), (-0.5,), "stop", "look into the fridge", True, 0, 0)
    failed = [
        replace(e, segments=(*e.segments, written), success=False, outcome=0.0, draft=None) for e in group.episodes
    ]
    _, _, text = shown("household/reflexion", replace(group, episodes=tuple(failed)), folder)
    assert "Distil" in text and "declined" not in text
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


@pytest.mark.parametrize("normaliser", ["mean_std", "mean"])
def test_the_turns_shown_are_those_trained_on(group, folder, normaliser):
    scene, credit, text = shown("household/gigpo", group, folder, f"--credit.gigpo_normalise={normaliser}")
    added = step_advantages(group, scene.config.credit)[scene.episode.id]
    turns = credit["act"]["turns"]
    assert [turn["advantage"] for turn in turns] == list(added) and any(added)
    assert [turn["advantage"] == 0 for turn in turns if turn["anchor_group"] == 1].count(False) == 0
    first = [e.turns[0].observation for e in group.survivors]
    seen = [t.observation for e in group.survivors for t in e.turns]
    assert turns[0]["anchor_group"] == seen.count(scene.episode.turns[0].observation) >= len(first)
    assert turns[-1]["return"] == scene.episode.turns[-1].reward
    assert f"turn 1: return {turns[0]['return']:.3f} among {turns[0]['anchor_group']}" in text
    assert ("standard deviation" in text) == (normaliser == "mean_std")
    returns = credit["act"]["returns"]
    scale = credit["act"]["std"] if normaliser == "mean_std" else 1.0
    own = (scene.episode.outcome - sum(returns) / len(returns)) / scale
    assert credit["stages"]["act"]["advantage"] == pytest.approx(own, abs=1e-5)


def test_without_gigpo_no_turn_is_shown(group, folder):
    _, credit, text = shown("household/grpo", group, folder)
    assert "turns" not in credit["act"] and "gigpo" not in text


def test_a_method_that_trains_nothing_has_no_credit(group, folder):
    _, credit, text = shown("household/zero_shot", group, folder)
    assert credit["stages"] == {} and "ended in success" in text
