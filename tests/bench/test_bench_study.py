"""The study's arms differ in one thing and nothing else, and its figures are those of hand-computed cases."""

import json
import math
import sys

import pytest


@pytest.mark.parametrize("world", ["household", "alfworld", "webshop"])
def test_every_arm_is_a_configuration_with_the_same_budget(world):
    import study

    loaded = {arm: study.config_of(world, arm, (), smoke=False) for arm in study.ARMS}
    budgets = {(c.train, c.env, c.eval, c.sampling, c.model) for c in loaded.values()}
    assert len(budgets) == 1
    assert len({repr(config) for config in loaded.values()}) == len(loaded), "two arms are the same"


def test_utilities_are_those_before_the_step_and_only_late_uses_count():
    import study

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
    assert study.used_at(events, since=2) == [(0.6, 1.0), (0.6, 0.0)]


def test_calibration_error_by_hand():
    """Bin .6: |.6 + .65 − 1 − 0| = .25; bin .9: |.9 + 1 − 1 − 1| = .1; (.25 + .1) / 4 = .0875."""
    import study

    pairs = [(0.6, 1.0), (0.65, 0.0), (0.9, 1.0), (1.0, 1.0)]
    assert study.calibration_error(pairs) == pytest.approx(0.0875)
    assert study.calibration_error([]) is None
    assert study.calibration_error([(0.75, 1.0)] * 3 + [(0.75, 0.0)]) == 0


def test_share_and_sign_of_each_stages_advantages_by_hand():
    """act: 2·1.5 + 2·.5 = 4, query: 1·1 = 1; shares .8 and .2; of act's 4 tokens 2 are above 0."""
    import study

    def episode(**advantages):
        segments = [{"stage": "query", "response_ids": [1]}, {"stage": "act", "response_ids": [1, 2]}]
        return {"segments": segments, "advantages": advantages}

    found = study.advantages_of([episode(act=1.5, query=1.0), episode(act=-0.5, query=0.0)])
    assert found == {"query": {"share": 0.2, "positive": 1.0}, "act": {"share": 0.8, "positive": 0.5}}


def record(arm, seed, successes):
    part = {"rounds": [0.0], "round_tasks": 1, "split_sha256": "x", "successes": successes, "success_rate": 0.0}
    return {
        "world": "household",
        "arm": arm,
        "seed": seed,
        "seeds_are": "fresh",
        "git_commit": "c",
        "episodes": 8,
        "figures": {},
        "calibration_error": None,
        "advantages": {"act": {"share": 1.0, "positive": 0.5}},
        "evaluations": {"heldout/fresh": part, "seen/none": part},
    }


def test_gathering_pairs_seeds_and_takes_the_last_three_rounds():
    import study

    records = [
        record("full", 1, "0111"),
        record("full", 2, "0110"),
        record("paper", 1, "1000"),
        record("paper", 3, "1111"),
    ]
    found = study.gathered(records)["household"]
    assert found["full"]["heldout_late_by_seed"] == {"1": 1.0, "2": pytest.approx(2 / 3)}
    over = found["paper"]["over_full"]
    assert (over["seeds"], over["difference"], over["interval_95"]) == ([1], -1.0, (-1.0, -1.0))
    assert found["full"]["over_full"] is None
    assert math.isnan(study.late_values(record("full", 1, "00-1"))[1])


@pytest.mark.slow
def test_the_smoke_leaves_records_that_are_not_repeated(tmp_path, monkeypatch):
    import study

    given = ["--worlds", "household", "--seeds", "1", "--smoke", "--arms", "full", "without-library"]
    folders = ["--runs-dir", str(tmp_path / "runs"), "--results", str(tmp_path / "results")]
    monkeypatch.setattr(sys, "argv", ["bench/study.py", *given, *folders])
    study.main()
    files = sorted((tmp_path / "results").rglob("*.json"))
    assert [file.parent.name for file in files] == ["full", "without-library"]
    before = [file.stat().st_mtime_ns for file in files]
    study.main()
    assert [file.stat().st_mtime_ns for file in files] == before
    found = study.gathered([json.loads(file.read_text()) for file in files])
    assert found["household"]["without-library"]["over_full"]["seeds"] == [1]
