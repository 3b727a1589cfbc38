"""Google Drive on 127.0.0.1, and the recorded catalogue."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.http_server import listening
from tests.webshop.conftest import recorded_folder  # noqa: F401
from tests.webshop_data.published import Handler, Server, small_set


@pytest.fixture
def server() -> Iterator[Server]:
    """A running server that has the small set, on Drive alone."""
    state = Server(contents=small_set())
    with listening(type("OwnHandler", (Handler,), {"server_state": state})) as running:
        state.address = running.url
        yield state
