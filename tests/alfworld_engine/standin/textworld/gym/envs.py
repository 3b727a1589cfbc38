"""The one class of ``textworld.gym.envs`` that is played."""

import os
import sys
import threading
from pathlib import Path

from skill1_envs.alfworld import load_game

LIES = "STANDIN_LIES"


class TextworldBatchGymEnv:
    def __init__(self, gamefiles, request_infos, batch_size, asynchronous, max_episode_steps, wrappers):
        assert request_infos.asked["won"] and request_infos.asked["admissible_commands"]
        assert (batch_size, asynchronous, len(wrappers)) == (1, False, 2)
        self.batch_env = BatchEnv(max_episode_steps)


class BatchEnv:
    def __init__(self, max_steps):
        self.max_steps = max_steps

    def load(self, paths):
        [path] = paths
        sys.argv = ["translate.py", "domain", "task"]
        sys.stdout.write("the engine prints\n")
        self.env = load_game(Path(path).parent, max_steps=self.max_steps)

    def reset(self):
        observation = self.env.reset()
        return [observation.text], infos_of(observation)

    def step(self, commands):
        [command] = commands
        DEEDS.get(command, lambda: None)()
        observation, reward, terminated, truncated, _ = self.env.step(command)
        lie = "!" if command == "inventory" and LIES in os.environ else ""
        return [observation.text + lie], [int(reward)], [terminated or truncated], infos_of(observation)


def infos_of(observation):
    return {"won": [observation.info["won"]], "admissible_commands": [list(observation.admissible)]}


def fail():
    raise ValueError("the grammar has no such symbol")


def crash():
    sys.stderr.write("segmentation fault\n")
    sys.stderr.flush()
    os._exit(3)


DEEDS = {"raise": fail, "crash": crash, "hang": threading.Event().wait}
