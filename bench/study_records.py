"""What one finished run of the study leaves in its record: everything that a table or figure of it needs.

Read from the run's own files (metrics, library, the newest episodes), rounded, some 10 kB an arm. Success at the K-th
task of a home is not among it: a growing library takes in a whole round (144 tasks, 24 of each home) before the next
begins, so a home's first 24 tasks all meet an empty library. What such a run can tell are its rounds.
"""

from __future__ import annotations

import gzip
import json
import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from skill1.config import Skill1Config
from skill1.library.commit_plan import MEASURES
from skill1.library.store import Store
from skill1.report.episode_view import by_segment
from skill1.train.records import read_metrics

LAST_STEPS = 10
FIGURES = (  # of training, mean of the last steps
    "outcome/success_rate",
    "select/ndcg",
    "select/never_retrieved",
    "select/best_utility",
    "select/task_similarity",
    "select/none_share",
    "distill/positive_rate",
    "oracle/query_recall",
    "oracle/selection_precision",
    "oracle/right_skills",
    "oracle/right_skills_after_success",
    "oracle/library_covers",
    "policy/entropy",
    "library/size",
)
CURVES = (  # of training, one value a step
    "distill/positive_rate",
    "select/task_similarity",
    "select/best_utility",
    "policy/entropy",
    "oracle/selection_precision",
    "oracle/right_skills_after_success",
)
BINS = 10
SHARES = 20  # points of the Lorenz curve, beside its origin


def measured(run: Path | None, config: Skill1Config) -> dict[str, object]:
    """What the records of a run tell beside the evaluations; None: of a policy that was not trained."""
    rows = read_metrics(run) if run else []
    last = rows[-LAST_STEPS:]
    means = {name: [row[name] for row in last if row.get(name) is not None] for name in FIGURES}
    events = events_of(run) if run else []
    pairs = used_at(events, since=len(rows) - LAST_STEPS)
    return {
        "episodes": len(rows) * config.train.tasks_per_step * config.train.group_size,
        "training": [round(row.get("outcome/success_rate", math.nan), 4) for row in rows],
        "curves": curves_of(rows),
        "figures": {name: round(statistics.fmean(values), 4) for name, values in means.items() if values},
        "calibration_error": calibration_error(pairs),
        "calibration": calibration(pairs),
        "uses": len(pairs),
        "use_of_skills": use_of_skills(events),
        "advantages": advantages_of(episodes_of(run) if run else ()),
    }


def curves_of(rows: Sequence[Mapping]) -> dict[str, list[float | None]]:
    """Each metric of ``CURVES`` that the run has, step by step; None where a step lacks it."""
    found = {name: [row.get(name) for row in rows] for name in CURVES}
    return {
        name: [None if value is None else round(value, 4) for value in values]
        for name, values in found.items()
        if any(value is not None for value in values)
    }


def events_of(run: Path) -> list[tuple]:
    """(kind, step, skill, value) of a run's library, oldest first; none of a run without a library."""
    if not (run / "library.sqlite").is_file():
        return []
    store = Store.open(run / "library.sqlite", create=False, read_only=True)
    try:
        return store.rows("SELECT kind, step, skill, value FROM events ORDER BY seq")
    finally:
        store.close()


def used_at(events: Iterable[tuple], *, since: int) -> list[tuple[float, float]]:
    """(utility before the step, outcome) of every use of a skill in the steps after ``since``."""
    now: dict[str, float] = {}
    before: dict[str, float] = {}
    at, found = None, []
    for kind, step, skill, value in events:
        if step != at:
            at, before = step, dict(now)
        if kind == "used" and step > since and skill in before:
            found.append((before[skill], value))
        elif kind not in MEASURES:  # of these the value is the utility afterwards
            now[skill] = value
    return found


def calibration(pairs: Sequence[tuple[float, float]]) -> list[tuple[int, float, float]]:
    """(uses, mean utility, mean outcome) of each of ten equal bins of utility that has a use, lowest first."""
    bins: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for utility, outcome in pairs:
        bins[min(BINS - 1, int(utility * BINS))].append((utility, outcome))
    return [
        (len(of_bin), *(round(statistics.fmean(values), 4) for values in zip(*of_bin, strict=True)))
        for _, of_bin in sorted(bins.items())
    ]


def calibration_error(pairs: Sequence[tuple[float, float]]) -> float | None:
    """ECE: Σ_b n_b/N · |mean utility − mean outcome| over ten equal bins of utility; None without a use."""
    gaps = [count * abs(utility - outcome) for count, utility, outcome in calibration(pairs)]
    return round(math.fsum(gaps) / len(pairs), 4) if pairs else None


def pooled_calibration_error(records: Iterable[Mapping]) -> float | None:
    """ECE of the uses of all records together, from their bins; None without a use.

    One run's last steps hold some 950 uses of few tasks, so even exact utilities would seem to err by several points;
    over several runs such chance errors cancel, while errors that utilities make in every run stay.
    """
    sums: dict[int, list[float]] = defaultdict(lambda: [0, 0.0])
    for count, utility, outcome in (bin_ for record in records for bin_ in record["calibration"]):
        of_bin = sums[min(BINS - 1, int(utility * BINS))]
        of_bin[0] += count
        of_bin[1] += count * (utility - outcome)
    total = sum(count for count, _ in sums.values())
    return math.fsum(abs(gap) for _, gap in sums.values()) / total if total else None


def use_of_skills(events: Iterable[tuple]) -> dict[str, object] | None:
    """How uses spread over all skills that were ever admitted; None without one. Late skills had less time."""
    uses: Counter[str] = Counter()
    for kind, _, skill, _ in events:
        uses[skill] += kind == "used"
    counts = sorted(uses.values())
    if not counts:
        return None
    never = sum(count == 0 for count in counts) / len(counts)
    return {"skills": len(counts), "never_used": round(never, 4), "lorenz": lorenz(counts)}


def lorenz(counts: Sequence[int]) -> list[float]:
    """Share of all uses that the least used 0/20, 1/20 … 20/20 of the skills have, by linear interpolation.

    ``counts``: uses of each skill, ascending. All 0 without a use.
    """
    total = sum(counts) or 1
    so_far = [0, *accumulate(counts)]
    places = [place * len(counts) / SHARES for place in range(SHARES + 1)]
    below = [min(int(place), len(counts) - 1) for place in places]
    return [
        round((so_far[at] + (place - at) * counts[at]) / total, 4) for at, place in zip(below, places, strict=True)
    ]


def episodes_of(run: Path) -> Iterator[dict]:
    """The newest kept step's episodes, as written."""
    for file in sorted((run / "episodes").glob("step_*.jsonl.gz"))[-1:]:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def advantages_of(episodes: Iterable[Mapping]) -> dict[str, dict[str, float]]:
    """Of each stage: its share of Σ tokens·|advantage|, and the share of its credited tokens with one above 0.

    Credit that comes steps later (realised) is in no record.
    """
    sizes: dict[str, float] = defaultdict(float)
    signs: dict[str, list[int]] = defaultdict(lambda: [0, 0])  # tokens above 0, tokens other than 0
    for episode in episodes:
        segments = episode["segments"]
        own = by_segment([segment["stage"] for segment in segments], episode["advantages"])
        for segment, advantage in zip(segments, (value or 0.0 for value in own), strict=True):
            tokens = len(segment["response_ids"]) * (advantage != 0)
            sizes[segment["stage"]] += tokens * abs(advantage)
            signs[segment["stage"]][0] += tokens * (advantage > 0)
            signs[segment["stage"]][1] += tokens
    total = math.fsum(sizes.values())
    return {
        stage: {"share": round(size / total, 4), "positive": round(signs[stage][0] / signs[stage][1], 4)}
        for stage, size in sizes.items()
        if size
    }
