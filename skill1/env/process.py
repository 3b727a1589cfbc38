"""One child process that answers lines with lines, as seen by its parent: a limit on time and size, and its last words.

Knows nothing of environments. Whatever goes wrong is a ``ProcessLost`` after which the process is gone.
"""

from __future__ import annotations

import contextlib
import io
import os
import select
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import IO

from skill1.errors import EnvironmentFault

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

    @property
    def pid(self) -> int:
        return self._process.pid

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

    def trouble(self) -> str:
        """What has become of it since the last exchange, for :meth:`give_up`; nothing is the empty text."""
        # Whatever can be read now answers no request.
        events = [event for _, event in self._readable.poll(0)]
        # Any event besides POLLIN is that the other end has gone.
        if self._is_killed or self._process.poll() is not None or any(event & ~select.POLLIN for event in events):
            return "ended"
        return "wrote something that was not asked for" if events else ""

    def hang_up(self) -> None:
        """Close its input: it is to end by itself."""
        with self._ends, contextlib.suppress(OSError):
            self._input.close()

    def kill(self) -> None:
        """SIGKILL to the process and all it has started; does not wait."""
        # Before the signal: until the process has died, `trouble` has nothing else to go by.
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
        self.kill()
        self.finish(LAST_WORDS_S)
        # After `finish`, which has waited for the end of stderr.
        words = self.last_words()
        return ProcessLost(f"the environment worker {what}." + (f" Its last words:\n{words}" if words else ""))


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
