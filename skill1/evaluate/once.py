"""Evaluations that are kept beside what they evaluated, so that a second look only reads them."""

from __future__ import annotations

import hashlib
import json
import time
from dataclasses import dataclass, replace
from pathlib import Path

from skill1.agent.mixture import configured_profile
from skill1.config import Skill1Config
from skill1.config.save import flat_values
from skill1.evaluate.storage import EVAL_FOLDER, FORMAT
from skill1.run.directory import OPERATIONAL_KEYS, write_json_atomic

# What an evaluation depends on besides the weights and the library.
EVALUATION_KEYS = (
    "method",
    "seed",
    "env.",
    "model.dtype",
    "model.device",
    "model.max_prompt_tokens",
    "policy.",
    "sampling.",
    "agent.",
    "library.",
    "eval.",
    "credit.success_ema",
)


@dataclass(frozen=True)
class Contestant:
    """A policy to evaluate: its configuration, model folder or name, and where its results are kept."""

    config: Skill1Config
    model: str
    folder: Path
    identity: str  # changes whenever weights or library do

    @property
    def library(self) -> str | None:
        """The library beside the weights, if any."""
        path = Path(self.model) / "library.sqlite"
        return str(path) if path.is_file() else None


def evaluate_once(contestant: Contestant, split: str, library: str, console=None) -> dict[str, object]:
    """The stored evaluation ``eval/<split>-<library>.json`` if it is of these weights and settings, else a new one.

    Returns what :func:`skill1.evaluate.evaluation.evaluate` does, with ``cpu_s``, ``wall_s`` and ``fingerprint``.
    """
    config = replace(contestant.config, eval=replace(contestant.config.eval, split=split, library=library))
    path = contestant.folder / EVAL_FOLDER / f"{split}-{library}.json"
    name = fingerprint(config, contestant.identity)
    stored = _read(path)
    if stored.get("fingerprint") == name:
        return stored
    from skill1.evaluate.evaluation import evaluate  # imports torch, which reading stored results needs not

    started = time.perf_counter(), time.process_time()
    result = evaluate(config, model=contestant.model, library_path=contestant.library, console=console)
    result |= {
        "fingerprint": name,
        "wall_s": time.perf_counter() - started[0],
        "cpu_s": time.process_time() - started[1],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json_atomic(path, result)
    return result


def fingerprint(config: Skill1Config, identity: str) -> str:
    """Name of one evaluation: equal only if nothing that could move its result differs."""
    settings = {
        key: value
        for key, value in flat_values(config).items()
        if key.startswith(EVALUATION_KEYS) and not key.startswith(OPERATIONAL_KEYS)
    }
    prompts = configured_profile(config).prompt_hashes()
    text = json.dumps([FORMAT, settings, prompts, identity], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _read(path: Path) -> dict[str, object]:
    """A stored result; nothing if there is none or it was cut off, which costs one more evaluation."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stored if isinstance(stored, dict) else {}
