"""One played group as plain facts: what the policy saw and wrote at each stage, and who was credited with what.

Everything here is JSON-ready and computed by the functions training uses; nothing is printed.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from skill1.config import Skill1Config
from skill1.config.method import declared
from skill1.credit.credit import Credit
from skill1.credit.grpo import anchor_groups, step_advantages, step_returns, utilisation
from skill1.credit.rows import merge
from skill1.credit.rules import UTILISATION
from skill1.credit.skill1 import (
    library_baseline,
    matched_values,
    remember,
    rerank_reward,
    selecting,
    settle,
    trend_values,
    variation,
    worth,
)
from skill1.env.protocol import rating
from skill1.library import Library
from skill1.policy.tokens import Tokens
from skill1.schema import Candidate, Episode, Group, Segment, SkillEdit, Stage

Facts = dict[str, object]
VALUED = ("trend", "matched")  # rules of selection that are explained by the worth of the skill used
# And those by the order's NDCG.
RANKED = ("ndcg", "ndcg_baselined", "ndcg_leave_one_out", "ndcg_plackett_luce", "none")


@dataclass(frozen=True)
class Scene:
    """A group as it was played and credited, with the library after the commit (None: played without one)."""

    config: Skill1Config
    tokens: Tokens
    group: Group
    episode: Episode  # the one to be shown
    step: int  # the training step it pretends to be
    library: Library | None
    edits: Mapping[str, SkillEdit]  # episode id → what became of its draft
    credited: Mapping[Stage, Credit]  # of the shown episode, the first segment of each stage


def explain(scene: Scene) -> Facts:
    """All facts of a scene, in the order things happened."""
    episode = scene.episode
    return {
        "task": {"id": episode.task.id, "type": episode.task.type, "instruction": episode.task.instruction},
        "shown": episode.key.rollout,
        "group": [_outcome(e) for e in scene.group.episodes],
        "retrieval": _retrieval(scene),
        "stages": [_stage(scene, segment, new) for segment, new in _with_news(episode)],
        "turns": [{"observation": t.observation, "action": t.action, "valid": t.valid} for t in episode.turns],
        "used": episode.used.id if episode.used else None,
        "outcome": episode.outcome,
        "score": episode.score,
        "success": episode.success,
        "draft": _draft(episode),
        "credit": _credit(scene),
        "library": _library(scene),
    }


def _outcome(episode: Episode) -> Facts:
    return {
        "rollout": episode.key.rollout,
        "status": episode.status,
        "outcome": episode.outcome,
        "turns": len(episode.turns),
        "used": episode.used.id if episode.used else None,
    }


def _draft(episode: Episode) -> Facts | None:
    return (
        {"description": episode.draft.description, "strategy": episode.draft.strategy} if episode.draft else None
    )


def _with_news(episode: Episode) -> list[tuple[Segment, int]]:
    """Each segment with the position in its prompt where what it had not been shown before begins."""
    result = []
    # The rows of training: within one, each prompt continues what stands before it.
    for row in merge(episode.segments):
        seen = 0
        for segment in row:
            result.append((segment, seen))
            seen = len(segment.prompt_ids) + len(segment.response_ids)
    return result


def _stage(scene: Scene, segment: Segment, new: int) -> Facts:
    """``tokens``: each with its log-prob (nats) under the distribution it was drawn from; None if not known."""
    decode = scene.tokens.tokenizer.decode
    logprobs = segment.logprobs or (None,) * len(segment.response_ids)
    return {
        "stage": segment.stage,
        "turn": segment.turn,
        "continues": new > 0,
        "prompt": decode(list(segment.prompt_ids[new:])),
        "prompt_tokens": len(segment.prompt_ids),
        "tokens": [[decode([i]), p] for i, p in zip(segment.response_ids, logprobs, strict=True)],
        "text": segment.text,
        "finish_reason": segment.finish_reason,
        "valid": segment.valid,
    }


def _retrieval(scene: Scene) -> Facts | None:
    if scene.library is None:
        return None
    library = scene.config.library
    return {
        "similarity_weight": library.similarity_weight,
        "ucb_scale": library.ucb_scale,
        "exploration": library.exploration,
        "candidates": [_candidate(c) for c in scene.episode.candidates],
        "ranking": scene.episode.ranking,
        "ranking_valid": scene.episode.ranking_valid,
    }


def _candidate(candidate: Candidate) -> Facts:
    skill = candidate.skill
    return {
        "id": skill.id,
        "description": skill.description,
        "strategy": skill.strategy,
        "similarity": candidate.similarity,
        "utility": skill.utility,
        "score": candidate.score,
        "retrieved": skill.retrieved,
        "selected": skill.selected,
        "rating": rating(skill),
    }


def _credit(scene: Scene) -> Facts:
    facts: Facts = {"act": _act_credit(scene)}
    # Without a query no token of the policy selected anything.
    if scene.episode.stage_segments("query"):
        facts["select"] = _selection_credit(scene)
    # Another method may use the stage for texts of its own kind, such as reflections.
    if scene.episode.stage_segments("distill") and declared(scene.config.method).writes_skills:
        facts["distill"] = _distillation_credit(scene)
    elif "distill" in scene.credited:  # a method with a rule of its own
        facts["distill"] = {"rule": scene.config.method}
    facts["stages"] = {
        stage: {
            "tokens": scene.episode.num_tokens(stage),
            "advantage": credit.advantage,
            "weight": credit.weight,
            "clipped": credit.is_clipped,
        }
        for stage, credit in scene.credited.items()
        if scene.episode.num_tokens(stage)
    }
    return facts


def _act_credit(scene: Scene) -> Facts:
    """Eq. 12: the outcome against the group's, divided as the rule divides; with gigpo also what each turn adds."""
    section, credit = scene.config.credit, scene.credited.get("act")
    normaliser = UTILISATION.load(section.utilisation).normaliser(section)
    # As training has them: less the penalty for invalid actions, deviation with ddof 1.
    returns = [e.outcome - e.penalty for e in scene.group.survivors]
    facts: Facts = {
        "returns": returns,
        "mean": statistics.fmean(returns),
        "std": statistics.stdev(returns) if len(returns) > 1 else 0.0,
        "penalty": scene.episode.penalty,
        "normaliser": normaliser,
    }
    # The rule `discounted` credits turns: no formula over the returns of episodes gives its advantage.
    if section.utilisation == "discounted" and credit is not None:
        return facts | {"normaliser": "discounted", "advantage": credit.advantage}
    # A package's rule, and a method with credit of its own, may give what no formula here does. Compared, not asked by
    # name: such a rule may as well be Eq. 12 in other words.
    by_outcome = utilisation(scene.group, normaliser)[scene.episode.id]
    if credit is not None and not math.isclose(by_outcome, credit.advantage, abs_tol=1e-9):
        return facts | {"normaliser": "own", "advantage": credit.advantage}
    return facts | _turn_credit(scene) if section.utilisation == "gigpo" else facts


def _turn_credit(scene: Scene) -> Facts:
    """GiGPO: the return from each turn on, how many turns of the group saw the same, and what the turn adds."""
    credit, survivors = scene.config.credit, scene.group.survivors
    seen = [turn.observation for episode in survivors for turn in episode.turns]
    # Anchor groups number the turns of the whole group in one line: this episode's begin here.
    first = sum(len(episode.turns) for episode in survivors[: _place(scene)])
    sizes = {i: len(members) for members in anchor_groups(seen, credit.gigpo_similarity) for i in members}
    added = step_advantages(scene.group, credit)[scene.episode.id]
    returns = step_returns(scene.episode, credit.gigpo_gamma)
    return {
        "turns": [
            {"return": returns[t], "anchor_group": sizes[first + t], "advantage": added[t]}
            for t in range(len(added))
        ],
    }


def _selection_credit(scene: Scene) -> Facts:
    rule = scene.config.credit.selection
    if rule in VALUED and not scene.episode.is_control:
        return {"rule": rule, "scale": scene.config.credit.scale, **_trends(scene)}
    # A rule of somebody else's, or a control: there is no formula to fill in, only what came of it.
    if rule not in RANKED or scene.episode.is_control:
        stages = [stage for stage in ("query", "rerank") if stage in scene.credited]
        return {"rule": rule, "advantages": {stage: scene.credited[stage].advantage for stage in stages}}
    facts: Facts = {"rule": rule, "baseline_u": library_baseline(scene.episode)}
    if rule != "none" and scene.episode.ranking is not None:
        reward = rerank_reward(scene.episode)
        advantage = scene.credited["rerank"].advantage if "rerank" in scene.credited else 0.0
        places = scene.episode.ranking
        # What is subtracted is read off the credit: each baseline has a formula of its own.
        facts |= {
            # A place of None is "no skill": a candidate of utility 0, as in `rerank_reward`.
            "gains": [0.0 if p is None else scene.episode.candidates[p].skill.utility for p in places],
            "reward": reward,
            # The baseline of the rule: 0 under Eq. 9 itself.
            "subtracted": reward - advantage,
        }
    return facts


def _trends(scene: Scene) -> Facts:
    """U of the skill each rollout used, after this step's update; without a skill: the trend of going without.

    Under ``matched`` corrected by the group's own outcomes.
    """
    compared, library, credit = selecting(scene.group), scene.library, scene.config.credit
    # With what the library holds after the commit, as the credit of this step was made of it.
    trends = compared, lambda skill: library.resolve(skill).utility, library.no_skill_trend
    values = matched_values(*trends, credit.trend_uses) if credit.selection == "matched" else trend_values(*trends)
    own = [e.id for e in compared].index(scene.episode.id)
    return {"values": values, "own": values[own], "mean": statistics.fmean(values)}


def _distillation_credit(scene: Scene) -> Facts:
    rule = scene.config.credit.distillation
    if rule == "variation":
        return {
            "rule": rule,
            "baseline_u": library_baseline(scene.episode),
            "reward": variation(scene.episode),
            "rewards": [variation(e) for e in selecting(scene.group)],
        }
    return {"rule": rule, **(_worth_now(scene) if rule == "realised" else {})}


def _worth_now(scene: Scene) -> Facts:
    """What the texts of the group would be worth if they were judged at once instead of d steps later."""
    credit, library = scene.config.credit, scene.library
    became = {name: edit.skill for name, edit in scene.edits.items()}
    pending = remember(scene.group, became, scene.step)
    facts: Facts = {"delay": credit.realised_delay, "scale": credit.scale, "success_trend": library.success_trend}
    # Fewer than two texts were written: there is no group to measure one against.
    if pending is None:
        return facts
    values = [worth(w, library.resolve, library.success_trend, credit) for w in pending.written]
    # As if the delay were over: this group is then due, and gets the advantages that training would give.
    due, _ = settle((pending,), scene.step + credit.realised_delay, library.resolve, library.success_trend, credit)
    own = [w.episode for w in pending.written].index(scene.episode.id)
    return facts | {
        "values": values,
        "own": values[own],
        "mean": statistics.fmean(values),
        "advantage": due[0][1][own],
        "invalid_value": credit.invalid_value,
    }


def _library(scene: Scene) -> Facts | None:
    """What a commit of this group does; made in a copy in memory."""
    if scene.library is None:
        return None
    config = scene.config.library
    edit = scene.edits.get(scene.episode.id)
    candidates = [c.skill for e in scene.group.survivors for c in e.candidates]
    # A candidate holds its skill as it was when it was found, so as it was before the commit.
    # By id, so a skill that several episodes found is listed once.
    moves = {s.id: {"before": s.utility, "after": scene.library.resolve(s.id).utility} for s in candidates}
    # What it is now: a text may have been merged into another skill.
    became = scene.library.resolve(edit.skill) if edit and edit.skill else None
    return {
        "edit": edit.kind if edit else None,
        "declined": scene.episode.declined,
        "skill": became.id if became else None,
        "utility": became.utility if became else None,
        "alpha": config.alpha,
        "prior_uses": config.prior_uses if config.utility == "posterior" else None,
        "utility_update": config.utility_update,
        "moves": {name: move for name, move in moves.items() if move["before"] != move["after"]},
        "size": len(scene.library),
        "success_trend": scene.library.success_trend,
    }


def _place(scene: Scene) -> int:
    return [e.id for e in scene.group.survivors].index(scene.episode.id)


def credit_of(episode: Episode, credits: Iterable[Credit]) -> Mapping[Stage, Credit]:
    """The record of the first segment of each stage of an episode; empty if a lone survivor got no credit."""
    found: dict[Stage, Credit] = {}
    for credit in credits:
        if credit.episode == episode.id:
            found.setdefault(credit.segment.stage, credit)
    return found
