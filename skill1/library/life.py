"""The life of a skill: who wrote it, what it was given to, what became of it, and how its utility moved.

Read from the events of a library file. The episode that wrote it is looked up among a run's episode files, if they
are still there.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from skill1.library.commit_plan import MEASURES
from skill1.library.curation_plan import FORGOTTEN_UNTIL
from skill1.library.store import Store
from skill1.library.tables import WHERE_STEPS_FALL
from skill1.run.episode_lines import episode_lines
from skill1.schema import Skill, comparison_key, neutralise

IS_UTILITY = "AND value BETWEEN 0 AND 1 AND typeof(step) = 'integer'"  # a file from elsewhere may hold anything
USE_KINDS = ("retrieved", "selected", "used", "withheld")  # told as counts per step
# Few digits: the step becomes part of a file's name, and a skill from elsewhere may name any source.
# ASCII: no run writes the digits of other scripts, which \d would take as well.
_EPISODE_ID = re.compile(r"s\d+-(\d{1,12})-t\d+-r\d+", re.ASCII)
Finder = Callable[[str], Skill | None]  # of a library: the skill of an id
_LONGEST_TEXT = 1 << 20  # characters of a draft that are compared; far above what a library admits


@dataclass(frozen=True, slots=True)
class StepUse:
    """How often a skill was met in one step. ``won`` + ``lost`` are the episodes that used it and ended."""

    step: int
    retrieved: int | None = 0  # None: a prune dropped the events that told it
    selected: int | None = 0  # likewise
    won: int = 0  # outcome 1
    lost: int = 0
    withheld: int = 0  # selected in a control episode, and kept from the actor


@dataclass(frozen=True, slots=True)
class Turning:
    """One event that is not mere use: admission, a merge, retirement, what a person decided."""

    kind: str
    step: int
    episode: str
    value: float  # U afterwards; of feedback: the outcome


@dataclass(frozen=True, slots=True)
class Asked:
    """What a person, or a method, asked for of a skill, and why."""

    step: int
    kind: str
    asked_by: str
    reason: str
    asked_at: str


@dataclass(frozen=True, slots=True)
class Writer:
    """The episode that wrote a skill, as its run's file holds it."""

    id: str
    task: str
    instruction: str
    outcome: float
    success: bool
    query: str
    used: str | None  # id of the skill it was given


@dataclass(frozen=True, slots=True)
class Life:
    """What :func:`read_life` finds. ``curve`` is [(step, U after it)], ``children`` and ``merged_from`` are ids."""

    skill: Skill
    writer: Writer | None
    parents: tuple[Skill, ...]
    children: tuple[str, ...]
    merged_from: tuple[Skill, ...]
    use: tuple[StepUse, ...]
    turnings: tuple[Turning, ...]
    asked: tuple[Asked, ...]
    curve: tuple[tuple[int, float], ...]

    def as_json(self) -> dict[str, Any]:
        """Nested mappings and lists; parents and merged skills as id and texts."""
        briefly = {name: [_brief(skill) for skill in getattr(self, name)] for name in ("parents", "merged_from")}
        return asdict(self) | {"skill": skill_fields(self.skill)} | briefly


def skill_fields(skill: Skill) -> dict[str, Any]:
    """All fields of a skill, JSON-ready; ``dataclasses.asdict`` without its copying, for 100,000 of them."""
    fields = {name: getattr(skill, name) for name in Skill.__dataclass_fields__}
    return fields | {"parents": list(skill.parents), "extra": dict(skill.extra)}


def read_life(store: Store, skill: Skill, run: Path | None = None) -> Life:
    """All that the library, and the episode files of ``run`` if one is given, know of a skill."""
    # An imported skill keeps the names of parents that this library does not hold.
    parents = [store.skill(name) for name in skill.parents]
    merged = store.rows("SELECT id FROM skills WHERE merged_into = ? ORDER BY seq", (skill.id,))
    return Life(
        skill=skill,
        writer=find_writer(run, skill, store.skill) if run is not None else None,
        parents=tuple(parent for parent in parents if parent is not None),
        children=tuple(_children(store, skill.id)),
        merged_from=tuple(found for (name,) in merged if (found := store.skill(name)) is not None),
        use=_use(store, skill.id),
        turnings=_turnings(store, skill.id),
        asked=_asked(store, skill.id),
        curve=utility_curve(store, skill.id),
    )


def utility_curve(store: Store, skill_id: str) -> tuple[tuple[int, float], ...]:
    """(step, U after that step) for each step that moved it, in order; of several runs one after the other."""
    # Every kind but the measurements holds U afterwards, so the curve needs no table of its own.
    marks = ", ".join("?" * len(MEASURES))
    query = f"SELECT step, value FROM events WHERE skill = ? AND kind NOT IN ({marks}) {IS_UTILITY} ORDER BY seq"
    # In a dict the last of a step stays: U when the step was over.
    runs = split_runs(store.rows(query, (skill_id, *MEASURES)))
    return tuple(point for run in runs for point in dict(run).items())


def split_runs(points: Iterable[tuple[Any, ...]]) -> list[list[tuple[Any, ...]]]:
    """(step, …) in the order they were written, as parts of growing steps: where one falls, another run went on."""
    runs: list[list[tuple[Any, ...]]] = []
    for point in points:
        if not runs or point[0] < runs[-1][-1][0]:
            runs.append([])
        runs[-1].append(point)
    return runs


def run_ends(store: Store) -> list[int]:
    """The newest event (its seq) of each run that a library went through before the last one; rising.

    Steps start over after these, and with one seed so do the names of episodes.
    """
    if not store.rows("SELECT 1 FROM pragma_table_info('commits') WHERE name = 'last_event'"):
        return []  # a library of schema 1 that is only looked at: it does not tell
    # Not by the names of runs: one that was renamed goes on, and another may have the name of one before it.
    fallen = store.rows(f"SELECT a.last_event {WHERE_STEPS_FALL} ORDER BY a.last_event")
    return [last for (last,) in fallen if isinstance(last, int)]


def find_writer(run: Path, skill: Skill, find: Finder = lambda _: None) -> Writer | None:
    """The episode that wrote a skill, from ``RUN/episodes``; None if its file is gone or cannot be read.

    Runs of one seed share the names of their episodes: an episode that wrote another text, or was played with the
    skill itself, is not this skill's. An edited skill is its writer's in its earlier wordings, which ``find`` gives by
    id.
    """
    step = step_of_episode(skill.source_episode)
    if step is None:
        return None
    record = _episode_record(run / "episodes" / f"step_{step:06d}.jsonl.gz", skill.source_episode)
    try:
        wordings = _wordings(skill, find) if record is not None else ()
        return next(filter(None, (_writer(record, wording) for wording in wordings)), None)
    except (KeyError, TypeError, AttributeError):
        return None  # written by another skill1, or by nobody we know


def step_of_episode(name: str) -> int | None:
    """The step of ``s0-000012-t03-r5``; None for what is no episode, as of a skill from elsewhere."""
    found = _EPISODE_ID.fullmatch(name)
    return int(found[1]) if found else None


def _episode_record(file: Path, episode: str) -> Mapping[str, Any] | None:
    try:
        # A damaged byte spoils the line that it stands in, not those after it.
        for line in episode_lines(file, errors="replace"):
            if episode in line:  # quicker than parsing; another episode may only name it
                record = json.loads(line)
                if isinstance(record, dict) and record.get("id") == episode:
                    return record
    except (OSError, EOFError, zlib.error, ValueError, RecursionError):
        return None
    return None


def _wordings(skill: Skill, find: Finder) -> Iterator[Skill]:
    """The skill, and what it was before people edited it: an edit keeps the source."""
    yield skill
    seen = {skill.id}
    while len(skill.parents) == 1 and skill.parents[0] not in seen:
        before = find(skill.parents[0])
        if before is None or before.source_episode != skill.source_episode:
            return
        skill = before
        seen.add(skill.id)
        yield skill


def _writer(record: Mapping[str, Any], skill: Skill) -> Writer | None:
    # An episode without a draft wrote no skill: the TypeError below is one that `find_writer` expects.
    draft, task, used = record["draft"], record["task"], record["used"]
    if not (_holds(draft["description"], skill.description) and _holds(draft["strategy"], skill.strategy)):
        return None
    # A later run may write a skill's text once more, mostly with that very skill in the prompt, or kept from it.
    if skill.id in ((used or {}).get("id"), (record.get("withheld") or {}).get("id")):
        return None
    return Writer(
        id=skill.source_episode,
        task=str(task["id"]),
        instruction=str(task["instruction"]),
        outcome=float(record["outcome"]),
        success=bool(record["success"]),
        query=str(record.get("query", "")),
        used=str(used["id"]) if used else None,
    )


def _holds(written: str, kept: str) -> bool:
    """Whether a library that cuts long texts would have kept ``written`` as ``kept``."""
    # The beginning is compared: a library cuts what is longer than agent.max_skill_chars.
    return comparison_key(neutralise(written, _LONGEST_TEXT)).startswith(comparison_key(kept))


def _children(store: Store, skill_id: str) -> list[str]:
    # The id with its JSON quotes, so that it matches no longer one.
    query = "SELECT id FROM skills WHERE instr(parents, ?) ORDER BY seq"
    return [name for (name,) in store.rows(query, (json.dumps(skill_id),))]


def _use(store: Store, skill_id: str) -> tuple[StepUse, ...]:
    # Steps start over when another run goes on with a library: where one falls, its numbers begin.
    falls = "step < lag(step, 1, step) OVER (ORDER BY seq) AS falls"
    of_kinds = f"skill = ? AND kind IN ({', '.join('?' * len(USE_KINDS))})"
    # Of steps before that a prune left at most uses and controls.
    kept_from = store.meta().get(FORGOTTEN_UNTIL, 0)
    # From the inside: marks where the step falls, numbers the runs by these marks, counts each step of each run.
    query = (
        "SELECT step, CASE WHEN max(seq) > ? THEN sum(kind = 'retrieved') END, "
        "CASE WHEN max(seq) > ? THEN sum(kind = 'selected') END, sum(kind = 'used' AND value >= 1.0), "
        "sum(kind = 'used' AND value < 1.0), sum(kind = 'withheld') FROM "
        "(SELECT seq, kind, step, value, sum(falls) OVER (ORDER BY seq) AS run FROM "
        f"(SELECT seq, kind, step, value, {falls} FROM events WHERE {of_kinds})) "
        "GROUP BY run, step ORDER BY run, step"
    )
    return tuple(StepUse(*row) for row in store.rows(query, (kept_from, kept_from, skill_id, *USE_KINDS)))


def _turnings(store: Store, skill_id: str) -> tuple[Turning, ...]:
    # Use is told as counts per step, moves of U as a curve.
    told_elsewhere = (*USE_KINDS, "credited")
    marks = ", ".join("?" * len(told_elsewhere))
    query = f"SELECT kind, step, episode, value FROM events WHERE skill = ? AND kind NOT IN ({marks}) ORDER BY seq"
    return tuple(Turning(*row) for row in store.rows(query, (skill_id, *told_elsewhere)))


def _asked(store: Store, skill_id: str) -> tuple[Asked, ...]:
    query = "SELECT step, kind, asked_by, reason, asked_at FROM curations WHERE skill = ? ORDER BY seq"
    return tuple(Asked(*row) for row in store.rows(query, (skill_id,)))


def _brief(skill: Skill) -> dict[str, Any]:
    return {name: getattr(skill, name) for name in ("id", "description", "strategy", "status", "utility")}
