"""Evolution of a step: which skills evolve, on what, and which candidate passes the gate."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from skill1.errors import DataError, NoLogprobsError, PromptError, PromptRefusedError
from skill1.library.formats.records import Terms
from skill1.library.intake import texts_key
from skill1.methods.skillpro.candidates import NEW, Parent, Proposal, propose
from skill1.methods.skillpro.experience import Experience, ExperiencePool, GoldenPool, evolution_batch
from skill1.methods.skillpro.settings import SkillProConfig
from skill1.methods.skillpro.skill import PoolSkill, new_skill, priority
from skill1.methods.teacher.writer import WriteFacts
from skill1.schema import Skill

# As in the released code. One turn with a ratio beyond e^10 would drown all the others.
LARGEST_LOG_RATIO = 10.0


@dataclass(frozen=True, slots=True)
class Replayed:
    """An episode under two skills: per turn the mean log-prob (nats) of its answer's tokens, and R − R̄.

    ``is_golden``: it was chosen because it went well (:class:`skill1.methods.skillpro.experience.GoldenPool`).
    """

    old: tuple[float, ...]
    new: tuple[float, ...]
    advantage: float
    is_golden: bool = False


def turn_means(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """The mean over each turn's tokens; long answers count no more than short ones."""
    return tuple(math.fsum(row) / len(row) for row in rows)


def surrogate(episodes: Sequence[Replayed], clip: float) -> float | None:
    """J = Σ min(ρ·A, clip(ρ, 1−ε, 1+ε)·A) / number of turns, over the turns of all episodes.

    ρ = exp(new − old), the difference kept within ±10; A = (R − R̄) / turns of the episode. None without a finite
    log-prob everywhere, or without turns.

    A golden turn counts with its term less A, what the parent itself would get. Its A is positive by choice, so the
    term alone is never below 0: it would speak for every candidate, even for one that makes the turn impossible. Less
    A it is 0 for a candidate that changes nothing, at most ε·A for a better one and down to −A for a worse one.
    """
    terms = []
    for episode in episodes:
        for old, new in zip(episode.old, episode.new, strict=True):
            if not (math.isfinite(old) and math.isfinite(new)):
                return None
            log_ratio = min(LARGEST_LOG_RATIO, max(-LARGEST_LOG_RATIO, new - old))
            # The released code's step advantage, (R − R̄)/T: a long episode weighs no more in all than a short one.
            advantage = episode.advantage / len(episode.old)
            parents = advantage if episode.is_golden else 0.0
            terms.append(_clipped(math.exp(log_ratio), advantage, clip) - parents)
    return math.fsum(terms) / len(terms) if terms else None


def _clipped(ratio: float, advantage: float, clip: float) -> float:
    # PPO's minimum: what a candidate gains counts up to the clip, what it loses counts in full.
    return min(ratio * advantage, min(1 + clip, max(1 - clip, ratio)) * advantage)


TEXTS = ("initiation", "policy", "termination")
ADDED = {"REFINE": "REFINE_CANDIDATE_ADDED", "NEW": "NEW_OPTION_ADDED"}
_NOTHING = "NONE"


@dataclass(frozen=True, slots=True)
class Evolution:
    """What became of one parent."""

    parent: PoolSkill
    kind: str
    candidate: Skill | None  # None: no candidate could be written
    surrogate: float | None
    is_accepted: bool
    sample_count: int
    notes: tuple[str, ...] = ()  # on the episodes, from which the candidate was written

    def entry(self, best_of: int) -> dict[str, Any]:
        """As Skill-Pro's log lists it, and the texts; j_score is null where there was nothing to score."""
        written = {} if self.candidate is None else self.candidate.extra["skillpro"]["entry"]
        return {
            "parent": self.parent.name,
            "candidate": written.get("name"),
            "type": self.kind,
            "j_score": self.surrogate,
            "action": ADDED[self.kind] if self.is_accepted else _NOTHING,
            "sample_count": self.sample_count,
            "best_of_n": best_of,
            "candidate_skill": {key: written[key] for key in TEXTS if key in written},
            "gradients": list(self.notes),
        }


def evolve(
    facts: WriteFacts,
    config: SkillProConfig,
    pool: Sequence[PoolSkill],
    experiences: ExperiencePool,
    golden: GoldenPool,
    baselines: Mapping[str, float],
) -> list[Evolution]:
    """Try to better the skills that are due; what they waited with is used up, half of it after a rejection."""
    parents = [
        Parent(skill, evolution_batch(experiences.of(skill.id), config.evolve_after))
        for skill in due(pool, experiences, config, facts.step)
    ]
    # Merged, proposed and banned texts count as held, too. Only what was retired may be written again.
    held = {texts_key(skill) for skill in facts.library.skills(None) if skill.status != "retired"}
    evolutions = []
    # All parents' candidates are written before the first is judged, so that their questions are asked together.
    for parent, proposals in zip(parents, propose(facts.teacher, parents, config), strict=True):
        checks = [*parent.batch, *_golden(golden, parent, config)]
        done = _best(facts, config, parent, proposals, checks, baselines, held)
        if done.is_accepted:
            # The teacher may write the same skill for two parents of one step.
            held.add(texts_key(done.candidate))
        # As in the released code. After a rejection half a batch of new episodes is enough for another try.
        experiences.keep_last(parent.skill.id, 0 if done.is_accepted else config.evolve_after // 2)
        evolutions.append(done)
    return evolutions


def due(
    pool: Sequence[PoolSkill], experiences: ExperiencePool, config: SkillProConfig, step: int
) -> list[PoolSkill]:
    """Skills with enough episodes, those of the highest priority first."""
    ready = [skill for skill in pool if len(experiences.of(skill.id)) >= config.evolve_after]
    ready.sort(key=lambda skill: priority(skill, pool, step), reverse=True)
    # A priority of 0 leaves nobody out: in a young pool all have it, and the order of the pool decides.
    return ready[: config.evolutions_per_step]


def _golden(golden: GoldenPool, parent: Parent, config: SkillProConfig) -> list[Experience]:
    # An episode that is in the batch as well would count twice.
    return [one for one in golden.best(config.golden_checks) if one not in parent.batch]


def _best(
    facts: WriteFacts,
    config: SkillProConfig,
    parent: Parent,
    proposals: Sequence[Proposal],
    checks: Sequence[Experience],
    baselines: Mapping[str, float],
    held: set[tuple[str, str]],
) -> Evolution:
    """The candidate with the highest surrogate, and whether it comes in."""
    candidates = _new_texts(facts, parent.skill, proposals, held)
    is_gated = config.ablation != "wo_ppo"
    # Scored anew, once for all candidates: while it was played the parent may have been active in some turns only.
    old = _replayed(facts, parent.skill.skill, checks, is_gated=is_gated) if candidates else None
    # Logged as it is where no candidate could be written; NEW then means nothing.
    best = Evolution(parent.skill, NEW, None, None, False, len(parent.batch))
    for proposal, skill in candidates:
        value = None if old is None else _judged(facts, config, parent, skill, checks, old, baselines)
        # The first one stays where none can be scored, and wins a tie.
        if best.candidate is None or _above(value, best.surrogate):
            best = replace(best, kind=proposal.kind, candidate=skill, surrogate=value, notes=proposal.notes)
    # Without a surrogate nothing is known of it, and the gate stays shut.
    is_accepted = best.candidate is not None and (not is_gated or _above(best.surrogate, config.acceptance_margin))
    return replace(best, is_accepted=is_accepted)


def _new_texts(
    facts: WriteFacts, parent: PoolSkill, proposals: Sequence[Proposal], held: set[tuple[str, str]]
) -> list[tuple[Proposal, Skill]]:
    """The proposals whose texts the library does not hold, each once, with the skill made of it."""
    found: dict[tuple[str, str], tuple[Proposal, Skill]] = {}
    for proposal in proposals:
        skill = _written(facts, parent, proposal)
        if skill is not None and texts_key(skill) not in held:
            found.setdefault(texts_key(skill), (proposal, skill))
    return list(found.values())


def _above(value: float | None, other: float | None) -> bool:
    return value is not None and (other is None or value > other)


def _judged(
    facts: WriteFacts,
    config: SkillProConfig,
    parent: Parent,
    skill: Skill,
    checks: Sequence[Experience],
    old: Sequence[tuple[float, ...]],
    baselines: Mapping[str, float],
) -> float | None:
    """The surrogate of a candidate; None if with it a prompt would not fit. Golden checks follow the parent's batch."""
    new = _replayed(facts, skill, checks)
    if new is None:
        return None
    replayed = [
        Replayed(before, after, one.reward - baselines[one.episode.task.env], is_golden=place >= len(parent.batch))
        for place, (one, before, after) in enumerate(zip(checks, old, new, strict=True))
    ]
    return surrogate(replayed, config.clip)


def _replayed(
    facts: WriteFacts, skill: Skill, checks: Sequence[Experience], *, is_gated: bool = True
) -> list[tuple[float, ...]] | None:
    """Per episode the mean log-prob of each turn under a skill; None if with it a prompt would not fit.

    That may happen to the parent as well: not in all turns of an episode was it in the prompt. Without a gate None also
    where a server gives no log-probs: the candidates are then not ranked.
    """
    try:
        return [turn_means(facts.logprobs(one.episode, skill)) for one in checks]
    except (PromptError, PromptRefusedError):
        return None
    except NoLogprobsError:
        if is_gated:
            raise
        return None


def _written(facts: WriteFacts, parent: PoolSkill, proposal: Proposal) -> Skill | None:
    """The candidate as a library skill; None if nothing readable is left of it, or a person banned it."""
    library = facts.library
    terms = Terms(library.initial_utility, facts.step, parent.skill.env, library.max_skill_chars)
    # A teacher may write what cannot be read: that costs its candidate, not the run.
    with suppress(DataError):
        skill = new_skill(proposal.entry, terms, parents=(parent.id,), place="a candidate")
        if not library.is_banned(skill.description, skill.strategy):
            return replace(skill, status="proposed" if library.config.review else "active")
    return None
