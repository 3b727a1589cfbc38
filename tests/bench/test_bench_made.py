"""Processes of a bench end with it, whether it is killed or one of them is lost."""

import os
import signal
import subprocess
import sys

import pytest

from tests.bench.scripts import BENCH, script

made = script("made")
SLEEPING = """
import signal
import time
from made import in_parallel

def work(_):
    print("begun", flush=True)
    time.sleep(60)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that runs tests in the background ignores it
    in_parallel(work, [(0,), (1,), (2,), (3,)], 2)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not end children with their parent")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_a_bench_that_is_ended_leaves_no_process_behind(tmp_path, number):
    (tmp_path / "sleeping.py").write_text(SLEEPING, encoding="utf-8")
    path = os.pathsep.join([str(BENCH), os.environ.get("PYTHONPATH", ""), *sys.path])
    bench = subprocess.Popen(
        [sys.executable, "sleeping.py"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    for _ in range(2):
        bench.stdout.readline()
    bench.send_signal(number)
    bench.communicate(timeout=30)  # the end of what its processes print comes when the last of them has ended
    assert bench.returncode != 0


def test_a_lost_process_is_told_and_what_was_finished_stays(tmp_path):
    def jobs():
        return [(str(tmp_path / name),) for name in ("a", "b", "c") if not (tmp_path / name).exists()]

    with pytest.raises(SystemExit, match=r"was killed, most likely .* for want of memory.*same command resumes"):
        made.in_parallel(made_file, jobs(), 1)
    assert (tmp_path / "a").exists() and not (tmp_path / "c").exists()
    made.in_parallel(made_file, jobs(), 1)
    assert (tmp_path / "c").exists()


def made_file(path: str) -> None:
    """The first process that comes to b is lost there."""
    if path.endswith("b") and not os.path.exists(path + ".begun"):
        open(path + ".begun", "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    open(path, "w").close()
