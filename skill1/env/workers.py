"""Environments in worker processes: what one of them does to its process costs one episode.

Each worker has a thread that asks it one thing at a time. After a crash, a hang or garbage the process is killed and
started again on the next request.

What a child process answers, line by line, is limited in time and size. Whatever goes wrong with it is a
``ProcessLost``, after which the process is gone.
"""

from __future__ import annotations

import atexit
import contextlib
import dataclasses
import functools
import io
import itertools
import logging
import os
import select
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO, Any

from skill1.config import EnvConfig
from skill1.env.loading import load_suite
from skill1.env.remote import CLOSED, Channel, Place, RemoteEnv, RemoteSuite
from skill1.env.wire import MAX_MESSAGE_BYTES, Request, from_line, raise_error, to_line
from skill1.errors import ConfigError, EnvironmentFault, Skill1Error, quoted

START_S = 120.0  # for starting Python and making the suite; on top of env.timeout_s
# For a worker to end by itself, longer than it may close its environments (GRACE_S of skill1.env.worker).
GRACE_S = 5.0

logger = logging.getLogger(__name__)


class Worker(Channel):
    """One worker process, started again after a loss, and the one thread that talks to it."""

    def __init__(self, config: EnvConfig) -> None:
        super().__init__(1)
        self._config = config
        self._numbers = itertools.count()
        self._is_closed = False
        self.description: dict[str, Any] = {}

    def begin(self) -> None:
        super().begin()
        self._process: ChildProcess | None = None  # two that talk to one process would take each other's answers

    def abandon(self) -> None:
        """Kill the process, whatever hangs there: what others play in it is played again in the next one."""
        # Looked up once, as in `finish`.
        if (process := self._process) is not None:
            process.kill()

    def now(self, request: Request) -> Any:
        """As a job: only the worker's thread may talk to the process, which is started if there is none."""
        return self.submit(self._asked_alive, request).result()

    def _asked_alive(self, request: Request) -> Any:
        self.living()
        return self.ask(request)

    def hang_up(self) -> None:
        """Tell the process to end, without waiting."""
        # First: a job that is about to begin must not start another process.
        self._is_closed = True
        self._threads.shutdown()
        if (process := self._process) is not None:  # looked up once, as in `finish`
            process.hang_up()

    def finish(self, grace_s: float) -> None:
        """Wait for the end after :meth:`hang_up`; kill what does not end."""
        # Looked up once: its own thread lets go of a process that it has lost.
        if (process := self._process) is not None:
            process.finish(grace_s)

    # What follows runs in the worker's thread only.

    def living(self) -> int:
        """Generation of the process, which is started if there is none.

        One that ended between two requests is replaced: no request is to blame for it.
        """
        process = self._process
        # A process that was told to end is no loss.
        if process is not None and process.has_ended() and not self._is_closed:
            self._process = None
            logger.warning("Between two requests %s", process.give_up("ended"))
        if self._process is None:
            self._start()
        return self.generation

    def ask(self, request: Request) -> Any:
        """The answer to a request, of the process that :meth:`living` has told of.

        A new one would not know what is meant.

        Raises:
            ProcessLost: the process crashed, hung past ``env.timeout_s`` or wrote garbage.
            EnvironmentFault, DataError, ConfigError: what the suite raised.
        """
        answer = self._exchange(request, self.limit_s(request, self._config.timeout_s))
        self.note_answer(request)
        return answer

    def _is_closed_there(self, place: Place) -> bool:
        if self._process is not None and place.env and place.generation == self.generation:
            with contextlib.suppress(Skill1Error):  # nobody's fault but of what was left
                self.ask({"call": "close", "env": place.env})
        return True

    def _exchange(self, request: Request, timeout_s: float) -> Any:
        process = self._process
        # No process is started here: a new one would not know the environment that the request is about.
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
                f"an environment worker cannot be started ({command[0]}: {error.strerror}). Expected of env.python the "
                "path of an interpreter, 3.11 or newer, such as ENVIRONMENT/bin/python, and of env.workers no more "
                "processes than this machine has room for."
            ) from error
        # Before the first request: from here on nothing that an earlier process held is there any more.
        self.generation += 1
        self._answered.clear()  # the new process reads its data again
        # The worker's PYTHONPATH serves to find our modules (`command_of`); the user's own one, for what
        # environments start, is in the message.
        opening = {"call": "open", "config": dataclasses.asdict(self._config)}
        try:
            self.description = self._exchange(
                {**opening, "pythonpath": os.environ.get("PYTHONPATH")}, START_S + self._config.timeout_s
            )
        except ProcessLost as error:
            raise ConfigError(f"{_start_advice(command[0], str(error))}\n{error}") from error
        except Skill1Error as error:  # the process lives, but without a suite
            # No time to end by itself: there are no environments to close.
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
        # An empty entry means the working directory; written out, it means the same one in the worker.
        # Others than texts, such as a Path that was put there, Python itself passes over.
        paths = [path or os.getcwd() for path in sys.path if isinstance(path, str)]
        variables["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(paths))
    else:
        for name in ("PYTHONPATH", "PYTHONHOME"):
            variables.pop(name, None)
    # -P: a file named like a package in the working directory must not be taken for it.
    # faulthandler: a crash in C code leaves a trace among its last words.
    return [python, "-P", "-X", "faulthandler", "-m", "skill1.env.worker"], variables


def is_own_interpreter(python: str) -> bool:
    """Whether this is the interpreter that runs us; symbolic links tell virtual environments apart."""
    return os.path.abspath(python) == os.path.abspath(sys.executable)


def _start_advice(python: str, words: str) -> str:
    if "No module named" in words and "skill1" in words:
        return (
            f"env.python = {python}: skill1 is not installed there. Type: {quoted(python)} -m pip install skill1"
        )
    return f"an environment worker ({python} -m skill1.env.worker) ended while starting; expected Python 3.11 or newer."


class WorkerSuite(RemoteSuite):
    """A suite in ``env.workers`` processes (at least one), of this interpreter or of ``env.python``.

    The first worker starts at once, the others with their first environment. Use
    :func:`~skill1.env.registry.opened_suite`, call :meth:`close`, or drop it: the workers end with it, and with this
    process.

    Raises:
        ConfigError: the worker cannot start, with what it wrote to stderr, or this system has none.
    """

    def __init__(self, config: EnvConfig) -> None:
        # Before anything is started, which nothing could end.
        if not (hasattr(select, "poll") and hasattr(os, "killpg")):
            raise ConfigError(
                f"environments cannot be played in worker processes on this system ({sys.platform}); expected Linux, "
                "macOS, or Linux under Windows (WSL). Type --env.workers 0, and no --env.python."
            )
        self._workers = [Worker(config) for _ in range(max(1, config.workers))]
        self._turns = itertools.cycle(self._workers)
        # Before the first process starts: if that fails, this object is dropped and its workers with it.
        self._finalizer = weakref.finalize(self, _hang_up, self._workers)
        self._finalizer.atexit = False  # `_close_all` does more
        _OPEN.add(self)
        first = self._workers[0]
        # In the worker's own thread, as all that talks to its process.
        first.submit(first.living).result()
        is_own = is_own_interpreter(config.python or sys.executable)
        # Made when something that runs here, such as an expert, is first asked for. Beside another interpreter there
        # is none: its packages need not be here.
        local = functools.cache(functools.partial(load_suite, config)) if is_own else None
        super().__init__(first, first.description, local)

    def make(self, split: str) -> RemoteEnv:
        """An environment in the worker whose turn it is; nothing is asked of it before the first reset."""
        return RemoteEnv(self, next(self._turns), split)

    def close(self) -> None:
        """End the workers: a moment to close their environments, then SIGKILL."""
        if self._finalizer.detach() is None:
            return
        _hang_up(self._workers)
        # One moment for all together: many workers must not take many times as long.
        deadline = time.monotonic() + GRACE_S
        for worker in self._workers:
            worker.finish(max(0.0, deadline - time.monotonic()))


def _hang_up(workers: Sequence[Worker]) -> None:
    for worker in workers:
        worker.hang_up()


_OPEN: weakref.WeakSet[WorkerSuite] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """At exit steps may still be under way, and one of them let its process notice nothing: it would outlive us."""
    for suite in list(_OPEN):
        with contextlib.suppress(Exception):  # the others have to be closed all the same
            suite.close()


# Bytes read at once: as many as a pipe holds on Linux.
CHUNK = 2**16
KEPT_LINES = 20  # of stderr, for the error message
LONGEST_LINE = 500
LAST_WORDS_S = 1.0  # for the exit code and the end of stderr after the pipe broke
LONGEST_POLL_MS = 3_600_000.0  # poll takes no more than 2**31


class ProcessLost(EnvironmentFault):
    """The process crashed, hung or wrote garbage. It has been killed, with all it had started."""


class ChildProcess:
    """A process with pipes, in a session of its own so that it can be killed together with its children.

    Raises ``OSError`` if it cannot be started. Only one thread may call :meth:`exchange`; any may call :meth:`kill`.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], *, longest: int) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            list(command),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            # Unbuffered: poll does not see what Python holds in a buffer.
            bufsize=0,
            env=environment,
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input, self._output, self._longest = self._process.stdin, self._process.stdout, longest
        self._is_killed = False
        self._ends = threading.RLock()  # a number must not be another file's by the time it is read or written
        for stream in (self._input, self._output):
            # A full pipe must not hold us beyond the deadline.
            os.set_blocking(stream.fileno(), False)
        # poll and not select, which refuses descriptors above 1023.
        self._writable, self._readable = select.poll(), select.poll()
        self._writable.register(self._input, select.POLLOUT)
        self._readable.register(self._output, select.POLLIN)
        self._last_lines: deque[str] = deque(maxlen=KEPT_LINES)
        # Read all the time: a full pipe would stop the process at its next warning.
        self._errors = threading.Thread(
            target=_keep_lines,
            args=(io.BufferedReader(self._process.stderr), self._last_lines),  # bare, it is read byte by byte
            daemon=True,
            name="skill1-env-stderr",
        )
        self._errors.start()

    def exchange(self, line: bytes, timeout_s: float) -> bytes:
        """Write a line, read the line that answers it.

        Raises:
            ProcessLost: it ended, took longer than ``timeout_s``, or wrote something else than one line.
        """
        deadline = time.monotonic() + timeout_s
        try:
            self._send(line + b"\n", deadline)
            return self._receive(deadline)
        # Before OSError, of which it is one.
        except TimeoutError:
            raise self.give_up(f"gave no answer within {timeout_s:g} s") from None
        except (OSError, ValueError) as error:  # ValueError: another thread has closed the pipe
            raise self.give_up(f"ended ({type(error).__name__})") from None

    def has_ended(self) -> bool:
        """Whether it has ended since the last exchange, or is about to."""
        return self._is_killed or self._process.poll() is not None

    def hang_up(self) -> None:
        """Close its input: it is to end by itself."""
        with self._ends, contextlib.suppress(OSError):
            self._input.close()

    def kill(self) -> None:
        """SIGKILL to the process and all it has started; does not wait."""
        # Before the signal: until the process has died, `has_ended` has nothing else to go by.
        self._is_killed = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            # It leads the group of its session, so this reaches whatever it has started as well.
            os.killpg(self._process.pid, signal.SIGKILL)

    def finish(self, grace_s: float) -> None:
        """Wait until it has ended after :meth:`hang_up`, and kill it if it does not."""
        self.hang_up()
        try:
            self._process.wait(grace_s)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()
        # Not for ever: something it has started may still hold its stderr open.
        self._errors.join(LAST_WORDS_S)
        with self._ends:
            self._output.close()

    def last_words(self) -> str:
        """The end of what it wrote to stderr."""
        return "\n".join(self._last_lines)

    def _send(self, data: bytes, deadline: float) -> None:
        view = memoryview(data)
        while view:
            # Without the lock: `hang_up` must not wait for a process that reads nothing.
            _wait(self._writable, deadline)
            with self._ends:
                view = view[os.write(self._input.fileno(), view) :]

    def _receive(self, deadline: float) -> bytes:
        received = bytearray()
        while True:
            _wait(self._readable, deadline)
            with self._ends:
                chunk = os.read(self._output.fileno(), CHUNK)
            if not chunk:
                raise self.give_up("ended")
            end = chunk.find(b"\n")
            received += chunk if end < 0 else chunk[:end]
            # Checked with every chunk: a line without an end must not fill the memory.
            if len(received) > self._longest:
                raise self.give_up(f"wrote a line of more than {self._longest} bytes")
            if 0 <= end < len(chunk) - 1:
                raise self.give_up("wrote more than its answer")
            if end >= 0:
                return bytes(received)

    def give_up(self, what: str) -> ProcessLost:
        """Kill it because of what it did; the error to raise."""
        if what.startswith("ended"):  # a moment for the exit code, which killing would hide
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = self._process.wait(LAST_WORDS_S)
                what = f"crashed ({_exit_words(code)})"
        # Also if it has ended by itself: what it has started may still run.
        self.kill()
        self.finish(LAST_WORDS_S)
        # After `finish`, which has waited for the end of stderr.
        words = self.last_words()
        return ProcessLost(f"the environment worker {what}." + (f" Its last output:\n{words}" if words else ""))


def _wait(poll: select.poll, deadline: float) -> None:
    while (remaining_ms := (deadline - time.monotonic()) * 1000) > 0:
        if poll.poll(min(remaining_ms, LONGEST_POLL_MS)):
            return
    raise TimeoutError


def _exit_words(code: int) -> str:
    if code >= 0:
        return f"exit code {code}"
    # Some signals have no name, such as the real-time ones.
    with contextlib.suppress(ValueError):
        return signal.Signals(-code).name
    return f"signal {-code}"


def _keep_lines(stream: IO[bytes], lines: deque[str]) -> None:
    with stream:
        # A longer line comes in pieces: what is kept is bounded, whatever is printed.
        while line := stream.readline(LONGEST_LINE):
            lines.append(line.decode("utf-8", "replace").rstrip("\n"))
