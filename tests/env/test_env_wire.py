"""What crosses the border comes out as it went in; what is not of the contract does not cross."""

import json
import math
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.config import EnvConfig
from skill1.env import wire
from skill1.env.worker import SuiteHost
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1.schema import Observation, Task
from tests.env.toys import ToyEnv, ToySuite

TOY_TASKS = ToySuite(EnvConfig()).tasks("train")
TASK = Task("toy/train/0", "toy", "train", 0, "say it", "put")
texts = st.text(st.characters(exclude_categories=("Cs",)))
plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
observations = st.builds(
    Observation,
    texts,
    st.none() | st.lists(texts, max_size=3).map(tuple),
    st.dictionaries(texts, plain, max_size=3),
)


def crossed(message):
    line = wire.to_line(message)
    assert b"\n" not in line and line.isascii()
    return wire.from_line(line)


@settings(max_examples=50)
@given(st.builds(Task, texts, texts, texts, st.integers(0), texts, texts))
def test_tasks_round_trip(task):
    assert wire.decode_task(crossed(wire.encode_task(task))) == task


@settings(max_examples=50)
@given(observations)
def test_observations_round_trip(observation):
    got = wire.decode_observation(crossed(wire.encode_observation(observation)))
    assert got == observation and type(got.admissible) is type(observation.admissible)


@settings(max_examples=50)
@given(
    observations, st.floats(allow_nan=False, allow_infinity=False) | st.integers(), st.booleans(), st.booleans()
)
def test_steps_round_trip_exactly(observation, reward, terminated, truncated):
    step = (observation, reward, terminated, truncated, {"won": terminated})
    got = wire.decode_step(crossed(wire.encode_step(step)))
    assert got == step and type(got[1]) is type(reward)
    assert math.copysign(1, got[1]) == math.copysign(1, reward)


def test_info_is_reduced_to_json_values():
    info = {
        "pair": (1, 2.5),
        3: "three",
        None: "none",
        "numpy": [np.float32(0.5), np.int64(7), np.bool_(True)],
        "proxy": MappingProxyType({"a": 1}),
        "none of json": [{1}, b"x", object()],
        "not finite": [math.nan, math.inf],
    }
    assert crossed(wire.to_plain(info)) == {
        "pair": [1, 2.5],
        "3": "three",
        "None": "none",
        "numpy": [0.5, 7, True],
        "proxy": {"a": 1},
        "none of json": ["<set>", "<bytes>", "<object>"],
        "not finite": [None, None],
    }


def test_endless_info_ends():
    info = {}
    info["self"] = info
    assert "<dict>" in wire.to_line(wire.to_plain(info)).decode()


def test_an_answer_has_a_largest_size(monkeypatch):
    monkeypatch.setattr(wire, "MAX_MESSAGE_BYTES", 100)
    assert len(wire.to_line("a" * 98)) == 100
    with pytest.raises(EnvironmentFault, match="101 bytes; expected at most 100.*list fewer tasks"):
        wire.to_line("a" * 99)
    with pytest.raises(EnvironmentFault, match="a text of 101 characters"):
        wire.encode_observation(Observation("a" * 101))


LOOK = Observation("x", ("up",))


@pytest.mark.parametrize(
    "step",
    [
        None,
        "text",
        (LOOK, 0.0, False, False),
        ("text", 0.0, False, False, {}),
        (Observation(b"x"), 0.0, False, False, {}),
        (Observation("x", (1,)), 0.0, False, False, {}),
        (Observation("x", 3), 0.0, False, False, {}),
        (Observation("x", None, None), 0.0, False, False, {}),
        (Observation("x", "look"), 0.0, False, False, {}),
        (LOOK, 10**400, False, False, {}),
        (LOOK, math.nan, False, False, {}),
        (LOOK, "1", False, False, {}),
        (LOOK, None, False, False, {}),
        (LOOK, 0.0, False, False, None),
    ],
)
def test_what_is_not_of_the_contract_is_refused(step):
    with pytest.raises(EnvironmentFault):
        wire.encode_step(step)


@settings(max_examples=50)
@given(plain)
def test_decoders_survive_anything(value):
    for decode in (wire.decode_task, wire.decode_step, wire.decode_reset, wire.decode_tasks, wire.decode_splits):
        try:
            found = decode(value)
        except EnvironmentFault as fault:
            found = fault
        assert found is not None


@settings(max_examples=50)
@given(st.binary(max_size=30))
def test_lines_of_anything_are_messages_or_faults(line):
    try:
        found = wire.from_line(line)
    except EnvironmentFault:
        return
    assert wire.from_line(wire.to_line(found)) == found


@pytest.mark.parametrize("line", [b"NaN", b"[" * 100_000, b"", b"\xff", b'{"a":'])
def test_lines_that_are_no_message(line):
    with pytest.raises(EnvironmentFault, match="expected a JSON message"):
        wire.from_line(line)


@pytest.mark.parametrize(
    "wrong", [b'"reward":1e999', b'"reward":1' + b"0" * 400, b'"terminated":[]', b'"truncated":{}']
)
def test_steps_from_elsewhere_are_numbers_and_flags(wrong):
    step = wire.encode_step((LOOK, 0.0, False, False, {}))
    line = wire.to_line(step)[:-1] + b"," + wrong + b"}"  # the last of two equal keys is taken
    with pytest.raises(EnvironmentFault, match="expected (a finite number|true or false)"):
        wire.decode_step(wire.from_line(line))


def test_errors_the_user_has_to_mend_keep_their_type():
    class Hostile(Exception):
        def __str__(self):
            raise RuntimeError

    class Leaving(Exception):
        def __str__(self):
            raise SystemExit

    for error, kind, message in (
        (DataError("no games"), DataError, "^no games$"),
        (ConfigError("no key"), ConfigError, "^no key$"),
        (EnvironmentFault("stuck"), EnvironmentFault, "^stuck$"),
        (KeyError("x"), EnvironmentFault, "^KeyError: 'x'$"),
        (Hostile(), EnvironmentFault, "Hostile"),
        (Leaving(), EnvironmentFault, "Leaving"),
        (ValueError("a" * 10_000), EnvironmentFault, "^ValueError: a{2000}$"),
    ):
        with pytest.raises(kind, match=message):
            wire.raise_error(crossed(wire.encode_error(error)))


def test_a_server_that_plays_by_other_settings_is_refused():
    """Of the environment's own keys those count that episodes depend on, not by whose engine or search they play."""
    config = EnvConfig(name="search", url="http://x", max_steps=4, rules="skyrl")
    told = wire.settings_of(replace(config, retriever="http://y"))
    assert told == {"max_steps": 4, "rules": "skyrl", "top_k": 3}
    wire.require_settings({"settings": told}, config)
    wire.require_settings({"max_steps": 4}, config)  # of an earlier version
    with pytest.raises(ConfigError) as refused:
        wire.require_settings({"settings": {**told, "rules": "skill1", "top_k": 5}}, config)
    assert str(refused.value) == (
        "env.url = http://x was started with env.rules skill1 and env.top_k 5, this side has skyrl and 3: episodes "
        "would differ. Start the server with --env.rules skyrl --env.top_k 3, or type --env.rules skill1 --env.top_k 5"
    )


def host(clock=lambda: 0.0):
    config = EnvConfig(name="tests.env.toys:ToySuite")
    return SuiteHost(ToySuite(config), config, clock=clock)


def test_host_describes_and_plays():
    played = host()
    assert played.answer({"call": "describe"}) == {
        "protocol": 1,
        "name": "toy",
        "env": "tests.env.toys:ToySuite",
        "max_steps": 50,
        "settings": {"max_steps": 50},
        "methods": ["judge", "vocabulary", "task_types", "split_source"],
    }
    name = played.answer({"call": "make", "split": "train"})["env"]
    reset = played.answer({"call": "reset", "env": name, "task_index": 1, "seed": None})
    assert reset["task"]["id"] == "toy/train/1"
    assert played.answer({"call": "step", "env": name, "action": "up"})["reward"] == 0.1
    task, draft = reset["task"], {"description": "d", "strategy": "toy/train/1"}
    assert played.answer({"call": "judge", "task": task, "draft": draft}) == 0.1
    played.answer({"call": "close", "env": name})
    played.answer({"call": "close", "env": name})
    with pytest.raises(wire.UnknownEnvironmentId, match="make a new one"):
        played.answer({"call": "step", "env": name, "action": "up"})


def test_a_set_of_words_is_made_no_list():
    """Each process would give the same words other ids."""
    played = host()
    played._suite.vocabulary = lambda: {"up", "down"}
    with pytest.raises(EnvironmentFault, match="vocabulary.* gave a set; expected a list"):
        played.answer({"call": "vocabulary"})


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"call": "shutdown"},
        {"call": "__init__"},
        {"call": "make", "split": 3},
        {"call": "make", "splitt": "train"},
        {"call": "make", "split": "train", "seed": 1},  # an argument of another call
        {"call": "splits", "split": "train"},
        {"call": "step", "env": "x", "action": ["up"]},
        {"call": "reset", "env": "x", "task_index": True},
    ],
)
def test_malformed_requests_are_refused(request_):
    with pytest.raises(wire.BadRequest, match="expected"):
        host().answer(request_)


def test_idle_environments_are_dropped_also_those_that_cannot_be_closed():
    class Stuck(ToyEnv):
        def close(self):
            closed.append(self)
            raise DataError("no disk")

    closed, now = [], [0.0]
    played = host(lambda: now[0])
    played._suite.make = lambda split: Stuck(TOY_TASKS)
    played._suite.close = lambda: closed.append("suite")
    old, used = (played.answer({"call": "make", "split": "train"})["env"] for _ in range(2))
    now[0] = 50.0
    played.answer({"call": "reset", "env": used, "task_index": 0})
    now[0] = 100.0
    assert played.drop_idle(60.0) == 1 and len(played) == 1
    with pytest.raises(wire.UnknownEnvironmentId):
        played.answer({"call": "reset", "env": old, "task_index": 0})
    played.answer({"call": "reset", "env": used, "task_index": 0})
    played.close()
    assert len(closed) == 3 and closed[-1] == "suite"


def raised(call):
    with pytest.raises((KeyError, ValueError, EnvironmentFault)) as found:
        call()
    return found.value


def test_a_file_beside_the_package_is_foreign_though_its_name_begins_alike():
    names = {}
    beside = Path(wire.__file__).parents[1].with_name("skill1_mine.py")
    exec(compile("def lookup():\n    return {}['door']", str(beside), "exec"), names)
    assert wire.line_of(raised(names["lookup"])) == " (skill1_mine.py:2)"


def test_an_error_of_foreign_code_is_told_with_its_line():
    def lookup():
        return {}["door"]

    def library_call():
        return json.loads("no JSON")

    here = Path(__file__).name
    assert wire.encode_error(raised(lookup)) == {
        "type": "KeyError",
        "message": f"'door' ({here}:{lookup.__code__.co_firstlineno + 1})",
    }
    # What a library raised: the line of the environment that called it.
    assert wire.line_of(raised(library_call)) == f" ({here}:{library_call.__code__.co_firstlineno + 1})"
    # What skill1 finds wrong with an answer has no such line; nor has what was never raised.
    assert wire.line_of(raised(lambda: wire.decode_task(None))) == wire.line_of(KeyError("door")) == ""
