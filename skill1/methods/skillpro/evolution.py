"""Evolution of a step: which skills evolve, on what, and which candidate passes the gate.

A semantic gradient is what an episode says that a skill should change; candidates are made of these.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from skill1.errors import DataError, NoLogprobsError, PromptError, PromptRefusedError
from skill1.library.formats.records import Terms
from skill1.library.intake import texts_key
from skill1.methods.skillpro.experience import Experience, ExperiencePool, GoldenPool, evolution_batch
from skill1.methods.skillpro.settings import SkillProConfig
from skill1.methods.skillpro.skill import PoolSkill, new_skill, priority
from skill1.methods.teacher.question import Form, Question, Teacher, shortened
from skill1.methods.teacher.writer import WriteFacts
from skill1.schema import Skill

REFINE, NEW = "REFINE", "NEW"
_GRADIENT = Form({"diagnosis?": str, "is_related": bool, "initiation?": str, "policy?": str, "termination?": str})
_SUMMARY = Form({"summary": str})
_SKILL = Form({"skill_name": str, "initiation": str, "policy": [str], "termination": str})
_NO_CHANGE = ("none", "n/a", "null", "no change", "keep as is")  # said where a part is fine
_REFINE_WORDS = "Refine this skill: keep what it is for, and change the parts that the notes fault."
_NEW_WORDS = "The skill had little to do with these episodes. Write a new one for the situations they met."


@dataclass(frozen=True)
class Parent:
    """A skill that evolves, and the episodes it evolves on."""

    skill: PoolSkill
    batch: Sequence[Experience]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A candidate as its teacher wrote it, in the keys of a pool entry, and what it is: REFINE or NEW."""

    kind: str
    entry: Mapping[str, Any]
    notes: tuple[str, ...] = ()  # on each episode, from which it was written


def propose(teacher: Teacher, parents: Sequence[Parent], config: SkillProConfig) -> list[list[Proposal]]:
    """``candidates`` proposals for each parent, less those the teacher could not write."""
    # Parent by parent, so that the flat list of answers can be cut into one slice for each at the end.
    attempts = [(parent, attempt) for parent in parents for attempt in range(config.candidates)]
    write = _from_summaries if config.ablation == "wo_sg" else _from_gradients
    questions, kinds, notes = write(teacher, attempts, config)
    answers = teacher.ask(questions)
    found = [
        _proposal(parent.skill, kind, answer.content, noted)
        for (parent, _), kind, answer, noted in zip(attempts, kinds, answers, notes, strict=True)
    ]
    starts = range(0, len(found), config.candidates)
    return [[one for one in found[start : start + config.candidates] if one is not None] for start in starts]


def trajectory(experience: Experience) -> str:
    """The turns of an episode in words, the middle of a long one left out."""
    episode = experience.episode
    lines = [f"Task: {episode.task.instruction}"]
    lines += [f"{turn.observation}\n> {turn.action}" for turn in episode.turns]
    return shortened("\n".join([*lines, episode.last_observation]))


Asked = tuple[list[Question], list[str], list[tuple[str, ...]]]  # of each attempt: question, kind, notes


def _from_gradients(teacher: Teacher, attempts, config: SkillProConfig) -> Asked:
    """One gradient (g^I, g^π, g^β) per episode and attempt; then the questions that apply their aggregate."""
    questions, kinds, notes = [], [], []
    found = _of_episodes(teacher, "gradient", _GRADIENT, attempts)
    for (parent, attempt), answered in zip(attempts, found, strict=True):
        # Every attempt has gradients of its own, so two attempts at one parent may differ in kind.
        gradients = [_cleaned(content) for _, content in answered]
        related = [gradient for gradient in gradients if gradient["is_related"]]
        # Of all its episodes: one that the teacher did not answer for speaks for no refinement.
        is_refinement = len(related) >= config.relevance * len(parent.batch)
        # A new skill is for the situations that all the episodes met (released code: the related ones alone).
        used = related if is_refinement else gradients
        kinds.append(REFINE if is_refinement else NEW)
        notes.append(tuple(map(_noted, used)))
        questions.append(
            _about_skill(
                "update",
                parent,
                attempt,
                {"gradients": _listed(used), "mode": _REFINE_WORDS if is_refinement else _NEW_WORDS},
                {"gradients": used, "is_refinement": is_refinement},
            )
        )
    return questions, kinds, notes


def _from_summaries(teacher: Teacher, attempts, config: SkillProConfig) -> Asked:
    """The ablation without gradients: neutral summaries, always a refinement."""
    questions, notes = [], []
    found = _of_episodes(teacher, "summary", _SUMMARY, attempts)
    for (parent, attempt), answered in zip(attempts, found, strict=True):
        told = [(experience.reward, content["summary"]) for experience, content in answered]
        listed = "\n".join(f"- (return {reward:g}) {text}" for reward, text in told) or "(none)"
        questions.append(_about_skill("rewrite", parent, attempt, {"summaries": listed}, {"summaries": told}))
        notes.append(tuple(f"return {reward:g}: {text}" for reward, text in told))
    return questions, [REFINE] * len(questions), notes


def _of_episodes(
    teacher: Teacher, operation: str, form: Form, attempts
) -> list[list[tuple[Experience, Mapping[str, Any]]]]:
    """Of each attempt: the episodes that the teacher answers for, with what it says. All are asked at once."""
    asked = [
        Question(
            f"skillpro/{operation}",
            {
                "skill": parent.skill.wording(),
                "trajectory": trajectory(experience),
                "return": f"{experience.reward:g}",
                # A question in the same words would get the same answer, from a cache or a greedy model.
                "attempt": str(attempt + 1),
            },
            form,
            # For the rule-based analyst, which reads objects in place of the prompt.
            {"skill": parent.skill, "experience": experience},
        )
        for parent, attempt in attempts
        for experience in parent.batch
    ]
    answers = iter(teacher.ask(asked))
    # Answers come in one flat list, in the order in which the questions were listed.
    pairs = [[(experience, next(answers).content) for experience in parent.batch] for parent, _ in attempts]
    return [[pair for pair in of_one if pair[1] is not None] for of_one in pairs]


def _about_skill(operation: str, parent: Parent, attempt: int, fields, evidence) -> Question:
    fields = {"skill": parent.skill.wording(), "attempt": str(attempt + 1), **fields}
    return Question(
        f"skillpro/{operation}", fields, _SKILL, {"skill": parent.skill, "attempt": attempt, **evidence}
    )


def _cleaned(content: Mapping[str, Any]) -> dict[str, Any]:
    """A gradient whose parts are "" where nothing is to change."""
    parts = {name: content.get(name, "").strip() for name in ("initiation", "policy", "termination")}
    parts = {name: "" if text.casefold() in _NO_CHANGE else text for name, text in parts.items()}
    return {"is_related": content["is_related"], **parts}


def _noted(gradient: Mapping[str, Any]) -> str:
    """A gradient on one line, for the log."""
    parts = {name: gradient[name] for name in ("initiation", "policy", "termination")}
    return "; ".join(f"{name}: {text}" for name, text in parts.items() if text) or "nothing to change"


def _listed(gradients: Sequence[Mapping[str, Any]]) -> str:
    blocks = [
        f"Episode {number}:\n- start: {one['initiation']}\n- steps: {one['policy']}\n- end: {one['termination']}"
        for number, one in enumerate(gradients, start=1)
    ]
    return "\n".join(blocks) or "(no episode said anything: improve what is vague)"


def _proposal(
    parent: PoolSkill, kind: str, content: Mapping[str, Any] | None, notes: tuple[str, ...]
) -> Proposal | None:
    """The candidate in a pool entry's keys; a refinement bears its parent's name with the next version."""
    if content is None:
        return None
    steps = [step.strip() for step in content["policy"] if step.strip()]
    name = f"{parent.base_name}_v{parent.version + 1}" if kind == REFINE else content["skill_name"].strip()
    # The steps become the strategy, initiation or else name the description, and a skill needs both.
    if not steps or not (content["initiation"].strip() or name):
        return None
    # Counts from 0, of a refinement too: its parent earned the gain with other texts, and stays in the pool beside it.
    entry = {
        "name": name or "NewSkill",
        "freq": 0,
        "maturity": 0,
        "avg_gain": 0.0,
        "initiation": content["initiation"].strip(),
        "policy": steps,
        "termination": content["termination"].strip(),
    }
    return Proposal(kind, entry, notes)


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
    """Try to better the skills that are due. Their episodes are used up then; after a rejection half a batch stays."""
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
