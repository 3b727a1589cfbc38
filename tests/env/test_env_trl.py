"""Environments made for TRL keep our contract, and ours keep TRL's as its 1.16 source reads."""

import copy
import functools
import inspect
import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.env.registry import make_suite, suite_class
from skill1.env.trl import CallError, TrlSuite, as_trl_environment, parse_call, tools_of, trl_rows
from skill1.errors import ConfigError, DataError, EnvironmentFault
from tests.env.toys import ToySuite

CONFIG = EnvConfig(max_steps=6)


class WordEnvironment:
    """Guess the secret word within three guesses; a second tool has several typed arguments."""

    def __init__(self):
        self.done, self.reward, self.guesses, self.secret = False, 0.0, 0, ""

    def reset(self, secret, hint=None, **row):
        self.done, self.reward, self.guesses, self.secret = False, 0.0, 0, secret
        return hint

    def guess(self, word: str) -> str:
        """Guess the secret word.

        Args:
            word: Five letters.

        Returns:
            Whether it was right.
        """
        if self.done:
            raise ValueError("the game is over")
        self.guesses += 1
        self.reward = float(word == self.secret)
        self.done = self.reward == 1.0 or self.guesses == 3
        return f"{word} is {'right' if self.reward else 'wrong'}"

    def place(self, letter: str, position: int, weight: float | None = 1.0, is_sure: bool = False):
        """Note a letter.

        Args:
            letter: The letter.
            position: From 0 to 4.
            weight: How much it counts.
            is_sure: Whether it is certain.
        """
        return [
            {"type": "text", "text": f"{letter}{position + 1}"},
            {"type": "text", "text": f"{weight} {is_sure}"},
        ]

    def forget(self):
        """Forget all notes."""

    def _hidden(self):
        raise AssertionError("no tool")


class WordSuite(TrlSuite):
    name = "words"
    environment = WordEnvironment
    rows = {
        "train": [
            {"prompt": "find the word", "secret": "crane", "hint": "a bird"},
            {
                "prompt": [{"role": "system", "content": "be brief"}, {"role": "user", "content": "go on"}],
                "secret": "a b",
            },
        ],
        "test": [{"prompt": "find the word", "secret": "stone"}],
    }


TOOLS = tools_of(WordEnvironment())


def played(suite, index, actions, split="train"):
    env = suite.make(split)
    steps = [(env.reset(task_index=index).text,), *(env.step(action) for action in actions)]
    env.close()
    return steps


def changed(**attributes):
    return type("Changed", (WordSuite,), attributes)


def test_an_adapted_environment_keeps_the_contract():
    assert check_suite(WordSuite(CONFIG)) == []


def test_rows_are_tasks_and_the_first_observation_is_what_reset_says_and_the_tools():
    suite = WordSuite(CONFIG)
    told = [(task.id, task.instruction) for task in suite.tasks("train")]
    assert told == [("words/train/00000", "find the word"), ("words/train/00001", "go on")]
    usage = (
        "Commands:\nforget : Forget all notes.\nguess WORD : Guess the secret word.\n"
        "place LETTER POSITION WEIGHT IS_SURE : Note a letter.\nfinish : End the task."
    )
    assert played(suite, 0, []) == [(f"a bird\n{usage}",)] and played(suite, 1, []) == [(usage,)]


def test_done_ends_the_episode_and_the_score_is_the_last_reward():
    _, first, second = played(WordSuite(CONFIG), 0, ["guess stone", "guess crane"])
    assert (first[0].text, *first[1:4], first[4]["won"]) == ("stone is wrong", 0.0, False, False, False)
    assert (second[0].text, *second[1:4], second[4]["won"]) == ("crane is right", 1.0, True, False, True)


def test_finish_ends_it_too_and_the_step_limit_truncates():
    *_, last = played(WordSuite(CONFIG), 0, ["guess stone", " FINISH "])
    assert last[1:] == (0.0, True, False, {"won": False})
    *_, last = played(WordSuite(EnvConfig(max_steps=2)), 0, ["forget", "forget"])
    assert (last[0].text, *last[1:]) == ("done", 0.0, False, True, {"won": False})
    env = WordSuite(CONFIG).make("train")
    with pytest.raises(EnvironmentFault, match="Call reset first"):
        env.step("forget")


def test_an_environment_may_use_up_what_is_in_its_row():
    class Cards:
        def reset(self, deck, **row):
            self.deck, self.done, self.reward = deck, False, 0.0
            return f"{len(deck)} cards"

        def draw(self):
            """Take the top card."""
            return self.deck.pop()

    suite = changed(environment=Cards, rows={"train": [{"prompt": "draw", "deck": ["ace", "king"]}]})(CONFIG)
    assert check_suite(suite) == []
    for _ in range(2):
        (seen,), (card, *_) = played(suite, 0, ["draw"])
        assert seen.startswith("2 cards") and card.text == "king"


def test_what_a_tool_raises_is_told_as_trl_does_unless_it_calls_itself_broken():
    def suite_of(error):
        class Raising(WordEnvironment):
            def guess(self, word: str):
                raise error

        return changed(environment=Raising)(CONFIG)

    _, (seen, *rest) = played(suite_of(ValueError("not a word")), 0, ["guess crane"])
    assert (seen.text, *rest) == ("error: not a word", 0.0, False, False, {"won": False})
    with pytest.raises(EnvironmentFault, match="server is gone"):
        played(suite_of(EnvironmentFault("words: the server is gone.")), 0, ["guess crane"])


def test_the_score_comes_from_get_reward_before_the_attribute_and_may_be_overridden():
    class Judged(WordEnvironment):
        def get_reward(self):
            return 0.75 if self.done else 0.25

    def last(**attributes):
        return played(changed(**attributes)(CONFIG), 0, ["guess crane"])[-1]

    assert last(environment=Judged)[1] == 0.75 and last(environment=Judged)[4] == {"won": False}
    assert last(environment=Judged, success_reward=0.75)[4] == {"won": True}
    assert last(score=lambda self, environment: environment.guesses / 4)[1] == 0.25
    # A little less than 1, added up in tenths.
    assert last(score=lambda self, environment: sum([0.1] * 10))[4] == {"won": True}
    assert last(score=lambda self, environment: 0.999)[4] == {"won": False}


@pytest.mark.parametrize("score", [None, math.nan, True, "1"])
def test_a_score_that_is_no_number_is_a_fault(score):
    suite = changed(score=lambda self, environment: score)(CONFIG)
    with pytest.raises(EnvironmentFault, match="expected a finite number"):
        played(suite, 0, ["finish"])


def test_an_environment_without_a_score_says_what_to_override():
    class Bare:
        def reset(self, **row):
            pass

        def look(self):
            return [{"type": "image", "image": "…"}]

    suite = changed(environment=Bare)(CONFIG)
    with pytest.raises(EnvironmentFault, match="override score"):
        played(suite, 0, ["finish"])
    with pytest.raises(EnvironmentFault, match="blocks of text"):
        played(suite, 0, ["look"])


class Coroutine:
    def reset(self, **row):
        pass

    async def look(self):
        pass


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"environment": None}, "has no environment"),
        ({"rows": {}}, "has no rows"),
        ({"name": ""}, "has no name"),
        ({"rows": {"train": [{"secret": "x"}]}}, r"rows\['train'\]\[0\] has the prompt None"),
        ({"environment": object}, "no reset"),
        ({"environment": Coroutine}, "look is a coroutine"),
    ],
)
def test_what_is_declared_wrongly_is_said_when_the_suite_is_made(changes, message):
    with pytest.raises(ConfigError, match=message):
        changed(**changes)(CONFIG)


@pytest.mark.parametrize(
    ("line", "name", "arguments"),
    [
        ("guess crane", "guess", {"word": "crane"}),
        ("  GUESS   two words ", "guess", {"word": "two words"}),
        ("forget", "forget", {}),
        ("place c 2", "place", {"letter": "c", "position": 2}),
        ("place c 2 0.5 Yes", "place", {"letter": "c", "position": 2, "weight": 0.5, "is_sure": True}),
        ('{"name": "guess", "arguments": {"word": "crane"}}', "guess", {"word": "crane"}),
        ('{"name": "Forget"}', "forget", {}),
    ],
)
def test_calls_are_read(line, name, arguments):
    tool, read = parse_call(line, TOOLS)
    assert (tool.name, read) == (name, arguments)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("", "there is no command ''; known: forget, guess, place"),
        ("_hidden", "there is no command"),
        ("reset crane", "there is no command"),
        ("guess", "missing a required argument: 'word'; expected guess WORD"),
        ("forget it", "forget takes 0 words, got 1"),
        (
            "place the small c 2 1 yes",
            'or with more words in one: {"name": "place", "arguments": {"letter": "...", "position"',
        ),
        ("place c two", "position is 'two'; expected int"),
        ("place c 2 1 maybe", "is_sure is 'maybe'; expected bool"),
        ("{guess}", "not JSON"),
        ('{"name": "guess", "arguments": ["crane"]}', 'expected {"name"'),
        ('{"name": "guess", "arguments": {"letter": "c"}}', "guess: "),
        ("{" * 100_000, "not JSON"),
    ],
)
def test_what_is_no_call_says_what_was_expected(line, message):
    with pytest.raises(CallError) as raised:
        parse_call(line, TOOLS)
    assert message in str(raised.value)


@given(st.text() | st.text().map(lambda rest: "place " + rest) | st.text().map(lambda rest: "{" + rest))
def test_any_text_is_a_call_or_a_call_error(line):
    try:
        tool, arguments = parse_call(line, TOOLS)
    except CallError:
        return
    assert inspect.signature(tool.method).bind(**arguments).arguments == arguments


# What follows does as trl.GRPOTrainer 1.16 does with a factory: probe, list tools, reset with a row, call, score.


def trl_members(instance):
    """(tool names, has reset, has get_reward), listed on the class as TRL does."""
    names = [name for name, _ in inspect.getmembers(type(instance), predicate=inspect.isfunction)]
    tools = [name for name in names if name not in ("reset", "get_reward") and not name.startswith("_")]
    return tools, "reset" in names, "get_reward" in names


def rollout(environment, row, actions):
    return [environment.reset(**row), *(environment.act(**{"action": action}) for action in actions)]


def test_the_factory_makes_what_trl_asks_for():
    factory = as_trl_environment(ToySuite(EnvConfig()), "train")
    first, second = factory(), factory()
    assert first is not second
    assert trl_members(first) == (["act"], True, True)


def test_the_tool_has_the_schema_that_transformers_needs():
    transformers = pytest.importorskip("transformers")
    schema = transformers.utils.get_json_schema(as_trl_environment(ToySuite(EnvConfig()), "train")().act)
    parameters = schema["function"]["parameters"]
    assert parameters["required"] == ["action"] and parameters["properties"]["action"]["type"] == "string"


def test_rows_name_the_tasks_in_order():
    rows = trl_rows(ToySuite(EnvConfig()), "test")
    tasks = ToySuite(EnvConfig()).tasks("test")
    assert [row["task_index"] for row in rows] == [0, 1]
    assert [row["prompt"] for row in rows] == [[{"role": "user", "content": task.instruction}] for task in tasks]


def test_rows_of_another_split_are_played_there():
    """A trainer evaluates in the environments that it trains in."""
    suite = ToySuite(EnvConfig())
    environment = as_trl_environment(suite, "train", group_size=1)()
    for split in ("test", "train"):
        environment.reset(**trl_rows(suite, split)[1])
        assert environment._env.task == suite.tasks(split)[1]
    environment.reset(**trl_rows(suite, "test")[1])
    assert environment.reset() and environment._env.task.split == "train", "a draw is of the split it was made for"
    with pytest.raises(DataError):
        environment.reset(task_index=0, split="no-such-split")


def test_a_rollout_is_scored_by_the_clipped_sum_of_rewards():
    environment = as_trl_environment(ToySuite(EnvConfig()), "train")()
    row = trl_rows(ToySuite(EnvConfig()), "train")[2]
    texts = rollout(environment, row, ["up", "up", "up", "up"])
    assert texts[0].startswith("\n") and "Possible actions: up; down" in texts[0]
    assert texts[3].endswith("The task is over.") and texts[4] == "The task is over."
    assert environment.get_reward() == 1.0  # 0.1 + 0.2 + 1, clipped
    rollout(environment, row, ["up"])
    assert environment.get_reward() == pytest.approx(0.1)  # instances are used again: nothing is left over


def trl_toys(**methods):
    """An environment over the toys, whose methods ``reset`` and ``step`` take the toy's own one first."""

    class Changed(ToySuite):
        def make(self, split):
            env = super().make(split)
            for name, method in methods.items():
                setattr(env, name, functools.partial(method, getattr(env, name)))
            return env

    return as_trl_environment(Changed(EnvConfig()), "train")()


def test_a_model_that_writes_a_number_for_a_text_has_lost_a_turn_only():
    environment = trl_toys(step=lambda step, action: step(action.lower()))
    texts = rollout(environment, trl_rows(ToySuite(EnvConfig()), "train")[0], [50, None, "up"])
    assert " 0 " in texts[1] and " 0 " in texts[2] and environment.get_reward() == pytest.approx(0.1)


def test_a_failing_environment_is_left_out_of_the_baseline_and_ends_no_run():
    row = trl_rows(ToySuite(EnvConfig()), "train")[0]
    environment = trl_toys()
    with pytest.raises(ValueError, match="boom"):  # TRL hands it to the model
        rollout(environment, row, ["up", "raise"])
    assert environment.act(action="up") == "The task is over." and environment.get_reward() is None
    assert rollout(environment, row, ["up"]) and environment.get_reward() == pytest.approx(0.1)

    environment = trl_toys(reset=lambda reset, **_: 1 / 0)
    assert environment.reset(**row) == "\nThe environment has failed." and environment.get_reward() is None

    environment = trl_toys(step=lambda step, action: (step(action)[0], math.nan, True, False, {"won": False}))
    with pytest.raises(EnvironmentFault, match="reward is nan"):
        rollout(environment, row, ["up"])
    assert environment.get_reward() is None, "a nan is no reward of 0"


def test_a_row_without_a_task_and_an_unknown_split_are_refused():
    environment = as_trl_environment(ToySuite(EnvConfig()), "train")()
    for row in ({}, {"task_index": 8}, {"task_index": "0"}):
        with pytest.raises(DataError, match="use trl_rows"):
            environment.reset(**row)
    with pytest.raises(DataError):
        as_trl_environment(ToySuite(EnvConfig()), "no-such-split")


def test_an_environment_may_go_there_and_back():
    """Ours as TRL's, adapted again: `act up` is the call, and the end is the same, as `done` tells it."""
    suite = ToySuite(EnvConfig())

    class Back(TrlSuite):
        name, rows = "back", {"train": trl_rows(suite, "train")}
        environment = staticmethod(as_trl_environment(suite, "train"))

    *_, last = played(Back(CONFIG), 0, ["act up", "act up", "act up"])
    assert last[1:] == (1.0, True, False, {"won": True})


def test_named_tools_word_the_commands_and_keep_their_schemas():
    transformers = pytest.importorskip("transformers")

    class Counting(ToySuite):
        @staticmethod
        def up(times: int) -> str:
            """Count up.

            Args:
                times: How often.
            """
            return "up" * (times == 1)

        tools = (up,)

    environment = as_trl_environment(Counting(EnvConfig()), "train", named_tools=True)()
    assert trl_members(environment) == (["up"], True, True) and type(environment).__name__ == "SuiteEnvironment"
    schema = transformers.utils.get_json_schema(environment.up)["function"]
    assert (schema["name"], schema["parameters"]["properties"]["times"]["type"]) == ("up", "integer")
    environment.reset(task_index=0)
    for _ in range(3):
        seen = environment.up(times=1)
    assert seen.endswith("The task is over.") and environment.get_reward() == 1.0
    with pytest.raises(ConfigError, match=r"toy has no named tools.*act\(action\)"):
        as_trl_environment(ToySuite(EnvConfig()), "train", named_tools=True)


@pytest.mark.parametrize("name", ["alfworld", "webshop"])
def test_every_named_tool_has_a_schema(name):
    transformers = pytest.importorskip("transformers")
    for tool in suite_class(name).tools:
        schema = transformers.utils.get_json_schema(tool)["function"]
        assert schema["description"] and all(p["description"] for p in schema["parameters"]["properties"].values())


def test_named_tools_of_alfworld_say_what_its_grammar_takes():
    words = {tool.__name__: tool for tool in suite_class("alfworld").tools}
    assert words["go_to"]("fridge 1") == "go to fridge 1"
    assert words["take"]("apple 2", "table 1") == "take apple 2 from table 1"
    assert words["put"]("apple 2", "fridge 1") == "move apple 2 to fridge 1"
    old = {tool.__name__: tool for tool in suite_class("alfworld")(EnvConfig(text_version="0.3")).tools}
    assert old.keys() == words.keys() and old["put"]("apple 2", "fridge 1") == "put apple 2 in/on fridge 1"
    search, click = suite_class("webshop").tools
    assert (search("red hat"), click("buy now")) == ("search[red hat]", "click[buy now]")


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda given: pickle.loads(pickle.dumps(given))])
def test_a_copy_plays_on_from_where_it_was_made(copied):
    suite = make_suite(EnvConfig(name="tests.env.toys:ToySuite"))
    ours = as_trl_environment(suite, "train")()
    ours.reset(task_index=0)
    ours.act("up")
    theirs = copied(ours)
    assert theirs.act("up") == ours.act("up") and theirs.get_reward() == ours.get_reward() > 0
    assert copied(suite).tasks("train") == suite.tasks("train")


def test_without_rows_a_group_draws_one_task_and_says_it():
    suite = ToySuite(EnvConfig())
    factory = as_trl_environment(suite, "train", group_size=2, seed=4)
    environments = [factory() for _ in range(6)]
    empty = [{"role": "user", "content": ""}]

    def drawn():
        texts = [environment.reset(prompt=empty) for environment in environments]
        assert all(texts[k] == texts[k + 1] for k in (0, 2, 4))
        tasks = [environment._env.task for environment in environments]
        assert all(text.startswith(f"\n{task.instruction}\n") for text, task in zip(texts, tasks, strict=True))
        return [task.index for task in tasks[::2]]

    rounds = [drawn() for _ in range(8)]
    assert len({tuple(tasks) for tasks in rounds}) > 4 and len({i for tasks in rounds for i in tasks}) > 4
    again = as_trl_environment(suite, "train", group_size=2, seed=4)()
    assert again.reset(prompt=empty) and again._env.task.index == rounds[0][0]
    with pytest.raises(ConfigError, match="num_generations"):
        as_trl_environment(suite, "train", group_size=0)
