"""Sequences of tasks: success at the K-th is that of hand-computed cases, and a family's tasks hang on one home."""

import pytest

from tests.bench.scripts import script

study = script("study")
study_sequences = script("study_sequences")


def test_success_at_k_by_hand():
    """Of two families: first task 0 and 1, second 1 and an error, fourth 1 and 0, sixth 1 and 1."""
    found = study_sequences.summed(["010101", "1-1011"])
    assert found["at"] == {"1": 0.5, "2": 1.0, "4": 0.5, "6": 1.0}
    assert found["successes"] == ["010101", "1-1011"]


def test_gains_are_over_the_first_task_of_the_same_seed_and_family():
    """K = 6: all succeed, first tasks ½ of the time: +½. K = 1 over itself is exactly 0, whatever is drawn."""
    records = [{"sequence": study_sequences.summed(["000001", "111111"])} for _ in range(2)]
    found = study_sequences.over_seeds(records)
    assert (found["1"]["mean"], found["6"]["mean"]) == (0.5, 1.0)
    assert found["6"]["over_first"]["difference"] == 0.5
    assert found["1"]["over_first"] == {"difference": 0.0, "interval_95": pytest.approx((0.0, 0.0))}
    assert study_sequences.over_seeds([*records, {"sequence": None}]) is None
    assert study_sequences.over_seeds([{}]) is None


def test_a_family_is_a_type_of_task_in_one_heldout_home():
    from skill1_envs.household.tasks import load_split

    families = study_sequences.families_of("household", "heldout")
    assert len(families) == len(set(families)) == 36
    for family in families:
        split = load_split(family)
        assert len(split.tasks) >= study_sequences.LENGTH
        pairs = zip(split.tasks, split.chores, strict=True)
        assert len({(chore.home.name.slug, task.type) for task, chore in pairs}) == 1
    assert study_sequences.families_of("webshop", "test") == []


def test_tasks_are_taken_in_one_by_one_with_draws_of_their_own(monkeypatch):
    from skill1.evaluate.storage import Contestant

    asked = []

    def evaluated(contestant, split, library):
        config = contestant.config
        asked.append((config.seed, config.eval.round_tasks, config.eval.limit, split, library))
        return {"results": [{"success": place > 0} for place in range(6)]}

    monkeypatch.setattr(study_sequences, "evaluate_once", evaluated)
    config = study.config_of("household", "full", ["--seed=7"], smoke=False)
    contestant = Contestant(config, "m", None, "x")
    found = study_sequences.played(contestant, ["a", "b"], "fresh")
    assert asked == [(7, 1, 6, "a", "fresh"), (8, 1, 6, "b", "fresh")]
    assert found["at"] == {"1": 0.0, "2": 1.0, "4": 1.0, "6": 1.0}
    assert study_sequences.played(contestant, [], "fresh") is None
