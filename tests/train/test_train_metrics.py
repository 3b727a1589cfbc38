"""Figures of a step that are easy to average over the wrong things."""

import pytest

from skill1.credit.weights import Credited
from skill1.schema import Episode, EpisodeKey, Group, Segment, Task
from skill1.train.metrics import credit_metrics, episode_metrics


def credited(advantages: dict, *stages: str) -> Credited:
    segments = tuple(Segment(stage, 0, (1,), (2, 3), (-0.5, -0.5), "stop", "", True, 0, 0) for stage in stages)
    return Credited(0, segments, advantages)


def test_advantages_are_averaged_over_episodes_that_have_the_stage():
    silent = credited({"act": -1.0, "rerank": 0.0}, "act")  # one candidate: nothing was ranked
    metrics = credit_metrics([silent, credited({"act": 2.0, "rerank": 0.8, "distill": 9.0}, "act", "rerank")])
    assert metrics == {"credit/act/adv_abs": pytest.approx(1.5), "credit/rerank/adv_abs": pytest.approx(0.8)}


def test_the_score_is_there_where_the_environment_gives_one():
    task = Task("toy/0", "toy", "train", 0, "buy it", "garden")

    def metrics(*scores):
        episodes = [Episode(EpisodeKey(0, 0, 0, i), task, score=score) for i, score in enumerate(scores)]
        broken = Episode(EpisodeKey(0, 0, 0, 9), task, status="error")
        return episode_metrics([Group(task, (*episodes, broken))])

    assert metrics(0.25, 1.0, 0.0)["outcome/mean_score"] == pytest.approx(1.25 / 3)
    assert "outcome/mean_score" not in metrics(None, None)
