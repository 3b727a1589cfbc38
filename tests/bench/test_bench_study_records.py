"""The figures of a study's record are those of hand-computed cases."""

import pytest

from tests.bench.scripts import script

study_records = script("study_records")


def test_utilities_are_those_before_the_step_and_only_late_uses_count():
    events = [
        ("added", 1, "a", 0.5),
        ("used", 2, "a", 1.0),  # too early
        ("credited", 2, "a", 0.6),
        ("retrieved", 3, "a", 0.9),  # a cosine
        ("used", 3, "a", 1.0),
        ("credited", 3, "a", 0.7),
        ("used", 3, "a", 0.0),  # of the same step: its utility was read before both
        ("credited", 3, "a", 0.4),
        ("used", 3, "b", 1.0),  # never seen before
    ]
    assert study_records.used_at(events, since=2) == [(0.6, 1.0), (0.6, 0.0)]


def test_calibration_error_by_hand():
    """Bin .6: |.6 + .65 − 1 − 0| = .25; bin .9: |.9 + 1 − 1 − 1| = .1; (.25 + .1) / 4 = .0875."""
    pairs = [(0.6, 1.0), (0.65, 0.0), (0.9, 1.0), (1.0, 1.0)]
    assert study_records.calibration_error(pairs) == pytest.approx(0.0875)
    assert study_records.calibration_error([]) is None
    assert study_records.calibration_error([(0.75, 1.0)] * 3 + [(0.75, 0.0)]) == 0


def test_share_and_sign_of_each_stages_advantages_by_hand():
    """act: 2·1.5 + 2·.5 = 4, query: 1·1 = 1; shares .8 and .2; of act's 4 tokens 2 are above 0."""

    def episode(**advantages):
        segments = [{"stage": "query", "response_ids": [1]}, {"stage": "act", "response_ids": [1, 2]}]
        return {"segments": segments, "advantages": advantages}

    found = study_records.advantages_of([episode(act=1.5, query=1.0), episode(act=-0.5, query=0.0)])
    assert found == {"query": {"share": 0.2, "positive": 1.0}, "act": {"share": 0.8, "positive": 0.5}}


def test_turns_with_advantages_of_their_own_by_hand():
    """1·1 + 2·|−3| + 0 = 7, query: 1·1 = 1; of the 3 tokens of acting with one other than 0 one is above it."""
    segments = [{"stage": "query", "response_ids": [1]}]
    segments += [{"stage": "act", "response_ids": ids} for ids in ([1], [1, 2], [1])]
    found = study_records.advantages_of(
        [{"segments": segments, "advantages": {"query": 1.0, "act": [1.0, -3.0, 0.0]}}]
    )
    assert found == {"query": {"share": 0.125, "positive": 1.0}, "act": {"share": 0.875, "positive": 0.3333}}


def test_pooled_calibration_error_by_hand():
    # Bin .8: 2 · (.85 − .75) and 2 · (.85 − .95) cancel; bin .2: 1 · (.25 − 0), of 5 uses in all.
    records = [
        {"calibration": [(1, 0.25, 0.0), (2, 0.85, 0.75)]},
        {"calibration": [(2, 0.85, 0.95)]},
    ]
    assert study_records.pooled_calibration_error(records) == pytest.approx(0.05)
    assert study_records.pooled_calibration_error([{"calibration": []}]) is None


def test_calibration_bins_by_hand():
    """Bin .6: two uses, utility (.6 + .65) / 2, outcome ½; bin .9 takes utility 1 too."""
    pairs = [(0.9, 1.0), (0.6, 1.0), (0.65, 0.0), (1.0, 1.0)]
    assert study_records.calibration(pairs) == [(2, 0.625, 0.5), (2, 0.95, 1.0)]


def test_lorenz_curve_by_hand():
    """Four skills, uses 0, 0, 1, 3: half of them have nothing, three quarters have ¼, linear in between."""
    found = study_records.lorenz([0, 0, 1, 3])
    assert len(found) == 21 and found[10] == 0 and found[15] == 0.25 and found[20] == 1
    assert found[12] == 0.1  # place 2.4 of 4: .4 · 1 of 4 uses
    assert study_records.lorenz([0, 0]) == [0.0] * 21
    assert study_records.lorenz([5] * 3) == pytest.approx([k / 20 for k in range(21)], abs=1e-4)


def test_use_counts_every_skill_that_was_admitted():
    events = [("added", 1, "a", 0.5), ("added", 1, "b", 0.5), ("used", 2, "b", 1.0), ("credited", 2, "b", 0.6)]
    found = study_records.use_of_skills(events)
    assert (found["skills"], found["never_used"], found["lorenz"][10], found["lorenz"][20]) == (2, 0.5, 0.0, 1.0)
    assert study_records.use_of_skills([]) is None


def test_curves_keep_steps_without_a_value():
    rows = [{"policy/entropy": 0.43693858}, {"policy/entropy": 0.4, "select/best_utility": 0.5}]
    found = study_records.curves_of(rows)
    assert found == {"select/best_utility": [None, 0.5], "policy/entropy": [0.4369, 0.4]}
