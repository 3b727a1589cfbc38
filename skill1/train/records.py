"""What a run writes while it goes: metrics.jsonl and episode files; and how both are rewound to a checkpoint."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

from skill1.schema import Group

METRICS = "metrics.jsonl"
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

    def rewind(self, step: int) -> None:
        """Keep what belongs to steps up to ``step``; newer rows and files move to ``discarded/``."""
        rows = _whole_rows(self.run_dir / METRICS)
        newer = [row for row in rows if row["step"] > step]
        path = self.run_dir / METRICS
        if newer:
            _write_rows(_free_name(self.run_dir / "discarded" / f"metrics-after-{step}.jsonl"), newer)
        if path.exists():  # rewritten in any case: a killed process may have left half a line
            _write_rows(path, [row for row in rows if row["step"] <= step])
        for file in sorted(self.episode_dir.glob("step_*.jsonl.gz*")):
            if _step_of(file) > step or file.suffix != ".gz":
                target = _free_name(self.run_dir / "discarded" / file.name)
                target.parent.mkdir(parents=True, exist_ok=True)
                os.replace(file, target)

    def write_metrics(self, row: Mapping[str, float]) -> None:
        """Append one flat row. A figure this step does not have is null if every row has its key, else left out."""
        row = dict.fromkeys(ALWAYS_PRESENT) | dict(row)
        with open(self.run_dir / METRICS, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def write_episodes(self, step: int, groups: Sequence[Group]) -> None:
        """Write a step's episodes if it is one of those kept; the oldest files go when the cap is passed."""
        if not self.episodes_every or step % self.episodes_every:
            return
        self.episode_dir.mkdir(exist_ok=True)
        path = self.episode_dir / f"step_{step:06d}.jsonl.gz"
        partial = path.with_name(path.name + ".partial")
        with gzip.open(partial, "wt", encoding="utf-8", compresslevel=3) as file:
            for group in groups:
                for episode in group.episodes:
                    file.write(json.dumps(asdict(episode) | {"id": episode.id}, separators=(",", ":")) + "\n")
        os.replace(partial, path)
        files = sorted(self.episode_dir.glob("step_*.jsonl.gz"))
        total = sum(file.stat().st_size for file in files)
        while len(files) > 1 and total > self.episodes_mib * 2**20:
            total -= files[0].stat().st_size
            files.pop(0).unlink()


def read_metrics(run_dir: Path) -> list[dict[str, float]]:
    """All whole rows of metrics.jsonl, each with the figures it has; empty if there is no file."""
    return [{k: v for k, v in row.items() if v is not None} for row in _whole_rows(run_dir / METRICS)]


def _whole_rows(path: Path) -> list[dict[str, float | None]]:
    """Rows as written; a cut-off last line is left out."""
    if not path.exists():
        return []
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:
            break  # only a kill in the middle of a write leaves such a line, and it is the last
    return rows


def _write_rows(path: Path, rows: Sequence[Mapping[str, float | None]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    with open(partial, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
        file.flush()
        os.fsync(file.fileno())
    os.replace(partial, path)


def _free_name(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{number}-{path.name}")
    return free


def _step_of(file: Path) -> int:
    return int(file.name.split(".")[0].removeprefix("step_"))
