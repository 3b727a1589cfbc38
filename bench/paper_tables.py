"""Tables 1 and 2 of the paper for ALFWorld, its numbers beside those that ``reproduce_paper.sh`` has measured so far.

The paper's are of arXiv 2605.06130, which names no split, nor how "Avg" weighs the types. Ours: each game once.

    python bench/paper_tables.py [runs/paper]
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

COLUMNS = ("Pick", "Look", "Clean", "Heat", "Cool", "Pick2", "Avg")
SPLITS = ("valid_seen", "valid_unseen")
DASH = "–"


class Row(NamedTuple):
    """``files``: how the names of its results begin; success in percent, in the order of ``COLUMNS``."""

    title: str
    files: str
    paper: tuple[float, ...]


FULL = (100.0, 98.6, 97.3, 99.2, 96.1, 96.0, 97.5)
TABLES = {
    "Table 1": (
        Row("Zero-shot", "zero_shot", (33.4, 21.6, 19.3, 6.9, 2.8, 3.2, 14.8)),
        Row("ReAct", "react", (48.5, 35.4, 34.3, 13.2, 18.2, 17.6, 31.2)),
        Row("Reflexion", "reflexion", (62.0, 41.6, 44.9, 30.9, 36.3, 23.8, 42.7)),
        Row("GRPO", "grpo", (90.8, 66.1, 89.3, 74.7, 72.5, 64.7, 77.6)),
        Row("GiGPO", "gigpo", (97.7, 82.7, 98.8, 83.7, 89.3, 79.2, 90.8)),
        Row("SkillRL", "skillrl", (97.9, 71.4, 90.0, 90.0, 95.5, 87.5, 89.9)),
        Row("Skill1, to the letter", "paper", FULL),
        Row("Skill1, recommended", "skill1", FULL),
    ),
    "Table 2": (
        Row("full (recommended)", "skill1", FULL),
        Row("without selection", "no_selection", (96.9, 90.3, 98.0, 90.4, 86.5, 85.3, 91.8)),
        Row("without distillation", "no_distillation", (97.4, 88.5, 98.1, 96.1, 87.6, 89.5, 92.4)),
        Row("without a library", "no_library", (96.7, 71.5, 94.9, 70.7, 71.5, 65.5, 80.9)),
        Row("λ1 = 0", "lambda1_zero", (99.5, 80.5, 98.8, 100.0, 90.6, 84.9, 94.0)),
        Row("λ2 = 0", "lambda2_zero", (100.0, 85.4, 95.5, 96.4, 91.0, 96.2, 94.9)),
        Row("λ1 = λ2 = 0", "lambdas_zero", (98.1, 74.9, 95.6, 95.6, 79.5, 87.2, 90.2)),
    ),
}


def measured(folder: Path, files: str, split: str) -> list[dict[str, float | None]]:
    """Of each seed's result, success by column in percent."""
    found = [*folder.glob(f"{files}.{split}.json"), *folder.glob(f"{files}-s*.{split}.json")]
    return [columns_of(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(found)]


def columns_of(result: dict) -> dict[str, float | None]:
    """One evaluation; a type that was not played has no column."""
    rates = {label: result["by_type"].get(kind, {}) for kind, label in result["type_labels"].items()}
    shares = {label: of.get("success_rate") for label, of in rates.items()} | {"Avg": result["success_rate"]}
    return {label: None if share is None else 100 * share for label, share in shares.items()}


def cell(seeds: Sequence[dict[str, float | None]], column: str) -> str:
    """Mean over seeds, and the deviation where there are several."""
    values = [value for seed in seeds if (value := seed.get(column)) is not None]
    if not values:
        return DASH
    spread = f" ± {statistics.stdev(values):.1f}" if len(values) > 1 else ""
    return f"{statistics.fmean(values):.1f}{spread}"


def table(folder: Path, title: str, rows: Sequence[Row]) -> str:
    """A Markdown table; of each row first the paper's numbers, then ours by split."""
    lines = [f"| {title} | | seeds | {' | '.join(COLUMNS)} |", "|---" * (3 + len(COLUMNS)) + "|"]
    for row in rows:
        lines.append(f"| {row.title} | paper | | {' | '.join(f'{number:.1f}' for number in row.paper)} |")
        for split in SPLITS:
            seeds = measured(folder, row.files, split)
            lines.append(f"| | {split} | {len(seeds)} | {' | '.join(cell(seeds, name) for name in COLUMNS)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "runs/paper")
    sys.stdout.write("\n".join(table(folder, title, rows) for title, rows in TABLES.items()))


if __name__ == "__main__":
    main()
