"""How the curves are shown: group, label and one sentence for each metric, from ``metric_guide``."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable

from skill1.run.metric_guide import metrics
from skill1.schema import STAGES

# Title of each group and its metrics in order; <stage> and <type> stand for any. A metric that is not here goes to the
# end of the group of its area.
GROUPS: dict[str, tuple[str, ...]] = {
    "Outcome": (
        "outcome/success_rate",
        "validate/success_rate",
        "outcome/mean_score",
        "validate/mean_score",
        "outcome/return",
        "outcome/success_with_skill",
        "outcome/success_without_skill",
        "outcome/success/<type>",
        "validate/success/<type>",
        "control/uplift",
        "control/success_rate",
        "control/episodes",
        "outcome/groups_with_spread",
        "errors/episodes",
        "errors/retried",
        "validate/turns",
        "validate/errors",
    ),
    "Selection": (
        "query/valid_rate",
        "query/tokens",
        "query/length_stops",
        "rerank/valid_rate",
        "rerank/tokens",
        "rerank/length_stops",
        "select/ndcg",
        "select/random_ndcg",
        "select/never_retrieved",
        "select/best_utility",
        "select/candidates",
        "select/similarity",
        "select/task_similarity",
        "select/first_share",
        "select/none_share",
        "select/utility_of_used",
        "oracle/library_covers",
        "oracle/query_recall",
        "oracle/selection_precision",
        "credit/query/adv_abs",
        "credit/rerank/adv_abs",
    ),
    "Acting": (
        "outcome/turns",
        "act/valid_rate",
        "act/tokens",
        "act/length_stops",
        "credit/act/adv_abs",
        "prompt/skill_tokens_added",
        "prompt/shortened",
    ),
    "Distillation": (
        "distill/valid_rate",
        "distill/tokens",
        "distill/length_stops",
        "distill/variation",
        "distill/positive_rate",
        "distill/declined",
        "distill/admitted",
        "distill/merged",
        "oracle/right_skills",
        "oracle/right_skills_after_success",
        "credit/distill/adv_abs",
    ),
    "Library": (
        "library/size",
        "library/retired",
        "library/mean_utility",
        "library/success_trend",
    ),
    "Policy": (
        "policy/entropy",
        "policy/entropy/<stage>",
        "policy/kl",
        "policy/kl/<stage>",
        "policy/mismatch_kl",
        "policy/mismatch_kl/<stage>",
        "policy/clip_fraction",
        "policy/clip_fraction/<stage>",
        "policy/largest_ratio",
        "policy/loss",
        "policy/gradient_norm",
        "policy/learning_rate",
    ),
    "Time": (
        "time/step_s",
        "time/rollout_s",
        "time/update_s",
        "time/validate_s",
        "time/tokens_per_s",
        "tokens/generated",
        "tokens/trained",
        "tokens/trained_rows",
    ),
    "Other": (),  # of areas that AREAS does not name, such as a method's own
}
AREAS = {
    "outcome": "Outcome",
    "errors": "Outcome",
    "control": "Outcome",
    "validate": "Outcome",
    "query": "Selection",
    "rerank": "Selection",
    "select": "Selection",
    "oracle": "Selection",
    "act": "Acting",
    "prompt": "Acting",
    "distill": "Distillation",
    "library": "Library",
    "policy": "Policy",
    "credit": "Policy",
    "time": "Time",
    "tokens": "Time",
}
TWIN = "select/valid_rate"  # the same number as rerank/valid_rate
STAGE = re.compile(rf"\b({'|'.join(STAGES)})\b")
# Left out of labels. Those of stages stay, for `query/tokens` and `act/tokens` are two figures.
_AREAS_IN_LABELS = {"policy", "time", "tokens", "outcome", "library", "oracle"}


def metric_groups(keys: Iterable[str]) -> list[dict[str, object]]:
    """Those of ``keys`` that are metrics, in groups: ``{title, keys: [{key, label, explain}]}``; no empty ones."""
    places = {key: place for key in keys if (place := _place(key)) is not None}
    groups = []
    for title in GROUPS:
        inside = sorted((rank, key, text) for key, (group, rank, text) in places.items() if group == title)
        shown = [{"key": key, "label": label(key), "explain": text} for _, key, text in inside]
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
    # From the narrowest: the key itself, one of a type or of a stage at its end, one with a stage anywhere, and
    # one of an environment.
    patterns = (key, _general(key), STAGE.sub("<stage>", key, count=1), f"{key.rpartition('/')[0]}/<env>")
    known = _meanings()
    return next((known[pattern] for pattern in patterns if pattern in known), "")


@functools.cache
def _meanings() -> dict[str, str]:
    listed = (metric for area in metrics().values() for metric in area)
    return {key: metric.meaning.replace("`", "") for metric in listed for key in metric.keys}


def _place(key: str) -> tuple[str, int, str] | None:
    """(group, rank inside it, sentence); None for what is not drawn."""
    if key in ("step", TWIN):
        return None
    wanted = _general(key)
    for title, listed in GROUPS.items():
        if wanted in listed:
            return title, listed.index(wanted), meaning(key)
    area, has_area, _ = key.partition("/")
    title = AREAS.get(area, "Other")
    return (title, len(GROUPS[title]), meaning(key)) if has_area else None


def _general(key: str) -> str:
    """The key with its task type or trailing stage replaced by what stands for any."""
    head, _, last = key.rpartition("/")
    if head in ("outcome/success", "validate/success"):
        return f"{head}/<type>"
    return f"{head}/<stage>" if head in GROUPS["Policy"] and last in STAGES else key
