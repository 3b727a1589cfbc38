"""Group-relative advantages of an outcome (Eq. 12), and of each turn: GiGPO (arXiv 2505.10978).

GiGPO adds to the advantage of a whole episode one of each turn: what one action led to, against what was done elsewhere
at the same observation. All turns of a task's G episodes that saw the same observation form an anchor group; within it
the discounted return from the turn on is compared. No critic and no further rollouts are needed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from typing import Literal

from skill1.config import CreditConfig
from skill1.schema import Episode, Group

# Eq. 12 has none. It keeps rewards that differ by rounding alone from advantages of size 1.
# The value, and ddof 1 below, are those of verl's GRPO.
EPSILON = 1e-6
Normaliser = Literal["mean_std", "mean", "leave_one_out"]


def normalise(rewards: Sequence[float]) -> list[float]:
    """Eq. 12: Â_i = (r_i − mean) / (std + ε), std with ddof 1; equal rewards or fewer than two give exactly 0.

    Example: [1, 0, 0, 0] has mean .25 and std .5, so Â = [1.5, −.5, −.5, −.5] (up to ε).
    """
    # Exactly 0, not 0 up to rounding: a group that shows no difference must not train at all.
    if len(rewards) < 2 or max(rewards) == min(rewards):
        return [0.0] * len(rewards)
    # fsum is exact, so the order of the episodes cannot change a bit.
    mean = math.fsum(rewards) / len(rewards)
    variance = math.fsum((r - mean) ** 2 for r in rewards) / (len(rewards) - 1)
    return [(r - mean) / (math.sqrt(variance) + EPSILON) for r in rewards]


def centre(values: Sequence[float], scale: float) -> list[float]:
    """(v − mean) / scale; fewer than two values give exactly 0."""
    # Asked first: in floats the mean of equal values need not be that value (three times .1 give .10000000000000002).
    if len(values) < 2 or max(values) == min(values):
        return [0.0] * len(values)
    mean = math.fsum(values) / len(values)
    # A fixed scale, not the deviation: utilities that hardly differ must not become advantages of size 1.
    return [(v - mean) / scale for v in values]


def leave_one_out(values: Sequence[float]) -> list[float]:
    """RLOO (arXiv 2402.14740): v_i − mean of the others; equal values or fewer than two give exactly 0.

    Example: [1, 0, 0, 0] gives [1, −1/3, −1/3, −1/3].
    """
    # The mean of the others is independent of v_i, so this baseline leaves the policy gradient unbiased.
    # v_i − (Σv − v_i)/(n−1) = (v_i − mean)·n/(n−1), so that equal values give exactly 0 here as well.
    return [v * len(values) / max(1, len(values) - 1) for v in centre(values, 1.0)]


def relative(values: Sequence[float], normaliser: Normaliser) -> list[float]:
    """The values against their mean: in standard deviations as in Eq. 12, or as they are; or against the others'."""
    if normaliser == "leave_one_out":
        return leave_one_out(values)
    return normalise(values) if normaliser == "mean_std" else centre(values, 1.0)


def utilisation(group: Group, normaliser: Normaliser = "mean_std") -> dict[str, float]:
    """Episode id → advantage of R^util = r(τ) − penalty (Eq. 4, 12), of every survivor."""
    # Controls are among them: they acted as all others did, and that is all that is judged here.
    survivors = group.survivors
    # The penalty is taken off here alone: utilities and R^distill use r(τ) itself.
    advantages = relative([e.outcome - e.penalty for e in survivors], normaliser)
    return {e.id: a for e, a in zip(survivors, advantages, strict=True)}


def step_advantages(group: Group, config: CreditConfig) -> dict[str, tuple[float, ...]]:
    """Episode id → ω·A^S of each of its turns, of the group's survivors.

    A^S = (R_t − mean of its anchor group) / F, with F the group's standard deviation (ddof 1) or 1
    (``credit.gigpo_normalise``). A group of one, or of equal returns, gives exactly 0.
    """
    survivors = group.survivors
    # All turns of the group in one list: an anchor group reaches across episodes.
    returns = [r for episode in survivors for r in step_returns(episode, config.gigpo_gamma)]
    observations = [turn.observation for episode in survivors for turn in episode.turns]
    found = [0.0] * len(returns)
    for members in anchor_groups(observations, config.gigpo_similarity):
        advantages = relative([returns[i] for i in members], config.gigpo_normalise)
        for i, advantage in zip(members, advantages, strict=True):
            found[i] = config.gigpo_omega * advantage
    # Handed back in the order in which the turns were lined up above.
    rest = iter(found)
    return {episode.id: tuple(next(rest) for _ in episode.turns) for episode in survivors}


def return_advantages(group: Group, gamma: float) -> dict[str, tuple[float, ...]]:
    """Episode id → advantage of each of its turns: R_t (:func:`step_returns`) normalised over all turns of the group.

    As arXiv 2603.08561 and the released code of Skill1 do. Long episodes weigh more in mean and deviation.
    """
    # All turns of a group are compared, whatever each saw: that is what sets it apart from GiGPO.
    survivors = group.survivors
    rest = iter(normalise([r for episode in survivors for r in step_returns(episode, gamma)]))
    return {episode.id: tuple(next(rest) for _ in episode.turns) for episode in survivors}


def step_returns(episode: Episode, gamma: float) -> list[float]:
    """R_t = Σ_{k ≥ t} γ^(k−t) r_k, less what an invalid action at t costs.

    As in the original code that cost is its own turn's alone: it is not discounted back to the turns before.
    Example: rewards (0, 0, 1) and γ = .5 give (.25, .5, 1).
    """
    returns, ahead = [], 0.0
    for turn in reversed(episode.turns):
        ahead = turn.reward + gamma * ahead
        returns.append(ahead)
    cost = _cost_of_invalid(episode)
    return [r if turn.valid else r - cost for turn, r in zip(episode.turns, reversed(returns), strict=True)]


def _cost_of_invalid(episode: Episode) -> float:
    """The coefficient of the penalty, which the episode holds as coefficient × share of invalid turns."""
    # Read back from the episode: of several environments each has its own coefficient, and credit is told of none.
    invalid = sum(not turn.valid for turn in episode.turns)
    return episode.penalty * len(episode.turns) / invalid if invalid else 0.0


def anchor_groups(observations: Sequence[str], similarity: float | None = None) -> list[list[int]]:
    """Positions of the same observation, in order of first sight; a partition of all positions.

    With ``similarity`` an observation joins the first group whose first member is that similar
    (``difflib.SequenceMatcher.ratio`` in [0, 1]), which takes time quadratic in the number of different texts.
    """
    groups: dict[str, list[int]] = {}
    home: dict[str, str] = {}  # text → the text its group began with
    for position, text in enumerate(observations):
        # Each different text is compared once: comparing is what takes long.
        if text not in home:
            home[text] = text if similarity is None else _first_similar(text, groups, similarity)
        groups.setdefault(home[text], []).append(position)
    return list(groups.values())


def _first_similar(text: str, known: Iterable[str], least: float) -> str:
    """The first known text similar enough; the text itself if there is none. Cheap upper bounds are tried first."""
    for other in known:
        # Bounds from the two lengths, then from the letters, then the ratio itself: each is closer and takes longer.
        matcher = SequenceMatcher(None, text, other)
        if matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least and matcher.ratio() >= least:
            return other
    return text
