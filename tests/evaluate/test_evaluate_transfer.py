"""The transfer table: rows by what was trained on, columns by what was tested on, cells with their intervals."""

import pytest
import yaml

from skill1.errors import ConfigError, DataError
from skill1.evaluate.compare_text import transfer_grids
from skill1.evaluate.figures import wilson
from skill1.evaluate.transfer import transfer
from tests.evaluate.evals import record, write


def run(folder, trained_on, tested, *, seed=0, method="skill1"):
    """A run directory; ``tested``: environment → successes."""
    folder.mkdir(parents=True)
    config = {"env": {"name": trained_on}, "method": method, "seed": seed}
    (folder / "config.yaml").write_text(yaml.safe_dump(config), encoding="utf-8")
    for env, successes in tested.items():
        write(folder / "eval" / f"{env}.json", record(successes, seed=seed, method=method, env=env))
    return folder


def cells(content):
    return {
        row["label"]: [cell and (round(cell["mean"], 4), cell["is_own"]) for cell in row["cells"]]
        for row in content["rows"]
    }


def test_rows_columns_and_cells(tmp_path):
    both = run(tmp_path / "both", "household,webshop", {"household": [True, True], "webshop": [True, False]})
    one = run(tmp_path / "one", "webshop", {"household": [False, True], "webshop": [True, True]})
    content = transfer([both, one])
    assert [column["env"] for column in content["columns"]] == ["household", "webshop"]
    assert cells(content) == {
        "household + webshop": [(1.0, True), (0.5, True)],
        "webshop": [(0.5, False), (1.0, True)],
    }
    assert content["rows"][0]["cells"][0]["interval_95"] == pytest.approx(wilson(2, 2))
    (grid,) = transfer_grids(content)
    assert grid.rows[2] == ("webshop", "50.0", "[100.0]")


def test_a_checkpoint_is_told_from_its_run(tmp_path):
    one = run(tmp_path / "one", "webshop", {"webshop": [True, True]})
    with pytest.raises(
        DataError, match="one@40 is a checkpoint, but the results of a run are those of its newest one"
    ):
        transfer([f"{one}@40"])


def test_seeds_are_one_row_with_an_interval_over_both(tmp_path):
    runs = [run(tmp_path / f"s{s}", "webshop", {"webshop": [True, s == 1]}, seed=s) for s in (0, 1)]
    (row,) = transfer(runs)["rows"]
    assert row["seeds"] == [0, 1] and row["cells"][0]["per_seed"] == [0.5, 1.0] and row["cells"][0]["mean"] == 0.75
    low, high = row["cells"][0]["interval_95"]
    assert 0 <= low < 0.75 < high <= 1


def test_a_seed_that_was_not_tested_leaves_a_gap(tmp_path):
    tested = [{"household": [True]}, {"household": [False], "webshop": [True, False]}]
    runs = [run(tmp_path / f"s{s}", "webshop", envs, seed=s) for s, envs in enumerate(tested)]
    (row,) = transfer(runs)["rows"]
    assert row["seeds"] == [0, 1] and [cell["per_seed"] for cell in row["cells"]] == [[None, 0.5], [1.0, 0.0]]


def test_methods_and_equal_seeds_are_told_apart(tmp_path):
    one = run(tmp_path / "a", "webshop", {"webshop": [True, False]})
    other = run(tmp_path / "b", "webshop", {"webshop": [False, False]}, method="grpo")
    assert cells(transfer([one, other])) == {"webshop (skill1)": [(0.5, True)], "webshop (grpo)": [(0.0, True)]}
    copy = run(tmp_path / "c", "webshop", {"webshop": [True, True]})
    assert cells(transfer([one, copy])) == {f"webshop: {one}": [(0.5, True)], f"webshop: {copy}": [(1.0, True)]}


def test_what_was_not_tested_is_no_zero_and_is_said(tmp_path):
    both = run(tmp_path / "both", "household,webshop", {"household": [True], "webshop": [True]})
    one = run(tmp_path / "one", "household", {"household": [True]})
    content = transfer([both, one])
    assert cells(content)["household"] == [(1.0, True), None]
    assert transfer_grids(content)[0].rows[2] == ("household", "[100.0]", "–")
    assert any(f"{one} was not tested on webshop. Type: skill1 eval" in note for note in content["notes"])
    write(both / "eval" / "seen.json", record([True], env="webshop", split="seen"))
    assert any(f"{one} was not tested on webshop. Type: skill1 eval" in n for n in transfer([both, one])["notes"])


def test_a_model_that_no_run_has_trained_is_a_row_of_its_own(tmp_path):
    one = run(tmp_path / "one", "household", {"household": [True, True]})
    start = write(tmp_path / "start.json", record([True, False], step=None, model="runs/start"))
    assert cells(transfer([one, start])) == {"household": [(1.0, True)], "no run": [(0.5, False)]}
    assert not any("library modes" in note for note in transfer([one, start])["notes"])
    bare = write(tmp_path / "bare.json", record([True, False], step=None, model="runs/start", library="none"))
    assert any("different library modes (frozen, none)" in note for note in transfer([one, bare])["notes"])


def test_unlike_models_and_runs_are_no_seeds_of_one_another(tmp_path):
    start, other = (
        write(tmp_path / f"{name}.json", record([won], step=None, model=name, seed=seed))
        for seed, (name, won) in enumerate({"Org/Big": True, "Org/Small": False}.items())
    )
    assert cells(transfer([start, other])) == {
        "no run: Org/Big": [(1.0, False)],
        "no run: Org/Small": [(0.0, False)],
    }
    one, two = (run(tmp_path / f"s{seed}", "household", {"household": [True]}, seed=seed) for seed in (0, 1))
    assert not any("differ in" in note for note in transfer([one, two])["notes"])
    changed = record([True], seed=1, config={"train": {"learning_rate": 0.5}})
    write(two / "eval" / "household.json", changed)
    assert "household: its seeds differ in train.learning_rate, too." in transfer([one, two])["notes"]


def test_only_the_newest_checkpoint_counts(tmp_path):
    one = run(tmp_path / "one", "household", {"household": [True]})
    write(one / "eval" / "old.json", record([False], step=10))
    assert cells(transfer([one])) == {"household": [(1.0, True)]}


def test_results_that_cannot_be_put_in_one_column_are_refused(tmp_path):
    one = run(tmp_path / "one", "household", {"household": [True, True]})
    other = run(tmp_path / "two", "webshop", {"household": [True]})
    with pytest.raises(DataError, match="differ in split_sha256"):
        transfer([one, other])
    write(one / "eval" / "none.json", record([True, False], library="none"))
    with pytest.raises(ConfigError, match="several evaluations for household heldout"):
        transfer([one])
    assert cells(transfer([one], library="none")) == {"household": [(0.5, True)]}
    with pytest.raises(ConfigError, match="nothing to compare"):
        transfer([])
    with pytest.raises(DataError, match="Type: skill1 eval .*one --split 'my split'$"):
        transfer([one], split="my split")


def test_seeds_that_all_agree_have_an_interval_with_a_width(tmp_path):
    runs = [run(tmp_path / f"s{s}", "webshop", {"webshop": [False] * 20}, seed=s) for s in (0, 1, 2)]
    (row,) = transfer(runs)["rows"]
    assert row["cells"][0]["interval_95"] == pytest.approx(wilson(0, 20))


def test_results_behind_one_server_are_of_the_runs_in_whose_folders_they_lie(tmp_path):
    served = [
        write(
            tmp_path / f"s{seed}" / "eval" / "it.json",
            record(
                [won], seed=seed, model="small", trained_on="household", card={"config": {}, "policy_sha256": None}
            ),
        )
        for seed, won in enumerate((True, False))
    ]
    (row,) = transfer(served)["rows"]
    assert row["seeds"] == [0, 1] and row["cells"][0]["per_seed"] == [1.0, 0.0]
    other = write(tmp_path / "start.json", record([True], step=None, env="webshop", model="start"))
    assert any(
        f"{tmp_path / 's1'} was not tested on webshop. Type: skill1 eval {tmp_path / 's1'}" in note
        for note in transfer([*served, other])["notes"]
    )


def test_seeds_tested_elsewhere_first_do_not_differ_in_what_they_were_trained_on(tmp_path):
    runs = []
    for seed, env in enumerate(("household", "webshop")):
        runs.append(run(tmp_path / f"s{seed}", "household", {}, seed=seed))
        write(runs[-1] / "eval" / "it.json", record([True], seed=seed, env=env, trained_on="household"))
    assert not any("its seeds differ in" in note for note in transfer(runs)["notes"])
