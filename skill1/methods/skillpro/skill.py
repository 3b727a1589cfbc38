"""A skill of the pool: what a library skill says and counts in Skill-Pro's terms, and the numbers made of that.

The numbers live in ``Skill.extra["skillpro"]["entry"]`` under the keys of a training log's ``pool_snapshot``, as
``log`` reads and writes them; ``step`` says as of which step, since maturity grows by one each step. Maintenance, which
skills leave the pool, goes in the order of the released code.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from skill1.library.formats.records import Terms, foreign_record, foreign_skill, seal
from skill1.methods.skillpro.settings import SkillProConfig
from skill1.schema import Skill, neutralise

NAME = "skillpro"  # of the format, and of what a skill keeps of its entry
_NAME_WORDS = 6
LARGEST = 1e100  # of a statistic
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
        # At most nine digits: int() raises for thousands of them, and models choose names.
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
        # Sealed with the texts: if a person edits those, the numbers are no longer theirs.
        sealed = {"entry": kept, "seal": seal(self.skill.description, self.skill.strategy)}
        return replace(self.skill, extra={**self.skill.extra, NAME: sealed})


def pool_skill(skill: Skill, step: int) -> PoolSkill:
    """What a library skill is in the pool at a step. One of other origin starts with its description and no counts."""
    record = foreign_record(skill, NAME, {"entry": dict})
    # Empty for a skill of other origin, and where a person edited the texts: both start anew.
    entry = record["entry"] if record else {}
    policy = entry.get("policy")
    steps = [policy] if isinstance(policy, str) else policy if isinstance(policy, list) else [skill.strategy]
    # The stored maturity is as of this step; those since then are added below without a write.
    as_of = int(_number(entry, "step", skill.created_step))
    evolved = entry.get("last_evolved_iter")
    return PoolSkill(
        skill,
        name=_text(entry, "name") or camel_case(skill.description),
        initiation=_text(entry, "initiation") or skill.description,
        policy=tuple(_harmless(str(one)) for one in steps),
        termination=_text(entry, "termination"),
        freq=max(0, int(_number(entry, "freq", 0))),
        avg_gain=_number(entry, "avg_gain", 0.0),
        maturity=max(0, int(_number(entry, "maturity", 0)) + step - as_of),
        last_evolved=evolved if type(evolved) is int else None,
    )


def new_skill(entry: Mapping[str, Any], terms: Terms, *, parents: Sequence[str] = (), place: str) -> Skill:
    """A library skill from an entry whose parts are texts and whose policy is a list of them.

    Raises:
        DataError: it has no readable text.
    """
    made = foreign_skill(NAME, {"entry": dict(entry)}, texts_of(entry), terms, place=place)
    return replace(made, parents=tuple(parents), source_episode="")


def texts_of(entry: Mapping[str, Any]) -> tuple[str, str]:
    """Description and strategy: what starts the skill (else its name), and its numbered steps with their end."""
    steps = entry["policy"]
    strategy = steps[0] if len(steps) == 1 else " ".join(f"{i}. {step}" for i, step in enumerate(steps, start=1))
    if entry["termination"] and strategy:
        strategy += f" Done when: {entry['termination']}"
    return entry["initiation"] or entry["name"], strategy


def _text(entry: Mapping[str, Any], key: str) -> str:
    value = entry.get(key)
    return _harmless(value) if isinstance(value, str) else ""


def _harmless(text: str) -> str:
    """Texts of a file go into prompts, where they could end a tag or a line."""
    return neutralise(text, len(text))


def _number(entry: Mapping[str, Any], key: str, otherwise: float) -> float:
    value = entry.get(key)
    # true is an int in Python, a nan would spread to every mean, and of huge numbers the products are infinite.
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= LARGEST
    return value if is_number else otherwise


# The released code's: maturity below which it does not ask the LCB, its n_min and its cooldown.
WARM_MATURITY = 3  # younger skills are handed out whatever their gain
LEAST_FREQ = 15  # uses below which a skill has no priority to evolve
COOLDOWN = 3  # steps after an accepted child without priority
ELITE_GAP = 0.01  # a skill this near the best gain is left as it is
# As in the released code.
FREQ_SCALE, IMPACT_SCALE, AGE_SCALE = 30.0, 50.0, 8.0


def credited(skill: PoolSkill, *, calls: int, all_calls: int, reward: float, baseline: float) -> PoolSkill:
    """The skill after an episode that activated it ``calls`` of ``all_calls`` times.

    Each activation is credited (R − R̄) / all_calls; avg_gain is the mean over all activations so far.
    """
    freq = skill.freq + calls
    total = skill.avg_gain * skill.freq + calls * (reward - baseline) / all_calls
    return replace(skill, freq=freq, avg_gain=total / freq)


def moved_baseline(baseline: float | None, mean_return: float, step: float) -> float:
    """R̄ after an iteration: (1 − step)·R̄ + step·mean return; the first mean return where there was none.

    The released code also starts over wherever R̄ is exactly 0, as after iterations that won nothing.
    """
    return mean_return if baseline is None else (1 - step) * baseline + step * mean_return


def lower_bound(skill: PoolSkill, oldest: int, scale: float) -> float:
    """LCB of the gain: avg_gain − scale·sqrt(ln(1 + t) / freq), t the largest maturity of the pool."""
    # At least 1 in both places: with t = 0 the bound would have no width, with freq = 0 no value.
    return skill.avg_gain - scale * math.sqrt(math.log1p(max(1, oldest)) / max(1, skill.freq))


def maintenance_score(skill: PoolSkill, pool: Sequence[PoolSkill]) -> float:
    """Share of the pool's uses × avg_gain; 0 in a pool that was never used."""
    # The released README's score. The paper's, ΣG / max(1, N), is avg_gain alone.
    total = sum(other.freq for other in pool)
    return skill.freq / total * skill.avg_gain if total else 0.0


def explored_share(config: SkillProConfig, step: int) -> float:
    """ε of a training step, counted from 1: linear from ``epsilon`` to ``final_epsilon`` over ``epsilon_steps``.

    0 in mode MDP, which selects nothing.
    """
    if config.mode == "MDP":
        return 0.0
    share = min(max(0, step - 1) / config.epsilon_steps, 1.0)
    return config.epsilon + share * (config.final_epsilon - config.epsilon)


def priority(skill: PoolSkill, pool: Sequence[PoolSkill], step: int) -> float:
    """Which skill evolves first: impact · confidence · gap · age.

    impact = 1 − e^(−freq/50), confidence = 1 − e^(−freq/30), age = e^(−maturity/8); gap is how far its gain is below
    the best of the skills with at least 15 uses. 0 with fewer uses or a gap of at most 0.01; a skill with an accepted
    child in the last three steps comes last (−0.01).
    """
    if skill.freq < LEAST_FREQ:
        return 0.0
    if skill.last_evolved is not None and step - skill.last_evolved < COOLDOWN:
        return -0.01
    # The skill itself is among them, so there is always a best.
    gap = max(other.avg_gain for other in pool if other.freq >= LEAST_FREQ) - skill.avg_gain
    if gap <= ELITE_GAP:
        return 0.0
    impact = 1 - math.exp(-skill.freq / IMPACT_SCALE)
    confidence = 1 - math.exp(-skill.freq / FREQ_SCALE)
    return impact * confidence * gap * math.exp(-skill.maturity / AGE_SCALE)


def camel_case(text: str) -> str:
    """A name made of a text's first six words; ``Skill`` where it has none."""
    # Without underscores: one before a v and digits would be read as a version.
    words = re.findall(r"[^\W_]+", text)[:_NAME_WORDS]
    return "".join(word[:1].upper() + word[1:] for word in words) or "Skill"


# Of the released code. Maturity counts steps in the pool, freq activations.
PROTECTED_MATURITY = 3  # a younger duplicate stays
OUTDATED_MATURITY = 4  # from here on versions of one name compete
HARMFUL_MATURITY, HARMFUL_FREQ, HARMFUL_BOUND = 2, 10, -0.001  # older, at least so often used, bound below
VETERAN_FREQ = 80  # in an overflow they are kept before the less used
Rank = Callable[[PoolSkill], float]


@dataclass(frozen=True, slots=True)
class Removal:
    """One skill that left, and why."""

    stage: str
    skill: PoolSkill

    def entry(self) -> dict[str, Any]:
        """As Skill-Pro's log lists it."""
        skill = self.skill
        numbers = {"avg_gain": skill.avg_gain, "freq": skill.freq, "maturity": skill.maturity}
        return {"stage": self.stage, "name": skill.name, **numbers}


def maintain(
    pool: Sequence[PoolSkill], rows: np.ndarray, rank: Rank, size: int, duplicate_similarity: float
) -> tuple[list[PoolSkill], list[Removal]]:
    """The pool that stays and what left it, in this order.

    1. Same name (only while the pool is too large): all but the best by ``rank``.
    2. Initiations of cosine ≥ ``duplicate_similarity``, through chains: all but the best, young ones excepted.
    3. Outdated (while too large): of mature versions of one name all but the best.
    4. Harmful (while too large): mature, often used, ``rank`` below −0.001; the worst first.
    5. Overflow: veterans, then the middle, then newcomers are kept, each by ``rank``.

    Pinned skills never leave.

    Args:
        rows: float ``[len(pool), dimensions]``, unit rows of the initiations.
    """
    kept, removals = list(pool), []

    def remove(skill: PoolSkill, stage: str) -> None:
        # The one way out for all stages, so none of them can take a pinned skill.
        if not skill.skill.pinned:
            kept.remove(skill)
            removals.append(Removal(stage, skill))

    for group in _groups(pool, lambda s: s.name):
        _drop_surplus(kept, group, rank, size, lambda skill: remove(skill, "duplicate skill"))
    # The only stage that does not ask for the size of the pool.
    for group in _alike(pool, rows, duplicate_similarity):
        # Groups are worked out over the whole pool, of which the stage before may have taken some.
        present = [skill for skill in group if skill in kept]
        for skill in _all_but_best(present, rank):
            if skill.maturity >= PROTECTED_MATURITY:
                remove(skill, "semantic duplicate")
    # A refinement has its parent's base name: once both are mature, they compete.
    mature = [skill for skill in kept if skill.maturity >= OUTDATED_MATURITY]
    for group in _groups(mature, lambda s: s.base_name):
        _drop_surplus(kept, group, rank, size, lambda skill: remove(skill, "outdated variant"))
    # Listed before the first removal, which changes `kept`.
    for skill in sorted((s for s in kept if _is_harmful(s, rank)), key=rank):
        if len(kept) > size:
            remove(skill, "negative bound")
    for skill in _overflow(kept, rank, size):
        remove(skill, "capacity overflow")
    return kept, removals


def maintain_oldest_first(pool: Sequence[PoolSkill], size: int) -> tuple[list[PoolSkill], list[Removal]]:
    """The ablation ``wo_score``: what came in first leaves first, whatever it is worth. Pinned skills stay."""
    # A library lists its skills in the order of admission.
    free = [skill for skill in pool if not skill.skill.pinned]
    leaving = free[: max(0, len(pool) - size)]
    return [s for s in pool if s not in leaving], [Removal("oldest removed", skill) for skill in leaving]


def _groups(pool: Sequence[PoolSkill], key: Callable[[PoolSkill], str]) -> list[list[PoolSkill]]:
    groups: dict[str, list[PoolSkill]] = {}
    for skill in pool:
        groups.setdefault(key(skill), []).append(skill)
    return [group for group in groups.values() if len(group) > 1]


def _all_but_best(group: Sequence[PoolSkill], rank: Rank) -> list[PoolSkill]:
    return sorted(group, key=rank, reverse=True)[1:]


def _drop_surplus(kept: list[PoolSkill], group: Sequence[PoolSkill], rank: Rank, size: int, remove) -> None:
    for skill in _all_but_best(group, rank):
        # Asked before each removal: it stops as soon as the pool fits.
        if len(kept) > size:
            remove(skill)


def _alike(pool: Sequence[PoolSkill], rows: np.ndarray, least: float) -> list[list[PoolSkill]]:
    """Connected components of skills whose rows have a cosine of at least ``least``; single ones are left out."""
    # Of unit rows the products are cosines.
    near = rows @ rows.T >= least if len(pool) else np.zeros((0, 0), bool)
    components, seen = [], set()
    for start in range(len(pool)):
        component, waiting = [], [start]
        while waiting:
            place = waiting.pop()
            if place not in seen:
                seen.add(place)
                component.append(place)
                waiting += np.flatnonzero(near[place]).tolist()
        if len(component) > 1:
            # In the order of the pool, which decides between skills of equal rank.
            components.append([pool[place] for place in sorted(component)])
    return components


def _is_harmful(skill: PoolSkill, rank: Rank) -> bool:
    return skill.maturity > HARMFUL_MATURITY and skill.freq >= HARMFUL_FREQ and rank(skill) < HARMFUL_BOUND


def _overflow(kept: Sequence[PoolSkill], rank: Rank, size: int) -> list[PoolSkill]:
    """Those beyond ``size``, where pinned skills, then veterans, then the middle, then newcomers come first."""

    def order(skill: PoolSkill) -> tuple[bool, int, float]:
        tier = (skill.freq >= HARMFUL_FREQ) + (skill.freq >= VETERAN_FREQ)
        return (not skill.skill.pinned, -tier, -rank(skill))

    return sorted(kept, key=order)[size:]
