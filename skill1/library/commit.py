"""Writes a worked-out plan to a library file as one commit, whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from skill1.library.commit_plan import Plan, Trends
from skill1.library.curation_plan import Curation, CurationTerms, Outcome
from skill1.library.store import CommitRow, Store
from skill1.library.tables import WHERE_STEPS_FALL, CurationRow
from skill1.schema import Skill, SkillEdit


@dataclass(frozen=True, slots=True)
class CommitReport:
    """What one commit did. ``edits`` follow (task, rollout); ``retired`` are ids in leaving order."""

    edits: tuple[SkillEdit, ...]
    added: int
    merged: int
    rejected: int
    retired: tuple[str, ...]
    version: int


class Moves(NamedTuple):
    """What a plan does to the active skills: new ones, older ones that become active, and those that leave.

    New ones, then those that become active, go to the end of the order of admission.
    """

    joining: tuple[Skill, ...]
    entering: tuple[Skill, ...]
    leaving: tuple[str, ...]


def moves_of(plan: Plan, was_active: Callable[[str], bool]) -> Moves:
    """``was_active``: of an older skill, before the commit."""
    now_active = {name: skill.status == "active" for name, skill in plan.changed.items()}
    return Moves(
        # What comes and is retired in the same commit never enters the index.
        tuple(skill for skill in plan.added.values() if skill.status == "active"),
        tuple(plan.changed[name] for name, is_in in now_active.items() if is_in and not was_active(name)),
        tuple(name for name, is_in in now_active.items() if not is_in and was_active(name)),
    )


def write_plan(
    store: Store,
    plan: Plan,
    moves: Moves,
    row: CommitRow,
    *,
    vectors_of: str | None,
    curations: Iterable[CurationRow] = (),
) -> None:
    """One transaction. ``vectors_of``: the encoder identity whose vectors are kept in the file; None: none are.

    Raises:
        LibraryError: read-only, or another process has written since the version before ``row.version``.
    """
    with store.transaction(row.version - 1):  # refused where another process has committed since
        # All tables together: a kill leaves either the version before or this one, never half a step.
        store.add_skills(plan.added.values())
        store.update_skills(plan.changed.values())
        # After the new ones, as the index appends them: an index rebuilt from the file has the same rows.
        store.readmit(skill.id for skill in moves.entering)
        store.add_events(plan.events)
        store.add_wins(plan.wins)
        store.add_curations(curations)
        store.drop_vectors(moves.leaving)  # never searched any more; encoded again if a skill comes back
        if vectors_of is not None:
            kept = [skill.id for skill in (*moves.joining, *moves.entering) if skill.id in plan.vectors]
            store.add_vectors(vectors_of, {name: plan.vectors[name] for name in kept})
        store.add_commit(row)  # after the events: the row notes the number of the last one
        trends = plan.trends
        store.put_meta(
            {"version": row.version, "success_trend": trends.success, "no_skill_trend": trends.no_skill}
        )


def report_of(plan: Plan, version: int) -> CommitReport:
    """What a step's commit did."""
    kinds = Counter(edit.kind for edit in plan.edits)
    return CommitReport(
        tuple(plan.edits),
        # An update adds a skill too; the one whose place it takes is merged into it.
        kinds["added"] + kinds["updated"],
        kinds["merged"],
        kinds["rejected"],
        plan.retired,
        version,
    )


def curation_report(moves: Moves, version: int) -> CommitReport:
    """Curation in the terms of a commit: what became active was added, what left was retired."""
    # No edits: those tell which episode wrote which text.
    return CommitReport((), len(moves.joining) + len(moves.entering), 0, 0, moves.leaving, version)


def curation_rows(
    requests: Sequence[Curation], outcomes: Sequence[Outcome], terms: CurationTerms, version: int
) -> list[CurationRow]:
    """The requests that were carried out, for the table ``curations``."""
    done = [request for request, outcome in zip(requests, outcomes, strict=True) if outcome.is_applied]
    return [CurationRow(version, terms.step, r.kind, r.skill, r.by, r.reason, r.asked_at) for r in done]


def stored_trends(meta: Mapping[str, float | None]) -> Trends:
    """The success EMAs of the table ``meta``."""
    return Trends(meta.get("success_trend"), meta.get("no_skill_trend"))


def came_in(store: Store, step: int, steps: int) -> set[str]:
    """Ids that came in during the ``steps`` steps up to ``step``, in the run that is at ``step`` now."""
    # Where steps fall, a run began with the library of another one; a fork counts on.
    others = f"SELECT max(a.version) {WHERE_STEPS_FALL}"
    # A later step than this one is also of an earlier run: before this run's first commit no step has fallen yet.
    earlier = f"SELECT max(last_event) FROM commits WHERE step <= ? OR step > ? OR version <= ({others})"
    kinds = "'added', 'proposed', 'imported'"
    # Events after the newest commit that is too old, or of another run; without such a commit all of them.
    query = f"SELECT skill FROM events WHERE seq > coalesce(({earlier}), 0) AND kind IN ({kinds})"
    return {name for (name,) in store.rows(query, (step - steps, step))}
