"""The transfer table: what a policy trained on some environments does in each, own ones and others.

Takes run directories or result files, reads the evaluations stored there, plays nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from skill1.config.load import load_run_config
from skill1.config.mixture import member_names
from skill1.errors import ConfigError, DataError, quoted, refuse_closed
from skill1.evaluate import statistics
from skill1.evaluate.arms import (
    Arm,
    EvalResult,
    Metric,
    differing_keys,
    identities,
    newest_results,
    nothing_found,
    read_eval,
    refuse_checkpoint,
    refuse_mixtures,
    require_metric,
)
from skill1.evaluate.compare import mean_interval
from skill1.evaluate.figures import wilson
from skill1.evaluate.storage import EVAL_FOLDER
from skill1.run.directory import CONFIG_FILE
from skill1.run.locate import is_run

FORMAT = "skill1-transfer-1"
UNTRAINED = "no run"  # trained on: a model that is no checkpoint of a run
Column = tuple[str, str]  # environment, split


@dataclass(frozen=True)
class Source:
    """What a row is made of: the results of one policy."""

    name: str
    trained_on: str
    method: str
    seed: int
    results: tuple[EvalResult, ...]


def transfer(
    targets: Sequence[str | Path],
    *,
    split: str | None = None,
    library: str | None = None,
    metric: Metric = "success",
) -> dict[str, Any]:
    """Trained on × tested on; JSON-ready, explained in ``docs/how-to/train-on-several-environments.md``.

    Args:
        targets: run directories, of whose newest evaluated checkpoint every evaluation is taken, or result files of
            ``skill1 eval``. Runs trained on the same environments by the same method are one row, a seed each.
        split, library: only these evaluations.
        metric: as for :func:`skill1.evaluate.compare.compare`.

    Raises:
        DataError: no evaluation fits, or those of a column are of other tasks, temperatures or repeats.
        ConfigError: nothing to compare, or two evaluations of one policy fit one cell.
    """
    sources = _sources([Path(target) for target in targets], split, library)
    require_metric([result for source in sources for result in source.results], metric)
    columns = _columns(sources)
    rows = [_row(label, group, columns, metric) for label, group in _grouped(sources).items()]
    return {
        "format": FORMAT,
        "metric": metric,
        "columns": [
            {
                "env": env,
                "split": name,
                "tasks": len(results[0].types),
                "temperature": results[0].facts["temperature"],
            }
            for (env, name), results in columns.items()
        ],
        "rows": rows,
        "notes": _notes(rows, sources, list(columns)),
    }


def _columns(sources: Sequence[Source]) -> dict[Column, list[EvalResult]]:
    """What was tested on, those that something was trained on first and in that order."""
    trained = list(dict.fromkeys(name for source in sources for name in member_names(source.trained_on)))
    columns: dict[Column, list[EvalResult]] = {}
    for result in (result for source in sources for result in source.results):
        columns.setdefault((result.facts["env"], result.facts["split"]), []).append(result)
    for results in columns.values():
        # Within a column only: other environments have other tasks, and may be asked at other temperatures.
        refuse_mixtures(results)
    places = {env: place for place, env in enumerate(trained)}
    # What nothing was trained on comes last, in the order met: sorting is stable.
    return dict(sorted(columns.items(), key=lambda item: places.get(item[0][0], len(places))))


def _sources(targets: Sequence[Path], split: str | None, library: str | None) -> list[Source]:
    if not targets:
        raise ConfigError("nothing to compare. Type: skill1 compare --transfer runs/A runs/B")
    runs = [target for target in targets if not target.is_file()]
    files = [read_eval(target) for target in targets if target.is_file()]
    sources = [_of_run(run, split, library) for run in runs]
    by_model: dict[tuple[str, str | None], list[EvalResult]] = {}
    for result in files:
        # Results of one model are one policy, tested in several environments.
        by_model.setdefault((str(result.facts["model"]), result.training), []).append(result)
    return sources + [_of_files(results) for results in by_model.values()]


def _of_run(run: Path, split: str | None, library: str | None) -> Source:
    refuse_checkpoint(run)
    if not is_run(run):
        refuse_closed(run / CONFIG_FILE)
        raise DataError(
            f"{run} is neither a run directory nor a result file. Type: skill1 compare --transfer runs/A …"
        )
    config = load_run_config(run / CONFIG_FILE)
    results = newest_results(run, split, library)
    if not results:
        raise DataError(nothing_found(run, split, library))
    return Source(str(run), config.env.name, config.method, config.seed, tuple(results))


def _of_files(results: Sequence[EvalResult]) -> Source:
    facts, folder = results[0].facts, results[0].path.parent
    run = folder.parent if folder.name == EVAL_FOLDER else folder
    # A server has one name for the checkpoints of all runs.
    name = str(run) if facts["is_served"] else str(facts["model"])
    trained_on = facts["trained_on"] or UNTRAINED
    # The method of a model that no run trained is only that of the configuration it was played with.
    return Source(name, trained_on, facts["method"] if facts["trained_on"] else "", facts["seed"], tuple(results))


def _grouped(sources: Sequence[Source]) -> dict[str, list[Source]]:
    """Row label → its runs. The method is said where there are several, the name where seeds do not tell runs apart."""
    groups: dict[tuple[str, str, str], list[Source]] = {}
    for source in sources:
        # Models that no run here has trained are no seeds of one another.
        model = source.name if source.trained_on == UNTRAINED else ""
        groups.setdefault((source.trained_on, source.method, model), []).append(source)
    has_methods = len({method for _, method, _ in groups if method}) > 1
    has_models = len({model for _, _, model in groups if model}) > 1
    rows: dict[str, list[Source]] = {}
    for (trained_on, method, model), group in groups.items():
        label = " + ".join(member_names(trained_on)) + (f" ({method})" if has_methods and method else "")
        label += f": {model}" if has_models and model else ""
        # Two runs of one seed are no two seeds: each gets a row.
        if len({source.seed for source in group}) == len(group):
            rows[label] = group
        else:
            rows |= {f"{label}: {source.name}": [source] for source in group}
    return rows


def _row(
    label: str, group: Sequence[Source], columns: Mapping[Column, Sequence[EvalResult]], metric: Metric
) -> dict[str, Any]:
    trained_on = member_names(group[0].trained_on) if group[0].trained_on != UNTRAINED else ()
    cells = [_cell(label, group, column, metric) for column in columns]
    for cell, (env, _) in zip(cells, columns, strict=True):
        if cell is not None:
            cell["is_own"] = env in trained_on
    return {"label": label, "trained_on": list(trained_on), "seeds": [s.seed for s in group], "cells": cells}


def _cell(label: str, group: Sequence[Source], column: Column, metric: Metric) -> dict[str, Any] | None:
    by_seed: list[EvalResult | None] = []
    for source in group:
        fitting = [r for r in source.results if (r.facts["env"], r.facts["split"]) == column]
        # Taking one of them would be a choice that nobody made.
        if len(fitting) > 1:
            listed = ", ".join(str(result.path) for result in fitting)
            raise ConfigError(
                f"{source.name} has several evaluations for {' '.join(column)}: {listed}. Choose with --split S or "
                "--library L, or name files instead of the run."
            )
        by_seed.append(next(iter(fitting), None))
    found = [result for result in by_seed if result is not None]
    if not found:
        return None
    values_ST = Arm(label, tuple(found)).values(list(found[0].types), metric)
    means = map(_number, statistics.seed_means(values_ST))
    return {
        # As an arm of a comparison: tasks count once each, whatever their seeds.
        "mean": _number(statistics.mean_over_tasks(values_ST)),
        "interval_95": _interval(values_ST, metric, found[0].facts["repeats"]),
        # In step with the row's seeds: None for one that was not tested on this.
        "per_seed": [None if result is None else next(means) for result in by_seed],
        "errors": sum(result.errors for result in found),
        "files": [str(result.path) for result in found],
    }


def _number(value: float) -> float | None:
    # JSON has no NaN.
    return None if np.isnan(value) else value


def _interval(values_ST: np.ndarray, metric: Metric, repeats: int) -> list[float] | None:
    """Wilson's for one success or failure a task, which has a width also at 0 and 1; else as of an arm."""
    known = values_ST[~np.isnan(values_ST)]
    if len(values_ST) == 1 and metric == "success" and repeats == 1 and known.size:
        return list(wilson(int(known.sum()), known.size))
    return mean_interval(values_ST, metric)


def _notes(rows: Sequence[Mapping[str, Any]], sources: Sequence[Source], columns: Sequence[Column]) -> list[str]:
    found = [
        "A row is what was trained on, a column is what was tested on; brackets mark an environment that the row "
        "was trained on. Intervals are over tasks, and over seeds where a row has several: Wilson's if each task "
        "has one success or failure or all agree, else by resampling."
    ]
    if any(not row["trained_on"] for row in rows):
        found.append(f"'{UNTRAINED}': a model that is not a checkpoint of a run, such as the start of the others.")
    if any(len(row["seeds"]) == 1 for row in rows):
        found.append("One seed says nothing about other training seeds.")
    for source in sources:
        there = {(result.facts["env"], result.facts["split"]) for result in source.results}
        # Each once, though there is a column for each of its splits.
        missing = list(dict.fromkeys(env for env, split in columns if (env, split) not in there))
        if missing:
            found.append(
                f"{source.name} was not tested on {', '.join(missing)}. Type: skill1 eval {quoted(source.name)} "
                f"--env.name {missing[0]}, with that environment's settings."
            )
    for label, group in _grouped(sources).items():
        if keys := _unlike(group):
            found.append(f"{label}: its seeds differ in {', '.join(keys)}, too.")
    modes = {result.facts["library"] for source in sources for result in source.results}
    if len(modes) > 1:
        found.append(
            f"Cells were played in different library modes ({', '.join(sorted(modes))}), so they differ in that, too."
        )
    if errors := sum(cell["errors"] for row in rows for cell in row["cells"] if cell):
        found.append(f"{errors} episodes ended in an error; they count as neither success nor failure.")
    return found


def _unlike(group: Sequence[Source]) -> list[str]:
    """Keys beside the seed in which the trainings of a row differ."""
    trainings = identities([source.results[0] for source in group])
    # What is evaluated, and where, is told by the columns; all of a row were trained on the same.
    told = ("env.", "eval.", "model", "trained_on")
    return [key for key in differing_keys(trainings) if not key.startswith(told)]
