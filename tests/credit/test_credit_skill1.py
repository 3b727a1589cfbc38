"""Skill1's split of the outcome: NDCG (Eq. 6, 9), variation (Eq. 7, 10), trend."""

import itertools
import math
from functools import partial

import pytest
from credit_records import EXACT, ROUNDED, Trends, episode, group, skill
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import CreditConfig
from skill1.credit.credit import StepFacts
from skill1.credit.grpo import normalise
from skill1.credit.orders import (
    expected_ndcg,
    mean_of_others,
    orders_of_others,
    plackett_luce_ndcg,
    random_orders,
)
from skill1.credit.rules import SELECTION
from skill1.credit.skill1 import (
    library_baseline,
    matched_values,
    ndcg,
    ranking_advantages,
    rerank_reward,
    selection_advantages,
    trend_values,
    variation,
    variation_advantages,
)

gains = st.lists(st.floats(0, 1, allow_subnormal=False), min_size=1, max_size=5)
TOKENS = {"query": [3], "rerank": [1], "act": [2]}


def test_ndcg_by_hand():
    # order (.5, .9): DCG .5/log2(2) + .9/log2(3) = .5 + .9/1.58496 = 1.067837
    # best  (.9, .5):     .9          + .5/1.58496 = 1.215465; quotient .878542
    assert ndcg([0.5, 0.9]) == pytest.approx(1.067837 / 1.215465, abs=ROUNDED)
    assert ndcg([0.9, 0.5]) == 1.0
    assert ndcg([0.0, 0.0, 0.0]) == 1.0


def test_ndcg_is_compressed_as_the_notes_say():
    # Linear gain leaves random orders of [.9, .7, .5, .5, .3] between .788 and 1, mean .889
    values = [ndcg(order) for order in itertools.permutations([0.9, 0.7, 0.5, 0.5, 0.3])]
    assert min(values) == pytest.approx(0.788, abs=ROUNDED)
    assert sum(values) / len(values) == pytest.approx(0.889, abs=ROUNDED)


@given(gains)
def test_ndcg_is_in_the_unit_interval_and_one_for_the_best_order(values):
    assert 0 <= ndcg(values) <= 1 + EXACT
    assert ndcg(sorted(values, reverse=True)) == pytest.approx(1, abs=EXACT)


@given(gains)
def test_expected_ndcg_is_the_mean_over_all_orders(values):
    orders = [ndcg(order) for order in itertools.permutations(values)]
    assert expected_ndcg(values) == pytest.approx(math.fsum(orders) / len(orders), abs=EXACT)


def test_rerank_reward_reads_the_utilities_before_the_update():
    one = episode(utilities=(0.5, 0.9), ranking=(0, 1), used=skill("k0", 0.99))
    assert rerank_reward(one) == pytest.approx(ndcg([0.5, 0.9]), abs=EXACT)
    assert rerank_reward(episode(utilities=(0.5, 0.9), ranking=(1, 0))) == 1.0


def test_none_in_a_ranking_is_a_candidate_without_utility():
    # (none, k0, k1) with U .4, .2: DCG 0 + .4/log2 3 + .2/log2 4; best .4 + .2/log2 3 + 0
    got = rerank_reward(episode(utilities=(0.4, 0.2), ranking=(None, 0, 1)))
    expected = (0.4 / math.log2(3) + 0.2 / 2) / (0.4 + 0.2 / math.log2(3))
    assert got == pytest.approx(expected, abs=EXACT)


def test_an_unparsable_ranking_is_worth_nothing_although_its_order_is_used():
    assert rerank_reward(episode(utilities=(0.9, 0.5), ranking=(0, 1), ranking_valid=False)) == 0.0
    assert rerank_reward(episode(utilities=(0.9,), ranking=None)) == 0.0


def test_library_baseline_is_the_best_candidate_whether_used_or_not():
    assert library_baseline(episode(utilities=(0.2, 0.7, 0.5), used=skill("k0", 0.2))) == 0.7
    assert library_baseline(episode()) == 0.0  # nothing retrieved: U-hat is 0, so R^distill = r


@pytest.mark.parametrize(
    ("outcome", "utilities", "written", "expected"),
    [
        (1.0, (0.25, 0.75), {}, 0.25),  # 1 - .75
        (0.0, (0.25, 0.75), {}, -0.75),
        (1.0, (), {}, 1.0),
        (1.0, (0.75,), {"draft": None}, -1.0),  # nothing valid was written
        (0.0, (1.0,), {}, -1.0),  # the least a valid text can get: never worse than an invalid one
        (1.0, (0.75,), {"draft": None, "declined": True}, 0.25),  # writing nothing was a valid choice
    ],
)
def test_variation(outcome, utilities, written, expected):
    assert variation(episode(outcome=outcome, utilities=utilities, **written)) == expected


@given(st.floats(0, 1), st.lists(st.floats(0, 1), max_size=4))
def test_an_invalid_distillation_is_never_better_off(outcome, utilities):
    valid = variation(episode(outcome=outcome, utilities=utilities))
    assert variation(episode(outcome=outcome, utilities=utilities, draft=None)) <= valid


def test_variation_equals_the_outcome_credit_when_the_library_offers_all_the_same():
    # Normalising removes a shift common to the group: R^distill says nothing about the text then.
    members = [episode(i, outcome=o, utilities=(0.5,)) for i, o in enumerate((1.0, 0.0, 0.0, 1.0))]
    got = variation_advantages(group(*members))
    expected = normalise([e.outcome for e in members])
    assert [got[e.id] for e in members] == pytest.approx(expected, abs=EXACT)


def test_variation_advantages_by_hand():
    # R: 1 - .5 = .5 and 0 - .5 = -.5 and -1 (invalid): mean -1/3; deviations 5/6, -1/6, -2/3
    # squares .694444 + .027778 + .444444 = 1.166667; / 2 = .583333; std .763763
    members = [
        episode(0, outcome=1.0, utilities=(0.5,)),
        episode(1, outcome=0.0, utilities=(0.5,)),
        episode(2, outcome=1.0, utilities=(0.5,), draft=None),
    ]
    got = variation_advantages(group(*members, episode(3, status="error")))
    expected = [5 / 6 / 0.763764, -1 / 6 / 0.763764, -2 / 3 / 0.763764]
    assert list(got.values()) == pytest.approx(expected, abs=ROUNDED)
    assert len(got) == 3


def test_the_trend_is_that_of_the_skill_used_after_the_update():
    # used skills k0, k0, k1 and none: U after the update .8, .8, .2 and the no-skill trend .2; mean .5
    before = {"k0": skill("k0", 0.1), "k1": skill("k1", 0.1)}
    after = {"k0": 0.8, "k1": 0.2}
    members = [episode(i, used=before.get(name)) for i, name in enumerate(("k0", "k0", "k1", "none"))]
    got = selection_advantages(group(*members), lambda found: trend_values(found, after.__getitem__, 0.2), 0.3)
    assert [got[e.id] for e in members] == pytest.approx([1.0, 1.0, -1.0, -1.0], abs=EXACT)  # ± .3 / .3


def mixed_group(outcomes):
    """Two episodes with k0, one with k1, one without a skill."""
    used = (skill("k0", 0.1), skill("k0", 0.1), skill("k1", 0.1), None)
    return [episode(i, used=used[i], outcome=outcome) for i, outcome in enumerate(outcomes)]


def test_a_trend_is_corrected_by_what_the_skill_brought_on_this_task():
    # κ = 2. k0: U .9, lost twice: 1.8 / 4 = .45. k1: U .6, won: 2.2 / 3. Without: trend .3, won: 1.6 / 3.
    members = mixed_group((0.0, 0.0, 1.0, 1.0))
    got = matched_values(members, {"k0": 0.9, "k1": 0.6}.__getitem__, 0.3, trend_uses=2.0)
    assert got == pytest.approx([0.45, 0.45, 2.2 / 3, 1.6 / 3], abs=EXACT)


@given(st.lists(st.floats(0, 1), min_size=4, max_size=4))
def test_the_correction_lies_between_the_trend_and_the_groups_own_means(outcomes):
    members, trend = mixed_group(outcomes), {"k0": 0.9, "k1": 0.6}
    values = partial(matched_values, members, trend.__getitem__, 0.3)
    own = [(outcomes[0] + outcomes[1]) / 2] * 2 + outcomes[2:]
    assert values(trend_uses=0.0) == pytest.approx(own, abs=EXACT)
    assert values(trend_uses=1e12) == pytest.approx(trend_values(members, trend.__getitem__, 0.3), abs=1e-9)
    for between, ends in zip(values(trend_uses=2.0), zip(own, (0.9, 0.9, 0.6, 0.3), strict=True), strict=True):
        assert min(ends) - EXACT <= between <= max(ends) + EXACT


def test_the_ndcg_of_a_ranking_is_not_baselined():
    members = [
        episode(0, outcome=1.0, utilities=(0.5, 0.9), ranking=(1, 0)),
        episode(1, outcome=0.0, utilities=(0.5, 0.9), ranking=(0, 1)),
        episode(2, outcome=0.0, utilities=(0.9,)),  # one candidate: no rerank segment
        episode(3, outcome=0.0, utilities=(0.5, 0.9), ranking=(0, 1), ranking_valid=False),
    ]
    got = ranking_advantages(group(*members))
    assert got[members[0].id] == 1.0
    assert got[members[1].id] == pytest.approx(0.87854, abs=ROUNDED)
    assert members[2].id not in got
    assert got[members[3].id] == 0.0


def test_baselined_ndcg_subtracts_the_chance_level_of_the_candidate_set():
    members = [
        episode(0, utilities=(0.5, 0.9), ranking=(1, 0)),
        episode(1, utilities=(0.5, 0.9), ranking=(0, 1)),
        episode(2, utilities=(0.4, 0.2), ranking=(None, 0, 1)),
        episode(3, utilities=(0.5, 0.9), ranking=(0, 1), ranking_valid=False),
    ]
    got = list(ranking_advantages(group(*members), random_orders).values())
    chance = (1 + 0.87854) / 2
    assert got[:2] == pytest.approx([1 - chance, 0.87854 - chance], abs=ROUNDED)  # the two orders cancel
    with_none = [ndcg(order) for order in itertools.permutations((0.0, 0.4, 0.2))]
    assert got[2] == pytest.approx(rerank_reward(members[2]) - sum(with_none) / 6, abs=EXACT)
    assert got[3] == pytest.approx(-chance, abs=ROUNDED)  # invalid: below every order


def test_a_ranking_against_the_groups_others_by_hand():
    # NDCG 1, .87854 and 0 (unparsable): 1 - .43927, .87854 - .5, 0 - .93927; one alone is measured against itself
    members = [
        episode(0, utilities=(0.5, 0.9), ranking=(1, 0)),
        episode(1, utilities=(0.5, 0.9), ranking=(0, 1)),
        episode(2, utilities=(0.5, 0.9), ranking=(0, 1), ranking_valid=False),
    ]
    got = ranking_advantages(group(*members), mean_of_others)
    assert list(got.values()) == pytest.approx([0.56073, 0.37854, -0.93927], abs=ROUNDED)
    alone = group(members[0], episode(1, utilities=(0.9,)))
    assert ranking_advantages(alone, mean_of_others) == {members[0].id: 0.0}


def test_plackett_luce_by_hand():
    # Strengths 1, 3: k0 leads in a quarter of the orders: .25 x .87854 + .75 x 1 = .96964
    assert plackett_luce_ndcg([0.5, 0.9], [1, 3]) == pytest.approx(0.96964, abs=ROUNDED)
    # Two others led with k1, one with k0; the unparsable one does not count: strengths 2 and 3
    # .4 x .87854 + .6 = .95142; its own order gets 1
    orders = ((1, 0), (1, 0), (1, 0), (0, 1))
    members = [episode(i, utilities=(0.5, 0.9), ranking=order) for i, order in enumerate(orders)]
    unparsable = episode(4, utilities=(0.5, 0.9), ranking=(0, 1), ranking_valid=False)
    got = ranking_advantages(group(*members, unparsable), orders_of_others)
    assert got[members[0].id] == pytest.approx(1 - 0.95142, abs=ROUNDED)


@given(gains, st.data())
def test_plackett_luce_agrees_with_drawing_every_order(values, data):
    strengths = data.draw(st.lists(st.floats(0.1, 9), min_size=len(values), max_size=len(values)))
    expected = 0.0
    for order in itertools.permutations(range(len(values))):
        chance = math.prod(
            strengths[i] / math.fsum(strengths[j] for j in order[place:]) for place, i in enumerate(order)
        )
        expected += chance * ndcg([values[i] for i in order])
    assert plackett_luce_ndcg(values, strengths) == pytest.approx(expected, abs=EXACT)
    assert plackett_luce_ndcg(values, [2.0] * len(values)) == pytest.approx(expected_ndcg(values), abs=EXACT)


@given(gains.filter(lambda values: len(values) > 1))
def test_without_others_plackett_luce_orders_are_random_ones(values):
    order = (None, *range(len(values)))
    one = episode(0, utilities=values, ranking=order)
    assert orders_of_others(one, []) == pytest.approx(random_orders(one, []), abs=EXACT)


def by_rule(rule: str, *members, **config):
    """Records of one group under a rule of selection, by stage."""
    facts = StepFacts([group(*members)], 5, Trends(no_skill_trend=0.2, k0=0.8), {}, ())
    found: dict[str, list] = {}
    for credit in SELECTION.load(rule)(facts, CreditConfig(**config)):
        found.setdefault(credit.segment.stage, []).append(credit)
    return found


def ranked(rollout: int, outcome: float, **more):
    return episode(rollout, outcome=outcome, utilities=(0.5, 0.9), ranking=(1, 0), tokens=TOKENS, **more)


@pytest.mark.parametrize("rule", ["ndcg", "ndcg_baselined", "ndcg_leave_one_out", "ndcg_plackett_luce", "none"])
def test_the_query_shares_the_outcome_and_the_ranking_has_its_own_reward(rule):
    members = [ranked(i, float(i == 0)) for i in range(4)]
    got = by_rule(rule, *members, lambda_rerank=0.4)
    assert [c.advantage for c in got["query"]] == pytest.approx(normalise([1, 0, 0, 0]), abs=EXACT)
    assert all(c.scale == 1.0 and c.is_clipped for c in got["query"])
    assert set(got) == ({"query"} if rule == "none" else {"query", "rerank"})
    # Eq. 9: weighed by λ1, neither clipped nor with a KL term
    assert all(c.scale == 0.4 and not c.is_clipped for c in got.get("rerank", ()))


# U .8 against .2 without a skill: ±.3 / .3. Matched, κ = 2: (1.6 + 1) / 3 against (.4 + 0) / 3, ±1.1 / 3 / .3.
@pytest.mark.parametrize(("rule", "expected"), [("trend", [1, -1]), ("matched", [1.1 / 0.9, -1.1 / 0.9])])
def test_query_and_ranking_share_an_advantage_of_the_trend_that_is_clipped(rule, expected):
    used = skill("k0", 0.1)
    got = by_rule(rule, ranked(0, 1.0, used=used), ranked(1, 0.0), lambda_rerank=0.4)
    assert [c.advantage for c in got["query"]] == [c.advantage for c in got["rerank"]] == pytest.approx(expected)
    assert all(c.scale == 0.4 and c.is_clipped for of in got.values() for c in of)


@pytest.mark.parametrize("rule", sorted(SELECTION))
def test_selection_needs_two_survivors(rule):
    assert by_rule(rule, ranked(0, 1.0), episode(1, status="error")) == {}
