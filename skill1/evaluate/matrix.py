"""Co-evolution matrix: the policy of step i plays with the library of step j, for all pairs of a run's checkpoints."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from skill1 import evaluate as public_evaluate
from skill1.config.load import load_run_config
from skill1.errors import CheckpointError, ConfigError, DataError, refuse_closed
from skill1.evaluate.arms import ORIGIN
from skill1.evaluate.storage import EVAL_FOLDER, prompt_hashes, read_stored
from skill1.models.files import WHOLE_MARK, file_hash
from skill1.run.directory import CONFIG_FILE
from skill1.run.disk import write_json_atomic, written
from skill1.run.locate import LIBRARY_FILE, is_run, step_folder, whole_checkpoints

CELL_FORMAT = "skill1-matrix-cell-1"
FORMAT = "skill1-matrix-1"
MEANING = (
    "A row is one policy with every library: its mean says how good that policy is, whatever it reads. A column is "
    "one library with every policy: its mean says how much that library helps, whoever reads it. A diagonal cell (in "
    "brackets) above its row and column means says that policy and library fit each other."
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
    checkpoints, configuration, prompt texts and settings are the same. ``success_rate[i][j]``: policy of ``steps[i]``,
    library of ``steps[j]``, a share in [0, 1].

    Args:
        run: a run directory with two checkpoints or more.
        split: short for ``eval.split``.
        steps: which checkpoints; default: all.
        tasks: only the first so many tasks of the split (``eval.limit``).
        overrides: configuration keys, ``["--eval.temperature=0"]``.
        console: rich console for progress, or None.
        evaluate: what plays a cell.

    Raises:
        DataError: not a run directory, or cells of other tasks lie there. CheckpointError: a step has no checkpoint.
        ConfigError: fewer than two steps. PromptError: the folder ``agent.prompts`` names is not there.
    """
    run = Path(run)
    chosen = _chosen_steps(run, steps)
    settings = [*overrides, *([f"--eval.limit={tasks}"] if tasks is not None else [])]
    shared = {"config": file_hash(run / CONFIG_FILE), "split": split, "settings": settings}
    config = load_run_config(run / CONFIG_FILE, settings)
    if config.agent.prompts:
        # By their texts: files in that folder may be written anew.
        shared["prompts"] = prompt_hashes(config)
    cells = {(i, j): _cell(run, i, j, shared, console, evaluate) for i in chosen for j in chosen}
    return _content(run, chosen, cells)


def _chosen_steps(run: Path, steps: Sequence[int] | None) -> list[int]:
    if not is_run(run):
        refuse_closed(run / CONFIG_FILE)
        raise DataError(
            f"{run} is not a run directory (no {CONFIG_FILE}). Type: skill1 compare runs/NAME --matrix"
        )
    # A checkpoint of a method without a library has nothing to be combined with.
    there = sorted(step for step, folder in whole_checkpoints(run).items() if (folder / LIBRARY_FILE).is_file())
    chosen = sorted(set(there if steps is None else steps))
    known = f"there are: {', '.join(map(str, there)) or 'none'}"
    kept = (
        "A run keeps only its newest ones: train with --train.keep_checkpoints N and --train.checkpoint_every N."
    )
    if missing := [step for step in chosen if step not in there]:
        raise CheckpointError(
            f"{run} has no whole checkpoint with a library at step {', '.join(map(str, missing))}; {known}. {kept}"
        )
    if len(chosen) < 2:
        raise ConfigError(f"a matrix of {run} needs two checkpoints or more with a library; {known}. {kept}")
    return chosen


def _cell(
    run: Path, policy_step: int, library_step: int, shared: Mapping[str, Any], console, evaluate
) -> dict[str, Any]:
    """The stored cell, or a new one. ``shared``: what all cells of the matrix are played with."""
    policy, library = step_folder(run, policy_step), step_folder(run, library_step)
    asked = {
        "policy_step": policy_step,
        "library_step": library_step,
        # The manifest of a checkpoint lists the hashes of its files, so its own hash stands for all of them.
        "policy": file_hash(policy / WHOLE_MARK),
        "library": file_hash(library / WHOLE_MARK),
        **shared,
    }
    # The name finds the file; `asked` inside it decides whether it is this cell.
    short = hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:8]
    path = run / EVAL_FOLDER / f"matrix-p{policy_step:06d}-l{library_step:06d}-{short}.json"
    stored = read_stored(path)
    if stored.get("format") == CELL_FORMAT and stored.get("asked") == asked:
        return stored["result"]
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    result = evaluate(
        policy,
        library_path=str(library / LIBRARY_FILE),
        split=shared["split"],
        library="frozen",
        overrides=shared["settings"],
        console=console,
    )
    # At once: a matrix that is interrupted keeps the cells that were played.
    write_json_atomic(path, {"format": CELL_FORMAT, "asked": asked, "result": result})
    return result


def _content(
    run: Path, steps: Sequence[int], cells: Mapping[tuple[int, int], Mapping[str, Any]]
) -> dict[str, Any]:
    first = cells[steps[0], steps[0]]
    # An evaluation says `none` for a method without a library, whatever was asked for.
    if first["library"] != "frozen":
        raise ConfigError(
            f"{run} was trained with the method {first['method']}, which uses no library: no matrix."
        )
    for name in ("split_sha256", "tasks"):
        # Cells stay on the disk, and the games may have been made again since.
        if len({cell[name] for cell in cells.values()}) > 1:
            raise DataError(
                f"the cells of {run} are not of the same tasks: they differ in {name}. Remove "
                f"{run / EVAL_FOLDER}/matrix-* and type it again."
            )
    # All cells are of the same tasks, so plain means of them are means over tasks.
    rates = [[cells[i, j]["success_rate"] for j in steps] for i in steps]
    return {
        "format": FORMAT,
        "run": str(run),
        **{name: first[name] for name in ("env", "split", "split_sha256", "temperature", "tasks")},
        "steps": list(steps),
        "success_rate": rates,
        "policy_means": [fmean(row) for row in rates],
        "library_means": [fmean(column) for column in zip(*rates, strict=True)],
        "mean": fmean(rate for row in rates for rate in row),
        "errors": sum(cell["errors"] for cell in cells.values()),
        "meaning": MEANING,
        "notes": _notes(cells.values()),
    }


def _notes(cells: Collection[Mapping[str, Any]]) -> list[str]:
    widths = [cell["interval_95"][1] - cell["interval_95"][0] for cell in cells]
    found = [
        f"One run, one seed. Each cell has a 95 % interval of up to {100 * max(widths):.0f} points (Wilson, over "
        "tasks): do not read more into single cells."
    ]
    for name, words in ORIGIN.items():
        if len({str((cell.get("card") or {}).get(name)) for cell in cells}) > 1:
            found.append(f"The cells were made with different {words}; that may explain part of any difference.")
    if errors := sum(cell["errors"] for cell in cells):
        found.append(f"{errors} episodes ended in an error; they count as neither success nor failure.")
    return found
