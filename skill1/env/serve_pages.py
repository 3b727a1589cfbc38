"""Serves the pages that an environment makes for people, on 127.0.0.1 only: what `skill1 envs play` does with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from skill1.env.serve import GRACE_S, HOST, listen
from skill1.errors import MissingExtraError


def serve_pages(app: Any, path: str, port: int, announce: Callable[[str], None]) -> None:
    """Answers requests until interrupted.

    Args:
        app: an ASGI application, which guards itself against foreign hosts and pages.
        path: the page to open first.
        port: 0 picks a free one.
        announce: is told that page's address once it can be opened.

    Raises:
        ConfigError: the port cannot be used.
        MissingExtraError: uvicorn is not installed.
    """
    try:
        import uvicorn
    except ImportError as error:
        raise MissingExtraError("uvicorn", "serve", "playing in the browser (--text: in the terminal)") from error
    with listen(port) as listening:
        # Addresses hold a secret, so they are not logged.
        settings = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=GRACE_S)
        announce(f"http://{HOST}:{listening.getsockname()[1]}{path}")
        uvicorn.Server(settings).run(sockets=[listening])
