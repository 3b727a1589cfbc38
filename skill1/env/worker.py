"""A worker process: ``python -m skill1.env.worker`` plays a suite for the process that started it.

Reads one request per line from stdin, writes one answer per line to what was stdout: ``{"id", "value"}`` or
``{"id", "error"}``, see :mod:`skill1.env.wire`. The first request, ``open``, brings the configuration. Environment code
may print: its stdout is stderr, its stdin is empty. The process ends when stdin closes, however its parent ended.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Mapping
from typing import IO, Any

from skill1.env.host import SuiteHost
from skill1.env.loading import load_suite
from skill1.env.wire import BadRequest, decode_config, encode_error, from_line, to_line

GRACE_S = 2.0  # for closing environments after the parent has gone


def main() -> None:
    """Serve until stdin closes."""
    requests, answers = take_over_streams()
    lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(requests, lines), daemon=True).start()
    host: SuiteHost | None = None
    while (line := lines.get()) is not None:
        request = dict(from_line(line))
        number = request.pop("id", None)
        try:
            if request.get("call") == "open":
                host = open_host(request)
                value: Any = host.describe()
            elif host is None:
                raise BadRequest("the first request has to be 'open'.")
            else:
                value = host.answer(request)
            answer = to_line({"id": number, "value": value})
        except (
            BaseException
        ) as error:  # the border to foreign code: sys.exit() in an environment is its fault, too
            answer = to_line({"id": number, "error": encode_error(error)})
        answers.write(answer + b"\n")
        answers.flush()
    if host is not None:
        with contextlib.suppress(Exception):
            host.close()
    _end_group()


def open_host(request: Mapping[str, Any]) -> SuiteHost:
    """The suite of the configuration, made in this process; restores the PYTHONPATH that only served to get here."""
    os.environ.pop("PYTHONPATH", None)
    if request.get("pythonpath") is not None:
        os.environ["PYTHONPATH"] = str(request["pythonpath"])
    config = decode_config(request.get("config"))
    return SuiteHost(load_suite(config), config)


def take_over_streams() -> tuple[IO[bytes], IO[bytes]]:
    """Stdin and stdout for the protocol alone; what environment code reads and prints goes elsewhere."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    return requests, answers


def _read(requests: IO[bytes], lines: queue.SimpleQueue[bytes | None]) -> None:
    """Hand on requests; once nobody holds the other end, end after a moment of grace, even if a step hangs."""
    with contextlib.suppress(OSError):
        for line in requests:
            lines.put(line)
    lines.put(None)
    threading.Event().wait(GRACE_S)
    _end_group()
    os._exit(1)


def _end_group() -> None:
    """Processes that environments have started must not outlive this one; nobody else is in a group of our own."""
    sys.stderr.flush()
    if os.getpgrp() == os.getpid():
        os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    main()
