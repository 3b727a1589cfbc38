"""Driver against torch's build, devices, bfloat16. Memory of large policies: tests/alfworld_training."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from skill1.doctor import gpu


def torch_with(*cards, is_available=True):
    """A torch that sees (name, capability, GiB) cards."""
    cuda = SimpleNamespace(
        is_available=lambda: is_available,
        device_count=lambda: len(cards),
        get_device_properties=lambda n: SimpleNamespace(
            name=cards[n][0], major=cards[n][1], total_memory=cards[n][2] << 30
        ),
    )
    return SimpleNamespace(cuda=cuda, __version__="2.13.0", version=SimpleNamespace(hip=None))


@pytest.fixture
def machine(monkeypatch):
    monkeypatch.setattr(gpu.importlib.util, "find_spec", lambda name: name)
    monkeypatch.setattr(gpu.sys, "platform", "linux")

    def build(torch=None, *, cuda="12.8", driver=(12, 9)):
        def load():
            if torch is None:
                raise ImportError("libcudart.so.12")
            return torch

        monkeypatch.setattr(gpu, "torch_build", lambda: {"cuda": cuda} if cuda else {})
        monkeypatch.setattr(gpu, "driver_cuda", lambda: driver)
        monkeypatch.setattr(gpu, "_load_torch", load)

    return build


@pytest.mark.parametrize(
    ("cuda", "driver", "part", "has_command"),
    [
        ("", None, "no NVIDIA driver", False),
        ("", (12, 4), "CPU build, but the driver offers CUDA 12.4", True),
        ("12.8", None, "built for CUDA 12.8, but there is no NVIDIA driver", False),
        ("13.0", (12, 8), "the driver supports CUDA 12.8; torch was built for CUDA 13.0", True),
    ],
)
def test_no_usable_gpu_is_said_without_loading_torch(machine, household, cuda, driver, part, has_command):
    machine(None, cuda=cuda, driver=driver)
    (found,) = gpu.gpu(household())
    assert found.status == "warn" and part in found.detail and bool(found.command) == has_command
    (found,) = gpu.gpu(household("--model.device=cuda"))
    assert found.status == "missing" and found.command


def test_an_older_driver_of_the_same_major_version_will_do(machine):
    machine(torch_with(("H200", 9, 139)), cuda="12.8", driver=(12, 2))
    (found,) = gpu.gpu(None)
    assert (found.status, found.detail) == ("ok", "H200 (139 GiB); torch 2.13.0")


def test_bfloat16_and_device_number(machine, household):
    machine(torch_with(("H200", 9, 139), ("T4", 7, 15)))
    assert [f.status for f in gpu.gpu(household())] == ["ok"]
    asked = household("--model.device=cuda:1", "--model.dtype=bfloat16")
    assert [f.name for f in gpu.gpu(asked)] == ["gpu", "bfloat16"]
    assert [f.name for f in gpu.gpu(household("--model.device=cuda:1"))] == ["gpu"]  # auto: float32 there
    on_cluster = replace(household("--model.device=cuda:1"), backend="verl")
    assert [f.name for f in gpu.gpu(on_cluster)] == ["gpu", "bfloat16"]
    (found,) = gpu.gpu(household("--model.device=cuda:2"))
    assert found.status == "missing" and "there are 2 GPUs" in found.detail


def test_a_torch_that_cannot_be_loaded_or_sees_nothing(machine, household):
    machine(None)
    (found,) = gpu.gpu(household())
    assert found.status == "warn" and "libcudart" in found.detail and "skill1[local]" in found.command
    machine(torch_with(is_available=False))
    (found,) = gpu.gpu(household("--model.device=cuda"))
    assert found.status == "missing" and "none that torch 2.13.0 can use" in found.detail


def test_the_build_is_read_from_the_version_file(monkeypatch, tmp_path):
    monkeypatch.undo()  # the fixture's own torch_build
    file = tmp_path / "version.py"
    monkeypatch.setattr(gpu.importlib.util, "find_spec", lambda name: SimpleNamespace(origin=str(file)))
    assert gpu.torch_build() is None
    file.write_text("cuda: Optional[str] = None\nhip: Optional[str] = None\nrocm: Optional[str] = None\n")
    assert gpu.torch_build() == {}
    file.write_text("__version__ = '2.13.0'\ncuda: Optional[str] = '12.8'\nhip = None\n")
    assert gpu.torch_build() == {"cuda": "12.8"}
