"""The range of every number in a configuration, and what no text in it may hold: checked by one function for all keys.

A key that is not listed takes what its kind usually takes: whole numbers and numbers from 0 up. What must hold between
keys is in ``skill1.config_rules``.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Integral, Real

MOST_WHOLE = 2**31 - 1  # of a count: torch, threads and files hold no more everywhere
MOST_SEED = 2**63 - 1  # SQLite's and torch's whole numbers
MOST = 1e12
LONGEST_SHOWN = 200  # characters
LEAST = 1e-30  # of a number that is not 0: float32 divides by less and gets infinity


@dataclass(frozen=True, slots=True)
class Range:
    """From ``least`` to ``most``; an open end is not in it. ``why``: what an end means, or what it is for."""

    least: float = 0
    most: float = MOST
    why: str = ""
    open_below: bool = False
    open_above: bool = False

    def holds(self, number: Real) -> bool:
        """Whether a number lies in it. Not-a-number lies nowhere."""
        if not self.least <= number <= self.most or 0 < abs(number) < LEAST:
            return False
        return not (self.open_below and number == self.least) and not (self.open_above and number == self.most)

    def expected(self, number: Real) -> str:
        """What to say of a number outside: ``at least 1``, ``above 0``, ``in [0, 1)``, with the reason."""
        if 0 < abs(number) < LEAST:
            return f"0 or at least {LEAST:g} in size: float32 holds no less"
        if self.most in (MOST, MOST_WHOLE):
            below = f"{'above' if self.open_below else 'at least'} {self.least:g}"
            words = f"at most {_plain(self.most)}" if number > self.most else below
        else:
            ends = "(" if self.open_below else "[", ")" if self.open_above else "]"
            words = f"in {ends[0]}{self.least:g}, {_plain(self.most)}{ends[1]}"
        return f"{words}: {self.why}" if self.why else words


def _plain(number: float) -> str:
    return str(number) if isinstance(number, int) else f"{number:.10g}"


ONE_UP = Range(1, MOST_WHOLE)
SHARE = Range(0, 1)
PART = Range(0, 1, open_below=True)  # of which nothing is no choice
INSIDE = Range(0, 1, open_below=True, open_above=True)
ABOVE_0 = Range(open_below=True)
ANY = Range(-MOST)
SECONDS = Range(0, 1e6, "seconds; sockets wait no longer", open_below=True)
COSINE = Range(-1, 2, "a cosine; above 1 none is enough")

RANGES = {
    "seed": Range(0, MOST_SEED),
    "env.max_steps": ONE_UP,
    "env.workers": Range(0, 4096, "processes; 0: in this one"),
    "env.timeout_s": SECONDS,
    "model.max_prompt_tokens": ONE_UP,
    "model.rows": ONE_UP,
    "model.lora_alpha": ONE_UP,
    "cluster.gpus_per_node": ONE_UP,
    "cluster.nodes": ONE_UP,
    "cluster.tensor_parallel": ONE_UP,
    "cluster.agent_workers": ONE_UP,
    "cluster.gpu_memory": Range(0, 1, "training needs the rest", open_below=True, open_above=True),
    "endpoint.timeout_s": SECONDS,
    "endpoint.concurrency": ONE_UP,
    "teacher.timeout_s": SECONDS,
    "teacher.concurrency": ONE_UP,
    "teacher.max_tokens": ONE_UP,
    "sampling.temperature": Range(why="greedy has no gradient", open_below=True),
    "sampling.query_tokens": ONE_UP,
    "sampling.rerank_tokens": ONE_UP,
    "sampling.act_tokens": ONE_UP,
    "sampling.distill_tokens": ONE_UP,
    "agent.max_skill_chars": ONE_UP,
    "library.top_k": ONE_UP,
    "library.similarity_weight": SHARE,
    "library.similarity_threshold": COSINE,
    "library.capacity": ONE_UP,
    "library.alpha": PART,
    "library.initial_utility": SHARE,
    "library.merge_similarity": COSINE,
    "library.control_share": Range(0, 1, "controls train no selection", open_above=True),
    "credit.gigpo_gamma": PART,
    "credit.gigpo_similarity": Range(0, 1, "or null (equal texts)", open_below=True),
    "credit.scale": ABOVE_0,
    "credit.realised_delay": ONE_UP,
    "credit.invalid_value": ANY,
    "credit.success_ema": PART,
    "loss.clip_low": INSIDE,
    "loss.clip_high": ABOVE_0,
    "loss.entropy_coefficient": ANY,
    "train.tasks_per_step": ONE_UP,
    "train.group_size": ONE_UP,
    "train.mini_batches": ONE_UP,
    "train.micro_batch_tokens": ONE_UP,
    "train.max_grad_norm": Range(why="0 would train nothing", open_below=True),
    "train.checkpoint_every": ONE_UP,
    "train.keep_checkpoints": Range(1, MOST_WHOLE, "resume needs one"),
    "train.validate_tasks": ONE_UP,
    "train.threads": Range(1, 1024, "or null (torch's choice)"),
    "sft.epochs": ONE_UP,
    "sft.batch_size": ONE_UP,
    "eval.round_tasks": ONE_UP,
    "eval.trials": ONE_UP,
    "eval.limit": Range(1, MOST_WHOLE, "or null (all)"),
    "eval.batch_size": ONE_UP,
    "skillrl.top_k": ONE_UP,
    "skillrl.task_specific_top_k": Range(1, MOST_WHOLE, "or null"),
    "skillrl.similarity_threshold": COSINE,
    "skillrl.memories_per_question": ONE_UP,
    "skillrl.evolve_below": SHARE,
    "skillrl.validation_tasks": ONE_UP,
    "skillrl.max_new_skills": ONE_UP,
    "skillrl.shallow_failures": ONE_UP,
    "skillpro.pool_size": ONE_UP,
    "skillpro.skill_select_k": ONE_UP,
    "skillpro.max_skill_age": ONE_UP,
    "skillpro.epsilon": SHARE,
    "skillpro.final_epsilon": SHARE,
    "skillpro.epsilon_steps": ONE_UP,
    "skillpro.similarity_threshold": COSINE,
    "skillpro.least_gain": ANY,
    "skillpro.baseline_step": PART,
    "skillpro.evolve_after": Range(2, MOST_WHOLE, "best and worst episodes"),
    "skillpro.candidates": ONE_UP,
    "skillpro.relevance": SHARE,
    "skillpro.clip": INSIDE,
    "skillpro.acceptance_margin": ANY,
    "skillpro.duplicate_similarity": PART,
    "skillpro.experience_pool": ONE_UP,
    "skillopt.epochs": ONE_UP,
    "skillopt.accumulation": ONE_UP,
    "skillopt.minibatch_size": ONE_UP,
    "skillopt.merge_batch_size": Range(2, MOST_WHOLE, "merging must end"),
    "skillopt.edit_budget": ONE_UP,
    "skillopt.min_edit_budget": ONE_UP,
    "skillopt.gate_mixed_weight": SHARE,
    "skillopt.slow_update_samples": ONE_UP,
}


def range_of(key: str, value: Real) -> Range:
    """The range of a key, which ``value`` belongs to."""
    return RANGES.get(key) or Range(most=MOST_WHOLE if isinstance(value, Integral) else MOST)


def fault_of(key: str, value: object) -> str:
    """What is expected of a key in place of this value; empty if it can be used as far as this module knows."""
    if isinstance(value, str):
        return "" if _is_storable(value) else "a text without null characters and half surrogate pairs"
    if isinstance(value, bool) or not isinstance(value, Real):
        return ""
    if isinstance(value, float) and not math.isfinite(value):
        return "a finite number"
    allowed = range_of(key, value)
    return "" if allowed.holds(value) else allowed.expected(value)


def shown(value: object) -> str:
    """A value in a message, cut where it is long."""
    if (
        isinstance(value, int) and value.bit_length() > LONGEST_SHOWN
    ):  # Python refuses to write thousands of digits
        return f"a whole number of {value.bit_length()} bits"
    return f"{value!r:.{LONGEST_SHOWN}}"


def _is_storable(text: str) -> bool:
    """Whether it can be part of a path and of a UTF-8 file."""
    return "\0" not in text and not any("\ud800" <= character <= "\udfff" for character in text)
