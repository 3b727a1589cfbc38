"""Which skills may go, by rules a person sets, and letting go of old history. Changes nothing but history itself."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

from skill1.errors import LibraryError
from skill1.library.admit import choose_retired
from skill1.library.curation_plan import FORGOTTEN_UNTIL, USES_FORGOTTEN_UNTIL
from skill1.library.store import Store
from skill1.schema import Skill

# Always dropped; uses and moves of U only as `forget_history` says. Events of all other kinds are kept: they tell
# what became of a skill, and a rollback reads them.
_MERE_USE = ("retrieved", "selected")
_MEASURED_USE = "used"  # what uplift is counted from, where there are controls
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


class Forgotten(NamedTuple):
    """What :func:`forget_history` drops: events, and winning queries that count for no active skill."""

    events: int
    wins: int


def choose_leaving(
    store: Store, rules: PruneRules, to_come: Mapping[str, Skill] = MappingProxyType({})
) -> list[Leaving]:
    """The active skills that ``rules`` let go, lowest U first within each reason.

    Args:
        to_come: skills as requests that wait will leave them (`curation.skills_to_come`), judged as if they were so.

    Raises:
        LibraryError: ``unused_for`` asks for uses that :func:`forget_history` dropped.
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


def forget_history(store: Store, commits: int, *, apply: bool) -> Forgotten:
    """Drop what is older than the last ``commits``, where figures and statuses do not need it; then shrink the file.

    Dropped are retrievals, selections, uses (unless the library has controls: uplift is counted from them), the moves
    of a utility but each skill's last one, and winning queries that count for no active skill.
    Utilities, counts and uplift stay, and a rollback within the last ``commits`` stays exact; one to before is refused
    from then on. Without ``apply`` it is only counted.

    Raises:
        LibraryError: read-only, written by another process meanwhile, or no room to write the smaller file.
    """
    newest = _newest_event_before(store, commits)
    has_controls = bool(store.rows("SELECT 1 FROM events WHERE kind = 'withheld' LIMIT 1"))
    kinds = _MERE_USE if has_controls else (*_MERE_USE, _MEASURED_USE)
    marks = ", ".join("?" * len(kinds))
    # A rollback to a commit that is kept reads U from the newest move before it, which may be one of these.
    last_moves = "SELECT max(seq) FROM events WHERE kind = 'credited' AND seq <= ? GROUP BY skill"
    old = f"seq <= ? AND (kind IN ({marks}) OR (kind = 'credited' AND seq NOT IN ({last_moves})))"
    values = (newest, *kinds, newest)
    # A merged skill's wins count for the one it became (`bench_encoders`).
    kept = (
        "WITH RECURSIVE kept(id) AS (SELECT id FROM skills WHERE status = 'active' UNION "
        "SELECT s.id FROM skills s JOIN kept ON s.merged_into = kept.id WHERE s.status = 'merged') SELECT id FROM kept"
    )
    gone = f"skill NOT IN ({kept})"
    events = int(store.rows(f"SELECT count(*) FROM events WHERE {old}", values)[0][0])
    wins = int(store.rows(f"SELECT count(*) FROM wins WHERE {gone}")[0][0])
    if apply and (events or wins):
        # No commit of its own: no skill changes, and the version stays.
        with store.transaction(store.version()):
            store.rows(f"DELETE FROM events WHERE {old}", values)
            store.rows(f"DELETE FROM wins WHERE {gone}")
            if events:
                # Never back: an earlier call may have dropped more.
                store.put_meta({FORGOTTEN_UNTIL: max(newest, store.meta().get(FORGOTTEN_UNTIL, 0))})
    # Also where an earlier call could not. Outside of the transaction: SQLite does not shrink a file within one.
    if apply and store.number("PRAGMA freelist_count"):
        try:
            store.rows("VACUUM")
        except LibraryError as error:
            done = "The history is dropped, but its" if events or wins else "There was nothing to drop, and the"
            raise LibraryError(f"{done} file could not be made smaller: {error}") from error
    return Forgotten(events, wins)


def _newest_event_before(store: Store, commits: int) -> int:
    """The seq of the last event that is older than the last ``commits``; 0 without one."""
    version = store.version() - commits
    return store.number("SELECT last_event FROM commits WHERE version = ?", (version,))


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
    marks = ", ".join("?" * len(_SIGNS_OF_LIFE))
    query = f"SELECT skill FROM events WHERE seq > ? AND kind IN ({marks})"
    since = _newest_event_before(store, rules.unused_for)
    _require_uses(store, since, rules.unused_for)
    alive = {name for (name,) in store.rows(query, (since, *_SIGNS_OF_LIFE))}
    for skill in skills:
        if skill.id not in alive:
            yield Leaving(skill, f"unused for {rules.unused_for} commits")


def _require_uses(store: Store, since: int, commits: int) -> None:
    """Refuse to tell what was used after the event ``since`` where uses after it were dropped."""
    # With controls uses stay, so none was dropped that came after the first control, unless the file says so.
    first_control = store.rows("SELECT min(seq) FROM events WHERE kind = 'withheld'")[0][0]
    forgotten = store.meta().get(FORGOTTEN_UNTIL, 0)
    dropped = forgotten if first_control is None else min(forgotten, first_control)
    dropped = max(dropped, store.meta().get(USES_FORGOTTEN_UNTIL, 0))
    if since >= dropped:
        return
    # The oldest commit after which every use is still there.
    whole = store.rows("SELECT min(version) FROM commits WHERE last_event >= ?", (dropped,))[0][0]
    known = 0 if whole is None else store.version() - whole
    if not known:
        raise LibraryError(
            "It is no longer known which skills were used, because the record of uses was dropped. Type --below U "
            "or --keep N."
        )
    raise LibraryError(
        f"It is no longer known which skills were used in the last {commits} commits: uses older than the last "
        f"{known} were dropped (skill1 library prune --history). Type --unused-for {known} or less."
    )


def _surplus(skills: Collection[Skill], capacity: int) -> Iterator[Leaving]:
    by_id = {skill.id: skill for skill in skills}
    # Not by the rule of a run (library.retirement): a library file does not hold it.
    for name in choose_retired(skills, capacity=capacity, rule="log1p"):
        yield Leaving(by_id[name], "among the lowest U·log(1+n)")
