"""Co-evolution matrix: the policy of step i plays with the library of step j, for all pairs of a run's checkpoints."""

from __future__ import annotations

import hashlib
import json
import statistics
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1 import evaluate as public_evaluate
from skill1.errors import CheckpointError, ConfigError, DataError
from skill1.evaluate.storage import EVAL_FOLDER
from skill1.run.directory import CHECKPOINTS_FOLDER, CONFIG_FILE, write_json_atomic
from skill1.run.locate import LIBRARY_FILE, WHOLE_MARK, is_run

CELL_FORMAT = "skill1-matrix-cell-1"
FORMAT = "skill1-matrix-1"
MEANING = (
    "A row is one policy with every library: its mean says how good that policy is whatever it reads. A column is one "
    "library with every policy: its mean says how much that library helps whoever reads it. A diagonal cell (in "
    "brackets) above its row and column means says that policy and library fit each other."
)


def checkpoint_steps(run: Path) -> list[int]:
    """Steps of the whole checkpoints of a run that hold a library, in order."""
    marks = (run / CHECKPOINTS_FOLDER).glob(f"step_*/{WHOLE_MARK}")
    return sorted(
        int(mark.parent.name.removeprefix("step_")) for mark in marks if (mark.parent / LIBRARY_FILE).is_file()
    )


def coevolution_matrix(
    run: str | Path,
    *,
    split: str | None = None,
    steps: Sequence[int] | None = None,
    tasks: int | None = None,
    overrides: Sequence[str] = (),
    console=None,
    evaluate=public_evaluate,
) -> dict[str, Any]:
    """Success rate of every policy with every library of a run, ``frozen``; returns a JSON-ready mapping.

    Each cell is kept in ``RUN/eval/matrix-….json`` as soon as it is played, and read again the next time while
    checkpoints, configuration and settings are the same. ``success_rate[i][j]``: policy of ``steps[i]``, library of
    ``steps[j]``, a share in [0, 1], None where all episodes ended in an error.

    Args:
        run: a run directory with two checkpoints or more.
        split: short for ``eval.split``.
        steps: which checkpoints; default: all.
        tasks: only the first so many tasks of the split (``eval.limit``).
        overrides: configuration keys, ``["--eval.temperature=0"]``.
        console: rich console for progress, or None.
        evaluate: what plays a cell.

    Raises:
        DataError: not a run directory. CheckpointError: a step has no checkpoint. ConfigError: fewer than two steps.
    """
    run = Path(run)
    chosen = _chosen_steps(run, steps)
    settings = [*overrides, *([f"--eval.limit={tasks}"] if tasks is not None else [])]
    cells = {(i, j): _cell(run, i, j, split, settings, console, evaluate) for i in chosen for j in chosen}
    return _content(run, chosen, cells)


def _chosen_steps(run: Path, steps: Sequence[int] | None) -> list[int]:
    if not is_run(run):
        raise DataError(
            f"{run} is no run directory (it has no {CONFIG_FILE}). Type: skill1 compare runs/NAME --matrix"
        )
    there = checkpoint_steps(run)
    chosen = sorted(set(there if steps is None else steps))
    known = f"there are: {', '.join(map(str, there)) or 'none'}"
    kept = (
        "A run keeps its newest ones only: train with --train.keep_checkpoints N and --train.checkpoint_every N."
    )
    if missing := [step for step in chosen if step not in there]:
        raise CheckpointError(
            f"{run} has no whole checkpoint with a library at step {', '.join(map(str, missing))}; {known}. {kept}"
        )
    if len(chosen) < 2:
        raise ConfigError(f"a matrix of {run} needs two checkpoints or more; {known}. {kept}")
    return chosen


def _cell(
    run: Path, policy_step: int, library_step: int, split: str | None, settings: Sequence[str], console, evaluate
) -> dict[str, Any]:
    """The stored cell, or a new one."""
    policy, library = _checkpoint(run, policy_step), _checkpoint(run, library_step)
    asked = {
        "policy_step": policy_step,
        "library_step": library_step,
        # The manifest of a checkpoint lists the hashes of its files, so its own hash stands for all of them.
        "policy": _digest(policy / WHOLE_MARK),
        "library": _digest(library / WHOLE_MARK),
        "config": _digest(run / CONFIG_FILE),
        "split": split,
        "settings": list(settings),
    }
    # The name finds the file; `asked` inside it decides whether it is this cell.
    short = hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:8]
    path = run / EVAL_FOLDER / f"matrix-p{policy_step:06d}-l{library_step:06d}-{short}.json"
    stored = _stored(path, asked)
    if stored is not None:
        return stored
    result = evaluate(
        policy,
        library_path=str(library / LIBRARY_FILE),
        split=split,
        library="frozen",
        overrides=settings,
        console=console,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json_atomic(path, {"format": CELL_FORMAT, "asked": asked, "result": result})
    return result


def _checkpoint(run: Path, step: int) -> Path:
    return run / CHECKPOINTS_FOLDER / f"step_{step:06d}"


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _stored(path: Path, asked: Mapping[str, Any]) -> dict[str, Any] | None:
    """A cell's result if the file is whole and of this question; a broken file is played again."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    is_fitting = isinstance(record, dict) and record.get("format") == CELL_FORMAT and record.get("asked") == asked
    return record["result"] if is_fitting and isinstance(record.get("result"), dict) else None


def _content(
    run: Path, steps: Sequence[int], cells: Mapping[tuple[int, int], Mapping[str, Any]]
) -> dict[str, Any]:
    first = cells[steps[0], steps[0]]
    if first["library"] != "frozen":
        raise ConfigError(
            f"{run} was trained with the method {first['method']}, which uses no library: no matrix."
        )
    rates = [[cells[i, j]["success_rate"] for j in steps] for i in steps]
    return {
        "format": FORMAT,
        "run": str(run),
        **{name: first[name] for name in ("env", "split", "split_sha256", "temperature", "tasks")},
        "steps": list(steps),
        "success_rate": rates,
        "policy_means": [_mean(row) for row in rates],
        "library_means": [_mean(column) for column in zip(*rates, strict=True)],
        "mean": _mean([rate for row in rates for rate in row]),
        "errors": sum(cell["errors"] for cell in cells.values()),
        "meaning": MEANING,
        "notes": _notes(cells.values()),
    }


def _mean(rates: Sequence[float | None]) -> float | None:
    known = [rate for rate in rates if rate is not None]
    return statistics.fmean(known) if known else None


def _notes(cells: Sequence[Mapping[str, Any]]) -> list[str]:
    widths = [cell["interval_95"][1] - cell["interval_95"][0] for cell in cells]
    found = [
        f"One run, one seed. Each cell has a 95 % interval of up to {100 * max(widths):.0f} points (Wilson, over "
        "tasks): do not read more into single cells."
    ]
    if errors := sum(cell["errors"] for cell in cells):
        found.append(f"{errors} episodes ended in an error; they count neither as success nor as failure.")
    return found
