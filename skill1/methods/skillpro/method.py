"""Skill-Pro: a frozen policy and a pool of skills that a teacher evolves, behind a PPO gate (arXiv 2602.01869).

Skill-MDP: π(ω, a | s) = μ(ω | s, Ω)·π_LLM(a | s, ω). No weight moves; only the pool Ω does.
"""

from __future__ import annotations

from skill1.agent.player import Recipe
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.library.formats.records import Terms
from skill1.methods.method import Method
from skill1.methods.skillpro.control import PoolControl
from skill1.methods.skillpro.log import read_seeds
from skill1.methods.skillpro.rules import RULES
from skill1.methods.skillpro.writer import PoolWriter


def make(config: Skill1Config) -> Method:
    """Skill-Pro, its plain decisions without skills (mode MDP), or one of its ablations.

    Before acting: the meta-controller activates a skill, and again whenever one has ended. After acting: nothing.
    Credited: nobody. Who writes skills: the teacher, through semantic gradients, once a step.
    """
    control = PoolControl(config)
    writer = PoolWriter(config.skillpro, control.take_spans)
    return Method("skillpro", Recipe(control.begin, nothing), True, None, writer=writer, rules=RULES, check=check)


def check(config: Skill1Config) -> None:
    """Read the seeds that an empty pool will begin with. Raises ``ConfigError`` or ``DataError`` for bad ones."""
    if config.skillpro.seeds is not None and config.library.init is None:
        read_seeds(config.skillpro.seeds, Terms(0.5, 0, "", config.agent.max_skill_chars))
