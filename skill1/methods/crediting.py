"""The rules of ``credit.*`` as methods call them. One of a package may give no credit: the error then names it."""

from __future__ import annotations

from typing import Any

from skill1.config import CreditConfig
from skill1.config.registry import Family
from skill1.credit.credit import Credit, StepCredit, StepFacts
from skill1.credit.rules import DISTILLATION, SELECTION, UTILISATION
from skill1.errors import TrainingError


def acting(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """Credit of the actions by ``credit.utilisation``. Raises ``TrainingError``, as below, if the rule gives none."""
    found = UTILISATION.load(config.utilisation).acting(facts, config)
    return _given(found, isinstance(found, list), UTILISATION, config.utilisation)


def selection(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """Credit of query and ranking by ``credit.selection``."""
    found = SELECTION.load(config.selection)(facts, config)
    return _given(found, isinstance(found, list), SELECTION, config.selection)


def distillation(facts: StepFacts, config: CreditConfig) -> StepCredit:
    """Credit of what was written by ``credit.distillation``, and the next buffer."""
    found = DISTILLATION.load(config.distillation)(facts, config)
    is_pair = isinstance(found, tuple) and len(found) == 2 and isinstance(found[0], list)
    return _given(found, is_pair, DISTILLATION, config.distillation)


def _given(found: Any, is_sound: bool, family: Family, name: str) -> Any:
    if not is_sound:
        expected = "a list of skill1.credit.credit.Credit"
        if family is DISTILLATION:
            expected = f"a tuple of two: {expected}, and the buffer"
        raise TrainingError(
            f"The rule '{name}' of {family.group} returned a {type(found).__name__}; expected {expected}."
        )
    return found
