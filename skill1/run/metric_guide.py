"""What each metric means and how to read it: the one place that explains them, for reports and for the documentation.

A new metric needs an entry here: a test trains a step and fails when a key has none, or when no run writes an entry.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

from skill1.config.registry import METRICS
from skill1.errors import ConfigError

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
            "Share of episodes that the environment counts as won.",
            "Rises, with noise of √(p(1−p)/episodes). A fall over ten steps is trouble.",
        ),
        Metric(
            ("outcome/mean_score",),
            "Mean of the environment's own score, where it gives one (a shop grades how well a purchase fits).",
            "At or above the success rate. Rises while success does not: purchases are only half right.",
        ),
        Metric(
            ("outcome/return",),
            "Mean of r(τ) − penalty for invalid actions.",
            "Far below the success rate: many invalid actions.",
        ),
        Metric(("outcome/turns",), "Environment steps of an episode.", "Falls as tasks are solved."),
        Metric(
            ("outcome/groups_with_spread",),
            "Share of groups whose episodes differ in r(τ) minus the penalty for invalid actions.",
            ".2 to .9. Near 0: groups are all won or all lost, so acting has no gradient.",
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
            "Number of the averaged episodes that were played in this environment.",
            "In proportion to its weight.",
        ),
        Metric(
            ("outcome/success_with_skill",),
            "Success rate of episodes that used a skill.",
            "Below `outcome/success_without_skill`: skills mislead.",
        ),
        Metric(
            ("outcome/success_without_skill",),
            "Success rate of episodes without a skill.",
            "Very noisy while such episodes are few.",
        ),
        Metric(
            ("errors/episodes",),
            "Episodes in error after the second try.",
            "More than a few: `skill1 envs check NAME`.",
        ),
        Metric(
            ("errors/judge",),
            "1 if the environment's judge failed, so that this step has no `oracle/*`; else absent.",
            "Correct the `judge`.",
        ),
        Metric(
            ("errors/retried",),
            "Episodes in error whose second try went well.",
            "More than a few: `skill1 envs check NAME`.",
        ),
    ),
    "Validation": (
        Metric(
            ("validate/success_rate",),
            "Validation: share of a fixed sample of other tasks won, after the step.",
            "Rises with training success (±.12 with 64 tasks). Falls while that rises: training tasks are memorised.",
        ),
        Metric(("validate/mean_score",), "Validation: mean of the environment's own score."),
        Metric(
            ("validate/success/<type>", "validate/success_rate/<env>"),
            "Validation: success rate of one task type or one environment.",
            "Very noisy, as each has few tasks.",
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
            "On a cluster: the step whose weights were validated, one before the row's.",
        ),
        Metric(
            ("time/validate_s",),
            "Seconds spent playing the validation tasks, not part of the step's. On a cluster, only the step's wait.",
            "Longer than a step: lower `train.validate_tasks`.",
        ),
    ),
    "Stages": (
        Metric(
            ("<stage>/valid_rate",),
            "Share of answers that the stage's parser accepted.",
            "Above .95. Falls: the policy is losing the format.",
        ),
        Metric(
            ("act/valid_rate/<env>",),
            "Share of actions that the parser accepted in one environment, in a run of several.",
            "One far below the others is trouble.",
        ),
        Metric(
            ("<stage>/tokens",),
            "Mean number of sampled tokens in an answer.",
            "Steady. A climb towards `sampling.<stage>_tokens` is trouble.",
        ),
        Metric(
            ("<stage>/length_stops",),
            "Share of answers cut off by the token limit.",
            "Near 0. Above .05: raise the limit.",
        ),
    ),
    "Selection": (
        Metric(("select/valid_rate",), "The same number as `rerank/valid_rate`.", "Above .95."),
        Metric(
            ("select/ndcg",),
            "Mean R^rerank (Eq. 6); unparsable rankings count as 0.",
            "Above chance (`select/random_ndcg`), which is often .9.",
        ),
        Metric(
            ("select/random_ndcg",),
            "Mean NDCG of random orders of the same candidates.",
            ".9 to .98. At 1, `credit.selection: ndcg` rewards any order.",
        ),
        Metric(
            ("select/never_retrieved",),
            "Share of candidates never retrieved before.",
            "Below .6 and falling. Near 1: only unseen skills are shown.",
        ),
        Metric(
            ("select/best_utility",),
            "Highest utility among an episode's candidates (Û, Fig. 5), mean over episodes.",
            "Rises with success. Stays at `library.initial_utility`: only skills never tried are retrieved.",
        ),
        Metric(
            ("select/candidates",),
            "Retrieved skills per episode.",
            "Near K once the library has grown. 0: the threshold is too high.",
        ),
        Metric(
            ("select/similarity",),
            "Cosine between the query and the first candidate.",
            "Rises. Falls while the library grows: queries drift.",
        ),
        Metric(
            ("select/task_similarity",),
            "Cosine between the task's instruction and the used skill's description (Fig. 4).",
            "Far below `select/similarity`: queries are not about the task.",
        ),
        Metric(
            ("select/first_share",),
            "Share of readable rankings that keep the first retrieved skill first.",
            "Between 1/K and 1. Exactly 1: the policy copies the order of retrieval.",
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
            "Below `library/mean_utility`: selection is worse than a blind pick.",
        ),
    ),
    "Controls": (
        Metric(
            ("control/episodes",),
            "Control episodes, played without the skill they had selected.",
            "0 for many steps: nothing is selected.",
        ),
        Metric(("control/success_rate",), "Success rate of the controls.", "Below `outcome/success_with_skill`."),
        Metric(
            ("control/uplift",),
            "Mean outcome with a skill minus that of the controls, in this step alone.",
            "Above 0 on average; one step says nothing.",
        ),
    ),
    "Distillation and library": (
        Metric(
            ("distill/variation",),
            "Mean r − Û (Eq. 7); −1 for an invalid text.",
            "Around 0. Near −1: texts are invalid.",
        ),
        Metric(
            ("distill/positive_rate",),
            "Share of episodes with r − Û above 0, among those that wrote a text (Fig. 3).",
            "Follows the success rate. Well below it: texts are invalid.",
        ),
        Metric(
            ("distill/declined",),
            'Share of texts that validly say "none".',
            "Low after successes. 1: the policy has learnt to write nothing.",
        ),
        Metric(
            ("distill/admitted",),
            "New skills stored at this step's commit.",
            "Falls as the library fills. 0 from the start: no successes, or invalid texts.",
        ),
        Metric(("distill/merged",), "Drafts merged into an older skill that they repeat.", "Rises with success."),
        Metric(
            ("library/size",),
            "Active skills.",
            "Grows, then levels off. Grows with every success: nothing merges.",
        ),
        Metric(
            ("library/size/<env>",),
            "Active skills learnt in one environment, in a run of several.",
            "One stays at 0: nothing is distilled there.",
        ),
        Metric(
            ("library/retired",),
            "Skills retired in this step.",
            "0 until the library is full. If large, raise `library.capacity`.",
        ),
        Metric(
            ("library/mean_utility",),
            "Mean U of active skills, after the step's update.",
            "Follows the success rate. Far below it: the library is dead weight.",
        ),
        Metric(
            ("library/success_trend",),
            "Moving average of the mean outcome over steps.",
            "A smoothed success rate.",
        ),
    ),
    "Credit": (
        Metric(
            ("credit/<stage>/adv_abs",),
            "Mean absolute advantage of the episodes with tokens of that stage; with `discounted`, an episode's is the "
            "mean over its turns.",
            "Above 0 for every trained stage. 0: no signal.",
        ),
        Metric(
            ("credit/act/turn_adv_abs",),
            "`gigpo`: mean absolute advantage that a turn adds to its episode's.",
            "0: no two turns of a group saw the same observation.",
        ),
        Metric(
            ("credit/act/anchored",),
            "`gigpo`: share of turns whose own advantage is not 0.",
            "Above .1. Near 0: see `credit.gigpo_similarity`.",
        ),
    ),
    "Policy": (
        Metric(
            ("policy/entropy", "policy/entropy/<stage>"),
            "Entropy of the next-token distribution, in nats.",
            "Falls slowly. Near 0 early on: exploration has collapsed.",
        ),
        Metric(
            ("policy/kl", "policy/kl/<stage>"),
            "k3 estimate of KL to the reference policy, in nats.",
            "Grows slowly; a median above 1 is trouble. Not computed, and 0, if `loss.kl_coefficient` is 0.",
        ),
        Metric(
            ("policy/logprob_gap", "policy/largest_logprob_gap"),
            "Backend verl: mean and largest |log π_trainer − log π_rollout| before the first update, without texts "
            "credited later (`realised`).",
            "Under 1e-6 and 5e-5 in fp32, 0.01 to 0.05 in bfloat16. Above `cluster.logprob_gap_limit` the run stops.",
        ),
        Metric(
            ("policy/mismatch_kl", "policy/mismatch_kl/<stage>"),
            "k3 estimate of KL[sampling policy ‖ weights being trained], in nats.",
            "Under 1e-6 with one mini-batch in fp32, except for texts credited later (`realised`). Large in the first "
            "update: sampler and trainer disagree.",
        ),
        Metric(
            ("policy/clip_fraction", "policy/clip_fraction/<stage>"),
            "Share of tokens that the ratio clip leaves without a gradient.",
            "0 with one mini-batch, except for texts credited later (`realised`); under .1 with more. Above .2: lower "
            "`train.learning_rate`.",
        ),
        Metric(
            ("policy/largest_ratio",),
            "Largest factor by which the probability of a trained token changed.",
            "Below 3. In the hundreds: the update was unstable.",
        ),
        Metric(
            ("policy/loss",), "Value of the loss.", "Its level says nothing. If it is not a number, the run stops."
        ),
        Metric(
            ("policy/gradient_norm",),
            "Gradient norm before clipping.",
            "Steady, around `train.max_grad_norm` or below. A jump by a factor of 10 or more is trouble.",
        ),
        Metric(("policy/learning_rate",), "Learning rate of the step.", "As configured."),
    ),
    "Tokens, prompts, time": (
        Metric(("tokens/generated",), "Tokens sampled in the step's episodes that are not in error.", "Steady."),
        Metric(
            ("tokens/trained",),
            "Positions with a weight in the loss; without KL, only those with an advantage.",
            "0: nothing gets credit.",
        ),
        Metric(
            ("tokens/trained_rows",),
            "Total length of all training rows, context included.",
            "Much larger than `tokens/trained`: prompts are long.",
        ),
        Metric(
            ("prompt/skill_tokens_added",),
            "Mean number of tokens that the skill adds to the first act prompt.",
            "If it grows, see `agent.max_skill_chars`.",
        ),
        Metric(
            ("prompt/shortened",),
            "Prompts that lost history to fit `model.max_prompt_tokens`.",
            "If there are many, raise that budget.",
        ),
        Metric(("time/rollout_s",), "Seconds spent playing all episodes."),
        Metric(("time/update_s",), "Seconds spent on all optimizer updates."),
        Metric(
            ("time/sleep_s", "time/reference_s", "time/optimise_s", "time/sync_s"),
            "Backend verl: seconds until servers have given their memory back, for log-probs of the reference, for "
            "optimizer updates, and for sending new weights to the servers.",
            "`time/optimise_s` is most of `time/update_s`, else see [Train on GPUs](../how-to/train-on-a-cluster.md).",
        ),
        Metric(
            ("time/gpu_idle_s",),
            "Backend verl: seconds of a step outside rollout and update, for commit, credit and records.",
            "Under a tenth of `time/step_s`.",
        ),
        Metric(
            ("perf/mfu/actor",),
            "Backend verl: share of the GPUs' peak arithmetic that an update uses, as verl counts it; 0 on a CPU.",
            "0.2 to 0.5. Below 0.1: rows are short, or flash-attn is missing.",
        ),
        Metric(
            ("perf/max_memory_allocated_gb", "perf/max_memory_reserved_gb", "perf/cpu_memory_used_gb"),
            "Backend verl: most GPU memory that a rank used and reserved in the update; main memory in use.",
            "Below what `skill1 plan` says. Near the card's size: lower `model.max_prompt_tokens`.",
        ),
        Metric(
            ("time/step_s",),
            "Seconds for the whole step, without validation and checkpoint.",
            "Much more than rollout and update: the library or the disk is slow.",
        ),
        Metric(("time/tokens_per_s",), "Tokens sampled per second of rollout, in episodes in error, too."),
    ),
    "Oracle (household)": (
        Metric(
            ("oracle/library_covers",),
            "Share of tasks for which the library holds a fully right skill. With up to 10,000 skills, like recall.",
            "Rises. Near 0: nothing right is written.",
        ),
        Metric(
            ("oracle/query_recall",),
            "Among episodes for which the library holds a right skill: the share with one among the candidates.",
            "Above .9. Low: queries miss the home or the kind.",
        ),
        Metric(
            ("oracle/selection_precision",),
            "Among episodes with a right skill among the candidates: the share that used one.",
            "Rises above 1/K. Flat: selection is not being learnt.",
        ),
        Metric(
            ("oracle/right_skills",),
            "Share of all written texts that are fully right.",
            "Rises. Falls while success holds: writing drifts.",
        ),
        Metric(
            ("oracle/right_skills_after_success",),
            "Among won episodes asked for a text: the share whose text is fully right. Declining is not right.",
            "0: the policy writes texts that help nobody.",
        ),
    ),
    "Model behind a server": (
        Metric(
            ("endpoint/calls",),
            "Answers of `endpoint.model` since the run began, each counted in the step that first asked for it.",
            "Jumps when a gate plays or asks. A resumed run pays for no answer twice.",
        ),
        Metric(
            ("endpoint/tokens",),
            "Prompt and answer tokens of those answers, as the server counted them.",
            "Multiply by the price before a long run.",
        ),
        Metric(
            ("endpoint/cost",),
            "Cost of those tokens, at `endpoint.prompt_price` and `endpoint.completion_price` per million.",
            "0: no price was given, so `endpoint.budget` never ends the run.",
        ),
        Metric(
            ("endpoint/unreported",),
            "Answers for which the server reported no token count.",
            "Above 0: tokens and cost are too low.",
        ),
    ),
    WRITERS: (
        Metric(
            ("teacher/calls",),
            "Questions the teacher answered, without cached answers, since the run (service) or the process began.",
            "If it grows by thousands, see the method's batch sizes.",
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
            "A tenth of the calls or more: the model does not stick to JSON.",
        ),
        Metric(
            ("teacher/unreported",),
            "Answers of a service of which it counted no tokens.",
            "Above 0: tokens and cost are too low.",
        ),
        Metric(
            ("budget/gate_episodes",),
            "Episodes played in this step for gates, comparisons and validation.",
            "More than the step's own: most of the budget goes into gates.",
        ),
    ),
}


@functools.cache
def metrics() -> dict[str, tuple[Metric, ...]]:
    """All metrics by the title they are listed under, those that writers of single methods return at the end.

    Raises:
        ConfigError: what a package announces cannot be loaded, or is no list of metrics.
    """
    found = {method: METRICS.load(method) for method in METRICS}
    for method, listed in found.items():
        if not isinstance(listed, (tuple, list)) or not all(isinstance(one, Metric) for one in listed):
            raise ConfigError(
                f"'{method}' of skill1.metrics is {listed!r:.200}; expected a tuple of skill1.run.metric_guide.Metric, "
                "also of one: (Metric(…),). Mend or uninstall the package that announces it."
            )
    of_methods = [metric for listed in found.values() for metric in listed]
    return {**_SHARED, WRITERS: (*_SHARED[WRITERS], *of_methods)}
