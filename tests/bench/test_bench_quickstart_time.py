"""CPU time of a quickstart beside an older commit's: the child's own code, its core, its seconds, its failure."""

import os
import sys

import pytest

from tests.bench.scripts import script

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="no processor can be asked for")
quickstart_time = script("quickstart_time")
WORK = "import os, time\nwhile time.process_time() < 0.3: pass\nassert len(os.sched_getaffinity(0)) == 1\n"


def checkout(folder, body):
    (folder / "skill1").mkdir(parents=True)
    (folder / "skill1" / "__main__.py").write_text(body, encoding="utf-8")
    return folder


def test_a_checkouts_own_code_is_timed_on_one_core(tmp_path):
    core = min(os.sched_getaffinity(0))
    seconds = quickstart_time.cpu_seconds(sys.executable, checkout(tmp_path / "old", WORK), ["quickstart"], core)
    assert 0.3 <= seconds < 30
    assert not (tmp_path / "old" / "runs").exists()


def test_a_quickstart_that_fails_ends_the_bench_with_its_last_words(tmp_path):
    broken = checkout(tmp_path / "old", "raise SystemExit('no such world')")
    with pytest.raises(SystemExit, match=r"old ended with code 1: no such world"):
        quickstart_time.cpu_seconds(sys.executable, broken, ["quickstart"], min(os.sched_getaffinity(0)))
