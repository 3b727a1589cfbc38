"""What stands for the program ``skill1`` in a workspace.

Hands arguments, folder, environment and streams to the process that has imported everything already (server.py), passes
signals on, and ends with the exit code of the command.
"""

import array
import contextlib
import json
import os
import signal
import socket
import struct
import sys

STREAMS = (0, 1, 2)


def asked(address, request):
    """Exit code of a request, by the server at ``address``."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.connect(address)
        body = json.dumps(request).encode()
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", STREAMS))]
        line.sendmsg([struct.pack("!I", len(body))], rights)
        line.sendall(body)
        child = number(line)
        for which in (signal.SIGINT, signal.SIGTERM):
            signal.signal(which, lambda got, frame: pass_on(child, got))
        return number(line)


def pass_on(child, got):
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, got)


def number(line):
    data = b""
    while len(data) < 4:
        part = line.recv(4 - len(data))
        if not part:
            sys.stderr.write("the process of this command has died\n")
            return 134
        data += part
    return struct.unpack("!i", data)[0]


if __name__ == "__main__":
    here = {"cwd": os.getcwd(), "env": dict(os.environ)}
    if sys.argv[1] == "--call":
        _, _, address, function, *words = sys.argv
        sys.exit(asked(address, {**here, "call": function, "arguments": words}))
    sys.exit(asked(sys.argv[1], {**here, "argv": sys.argv[2:]}))
