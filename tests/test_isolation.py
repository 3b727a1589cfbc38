"""Each test has a place of its own, and going elsewhere is noticed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from tests.isolation import REAL_HOME, ROOT, impersonal, own_place, trespass

READ, WRITE = os.O_RDONLY, os.O_WRONLY | os.O_CREAT


def test_a_test_works_in_its_own_empty_folder_and_home(tmp_path):
    assert Path.cwd() == tmp_path and list(tmp_path.iterdir()) == []
    assert Path.home() not in (REAL_HOME, tmp_path) and list(Path.home().iterdir()) == []
    personal = ("HF_HOME", "XDG_CACHE", "XDG_CONFIG", "XDG_DATA")
    assert not [name for name in os.environ if name.startswith(personal) or name.endswith("_API_KEY")]
    assert not Path(os.environ["XDG_STATE_HOME"]).is_relative_to(REAL_HOME)


def test_processes_of_a_test_are_there_too(tmp_path):
    code = "import pathlib; print(pathlib.Path.cwd()); print(pathlib.Path.home())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(tmp_path), str(Path.home())]


@pytest.mark.parametrize(
    ("event", "arguments", "told"),
    [
        ("open", (ROOT / "runs" / "mine" / "config.yaml", "r", READ), "somebody's work"),
        ("open", (f"{ROOT}/docs/../runs/a", "r", READ), "somebody's work"),
        ("os.listdir", (ROOT / "runs",), "somebody's work"),
        ("sqlite3.connect", (os.fsencode(ROOT / "runs" / "a" / "library.sqlite"),), "somebody's work"),
        ("open", (ROOT / "README.md", "w", WRITE), "in the checkout"),
        ("os.mkdir", (ROOT / "out", 0o777, -1), "in the checkout"),
        ("os.rename", (ROOT / "README.md", "/tmp/a", -1, -1), "in the checkout"),
        ("open", (REAL_HOME / ".cache" / "skill1" / "x", "w", WRITE), "home of whoever"),
        ("os.remove", (ROOT / "a", 7), None),  # in the open folder 7
        ("open", (ROOT / "README.md", "r", READ), None),
        ("os.scandir", (ROOT / "docs",), None),
        ("open", (ROOT / "skill1" / "__pycache__" / "a.pyc", "w", WRITE), None),
        ("open", (3, "w", WRITE), None),
        ("import", ("os", None), None),
    ],
)
def test_what_is_a_trespass(event, arguments, told):
    found = trespass(event, arguments)
    assert found is None if told is None else told in found


def run_pytest(*arguments):
    """In the present folder, under this checkout's ``tests/conftest.py``, with no plugin but Hypothesis."""
    plugins = ("-p", "tests.conftest", "-p", "_hypothesis_pytestplugin", "-p", "no:cacheprovider")
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "-q", *plugins, *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=environment)


BAD_TEST = """
from pathlib import Path
def test_reads_runs():
    (Path({root!r}) / "runs" / "household-cold-start" / "config.json").exists()
    try:
        open(Path({root!r}) / "runs" / "household-cold-start" / "config.json")
    except OSError:
        pass  # a test that swallows the error depends on the file all the same
def test_after_it():
    open("own", "w").close()
"""


def test_a_test_that_looks_into_runs_fails_even_if_nothing_is_there(tmp_path):
    (tmp_path / "test_bad.py").write_text(BAD_TEST.format(root=str(ROOT)))
    done = run_pytest("test_bad.py")
    assert "must not depend on the checkout's runs/" in done.stdout and "2 passed, 1 error" in done.stdout, (
        done.stdout
    )


def test_nothing_that_a_test_leaves_reaches_the_next(tmp_path):
    inside = tmp_path / "inside"
    inside.mkdir()
    os.environ["KEPT"] = "before"
    with own_place(inside, tmp_path):
        os.environ.update(KEPT="changed", LEFT="over")
        os.chdir(ROOT)
    assert Path.cwd() == tmp_path and os.environ["KEPT"] == "before" and "LEFT" not in os.environ


def test_keys_caches_and_data_of_the_person_are_taken_away():
    environment = {"OPENAI_API_KEY": "k", "HF_HUB_CACHE": "/big", "WEBSHOP_DATA": "/shop", "PATH": "/bin"}
    impersonal(environment, Path("/home/nobody"))
    assert environment.keys().isdisjoint({"OPENAI_API_KEY", "HF_HUB_CACHE", "WEBSHOP_DATA"})
    assert (
        environment["HOME"] == "/home/nobody"
        and environment["PATH"] == "/bin"
        and environment["HF_HUB_OFFLINE"] == "1"
    )


PROPERTY = """
from hypothesis import given, strategies as st
@given(st.integers())
def test_any(number):
    assert number == number
    with open({seen!r}, "a") as file:
        print(number, file=file)
def test_plain():
    pass
"""


def test_properties_see_the_same_examples_every_time_until_they_explore(tmp_path):
    seen = tmp_path / "seen"
    (tmp_path / "test_any.py").write_text(PROPERTY.format(seen=str(seen)))

    def examples(*options):
        done = run_pytest("test_any.py", *options)
        assert done.returncode == 0, done.stdout
        numbers = seen.read_text()
        seen.unlink()
        return numbers

    same, again, other = examples(), examples(), examples("-m", "hypothesis", "--hypothesis-profile=explore")
    assert same == again != other and len(other.split()) > len(same.split())
    assert "deadline=None" in repr(settings()) and not (tmp_path / ".hypothesis" / "examples").exists()
