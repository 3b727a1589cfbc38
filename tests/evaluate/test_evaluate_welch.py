"""Welch's t-test over seeds: its formula, Student's distribution, and what skill1 compare says of it."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.cli import main
from skill1.evaluate.compare import compare
from skill1.evaluate.compare_text import comparison_grids, to_latex, to_markdown
from skill1.evaluate.statistics import holm, student_two_sided, welch, welch_of
from tests.evaluate.evals import make_run, record

SAMPLES = st.lists(st.floats(0, 1, width=32), min_size=2, max_size=6)
SCIPY = (  # t, degrees of freedom, 2 * scipy.stats.t.sf(abs(t), df) of scipy 1.17.1
    (0.7, 1.5, 0.5764382408826868),
    (2.0, 2.5, 0.1573914957579659),
    (4.06, 3.4, 0.021177194854297643),
    (-3.2, 7.25, 0.014371344768516234),
    (12.0, 4, 0.000276428548502973),
    (1.96, 1e6, 0.04999606758526985),
)


def test_the_papers_figures():
    """Appendix D: 97.5 ± 0.6 against 94.9 ± 0.9, three seeds each; t 4.06, df 3.40 and p .021 from unrounded values."""
    found = welch((97.5, 0.6, 3), (94.9, 0.9, 3))
    assert found.t == pytest.approx(2.6 / math.sqrt(0.12 + 0.27)) == pytest.approx(4.163, abs=5e-4)
    assert found.degrees_of_freedom == pytest.approx(0.39**2 / (0.12**2 / 2 + 0.27**2 / 2))
    assert found.degrees_of_freedom == pytest.approx(3.4845, abs=5e-5)
    assert found.p == pytest.approx(0.0187, abs=5e-5)
    assert student_two_sided(4.06, 3.40) == pytest.approx(0.021, abs=5e-4)


@pytest.mark.parametrize(("t", "degrees", "expected"), SCIPY)
def test_student_agrees_with_scipy(t, degrees, expected):
    assert student_two_sided(t, degrees) == pytest.approx(expected, rel=1e-9)


def test_welch_agrees_with_scipy():
    """scipy.stats.ttest_ind(..., equal_var=False) of scipy 1.17.1."""
    found = welch_of([0.71, 0.75, 0.68, 0.73], [0.61, 0.70, 0.58])
    assert found.t == pytest.approx(2.242177464234657)
    assert found.degrees_of_freedom == pytest.approx(2.691936196187152)
    assert found.p == pytest.approx(0.12086774545867121)


@given(SAMPLES, SAMPLES, st.sampled_from([0.5, 2.0, 100.0]))
def test_neither_unit_nor_order_matters(values, others, scale):
    one, other = welch_of(values, others), welch_of([scale * v for v in values[::-1]], [scale * v for v in others])
    if one.t is not None and other.t is not None:
        assert other.t == pytest.approx(one.t, rel=1e-6, abs=1e-9)
        assert other.p == pytest.approx(one.p, rel=1e-6, abs=1e-9)
        sizes = (len(values) - 1, len(others) - 1)
        assert min(sizes) - 1e-9 <= one.degrees_of_freedom <= sum(sizes) + 1e-9


def test_too_few_values_and_no_spread():
    assert welch_of([0.5], [0.5, 0.6]) is None and welch_of([0.5, math.nan], [0.5, 0.6]) is None
    assert welch_of([0.3] * 3, [0.3] * 3).p == 1.0
    assert welch_of([0.3] * 3, [0.4] * 3).p is None
    assert welch_of([0.1 + 0.2] * 3, [0.3] * 3).p == 1.0  # a rounding error is no spread and no difference
    one_sided = welch_of([0.9, 0.9, 0.9], [0.5, 0.7])
    assert one_sided.degrees_of_freedom == pytest.approx(1.0)  # all uncertainty is the other side's


def of_rate(heat: int, look: int) -> list[bool]:
    """40 tasks, types heat and look in turn; so many of 20 are won of each."""
    return [place < (heat, look)[type_] for place in range(20) for type_ in (0, 1)]


@pytest.fixture
def runs(tmp_path):
    """Three seeds of each of two arms: heat .3, .4, .35 against .8, .9, .85; look .5, .6, .7 in both."""
    rates = {"grpo": ((6, 10), (8, 12), (7, 14)), "skill1": ((16, 10), (18, 12), (17, 14))}
    return [
        make_run(tmp_path / f"{method}-s{seed}", record(of_rate(*won), seed=seed, method=method))
        for method, seeds in rates.items()
        for seed, won in enumerate(seeds)
    ]


def test_compare_tests_over_seeds_and_by_type(runs):
    (pair,) = compare(runs)["pairs"]
    all_tasks = welch_of([0.65, 0.75, 0.775], [0.4, 0.5, 0.525])
    assert pair["welch"]["t"] == pytest.approx(all_tasks.t) and pair["welch"]["p"] == pytest.approx(all_tasks.p)
    assert pair["welch"]["seeds"] == [3, 3] and pair["welch"]["p_holm"] == pair["welch"]["p"]
    heat, look = (pair["by_type"][name]["welch"] for name in ("heat", "look"))
    assert heat["t"] == pytest.approx(0.5 / math.sqrt(2 * 0.05**2 / 3))
    assert heat["degrees_of_freedom"] == pytest.approx(4.0)  # alike spreads and sizes
    assert look["t"] == pytest.approx(0.0, abs=1e-9) and look["p"] == pytest.approx(1.0, abs=1e-6)
    assert [heat["p_holm"], look["p_holm"]] == pytest.approx(holm([heat["p"], look["p"]]))
    assert heat["p_holm"] == pytest.approx(2 * heat["p"])


def test_several_arms_share_one_correction(runs, tmp_path):
    """With a third arm there are four tests by type, and two of all tasks."""
    third = [
        make_run(tmp_path / f"other-s{seed}", record(of_rate(*won), seed=seed, method="memrl"))
        for seed, won in enumerate(((9, 11), (8, 13), (9, 12)))
    ]
    pairs = compare([*runs, *third])["pairs"]
    tests = [row["welch"] for pair in pairs for row in pair["by_type"].values()]
    assert [test["p_holm"] for test in tests] == pytest.approx(holm([test["p"] for test in tests]))
    assert [p["welch"]["p_holm"] for p in pairs] == pytest.approx(holm([p["welch"]["p"] for p in pairs]))


def test_the_text_shows_the_test_and_its_correction(runs, capsys):
    content = compare(runs)
    grids = {grid.title: grid for grid in comparison_grids(content)}
    (title,) = (title for title in grids if title.startswith("Welch's t-test over seeds, against household-grpo"))
    welch_cells = ("4.63", "4.00", "0.0098", "0.0098")  # .25 / √(2 · .004375 / 3)
    assert grids[title].rows == (("household-skill1-cold-start", "3 : 3", *welch_cells),)
    (types,) = (grid for title, grid in grids.items() if title.startswith("by task type"))
    assert types.columns[-4:] == ("t (seeds)", "df", "p (seeds)", "p (Holm)")
    heat = content["pairs"][0]["by_type"]["heat"]["welch"]
    assert types.rows[0][-4:] == ("12.25", "4.00", f"{heat['p']:.4f}", f"{heat['p_holm']:.4f}")
    assert any("Welch's t-test over 3 and 3 seeds gives t = 4.63, df = 4.00" in note for note in content["notes"])
    assert "12.25" in to_markdown(list(grids.values()), []) and "12.25" in to_latex(list(grids.values()), [])
    assert main(["compare", *map(str, runs), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["pairs"][0]["welch"]["seeds"] == [3, 3]


def test_with_one_seed_a_side_it_is_said_instead(runs):
    content = compare([runs[0], *runs[3:]])
    (pair,) = content["pairs"]
    assert pair["welch"] is None and all(row["welch"] is None for row in pair["by_type"].values())
    assert any("needs 2 seeds on each side; here are 3 and 1." in note for note in content["notes"])
    titles = [grid.title for grid in comparison_grids(content)]
    assert not any(title.startswith("Welch") for title in titles)
    assert "p (seeds)" not in comparison_grids(content)[-1].columns


def test_seeds_without_spread_are_not_called_certain(tmp_path):
    """Every seed .5 against every seed .75: the test would divide by 0."""
    runs = [
        make_run(tmp_path / f"{method}{seed}", record(of_rate(heat, 10), seed=seed, method=method))
        for method, heat in (("grpo", 10), ("skill1", 20))
        for seed in range(3)
    ]
    content = compare(runs)
    (pair,) = content["pairs"]
    assert (pair["welch"]["t"], pair["welch"]["p"], pair["welch"]["p_holm"]) == (None, None, None)
    look = pair["by_type"]["look"]["welch"]
    assert (look["t"], look["p"], look["p_holm"]) == (None, 1.0, 1.0)
    assert any("has no spread to judge by" in note for note in content["notes"])
    (grid,) = (grid for grid in comparison_grids(content) if grid.title.startswith("Welch"))
    assert grid.rows[0][2:] == ("–", "–", "–", "–")


def test_a_seed_without_a_value_of_a_type_is_left_out_of_its_test(tmp_path):
    """Seed 2 of the baseline ended every heat task in an error."""
    won = {"grpo": [of_rate(6, 10), of_rate(8, 12), of_rate(7, 14)], "skill1": [of_rate(16, 10), of_rate(18, 12)]}
    won["grpo"][2] = [None if place % 2 == 0 else value for place, value in enumerate(won["grpo"][2])]
    runs = [
        make_run(tmp_path / f"{method}{seed}", record(values, seed=seed, method=method))
        for method, seeds in won.items()
        for seed, values in enumerate(seeds)
    ]
    (pair,) = compare(runs)["pairs"]
    assert pair["by_type"]["heat"]["welch"]["seeds"] == [2, 2]
    assert pair["by_type"]["look"]["welch"]["seeds"] == [2, 3]
