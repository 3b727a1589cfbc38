"""Memories: what SkillRL distils skills from, one record an episode, in its own file format.

A memory of ours holds the whole transcript, also of lost episodes, and the task; those that SkillRL published hold a
trajectory refined by a teacher (of successes only), a plan and mistakes. A file is a JSON list or JSON lines, gzipped
or not.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

from skill1.env.wire import decode_task
from skill1.errors import DataError, EnvironmentFault, quoted
from skill1.library.formats.records import MAX_FILE_BYTES, expected
from skill1.methods.skillrl.bank import category_of, category_of_goal
from skill1.run.disk import is_device, written
from skill1.schema import Episode, EpisodeKey, Task, Turn, neutralise

MAX_LINE_CHARS = 20_000  # of one observation or action as a teacher is shown it
FIRST_LOOK = -1  # step_index of what was seen before the first action
_NESTED = {"refined_trajectory", "strategic_guidelines"}  # may hold themselves once more in published files
Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Memory:
    """One episode as a memory file tells it. ``steps`` are (action, what it led to); the first action may be empty."""

    goal: str
    env: str
    category: str
    success: bool
    steps: tuple[tuple[str, str], ...]
    plan: str  # a planning pattern; "" for none
    mistakes: tuple[tuple[str, str], ...]  # (when it happens, the bad action)
    record: Mapping[str, Any]

    @property
    def severity(self) -> tuple[float, float]:
        """Lower is worse: the return, then minus the invalid actions; 0 and 0 where a record does not tell."""
        meta = self.record.get("content", {}).get("task_meta", {})
        return _number(meta.get("return")), -_number(meta.get("invalid_actions"))


def memory_of(episode: Episode) -> Memory:
    """The memory of a played episode; its plan is the verbs of its actions in order, repeats left out."""
    steps = [
        {"step_index": FIRST_LOOK, "action": "", "critical_observation": _first_look(episode), "reasoning": ""}
    ]
    # What an action led to is what the next turn saw.
    seen = [*(turn.observation for turn in episode.turns[1:]), episode.last_observation]
    # Not strict: an episode without turns has a last observation all the same.
    for number, (turn, after) in enumerate(zip(episode.turns, seen, strict=False)):
        steps.append({"step_index": number, "action": turn.action, "critical_observation": after, "reasoning": ""})
    task, outcome = episode.task, "Success" if episode.success else "Failure"
    # Through the reader of files, so that a memory is the same before and after one.
    return read_memory(
        {
            "memory_id": f"mem_{task.env}_{hashlib.sha256(f'{task.id} {episode.id}'.encode()).hexdigest()[:8]}",
            "contextual_description": f"{task.env} task of type {task.type}: {task.instruction} Ended in {outcome}.",
            "tags": {"environment": task.env.capitalize(), "outcome": outcome},
            "content": {
                "task_meta": {
                    "original_goal": task.instruction,
                    "task": asdict(task),
                    "return": episode.outcome - episode.penalty,
                    "invalid_actions": sum(not turn.valid for turn in episode.turns),
                },
                # Doubled, as in the published files.
                "refined_trajectory": {"refined_trajectory": steps},
                "strategic_guidelines": {"planning_pattern": _verbs(episode.turns), "mistakes_to_avoid": []},
            },
            "origin_env_id": episode.id,
        },
        f"the memory of {episode.id}",
    )


def episode_of(memory: Memory) -> Episode | None:
    """The episode of a memory of ours, without its segments; None for a memory that names no task."""
    task = _task(memory.record)
    if task is None or not memory.steps:
        return None
    seen = [after for _, after in memory.steps]
    # Step i + 1 acts on what step i led to; the first step is the first look, without an action.
    # Not strict: nobody acts on what was seen last. All valid: a memory tells only how many actions were not.
    turns = tuple(Turn(before, action, True) for before, (action, _) in zip(seen, memory.steps[1:], strict=False))
    # Of no run: whoever reads it looks at the task and the turns alone.
    key = EpisodeKey(0, 0, 0, 0)
    outcome = float(memory.success)
    return Episode(key, task, turns=turns, last_observation=seen[-1], outcome=outcome, success=memory.success)


def transcript(memory: Memory) -> str:
    """A memory as a teacher is shown it, complete: goal, category, outcome, every step, and what it notes besides."""
    # Each text neutralised: what a model or an environment wrote must not act as mark-up in a teacher's prompt.
    lines = [f"Task: {_line(memory.goal)}", f"Category: {_line(memory.category)}"]
    lines.append(f"Outcome: {'success' if memory.success else 'failure'}")
    lines += [f"> {_line(action)}\n{_line(after)}" if action else _line(after) for action, after in memory.steps]
    if memory.plan and _task(memory.record) is None:  # that of ours is read off the steps
        lines.append(f"Plan: {_line(memory.plan)}")
    lines += [f"Mistake: {_line(action)} (when: {_line(when)})" for when, action in memory.mistakes]
    return "\n".join(lines)


def read_memories(path: Path) -> list[Memory]:
    """The memories of a file, in its order. Raises ``DataError`` naming file and place."""
    text = _text(path)
    try:
        # By content, as names of other projects' files do not tell: each JSON line begins with a brace.
        if text.lstrip().startswith("["):
            records = json.loads(text)
        else:
            # Not splitlines, which also cuts at separators that JSON's texts may hold.
            records = [json.loads(line) for line in text.split("\n") if line.strip()]
    except (ValueError, RecursionError) as error:
        raise DataError(
            f"{path} holds no JSON that can be read: {error}. Expected a list of memories, or one on each line, as "
            "`skill1 collect` writes them."
        ) from error
    if not records:
        raise DataError(
            f"{path} holds no memories. Type: skill1 collect --env ENV --episodes N --output {quoted(path)}"
        )
    return [read_memory(record, f"{path}, memory {place}") for place, record in enumerate(records)]


def write_memories(path: Path, memories: Iterable[Memory]) -> None:
    """JSON lines, gzipped where the name ends in ``.gz``. Raises ``StorageError``."""
    # A rename would put a file in the place of a device or a pipe.
    partial = path if is_device(path) else path.with_name(path.name + ".partial")
    opened = gzip.open if path.suffix == ".gz" else open
    with written(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with opened(partial, "wt", encoding="utf-8", newline="\n") as file:
            file.writelines(json.dumps(memory.record) + "\n" for memory in memories)
        partial.replace(path)


def read_memory(record: Any, place: str) -> Memory:
    """One record. Raises ``DataError`` naming ``place``."""
    record = expected(record, dict, place)
    content = expected(record.get("content"), dict, f"'content' of {place}")
    goal = _told(expected(content.get("task_meta"), dict, f"'task_meta' of {place}").get("original_goal"), place)
    tags = expected(record.get("tags"), dict, f"'tags' of {place}")
    env, task = str(tags.get("environment", "")).lower(), _task(record)
    told = _inner(content, "strategic_guidelines")
    # A part that is missing or of another type says nothing: the file may be anybody's.
    guide = told if isinstance(told, dict) else {}
    return Memory(
        goal=goal,
        env=task.env if task else env,
        category=category_of(task) if task else category_of_goal(env, goal),
        success=tags.get("outcome") == "Success",
        steps=_steps(_inner(content, "refined_trajectory")),
        plan=_or_nothing(guide.get("planning_pattern")),
        mistakes=_mistakes(guide.get("mistakes_to_avoid")),
        record=record,
    )


def round_robin(groups: Iterable[Sequence[Item]]) -> list[Item]:
    """The first of each group, then the second of each, and so on."""
    columns = [list(group) for group in groups]
    longest = max(map(len, columns), default=0)
    return [column[place] for place in range(longest) for column in columns if place < len(column)]


def by_category(memories: Iterable[Memory]) -> dict[str, list[Memory]]:
    """The memories of each category, categories in the order of their names."""
    found: dict[str, list[Memory]] = {}
    for memory in memories:
        found.setdefault(memory.category, []).append(memory)
    return dict(sorted(found.items()))


def _inner(content: Mapping[str, Any], key: str) -> Any:
    value = content.get(key)
    return value[key] if isinstance(value, dict) and key in _NESTED and key in value else value


def _steps(value: Any) -> tuple[tuple[str, str], ...]:
    steps = [step for step in (value if isinstance(value, list) else []) if isinstance(step, dict)]
    return tuple((_or_nothing(s.get("action")), _or_nothing(s.get("critical_observation"))) for s in steps)


def _mistakes(value: Any) -> tuple[tuple[str, str], ...]:
    found = [m for m in (value if isinstance(value, list) else []) if isinstance(m, dict)]
    pairs = ((_or_nothing(m.get("trigger_condition")), _or_nothing(m.get("bad_action"))) for m in found)
    return tuple(pair for pair in pairs if all(pair))


def _task(record: Mapping[str, Any]) -> Task | None:
    """The task of a record that this version wrote, or could have written."""
    content = record.get("content")
    meta = content.get("task_meta") if isinstance(content, dict) else None
    try:
        return decode_task(meta.get("task")) if isinstance(meta, dict) else None
    except EnvironmentFault:
        return None


def _first_look(episode: Episode) -> str:
    return episode.turns[0].observation if episode.turns else episode.last_observation


def _verbs(turns: Sequence[Turn]) -> str:
    verbs: list[str] = []
    for turn in turns:
        # Some environments write an action as verb[argument].
        verb = turn.action.replace("[", " ").split(maxsplit=1)[0] if turn.action.split() else ""
        if verb and verb not in verbs[-1:]:
            verbs.append(verb)
    return " -> ".join(verbs)


def _told(value: Any, place: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise DataError(f"{place} tells no goal; expected a text.")
    return value


def _or_nothing(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _number(value: Any) -> float:
    # A nan, which is unequal to itself, would leave sorting by severity without an order.
    return float(value) if isinstance(value, int | float) and value == value else 0.0


def _line(text: str) -> str:
    return neutralise(text, MAX_LINE_CHARS)


def _text(path: Path) -> str:
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as file:
            # Four times what a file of skills may have: memories hold whole transcripts.
            # One byte more than is allowed: a small archive may unpack to any size.
            content = file.read(4 * MAX_FILE_BYTES + 1)
        if len(content) > 4 * MAX_FILE_BYTES:
            raise DataError(f"{path} is larger than {4 * MAX_FILE_BYTES} bytes; distil it in parts.")
        return content.decode("utf-8-sig")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise DataError(
            f"{path} cannot be read: {error}. Type: skill1 collect --env ENV --episodes N --output {quoted(path)}"
        ) from error
