"""What a rule-based analyst answers to SkillOpt's questions: lessons of its environment's expert, as lines.

It is a domain expert, not a language model: it knows what an episode of its environment can teach, counts how often it
was taught, and words a document of lines ``- when <situation> do <advice>``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from skill1.methods.skillopt.edits import apply_edits, parts_of, with_guidance
from skill1.methods.skillopt.format import LINE
from skill1.methods.skillopt.optimizer import fits
from skill1.methods.skillopt.stages import Item, failures_first, item_key
from skill1.methods.skillopt.trial import Trial
from skill1.methods.teacher.analyst import Analyst, Rule
from skill1.schema import SkillDraft

Evidence = Mapping[str, Any]


def reflect(analyst: Analyst, evidence: Evidence) -> dict[str, Any]:
    """The lessons of a minibatch, those taught most often first; nothing that the document says already."""
    lessons = lessons_of(analyst, evidence["trials"])
    kind, budget = evidence["kind"], evidence["budget"]
    edits = _edits(evidence["document"], lessons, evidence["max_chars"])
    faults = Counter(trial.fault for trial in evidence["trials"] if trial.fault)
    summary = [{"failure_type": fault, "count": count} for fault, count in sorted(faults.items())]
    if kind.key == "skill_candidates":
        text, _ = apply_edits(evidence["document"], edits)
        items = [{"title": "with new lessons", "new_skill": text}] if edits else []
    elif kind.key == "revise_suggestions":
        items = [
            {"title": each["op"], "instruction": each["content"], "support_count": each["support_count"]}
            for each in edits[:budget]
        ]
    else:
        items = edits[:budget]
    return {kind.key: items, "failure_summary": summary}


def lessons_of(analyst: Analyst, trials: Iterable[Trial]) -> list[tuple[SkillDraft, int]]:
    """What episodes taught, with how many taught it; most first, then by text."""
    lessons = (analyst.lesson(trial.source) for trial in trials)
    counted = Counter(lesson for lesson in lessons if lesson is not None)
    # By text as well: a counter keeps the order of the episodes, which would decide between equal counts.
    return sorted(counted.items(), key=lambda each: (-each[1], each[0].description, each[0].strategy))


def _edits(
    document: str, lessons: Sequence[tuple[SkillDraft, int]], max_chars: int | None
) -> list[dict[str, Any]]:
    """Lessons as edits: a line about the same situation is replaced; in a full document the oldest line is."""
    edits: list[dict[str, Any]] = []
    for lesson, count in lessons:
        line = f"- when {lesson.description} do {lesson.strategy}"
        # Read anew for each lesson: an edit is made for the document that those before it leave.
        lines = [each for each in parts_of(document).body.splitlines() if LINE.fullmatch(each.strip())]
        if line in lines:
            continue
        longer, _ = apply_edits(document, [{"op": "append", "content": line}])
        edit = _edit(line, lines, lesson, has_room=fits(longer, max_chars))
        edits.append({**edit, "support_count": count})
        document, _ = apply_edits(document, [edit])
    return edits


def _edit(line: str, lines: Sequence[str], lesson: SkillDraft, *, has_room: bool) -> dict[str, str]:
    # Each of the lines has matched before, so there is a group.
    same = [each for each in lines if LINE.fullmatch(each.strip()).group(1) == lesson.description]
    if same or (lines and not has_room):
        # The first line is the oldest, since new ones are appended.
        return {"op": "replace", "target": (same or lines)[0], "content": line}
    return {"op": "append", "content": line}


def merge(analyst: Analyst, evidence: Evidence) -> dict[str, Any]:
    """Equal items become one with their support added; sorted, failures first; edits only as long as all fit."""
    kind, patches = evidence["kind"], evidence["patches"]
    supports: dict[str, int] = {}
    first: dict[str, Item] = {}
    for item in (item for patch in patches for item in patch.items):
        key = item_key(item)
        # It adds up, as the patches were made from different episodes.
        supports[key] = supports.get(key, 0) + (item.get("support_count") or 0)
        first.setdefault(key, item)
    items = failures_first({**item, "support_count": supports[key]} for key, item in first.items())
    # Only edits can be tried on the document one after the other.
    if kind.key == "edits":
        items = _fitting(evidence["document"], items, evidence["max_chars"])
    return {kind.key: [_told(item) for item in items]}


def _fitting(document: str, edits: Sequence[Item], max_chars: int | None) -> list[Item]:
    """Edits one after the other, without those that would make the document too long."""
    kept = []
    for edit in edits:
        changed, _ = apply_edits(document, [edit])
        if fits(changed, max_chars):
            kept.append(edit)
            document = changed
    return kept


def _told(item: Item) -> dict[str, Any]:
    return {key: value for key, value in item.items() if key not in ("source_type", "merge_level")}


def rank(analyst: Analyst, evidence: Evidence) -> dict[str, Any]:
    """Failures first, then those with more support."""
    items = evidence["items"]
    # Each item takes its place along: places are what is asked for.
    order = failures_first([{**item, "place": place} for place, item in enumerate(items)])
    return {"selected_indices": [item["place"] for item in order[: evidence["budget"]]]}


def decide_budget(analyst: Analyst, evidence: Evidence) -> dict[str, Any]:
    """As many items as more than one episode supports, and one at least."""
    supported = sum((item.get("support_count") or 0) > 1 for item in evidence["items"])
    return {"learning_rate": max(1, supported)}


def rewrite(analyst: Analyst, evidence: Evidence) -> dict[str, Any]:
    """The document with the suggested lines put in."""
    # Suggestions of this analyst are whole lines (`reflect`). Anything else is not from it and says nothing to it.
    drafts = [LINE.fullmatch(item["instruction"]) for item in evidence["items"]]
    lessons = [(SkillDraft(*match.groups()), 1) for match in drafts if match]
    edits = _edits(evidence["document"], lessons, evidence["max_chars"])
    return {"new_skill": apply_edits(evidence["document"], edits)[0]}


def guide(analyst: Analyst, evidence: Evidence) -> dict[str, Any]:
    """The lesson most often taught by tasks that got worse or were never solved, if it is new and there is room."""
    trials = [pair.now for pair in evidence["pairs"] if pair.category in ("regressed", "persistent_fail")]
    lines = [f"- when {lesson.description} do {lesson.strategy}" for lesson, _ in lessons_of(analyst, trials)]
    document, most = evidence["document"], evidence["max_chars"]
    new = [
        line for line in lines if line not in parts_of(document).body and fits(with_guidance(document, line), most)
    ]
    # With nothing new the block is given the text that it has.
    return {"slow_update_content": new[0] if new else evidence["held"]}


def remember(analyst: Analyst, evidence: Evidence) -> dict[str, Any]:
    """What the comparison counted; a rule-based analyst reads no notes."""
    counted = Counter(pair.category for pair in evidence["pairs"])
    told = ", ".join(f"{category} {counted[category]}" for category in sorted(counted))
    return {"meta_skill_content": f"The last two epochs compared: {told}."}


RULES: Mapping[str, Rule] = {
    "skillopt/analyst_error": reflect,
    "skillopt/analyst_success": reflect,
    "skillopt/merge_failure": merge,
    "skillopt/merge_success": merge,
    "skillopt/merge_final": merge,
    "skillopt/ranking": rank,
    "skillopt/lr_autonomous": decide_budget,
    "skillopt/rewrite_skill": rewrite,
    "skillopt/slow_update": guide,
    "skillopt/meta_skill": remember,
}
