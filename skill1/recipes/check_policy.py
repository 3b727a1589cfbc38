"""A tiny policy for ``skill1 doctor --gpu``: it plays the household well enough that some episodes succeed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from skill1.recipes.cold_start import ColdStart
from skill1.recipes.worlds import HOUSEHOLD

DEMONSTRATIONS = 1000
HEAD_SIZE = 32  # the least that kernels of GPUs and CPUs take


def make_check_policy(folder: Path, demonstrations: int = DEMONSTRATIONS) -> None:
    """Make it as a Hugging Face folder, unless it is there."""
    lesson = replace(HOUSEHOLD.lessons[0], episodes=demonstrations)
    shape = replace(HOUSEHOLD.shape, heads=HOUSEHOLD.shape.hidden_size // HEAD_SIZE)
    ColdStart(folder, replace(HOUSEHOLD, lessons=(lesson,), shape=shape), seed=0, smoke=False).make()
