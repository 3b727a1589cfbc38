"""Environment, model, encoder, files and run directory of a configuration; disk, open files; the guard."""

import json
from types import SimpleNamespace

import numpy as np
import pytest
from safetensors.numpy import save_file

from skill1 import doctor
from skill1.doctor import gpu, machine, parts
from skill1.run.directory import mark_finished, prepare_run_dir
from skill1.run.disk import sole_writer
from skill1_envs.alfworld import engine

REVISION = "models--Org--Name/snapshots/abc"


def make_model(folder, tensors=None):
    """A Hugging Face folder whose weights are zeros."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text("{}")
    weights = {name: np.zeros(shape, np.float32) for name, shape in (tensors or {"w": [2, 3]}).items()}
    save_file(weights, folder / "model.safetensors")
    return folder


@pytest.mark.parametrize("checks", ["MACHINE_CHECKS", "CONFIG_CHECKS"])
def test_a_check_that_fails_is_a_finding_and_the_others_still_speak(monkeypatch, household, checks):
    def broken(config):
        yield doctor.Finding("half", "ok", "")
        raise RuntimeError("boom")

    monkeypatch.setattr(doctor, checks, {"first": broken, **getattr(doctor, checks)})
    findings = doctor.diagnose(household("--model.path=tiny", "--agent.profile=compact"))
    assert [(f.status, f.detail) for f in findings if f.name == "first"] == [
        ("warn", "could not be checked: RuntimeError: boom")
    ]
    assert {"python", "environment household"} <= {f.name for f in findings}


def test_every_missing_thing_names_a_command(household):
    config = household(
        "--env.name=alfworld", "--model.path=a/b/c", "--library.encoder=./no", "--run_dir=README.md"
    )
    lacking = [f for f in doctor.diagnose(config) if f.status == "missing"]
    assert len(lacking) >= 3 and all(f.command for f in lacking)


def test_model_folder(tmp_path, monkeypatch, household, finding):
    config = household(f"--model.path={tmp_path / 'm'}")
    assert finding(config, "model").detail.endswith("does not exist")
    (tmp_path / "m").mkdir()
    assert "no config.json" in finding(config, "model").detail
    (tmp_path / "m" / "config.json").write_text("{}")
    assert "not all of its weights" in finding(config, "model").detail
    make_model(tmp_path / "m")
    assert finding(config, "model").status == "ok"
    weights = tmp_path / "m" / "model.safetensors"
    whole = weights.read_bytes()
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n"
    for broken in (whole[:-1], whole[:9], b"", pointer):
        weights.write_bytes(broken)
        assert "not all of its weights" in finding(config, "model").detail
    weights.write_bytes(whole)
    monkeypatch.setenv("HOME", str(tmp_path))  # a shell leaves ~ as it is in --key=~/m, and so does train
    assert finding(household("--model.path=~/m"), "model").detail == "the folder ~/m does not exist"
    index = {"weight_map": {"w": "model.safetensors", "v": "model-2.safetensors"}}
    listed = json.dumps(index)
    for text in (listed, listed[:-5], "[]", '{"weight_map": [1]}', '{"weight_map": {"w": 1}}'):
        (tmp_path / "m" / "model.safetensors.index.json").write_text(text)
        found = finding(config, "model")
        assert (found.status, "not all of its weights" in found.detail) == ("missing", True)
    for world, label, more in (
        ("household", "household", ""),
        ("alfworld", "alfworld", ""),
        ("webshop", "webshop-smollm2", " --model smollm2-135m"),
    ):
        missing = finding(household(f"--env.name={world}", f"--model.path=runs/{label}-cold-start"), "model")
        assert (missing.status, missing.command) == ("missing", f"skill1 quickstart {world}{more}")


def test_a_folder_that_training_refuses_is_no_model(tmp_path, household, finding):
    config = household(f"--model.path={tmp_path}")
    (tmp_path / "adapter_config.json").write_text("{}")
    assert "holds an adapter" in finding(config, "model").detail
    (tmp_path / "adapter_config.json").unlink()
    (tmp_path / "config.json").write_text("{}")
    (tmp_path / "pytorch_model.bin").write_bytes(b"")
    found = finding(config, "model")
    assert (found.status, "is a pickle" in found.detail) == ("missing", True)
    make_model(tmp_path)  # beside safetensors it is never opened
    assert finding(config, "model").status == "ok"


def test_the_original_engine_is_asked_for_where_it_plays(monkeypatch, household, finding):
    monkeypatch.setattr(engine, "PACKAGES", ("json", "no_such_package"))
    found = finding(household("--env.name=alfworld", "--env.engine=textworld"), "env.engine")
    assert (found.status, found.detail) == ("missing", "textworld needs no_such_package, not installed")
    monkeypatch.setattr(engine, "PACKAGES", ("json",))
    assert finding(household("--env.name=alfworld", "--env.engine=textworld"), "env.engine").status == "ok"
    for elsewhere in ("--env.engine=native", "--env.python=python3"):
        config = household("--env.name=alfworld", "--env.engine=textworld", elsewhere)
        assert list(parts.environments_own(config)) == []


def test_hub_names_and_their_cache(tmp_path, monkeypatch, household, finding):
    config = household("--model.path=Org/Name", "--model.reference=Org/Name")
    found = finding(config, "model")
    assert (found.status, found.command) == ("warn", "hf download Org/Name")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    found = finding(config, "model")
    assert (found.status, found.command) == ("missing", "HF_HUB_OFFLINE=0 hf download Org/Name")
    (tmp_path / "hub" / REVISION).mkdir(parents=True)
    assert "only partly downloaded" in finding(config, "model").detail
    make_model(tmp_path / "hub" / REVISION)
    assert finding(config, "model").status == finding(config, "reference").status == "ok"


def test_encoders(tmp_path, household, finding):
    assert finding(household(), "encoder").status == "ok"
    assert finding(household(f"--library.encoder={tmp_path}"), "encoder").status == "ok"
    assert finding(household("--library.encoder=./absent"), "encoder").status == "missing"
    slip = finding(household("--library.encoder=hashng"), "encoder")
    assert (slip.status, slip.detail) == ("missing", "there is no encoder hashng") and "to hashing" in slip.command
    bare = finding(household("--library.encoder=all-MiniLM-L6-v2"), "encoder")
    assert bare.command == "hf download sentence-transformers/all-MiniLM-L6-v2"


def test_environment_data_and_splits(tmp_path, household, finding):
    assert finding(household(), "environment household").status == "ok"
    absent = finding(household("--env.name=alfworld"), "environment alfworld")
    assert absent.status == "missing" and "ALFWORLD_DATA" in absent.detail
    gone = finding(household("--env.name=alfworld", f"--env.data={tmp_path / 'no'}"), "environment alfworld")
    assert "does not exist" in gone.detail
    nope = finding(household("--eval.split=nope"), "environment household")
    assert nope.status == "missing" and "no split nope" in nope.detail
    part = household("--env.train_split=train:elm-lane:heat")  # made on demand, and not listed
    assert finding(part, "environment household").status == "ok"
    validating = household("--train.validate_every=5", "--train.validate_split=nope")
    lacking = finding(validating, "environment household")
    assert (lacking.status, lacking.command) == ("missing", "set --train.validate_split to splits that exist")
    unknown = finding(household("--env.name=housohold"), "environment housohold")
    assert unknown.status == "missing" and "Did you mean 'household'" in unknown.detail


def test_files_that_are_not_there(tmp_path, household, finding):
    config = household(f"--library.init={tmp_path / 'no.sqlite'}", f"--agent.prompts={tmp_path / 'no'}")
    assert finding(config, "library.init").status == finding(config, "agent.prompts").status == "missing"


def test_skills_to_begin_with(tmp_path, household, finding):
    """A folder of SKILL.md files, a run and a file of skills are as good as a library; an empty folder is not."""
    (tmp_path / "skills" / "one").mkdir(parents=True)
    (tmp_path / "skills" / "one" / "SKILL.md").write_text("---\nname: one\ndescription: d\n---\ndo it\n")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "library.sqlite").write_bytes(b"")
    (tmp_path / "bank.json").write_text("{}")
    (tmp_path / "empty").mkdir()
    for name in ("skills", "run", "run/library.sqlite", "bank.json"):
        assert list(parts.named_files(household(f"--library.init={tmp_path / name}"))) == [], name
    found = finding(household(f"--library.init={tmp_path / 'empty'}"), "library.init")
    assert found.status == "missing" and "neither a library nor a file or folder of skills" in found.detail
    frozen = ("--method=grpo_bank", "--library.frozen=true")
    assert finding(household(*frozen), "library.init").status == "missing"
    assert list(parts.named_files(household(*frozen, f"--library.init={tmp_path / 'bank.json'}"))) == []


def test_the_teacher_of_a_method_that_has_one(monkeypatch, household, finding):
    service = ("--method=skillrl", "--teacher.kind=service", "--teacher.model=some-model")
    found = finding(household(*service), "teacher")
    assert found.status == "missing" and "$OPENAI_API_KEY is not set" in found.detail
    assert "--teacher.kind analyst" in found.command
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    found = finding(household(*service), "teacher")
    assert found.status == "ok" and "sk-secret" not in found.detail + found.command
    monkeypatch.delenv("OPENAI_API_KEY")
    near = finding(household(*service, "--teacher.url=http://127.0.0.1:9/v1"), "teacher")
    assert near.status == finding(household(*service, "--teacher.service=vllm"), "teacher").status == "ok"
    nameless = finding(household(*service[:2]), "teacher")
    assert nameless.status == "missing" and "teacher.model is not set" in nameless.detail
    for config in (household("--method=skillrl"), household("--teacher.kind=service")):  # offline; nobody asks
        assert list(parts.teacher(config)) == []


def test_parameters_are_counted_in_headers_else_known_or_read_from_the_name(tmp_path):
    folder = make_model(tmp_path / "Qwen-9B", {"a": [3, 5], "b": [7], "scale": []})
    assert gpu.parameter_count(str(folder)) == 3 * 5 + 7 + 1
    assert gpu.parameter_count("Qwen/Qwen2.5-7B-Instruct") == 7_615_616_512
    assert gpu.parameter_count("Org/Name-0.5B-Instruct") == 0.5e9
    assert gpu.parameter_count("runs/cold-start") is None
    (folder / "model.safetensors").write_bytes(b"\xff" * 64)
    with pytest.raises(ValueError, match="not a safetensors file"):
        gpu.parameter_count(str(folder))


def test_what_checkpoints_take(household):
    """1e9 x (weights 4 + AdamW 8) bytes x (2 kept + 1 in writing + best); bfloat16: 2 + 4 (full copy) + 8."""
    name = "--model.path=Org/Name-1B"
    quiet = "--logging.episodes_every=0"
    assert machine.checkpoints_bytes(household(name, quiet)) == 48e9
    assert machine.checkpoints_bytes(household(name, quiet, "--model.dtype=bfloat16")) == 56e9
    one = household(name, "--train.keep_checkpoints=1", "--train.keep_best=false", "--logging.episodes_mib=100")
    assert machine.checkpoints_bytes(one) == 24e9 + 100 * 2**20
    assert (
        machine.checkpoints_bytes(household(name, quiet, "--method=skillpro")) == 16e9
    )  # frozen: the weights alone
    assert machine.checkpoints_bytes(household("--model.path=runs/x")) is None
    assert machine.checkpoints_bytes(household(name, "--endpoint.url=http://127.0.0.1:1/v1")) is None


def test_what_a_cluster_writes_beside_the_weights(household, monkeypatch):
    """1e9 x (weights 4 or 2 + float32 shards 4 + AdamW 8) bytes x 4, wherever it is asked; of adapters no moments."""
    verl = ("--model.path=Org/Name-1B", "--logging.episodes_every=0", "--backend=verl")
    full = "--model.dtype=float32"
    assert machine.checkpoints_bytes(household(*verl, full)) == 64e9
    assert machine.checkpoints_bytes(household(*verl, full, "--model.lora_rank=8")) == 32e9
    monkeypatch.setattr(machine, "unusable", lambda: ("no driver", ""))  # of the machine that is asked
    assert machine.checkpoints_bytes(household(*verl, "--model.device=auto")) == 56e9


@pytest.mark.parametrize(
    ("path", "free", "status"),
    [
        ("Org/Name-1B", 40e9, "missing"),
        ("Org/Name-1B", 60e9, "ok"),
        ("runs/x", 1e9, "warn"),
        ("runs/x", 9e9, "ok"),
    ],
)
def test_disk(monkeypatch, tmp_path, household, finding, path, free, status):
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda place: SimpleNamespace(free=free))
    found = finding(household(f"--run_dir={tmp_path / 'a' / 'b'}", f"--model.path={path}"), "disk")
    assert found.status == status and bool(found.command) == (status != "ok")


def test_what_a_run_keeps_already_is_not_asked_for_again(monkeypatch, tmp_path, household, finding):
    """48e9 for all its checkpoints, of which 36e9 are there: 20e9 more do."""
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda place: SimpleNamespace(free=20e9))
    config = household(f"--run_dir={tmp_path}", "--model.path=Org/Name-1B")
    assert finding(config, "disk").status == "missing"
    (tmp_path / "checkpoints" / "step_000050").mkdir(parents=True)
    with open(tmp_path / "checkpoints" / "step_000050" / "model.safetensors", "wb") as file:
        file.truncate(36 * 10**9)  # a hole: it takes no space here
    assert finding(config, "disk").status == "ok"
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda place: SimpleNamespace(free=1e9))
    assert finding(config, "disk").status == "missing"
    prepare_run_dir(tmp_path / "done", config)
    mark_finished(tmp_path / "done")
    done = household(f"--run_dir={tmp_path / 'done'}", "--model.path=Org/Name-1B")
    assert finding(done, "disk").status == "ok"
    assert not list(parts.model(done)), "it plays from its checkpoint"


@pytest.mark.parametrize(
    ("limit", "hard", "part"), [(4096, 4096, ""), (256, 4096, "ulimit -n 768"), (256, 256, "lower")]
)
def test_open_files(monkeypatch, household, finding, limit, hard, part):
    """256 and eight for each of 64 workers: 768."""
    resource = pytest.importorskip("resource")
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (limit, hard))
    found = finding(household("--env.workers=64"), "open files")
    assert found.status == ("warn" if part else "ok") and part in found.command


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
