"""Skill-Pro: a frozen policy and a pool of skills that a teacher evolves, behind a PPO gate (arXiv 2602.01869).

Skill-MDP: π(ω, a | s) = μ(ω | s, Ω)·π_LLM(a | s, ω). No weight moves; only the pool Ω does.
"""

from __future__ import annotations

from skill1.agent.player import Recipe
from skill1.agent.stages import nothing
from skill1.config import Skill1Config
from skill1.methods.skillpro.control import PoolControl
from skill1.methods.skillpro.rules import RULES
from skill1.methods.skillpro.writer import PoolWriter


def make(config: Skill1Config) -> Recipe:
    """Skill-Pro, its plain decisions without skills (mode MDP), or one of its ablations.

    Before acting: the meta-controller activates a skill, and again whenever one has ended. After acting: nothing.
    Credited: nobody. Who writes skills: the teacher, through semantic gradients, once a step.
    """
    control = PoolControl(config)
    writer = PoolWriter(config.skillpro, control.take_spans)
    return Recipe(control.begin, nothing, writer=writer, rules=RULES)
