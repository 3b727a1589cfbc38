"""How right a skill is by the hidden facts of the encyclopedia: for metrics and demonstrations, never for training."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from skill1.schema import SkillDraft, Task
from skill1_envs.kit.world_folder import DEMO_PREFIX, demo_numbers
from skill1_envs.search.explorer import claimed_register, poor_draft
from skill1_envs.search.generate.folder import Realms
from skill1_envs.search.generate.questions import Question, read_question
from skill1_envs.search.generate.realms import Realm, demo_realms, heldout_realms, training_realms


def keeper(settings: Realms, task: Task) -> tuple[Question, str] | None:
    """What a task asks, and the register that keeps it; None for a question about something else."""
    question = read_question(task.instruction)
    if question is None:
        return None
    found = (realm for realm in _realms(settings, task.split) if realm.name == question.realm)
    realm = next(found, None)
    return (question, realm.registers[question.kind]) if realm else None


def value(settings: Realms, task: Task, draft: SkillDraft) -> float:
    """1: it names the realm and the register that keeps what is asked; -1: another register; 0: it claims nothing."""
    known = keeper(settings, task)
    claimed = claimed_register(known[0], draft.description, draft.strategy) if known else None
    return 0.0 if claimed is None else (1.0 if claimed == known[1] else -1.0)


def polluting_draft(settings: Realms, task: Task, rng: np.random.Generator) -> SkillDraft:
    """A poor skill for the library of demonstrations: a wrong register, no fact, or no realm.

    Raises ``LookupError`` for a question about something else.
    """
    known = keeper(settings, task)
    if known is None:
        raise LookupError(task.id)
    return poor_draft(known[0], rng, right=known[1])


def _realms(settings: Realms, split: str) -> Sequence[Realm]:
    if split.startswith(DEMO_PREFIX):
        return demo_realms(settings.seed, *demo_numbers(split, "the encyclopedia"))
    return (*training_realms(settings.seed), *heldout_realms(settings.seed))
