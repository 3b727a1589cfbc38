"""What a teacher is asked, and the forms of its answers: reflect, aggregate, select and rewrite.

At the end of an epoch it is asked what to conclude from the same tasks under two documents (slow update, meta skill).
Each is a function of what it is given; a question that gets no answer costs that question only.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from skill1.methods.skillopt.edits import apply_edits, parts_of, with_guidance
from skill1.methods.skillopt.settings import SkillOptConfig
from skill1.methods.skillopt.trial import Trial
from skill1.methods.teacher.question import Answer, Form, Question, Teacher
from skill1.schema import neutralise

RANKING = Form({"reasoning?": str, "selected_indices": [int]})
# SkillOpt calls the budget a learning rate, and asks for it by that name.
AUTONOMOUS = Form({"reasoning?": str, "learning_rate": int})
REWRITTEN = Form({"reasoning?": str, "new_skill": str, "change_summary?": [str]})
GUIDANCE = Form({"reasoning?": str, "slow_update_content": str})
MEMORY = Form({"reasoning?": str, "meta_skill_content": str})
NOTHING = "(none yet)"


@dataclass(frozen=True)
class Setting:
    """What all questions of an update share. ``max_chars``: length the document may have; None: any."""

    teacher: Teacher
    config: SkillOptConfig
    document: str
    history: str = ""  # the epoch so far: failures, rejected edits
    memory: str = ""  # the meta skill
    max_chars: int | None = None

    @property
    def kind(self) -> Kind:
        return KINDS[self.config.update_mode]

    def question(
        self, operation: str, form: Form, fields: Mapping[str, str], evidence: Mapping[str, Any]
    ) -> Question:
        """A question about the document; every prompt of the method may use these fields."""
        shared = {
            "document": self.document or "(empty)",
            "history": self.history or NOTHING,
            "memory": self.memory or NOTHING,
            "kind": self.kind.words,
            "limit": "any length" if self.max_chars is None else f"at most {self.max_chars} characters",
        }
        told = {"document": self.document, "kind": self.kind, "max_chars": self.max_chars, **evidence}
        return Question(f"skillopt/{operation}", {**shared, **fields}, form, told)

    def ask(
        self, operation: str, form: Form, fields: Mapping[str, str], evidence: Mapping[str, Any]
    ) -> Mapping[str, Any] | None:
        """What the teacher says to one question; None: nothing usable."""
        (answer,) = self.teacher.ask([self.question(operation, form, fields, evidence)])
        return answer.content


def reflect(setting: Setting, trials: Sequence[Trial], seed: int) -> list[Patch]:
    """One patch per minibatch of failures and of successes, each shuffled by ``seed``; none from what has no answer."""
    failures = [trial for trial in trials if not trial.hard]
    successes = [] if setting.config.failure_only else [trial for trial in trials if trial.hard]
    random.Random(seed).shuffle(failures)
    # Another seed: two lists of one length would be shuffled alike.
    random.Random(seed + 1).shuffle(successes)
    # Apart, because each kind has a prompt of its own: what to mend, and what to keep.
    batches = [("failure", batch) for batch in _batches(failures, setting.config.minibatch_size)]
    batches += [("success", batch) for batch in _batches(successes, setting.config.minibatch_size)]
    # All at once: a teacher behind a server answers them side by side.
    answers = setting.teacher.ask([_reflection(setting, source, batch) for source, batch in batches])
    patches = [
        _patch_of(setting, source, batch, answer)
        for (source, batch), answer in zip(batches, answers, strict=True)
        if answer.content is not None
    ]
    # A patch without edits may still tell what failures had in common, and the history keeps that.
    return [patch for patch in patches if patch.items or patch.patterns]


def _batches(trials: list[Trial], size: int) -> list[list[Trial]]:
    return [trials[start : start + size] for start in range(0, len(trials), size)]


def _items_per_reflection(setting: Setting) -> int:
    return 1 if setting.config.update_mode == "full_rewrite" else setting.config.edit_budget


def _reflection(setting: Setting, source: str, batch: Sequence[Trial]) -> Question:
    most = _items_per_reflection(setting)
    fields = {
        "trajectories": "\n\n---\n\n".join(trial.text for trial in batch),
        "count": str(len(batch)),
        "budget": str(most),
    }
    form = answer_form(setting.kind, summary=source == "failure")
    operation = "analyst_error" if source == "failure" else "analyst_success"
    return setting.question(operation, form, fields, {"trials": list(batch), "budget": most})


def _patch_of(setting: Setting, source: Source, batch: Sequence[Trial], answer: Answer) -> Patch:
    items = [
        # A teacher that does not say how many episodes support an item is taken to mean all it was shown.
        {**item, "support_count": item.get("support_count") or len(batch), "source_type": source}
        # The limit stands in the question, but a model may ignore it.
        for item in usable_items(setting.kind, answer.content)[: _items_per_reflection(setting)]
    ]
    said = answer.content.get("failure_summary") or ()
    patterns = tuple(": ".join(filter(None, (each["failure_type"], each.get("description")))) for each in said)
    return Patch(tuple(items), answer.content.get("reasoning", ""), source, len(batch), patterns)


def aggregate(setting: Setting, patches: Sequence[Patch]) -> Patch:
    """One patch from all: failures among themselves, successes among themselves, then both with failures first.

    Each level merges ``merge_batch_size`` patches into one, all questions of a level at once. Without an answer the
    items are put together as they are.
    """
    merged = {}
    for source, operation in (("failure", "merge_failure"), ("success", "merge_success")):
        level = [patch for patch in patches if patch.source == source and patch.items]
        merged[source] = _merged(setting, operation, level) if level else Patch((), source=source)
    failure, success = merged["failure"], merged["success"]
    if not failure.items or not success.items:
        return failure if failure.items else success
    # Level 0 marks the final merge; those before it count from 1.
    return _merge_all(setting, "merge_final", [[failure, success]], 0)[0]


def _merged(setting: Setting, operation: str, level: list[Patch]) -> Patch:
    number, size = 0, setting.config.merge_batch_size
    # It ends: with a merge_batch_size of at least 2 every level is shorter than the one before.
    while len(level) > 1:
        number += 1
        level = _merge_all(setting, operation, [level[i : i + size] for i in range(0, len(level), size)], number)
    return level[0]


def _merge_all(setting: Setting, operation: str, groups: Sequence[Sequence[Patch]], level: int) -> list[Patch]:
    """A patch per group; a group of one stays as it is."""
    # Answers are taken in the order of `asked`, so a group of one must not take any.
    asked = [group for group in groups if len(group) > 1]
    answers = iter(setting.teacher.ask([_merging(setting, operation, group, level) for group in asked]))
    return [
        _merged_patch(setting, group, next(answers), level) if len(group) > 1 else group[0] for group in groups
    ]


def _merging(setting: Setting, operation: str, group: Sequence[Patch], level: int) -> Question:
    records = [patch.record(setting.kind) for patch in group]
    fields = {
        "patches": json.dumps(records, ensure_ascii=False, indent=1),
        "count": str(len(group)),
        "level": str(level),
    }
    return setting.question(operation, answer_form(setting.kind), fields, {"patches": list(group)})


def _merged_patch(setting: Setting, group: Sequence[Patch], answer: Answer, level: int) -> Patch:
    """Items keep where they came from: what a teacher leaves out of an answer is looked up by their texts."""
    known = [item for patch in group for item in patch.items]
    first = replace(group[0], patterns=tuple(text for patch in group for text in patch.patterns))
    if answer.content is None:
        return replace(first, items=tuple(known), reasoning="put together without an answer")
    # Reversed, so that of equal items the first one is the origin.
    origins = {item_key(item): item for item in reversed(known)}
    items = []
    for item in usable_items(setting.kind, answer.content):
        origin = origins.get(item_key(item), {})
        # A reworded item has no origin. It counts as the first patch's: in the final merge, one from failures.
        source = origin.get("source_type") or group[0].source
        support = item.get("support_count") or origin.get("support_count") or 1
        items.append({**item, "source_type": source, "support_count": support, "merge_level": level})
    return replace(first, items=tuple(items), reasoning=answer.content.get("reasoning", ""))


def item_key(item: Item) -> str:
    """What items are equal by: their texts alone. Support, origin and level differ between patches."""
    texts = {key: value for key, value in item.items() if isinstance(value, str) and key != "source_type"}
    return json.dumps(texts, sort_keys=True)


def choose_budget(setting: Setting, patch: Patch, scores: tuple[float, float], count: int) -> int:
    """Schedule autonomous: the teacher's number, within what there is; 0 without an answer, as in SkillOpt."""
    fields = {
        "items": described(setting.kind, patch.items),
        "count": str(len(patch.items)),
        "results": f"{count} tasks, {scores[0]:.3f} solved, mean score {scores[1]:.3f}",
    }
    said = setting.ask("lr_autonomous", AUTONOMOUS, fields, {"items": list(patch.items)})
    return 0 if said is None else min(max(0, said["learning_rate"]), len(patch.items))


def select(setting: Setting, patch: Patch, budget: int) -> tuple[Patch, str]:
    """The ``budget`` most important items in the teacher's order, and who chose: nobody, where all fit.

    Without a usable answer: failures first, then by support.
    """
    if len(patch.items) <= budget:
        return patch, "all fit"
    if budget == 0:
        return replace(patch, items=()), "the budget is 0"
    fields = {
        "items": described(setting.kind, patch.items),
        "count": str(len(patch.items)),
        "budget": str(budget),
    }
    said = setting.ask("ranking", RANKING, fields, {"items": list(patch.items), "budget": budget})
    # Numbers may be repeated or name nothing. What is left keeps the teacher's order.
    named = dict.fromkeys(said["selected_indices"]) if said is not None else {}
    chosen = [patch.items[place] for place in named if 0 <= place < len(patch.items)][:budget]
    if chosen:
        return replace(patch, items=tuple(chosen)), "ranked by the teacher"
    return replace(patch, items=tuple(failures_first(patch.items)[:budget])), "failures first, then by support"


def update(setting: Setting, patch: Patch) -> tuple[str, list[dict[str, Any]]]:
    """The candidate document, and a report per item. The protected block comes out as it went in."""
    mode = setting.config.update_mode
    if mode == "patch":
        return apply_edits(setting.document, patch.items)
    text = patch.items[0]["new_skill"] if mode == "full_rewrite" else _rewritten(setting, patch)
    # A teacher sees the whole document and may write a block as well. The old one counts.
    body, guidance = parts_of(text).body.strip(), parts_of(setting.document).guidance
    # Without an answer the candidate is the document as it is. The gate treats it like any other.
    if not _is_readable(body):
        return setting.document, [{"index": 1, "op": mode, "status": "skipped_no_answer"}]
    document = f"{body}\n" if guidance is None else with_guidance(body, guidance)
    return document, [{"index": 1, "op": mode, "status": "applied_rewrite"}]


def _rewritten(setting: Setting, patch: Patch) -> str:
    fields = {"suggestions": described(setting.kind, patch.items), "count": str(len(patch.items))}
    said = setting.ask("rewrite_skill", REWRITTEN, fields, {"items": list(patch.items)})
    return "" if said is None else said["new_skill"]


Source = Literal["failure", "success"]
Item = Mapping[str, Any]  # one edit, suggestion or document, with "support_count", "source_type", "merge_level"


@dataclass(frozen=True)
class Kind:
    """How the items of an update mode are called, and what each holds."""

    key: str  # of the list in answers and files
    words: str  # for prompts
    pattern: Mapping[str, Any]
    required: str  # an item without this text is no use


KINDS: Mapping[str, Kind] = {
    "patch": Kind(
        "edits", "edits", {"op": str, "content?": str, "target?": str, "support_count?": int}, required="op"
    ),
    "rewrite": Kind(
        "revise_suggestions",
        "suggestions",
        {"type?": str, "title": str, "instruction": str, "support_count?": int},
        required="instruction",
    ),
    "full_rewrite": Kind(
        "skill_candidates",
        "whole documents",
        {"title?": str, "new_skill": str, "change_summary?": [str], "support_count?": int},
        required="new_skill",
    ),
}


@dataclass(frozen=True)
class Patch:
    """Items of one reflection, or of several merged. ``patterns``: what failures had in common, as the teacher says."""

    items: tuple[Item, ...]
    reasoning: str = ""
    source: Source = "failure"
    batch_size: int = 0
    patterns: tuple[str, ...] = ()

    def record(self, kind: Kind) -> dict[str, Any]:
        """For files and for a teacher, under the names of SkillOpt's files."""
        return {"reasoning": self.reasoning, kind.key: [dict(item) for item in self.items]}


def answer_form(kind: Kind, *, summary: bool = False) -> Form:
    """An answer with items; with ``summary`` also what went wrong."""
    pattern: dict[str, Any] = {"reasoning?": str, kind.key: [kind.pattern]}
    if summary:
        pattern["failure_summary?"] = [{"failure_type": str, "count?": int, "description?": str}]
    return Form(pattern)


def usable_items(kind: Kind, content: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The items of an answer that say something."""
    return [dict(item) for item in content[kind.key] if _is_readable(str(item.get(kind.required) or ""))]


def _is_readable(text: str) -> bool:
    """Whether anything is left without invisible characters, which no actor gets."""
    return bool(neutralise(text, len(text)))


def failures_first(items: Iterable[Item]) -> list[Item]:
    """Items from failures before those from successes, those with more support first; else as they came."""
    return sorted(
        items, key=lambda item: (item.get("source_type") != "failure", -(item.get("support_count") or 0))
    )


def described(kind: Kind, items: Sequence[Item]) -> str:
    """Items as numbered lines, numbers from 0, for a teacher to choose from."""
    return "\n".join(f"[{number}] {worded(item)}" for number, item in enumerate(items)) or f"(no {kind.words})"


def worded(item: Item) -> str:
    """An item on one line, without its level, which tells where it was merged and not how good it is."""
    return "  ".join(f"{key}={value!r}" for key, value in item.items() if key != "merge_level" and value)


Category = Literal["regressed", "persistent_fail", "improved", "stable_success"]
CATEGORIES: Mapping[Category, str] = {  # in the order of a report
    "regressed": "Regressed (solved before, not now)",
    "persistent_fail": "Failed both times",
    "improved": "Improved (solved now, not before)",
    "stable_success": "Solved both times",
}


@dataclass(frozen=True)
class Pair:
    """One task under the document of the epoch before and under the present one."""

    before: Trial
    now: Trial

    @property
    def category(self) -> Category:
        # SkillOpt's four categories: by success alone, whatever `gate_metric` is.
        if self.before.hard:
            return "stable_success" if self.now.hard else "regressed"
        return "improved" if self.now.hard else "persistent_fail"

    def record(self) -> dict[str, Any]:
        """For files."""
        sides = {
            side: {"hard": trial.hard, "soft": trial.soft, "fail_reason": trial.fault}
            for side, trial in (("prev", self.before), ("curr", self.now))
        }
        return {"id": self.now.id, "category": self.category, **sides}


def pairs_of(before: Sequence[Trial], now: Sequence[Trial]) -> list[Pair]:
    """Trials of the same task side by side, in the order of ``now``; a task tried once only is left out."""
    by_id = {trial.id: trial for trial in before}
    return [Pair(by_id[trial.id], trial) for trial in now if trial.id in by_id]


def counts(pairs: Sequence[Pair]) -> dict[Category, int]:
    """How many pairs of each category."""
    return {category: sum(pair.category == category for pair in pairs) for category in CATEGORIES}


def report(pairs: Sequence[Pair]) -> str:
    """The comparison for a teacher: worst first, transcripts where something is to be learnt."""
    parts = []
    # Empty ones, too: that nothing got worse is worth knowing.
    for category, title in CATEGORIES.items():
        chosen = [pair for pair in pairs if pair.category == category]
        lines = [f"## {title}: {len(chosen)} of {len(pairs)}"]
        lines += [_told(pair) for pair in chosen]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _told(pair: Pair) -> str:
    if pair.category == "stable_success":
        return f"- {pair.now.id}"
    return f"### {pair.now.id}\nBefore:\n{pair.before.text}\nNow:\n{pair.now.text}"


def ask_guidance(setting: Setting, before: str, pairs: Sequence[Pair]) -> str:
    """The text for the protected block; "" without an answer."""
    # Of the document in force: that of the epoch before may have an older block, or none.
    held = parts_of(setting.document).guidance
    said = _concluded(setting, "slow_update", GUIDANCE, before, held, pairs)
    return "" if said is None else said["slow_update_content"].strip()


def ask_memory(setting: Setting, before: str, pairs: Sequence[Pair]) -> str:
    """The teacher's new notes to itself; the old ones without an answer."""
    said = _concluded(setting, "meta_skill", MEMORY, before, setting.memory, pairs)
    # A blank text counts as no answer: it is no reason to forget.
    return (said and said["meta_skill_content"].strip()) or setting.memory


def _concluded(
    setting: Setting, operation: str, form: Form, before: str, held: str | None, pairs: Sequence[Pair]
) -> Mapping[str, Any] | None:
    fields = {"comparison": report(pairs), "before": before or "(empty)", "held": held or NOTHING}
    return setting.ask(operation, form, fields, {"pairs": list(pairs), "before": before, "held": held or ""})
