"""Stands in for textworld and alfworld: the same calls, answered by our simulator; some commands do what C code may."""

import os
import sys
import threading
from pathlib import Path

from skill1_envs.alfworld import load_game

LIES = "STANDIN_LIES"
# Every module of the two packages that is imported has all the names of this one.
MODULES = ("textworld/__init__.py", "textworld/gym/envs.py", "alfworld/agents/environment/alfred_tw_env.py")


def write_packages(folder):
    """Makes both importable from a folder, with the versions of the original."""
    for module in MODULES:
        for above in (folder / module).parents:
            if above == folder:
                break
            above.mkdir(parents=True, exist_ok=True)
            (above / "__init__.py").touch()
        (folder / module).write_text("from tests.alfworld_engine.standin import *\n")
    for name, version in (("alfworld", "0.4.2"), ("textworld", "1.7.0")):
        record = folder / f"{name}-{version}.dist-info"
        record.mkdir()
        (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")


class EnvInfos:
    def __init__(self, **asked):
        self.asked = asked


class AlfredDemangler:
    def __init__(self, shuffle):
        assert not shuffle


class AlfredInfos:
    pass


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
