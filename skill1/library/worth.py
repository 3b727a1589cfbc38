"""A skill's utility U after one more outcome, by the rule of ``library.utility``; pure."""

from __future__ import annotations

from dataclasses import replace

from skill1.config import LibraryConfig
from skill1.library.admit import moved
from skill1.schema import Skill

# In Skill.extra, of posterior: [Σ outcomes, how many], both discounted. The sum is None where only U is known.
BELIEF = "belief"


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
    expected = skill.utility if prior is None else prior
    won, uses = skill.extra.get(BELIEF, (0.0, 0.0))
    if won is None:  # the sum that gives U back, as far as outcomes in [0, 1] can
        won = skill.utility * (config.prior_uses + uses) - config.prior_uses * expected
        won = min(max(won, 0.0), uses)
    belief = [kept * won + outcome, kept * uses + 1.0]
    utility = posterior_mean(*belief, prior=expected, prior_uses=config.prior_uses)
    return replace(skill, utility=utility, extra={**skill.extra, BELIEF: belief})


def with_utility(skill: Skill, utility: float) -> Skill:
    """The skill with a U that a person gives it. Its belief, if it has one, keeps its weight and turns to that U."""
    belief = skill.extra.get(BELIEF)
    # Skills from elsewhere may hold anything under that name.
    if utility == skill.utility or not isinstance(belief, list) or len(belief) != 2:
        return replace(skill, utility=utility)
    return replace(skill, utility=utility, extra={**skill.extra, BELIEF: [None, belief[1]]})


def posterior_mean(won: float, uses: float, *, prior: float, prior_uses: float) -> float:
    """(p·S + W) / (p + N): the mean of Beta(p·S + W, p·(1−S) + N − W), in [0, 1].

    W = ``won`` is the sum of N = ``uses`` outcomes in [0, 1], both discounted; S = ``prior`` is the success expected of
    any skill, and p = ``prior_uses`` > 0 the number of outcomes it weighs as much as.
    """
    return (prior_uses * prior + won) / (prior_uses + uses)
