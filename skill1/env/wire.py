"""What environments say to each other's side of a process border: one JSON form for pipes and for HTTP.

Encoders refuse what is not of the contract with ``EnvironmentFault``, decoders trust nothing. Requests are answered by
:class:`skill1.env.worker.SuiteHost`; a worker process and a server differ only in how a request reaches it.

A request is a mapping with ``call`` and its arguments; over HTTP they are in the path and in a JSON body (``ROUTES``)::

    describe                            {"protocol", "name", "env", "max_steps", "settings", "methods"}
    splits                              {split: number of tasks}
    tasks       split                   [task, …]
    make        split                   {"env": id}
    reset       env, task_index, seed   {"task", "observation"}
    step        env, action             {"observation", "reward", "terminated", "truncated", "info"}
    close       env                     null
    judge       task, draft             number in [-1, 1]
    vocabulary                          [word, …]
    task_types                          {type: short name}
    split_source  split                 [which games it has, warning or ""]

A task is a mapping of the fields of :class:`~skill1.schema.Task`, an observation ``{"text", "admissible", "info"}``, a
draft ``{"description", "strategy"}``, an error ``{"type", "message"}``.
"""

from __future__ import annotations

import dataclasses
import json
import math
import os
import sysconfig
import traceback
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from pathlib import Path
from typing import Any, NoReturn

from skill1.config import EnvConfig
from skill1.config.keys import own_keys
from skill1.env.protocol import StepReturn
from skill1.errors import ConfigError, DataError, EnvironmentFault, Skill1Error, quoted
from skill1.schema import Observation, Task

# With the separator: a neighbour such as skill1_mine.py is not ours.
_OWN_CODE = f"{Path(__file__).parents[1]}{os.sep}"
# The standard library and installed packages: an author's mistake is rarely there (`line_of`).
_LIBRARIES = tuple(sysconfig.get_path(kind) for kind in ("stdlib", "purelib", "platlib"))
PROTOCOL = 1  # raised when the meaning of a message changes
MAX_MESSAGE_BYTES = 64 * 2**20  # a split of 100,000 tasks has about 20 MB
# An `info` that holds itself would never end.
DEEPEST_INFO = 16
LONGEST_ERROR = 2000  # characters of an environment's own error text
TASK_TYPES = {"id": str, "env": str, "split": str, "index": int, "instruction": str, "type": str}
# These say who simulates or searches, not what an episode shows: a server may have others.
SAME_EPISODES = ("env.engine", "env.retriever", "env.search")
SENT_AS_THEMSELVES = {"DataError": DataError, "ConfigError": ConfigError}  # the user has to mend something

# call: method and path of the server's API
ROUTES = {
    # `:path`: a split's name may hold slashes, as those of a mixture do.
    "describe": ("GET", "/suite"),
    "splits": ("GET", "/splits"),
    "tasks": ("GET", "/tasks/{split:path}"),
    "make": ("POST", "/envs"),
    "reset": ("POST", "/envs/{env}/reset"),
    "step": ("POST", "/envs/{env}/step"),
    "close": ("DELETE", "/envs/{env}"),
    "judge": ("POST", "/judge"),
    "vocabulary": ("GET", "/vocabulary"),
    "task_types": ("GET", "/task_types"),
    "split_source": ("GET", "/sources/{split:path}"),
}

Request = Mapping[str, Any]


class UnknownEnvironmentId(EnvironmentFault):
    """No environment of that id lives here: never made, closed, or dropped after idling."""


class BadRequest(EnvironmentFault):
    """A request that is not of the form above."""


def to_line(message: Any) -> bytes:
    """One line of ASCII, without the line break. Raises ``EnvironmentFault`` for what JSON cannot say."""
    try:
        # Escaped to ASCII, half surrogate pairs cross unchanged, which UTF-8 cannot hold. NaN is not JSON, and
        # `from_line` refuses it.
        line = json.dumps(message, allow_nan=False, separators=(",", ":")).encode("ascii")
    except (TypeError, ValueError, RecursionError) as error:
        raise EnvironmentFault(f"the environment's answer has no JSON form: {error}.") from error
    if len(line) > MAX_MESSAGE_BYTES:
        raise EnvironmentFault(
            f"an answer of {len(line)} bytes; expected at most {MAX_MESSAGE_BYTES}. Shorten its texts, such as the "
            "instructions of a split's tasks, list fewer tasks in a split, or play in this process (--env.workers 0)."
        )
    return line


def from_line(line: bytes) -> Any:
    """The message of a line. Raises ``EnvironmentFault`` if it is none."""
    try:
        return json.loads(line, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise EnvironmentFault(f"got {line[:80]!r}; expected a JSON message.") from error


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def to_plain(value: Any, depth: int = 0) -> Any:
    """An ``info`` value as JSON: tuples become lists, what JSON has no word for its type's name, nan and inf null.

    Never the value's own ``repr``, which may hold an address and differ between two plays of the same actions.
    """
    # Truth values before numbers: to Python a bool is a whole number, too.
    if value is None or isinstance(value, bool | str):
        return value
    # numpy's numbers are of these two kinds, too.
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Real):
        return float(value) if math.isfinite(value) else None
    if depth < DEEPEST_INFO and isinstance(value, Mapping):
        return {_key(key): to_plain(inner, depth + 1) for key, inner in value.items()}
    if depth < DEEPEST_INFO and isinstance(value, list | tuple):
        return [to_plain(inner, depth + 1) for inner in value]
    # But its bool is of neither; by name, for numpy need not be there.
    if type(value).__module__ == "numpy" and type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    return f"<{type(value).__name__}>"


def _key(key: Any) -> str:
    # At the greatest depth, so that a key that is a tuple becomes the name of its type.
    return key if isinstance(key, str) else str(to_plain(key, DEEPEST_INFO))


def encode_task(task: Task) -> dict[str, Any]:
    """A task as a mapping of its fields."""
    if not isinstance(task, Task):
        raise EnvironmentFault(f"a task is a {type(task).__name__}; expected skill1.schema.Task.")
    return {name: getattr(task, name) for name in TASK_TYPES}


def decode_task(content: Any) -> Task:
    """The inverse of :func:`encode_task`."""
    fields = mapping(content, "task")
    for name, kind in TASK_TYPES.items():
        # True is an int to isinstance.
        if not isinstance(fields.get(name), kind) or isinstance(fields.get(name), bool):
            raise EnvironmentFault(f"task.{name} is {fields.get(name)!r}; expected {kind.__name__}.")
    return Task(**{name: fields[name] for name in TASK_TYPES})


def encode_observation(observation: Any) -> dict[str, Any]:
    """Text, admissible actions (null: not listed, unlike an empty list) and info."""
    if not isinstance(observation, Observation) or not isinstance(observation.text, str):
        raise EnvironmentFault(f"got {type(observation).__name__}; expected Observation with a text.")
    if len(observation.text) > MAX_MESSAGE_BYTES:  # before a copy of it is made
        raise EnvironmentFault(
            f"a text of {len(observation.text)} characters; expected at most {MAX_MESSAGE_BYTES}."
        )
    listed = observation.admissible
    if listed is not None:
        # A text is a sequence of texts, too.
        is_list = isinstance(listed, Sequence) and not isinstance(listed, str)
        if not is_list or not all(isinstance(action, str) for action in listed):
            raise EnvironmentFault(f"admissible actions are a {type(listed).__name__}; expected texts or None.")
        listed = list(listed)
    return {"text": observation.text, "admissible": listed, "info": _encode_info(observation.info)}


def decode_observation(content: Any) -> Observation:
    """The inverse of :func:`encode_observation`; ``info`` as far as JSON holds it."""
    fields = mapping(content, "observation")
    text, listed = fields.get("text"), fields.get("admissible")
    if not isinstance(text, str):
        raise EnvironmentFault(f"observation.text is {text!r}; expected a text.")
    if listed is not None and not (isinstance(listed, list) and all(isinstance(a, str) for a in listed)):
        raise EnvironmentFault(f"observation.admissible is {listed!r}; expected null or a list of texts.")
    admissible = None if listed is None else tuple(listed)
    return Observation(text, admissible, mapping(fields.get("info"), "observation.info"))


def _encode_info(info: Any) -> dict[str, Any]:
    if not isinstance(info, Mapping):
        raise EnvironmentFault(f"info is a {type(info).__name__}; expected a mapping.")
    return to_plain(info)


def encode_step(result: Any) -> dict[str, Any]:
    """What ``step`` returned. Raises ``EnvironmentFault`` for another shape and for a reward that is no number."""
    try:
        # Unpacked and not measured: lists and other sequences of five will do.
        observation, reward, terminated, truncated, info = result
    except (TypeError, ValueError) as error:
        kind = type(result).__name__
        message = f"step returned {kind}; expected (observation, reward, terminated, truncated, info)."
        raise EnvironmentFault(message) from error
    if not isinstance(reward, Real) or not _is_finite(reward):
        # The type alone of what is no number: the repr of foreign objects may be anything.
        told = f"{reward!r:.80}" if isinstance(reward, Real) else f"a {type(reward).__name__}"
        raise EnvironmentFault(f"reward is {told}; expected a finite number.")
    return {
        "observation": encode_observation(observation),
        "reward": to_plain(reward),
        "terminated": _flag(terminated),
        "truncated": _flag(truncated),
        "info": _encode_info(info),
    }


def _is_finite(number: Any) -> bool:
    try:
        return math.isfinite(number)
    except OverflowError:  # a whole number that no float can hold
        return False


def _flag(value: Any) -> bool | int | str | None:
    """Plain values as they are, so that the checker finds a 1 where true was meant; others by their truth."""
    return value if value is None or isinstance(value, bool | int | str) else bool(value)


def decode_step(content: Any) -> StepReturn:
    """The inverse of :func:`encode_step`."""
    fields = mapping(content, "step")
    reward = fields.get("reward")
    if not isinstance(reward, int | float) or not _is_finite(reward):
        raise EnvironmentFault(f"reward is {reward!r:.80}; expected a finite number.")
    for name in ("terminated", "truncated"):
        # Plain values pass as they are, for the checker to name; a list could not be what `_flag` writes.
        if isinstance(fields.get(name), list | dict):
            raise EnvironmentFault(f"{name} is a {type(fields[name]).__name__}; expected true or false.")
    observation = decode_observation(fields.get("observation"))
    info = mapping(fields.get("info"), "info")
    return observation, reward, fields.get("terminated"), fields.get("truncated"), info  # type: ignore[return-value]


def decode_reset(content: Any) -> tuple[Task | None, Observation]:
    """The task that was started and its first observation."""
    fields = mapping(content, "reset")
    task = fields.get("task")
    return None if task is None else decode_task(task), decode_observation(fields.get("observation"))


def decode_tasks(content: Any) -> tuple[Task, ...]:
    """The tasks of a split."""
    if not isinstance(content, list):
        raise EnvironmentFault(f"tasks are {type(content).__name__}; expected a list.")
    return tuple(decode_task(task) for task in content)


def decode_splits(content: Any) -> dict[str, int]:
    """Split name → number of tasks."""
    splits = mapping(content, "splits")
    if not all(isinstance(size, int) for size in splits.values()):
        raise EnvironmentFault(f"splits are {splits!r}; expected numbers of tasks.")
    return splits


def decode_config(content: Any) -> EnvConfig:
    """An ``EnvConfig`` that was sent as a mapping of its fields."""
    # The other side may be a newer skill1 with more fields.
    known = {field.name for field in dataclasses.fields(EnvConfig)}
    return EnvConfig(**{key: value for key, value in mapping(content, "config").items() if key in known})


def settings_of(config: EnvConfig) -> dict[str, Any]:
    """What decides an episode besides its task and actions: the step limit, and keys of the environment's own."""
    own = (key.removeprefix("env.") for key in own_keys(config.name) if key not in SAME_EPISODES)
    return {key: getattr(config, key) for key in ("max_steps", *own)}


def options_of(settings: Mapping[str, Any]) -> str:
    """The same as options of the command line."""
    return " ".join(f"--env.{key} {value}" for key, value in settings.items())


def serve_command(config: EnvConfig, port: int, protocol: str) -> str:
    """What to type to start the server that this side asks for."""
    chosen = "" if protocol == "skill1" else f"--protocol {protocol} "
    return f"skill1 envs serve {config.name} {chosen}--port {port} {options_of(settings_of(config))}"


def require_name(names: Sequence[Any], config: EnvConfig, protocol: str) -> None:
    """Raises ``ConfigError`` if a server plays another environment; the first of its names is the one to type."""
    if config.name not in names:
        raise ConfigError(
            f"env.url = {config.url} plays '{names[0]}', but env.name is '{config.name}'. Type --env.name "
            f"{quoted(str(names[0]))}, or start another server: {serve_command(config, 0, protocol)}"
        )


def require_settings(answer: Mapping[str, Any], config: EnvConfig) -> None:
    """Compares what a server was started with to what this side asks for; what it does not tell is taken as equal.

    ``answer``: holds, if the server tells them, ``settings`` and ``max_steps``.

    Raises:
        ConfigError: episodes would differ.
    """
    settings, limit = answer.get("settings"), answer.get("max_steps")
    # Servers of an earlier version tell no more than the limit.
    told = {} if limit is None else {"max_steps": limit}
    if isinstance(settings, dict):
        told |= settings
    asked = {key: value for key, value in settings_of(config).items() if told.get(key, value) != value}
    if not asked:
        return
    started = {key: told[key] for key in asked}
    listed = " and ".join(f"env.{key} {value}" for key, value in started.items())
    raise ConfigError(
        f"env.url = {config.url} was started with {listed}, this side has {' and '.join(map(str, asked.values()))}: "
        f"episodes would differ. Start the server with {options_of(asked)}, or type {options_of(started)}"
    )


def mapping(content: Any, what: str) -> dict[str, Any]:
    """The content if it is a mapping. Raises ``EnvironmentFault`` otherwise."""
    if not isinstance(content, dict):
        raise EnvironmentFault(f"{what} is {type(content).__name__}; expected a mapping.")
    return content


def encode_error(error: BaseException) -> dict[str, str]:
    """Type and message, with the line of foreign code; a hostile ``__str__`` costs only the message."""
    try:
        message = str(error)
    # The border to foreign code: sys.exit() in it, too.
    except BaseException:
        message = "(its text could not be made)"
    return {"type": type(error).__name__, "message": message[:LONGEST_ERROR] + line_of(error)}


def line_of(error: BaseException) -> str:
    """`` (my_env.py:17)``, where foreign code raised; nothing for what skill1 says itself, or checks.

    Its author has no traceback: an episode ends with a text. Without folders, so that it is the same everywhere.
    """
    frames = traceback.extract_tb(error.__traceback__)
    # "<frozen" is Python's importer: a module was not found, and the message names it already.
    if isinstance(error, Skill1Error) or not frames or frames[-1].filename.startswith((_OWN_CODE, "<frozen")):
        return ""
    foreign = [frame for frame in frames if not frame.filename.startswith(_OWN_CODE)]
    # What a library raised is told by the line that called it.
    written = [frame for frame in foreign if not frame.filename.startswith(_LIBRARIES)]
    last = (written or foreign)[-1]
    return f" ({Path(last.filename).name}:{last.lineno})"


def raise_error(content: Any) -> NoReturn:
    """Raise what :func:`encode_error` wrote: ``DataError`` and ``ConfigError`` as such, all else as a fault."""
    fields = mapping(content, "error")
    kind, message = str(fields.get("type")), str(fields.get("message"))
    if kind in SENT_AS_THEMSELVES:
        raise SENT_AS_THEMSELVES[kind](message)
    raise EnvironmentFault(message if kind == "EnvironmentFault" else f"{kind}: {message}")
