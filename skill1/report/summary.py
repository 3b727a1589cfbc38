"""The head of a page: what run this is, how far it is, its settings and its evaluations."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from skill1.config.files import MOST_BYTES
from skill1.config.method import declared
from skill1.config.registry import METHODS
from skill1.config.yaml_text import load_yaml
from skill1.errors import content_of
from skill1.report.source import FileMemory, Row, Source, number, state_of
from skill1.run.directory import CONFIG_FILE, MANIFEST_FILE

RECENT_STEPS = 10
EVAL_TEXTS = ("env", "split", "library")
EVAL_NUMBERS = ("success_rate", "checkpoint_step", "temperature", "errors")


def summary(
    source: Source,
    memory: FileMemory,
    rows: Sequence[Row],
    version: int | None,
    library: Mapping[str, Any],
    notices: Sequence[str],
) -> dict[str, Any]:
    """Everything the head of a page says; None for what is not known.

    Args:
        source: the files.
        memory: of small files.
        rows: of metrics.jsonl, oldest first.
        version: of the library; None without one.
        library: ``{size, statuses, encoder}``.
        notices: what could not be read or is left out, in whole sentences.
    """
    config = memory.read(source.folder / CONFIG_FILE, read_config) if source.run else {}
    manifest = (memory.read(source.folder / MANIFEST_FILE, json_object) if source.run else None) or {}
    return {
        "name": source.name,
        "method": config.get("method"),
        "withholds": has_controls(config.get("method")),
        "env": config.get("env.name"),
        "seed": manifest.get("seed", config.get("seed")),
        "model": config.get("model.path"),
        "created_at": manifest.get("created_at"),
        "updated_at": updated_at(source),
        "state": state_of(source, is_finished=bool(manifest.get("finished"))),
        "steps_done": rows[-1]["step"] if rows else 0,
        "steps_total": config.get("train.steps"),
        "recent": recent_success(rows[-RECENT_STEPS:]),
        "version": version,
        "library": dict(library),
        "config": config,
        "evals": evaluations(source, memory),
        "notice": " ".join(notices),
    }


def has_controls(method: object) -> bool:
    """Whether a run of this method can have control episodes; True for one that is not known here."""
    return not (isinstance(method, str) and method in METHODS) or declared(method).withholds


def recent_success(rows: Sequence[Row]) -> dict[str, float | None]:
    """Mean success rate of these steps, and how many they are; of those without one the mean says nothing."""
    rates = [rate for row in rows if (rate := row.get("outcome/success_rate")) is not None]
    return {"success_rate": math.fsum(rates) / len(rates) if rates else None, "steps": len(rows)}


def read_config(file: Path) -> dict[str, Any]:
    """Dotted key → value of a configuration file; keys of other versions of skill1 too. Empty if unreadable."""
    try:
        # Not with the strict reader: the file is only shown, and may be another version's.
        tree = load_yaml(content_of(file, MOST_BYTES).decode())
    except (OSError, UnicodeDecodeError, yaml.YAMLError):
        return {}
    return _flat(tree, "") if isinstance(tree, dict) else {}


def evaluations(source: Source, memory: FileMemory) -> list[dict[str, Any]]:
    """Those that can be read, by what was evaluated, in the order of training."""
    read = [memory.read(file, evaluation) for file in source.eval_files()]
    # By names step 100 would come before step 20.
    return sorted(
        (found for found in read if found is not None),
        key=lambda found: (*(found[name] for name in EVAL_TEXTS), found["checkpoint_step"] or 0),
    )


def evaluation(file: Path) -> dict[str, Any] | None:
    """The figures of a stored result; None for one that cannot be read."""
    result = json_object(file)
    if result is None or number(result.get("success_rate")) is None:
        return None
    # A file from elsewhere may hold anything.
    texts = {name: str(result.get(name) or "") for name in EVAL_TEXTS}
    numbers = {name: number(result.get(name)) for name in EVAL_NUMBERS}
    interval = result.get("interval_95")
    ends = [number(end) for end in interval] if isinstance(interval, list) and len(interval) == 2 else [None, None]
    return {**texts, **numbers, "interval_95": ends, "name": file.stem, "n": number(result.get("tasks"))}


def updated_at(source: Source) -> str:
    """When the newest of the files was written, in UTC."""
    # The entry of the writer is always there, with a time of 0: the maximum is never of nothing.
    newest = max(time for _, _, _, time in source.stamp())
    return datetime.datetime.fromtimestamp(newest / 1e9, datetime.UTC).isoformat(timespec="seconds")


def json_object(file: Path, of: type = dict) -> Any:
    """The JSON object in a file, or the list with ``of=list``; None if there is none, or something else."""
    try:
        text = content_of(file).decode()
        # NaN, Infinity and 1e999, which Python reads, are no JSON, and the writer of the pages' data refuses them.
        found = json.loads(text, parse_constant=lambda _: None, parse_float=lambda digits: number(float(digits)))
    except (OSError, ValueError, RecursionError):
        return None
    return found if isinstance(found, of) else None


def _flat(tree: Mapping[Any, Any], prefix: str) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in tree.items():
        if isinstance(value, dict) and value:
            flat |= _flat(value, f"{prefix}{key}.")
        else:
            flat[f"{prefix}{key}"] = _plain(value)
    return flat


def _plain(value: Any) -> Any:
    """What JSON can say, of the values YAML has."""
    if isinstance(value, float):
        return number(value)
    return value if value is None or isinstance(value, bool | int | str) else str(value)
