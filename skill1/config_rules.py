"""What must hold between the values of a configuration: one line a rule, checked whenever a configuration is made."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from skill1.config import Skill1Config

TINY = "tiny"  # the value of model.path that asks for a random policy made for the run
FROZEN = ("zero_shot", "react", "reflexion", "skillpro", "skillopt")  # methods that train no weights

_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_NO_KEY = (
    "the name of the environment variable that holds the key; a key itself would be saved with the configuration"
)
PASSED_PATH = re.compile(r"[A-Za-z_][\w-]*(\.[\w-]+)*")
PASSED_VALUES = "a finite number, a text without ${…}, true, false, null, or a list of these"


def is_passed_value(value: Any) -> bool:
    """Whether a value can be handed to verl (``PASSED_VALUES``); an interpolation could read secrets into a log."""
    return all(
        part is None
        or isinstance(part, bool | int)
        or (isinstance(part, str) and "${" not in part)
        or (isinstance(part, float) and math.isfinite(part))
        for part in (value if isinstance(value, list) else [value])
    )


def _names(config: Skill1Config) -> list[str]:
    return [name.strip() for name in config.env.name.split(",")]


# Key, what must hold, and how it is said; of several broken rules the first is named.
RULES: tuple[tuple[str, Callable[[Skill1Config], bool], str], ...] = (
    ("skillopt.epochs", lambda c: c.skillopt.epochs >= 1, "at least 1"),
    ("skillopt.accumulation", lambda c: c.skillopt.accumulation >= 1, "at least 1"),
    ("skillopt.minibatch_size", lambda c: c.skillopt.minibatch_size >= 1, "at least 1"),
    ("skillopt.merge_batch_size", lambda c: c.skillopt.merge_batch_size >= 2, "at least 2: merging must end"),
    ("skillopt.edit_budget", lambda c: c.skillopt.edit_budget >= 1, "at least 1"),
    (
        "skillopt.min_edit_budget",
        lambda c: 1 <= c.skillopt.min_edit_budget <= c.skillopt.edit_budget,
        "between 1 and skillopt.edit_budget",
    ),
    ("skillopt.gate_mixed_weight", lambda c: 0 <= c.skillopt.gate_mixed_weight <= 1, "in [0, 1]"),
    ("skillopt.selection_tasks", lambda c: c.skillopt.selection_tasks >= 0, "0 (all) or more"),
    ("skillopt.slow_update_samples", lambda c: c.skillopt.slow_update_samples >= 1, "at least 1"),
    (
        "library.similarity_threshold",
        lambda c: c.method != "skillopt" or c.library.similarity_threshold == -1,
        "-1 with method skillopt: its document is in every prompt, however little it resembles the task",
    ),
    ("skillrl.top_k", lambda c: c.skillrl.top_k >= 1, "at least 1"),
    (
        "library.encoder",
        lambda c: (
            (c.method, c.library.encoder) != ("skillrl", "hashing")
            or c.skillrl.retrieval == "template"
            or c.agent.profile == "compact"
        ),
        "a model of sentences for skillrl.retrieval embedding or paper, such as --library.encoder "
        "Qwen/Qwen3-Embedding-0.6B; hashing compares words",
    ),
    (
        "skillrl.task_specific_top_k",
        lambda c: c.skillrl.task_specific_top_k is None or c.skillrl.task_specific_top_k >= 1,
        "at least 1, or null",
    ),
    (
        "skillrl.general_top_k",
        lambda c: c.skillrl.general_top_k is None or c.skillrl.general_top_k >= 0,
        "0 or more, or null",
    ),
    ("skillrl.mistakes_top_k", lambda c: c.skillrl.mistakes_top_k >= 0, "0 or more"),
    ("skillrl.collect_episodes", lambda c: c.skillrl.collect_episodes >= 0, "0 (no stage) or more"),
    ("skillrl.memories_per_question", lambda c: c.skillrl.memories_per_question >= 1, "at least 1"),
    ("skillrl.sft_episodes", lambda c: c.skillrl.sft_episodes >= 0, "0 (no stage) or more"),
    ("skillrl.evolve_every", lambda c: c.skillrl.evolve_every >= 0, "0 (never) or more"),
    ("skillrl.evolve_below", lambda c: 0 <= c.skillrl.evolve_below <= 1, "in [0, 1]"),
    ("skillrl.validation_tasks", lambda c: c.skillrl.validation_tasks >= 1, "at least 1"),
    ("skillrl.max_new_skills", lambda c: c.skillrl.max_new_skills >= 1, "at least 1"),
    (
        "skillrl.shallow_failures",
        lambda c: 1 <= c.skillrl.shallow_failures <= c.skillrl.deep_failures,
        "between 1 and skillrl.deep_failures",
    ),
    (
        "backend",
        lambda c: c.backend == "local" or c.method != "skillrl",
        "local with method skillrl: on a cluster a library can be retrieved from, not listed",
    ),
    (
        "backend",
        lambda c: c.backend == "local" or c.method != "skillopt",
        "local with method skillopt: its gate plays episodes between two steps, which the cluster's processes cannot",
    ),
    ("eval.round_tasks", lambda c: c.eval.round_tasks >= 1, "at least 1"),
    ("eval.trials", lambda c: c.eval.trials >= 1, "at least 1"),
    (
        "agent.profile",
        lambda c: c.method not in ("react", "reflexion") or c.agent.profile == c.method,
        "the profile of the same name with method react or reflexion, whose prompts it holds; --env E --method react "
        "sets it for an environment that comes with skill1, and --agent.profile react for any other",
    ),
    ("eval.batch_size", lambda c: c.eval.batch_size is None or c.eval.batch_size >= 1, "at least 1"),
    (
        "env.name",
        lambda c: all(_names(c)) and len(set(_names(c))) == len(_names(c)),
        "different names between the commas",
    ),
    (
        "env.mixture",
        lambda c: set(c.env.mixture) <= set(_names(c)) and (len(_names(c)) > 1 or not c.env.mixture),
        "only environments that env.name lists, of several",
    ),
    ("env.mixture", lambda c: all(c.env.mixture.values()), "at least one setting of each environment it names"),
    (
        "env.mixture",
        lambda c: all(own.get("weight", 1.0) > 0 for own in c.env.mixture.values()),
        "weights above 0; leave an environment out that is not to be played",
    ),
    (
        "env.data",
        lambda c: len(_names(c)) == 1 or c.env.data is None,
        "null with several environments, each of which has its own: --env.mixture.NAME.data FOLDER",
    ),
    (
        "backend",
        lambda c: c.backend == "local" or len(_names(c)) == 1,
        "local with several environments: on a cluster a task is found by its place in one split",
    ),
    ("env.workers", lambda c: c.env.workers >= 0, "0 (in this process) or more"),
    ("env.timeout_s", lambda c: c.env.timeout_s > 0, "above 0 seconds"),
    (
        "env.url",
        lambda c: not (c.env.url and (c.env.python or c.env.workers)),
        "no env.workers and no env.python beside it: the server plays the environments",
    ),
    ("endpoint.timeout_s", lambda c: c.endpoint.timeout_s > 0, "above 0 seconds"),
    ("endpoint.api_key_variable", lambda c: bool(_VARIABLE.fullmatch(c.endpoint.api_key_variable)), _NO_KEY),
    (
        "teacher.api_key_variable",
        lambda c: c.teacher.api_key_variable is None or bool(_VARIABLE.fullmatch(c.teacher.api_key_variable)),
        _NO_KEY,
    ),
    ("endpoint.retries", lambda c: c.endpoint.retries >= 0, "0 or more"),
    ("endpoint.concurrency", lambda c: c.endpoint.concurrency >= 1, "at least 1"),
    ("train.checkpoint_every", lambda c: c.train.checkpoint_every >= 1, "at least 1"),
    ("train.keep_checkpoints", lambda c: c.train.keep_checkpoints >= 1, "at least 1: resume needs one"),
    (
        "train.group_size",
        lambda c: c.train.group_size >= (1 if c.method in FROZEN else 2),
        "at least 2: the mean of a task's episodes is the baseline of each (1 with skillpro and skillopt, which have "
        "no such baseline)",
    ),
    ("train.steps", lambda c: c.train.steps >= 0, "0 or more"),
    ("train.tasks_per_step", lambda c: c.train.tasks_per_step >= 1, "at least 1"),
    ("train.validate_every", lambda c: c.train.validate_every >= 0, "0 (never) or more"),
    (
        "train.validate_every",
        lambda c: c.backend == "local" or c.train.validate_every == 0,
        "0 with backend verl, which does not validate while it trains; evaluate its checkpoints with "
        "`skill1 eval RUN@STEP`, and keep enough of them with --train.keep_checkpoints N",
    ),
    (
        "train.validate_split",
        lambda c: c.train.validate_every == 0 or c.train.validate_split is not None or len(_names(c)) > 1,
        "a split to validate on every train.validate_every steps, and not the one that results are reported on; "
        "`skill1 envs list` shows those of each environment",
    ),
    ("train.validate_tasks", lambda c: c.train.validate_tasks >= 1, "at least 1"),
    ("train.validate_temperature", lambda c: c.train.validate_temperature >= 0, "0 (greedy) or more"),
    (
        "train.best_metric",
        lambda c: (
            c.train.validate_every > 0 or not (c.train.keep_best and c.train.best_metric.startswith("validate/"))
        ),
        "a figure of training while train.validate_every is 0; for this one type --train.validate_every N as well",
    ),
    (
        "train.mini_batches",
        lambda c: 1 <= c.train.mini_batches <= c.train.tasks_per_step,
        "between 1 and train.tasks_per_step: mini-batches hold whole groups",
    ),
    ("sampling.temperature", lambda c: c.sampling.temperature > 0, "above 0: greedy has no gradient"),
    ("library.similarity_weight", lambda c: 0 <= c.library.similarity_weight <= 1, "in [0, 1]"),
    ("library.alpha", lambda c: 0 < c.library.alpha <= 1, "in (0, 1]"),
    ("library.top_k", lambda c: c.library.top_k >= 1, "at least 1"),
    ("library.capacity", lambda c: c.library.capacity >= 1, "at least 1"),
    (
        "library.control_share",
        lambda c: 0 <= c.library.control_share < 1,
        "in [0, 1): controls train no selection",
    ),
    ("env.max_steps", lambda c: c.env.max_steps >= 1, "at least 1"),
    ("loss.kl_coefficient", lambda c: c.loss.kl_coefficient >= 0, "0 or more"),
    ("credit.scale", lambda c: c.credit.scale > 0, "above 0"),
    ("credit.gigpo_gamma", lambda c: 0 < c.credit.gigpo_gamma <= 1, "in (0, 1]"),
    ("credit.gigpo_omega", lambda c: c.credit.gigpo_omega >= 0, "0 (episodes alone) or more"),
    (
        "credit.gigpo_similarity",
        lambda c: c.credit.gigpo_similarity is None or 0 < c.credit.gigpo_similarity <= 1,
        "null (equal texts) or in (0, 1]",
    ),
    ("credit.realised_delay", lambda c: c.credit.realised_delay >= 1, "at least 1"),
    ("seed", lambda c: c.seed >= 0, "0 or more"),
    ("eval.temperature", lambda c: c.eval.temperature >= 0, "0 (greedy) or more"),
    ("sft.epochs", lambda c: c.sft.epochs >= 1, "at least 1"),
    ("sft.batch_size", lambda c: c.sft.batch_size >= 1, "at least 1"),
    ("train.micro_batch_tokens", lambda c: c.train.micro_batch_tokens >= 1, "at least 1"),
    ("credit.lambda_rerank", lambda c: c.credit.lambda_rerank >= 0, "0 or more"),
    ("credit.lambda_distill", lambda c: c.credit.lambda_distill >= 0, "0 or more"),
    ("credit.success_ema", lambda c: 0 < c.credit.success_ema <= 1, "in (0, 1]"),
    ("loss.clip_low", lambda c: 0 < c.loss.clip_low < 1, "in (0, 1)"),
    ("loss.clip_high", lambda c: c.loss.clip_high > 0, "above 0"),
    ("sampling.query_tokens", lambda c: c.sampling.query_tokens >= 1, "at least 1"),
    ("sampling.rerank_tokens", lambda c: c.sampling.rerank_tokens >= 1, "at least 1"),
    ("sampling.act_tokens", lambda c: c.sampling.act_tokens >= 1, "at least 1"),
    ("sampling.distill_tokens", lambda c: c.sampling.distill_tokens >= 1, "at least 1"),
    (
        "model.path",
        lambda c: c.backend != "verl" or c.model.path != TINY,
        "a Hugging Face folder or name with backend verl, whose processes all read it; `skill1 sft` makes a tiny one",
    ),
    ("model.lora_rank", lambda c: c.model.lora_rank >= 0, "0 (every weight is trained) or more"),
    (
        "model.lora_rank",
        lambda c: c.backend == "verl" or c.model.lora_rank == 0,
        "0 with backend local, which trains every weight; adapters need --backend verl",
    ),
    ("model.lora_alpha", lambda c: c.model.lora_alpha >= 1, "at least 1"),
    ("cluster.gpus_per_node", lambda c: c.cluster.gpus_per_node >= 1, "at least 1"),
    ("cluster.nodes", lambda c: c.cluster.nodes >= 1, "at least 1"),
    ("cluster.agent_workers", lambda c: c.cluster.agent_workers >= 1, "at least 1"),
    ("cluster.gpu_memory", lambda c: 0 < c.cluster.gpu_memory < 1, "in (0, 1): training needs the rest"),
    (
        "cluster.tensor_parallel",
        lambda c: c.cluster.tensor_parallel >= 1 and c.cluster.gpus_per_node % c.cluster.tensor_parallel == 0,
        "a divisor of cluster.gpus_per_node",
    ),
    (
        "model.reference",
        lambda c: c.backend != "verl" or c.model.reference in (None, c.model.path),
        "null with backend verl, whose reference policy is always the start weights",
    ),
    (
        "train.final_learning_rate",
        lambda c: c.backend != "verl" or c.train.final_learning_rate == 1,
        "1 with backend verl, which has no linear fall; for a cosine to a tenth type "
        "--train.final_learning_rate 1 --verl.actor_rollout_ref.actor.optim.min_lr_ratio 0.1",
    ),
    (
        "verl",
        lambda c: c.backend == "verl" or not c.verl,
        "nothing with backend local, which has no verl; type --backend verl",
    ),
    (
        "verl",
        lambda c: all(map(PASSED_PATH.fullmatch, c.verl)),
        "paths in verl's configuration: names joined by dots",
    ),
    ("verl", lambda c: all(map(is_passed_value, c.verl.values())), PASSED_VALUES),
    (
        "backend",
        lambda c: c.method != "skillpro" or (c.backend, c.policy.engine) == ("local", "hf"),
        "local, and policy.engine hf, with method skillpro: its gate reads log-probs of the weights in this process",
    ),
    ("skillpro.pool_size", lambda c: c.skillpro.pool_size >= 1, "at least 1"),
    ("skillpro.skill_select_k", lambda c: c.skillpro.skill_select_k >= 1, "at least 1"),
    ("skillpro.max_skill_age", lambda c: c.skillpro.max_skill_age >= 1, "at least 1"),
    ("skillpro.epsilon", lambda c: 0 <= c.skillpro.epsilon <= 1, "in [0, 1]"),
    ("skillpro.final_epsilon", lambda c: 0 <= c.skillpro.final_epsilon <= 1, "in [0, 1]"),
    ("skillpro.epsilon_steps", lambda c: c.skillpro.epsilon_steps >= 1, "at least 1"),
    ("skillpro.baseline_step", lambda c: 0 < c.skillpro.baseline_step <= 1, "in (0, 1]"),
    ("skillpro.evolve_after", lambda c: c.skillpro.evolve_after >= 2, "at least 2: best and worst episodes"),
    ("skillpro.evolutions_per_step", lambda c: c.skillpro.evolutions_per_step >= 0, "0 or more"),
    ("skillpro.candidates", lambda c: c.skillpro.candidates >= 1, "at least 1"),
    ("skillpro.relevance", lambda c: 0 <= c.skillpro.relevance <= 1, "in [0, 1]"),
    ("skillpro.clip", lambda c: 0 < c.skillpro.clip < 1, "in (0, 1)"),
    ("skillpro.duplicate_similarity", lambda c: 0 < c.skillpro.duplicate_similarity <= 1, "in (0, 1]"),
    ("skillpro.experience_pool", lambda c: c.skillpro.experience_pool >= 1, "at least 1"),
    ("skillpro.golden_pool", lambda c: c.skillpro.golden_pool >= 0, "0 or more"),
    (
        "skillpro.golden_checks",
        lambda c: 0 <= c.skillpro.golden_checks <= c.skillpro.golden_pool,
        "between 0 and skillpro.golden_pool",
    ),
    (
        "agent.profile",
        lambda c: c.model.path != TINY or c.agent.profile == "compact",
        f"compact: model.path {TINY} reads bare words, all other profiles need a chat model",
    ),
)
