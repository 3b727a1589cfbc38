"""Semantic gradients: what each episode says a skill should change, and the candidate skills made of that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skill1.methods.skillpro.experience import Experience
from skill1.methods.skillpro.settings import SkillProConfig
from skill1.methods.skillpro.skill import PoolSkill
from skill1.methods.teacher.question import Form, Question, Teacher

LONGEST_TRAJECTORY_CHARS = 12_000
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
    answers = teacher.ask(questions) if questions else []
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
    text = "\n".join([*lines, episode.last_observation])
    if len(text) <= LONGEST_TRAJECTORY_CHARS:
        return text
    # The beginning has the task, the end what came of it: the middle can best be spared.
    half = LONGEST_TRAJECTORY_CHARS // 2
    return f"{text[:half]}\n[… {len(text) - 2 * half} characters left out …]\n{text[-half:]}"


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
