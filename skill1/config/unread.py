"""Keys that nothing reads under a command, a method or a backend: one table, asked by every command that has keys.

A key of a section that belongs to something else is refused: whoever sets it expects what will not happen. Keys of
sections that all methods share (``library``, ``credit``, ``loss``, the optimizer) are only told of, for an ablation may
hand the same settings to each of its arms; where a file sets them, rarely anything is said. Must not import torch.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass

from skill1.config.configuration import Skill1Config, method_sections
from skill1.config.keys import config_keys
from skill1.config.method import Row, declarations, declared, uses_library
from skill1.config.registry import METHOD_COMMANDS, METHODS
from skill1.config.save import flat_values
from skill1.config.trust import COMMAND
from skill1.errors import ConfigError
from skill1_envs import OWN_KEYS, SUITES

# Commands that load a policy.
EXECUTES = ("train", *METHOD_COMMANDS, "eval", "skills", "rollout", "internalise", "sweep", "quickstart")
OPTIMIZER = (
    *("train.learning_rate", "train.final_learning_rate", "train.warmup_steps", "train.weight_decay"),
    *("train.max_grad_norm", "train.mini_batches", "train.gradient_checkpointing"),
)
# Supervised training reads it, too.
OF_ANY_UPDATE = ("train.gradient_checkpointing",)
OF_LOCAL_WEIGHTS = (
    *("model.path", "model.reference", "model.dtype", "model.device", "model.rows", "model.lora_", "policy."),
    *("train.threads", "train.micro_batch_tokens"),
)
# Without cluster.gpu_memory: a local run with policy.engine vllm reads that, too.
CLUSTER = (
    *("cluster.gpus_per_node", "cluster.nodes", "cluster.ray_address", "cluster.tensor_parallel"),
    *("cluster.agent_workers", "cluster.offload", "cluster.ratio_cap", "cluster.logprob_gap_limit"),
    *("cluster.start_timeout_s", "cluster.stall_timeout_s"),
)
GAMMA = ("credit.gigpo_gamma",)
OF_GIGPO_ALONE = ("credit.gigpo_omega", "credit.gigpo_normalise", "credit.gigpo_similarity")
GIGPO = (*GAMMA, *OF_GIGPO_ALONE)
OF_A_CREDITED_WRITER = (
    *("credit.selection", "credit.distillation", "credit.lambda_rerank", "credit.lambda_distill", "credit.scale"),
    *("credit.realised_delay", "credit.invalid_value"),
)
SHOW_EVERY_TURN = ("dialogue", "compact")
OF_CONTROLS = ("library.control_share", "library.control", "library.control_draw", "library.trial_uses")
OF_A_WRITER = (*OF_A_CREDITED_WRITER, "agent.selection", "agent.distillation")


@dataclass(frozen=True)
class Unread:
    """Keys of one row that are set though nothing reads them."""

    keys: tuple[str, ...]
    why: str
    is_refused: bool

    def __str__(self) -> str:
        names = ", ".join(f"`{key}`" for key in self.keys)
        return f"{names} {'have' if len(self.keys) > 1 else 'has'} no effect here: {self.why}"


def _of_environment(name: str) -> Row:
    # Only where environments of ours play: what somebody else's suite reads of `env`, only that suite knows.
    others = SUITES.keys() - {name}
    why = f"it belongs to {name}, which is not played. Leave it out."
    return Row(OWN_KEYS[name], lambda command, c: set(c.env.names) <= others, why)


def _told(keys: tuple[str, ...], holds: Callable[[str, Skill1Config], bool], why: str) -> Row:
    """Of a section that all methods share: an ablation may hand the same settings to each of its arms."""
    return Row(keys, holds, why, is_shared=True)


def _trains(config: Skill1Config) -> bool:
    return declared(config.method).trains_weights


def _writes(config: Skill1Config) -> bool:
    return declared(config.method).writes_skills


TABLE: tuple[Row, ...] = (
    Row(
        ("endpoint.",),
        lambda command, c: command not in ("train", "eval", "skills", "rollout"),
        "a model behind a server has no weights to train and gives no log-probs. `skill1 {command}` takes a model that "
        "is here, --model.path FOLDER or a Hugging Face name; a server is asked by `skill1 eval URL --endpoint.model "
        "NAME --env E --library none`, by `skill1 train` with a method whose weights are frozen, and as a teacher by "
        "--teacher.kind service --teacher.url URL --teacher.model NAME.",
        in_files=True,
    ),
    Row(
        ("endpoint.",),
        lambda command, c: command in ("eval", "skills") and c.endpoint.url is None,
        "no server is named. Give its address in the place of the run or model: skill1 eval URL --endpoint.model NAME "
        "--library none.",
    ),
    Row(
        ("endpoint.",),
        lambda command, c: command == "train" and c.endpoint.url is None,
        "no server is named. Type --endpoint.url URL --endpoint.model NAME.",
        in_files=True,
    ),
    Row(
        (
            "eval.split",
            "eval.library",
            "eval.limit",
            "eval.round_tasks",
            "eval.trials",
            "eval.errors_in_a_row",
            "library.",
            "endpoint.budget",
        ),
        lambda command, c: command == "skills",
        "`skill1 skills eval` provides the skill and plays the cases in its folder. Leave it out.",
    ),
    Row(
        ("endpoint.budget", "endpoint.prompt_price", "endpoint.completion_price"),
        lambda command, c: command == "eval",
        "it belongs to `skill1 train`; the result of an evaluation lists the tokens that the server counted. Leave "
        "it out.",
    ),
    Row(
        ("endpoint.budget",),
        lambda command, c: command == "train" and not (c.endpoint.prompt_price or c.endpoint.completion_price),
        "without a price nothing counts as spent. Also type --endpoint.prompt_price P --endpoint.completion_price P.",
        in_files=True,
    ),
    Row(
        ("endpoint.requests_per_minute", "endpoint.retries"),
        lambda command, c: str(c.endpoint.url).startswith(COMMAND),
        "an agent's command line calls its own server. To play fewer at once: --eval.batch_size N.",
    ),
    Row(
        OF_LOCAL_WEIGHTS,
        lambda command, c: _is_served_training(command, c),
        "the model is behind endpoint.url, and no weights are here. Leave it out.",
    ),
    Row(
        ("teacher.",),
        lambda command, c: not declared(c.method).has_teacher and not _is_stage(command),
        "method {method} has no teacher. Methods with one: {taught}.",
        in_files=True,
    ),
    Row(
        ("cluster.gpu_memory",),
        lambda command, c: c.backend == "local" and c.policy.engine == "hf",
        "nothing here uses vLLM. Type --backend verl or --policy.engine vllm, or leave it out.",
    ),
    Row(
        CLUSTER,
        lambda command, c: c.backend == "local",
        "backend local is a single process. Type --backend verl, or leave it out.",
    ),
    Row(
        CLUSTER,
        lambda command, c: c.backend == "verl" and command == "eval",
        "an evaluation is a single process, whatever trained the run. Leave it out.",
    ),
    _told(
        ("model.rows",),
        # Stages that a method has before RL play here.
        lambda command, c: command == "train" and c.backend == "verl" and not declared(c.method).commands,
        "verl's servers queue episodes; to bound them: --verl.actor_rollout_ref.rollout.max_num_seqs N.",
    ),
    Row(
        ("library.enabled",),
        lambda command, c: uses_library(c) and not c.library.enabled,
        "method {method} always has a library; without one it would be grpo. Type --method grpo, or leave it out.",
        in_files=True,
    ),
    Row(
        ("eval.",),
        lambda command, c: command == "rollout",
        "`skill1 rollout` plays a training episode. For another split, type --env.train_split SPLIT, or --task ID; to "
        "evaluate, type skill1 eval RUN.",
    ),
    Row(
        ("sampling.temperature",),
        lambda command, c: command in ("eval", "skills"),
        "an evaluation samples at eval.temperature. Type --eval.temperature T.",
    ),
    Row(
        ("policy.",),
        lambda command, c: c.backend == "verl" and command == "train",
        "backend verl always generates with vLLM. Leave it out.",
    ),
    Row(
        ("policy.",),
        lambda command, c: command not in EXECUTES,
        "`skill1 {command}` generates nothing with a model. Leave it out.",
    ),
    *map(_of_environment, OWN_KEYS),
    _told(
        ("sft.",),
        lambda command, c: command == "train" and not declared(c.method).begins_with_sft(c),
        "supervised training is a command of its own, `skill1 sft`, and no stage of method {method} as configured.",
    ),
    _told(
        ("loss.", "credit.", "train.frozen_layers", *(key for key in OPTIMIZER if key not in OF_ANY_UPDATE)),
        lambda command, c: command in ("sft", "internalise"),
        "`skill1 {command}` learns by the section sft: --sft.learning_rate, --sft.warmup_updates, --sft.batch_size.",
    ),
    _told(("loss.", *OPTIMIZER), lambda command, c: not _trains(c), "method {method} trains no weights."),
    _told(
        ("loss.", "credit.utilisation", *GIGPO, *OPTIMIZER, *OF_A_CREDITED_WRITER),
        lambda command, c: _is_served_training(command, c) and _trains(c),
        "the weights are behind endpoint.url and do not change, so no credit is assigned.",
    ),
    _told(("credit.utilisation", *GIGPO), lambda command, c: not _trains(c), "method {method} assigns no credit."),
    _told(
        OF_GIGPO_ALONE,
        lambda command, c: _trains(c) and c.credit.utilisation != "gigpo",
        "it belongs to --credit.utilisation gigpo.",
    ),
    _told(
        GAMMA,
        lambda command, c: _trains(c) and c.credit.utilisation not in ("gigpo", "discounted"),
        "it belongs to --credit.utilisation gigpo or discounted.",
    ),
    _told(
        ("credit.trend_uses",),
        lambda command, c: _trains(c) and c.credit.selection != "matched",
        "it belongs to --credit.selection matched.",
    ),
    _told(
        ("credit.realised_delay", "credit.invalid_value"),
        lambda command, c: _trains(c) and c.credit.distillation != "realised",
        "it belongs to --credit.distillation realised.",
    ),
    _told(
        ("library.exploration", "library.ucb_scale"),
        lambda command, c: uses_library(c) and c.library.similarity_weight == 1.0,
        "under --library.similarity_weight 1, similarity alone ranks the candidates.",
    ),
    _told(
        ("agent.history_window",),
        # A teacher may be shown a window of what the policy sees whole.
        lambda command, c: c.agent.profile in SHOW_EVERY_TURN and not declared(c.method).has_teacher,
        "profile {config.agent.profile} shows every turn; --agent.profile skill1 rebuilds prompts with a window.",
    ),
    _told(
        ("credit.selection", "credit.lambda_rerank"),
        lambda command, c: _writes(c) and c.agent.selection == "similarity",
        "under --agent.selection similarity the policy writes no query and no ranking.",
    ),
    _told(
        ("credit.distillation", "credit.lambda_distill"),
        lambda command, c: _writes(c) and c.agent.distillation != "policy",
        "under --agent.distillation {config.agent.distillation} the policy writes no skill.",
    ),
    _told(
        ("credit.lambda_rerank",),
        lambda command, c: _writes(c) and c.credit.selection == "none",
        "it weighs --credit.selection, which is none.",
    ),
    _told(
        ("credit.lambda_distill",),
        lambda command, c: _writes(c) and c.credit.distillation == "none",
        "it weighs --credit.distillation, which is none.",
    ),
    _told(
        ("library.prior_uses",),
        lambda command, c: uses_library(c) and c.library.utility != "posterior",
        "it belongs to --library.utility posterior.",
    ),
    _told(
        ("library.control_draw",),
        lambda command, c: uses_library(c) and c.library.control_share == 0,
        "--library.control_share is 0.",
    ),
    _told(
        ("library.admission", "library.capacity", "library.retirement", "library.edits"),
        lambda command, c: _stays_frozen(command, c),
        "library.frozen leaves the library as it is.",
    ),
    _told(
        ("library.alpha",),
        lambda command, c: _stays_frozen(command, c) and c.library.exploration != "thompson",
        "library.frozen leaves the library as it is.",
    ),
    _told(
        OF_A_WRITER,
        lambda command, c: not (_writes(c) and c.library.enabled),
        "in method {method} as configured the policy neither selects nor writes skills.",
    ),
    _told(
        ("library.", "train.library_steps"),
        lambda command, c: not declared(c.method).has_library,
        "method {method} has no library.",
    ),
    _told(
        ("train.library_steps",),
        lambda command, c: declared(c.method).has_library and not uses_library(c),
        "as configured, the run has no library to fill first.",
    ),
    _told(
        OF_CONTROLS,
        lambda command, c: declared(c.method).has_library and not declared(c.method).withholds,
        "method {method} has no control episodes.",
    ),
    _told(
        ("model.lora_alpha",),
        lambda command, c: c.model.lora_rank == 0,
        "without --model.lora_rank there are no adapters.",
    ),
    _told(
        ("eval.trials",),
        lambda command, c: command == "eval" and not declared(c.method).tries_again,
        "method {method} never tries a task again.",
    ),
    _told(
        ("eval.explore",),
        lambda command, c: command == "eval" and c.eval.library not in ("fresh", "online"),
        "exploration is only for a library that grows. Type --library fresh or online.",
    ),
)


def unread(
    command: str, config: Skill1Config, *, typed: Collection[str], in_file: Collection[str] = ()
) -> Iterator[Unread]:
    """What is set and read by nothing, refused findings first; a value equal to the default does not count.

    Args:
        command: such as "train".
        typed: keys of the command line.
        in_file: keys of the configuration's file.
    """
    values, known = flat_values(config), config_keys()
    # `in_file` may be every key there is: only a value that is not the default was chosen by somebody.
    is_set = [key for key in known if values[key] != known[key].default]
    taught = ", ".join(name for name in METHODS if declared(name).has_teacher)
    for row in sorted(rows(), key=lambda row: row.is_shared):
        named = {*typed, *in_file} if row.in_files else set(typed)
        keys = tuple(key for key in is_set if key in named and key.startswith(row.keys))
        if keys and row.holds(command, config):
            why = row.why.format(command=command, method=config.method, config=config, taught=taught)
            yield Unread(keys, why, not row.is_shared)


def rows() -> Iterator[Row]:
    """The table, what methods declare, and that nothing but a method and its stages reads the method's section."""
    yield from TABLE
    for name, own in declarations().items():
        yield from own.unread
        if name in METHODS and name in method_sections():
            yield Row(
                (f"{name}.",),
                lambda command, c, name=name, own=own: c.method != name and command not in own.commands,
                f"the method is {{method}}. Type --method {name}, or leave it out.",
                in_files=True,
            )


def require_reader(command: str, configs: Sequence[Skill1Config], typed: Collection[str]) -> None:
    """Refuse what is typed for several runs and read by none of them.

    Raises:
        ConfigError: naming the keys, with the reason of the first run.
    """
    each = [[found for found in unread(command, config, typed=typed) if found.is_refused] for config in configs]
    nowhere = set.intersection(*({key for found in of_one for key in found.keys} for of_one in each))
    if nowhere:
        raise ConfigError(str(next(found for found in each[0] if nowhere & set(found.keys))))


def _is_served_training(command: str, config: Skill1Config) -> bool:
    return command == "train" and config.endpoint.url is not None


def _stays_frozen(command: str, config: Skill1Config) -> bool:
    # An evaluation's own copy grows whatever training does.
    grows = command == "eval" and config.eval.library in ("fresh", "online")
    return uses_library(config) and config.library.frozen and not grows


def _is_stage(command: str) -> bool:
    """Whether a command carries out a stage of some method, whatever the configured one."""
    return any(command in own.commands for own in declarations().values())
