"""The figures of a step: flat ``area/name`` → float. Every key is explained in ``skill1.run.metric_guide``."""

from __future__ import annotations

import logging
import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from numbers import Real
from typing import TYPE_CHECKING

from skill1.credit.credit import Credit, by_stage
from skill1.credit.orders import chance_level
from skill1.credit.skill1 import library_baseline, rerank_reward, selecting, variation
from skill1.env.border import computing_kept, environment_border
from skill1.env.protocol import offered
from skill1.errors import EnvironmentFault, LibraryError
from skill1.schema import STAGES, Episode, Group, Skill, SkillDraft, Stage, Task

if TYPE_CHECKING:
    from skill1.library import Library

logger = logging.getLogger(__name__)
VALIDATION_TIME = "time/validate_s"
VALIDATED_STEP = "validate/step"  # in a row whose figures are of the weights after an earlier step
RIGHT = 1.0  # env.judge: gives every hidden fact the task needs
MOST_JUDGED = 10_000  # skills for each task of a step; of a million it took most of a step's time


def mean(values: Sequence[float]) -> float | None:
    """The mean, None of no values: a missing figure is left out of a row, never written as 0."""
    values = list(values)
    return math.fsum(values) / len(values) if values else None


def present(metrics: Mapping[str, float | None]) -> dict[str, float]:
    """Only the figures that exist."""
    return {name: value for name, value in metrics.items() if value is not None}


def episode_metrics(groups: Sequence[Group], envs: Sequence[str] = ()) -> dict[str, float]:
    """Outcome, validity and cost of a step's episodes; selection utilities are those read before the update.

    ``envs``: the environments of a run of several, each of which has figures of its own in a step that plays it.

    Controls did not play as the policy wants to. They have figures of their own, and share only those of the stages,
    of the groups (their acting is trained), of errors and of tokens.
    """
    # All that were played, those without an error, and of these the ones that acted with what they chose.
    everyone = [episode for group in groups for episode in group.episodes]
    survivors = [episode for episode in everyone if episode.ok]
    episodes = [episode for episode in survivors if not episode.is_control]
    turns = [len(e.turns) for e in episodes]
    metrics: dict[str, float | None] = {
        "outcome/success_rate": mean([e.success for e in episodes]),
        "outcome/mean_score": mean_score(episodes),
        # R^util of Eq. 4, which acting is credited with.
        "outcome/return": mean([e.outcome - e.penalty for e in episodes]),
        "outcome/turns": mean(turns),
        # Equal returns get no advantage (Eq. 12), so this is the share of groups that can teach acting.
        "outcome/groups_with_spread": mean(
            [len({e.outcome - e.penalty for e in g.survivors}) > 1 for g in groups]
        ),
        "errors/episodes": float(len(everyone) - len(survivors)),
        "errors/retried": float(sum(e.attempts > 1 for e in survivors)),
        "prompt/skill_tokens_added": mean([e.skill_tokens for e in episodes]),
        "prompt/shortened": float(sum(e.prompt_shortened for e in survivors)),
    }
    by_kind = _skill_metrics(episodes) | _type_metrics(episodes) | _control_metrics(survivors)
    return present(metrics) | _stage_metrics(survivors) | by_kind | _environment_metrics(episodes, envs)


def _environment_metrics(episodes: Sequence[Episode], envs: Sequence[str]) -> dict[str, float]:
    """Nothing in a run of one environment."""
    figures: dict[str, float | None] = {}
    for env in envs:
        own = [e for e in episodes if e.task.env == env]
        figures |= {
            f"outcome/success_rate/{env}": mean([e.success for e in own]),
            f"outcome/mean_score/{env}": mean_score(own),
            f"outcome/return/{env}": mean([e.outcome - e.penalty for e in own]),
            f"outcome/turns/{env}": mean([len(e.turns) for e in own]),
            f"outcome/episodes/{env}": float(len(own)),
            f"act/valid_rate/{env}": mean([turn.valid for e in own for turn in e.turns]),
        }
    if envs:
        used = [e for e in episodes if e.used is not None]
        figures["select/foreign_share"] = mean([e.used.env != e.task.env for e in used])
    return present(figures)


def mean_score(episodes: Sequence[Episode]) -> float | None:
    """Mean of the environment's own score; None unless every episode has one."""
    scores = [e.score for e in episodes if e.score is not None]
    return mean(scores) if len(scores) == len(episodes) else None


def _stage_metrics(episodes: Sequence[Episode]) -> dict[str, float]:
    metrics: dict[str, float | None] = {}
    total = 0
    for stage in STAGES:
        segments = [s for e in episodes for s in e.segments if s.stage == stage]
        tokens = [len(s.response_ids) for s in segments]
        total += sum(tokens)
        metrics[f"{stage}/valid_rate"] = mean([s.valid for s in segments])
        metrics[f"{stage}/tokens"] = mean(tokens)
        metrics[f"{stage}/length_stops"] = mean([s.finish_reason == "length" for s in segments])
    metrics["tokens/generated"] = float(total)
    # One of the keys that readers find in every run; the stage's own is not.
    metrics["select/valid_rate"] = metrics["rerank/valid_rate"]
    return present(metrics)


def _skill_metrics(episodes: Sequence[Episode]) -> dict[str, float]:
    ranked = [e for e in episodes if e.ranking is not None]
    wrote = [e for e in episodes if e.stage_segments("distill")]
    used = [e for e in episodes if e.used is not None]
    return present(
        {
            # Where utilities are alike, every order has an NDCG near 1: it says something only beside random orders.
            "select/ndcg": mean([rerank_reward(e) for e in ranked]),
            "select/random_ndcg": mean([chance_level(e) for e in ranked]),
            "select/candidates": mean([len(e.candidates) for e in episodes]),
            # Near 1 selection is blind: nothing is known of skills that were never tried.
            "select/never_retrieved": mean([c.skill.retrieved == 0 for e in episodes for c in e.candidates]),
            # Û of Eq. 7.
            "select/best_utility": mean([library_baseline(e) for e in episodes if e.candidates]),
            # Candidates may be handed out by a method, and not found: without a search there is no cosine.
            "select/similarity": mean([e.candidates[0].similarity for e in episodes if e.candidates and e.query]),
            # Of readable ones: an answer that is none has the order of retrieval, which the policy did not choose.
            "select/first_share": mean([e.ranking[0] == 0 for e in ranked if e.ranking_valid]),
            "select/none_share": mean([e.used is None for e in episodes]),
            "select/utility_of_used": mean([e.used.utility for e in used]),
            "outcome/success_with_skill": mean([e.success for e in used]),
            "outcome/success_without_skill": mean([e.success for e in episodes if e.used is None]),
            "distill/variation": mean([variation(e) for e in wrote]),
            "distill/positive_rate": mean([variation(e) > 0 for e in wrote]),
            "distill/declined": mean([e.declined for e in wrote]),
        }
    )


def _control_metrics(episodes: Sequence[Episode]) -> dict[str, float]:
    """Nothing in a step without controls."""
    controls = [e for e in episodes if e.is_control]
    if not controls:
        return {}
    # Who chose to act without a skill says nothing of what skills bring.
    with_skill = mean([e.outcome for e in episodes if e.used is not None and not e.is_control])
    without = mean([e.outcome for e in controls])
    return present(
        {
            "control/episodes": float(len(controls)),
            "control/success_rate": mean([e.success for e in controls]),
            "control/uplift": None if with_skill is None else with_skill - without,
        }
    )


def _type_metrics(episodes: Sequence[Episode]) -> dict[str, float]:
    # Sorted: a set has another order in each process, and rows of equal runs are equal texts.
    types = sorted({e.task.type for e in episodes})
    return {f"outcome/success/{t}": mean([e.success for e in episodes if e.task.type == t]) for t in types}


def credit_metrics(credits: Sequence[Credit]) -> dict[str, float]:
    """Mean absolute advantage of each trained stage, over the episodes that have tokens of it.

    Turns that have an advantage of their own (``credit.utilisation: gigpo``) have a figure beside the episodes'.
    """
    sizes: dict[Stage, list[float]] = {}
    for of_stage in by_stage(credits):
        if any(credit.num_tokens for credit in of_stage):
            # An episode counts once. Its segments of a stage share one advantage, but under `credit.utilisation:
            # discounted` each turn has its own. Not `mean`: that of equal numbers could differ in its last bit.
            own = statistics.mean(abs(credit.advantage) for credit in of_stage)
            sizes.setdefault(of_stage[0].segment.stage, []).append(own)
    turns = [credit.turn_advantage for credit in credits if credit.turn_advantage is not None]
    figures = {f"credit/{stage}/adv_abs": mean(sizes.get(stage, [])) for stage in STAGES}
    figures["credit/act/turn_adv_abs"] = mean([abs(advantage) for advantage in turns])
    figures["credit/act/anchored"] = mean([advantage != 0 for advantage in turns])
    return present(figures)


def similarity_metrics(groups: Sequence[Group], library: Library | None) -> dict[str, float]:
    """How near the skills used are to their tasks, by the library's encoder: cosine of instruction and description.

    Call before the step's commit, while the library is what the episodes saw. Nothing without a library or a skill
    used. Each distinct pair is asked for once.
    """
    # Without the controls, which hold what they were given and not what they chose.
    pairs = [(e.task.instruction, e.used) for g in groups for e in selecting(g) if e.used is not None]
    if library is None or not pairs:
        return {}
    distinct = list(dict.fromkeys(pairs))
    texts, skills = zip(*distinct, strict=True)
    try:
        found = dict(zip(distinct, library.cosines(texts, skills), strict=True))
    except LibraryError as error:  # an encoder may sit on a server; a missing figure is no reason to stop
        logger.warning("no task similarity in this step: %s", error)
        return {}
    return {"select/task_similarity": mean([found[pair] for pair in pairs])}


def library_metrics(library: Library, envs: Sequence[str] = ()) -> dict[str, float]:
    """Size, mean utility and trends, and the size of each environment's part in a run of several."""
    skills = library.skills()
    return {
        "library/size": float(len(library)),
        "library/mean_utility": mean([skill.utility for skill in skills]) or 0.0,
        "library/success_trend": library.success_trend,
        **{f"library/size/{env}": float(sum(s.env == env for s in skills)) for env in envs},
    }


def oracle_metrics(suite, groups: Sequence[Group], library: Library | None) -> dict[str, float]:
    """Select and distil measured against the world's hidden facts, which training never sees.

    ``oracle/query_recall``: of the episodes for which the library holds a right skill, how many have one among the
    candidates. ``oracle/selection_precision``: of those, how many use a right one. ``oracle/right_skills``: share right
    of all texts written. Call before the step's commit. Empty without a judge; only ``errors/judge`` if it
    fails. What needs every skill of the library judged is left out where it has more than ``MOST_JUDGED``.
    """
    judge = offered(suite, "judge")
    if judge is None or library is None:
        return {}
    try:
        return _judged(judge, groups, library)
    except EnvironmentFault as error:  # a missing figure is no reason to stop
        logger.warning("no oracle metrics in this step: %s", error)
        return {"errors/judge": 1.0}


def _covers(judge, task: Task, drafts: Iterable[SkillDraft]) -> bool:
    """Whether any of the texts is right for a task; raises ``EnvironmentFault`` if the judge gives no number."""
    # A judge is an environment's code: it may raise, or answer anything. Kept once, not once a text.
    with environment_border(f"judge of task {task.id}"), computing_kept():
        return any(_number(judge(task, draft)) >= RIGHT for draft in drafts)


def _number(verdict: object) -> float:
    # Nearly all are floats, and `float` is checked much faster than the abstract class.
    if not isinstance(verdict, (float, Real)) or not math.isfinite(verdict):
        raise EnvironmentFault(f"it gave {verdict!r:.80}; expected a number in [-1, 1].")
    return float(verdict)


def _judged(judge, groups: Sequence[Group], library: Library) -> dict[str, float]:
    skills = library.skills()
    # None: too many to be judged for each task.
    stored = [_texts(skill) for skill in skills] if len(skills) <= MOST_JUDGED else None
    recall, precision, written, after_success, covered = [], [], [], [], []
    for group in groups:
        # Once for all of a group: task and library decide it, not the episode.
        is_available = stored is not None and _covers(judge, group.task, stored)
        # Nothing where it was not judged: that is no figure of 0.
        covered += [is_available] * (stored is not None)
        for episode in selecting(group):
            is_found = _covers(judge, group.task, (_texts(found.skill) for found in episode.candidates))
            if is_available:
                recall.append(is_found)
            if is_found:
                precision.append(episode.used is not None and _covers(judge, group.task, [_texts(episode.used)]))
            if episode.draft is not None:
                written.append(_covers(judge, group.task, [episode.draft]))
            # Of winners alone: only their texts come in, unless library.admission says otherwise.
            if episode.success and episode.stage_segments("distill"):
                is_written = episode.draft is not None
                after_success.append(is_written and _covers(judge, group.task, [episode.draft]))
    return present(
        {
            "oracle/query_recall": mean(recall),
            "oracle/selection_precision": mean(precision),
            "oracle/right_skills": mean(written),
            "oracle/right_skills_after_success": mean(after_success),
            "oracle/library_covers": mean(covered),
        }
    )


def _texts(skill: Skill) -> SkillDraft:
    return SkillDraft(skill.description, skill.strategy)
