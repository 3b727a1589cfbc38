"""Control episodes: they count for acting, and for nothing else."""

import math
from dataclasses import replace

import pytest
from credit_records import EXACT, Trends, advantages_of, episode, group, skill

from skill1.config import CreditConfig, LibraryConfig, Skill1Config
from skill1.credit.credit import StepFacts, by_episode
from skill1.credit.rows import weighed
from skill1.credit.skill1 import (
    remember,
    selecting,
    selection_advantages,
    trend_values,
    uplift_advantages,
    variation_advantages,
)
from skill1.methods import make_recipe

CHOSEN = {"query": [3], "rerank": [1], "act": [2, 2], "distill": [6]}
WITHHELD = {"query": [3], "rerank": [1], "act": [2, 2]}
SPREAD = math.sqrt(1 / 3)  # standard deviation of (1, 0, 0), of (1, 0, 0, 1), and of (.5, -.5, -.5)
UTILITIES = {"a": 0.8, "b": 0.2}


def chosen(rollout: int, outcome: float, used: str | None):
    return episode(
        rollout,
        outcome=outcome,
        utilities=(0.5, 0.25),
        ranking=(1, 0),
        used=skill(used, UTILITIES[used]) if used else None,
        tokens=CHOSEN,
    )


def control(rollout: int, outcome: float):
    """It selected b and ranked badly: were it counted, every mean below would be another."""
    played = episode(rollout, outcome=outcome, utilities=(0.9, 0.1), ranking=(1, 0), draft=None, tokens=WITHHELD)
    return replace(played, withheld=skill("b", 0.2))


def four():
    return group(chosen(0, 1.0, "a"), chosen(1, 0.0, "b"), chosen(2, 0.0, None), control(3, 1.0))


def credited(of, **credit):
    config = Skill1Config(credit=CreditConfig(**credit), library=LibraryConfig(encoder="hashing"))
    credits, _ = make_recipe(config).credit(StepFacts([of], 5, Trends(**UTILITIES), {}, ()))
    return credits


def test_uplift_by_hand():
    # Controls won 1 and 0, mean .5; those with a skill won 1 and 0: +.5 / .3 and -.5 / .3; controls have none
    members = [chosen(0, 1.0, "a"), chosen(1, 0.0, "b"), control(2, 1.0), control(3, 0.0)]
    found = uplift_advantages(group(*members), 0.3)
    assert found == pytest.approx({members[0].id: 0.5 / 0.3, members[1].id: -0.5 / 0.3}, abs=EXACT)
    assert uplift_advantages(group(*members[:2]), 0.3) == {}
    for shift in (0.25, 0.5):  # what the task brings without any skill is no merit of a skill
        moved = [replace(e, outcome=e.outcome * 0.5 + shift) for e in members]
        halved = {name: value / 2 for name, value in found.items()}
        assert uplift_advantages(group(*moved), 0.3) == pytest.approx(halved, abs=EXACT)


def values(credits, stage):
    return [advantages.get(stage) for advantages in advantages_of(credits)]


def test_controls_share_the_baseline_of_acting_and_are_trained_on_it():
    # r = 1, 0, 0, 1: mean .5, deviation sqrt(4 x .25 / 3); without the control the mean would be 1/3
    entries = credited(four())
    share = 0.5 / (SPREAD + 1e-6)
    assert values(entries, "act") == pytest.approx([share, -share, -share, share], abs=EXACT)
    assert set(advantages_of(entries)[3]) == {"act"}


def test_the_query_is_compared_among_those_that_acted_with_what_they_chose():
    # r = 1, 0, 0: mean 1/3, deviation sqrt((4/9 + 1/9 + 1/9) / 2)
    entries = credited(four())
    expected = [2 / 3 / (SPREAD + 1e-6), *[-1 / 3 / (SPREAD + 1e-6)] * 2]
    assert values(entries, "query")[:3] == pytest.approx(expected, abs=EXACT)
    assert values(entries, "query")[3] is None


def test_the_trend_of_a_control_moves_no_mean():
    # U = .8, .2, .5 (no skill): mean .5; / .3. The control's own trend, .5 for no skill, is not among them.
    got = selection_advantages(four(), lambda found: trend_values(found, UTILITIES.__getitem__, 0.5), 0.3)
    assert list(got) == [e.id for e in four().episodes[:3]]
    assert list(got.values()) == pytest.approx([1, -1, 0], abs=EXACT)
    entries = credited(four(), selection="trend")
    assert values(entries, "query") == values(entries, "rerank") == [*got.values(), None]


@pytest.mark.parametrize("selection", ["ndcg", "ndcg_baselined", "none"])
def test_no_ranking_of_a_control_is_credited(selection):
    entries = credited(four(), selection=selection)
    assert values(entries, "rerank")[3] is None
    assert (values(entries, "rerank")[0] is None) == (selection == "none")


def test_variation_is_normalised_without_the_control():
    # r - .5 = .5, -.5, -.5: mean -1/6. The control's would be -1, for it wrote nothing.
    got = variation_advantages(four())
    expected = [2 / 3 / (SPREAD + 1e-6), *[-1 / 3 / (SPREAD + 1e-6)] * 2]
    assert list(got) == [e.id for e in four().episodes[:3]]
    assert list(got.values()) == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("members", [(0, 1, 2, 3), (3,), (1, 3)], ids=["all", "one of four", "two of four"])
def test_groups_of_controls_train_acting_only(members):
    """Fewer than two that acted as chosen have nothing to be compared with."""
    episodes = [control(i, float(i % 2)) if i in members else chosen(i, float(i % 2), "a") for i in range(4)]
    entries = advantages_of(credited(group(*episodes), selection="trend"))
    assert len(entries) == 4 and all("act" in entry for entry in entries)
    assert [set(entries[i]) for i in members] == [{"act"}] * len(members)
    as_chosen = [set(entries[i]) for i in range(4) if i not in members]
    assert as_chosen == [{"query", "rerank", "act", "distill"}] * (4 - len(members))


@pytest.mark.parametrize("selection", ["ndcg", "trend", "matched", "none"])
def test_a_single_episode_that_is_no_control_has_no_selection_credit(selection):
    lonely = group(chosen(0, 1.0, "a"), *(control(i, 0.0) for i in (1, 2, 3)))
    first = advantages_of(credited(lonely, selection=selection))[0]
    assert "query" not in first and "rerank" not in first
    assert first.get("distill") == 0.0  # alone: nothing to differ from
    # r = 1, 0, 0, 0: mean .25, deviation .5
    assert first["act"] == pytest.approx(0.75 / 0.500001, abs=EXACT)


def test_a_control_in_error_is_no_survivor():
    broken = replace(control(3, 0.0), status="error")
    assert selecting(group(chosen(0, 1.0, "a"), broken)) == (chosen(0, 1.0, "a"),)


def test_controls_count_among_the_episodes_of_the_loss():
    # B = 4. As chosen: 3 + 4 tokens of query and act. The control: 4 of act, its query is context.
    weights = [
        {c.segment.stage: c.weight for c in of}
        for of in by_episode(weighed(credited(four()), 4, "equation")).values()
    ]
    assert weights[0]["act"] == weights[0]["query"] == pytest.approx(1 / (4 * 7), abs=EXACT)
    assert weights[3] == {"act": pytest.approx(1 / (4 * 4), abs=EXACT)}


def test_controls_write_nothing_that_could_wait_for_its_worth():
    pending = remember(four(), {}, step=5)
    assert [written.episode for written in pending.written] == [e.id for e in four().episodes[:3]]
    assert remember(group(chosen(0, 1.0, "a"), control(1, 1.0)), {}, step=5) is None
