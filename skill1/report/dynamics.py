"""What the page of the paper's figures 3 to 6 needs besides metrics: how skills are used, and an older run's curves.

Runs from before a metric was written still have it in their episode files, for the steps that these keep.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

import numpy as np

from skill1.library.commit_plan import QUERY_CHARS
from skill1.library.encoder import CachedEncoder, HashingEncoder
from skill1.report.episode_files import Entry
from skill1.schema import neutralise

BINS = ((0, 0), (1, 1), (2, 4), (5, 9), (10, 24), (25, 49), (50, 99), (100, 249), (250, None))  # times selected
FREQUENT = 10  # selections; the paper names no number
TOP_SHARES = (0.01, 0.1)


def curves_from_episodes(
    entries: Iterable[Entry], known: Collection[str], encoder: str | None
) -> dict[str, dict[str, list[Any]]]:
    """``{key: {steps, values}}`` of the figures' metrics that are not ``known``, by the episodes kept.

    Episodes in error and controls are left out. Similarity to the task only for the encoder ``hashing``, which costs
    nothing to ask.
    """
    played = [entry for entry in entries if entry.row["status"] == "ok" and entry.row["withheld"] is None]
    readers: dict[str, Callable[[Entry], float | None]] = {
        "distill/positive_rate": lambda entry: None if entry.variation is None else float(entry.variation > 0),
        "select/best_utility": lambda entry: entry.best_utility,
    }
    if encoder == HashingEncoder.identity:
        readers["select/task_similarity"] = _similarity()
    return {key: found for key, read in readers.items() if key not in known and (found := _means(played, read))}


def use_of_skills(counts: Sequence[float]) -> dict[str, Any] | None:
    """How evenly skills are used, from how often each was selected; None without a skill.

    ``bins``: so many skills with so many selections each, and their share of all uses. ``top``: share of all uses that
    fell to the most used 1 % and 10 % of the skills. ``gini``: 0 if all are used alike, near 1 if one takes all. Shares
    of uses are None while nothing was used.
    """
    if not counts:
        return None
    ordered = sorted(counts, reverse=True)
    return {
        "skills": len(ordered),
        "uses": math.fsum(ordered),
        "used": sum(count > 0 for count in ordered),
        "frequent": sum(count >= FREQUENT for count in ordered),
        "frequent_from": FREQUENT,
        # No bins above the most used skill.
        "bins": [_bin(ordered, low, high) for low, high in BINS if low <= ordered[0]],
        "top": [{"of_skills": part, "of_uses": top_share(ordered, part)} for part in TOP_SHARES],
        "gini": gini(ordered),
    }


def top_share(counts: Sequence[float], part: float) -> float | None:
    """Share of the sum of ``counts``, largest first, that the first ⌈part · n⌉ have; None if the sum is 0."""
    total = math.fsum(counts)
    return math.fsum(counts[: math.ceil(part * len(counts))]) / total if total > 0 else None


def gini(counts: Sequence[float]) -> float | None:
    """Gini coefficient of counts ≥ 0, largest first: Σ (n + 1 − 2i) x_i / (n Σ x), i = 1 … n; None if the sum is 0.

    Example: (3, 1, 0, 0) → (3·3 + 1·1) / (4 · 4) = .625.
    """
    num, total = len(counts), math.fsum(counts)
    if total <= 0:
        return None
    return math.fsum((num + 1 - 2 * place) * count for place, count in enumerate(counts, start=1)) / (num * total)


def _bin(counts: Sequence[float], low: int, high: int | None) -> dict[str, Any]:
    inside = [count for count in counts if count >= low and (high is None or count <= high)]
    total = math.fsum(counts)
    return {
        "from": low,
        "to": high,
        "skills": len(inside),
        "of_uses": math.fsum(inside) / total if total > 0 else None,
    }


def _means(entries: Iterable[Entry], read: Callable[[Entry], float | None]) -> dict[str, list[Any]] | None:
    """Mean over the episodes of each step, steps rising; None where no episode has a value."""
    by_step: dict[int, list[float]] = {}
    for entry in entries:
        if (value := read(entry)) is not None:
            by_step.setdefault(entry.row["step"], []).append(value)
    steps = sorted(by_step)
    values = [math.fsum(by_step[step]) / len(by_step[step]) for step in steps]
    return {"steps": steps, "values": [round(value, 6) for value in values]} if steps else None


def _similarity() -> Callable[[Entry], float | None]:
    """Reads the cosine of task and skill used as the library's encoder does; each text is encoded once."""
    encoder = CachedEncoder(HashingEncoder())

    def read(entry: Entry) -> float | None:
        if entry.used_description is None:
            return None
        # Cut as the library cuts a query, so that the figure is that of the metric.
        task = encoder.query_rows([neutralise(entry.row["instruction"], QUERY_CHARS)])[0]
        skill = encoder.rows([entry.used_description])[0]
        return float(np.clip(task @ skill, -1.0, 1.0))

    return read
