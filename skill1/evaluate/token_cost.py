"""What skills cost in tokens: prompts with the skill, without it, and with a raw trajectory in its place.

A prompt is counted as it was sent (``sent``). Where it continues exactly where the previous prompt and answer ended, an
engine that keeps its cache reads only the rest: that is ``new``. Answers are always new.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from skill1.agent import stages
from skill1.agent.player import ActPrompt, Player, Recipe
from skill1.credit.rows import merge
from skill1.schema import Segment, Skill, Stage

SELECTION: tuple[Stage, ...] = ("query", "rerank")
UNCUT = 1_000_000_000  # characters: a trajectory kept whole


@dataclass(frozen=True, slots=True)
class Count:
    """Tokens as sent, and those of them that no cache holds yet."""

    sent: int = 0
    new: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(self.sent + other.sent, self.new + other.new)

    def __sub__(self, other: Count) -> Count:
        return Count(self.sent - other.sent, self.new - other.new)


@dataclass(frozen=True, slots=True)
class TokenCost:
    """One episode's tokens by purpose.

    ``skill``: what the skill in use adds to the act prompts, all turns together. ``raw_trajectory``: what the text that
    ``agent.distillation: raw`` would store of this very episode adds in the skill's place; ``raw_trajectory_uncut``:
    the same without the cut at ``agent.max_skill_chars``. All three are 0 in an episode that used no skill.
    """

    act_prompts: Count
    skill: Count
    raw_trajectory: Count
    raw_trajectory_uncut: Count
    act_answers: Count
    selection_prompts: Count
    selection_answers: Count
    distillation_prompts: Count
    distillation_answers: Count
    has_skill: bool

    @property
    def generated(self) -> int:
        """Sampled tokens of all stages."""
        return self.act_answers.sent + self.selection_answers.sent + self.distillation_answers.sent


def measured(recipe: Recipe, ledger: dict[str, TokenCost]) -> Recipe:
    """The recipe, which also notes each episode's cost under its id after its last stage; a retry replaces it."""

    async def after(player: Player) -> None:
        await recipe.after(player)
        # After the last stage, whose tokens count, too.
        ledger[player.key.id] = token_cost(player)

    # The two hooks alone: an evaluation credits nobody and has no writer.
    return Recipe(recipe.before, after)


def token_cost(player: Player) -> TokenCost:
    """The cost of an episode that has been played to its end."""
    segments = player.segments
    has_skill = any(shown.view.skill is not None for shown in player.act_prompts)
    raw, uncut = _raw(player, player.settings.agent.max_skill_chars), _raw(player, UNCUT)
    return TokenCost(
        act_prompts=_prompts(segments, "act"),
        skill=_added(player, lambda skill: skill),
        raw_trajectory=_added(player, raw),
        raw_trajectory_uncut=_added(player, uncut),
        act_answers=_answers(segments, "act"),
        selection_prompts=_prompts(segments, *SELECTION),
        selection_answers=_answers(segments, *SELECTION),
        distillation_prompts=_prompts(segments, "distill"),
        distillation_answers=_answers(segments, "distill"),
        has_skill=has_skill,
    )


def _prompts(segments: Sequence[Segment], *wanted: Stage) -> Count:
    found = Count()
    # Within a row each prompt continues what stands before it, which a cache holds.
    for row in merge(segments):
        seen = 0
        for segment in row:
            length = len(segment.prompt_ids)
            found += Count(length, length - seen) if segment.stage in wanted else Count()
            seen = length + len(segment.response_ids)
    return found


def _answers(segments: Sequence[Segment], *wanted: Stage) -> Count:
    length = sum(len(segment.response_ids) for segment in segments if segment.stage in wanted)
    return Count(length, length)


def _added(player: Player, stand_in: Callable[[Skill], Skill]) -> Count:
    """Tokens of the act prompts with another text in the skill's place, less those without any, at equal history.

    A prompt that continues holds what the prompts before it added, too.
    """
    total, carried = Count(), 0
    for shown in player.act_prompts:
        skill = shown.view.skill
        rendered_tokens, continues = _length(player, shown, None)
        own = _length(player, shown, stand_in(skill))[0] - rendered_tokens if skill is not None else 0
        # Sent again with every prompt that continues, but new to a cache only once.
        carried = own + (carried if continues else 0)
        total += Count(carried, own)
    return total


def _length(player: Player, shown: ActPrompt, skill: Skill | None) -> tuple[int, bool]:
    # Whole prompts, not the skill's text by itself: the frame around it counts, and tokens join at its edges.
    rendered = player.profile.render(shown.prompt, replace(shown.view, skill=skill), history=shown.history)
    return len(player.encode(rendered)), rendered.continues


def _raw(player: Player, max_chars: int) -> Callable[[Skill], Skill]:
    """Puts the raw trajectory, as the ablation stores it, into a skill; asked of a copy, the player stays as it is."""
    keeper = copy.copy(player)
    # Else the episode's own draft would pass for the trajectory where that comes out empty.
    keeper.draft = None
    agent = replace(player.settings.agent, max_skill_chars=max_chars)
    keeper.settings = replace(player.settings, agent=agent)
    stages.keep_trajectory(keeper)
    draft = keeper.draft
    if draft is None:
        return lambda skill: skill
    return lambda skill: replace(skill, description=draft.description, strategy=draft.strategy)


def total(costs: Sequence[TokenCost]) -> TokenCost:
    """The tokens of several episodes as if they were one."""
    sums = {name: sum((getattr(cost, name) for cost in costs), Count()) for name in _PARTS}
    return TokenCost(**sums, has_skill=any(cost.has_skill for cost in costs))


def token_table(costs: Sequence[TokenCost]) -> dict[str, object]:
    """Totals and means over episodes of each part, and how many episodes used a skill. JSON-ready.

    ``mean`` is ``total`` over all episodes of the evaluation that are not in error, with a skill or without.
    """
    whole = total(costs)
    parts = {name: getattr(whole, name) for name in _PARTS}
    # Derived from totals, so that the rows of the table add up.
    without = parts["act_prompts"] - parts["skill"]
    parts["act_prompts_without_skill"] = without
    parts["act_prompts_with_raw_trajectory"] = without + parts["raw_trajectory"]
    return {
        "episodes": len(costs),
        "episodes_with_skill": sum(cost.has_skill for cost in costs),
        "parts": {name: _row(parts[name], len(costs)) for name in TABLE_ORDER},
    }


def _row(count: Count, episodes: int) -> Mapping[str, object]:
    return {
        "total": count.sent,
        "mean": count.sent / episodes if episodes else None,
        "new_total": count.new,
        "new_mean": count.new / episodes if episodes else None,
    }


_PARTS = tuple(name for name in TokenCost.__dataclass_fields__ if name != "has_skill")
TABLE_ORDER = (
    "act_prompts",
    "act_prompts_without_skill",
    "act_prompts_with_raw_trajectory",
    *_PARTS[1:],
)
