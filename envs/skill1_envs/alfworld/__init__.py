"""ALFWorld's text games without ALFWorld: a simulator that says what the original engine says, word for word.

Example::

    env = load_game("json_2.1.1/train/pick_and_place_simple-Pan-None-SinkBasin-1/trial_T2026…")
    observation = env.reset()
    observation, reward, terminated, truncated, info = env.step("go to cabinet 1")
"""

from skill1_envs.alfworld.env import AlfworldBatch, AlfworldEnv, load_game
from skill1_envs.alfworld.suite import AlfworldSuite

__all__ = ["AlfworldBatch", "AlfworldEnv", "AlfworldSuite", "load_game"]
