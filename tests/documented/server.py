"""A process that has imported what commands need, and forks for each: seconds of imports are spent once.

A child has the folder, environment and streams of the client (client.py) and calls ``skill1.cli.main``, as the console
script does. ``call`` in a request names a function to run instead: what prepares a workspace.
"""

import array
import atexit
import importlib
import json
import os
import select
import signal
import socket
import struct
import sys
import threading
import traceback

IMPORTS = ("torch", "transformers", "tokenizers", "safetensors.torch", "faiss", "rich.table", "httpx", "numpy")
OURS = ("skill1.cli.arguments", "skill1.train.trainer", "skill1.evaluate", "skill1.policy.engine", "pydantic")


def received(line):
    """The request, and the client's three streams."""
    message, ancillary, _, _ = line.recvmsg(4, socket.CMSG_SPACE(3 * array.array("i").itemsize))
    streams = array.array("i")
    for _, _, data in ancillary:
        streams.frombytes(data)
    (length,) = struct.unpack("!I", message)
    body = b""
    while len(body) < length:
        body += line.recv(length - len(body))
    return json.loads(body), list(streams)


def become(request, streams):
    for target, stream in enumerate(streams):
        os.dup2(stream, target)
        os.close(stream)
    sys.stdin = open(0, encoding="utf-8", closefd=False)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False, buffering=1)
    os.chdir(request["cwd"])
    os.environ.clear()
    os.environ.update(request["env"])
    for which in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(which, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def end_with(line):
    """A client that is killed takes its command along."""
    if not line.recv(1):
        os._exit(137)


def worked(request):
    """The exit code, as the interpreter finds it."""
    try:
        if "call" in request:
            module, _, name = request["call"].partition(":")
            getattr(importlib.import_module(module), name)(*request["arguments"])
            return 0
        from tests.documented import stand_ins

        stand_ins.put_in_place()
        from skill1.cli import main

        sys.argv = ["skill1", *request["argv"]]
        return main()
    except SystemExit as finished:
        return finished.code if isinstance(finished.code, int) else int(finished.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1


def serve(address):
    for name in (*IMPORTS, *OURS):
        try:
            importlib.import_module(name)
        except ImportError:  # an extra that is not installed, or a module that has moved: imported by who needs it
            continue
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listening.bind(f"{address}.new")
    listening.listen()
    os.rename(f"{address}.new", address)  # only now somebody may ask
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while (
        listening in select.select([listening, 0], [], [])[0]
    ):  # until the starter's end of standard input is closed
        line, _ = listening.accept()
        request, streams = received(line)
        if os.fork() == 0:
            listening.close()
            line.sendall(struct.pack("!i", os.getpid()))
            become(request, streams)
            threading.Thread(target=end_with, args=(line,), daemon=True).start()
            code = worked(request)
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
            line.sendall(struct.pack("!i", code or 0))
            os._exit(0)
        line.close()
        for stream in streams:
            os.close(stream)


if __name__ == "__main__":
    sys.path.pop(0)  # the folder of this file; commands must not find it
    serve(sys.argv[1])
