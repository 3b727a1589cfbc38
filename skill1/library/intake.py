"""What comes in from outside, as pure functions: skills of other libraries and formats, outcomes told by agents.

Each function gives the plan of one commit; nothing is written here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import replace

from skill1.config import LibraryConfig
from skill1.errors import DataError
from skill1.library.admit import after_outcome, skill_id
from skill1.library.commit_plan import Event, EventKind, Plan, Trends, clean_draft
from skill1.schema import SKILL_STATUSES, Episode, Skill, SkillDraft, comparison_key, neutralise

NOTE_CHARS = 500
_NAME_CHARS = 200
# Needs no quotes in a shell and no escapes in an address: people type ids and pages link them.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]{0,79}")  # an id that is not so gets a new one
_BARRING = ("active", "proposed", "banned")  # a skill with the texts of one of these does not come in


def without_repeats(skills: Iterable[Skill], held: Iterable[Skill]) -> list[Skill]:
    """The skills that are new to a library holding ``held`` (of every status).

    An active skill repeats an active, proposed, banned or merged one with the same two texts, among ``held`` or
    earlier in ``skills``; any other repeats a held one of the same status. A merged skill follows its successor to the
    one that was there before; without a successor, or merged in a circle, it counts as retired.
    """
    kept = list(held)
    names = {skill.id for skill in kept}
    # A merged one, such as the old wording of an edited skill, stands for its successor, whatever became of that.
    texts = {texts_key(skill): skill.merged_into or skill.id for skill in kept if skill.status == "merged"}
    # After the merged ones: where a text is held both ways, it stands for the skill that bars it.
    texts |= {texts_key(skill): skill.id for skill in kept if skill.status in _BARRING}
    # Only an active skill is kept out by one of another status: the rest is not searched and competes with none.
    alike = {(*texts_key(skill), skill.status): skill.id for skill in kept}
    became: dict[str, str] = {}  # incoming id → id of the skill that it is here
    new = []
    for skill in _with_successors(list(skills), names):
        key, name = texts_key(skill), skill.id
        repeated = texts.get(key) if skill.status == "active" else alike.get((*key, skill.status))
        if repeated is not None:
            became[skill.id] = repeated
            continue
        if name in names:
            # Set apart, else a merge into the held skill of this id would follow when this one gets a free id.
            name = f"{name} (not held)"  # no id: `with_free_ids` replaces it
            became.setdefault(skill.id, name)
        if skill.status == "active":
            texts[key] = name
        new.append(replace(skill, id=name))
    # Only once all are in: a successor may come after the skill that was merged into it.
    return [
        replace(
            skill,
            parents=tuple(became.get(parent, parent) for parent in skill.parents),
            merged_into=skill.merged_into and became.get(skill.merged_into, skill.merged_into),
        )
        for skill in new
    ]


def _with_successors(skills: Sequence[Skill], held: Set[str]) -> list[Skill]:
    """The skills, retired where they are merged into nothing that is there, or in a circle."""
    there = held | {skill.id for skill in skills}
    first = {skill.id: skill for skill in reversed(skills)}  # of those that share an id
    circle = circular_merges({name: s.merged_into for name, s in first.items() if s.merged_into is not None})
    return [
        skill
        if skill.merged_into is None or (skill.merged_into in there and skill.id not in circle)
        else replace(skill, status="retired", merged_into=None)
        for skill in skills
    ]


def circular_merges(into: Mapping[str, str]) -> set[str]:
    """The ids whose merges lead back to them, not those that only lead into a circle; ``into``: id → successor."""
    found, done = set(), set()
    for name in into:
        walk: dict[str, None] = {}  # keeps its order
        while name in into and name not in done and name not in walk:
            walk[name] = None
            name = into[name]
        if name in walk:
            ids = list(walk)
            found.update(ids[ids.index(name) :])
        done.update(walk)  # each id is walked once, however long the chains are
    return found


def texts_key(skill: Skill) -> tuple[str, str]:
    """The form in which two skills count as the same text."""
    return comparison_key(skill.description), comparison_key(skill.strategy)


def plan_addition(
    trends: Trends,
    skills: Iterable[Skill],
    changes: Sequence[tuple[Skill, Skill]],
    *,
    step: int,
    kind: EventKind,
) -> Plan:
    """Skills added as they are, older ones changed: ``changes`` holds each as it was and as it shall be.

    Each added skill gets an event of ``kind``, and where it is not active the one that tells its status. A changed
    one gets ``edited`` if another takes its place, and ``merged`` if it took another in; notes of a method in
    ``extra`` are no event.
    """
    plan = Plan(trends, changed={skill.id: skill for _, skill in changes})
    plan.added.update((skill.id, skill) for skill in skills)
    for skill in plan.added.values():
        plan.events.append(Event(kind, step, skill.source_episode, skill.id, 0, skill.utility))
        if skill.status == "merged":
            plan.events.append(_replaced(skill, step))
        elif skill.status != "active":
            plan.events.append(Event(skill.status, step, "", skill.id, 0, skill.utility))
    takers = {skill.merged_into for skill in plan.added.values()}
    for before, skill in changes:
        if skill.status == "merged":
            plan.events.append(_replaced(skill, step))
        # What it took in may have been retrieved by nobody: then no number of it moves.
        elif skill.id in takers or replace(before, extra=skill.extra) != skill:
            plan.events.append(Event("merged", step, "", skill.id, 0, skill.utility))
    return plan


def _replaced(skill: Skill, step: int) -> Event:
    # `edited` holds the successor where others hold an episode: a rollback reads it so (`states_after`).
    return Event("edited", step, skill.merged_into or "", skill.id, 0, skill.utility)


def plan_feedback(
    trends: Trends, skill: Skill, *, success: bool, note: str, config: LibraryConfig, step: int
) -> Plan:
    """One outcome: utility by the rule of ``config``, ``selected`` and ``wins`` by one."""
    # Half a success would be half a win, and the library could not be read again.
    if success not in (0, 1):
        raise DataError(f"the outcome of '{skill.id}' is {success!r}; expected True or False.")
    success = bool(success)
    # Always fades: an outcome told from outside has no rollouts of the same step beside it.
    after = after_outcome(skill, float(success), config, prior=trends.success, fades=True)
    now = replace(after, selected=skill.selected + 1, wins=skill.wins + success)
    events = [
        Event("feedback", step, neutralise(note, NOTE_CHARS), skill.id, 0, float(success)),
        Event("credited", step, "", skill.id, 0, now.utility),
    ]
    return Plan(trends, changed={skill.id: now}, events=events)


def with_plain_numbers(episode: Episode) -> Episode:
    """The episode with Python's own numbers: SQLite keeps NumPy's as bytes, and the library could not be read again.

    Raises ``DataError`` for an outcome that is none.
    """
    if not 0 <= episode.outcome <= 1:
        told = f"the episode {episode.id} has the outcome {episode.outcome!r}"
        raise DataError(f"{told}; expected a number in [0, 1].")
    return replace(episode, outcome=float(episode.outcome), success=bool(episode.success))


def with_free_ids(skills: Iterable[Skill], is_taken: Callable[[str], bool], max_chars: int) -> list[Skill]:
    """The skills with clean texts under ids that are free; ``parents`` and ``merged_into`` of the batch follow.

    Raises ``DataError`` for a skill without a readable text, or with a number or status that none can have.
    """
    given: set[str] = set()
    renamed: dict[str, str] = {}
    batch = []
    for skill in skills:
        draft = clean_draft(skill, max_chars)
        if draft is None:
            raise DataError(
                f"the skill '{skill.id}' has an empty description or strategy; expected readable text."
            )
        name = skill.id
        if not _ID.fullmatch(name) or name in given or is_taken(name):
            name = skill_id(
                draft.description, draft.strategy, skill.source_episode, lambda n: n in given or is_taken(n)
            )
            if skill.id not in given:  # else an earlier one of the batch has it: that is who is meant
                renamed.setdefault(skill.id, name)
        given.add(name)
        batch.append(_cleaned(skill, name, draft))
    # After the loop: a skill may refer to one that comes later in the batch.
    return [
        replace(
            skill,
            # Cleaned only now: it is by the names in the batch that they are found.
            parents=tuple(neutralise(renamed.get(parent, parent), _NAME_CHARS) for parent in skill.parents),
            merged_into=skill.merged_into and renamed.get(skill.merged_into, skill.merged_into),
        )
        for skill in batch
    ]


def successor_renamed(skill: Skill, names: Mapping[str, str]) -> Skill:
    """The skill, merged into what its successor is called by now; one that is not merged stays as it is.

    Raises ``DataError`` for a number or status that none can have.
    """
    skill = _checked(skill)
    into = skill.merged_into
    return skill if into is None else replace(skill, merged_into=names.get(into, into))


def _checked(skill: Skill) -> Skill:
    counts = {key: getattr(skill, key) for key in ("retrieved", "selected", "wins", "created_step")}
    if not 0 <= skill.utility <= 1 or any(count < 0 or count != int(count) for count in counts.values()):
        numbers = ", ".join(f"{key} {value!r}" for key, value in {"utility": skill.utility, **counts}.items())
        raise DataError(f"the skill '{skill.id}' has {numbers}; expected a utility in [0, 1] and whole counts.")
    if skill.status not in SKILL_STATUSES:
        known = ", ".join(SKILL_STATUSES)
        raise DataError(f"the skill '{skill.id}' has the status {skill.status!r}; expected one of {known}.")
    # Python's own, as in `with_plain_numbers`.
    return replace(skill, utility=float(skill.utility), **{key: int(count) for key, count in counts.items()})


def _cleaned(skill: Skill, name: str, draft: SkillDraft) -> Skill:
    return replace(
        _checked(skill),
        id=name,
        description=draft.description,
        strategy=draft.strategy,
        source_episode=neutralise(skill.source_episode, _NAME_CHARS),
        env=neutralise(skill.env, _NAME_CHARS),
    )
