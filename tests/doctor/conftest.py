import pytest

from skill1 import doctor
from skill1.config.load import load_config
from skill1.doctor import gpu


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch, tmp_path):
    """Machines with and without torch or a GPU must pass; loading torch would cost seconds."""
    monkeypatch.setattr(gpu, "torch_build", dict)
    monkeypatch.setattr(gpu, "driver_cuda", lambda: None)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.delenv("HF_HUB_OFFLINE")


@pytest.fixture
def household():
    """A configuration of the defaults with what needs no download, under overrides."""

    def make(*overrides):
        return load_config(None, ["--library.encoder=hashing", "--eval.split=seen", *overrides])

    return make


@pytest.fixture
def finding(monkeypatch):
    """The single finding of that name, which is of no package: to read what all packages say takes most of the time."""

    def find(config, name):
        with monkeypatch.context() as patch:
            patch.delitem(doctor.MACHINE_CHECKS, "packages")
            (found,) = (f for f in doctor.diagnose(config) if f.name == name)
        return found

    return find
