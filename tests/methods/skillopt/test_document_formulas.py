"""Budget schedules, gate scores and decisions, by hand."""

import pytest

from skill1.methods.skillopt.edits import Scores, decide, document_hash, edit_budget, gate_score, scores_of
from tests.methods.skillopt.teachers import trials


def schedule(name, updates, largest=4, smallest=2):
    return [edit_budget(name, update, updates, largest, smallest) for update in range(1, updates + 1)]


def test_constant_and_a_single_update_keep_the_budget():
    assert schedule("constant", 3) == [4, 4, 4]
    assert schedule("cosine", 1) == schedule("linear", 1) == [4]


def test_cosine_from_four_to_two():
    # 2 + (1 + cos(pi t)) for t = 1/8 … 1: 3.92 3.71 3.38 3.00 2.62 2.29 2.08 2.00
    assert schedule("cosine", 8) == [4, 4, 3, 3, 3, 2, 2, 2]


def test_linear_from_eight_to_two():
    # 8 - 6 t for t = 1/6 … 1
    assert schedule("linear", 6, largest=8) == [7, 6, 5, 4, 3, 2]
    # 4 - 2 t for t = 1/4 … 1: 3.5 and 2.5 round to the even number
    assert schedule("linear", 4) == [4, 3, 2, 2]


def test_past_the_last_update_the_smallest_stays_and_autonomous_has_none():
    assert edit_budget("cosine", 20, 8, 4, 2) == 2
    assert edit_budget("autonomous", 1, 8, 4, 2) is None


def test_scores_are_means_over_all_trials():
    # one of four solved; soft (3 · 0.25 + 1) / 4 = 0.4375
    assert scores_of(trials(failures=3, successes=1)) == Scores(0.25, 0.4375)
    assert scores_of([]) == Scores(0.0, 0.0)


@pytest.mark.parametrize(
    ("metric", "weight", "score"),
    [
        ("hard", 0.5, 0.25),
        ("soft", 0.5, 0.75),
        ("mixed", 0.5, 0.5),  # 0.5 · 0.25 + 0.5 · 0.75
        ("mixed", 0.2, 0.35),  # 0.8 · 0.25 + 0.2 · 0.75
        ("mixed", 0.0, 0.25),
        ("mixed", 1.0, 0.75),
    ],
)
def test_gate_metrics(metric, weight, score):
    assert gate_score(Scores(0.25, 0.75), metric, weight) == pytest.approx(score)


@pytest.mark.parametrize(
    ("candidate", "current", "best", "action"),
    [
        (0.5, 0.5, 0.5, "reject"),  # a tie
        (0.4, 0.5, 0.5, "reject"),
        (0.6, 0.5, 0.5, "accept_new_best"),
        (0.6, 0.5, 0.6, "accept"),  # as good as the best, which stays
        (0.6, 0.5, 0.7, "accept"),
    ],
)
def test_only_a_strictly_better_candidate_is_taken(candidate, current, best, action):
    assert decide(candidate, current, best) == action


def test_a_document_is_named_by_its_text():
    # sha256 of nothing begins e3b0c442 98fc1c14
    assert document_hash("") == "e3b0c44298fc1c14"
    assert document_hash("a") != document_hash("a\n")
