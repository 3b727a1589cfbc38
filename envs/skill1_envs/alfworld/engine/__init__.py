"""ALFWorld's original engine (package ``alfworld``) as an alternative to the simulator, and as its judge."""

from skill1_envs.alfworld.engine.env import EngineEnv, Engines

__all__ = ["EngineEnv", "Engines"]
