"""Which directory a run may use: new, going on, finished, refused, moved aside."""

import datetime
import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import skill1
from skill1.config import Skill1Config
from skill1.config.load import load_config, load_run_config
from skill1.errors import CheckpointError, ConfigError, DataError, RunInUseError, StorageError
from skill1.run import directory, locate
from skill1.run.directory import (
    git_commit,
    mark_finished,
    prepare_run_dir,
    read_manifest,
    update_manifest,
)
from skill1.run.disk import locked, require_place, sole_writer, write_json_atomic, written
from skill1.run.locate import default_run_dir, newest_unfinished

CONFIG = Skill1Config()
HOLDER = """
import sys
from pathlib import Path
from skill1.run.disk import sole_writer
with sole_writer(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


class FrozenTime(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls(2026, 2, 3, 4, 5, 6, tzinfo=tz)


def other(*overrides):
    return load_config(None, list(overrides))


@pytest.fixture
def path(tmp_path):
    return tmp_path / "runs" / "one"


def test_new_directory_gets_config_and_manifest(path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-value")
    monkeypatch.setattr("sys.argv", ["/usr/bin/skill1", "train"])
    state = prepare_run_dir(path, CONFIG, prompt_hashes={"act": "ab12"})
    assert (state.kind, state.path, state.notice) == ("new", path, "")
    manifest = json.loads((path / "manifest.json").read_text())
    assert manifest == state.manifest
    assert set(manifest) >= {
        "version",
        "git_commit",
        "seed",
        "command",
        "packages",
        "python",
        "platform",
        "prompts",
    }
    assert manifest["prompts"] == {"act": "ab12"} and manifest["command"] == "skill1 train"
    assert "numpy" in manifest["packages"] and manifest["finished"] is False
    assert load_config(str(path / "config.yaml")) == CONFIG
    assert "sk-secret-value" not in (path / "manifest.json").read_text() + (path / "config.yaml").read_text()
    assert sorted(os.listdir(path)) == [".lock", "config.yaml", "manifest.json"]


def test_operational_keys_make_no_difference(path):
    prepare_run_dir(path, CONFIG)
    changed = other("--run_dir=x", "--train.threads=1", "--logging.episodes_every=1", "--logging.episodes_mib=2")
    assert prepare_run_dir(path, changed).kind == "resume"


TEACHER = ["--teacher.kind=service", "--teacher.model=large", "--teacher.url=http://one:8000/v1"]
RETRIEVER = "--env.retriever=http://one:8000/retrieve"
RESUMABLE = {  # what error messages say to type: configuration, how the run began, what may change, what may not
    "cluster": (
        "alfworld/cluster",
        [],
        [
            "--cluster.start_timeout_s=7200",
            "--cluster.stall_timeout_s=60",
            "--cluster.logprob_gap_limit=null",
            "--train.errors_in_a_row=0",
            "--verl.ray_kwargs.ray_init.log_to_driver=true",
            "--verl.ray_kwargs.ray_init.num_cpus=28",
            "--verl.ray_kwargs.ray_init.runtime_env.env_vars.VLLM_USE_V2_MODEL_RUNNER=0",
        ],
        ["--verl.actor_rollout_ref.rollout.max_num_seqs=9"],
    ),
    "teacher": (
        "household/skillpro",
        [*TEACHER, "--skillpro.selection=similarity"],
        [
            "--teacher.url=http://two:8000/v1",
            "--teacher.api_key_variable=OTHER_KEY",
            "--teacher.timeout_s=900",
            "--teacher.retries=9",
            "--teacher.requests_per_minute=20",
            "--teacher.prompt_price=2",
        ],
        ["--teacher.model=small", "--teacher.temperature=0", "--teacher.url=null"],
    ),
    "retriever": (
        "search/cluster",
        [RETRIEVER],
        ["--env.retriever=http://two:8000/retrieve"],
        ["--env.retriever=null"],
    ),
}


@pytest.mark.parametrize("case", RESUMABLE)
def test_what_error_messages_say_to_type_resumes_the_run(path, case):
    name, there, operational, another = RESUMABLE[case]
    prepare_run_dir(path, load_config(name, there))
    (path / "metrics.jsonl").write_text('{"step": 1}\n')
    assert prepare_run_dir(path, load_config(name, [*there, *operational]), resume=True).kind == "resume"
    for option in another:
        with pytest.raises(ConfigError, match=re.escape(option[2:].partition("=")[0])):
            prepare_run_dir(path, load_config(name, [*there, option]))


def test_another_configuration_is_refused_with_the_differences(path):
    prepare_run_dir(path, CONFIG)
    with pytest.raises(ConfigError) as caught:
        prepare_run_dir(path, other("--train.steps=3", "--train.threads=1"))
    message = str(caught.value)
    assert "train.steps: 150 → 3" in message and "--fresh" in message and "--run-dir" in message
    assert "--fork" not in message  # there is no checkpoint to begin from
    assert "threads" not in message


def test_prompts_are_recorded_once_known_and_part_of_the_identity(path):
    prepare_run_dir(path, CONFIG)
    assert prepare_run_dir(path, CONFIG, prompt_hashes={"act": "ab12"}).manifest["prompts"] == {"act": "ab12"}
    assert prepare_run_dir(path, CONFIG).kind == "resume", "who does not know the prompts cannot object"
    assert prepare_run_dir(path, CONFIG, prompt_hashes={"act": "ab12"}).kind == "resume"
    with pytest.raises(ConfigError, match="prompt act: ab12 → cd34"):
        prepare_run_dir(path, CONFIG, prompt_hashes={"act": "cd34"})


def test_finished_only_by_manifest(path):
    prepare_run_dir(path, CONFIG)
    mark_finished(path, {"outcome/success_rate": 0.5})
    state = prepare_run_dir(path, CONFIG)
    assert state.kind == "finished" and state.manifest["summary"] == {"outcome/success_rate": 0.5}
    update_manifest(path, finished=False)
    assert prepare_run_dir(path, CONFIG).kind == "resume"
    (path / "checkpoints" / "step_000150").mkdir(parents=True)
    (path / "checkpoints" / "step_000150" / "MANIFEST.json").write_text("{}")
    assert prepare_run_dir(path, CONFIG).kind == "resume", "a kill may come between last checkpoint and summary"


def test_fresh_keeps_the_old_runs(path):
    for step in range(3):
        state = prepare_run_dir(path, other(f"--seed={step}"), fresh=True)
        assert state.kind == "new"
        (path / "mark").write_text(str(step))
    discarded = path.parent / "discarded"
    assert [(discarded / f"one-{n}" / "mark").read_text() for n in (1, 2)] == ["0", "1"]
    assert "one-2" in state.notice


def test_smoke_run_gives_way_to_a_real_one(path):
    prepare_run_dir(path, other("--train.steps=1"), smoke=True)
    assert prepare_run_dir(path, other("--train.steps=1"), smoke=True).kind == "resume"
    assert prepare_run_dir(path, other("--train.steps=1")).kind == "resume", (
        "the trainer's own call, without opinion"
    )
    state = prepare_run_dir(path, CONFIG, smoke=False)
    assert state.kind == "new" and "smoke" in state.notice and (path.parent / "discarded" / "one-1").is_dir()
    with pytest.raises(ConfigError, match="another configuration"):
        prepare_run_dir(path, other("--train.steps=1"), smoke=True)


def test_settings_that_only_evaluations_read_make_no_other_run(path):
    prepare_run_dir(path, other("--eval.limit=30"))
    assert locate.newest_unfinished(other("--eval.limit=20"), path.parent) == path
    state = prepare_run_dir(path, other("--eval.limit=20"), resume=True, smoke=False)
    assert state.kind == "resume" and "eval.limit: 30 → 20" in state.notice
    assert prepare_run_dir(path, other("--eval.limit=20")).notice == "", "a trainer does not say it again"
    assert prepare_run_dir(path, other("--eval.limit=20"), smoke=False).kind == "new", "no step has been done"
    (path / "metrics.jsonl").write_text('{"step": 1}\n')
    mark_finished(path)
    state = prepare_run_dir(path, other("--eval.limit=10"), smoke=False)
    assert state.kind == "finished" and "eval.limit: 20 → 10" in state.notice
    with pytest.raises(
        ConfigError, match="eval.split: 'valid_seen' → 'seen'"
    ):  # a method may learn from its tasks
        prepare_run_dir(path, other("--eval.split=seen"))


def test_resume_demands_something_to_resume(path):
    with pytest.raises(ConfigError, match="nothing to resume"):
        prepare_run_dir(path, CONFIG, resume=True)
    assert not path.exists()
    with pytest.raises(ConfigError, match="exclude each other"):
        prepare_run_dir(path, CONFIG, resume=True, fresh=True)


def test_creation_cut_off_before_the_manifest_starts_anew(path):
    path.mkdir(parents=True)
    (path / "config.yaml").write_text("seed: 7\n")
    (path / ".manifest.json.123.tmp").write_text("{")
    (path / ".DS_Store").write_bytes(b"")  # macOS has shown the folder
    assert prepare_run_dir(path, CONFIG).kind == "new"
    assert load_config(str(path / "config.yaml")) == CONFIG


def test_a_configuration_of_the_users_own_is_kept_beside_the_resolved_one(path):
    path.mkdir(parents=True)
    for text in ("seed: 0  # mine\n", "seed: 0  # changed\n", None):
        if text:
            (path / "config.yaml").write_text(text)
        assert prepare_run_dir(path, CONFIG).kind == "new"
        (path / "manifest.json").unlink()  # as if the creation had been cut off
    kept = {file.name: file.read_text() for file in path.glob("config.yaml.*")}
    assert kept == {"config.yaml.before": "seed: 0  # mine\n", "config.yaml.before-2": "seed: 0  # changed\n"}


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize("names", [["thesis.tex"], ["config.yaml", "src.py"]], ids=" and ".join)
def test_foreign_folders_and_files_are_left_alone(path, names, fresh):
    path.mkdir(parents=True)
    for name in names:
        (path / name).write_text("")
    with pytest.raises(ConfigError, match="not a run directory .it has no"):
        prepare_run_dir(path, CONFIG, fresh=fresh)
    assert sorted(os.listdir(path)) == names and os.listdir(path.parent) == ["one"]
    with pytest.raises(ConfigError, match="is a file"):
        prepare_run_dir(path / names[-1], CONFIG)


def test_a_directory_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigError, match="cannot be created"):
        prepare_run_dir(tmp_path / "file" / "run", CONFIG)


BROKEN = {
    "cut off": "{",
    "no object": "[1]",
    "nested": "[" * 100_000,
    "no versions": '{"packages": null}',
    "no prompts": '{"prompts": ["act"]}',
    "no history": '{"resumed_with": 5}',
    "no versions in its history": '{"resumed_with": [{"packages": [1]}]}',
}


@pytest.mark.parametrize("text", BROKEN.values(), ids=BROKEN)
def test_broken_manifest_is_named(path, text):
    prepare_run_dir(path, CONFIG)
    (path / "manifest.json").write_text(text)
    with pytest.raises(DataError, match="manifest.json"):
        prepare_run_dir(path, CONFIG)
    write_json_atomic(path / "manifest.json", {"a": 1})
    assert read_manifest(path) == {"a": 1}


def test_a_place_that_may_not_be_looked_at_is_named():
    """A longer name than a disk takes answers as a folder that may not be entered: root enters every folder."""
    closed = Path("x" * 300) / "run"
    for asked in ({}, {"fresh": True}, {"smoke": False}):
        with pytest.raises(ConfigError, match="cannot be read: .*Type another --run-dir"):
            prepare_run_dir(closed, CONFIG, **asked)
    assert not locate.is_run(closed) and locate.split_selector(f"{closed}@40") == (Path(f"{closed}@40"), None)
    with pytest.raises(DataError, match="there is no library at"):
        locate.locate_library(str(closed))
    require_place(closed, "memories are")


def test_an_argument_that_is_not_utf_8_costs_no_run(path, monkeypatch):
    monkeypatch.setattr("sys.argv", ["skill1", "train", "\udcff"])
    prepare_run_dir(path, CONFIG)
    assert read_manifest(path)["command"] == "skill1 train '?'"


def test_a_folder_with_an_odd_digit_is_no_checkpoint(path):
    for name in ("step_1²", "step_000040"):
        (path / "checkpoints" / name).mkdir(parents=True)
        (path / "checkpoints" / name / "MANIFEST.json").write_text("{}")
    assert list(locate.whole_checkpoints(path)) == [40]
    assert locate.best_step(path) is None


def test_default_directory_and_git_commit(tmp_path, monkeypatch):
    first = default_run_dir(CONFIG)
    assert re.fullmatch(r"runs/household-skill1-qwen2\.5-7b-instruct-s0-\d{8}-\d{6}", first.as_posix())
    monkeypatch.setattr(locate.datetime, "datetime", FrozenTime)
    assert default_run_dir(CONFIG).name.endswith("-s0-20260203-040506")
    default_run_dir(CONFIG).mkdir(parents=True)
    assert default_run_dir(CONFIG).name.endswith("-s0-20260203-040506-2"), "two runs of one second"
    odd = other("--env.name=my.suites:Shop", "--model.path=runs/Ünsafe  Name/", "--seed=3")
    assert default_run_dir(odd).name == "my.suites-shop-skill1-nsafe-name-s3-20260203-040506"
    assert default_run_dir(other("--run_dir=x/y")).as_posix() == "x/y"
    assert default_run_dir(other("--run_dir=.")) == tmp_path.resolve(), "a run needs a name"
    many = other("--env.name=" + ",".join(f"textarena:ALongGame{n}-v0" for n in range(20)))
    assert len(default_run_dir(many).name.encode()) < 200
    assert git_commit(tmp_path) is None
    assert git_commit() == git_commit(Path(skill1.__file__).parents[1]), "the checkout around the package"


def made(path, config, created, **entries):
    prepare_run_dir(path, config)
    update_manifest(path, created_at=created, **entries)
    return path


def test_resume_without_a_directory_takes_the_newest_unfinished_run_of_this_configuration(tmp_path):
    runs = tmp_path / "runs"
    made(runs / "old", CONFIG, "2026-01-01")
    wanted = made(runs / "new", CONFIG, "2026-01-03")
    made(runs / "finished", CONFIG, "2026-01-04", finished=True)
    made(runs / "smoke", CONFIG, "2026-01-04", smoke=True)
    made(runs / "different", other("--train.steps=3", "--seed=1"), "2026-01-05")
    assert newest_unfinished(CONFIG, runs) == wanted
    with pytest.raises(ConfigError) as caught:
        newest_unfinished(other("--seed=2"), runs)
    message = str(caught.value)
    for part in ("old: seed: 0 → 2", "different: seed: 1 → 2 and 1 more", "finished", "--run-dir RUN --resume"):
        assert part in message


def test_where_no_run_is_none_of_them_is_offered_to_be_resumed(tmp_path):
    with pytest.raises(ConfigError, match="nothing to resume: there is no run in .*absent.*Leave out") as caught:
        newest_unfinished(CONFIG, tmp_path / "absent")
    assert "one of them" not in str(caught.value)


def test_other_versions_are_noted_once_and_not_refused(path, monkeypatch):
    monkeypatch.setattr("skill1.run.directory.git_commit", lambda: "now")
    prepare_run_dir(path, CONFIG)
    manifest = read_manifest(path)
    update_manifest(path, git_commit="f00", version="0.0.1", packages={**manifest["packages"], "numpy": "1.0"})
    state = prepare_run_dir(path, CONFIG, resume=True)
    assert state.kind == "resume" and f"skill1 0.0.1 → {manifest['version']}" in state.notice
    assert "commit f00 → now" in state.notice
    assert f"numpy 1.0 → {manifest['packages']['numpy']}" in state.notice
    assert [entry["version"] for entry in state.manifest["resumed_with"]] == [manifest["version"]]
    assert prepare_run_dir(path, CONFIG).notice == ""
    monkeypatch.setattr("skill1.run.directory.git_commit", lambda: None)
    assert prepare_run_dir(path, CONFIG).notice == "", "an unknown commit is not another one"
    assert read_manifest(path)["version"] == "0.0.1", "what the run began with stays"


def test_a_configuration_edited_by_hand_is_told_once_and_recorded(path):
    typed = other("--seed=3", "--train.learning_rate=0.001")
    prepare_run_dir(path, typed)
    file = path / "config.yaml"
    text = file.read_text()
    (path / "metrics.jsonl").write_text('{"step": 1}\n')
    assert prepare_run_dir(path, typed).notice == ""

    def edited(*pairs):
        now = text
        for old, new in pairs:
            assert now.count(old) == 1
            now = now.replace(old, new)
        file.write_text(now)
        return prepare_run_dir(path, load_run_config(file), resume=True)

    # Where and how, not what: neither told nor recorded.
    assert edited(("  threads: null\n", "  threads: 2\n"), ("rate: 0.001\n", "rate: 1e-3\n")).notice == ""
    assert edited(("  limit: null\n", "  limit: 2\n")).notice == "", "training does not read it"
    assert "config_edits" not in read_manifest(path)
    changes = [("rate: 0.001\n", "rate: 0.01\n"), ("seed: 3\n", "")]
    state = edited(*changes)
    lines = ["seed: 3 → not set", "train.learning_rate: 0.001 → 0.01"]
    assert state.kind == "resume"
    assert f"{file} was edited since the run began or last resumed ({', '.join(lines)})" in state.notice
    assert state.manifest == read_manifest(path)
    assert [entry["changed"] for entry in state.manifest["config_edits"]] == [lines]
    assert edited(*changes).notice == "", "told once"
    assert "(train.learning_rate: 0.01 → 0.001, seed: not set → 3)" in edited().notice
    assert len(read_manifest(path)["config_edits"]) == 2


@pytest.mark.parametrize("entry", [None, "text"])
def test_a_run_that_recorded_no_configuration_resumes_without_a_word(path, entry):
    prepare_run_dir(path, CONFIG)
    update_manifest(path, config=entry)
    file = path / "config.yaml"
    file.write_text(file.read_text().replace("learning_rate: ", "learning_rate: 1"))
    state = prepare_run_dir(path, load_run_config(file), resume=True)
    assert state.notice == "" and "config_edits" not in state.manifest


def test_keys_of_another_version_are_left_out_with_a_note(path):
    prepare_run_dir(path, CONFIG)
    file = path / "config.yaml"
    file.write_text(file.read_text().replace("train:\n", "train:\n  sorcery: 3\n") + "magic: full\n")
    state = prepare_run_dir(path, CONFIG)
    assert state.kind == "resume" and "magic = 'full', train.sorcery = 3" in state.notice
    with pytest.raises(ConfigError, match="another configuration"):
        prepare_run_dir(path, other("--train.steps=3"))


def test_a_smoke_run_that_is_being_written_does_not_move(path):
    prepare_run_dir(path, CONFIG, smoke=True)
    # A quickstart, whose runs these are, has no --run-dir.
    with (
        sole_writer(path),
        pytest.raises(RunInUseError, match="in use by .* --run-dir .of a quickstart: --runs-dir"),
    ):
        prepare_run_dir(path, CONFIG, smoke=False)
    assert path.is_dir()


def test_the_manifest_of_a_run_that_is_being_written_stays_as_it_is(path):
    prepare_run_dir(path, CONFIG)
    update_manifest(path, version="0.0.1")
    before = read_manifest(path)
    with sole_writer(path), pytest.raises(RunInUseError, match="in use by"):
        prepare_run_dir(path, CONFIG, prompt_hashes={"act": "ab12"})
    assert read_manifest(path) == before
    mark_finished(path)
    with sole_writer(path):
        assert prepare_run_dir(path, CONFIG).kind == "finished", "nothing is written"


def test_what_ends_a_run_is_told_also_where_its_note_cannot_be_removed(path, monkeypatch):
    def read_only(*_, **__):
        raise OSError(errno.EROFS, "read-only")

    prepare_run_dir(path, CONFIG)
    with pytest.raises(ValueError, match="what happened"), sole_writer(path):
        monkeypatch.setattr(Path, "unlink", read_only)
        raise ValueError("what happened")


def test_of_two_that_start_at_once_one_makes_the_run(path, monkeypatch):
    def other_start(_made):  # between the first one's look at the directory and its manifest
        with pytest.raises(RunInUseError, match=f"process {os.getpid()}"):
            prepare_run_dir(path, other("--seed=2"))
        return {}

    monkeypatch.setattr(directory, "claims", other_start)
    assert prepare_run_dir(path, CONFIG).kind == "new"
    assert load_config(str(path / "config.yaml")) == CONFIG and read_manifest(path)["seed"] == CONFIG.seed


def test_one_process_writes_and_a_dead_one_blocks_nobody(path):
    prepare_run_dir(path, CONFIG)
    command = [sys.executable, "-c", HOLDER, str(path)]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(RunInUseError, match=rf"process {holder.pid} on host .*another --run-dir"):
            with sole_writer(path):
                pass
        with pytest.raises(RunInUseError, match=f"process {holder.pid}"):
            prepare_run_dir(path, CONFIG, fresh=True)
    finally:
        holder.kill()
        holder.communicate()
    with sole_writer(path), pytest.raises(RunInUseError, match=f"process {os.getpid()}"):
        with sole_writer(path):
            pass
    assert prepare_run_dir(path, CONFIG, fresh=True).kind == "new"


def test_a_full_disk_names_the_file_and_leaves_the_old_one(path, monkeypatch):
    prepare_run_dir(path, CONFIG)
    before = (path / "manifest.json").read_bytes()

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match=r"manifest\.json could not be written.*No space left.*--resume"):
        update_manifest(path, finished=True)
    assert (path / "manifest.json").read_bytes() == before
    assert not list(path.glob(".manifest*"))


def test_a_run_that_cannot_be_moved_aside_stays_and_is_told(path):
    prepare_run_dir(path, CONFIG)
    (path.parent / "discarded").write_text("a file where the folder would be")
    with pytest.raises(StorageError, match=r"cannot be moved to .*discarded: .*another folder"):
        prepare_run_dir(path, CONFIG, fresh=True)
    assert (path / "manifest.json").is_file()


def test_where_nothing_may_be_written_no_space_is_asked_for(tmp_path):
    with pytest.raises(StorageError, match=r"file could not be written: .*choose another place") as told:
        with written(tmp_path / "file"):
            raise OSError(errno.EROFS, "read-only")
    assert "df -h" not in str(told.value)


def test_a_run_that_failed_before_its_first_step_gives_way_to_another_configuration(tmp_path):
    path = tmp_path / "runs" / "mine"
    prepare_run_dir(path, load_config(None, ["--seed=1"]), smoke=False)
    state = prepare_run_dir(path, load_config(None, ["--seed=2"]), smoke=False)
    assert state.kind == "new" and "ended before its first step" in state.notice
    assert (tmp_path / "runs" / "discarded" / "mine-1" / "config.yaml").is_file()
    (path / "metrics.jsonl").write_text('{"step": 1}\n')
    with pytest.raises(ConfigError, match="another configuration"):
        prepare_run_dir(path, load_config(None, ["--seed=3"]), smoke=False)
    small = tmp_path / "runs" / "small"
    for seed in (1, 2):  # also of two that only try the machinery
        assert prepare_run_dir(small, load_config(None, [f"--seed={seed}"]), smoke=True).kind == "new"


def test_what_to_type_next_can_be_typed_where_a_folder_has_blanks(tmp_path):
    run = tmp_path / "my run"
    prepare_run_dir(run, CONFIG)
    with pytest.raises(CheckpointError, match=f"Type: skill1 train --run-dir '{run}' --resume"):
        locate.newest_checkpoint(run)
    checkpoint = run / "checkpoints" / "step_000040"
    checkpoint.mkdir(parents=True)
    (checkpoint / "MANIFEST.json").write_text("{}")
    with pytest.raises(CheckpointError, match=f"Type '{run}@40' or '{run}@latest'"):
        locate.checkpoint_at(run, "7")
    with pytest.raises(ConfigError, match=f"--fork '{run}@latest' --run-dir NEW"):
        prepare_run_dir(run, load_config(None, ["--seed=7"]))


def test_a_lock_that_its_last_holder_removes_meanwhile_is_not_taken_for_held(tmp_path, monkeypatch):
    fcntl, file, removed = pytest.importorskip("fcntl"), tmp_path / "a.lock", []
    flock = fcntl.flock

    def late(handle, how):
        if how & fcntl.LOCK_EX and not removed:  # between opening and locking it
            removed.append(file.unlink())
        return flock(handle, how)

    monkeypatch.setattr(fcntl, "flock", late)
    # The first may be refused or go on, but not beside another.
    with pytest.raises(RunInUseError), locked(file, lambda: "held"), locked(file, lambda: "held"):
        pass
    assert removed


@pytest.mark.filterwarnings("ignore:flock not supported")
def test_a_lock_that_a_dead_host_left_where_nothing_can_be_locked_says_what_to_remove(path, monkeypatch):
    def no_locks(*_):
        raise OSError(errno.ENOSYS, "Function not implemented")

    prepare_run_dir(path, CONFIG)
    with sole_writer(path), pytest.raises(RunInUseError) as told, sole_writer(path):
        pass
    assert "rm " not in str(told.value)
    monkeypatch.setattr(pytest.importorskip("fcntl"), "flock", no_locks)
    (path / ".lock").write_text("123\na-node-that-was-preempted\n1\n")
    with pytest.raises(RunInUseError, match=f"type: rm {path}/.lock"):
        prepare_run_dir(path, CONFIG)
    (path / ".lock").unlink()
    assert prepare_run_dir(path, CONFIG).kind == "resume"


def test_a_place_that_takes_no_file_is_told_before_any_work(tmp_path, monkeypatch):
    require_place(tmp_path / "not" / "there" / "yet", "memories are")
    require_place(Path(os.devnull), "memories are")  # a device, whoever may write beside it
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(DataError, match="is a folder, but memories are one file.*--output"):
        require_place(tmp_path, "memories are")
    monkeypatch.setattr("os.access", lambda _path, _mode: False)
    with pytest.raises(StorageError, match="is read-only for you.*--output"):
        require_place(tmp_path / "out", "memories are")
