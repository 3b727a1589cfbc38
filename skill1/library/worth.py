"""A skill's utility U after one more outcome, by the rule of ``library.utility``; pure."""

from __future__ import annotations

from dataclasses import replace

from skill1.config import LibraryConfig
from skill1.library.admit import moved
from skill1.schema import Skill

BELIEF = "belief"  # in Skill.extra, of posterior: [Σ outcomes, how many], both discounted


def after_outcome(
    skill: Skill, outcome: float, config: LibraryConfig, *, prior: float | None, fades: bool
) -> Skill:
    """The skill with U moved by one ``outcome`` in [0, 1].

    ``ema``: Eq. 5. ``posterior``: :func:`posterior_mean` of its belief, which has lost ``config.alpha`` of its weight
    before if ``fades``: once in a step, for the rollouts of one step are no history. ``prior`` is the global success
    EMA; before there is one, U takes its place.
    """
    if config.utility == "ema":
        return replace(skill, utility=moved(skill.utility, outcome, config.alpha))
    kept = 1.0 - config.alpha if fades else 1.0
    # Kept beside U, which alone does not tell how many outcomes stand behind it.
    won, uses = skill.extra.get(BELIEF, (0.0, 0.0))
    belief = [kept * won + outcome, kept * uses + 1.0]
    expected = skill.utility if prior is None else prior
    utility = posterior_mean(*belief, prior=expected, prior_uses=config.prior_uses)
    return replace(skill, utility=utility, extra={**skill.extra, BELIEF: belief})


def posterior_mean(won: float, uses: float, *, prior: float, prior_uses: float) -> float:
    """(p·S + W) / (p + N): the mean of Beta(p·S + W, p·(1−S) + N − W), in [0, 1].

    W = ``won`` is the sum of N = ``uses`` outcomes in [0, 1], both discounted; S = ``prior`` is the success expected of
    any skill, and p = ``prior_uses`` > 0 the number of outcomes it weighs as much as.
    """
    return (prior_uses * prior + won) / (prior_uses + uses)
