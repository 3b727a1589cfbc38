"""Methods: one short recipe each, and the one dict that names them."""

from __future__ import annotations

from skill1.config import Skill1Config
from skill1.methods import grpo, skill1
from skill1.methods.method import Method

METHODS = {"skill1": skill1.make, "grpo": grpo.make}


def make_method(config: Skill1Config) -> Method:
    """The method a configuration names."""
    return METHODS[config.method](config)
