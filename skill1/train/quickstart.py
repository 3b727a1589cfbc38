"""The household from nothing to a table: cold start, Skill1 and its baseline with one budget, evaluation of both.

Every part leaves its result in the runs folder and is found again, so a killed quickstart goes on where it was and a
finished one only prints its table.
"""

from __future__ import annotations

import hashlib
import shlex
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from skill1.config import Skill1Config
from skill1.config_files import load_config, parse_overrides
from skill1.disk import write_json_atomic
from skill1.errors import CheckpointError, ConfigError, RunInUseError
from skill1.evaluate.once import Contestant, evaluate_once
from skill1.hub import require_model
from skill1.run_dir import RunState, prepare_run_dir, read_manifest, update_manifest
from skill1.run_lock import sole_writer
from skill1.train.cold_start import ColdStart
from skill1.train.quickstart_table import print_summary

COLD_START_FOLDER = "household-cold-start"
SUMMARY_FILE = "household-summary.json"
METHODS = ("skill1", "grpo")
# (who, split, library). The cold start and Skill1 play with the same recipe; GRPO never has a library.
EVALUATIONS = (
    ("cold_start", "heldout", "none"),
    ("cold_start", "heldout", "fresh"),
    ("cold_start", "seen", "none"),
    ("grpo", "heldout", "none"),
    ("grpo", "seen", "none"),
    ("skill1", "heldout", "none"),
    ("skill1", "heldout", "frozen"),
    ("skill1", "heldout", "fresh"),
    ("skill1", "seen", "none"),
    ("skill1", "seen", "frozen"),
)
# Keys that would make the comparison another one, with what to type instead.
DECIDED_HERE = {
    "method": "skill1 train --config household/grpo trains one of them",
    "seed": "--seed is an option of its own",
    "run_dir": "--runs-dir names the folder of both runs",
    "env.name": "skill1 train --env NAME trains on another environment",
    "eval.split": "skill1 eval RUN --split S evaluates another split",
    "eval.library": "skill1 eval RUN --library L evaluates with another library",
}


def quickstart_household(
    *,
    seed: int = 0,
    smoke: bool = False,
    fresh: bool = False,
    runs_dir: Path | str = Path("runs"),
    overrides: Sequence[str] = (),
    console=None,
) -> dict[str, object]:
    """Cold-start, train and evaluate Skill1 and GRPO without a library; returns what the table shows, JSON-ready.

    Args:
        seed: root of all randomness: the start weights, demonstrations, training and evaluation.
        smoke: tiny numbers, to try the machinery. Its folders give way to a later real run.
        fresh: begin anew; what is there moves to ``discarded/``.
        runs_dir: folder of the runs; the summary is written there too.
        overrides: ``["--train.steps", "20"]``, for both runs alike, and for the cold start where they matter to it.
            ``--model.path`` takes the place of the cold start.
        console: rich console for progress and table, or None.

    Raises:
        ConfigError: an override is unknown or decided here, or a folder holds something made with other settings.
    """
    runs_dir, overrides = Path(runs_dir), list(overrides)
    own_model = _refuse_decided(overrides).get("model.path")
    if own_model:
        require_model(own_model)
    cold_start = ColdStart(
        runs_dir / COLD_START_FOLDER, seed=seed, smoke=smoke, overrides=_without_model(overrides)
    )
    configs = {m: _run_config(m, smoke, seed, own_model or str(cold_start.folder), overrides) for m in METHODS}
    notices = [] if own_model else [cold_start.check(fresh=fresh)]
    states = {m: prepare_run_dir(run_path(runs_dir, m), c, fresh=fresh, smoke=smoke) for m, c in configs.items()}
    for notice in [*notices, *(state.notice for state in states.values())]:
        _say(console, notice)
    stamp: dict[str, object] = {}
    if not own_model:
        _say(console, f"cold start in {cold_start.folder}")
        stamp = _cold_started(cold_start, states["skill1"], console)
    summaries = {m: _train(states[m], configs[m], console) for m in METHODS}
    contestants = {m: _trained(states[m].path, configs[m]) for m in METHODS}
    contestants["cold_start"] = _untrained(cold_start, stamp, configs["skill1"], runs_dir)
    evaluations = _evaluate(contestants, console)
    facts = {"seed": seed, "smoke": smoke, "runs_dir": str(runs_dir), "overrides": overrides, "cold_start": stamp}
    result = facts | _summary(runs_dir, summaries, evaluations, stamp)
    write_json_atomic(runs_dir / SUMMARY_FILE, result)
    if console is not None:
        print_summary(result, console)
    return result


def run_path(runs_dir: Path, method: str) -> Path:
    """``<runs_dir>/household-<method>``."""
    return runs_dir / f"household-{method}"


def _refuse_decided(overrides: Sequence[str]) -> Mapping[str, object]:
    values = parse_overrides(overrides)
    for key, instead in DECIDED_HERE.items():
        if key in values:
            raise ConfigError(f"the quickstart decides `{key}` itself; {instead}.")
    return values


def _without_model(overrides: Sequence[str]) -> list[str]:
    """The overrides as ``--key=value``, without the start model: the cold start makes its own."""
    pairs = [f"{token}={value}" for token, value in _pairs(overrides)]
    return [pair for pair in pairs if not pair.startswith("--model.path=")]


def _pairs(overrides: Sequence[str]):
    rest = iter(overrides)
    for token in rest:
        name, has_value, value = token.partition("=")
        yield name, value if has_value else next(rest)


def _run_config(method: str, smoke: bool, seed: int, model: str, overrides: Sequence[str]) -> Skill1Config:
    name = "household/smoke" if smoke else f"household/{method}"
    return load_config(name, [f"--method={method}", f"--seed={seed}", f"--model.path={model}", *overrides])


def _cold_started(cold_start: ColdStart, state: RunState, console) -> dict[str, object]:
    """The cold start's stamp. A run's lock keeps a second quickstart from making the same folder meanwhile."""
    if cold_start.folder.exists():
        return cold_start.make(console)
    with sole_writer(state.path):
        return cold_start.make(console)


def _train(state: RunState, config: Skill1Config, console) -> dict[str, object]:
    """Train what is missing; the run's summary. Seconds add up over the processes that took part."""
    if state.kind == "finished":
        return dict(state.manifest["summary"])
    from skill1.train.loop import Skill1Trainer  # imports torch, which printing a finished table needs not

    _say(console, f"training {config.method} in {state.path}")
    started = time.perf_counter(), time.process_time()
    try:
        summary = Skill1Trainer(config, state.path, console=console).train()
    except RunInUseError:
        raise  # the manifest is another process's
    except BaseException:
        _add_seconds(state.path, *started)
        raise
    _add_seconds(state.path, *started)
    return summary


def _add_seconds(run_dir: Path, wall_start: float, cpu_start: float) -> None:
    before = read_manifest(run_dir).get("seconds") or {"wall_s": 0.0, "cpu_s": 0.0}
    seconds = {
        "wall_s": before["wall_s"] + time.perf_counter() - wall_start,
        "cpu_s": before["cpu_s"] + time.process_time() - cpu_start,
    }
    update_manifest(run_dir, seconds=seconds)


def _trained(run_dir: Path, config: Skill1Config) -> Contestant:
    """The last checkpoint of a finished run; its own manifest names every file's hash."""
    checkpoint = run_dir / "checkpoints" / f"step_{config.train.steps:06d}"
    manifest = checkpoint / "MANIFEST.json"
    if not manifest.is_file():
        raise CheckpointError(f"{run_dir} is finished, but {checkpoint} is gone. Type --fresh to begin anew.")
    identity = hashlib.sha256(manifest.read_bytes()).hexdigest()
    return Contestant(config, str(checkpoint), run_dir, identity)


def _untrained(
    cold_start: ColdStart, stamp: Mapping[str, object], config: Skill1Config, runs_dir: Path
) -> Contestant:
    """The policy both runs start from: the cold start, or the model the user gave."""
    if stamp:
        return Contestant(config, str(cold_start.folder), cold_start.folder, str(stamp["files"]))
    return Contestant(config, config.model.path, runs_dir / "household-start", config.model.path)


def _evaluate(contestants: Mapping[str, Contestant], console) -> dict[str, dict[str, object]]:
    """``<who>/<split>-<library>`` → result, for every evaluation of the plan."""
    results = {}
    for who, split, library in EVALUATIONS:
        _say(console, f"evaluating {who} on {split}, library {library}")
        results[f"{who}/{split}-{library}"] = evaluate_once(contestants[who], split, library)
    return results


def _summary(
    runs_dir: Path, summaries: Mapping[str, Mapping], evaluations: Mapping[str, Mapping], stamp: Mapping
) -> dict[str, object]:
    """What the table shows, and what to type next."""
    seconds = [stamp, *(read_manifest(run_path(runs_dir, m)).get("seconds", {}) for m in METHODS)]
    seconds += evaluations.values()
    rounds = evaluations["skill1/heldout-fresh"]["rounds"]
    run = shlex.quote(str(run_path(runs_dir, "skill1")))
    return {
        "runs": summaries,
        "evaluations": {name: _brief(result) for name, result in evaluations.items()},
        "fresh_rounds": [r["success_rate"] for r in rounds],
        "cpu_minutes": sum(s.get("cpu_s", 0.0) for s in seconds) / 60,
        "wall_minutes": sum(s.get("wall_s", 0.0) for s in seconds) / 60,
        "next": {
            f"skill1 rollout {run}": "one episode, stage by stage, with its credit",
            f"skill1 library list {run}": "what it has written down",
            f"skill1 eval {run} --split heldout --library online": "held-out homes, its library growing on",
        },
    }


def _brief(result: Mapping[str, object]) -> dict[str, object]:
    """The figures of one evaluation without its rounds and types; they are in the file beside the run."""
    keys = ("success_rate", "interval_95", "episodes", "tasks", "is_whole_split", "errors", "library_size")
    return {key: result[key] for key in keys} | {"last_rounds": result["last_rounds"], "cpu_s": result["cpu_s"]}


def _say(console, text: str) -> None:
    if console is not None and text:
        console.print(text, markup=False, style="dim")
