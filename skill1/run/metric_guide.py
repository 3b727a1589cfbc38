"""What each metric means and how to read it: the one place that explains them, for reports and for the documentation.

A new metric needs an entry here: a test trains a step and fails when a key has none, or when no run writes an entry.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from skill1.config.registry import METRICS

WRITERS = "Writers"  # a method's own metrics stand beside its writer (skill1.config.registry.METRICS)


@dataclass(frozen=True, slots=True)
class Metric:
    """Metrics of one kind.

    ``<stage>``, ``<type>`` and ``<env>`` in a key stand for any. ``watch``: what is healthy, and what is trouble.
    """

    keys: tuple[str, ...]
    meaning: str
    watch: str = ""


_SHARED: dict[str, tuple[Metric, ...]] = {
    "Step and outcome": (
        Metric(("step",), "Completed steps, from 1.", "A gap: the file was edited."),
        Metric(
            ("outcome/success_rate",),
            "Share of episodes the environment calls won.",
            "Rises, with noise of √(p(1−p)/episodes); a fall over ten steps is trouble.",
        ),
        Metric(
            ("outcome/mean_score",),
            "Mean of the environment's own score, where it gives one (a shop grades how well a purchase fits).",
            "At or above the success rate; rises while success does not: half-right purchases.",
        ),
        Metric(
            ("outcome/return",),
            "Mean of r(τ) − penalty for invalid actions.",
            "Far below the success rate: many invalid actions.",
        ),
        Metric(("outcome/turns",), "Environment steps of an episode.", "Falls as tasks are solved."),
        Metric(
            ("outcome/groups_with_spread",),
            "Share of groups whose episodes differ in r(τ), less the penalty for invalid actions.",
            ".2 to .9; near 0: all won or all lost, no act gradient.",
        ),
        Metric(("outcome/success/<type>",), "Success rate of one task type.", "All types rise."),
        Metric(
            (
                "outcome/success_rate/<env>",
                "outcome/mean_score/<env>",
                "outcome/return/<env>",
                "outcome/turns/<env>",
            ),
            "The same for one environment, in a run of several.",
            "One falls while another rises: they compete.",
        ),
        Metric(
            ("outcome/episodes/<env>",),
            "Episodes of that environment among those averaged.",
            "Its weight's share.",
        ),
        Metric(
            ("outcome/success_with_skill",),
            "Success rate of episodes that used a skill.",
            "Below `outcome/success_without_skill`: skills mislead.",
        ),
        Metric(
            ("outcome/success_without_skill",),
            "Success rate of episodes without a skill.",
            "Few episodes: very noisy.",
        ),
        Metric(
            ("errors/episodes",),
            "Episodes in error after the second try.",
            "More than a few: `skill1 envs check NAME`.",
        ),
        Metric(
            ("errors/judge",),
            "1 if the environment's judge failed, else absent: `oracle/*` is missing in this step.",
            "Correct the `judge`.",
        ),
        Metric(
            ("errors/retried",),
            "Episodes whose second try went well.",
            "More than a few: `skill1 envs check NAME`.",
        ),
    ),
    "Validation": (
        Metric(
            ("validate/success_rate",),
            "Validation: share won of a fixed sample of other tasks, after the step.",
            "Rises with training success (64 tasks are ±.12); falls while that rises: training tasks are memorised.",
        ),
        Metric(("validate/mean_score",), "Validation: mean of the environment's own score."),
        Metric(
            ("validate/success/<type>", "validate/success_rate/<env>"),
            "Validation: success rate of one task type, of one environment.",
            "Few tasks of each: very noisy.",
        ),
        Metric(
            ("validate/turns",), "Validation: environment steps of an episode.", "At the limit: nothing is solved."
        ),
        Metric(
            ("validate/errors",),
            "Validation: episodes in error after the second try.",
            "More than a few: `skill1 envs check NAME`.",
        ),
        Metric(
            ("validate/step",),
            "On a cluster: the step whose weights the figures are of, one before the row's.",
        ),
        Metric(
            ("time/validate_s",),
            "Playing the validation tasks, in seconds; not part of the step's. On a cluster only what the step waited.",
            "More than a step: fewer `train.validate_tasks`.",
        ),
    ),
    "Stages": (
        Metric(
            ("<stage>/valid_rate",),
            "Share of answers the stage's parser accepted.",
            "Above .95; falls: the format is being unlearnt.",
        ),
        Metric(
            ("act/valid_rate/<env>",),
            "Share of actions the parser accepted in one environment, in a run of several.",
            "One far below the others.",
        ),
        Metric(
            ("<stage>/tokens",),
            "Mean sampled tokens of an answer.",
            "Steady; climbs to `sampling.<stage>_tokens`.",
        ),
        Metric(
            ("<stage>/length_stops",),
            "Share of answers cut by the token limit.",
            "Near 0; above .05: raise the limit.",
        ),
    ),
    "Selection": (
        Metric(("select/valid_rate",), "The same number as `rerank/valid_rate`.", "Above .95."),
        Metric(
            ("select/ndcg",),
            "Mean R^rerank (Eq. 6); unparsable rankings count 0.",
            "Above chance, which is often .9.",
        ),
        Metric(
            ("select/random_ndcg",),
            "Mean NDCG of random orders of the same candidates.",
            ".9 to .98; 1: `credit.selection: ndcg` rewards any order.",
        ),
        Metric(
            ("select/never_retrieved",),
            "Share of candidates never retrieved before.",
            "Below .6, falling; near 1: only unseen skills are shown.",
        ),
        Metric(
            ("select/best_utility",),
            "Mean of the highest utility among an episode's candidates (Û, Fig. 5).",
            "Rises with success; stays at `library.initial_utility`: nothing known is retrieved.",
        ),
        Metric(
            ("select/candidates",),
            "Retrieved skills per episode.",
            "Near K once the library has grown; 0: threshold too high.",
        ),
        Metric(
            ("select/similarity",),
            "Cosine of query and first candidate.",
            "Rises; falls while the library grows: queries drift.",
        ),
        Metric(
            ("select/task_similarity",),
            "Cosine of the task's instruction and the used skill's description (Fig. 4).",
            "Far below `select/similarity`: queries do not ask for the task.",
        ),
        Metric(
            ("select/first_share",),
            "Share of readable rankings that keep retrieval's first in front.",
            "Between 1/K and 1; exactly 1: the policy copies the order.",
        ),
        Metric(("select/none_share",), "Share of episodes played without a skill.", "High at first, then low."),
        Metric(
            ("select/foreign_share",),
            "Share of used skills that were learnt in another environment.",
            "Falls, unless skills carry over.",
        ),
        Metric(
            ("select/utility_of_used",),
            "Mean U of the used skills.",
            "Below `library/mean_utility`: worse than a blind pick.",
        ),
    ),
    "Controls": (
        Metric(
            ("control/episodes",),
            "Control episodes: played without the skill they had selected.",
            "0 for many steps: nothing is selected.",
        ),
        Metric(
            ("control/success_rate",), "Success rate of the controls.", "Lies below `outcome/success_with_skill`."
        ),
        Metric(
            ("control/uplift",),
            "Mean outcome with a skill minus that of controls, in this step alone.",
            "Above 0 on average; one step says nothing.",
        ),
    ),
    "Distillation and library": (
        Metric(
            ("distill/variation",),
            "Mean r − Û (Eq. 7); −1 for an invalid text.",
            "Around 0; near −1: texts are invalid.",
        ),
        Metric(
            ("distill/positive_rate",),
            "Share of the episodes that wrote whose r − Û is above 0 (Fig. 3).",
            "Follows the success rate; well below: texts are invalid.",
        ),
        Metric(
            ("distill/declined",),
            'Share of texts that validly say "none".',
            "Low after successes; 1: the policy learnt to write nothing.",
        ),
        Metric(
            ("distill/admitted",),
            "New skills stored at this step's commit.",
            "Falls as the library fills; 0 from the start: no success, or invalid texts.",
        ),
        Metric(("distill/merged",), "Drafts that repeated an older skill.", "Rises with success."),
        Metric(
            ("library/size",), "Active skills.", "Grows, then levels off; grows by every success: nothing merges."
        ),
        Metric(
            ("library/size/<env>",),
            "Active skills learnt in one environment, in a run of several.",
            "One stays at 0: nothing is distilled there.",
        ),
        Metric(
            ("library/retired",), "Skills retired in this step.", "0 until full; large: raise `library.capacity`."
        ),
        Metric(
            ("library/mean_utility",),
            "Mean U of active skills, after the update.",
            "Follows the success rate; far below: dead weight.",
        ),
        Metric(
            ("library/success_trend",), "Moving average over steps of the mean outcome.", "Smooth success rate."
        ),
    ),
    "Credit": (
        Metric(
            ("credit/<stage>/adv_abs",),
            "Mean absolute advantage of the episodes with tokens of that stage; under `discounted` an episode's is "
            "the mean over its turns.",
            "Above 0 for every trained stage; 0: no signal.",
        ),
        Metric(
            ("credit/act/turn_adv_abs",),
            "`gigpo`: mean absolute advantage that a turn adds to its episode's.",
            "0: no two turns of a group saw the same observation.",
        ),
        Metric(
            ("credit/act/anchored",),
            "`gigpo`: share of turns whose own advantage is not 0.",
            "Above .1; near 0: see `credit.gigpo_similarity`.",
        ),
    ),
    "Policy": (
        Metric(
            ("policy/entropy", "policy/entropy/<stage>"),
            "Entropy of the next-token distribution, in nats.",
            "Falls slowly; near 0 early: exploration has collapsed.",
        ),
        Metric(
            ("policy/kl", "policy/kl/<stage>"),
            "k3 estimate of KL to the reference policy, in nats.",
            "Grows slowly; a median above 1 is trouble. Not computed, and 0, when `loss.kl_coefficient` is 0.",
        ),
        Metric(
            ("policy/logprob_gap", "policy/largest_logprob_gap"),
            "Backend verl: mean and largest |log π_trainer − log π_rollout| before the first update, without "
            "texts credited later (`realised`).",
            "Under 1e-6 and 5e-5 in fp32, 0.01 to 0.05 in bfloat16; above `cluster.logprob_gap_limit` the run stops.",
        ),
        Metric(
            ("policy/mismatch_kl", "policy/mismatch_kl/<stage>"),
            "k3 estimate of KL[sampling policy ‖ weights being trained], in nats.",
            "Under 1e-6 with one mini-batch in fp32, but for texts credited later (`realised`); large in the first "
            "update: sampler and trainer disagree.",
        ),
        Metric(
            ("policy/clip_fraction", "policy/clip_fraction/<stage>"),
            "Share of tokens silenced by the ratio clip.",
            "0 with one mini-batch, but for texts credited later (`realised`); under .1 with more; above .2: lower "
            "`train.learning_rate`.",
        ),
        Metric(
            ("policy/largest_ratio",),
            "Largest factor between old and new probability of a trained token.",
            "Below 3; in the hundreds: an unstable update.",
        ),
        Metric(("policy/loss",), "Value of the loss.", "Its level says nothing; not a number stops the run."),
        Metric(
            ("policy/gradient_norm",),
            "Gradient norm before clipping.",
            "Steady, around `train.max_grad_norm` or below; jumps by 10 and more are trouble.",
        ),
        Metric(("policy/learning_rate",), "Step size used.", "As configured."),
    ),
    "Tokens, prompts, time": (
        Metric(("tokens/generated",), "Sampled tokens of the step.", "Steady."),
        Metric(
            ("tokens/trained",),
            "Positions with a loss weight; without KL those without advantage are left out.",
            "0: no credit at all.",
        ),
        Metric(
            ("tokens/trained_rows",),
            "Length of all training rows, context included.",
            "Much larger than `tokens/trained`: long prompts.",
        ),
        Metric(
            ("prompt/skill_tokens_added",),
            "Tokens the skill adds to the first act prompt, mean.",
            "Grows: see `agent.max_skill_chars`.",
        ),
        Metric(
            ("prompt/shortened",),
            "Prompts that lost history to fit `model.max_prompt_tokens`.",
            "Many: raise the budget.",
        ),
        Metric(("time/rollout_s",), "Playing all episodes, in seconds."),
        Metric(("time/update_s",), "All optimizer updates, in seconds."),
        Metric(
            ("time/sleep_s", "time/reference_s", "time/optimise_s", "time/sync_s"),
            "Backend verl: servers give their memory back; log-probs of the reference; optimizer updates; new weights "
            "to the servers. In seconds.",
            "`time/optimise_s` is most of `time/update_s`; else see [Train on GPUs](../how-to/train-on-a-cluster.md).",
        ),
        Metric(
            ("time/gpu_idle_s",),
            "Backend verl: seconds of a step in neither rollout nor update: commit, credit, records.",
            "Under a tenth of `time/step_s`.",
        ),
        Metric(
            ("perf/mfu/actor",),
            "Backend verl: share of the GPUs' arithmetic that an update uses, as verl counts it; 0 on a CPU.",
            "0.2 to 0.5; below 0.1: short rows, or no flash-attn.",
        ),
        Metric(
            ("perf/max_memory_allocated_gb", "perf/max_memory_reserved_gb", "perf/cpu_memory_used_gb"),
            "Backend verl: most GPU memory of a rank in the update, used and taken; main memory in use.",
            "Below `skill1 plan`; near the card's size: lower `model.max_prompt_tokens`.",
        ),
        Metric(
            ("time/step_s",),
            "The whole step in seconds, without validation and checkpoint.",
            "Much more than rollout and update: library or disk.",
        ),
        Metric(("time/tokens_per_s",), "Sampled tokens per second of rollout."),
    ),
    "Oracle (household)": (
        Metric(
            ("oracle/library_covers",),
            "Share of tasks for which the library holds a fully right skill. Up to 10,000 skills, as the recall.",
            "Rises; near 0: nothing right is written.",
        ),
        Metric(
            ("oracle/query_recall",),
            "Of the episodes for which the library holds a right skill: share with one among the candidates.",
            "Above .9; low: queries miss the home or the kind.",
        ),
        Metric(
            ("oracle/selection_precision",),
            "Of the episodes with a right skill among the candidates: share that used one.",
            "Rises above 1/K; flat: no selection learnt.",
        ),
        Metric(
            ("oracle/right_skills",),
            "Share of all written texts that are fully right.",
            "Rises; falls while success holds: writing drifts.",
        ),
        Metric(
            ("oracle/right_skills_after_success",),
            "Of the episodes that won and were asked for a text: share whose text is fully right. To decline is not.",
            "0: the policy writes texts that help nobody.",
        ),
    ),
    "Model behind a server": (
        Metric(
            ("endpoint/calls",),
            "Answers of `endpoint.model` since the run began, each counted in the step that asked for it first.",
            "Jumps where a gate plays or asks; a resumed run pays for none twice.",
        ),
        Metric(
            ("endpoint/tokens",),
            "Their prompt and answer tokens, as the server counted them.",
            "Multiply by the price before a long run.",
        ),
        Metric(
            ("endpoint/cost",),
            "Their cost, at `endpoint.prompt_price` and `endpoint.completion_price` per million.",
            "0: no price was given, and `endpoint.budget` ends nothing.",
        ),
        Metric(
            ("endpoint/unreported",),
            "Answers of which the server counted no tokens.",
            "Above 0: tokens and cost are too low.",
        ),
    ),
    WRITERS: (
        Metric(
            ("teacher/calls",),
            "Questions the teacher answered, without cached answers: since the run began (service) or the process.",
            "Grows by thousands: see the method's batch sizes.",
        ),
        Metric(
            ("teacher/tokens",),
            "Prompt and answer tokens of the teacher.",
            "Multiply by the price before a long run.",
        ),
        Metric(
            ("teacher/cost",),
            "Cost of the teacher's tokens, at `teacher.prompt_price` and `teacher.completion_price` per million.",
            "0 with a service: no price was given.",
        ),
        Metric(
            ("teacher/unanswered",),
            "Questions without a usable answer.",
            "A tenth of the calls: the model does not keep to JSON.",
        ),
        Metric(
            ("teacher/unreported",),
            "Answers of a service of which it counted no tokens.",
            "Above 0: tokens and cost are too low.",
        ),
        Metric(
            ("budget/gate_episodes",),
            "Episodes played in this step for gates, comparisons, validation.",
            "More than the step's own: the budget goes into gates.",
        ),
    ),
}


@functools.cache
def metrics() -> dict[str, tuple[Metric, ...]]:
    """All metrics by the title they are listed under, those that writers of single methods return at the end.

    Raises:
        ConfigError: what a package announces cannot be loaded.
    """
    of_methods = [metric for method in METRICS for metric in METRICS.load(method)]
    return {**_SHARED, WRITERS: (*_SHARED[WRITERS], *of_methods)}
