"""A reflection: z = (φ, c, l) of section 3 of arXiv 2603.08561, read from what the policy wrote after an episode.

A lesson is filed under the sentence of its task, and found by it. Chat models write one JSON object: the subtasks with
what became of each, ``task_success`` and two lessons. A tiny word-level policy knows only ``when … do …``: that text is
the lesson. It tells no φ and no c, so φ is r(τ), every readable text counts as right, and reflecting is not trained.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from skill1.agent.parse import after_thought, last_json_object, parse_skill_compact
from skill1.schema import Episode, Skill, SkillDraft, neutralise

LEAST_CHARS = 6  # of a lesson: the released code drops shorter ones ("none", "N/A")
LABELS = {"action_lesson": "Action Insight", "navigation_lesson": "Navigation Insight"}  # the released code's
YES = ("true", "1", "yes")
DONE = ("completed", "complete", "done", "true")


@dataclass(frozen=True, slots=True)
class Reflection:
    """``progress``: share of the subtasks done, in [0, 1]; None where the form has none. ``foretold``: the same for c.

    ``lesson`` None: nothing worth keeping was written.
    """

    progress: float | None
    foretold: bool | None
    lesson: SkillDraft | None


def read_reflection(text: str, instruction: str, max_chars: int, *, chat: bool) -> Reflection | None:
    """What an answer says, or None if it cannot be read. The lesson is for tasks like ``instruction``."""
    if not chat:
        return _words(text, instruction, max_chars)
    # A thought may hold objects as well. The last one after it counts.
    found = last_json_object(after_thought(text))
    if not found:
        return None
    return Reflection(
        _share_done(found.get("subtasks")),
        _is_yes(found.get("task_success")),
        _lesson(found, instruction, max_chars),
    )


def _words(text: str, instruction: str, max_chars: int) -> Reflection | None:
    parsed = parse_skill_compact(text, max_chars)
    if not parsed.valid:
        return None
    # The whole text is the strategy. `spoken` takes it apart again when an actor is to read it.
    key, lesson = (neutralise(part, max_chars) for part in (instruction, text))
    return Reflection(None, None, SkillDraft(key, lesson) if parsed.draft and key else None)


def spoken(skill: Skill) -> Skill:
    """A lesson as a tiny policy reads it: under the words it was written with, not under its task's sentence."""
    draft = parse_skill_compact(skill.strategy, len(skill.strategy)).draft
    # A skill from elsewhere is no lesson of this method: it is shown as it is.
    return replace(skill, description=draft.description, strategy=draft.strategy) if draft else skill


def _share_done(subtasks: Any) -> float:
    """φ before the outcome is known: completed over all; 0 where none is named."""
    listed = subtasks if isinstance(subtasks, Sequence) and not isinstance(subtasks, str) else ()
    done = sum(isinstance(task, Mapping) and _is_done(task) for task in listed)
    return done / len(listed) if listed else 0.0


def _is_done(subtask: Mapping[str, Any]) -> bool:
    # Our prompts ask for ``done``, the original's for ``status``.
    return str(subtask.get("done", subtask.get("status"))).strip().lower() in DONE


def _is_yes(value: Any) -> bool:
    # Not bool(value): models write truth values as texts, too, and "false" is true for Python.
    return str(value).strip().lower() in YES


def _lesson(found: Mapping[str, Any], instruction: str, max_chars: int) -> SkillDraft | None:
    parts = {key: neutralise(value, max_chars) for key in LABELS if isinstance(value := found.get(key), str)}
    told = [f"{LABELS[key]}: {part}" for key, part in parts.items() if len(part) >= LEAST_CHARS]
    key = neutralise(instruction, max_chars)
    # Cut once more: two lessons of full length are too long together.
    return SkillDraft(key, neutralise(" | ".join(told), max_chars)) if told and key else None


def potential(reflection: Reflection | None, outcome: float, *, success: bool) -> float:
    """φ ∈ [0, 1]: 0 for what cannot be read, 1 after a success, else the share of subtasks said to be done."""
    if reflection is None:
        return 0.0
    if reflection.progress is None:
        return outcome
    return 1.0 if success else reflection.progress


def is_right(reflection: Reflection | None, *, success: bool) -> bool:
    """1[c = true outcome]; what cannot be read is wrong, what foretells nothing is not."""
    return reflection is not None and reflection.foretold in (None, success)


def reflection_of(episode: Episode, max_chars: int, *, chat: bool) -> Reflection | None:
    """The reflection that ended an episode; None also where there is none."""
    written = episode.stage_segments("distill")
    # As it was read when it was played: a thought that was cut off may quote a whole answer.
    if not written or not written[-1].valid:
        return None
    return read_reflection(written[-1].text, episode.task.instruction, max_chars, chat=chat)
