"""The best checkpoint: which one it is, that it stays, and how RUN@STEP, RUN@latest and RUN@best find checkpoints."""

import json
import shutil

import pytest

from skill1.errors import CheckpointError, ConfigError
from skill1.run.locate import locate_library, locate_policy
from skill1.train import checkpoint
from skill1.train.records import Best, check_known, check_spelling, find_best, update_best

METRIC = "outcome/success_rate"
RATES = (0.1, 0.5, 0.8, 0.2, 0.6, 0.4, 0.3)  # means of pairs: 0.3, 0.5, 0.5; step 7 alone: 0.3
ROWS = [{"step": step, METRIC: rate} for step, rate in enumerate(RATES, start=1)]


@pytest.fixture
def run(tmp_path):
    """A run directory with marks of whole checkpoints at 2, 4, 5 (of a signal) and 6."""
    (tmp_path / "config.yaml").write_text("seed: 0\n")
    for step in (2, 4, 5, 6):
        folder = tmp_path / "checkpoints" / f"step_{step:06d}"
        folder.mkdir(parents=True)
        (folder / "MANIFEST.json").write_text("{}")
        (folder / "library.sqlite").write_text("")
    return tmp_path


def test_the_mean_since_the_checkpoint_before_decides_and_ties_go_to_the_earlier():
    assert find_best(ROWS, [2, 4], 2, METRIC) == Best(4, METRIC, 0.5)
    assert find_best(ROWS, [2, 4, 6], 2, METRIC) == Best(4, METRIC, 0.5)
    assert find_best(ROWS, [7], 2, METRIC) == Best(7, METRIC, 0.3), "a last step off the beat: step 7 alone"
    assert find_best(ROWS, [2], 2, "absent/metric") is None
    late = [*ROWS[:2], {"step": 3, "validate/success_rate": 0.9, "validate/step": 2}]
    assert find_best(late, [2, 4], 2, "validate/success_rate") == Best(2, "validate/success_rate", 0.9), (
        "it judged 2"
    )
    holes = [row for row in ROWS if row["step"] != 4]
    assert find_best(holes, [2, 4], 2, METRIC) == Best(4, METRIC, 0.8), "only rows that have the figure count"


def test_the_pointer_names_a_checkpoint_that_is_there_and_pruning_leaves_it(run):
    assert update_best(run, ROWS[:4], 2, 8, METRIC).step == 4
    assert json.loads((run / "checkpoints" / "best.json").read_text()) == {
        "step": 4,
        "metric": METRIC,
        "value": 0.5,
    }
    assert update_best(run, ROWS[:5], 2, 8, METRIC).step == 4, "the checkpoint a signal caused does not compete"
    checkpoint.prune(run, 1, best=4)
    assert [f.name for f in checkpoint.all_checkpoints(run)] == ["step_000004", "step_000006"]
    assert update_best(run, ROWS[:2], 2, 8, METRIC) is None, "step 2 is gone"
    assert not (run / "checkpoints" / "best.json").exists()


def test_a_step_the_latest_and_the_best_are_found(run):
    update_best(run, ROWS[:4], 2, 8, METRIC)
    for selector, step in (("2", 2), ("000004", 4), ("latest", 6), ("best", 4)):
        folder = run / "checkpoints" / f"step_{step:06d}"
        assert locate_policy(f"{run}@{selector}").model == str(folder)
        assert locate_library(f"{run}@{selector}")[0] == folder / "library.sqlite"
    assert locate_policy(run).model.endswith("step_000006")


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("3", r"no checkpoint of step 3\. Its checkpoints: 2, 4, 5, 6\. Type .*@6"),
        ("best", r"no best checkpoint .*keep_best.*Its checkpoints: 2, 4, 5, 6"),
        ("newest", r"expects a step, latest or best"),
        ("-2", r"expects a step"),
    ],
)
def test_a_checkpoint_that_is_not_there_is_answered_with_those_that_are(run, selector, message):
    for locate in (locate_policy, locate_library):
        with pytest.raises(CheckpointError, match=message):
            locate(f"{run}@{selector}")


def test_a_checkpoint_copied_from_its_run_brings_no_configuration(run, tmp_path):
    inside = locate_policy(run / "checkpoints" / "step_000004")
    assert inside.config == str(run / "config.yaml")
    alone = shutil.copytree(inside.model, tmp_path / "far" / "away" / "step_000004")
    assert locate_policy(alone).config is None and locate_policy(alone).model == str(alone)


def test_a_garbled_pointer_is_no_pointer(run):
    for content in ("{", "[]", '{"step": "4"}', '{"step": 400}'):
        (run / "checkpoints" / "best.json").write_text(content)
        with pytest.raises(CheckpointError, match="no best checkpoint"):
            locate_policy(f"{run}@best")


@pytest.mark.parametrize(
    ("place", "typed"),
    [
        ("checkpoints", "step_000004"),
        (".", "checkpoints/step_000004"),
        ("checkpoints/step_000004", "."),
        ("checkpoints/step_000002", "../step_000004"),
    ],
)
def test_a_checkpoint_finds_its_run_from_within(run, monkeypatch, place, typed):
    monkeypatch.chdir(run / place)
    found = locate_policy(typed)
    assert found.config == str(run / "config.yaml") and found.library == f"{found.model}/library.sqlite"
    assert found.model == str(run / "checkpoints" / "step_000004")


def test_a_path_that_holds_the_sign_is_that_path(run):
    strange = run / "runs@2"
    (run / "checkpoints").rename(run / "kept")
    strange.mkdir()
    (strange / "config.yaml").write_text("seed: 0\n")
    (run / "kept").rename(strange / "checkpoints")
    assert locate_policy(strange).model.endswith("step_000006")
    assert locate_policy(f"{strange}@4").model.endswith("step_000004")
    assert locate_policy("Org/Model@main").model == "Org/Model@main"


def test_an_unknown_metric_is_refused_with_the_nearest():
    for fine in (METRIC, "oracle/query_recall", "outcome/success_rate/heat", "policy/loss"):
        check_spelling(fine)
    for wrong in ("success_rate", "outcome/sucess_rate"):
        with pytest.raises(ConfigError, match=r"best_metric = .*outcome/success_rate.*keep_best false"):
            check_spelling(wrong)
    check_known("a/b", {"a/b"})
    with pytest.raises(ConfigError, match="the nearest are oracle/query_recall"):
        check_known("oracle/qery_recal", {"oracle/query_recall", "step"})


@pytest.mark.parametrize("metric", ["outcome/success/heat", "oracle/selection_precision", "control/uplift"])
def test_a_metric_that_comes_later_ends_no_run(metric, caplog):
    check_known(metric, {"outcome/success_rate"})
    assert f"train.best_metric = '{metric}': the first step has no such metric" in caplog.text
