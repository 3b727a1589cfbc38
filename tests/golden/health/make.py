"""Turns a run into a recording: python tests/golden/health/make.py RUN NAME. README.md has the runs' commands."""

import gzip
import json
import sys
from pathlib import Path

from skill1.run.health import KEY_FIGURES
from skill1.run.health_rules import RULES
from skill1.train.records import read_metrics

READ_BESIDES = (  # by rules that are reported under another metric
    "step",
    "distill/merged",
    "library/size",
    "library/mean_utility",
    "outcome/success_without_skill",
    "select/none_share",
    "select/candidates",
)
FOLDER = Path(__file__).resolve().parent


def record(run: Path, name: str) -> Path:
    """The keys that the rules read, rounded to six significant digits."""
    keys = sorted({*READ_BESIDES, *KEY_FIGURES, *(metric for rule in RULES for metric in rule.metrics)})
    rows = [{key: float(f"{row[key]:.6g}") for key in keys if key in row} for row in read_metrics(run)]
    lines = [json.dumps({"step": int(row.pop("step"))} | row) + "\n" for row in rows]
    target = FOLDER / f"{name}.jsonl.gz"
    target.write_bytes(gzip.compress("".join(lines).encode(), mtime=0))
    return target


if __name__ == "__main__":
    record(Path(sys.argv[1]), sys.argv[2])
