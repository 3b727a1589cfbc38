"""What method skillrl adds to configurations: its section, and what must hold with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from skill1.config.method import Method, Rule
from skill1.config.values import MOST_WHOLE, Cosine, Count, Positive, Range, Share, Text
from skill1.errors import ConfigError

if TYPE_CHECKING:
    from rich.console import Console

    from skill1.config import Skill1Config
    from skill1.plan.tokens import Assumptions


def _on_cluster(config: Skill1Config) -> bool:
    return config.method == "skillrl" and config.backend == "verl"


@dataclass(frozen=True)
class SkillRLConfig(Method):
    """Method skillrl: a bank of skills in the prompt, written by a teacher (arXiv 2602.08234)."""

    made_by = "skill1.methods.skillrl.method:make"
    page = "skill1.methods.skillrl.page:page"
    follows = "teacher"
    # What the scripts of the released code call them.
    aliases = {"env.skills_only_memory.top_k": "top_k", "env.skills_only_memory.update_threshold": "evolve_below"}
    commands = ("collect", "distill")  # its stages, which can be carried out by themselves
    rules = (
        Rule(
            "library.encoder",
            lambda c: (
                (c.method, c.library.encoder) != ("skillrl", "hashing")
                or c.skillrl.retrieval == "template"
                or c.agent.profile == "compact"
            ),
            "a model of sentences for skillrl.retrieval embedding or paper, such as --library.encoder "
            "Qwen/Qwen3-Embedding-0.6B; hashing compares words",
        ),
        Rule(
            "skillrl.shallow_failures",
            lambda c: c.skillrl.shallow_failures <= c.skillrl.deep_failures,
            "between 1 and skillrl.deep_failures",
        ),
        Rule(
            "teacher.kind",
            lambda c: not _on_cluster(c) or c.teacher.kind != "policy",
            "analyst or service with method skillrl and backend verl, whose servers answer only for episodes",
        ),
        Rule(
            "skillrl.evolve_from",
            lambda c: not _on_cluster(c) or c.skillrl.evolve_from == "train",
            "train with backend verl, which plays nothing between two steps",
        ),
    )
    writes_skills = tries_again = False
    shows_bank = True

    @classmethod
    def begins_with_sft(cls, config: Skill1Config) -> bool:
        """Unless its stage has no demonstrations."""
        return config.skillrl.sft_episodes > 0

    @classmethod
    def check(cls, config: Skill1Config) -> None:
        """A bank that stays as it is needs no teacher, and one that may not change no evolutions."""
        if config.library.frozen and config.skillrl.evolve_every:
            raise ConfigError(
                "library.frozen = true cannot be used with method skillrl, whose evolutions extend the bank. Type "
                "--skillrl.evolve_every 0 as well."
            )
        if config.library.init is None or config.skillrl.evolve_every:
            config.teacher.require_named()

    @classmethod
    def prepare(cls, config: Skill1Config, run_dir: Path, console: Console | None) -> Skill1Config:
        """The missing stages; imported when they are needed, for they load a policy."""
        from skill1.methods.skillrl.stages import staged

        return staged(config, run_dir, console)

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """Skills and mistakes of a bank as it is distilled, where a part has no bound of its own."""
        from skill1.methods.skillrl.distil import GENERAL, MOST, SPECIFIC

        own = config.skillrl
        specific = MOST[SPECIFIC] if own.retrieval == "template" else own.top_k
        general = MOST[GENERAL] if own.retrieval == "paper" else own.top_k
        bounds = ((own.task_specific_top_k, specific), (own.general_top_k, general))
        lines = sum(least if bound is None else bound for bound, least in bounds) + own.mistakes_top_k
        return assumed.bank_line * lines

    retrieval: Literal["template", "embedding", "paper"] = "template"
    """Which skills a prompt shows. template: all of the task's category, without an embedding model; embedding: the
    most similar of all categories and of the general ones; paper: all general ones, and S_ret, the most similar of the
    category."""
    # 6: K of the paper, and top_k of the released scripts.
    top_k: Positive = 6
    """At most this many general skills in a prompt: the first, or with embedding the most similar. With paper: K
    of S_ret."""
    task_specific_top_k: Annotated[int, Range(1, MOST_WHOLE, "or null")] | None = None
    """At most this many task-specific skills in a prompt; null: all of the category with template, else top_k."""
    similarity_threshold: Cosine | None = None
    """A skill is shown only if its cosine is above this; null: the encoder's own with paper (δ of S_ret), none with
    embedding."""
    general_top_k: Count | None = None
    """At most this many general skills in a prompt, evolved ones first; null: top_k, or all with paper."""
    mistakes_top_k: Count = 5
    """At most this many common mistakes in a prompt (released code: 5)."""
    collect_episodes: Count = 256
    """Stage collect: training tasks that the start model plays for memories; 0: no such stage, and RL starts without a
    bank."""
    memories: Text | None = None
    """Memory file to distil from instead of collecting, such as SkillRL's own."""
    memories_per_question: Positive = 10
    """Stage distil: memories that the teacher sees at once."""
    sft_episodes: Count = 500
    """Stage sft: demonstrations with the bank in the prompt; 0: no such stage."""
    # The paper's numbers: every 5 steps, below 0.4, at most 3 skills, from 10 or 5 failures (of validation).
    evolve_every: Count = 5
    """Steps between checks of each category's success rate; 0: the bank stays as it is."""
    evolve_below: Share = 0.4
    """Only categories with a success rate below this evolve."""
    evolve_from: Literal["train", "validation"] = "train"
    """Where the failures shown to the teacher come from. validation: tasks of eval.split, which then leaks into the
    bank."""
    validation_tasks: Positive = 64
    """Tasks of eval.split played per check, with evolve_from validation."""
    max_new_skills: Positive = 3
    """At most this many new and rewritten skills in one evolution."""
    deep_failures: Count = 10
    """Failures shown while the overall success rate is below evolve_below."""
    shallow_failures: Positive = 5
    """Failures shown when it is not."""
