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
    """Equal parts of the run; slow update and meta skill come at their ends, rejected edits are forgotten there."""
    accumulation: Positive = 1
    """Steps whose reflections make one update."""
    minibatch_size: Positive = 8
    """Episodes the teacher reflects on at once; failures and successes apart."""
    merge_batch_size: Annotated[int, Range(2, MOST_WHOLE, "merging must end")] = 8
    """Patches merged into one at each level."""
    failure_only: bool = False
    """Reflect on failures only."""
    edit_budget: Positive = 4
    """Most edits of an update, initially."""
    min_edit_budget: Positive = 2
    """The same at the last update of a falling schedule."""
    schedule: Literal["constant", "linear", "cosine", "autonomous"] = "cosine"
    """How the budget goes from one to the other; autonomous: the teacher says how many edits to take."""
    update_mode: Literal["patch", "rewrite", "full_rewrite"] = "patch"
    """patch: edits; rewrite: suggestions, from which the teacher rewrites the document; full_rewrite: each
    reflection is a whole document."""
    gate_metric: Literal["hard", "soft", "mixed"] = "hard"
    """Success rate, mean score, or (1 - w)·hard + w·soft. Only a strictly better candidate is taken."""
    gate_mixed_weight: Share = 0.5
    """w of mixed."""
    use_gate: bool = True
    """False: every candidate is taken; the best document is still kept."""
    selection_split: Text | None = None
    """Split whose tasks gate candidates, never the test split; null: a part of env.train_split."""
    selection_tasks: Count = 0
    """Use only this many of these, from the first; 0: all."""
    split_ratio: Text = "2:1:7"
    """Without selection_split: train, selection and test part of env.train_split; only the first is reflected on."""
    split_file: Text | None = None
    """JSON file {"train": [task ids], "selection": [...], "test": [...]} instead of a draw by split_ratio."""
    slow_update: bool = True
    """From the second epoch on: guidance from comparing its end with the one before, in a protected block."""
    slow_update_samples: Positive = 20
    """Training tasks of that comparison."""
    slow_update_gate: bool = False
    """True: guidance must pass the gate, too (paper); the released code takes it unconditionally."""
    meta_skill: bool = True
    """From the second epoch on: the teacher's own notes on which edits helped, shown to it later."""
