"""What a method asks its teacher, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from skill1.methods.teacher.form import Form
from skill1.policy.account import Account


@dataclass(frozen=True)
class Question:
    """One question. The same question with the same fields has the same answer in a cache.

    ``operation`` names the prompt file (``skillrl/evolve`` → ``prompts/evolve.txt`` of that method) and the analyst's
    rule.
    ``fields`` fill the prompt's placeholders. ``evidence`` is what the fields were written from, as objects: a
    rule-based analyst reads that instead of prose.
    """

    operation: str
    fields: Mapping[str, str]
    form: Form
    evidence: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """JSON content of the asked form, or None and the reason why there is none. Nobody's work is lost over it."""

    content: Mapping[str, Any] | None
    fault: str = ""


class Teacher(Protocol):
    """Answers questions, in their order. A question that cannot be answered costs that question only."""

    name: str  # who answers, for manifests and tables: a model's name, "policy", "analyst"
    account: Account  # what it cost so far

    def ask(self, questions: Sequence[Question]) -> list[Answer]: ...
