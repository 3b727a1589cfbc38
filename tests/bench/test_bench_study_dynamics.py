"""The paper's figures are made again from records; what an arm or an old record lacks is left out."""

import xml.etree.ElementTree as ET

import pytest

from tests.bench.scripts import script

study_dynamics = script("study_dynamics")


def record(arm, *, precision=(), sequence=None, lorenz=None):
    return {
        "arm": arm,
        "training": [0.25, 0.75],
        "curves": {"oracle/selection_precision": list(precision)} if precision else {},
        "use_of_skills": {"lorenz": lorenz} if lorenz else None,
        "sequence": {"successes": sequence} if sequence else None,
    }


def test_a_curve_is_the_mean_of_the_seeds_over_the_panel():
    """Means of ten steps so far: seed 1 has 0, ½ and seed 2 has 1, ½, so both points are ½."""
    of_precision = study_dynamics.PANELS["selection precision"]
    arms = {"full": [record("full", precision=[0.0, 1.0]), record("full", precision=[1.0, 0.0])]}
    (curve,) = of_precision(arms).values()
    assert curve == [(0.0, pytest.approx(0.5)), (1.0, pytest.approx(0.5))]
    assert of_precision({"paper": [record("paper")]}) == {}


def test_success_at_each_task_by_hand():
    """Three families: first tasks 0, 1 and an error: ½; second tasks 1, 1, 0: ⅔."""
    assert study_dynamics.at_each_task([["01", "11"], ["-0"]]) == [0.5, pytest.approx(2 / 3)]
    found = study_dynamics.sequences({"full": [record("full", sequence=["01"]), record("full")]})
    assert found == {"full": [(0.0, 0.0), (1.0, 1.0)]}


def test_uses_are_the_mean_lorenz_curve():
    seeds = [record("full", lorenz=[0.0, 0.2, 1.0]), record("full", lorenz=[0.0, 0.4, 1.0]), record("full")]
    assert study_dynamics.uses({"full": seeds})["full"] == [(0.0, 0.0), (0.5, pytest.approx(0.3)), (1.0, 1.0)]


def test_the_figure_is_well_formed_and_says_what_it_shows():
    arms = {arm: [record(arm, precision=[0.5, 0.5])] for arm in study_dynamics.LINES}
    svg = study_dynamics.dynamics("household", arms)
    root = ET.fromstring(svg)
    assert [child.tag.rpartition("}")[2] for child in root][:2] == ["title", "desc"]
    assert "selection precision: full 0.50, lambda1-zero 0.50" in svg and "nan" not in svg
    assert "task–skill similarity" not in svg  # no record has it
    assert study_dynamics.dynamics("household", {"full": arms["full"]}) == ""
    assert study_dynamics.dynamics("household", {"paper": arms["paper"]}) == ""
