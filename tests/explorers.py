"""Scripted players of generated worlds: an episode without library and parsers, and demonstrations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from skill1.agent.profile import load_profile
from skill1.config.load import load_config
from skill1.env.protocol import Expert, Suite
from skill1.policy.tiny import make_tokenizer
from skill1.policy.tokens import Tokens
from skill1.schema import AgentView, Candidate, Episode, Observation, Skill, Task, Turn
from skill1.train.demos import play_expert
from skill1.train.start import tiny_words

STEPS = 8  # as a view names them; these players do not look


def play(
    suite: Suite, index: int, skill: Skill | None = None, kind: str = "explorer", seed: int = 0
) -> tuple[AgentView, list[str], Mapping[str, Any], Expert]:
    """A task of ``test``: the view at the end, the actions, the last info, the player."""
    env, expert = suite.make("test"), suite.expert(None, kind, seed)
    first = env.reset(task_index=index)
    view = AgentView(env.task, first.text, first, STEPS, skill=skill)
    rng, over = np.random.default_rng(seed), False
    while not over:
        action, listed = expert.answer("act", view, rng), view.observation.admissible
        assert listed is None or action in listed or action.startswith("search[")
        turns = (*view.turns, Turn(view.observation.text, action, True))
        observation, _, terminated, truncated, info = env.step(action)
        view = replace(view, observation=observation, turns=turns)
        over = terminated or truncated
    return replace(view, success=info["won"]), [turn.action for turn in view.turns], info, expert


def view_with(task: Task, *skills: Skill) -> AgentView:
    """What is seen by one who is to choose one of the skills."""
    candidates = tuple(Candidate(skill, 1.0, 1.0) for skill in skills)
    return AgentView(task, "", Observation(""), STEPS, candidates=candidates)


def demonstrations(
    config: str, folder: Path, suite: Suite, numbers: Mapping[str, int]
) -> tuple[Tokens, dict[str, list[Episode]]]:
    """A tiny policy's tokens, and so many episodes of each kind of player, as ``skill1 demos`` plays them."""
    loaded = load_config(config, [f"--env.data={folder}", "--model.path=tiny", "--seed=0"])
    profile = load_profile("compact", env=suite.name)
    tokens = Tokens(make_tokenizer(tiny_words(loaded, suite, profile)))
    return tokens, {
        kind: list(play_expert(loaded, tokens, episodes=number, kind=kind, seed=1000))
        for kind, number in numbers.items()
    }


def require_known_words(tokens: Tokens, played: Mapping[str, list[Episode]], longest: int) -> None:
    """Every prompt and answer is made of words that the policy knows, and no prompt is longer; skills are used."""
    for kind, episodes in played.items():
        for segment in (segment for episode in episodes for segment in episode.segments):
            assert tokens.tokenizer.unk_token_id not in segment.prompt_ids + segment.response_ids
            assert segment.valid and len(segment.prompt_ids) <= longest
        assert any(episode.used for episode in episodes), kind
