"""The rules by name: who is credited with what. A new rule is a function here and its name in one of these families.

A rule takes the facts of a step and the section ``credit`` of the configuration and returns records of credit; one of
distilling returns the buffer, too. One of acting stands in a :class:`Utilisation`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from skill1.config import CreditConfig
from skill1.config.registry import Family
from skill1.credit.credit import Credit, StepCredit, StepFacts, credited
from skill1.credit.grpo import Normaliser, return_advantages, step_advantages, utilisation
from skill1.credit.orders import mean_of_others, orders_of_others, random_orders
from skill1.credit.skill1 import (
    Baseline,
    matched_values,
    no_baseline,
    ranking_advantages,
    remember,
    selecting,
    selection_advantages,
    settle,
    trend_values,
    uplift_advantages,
    variation_advantages,
)
from skill1.errors import TrainingError
from skill1.schema import Group

Rule = Callable[[StepFacts, CreditConfig], list[Credit]]


def by_outcome(facts: StepFacts, config: CreditConfig, normaliser: Normaliser = "mean_std") -> list[Credit]:
    """Eq. 4 and 12: every action shares the outcome of its episode, against the group's."""
    # Eq. 8 also has the query. That is left to the rule of selection: `trend` and its kin credit it otherwise.
    return credited(facts, ("act",), lambda group: utilisation(group, normaliser))


def by_turn(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """GiGPO: the outcome of the episode, and what each turn led to against others at the same observation."""
    added = {name: turns for group in facts.groups for name, turns in step_advantages(group, config).items()}
    # GiGPO divides both of its parts by the same thing.
    whole = by_outcome(facts, config, config.gigpo_normalise)
    return [replace(c, turn_advantage=added[c.episode][c.segment.turn]) for c in whole]


def by_return(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """Each action gets its discounted return, against those of all turns of the group."""
    added = {n: a for group in facts.groups for n, a in return_advantages(group, config.gigpo_gamma).items()}
    # Only who is credited: the advantages come from the turns.
    whole = credited(facts, ("act",), lambda group: dict.fromkeys(added, 0.0))
    return [replace(c, advantage=added[c.episode][c.segment.turn]) for c in whole]


def query_by_outcome(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """Eq. 8: the query shares the utilisation advantage (of the whole episode); the ranking is not trained."""
    # Eq. 8 gives query and actions one advantage, so both are divided by the same thing.
    normaliser = UTILISATION.load(config.utilisation).normaliser(config)

    def outcome(group: Group) -> dict[str, float]:
        # Controls acted without what the query found: their outcome says nothing about it.
        episodes = selecting(group)
        # ``credited`` needs two survivors and counts controls. A lone other episode gets no record, not one of 0:
        # a record would count its query's tokens in the mean that query and actions share (Eq. 8).
        return utilisation(replace(group, episodes=episodes), normaliser) if len(episodes) >= 2 else {}

    return credited(facts, ("query",), outcome)


def by_ndcg(facts: StepFacts, config: CreditConfig, baseline: Baseline = no_baseline) -> list[Credit]:
    """Eq. 6 and 9: the ranking is worth its NDCG against U less a baseline, without clip or KL term."""
    ranking = credited(
        facts,
        ("rerank",),
        # Not normalised: Eq. 9 takes R^rerank as it is.
        lambda group: ranking_advantages(group, baseline),
        scale=config.lambda_rerank,
        is_clipped=False,
    )
    return query_by_outcome(facts, config) + ranking


def by_uplift(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """Query and ranking share what the episode brought beyond the group's controls, which played without the skill."""
    return credited(
        facts,
        ("query", "rerank"),
        lambda group: uplift_advantages(group, config.scale),
        scale=config.lambda_rerank,
    )


def by_trend(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """Query and ranking share U of the skill used, after this step's update, against the group's."""
    return _by_value(facts, config, trend_values)


def by_matched_trend(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """The same, with U corrected by what the skill brought on this very task."""
    return _by_value(facts, config, partial(matched_values, trend_uses=config.trend_uses))


def by_variation(facts: StepFacts, config: CreditConfig) -> StepCredit:
    """Eq. 7 and 10: what the episode brought beyond the best utility among its candidates."""
    return credited(facts, ("distill",), variation_advantages, scale=config.lambda_distill), facts.buffer


def by_worth(facts: StepFacts, config: CreditConfig) -> StepCredit:
    """What texts written some steps ago have turned out to be worth; those of this step wait in the buffer."""
    # Never None here, as in `_by_value`: a run without a library asks neither rule.
    library = facts.library
    due, rest = settle(facts.buffer, facts.step, library.resolve, library.success_trend, config)
    settled = [
        # Numbered behind this step's groups, so that a mini-batch holds them whole, too.
        Credit(written.episode, len(facts.groups) + i, written.segment, advantage, scale=config.lambda_distill)
        for i, (pending, advantages) in enumerate(due)
        for written, advantage in zip(pending.written, advantages, strict=True)
    ]
    # None of these can be due yet: the delay is one step at least.
    new = [remember(group, facts.became, facts.step) for group in facts.groups]
    return settled, rest + tuple(pending for pending in new if pending is not None)


def not_at_all(facts: StepFacts, config: CreditConfig) -> StepCredit:
    """Distillation is not trained."""
    # What waits stays: a later fork may settle it.
    return [], facts.buffer


@dataclass(frozen=True)
class Utilisation:
    """How acting is credited, and what an advantage of a whole episode is divided by under it."""

    acting: Rule
    normaliser: Callable[[CreditConfig], Normaliser]


# The names are the values of the configuration's keys; other packages add theirs by entry points of these groups.
UTILISATION = Family(
    "skill1.credit.utilisation",
    {
        "episode": Utilisation(by_outcome, lambda config: "mean_std"),
        "rloo": Utilisation(partial(by_outcome, normaliser="leave_one_out"), lambda config: "leave_one_out"),
        "discounted": Utilisation(by_return, lambda config: "mean_std"),
        "gigpo": Utilisation(by_turn, lambda config: config.gigpo_normalise),
    },
)
SELECTION = Family(
    "skill1.credit.selection",
    {
        "ndcg": by_ndcg,
        "ndcg_baselined": partial(by_ndcg, baseline=random_orders),
        "ndcg_leave_one_out": partial(by_ndcg, baseline=mean_of_others),
        "ndcg_plackett_luce": partial(by_ndcg, baseline=orders_of_others),
        "trend": by_trend,
        "matched": by_matched_trend,
        "uplift": by_uplift,
        # An untrained ranking leaves the query its share of the outcome (Eq. 8).
        "none": query_by_outcome,
    },
)
DISTILLATION = Family(
    "skill1.credit.distillation", {"variation": by_variation, "realised": by_worth, "none": not_at_all}
)


def acting(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """Credit of the actions by ``credit.utilisation``. As below: ``TrainingError`` if the rule gives none."""
    found = UTILISATION.load(config.utilisation).acting(facts, config)
    return _given(found, _is_list(found), UTILISATION, config.utilisation)


def selection(facts: StepFacts, config: CreditConfig) -> list[Credit]:
    """Credit of query and ranking by ``credit.selection``."""
    found = SELECTION.load(config.selection)(facts, config)
    return _given(found, _is_list(found), SELECTION, config.selection)


def distillation(facts: StepFacts, config: CreditConfig) -> StepCredit:
    """Credit of what was written by ``credit.distillation``, and the next buffer."""
    found = DISTILLATION.load(config.distillation)(facts, config)
    is_pair = _is_list(found) and len(found) == 2 and _is_list(found[0])
    return _given(found, is_pair, DISTILLATION, config.distillation)


def _is_list(found: Any) -> bool:
    return isinstance(found, (list, tuple))


def _given(found: Any, is_sound: bool, family: Family, name: str) -> Any:
    # Here, where the rule is known: joined with what others gave, it would be a bare TypeError after the rollouts.
    if not is_sound:
        listed = "a list of skill1.credit.credit.Credit"
        expected = f"a tuple of two: {listed}, and the buffer" if family is DISTILLATION else listed
        raise TrainingError(
            f"The rule '{name}' of {family.group} returned a {type(found).__name__}; expected {expected}."
        )
    return found


def _by_value(facts: StepFacts, config: CreditConfig, values: Callable[..., list[float]]) -> list[Credit]:
    """``values`` of episodes, from utilities after the step's update and the trend of going without a skill."""
    library = facts.library

    def utility(skill: str) -> float:
        # By id: the episode holds the U read at retrieval, and the skill may have been merged since.
        return library.resolve(skill).utility

    def of_group(group: Group) -> dict[str, float]:
        return selection_advantages(
            group, lambda found: values(found, utility, library.no_skill_trend), config.scale
        )

    # λ1 weighs the query as well: under these rules it is credited for selecting, not for acting.
    return credited(facts, ("query", "rerank"), of_group, scale=config.lambda_rerank)
