"""How the curves are shown: group, label and one sentence for each metric, from ``metric_guide``."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from skill1.run.metric_guide import metrics
from skill1.schema import STAGES

# Title of each group and the areas whose metrics it holds, or a part of an area that belongs elsewhere than the rest.
# Inside an area they come as the guide lists them.
GROUPS: dict[str, tuple[str, ...]] = {
    "Outcome": ("outcome", "validate", "control", "errors"),
    "Selection": ("query", "rerank", "select", "oracle", "credit/query", "credit/rerank"),
    "Acting": ("act", "prompt", "credit/act"),
    "Distillation": ("distill", "oracle/right_skills", "oracle/right_skills_after_success", "credit/distill"),
    "Library": ("library",),
    "Policy": ("policy",),
    "Time": ("time", "tokens", "perf"),
    "Other": (),  # of areas that no group names, such as a method's own
}
TWIN = "select/valid_rate"  # the same number as rerank/valid_rate
STAGE = re.compile(rf"\b({'|'.join(STAGES)})\b")
# Left out of labels. Those of stages stay, for `query/tokens` and `act/tokens` are two figures.
_AREAS_IN_LABELS = {"policy", "time", "tokens", "outcome", "library", "oracle"}


def metric_groups(keys: Iterable[str]) -> list[dict[str, object]]:
    """Those of ``keys`` that are metrics, in groups: ``{title, keys: [{key, label, explain}]}``; no empty ones."""
    # `step` is no metric to draw, and neither is anything else without an area.
    places = sorted((*_place(key), key) for key in keys if "/" in key and key != TWIN)
    groups = []
    for title in GROUPS:
        inside = [key for group, *_, key in places if group == title]
        shown = [{"key": key, "label": label(key), "explain": meaning(key)} for key in inside]
        if shown:
            groups.append({"title": title, "keys": shown})
    return groups


def label(key: str) -> str:
    """A few words for a metric: ``outcome/success_rate`` → success rate, ``act/tokens`` → act: tokens."""
    area, _, rest = key.partition("/")
    words = rest.replace("_", " ").replace("/", ": ")
    return words if area in _AREAS_IN_LABELS or not rest else f"{area}: {words}"


def meaning(key: str) -> str:
    """One sentence for a metric, as plain text; empty for an unknown one."""
    return _explained(key)[1]


def _explained(key: str) -> tuple[int, str]:
    """(rank in the guide, sentence); unknown metrics come last."""
    head = key.rpartition("/")[0]
    # From the narrowest: the key itself, one with a stage anywhere, one of a task type, and one of an environment.
    patterns = (key, STAGE.sub("<stage>", key, count=1), f"{head}/<type>", f"{head}/<env>")
    known = _guide()
    return next((known[pattern] for pattern in patterns if pattern in known), (len(known), ""))


@functools.cache
def _guide() -> dict[str, tuple[int, str]]:
    listed = ((key, metric.meaning) for area in metrics().values() for metric in area for key in metric.keys)
    return {key: (rank, text.replace("`", "")) for rank, (key, text) in enumerate(listed)}


def _place(key: str) -> tuple[str, int, int]:
    """(group, rank of its area inside the group, rank in the guide)."""
    rank, _ = _explained(key)
    area, _, rest = key.partition("/")
    # A part goes before its area: an advantage stands with the stage that it is of.
    names = (f"{area}/{rest.partition('/')[0]}", area)
    return next(
        ((title, areas.index(name), rank) for name in names for title, areas in GROUPS.items() if name in areas),
        ("Other", 0, rank),
    )
