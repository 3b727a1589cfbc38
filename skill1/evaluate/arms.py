"""Arms of a comparison: results of ``skill1 eval``, found and checked, those that differ only in the seed put together.

Reads files; knows no statistics. A file may come from anywhere: each field that is used is checked.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from skill1.config.files import leaves
from skill1.config.keys import config_keys
from skill1.errors import ConfigError, DataError, content_of, quoted, refuse_closed
from skill1.evaluate.provenance import NOT_IN_CARD, checkpoint_library_hash
from skill1.evaluate.storage import EVAL_FOLDER, FORMAT, VISIBLE
from skill1.run.locate import is_run, split_selector, step_folder

# Same for all results of a comparison: name in the file → how to make it so.
# In this order: only the first difference is told, and another environment brings another split and other tasks along.
SHARED = {
    "env": "compare runs of one environment",
    "split": "type --split S",
    "split_sha256": "evaluate all on the same tasks (--eval.limit, and the version of the split)",
    "temperature": "evaluate all with the same --temperature",
    "repeats": "evaluate all with the same --repeats",
    "trials": "leave out those with several trials per task (Reflexion): only their first trial is comparable, and "
    "`trials` in the file has its success rate",
}
# Need not be the same, but must be said if they are not.
ORIGIN = {
    "skill1_version": "versions of skill1",
    "git_commit": "commits of skill1",
    "prompts": "prompt texts (SHA-256 in the cards)",
}
# Which code played it: equal scores of the same settings are one evaluation, whatever was pulled in between.
CODE = ("skill1_version", "git_commit")
# They differ between the seeds of an arm anyway, so they are compared within one seed alone (`_part`).
HASHES = ("policy_sha256", "library_sha256")
# Settings that the beginning of a label says already.
IN_LABEL = ("method", "env.name")
# A label stands in tables; all keys that differ are listed by `differing_keys`.
MOST_KEYS_IN_LABEL = 3
METRICS = ("success", "outcome", "score")
Metric = str  # one of these


@dataclass(frozen=True, slots=True)
class EvalResult:
    """One file of ``skill1 eval``: a policy, a seed, every task of a split."""

    path: Path
    target: Path  # what the user named: a run directory or the file itself
    # The fields of SHARED, ORIGIN and HASHES, and seed, library, method, model, checkpoint_step, is_whole_split,
    # uses_library, trained_on, is_served.
    facts: Mapping[str, Any]
    settings: Mapping[str, Any]  # dotted key → value, without seed and limit
    types: Mapping[str, str]  # task id → type, in the order of the split
    # Metric → task id → values of the repeats not in error; no "score" where an episode has none.
    scores: Mapping[str, Mapping[str, tuple[float, ...]]]
    errors: int
    labels: Mapping[str, str]  # type → short name, in the order of tables; empty if the environment has none

    @property
    def training(self) -> str | None:
        """Tells trainings apart whose weights are called or are alike; None for what belongs to no checkpoint."""
        if self.facts["checkpoint_step"] is None:
            return None
        # A server has one name for all. A run keeps its results in RUN/eval.
        return str(self.path.parent) if self.facts["is_served"] else str(self.facts["model"])


@dataclass(frozen=True, slots=True)
class Arm:
    """Results of one configuration, ordered by seed."""

    label: str
    results: tuple[EvalResult, ...]

    @property
    def seeds(self) -> tuple[int, ...]:
        return tuple(result.facts["seed"] for result in self.results)

    @property
    def is_one_policy(self) -> bool:
        """Several evaluations of the same weights and library: their seeds are of the evaluation, not of a training."""
        # Behind a server there are no weights to hash: then the model's name stands for them.
        weights = {
            (r.facts["policy_sha256"] or r.facts["model"], r.facts["library_sha256"], r.training)
            for r in self.results
        }
        return len(weights) < len(self.results)

    def values(self, tasks: Sequence[str], metric: Metric) -> np.ndarray:
        """Mean over the repeats that are not in error, shape (seeds, tasks); NaN where all are."""
        found = [[result.scores[metric][task] for task in tasks] for result in self.results]
        rows = [[fmean(values) if values else math.nan for values in row] for row in found]
        return np.asarray(rows, dtype=np.float64).reshape(len(self.results), len(tasks))


def read_eval(path: Path) -> EvalResult:
    """One result file.

    Raises:
        DataError: it cannot be read, is of another format, or lacks or garbles a field.
    """
    record = _json_object(path)
    if record.get("format") != FORMAT:
        raise DataError(
            f"{path} has format {record.get('format')!r}; expected {FORMAT!r}, as `skill1 eval RUN` writes it."
        )
    return _result_of(record, path, path)


def _result_of(record: Mapping[str, Any], path: Path, target: Path) -> EvalResult:
    try:
        return _parsed(record, path, target)
    # Whatever an edited file can bring about, also numbers that no float holds and settings nested too deep.
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError) as error:
        raise DataError(
            f"{path} has a missing or garbled field ({type(error).__name__}: {error}). "
            "Type `skill1 eval RUN` to write it again."
        ) from error


def _json_object(path: Path) -> dict[str, Any]:
    try:
        record = json.loads(content_of(path).decode())
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{path} cannot be read as a result of skill1 eval: {error}") from error
    if not isinstance(record, dict):
        raise DataError(f"{path} holds a {type(record).__name__}; expected a JSON object of format {FORMAT!r}.")
    return record


def _parsed(record: Mapping[str, Any], path: Path, target: Path) -> EvalResult:
    names = (*SHARED, "seed", "library", "method", "model", "checkpoint_step", "is_whole_split")
    # Older files lack these two; this is what they meant.
    record = {"trials": {"limit": 1}, "uses_library": True} | record
    facts = {name: record[name] for name in (*names, "uses_library")} | {"trials": record["trials"]["limit"]}
    _require_whole_numbers(facts)
    facts |= {name: record["card"].get(name) for name in ORIGIN}
    # As text: an edited file may hold anything, and these are compared in sets.
    facts |= {name: value if (value := record["card"].get(name)) is None else str(value) for name in HASHES}
    facts |= {"trained_on": record.get("trained_on"), "is_served": _is_served(record)}
    # Rows come in the split's order, and so do these keys; repeats of a task share one key.
    types = {str(row["task"]): str(row["type"]) for row in record["results"]}
    survivors = [row for row in record["results"] if row["status"] == "ok"]
    # An entry for every task, also where all its episodes ended in errors: its mean is then NaN.
    scores: dict[str, dict[str, list[float]]] = {
        metric: {task: [] for task in types} for metric in _metrics_of(survivors)
    }
    for row in survivors:
        for metric in scores:
            scores[metric][str(row["task"])].append(_share(row[metric], metric))
    _require_repeats(record["results"], types, facts["repeats"])
    # Not the limit, as `split_sha256` says which tasks there were, nor what older cards have and newer ones leave out.
    left_out = ("seed", "eval.limit", *NOT_IN_CARD)
    settings = {key: value for key, value in leaves(record["card"]["config"], "") if not key.startswith(left_out)}
    # What was played: a method without a library plays `none`, whatever its configuration was told.
    settings["eval.library"] = facts["library"]
    fixed = {metric: {task: tuple(v) for task, v in of_task.items()} for metric, of_task in scores.items()}
    errors = sum(row["status"] != "ok" for row in record["results"])
    labels = {str(name): str(label) for name, label in record.get("type_labels", {}).items()}
    return EvalResult(path, target, facts, settings, types, fixed, errors, labels)


def _is_served(record: Mapping[str, Any]) -> bool:
    """Whether a server answered for a checkpoint, which then has no weights that could be hashed."""
    # "": a card without the entry says nothing, where None says that there were no weights.
    return record["checkpoint_step"] is not None and record["card"].get("policy_sha256", "") is None


def _metrics_of(rows: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Results from before scores were kept have none, and those of environments that do not give every episode one."""
    has_scores = bool(rows) and all(row.get("score") is not None for row in rows)
    return METRICS if has_scores else METRICS[:-1]


def _require_whole_numbers(facts: Mapping[str, Any]) -> None:
    for name in ("seed", "repeats", "trials", "checkpoint_step"):
        is_absent = name == "checkpoint_step" and facts[name] is None
        # Not isinstance, to which True is an int.
        if not is_absent and type(facts[name]) is not int:
            raise ValueError(f"{name} is {facts[name]!r}, expected a whole number")


def _require_repeats(rows: Sequence[Mapping[str, Any]], types: Mapping[str, str], repeats: int) -> None:
    """Each task exactly ``repeats`` times: a row more or less would move its share unseen."""
    found = Counter((str(row["task"]), row["repeat"]) for row in rows)
    odd = [key for key, count in found.items() if count > 1 or key[1] not in range(repeats)]
    if odd or len(rows) != len(types) * repeats:
        said = f"; {odd[0][0]} has repeat {odd[0][1]!r} {found[odd[0]]} times" if odd else ""
        raise ValueError(
            f"{len(rows)} rows of {len(types)} tasks, expected each task once for each of {repeats} repeats{said}"
        )


def _setting(key: str, value: Any) -> Any:
    """Of a start model and of games only the name: each seed may have made its own, in a folder of its own."""
    is_made = key in ("model.path", "model.reference", "env.data") and isinstance(value, str)
    return re.split(r"[/\\]", value.rstrip("/\\"))[-1] if is_made else value


def _share(value: Any, name: str) -> float:
    number = float(value)
    if not 0.0 <= number <= 1.0:
        raise ValueError(f"{name} is {value!r}, expected a number in [0, 1]")
    return number


def find_result(
    target: str | Path, split: str | None = None, library: str | None = None, env: str | None = None
) -> EvalResult:
    """A result file, or that of a run directory which fits, of the newest checkpoint.

    Raises:
        DataError: there is none (with the command that makes one), or several of the newest checkpoint.
        LibraryError: the library of a checkpoint that was evaluated cannot be read.
    """
    target = Path(target)
    if target.is_file():
        return read_eval(target)
    refuse_checkpoint(target)
    if not is_run(target):
        refuse_closed(target)
        raise DataError(
            f"{target} is neither a run directory nor a result file. Type: skill1 compare runs/A runs/B, or name files "
            "that `skill1 eval RUN` has written."
        )
    found = newest_results(target, split, library, env)
    if not found:
        raise DataError(nothing_found(target, split, library, env))
    if len(found) > 1:
        raise DataError(_several_found(target, found))
    return found[0]


def refuse_checkpoint(target: Path) -> None:
    """Raises ``DataError`` for RUN@STEP: of a run every comparison takes the newest checkpoint."""
    if split_selector(target)[1] is not None:
        raise DataError(
            f"{target} is a checkpoint, but the results of a run are those of its newest one. Name the file that "
            f"`skill1 eval {quoted(target)}` has written."
        )


def newest_results(run: Path, split: str | None, library: str | None, env: str | None = None) -> list[EvalResult]:
    """The stored evaluations of a run, with its own library, that fit, of the newest checkpoint among them."""
    fitting = [
        result
        for result in results_of(run)
        if split in (None, result.facts["split"])
        and env in (None, result.facts["env"])
        and (library is None or played_with(result, library))
        and has_own_library(run, result)
    ]
    # Evaluations of older checkpoints stay in the folder; a comparison is of what training ended with.
    newest = max((_step(result) for result in fitting), default=None)
    return _without_repetitions([result for result in fitting if _step(result) == newest])


def played_with(result: EvalResult, library: str) -> bool:
    """Whether a result is that of a library mode. A method without a library plays ``none`` whatever is asked."""
    return result.facts["library"] == library or not result.facts["uses_library"]


def has_own_library(run: Path, result: EvalResult) -> bool:
    """Whether a run's checkpoint was not played with another library (``--library-file``), as far as can be told."""
    played, folder = result.facts["library_sha256"], step_folder(run, _step(result))
    # None: with no library, or with one that began empty. Old checkpoints are removed, and their hashes with them.
    return played is None or not folder.is_dir() or played == checkpoint_library_hash(folder)


def results_of(run: Path) -> list[EvalResult]:
    """Every evaluation stored in a run directory, by file name; files of other formats are passed over."""
    records = {path: _json_object(path) for path in sorted((run / EVAL_FOLDER).glob(VISIBLE))}
    return [_result_of(record, path, run) for path, record in records.items() if record.get("format") == FORMAT]


def _step(result: EvalResult) -> int:
    step = result.facts["checkpoint_step"]
    # Below all steps, so that what belongs to no checkpoint counts as the oldest. No folder has this number.
    return -1 if step is None else step


def _without_repetitions(results: Sequence[EvalResult]) -> list[EvalResult]:
    """One of those that are the same evaluation, stored twice (the quickstart keeps its own)."""
    kept: list[EvalResult] = []
    seen: list[tuple[Mapping[str, Any], ...]] = []
    for result, one in zip(results, identities(results), strict=True):
        played = {name: value for name, value in result.facts.items() if name not in CODE}, one, result.scores
        # Compared with each: mappings have no hash. A run keeps few evaluations.
        if played not in seen:
            kept.append(result)
            seen.append(played)
    return kept


def nothing_found(run: Path, split: str | None, library: str | None, env: str | None = None) -> str:
    """That a run has no evaluation that fits, which it has, and the command that makes one."""
    asked = {"split": split, "library": library, "env.name": env}
    wanted = " ".join(f"--{name} {quoted(value)}" for name, value in asked.items() if value is not None)
    there = sorted(
        f"{r.facts['env']} {r.facts['split']} with library {r.facts['library']}"
        + ("" if has_own_library(run, r) else f", of another file (to compare it, name {r.path})")
        for r in results_of(run)
    )
    known = f" It has: {'; '.join(there)}." if there else ""
    command = f"skill1 eval {quoted(run)} {wanted}".strip()
    return f"{run} has no evaluation{f' for {wanted}' if wanted else ''}.{known} Type: {command}"


def _several_found(run: Path, found: Sequence[EvalResult]) -> str:
    listed = "\n".join(
        f"  {r.path} ({r.facts['env']}, split {r.facts['split']}, library {r.facts['library']}, "
        f"temperature {r.facts['temperature']}, repeats {r.facts['repeats']}, {len(r.types)} tasks, "
        f"seed {r.facts['seed']})"
        for r in found
    )
    return (
        f"{run} has {len(found)} evaluations of its newest checkpoint that fit:\n{listed}\n"
        "Choose with --env E, --split S or --library L, or name one of these files instead of the run."
    )


def require_metric(results: Sequence[EvalResult], metric: Metric) -> None:
    """Raises ``ConfigError`` for a metric that does not exist, ``DataError`` for a result without it."""
    if metric not in METRICS:
        raise ConfigError(f"--metric {metric} cannot be used; expected one of {', '.join(METRICS)}.")
    lacking = [result.path for result in results if metric not in result.scores]
    if lacking:
        raise DataError(
            f"{lacking[0]} has no {metric}: {results[0].facts['env']} gives none, or not in every episode, or the "
            "file was written before it was recorded. Type --metric success, or evaluate again: skill1 eval RUN"
        )


def refuse_mixtures(results: Sequence[EvalResult]) -> None:
    """Raise ``DataError`` unless all results are of the same tasks, temperature and repeats."""
    for name, remedy in SHARED.items():
        groups: dict[str, list[str]] = {}
        for result in results:
            # By its text: a file from elsewhere may hold a value without a hash.
            groups.setdefault(repr(result.facts[name]), []).append(str(result.path))
        if len(groups) > 1:
            listed = "\n".join(f"  {value}: {', '.join(paths)}" for value, paths in groups.items())
            raise DataError(
                f"these results cannot be compared: they differ in {name}.\n{listed}\nTo fix it, {remedy}."
            )
    first = results[0]
    for result in results:
        if list(result.types) != list(first.types):
            raise DataError(
                f"{result.path} and {first.path} name the same split hash but list different tasks, so one was edited. "
                "Type `skill1 eval RUN` to write them again."
            )


def make_arms(results: Sequence[EvalResult]) -> tuple[list[Arm], dict[str, dict[str, Any]]]:
    """Arms in the order of their first result, and the keys in which they differ: key → label → value.

    Raises:
        ConfigError: one arm has two results of the same seed.
    """
    groups: dict[str, tuple[dict[str, Any], list[EvalResult]]] = {}
    for result, one in zip(results, _parted(results), strict=True):
        # The seed is no part of an identity: what differs in it alone is one arm.
        groups.setdefault(_text_of(one), (one, []))[1].append(result)
    kept = list(groups.values())
    for _, group in kept:
        # Values of two arms are paired row by row, so rows have to be in the order of seeds.
        group.sort(key=lambda result: result.facts["seed"])
        for one, other in pairwise(group):
            if one.facts["seed"] == other.facts["seed"]:
                raise ConfigError(
                    f"{one.path} and {other.path} have the same configuration and the same seed "
                    f"{one.facts['seed']}; a copy is not a second seed. Leave one out."
                )
    identities = [one for one, _ in kept]
    labels = _labels(kept)
    arms = [Arm(label, tuple(group)) for label, (_, group) in zip(labels, kept, strict=True)]
    values = {
        key: {label: one.get(key) for label, one in zip(labels, identities, strict=True)}
        for key in differing_keys(identities)
    }
    return arms, values


def _parted(results: Sequence[EvalResult]) -> list[dict[str, Any]]:
    """What each result is of; with the hashes of weights and library, or the code, where one seed has several."""
    parted = identities(results)
    groups: dict[str, list[tuple[EvalResult, dict[str, Any]]]] = {}
    for result, one in zip(results, parted, strict=True):
        groups.setdefault(_text_of(one), []).append((result, one))
    for group in groups.values():
        _part(group)
    return parted


def _part(group: Sequence[tuple[EvalResult, dict[str, Any]]]) -> None:
    """Note what tells results of one seed apart: best all of them, by few values (hashes would part seeds, too)."""
    seeds = {result.facts["seed"] for result, _ in group}
    ranks, parts = {}, {}
    for name in (*HASHES, *CODE):
        found = {(result.facts["seed"], str(result.facts[name])) for result, _ in group}
        if len(found) > len(seeds):
            ranks[name] = len(found) < len(group), len({value for _, value in found}) * (len(found) == len(group))
    for result, one in group if ranks else ():
        name = min(ranks, key=ranks.__getitem__)
        value = str(result.facts[name])
        one[name] = value if name == "skill1_version" else value[:8]
        parts.setdefault(value, []).append((result, one))
    for part in parts.values():
        _part(part)


def _text_of(one: Mapping[str, Any]) -> str:
    return json.dumps(one, sort_keys=True, default=str)


def identities(results: Sequence[EvalResult]) -> list[dict[str, Any]]:
    """What makes results one arm; a key that is newer than a result has its default there."""
    told = [_identity(result) for result in results]
    # As where an older run is resumed. Files hold every key that their version knew.
    known = {key for one in told for key in one} & config_keys().keys()
    defaults = {key: _setting(key, config_keys()[key].default) for key in known}
    return [defaults | one for one in told]


def _identity(result: EvalResult) -> dict[str, Any]:
    """What makes results one arm: every setting but the seed, the library mode, and what was evaluated."""
    step = result.facts["checkpoint_step"]
    # The model name of a run's own weights is that of its run, which holds the seed; the settings say where they began.
    # Of a start model that was evaluated itself they say it too.
    is_own = step is not None and not result.facts["is_served"]
    is_in_settings = is_own or result.facts["model"] == result.settings.get("model.path")
    # Left out where the policy was trained on the environment it plays: `env.name` says that already.
    elsewhere = result.facts["trained_on"] not in (None, result.facts["env"])
    return {
        **{key: _setting(key, value) for key, value in result.settings.items()},
        **({"trained_on": result.facts["trained_on"]} if elsewhere else {}),
        "eval.library": result.facts["library"],
        "method": result.facts["method"],
        "checkpoint_step": step,
        "model": None if is_in_settings else result.facts["model"],
    }


def differing_keys(identities: Sequence[Mapping[str, Any]]) -> list[str]:
    """Keys that are not equal in all, sorted."""
    keys = {key for one in identities for key in one}
    return sorted(key for key in keys if any(one.get(key) != identities[0].get(key) for one in identities))


def _labels(groups: Sequence[tuple[Mapping[str, Any], Sequence[EvalResult]]]) -> list[str]:
    """``env-method-model``; arms that share it also say their own values of the keys they differ in."""
    bases = [_base_label(group[0]) for _, group in groups]
    labels = []
    for base, (one, _) in zip(bases, groups, strict=True):
        # Only among labels that begin alike: a difference to the others need not be said.
        rivals = [rival for other, (rival, _) in zip(bases, groups, strict=True) if other == base]
        unsaid = {*IN_LABEL, *({*HASHES, *CODE} - one.keys())}  # what did not part it; it has them, too
        keys = [key for key in differing_keys(rivals) if key not in unsaid]
        shown = [f"{key}={one.get(key)}" for key in keys[:MOST_KEYS_IN_LABEL]]
        labels.append(f"{base} [{', '.join(shown)}]" if shown else base)
    # Arms that differ only in keys a label leaves out get a number.
    return [label if labels.count(label) == 1 else f"{label} #{i + 1}" for i, label in enumerate(labels)]


def _base_label(result: EvalResult) -> str:
    is_own = result.facts["checkpoint_step"] is not None and not result.facts["is_served"]
    model = str(result.settings.get("model.path") if is_own else result.facts["model"])
    name = model.rstrip("/\\").replace("\\", "/").rsplit("/", 1)[-1]
    return f"{result.facts['env']}-{result.facts['method']}-{name}"
