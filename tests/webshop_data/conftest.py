"""Google Drive on 127.0.0.1, and the recorded catalogue."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer

import pytest

from tests.webshop.conftest import recorded_folder  # noqa: F401
from tests.webshop_data.published import Handler, Server, small_set


@pytest.fixture
def server() -> Iterator[Server]:
    """A running server that has the small set, on Drive alone."""
    state = Server(contents=small_set())
    handler = type("OwnHandler", (Handler,), {"server_state": state})
    running = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    state.address = f"http://127.0.0.1:{running.server_port}"
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield state
    running.shutdown()
    running.server_close()
    thread.join()
