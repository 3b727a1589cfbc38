"""The replay of utilities gives what a library would have held before each step."""

import pytest

from skill1.config import LibraryConfig
from tests.bench.scripts import script

calibration = script("calibration")


def test_by_hand():
    """EMA .5 from the start .3: step 1 one win → .65; step 2 win and loss are foretold by .65; success is no matter."""
    uses = {1: [("a", 1.0)], 2: [("a", 1.0), ("a", 0.0)]}
    rule = LibraryConfig(alpha=0.5)
    found = calibration.foretold(uses, rule, 0.2)
    assert found == [(0.3, 1.0), (pytest.approx(0.65), 1.0), (pytest.approx(0.65), 0.0)]


def test_the_posterior_fades_once_a_step():
    """Prior .3 as 4 outcomes: (1.2 + 2) / 6 after two wins in step 1; then success is .3 + .2·.7 = .44, and a loss in
    step 2 finds half of two wins: (4·.44 + 1) / (4 + 2)."""
    rule = LibraryConfig(utility="posterior", alpha=0.5, prior_uses=4.0)
    uses = {1: [("a", 1.0), ("a", 1.0)], 2: [("a", 0.0)], 3: [("a", 1.0)]}
    utilities = [utility for utility, _ in calibration.foretold(uses, rule, 0.2)]
    assert utilities == [0.3, 0.3, pytest.approx(3.2 / 6), pytest.approx((4 * 0.44 + 1) / 6)]


def test_means_over_runs():
    found = calibration.over_runs([[(0.5, 1.0)], [(0.9, 1.0), (0.9, 1.0)]])
    assert (found["ece"], found["brier"], found["uses"]) == (0.3, 0.13, [1, 2])
