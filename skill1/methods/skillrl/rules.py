"""What the rule-based analyst answers to SkillRL's questions, so that the method runs offline.

It is the environment's scripted expert, not a language model: its notes are correct facts, and it neither generalises
nor words anything freely. Where a memory holds no task of ours it repeats what the memory itself says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from skill1.methods.skillrl.bank import title_of
from skill1.methods.skillrl.memories import Memory, episode_of
from skill1.methods.teacher.analyst import Analyst, Rule
from skill1.schema import Skill, comparison_key

# At most what the teacher's prompts allow a title.
TITLE_WORDS = 6
LEAST_REPEATS = 2  # of a plan that counts as a pattern
MOST_PLANS = 3
FAULTS = {  # what a failed episode did, and what to do instead
    "idle": ("where it changes nothing", "If {verb} changed nothing, take another command or another thing."),
    "again": (
        "once more what it had led to before",
        "Remember what {verb} led to; choose what was not tried yet.",
    ),
}


def general(analyst: Analyst, evidence: Mapping[str, Any]) -> dict[str, Any]:
    """The plans that several successes share."""
    return {"skills": list(_plans(evidence["memories"], "When a task begins."))}


def specific(analyst: Analyst, evidence: Mapping[str, Any]) -> dict[str, Any]:
    """One lesson for each description, the longest strategy; for memories of others the plans they share."""
    memories: Iterable[Memory] = evidence["memories"]
    lessons: dict[str, dict[str, str]] = {}
    for entry in _lessons(analyst, memories):
        known = lessons.get(entry["title"])
        if known is None or len(entry["principle"]) > len(known["principle"]):
            lessons[entry["title"]] = entry
    foreign = [memory for memory in memories if episode_of(memory) is None]
    when = f"When a task of category {evidence['category']} begins."
    return {"skills": [*lessons.values(), *_plans(foreign, when)]}


def mistakes(analyst: Analyst, evidence: Mapping[str, Any]) -> dict[str, Any]:
    """The mistakes that the memories note themselves, then the faults that failures share."""
    noted = [pair for memory in evidence["memories"] for pair in memory.mistakes]
    entries = [
        {"description": action, "why_it_happens": when, "how_to_avoid": f"Act otherwise in this case: {when}"}
        for when, action in dict.fromkeys(noted)
    ]
    return {"mistakes": [*entries, *_shared_faults(evidence["memories"])]}


def _shared_faults(memories: Iterable[Memory]) -> list[dict[str, str]]:
    """What the transcripts of several failures show, those of most failures first."""
    # Once for each memory. Sorted, because the order of a set differs between processes, and ties keep it.
    counts = Counter(fault for memory in memories if not memory.success for fault in sorted(set(_faults(memory))))
    shared = [fault for fault, count in counts.most_common() if count >= LEAST_REPEATS]
    return [
        {
            "description": f"{verb} {FAULTS[kind][0]}",
            "why_it_happens": f"Seen in {counts[verb, kind]} failed episodes.",
            "how_to_avoid": FAULTS[kind][1].format(verb=verb),
        }
        for verb, kind in shared
    ]


def _faults(memory: Memory) -> Iterator[tuple[str, str]]:
    """(verb, kind) of every step that changed nothing, or repeated one with the answer that it had before."""
    before, done = "", set()
    for action, after in memory.steps:
        verb = action.partition(" ")[0]
        # The first step of a memory has no action, only what was seen.
        if verb and after == before:
            yield verb, "idle"
        elif verb and (action, after) in done:
            yield verb, "again"
        before = after
        done.add((action, after))


def evolve(analyst: Analyst, evidence: Mapping[str, Any]) -> dict[str, Any]:
    """Lessons of the failures that the bank does not hold, or holds with less in them."""
    known: dict[str, Skill] = {comparison_key(title_of(skill)): skill for skill in evidence["skills"]}
    entries: dict[str, dict[str, str]] = {}
    for memory in evidence["failures"]:
        for entry in _lessons(analyst, [memory]):
            # Of the memory itself, which was shown: a category that was not would make the skill general (`accept`).
            entry["category"] = memory.category
            old, rival = known.get(comparison_key(entry["title"])), entries.get(entry["title"])
            if old is not None:
                entry["refines"] = title_of(old)
            # The title begins `when_to_apply`, so the bank keeps a lesson's principle as the whole strategy.
            is_news = old is None or not old.strategy.startswith(entry["principle"])
            if is_news and (rival is None or len(entry["principle"]) > len(rival["principle"])):
                entries[entry["title"]] = entry
    return {"skills": list(entries.values())}


def _lessons(analyst: Analyst, memories: Iterable[Memory]) -> Iterator[dict[str, str]]:
    """What the expert notes about each episode; a title is how a lesson's description begins."""
    for memory in memories:
        episode = episode_of(memory)
        draft = analyst.lesson(episode) if episode is not None else None
        if draft is not None:
            title = " ".join(draft.description.split()[:TITLE_WORDS])
            yield {"title": title, "principle": draft.strategy, "when_to_apply": draft.description}


def _plans(memories: Iterable[Memory], when: str) -> Iterator[dict[str, str]]:
    counts = Counter(memory.plan for memory in memories if memory.success and memory.plan)
    for plan, count in counts.most_common(MOST_PLANS):
        if count >= LEAST_REPEATS:
            yield {"title": f"Plan {plan}", "principle": f"Work in this order: {plan}", "when_to_apply": when}


RULES: Mapping[str, Rule] = {
    "skillrl/general": general,
    "skillrl/specific": specific,
    "skillrl/mistakes": mistakes,
    "skillrl/evolve": evolve,
}
