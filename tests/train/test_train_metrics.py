"""Figures of a step that are easy to average over the wrong things."""

import pytest

from skill1.credit.weights import Credited
from skill1.schema import Segment
from skill1.train.metrics import credit_metrics


def credited(advantages: dict, *stages: str) -> Credited:
    segments = tuple(Segment(stage, 0, (1,), (2, 3), (-0.5, -0.5), "stop", "", True, 0, 0) for stage in stages)
    return Credited(0, segments, advantages)


def test_advantages_are_averaged_over_episodes_that_have_the_stage():
    silent = credited({"act": -1.0, "rerank": 0.0}, "act")  # one candidate: nothing was ranked
    metrics = credit_metrics([silent, credited({"act": 2.0, "rerank": 0.8, "distill": 9.0}, "act", "rerank")])
    assert metrics == {"credit/act/adv_abs": pytest.approx(1.5), "credit/rerank/adv_abs": pytest.approx(0.8)}
