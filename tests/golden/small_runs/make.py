"""Records small runs whose numbers no move of code may change: ``python tests/golden/small_runs/make.py``, two minutes.

Everything goes through the command line and ``skill1.Skill1Trainer``, so that modules may move. The household's policy
is that of ``data/household/run``, which wins often; ALFWorld and WebShop have one that demonstrations taught a little.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy
import torch

import skill1
from skill1.cli import main

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
POLICY = ROOT / "data" / "household" / "run" / "checkpoints" / "step_000110"
SMALL = {
    "train.steps": 3,
    "train.tasks_per_step": 3,
    "train.group_size": 4,
    "train.checkpoint_every": 2,
    "train.threads": 1,
    "credit.realised_delay": 1,
    "logging.episodes_every": 1,
}
STAGES_OF = {"skillrl": {"skillrl.collect_episodes": 24, "skillrl.evolve_every": 2, "skillrl.evolve_below": 1.0}}
TREND = {"credit.selection": "trend"}  # the household's default when most of the recordings were made
TINY = {"alfworld": ROOT / "data" / "alfworld", "webshop": ROOT / "data" / "webshop"}
LESSONS = 120  # demonstrations
# A newer processor computes with wider registers and other last bits, unless the libraries below torch are told so.
INSTRUCTIONS = {"ATEN_CPU_CAPABILITY": "avx2", "MKL_ENABLE_INSTRUCTIONS": "AVX2", "ONEDNN_MAX_CPU_ISA": "AVX2"}
RESUMED_AFTER = 2


class Stopped(Exception):
    """Ends a run between two steps."""


def words(settings: dict[str, object]) -> list[str]:
    return [f"--{key}={value}" for key, value in settings.items()]


def command(*arguments: object) -> str:
    """What a command prints; it must succeed."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()) as errors:
        code = main([str(argument) for argument in arguments])
    assert code == 0, f"{arguments}: {errors.getvalue()}"
    return out.getvalue()


def recorded(run: Path) -> dict[str, object]:
    """The metrics rows without times, and a hash of the last weights, of the library and of the episode files."""
    rows = [json.loads(line) for line in (run / "metrics.jsonl").read_text().splitlines()]
    last = sorted((run / "checkpoints").glob("step_*"))[-1]
    found: dict[str, object] = {
        "rows": [{k: v for k, v in row.items() if not k.startswith("time/")} for row in rows],
        "weights": digest((last / "model.safetensors").read_bytes()),
    }
    if (run / "library.sqlite").is_file():
        skills = json.loads(command("library", "list", run, "--json", "--status", "all"))
        found["skills"] = digest(json.dumps(skills, sort_keys=True).encode())
    return found


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def household(method: str, seed: int, folder: Path, *, trend: bool = True) -> Path:
    """A few steps of a method on the household; of Skill1 with trend credit, or with the default's."""
    run = folder / f"household-{method}-{seed}{'' if trend else '-default'}"
    settings = SMALL | STAGES_OF.get(method, {}) | {"model.path": POLICY, "seed": seed}
    settings |= TREND if method == "skill1" and trend else {}
    command("train", "--config", f"household/{method}", "--run-dir", run, *words(settings))
    return run


def resumed(folder: Path) -> Path:
    """The same run as ``household("skill1", 0)``, stopped after a step and resumed."""
    run = folder / "household-resumed"

    def stop(row: dict[str, float]) -> None:
        if row["step"] > RESUMED_AFTER:
            raise Stopped

    config = skill1.load_config("household/skill1", words(SMALL | TREND | {"model.path": POLICY}))
    with contextlib.suppress(Stopped):
        skill1.Skill1Trainer(config, run, observers=[stop]).train()
    command("train", "--run-dir", run, "--resume")
    return run


def tiny(env: str, folder: Path) -> Path:
    """A cold start and a few steps on a benchmark's format."""
    name, run, taught = f"{env}/tiny", folder / f"{env}-tiny", folder / f"{env}-taught"
    data, demos = f"--env.data={TINY[env]}", folder / f"{env}-demos.jsonl.gz"
    start = folder / f"{env}-start"
    command("demos", "--config", name, data, "--n", LESSONS, "--output", demos)
    command("sft", "--config", name, data, "--data", demos, "--output", taught, f"--run_dir={start}")
    settings = SMALL | {"model.path": taught}
    command("train", "--config", name, data, "--run-dir", run, *words(settings))
    return run


def evaluated(run: Path) -> dict[str, object]:
    """An evaluation's JSON without what depends on the moment, the machine and the folder."""
    found = json.loads(command("eval", run, "--library", "frozen", "--limit", "16", "--json"))
    kept = ("split", "library", "temperature", "tasks", "success_rate", "mean_outcome", "by_type", "episodes")
    return {key: found[key] for key in kept if key in found}


def machine() -> dict[str, str]:
    """What the last bits of a float depend on."""
    capability = torch.backends.cpu.get_cpu_capability()
    versions = {"torch": torch.__version__.partition("+")[0], "numpy": numpy.__version__}
    return versions | {"capability": capability, "vendor": vendor()}


def vendor() -> str:
    """Who made the processor: MKL sums in another order on Intel's, whatever instructions it may use."""
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("vendor_id"):
                return line.partition(":")[2].strip()
    return platform.machine()


def recordings(folder: Path) -> Iterator[tuple[str, Callable[[], object]]]:
    """Name and maker of each recording, in the order in which they need each other."""
    for method in ("skill1", "grpo", "skillrl"):
        for seed in (0, 1):
            yield f"household-{method}-{seed}", lambda m=method, s=seed: recorded(household(m, s, folder))
    yield "household-default", lambda: recorded(household("skill1", 0, folder, trend=False))
    yield "household-resumed", lambda: recorded(resumed(folder))
    yield "household-evaluation", lambda: evaluated(folder / "household-skill1-0")
    for env in TINY:
        yield f"{env}-tiny", lambda e=env: recorded(tiny(e, folder))


def write(target: Path) -> None:
    """Make every recording."""
    with tempfile.TemporaryDirectory() as scratch:
        found = {name: make() for name, make in recordings(Path(scratch))}
    text = json.dumps({"machine": machine(), "recordings": found}, indent=1)
    target.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--output", type=Path, default=FOLDER / "golden.json")
    given = parser.parse_args()
    if not INSTRUCTIONS.items() <= os.environ.items():  # they are read as torch is imported
        sys.exit(subprocess.run([sys.executable, *sys.argv], env=os.environ | INSTRUCTIONS).returncode)
    torch.set_num_threads(1)
    write(given.output)
