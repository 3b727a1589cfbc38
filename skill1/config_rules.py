"""What must hold between the values of a configuration: one line a rule, checked whenever a configuration is made.

What holds for one number by itself is in ``skill1.config_ranges``.
"""

from __future__ import annotations

import re
import sys
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
        or (isinstance(part, str) and "${" not in part)
        or (isinstance(part, int | float) and abs(part) <= sys.float_info.max)  # not nan, not inf
        for part in (value if isinstance(value, list) else [value])
    )


def _names(config: Skill1Config) -> list[str]:
    return [name.strip() for name in config.env.name.split(",")]


# Key, what must hold, and how it is said; of several broken rules the first is named.
RULES: tuple[tuple[str, Callable[[Skill1Config], bool], str], ...] = (
    (
        "skillopt.min_edit_budget",
        lambda c: 1 <= c.skillopt.min_edit_budget <= c.skillopt.edit_budget,
        "between 1 and skillopt.edit_budget",
    ),
    (
        "library.similarity_threshold",
        lambda c: c.method != "skillopt" or c.library.similarity_threshold == -1,
        "-1 with method skillopt: its document is in every prompt, however little it resembles the task",
    ),
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
    (
        "agent.profile",
        lambda c: c.method not in ("react", "reflexion") or c.agent.profile == c.method,
        "the profile of the same name with method react or reflexion, whose prompts it holds; --env E --method react "
        "sets it for an environment that comes with skill1, and --agent.profile react for any other",
    ),
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
    (
        "env.url",
        lambda c: not (c.env.url and (c.env.python or c.env.workers)),
        "no env.workers and no env.python beside it: the server plays the environments",
    ),
    ("endpoint.api_key_variable", lambda c: bool(_VARIABLE.fullmatch(c.endpoint.api_key_variable)), _NO_KEY),
    (
        "teacher.api_key_variable",
        lambda c: c.teacher.api_key_variable is None or bool(_VARIABLE.fullmatch(c.teacher.api_key_variable)),
        _NO_KEY,
    ),
    (
        "train.group_size",
        lambda c: c.train.group_size >= (1 if c.method in FROZEN else 2),
        "at least 2: the mean of a task's episodes is the baseline of each (1 with skillpro and skillopt, which have "
        "no such baseline)",
    ),
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
    (
        "model.path",
        lambda c: c.backend != "verl" or c.model.path != TINY,
        "a Hugging Face folder or name with backend verl, whose processes all read it; `skill1 sft` makes a tiny one",
    ),
    (
        "model.lora_rank",
        lambda c: c.backend == "verl" or c.model.lora_rank == 0,
        "0 with backend local, which trains every weight; adapters need --backend verl",
    ),
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
