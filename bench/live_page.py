"""The live page's cost: a household training with a page polled five times a second, and without, in turn.

One process trains a tiny random policy, one serves its page, this one plays the browser: it asks for the version five
times a second and for whatever changed, as the page does. Windows with and without polling alternate. Compared are the
median step times of neighbouring windows; the server's share of a core is read from /proc (Linux only).

    python bench/live_page.py --windows 12 --seconds 10 --output bench/results/live_page.json
"""

from __future__ import annotations

import argparse
import http.client
import json
import math
import os
import re
import shutil
import signal
import statistics
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from made import made_by, publish

from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.library import Library
from skill1.run.process import end_with_parent
from skill1.schema import Episode, EpisodeKey, SkillDraft
from skill1.train.records import read_metrics

POLLS_PER_S = 5
WARM_UP_STEPS = 5
START_S = 180.0
BOUND = 0.05  # of one core, and of training's speed
LEAST_STEPS = 4  # whole ones in a window
SKILLS = 500  # in the library the run begins with: a random policy would never write one
SETTINGS = (
    "--train.steps=100000",
    "--train.tasks_per_step=6",
    "--train.checkpoint_every=1000",
    "--logging.episodes_every=10",
)
# What the page asks for again when a part of the version changed.
ASKED = {
    "metrics": ("summary", "metrics?since={step}"),
    "library": ("summary", "skills", "library_history", "uplift"),
    "episodes": ("episodes",),
}


@dataclass(frozen=True)
class Window:
    """What happened between two moments: step times, the server's CPU time and the requests made."""

    polled: bool
    seconds: float
    step_s: list[float]
    server_cpu_s: float
    requests: int

    @property
    def median_step_s(self) -> float:
        return statistics.median(self.step_s)


def main() -> None:
    """Start both processes, watch, end them, write and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--windows", type=int, default=12, help="of each kind")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--work", type=Path, default=Path("runs/bench-live-page"))
    parser.add_argument("--output", type=Path)
    arguments = parser.parse_args()
    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    run, load = arguments.work / "run", os.getloadavg()
    stock(arguments.work / "start.sqlite")
    trainer = launch(arguments.work / "train.log", "train", *training(run, arguments.work / "start.sqlite"))
    try:
        wait_for_steps(run, WARM_UP_STEPS, trainer)
        server = launch(arguments.work / "serve.log", "serve", str(run), "--port", "0")
        try:
            page = Page(address_of(arguments.work / "serve.log"))
            page.load()
            windows = watch(run, page, server.pid, arguments.windows, arguments.seconds)
        finally:
            stop(server)
    finally:
        stop(trainer)
    report = {
        **made_by(),
        "settings": list(SETTINGS),
        "skills": SKILLS,
        "load_before": round(load[0], 2),
        **figures(windows),
    }
    publish(report, arguments.output)


def stock(path: Path) -> None:
    """A library of distinct skills that the household's queries find."""
    config = load_config("household/skill1")
    tasks = make_suite(config.env).tasks(config.env.train_split)
    episodes = []
    for number in range(SKILLS):
        task = tasks[number % len(tasks)]
        draft = SkillDraft(f"{task.instruction} {number}", f"look in box {number}")
        key = EpisodeKey(seed=1, step=0, task=number, rollout=0)
        episodes.append(Episode(key, task, outcome=1.0, success=True, draft=draft))
    with Library.open(path, config.library, create=True) as library:
        library.commit(episodes, step=0, policy_version=0)


def training(run: Path, library: Path) -> list[str]:
    where = ["--model.path", "tiny", "--run-dir", str(run), "--library.init", str(library)]
    return ["--config", "household/skill1", *where, *SETTINGS]


def launch(log: Path, *words: str) -> subprocess.Popen:
    file = open(log, "w", encoding="utf-8")  # noqa: SIM115 - the child's, for its whole life
    command = [sys.executable, "-m", "skill1", *words]
    return subprocess.Popen(command, stdout=file, stderr=subprocess.STDOUT, preexec_fn=end_with_parent)


def stop(process: subprocess.Popen) -> None:
    if process.poll() is None:
        process.send_signal(signal.SIGTERM)
    process.wait(60)


def wait_for_steps(run: Path, steps: int, process: subprocess.Popen) -> None:
    until = time.monotonic() + START_S
    while not run.exists() or len(read_metrics(run)) < steps:
        if process.poll() is not None or time.monotonic() > until:
            raise SystemExit(f"the training did not start; see {run.parent / 'train.log'}")
        time.sleep(0.2)


def address_of(log: Path) -> str:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        if found := re.search(r"open (http://\S+)", log.read_text(encoding="utf-8")):
            return found[1]
        time.sleep(0.1)
    raise SystemExit(f"the server did not start; see {log}")


class Page:
    """What a browser does: one connection, one version kept, parts asked for again when they changed."""

    def __init__(self, address: str) -> None:
        self.connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=30)
        self.version: dict[str, str] = {}
        self.etag = ""
        self.step = 0
        self.requests = 0

    def load(self) -> None:
        """The document, then everything."""
        self.get("/")
        self.poll()

    def poll(self) -> None:
        """One look at the version, and what it calls for."""
        status, body, etag = self.get("/api/version", {"If-None-Match": self.etag})
        if status == 304:
            return
        before, self.version, self.etag = self.version, json.loads(body), etag
        changed = [part for part in ASKED if self.version[part] != before.get(part)]
        for name in dict.fromkeys(name for part in changed for name in ASKED[part]):
            content = json.loads(self.get(f"/api/{name.format(step=self.step)}")[1])
            if name.startswith("metrics") and content["steps"]:
                self.step = content["steps"][-1]

    def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, bytes, str]:
        self.connection.request("GET", path, headers=headers or {})
        answer = self.connection.getresponse()
        self.requests += 1
        body = answer.read()
        if answer.status not in (200, 304):
            raise SystemExit(f"{path} answered {answer.status}: {body[:200]!r}")
        return answer.status, body, answer.headers.get("etag", "")


def watch(run: Path, page: Page, server: int, count: int, seconds: float) -> list[Window]:
    """``count`` windows of each kind, in the order without, with, with, without and so on."""
    order = [polled for pair in range(count) for polled in ((False, True) if pair % 2 == 0 else (True, False))]
    windows = []
    for polled in order:
        steps, cpu, asked = len(read_metrics(run)), cpu_s(server), page.requests
        page.connection.close()  # the server drops what is idle; the next request opens it again
        began = time.monotonic()
        while (now := time.monotonic()) < began + seconds or len(read_metrics(run)) <= steps + LEAST_STEPS:
            if polled:
                page.poll()
            time.sleep(max(0.0, now + 1 / POLLS_PER_S - time.monotonic()))
        rows = read_metrics(run)[steps + 1 :]  # the first began before the window
        step_s = [row["time/step_s"] for row in rows]
        spent = cpu_s(server) - cpu
        windows.append(Window(polled, time.monotonic() - began, step_s, spent, page.requests - asked))
    return windows


def cpu_s(pid: int) -> float:
    """Seconds of CPU time a process has used; Linux only."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def figures(windows: list[Window]) -> dict[str, object]:
    """Ratio of median step times in neighbouring windows, with and without; the server's share of a core."""
    pairs = [sorted(pair, key=lambda w: w.polled) for pair in zip(windows[::2], windows[1::2], strict=True)]
    ratios = sorted(polled.median_step_s / quiet.median_step_s for quiet, polled in pairs)
    polled = [window for window in windows if window.polled]
    share = sum(w.server_cpu_s for w in polled) / sum(w.seconds for w in polled)
    idle = [window for window in windows if not window.polled]
    low, high = median_interval(ratios)
    return {
        "pairs_of_windows": len(pairs),
        "steps_per_window": statistics.median(len(window.step_s) for window in windows),
        "requests_per_s": round(sum(w.requests for w in polled) / sum(w.seconds for w in polled), 2),
        "median_step_s_without": round(statistics.median(w.median_step_s for w in idle), 4),
        "median_step_s_with": round(statistics.median(w.median_step_s for w in polled), 4),
        "step_time_ratio": round(statistics.median(ratios), 4),
        "step_time_ratio_95": [round(low, 4), round(high, 4)],
        "server_share_of_a_core": round(share, 4),
        "server_share_of_a_core_unpolled": round(
            sum(w.server_cpu_s for w in idle) / sum(w.seconds for w in idle), 4
        ),
        "bound": BOUND,
        "within_bounds": statistics.median(ratios) <= 1 + BOUND and share <= BOUND,
        "ratios": [round(ratio, 4) for ratio in ratios],
    }


def median_interval(ordered: list[float]) -> tuple[float, float]:
    """Interval of the median by order statistics, of at least 95 %: at most 2.5 % of Binomial(n, ½) on each side."""
    count = len(ordered)
    tail, rank = 0.0, 0
    while (tail := tail + math.comb(count, rank) / 2**count) <= 0.025:
        rank += 1
    return ordered[max(0, rank - 1)], ordered[min(count - 1, count - rank)]


if __name__ == "__main__":
    main()
