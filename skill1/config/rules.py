"""What must hold between the values of a configuration, whatever its method; of several broken rules the first is told.

What holds for one value by itself is part of its type (:mod:`skill1.config.values`); what a method demands, its own
settings declare.
"""

from __future__ import annotations

import re
import sys
from typing import Any

from skill1.config.method import Rule, changes_weights

TINY = "tiny"  # the value of model.path that asks for a random policy made for the run
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


RULES = (
    # Settings, results and metrics of several environments are kept by name.
    Rule(
        "env.name",
        lambda c: all(c.env.names) and len(set(c.env.names)) == len(c.env.names),
        "different names between the commas",
    ),
    Rule(
        "env.mixture",
        lambda c: set(c.env.mixture) <= set(c.env.names) and (len(c.env.names) > 1 or not c.env.mixture),
        "only environments that env.name lists, if there are several",
    ),
    Rule(
        "env.mixture", lambda c: all(c.env.mixture.values()), "at least one setting of each environment it names"
    ),
    Rule(
        "env.data",
        lambda c: len(c.env.names) == 1 or c.env.data is None,
        "null with several environments, each of which has its own: --env.mixture.NAME.data FOLDER",
    ),
    Rule(
        "backend",
        lambda c: c.backend == "local" or len(c.env.names) == 1,
        "local with several environments: on a cluster a task is found by its place in one split",
    ),
    Rule(
        "env.url",
        lambda c: not (c.env.url and (c.env.python or c.env.workers)),
        "no env.workers and no env.python with it: the server plays the environments",
    ),
    Rule(
        "credit.selection",
        lambda c: c.credit.selection != "uplift" or c.library.control_share > 0,
        "uplift only with controls: --library.control_share 0.5 --library.control_draw group",
    ),
    # A trial compares a skill with its controls: without any, none would ever end.
    Rule(
        "library.trial_uses",
        lambda c: c.library.trial_uses == 0 or c.library.control_share > 0,
        "0, or controls to compare with: --library.control_share 0.5 --library.control_draw group",
    ),
    Rule(
        "credit.selection",
        lambda c: c.credit.selection != "ndcg_plackett_luce" or c.library.top_k <= 10,
        "ndcg_plackett_luce only with a library.top_k of at most 10: it sums over all subsets of the candidates",
    ),
    # One episode alone is its own baseline: its advantage would always be 0.
    Rule(
        "train.group_size",
        lambda c: c.train.group_size >= (2 if changes_weights(c) else 1),
        "at least 2: the mean of a task's episodes is the baseline of each (1 with methods whose weights are frozen)",
    ),
    Rule(
        "train.validate_split",
        lambda c: c.train.validate_every == 0 or c.train.validate_split is not None or len(c.env.names) > 1,
        "a split to validate on every train.validate_every steps, but not the one that results are reported on; "
        "`skill1 envs list` shows those of each environment",
    ),
    # Else no checkpoint would ever be the best one, which shows only at the end.
    Rule(
        "train.best_metric",
        lambda c: (
            c.train.validate_every > 0 or not (c.train.keep_best and c.train.best_metric.startswith("validate/"))
        ),
        "a training metric while train.validate_every is 0; for this one type --train.validate_every N as well",
    ),
    Rule(
        "train.library_steps",
        lambda c: not c.train.library_steps or c.train.library_steps < c.train.steps,
        "fewer than train.steps, or no weight would be trained",
    ),
    Rule(
        "train.mini_batches",
        lambda c: c.train.mini_batches <= c.train.tasks_per_step,
        "between 1 and train.tasks_per_step: mini-batches hold whole groups",
    ),
    Rule(
        "model.path",
        lambda c: c.backend != "verl" or c.model.path != TINY,
        "a Hugging Face folder or name with backend verl, whose processes all read it; `skill1 sft` makes a tiny one",
    ),
    Rule(
        "model.lora_rank",
        lambda c: c.backend == "verl" or c.model.lora_rank == 0,
        "0 with backend local, which trains every weight; adapters need --backend verl",
    ),
    Rule(
        "cluster.tensor_parallel",
        lambda c: c.cluster.gpus_per_node % c.cluster.tensor_parallel == 0,
        "a divisor of cluster.gpus_per_node",
    ),
    Rule(
        "model.reference",
        lambda c: c.backend != "verl" or c.model.reference in (None, c.model.path),
        "null with backend verl, whose reference policy is always the start weights",
    ),
    Rule(
        "train.final_learning_rate",
        lambda c: c.backend != "verl" or c.train.final_learning_rate == 1,
        "1 with backend verl, which has no linear fall; for a cosine to a tenth type "
        "--train.final_learning_rate 1 --verl.actor_rollout_ref.actor.optim.min_lr_ratio 0.1",
    ),
    Rule(
        "train.frozen_layers",
        lambda c: c.backend != "verl" or not c.train.frozen_layers,
        "0 with backend verl, which trains all layers or a LoRA adapter (model.lora_rank)",
    ),
    Rule(
        "verl",
        lambda c: c.backend == "verl" or not c.verl,
        "nothing with backend local, which has no verl; type --backend verl",
    ),
    # Files and the command line are checked as they are read; these are for a configuration made in Python.
    Rule(
        "verl",
        lambda c: all(map(PASSED_PATH.fullmatch, c.verl)),
        "paths in verl's configuration: names joined by dots",
    ),
    Rule("verl", lambda c: all(map(is_passed_value, c.verl.values())), PASSED_VALUES),
    Rule(
        "agent.profile",
        lambda c: c.model.path != TINY or c.agent.profile == "compact",
        f"compact: model.path {TINY} reads bare words, all other profiles need a chat model",
    ),
)
