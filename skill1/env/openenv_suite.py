"""The other way: an OpenEnv server as an environment of ours, by ``--env.url openenv://HOST:PORT``.

``openenvs://`` is the same over TLS. Tasks are those that the server lists (`skill1 envs serve --protocol openenv`
does, and servers of OpenEnv 0.10 may); else they are seeds: as many as it counts, or ``train`` 0 to 999 and ``test``
1000 to 1099. An action that has one required field is the policy's text; any other is a JSON object, which the first
observation explains. What skill1 asks of an episode and OpenEnv has no word for is guessed where the server does not
say it: an episode is won when its rewards add up to 1, and truncated at ``env.max_steps``.
"""

from __future__ import annotations

import secrets
import time
import urllib.parse
import weakref
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import Any

from skill1.config import EnvConfig
from skill1.env.http_suite import BACK_S
from skill1.env.openenv_client import CLOSE_S, ActionForm, Connection, Pages, Told, addresses, text_of
from skill1.env.remote import Channel, Place, RemoteSuite, require_listed
from skill1.env.wire import (
    PROTOCOL,
    Request,
    encode_observation,
    encode_step,
    encode_task,
    mapping,
    require_name,
    require_settings,
    serve_command,
)
from skill1.errors import ConfigError, DataError, EnvironmentFault, Skill1Error, require_packages
from skill1.schema import Observation, Task

SEEDS = {"train": range(1000), "test": range(1000, 1100)}  # tasks of a server that lists none
# Rewards of a won episode, where the server does not say whether it is won. Ten of 0.1 add up to a little less than 1.
SUCCESS = 1.0 - 1e-9
THREADS = 16  # requests under way at once
# Where listed tasks may say what to do.
INSTRUCTIONS = ("instruction", "prompt", "question", "goal", "description")


class Directory:
    """The tasks of a server: their splits, and what ``reset`` takes to play each."""

    def __init__(self, pages: Pages, name: str, description: str) -> None:
        self._pages, self._name, self._description = pages, name, description
        self._listed: dict[str, tuple[list[Task], list[dict[str, Any]]]] = {}

    @cached_property
    def splits(self) -> dict[str, int]:
        """Split name → number of tasks."""
        counted = {split: self._count(split) for split in self._named}
        return counted or {split: len(seeds) for split, seeds in SEEDS.items()}

    @cached_property
    def _named(self) -> list[str]:
        """The splits that the server names; none if it knows of no splits."""
        found = self._pages.get(f"{self._place}/splits")
        return [_split_name(each) for each in found] if isinstance(found, list) else []

    def tasks(self, split: str) -> list[Task]:
        """The tasks of a split. Raises ``DataError`` naming the known ones."""
        return self._of(split)[0]

    def options(self, split: str, index: int) -> dict[str, Any]:
        """What ``reset`` takes to play a task."""
        return self._of(split)[1][index]

    @property
    def _place(self) -> str:
        return f"/{urllib.parse.quote(self._name, safe='')}"

    def _count(self, split: str) -> int:
        told = self._pages.get(f"{self._place}/num_tasks", {"split": split})
        # Each page is optional: an environment may list its tasks and not count them.
        if told is None:
            rows = self._rows(split)
            return len(SEEDS.get(split, ()) if rows is None else rows)
        answer = mapping(told, "num_tasks")
        if not isinstance(answer.get("num_tasks"), int):
            raise EnvironmentFault(f"num_tasks answered {str(answer)[:80]}; expected a whole number.")
        return answer["num_tasks"]

    def _of(self, split: str) -> tuple[list[Task], list[dict[str, Any]]]:
        if split not in self.splits:
            raise DataError(f"{self._name} has no split {split!r}; expected one of {', '.join(self.splits)}.")
        if split not in self._listed:
            rows = self._rows(split)
            if rows is None:
                rows = self._seeds(split)
            # `reset` takes names with values, so a row of another kind goes under a name.
            options = [row if isinstance(row, dict) else {"task": row} for row in rows]
            tasks = [self._task(split, index, row) for index, row in enumerate(options)]
            self._listed[split] = (tasks, options)
        return self._listed[split]

    def _rows(self, split: str) -> list[Any] | None:
        answer = self._pages.get(f"{self._place}/tasks", {"split": split})
        told = answer.get("tasks") if isinstance(answer, dict) else None
        return told if isinstance(told, list) else None

    def _seeds(self, split: str) -> list[dict[str, Any]]:
        """Where the server lists no tasks, as many seeds as it counts."""
        count = self.splits[split]
        before = takewhile(lambda name: name != split, self.splits)
        # Seeds of its own: of a server that does not look at the split, test must not play what train has played.
        first = sum(self.splits[name] for name in before)
        named = {"split": split} if self._named else {}
        return [{**named, "seed": seed} for seed in range(first, first + count)]

    def _task(self, split: str, index: int, row: Mapping[str, Any]) -> Task:
        texts = (row.get(name) for name in INSTRUCTIONS)
        instruction = next((text for text in texts if isinstance(text, str) and text), self._description)
        named, kind = row.get("id"), row.get("type")
        name = named if isinstance(named, str) and named else f"{self._name}/{split}/{index:05d}"
        kind = kind if isinstance(kind, str) and kind else self._name
        return Task(name, self._name, split, index, instruction, kind)


def _split_name(found: Any) -> str:
    name = found.get("name") if isinstance(found, Mapping) else found
    if not isinstance(name, str) or not name:
        raise EnvironmentFault(f"a split is {str(found)[:80]}; expected a name.")
    return name


class OpenEnvChannel(Channel):
    """Answers requests of :mod:`skill1.env.wire` from an OpenEnv server; an environment is a connection to it.

    Raises:
        ConfigError: an address that is none, no such server, another environment, or another step limit.
        MissingExtraError: httpx or websockets is not installed.
    """

    def __init__(self, config: EnvConfig) -> None:
        assert config.url
        http, self._socket_url = addresses(config.url)
        require_packages("openenv", "env.url openenv://…", "httpx", "websockets")
        super().__init__(THREADS)
        self._config, self._pages = config, Pages(http, config.timeout_s)
        self._is_shut = False  # whether the last connection could not be opened
        self._splits: dict[str, str] = {}  # of each environment
        self._connections: dict[str, Connection] = {}  # of those that have begun an episode
        try:
            self.name, description, self._form = _described(self._pages, config)
        # Nobody has this object yet, so nobody else could end its threads and connections.
        except Skill1Error as error:
            self.close()
            if isinstance(error, ConfigError):
                raise
            start = serve_command(config, 8000, "openenv")
            told = f"env.url = {config.url}: no OpenEnv server answers there ({error}) Start one: {start}"
            raise ConfigError(told) from error
        self._directory = Directory(self._pages, self.name, description)

    def ask(self, request: Request) -> Any:
        """The answer to a request of :mod:`skill1.env.wire`."""
        fields = dict(request)
        match fields.pop("call"):
            case "splits":
                return self._directory.splits
            case "tasks":
                return [encode_task(task) for task in self._directory.tasks(fields["split"])]
            case "make":
                return {"env": self._make(fields["split"])}
            case "reset":
                return self._reset(**fields)
            case "step":
                return self._step(**fields)
            case "close":
                return self._forget(fields["env"])
        raise EnvironmentFault(f"an OpenEnv server cannot be asked for {request['call']!r}.")

    def _make(self, split: str) -> str:
        self._directory.tasks(split)  # names the known splits
        # No connection yet: an environment that is never reset takes up no session of the server.
        name = secrets.token_hex(8)
        self._splits[name] = split
        return name

    def _reset(self, env: str, task_index: int | None, seed: int | None) -> dict[str, Any]:
        split = self._splits[env]
        if task_index is None:
            # The server draws: `_drawn` reads from its answer which task it was.
            options, task = {"split": split, **({} if seed is None else {"seed": seed})}, None
        else:
            options, task = self._directory.options(split, task_index), self._directory.tasks(split)[task_index]
        if env not in self._connections:  # none yet, or lost
            self._connections[env] = self._opened()
        connection = self._connections[env]
        connection.steps, connection.total = 0, 0.0
        try:
            told = self._asked(env, connection, "reset", options)
        except Told as error:
            # Before the first action there is no policy that could be told.
            raise EnvironmentFault(f"reset: {error}") from error
        about = _about(told)
        named = about.get("task_id")
        if task is None:
            task = self._drawn(split, about, seed)
        # Where the server's own list gave the id, and it says, as ours does, which task is in this place: others may
        # mean something else by the word.
        elif (
            options.get("id") == task.id
            and isinstance(named, str)
            and (about.get("split"), about.get("task_index")) == (split, task_index)
        ):
            require_listed(replace(task, id=named), task)
        seen = _observation(told, about.get("observation_info", {}), self._form.usage)
        return {"task": encode_task(task), "observation": encode_observation(seen)}

    def _opened(self) -> Connection:
        timeout_s = self._config.timeout_s
        try:
            # A server that let nobody in is not waited for by every episode as long as for a slow game.
            opened = Connection(
                self._socket_url, timeout_s, min(BACK_S, timeout_s) if self._is_shut else timeout_s
            )
        except EnvironmentFault:
            self._is_shut = True
            raise
        self._is_shut = False
        return opened

    def _drawn(self, split: str, about: Mapping[str, Any], seed: int | None) -> Task:
        """The task that a server drew: the one it names, else the one of that place in the split."""
        tasks = self._directory.tasks(split)
        if not tasks:
            raise DataError(f"split {split!r} of {self.name} has no tasks, so there is nothing to draw from.")
        named = about.get("task_index")
        is_place = isinstance(named, int) and not isinstance(named, bool) and 0 <= named < len(tasks)
        return tasks[named if is_place else (seed or 0) % len(tasks)]

    def _step(self, env: str, action: str) -> dict[str, Any]:
        if env not in self._connections:
            raise EnvironmentFault("the connection to the OpenEnv server was lost; the next reset opens another.")
        connection = self._connections[env]
        # Counted also where the action is refused: nothing else would end the episode of a policy that never hits
        # the form.
        connection.steps += 1
        is_last = connection.steps >= self._config.max_steps
        try:
            told = self._asked(env, connection, "step", self._form.action(action))
        except (Told, ValueError) as error:
            refused = Observation(f"error: {error}", info={"won": False})
            return encode_step((refused, 0.0, False, is_last, {"won": False}))
        about, reward, done = _about(told), told.get("reward"), bool(told.get("done"))
        # OpenEnv's reward may be null.
        reward = float(reward) if isinstance(reward, int | float) else 0.0
        connection.total += reward
        # Servers of OpenEnv only say `done`: an end counts as the task's own unless ours says more.
        truncated = done and about.get("truncated") is True
        # What the server says of winning comes first; else the rewards decide, once the episode is over.
        won = about.get("won") if isinstance(about.get("won"), bool) else done and connection.total >= SUCCESS
        info = about.get("info") if isinstance(about.get("info"), dict) else {}
        seen = _observation(told, about.get("observation_info", {}))
        is_over = done and not truncated
        return encode_step((seen, reward, is_over, truncated or (is_last and not done), {**info, "won": won}))

    def _asked(self, env: str, connection: Connection, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return connection.ask(kind, data)
        except EnvironmentFault:
            self._hang_up(env)  # what comes later would answer an earlier question
            raise

    def _forget(self, env: str) -> None:
        self._splits.pop(env, None)
        self._hang_up(env)

    def _hang_up(self, env: str, wait_s: float = CLOSE_S) -> None:
        connection = self._connections.pop(env, None)
        if connection is not None:
            connection.close(wait_s)

    def _is_closed_there(self, place: Place) -> bool:
        self._forget(place.env)
        return True

    def close(self) -> None:
        """Leave the server; requests under way fail."""
        # Not waited for: a request under way cannot be called back, and may take all of `env.timeout_s`.
        self._threads.shutdown()
        # One deadline for all together: a server that hangs lets none of many connections go.
        deadline = time.monotonic() + CLOSE_S
        # A copy of the names: hanging up takes them out.
        for env in list(self._connections):
            self._hang_up(env, max(0.0, deadline - time.monotonic()))
        self._pages.close()


def _observation(told: Mapping[str, Any], info: Any, usage: str = "") -> Observation:
    shown = told.get("observation")
    listed = shown.get("admissible") if isinstance(shown, Mapping) else None
    is_listed = isinstance(listed, list) and all(isinstance(action, str) for action in listed)
    text = "\n".join(part for part in (text_of(shown), usage) if part)
    return Observation(text, tuple(listed) if is_listed else None, info if isinstance(info, dict) else {})


def _about(told: Mapping[str, Any]) -> Mapping[str, Any]:
    about = told.get("metadata")
    return about if isinstance(about, Mapping) else {}


def _described(pages: Pages, config: EnvConfig) -> tuple[str, str, ActionForm]:
    """Name, description and form of the actions; refuses another environment or step limit."""
    about = pages.get("/metadata")
    schemas = pages.get("/schema")
    if not isinstance(about, dict) or not isinstance(schemas, dict) or not isinstance(schemas.get("action"), dict):
        raise EnvironmentFault("it has no /metadata or no /schema.")
    state = pages.get("/state")
    state = state if isinstance(state, dict) else {}
    listed = pages.get("/list_environments")
    names = [str(name) for name in listed] if isinstance(listed, list) else []
    # Our own server also tells, in its state, what it was started with, such as module:Class.
    names += [str(about.get("name")), str(state.get("env"))]
    require_name(names, config, "openenv")
    # Words of our own server's; where they are missing, only this side counts the steps.
    require_settings(state, config)
    return names[0], str(about.get("description") or f"play {names[0]}"), ActionForm(schemas["action"])


class OpenEnvSuite(RemoteSuite):
    """The suite that the OpenEnv server at ``env.url`` plays.

    Raises:
        ConfigError: no server there, or it plays another environment or with another step limit.
        MissingExtraError: httpx or websockets is not installed.
    """

    def __init__(self, config: EnvConfig) -> None:
        channel = OpenEnvChannel(config)
        # No "methods": for judges, vocabularies and the like OpenEnv has no word.
        super().__init__(channel, {"protocol": PROTOCOL, "name": channel.name})
        self._finalizer = weakref.finalize(self, channel.close)

    def close(self) -> None:
        """Leave the server."""
        if self._finalizer.alive:
            self._finalizer()
