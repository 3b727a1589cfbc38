"""Full disks, damaged files, processes told to end: a clear error, nothing corrupted, a resume that comes out equal.

All runs here are tiny, of a random policy; tests that need skills in flight are in test_train_resume.
"""

import gzip
import io
import json
import os
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.config_files import load_config
from skill1.errors import (
    CheckpointError,
    ConfigError,
    LibraryError,
    RunInUseError,
    StorageError,
    Terminated,
    TrainingError,
)
from skill1.library import Library
from skill1.run_dir import prepare_run_dir, read_manifest, sole_writer
from skill1.train import checkpoint, records
from skill1.train.fork import fork_run
from skill1.train.local import LocalLearner
from skill1.train.loop import Skill1Trainer
from skill1.train.records import read_metrics
from skill1.train.termination import Termination
from tests.rollout.tiny_world import household
from tests.train.runs import assert_equal_runs

ROOT = Path(__file__).resolve().parents[2]
QUICK = (
    *("--train.steps=4", "--train.tasks_per_step=2", "--train.group_size=2", "--train.checkpoint_every=2"),
    *(
        "--env.max_steps=3",
        "--logging.episodes_every=2",
        "--sampling.distill_tokens=8",
        "--train.learning_rate=1e-3",
    ),
)
NO_SPACE = OSError(28, "No space left on device")
# The third step asks the process that runs it to end; then the command line as a user types it.
TERMINATED = """
import os, signal, sys
from skill1.cli import main
from skill1.train.local import LocalLearner
real = LocalLearner.update
def asked(self, samples, step):
    if step == 2:
        for _ in range(int(os.environ["SIGNALS"])):
            os.kill(os.getpid(), signal.SIGTERM)
    return real(self, samples, step)
LocalLearner.update = asked
sys.exit(main(sys.argv[1:]))
"""
# After the second step no file may grow beyond 16 KiB.
LIMITED = """
import resource, sys
from pathlib import Path
from skill1.config_files import load_config
from skill1.errors import Skill1Error
from skill1.train.loop import Skill1Trainer
def limit(row):
    if row["step"] == 3:
        resource.setrlimit(resource.RLIMIT_FSIZE, (16384, resource.RLIM_INFINITY))
try:
    Skill1Trainer(load_config(sys.argv[1]), Path(sys.argv[2]), observers=[limit]).train()
except Skill1Error as error:
    print(type(error).__name__, error)
"""


@pytest.fixture(scope="module")
def config(folder):
    return household(folder, *QUICK)


@pytest.fixture(scope="module")
def straight(config, tmp_path_factory):
    run_dir = tmp_path_factory.mktemp("faults") / "straight"
    Skill1Trainer(config, run_dir).train()
    return run_dir


@pytest.fixture
def half(straight, tmp_path):
    """The run as a kill after its third step left it: a checkpoint at 2, rows of 3 steps, the file of the second."""
    run_dir = tmp_path / "half"
    shutil.copytree(straight, run_dir)
    shutil.rmtree(run_dir / "checkpoints" / "step_000004")
    manifest = read_manifest(run_dir)
    (run_dir / "manifest.json").write_text(json.dumps(manifest | {"finished": False}))
    return run_dir


def python(code, *arguments, **variables):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "envs")]), **variables}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, env=environment | {"OMP_NUM_THREADS": "1"}, capture_output=True, text=True)


def full(*_args, **_kwargs):
    raise NO_SPACE


def full_after(monkeypatch, owner, name, calls, error=NO_SPACE):
    real, made = getattr(owner, name), []

    def limited(*args, **kwargs):
        made.append(1)
        if len(made) > calls:
            raise error
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, limited)


class TornDisk(io.TextIOWrapper):
    """Takes half a row and no more."""

    def write(self, text):
        super().write(text[: len(text) // 2])
        self.flush()
        raise NO_SPACE


def test_a_disk_full_in_the_middle_of_a_metrics_row(config, straight, tmp_path, monkeypatch):
    def half_open(path, mode="r", **options):
        is_third = mode == "a" and path.exists() and path.read_text().count("\n") == 2
        return TornDisk(open(path, "ab"), encoding="utf-8") if is_third else open(path, mode, **options)

    monkeypatch.setattr(records, "open", half_open, raising=False)
    with pytest.raises(StorageError, match=r"metrics\.jsonl could not be written.*No space.*df -h.*--resume"):
        Skill1Trainer(config, tmp_path / "run").train()
    monkeypatch.undo()
    assert len(read_metrics(tmp_path / "run")) == 2
    Skill1Trainer(config, tmp_path / "run").train()
    assert_equal_runs(tmp_path / "run", straight)


@pytest.mark.parametrize(
    ("owner", "name", "calls", "error", "raised"),
    [
        (Library, "commit", 2, LibraryError("library.sqlite: database or disk is full."), LibraryError),
        (checkpoint, "_seal", 1, NO_SPACE, CheckpointError),
        (os, "fsync", 20, NO_SPACE, (CheckpointError, StorageError, LibraryError)),
    ],
)
def test_a_disk_full_elsewhere_ends_clearly_and_the_resume_is_equal(
    config, straight, tmp_path, monkeypatch, owner, name, calls, error, raised
):
    full_after(monkeypatch, owner, name, calls, error)
    with pytest.raises(raised, match=r"(?s)(full|No space).*df -h.*--resume"):
        Skill1Trainer(config, tmp_path / "run").train()
    monkeypatch.undo()
    Skill1Trainer(config, tmp_path / "run").train()
    assert_equal_runs(tmp_path / "run", straight)


def test_a_limit_on_file_sizes_in_a_real_process(config, straight, tmp_path):
    prepare_run_dir(tmp_path / "run", config)
    result = python(LIMITED, tmp_path / "run" / "config.yaml", tmp_path / "run")
    assert result.returncode == 0 and "Error" in result.stdout.split()[0] and "df -h" in result.stdout, result
    assert checkpoint.latest(tmp_path / "run") == (tmp_path / "run" / "checkpoints" / "step_000002", [])
    Skill1Trainer(config, tmp_path / "run").train()
    assert_equal_runs(tmp_path / "run", straight)


def test_an_episode_file_that_cannot_be_written_is_a_warning(config, straight, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(gzip, "open", full)
    Skill1Trainer(config, tmp_path / "run").train()
    assert "episodes of step 2 could not be written" in caplog.text and "No space left" in caplog.text
    last = [run / "checkpoints" / "step_000004" / "model.safetensors" for run in (tmp_path / "run", straight)]
    assert last[0].read_bytes() == last[1].read_bytes()


@pytest.mark.parametrize("signals", [1, 2])
def test_sigterm_through_the_command_line(config, straight, tmp_path, signals):
    prepare_run_dir(tmp_path / "run", config)
    words = ("train", "--run-dir", tmp_path / "run", "--resume")
    result = python(TERMINATED, *words, SIGNALS=str(signals))
    if signals == 1:
        assert result.returncode == 143 and "after step 3 of 4" in result.stderr, result
        assert checkpoint.latest(tmp_path / "run")[0].name == "step_000003"
    else:
        assert result.returncode == -15, "the second ends it at once"
        assert checkpoint.latest(tmp_path / "run")[0].name == "step_000002"
    Skill1Trainer(config, tmp_path / "run").train()
    assert_equal_runs(tmp_path / "run", straight)


def test_sigterm_in_the_last_step_finishes_the_run_and_still_ends_the_caller(config, tmp_path, monkeypatch):
    monkeypatch.setattr(Termination, "__enter__", lambda self: setattr(self, "is_requested", True) or self)
    short = replace(config, train=replace(config.train, steps=0))
    with pytest.raises(Terminated, match="is finished"):
        Skill1Trainer(short, tmp_path / "run").train()
    assert read_manifest(tmp_path / "run")["finished"]


def test_a_second_trainer_is_refused_while_the_first_works(config, half):
    with sole_writer(half), pytest.raises(RunInUseError, match=f"process {os.getpid()}"):
        Skill1Trainer(config, half).train()


def test_without_a_whole_checkpoint_nothing_starts_from_scratch(config, half):
    for name in ("model.safetensors", None):
        if name:
            (half / "checkpoints" / "step_000002" / name).write_bytes(b"cut")
        else:
            shutil.rmtree(half / "checkpoints")
        before = (half / "metrics.jsonl").read_bytes()
        with pytest.raises(CheckpointError, match=r"(?s)has done 4 steps but holds no whole checkpoint.*--fresh"):
            Skill1Trainer(config, half).train()
        assert (half / "metrics.jsonl").read_bytes() == before


def test_a_broken_newest_checkpoint_moves_aside_and_pruning_cannot_prefer_it(config, straight, half):
    broken = half / "checkpoints" / "step_000004"
    shutil.copytree(straight / "checkpoints" / "step_000004", broken)
    (broken / "optimizer.safetensors").unlink()
    Skill1Trainer(config, half).train()
    assert_equal_runs(half, straight)
    assert (half / "discarded" / "step_000004" / "MANIFEST.json").is_file()


def test_a_damaged_row_in_the_middle_is_left_out_with_a_note_and_kept_aside(config, half, caplog):
    file = half / "metrics.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(['{"step": 1, "outc\n', *lines[1:]]))
    damaged = file.read_bytes()
    Skill1Trainer(config, half).train()
    assert [row["step"] for row in read_metrics(half)] == [2, 3, 4]
    assert "no row can be read in line 1;" in caplog.text
    assert (half / "discarded" / "damaged-metrics.jsonl").read_bytes() == damaged


def damage_cut(path):
    path.write_bytes(path.read_bytes()[:5000])


def damage_replace(path):
    path.write_bytes(b"no database at all" * 100)


@pytest.mark.parametrize("damage", [damage_cut, damage_replace])
def test_a_damaged_start_library_is_a_library_error(config, straight, tmp_path, damage):
    source = tmp_path / "start.sqlite"
    shutil.copy(straight / "checkpoints" / "step_000004" / "library.sqlite", source)
    damage(source)
    started = replace(config, library=replace(config.library, init=str(source)))
    with pytest.raises(LibraryError, match=r"start\.sqlite"):
        Skill1Trainer(started, tmp_path / "run").train()
    with pytest.raises(LibraryError, match=r"start\.sqlite"):
        Library.in_memory(config.library, start_from=source)  # how an evaluation takes it


def test_not_a_number_names_step_knob_and_the_file_with_the_episodes(config, straight, tmp_path, monkeypatch):
    real = LocalLearner._accumulate

    def poisoned(self, batch, log):
        real(self, batch, log)
        if len(read_metrics(tmp_path / "run")) == 2:
            log.loss = float("nan")

    monkeypatch.setattr(LocalLearner, "_accumulate", poisoned)
    with pytest.raises(
        TrainingError, match=r"Step 3: the loss is not a number.*learning_rate.*step_000003"
    ) as caught:
        Skill1Trainer(config, tmp_path / "run").train()
    monkeypatch.undo()
    file = tmp_path / "run" / "episodes" / "step_000003.jsonl.gz"
    assert str(file) in str(caught.value)
    assert len(gzip.decompress(file.read_bytes()).splitlines()) == 4
    assert checkpoint.latest(tmp_path / "run") == (tmp_path / "run" / "checkpoints" / "step_000002", [])
    Skill1Trainer(config, tmp_path / "run").train()
    assert_equal_runs(tmp_path / "run", straight)


def test_observers_see_every_row_once_it_is_written(config, tmp_path):
    seen = []
    short = replace(config, train=replace(config.train, steps=2))
    observer = lambda row: seen.append((row["step"], len(read_metrics(tmp_path / "run"))))  # noqa: E731
    Skill1Trainer(short, tmp_path / "run", observers=[observer]).train()
    assert seen == [(1, 1), (2, 2)]


def test_an_unknown_best_metric_ends_the_run_after_one_step(config, tmp_path):
    def wanting(metric):
        return replace(config, train=replace(config.train, best_metric=metric))

    with pytest.raises(ConfigError, match="outcome/success_rate"):
        Skill1Trainer(wanting("outcome/sucess_rate"), tmp_path / "slip").train()
    assert not (tmp_path / "slip").exists()
    with pytest.raises(ConfigError, match="no such figure"):
        Skill1Trainer(wanting("outcome/glory"), tmp_path / "unknown").train()
    assert len(read_metrics(tmp_path / "unknown")) == 1


def forked(config, **sections):
    parts = {name: replace(getattr(config, name), **values) for name, values in sections.items()}
    return replace(config, **parts)


def test_a_fork_says_what_differs_and_goes_on(config, straight, tmp_path):
    other = replace(forked(config, loss={"kl_coefficient": 0.0}), seed=7)
    state = fork_run(f"{straight}@2", other, tmp_path / "fork")
    assert "seed: 0 → 7" in state.notice and "Steps from 3 on draw with the new seed" in state.notice
    assert fork_run(f"{straight}@2", other, tmp_path / "fork").kind == "resume", "the same command goes on"
    with pytest.raises(ConfigError, match=r"holds a fork of .*straight@2"):
        fork_run(f"{straight}@4", forked(other, train={"steps": 9}), tmp_path / "fork")
    summary = Skill1Trainer(other, tmp_path / "fork").train()
    assert summary["steps"] == 4
    assert read_metrics(tmp_path / "fork")[:2] == read_metrics(straight)[:2]
    manifest = read_manifest(tmp_path / "fork")
    assert manifest["name"] == "fork" and manifest["forked_from"]["step"] == 2


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ({"model": {"path": "elsewhere"}}, r"cannot change model\.path .*model\.reference"),
        ({"model": {"dtype": "bfloat16"}}, r"cannot change model\.dtype"),
        ({"train": {"steps": 2}}, r"train\.steps = 2, but .*step_000002 has done 2 already"),
    ],
)
def test_overrides_that_do_not_fit_a_checkpoint(config, straight, tmp_path, sections, message):
    with pytest.raises(ConfigError, match=message):
        fork_run(f"{straight}@2", forked(config, **sections), tmp_path / "fork")
    assert not (tmp_path / "fork").exists() and not list(tmp_path.glob(".fork*"))


def test_a_fork_of_nothing_and_into_something(config, straight, half, tmp_path):
    with pytest.raises(ConfigError, match="no run at"):
        fork_run(tmp_path / "absent", config, tmp_path / "fork")
    with pytest.raises(CheckpointError, match="no checkpoint of step 3"):
        fork_run(f"{straight}@3", config, tmp_path / "fork")
    with pytest.raises(ConfigError, match="a run that is no fork"):
        fork_run(f"{straight}@2", config, half)
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "thesis.tex").write_text("")
    with pytest.raises(ConfigError, match="is no run directory"):
        fork_run(f"{straight}@2", config, tmp_path / "thesis")
    (half / "checkpoints" / "step_000002" / "model.safetensors").write_bytes(b"cut")
    with pytest.raises(CheckpointError, match="cannot be forked, it is not whole"):
        fork_run(f"{half}@2", config, tmp_path / "fork")


def test_a_fork_of_a_run_without_a_library_begins_one(config, straight, tmp_path):
    plain = forked(config, library={"enabled": False})
    Skill1Trainer(plain, tmp_path / "plain").train()
    state = fork_run(f"{tmp_path / 'plain'}@2", config, tmp_path / "grown")
    assert "begins with an empty one" in state.notice
    Skill1Trainer(config, state.path).train()
    with Library.open(state.path, read_only=True) as library:
        assert library.version == 2


def test_a_tiny_policy_forks_with_its_start_weights_and_words(tmp_path):
    tiny = load_config(
        "household/skill1",
        [*QUICK, "--model.path=tiny", "--train.threads=1", "--model.device=cpu", "--loss.kl_coefficient=0.1"],
    )
    Skill1Trainer(tiny, tmp_path / "run").train()
    state = fork_run(f"{tmp_path / 'run'}@2", replace(tiny, seed=5), tmp_path / "fork")
    start = [run / "tiny-policy" / "model.safetensors" for run in (tmp_path / "run", state.path)]
    assert start[0].read_bytes() == start[1].read_bytes()
    with pytest.raises(ConfigError, match=r"does not know \d+ words"):
        fork_run(f"{tmp_path / 'run'}@2", forked(tiny, library={"top_k": 9}), tmp_path / "more")
