"""Methods: one short recipe each, and the one dict that names them."""

from __future__ import annotations

from skill1.config import Skill1Config
from skill1.methods import bank_grpo, grpo, prompting, skill1, skillopt, skillpro, skillrl
from skill1.methods.method import Method

METHODS = {
    "skill1": skill1.make,
    "grpo": grpo.make,
    "grpo_bank": bank_grpo.make_similar,
    "grpo_random": bank_grpo.make_random,
    "zero_shot": prompting.make_zero_shot,
    "react": prompting.make_react,
    "reflexion": prompting.make_reflexion,
    "skillrl": skillrl.make,
    "skillpro": skillpro.make,
    "skillopt": skillopt.make,
}

SHOW_A_BANK = (
    "skillrl",
    "grpo_bank",
    "grpo_random",
    "skillopt",
)  # acting reads skills that the policy did not write


def make_method(config: Skill1Config) -> Method:
    """The method a configuration names."""
    return METHODS[config.method](config)
