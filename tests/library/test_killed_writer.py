"""kill -9 of a library's writer, 100 times at random instants: nothing that was committed is lost, nothing is torn."""

from __future__ import annotations

import subprocess
import sys
from random import Random

import pytest

from skill1.library import Library

from .history_to_come import CONFIG, QUERIES, advance

pytest.importorskip("faiss")
KILLS = 100
LONGEST_LIFE_S = (
    0.05  # of every other one from its fork: it may die while it opens the file; else from its first commit
)
# A light process (no torch, no FAISS) that makes a writer by fork, lets it live as long as it is told, and kills it.
MAKER = """
import os, signal, sys, time
from tests.library.history_to_come import CONFIG, advance
from skill1.library import Library

for number, life in enumerate(sys.stdin):
    begun, begin = os.pipe()
    writer = os.fork()
    if writer == 0:
        library = Library.open(sys.argv[1], CONFIG, create=True)
        while True:
            advance(library)
            os.write(1, b"%d\\n" % library.version)
            os.write(begin, b"x")
    os.close(begin)
    if number % 2:
        os.read(begun, 1)
    time.sleep(float(life))
    os.kill(writer, signal.SIGKILL)
    _, status = os.waitpid(writer, 0)
    os.close(begun)
    os.write(1, b"dead\\n" if os.WIFSIGNALED(status) else b"fell over\\n")
assert not {"torch", "faiss"} & set(sys.modules)
"""


def lives(file, seed):
    """Kill after kill: the newest version each writer said it had committed; None: it said nothing."""
    random = Random(seed)
    command = [sys.executable, "-c", MAKER, str(file)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as maker:
        for _ in range(KILLS):
            maker.stdin.write(f"{random.uniform(0, LONGEST_LIFE_S)}\n")
            said = None
            while (line := maker.stdout.readline()) != "dead\n":
                assert line.strip().isdigit(), f"a writer ended by itself: {line!r}"
                said = int(line)
            yield said
        maker.stdin.close()
        assert maker.wait() == 0


def rows_since(library, event):
    """What the file holds besides skills, from one event on."""
    return (
        library._store.rows("SELECT * FROM events WHERE seq > ? ORDER BY seq", (event,)),
        library._store.rows("SELECT * FROM wins ORDER BY query, skill"),
        library._store.rows("SELECT * FROM commits ORDER BY version DESC LIMIT 50"),
        library._store.rows("SELECT * FROM curations ORDER BY seq DESC LIMIT 50"),
    )


@pytest.mark.slow
def test_kill_9_of_the_writer_100_times(tmp_path):
    file = tmp_path / "library.sqlite"
    expected = Library.in_memory(CONFIG)  # what a writer that is never killed would have
    seen, num_silent = 0, 0
    for number, said in enumerate(lives(file, seed=1)):
        num_silent += said is None
        if not file.exists() or file.stat().st_size == 0:  # the first writers died before there was a library
            assert said is None
            continue
        before, said = expected.version, said or expected.version
        # Mostly as a reader, who must not put right what the next writer will find.
        read_only = expected.version > 0 and number % 4 > 0
        with Library.open(file, CONFIG, create=not read_only, read_only=read_only) as library:
            assert said <= library.version <= said + 1  # at most one commit had no time to be told
            while expected.version < library.version:
                advance(expected)
            assert library.check() == []
            assert library.skills() == expected.skills() and library.skills(None) == expected.skills(None)
            assert (library.success_trend, library.no_skill_trend) == (
                expected.success_trend,
                expected.no_skill_trend,
            )
            assert rows_since(library, seen) == rows_since(expected, seen)
            seen = library._store.rows("SELECT coalesce(max(seq), 0) FROM events")[0][0]
            for query in QUERIES if library.version > before else ():
                assert library.retrieve(query, training=True) == expected.retrieve(query, training=True)
                assert library.search(query, 3) == expected.search(query, 3)
    assert expected.version >= KILLS and 0 < num_silent < KILLS  # neither too early nor too late to tell something
