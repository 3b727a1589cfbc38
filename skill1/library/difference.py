"""What changed between two libraries: two checkpoints of a run, two runs, or a library and one trained elsewhere.

A skill is the same in both if its id and texts are; where ids differ, equal texts are the same skill.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from skill1.library.store import Store
from skill1.schema import Skill

ChangeKind = Literal[
    "added",  # active or proposed, and not in the first
    "merged",  # into another skill
    "edited",  # replaced by a new wording: a person's, or one that took its place in training (library.edits)
    "retired",
    "banned",
    "approved",  # active, and proposed or banned before
    "restored",  # active, and retired or merged before
    "shelved",  # proposed, and something else before
    "rerated",  # active in both, with another U
    "passed",  # neither in the first nor active now: came and went in between
    "missing",  # not in the second at all
]
CHANGE_KINDS: tuple[ChangeKind, ...] = get_args(ChangeKind)
RERATED_BY = 0.05
_REWORDED = (
    "SELECT old.id FROM skills old JOIN skills new ON new.id = old.merged_into WHERE "
    "instr(new.parents, '\"' || old.id || '\"') AND old.id IN (SELECT skill FROM events WHERE kind = 'edited')"
)


@dataclass(frozen=True, slots=True)
class Change:
    """One skill that is not what it was. ``before`` and ``after`` are U; None where the skill is not."""

    kind: ChangeKind
    id: str  # in the second library; in the first for what is missing
    description: str
    strategy: str
    status: str
    before: float | None
    after: float | None
    into: str | None = None  # merged, edited: the skill that stands for it now
    first_id: str | None = None  # its id in the first library where that is another


@dataclass(frozen=True, slots=True)
class Difference:
    """Changes in the order of ``CHANGE_KINDS``, in each the largest move of U or the highest U first."""

    changes: tuple[Change, ...]
    same: int  # skills in both, whatever became of them
    pinned: tuple[str, ...]  # ids newly pinned
    unpinned: tuple[str, ...]

    def counts(self) -> dict[str, int]:
        """How many of each kind."""
        numbers = dict.fromkeys(CHANGE_KINDS, 0)
        for change in self.changes:
            numbers[change.kind] += 1
        return {**numbers, "pinned": len(self.pinned), "unpinned": len(self.unpinned), "same": self.same}

    def of_kind(self, kind: ChangeKind) -> list[Change]:
        """The changes of one kind."""
        return [change for change in self.changes if change.kind == kind]

    def as_json(self) -> dict[str, Any]:
        """Counts on top, then a list for each kind."""
        return {
            "counts": self.counts(),
            **{kind: [asdict(change) for change in self.of_kind(kind)] for kind in CHANGE_KINDS},
            "pinned": list(self.pinned),
            "unpinned": list(self.unpinned),
        }


def difference(first: Store, second: Store, *, by: float = RERATED_BY) -> Difference:
    """From ``first`` to ``second``; a skill counts as re-rated when its U moved by more than ``by``."""
    pairs = _paired(first.skills(), second.skills())
    # Their status is `merged` like that of repeats, and `library merge` logs `edited` of these, too: a new wording is
    # one that names the old skill as its parent.
    edited = {name for (name,) in second.rows(_REWORDED)}
    changes = [change for old, new in pairs if (change := _change(old, new, by, edited)) is not None]
    both = [(old, new) for old, new in pairs if old is not None and new is not None]
    return Difference(
        changes=tuple(sorted(changes, key=_shown_order)),
        same=len(both),
        pinned=tuple(new.id for old, new in both if new.pinned > old.pinned),
        unpinned=tuple(new.id for old, new in both if new.pinned < old.pinned),
    )


def _paired(first: Iterable[Skill], second: Iterable[Skill]) -> list[tuple[Skill | None, Skill | None]]:
    """Each skill of the first with itself in the second, by id and texts, else by texts, an active one first."""
    later = {skill.id: skill for skill in second}
    pairs: list[tuple[Skill | None, Skill | None]] = []
    unmatched = []
    # An id alone proves nothing: two libraries may have given it to different texts.
    for old in first:
        new = later.get(old.id)
        if new is not None and _texts(new) == _texts(old):
            pairs.append((old, later.pop(old.id)))
        else:
            unmatched.append(old)
    # Whoever is left is known by its texts: an import gives a skill another id where its own is taken.
    by_texts: dict[tuple[str, str], list[Skill]] = {}
    for new in sorted(later.values(), key=lambda skill: skill.status != "active", reverse=True):
        by_texts.setdefault(_texts(new), []).append(new)  # reversed: the first to be taken stands last
    # Active ones first here, too, so that an active skill gets the active one of its namesakes.
    for old in sorted(unmatched, key=lambda skill: skill.status != "active"):
        namesakes = by_texts.get(_texts(old))
        new = later.pop(namesakes.pop().id) if namesakes else None
        pairs.append((old, new))
    return [*pairs, *((None, new) for new in later.values())]


def _texts(skill: Skill) -> tuple[str, str]:
    return skill.description, skill.strategy


def _change(old: Skill | None, new: Skill | None, by: float, edited: set[str]) -> Change | None:
    if new is None:
        assert old is not None, "a pair has a skill"
        return _described("missing", old, old.utility, None)
    if old is None:
        kind: ChangeKind = "added" if new.status in ("active", "proposed") else "passed"
        return _described(kind, new, None, new.utility)
    found = _kind_of(old, new, by, edited)
    if found is None:
        return None
    return _described(found, new, old.utility, new.utility, first_id=old.id if old.id != new.id else None)


def _kind_of(old: Skill, new: Skill, by: float, edited: set[str]) -> ChangeKind | None:
    # With the same status on both sides only U can have moved.
    if old.status == new.status:
        return "rerated" if new.status == "active" and abs(new.utility - old.utility) > by else None
    if new.status == "merged":
        return "edited" if new.id in edited else "merged"
    if new.status == "active":
        return "approved" if old.status in ("proposed", "banned") else "restored"
    # The new status alone names the change, whatever the skill was before.
    kinds: dict[str, ChangeKind] = {"retired": "retired", "banned": "banned", "proposed": "shelved"}
    return kinds[new.status]


def _described(
    kind: ChangeKind, skill: Skill, before: float | None, after: float | None, first_id: str | None = None
) -> Change:
    into = skill.merged_into if kind in ("merged", "edited") else None
    return Change(kind, skill.id, skill.description, skill.strategy, skill.status, before, after, into, first_id)


def _shown_order(change: Change) -> tuple[int, float, str]:
    # What is missing has a U only in the first library.
    utility = change.before if change.after is None else change.after
    moved = abs((change.after or 0.0) - (change.before or 0.0)) if change.kind == "rerated" else utility
    return CHANGE_KINDS.index(change.kind), -(moved or 0.0), change.id
