"""What a method's own code gives to a run, looked at where it comes in, so that an error names the method."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping
from numbers import Real
from typing import Any

from skill1.credit.credit import Credit, StepCredit, StepFacts
from skill1.errors import TrainingError


def figures(found: Any, method: str, taken: Collection[str]) -> dict[str, float]:
    """What a writer returned as part of a row; None and NaN mean that the step has no such figure.

    Raises:
        TrainingError: a line with it could not be read again, or it would stand for another figure.
    """
    told = f"The writer of method {method} returned"
    if not isinstance(found, Mapping):
        raise TrainingError(
            f"{told} a {_kind(found)}; expected a mapping of metrics, such as {{'{method}/new': 2.0}}."
        )
    for key, value in found.items():
        if not isinstance(key, str) or "/" not in key or key in taken:
            why = "a figure of skill1's own" if key in taken else f"no area/name, such as {method}/new"
            raise TrainingError(f"{told} the metric {key!r}, which is {why}. Give it another name.")
        if value is not None and (not isinstance(value, Real) or math.isinf(value)):
            raise TrainingError(
                f"{told} {key} = {value!r:.80}; expected a finite number, or None where there is none."
            )
    return {key: float(value) for key, value in found.items() if value is not None and not math.isnan(value)}


def sound(assign: Callable[[StepFacts], Any], facts: StepFacts, method: str) -> StepCredit:
    """Records of credit by the method's rules, and the next buffer.

    Raises:
        TrainingError: the rules gave something else, or an advantage that would spoil the weights.
    """
    told = f"The credit of method {method}"
    found = assign(facts)
    expected = "expected a list of skill1.credit.credit.Credit, and the buffer"
    # In tuples or lists alike: both can be gone through again.
    if not (isinstance(found, (tuple, list)) and len(found) == 2 and isinstance(found[0], (tuple, list))):
        raise TrainingError(f"{told} is a {_kind(found)}; {expected}.")
    for one in found[0]:
        if not isinstance(one, Credit):
            raise TrainingError(
                f"{told} holds a {_kind(one)}; {expected}. Rules of selection and acting return the list alone."
            )
        if not math.isfinite(one.total):
            raise TrainingError(
                f"{told} gives {one.segment.stage} of episode {one.episode} the advantage {one.total}; expected a "
                "finite number. The last checkpoint is untouched. Correct the rule that gave it."
            )
    return found


def saveable(state: Any, method: str) -> Mapping[str, Any]:
    """A writer's state, if it comes back from JSON as it is. Raises ``TrainingError`` if not."""
    fault = _unsaved(state, "state()") if isinstance(state, Mapping) else f"state() gave a {_kind(state)}"
    if fault:
        raise TrainingError(
            f"The writer of method {method} cannot be saved: {fault}; expected what JSON holds: a dict with texts "
            "for keys, of lists, dicts, texts, numbers, booleans and None."
        )
    return state


def _unsaved(value: Any, where: str) -> str:
    """The first part of a state that JSON would lose or change; "" if there is none."""
    if isinstance(value, dict):
        strange = next((key for key in value if not isinstance(key, str)), None)
        if strange is not None:
            return f"{where} has the key {strange!r:.80}"
        parts = ((f"{where}[{key!r:.40}]", inner) for key, inner in value.items())
    elif isinstance(value, (list, tuple)):
        parts = ((f"{where}[{number}]", inner) for number, inner in enumerate(value))
    else:
        return "" if value is None or isinstance(value, (str, int, float)) else f"{where} is a {_kind(value)}"
    return next((fault for place, inner in parts if (fault := _unsaved(inner, place))), "")


def _kind(value: Any) -> str:
    return type(value).__name__
