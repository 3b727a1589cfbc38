"""Full disks, damaged files, processes told to end: a clear error, nothing corrupted, a resume that comes out equal.

All runs here are tiny, of a random policy; tests that need skills in flight are in test_train_resume.
"""

import gzip
import importlib.util
import io
import json
import os
import re
import shutil
import sys
from dataclasses import replace

import pytest

from skill1.config.load import load_config
from skill1.errors import (
    CheckpointError,
    ConfigError,
    DataError,
    LibraryError,
    MissingExtraError,
    RunInUseError,
    StorageError,
    Terminated,
    TrainingError,
)
from skill1.evaluate import evaluate
from skill1.library import Library
from skill1.library.encoder import HashingEncoder
from skill1.library.sentence_encoder import BUNDLED_MODEL
from skill1.run.directory import prepare_run_dir, read_manifest, save_config
from skill1.run.disk import seal, sole_writer
from skill1.train import checkpoint, records
from skill1.train.fork import fork_run
from skill1.train.learner import LocalLearner
from skill1.train.preflight import check_before_a_run
from skill1.train.records import read_metrics
from skill1.train.trainer import Skill1Trainer, Termination
from tests.rollout.tiny_world import household
from tests.train.runs import assert_equal_runs, cut_back, python

QUICK = (
    *("--train.steps=4", "--train.tasks_per_step=2", "--train.group_size=2", "--train.checkpoint_every=2"),
    *(
        "--env.max_steps=3",
        "--logging.episodes_every=2",
        "--sampling.distill_tokens=8",
        "--train.learning_rate=1e-3",
    ),
)
CLUSTER = {"backend": "verl", "train": {"final_learning_rate": 1.0}}
NO_SPACE = OSError(28, "No space left on device")
# The command line as a user types it, in three processes that share the imports. In the third step the first two are
# asked to end, once and twice; in the third no file may grow beyond 16 KiB from then on.
PROCESSES = """
import json, os, resource, signal, sys
from pathlib import Path
from skill1.cli import main
from skill1.train import trainer
from skill1.train.learner import LocalLearner
from skill1.train.preflight import check_before_a_run
from transformers import PreTrainedTokenizerFast, Qwen2ForCausalLM  # once, not in each process
real = LocalLearner.update
def fault(kind):
    if kind == "limit":
        resource.setrlimit(resource.RLIMIT_FSIZE, (16384, resource.RLIM_INFINITY))
    for _ in range(("once", "twice").index(kind) + 1 if kind != "limit" else 0):
        os.kill(os.getpid(), signal.SIGTERM)
def child(kind, run):
    def update(self, samples, step):
        if step == 2:
            fault(kind)
        return real(self, samples, step)
    LocalLearner.update = update
    with open(str(run) + ".err", "w") as file:
        os.dup2(file.fileno(), 2)
    os._exit(main(["train", "--run-dir", str(run), "--resume"]))
codes = {}
for kind in ("once", "twice", "limit"):
    process = os.fork()
    if not process:
        child(kind, Path(sys.argv[1]) / kind)
    codes[kind] = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
print(json.dumps(codes))
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
    return cut_back(straight, tmp_path / "half", 2)


@pytest.fixture(scope="module")
def processes(config, tmp_path_factory):
    """Folder of the runs and exit codes of PROCESSES."""
    folder = tmp_path_factory.mktemp("processes")
    for kind in ("once", "twice", "limit"):
        prepare_run_dir(folder / kind, config)
    done = python(PROCESSES, folder)
    assert done.returncode == 0, done.stderr
    return folder, json.loads(done.stdout.splitlines()[-1])


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
        (checkpoint, "seal", 1, NO_SPACE, CheckpointError),
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


def test_a_limit_on_file_sizes_in_a_real_process(config, straight, processes):
    folder, codes = processes
    run = folder / "limit"
    said = (folder / "limit.err").read_text()
    assert codes["limit"] == 1 and "error: " in said and "df -h" in said, said
    assert checkpoint.latest(run) == (run / "checkpoints" / "step_000002", [])
    Skill1Trainer(config, run).train()
    assert_equal_runs(run, straight)


def test_an_episode_file_that_cannot_be_written_is_a_warning(config, straight, tmp_path, monkeypatch, caplog):
    monkeypatch.setattr(gzip, "open", full)
    Skill1Trainer(config, tmp_path / "run").train()
    assert "episodes of step 2 could not be written" in caplog.text and "No space left" in caplog.text
    last = [run / "checkpoints" / "step_000004" / "model.safetensors" for run in (tmp_path / "run", straight)]
    assert last[0].read_bytes() == last[1].read_bytes()


@pytest.mark.parametrize(("kind", "code", "saved"), [("once", 143, 3), ("twice", -15, 2)])
def test_sigterm_through_the_command_line(config, straight, processes, kind, code, saved):
    """The second ends it at once."""
    folder, codes = processes
    said = (folder / f"{kind}.err").read_text()
    assert codes[kind] == code and ("after step 3 of 4" in said) == (kind == "once"), said
    assert checkpoint.latest(folder / kind)[0].name == f"step_{saved:06d}"
    Skill1Trainer(config, folder / kind).train()
    assert_equal_runs(folder / kind, straight)


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


def test_a_shared_run_neither_resumes_nor_forks_and_says_what_to_type(config, half, tmp_path):
    folder = half / "checkpoints" / "step_000002"
    for name in (checkpoint.STATE_FILE, checkpoint.WHOLE_MARK):  # as `share` hands a step on
        (folder / name).unlink()
    seal(folder)
    typed = f"skill1 train --config {half / 'config.yaml'} --model.path {folder} --library.init {folder}/library.sqlite"
    with pytest.raises(
        CheckpointError, match=f"cannot resume: .*shared, or cut.*{re.escape(typed)} --run-dir NEW"
    ):
        Skill1Trainer(config, half).train()
    told = f"no {checkpoint.STATE_FILE}, .* --model.path {folder} --library.init "
    with pytest.raises(ConfigError, match=told):
        fork_run(f"{half}@2", config, tmp_path / "fork")
    assert not list(tmp_path.glob("*fork*"))


@pytest.mark.parametrize(
    "line",
    [
        *("[" * 100_000, f'{{"step": {"9" * 400}}}', f'{{"step": 1, "x": {"9" * 6000}}}', '{"step": true}'),
        *('{"step": 1, "outcome/success_rate": "x"}', '{"step": 1, "outcome/success_rate": [1]}'),
    ],
)
def test_a_row_of_impossible_numbers_is_none(straight, tmp_path, caplog, line):
    shutil.copy(straight / "metrics.jsonl", tmp_path)
    rows = read_metrics(tmp_path)
    (tmp_path / "metrics.jsonl").write_text(f"{line}\n" + (straight / "metrics.jsonl").read_text())
    assert read_metrics(tmp_path) == rows and "line 1 cannot be read as a row and is left out." in caplog.text


def test_a_damaged_row_in_the_middle_is_left_out_with_a_note_and_kept_aside(config, half, caplog):
    file = half / "metrics.jsonl"
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(['{"step": 1, "outc\n', *lines[1:]]))
    damaged = file.read_bytes()
    Skill1Trainer(config, half).train()
    assert [row["step"] for row in read_metrics(half)] == [2, 3, 4]
    assert "line 1 cannot be read as a row and is left out." in caplog.text
    assert (half / "discarded" / "damaged-metrics.jsonl").read_bytes() == damaged


DAMAGES = {
    "cut": lambda whole: whole[:5000],
    "replaced": lambda whole: b"no database at all" * 100,
    # The header is whole, every other page is not: opening succeeds, reading does not.
    "pages": lambda whole: whole[:4096] + b"\xff" * (len(whole) - 4096),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_start_library_is_a_library_error(config, straight, tmp_path, damage):
    source = tmp_path / "start.sqlite"
    source.write_bytes(damage((straight / "checkpoints" / "step_000004" / "library.sqlite").read_bytes()))
    started = replace(config, library=replace(config.library, init=str(source)))
    with pytest.raises(LibraryError, match=r"start\.sqlite"):
        Skill1Trainer(started, tmp_path / "run").train()
    assert not (tmp_path / "run").exists()
    with pytest.raises(LibraryError, match=r"start\.sqlite.*skill1 train --run-dir RUN --resume"):
        evaluate(
            config,
            model=config.model.path,
            library_path=str(source),
            library="frozen",
            overrides=["--eval.limit=1"],
        )


def test_without_faiss_nothing_is_begun_unless_the_index_needs_none(config, straight, tmp_path, monkeypatch):
    """Skills are searched for once there are some, in the second step or later: hours may have gone by then."""
    monkeypatch.setitem(sys.modules, "faiss", None)
    without(monkeypatch, "faiss")
    with pytest.raises(MissingExtraError, match=r"retrieving skills.*skill1\[api\]"):
        Skill1Trainer(config, tmp_path / "run").train()
    with pytest.raises(MissingExtraError, match=r"retrieving skills.*skill1\[api\]"):
        evaluate(config, model=config.model.path, library="fresh", overrides=["--eval.limit=1"])
    assert list(tmp_path.iterdir()) == []
    # Neither has anything to search: no library at all, and an index of another kind.
    evaluate(config, model=config.model.path, library="none", overrides=["--eval.limit=1"])
    Skill1Trainer(forked(config, library={"index": "sparse"}), tmp_path / "run").train()


def without(monkeypatch, *missing):
    """As if these packages were not installed."""
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name, *at: None if name in missing else found(name, *at)
    )


@pytest.mark.parametrize("name", ["no/such-encoder", BUNDLED_MODEL])
def test_a_missing_encoder_is_refused_before_there_is_a_run_directory(
    config, straight, tmp_path, monkeypatch, name
):
    """Neither a run nor a fork is begun."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name, _package=None: None)
    other = forked(config, library={"encoder": name})
    with pytest.raises(MissingExtraError, match=r"skill1\[encoders\]"):
        Skill1Trainer(other, tmp_path / "run").train()
    with pytest.raises(MissingExtraError, match=name):
        fork_run(f"{straight}@2", other, tmp_path / "fork")
    assert list(tmp_path.iterdir()) == []


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


def forked(config, **sections):
    parts = {
        name: replace(getattr(config, name), **given) if isinstance(given, dict) else given
        for name, given in sections.items()
    }
    return replace(config, **parts)


def test_a_fork_says_what_differs_and_goes_on(config, straight, tmp_path):
    other = replace(forked(config, loss={"kl_coefficient": 0.0}), seed=7)
    state = fork_run(f"{straight}@2", other, tmp_path / "fork")
    assert "seed: 0 → 7" in state.notice and "Steps from 3 on use the new seed" in state.notice
    assert fork_run(f"{straight}@2", other, tmp_path / "fork").kind == "resume", "the same command goes on"
    with pytest.raises(ConfigError, match=r"holds a fork of .*straight@2"):
        fork_run(f"{straight}@4", forked(other, train={"steps": 9}), tmp_path / "fork")
    summary = Skill1Trainer(other, tmp_path / "fork").train()
    assert summary["steps"] == 4
    assert read_metrics(tmp_path / "fork")[:2] == read_metrics(straight)[:2]
    manifest = read_manifest(tmp_path / "fork")
    assert manifest["name"] == "fork" and manifest["forked_from"]["step"] == 2


def test_what_a_library_lost_on_the_way_would_have_credited_is_dropped(config, straight, tmp_path):
    """The buffer names skills; a fork without a library hands it on, and the next fork begins with an empty one."""
    without = forked(config, library={"enabled": False}, train={"steps": 3})
    fork_run(f"{straight}@2", without, tmp_path / "without")
    Skill1Trainer(without, tmp_path / "without").train()
    again = forked(config, train={"steps": 4 + config.credit.realised_delay})
    fork_run(f"{tmp_path / 'without'}@latest", again, tmp_path / "again")
    assert Skill1Trainer(again, tmp_path / "again").train()["steps"] == again.train.steps


@pytest.mark.parametrize(
    ("sections", "message"),
    [
        ({"model": {"path": "elsewhere"}}, r"cannot change model\.path .*model\.reference"),
        ({"model": {"dtype": "bfloat16"}}, r"cannot change model\.dtype"),
        (CLUSTER, r"cannot change backend .*--model\.path .*step_000002 --library\.init "),
        (
            {"train": {"frozen_layers": 1}},
            r"cannot change train\.frozen_layers \(0 → 1\) on backend local: .*step_000002",
        ),
        ({"library": {"init": "bank.json"}}, r"cannot change library\.init \(None → 'bank.json'\)"),
        ({"train": {"steps": 2}}, r"train\.steps = 2, but .*step_000002 has already done 2"),
    ],
)
def test_overrides_that_do_not_fit_a_checkpoint(config, straight, tmp_path, sections, message):
    with pytest.raises(ConfigError, match=message):
        fork_run(f"{straight}@2", forked(config, **sections), tmp_path / "fork")
    assert not (tmp_path / "fork").exists() and not list(tmp_path.glob(".fork*"))


@pytest.mark.parametrize(
    ("section", "key", "value"),
    [
        ("train", "learning_rate", 1e-6),
        ("cluster", "gpus_per_node", 4),
        ("model", "lora_rank", 16),
    ],
)
def test_a_fork_on_a_cluster_keeps_what_verl_takes_from_the_checkpoint(
    config, straight, tmp_path, section, key, value
):
    cluster = forked(config, **CLUSTER)
    run = shutil.copytree(straight, tmp_path / "run")
    save_config(cluster, run / "config.yaml")
    refusal = rf"cannot change {section}\.{key} \(.* → {value}\) on backend verl: "
    typed = rf"--model\.path .* --run-dir NEW --{section}\.{key} {value}$"
    with pytest.raises(ConfigError, match=f"{refusal}.*{typed}"):
        fork_run(f"{run}@2", forked(cluster, **{section: {key: value}}), tmp_path / "fork")


def test_a_fork_may_name_the_precision_that_its_run_left_open(config, straight, tmp_path):
    """``auto`` may be another one on the machine where it goes on."""
    shutil.copytree(straight, tmp_path / "run")
    save_config(forked(config, model={"dtype": "auto"}), tmp_path / "run" / "config.yaml")
    with pytest.raises(ConfigError, match=r"cannot change model\.dtype \('auto' → 'bfloat16'\)"):
        fork_run(f"{tmp_path / 'run'}@2", forked(config, model={"dtype": "bfloat16"}), tmp_path / "fork")
    state = fork_run(f"{tmp_path / 'run'}@2", config, tmp_path / "fork")
    assert "model.dtype: 'auto' → 'float32'" in state.notice


def test_a_run_that_is_resumed_elsewhere_is_told_where_its_start_weights_are_looked_for(config, half):
    """It was told to type another --model.path, with which it would be another run."""
    gone = forked(config, loss={"kl_coefficient": 0.1}, model={"path": "runs/absent"})
    with pytest.raises(DataError, match=r"'runs/absent', .*in the folder where the run began; or fork the run"):
        check_before_a_run(gone, half)
    check_before_a_run(forked(gone, loss={"kl_coefficient": 0.0}), half)  # with nothing to compare, none is needed


def test_a_fork_of_nothing_and_into_something(config, straight, half, tmp_path):
    with pytest.raises(ConfigError, match="no run at"):
        fork_run(tmp_path / "absent", config, tmp_path / "fork")
    with pytest.raises(CheckpointError, match="no checkpoint of step 3"):
        fork_run(f"{straight}@3", config, tmp_path / "fork")
    with pytest.raises(ConfigError, match="a run that is no fork"):
        fork_run(f"{straight}@2", config, half)
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "thesis.tex").write_text("")
    for fresh in (False, True):
        with pytest.raises(ConfigError, match="is not a run directory"):
            fork_run(f"{straight}@2", config, tmp_path / "thesis", fresh=fresh)
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


def test_a_fork_may_train_a_policy_that_was_frozen(folder, tmp_path):
    """Its optimizer has no moments yet."""
    frozen = household(folder, *QUICK, "--train.mini_batches=1", "--skillopt.selection_tasks=2", method="skillopt")
    Skill1Trainer(forked(frozen, train={"steps": 2}), tmp_path / "run").train()
    trained = household(folder, *QUICK)
    state = fork_run(f"{tmp_path / 'run'}@2", trained, tmp_path / "fork")
    assert Skill1Trainer(trained, state.path).train()["steps"] == 4


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


class OtherEncoder(HashingEncoder):
    """Another identity and other vectors: as many places, each turned over."""

    name, identity = "other", "other:1"

    def encode(self, texts):
        return -super().encode(texts)[:, ::-1]


def test_a_fork_to_another_encoder_embeds_anew(config, straight, tmp_path, monkeypatch):
    monkeypatch.setattr("skill1.library.retriever.make_encoder", lambda name, **_: OtherEncoder())
    monkeypatch.setattr("skill1.train.preflight._is_at_hand", lambda name: True)
    other = forked(config, library={"encoder": "other"})
    state = fork_run(f"{straight}@2", other, tmp_path / "fork")
    assert "library.encoder: 'hashing' → 'other'" in state.notice
    Skill1Trainer(other, state.path).train()
    with Library.open(state.path / "checkpoints" / "step_000004", read_only=True) as library:
        assert library.version == 4 and library._store.meta()["encoder"] == "other"


def test_a_fork_moves_nothing_that_it_then_refuses(config, straight, half, tmp_path):
    with pytest.raises(ConfigError, match="needs its own directory"):
        fork_run(f"{half}@2", config, half, fresh=True)
    with pytest.raises(ConfigError, match="has already done 2"):
        fork_run(f"{straight}@2", forked(config, train={"steps": 2}), half, fresh=True)
    assert [path.name for path in tmp_path.iterdir()] == ["half"]


def test_what_a_kill_left_of_a_checkpoint_is_removed_and_a_pruned_one_is_never_whole(half, monkeypatch):
    left = half / "checkpoints" / ".step_000003.partial"
    left.mkdir()
    checkpoint.discard_newer(half, 2)
    assert not left.exists()
    monkeypatch.setattr(shutil, "rmtree", full)  # ends before it has removed anything
    shutil.copytree(half / "checkpoints" / "step_000002", half / "checkpoints" / "step_000001")
    checkpoint.prune(half, 1)
    assert checkpoint.problems(half / "checkpoints" / "step_000001")
    assert checkpoint.problems(half / "checkpoints" / "step_000002") == []


def test_a_fork_goes_on_when_its_run_has_removed_the_checkpoint(config, straight, tmp_path):
    run = shutil.copytree(straight, tmp_path / "run")
    fork_run(f"{run}@2", config, tmp_path / "fork")
    shutil.rmtree(run / "checkpoints" / "step_000002")
    assert fork_run(f"{run}@2", config, tmp_path / "fork").kind == "resume"
    with pytest.raises(CheckpointError, match="no checkpoint of step 2"):
        fork_run(f"{run}@2", config, tmp_path / "fork", fresh=True)
    shutil.copytree(run, tmp_path / "other")
    with pytest.raises(CheckpointError, match="no checkpoint of step 2"):
        fork_run(f"{tmp_path / 'other'}@2", config, tmp_path / "fork")
