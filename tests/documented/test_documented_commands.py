"""Every command that a document tells to type is typed, as manifest.py says, page by page and from top to bottom."""

import importlib.util
import os
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack
from functools import cache

import pytest

from tests.documented import extract, table, workspace
from tests.documented.manifest import RULES, SEQUENCES
from tests.documented.running import faults, run
from tests.documented.servers import published_files, scripted_chat, scripted_embeddings

pytestmark = [
    pytest.mark.timeout(1200),
    pytest.mark.skipif(sys.platform == "win32", reason="needs bash"),
    pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="needs the extra local"),
]
FOUND = list(extract.commands())


@cache
def rules_of(text):
    return [rule for rule in RULES if rule.matches(text)]


def to_type():
    """(page, command, rule) once for each command, in the order of the pages; pages that are a sequence are whole."""
    typed = set()
    for found in FOUND:
        (rule, *_) = rules_of(found.text) or [None]
        is_in_sequence = found.file in SEQUENCES
        if rule is None or not rule.is_run or (found.text in typed and not rule.again and not is_in_sequence):
            continue
        if not is_in_sequence:
            typed.add(found.text)
        marks = [pytest.mark.documented, pytest.mark.slow] if rule.is_slow or is_in_sequence else []
        yield pytest.param(found, rule, marks=marks, id=f"{found.where}: {found.text}"[:120])


@pytest.fixture(scope="module")
def servers():
    with ExitStack() as stack:
        yield {
            "chat": stack.enter_context(scripted_chat()),
            "embed": stack.enter_context(scripted_embeddings()),
            "files": stack.enter_context(published_files()),
        }


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A checkout with a reader's own files and downloads, where nothing was run yet."""
    folder = tmp_path_factory.mktemp("documented")
    address = str(folder / "address")
    environment = {**os.environ, "HF_HOME": str(folder / "hub")}  # read when huggingface_hub is imported
    program = [sys.executable, str(extract.ROOT / "tests" / "documented" / "server.py"), address]
    with subprocess.Popen(program, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as server:
        try:
            while not os.path.exists(address):
                assert server.poll() is None
                time.sleep(0.05)
            space = workspace.checkout(folder / "first" / "skill1", address)
            workspace.add_files(space)
            workspace.add_downloads(space)
            yield space
        finally:
            server.stdin.close()


@pytest.fixture(scope="module")
def with_runs(bare):
    """The same after the first run."""
    space = bare.copy(bare.folder.parents[1] / "with-runs" / "skill1")
    workspace.add_runs(space)
    return space


@pytest.fixture(scope="module")
def pages(request, bare):
    """The workspace of each page, a copy that is made when its first command is typed."""
    made = {}

    def of(page):
        if page not in made:
            origin = bare if page in SEQUENCES else request.getfixturevalue("with_runs")
            folder = bare.folder.parents[1] / f"{len(made)}-{page.replace('/', '-')}" / "skill1"
            made[page] = origin.copy(folder)
            workspace.add_example(made[page], page)
        return made[page]

    return of


@pytest.mark.parametrize(("found", "rule"), list(to_type()))
def test_command(pages, servers, found, rule):
    if rule.needs and importlib.util.find_spec(rule.needs) is None:
        pytest.skip(f"needs {rule.needs}")
    space = pages(found.file)
    result = run(space, rule, found, servers)
    wrong = list(faults(space, rule, result))
    assert not wrong, f"{rule.typed(found.text)}\n{'; '.join(wrong)}\n{result.out[-3000:]}\n{result.err[-3000:]}"


def test_every_command_has_one_rule():
    many = {found.text: len(rules_of(found.text)) for found in FOUND}
    without = [f"{found.where}: {found.text}" for found in FOUND if many[found.text] == 0]
    twice = [f"{text}: {[rule.pattern for rule in rules_of(text)]}" for text, count in many.items() if count > 1]
    assert not without, "add a rule to tests/documented/manifest for:\n" + "\n".join(without)
    assert not twice, "more than one rule of tests/documented/manifest matches:\n" + "\n".join(twice)


def test_no_rule_is_stale():
    texts = {found.text for found in FOUND}
    assert [rule.pattern for rule in RULES if not any(map(rule.matches, texts))] == []


def test_blocks_that_hold_no_command_are_known():
    """Diagrams, formulas and files; a block of commands that is taken for one of them would not be typed."""
    assert Counter(extract.blocks_without_commands()) == Counter(
        {
            "docs/explanation/algorithm.md": 1,
            "docs/explanation/architecture.md": 1,
            "docs/how-to/curate-a-library.md": 1,
            "docs/reference/run-directory.md": 1,
        }
    )


def test_the_list_has_a_row_for_each_command():
    listed = "\n".join(table.table())
    assert [found.text for found in FOUND if f"| {table.code(found.text)} | " not in listed] == []
