"""JSON lines: one skill per line with all its fields. Nothing is lost either way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from skill1.library.formats.records import Format, Reading, Terms, Writing
from skill1.library.transfer import read_skills, write_skills
from skill1.schema import Skill


def read(path: Path, terms: Terms) -> Reading:
    """Skills of every status. Raises ``DataError`` naming file and line."""
    skills = read_skills(path, terms.max_chars, initial_utility=terms.utility, step=terms.step)
    if terms.env:
        skills = [skill if skill.env else replace(skill, env=terms.env) for skill in skills]
    return Reading(tuple(skills))


def write(path: Path, skills: Sequence[Skill]) -> Writing:
    """One line per skill, in their order. Raises ``DataError``."""
    return Writing(write_skills(path, skills))


FORMAT = Format(read, write, ".jsonl", lambda path: path.suffix == ".jsonl")
