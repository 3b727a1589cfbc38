"""OpenEnv servers for tests, in a thread of this process."""

import contextlib
import threading

import uvicorn

from skill1.config import EnvConfig
from skill1.env.openenv import ServedSuite
from skill1.env.openenv_server import make_openenv_app
from skill1.env.registry import make_suite
from skill1.env.serve import listen


@contextlib.contextmanager
def serving_app(app):
    """The address (openenv://…) of an application while it answers on a free port."""
    with listen(0) as listening:
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"openenv://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


def serving(config: EnvConfig):
    """The address of the OpenEnv server of a suite."""
    return serving_app(make_openenv_app(ServedSuite(make_suite(config), config, threading.Lock())))
