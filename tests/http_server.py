"""A web server on this machine, as long as a block lasts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

CONNECTIONS = 128


@contextmanager
def listening(
    handler: Callable[..., BaseHTTPRequestHandler], kind: type[ThreadingHTTPServer] = ThreadingHTTPServer
) -> Iterator[ThreadingHTTPServer]:
    """The server; its address is in ``url``."""
    # A body sent after its head would otherwise wait for the client's acknowledgement, 40 ms for each answer.
    getattr(handler, "func", handler).disable_nagle_algorithm = True
    server = kind(("127.0.0.1", 0), handler, bind_and_activate=False)
    # The five connections that wait by default are fewer than a batch opens at once: a busy machine drops the rest.
    server.request_queue_size = CONNECTIONS
    server.server_bind()
    server.server_activate()
    server.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
