"""Environments in worker processes: what one of them does to its process costs one episode.

Each worker has a thread that asks it one thing at a time. After a crash, a hang or garbage the process is killed and
started again on the next request; environments that had lived in it are rebuilt by playing their actions again.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import itertools
import logging
import os
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from skill1.config import EnvConfig
from skill1.env.loading import load_suite
from skill1.env.pending import Pending
from skill1.env.process import ChildProcess, ProcessLost
from skill1.env.protocol import StepReturn
from skill1.env.remote import RemoteSuite
from skill1.env.wire import (
    MAX_MESSAGE_BYTES,
    Request,
    decode_reset,
    decode_step,
    from_line,
    raise_error,
    to_line,
)
from skill1.errors import ConfigError, EnvironmentFault, Skill1Error
from skill1.schema import Observation, Task

START_S = 120.0  # for starting Python and making the suite; on top of env.timeout_s
GRACE_S = 5.0  # for closing environments when a worker is told to end
LOCAL_METHODS = ("expert", "demo_worlds", "polluting_draft")
CLOSED = "the environment workers are closed; make the suite again."

logger = logging.getLogger(__name__)


@dataclasses.dataclass
class Turn:
    """A job's time in the worker's thread."""

    is_given_up: bool = False


class Worker:
    """One worker process, started again after a loss, and the one thread that talks to it."""

    def __init__(self, config: EnvConfig) -> None:
        self._config = config
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="skill1-env")
        self._process: ChildProcess | None = None
        self._numbers = itertools.count()
        self._left: deque[Place] = deque()  # environments nobody plays any more
        self._is_closed = False
        self._turn: Turn | None = None  # of the job that runs now
        self._turn_lock = threading.Lock()  # while it is held, no turn begins or ends
        self.generation = 0  # of the process; environments of an earlier one are gone
        self.description: dict[str, Any] = {}

    def submit(self, job: Callable[..., Any], *arguments: Any) -> Pending[Any]:
        """Run a job in the worker's thread."""
        try:
            turn = Turn()
            return Pending(self._thread.submit(self._run, turn, job, *arguments), lambda: self.give_up(turn))
        except RuntimeError as error:
            raise EnvironmentFault(CLOSED) from error

    def _run(self, turn: Turn, job: Callable[..., Any], *arguments: Any) -> Any:
        with self._turn_lock:
            if turn.is_given_up:
                raise EnvironmentFault("nobody waits for this any more.")
            self._turn = turn
        try:
            return job(*arguments)
        finally:
            with self._turn_lock:
                self._turn = None

    def leave(self, place: Place) -> None:
        """Let go of an environment. Safe in a finalizer: takes no lock, the next request tells the process."""
        self._left.append(place)

    def give_up(self, turn: Turn) -> None:
        """Nobody waits for a job, says any thread: if it runs now the process is killed, whatever hangs there."""
        with self._turn_lock:
            turn.is_given_up = True
            process = self._process
            if self._turn is turn and process is not None:
                process.kill()

    def hang_up(self) -> None:
        """Tell the process to end, without waiting."""
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)
        if self._process is not None:
            self._process.hang_up()

    def finish(self, grace_s: float) -> None:
        """Wait for the end after :meth:`hang_up`; kill what does not end."""
        if self._process is not None:
            self._process.finish(grace_s)

    # What follows runs in the worker's thread only.

    def living(self) -> int:
        """Generation of the process, which is started if there is none.

        One that ended between two requests, or wrote unasked, is replaced: no request is to blame for it.
        """
        process = self._process
        trouble = "" if process is None or self._is_closed else process.trouble()
        if process is not None and trouble:
            self._process = None
            logger.warning("Between two requests %s", process.give_up(trouble))
        if self._process is None:
            self._start()
        return self.generation

    def ask(self, request: Request) -> Any:
        """The answer to a request.

        Raises:
            ProcessLost: the process crashed, hung past ``env.timeout_s`` or wrote garbage.
            EnvironmentFault, DataError, ConfigError: what the suite raised.
        """
        self.living()
        return self.ask_on(request)

    def ask_on(self, request: Request) -> Any:
        """As :meth:`ask`, of the process that :meth:`living` has told of: a new one would not know what is meant."""
        return self._exchange(request, self._config.timeout_s)

    def flush(self) -> None:
        """Close the environments that were left."""
        with contextlib.suppress(IndexError):
            while True:
                place = self._left.popleft()
                if self._process is not None and place.env and place.generation == self.generation:
                    with contextlib.suppress(Skill1Error):  # nobody's fault but of what was left
                        self.ask_on({"call": "close", "env": place.env})

    def _exchange(self, request: Request, timeout_s: float) -> Any:
        process = self._process
        if self._is_closed or process is None:
            raise EnvironmentFault(CLOSED)
        number = next(self._numbers)
        line = to_line({"id": number, **request})
        try:
            answer = _answer_to(number, process, process.exchange(line, timeout_s))
        except ProcessLost:
            self._process = None
            raise
        return answer["value"] if "value" in answer else raise_error(answer.get("error"))

    def _start(self) -> None:
        if self._is_closed:
            raise EnvironmentFault(CLOSED)
        command, environment = command_of(self._config)
        try:
            self._process = ChildProcess(command, environment, longest=MAX_MESSAGE_BYTES)
        except OSError as error:
            raise ConfigError(
                f"env.python = {command[0]}: cannot be started ({error.strerror}); expected the path of a Python "
                "interpreter, 3.11 or newer, such as ENVIRONMENT/bin/python."
            ) from error
        self.generation += 1
        opening = {"call": "open", "config": dataclasses.asdict(self._config)}
        try:
            self.description = self._exchange(
                {**opening, "pythonpath": os.environ.get("PYTHONPATH")}, START_S + self._config.timeout_s
            )
        except ProcessLost as error:
            raise ConfigError(f"{_start_advice(command[0], str(error))}\n{error}") from error
        except Skill1Error as error:  # the process lives, but without a suite
            self._process.finish(0.0)
            self._process = None
            if isinstance(error, EnvironmentFault):
                error = ConfigError(f"environment '{self._config.name}' cannot be made in a worker: {error}")
            raise error from None


def _answer_to(number: int, process: ChildProcess, line: bytes) -> dict[str, Any]:
    try:
        answer = from_line(line)
    except EnvironmentFault as error:
        raise process.give_up(f"wrote garbage: {error}") from error
    if not isinstance(answer, dict) or answer.get("id") != number or not {"value", "error"} & answer.keys():
        raise process.give_up(f"wrote garbage: {line[:80]!r} answers no request")
    return answer


def command_of(config: EnvConfig) -> tuple[list[str], dict[str, str]]:
    """Command and environment variables of a worker.

    Our own interpreter gets our module search path. Another one has its own packages: ours, and the PYTHONPATH that
    was set for us, would only confuse it.
    """
    python = config.python or sys.executable
    variables = dict(os.environ)
    if is_own_interpreter(python):
        paths = [path or os.getcwd() for path in sys.path]
        variables["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(paths))
    else:
        for name in ("PYTHONPATH", "PYTHONHOME"):
            variables.pop(name, None)
    # -P: a file named like a package in the working directory must not be taken for it.
    return [python, "-P", "-X", "faulthandler", "-m", "skill1.env.worker"], variables


def is_own_interpreter(python: str) -> bool:
    """Whether this is the interpreter that runs us; symbolic links tell virtual environments apart."""
    return os.path.abspath(python) == os.path.abspath(sys.executable)


def _start_advice(python: str, words: str) -> str:
    if "No module named" in words and "skill1" in words:
        return f"env.python = {python}: skill1 is not installed there. Type: {python} -m pip install skill1"
    return f"an environment worker ({python} -m skill1.env.worker) ended while starting; expected Python 3.11 or newer."


@dataclasses.dataclass
class Place:
    """Where an environment lives: in which process of its worker, under which id; no id: nowhere yet."""

    generation: int = 0
    env: str = ""


class WorkerEnv:
    """A ``TextEnv`` in a worker; ``reset`` and ``step`` return :class:`~skill1.env.pending.Pending`.

    A fault of its own request ends the episode. A fault of another environment in the same process does not: the
    actions so far are played again in the new process, and must show what they showed.
    """

    def __init__(self, suite: WorkerSuite, worker: Worker, split: str) -> None:
        self.task: Task | None = None
        self._suite = suite  # the processes live as long as an environment needs them
        self._worker, self._split = worker, split
        self._place = Place()
        self._start: Request | None = None  # the reset that began the episode; None: none is running
        self._actions: list[str] = []
        self._seen: list[int] = []  # what reset and each action showed
        weakref.finalize(self, worker.leave, self._place).atexit = False

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Pending[Observation]:
        return self._worker.submit(self._reset, task_index, seed)

    def step(self, action: str) -> Pending[StepReturn]:
        return self._worker.submit(self._step, action)

    def close(self) -> None:
        """The worker closes its part when it comes to it."""
        place, self._place.env = dataclasses.replace(self._place), ""
        self._start = None
        if place.env:
            self._worker.leave(place)
            with contextlib.suppress(EnvironmentFault):  # the workers are closed already
                self._worker.submit(self._worker.flush)

    def _reset(self, task_index: int | None, seed: int | None) -> Observation:
        self._start, self._actions, self._seen = None, [], []
        if not self._place.env or self._place.generation != self._worker.living():
            self._make()
        request = {"task_index": task_index, "seed": seed}
        task, observation = decode_reset(self._ask("reset", request))
        if task_index is None and seed is None and task is not None:
            request = {"task_index": task.index, "seed": None}  # "the next one" would be another in a new process
        self.task, self._start = task, request
        self._seen.append(shown(observation))
        return observation

    def _step(self, action: str) -> StepReturn:
        if self._start is None:
            raise EnvironmentFault("step was called without a running task. Call reset first.")
        if self._place.generation != self._worker.living():
            self._rebuild()
        start, self._start = self._start, None  # a fault from here on leaves nothing that could be played again
        result = decode_step(self._ask("step", {"action": action}))
        self._start = start
        self._actions.append(action)
        self._seen.append(shown(result[0], *result[1:4]))
        return result

    def _make(self) -> None:
        self._worker.flush()
        generation = self._worker.living()
        env = self._worker.ask_on({"call": "make", "split": self._split})["env"]
        self._place.generation, self._place.env = generation, env

    def _rebuild(self) -> None:
        """Play the episode again in a new process."""
        start, self._start = self._start, None
        assert start is not None
        self._make()
        task, observation = decode_reset(self._ask("reset", start))
        replayed = [shown(observation)]
        for action in self._actions:
            result = decode_step(self._ask("step", {"action": action}))
            replayed.append(shown(result[0], *result[1:4]))
        if task != self.task or replayed != self._seen:
            raise EnvironmentFault(
                "the environment's worker was lost to another episode, and playing this one's actions again showed "
                "something else. Environments have to be deterministic: see `skill1 envs check`."
            )
        self._start = start

    def _ask(self, call: str, arguments: Request) -> Any:
        return self._worker.ask_on({"call": call, "env": self._place.env, **arguments})


def shown(observation: Observation, *rest: Any) -> int:
    """A hash of what the agent sees and gets; ``info`` is left out, it may hold clock times."""
    return hash((observation.text, observation.admissible, *rest))


class WorkerSuite(RemoteSuite):
    """A suite in ``env.workers`` processes (at least one), of this interpreter or of ``env.python``.

    The first worker starts at once, the others with their first environment. Use it as a context manager, call
    :meth:`close`, or drop it: the workers end with it, and with this process.

    Raises:
        ConfigError: the worker cannot start, with what it wrote to stderr.
    """

    def __init__(self, config: EnvConfig) -> None:
        self._workers = [Worker(config) for _ in range(max(1, config.workers))]
        self._turns = itertools.cycle(self._workers)
        self._finalizer = weakref.finalize(self, _hang_up, self._workers)
        first = self._workers[0]
        first.submit(first.living).result()
        super().__init__(functools.partial(_ask_now, first), first.description)
        self._local = functools.cache(functools.partial(load_suite, config))
        if is_own_interpreter(config.python or sys.executable):
            self.offered |= set(LOCAL_METHODS) & set(first.description.get("methods") or ())

    def make(self, split: str) -> WorkerEnv:
        """An environment in the worker whose turn it is; nothing is asked of it before the first reset."""
        return WorkerEnv(self, next(self._turns), split)

    def close(self) -> None:
        """End the workers: a moment to close their environments, then SIGKILL."""
        if self._finalizer.detach() is None:
            return
        _hang_up(self._workers)
        deadline = time.monotonic() + GRACE_S
        for worker in self._workers:
            worker.finish(max(0.0, deadline - time.monotonic()))

    def process_ids(self) -> list[int]:
        """Processes running now, in the order of the workers."""
        return [worker._process.pid for worker in self._workers if worker._process is not None]

    # Experts are shown views, not worlds: they run here, where the episode runs.

    def _expert(self, *arguments: Any, **named: Any) -> Any:
        return self._local().expert(*arguments, **named)

    def _demo_worlds(self, *arguments: Any, **named: Any) -> Any:
        return self._local().demo_worlds(*arguments, **named)

    def _polluting_draft(self, *arguments: Any, **named: Any) -> Any:
        return self._local().polluting_draft(*arguments, **named)


def _ask_now(worker: Worker, request: Request) -> Any:
    return worker.submit(worker.ask, request).result()


def _hang_up(workers: Sequence[Worker]) -> None:
    for worker in workers:
        worker.hang_up()
