"""Which skills may go, by rules a person sets. Changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from skill1.errors import LibraryError
from skill1.library.admit import choose_retired
from skill1.library.curation_plan import FORGOTTEN_UNTIL
from skill1.library.store import Store
from skill1.schema import Skill

# Use, also by agents outside, and what brought a skill in or back: one that has just come had no chance yet.
_SIGNS_OF_LIFE = ("used", "feedback", "added", "proposed", "imported", "approved", "restored")


@dataclass(frozen=True, slots=True)
class PruneRules:
    """A skill goes if any rule says so; None: that rule is not asked. Pinned skills stay in any case."""

    keep: int | None = None  # so many stay; those of the lowest U·log(1+n) go first
    unused_for: int | None = None  # goes if it was handed to no actor in so many commits, nor came in
    below: float | None = None  # goes if its U is lower
    min_selected: int = 0  # but `below` asks only skills selected at least so often


class Leaving(NamedTuple):
    """A skill that may go, and why."""

    skill: Skill
    reason: str


def choose_leaving(
    store: Store, rules: PruneRules, to_come: Mapping[str, Skill] = MappingProxyType({})
) -> list[Leaving]:
    """The active skills that ``rules`` let go, lowest U first within each reason.

    Args:
        to_come: skills as requests that wait will leave them (`curation.skills_to_come`), judged as if they were so.

    Raises:
        LibraryError: ``unused_for`` asks for uses that the file does not hold any more.
    """
    now = {skill.id: skill for skill in store.skills("active")}
    # What has yet to come in has not been used. Like a pinned skill it takes a place, but never leaves.
    new = {name: replace(skill, pinned=True) for name, skill in to_come.items() if name not in now}
    active = [skill for skill in {**now, **to_come, **new}.values() if skill.status == "active"]
    free = [skill for skill in active if not skill.pinned]
    # A dict, so that a skill which two rules let go leaves once, for one reason.
    leaving = {each.skill.id: each for each in [*_too_weak(free, rules), *_unused(store, free, rules)]}
    if rules.keep is not None:
        # With the pinned ones, which never leave but take a place.
        staying = [skill for skill in active if skill.id not in leaving]
        leaving |= {each.skill.id: each for each in _surplus(staying, rules.keep)}
    return sorted(leaving.values(), key=lambda each: (each.reason, each.skill.utility, each.skill.id))


def _too_weak(skills: Collection[Skill], rules: PruneRules) -> Iterator[Leaving]:
    if rules.below is None:
        return
    for skill in skills:
        if skill.utility < rules.below and skill.selected >= rules.min_selected:
            yield Leaving(skill, f"U below {rules.below:g}")


def _unused(store: Store, skills: Collection[Skill], rules: PruneRules) -> Iterator[Leaving]:
    # A library younger than that holds nothing that could have been unused for so long.
    if rules.unused_for is None or rules.unused_for >= store.version():
        return
    version = store.version() - rules.unused_for
    since = store.number("SELECT last_event FROM commits WHERE version = ?", (version,))
    # The shipped library, and those that an older skill1 made smaller, keep only a part of their events.
    if since < store.meta().get(FORGOTTEN_UNTIL, 0):
        raise LibraryError(
            "It is no longer known which skills were used, because the record of uses was dropped. Type --below U "
            "or --keep N."
        )
    marks = ", ".join("?" * len(_SIGNS_OF_LIFE))
    query = f"SELECT skill FROM events WHERE seq > ? AND kind IN ({marks})"
    alive = {name for (name,) in store.rows(query, (since, *_SIGNS_OF_LIFE))}
    for skill in skills:
        if skill.id not in alive:
            yield Leaving(skill, f"unused for {rules.unused_for} commits")


def _surplus(skills: Collection[Skill], capacity: int) -> Iterator[Leaving]:
    by_id = {skill.id: skill for skill in skills}
    # Not by the rule of a run (library.retirement): a library file does not hold it.
    for name in choose_retired(skills, capacity=capacity, rule="log1p"):
        yield Leaving(by_id[name], "among the lowest U·log(1+n)")
