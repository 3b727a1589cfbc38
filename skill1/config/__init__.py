"""Configuration: what can be set (``schema``), what must hold (``rules``), reading (``load``), writing (``save``).

Imports neither torch nor files; :func:`skill1.load_config` reads them.
"""

from skill1.config.configuration import Skill1Config
from skill1.config.rules import TINY
from skill1.config.schema import (
    AgentConfig,
    ClusterConfig,
    CreditConfig,
    EndpointConfig,
    EnvConfig,
    EvalConfig,
    LibraryConfig,
    LoggingConfig,
    LossConfig,
    ModelConfig,
    PolicyConfig,
    SamplingConfig,
    SftConfig,
    TrainConfig,
)

__all__ = [
    "TINY",
    "AgentConfig",
    "ClusterConfig",
    "CreditConfig",
    "EndpointConfig",
    "EnvConfig",
    "EvalConfig",
    "LibraryConfig",
    "LoggingConfig",
    "LossConfig",
    "ModelConfig",
    "PolicyConfig",
    "SamplingConfig",
    "SftConfig",
    "Skill1Config",
    "TrainConfig",
]
