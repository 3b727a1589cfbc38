"""The wheel as pip would build it, by way of the source archive, from a copy of the checkout; no network."""

import configparser
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = ("skill1", "envs", "configs", "pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")
MORE_SOURCES = ("THIRD_PARTY_NOTICES.md", "CHANGELOG.md", "CITATION.cff")
NOT_CODE = shutil.ignore_patterns("__pycache__", "*.pyc", "*.egg-info")
OFFLINE_BUILD = [sys.executable, "-m", "build", "--no-isolation", "--skip-dependency-check"]


def copy_checkout(target: Path) -> None:
    """Copies what the build reads, so that it leaves no build/ or egg-info in the checkout."""
    target.mkdir()
    for name in SOURCES + MORE_SOURCES:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=NOT_CODE)
        else:
            shutil.copy(source, target / name)


def run(command: list[str], **options) -> subprocess.CompletedProcess:
    return subprocess.run(command, capture_output=True, text=True, **options)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    for module in ("build", "setuptools"):
        if importlib.util.find_spec(module) is None:
            pytest.skip(f"building a wheel without a network needs '{module}' (extra 'dev')")
    folder = tmp_path_factory.mktemp("wheel")
    copy_checkout(folder / "checkout")
    result = run([*OFFLINE_BUILD, "--outdir", str(folder / "dist"), str(folder / "checkout")])
    assert result.returncode == 0, result.stdout + result.stderr
    assert list((folder / "dist").glob("*.tar.gz"))
    (built,) = (folder / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel) -> list[str]:
    return zipfile.ZipFile(wheel).namelist()


def files_under(folder: Path) -> set[str]:
    """Relative paths of all files that are not byte code."""
    found = (path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(folder).as_posix() for path in found}


def test_the_ci_check_is_content(names):
    spec = importlib.util.spec_from_file_location("check_wheel", ROOT / ".ci" / "check_wheel.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.problems(names) == []
    assert module.problems([*names, "tests/test_x.py"]), "the check must be able to fail"
    assert module.problems([name for name in names if "configs" not in name]), "the check must be able to fail"


def test_every_file_of_both_packages_is_in_the_wheel(names):
    expected = {f"skill1/{name}" for name in files_under(ROOT / "skill1")}
    expected |= {f"skill1_envs/{name}" for name in files_under(ROOT / "envs" / "skill1_envs")}
    expected |= {f"skill1/configs/{name}" for name in files_under(ROOT / "configs") if name.endswith(".yaml")}
    held = {name for name in names if ".dist-info/" not in name}
    assert held == expected


def test_entry_points_and_licence(wheel, names):
    text = zipfile.ZipFile(wheel).read(next(n for n in names if n.endswith("entry_points.txt"))).decode()
    parser = configparser.ConfigParser()
    parser.read_string(text)
    assert dict(parser["console_scripts"]) == {"skill1": "skill1.cli:main"}
    # What comes with skill1 is in its own tables and needs no announcement.
    assert set(parser.sections()) == {"console_scripts", "inspect_ai"}
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_wheel_works_outside_the_repository(wheel, tmp_path):
    """Unpacked as pip would: the command line starts, resolves a config by name and loads no torch."""
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    environment = {**os.environ, "PYTHONPATH": str(site)}
    code = (
        "import sys, skill1, skill1_envs; from skill1.cli import main; print(skill1.__file__)\n"
        "sys.argv = ['skill1', 'train', '--config', 'household/skill1', '--dry-run']\n"
        "try: main()\n"
        "except SystemExit as stop: assert not stop.code, stop.code\n"
        "assert 'torch' not in sys.modules, 'the dry run imported torch'\n"
        "from skill1.config.files import config_names; from skill1.config.load import load_config\n"
        "from skill1.methods.skillpro.log import seed_file\n"
        "seeds = {load_config(name).skillpro.seeds for name in config_names()} - {None}\n"
        "assert len({seed_file(name) for name in seeds}) == 3"
    )
    result = run([sys.executable, "-c", code], cwd=tmp_path, env=environment)
    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.startswith(str(site))
    assert "household" in result.stdout


def test_the_checkout_holds_no_copy_of_the_configs():
    """A copy would be a second truth that goes stale: from a checkout the package reads the top-level folder."""
    assert not (ROOT / "skill1" / "configs").exists()
