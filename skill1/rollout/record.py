"""An episode made again from its JSON, which has neither tuples nor records: it comes back equal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from skill1.schema import Candidate, Episode, EpisodeKey, Segment, Skill, SkillDraft, Task, Turn

TOKEN_FIELDS = ("prompt_ids", "response_ids", "logprobs")  # of a segment


def episode_of(record: Mapping[str, Any]) -> Episode:
    """The episode of a record as ``dataclasses.asdict`` makes it."""
    made = {
        "key": EpisodeKey(**record["key"]),
        "task": Task(**record["task"]),
        "segments": tuple(map(_segment, record["segments"])),
        "candidates": tuple(Candidate(**{**c, "skill": _skill(c["skill"])}) for c in record["candidates"]),
        "turns": tuple(map(_turn, record["turns"])),
        "ranking": None if record["ranking"] is None else tuple(record["ranking"]),
        "used": record["used"] and _skill(record["used"]),
        "withheld": record["withheld"] and _skill(record["withheld"]),
        "draft": record["draft"] and SkillDraft(**record["draft"]),
    }
    # What is not made anew is plain in JSON, too: texts, numbers and booleans.
    return Episode(**{**record, **made})


def _segment(record: Mapping[str, Any]) -> Segment:
    return Segment(**{**record, **{name: tuple(record[name]) for name in TOKEN_FIELDS}})


def _turn(record: Mapping[str, Any]) -> Turn:
    listed = record["admissible"]
    return Turn(**{**record, "admissible": None if listed is None else tuple(listed)})


def _skill(record: Mapping[str, Any]) -> Skill:
    return Skill(**{**record, "parents": tuple(record["parents"])})
