"""Memories to a bank: the teacher writes general and task-specific skills and common mistakes, batch by batch."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1.methods.skillrl.bank import GENERAL, MISTAKES, SPECIFIC, clean_entries, without_repeated
from skill1.methods.skillrl.memories import Memory, by_category, round_robin, transcript
from skill1.methods.teacher.question import Answer, Form, Question, Teacher
from skill1.run.disk import written
from skill1.schema import neutralise

ENTRY = {"title": str, "principle": str, "when_to_apply?": str}
SKILLS = Form({"skills": [ENTRY]})
MISTAKES_FORM = Form({"mistakes": [{"description": str, "why_it_happens?": str, "how_to_avoid": str}]})
MOST = {GENERAL: 12, SPECIFIC: 6, MISTAKES: 12}  # of a section, of one category: as many as the original asks for
# As many as a service is asked at the same time by default (teacher.concurrency).
AT_ONCE = 8  # questions between two writes of the answers
Place = tuple[str, str]  # section, category


def distil(
    memories: Sequence[Memory],
    teacher: Teacher,
    *,
    per_question: int,
    answers: Path,
    prompts: str | None = None,
    sampling: Sequence[float] = (),
) -> tuple[dict[str, Any], dict[str, int]]:
    """The bank, as the JSON that SkillRL reads, and how many questions were asked, answered before and not answered.

    Args:
        per_question: memories shown at once.
        answers: file that keeps every answer as soon as it is there; what is answered in it is not asked again.
        prompts: the folder of ``agent.prompts``, or None.
        sampling: what else an answer depends on.
    """
    asked = list(_questions(memories, per_question))
    keys = [_key(teacher.name, question, prompts, sampling) for _, question in asked]
    replies, reused = _Answers(answers, teacher).of(keys, [question for _, question in asked])
    lists: dict[Place, list[list[dict[str, str]]]] = {}
    for (place, _), answer in zip(asked, replies, strict=True):
        if answer.content is not None:
            written_there = answer.content["mistakes" if place[0] == MISTAKES else "skills"]
            # One list for each answer: sections take from them in turn, so that no batch fills one alone.
            lists.setdefault(place, []).append(clean_entries(place[0], written_there))
    unanswered = sum(answer.content is None for answer in replies)
    figures = {"questions": len(asked), "answered_before": reused, "unanswered": unanswered}
    return _bank(lists, memories, teacher.name), figures


def _questions(memories: Sequence[Memory], size: int) -> Iterator[tuple[Place, Question]]:
    categories = by_category(memories)
    # Categories and outcomes take turns, so that a batch of general questions is a mixture of both.
    mixed = round_robin(part for of_one in categories.values() for part in _by_outcome(of_one))
    for batch in _batches(mixed, size):
        yield (GENERAL, ""), _question("skillrl/general", SKILLS, batch, {"most": str(MOST[GENERAL])})
    for category, of_one in categories.items():
        told = {"category": neutralise(category, len(category)), "most": str(MOST[SPECIFIC])}
        for batch in _batches(round_robin(_by_outcome(of_one)), size):
            yield (SPECIFIC, category), _question("skillrl/specific", SKILLS, batch, told)
    # Of all categories together, already mixed: a mistake is common if it is made anywhere.
    failures = [memory for memory in mixed if not memory.success]
    for batch in _batches(failures, size):
        yield (MISTAKES, ""), _question("skillrl/mistakes", MISTAKES_FORM, batch, {"most": str(MOST[MISTAKES])})


def _question(operation: str, form: Form, batch: Sequence[Memory], told: Mapping[str, str]) -> Question:
    shown = "\n\n".join(f"Episode {number}\n{transcript(m)}" for number, m in enumerate(batch, start=1))
    evidence = {"memories": tuple(batch), "category": told.get("category", "")}
    return Question(operation, {"memories": shown, **told}, form, evidence)


def _by_outcome(memories: Sequence[Memory]) -> tuple[list[Memory], list[Memory]]:
    """(won, lost)."""
    return [m for m in memories if m.success], [m for m in memories if not m.success]


def _batches(memories: Sequence[Memory], size: int) -> Iterator[Sequence[Memory]]:
    for start in range(0, len(memories), size):
        yield memories[start : start + size]


def _bank(
    lists: Mapping[Place, Sequence[Sequence[Mapping[str, str]]]], memories: Sequence[Memory], teacher: str
) -> dict[str, Any]:
    """The first texts of every answer, then the second ones, up to what a section takes; ids are numbered again."""
    specific: dict[str, list[dict[str, str]]] = {}
    # Also of a category for which nothing was written: it then has an empty list.
    for category in by_category(memories):
        name = f"{category.replace(' ', '_')}_"
        specific[category] = _section(lists.get((SPECIFIC, category), ()), SPECIFIC, "skill_id", name)
    counts = {
        category: dict(zip(("success", "failure"), map(len, _by_outcome(of_one)), strict=True))
        for category, of_one in by_category(memories).items()
    }
    return {
        GENERAL: _section(lists.get((GENERAL, ""), ()), GENERAL, "skill_id", "gen_"),
        SPECIFIC: specific,
        MISTAKES: _section(lists.get((MISTAKES, ""), ()), MISTAKES, "mistake_id", "err_"),
        "metadata": {
            "source": f"skill1 distill, teacher {teacher}",
            "total_memories_analyzed": len(memories),
            "task_distribution": counts,
        },
    }


def _section(
    lists: Sequence[Sequence[Mapping[str, str]]], section: str, id_key: str, prefix: str
) -> list[dict[str, str]]:
    # Repetitions go before the cut, or they would take up places.
    entries = without_repeated(section, round_robin(lists))[: MOST[section]]
    return [{id_key: f"{prefix}{number:03d}", **entry} for number, entry in enumerate(entries, start=1)]


class _Answers:
    """A file of answers, one a line: what was paid for stays, whatever happens next."""

    def __init__(self, path: Path, teacher: Teacher) -> None:
        self._path, self._teacher = path, teacher
        self._known, self._unanswered = _read_lines(path)

    def of(self, keys: Sequence[str], questions: Sequence[Question]) -> tuple[list[Answer], int]:
        """One answer a question, in order, and how many of them were known by their keys."""
        missing = [(key, q) for key, q in zip(keys, questions, strict=True) if key not in self._known]
        # In small lots, each on disk before the next is asked: a crash costs one lot at most.
        for start in range(0, len(missing), AT_ONCE):
            self._ask(missing[start : start + AT_ONCE])
        empty = Answer(None, "the teacher gave no answer")
        return [self._known.get(key, empty) for key in keys], len(questions) - len(missing)

    def _ask(self, asked: Sequence[tuple[str, Question]]) -> None:
        # Anew, or a service's replies that could not be used would come again, from its cache.
        replies = self._teacher.ask([replace(q, occasion=_occasion(self._unanswered[key])) for key, q in asked])
        with written(self._path), self._path.open("a", encoding="utf-8", newline="\n") as file:
            # A kill may have cut the last line off. The next answer must not become a part of it.
            file.write("\n")
            for (key, question), answer in zip(asked, replies, strict=True):
                # Questions without an answer are noted as well: they are asked again, on another occasion.
                line = {"key": key, "operation": question.operation, "content": answer.content}
                file.write(json.dumps(line | {"fault": answer.fault}) + "\n")
        answered = {k: a for (k, _), a in zip(asked, replies, strict=True) if a.content is not None}
        self._known.update(answered)


def _occasion(unanswered: int) -> str:
    return f"try {unanswered + 1}" if unanswered else ""


def _read_lines(path: Path) -> tuple[dict[str, Answer], Counter[str]]:
    """Answers of earlier calls by key, and how often a question got none.

    A line cut off in the middle, or without content, is asked for again.
    """
    known: dict[str, Answer] = {}
    unanswered: Counter[str] = Counter()
    # Replaced, not refused: a damaged byte costs at most the answer of its line.
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
    for line in lines:
        try:
            record = json.loads(line)
            if isinstance(record, dict) and record.get("content") is None:
                unanswered[str(record["key"])] += 1
            elif isinstance(record, dict) and isinstance(record["content"], dict):
                # Read as strictly as when it came: the file may have been edited, or be of an older version.
                form = MISTAKES_FORM if record["operation"] == "skillrl/mistakes" else SKILLS
                known[str(record["key"])] = Answer(form.read(json.dumps(record["content"])))
        except (DataError, ValueError, KeyError, RecursionError):
            continue
    return known, unanswered


def _key(teacher: str, question: Question, prompts: str | None, sampling: Sequence[float]) -> str:
    # All that an answer depends on: what another teacher wrote, or to another prompt, is no answer to this one.
    told = [teacher, question.operation, sorted(question.fields.items()), question.prompt(prompts), *sampling]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]
