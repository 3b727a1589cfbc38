"""A place of its own for each test: an empty working folder, an empty home, and a watch on what it must not touch.

No test may depend on what somebody's checkout or home holds. What a test opens below the checkout's ``runs/``, and what
it writes in the checkout or in the real home, is noted by an audit hook and fails that test (``tests/conftest.py``).
Processes that a test starts are not watched; they inherit its folder and its home.
"""

from __future__ import annotations

import os
import pwd
import sys
import tempfile
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
REAL_HOME = Path(pwd.getpwuid(os.getuid()).pw_dir)  # workers of pytest-xdist inherit a HOME that is not real
# Of tools, in any folder.
CACHES = ("__pycache__", ".pytest_cache", ".ruff_cache", ".hypothesis", ".benchmarks", ".git")
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
READING = ("os.listdir", "os.scandir")
CHANGING = ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "sqlite3.connect")
# Which argument is the open folder that a path is relative to; -1: the working folder.
FOLDER = {"os.mkdir": 2, "os.remove": 1, "os.rename": 2, "os.rmdir": 1}
# Secrets and places of the person who runs the tests, and what decides how libraries behave.
PERSONAL = (
    "HF_",
    "XDG_",
    "WANDB_",
    "TRACKIO_",
    "OPENAI_",
    "TORCH_HOME",
    "ALFWORLD_DATA",
    "WEBSHOP_DATA",
    "SEARCH_DATA",
    "NLTK_DATA",
    "RAY_ADDRESS",
)
SETTINGS = {
    "HF_HUB_OFFLINE": "1",
    "TOKENIZERS_PARALLELISM": "false",
    # Tests use tiny matrices: one thread is fastest, and the same numbers come out on every machine.
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    # Programs that a test starts find the packages as pytest does (pyproject.toml), wherever they work.
    "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "envs")]),
}


def trespass(event: str, arguments: tuple[object, ...]) -> str | None:
    """What an audit event does where a test has no business, in words; None for all that is allowed."""
    if event == "open":
        writes = isinstance(flags := arguments[2], int) and bool(flags & WRITES)
    elif event in READING or event in CHANGING:
        writes = event in CHANGING
    else:
        return None
    target = arguments[0]
    if not isinstance(target, str | bytes | os.PathLike):
        return None  # an open file, by its number
    if event in FOLDER and arguments[FOLDER[event]] != -1:
        return None  # shutil.rmtree does so: opening the folder was noted, and so is the removal of the whole
    path = Path(os.path.abspath(os.fsdecode(target)))
    if any(part in CACHES for part in path.parts):
        return None
    if path.is_relative_to(ROOT / "runs"):
        return f"{event} of {path}, which is somebody's work"
    if writes and path.is_relative_to(ROOT):
        return f"{event} of {path}, in the checkout"
    if writes and path.is_relative_to(REAL_HOME) and not path.is_relative_to(tempfile.gettempdir()):
        return f"{event} of {path}, in the home of whoever runs the tests"
    return None


class Watch:
    """Collects trespasses of this process, until they are asked for."""

    def __init__(self) -> None:
        self._found: list[str] = []

    def start(self) -> None:
        """For good: an audit hook cannot be taken away."""
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if found := trespass(event, arguments):
            self._found.append(found)

    def take(self) -> list[str]:
        """What was noted since the last call."""
        found, self._found = self._found, []
        return found


def impersonal(environment: MutableMapping[str, str], home: Path) -> None:
    """Takes the person out of the environment's variables: ``home`` is their home, and they have no keys.

    Runs that fixtures make count as the user's own in every test (``skill1.config.trust``): this state outlives it.
    """
    for name in list(environment):
        if name.startswith(PERSONAL) or name.endswith("_API_KEY"):
            del environment[name]
    environment.update(SETTINGS, HOME=str(home), USERPROFILE=str(home), XDG_STATE_HOME=str(home / "state"))


@contextmanager
def own_place(folder: Path, home: Path) -> Iterator[None]:
    """Works in ``folder`` with that home; folder and variables are put back, whatever happens to them inside."""
    before, variables = os.getcwd(), dict(os.environ)
    os.environ.update(HOME=str(home), USERPROFILE=str(home))
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        for name in os.environ.keys() - variables.keys():
            del os.environ[name]
        os.environ.update(variables)
