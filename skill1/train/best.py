"""Which checkpoint is the best one: named in ``checkpoints/best.json``, worked out from the metrics rows alone."""

from __future__ import annotations

import difflib
import math
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from skill1.errors import ConfigError
from skill1.rollout.metrics import mean
from skill1.run.directory import CHECKPOINTS_FOLDER
from skill1.run.disk import write_json_atomic
from skill1.run.locate import BEST_FILE, WHOLE_MARK, step_folder
from skill1.train.records import ALWAYS_PRESENT

MISSPELT = 0.9  # likeness to a metric every run has, from which a name can only be a slip


class Best(NamedTuple):
    """The best checkpoint so far and the mean of the metric over the steps since the checkpoint before."""

    step: int
    metric: str
    value: float


def find_best(rows: Sequence[Mapping[str, float]], steps: Sequence[int], every: int, metric: str) -> Best | None:
    """The step with the highest mean over the rows of (previous scheduled checkpoint, step]; ties: the earlier.

    Only scheduled checkpoints compete, those at multiples of ``every`` and the run's last: one that a signal caused
    must not change what an uninterrupted run would name. None: no row has the metric as a
    finite number.
    """
    best = None
    for step in sorted(steps):
        start = (step - 1) // every * every
        value = mean([row[metric] for row in rows if start < row["step"] <= step and metric in row])
        if value is not None and math.isfinite(value) and (best is None or value > best.value):
            best = Best(step, metric, value)
    return best


def update_best(
    run_dir: Path, rows: Sequence[Mapping[str, float]], every: int, last: int, metric: str
) -> Best | None:
    """Write ``best.json`` for the scheduled checkpoints that are there, up to the newest row; remove it if none fits.

    Raises:
        StorageError: the disk does not take it.
    """
    newest = max((row["step"] for row in rows), default=0)
    scheduled = {*range(every, int(newest) + 1, every), *([last] if last <= newest else [])}
    there = [step for step in scheduled if (step_folder(run_dir, step) / WHOLE_MARK).is_file()]
    best = find_best(rows, there, every, metric) if metric else None
    file = run_dir / CHECKPOINTS_FOLDER / BEST_FILE
    if best is None:
        file.unlink(missing_ok=True)
    else:
        write_json_atomic(file, best._asdict())
    return best


def check_spelling(metric: str) -> None:
    """Refuse, before any work, a name that cannot be a metric or is a slip of one that every run has.

    Raises:
        ConfigError: naming the nearest metric.
    """
    same_depth = [name for name in ALWAYS_PRESENT if name.count("/") == metric.count("/")]
    slip = difflib.get_close_matches(metric, same_depth, n=1, cutoff=MISSPELT)
    if "/" not in metric or (slip and slip[0] != metric):
        raise _unknown(metric, ALWAYS_PRESENT)


def check_known(metric: str, names: Collection[str]) -> None:
    """Refuse a metric that is no key of any row; asked after the first step, when the run's own figures are known.

    Raises:
        ConfigError: naming the nearest metrics.
    """
    if metric not in names:
        raise _unknown(metric, names)


def _unknown(metric: str, names: Collection[str]) -> ConfigError:
    by_last = {name.rsplit("/", 1)[-1]: name for name in names}
    nearest = difflib.get_close_matches(metric, list(names), n=3, cutoff=0.5) or [
        by_last[part] for part in difflib.get_close_matches(metric, list(by_last), n=3, cutoff=0.5)
    ]
    hint = f"the nearest are {', '.join(nearest)}" if nearest else "docs/reference/metrics.md lists them"
    return ConfigError(
        f"train.best_metric = {metric!r}: the steps of this run have no such figure; {hint}. "
        "Type --train.best_metric NAME, or --train.keep_best false."
    )
