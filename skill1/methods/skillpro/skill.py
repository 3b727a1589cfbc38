"""A skill of the pool: what a library skill says and counts in Skill-Pro's terms.

The numbers live in ``Skill.extra["skillpro"]["entry"]`` under the keys of a training log's ``pool_snapshot``, as
``exchange.skillpro`` reads and writes them; ``step`` says as of which step, since maturity grows by one each step.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from skill1.library.formats.records import Terms, foreign_record, foreign_skill, seal
from skill1.methods.skillpro.format import NAME, camel_case
from skill1.schema import Skill

_VERSION = re.compile(r"_v(\d+)$")


@dataclass(frozen=True, slots=True)
class PoolSkill:
    """One skill ω = ⟨initiation, policy, termination⟩ with its statistics."""

    skill: Skill
    name: str
    initiation: str
    policy: tuple[str, ...]
    termination: str
    freq: int = 0  # activations so far
    avg_gain: float = 0.0  # return against the baseline, a mean over activations
    maturity: int = 0  # steps since it came in
    last_evolved: int | None = None  # the step it last had an accepted child

    @property
    def id(self) -> str:
        return self.skill.id

    @property
    def version(self) -> int:
        """The number behind ``_v``; 0 without one."""
        found = _VERSION.search(self.name)
        return int(found[1][:9]) if found else 0

    @property
    def base_name(self) -> str:
        """The name without its version."""
        return _VERSION.sub("", self.name)

    def wording(self) -> str:
        """The skill as teachers and selectors are shown it."""
        steps = "\n".join(f"  - {step}" for step in self.policy)
        return (
            f"Name: {self.name}\nStarts when: {self.initiation}\nSteps:\n{steps}\n"
            f"Ends when: {self.termination or '(nothing is said)'}"
        )

    def entry(self) -> dict[str, Any]:
        """The keys of a ``pool_snapshot``."""
        return {
            "name": self.name,
            "freq": self.freq,
            "maturity": self.maturity,
            "avg_gain": self.avg_gain,
            "initiation": self.initiation,
            "policy": list(self.policy),
            "termination": self.termination,
        }

    def stored(self, step: int) -> Skill:
        """The library's record with these numbers, as of a step; its texts stay."""
        kept = {**self.entry(), "step": step, "last_evolved_iter": self.last_evolved}
        sealed = {"entry": kept, "seal": seal(self.skill.description, self.skill.strategy)}
        return replace(self.skill, extra={**self.skill.extra, NAME: sealed})


def pool_skill(skill: Skill, step: int) -> PoolSkill:
    """What a library skill is in the pool at a step. One of other origin starts with its description and no counts."""
    record = foreign_record(skill, NAME, {"entry": dict})
    entry = record["entry"] if record else {}
    policy = entry.get("policy")
    steps = [policy] if isinstance(policy, str) else policy if isinstance(policy, list) else [skill.strategy]
    as_of = int(_number(entry, "step", skill.created_step))
    evolved = entry.get("last_evolved_iter")
    return PoolSkill(
        skill,
        name=_text(entry, "name") or camel_case(skill.description),
        initiation=_text(entry, "initiation") or skill.description,
        policy=tuple(str(one) for one in steps),
        termination=_text(entry, "termination"),
        freq=max(0, int(_number(entry, "freq", 0))),
        avg_gain=_number(entry, "avg_gain", 0.0),
        maturity=max(0, int(_number(entry, "maturity", 0)) + step - as_of),
        last_evolved=evolved if type(evolved) is int else None,
    )


def new_skill(entry: Mapping[str, Any], terms: Terms, *, parents: Sequence[str] = (), place: str) -> Skill:
    """A library skill from an entry: the same two texts as ``exchange.skillpro`` makes of it.

    Raises:
        DataError: it has no readable text.
    """
    steps = list(entry["policy"])
    strategy = steps[0] if len(steps) == 1 else " ".join(f"{i}. {step}" for i, step in enumerate(steps, start=1))
    if entry["termination"] and strategy:
        strategy += f" Done when: {entry['termination']}"
    texts = (entry["initiation"] or entry["name"], strategy)
    made = foreign_skill(NAME, {"entry": dict(entry)}, texts, terms, place=place)
    return replace(made, parents=tuple(parents), source_episode="")


def _text(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    return value if isinstance(value, str) else ""


def _number(entry: Mapping[str, Any], key: str, otherwise: float) -> float:
    value = entry.get(key)
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    return value if is_number else otherwise
