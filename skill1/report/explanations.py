"""What the curves mean: group, label and one sentence for each metric, the short form of docs/metrics.md."""

from __future__ import annotations

from collections.abc import Iterable

from skill1.schema import STAGES

# Title of each group and its metrics; <stage> and <type> stand for any. A metric that is not here goes to the group
# of its area, without a sentence.
GROUPS: dict[str, dict[str, str]] = {
    "Outcome": {
        "outcome/success_rate": "Share of episodes the environment calls won.",
        "validate/success_rate": "Validation: share won of a fixed sample of other tasks, after the step.",
        "outcome/mean_score": "Mean of the environment's own score, where it gives one.",
        "validate/mean_score": "Validation: mean of the environment's own score.",
        "outcome/return": "Mean of outcome minus the penalty for invalid actions.",
        "outcome/success_with_skill": "Success rate of episodes that used a skill.",
        "outcome/success_without_skill": "Success rate of episodes without a skill.",
        "outcome/success/<type>": "Success rate of one task type.",
        "validate/success/<type>": "Validation: success rate of one task type.",
        "control/uplift": "Outcome with a skill minus that of controls, in this step alone.",
        "control/success_rate": "Success rate of the control episodes.",
        "control/episodes": "Episodes played without the skill they had selected.",
        "outcome/groups_with_spread": "Share of groups whose episodes differ in outcome; near 0 nothing is learnt.",
        "errors/episodes": "Episodes in error after the second try.",
        "errors/retried": "Episodes whose second try went well.",
        "validate/turns": "Validation: environment steps of an episode.",
        "validate/errors": "Validation: episodes in error after the second try.",
    },
    "Selection": {
        "query/valid_rate": "Share of queries the parser accepted.",
        "query/tokens": "Mean sampled tokens of a query.",
        "query/length_stops": "Share of queries cut by the token limit.",
        "rerank/valid_rate": "Share of rankings the parser accepted.",
        "rerank/tokens": "Mean sampled tokens of a ranking.",
        "rerank/length_stops": "Share of rankings cut by the token limit.",
        "select/ndcg": "How well rankings follow utility (Eq. 6); its level says little.",
        "select/random_ndcg": "NDCG that random orders would get; near 1 rankings teach nothing.",
        "select/never_retrieved": "Share of candidates never retrieved before: of these nothing is known.",
        "select/best_utility": "Highest utility among an episode's candidates (Û, Fig. 5).",
        "select/candidates": "Retrieved skills per episode.",
        "select/similarity": "Cosine of query and first candidate.",
        "select/task_similarity": "Cosine of the task's text and the description of the skill used.",
        "select/first_share": "Share of rankings that keep retrieval's first in front.",
        "select/none_share": "Share of episodes played without a skill.",
        "select/utility_of_used": "Mean utility of the used skills, before the update.",
        "oracle/library_covers": "Share of tasks for which the library holds a fully right skill.",
        "oracle/query_recall": "Of these: share whose candidates hold a right one.",
        "oracle/selection_precision": "Of those: share that used a right one.",
        "credit/query/adv_abs": "Mean absolute advantage of queries.",
        "credit/rerank/adv_abs": "Mean absolute advantage of rankings.",
    },
    "Acting": {
        "outcome/turns": "Environment steps of an episode.",
        "act/valid_rate": "Share of actions the parser accepted.",
        "act/tokens": "Mean sampled tokens of an action.",
        "act/length_stops": "Share of actions cut by the token limit.",
        "credit/act/adv_abs": "Mean absolute advantage of actions.",
        "prompt/skill_tokens_added": "What the skill adds to the first prompt, in tokens.",
        "prompt/shortened": "Prompts that lost history to fit the budget.",
    },
    "Distillation": {
        "distill/valid_rate": "Share of texts the parser accepted.",
        "distill/tokens": "Mean sampled tokens of a text.",
        "distill/length_stops": "Share of texts cut by the token limit.",
        "distill/variation": "Mean outcome minus the best candidate's utility (Eq. 7); −1 for an invalid text.",
        "distill/positive_rate": "Share of episodes that wrote whose outcome beats the best candidate's utility.",
        "distill/declined": "Share of texts that validly say none.",
        "distill/admitted": "New skills stored at this step.",
        "distill/merged": "Drafts that repeated an older skill.",
        "oracle/right_skills": "Of all texts written: share fully right.",
        "oracle/right_skills_after_success": "Of the texts after a success: share fully right.",
        "credit/distill/adv_abs": "Mean absolute advantage of written skills.",
    },
    "Library": {
        "library/size": "Active skills.",
        "library/retired": "Skills retired in this step.",
        "library/mean_utility": "Mean utility of active skills.",
        "library/success_trend": "Smoothed success rate over steps.",
    },
    "Policy": {
        "policy/entropy": "Entropy of the next token, in nats; near 0 early means collapse.",
        "policy/entropy/<stage>": "Entropy of the next token in this stage, in nats.",
        "policy/kl": "Divergence from the reference policy, in nats.",
        "policy/kl/<stage>": "Divergence from the reference policy in this stage, in nats.",
        "policy/mismatch_kl": "Divergence of sampler and trainer, in nats; should be tiny.",
        "policy/mismatch_kl/<stage>": "Divergence of sampler and trainer in this stage, in nats.",
        "policy/clip_fraction": "Share of tokens silenced by the ratio clip.",
        "policy/clip_fraction/<stage>": "Share of this stage's tokens silenced by the ratio clip.",
        "policy/largest_ratio": "Largest factor between old and new probability of a token.",
        "policy/loss": "Value of the loss; its level says nothing.",
        "policy/gradient_norm": "Gradient norm before clipping.",
        "policy/learning_rate": "Step size used.",
    },
    "Time": {
        "time/step_s": "The whole step, in seconds.",
        "time/rollout_s": "Playing all episodes, in seconds.",
        "time/update_s": "All optimizer updates, in seconds.",
        "time/validate_s": "Playing the validation tasks, in seconds; not part of the step's.",
        "time/tokens_per_s": "Sampled tokens per second of rollout.",
        "tokens/generated": "Sampled tokens of the step.",
        "tokens/trained": "Positions with a loss weight.",
        "tokens/trained_rows": "Length of all training rows, context included.",
    },
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
_AREAS_IN_LABELS = {"policy", "time", "tokens", "outcome", "library", "oracle", "control"}


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


def _place(key: str) -> tuple[str, int, str] | None:
    """(group, rank inside it, sentence); None for what is not drawn."""
    if key in ("step", TWIN):
        return None
    wanted = _general(key)
    for title, metrics in GROUPS.items():
        if wanted in metrics:
            return title, list(metrics).index(wanted), metrics[wanted]
    title = AREAS.get(key.partition("/")[0])
    return None if title is None else (title, len(GROUPS[title]), "")


def _general(key: str) -> str:
    """The key with its task type or trailing stage replaced by what stands for any."""
    head, _, last = key.rpartition("/")
    if head in ("outcome/success", "validate/success"):
        return f"{head}/<type>"
    return f"{head}/<stage>" if head in GROUPS["Policy"] and last in STAGES else key
