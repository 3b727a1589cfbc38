"""The doctor's single findings."""

import pytest

from skill1 import doctor
from skill1.config_files import load_config


def finding(config, name):
    return next(f for f in doctor.diagnose(config) if f.name == name)


def household(*overrides):
    return load_config(None, ["--library.encoder=hashing", "--eval.split=seen", *overrides])


@pytest.fixture(autouse=True)
def no_torch(monkeypatch, tmp_path):
    """Machines with and without torch must pass; loading it would cost seconds."""

    def refuse():
        raise ImportError("torch")

    monkeypatch.setattr(doctor, "_load_torch", refuse)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.delenv("ALFWORLD_DATA", raising=False)


def test_a_broken_torch_is_a_finding():
    found = finding(household(), "gpu")
    assert found.status == "warn" and "skill1[local]" in found.command
    assert finding(household("--model.device=cuda"), "gpu").status == "missing"


def test_missing_packages_come_with_their_extra(monkeypatch):
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)
    needs = load_config(None, ["--library.encoder=all-MiniLM-L6-v2"])
    assert finding(needs, "sentence-transformers").command == "pip install 'skill1[encoders]'"
    assert finding(needs, "torch").command == "pip install 'skill1[local]'"
    names = {found.name for found in doctor.diagnose(household("--library.enabled=false"))}
    assert not names & {"sentence-transformers", "faiss-cpu", "encoder"}


def test_model_folder_hub_name_and_cache(tmp_path, monkeypatch):
    assert finding(household(f"--model.path={tmp_path}"), "model").status == "missing"
    (tmp_path / "config.json").write_text("{}")
    assert finding(household(f"--model.path={tmp_path}"), "model").status == "ok"
    assert finding(household("--model.path=a/b/c"), "model").status == "missing"
    missing = finding(household("--model.path=runs/household-cold-start"), "model")
    assert (missing.status, missing.command) == ("missing", "skill1 quickstart household")
    found = finding(household("--model.path=Org/Name"), "model")
    assert (found.status, found.command) == ("warn", "hf download Org/Name")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert finding(household("--model.path=Org/Name"), "model").status == "missing"
    (tmp_path / "hub" / "models--Org--Name" / "snapshots" / "abc").mkdir(parents=True)
    assert finding(household("--model.path=Org/Name"), "model").status == "ok"


def test_encoder_names(tmp_path):
    assert finding(household(), "encoder").status == "ok"
    assert finding(household(f"--library.encoder={tmp_path}"), "encoder").status == "ok"
    assert finding(household("--library.encoder=./absent"), "encoder").status == "missing"
    bare = finding(household("--library.encoder=all-MiniLM-L6-v2"), "encoder")
    assert bare.command == "hf download sentence-transformers/all-MiniLM-L6-v2"


def test_environment_data(tmp_path):
    assert finding(household(), "environment household").status == "ok"
    absent = finding(household("--env.name=alfworld"), "environment alfworld")
    assert absent.status == "missing" and "ALFWORLD_DATA" in absent.detail
    gone = finding(household("--env.name=alfworld", f"--env.data={tmp_path / 'no'}"), "environment alfworld")
    assert "does not exist" in gone.detail


def test_a_split_that_does_not_exist_is_a_finding():
    found = finding(household("--eval.split=nope"), "environment household")
    assert found.status == "missing" and "no split nope" in found.detail


def test_little_disk_is_a_warning(monkeypatch, tmp_path):
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda path: type("Usage", (), {"free": 1 << 29}))
    found = finding(household(f"--run_dir={tmp_path / 'a' / 'b'}"), "disk")
    assert found.status == "warn" and "0.5 GiB" in found.detail


def test_health():
    assert doctor.is_healthy([doctor.Finding("a", "warn", "")])
    assert not doctor.is_healthy([doctor.Finding("a", "missing", "")])
