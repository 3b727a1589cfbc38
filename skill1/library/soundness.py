"""Whether a library file is whole: every integrity problem, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from skill1.library.curation_plan import FORGOTTEN_UNTIL
from skill1.library.store import Store
from skill1.schema import Skill


def library_problems(store: Store) -> list[str]:
    """Every integrity problem in words; empty for a sound library."""
    skills = store.skills()
    return [
        *_file_problems(store),
        *(problem for skill in skills for problem in _skill_problems(skill)),
        *_merge_problems(skills),
        *_reference_problems(store),
        *_version_problems(store),
    ]


def _file_problems(store: Store) -> Iterator[str]:
    for (line,) in store.rows("PRAGMA integrity_check"):
        if line != "ok":
            yield f"SQLite: {line}"


def _skill_problems(skill: Skill) -> Iterator[str]:
    if not 0.0 <= skill.utility <= 1.0:
        yield f"skill {skill.id}: utility {skill.utility} is outside [0, 1]"
    if not 0 <= skill.wins <= skill.selected or skill.retrieved < 0:
        yield (
            f"skill {skill.id}: counts do not fit: retrieved {skill.retrieved}, selected {skill.selected}, "
            f"wins {skill.wins}"
        )
    if (skill.status == "merged") != (skill.merged_into is not None):
        yield f"skill {skill.id}: status {skill.status} but merged into {skill.merged_into}"
    if not skill.description or not skill.strategy:
        yield f"skill {skill.id}: an empty text"


def _reference_problems(store: Store) -> Iterator[str]:
    unknown = "NOT IN (SELECT id FROM skills)"
    for name, count in store.rows(f"SELECT skill, count(*) FROM events WHERE skill {unknown} GROUP BY skill"):
        yield f"{count} events name the skill {name}, which does not exist"
    for name, target in store.rows(
        f"SELECT id, merged_into FROM skills WHERE merged_into IS NOT NULL AND merged_into {unknown}"
    ):
        yield f"skill {name}: merged into {target}, which does not exist"
    for (name,) in store.rows("SELECT skill FROM vectors WHERE skill NOT IN (SELECT id FROM skills)"):
        yield f"a vector belongs to the skill {name}, which does not exist"
    for name, count in store.rows(f"SELECT skill, count(*) FROM wins WHERE skill {unknown} GROUP BY skill"):
        yield f"{count} winning queries name the skill {name}, which does not exist"
    for (name,) in store.rows(f"SELECT DISTINCT skill FROM curations WHERE skill <> '' AND skill {unknown}"):
        yield f"someone curated the skill {name}, which does not exist"


def _merge_problems(skills: Sequence[Skill]) -> Iterator[str]:
    into = {skill.id: skill.merged_into for skill in skills if skill.merged_into is not None}
    for name in into:
        seen, place = set(), name
        while place in into and place not in seen:
            seen.add(place)
            place = into[place]
        if place == name and seen:
            yield f"skill {name}: its merges go in a circle"


def _version_problems(store: Store) -> Iterator[str]:
    newest = store.rows("SELECT max(version), count(*), max(last_event) FROM commits")[0]
    if (newest[0] or 0, newest[1]) != (store.version(), store.version()):
        yield f"version {store.version()} but {newest[1]} commits, the newest of version {newest[0]}"
    last_event = store.rows("SELECT coalesce(max(seq), 0) FROM events")[0][0]
    forgotten_until = store.meta().get(FORGOTTEN_UNTIL, 0)
    # `prune --history` may have dropped the very event that the newest commit ends with.
    is_forgotten = last_event < (newest[2] or 0) <= forgotten_until
    if newest[1] and newest[2] != last_event and not is_forgotten:
        yield f"the newest event is {last_event} but the newest commit ends with {newest[2]}"
