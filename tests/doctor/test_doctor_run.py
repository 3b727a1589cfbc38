"""What the doctor says about a run directory."""

import pytest

from skill1.run.directory import mark_finished, prepare_run_dir
from skill1.run.disk import sole_writer


@pytest.fixture
def run(tmp_path):
    return tmp_path / "run"


def state(run, household, finding, *overrides):
    return finding(household(f"--run_dir={run}", *overrides), "run directory")


def test_new_begun_resumable_finished(run, household, finding):
    assert state(run, household, finding).detail == f"{run}: new"
    prepare_run_dir(run, household())
    assert "no checkpoint yet" in state(run, household, finding).detail
    (run / "checkpoints" / "step_000040").mkdir(parents=True)
    (run / "checkpoints" / "step_000050").mkdir()
    (run / "checkpoints" / "step_000040" / "MANIFEST.json").write_text("{}")
    assert state(run, household, finding).detail == f"{run}: resumable from step_000040"
    mark_finished(run)
    found = state(run, household, finding)
    assert found.status == "ok" and "finished" in found.detail


def test_another_configuration(run, household, finding):
    prepare_run_dir(run, household())
    found = state(run, household, finding, "--seed=3", "--train.threads=1")
    assert found.status == "missing" and "seed: 0 → 3" in found.detail and "threads" not in found.detail
    assert "--fresh" in found.command


def test_what_is_no_run_directory(run, household, finding):
    run.write_text("")
    assert "is a file" in state(run, household, finding).detail
    run.unlink()
    run.mkdir()
    (run / "notes.txt").write_text("")
    assert "no config.yaml" in state(run, household, finding).detail


def test_a_broken_manifest_or_configuration(run, household, finding):
    prepare_run_dir(run, household())
    (run / "manifest.json").write_text("{")
    assert state(run, household, finding).status == "missing"
    (run / "config.yaml").write_text("train: [")
    assert state(run, household, finding).status == "missing"


def test_a_full_disk_is_no_reason_to_start_over(run, household, finding, monkeypatch):
    def full(_descriptor):
        raise OSError(28, "No space left on device")

    prepare_run_dir(run, household())
    with monkeypatch.context() as patch:
        patch.setattr("os.fsync", full)
        found = state(run, household, finding)
    assert found.status == "missing" and "No space left" in found.detail and "--fresh" not in found.command
    mark_finished(run)
    monkeypatch.setattr("os.fsync", full)
    assert "finished" in state(run, household, finding).detail
    found = state("x" * 300, household, finding)
    assert found.status == "missing" and "File name too long" in found.detail


def test_a_directory_that_a_process_writes_to(run, household, finding):
    prepare_run_dir(run, household())
    with sole_writer(run):
        found = state(run, household, finding)
        assert (
            found.status == "missing" and "is in use by" in found.detail and "another --run-dir" in found.command
        )
    assert state(run, household, finding).status == "ok"
