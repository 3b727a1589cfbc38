"""What holds for all tests: a place of their own (``tests/isolation.py``), and how properties are tried."""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import settings

from tests.isolation import Watch, impersonal, own_place
from tests.slow import is_slow

# Properties see the same examples every time; test.sh --explore looks for others. Neither has a limit on the clock,
# or remembers examples from one session to the next.
settings.register_profile("same", derandomize=True, deadline=None, database=None)
settings.register_profile("explore", max_examples=300, deadline=None, database=None, print_blob=True)
settings.load_profile("same")

# Before any test module is imported, because libraries read these when they are.
ROOT = Path(__file__).resolve().parents[1]
_home = tempfile.TemporaryDirectory(prefix="skill1-home-", ignore_cleanup_errors=True)
impersonal(os.environ, Path(_home.name))
_watch = Watch()
_watch.start()


# Makes what other files read, too (``tests/made_once.py``): in its turn, all workers would wait for it.
FIRST = ROOT / "tests/train/test_train_demos_sft.py"


@pytest.hookimpl(tryfirst=True)  # before tests are left out by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long is marked so by file (``tests/slow.py``); one file goes first."""
    items.sort(key=lambda item: item.path != FIRST)
    for item in items:
        if item.path.is_relative_to(ROOT) and is_slow(item.path.relative_to(ROOT).as_posix(), item.name):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def shared_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Where fixtures of several tests are made."""
    with own_place(tmp_path_factory.mktemp("shared"), Path(_home.name)):
        yield


@pytest.fixture(autouse=True)
def place(shared_place: None, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A test works in its ``tmp_path``, at home elsewhere, and fails if it goes where it must not."""
    with own_place(tmp_path, tmp_path_factory.mktemp("home")):
        yield
    if found := _watch.take():
        rule = "a test must not depend on the checkout's runs/ or change what is not its own"
        pytest.fail("\n".join([f"{rule}:", *found]))


@pytest.fixture
def retry_waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Seconds that the package openai would have waited before its retries, which take no time here."""
    import openai

    waits = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(openai._base_client, "anyio", SimpleNamespace(sleep=sleep))
    return waits
