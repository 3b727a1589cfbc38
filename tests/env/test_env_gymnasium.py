"""Environments made for Gymnasium keep our contract, and ours keep Gymnasium's."""

import asyncio
import builtins
import random
import sys
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

from gymnasium import spaces  # noqa: E402
from gymnasium.utils.env_checker import check_env  # noqa: E402

from skill1.config import EnvConfig  # noqa: E402
from skill1.env.check import check_suite  # noqa: E402
from skill1.env.from_gymnasium import GymnasiumSuite  # noqa: E402
from skill1.env.registry import make_suite  # noqa: E402
from skill1.env.to_gymnasium import UnicodeText, as_gymnasium  # noqa: E402
from skill1.errors import ConfigError, DataError, EnvironmentFault, MissingExtraError  # noqa: E402
from tests.env.toys import ToyEnv, ToySuite  # noqa: E402

CONFIG = EnvConfig(max_steps=4)


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


def played(suite, split, index, actions):
    """The observations, and the last step's reward, terminated, truncated, info."""
    env = suite.make(split)
    texts = [env.reset(task_index=index).text]
    for action in actions:
        observation, *rest = env.step(action)
        texts.append(observation.text)
    env.close()
    return texts, *rest


def secret(suite, index):
    return BellWorld.secret_of(suite.seeds["train"][index])


@pytest.mark.parametrize("suite", [BellSuite, LampSuite])
def test_adapted_suites_keep_the_contract(suite):
    assert check_suite(suite(CONFIG)) == []


def test_a_task_is_a_seed_of_a_fixed_split():
    suite = BellSuite(CONFIG)
    assert suite.splits() == {"train": 5, "test": 2}
    task = suite.tasks("test")[1]
    assert (task.id, task.index, task.instruction, task.type) == (
        "bells/test/101",
        1,
        "ring the right bell",
        "bells",
    )
    with pytest.raises(DataError, match="no split 'dev'; expected one of train, test"):
        suite.tasks("dev")


def test_texts_go_both_ways_and_the_win_ends_the_episode():
    suite = BellSuite(CONFIG)
    right = secret(suite, 3)
    wrong = "low" if right == "high" else "high"
    texts, reward, terminated, truncated, info = played(suite, "train", 3, [wrong, right])
    assert texts == [f"bells hang here {suite.seeds['train'][3]}", "a dull sound", "a bright sound"]
    assert (reward, terminated, truncated, info["won"]) == (1.0, True, False, True)


def test_the_step_limit_of_the_configuration_truncates():
    suite = BellSuite(EnvConfig(max_steps=2))
    wrong = "low" if secret(suite, 0) == "high" else "high"
    _, reward, terminated, truncated, info = played(suite, "train", 0, [wrong, wrong])
    assert (reward, terminated, truncated, info["won"]) == (0.0, False, True, False)
    env = suite.make("train")
    with pytest.raises(EnvironmentFault, match="Call reset first"):
        env.step("high")
    # A win on the last step is an end and no truncation.
    _, *ended, _ = played(BellSuite(EnvConfig(max_steps=1)), "train", 0, [secret(suite, 0)])
    assert ended == [1.0, True, False]


def test_actions_outside_the_space_cost_a_turn_and_do_not_reach_the_world():
    suite = BellSuite(CONFIG)
    right = secret(suite, 0)
    texts, reward, *_ = played(suite, "train", 0, ["RING!", "x" * 50, right])
    refused = "that is not an action of this environment"
    assert texts[1:3] == [f"{refused}: its action space has no 'R'", f"{refused}: it takes 1 to 10 characters"]
    assert reward == 1.0  # BellWorld raises for both


def test_named_discrete_actions_are_listed_and_numbered_from_the_start_of_the_space():
    suite = LampSuite(CONFIG)
    env = suite.make("train")
    assert env.reset(task_index=0).admissible == ("turn left", "turn right")
    assert env.step("  Turn   RIGHT ")[0].text == "action 6"  # Discrete(2, start=5)
    assert env.step("turn around")[0].text == "that is not an action of this environment"
    assert env.step("turn left")[0].text == "action 5"


def test_the_success_key_decides_whatever_the_reward():
    suite = LampSuite(CONFIG)
    _, reward, terminated, _, info = played(suite, "train", 0, ["turn right", "turn left", "turn right"])
    assert (reward, terminated, info["won"]) == (-1.0, True, True)
    strict = type("Strict", (LampSuite,), {"success_key": "solved"})
    with pytest.raises(EnvironmentFault, match="no 'solved'"):
        played(strict(CONFIG), "train", 0, ["turn right"] * 3)


def test_an_id_is_made_by_gymnasium_and_an_unknown_one_is_named():
    gymnasium.register("skill1-tests/Bells-v0", entry_point=BellWorld)

    class ById(BellSuite):
        env_id = "skill1-tests/Bells-v0"
        make_env = GymnasiumSuite.make_env

    assert check_suite(ById(CONFIG)) == []
    ById.env_id = "skill1-tests/Belts-v0"
    with pytest.raises(ConfigError, match="env_id = 'skill1-tests/Belts-v0'"):
        ById(CONFIG)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": ""}, "has no name"),
        ({"instruction": ""}, "has no instruction"),
        ({"seeds": {}}, "has no seeds"),
        ({"seeds": {"train": range(4), "test": range(3, 6)}}, "3 is in train and in test"),
        ({"text_key": None}, "observations are Dict"),
        ({"text_key": "colour"}, "observations are Dict"),
        ({"action_names": None}, "expected Text, or Discrete together with action_names"),
        ({"action_names": ("left", "right", "up")}, r"expected Discrete\(3\)"),
        ({"action_names": ("left", " LEFT")}, "names that differ"),
    ],
)
def test_what_is_declared_wrongly_is_said_when_the_suite_is_made(changes, message):
    with pytest.raises(ConfigError, match=message):
        type("Wrong", (LampSuite,), changes)(CONFIG)


def test_without_gymnasium_the_extra_is_named(monkeypatch):
    real = builtins.__import__

    def without(name, *rest, **more):
        if name.partition(".")[0] == "gymnasium":
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    monkeypatch.delitem(sys.modules, "skill1.env.to_gymnasium")
    with pytest.raises(MissingExtraError, match=r"pip install 'skill1\[gymnasium\]'"):
        BellSuite(CONFIG)
    with pytest.raises(MissingExtraError, match=r"pip install 'skill1\[gymnasium\]'"):
        import skill1.env.to_gymnasium  # noqa: F401


def test_ours_pass_gymnasiums_checker():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*alternative render modes.*")
        check_env(as_gymnasium(ToySuite(EnvConfig()), "train"))
        check_env(as_gymnasium(make_suite(EnvConfig(name="household", max_steps=12)), "heldout"))


def test_ours_play_the_task_that_options_name_or_a_seeded_draw():
    env = as_gymnasium(ToySuite(EnvConfig()), "train")
    text, info = env.reset(options={"task_index": 3})
    task = ToySuite(EnvConfig()).tasks("train")[3]
    assert text.startswith(f"{task.instruction}\n{task.id} 0")
    assert (info["task_id"], info["instruction"], info["won"]) == (task.id, task.instruction, False)
    assert env.reset(options={"task_index": np.int64(3)})[1]["task_id"] == task.id, "as numpy draws it"
    draws = {env.reset(seed=seed)[1]["task_id"] for seed in range(30)}
    assert len(draws) > 3
    assert env.reset(seed=5)[1]["task_id"] == env.reset(seed=5)[1]["task_id"]
    for options in ({"task_index": 8}, {"task_index": -1}, {"task_index": True}, {"task": 1}):
        with pytest.raises(DataError, match="expected"):
            env.reset(options=options)


@pytest.mark.parametrize("action", [3, None, b"up", ["up"]])
def test_ours_refuse_an_action_that_is_no_text(action):
    env = as_gymnasium(ToySuite(EnvConfig()), "train")
    env.reset(seed=1)
    with pytest.raises(DataError, match="expected a text"):
        env.step(action)
    assert env.step(np.str_("up"))[1] == 0.1


def test_ours_report_reward_and_end():
    env = as_gymnasium(ToySuite(EnvConfig()), "train", max_chars=30)
    env.reset(options={"task_index": 0})
    steps = [env.step("up") for _ in range(3)]
    assert [step[1:4] for step in steps] == [(0.1, False, False), (0.2, False, False), (1, True, False)]
    assert [step[4]["won"] for step in steps] == [False, False, True]
    assert steps[0][4]["admissible"] is None and steps[2][4]["admissible"] == ("up", "down")
    assert all(len(step[0]) <= 30 and step[0] in env.observation_space for step in steps)


def test_ours_play_in_a_notebook_whose_cells_run_in_an_event_loop(monkeypatch):
    async def cell():
        env = as_gymnasium(ToySuite(EnvConfig()), "train")
        env.reset()
        return env.step("up")[1]

    monkeypatch.setattr(
        ToyEnv, "step", lambda self, action, step=ToyEnv.step: asyncio.to_thread(step, self, action)
    )
    assert asyncio.run(cell()) == 0.1


def test_ours_can_come_back():
    """There and back: an adapted suite adapted again plays as the first."""

    class Back(GymnasiumSuite):
        name, instruction = "back", "say up three times"
        seeds = {"train": range(3)}
        success_key = "won"

        def make_env(self):
            return as_gymnasium(ToySuite(EnvConfig()), "train")

    assert check_suite(Back(CONFIG)) == []
    assert played(Back(CONFIG), "train", 0, ["up"] * 3)[4]["won"] is True


def test_an_empty_or_unknown_split_is_refused():
    with pytest.raises(DataError):
        as_gymnasium(ToySuite(EnvConfig()), "no-such-split")
    empty = type("Empty", (BellSuite,), {"seeds": {"train": range(2), "test": range(0)}})
    with pytest.raises(DataError, match="empty"):
        as_gymnasium(empty(CONFIG), "test")


def test_the_text_space_takes_any_script_up_to_its_length():
    space = UnicodeText(5, seed=0)
    assert "łódź水"[:5] in space and "" in space and "123456" not in space and 5 not in space
    assert all(space.sample() in space for _ in range(20))
