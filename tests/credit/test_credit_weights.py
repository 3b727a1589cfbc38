"""Loss weights by hand: Eq. 8, 9 and 10, and the token normalisation."""

import pytest
from credit_records import EXACT, segment
from hypothesis import given
from hypothesis import strategies as st

from skill1.credit.credit import Credit, by_episode
from skill1.credit.rows import weighed
from skill1.schema import STAGES

EQUATION, TOKEN = "equation", "token"
ADVANTAGES = {"query": 1.0, "rerank": 0.9, "act": 1.0, "distill": -1.0}
PAPER = {"query": 1.0, "rerank": 0.3, "act": 1.0, "distill": 0.2}  # λ of each stage
TREND = {"query": 0.5, "rerank": 0.5, "act": 1.0, "distill": 0.2}


def full(name: str = "e", scales=PAPER, clipped=("query", "act", "distill"), **tokens) -> list[Credit]:
    """Records of one episode, all of its stages trained; ``tokens``: of each segment of a stage."""
    return [
        Credit(name, 0, segment(stage, n, turn), ADVANTAGES[stage], None, scales[stage], stage in clipped)
        for stage, lengths in tokens.items()
        for turn, n in enumerate(lengths)
    ]


def first(credits) -> dict[str, Credit]:
    """Stage → the record of its first segment, of one episode."""
    return {credit.segment.stage: credit for credit in reversed(list(credits))}


def total(credits, *stages) -> float:
    """What all tokens of some stages weigh together."""
    return sum(credit.weight * credit.num_tokens for credit in credits if credit.segment.stage in stages)


def test_equations_by_hand():
    # B = 4. query 3 + act 5 + 2 tokens: 1 / (4 x 10) = .025. rerank: .3 / 4 = .075 a token. distill: .2 / (4 x 8).
    got = first(weighed(full(query=[3], rerank=[2], act=[5, 2], distill=[8]), 4, EQUATION))
    assert got["query"].weight == got["act"].weight == pytest.approx(0.025, abs=EXACT)
    assert got["rerank"].weight == pytest.approx(0.075, abs=EXACT)
    assert got["distill"].weight == pytest.approx(0.00625, abs=EXACT)
    assert not got["rerank"].is_clipped  # Eq. 9 is plain REINFORCE
    assert all(got[stage].is_clipped for stage in ("query", "act", "distill"))
    assert got["rerank"].kl_weight == 0.0
    assert all(got[stage].kl_weight == got[stage].weight for stage in ("query", "act", "distill"))
    assert [got[stage].advantage for stage in STAGES] == [1.0, 0.9, 1.0, -1.0]


def test_a_ranking_outweighs_the_episode_under_the_equations():
    # Literal Eq. 8-10: .3 x 12 = 3.6 for the ranking, 2020 / 2020 = 1 for query and actions, .3 for the skill.
    scales = PAPER | {"distill": 0.3}
    got = weighed(full(scales=scales, query=[20], rerank=[12], act=[20] * 100, distill=[300]), 1, EQUATION)
    assert total(got, "rerank") == pytest.approx(3.6)
    assert total(got, "query", "act") == pytest.approx(1.0)
    assert total(got, "distill") == pytest.approx(0.3)


def test_an_untrained_query_does_not_dilute_the_actions():
    # GRPO credits act tokens only: 1 / (2 x 4)
    got = first(weighed(full(act=[4]), 2, EQUATION))
    assert got["act"].weight == pytest.approx(0.125, abs=EXACT)


def test_every_episode_weighs_one_b_th_under_the_equations():
    credits = full("a", query=[3], act=[4, 1]) + full("b", query=[1], act=[40])
    for of_episode in by_episode(weighed(credits, 2, EQUATION)).values():
        assert total(of_episode, "query", "act") == pytest.approx(0.5, abs=EXACT)


def test_tokens_by_hand():
    # act: 4 + 6 = 10 tokens, 1/10 each. distill: 5 tokens in all, .2/5. rerank: 2 + 3, .3/5. query: 1 + 1.
    credits = full("a", query=[1], rerank=[2], act=[4], distill=[5]) + full("b", query=[1], rerank=[3], act=[2, 4])
    expected = {"query": 0.5, "rerank": 0.06, "act": 0.1, "distill": 0.04}
    for credit in weighed(credits, 99, TOKEN):
        assert credit.weight == pytest.approx(expected[credit.segment.stage], abs=EXACT)
        assert credit.is_clipped and credit.kl_weight == credit.weight


def test_the_query_is_weighted_as_selection_when_it_is_credited_as_selection():
    got = first(weighed(full(scales=TREND, query=[2], act=[2]), 1, TOKEN))
    assert got["query"].weight == pytest.approx(0.25, abs=EXACT)  # .5 / 2
    assert got["act"].weight == pytest.approx(0.5, abs=EXACT)


@pytest.mark.parametrize("normalise", [EQUATION, TOKEN])
def test_lambda_zero_switches_a_stage_off(normalise):
    off = PAPER | {"rerank": 0.0, "distill": 0.0}
    got = first(weighed(full(scales=off, query=[3], rerank=[2], act=[5], distill=[8]), 1, normalise))
    assert got["rerank"].weight == got["distill"].weight == got["distill"].kl_weight == 0.0
    assert got["act"].weight > 0


@pytest.mark.parametrize("normalise", [EQUATION, TOKEN])
def test_segments_without_tokens_have_no_weight_and_divide_nothing_by_zero(normalise):
    got = first(weighed(full(act=[3], distill=[0]), 2, normalise))
    assert got["distill"].weight == 0.0 and got["act"].weight > 0


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 30)), min_size=1, max_size=6), st.randoms())
def test_token_weights_sum_to_lambda_in_any_order(lengths, rng):
    credits = [c for i, (q, a) in enumerate(lengths) for c in full(f"e{i}", query=[q], act=[a], distill=[a])]
    rng.shuffle(credits)
    got = weighed(credits, len(lengths), TOKEN)
    for stage, expected in (("query", 1.0), ("act", 1.0), ("distill", PAPER["distill"])):
        assert total(got, stage) == pytest.approx(expected, abs=EXACT)


def test_under_trend_the_equations_treat_query_and_ranking_as_selection():
    # B = 2, lambda .5. query 2 + act 2 tokens: .5 / (2 x 4) and 1 / (2 x 4); rerank .5 / 2 a token, like any advantage.
    got = first(weighed(full(scales=TREND, clipped=STAGES, query=[2], rerank=[1], act=[2]), 2, EQUATION))
    assert got["query"].weight == got["query"].kl_weight == pytest.approx(0.0625, abs=EXACT)
    assert got["act"].weight == pytest.approx(0.125, abs=EXACT)
    assert got["rerank"].weight == got["rerank"].kl_weight == pytest.approx(0.25, abs=EXACT)


@pytest.mark.parametrize("normalise", [EQUATION, TOKEN])
def test_each_update_is_a_mean_over_its_own_episodes(normalise):
    # Two groups of two in two updates: an update's weights are those of a step that holds its group alone.
    alone = [c for name in "ab" for c in full(name, query=[3], rerank=[2], act=[5, 2], distill=[8])]
    both = alone + [c for name in "cd" for c in full(name, query=[3], rerank=[2], act=[5, 2], distill=[8])]
    together = weighed(both, 4, normalise, updates=2)
    for got, expected in zip(together, weighed(alone, 2, normalise) * 2, strict=True):
        assert got.weight == pytest.approx(expected.weight, rel=1e-12)
        assert got.kl_weight == pytest.approx(expected.kl_weight, rel=1e-12)
