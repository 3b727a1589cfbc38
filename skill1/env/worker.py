"""The side where a suite plays for somebody else: answers the requests of :mod:`skill1.env.wire` one by one.

``python -m skill1.env.worker`` is a worker process, which plays a suite for the process that started it. It reads one
request per line from stdin and writes one answer per line to what was stdout: ``{"id", "value"}`` or ``{"id",
"error"}``. The first request, ``open``, brings the configuration. Environment code may print: its stdout is stderr, its
stdin is empty. The process ends when stdin closes, however its parent ended; a step that lets no other thread run may
put that off, but no longer than the longest request may take.
"""

from __future__ import annotations

import contextlib
import faulthandler
import inspect
import os
import queue
import secrets
import signal
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import IO, Any

from skill1.config import EnvConfig
from skill1.env.loading import load_suite
from skill1.env.protocol import INSIGHT, Suite, TextEnv, close_suite, offered
from skill1.env.remote import LOAD_S, settle
from skill1.env.wire import (
    PROTOCOL,
    ROUTES,
    BadRequest,
    Request,
    UnknownEnvironmentId,
    decode_config,
    decode_task,
    encode_error,
    encode_observation,
    encode_step,
    encode_task,
    from_line,
    mapping,
    settings_of,
    to_line,
)
from skill1.errors import EnvironmentFault
from skill1.schema import SkillDraft


class SuiteHost:
    """Answers requests on a suite. Environments are named by random ids, so that none of an earlier life is met.

    Safe to call from several threads if the suite is; one environment must not be asked twice at once.
    """

    def __init__(self, suite: Suite, config: EnvConfig, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._suite, self.config, self._clock = suite, config, clock
        self._envs: dict[str, TextEnv] = {}
        self._used_at: dict[str, float] = {}
        self._lock = threading.Lock()  # of the two tables

    def answer(self, request: Request) -> Any:
        """The JSON value that answers a request; raises whatever the suite raises.

        Raises:
            BadRequest: the request is not of the form this module's docstring lists.
            UnknownEnvironmentId: no such environment.
        """
        arguments = dict(request)
        # As a text: JSON may hold a list there, which no dictionary takes as a key.
        call = str(arguments.pop("call", None))
        if call not in ROUTES:
            raise BadRequest(f"unknown call {request.get('call')!r}; expected one of {', '.join(ROUTES)}.")
        # Each call has a method below, which takes its arguments by name: those of the table in `wire`.
        method = getattr(self, f"_{call}")
        return method(**_known_arguments(arguments, inspect.signature(method).parameters))

    def _describe(self) -> dict[str, Any]:
        methods = [name for name in INSIGHT if callable(offered(self._suite, name))]
        # For the client to compare with its own: under other settings episodes would differ.
        known = {
            "env": self.config.name,
            "max_steps": self.config.max_steps,
            "settings": settings_of(self.config),
        }
        return {"protocol": PROTOCOL, "name": self._suite.name, "methods": methods, **known}

    def drop_idle(self, idle_s: float) -> int:
        """Close environments not asked for ``idle_s`` seconds; returns their number."""
        oldest = self._clock() - idle_s
        with self._lock:
            idle = [name for name, used_at in self._used_at.items() if used_at < oldest]
        # Without the lock, which closing takes itself.
        for name in idle:
            self._close_quietly(name)
        return len(idle)

    def close(self) -> None:
        """Close all environments and, if it can be closed, the suite."""
        # A copy of the names: closing takes them out.
        for name in list(self._envs):
            self._close_quietly(name)
        close_suite(self._suite)

    def __len__(self) -> int:
        return len(self._envs)

    def _splits(self) -> dict[str, int]:
        return dict(self._suite.splits())

    def _tasks(self, *, split: str = "") -> list[dict[str, Any]]:
        return [encode_task(task) for task in self._suite.tasks(split)]

    def _make(self, *, split: str = "") -> dict[str, str]:
        # Without the lock: it may take long, and other requests need the tables.
        env, name = self._suite.make(split), secrets.token_hex(8)
        with self._lock:
            self._envs[name], self._used_at[name] = env, self._clock()
        return {"env": name}

    def _reset(self, *, env: str = "", task_index: int | None = None, seed: int | None = None) -> dict[str, Any]:
        played = self._env(env)
        # The suite may itself play elsewhere, as that of a server with workers does, and answer later.
        observation = settle(played.reset(task_index=task_index, seed=seed))
        task = None if played.task is None else encode_task(played.task)
        return {"task": task, "observation": encode_observation(observation)}

    def _step(self, *, env: str = "", action: str = "") -> dict[str, Any]:
        return encode_step(settle(self._env(env).step(action)))

    def _close(self, *, env: str = "") -> None:
        with self._lock:
            # Forgotten before it is closed: one whose closing fails must not be met again.
            played = self._envs.pop(env, None)
            self._used_at.pop(env, None)
        if played is not None:
            played.close()

    def _close_quietly(self, env: str) -> None:
        """For a request that is about something else: a fault in closing is none of its own."""
        with contextlib.suppress(Exception, SystemExit):
            self._close(env=env)

    def _judge(self, *, task: Any = None, draft: Any = None) -> float:
        texts = mapping(draft, "draft")
        judged = SkillDraft(str(texts.get("description")), str(texts.get("strategy")))
        return float(self._suite.judge(decode_task(task), judged))  # type: ignore[attr-defined]

    def _vocabulary(self) -> list[str]:
        words = self._suite.vocabulary()  # type: ignore[attr-defined]
        # A set has another order in each process: made a list here, it would pass for one.
        if not isinstance(words, Sequence) or isinstance(words, str):
            raise EnvironmentFault(f"vocabulary() gave a {type(words).__name__}; expected a list of words.")
        return list(words)

    def _task_types(self) -> dict[str, str]:
        return {str(name): str(label) for name, label in self._suite.task_types().items()}  # type: ignore[attr-defined]

    def _split_source(self, *, split: str = "") -> list[str]:
        return [str(text) for text in self._suite.split_source(split)]  # type: ignore[attr-defined]

    def _env(self, name: str) -> TextEnv:
        with self._lock:
            if name not in self._envs:
                raise UnknownEnvironmentId(f"no environment {name!r} lives here; make a new one.")
            self._used_at[name] = self._clock()
            return self._envs[name]


ARGUMENT_TYPES: dict[str, tuple[type, ...]] = {
    "split": (str,),
    "env": (str,),
    "action": (str,),
    "task_index": (int, type(None)),
    "seed": (int, type(None)),
    "task": (dict,),
    "draft": (dict,),
}


def _known_arguments(arguments: dict[str, Any], taken: Collection[str]) -> dict[str, Any]:
    """The arguments, if a call takes those names and they are of their types."""
    for name, value in arguments.items():
        kinds = ARGUMENT_TYPES[name] if name in taken else ()
        # True is an int to isinstance, and no argument is a truth value.
        if not isinstance(value, kinds) or isinstance(value, bool):
            expected = " or ".join(kind.__name__ for kind in kinds) or f"only {', '.join(taken) or 'no argument'}"
            raise BadRequest(f"{name} is {str(value)[:80]!r}; expected {expected}.")
    return arguments


# From here on: the worker process, which has a host answer what comes in on stdin.
# For closing environments after the parent has gone; less than it waits for that (GRACE_S of skill1.env.workers).
GRACE_S = 4.5
PULSE_S = 10.0  # at most, between two signs of life


def main() -> None:
    """Serve until stdin closes."""
    requests, answers = take_over_streams()
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    # In a thread, so that the end of stdin is noticed also while a step hangs.
    threading.Thread(target=_read, args=(requests, lines), daemon=True).start()
    try:
        _serve(lines, answers)
    # However it ends: the parent may have gone while an answer was made, or closing may call sys.exit().
    finally:
        _end_group()


def _serve(lines: queue.SimpleQueue[bytes | None], answers: IO[bytes]) -> None:
    host: SuiteHost | None = None
    while (line := lines.get()) is not None:
        request = dict(from_line(line))
        number = request.pop("id", None)
        try:
            if request.get("call") == "open":
                host = open_host(request)
                value: Any = host.answer({"call": "describe"})
            elif host is None:
                raise BadRequest("the first request has to be 'open'.")
            else:
                value = host.answer(request)
            # Within the try: a value that has no JSON form is an error that the parent is told.
            answer = to_line({"id": number, "value": value})
        # The border to foreign code: sys.exit() in an environment is its fault, too.
        except BaseException as error:
            answer = to_line({"id": number, "error": encode_error(error)})
        answers.write(answer + b"\n")
        answers.flush()
    if host is not None:
        host.close()


def open_host(request: Mapping[str, Any]) -> SuiteHost:
    """The suite of the configuration, made in this process; restores the PYTHONPATH that only served to get here."""
    os.environ.pop("PYTHONPATH", None)
    if request.get("pythonpath") is not None:
        os.environ["PYTHONPATH"] = str(request["pythonpath"])
    config = decode_config(request.get("config"))
    threading.Thread(target=_pulse, args=(max(LOAD_S, config.timeout_s),), daemon=True).start()
    return SuiteHost(load_suite(config), config)


def take_over_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Stdin and stdout for the protocol alone; what environment code reads and prints goes elsewhere."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    # By descriptor: replacing sys.stdout would miss what C code and child processes print.
    os.dup2(2, 1)
    return requests, answers


def _read(requests: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Hand on requests; once nobody holds the other end, end after a moment of grace, even if a step hangs."""
    with contextlib.suppress(OSError):
        for line in requests:
            lines.put(line)
    lines.put(None)
    # The main thread now closes the environments and ends the process; what follows is for when it hangs.
    threading.Event().wait(GRACE_S)
    _end_group()
    # Not sys.exit, which in this thread would end the thread only.
    os._exit(1)


def _pulse(held_s: float) -> None:
    """End this process once no thread has run for so long: none could see that stdin has closed."""
    while True:
        # It needs no lock of Python's, which a regular expression, or other C code, holds for as long as it takes.
        faulthandler.dump_traceback_later(held_s, exit=True, file=2)
        time.sleep(min(PULSE_S, held_s / 4))


def _end_group() -> None:
    """Processes that environments have started must not outlive this one; nobody else is in a group of our own."""
    with contextlib.suppress(Exception):  # an environment may have closed it, or put something else there
        sys.stderr.flush()
    # The parent starts a worker in a session of its own. Started otherwise, the group is somebody else's.
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    main()
