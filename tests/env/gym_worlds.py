"""Two small environments written for Gymnasium, and the suites that adapt them."""

import random

import gymnasium
from gymnasium import spaces

from skill1.env.from_gymnasium import GymnasiumSuite


class BellWorld(gymnasium.Env):
    """Text to text: the seed says which of two bells is right."""

    def __init__(self):
        self.observation_space = spaces.Text(80, charset="abcdefghijklmnopqrstuvwxyz 0123456789")
        self.action_space = spaces.Text(10, charset="abcdefghijklmnopqrstuvwxyz")
        self.right = ""

    @staticmethod
    def secret_of(seed):
        return random.Random(seed).choice(("high", "low"))

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.right = self.secret_of(seed)
        return f"bells hang here {seed}", {}

    def step(self, action):
        if action not in self.action_space:
            raise ValueError(action)
        won = action == self.right
        return "a bright sound" if won else "a dull sound", float(won), won, False, {}


class LampWorld(gymnasium.Env):
    """A dictionary to numbers: three turns, and the info says whether it was solved; rewards are costs."""

    def __init__(self):
        self.observation_space = spaces.Dict({"text": spaces.Text(80), "colour": spaces.Discrete(3)})
        self.action_space = spaces.Discrete(2, start=5)
        self.turn = 0

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.turn, self.last = 0, 0
        return {"text": "a lamp", "colour": 0}, {}

    def step(self, action):
        assert action in self.action_space
        self.turn += 1
        self.alternates, self.last = action != self.last, action
        over = self.turn == 3
        return {"text": f"action {action}", "colour": 1}, -1.0, over, False, {"won": over and self.alternates}


class BellSuite(GymnasiumSuite):
    name = "bells"
    instruction = "ring the right bell"
    seeds = {"train": range(5), "test": range(100, 102)}

    def make_env(self):
        return BellWorld()


class LampSuite(GymnasiumSuite):
    name = "lamps"
    instruction = "turn the lamp"
    seeds = {"train": range(3)}
    text_key = "text"
    action_names = ("turn left", "turn right")
    success_key = "won"

    def make_env(self):
        return LampWorld()
