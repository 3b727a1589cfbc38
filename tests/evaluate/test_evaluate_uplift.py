"""Uplift from the events of a library: estimate, interval, and what is no evidence."""

from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.errors import LibraryError
from skill1.evaluate.figures import newcombe
from skill1.evaluate.uplift import Stratum, Uplift, all_uplifts, estimate, library_uplift, skill_uplift
from skill1.library.store import Store
from skill1.library.tables import CommitRow

strata = st.lists(
    st.tuples(st.integers(0, 6), st.integers(0, 6), st.floats(0, 1), st.floats(0, 1)).map(
        lambda s: Stratum(s[0], s[1], s[0] * s[2], s[1] * s[3])
    ),
    max_size=8,
)


def stored(path, *events, version=0):
    """A library file with (kind, step, skill, outcome) events; ``seed`` 0 unless a fifth entry names one."""
    store = Store.open(path, create=True, read_only=False)
    rows = [
        (kind, step, f"s{seed[0] if seed else 0}-{step:06d}-t00-r{i}", skill, step, value)
        for i, (kind, step, skill, value, *seed) in enumerate(events)
    ]
    with store.transaction(version):
        store.add_events(rows)
    store.close()
    return path


def test_estimate_by_hand():
    # weights 2·2/4 = 1 and 3·1/4 = 3/4
    found = estimate([Stratum(2, 2, 2.0, 1.0), Stratum(3, 1, 1.0, 0.0)])
    used, withheld = (1 + 0.75 / 3) / 1.75, 0.5 / 1.75
    assert found.estimate == pytest.approx(used - withheld) == pytest.approx(0.75 / 1.75)
    sizes = 1.75**2 / (1 / 2 + 0.75**2 / 3), 1.75**2 / (1 / 2 + 0.75**2 / 1)
    assert sizes == pytest.approx((4.4545, 2.8824), abs=1e-4)
    assert (found.low, found.high) == pytest.approx(newcombe(used, sizes[0], withheld, sizes[1]))
    assert (found.used, found.withheld) == (5, 3)


@given(strata)
def test_a_step_with_one_arm_only_says_nothing(given_strata):
    both = [s for s in given_strata if s.used and s.withheld]
    found = estimate(given_strata)
    assert found == estimate(both)
    assert (found is None) == (not both)
    if found is not None:
        assert -1 - 1e-9 <= found.low <= found.estimate + 1e-9
        assert found.estimate - 1e-9 <= found.high <= 1 + 1e-9


def test_a_rate_that_rises_over_training_is_no_uplift():
    """Early steps had many controls and lost, late ones few and won. Pooled, they would differ by .8."""
    found = estimate([Stratum(10, 90, 0.0, 0.0), Stratum(90, 10, 90.0, 10.0)])
    assert found.estimate == 0.0 and found.low < 0 < found.high


def test_events_are_compared_within_their_step_and_skill(tmp_path):
    path = stored(
        tmp_path / "library.sqlite",
        *[("used", 1, "a", 1.0)] * 2,
        *[("withheld", 1, "a", 1.0), ("withheld", 1, "a", 0.0)],
        *[("used", 2, "a", 1.0), ("used", 2, "a", 0.0), ("used", 2, "a", 0.0), ("withheld", 2, "a", 0.0)],
        *[("used", 2, "b", 0.0), ("withheld", 3, "b", 1.0)],  # never in one step
        *[("retrieved", 2, "a", 0.9), ("credited", 2, "a", 0.4), ("selected", 2, "a", 1.0)],
    )
    expected = estimate([Stratum(2, 2, 2.0, 1.0), Stratum(3, 1, 1.0, 0.0)])
    assert skill_uplift(path, "a") == expected
    assert all_uplifts(path) == {"a": expected}
    assert skill_uplift(path, "b") is None and skill_uplift(path, "unknown") is None
    # b's episode of step 2 is one more that used a skill
    assert library_uplift(path) == estimate([Stratum(2, 2, 2.0, 1.0), Stratum(4, 1, 1.0, 0.0)])


def test_runs_that_a_library_went_through_are_kept_apart_by_their_seeds(tmp_path):
    path = stored(tmp_path / "library.sqlite", ("used", 1, "a", 1.0, 0), ("withheld", 1, "a", 0.0, 7))
    assert skill_uplift(path, "a") is None


def test_runs_with_one_seed_are_kept_apart(tmp_path):
    """The first run had no controls: its lost episodes are nothing to compare those of the second with."""
    path = tmp_path / "library.sqlite"
    first, second = [("used", 2, "a", 0.0)] * 9, [("used", 2, "a", 1.0), ("withheld", 2, "a", 1.0)]
    for version, (step, events) in enumerate([(2, first), (1, []), (2, second)]):
        stored(path, *events, version=version)
        with closing(Store.open(path, create=False, read_only=False)) as store, store.transaction(version):
            store.add_commit(CommitRow(version + 1, step, 0, 0, 0, 0, 0, 0, 0, None, None))
            store.put_meta({"version": version + 1})
    assert skill_uplift(path, "a") == library_uplift(path) == estimate([Stratum(1, 1, 1.0, 1.0)])


def test_what_merely_happened_without_a_skill_is_no_control(tmp_path):
    """Nine wins with a skill prove nothing about it when nobody was kept from it."""
    path = stored(tmp_path / "library.sqlite", *[("used", 1, "a", 1.0)] * 9)
    assert library_uplift(path) is None and all_uplifts(path) == {}


def test_an_open_store_and_a_folder_are_understood_and_a_missing_library_is_named(tmp_path):
    stored(tmp_path / "library.sqlite", ("used", 1, "a", 1.0), ("withheld", 1, "a", 0.0))
    store = Store.open(tmp_path, create=False, read_only=True)
    assert skill_uplift(store, "a") == skill_uplift(tmp_path, "a") == Uplift(1.0, *newcombe(1, 1, 0, 1), 1, 1)
    assert store.version() == 0  # left open
    store.close()
    with pytest.raises(LibraryError, match="no skill library"):
        library_uplift(tmp_path / "nowhere.sqlite")
