"""What skills say about homes, and how right they are by a game's hidden state: for metrics and demonstrations."""

from __future__ import annotations

import numpy as np

from skill1.schema import SkillDraft
from skill1_envs.alfworld.game import Game


def value(game: Game, instruction: str, draft: SkillDraft) -> float:
    """How right a draft is: 1, 0 or -1."""
    raise NotImplementedError


def polluting_draft(game: Game, instruction: str, rng: np.random.Generator) -> SkillDraft:
    """A poor skill: a wrong place, no fact, or no home."""
    raise NotImplementedError
