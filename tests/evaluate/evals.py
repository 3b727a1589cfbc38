"""Result files as ``skill1 eval`` writes them, from the few numbers a test cares for."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import yaml


def tasks(count: int) -> list[str]:
    return [f"household/heldout/{i:05d}" for i in range(count)]


def record(
    successes, *, seed=0, method="skill1", step=50, split="heldout", library="frozen", config=None, **facts
):
    """``successes``: for each task a bool, None for an error, or a list of them, one for each repeat."""
    rows = []
    for place, (task, value) in enumerate(zip(tasks(len(successes)), successes, strict=True)):
        for repeat, success in enumerate(value if isinstance(value, list) else [value]):
            status = "error" if success is None else "ok"
            won = bool(success)
            rows.append(
                {
                    "task": task,
                    "type": ("heat", "look")[place % 2],
                    "repeat": repeat,
                    "status": status,
                    "success": won,
                    "outcome": float(won) / 2,
                    "turns": 3,
                }
            )
    settings = {"method": method, "seed": seed, "model": {"path": "runs/cold-start"}, "env": {"name": "household"}}
    return {
        "format": "skill1-eval-1",
        "name": f"run-s{seed}",
        "env": "household",
        "split": split,
        "split_sha256": hashlib.sha256("".join(tasks(len(successes))).encode()).hexdigest(),
        "library": library,
        "model": f"run-s{seed}",
        "checkpoint_step": step,
        "method": method,
        "profile": "compact",
        "seed": seed,
        "temperature": 0.4,
        "tasks": len(successes),
        "repeats": len(successes[0]) if isinstance(successes[0], list) else 1,
        "is_whole_split": True,
        "errors": sum(row["status"] == "error" for row in rows),
        "results": rows,
        "card": {"config": settings | (config or {}), "skill1_version": "0.1.0"},
    } | facts


def write(path: Path, content) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def make_run(folder: Path, *contents) -> Path:
    """A run directory that holds these evaluations."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.yaml").write_text(yaml.safe_dump({"method": "skill1"}), encoding="utf-8")
    for content in contents:
        name = f"{content['split']}-{content['library']}-step{content['checkpoint_step']}.json"
        write(folder / "eval" / name, content)
    return folder
