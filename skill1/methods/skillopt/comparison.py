"""The end of an epoch: the same tasks under two documents, and what a teacher concludes (slow update, meta skill)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from skill1.methods.skillopt.edits import parts_of
from skill1.methods.skillopt.stages import NOTHING, Setting
from skill1.methods.skillopt.trial import Trial
from skill1.methods.teacher.question import Form

Category = Literal["regressed", "persistent_fail", "improved", "stable_success"]
CATEGORIES: Mapping[Category, str] = {  # in the order of a report
    "regressed": "Regressed (solved before, not now)",
    "persistent_fail": "Failed both times",
    "improved": "Improved (solved now, not before)",
    "stable_success": "Solved both times",
}
GUIDANCE = Form({"reasoning?": str, "slow_update_content": str})
MEMORY = Form({"reasoning?": str, "meta_skill_content": str})


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
    (answer,) = setting.teacher.ask([_question(setting, "slow_update", GUIDANCE, before, held, pairs)])
    return "" if answer.content is None else answer.content["slow_update_content"].strip()


def ask_memory(setting: Setting, before: str, pairs: Sequence[Pair]) -> str:
    """The teacher's new notes to itself; the old ones without an answer."""
    (answer,) = setting.teacher.ask([_question(setting, "meta_skill", MEMORY, before, setting.memory, pairs)])
    said = "" if answer.content is None else answer.content["meta_skill_content"].strip()
    # A blank text counts as no answer: it is no reason to forget.
    return said or setting.memory


def _question(setting: Setting, operation: str, form: Form, before: str, held: str | None, pairs: Sequence[Pair]):
    fields = {"comparison": report(pairs), "before": before or "(empty)", "held": held or NOTHING}
    return setting.question(operation, form, fields, {"pairs": list(pairs), "before": before, "held": held or ""})
