"""Environments in the manner of the PyPI package ``skillrl``: items of three splits, each tried in one call."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from skill1.methods.skillopt.client import BaseLLMClient
from skill1.methods.skillopt.trial import MAX_TRANSCRIPT_CHARS, Trial, shortened

NO_SKILL = "You are a helpful assistant. Give a short answer to the question."
_MESSAGE_CHARS = 800


@dataclass
class RolloutResult:
    """One item tried: ``hard`` 0 or 1, ``soft`` in [0, 1]; what an environment adds is in ``extras``."""

    id: str
    hard: int = 0
    soft: float = 0.0
    n_turns: int = 0
    fail_reason: str = ""
    task_type: str = ""
    task_description: str = ""
    predicted_answer: str = ""
    question: str = ""
    reference_text: str = ""
    target_system_prompt: str = ""
    target_user_prompt: str = ""
    conversation: list[dict[str, Any]] = field(default_factory=list)
    extras: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> RolloutResult:
        """From :meth:`to_dict`; unknown keys become ``extras``."""
        known = {each.name for each in fields(cls)} - {"extras"}
        named = {key: value for key, value in record.items() if key in known}
        extras = {key: value for key, value in record.items() if key not in known}
        return cls(**{"id": "", **named}, extras=extras)

    def to_dict(self) -> dict[str, Any]:
        """For files: without what is empty, extras beside the rest."""
        always = {"id": self.id, "hard": self.hard, "soft": self.soft}
        names = [each.name for each in fields(self) if each.name not in (*always, "extras")]
        return always | {name: getattr(self, name) for name in names if getattr(self, name)} | self.extras

    def trial(self) -> Trial:
        """As the document's machinery sees it."""
        told = {
            "Type": self.task_type,
            "Task": self.task_description,
            "Question": self.question,
            "Expected": self.reference_text,
            "Answer given": self.predicted_answer,
            "Why it failed": self.fail_reason,
        }
        lines = [f"Task {self.id}: {'solved' if self.hard else 'failed'}, score {self.soft:.2f}"]
        lines += [f"{name}: {text}" for name, text in told.items() if text]
        for message in self.conversation:
            lines.append(
                f"[{message.get('role', '?')}] {shortened(str(message.get('content', '')), _MESSAGE_CHARS)}"
            )
        text = shortened("\n".join(lines), MAX_TRANSCRIPT_CHARS)
        return Trial(self.id, int(bool(self.hard)), float(self.soft), text, self.fail_reason, self.to_dict(), self)


class SkillEnv(ABC):
    """A set of tasks on which a skill document is trained. Items are dicts; ``id`` names one in files."""

    task_types: list[str] = []  # noqa: RUF012 - subclasses of the package set it so
    name: str = "skill_env"

    @abstractmethod
    def get_items(self, split: str) -> list[dict[str, Any]]:
        """All items of ``train``, ``val`` or ``test``."""

    @abstractmethod
    def rollout_one(self, *, item: dict[str, Any], skill: str, target_client: BaseLLMClient) -> RolloutResult:
        """Try one item with a document; may be called from several threads."""

    def get_initial_skill(self) -> str:
        """The document that training starts from unless the trainer is given one."""
        return ""

    def get_task_types(self) -> list[str]:
        """The types that the test report tells apart."""
        return list(self.task_types)


class SimpleQAEnv(SkillEnv):
    """Questions with short answers: ``{"id", "question", "answers", "context"?, "task_type"?}``.

    An answer is right if it contains one of ``answers``, case and white space apart; else its soft score is the best
    F1 over their words.
    """

    name = "simple_qa"

    def __init__(
        self,
        *,
        train_items: list[dict[str, Any]],
        val_items: list[dict[str, Any]],
        test_items: list[dict[str, Any]],
        max_completion_tokens: int = 512,
        initial_skill: str = "",
    ) -> None:
        self._splits = {"train": list(train_items), "val": list(val_items), "test": list(test_items)}
        self.max_completion_tokens, self._initial_skill = max_completion_tokens, initial_skill
        items = [item for split in self._splits.values() for item in split]
        self.task_types = sorted({str(item["task_type"]) for item in items if item.get("task_type")})

    def get_initial_skill(self) -> str:
        return self._initial_skill

    def get_items(self, split: str) -> list[dict[str, Any]]:
        if split not in self._splits:
            raise KeyError(f"There is no split {split!r}; expected one of {list(self._splits)}.")
        return self._splits[split]

    def rollout_one(self, *, item: dict[str, Any], skill: str, target_client: BaseLLMClient) -> RolloutResult:
        question, context = str(item.get("question") or ""), str(item.get("context") or "")
        answers = item.get("answers") or []
        expected = [answers] if isinstance(answers, str) else [str(answer) for answer in answers]
        system = skill or NO_SKILL
        parts = [f"Context:\n{context}"] * bool(context) + [f"Question: {question}", "Answer:"]
        user = "\n\n".join(parts)
        text, _ = target_client.chat(
            system=system, user=user, max_completion_tokens=self.max_completion_tokens, stage="rollout", retries=2
        )
        given = text.strip()
        is_right = is_match(given, expected)
        return RolloutResult(
            id=str(item.get("id", "")),
            hard=int(is_right),
            soft=1.0 if is_right else round(word_f1(given, expected), 4),
            n_turns=1,
            fail_reason="" if is_right else f"wrong answer: got {given[:80]!r}, expected {expected[:3]}",
            task_type=str(item.get("task_type") or ""),
            task_description=str(item.get("task_description") or ""),
            predicted_answer=given,
            question=question,
            reference_text=" | ".join(expected),
            target_system_prompt=system,
            target_user_prompt=user,
            conversation=_conversation(system=system, user=user, assistant=given),
        )


def _conversation(**said: str) -> list[dict[str, Any]]:
    return [{"role": role, "content": content} for role, content in said.items()]


def is_match(given: str, expected: Iterable[str]) -> bool:
    """Whether one of the expected answers is a part of the given one."""
    answer = _plain(given)
    return any(_plain(each) in answer for each in expected if _plain(each))


def word_f1(given: str, expected: Sequence[str]) -> float:
    """Best F1 of the sets of words, precision over all words given and recall over all words expected."""
    words = _plain(given).split()
    best = 0.0
    for each in expected:
        wanted = _plain(each).split()
        common = len(set(words) & set(wanted))
        if common:
            precision, recall = common / len(words), common / len(wanted)
            best = max(best, 2 * precision * recall / (precision + recall))
    return best


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
