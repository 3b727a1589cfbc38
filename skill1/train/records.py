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


class Records:
    """The files of one run directory. One process writes them."""

    def __init__(self, run_dir: Path, *, episodes_every: int, episodes_mib: float) -> None:
        self.run_dir, self.episodes_every, self.episodes_mib = run_dir, episodes_every, episodes_mib
        self.episode_dir = run_dir / "episodes"

    def rewind(self, step: int) -> None:
        """Keep what belongs to steps up to ``step``; newer rows and files move to ``discarded/``."""
        rows = read_metrics(self.run_dir)
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
        """Append one flat row."""
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
    """All whole rows of metrics.jsonl; a cut-off last line is left out. Empty if there is no file."""
    path = run_dir / METRICS
    if not path.exists():
        return []
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            rows.append(json.loads(line))
        except ValueError:
            break  # only a kill in the middle of a write leaves such a line, and it is the last
    return rows


def _write_rows(path: Path, rows: Sequence[Mapping[str, float]]) -> None:
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
