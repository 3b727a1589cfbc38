"""SkillRL's page of a report: the bank, and every evolution: what it was shown, what came in, what not and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from skill1.methods.skillrl.bank import (
    GENERAL,
    MISTAKES,
    SPECIFIC,
    category_in_bank,
    is_evolved,
    section_of,
    title_of,
)
from skill1.methods.skillrl.evolution import RECORD
from skill1.report.method_page import Change, Chart, MethodFiles, MethodPage, Table, Verdict, difference, plain
from skill1.report.summary import json_object
from skill1.schema import Skill

SAYS = (
    "The policy learns to use a bank of skills that a teacher wrote. Every few steps the teacher reads failures "
    "from categories with a low success rate, and proposes skills. A title that the bank already has is left out, "
    "unless the proposal takes that skill's place."
)
CHARTS = (
    Chart(
        "An evolution",
        "What the teacher was shown and what came of it, in steps with an evolution.",
        (
            ("bank/failures", "failures shown"),
            ("bank/new_skills", "new"),
            ("bank/rewritten_skills", "rewritten"),
            ("bank/repeated_titles", "left out as repeated"),
        ),
    ),
    Chart("Weak categories", "Of the failures shown.", (("bank/weak_categories", "categories"),)),
)
SECTIONS = {GENERAL: "general", SPECIFIC: "task-specific", MISTAKES: "common mistake", None: "from no bank"}
HEADS = ("Title", "Section", "Category", "What it says", "Status", "Written", "Selected", "Utility")
OUTCOMES: Mapping[str, tuple[Verdict, str]] = {
    "proposals": ("accepted", "Its title is new."),
    "repeated": ("refused", "The bank, or an earlier proposal, has this title."),
    "surplus": ("refused", "Past skillrl.max_new_skills."),
    "banned": ("refused", "A person banned this text."),
}


def page(files: MethodFiles) -> MethodPage:
    """From the library and the records of the evolutions."""
    skills = files.skills
    active = Counter(section_of(skill) for skill in skills if skill.status == "active")
    facts = tuple((words, str(active[section])) for section, words in SECTIONS.items() if active[section])
    tables = (_categories(files), Table("The bank", HEADS, tuple(map(_row, skills)), "Retired skills too."))
    changes = tuple(change for record in _records(files) for change in _changes(record))
    return MethodPage("The bank of SkillRL", SAYS, facts, (), CHARTS, changes, tables)


def _records(files: MethodFiles) -> list[dict[str, Any]]:
    # Names have the step in six digits, so their order is that of the steps.
    found = [json_object(path) for path in sorted(files.folder.glob(f"{RECORD}*.json"))]
    # After a resume from an earlier checkpoint records of later steps lie there until those are done again.
    return [one for one in found if one and isinstance(one.get("step"), int) and one["step"] <= files.last_step]


def _changes(record: Mapping[str, Any]) -> Iterator[Change]:
    """The evolution as a whole, if nothing came of it, then each proposal."""
    step, shown = record["step"], record.get("shown") or []
    failures = plain("Failures shown", "\n".join(f"{one.get('category')}: {one.get('goal')}" for one in shown))
    if record.get("fault"):
        why = f"No usable answer: {record['fault']} The failures are kept for the next evolution."
        yield Change(step, "evolution", "nothing", why, _rates(record), (failures,))
    elif not shown:
        why = f"No category is below skillrl.evolve_below = {record.get('evolve_below')}, or none failed."
        yield Change(step, "evolution", "nothing", why, _rates(record))
    elif not any(record.get(name) for name in OUTCOMES):
        yield Change(step, "evolution", "nothing", "The teacher proposed nothing.", _rates(record), (failures,))
    for name, (verdict, why) in OUTCOMES.items():
        for one in record.get(name) or []:
            yield _proposal(step, one, verdict, why, failures)


def _proposal(step: int, told: Mapping[str, Any], verdict: Verdict, why: str, failures: Any) -> Change:
    replaced = told.get("replaces") or {}
    if replaced and verdict == "accepted":
        why = f"It takes the place of {replaced.get('title')!r}, which is retired."
        # A record of an earlier version does not say it.
        if replaced.get("is_retired") is False:
            why = f"It rewrites {replaced.get('title')!r}, which stays: it is pinned, or library.review is on."
    words = difference("What it says", str(replaced.get("principle", "")), str(told.get("principle", "")))
    when = (("category", str(told.get("category") or "general")), ("when", str(told.get("when_to_apply", ""))))
    return Change(step, str(told.get("title")), verdict, why, when, (words, failures))


def _rates(record: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    counts = record.get("categories") or {}
    return tuple((name, f"{won} of {played} won") for name, (won, played) in counts.items())


def _categories(files: MethodFiles) -> Table:
    """Success of each category at the newest evolution."""
    newest = next(reversed(_records(files)), {})
    says = f"Episodes since the previous evolution, at step {newest.get('step', '–')}: weakest first."
    counts = sorted((newest.get("categories") or {}).items(), key=lambda one: one[1][0] / max(1, one[1][1]))
    below = newest.get("evolve_below", 0)
    rows = tuple(
        (name, str(won), str(played), "weak" if played and won / played < below else "–")
        for name, (won, played) in counts
    )
    return Table("Categories", ("Category", "Won", "Played", f"Below {below}"), rows, says)


def _row(skill: Skill) -> tuple[str, ...]:
    written = f"step {skill.created_step}" if is_evolved(skill) else "before RL"
    words = (title_of(skill), SECTIONS.get(section_of(skill), "–"), category_in_bank(skill) or "–", skill.strategy)
    return (*words, skill.status, written, str(skill.selected), f"{skill.utility:.3f}")
