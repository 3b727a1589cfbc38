"""What method skillopt adds to configurations: its section, and what must hold with it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from skill1.config.method import Method, Rule
from skill1.config.values import MOST_WHOLE, Count, Positive, Range, Share, Text
from skill1.errors import ConfigError

if TYPE_CHECKING:
    from skill1.config import Skill1Config
    from skill1.plan.tokens import Assumptions


@dataclass(frozen=True)
class SkillOptConfig(Method):
    """The document of method skillopt (arXiv 2605.23904; docs/explanation/skillopt.md), as in its code."""

    made_by = "skill1.methods.skillopt.method:make"
    page = "skill1.methods.skillopt.page:page"
    follows = "skillpro"
    rules = (
        Rule(
            "skillopt.min_edit_budget",
            lambda c: c.skillopt.min_edit_budget <= c.skillopt.edit_budget,
            "between 1 and skillopt.edit_budget",
        ),
        Rule(
            "library.similarity_threshold",
            lambda c: c.method != "skillopt" or c.library.similarity_threshold == -1,
            "-1 with method skillopt: its document is in every prompt, however little it resembles the task",
        ),
        Rule(
            "backend",
            lambda c: c.backend == "local" or c.method != "skillopt",
            "local with method skillopt: its gate plays episodes between two steps, which the cluster's "
            "processes cannot",
        ),
    )
    trains_weights = writes_skills = withholds = tries_again = False
    shows_bank = True

    @classmethod
    def check(cls, config: Skill1Config) -> None:
        """Read the shares or the file of a split.

        Raises:
            DataError: they cannot be used.
            ConfigError: the teacher cannot be asked, or the document may not change.
        """
        # Imported here because every configuration imports this module, which has to stay light.
        from skill1.methods.skillopt.split import read_ratio, read_split

        own = config.skillopt
        for key, is_set in (("frozen", config.library.frozen), ("review", config.library.review)):
            if is_set:
                raise ConfigError(
                    f"library.{key} = true cannot be used with method skillopt: its gate decides what the document is."
                )
        config.teacher.require_named()
        # A split that is named is looked up once the environment is open (`DocumentWriter.splits`).
        if own.selection_split is None and own.split_file is not None:
            read_split(Path(own.split_file))
        elif own.selection_split is None:
            read_ratio(own.split_ratio)

    @classmethod
    def prompt_tokens(cls, config: Skill1Config, assumed: Assumptions) -> float:
        """The document."""
        return assumed.written_document(config)

    # Numbers from here on are those of the released code (configs/_base_/default.yaml).
    epochs: Positive = 4
    """Equal parts of the run. At the end of each, rejected edits are forgotten; from the second on, slow update and
    meta skill come there too."""
    accumulation: Positive = 1
    """Steps whose reflections make up one update."""
    minibatch_size: Positive = 8
    """Episodes that the teacher reflects on at once; failures and successes are kept apart."""
    merge_batch_size: Annotated[int, Range(2, MOST_WHOLE, "merging must end")] = 8
    """Patches merged into one at each level of merging."""
    failure_only: bool = False
    """True: reflect on failures only."""
    edit_budget: Positive = 4
    """Most edits in an update, at first."""
    min_edit_budget: Positive = 2
    """Most edits in the last update, if the schedule falls."""
    schedule: Literal["constant", "linear", "cosine", "autonomous"] = "cosine"
    """How the budget goes from edit_budget to min_edit_budget. constant: it stays at edit_budget; autonomous: the
    teacher says how many edits to make."""
    update_mode: Literal["patch", "rewrite", "full_rewrite"] = "patch"
    """What reflections yield. patch: edits; rewrite: suggestions, from which the teacher rewrites the document;
    full_rewrite: whole documents."""
    gate_metric: Literal["hard", "soft", "mixed"] = "hard"
    """What the gate compares. hard: success rates; soft: mean scores; mixed: (1 - w)·hard + w·soft. Only a
    strictly better candidate is accepted."""
    gate_mixed_weight: Share = 0.5
    """w of mixed."""
    use_gate: bool = True
    """False: every candidate is accepted; the best document is still kept."""
    selection_split: Text | None = None
    """Split whose tasks the gate plays, never the test split; null: a part of env.train_split."""
    selection_tasks: Count = 0
    """Use only this many of those tasks, the first ones; 0: all."""
    split_ratio: Text = "2:1:7"
    """Without selection_split: how env.train_split is divided into train, selection and test tasks; only the first are
    reflected on."""
    split_file: Text | None = None
    """JSON file {"train": [task ids], "selection": [...], "test": [...]} instead of a draw by split_ratio."""
    slow_update: bool = True
    """From the second epoch on, compare its last document with that of the epoch before, and write guidance into a
    protected block."""
    slow_update_samples: Positive = 20
    """Training tasks used in that comparison."""
    slow_update_gate: bool = False
    """True: guidance must pass the gate too (paper). The released code accepts it unconditionally."""
    meta_skill: bool = True
    """From the second epoch on, the teacher takes notes on which edits helped and sees them later."""
