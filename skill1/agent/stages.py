"""The stages around acting, each a short coroutine over a player: query, retrieve, rerank, act, distil."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from skill1.agent.parse import Ranking, parse_thought
from skill1.agent.player import Player, Recipe
from skill1.policy.random import generator
from skill1.schema import STAGES, Candidate, SkillDraft, neutralise

# Stage numbers of draws that are not the policy's own: their random streams never meet those of its answers.
DRAW = len(STAGES)  # of a skill drawn blindly
CONTROL = len(STAGES) + 1  # of controls


async def nothing(player: Player) -> None:
    """Neither selection nor distillation."""


def without_writing(recipe: Recipe) -> Recipe:
    """The recipe for a library that does not grow: then only a further trial needs what is written."""
    return recipe if recipe.trials > 1 else replace(recipe, after=nothing)


async def query(player: Player) -> str:
    """The policy writes a search query. Always generated; an empty one stands for the task text."""

    def parse(answer: str) -> tuple[str, bool]:
        text = player.profile.parse_query(answer)
        return text, bool(text)

    return await player.ask("query", "query", parse) or player.task.instruction


async def retrieve(player: Player, text: str) -> tuple[Candidate, ...]:
    """Top-K skills of the library for a text; the player sees them from now on."""
    player.query = text
    # Table 6: with the UCB bonus in training, greedily in evaluation (unless eval.explore).
    candidates = await player.library.retrieve(text, training=player.settings.explores)
    player.view = replace(player.view, candidates=candidates)
    return candidates


async def rerank(player: Player) -> None:
    """The policy orders the candidates; the first is used. One candidate is used unasked, none means no skill."""
    candidates = player.view.candidates
    # A ranking of one candidate would be worth 1 whatever it says (Eq. 6), and train that.
    if len(candidates) > 1:
        ranking = await player.ask("rerank", "rerank", lambda answer: _parse_rank(player, answer))
        player.ranking, player.ranking_valid = ranking.order, ranking.valid
        # Only the first is handed on, in training as in evaluation; an unparsable ranking leaves retrieval order.
        place = ranking.order[0]
    else:
        place = 0 if candidates else None
    use(player, place)


def _parse_rank(player: Player, answer: str) -> tuple[Ranking, bool]:
    ranking = player.profile.parse_rank(answer, len(player.view.candidates), player.settings.agent.allow_none)
    return ranking, ranking.valid


def use(player: Player, place: int | None) -> None:
    """Hand the candidate at a place (None: no skill) to the actor."""
    skill = None if place is None else player.view.candidates[place].skill
    player.view = replace(player.view, skill=skill)


async def draw_skill(player: Player) -> None:
    """One active skill, each as likely as any other, by the episode's key; no query and no ranking."""
    if player.library is not None and (skills := await player.library.skills()):
        key = player.key
        # A place in the order of admission, which is the same in a resumed run.
        place = generator(key.seed, key.step, key.task, key.rollout, DRAW, 0).integers(len(skills))
        player.view = replace(player.view, skill=skills[int(place)])


def withhold(player: Player) -> None:
    """Make a share of the training episodes that selected a skill controls: the actor does not get what was selected.

    Drawn by the episode's key, or set by its place in the group, so a resumed run has the same. The actor gets
    nothing, or another of the candidates, each as likely as any other; nothing if there is no other.
    """
    settings, selected = player.settings, player.view.skill
    if not settings.is_training or selected is None or not _is_control(player):
        return
    others = tuple(c for c in player.view.candidates if c.skill.id != selected.id)
    if settings.control == "none" or not others:
        given = None
    else:
        # Draw 0 decides who is a control, draw 1 what it gets.
        given = others[int(_draw(player, 1).integers(len(others)))].skill
    player.withheld, player.found = selected, player.view.candidates
    # Without the selected one: some profiles show further candidates beside the one in use.
    player.view = replace(player.view, skill=given, candidates=others)


def _is_control(player: Player) -> bool:
    share, rollout = player.settings.control_share, player.key.rollout
    if player.settings.control_draw == "group":
        # Spread evenly: of the first n rollouts floor(n·share) are controls.
        return math.floor((rollout + 1) * share) > math.floor(rollout * share)
    return _draw(player, 0).random() < share


def _draw(player: Player, number: int) -> np.random.Generator:
    key = player.key
    return generator(key.seed, key.step, key.task, key.rollout, CONTROL, number)


async def act(player: Player) -> tuple[str, bool]:
    """One action for the present observation, and whether the answer kept the format."""
    turn = len(player.view.turns)

    def parse(answer: str) -> tuple[tuple[str, bool], bool]:
        parsed = player.profile.parse_action(answer, player.view)
        return (parsed.action, parsed.valid), parsed.valid

    # The turn is part of the answer's key: no two turns of an episode draw alike.
    parsed = await player.ask("act", "act" if turn else "act_first", parse, turn)
    if player.profile.shows_thoughts:
        thought = parse_thought(player.segments[-1].text)
        player.view = replace(player.view, thoughts=(*player.view.thoughts, thought))
    return parsed


async def distill(player: Player) -> None:
    """The policy writes a skill from the whole trajectory, or declines, or writes nothing valid."""

    def parse(answer: str):
        parsed = player.profile.parse_skill(answer, player.settings.agent.max_skill_chars)
        return parsed, parsed.valid

    parsed = await player.ask("distill", "distill", parse)
    player.draft, player.declined = parsed.draft, parsed.declined


def keep_trajectory(player: Player) -> None:
    """The ablation without distillation: the raw trajectory is the skill, found by its task text."""
    limit = player.settings.agent.max_skill_chars
    # The observation is the one that the action answered: a turn holds that, not what it led to.
    steps = " | ".join(f"{turn.action} : {turn.observation}" for turn in player.view.turns)
    description = neutralise(player.task.instruction, limit)
    strategy = neutralise(steps, limit)
    if description and strategy:
        player.draft = SkillDraft(description, strategy)
