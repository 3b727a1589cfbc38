"""The rules of ``skill1.run.health``: each looks at the last rows of a run and says what is at fault, or nothing.

The limits come from the ranges of recorded good runs, with margin, and from collapsed ones (tests/golden/health).
docs/reference/alarms.md has the same rules as a table.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from skill1.config import Skill1Config
from skill1.config.method import changes_weights, declared
from skill1.schema import STAGES

Row = Mapping[str, float | None]
WINDOW = 10  # rows a rule averages over
HISTORY = 100  # rows a rule may compare with
LONG = 3 * WINDOW  # rows before a rule about the course of a run speaks
SOLVED = 0.95  # success rate from which a lack of signal is no trouble
FEWEST_TEXTS = 50  # a smaller library says nothing about duplicates


def is_figure(value: object) -> bool:
    """Whether a row's entry can be judged: files are written by others."""
    return isinstance(value, int | float) and math.isfinite(value)


class History:
    """The last ``HISTORY`` rows of a run, newest last, and its configuration: all a rule sees."""

    def __init__(self, rows: Sequence[Row], config: Skill1Config) -> None:
        self.rows, self.config = rows[-HISTORY:], config

    def values(self, metric: str, *, last: int = WINDOW, before: int = 0) -> list[float]:
        """The figures of ``last`` rows, the newest ``before`` left out; fewer where a row lacks it."""
        end = len(self.rows) - before
        rows = self.rows[max(0, end - last) : max(0, end)]
        return [value for row in rows if is_figure(value := row.get(metric))]

    def mean(self, metric: str, *, last: int = WINDOW, before: int = 0) -> float | None:
        """None if the rows are too few, or fewer than half of them have the figure."""
        values = self.values(metric, last=last, before=before)
        # A figure that most rows lack, such as that of a stage seldom played, is no ground for an alarm.
        enough = len(self.rows) - before >= last and 2 * len(values) >= last
        return statistics.fmean(values) if enough else None

    def earlier_means(self, metric: str, *, last: int = WINDOW) -> list[float]:
        """Means of ``last`` rows each, beginning with those just before the newest ``last``, ``WINDOW`` rows apart."""
        means = (self.mean(metric, last=last, before=skip) for skip in range(last, len(self.rows), WINDOW))
        return [mean for mean in means if mean is not None]

    def median(self, metric: str) -> float | None:
        values = self.values(metric)
        enough = len(self.rows) >= WINDOW and 2 * len(values) >= WINDOW
        return statistics.median(values) if enough else None

    def total(self, *metrics: str) -> float | None:
        """Sum over the window of all metrics together; None if a row is missing one."""
        # A sum over fewer figures would look like a small one.
        values = [value for metric in metrics for value in self.values(metric)]
        return sum(values) if len(values) == WINDOW * len(metrics) else None

    def at_least(self, metric: str, limit: float) -> bool:
        """Whether the mean is known and not below ``limit``."""
        mean = self.mean(metric)
        return mean is not None and mean >= limit

    @property
    def is_solved(self) -> bool:
        return self.at_least("outcome/success_rate", SOLVED)


Judge = Callable[[History, str], float | None]  # the value at fault, or None
Guard = Callable[[History], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """One collapse: its metrics, each judged by itself, and the keys to turn, each with what to do to it."""

    name: str
    metrics: tuple[str, ...]
    judge: Judge
    expected: str
    knobs: tuple[tuple[str, str], ...]  # {stage} stands for the metric's stage
    explanation: str


def _always(_history: History) -> bool:
    return True


def _has_updates(history: History) -> bool:
    return (history.rows[-1].get("step") or 0) >= history.config.train.library_steps + WINDOW


def _judged(
    figure: Callable[[History, str], float | None], is_at_fault: Callable[[float], bool], when: Guard
) -> Judge:
    def judge(history: History, metric: str) -> float | None:
        value = figure(history, metric)
        return value if value is not None and is_at_fault(value) and when(history) else None

    return judge


def _above(limit: float, when: Guard = _always) -> Judge:
    return _judged(History.mean, lambda mean: mean > limit, when)


def _below(limit: float, when: Guard = _always) -> Judge:
    return _judged(History.mean, lambda mean: mean < limit, when)


def _median_above(limit: float) -> Judge:
    return _judged(History.median, lambda median: median > limit, _always)


def _on_policy(judge: Judge) -> Judge:
    """Not for texts that ``realised`` credits some steps late: their ratios measure their age."""

    def checked(history: History, metric: str) -> float | None:
        is_late = history.config.credit.distillation == "realised" and not metric.endswith(_PROMPT_STAGES)
        return None if is_late else judge(history, metric)

    return checked


def _entropy_gone(history: History, metric: str) -> float | None:
    """Queries may copy the task word by word, so they are allowed to be nearly certain."""
    limit = 0.001 if metric.endswith("/query") else 0.01
    return None if history.is_solved else _below(limit)(history, metric)


def _entropy_explodes(history: History, metric: str) -> float | None:
    """More than three times, and .3 nats above, the lowest mean of ``WINDOW`` earlier rows."""
    now, lowest = history.mean(metric), min(history.earlier_means(metric), default=math.inf)
    # The second bound counts where the lowest is under .15 nats: three times so little is no explosion.
    return now if now is not None and now > max(3 * lowest, lowest + 0.3) else None


def _gradient_jumps(history: History, metric: str) -> float | None:
    """The median is above ten times the clipping norm, or above ten times that of the ``LONG`` rows before."""
    now = history.median(metric)
    if now is None:
        return None
    earlier = history.values(metric, last=LONG, before=WINDOW)
    # Above 0.1 only: ten times a norm of nearly 0 is no jump.
    jumps = len(earlier) == LONG and now > 0.1 and now > 10 * statistics.median(earlier)
    return now if jumps or now > 10 * history.config.train.max_grad_norm else None


def _success_falls(history: History, metric: str) -> float | None:
    """Two windows lie below .6 times, and .15 under, the best two windows of the history."""
    span = 2 * WINDOW
    now, best = history.mean(metric, last=span), max(history.earlier_means(metric, last=span), default=0.0)
    # Both have to be undercut: the second bound is the lower one for a best rate under .375, the first above it.
    return now if now is not None and now < min(0.6 * best, best - 0.15) else None


def _never_wins(history: History, metric: str) -> float | None:
    # Exact: a rate is never negative, so a mean of 0 holds nothing but zeros.
    return 0.0 if history.mean(metric, last=LONG) == 0 else None


def _stores_nothing(history: History, metric: str) -> float | None:
    stored = history.total(metric, "distill/merged")
    writes = history.mean("distill/valid_rate") is not None  # methods with a teacher let no episode write
    return 0.0 if stored == 0 and writes and history.at_least("outcome/success_rate", 0.1) else None


def _never_merges(history: History, metric: str) -> float | None:
    """The share stored as new, of a library that is large, and dead weight for the most part."""
    added, merged = history.total(metric), history.total("distill/merged")
    size, utility = history.mean("library/size"), history.mean("library/mean_utility")
    if None in (added, merged, size, utility) or len(history.rows) < LONG or added + merged == 0:
        return None
    won = history.mean("outcome/success_rate") or 0.0
    share = added / (added + merged)
    return share if share > 0.9 and size >= 4 * FEWEST_TEXTS and utility < 0.25 * won else None


def _utility_falls(history: History, metric: str) -> float | None:
    """Below .8 times its best window of the history: what is added is worth less than what is there."""
    now = history.mean(metric)
    # Begun anywhere else, utilities drift from there by themselves.
    starts_at_success = history.config.library.initial_utility is None
    if now is None or not starts_at_success or not history.at_least("library/size", FEWEST_TEXTS):
        return None
    # Without an earlier window there is nothing to fall from, and nothing is below 0.
    return now if now < 0.8 * max(history.earlier_means(metric), default=0.0) else None


def _skills_mislead(history: History, metric: str) -> float | None:
    """Success with a skill lies .1 under success without one, where both are common enough to be compared."""
    with_skill, without = history.mean(metric), history.mean("outcome/success_without_skill")
    alone = history.mean("select/none_share")
    if with_skill is None or without is None or alone is None or not 0.1 <= alone <= 0.9:
        return None
    return with_skill if with_skill < without - 0.1 else None


def _picks_worse_than_blind(history: History, metric: str) -> float | None:
    used, average = history.mean(metric), history.mean("library/mean_utility")
    return used if used is not None and average is not None and used < average - 0.05 else None


def _ranked_by_ndcg(history: History) -> bool:
    """Eq. 9 without a baseline, and something to rank; an order of skills that all win is right to be paid in full."""
    solved = history.is_solved or history.at_least("select/best_utility", SOLVED)
    return history.config.credit.selection == "ndcg" and history.at_least("select/candidates", 2) and not solved


def _share_of_episodes(limit: float) -> Judge:
    """A count per row, as a share of the episodes of a step."""

    def judge(history: History, metric: str) -> float | None:
        mean = history.mean(metric)
        episodes = history.config.train.tasks_per_step * history.config.train.group_size
        return mean / episodes if mean is not None and mean / episodes > limit else None

    return judge


def _each_stage(pattern: str, stages: Sequence[str] = STAGES) -> tuple[str, ...]:
    return tuple(pattern.format(stage) for stage in stages)


_PROMPT_STAGES = ("/query", "/rerank", "/act")  # never credited late
_WRITTEN = ("query", "rerank", "distill")
DUPLICATES = Rule(
    "library full of duplicates",
    ("library/size",),
    lambda history, metric: None,  # judged from the texts, by duplicate_alarm
    "at most 0.3 of the active skills repeat another",
    (("library.merge_similarity", "lower it"), ("library.encoder", "one that tells these texts apart")),
    "Many skills differ at most in case, numbers or punctuation, so retrieval offers one text several times.",
)
RULES: tuple[Rule, ...] = (
    Rule(
        "no gradient",
        ("outcome/groups_with_spread",),
        _below(0.05, lambda history: not history.is_solved and changes_weights(history.config)),
        "at least 0.05",
        (("train.group_size", "raise it"), ("sampling.temperature", "raise it"), ("model.path", "cold-start it")),
        "In nearly every group, all episodes have the same return, so acting has no advantage to learn from.",
    ),
    Rule(
        "no success",
        ("outcome/success_rate",),
        _never_wins,
        f"above 0 somewhere in {LONG} steps",
        (("model.path", "cold-start it: skill1 sft"), ("env.max_steps", "raise it if it cuts episodes short")),
        "No episode ever succeeds, so there is nothing to reinforce and nothing to store.",
    ),
    Rule(
        "success is falling",
        ("outcome/success_rate",),
        _success_falls,
        "within 0.15 of, or at least 0.6 times, the best 20 steps in a row of the last 100",
        (("train.learning_rate", "lower it"), ("loss.kl_coefficient", "raise it")),
        "The policy has been worse than before for too long to be noise. Go back: skill1 train --fork RUN@best",
    ),
    Rule(
        "nothing is trained",
        ("tokens/trained",),
        _judged(History.median, lambda median: median == 0, _has_updates),
        "above 0",
        (("credit.selection", "anything but none"), ("credit.distillation", "anything but none")),
        "No token carries a loss weight.",
    ),
    Rule(
        "environment errors",
        ("errors/episodes",),
        _share_of_episodes(0.01),
        "at most 0.01 of a step's episodes",
        (("env.timeout_s", "raise it if they are time-outs"), ("env.workers", "isolate them")),
        "Episodes end in an error on both tries and are lost. Type: skill1 envs check NAME",
    ),
    Rule(
        "environment retries",
        ("errors/retried",),
        _share_of_episodes(0.1),
        "at most 0.1 of a step's episodes",
        (("env.timeout_s", "raise it if they are time-outs"), ("env.workers", "isolate them")),
        "Many episodes have to be played twice.",
    ),
    Rule(
        "invalid actions",
        ("act/valid_rate",),
        _below(0.8),
        "at least 0.8",
        (("env.invalid_action_penalty", "raise it"), ("agent.profile", "one the model was trained with")),
        "The parser finds no action in the answers.",
    ),
    Rule(
        "unreadable answers",
        _each_stage("{}/valid_rate", _WRITTEN),
        _below(0.8),
        "at least 0.8",
        (("train.learning_rate", "lower it"), ("loss.kl_coefficient", "raise it"), ("agent.profile", "check it")),
        "The parser rejects this stage's answers: the policy is losing the format, or never learnt it.",
    ),
    Rule(
        "answers are cut",
        _each_stage("{}/length_stops"),
        _above(0.15),
        "at most 0.15",
        (("sampling.{stage}_tokens", "raise it, unless the texts ramble"),),
        "Answers reach the token limit and are cut off.",
    ),
    Rule(
        "prompts are shortened",
        ("prompt/shortened",),
        # The metric counts prompts, of which an episode has many, so the limit may lie above 1.
        _share_of_episodes(2.0),
        "at most 2 per episode",
        (
            ("model.max_prompt_tokens", "raise it"),
            ("agent.history_window", "lower it, where prompts are rebuilt"),
            ("library.top_k", "lower it"),
        ),
        "Prompts exceed the budget and lose their history: the policy no longer sees what happened before.",
    ),
    Rule(
        "entropy gone",
        _each_stage("policy/entropy/{}"),
        _entropy_gone,
        "at least 0.01 nats; for queries 0.001",
        (
            ("loss.entropy_coefficient", "raise it"),
            ("loss.clip_high", "raise it"),
            ("train.learning_rate", "lower it"),
        ),
        "All samples of this stage are the same, so there is nothing left to choose between.",
    ),
    Rule(
        "entropy explodes",
        ("policy/entropy",),
        _entropy_explodes,
        "under three times its lowest value in the last 100 steps, or within 0.3 nats of it",
        (
            ("train.learning_rate", "lower it"),
            ("loss.entropy_coefficient", "lower it"),
            ("loss.kl_coefficient", "raise it"),
        ),
        "The policy is becoming random.",
    ),
    Rule(
        "KL runs away",
        ("policy/kl",),
        _median_above(1.0),
        "median at most 1 nat",
        (("loss.kl_coefficient", "raise it"), ("train.learning_rate", "lower it")),
        "The policy has moved far from the reference. The median ignores a step with one odd token.",
    ),
    Rule(
        "ratios drift",
        _each_stage("policy/mismatch_kl/{}"),
        _on_policy(_median_above(0.02)),
        "median at most 0.02 nats",
        (("train.mini_batches", "lower it"), ("train.learning_rate", "lower it"), ("model.dtype", "float32")),
        "The weights have moved away from those that sampled the tokens, or sampler and trainer disagree.",
    ),
    Rule(
        "ratios are clipped",
        _each_stage("policy/clip_fraction/{}"),
        _on_policy(_above(0.2)),
        "at most 0.2",
        (("train.learning_rate", "lower it"), ("train.mini_batches", "lower it")),
        "The clip silences a large share of the tokens: updates are too large.",
    ),
    Rule(
        "ratios explode",
        ("policy/largest_ratio",),
        _median_above(1000.0),
        "median at most 1000",
        (("train.learning_rate", "lower it"), ("credit.realised_delay", "lower it, under realised")),
        "The probability of single tokens changed by orders of magnitude within one step.",
    ),
    Rule(
        "gradient norm jumps",
        ("policy/gradient_norm",),
        _gradient_jumps,
        "median at most 10 times train.max_grad_norm, and 10 times the median of the 30 steps before",
        (("train.learning_rate", "lower it"), ("train.warmup_steps", "raise it")),
        "Updates are unstable: what is left after clipping is mostly noise.",
    ),
    Rule(
        "writes nothing",
        ("distill/declined",),
        _above(0.8),
        "at most 0.8",
        (
            ("credit.distillation", "realised rewards later use; variation does not"),
            ("credit.lambda_distill", "lower it"),
        ),
        "The policy has learnt to answer that there is nothing worth noting.",
    ),
    Rule(
        "nothing is stored",
        ("distill/admitted",),
        _stores_nothing,
        "above 0 in total over 10 steps with successes",
        (("agent.max_skill_chars", "check it"), ("credit.lambda_distill", "lower it")),
        "Tasks are won, but no text is stored or merged.",
    ),
    Rule(
        "selection is blind",
        ("select/never_retrieved",),
        # Of a frozen library no retrieval is counted.
        _above(0.8, lambda it: not it.config.library.frozen and it.at_least("select/candidates", 2)),
        "at most 0.8 of the candidates",
        (("library.similarity_weight", "raise it; 1 is Eq. 3"), ("library.ucb_scale", "lower it")),
        "Hardly any candidate was ever retrieved before, so nothing is known about them, whatever their order.",
    ),
    Rule(
        "every order pays alike",
        ("select/random_ndcg",),
        _above(0.99, _ranked_by_ndcg),
        "at most 0.99",
        (("credit.selection", "ndcg_baselined or trend"), ("library.similarity_weight", "raise it; 1 is Eq. 3")),
        "Even random orders of the candidates get nearly full NDCG, so Eq. 9 reinforces whatever was sampled.",
    ),
    Rule(
        "always the first candidate",
        ("select/first_share",),
        _above(0.99, lambda history: history.at_least("select/candidates", 2)),
        "at most 0.99",
        (("credit.lambda_rerank", "check it"), ("loss.entropy_coefficient", "raise it")),
        "Rankings copy the order of retrieval, so re-ranking does nothing.",
    ),
    Rule(
        "never the first candidate",
        ("select/first_share",),
        _below(0.01, lambda history: history.at_least("select/candidates", 2)),
        "at least 0.01",
        (("credit.lambda_rerank", "lower it"), ("loss.entropy_coefficient", "raise it")),
        "Rankings always put the same other position first, whatever skill it holds: re-ranking does nothing.",
    ),
    Rule(
        "nothing is retrieved",
        ("select/candidates",),
        # Methods without controls draw their skills, or give them to a part of each group on purpose.
        _below(0.5, lambda it: declared(it.config.method).withholds and it.at_least("library/size", 1)),
        "at least 0.5 candidates per episode",
        (("library.similarity_threshold", "lower it; null: the encoder's own"), ("library.encoder", "another")),
        "The library holds skills, but queries find none.",
    ),
    Rule(
        "skills are refused",
        ("select/none_share",),
        _above(0.9, lambda history: history.at_least("select/candidates", 1)),
        "at most 0.9",
        (("agent.allow_none", "false"), ("credit.selection", "check it")),
        'Skills are offered, but "none" is nearly always chosen.',
    ),
    Rule(
        "texts lose their worth",
        ("library/mean_utility",),
        _utility_falls,
        "at least 0.8 times the best 10 steps in a row of the last 100",
        (
            ("credit.distillation", "realised rewards later use; variation does not"),
            ("credit.lambda_distill", "lower it"),
        ),
        "Texts are written and stored, but help less than earlier ones.",
    ),
    Rule(
        "skills mislead",
        ("outcome/success_with_skill",),
        _skills_mislead,
        "at most 0.1 below outcome/success_without_skill",
        (
            ("credit.distillation", "realised rewards later use; variation does not"),
            ("library.utility_update", "selected"),
            ("library.similarity_threshold", "raise it, so that only what fits is offered"),
        ),
        "Episodes with a skill do worse than those without: texts are written, but do not help.",
    ),
    Rule(
        "picks worse than blind",
        ("select/utility_of_used",),
        _picks_worse_than_blind,
        "at most 0.05 below library/mean_utility",
        (("credit.selection", "check it"), ("library.ucb_scale", "lower it")),
        "The skills in use are worse than the library's average.",
    ),
    Rule(
        "library never merges",
        ("distill/admitted",),
        _never_merges,
        "at most 0.9 of what is stored is new, or library/mean_utility is at least a quarter of the success rate",
        (("library.merge_similarity", "lower it"), ("library.capacity", "lower it")),
        "Every success adds a skill, but few of them help: the library fills up with copies.",
    ),
)
