"""Plays one task for human eyes and shows an episode of it, stage by stage, with its credit.

What is shown are plain facts, JSON-ready and computed by the functions that training uses; nothing is printed here.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import torch

from skill1.agent.player import Recipe
from skill1.agent.profile import configured_profile
from skill1.config import Skill1Config
from skill1.config.method import declared, make_recipe, uses_library
from skill1.credit.credit import Credit, StepFacts
from skill1.credit.rows import merge, weighed
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
from skill1.env.registry import opened_suite
from skill1.env.splits import tasks_of
from skill1.errors import DataError
from skill1.evaluate.evaluation import opened_library
from skill1.evaluate.show_text import print_rollout
from skill1.library import Library
from skill1.policy.load import open_hf
from skill1.policy.random import generator
from skill1.policy.tokens import Tokens
from skill1.rollout.group import Roller
from skill1.rollout.settings import play_settings
from skill1.schema import Candidate, Episode, Group, Segment, SkillEdit, Stage, Task

GROUP_SIZE = 4  # enough for a comparison, few enough to be quick


def show_rollout(
    config: Skill1Config,
    *,
    model: str,
    library_path: str | None = None,
    task_id: str | None = None,
    seed: int = 0,
    console=None,
) -> Facts:
    """Play four episodes of a task as in training and explain one of them; returns the facts, JSON-ready.

    The library is a copy in memory: nothing is written. Weights and credit are what this group alone would get.

    Args:
        config: the run's configuration.
        model: Hugging Face folder or name of the policy.
        library_path: library, or skills in any format, to select from; None: an empty one.
        task_id: a task of any split; None: one of the training split, drawn by ``seed``.
        seed: of the task and of all sampling.
        console: rich console, or None to print nothing.

    Raises:
        DataError: no such task, or every episode ended in an error.
    """
    if config.train.threads:
        torch.set_num_threads(config.train.threads)
    recipe = make_recipe(config)
    tokens = Tokens.load(model)
    # A mode that grows, for the group is committed as in a step; the library is a copy in memory.
    mode = "none" if not uses_library(config) else "online" if library_path else "fresh"
    with opened_suite(config.env) as suite, opened_library(config, mode, library_path) as library:
        task = _find_task(suite, config.env.train_split, task_id, seed)
        # The step that a training would make next, since the library's ages and events go by steps.
        step = 1 if library is None else library.last_step + 1
        policy = open_hf(config, model, tokens, rows=GROUP_SIZE)
        # As training plays: with its temperature and its exploring retrieval.
        settings = play_settings(config, is_training=True)
        profile = configured_profile(config)
        roller = Roller(suite.make, policy, recipe, profile, settings, concurrency=policy.max_rows)
        group = roller.play_groups([task], library, seed=seed, step=step, group_size=GROUP_SIZE)[0]
        facts = explain(credited_scene(config, recipe, tokens, group, library, step))
    if console is not None:
        print_rollout(facts, console)
    return facts


def _find_task(suite, train_split: str, task_id: str | None, seed: int) -> Task:
    tasks = tasks_of(suite, suite.name, train_split, "env.train_split")
    if task_id is None:
        return tasks[int(generator(seed).integers(len(tasks)))]
    for split in dict.fromkeys([train_split, *suite.splits()]):
        for task in suite.tasks(split):
            if task.id == task_id:
                return task
    raise DataError(f"{suite.name} has no task '{task_id}' in any split; an example of one is {tasks[0].id}.")


def credited_scene(
    config: Skill1Config, recipe: Recipe, tokens: Tokens, group: Group, library: Library | None, step: int
) -> Scene:
    """Commit and credit the group as a training step would."""
    if not group.survivors:
        raise DataError(
            f"every episode of {group.task.id} ended in an error. The first: {group.episodes[0].error}"
        )
    edits = {}
    # A frozen library takes nothing in, as in training.
    if library is not None and not config.library.frozen:
        edits = {e.episode: e for e in library.commit(group.episodes, step=step, policy_version=0).edits}
    became = {name: edit.skill for name, edit in edits.items()}
    # After the commit, as in training: credit by utilities takes what they have become. Nothing is pending.
    facts = StepFacts([group], step, library, became, ())
    credits, _ = recipe.assign(facts)
    credits = weighed(credits, len(group.survivors), config.loss.normalise)
    episode = most_telling(group)
    return Scene(config, tokens, group, episode, step, library, edits, credit_of(episode, credits))


def most_telling(group: Group) -> Episode:
    """The episode that shows most: a success that used a skill and wrote one, as far as there is such."""
    return max(group.survivors, key=lambda e: (e.success, e.draft is not None, e.used is not None, -e.key.rollout))


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
    credited: Mapping[Stage, Sequence[Credit]]  # of the shown episode, by segment


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
        for stage, (credit, *_) in scene.credited.items()
        if scene.episode.num_tokens(stage)
    }
    return facts


def _act_credit(scene: Scene) -> Facts:
    """The outcome against the group's, and the advantage that the configured rule made of it (None: no credit)."""
    # As training has them: less the penalty for invalid actions, deviation with ddof 1.
    returns = [e.outcome - e.penalty for e in scene.group.survivors]
    credits = scene.credited.get("act", ())
    facts: Facts = {
        "rule": scene.config.credit.utilisation,
        "returns": returns,
        "mean": statistics.fmean(returns),
        "std": statistics.stdev(returns) if len(returns) > 1 else 0.0,
        "penalty": scene.episode.penalty,
        "advantage": credits[0].advantage if credits else None,
    }
    # Some rules credit turn by turn: then one number would tell of the first turn alone.
    each = [credit.total for credit in credits]
    return facts | {"turns": each} if len(set(each)) > 1 else facts


def _selection_credit(scene: Scene) -> Facts:
    rule = scene.config.credit.selection
    if rule in VALUED and not scene.episode.is_control:
        return {"rule": rule, "scale": scene.config.credit.scale, **_trends(scene)}
    # A rule of somebody else's, or a control: there is no formula to fill in, only what came of it.
    if rule not in RANKED or scene.episode.is_control:
        stages = [stage for stage in ("query", "rerank") if stage in scene.credited]
        return {"rule": rule, "advantages": {stage: scene.credited[stage][0].advantage for stage in stages}}
    facts: Facts = {"rule": rule, "baseline_u": library_baseline(scene.episode)}
    if rule != "none" and scene.episode.ranking is not None:
        reward = rerank_reward(scene.episode)
        advantage = scene.credited["rerank"][0].advantage if "rerank" in scene.credited else 0.0
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
    facts: Facts = {
        "delay": credit.realised_delay,
        "scale": credit.scale,
        "success_trend": library.success_trend,
        "invalid_value": credit.invalid_value,
    }
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
        "admission": config.admission,
        "skill": became.id if became else None,
        "utility": became.utility if became else None,
        "alpha": config.alpha,
        "prior_uses": config.prior_uses if config.utility == "posterior" else None,
        "utility_update": config.utility_update,
        "moves": {name: move for name, move in moves.items() if move["before"] != move["after"]},
        "size": len(scene.library),
        "success_trend": scene.library.success_trend,
    }


def credit_of(episode: Episode, credits: Iterable[Credit]) -> Mapping[Stage, Sequence[Credit]]:
    """Records of an episode by stage, in the order of its segments; empty if a lone survivor got no credit."""
    found: dict[Stage, list[Credit]] = {}
    for credit in credits:
        if credit.episode == episode.id:
            found.setdefault(credit.segment.stage, []).append(credit)
    return found
