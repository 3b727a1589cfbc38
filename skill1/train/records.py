"""What a run writes while it trains: metrics.jsonl and episode files; and how both are rewound to a checkpoint.

From the rows alone follows which checkpoint is the best one: ``checkpoints/best.json`` names it.
"""

from __future__ import annotations

import contextlib
import difflib
import gzip
import json
import logging
import math
import os
import re
import shutil
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NamedTuple

from skill1.credit.credit import Credit, by_episode, by_stage
from skill1.errors import ConfigError, DataError, content_of
from skill1.rollout.metrics import VALIDATED_STEP, mean
from skill1.run.directory import CHECKPOINTS_FOLDER, METRICS_FILE
from skill1.run.disk import write_atomically, write_json_atomic, written
from skill1.run.explanations import meaning
from skill1.run.locate import BEST_FILE, WHOLE_MARK, step_folder
from skill1.schema import Group, parsed_object

logger = logging.getLogger(__name__)
EPISODES_NAME = re.compile(r"step_(\d+)\.jsonl\.gz(\.partial)?")
MOST_BITS = 64  # of a whole number in a row; sums of far larger ones fit no float
ALWAYS_PRESENT = (  # keys that readers of any run may rely on, in this order
    "step",
    "time/step_s",
    "time/rollout_s",
    "time/update_s",
    "tokens/generated",
    "tokens/trained",
    "outcome/success_rate",
    "select/valid_rate",
    "select/ndcg",
    "select/utility_of_used",
    "distill/valid_rate",
    "distill/variation",
    "distill/admitted",
    "library/size",
    "library/retired",
    "credit/query/adv_abs",
    "credit/rerank/adv_abs",
    "credit/act/adv_abs",
    "credit/distill/adv_abs",
    "policy/entropy",
    "policy/kl",
    "policy/mismatch_kl",
    "policy/clip_fraction",
    "prompt/skill_tokens_added",
    "prompt/shortened",
    "errors/episodes",
    "errors/retried",
)


class Records:
    """The files of one run directory. One process writes them."""

    def __init__(self, run_dir: Path, *, episodes_every: int, episodes_mib: float) -> None:
        self.run_dir, self.episodes_every, self.episodes_mib = run_dir, episodes_every, episodes_mib
        self.episode_dir = run_dir / "episodes"

    def rewind(self, step: int) -> list[str]:
        """Keep what belongs to steps up to ``step``; newer rows and files move to ``discarded/``.

        Lines that are no rows are left out. Where that loses a row, the file as it was is kept in ``discarded/``,
        and a note about it is returned.

        Raises:
            StorageError: the disk does not take it.
        """
        path = self.run_dir / METRICS_FILE
        rows, broken = _read_rows(path)
        notes = [_broken_note(path, broken)] if broken else []
        with written(path):
            if broken:
                damaged = free_name(self.run_dir / "discarded" / f"damaged-{METRICS_FILE}")
                damaged.parent.mkdir(parents=True, exist_ok=True)
                # A copy, not a move: a kill before the rows are written anew leaves all to the next resume.
                shutil.copyfile(path, damaged)
            self._rewind_rows(path, rows, step)
        with written(self.episode_dir):
            self._rewind_episodes(step)
        return notes

    def _rewind_rows(self, path: Path, rows: Sequence[Mapping[str, float | None]], step: int) -> None:
        newer = [row for row in rows if row["step"] > step]
        if newer:
            # Set aside before the file is cut: a kill in between leaves these rows twice, never nowhere.
            _write_rows(free_name(self.run_dir / "discarded" / f"metrics-after-{step}.jsonl"), newer)
        if path.exists():  # rewritten in any case: a killed process may have left half a line
            _write_rows(path, [row for row in rows if row["step"] <= step])

    def _rewind_episodes(self, step: int) -> None:
        for file in sorted(self.episode_dir.glob("step_*.jsonl.gz*")):
            name = EPISODES_NAME.fullmatch(file.name)  # none: a copy that somebody made is theirs
            # Also what a kill left half written.
            if name and (int(name[1]) > step or file.suffix != ".gz"):
                target = free_name(self.run_dir / "discarded" / file.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                os.replace(file, target)

    def write_metrics(self, row: Mapping[str, float]) -> None:
        """Append one flat row. A figure this step does not have is null if every row has its key, else left out."""
        # Null, not 0: means over steps must leave out a step without the figure.
        row = dict.fromkeys(ALWAYS_PRESENT) | dict(row)
        path = self.run_dir / METRICS_FILE
        with written(path), open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
            file.flush()
            os.fsync(file.fileno())  # a checkpoint must not reach the disk before the rows up to it

    def write_episodes(
        self, step: int, groups: Sequence[Group], credits: Sequence[Credit], *, always: bool = False
    ) -> Path | None:
        """Write a step's episodes if it is one of those kept, or ``always``; the oldest files go past the cap.

        Each line is an episode, its id and its advantages in this step, by stage: a number, or a list where segments
        have different ones. Credit that comes later is in no file.

        Returns the file. Nothing is computed from these files: one that the disk does not take is a warning and
        None, not the end of a run. A disk that is really full stops the run at the metrics row or the checkpoint.
        """
        if not always and (not self.episodes_every or step % self.episodes_every):
            return None
        path = self.episode_dir / f"step_{step:06d}.jsonl.gz"
        partial = path.with_name(path.name + ".partial")
        try:
            self._write_episodes(path, partial, groups, credits)
        except OSError as error:
            logger.warning("the episodes of step %d could not be written to %s: %s", step, path, error)
            # Neither may tidying up: where the folder cannot be had, nothing in it can.
            with contextlib.suppress(OSError):
                partial.unlink()
            return None
        return path

    def _write_episodes(
        self, path: Path, partial: Path, groups: Sequence[Group], credits: Sequence[Credit]
    ) -> None:
        own = by_episode(credits)
        self.episode_dir.mkdir(exist_ok=True)
        # Level 3: far faster than gzip's own 9, for files that are about a third larger.
        with gzip.open(partial, "wt", encoding="utf-8", compresslevel=3) as file:
            for group in groups:
                for episode in group.episodes:
                    more = {"id": episode.id, "advantages": _advantages(own.get(episode.id, ()))}
                    file.write(json.dumps(asdict(episode) | more, separators=(",", ":")) + "\n")
        # Whoever reads beside the run, such as the live page, never meets half a file.
        os.replace(partial, path)
        # Steps have leading zeros, so the order of names is that of steps.
        files = sorted(file for file in self.episode_dir.glob("step_*.gz") if EPISODES_NAME.fullmatch(file.name))
        total = sum(file.stat().st_size for file in files)
        # The newest stays, however large it is.
        while len(files) > 1 and total > self.episodes_mib * 2**20:
            total -= files[0].stat().st_size
            files.pop(0).unlink()


def _advantages(credits: Sequence[Credit]) -> dict[str, float | list[float]]:
    # In all, with what GiGPO adds for a turn: what the tokens of each segment were trained with.
    found = {of_stage[0].segment.stage: [c.total for c in of_stage] for of_stage in by_stage(credits)}
    return {stage: values[0] if len(set(values)) == 1 else values for stage, values in found.items()}


def read_metrics(run_dir: Path) -> list[dict[str, float]]:
    """All whole rows of metrics.jsonl, each with the figures it has; empty if there is no file.

    A line that is no row is left out: silently at the end, where a kill leaves one, else with a warning.
    """
    path = run_dir / METRICS_FILE
    rows, broken = _read_rows(path)
    if broken:
        logger.warning(_broken_note(path, broken))
    return [{k: v for k, v in row.items() if v is not None} for row in rows]


def copy_metrics(source: Path, target: Path, step: int) -> None:
    """Write the rows of one run up to ``step`` as those of another. Raises ``StorageError`` on a full disk."""
    rows, _ = _read_rows(source / METRICS_FILE)
    with written(target / METRICS_FILE):
        _write_rows(target / METRICS_FILE, [row for row in rows if row["step"] <= step])


def _read_rows(path: Path) -> tuple[list[dict[str, float | None]], list[int]]:
    """Rows as written, and the numbers (from 1) of lines that are none. A cut-off last line is neither."""
    if not path.exists():
        return [], []
    rows, broken = [], []
    try:
        # Damaged bytes cost their line, not the file.
        lines = content_of(path).decode(errors="replace").split("\n")
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error}.") from error
    for number, line in enumerate(lines, 1):
        row = _row(line)
        if row is not None:
            rows.append(row)
        elif number < len(lines):  # what follows the last line end is the half row of a killed process, or nothing
            broken.append(number)
    return rows, broken


def _row(line: str) -> dict[str, float | None] | None:
    row = parsed_object(line)
    # Rewinding goes by the step, so a line without one is no row. True is an int to isinstance.
    if row is None or type(row.get("step")) is not int:
        return None
    return row if all(map(_is_figure, row.values())) else None


def _is_figure(value: object) -> bool:
    if isinstance(value, int):
        return value.bit_length() <= MOST_BITS
    return value is None or isinstance(value, float)


def _broken_note(path: Path, broken: Sequence[int]) -> str:
    return (
        f"{path}: line {', '.join(map(str, broken))} cannot be read as a row and is left out. This affects means "
        "over these steps, but neither weights nor library."
    )


def _write_rows(path: Path, rows: Sequence[Mapping[str, float | None]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, "".join(json.dumps(row) + "\n" for row in rows))


def free_name(path: Path) -> Path:
    """``path``, or with a number in front: a second rewind must not overwrite what the first one moved aside."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{number}-{path.name}")
    return free


MISSPELT = 0.9  # likeness to a metric every run has, from which a name can only be a slip


class Best(NamedTuple):
    """The best checkpoint so far and the mean of the metric over the steps since the checkpoint before."""

    step: int
    metric: str
    value: float


def find_best(rows: Sequence[Mapping[str, float]], steps: Sequence[int], every: int, metric: str) -> Best | None:
    """The step with the highest mean over the rows of (previous scheduled checkpoint, step]; ties: the earlier.

    Only scheduled checkpoints compete, those at multiples of ``every`` and the run's last: one that a signal caused
    must not change what an uninterrupted run would name. A validation counts for the step whose weights it judged.
    None: no row has the metric as a finite number.
    """
    # Rows come without their nulls, so where the key is there is a number.
    figures = [(_judged_step(row, metric), row[metric]) for row in rows if metric in row]
    best = None
    for step in sorted(steps):
        # The run's last step need not be a multiple of ``every``.
        start = (step - 1) // every * every
        value = mean([value for judged, value in figures if start < judged <= step])
        if value is not None and math.isfinite(value) and (best is None or value > best.value):
            best = Best(step, metric, value)
    return best


def _judged_step(row: Mapping[str, float], metric: str) -> float:
    """The step whose weights a row's figure is of; a validation may come with a later row."""
    return row.get(VALIDATED_STEP, row["step"]) if metric.startswith("validate/") else row["step"]


def update_best(
    run_dir: Path, rows: Sequence[Mapping[str, float]], every: int, last: int, metric: str
) -> Best | None:
    """Write ``best.json`` for the scheduled checkpoints that are there, up to the newest row; remove it if none fits.

    Raises:
        StorageError: the disk does not take it.
    """
    newest = max((row["step"] for row in rows), default=0)
    # The steps at which `Run.record` saves, as far as the run has come.
    scheduled = {*range(every, int(newest) + 1, every), *([last] if last <= newest else [])}
    # By the mark alone: hashing all checkpoints each time that one is written would take long.
    there = [step for step in scheduled if (step_folder(run_dir, step) / WHOLE_MARK).is_file()]
    best = find_best(rows, there, every, metric) if metric else None
    file = run_dir / CHECKPOINTS_FOLDER / BEST_FILE
    # Also where no best one is asked for: the name that an earlier configuration left would be out of date.
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
    # outcome/success_rate/ENV is very like outcome/success_rate, but no slip of it.
    same_depth = [name for name in ALWAYS_PRESENT if name.count("/") == metric.count("/")]
    slip = difflib.get_close_matches(metric, same_depth, n=1, cutoff=MISSPELT)
    # Every metric but `step` has an area, and the highest step says nothing of a checkpoint.
    if "/" not in metric or (slip and slip[0] != metric):
        raise _unknown(metric, ALWAYS_PRESENT)


def check_known(metric: str, names: Collection[str]) -> None:
    """Refuse a metric that is no key of any row; asked after the first step, when the run's own figures are known.

    One that the guide explains may come later, with the first success of a type or the first control: a warning.

    Raises:
        ConfigError: naming the nearest metrics.
    """
    if metric in names:
        return
    # Figures of validations are known before the first of them: none will come later.
    if metric.startswith("validate/") or not meaning(metric):
        raise _unknown(metric, names)
    logger.warning(
        "train.best_metric = %r: the first step has no such metric. Until a step has it, no checkpoint is the best.",
        metric,
    )


def _unknown(metric: str, names: Collection[str]) -> ConfigError:
    nearest = difflib.get_close_matches(metric, list(names), n=3, cutoff=0.5)
    hint = f"the nearest are {', '.join(nearest)}" if nearest else "docs/reference/metrics.md lists them"
    return ConfigError(
        f"train.best_metric = {metric!r}: this run has no such metric; {hint}. "
        "Type --train.best_metric NAME, or --train.keep_best false."
    )
