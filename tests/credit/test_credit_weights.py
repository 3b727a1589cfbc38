"""Loss weights by hand: Eq. 8, 9 and 10, and the token normalisation."""

import pytest
from credit_records import EXACT, segment
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import CreditConfig, LossConfig
from skill1.credit.weights import Credited, assign_weights
from skill1.schema import STAGES

EQUATION, TOKEN = LossConfig(normalise="equation"), LossConfig(normalise="token")
PAPER = CreditConfig(lambda_rerank=0.3, lambda_distill=0.2)


def entry(advantages: dict, group: int = 0, **tokens) -> Credited:
    segments = tuple(segment(stage, n, turn) for stage, all_ in tokens.items() for turn, n in enumerate(all_))
    return Credited(group, segments, advantages)


def full(**tokens) -> Credited:
    return entry({"query": 1.0, "rerank": 0.9, "act": 1.0, "distill": -1.0}, **tokens)


def test_equations_by_hand():
    # B = 4. query 3 + act 5 + 2 tokens: 1 / (4 x 10) = .025. rerank: .3 / 4 = .075 a token. distill: .2 / (4 x 8).
    [got] = assign_weights([full(query=[3], rerank=[2], act=[5, 2], distill=[8])], 4, PAPER, EQUATION)
    assert got["query"].weight == got["act"].weight == pytest.approx(0.025, abs=EXACT)
    assert got["rerank"].weight == pytest.approx(0.075, abs=EXACT)
    assert got["distill"].weight == pytest.approx(0.00625, abs=EXACT)
    assert {stage: part.is_clipped for stage, part in got.items()} == {
        "query": True,
        "rerank": False,  # Eq. 9 is plain REINFORCE
        "act": True,
        "distill": True,
    }
    assert got["rerank"].kl_weight == 0.0
    assert all(got[stage].kl_weight == got[stage].weight for stage in ("query", "act", "distill"))
    assert [got[stage].advantage for stage in STAGES] == [1.0, 0.9, 1.0, -1.0]


def test_a_ranking_outweighs_the_episode_under_the_equations():
    # Literal Eq. 8-10: .3 x 12 = 3.6 for the ranking, 2020 / 2020 = 1 for query and actions, .3 for the skill.
    item = full(query=[20], rerank=[12], act=[20] * 100, distill=[300])
    [got] = assign_weights([item], 1, CreditConfig(), EQUATION)
    totals = {stage: got[stage].weight * item.num_tokens(stage) for stage in STAGES}
    assert totals["rerank"] == pytest.approx(3.6)
    assert totals["query"] + totals["act"] == pytest.approx(1.0)
    assert totals["distill"] == pytest.approx(0.3)


def test_an_untrained_query_does_not_dilute_the_actions():
    # GRPO credits act tokens only: 1 / (2 x 4)
    [got] = assign_weights([entry({"act": 1.0}, query=[3], act=[4])], 2, PAPER, EQUATION)
    assert got["act"].weight == pytest.approx(0.125, abs=EXACT)


def test_every_episode_weighs_one_b_th_under_the_equations():
    entries = [full(query=[3], act=[4, 1]), full(query=[1], act=[40])]
    for item, parts in zip(entries, assign_weights(entries, 2, PAPER, EQUATION), strict=True):
        total = sum(parts[stage].weight * item.num_tokens(stage) for stage in ("query", "act"))
        assert total == pytest.approx(0.5, abs=EXACT)


def test_tokens_by_hand():
    # act: 4 + 6 = 10 tokens, 1/10 each. distill: 5 tokens in all, .2/5. rerank: 2 + 3, .3/5. query: 1 + 1.
    entries = [full(query=[1], rerank=[2], act=[4], distill=[5]), full(query=[1], rerank=[3], act=[2, 4])]
    first, second = assign_weights(entries, 99, PAPER, TOKEN)
    for got in (first, second):
        weights = [got[stage].weight for stage in STAGES]
        assert weights == pytest.approx([0.5, 0.06, 0.1, 0.04], abs=EXACT)
        assert all(part.is_clipped and part.kl_weight == part.weight for part in got.values())


def test_the_query_is_weighted_as_selection_when_it_is_credited_as_selection():
    trend = CreditConfig(selection="trend", lambda_rerank=0.5)
    [got] = assign_weights([full(query=[2], act=[2])], 1, trend, TOKEN)
    assert got["query"].weight == pytest.approx(0.25, abs=EXACT)  # .5 / 2
    assert got["act"].weight == pytest.approx(0.5, abs=EXACT)


@pytest.mark.parametrize("loss", [EQUATION, TOKEN])
def test_lambda_zero_switches_a_stage_off(loss):
    off = CreditConfig(lambda_rerank=0.0, lambda_distill=0.0)
    [got] = assign_weights([full(query=[3], rerank=[2], act=[5], distill=[8])], 1, off, loss)
    assert got["rerank"].weight == got["distill"].weight == got["distill"].kl_weight == 0.0
    assert got["act"].weight > 0


@pytest.mark.parametrize("loss", [EQUATION, TOKEN])
def test_stages_without_tokens_have_no_weight_and_divide_nothing_by_zero(loss):
    [got] = assign_weights([full(act=[3])], 2, PAPER, loss)
    assert got["distill"].weight == 0.0 and got["act"].weight > 0


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 30)), min_size=1, max_size=6), st.randoms())
def test_token_weights_sum_to_lambda_in_any_order(lengths, rng):
    entries = [full(query=[q], act=[a], distill=[a]) for q, a in lengths]
    rng.shuffle(entries)
    parts = assign_weights(entries, len(entries), PAPER, TOKEN)
    for stage, expected in (("query", 1.0), ("act", 1.0), ("distill", PAPER.lambda_distill)):
        total = sum(p[stage].weight * e.num_tokens(stage) for e, p in zip(entries, parts, strict=True))
        assert total == pytest.approx(expected, abs=EXACT)


def test_under_trend_the_equations_treat_query_and_ranking_as_selection():
    # B = 2, lambda .5. query 2 + act 2 tokens: .5 / (2 x 4) and 1 / (2 x 4); rerank .5 / 2 a token, like any advantage.
    trend = CreditConfig(selection="trend", lambda_rerank=0.5)
    [got] = assign_weights([full(query=[2], rerank=[1], act=[2])], 2, trend, EQUATION)
    assert got["query"].weight == got["query"].kl_weight == pytest.approx(0.0625, abs=EXACT)
    assert got["act"].weight == pytest.approx(0.125, abs=EXACT)
    assert got["rerank"].weight == got["rerank"].kl_weight == pytest.approx(0.25, abs=EXACT)
    assert got["rerank"].is_clipped and got["query"].is_clipped


@pytest.mark.parametrize("loss", [EQUATION, TOKEN], ids=["equation", "token"])
def test_each_update_is_a_mean_over_its_own_episodes(loss):
    # Two groups of two in two updates: an update's weights are those of a step that holds its group alone.
    entries = [full(query=[3], rerank=[2], act=[5, 2], distill=[8]) for _ in range(4)]
    alone = assign_weights(entries[:2], 2, PAPER, loss)
    together = assign_weights(entries, 4, PAPER, loss, updates=2)
    for got, expected in zip(together, alone * 2, strict=True):
        for stage in STAGES:
            assert got[stage].weight == pytest.approx(expected[stage].weight, rel=1e-12)
            assert got[stage].kl_weight == pytest.approx(expected[stage].kl_weight, rel=1e-12)
