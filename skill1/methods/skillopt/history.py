"""What a teacher is told of the epoch so far: failures that stay, and edits that the gate rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from skill1.methods.skillopt.stages import Item, Patch
from skill1.methods.skillopt.trial import Trial

_HIDDEN = ("merge_level", "source_type", "support_count")


def entry(
    step: int, action: str, trials: Sequence[Trial], patches: Sequence[Patch], scores: tuple[float, float] | None
) -> dict[str, Any]:
    """One step. ``scores``: of the document and of the candidate, None where there was no candidate."""
    failures = [trial for trial in trials if not trial.hard]
    said = [text for patch in patches for text in patch.patterns]
    counted = Counter(trial.fault.partition(":")[0] for trial in failures)
    patterns = said or [f"{fault or 'failure'} ({count})" for fault, count in sorted(counted.items())]
    note: dict[str, Any] = {"step": step, "action": action, "n_fail": len(failures), "n_total": len(trials)}
    note["failure_patterns"] = patterns
    if scores is not None:
        note |= {"score_before": scores[0], "score_after": scores[1]}
    return note


def rejected(items: Sequence[Item]) -> list[dict[str, Any]]:
    """Items as an entry keeps them."""
    return [{key: value for key, value in item.items() if key not in _HIDDEN} for item in items]


def told(entries: Sequence[Mapping[str, Any]]) -> str:
    """The entries as text; "" of none."""
    lines = []
    for note in entries:
        lines.append(f"Step {note['step']}: {note['action']}, {note['n_fail']} of {note['n_total']} tasks failed")
        lines += [f"  seen: {pattern}" for pattern in note["failure_patterns"]]
        if note.get("rejected_edits"):
            lines.append(f"  rejected (score {note['score_before']:.3f} → {note['score_after']:.3f}):")
            lines += [f"    {_worded(item)}" for item in note["rejected_edits"]]
    return "\n".join(lines)


def _worded(item: Mapping[str, Any]) -> str:
    return "  ".join(f"{key}={value!r}" for key, value in item.items() if value)
