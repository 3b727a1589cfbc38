"""Servers on 127.0.0.1 only: a suite of this machine behind a small JSON API, for `env.url`; pages to play on.

Reach them from elsewhere through an SSH tunnel. Routes of the API are in :mod:`skill1.env.wire`. An
error is ``{"error": {"type", "message"}}`` with status 400 (no such request), 404 (no such environment or split), 413
(too long) or 500 (the environment failed).
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from functools import partial
from typing import Any

from skill1.config import EnvConfig
from skill1.config.mixture import is_mixture
from skill1.env.registry import make_suite
from skill1.env.wire import ROUTES, BadRequest, UnknownEnvironmentId, encode_error, from_line, to_line
from skill1.env.worker import SuiteHost
from skill1.errors import ConfigError, DataError, EnvironmentFault, require_packages

HOST = "127.0.0.1"
OWN_HOSTS = [HOST, "localhost"]
MAX_BODY_BYTES = 4 * 2**20  # an action or a skill draft; answers may be longer
IDLE_S = 3600.0  # an environment not stepped for an hour belongs to nobody
MAX_ENVIRONMENTS = 10_000
KEEP_CONNECTION_S = 75  # longer than clients keep theirs, so that none is cut while it sends
GRACE_S = 5  # for requests under way when it is told to end

Answer = Callable[[dict[str, Any]], Any]  # a request's fields → an answer that is ready for JSON


class TooLong(EnvironmentFault):
    """A request body over the limit."""


def listen(port: int) -> socket.socket:
    """A listening socket on 127.0.0.1; port 0 picks a free one.

    Raises:
        ConfigError: the port is taken or not allowed.
    """
    try:
        # Not 0.0.0.0: the API asks for no password, so only this machine may use it.
        return socket.create_server((HOST, port), backlog=128)
    except (OSError, OverflowError) as error:
        raise ConfigError(
            f"port {port} of {HOST} cannot be used ({error}). Type --port 0 for a free one."
        ) from error


def serve(config: EnvConfig, port: int, announce: Callable[[str], None]) -> None:
    """Answer requests until interrupted, then close the environments; ``announce`` is told the address.

    Raises:
        ConfigError: no such environment, it cannot be made, or the port cannot be used.
        MissingExtraError: fastapi or uvicorn is not installed.
    """
    require_own(config)

    def make() -> Any:
        return make_app(SuiteHost(make_suite(config), config), is_isolated=bool(config.workers or config.python))

    serve_app(make, port, announce, "skill1 envs serve")


def require_own(config: EnvConfig) -> None:
    """Raises ``ConfigError`` for what no server plays: an environment elsewhere, or several."""
    if config.url:
        raise ConfigError(
            "env.url names another server; `skill1 envs serve` plays an environment on this machine."
        )
    if is_mixture(config):
        raise ConfigError(
            f"a server plays one environment, not {config.name}. Start one for each, and name them where you train: "
            "--env.mixture.ENV.url URL"
        )


def make_app(host: SuiteHost, *, is_isolated: bool) -> Any:
    """The ASGI application. Unless the suite plays in workers, it is asked one thing at a time."""
    # Suites of this process need not be safe to use from several threads.
    turn = contextlib.nullcontext() if is_isolated else threading.Lock()

    def answer(call: str, fields: dict[str, Any]) -> Any:
        with turn:
            if call == "make":
                make_room(host)
            # The call last: no body may change it.
            return host.answer({**fields, "call": call})

    def refusal(error: BaseException) -> tuple[Any, int]:
        return {"error": encode_error(error)}, status_of(error)

    routes = [(method, path, partial(answer, call)) for call, (method, path) in ROUTES.items()]
    return json_app(routes, refusal, host.config.workers, host.close)


def json_app(
    routes: Iterable[tuple[str, str, Answer]],
    refusal: Callable[[BaseException], tuple[Any, int]],
    workers: int,
    close: Callable[[], None],
    more: Iterable[Any] = (),
    *,
    reads_query: bool = False,
) -> Any:
    """The ASGI application of a JSON API for this machine.

    Args:
        routes: method, path and what answers it. Fields are those of the body and the path.
        refusal: an error → what is told of it, and the HTTP status.
        workers: so many requests may wait for environments, besides the usual number.
        close: is called in the end.
        more: further routes of Starlette.
        reads_query: the query of an address holds fields, too.
    """
    from starlette.applications import Starlette
    from starlette.concurrency import run_in_threadpool
    from starlette.exceptions import HTTPException
    from starlette.middleware import Middleware
    from starlette.middleware.trustedhost import TrustedHostMiddleware
    from starlette.responses import Response
    from starlette.routing import Route

    def handler(answer: Answer) -> Callable[[Any], Awaitable[Any]]:
        async def handle(request: Any) -> Any:
            try:
                asked = dict(request.query_params) if reads_query else {}
                # The path last: no body may name another environment than the path does.
                fields = {**asked, **await read_body(request), **request.path_params}
                # Written in the thread, too: a long list takes a while, and an answer without a JSON form is an
                # error like any other.
                content, status = await run_in_threadpool(lambda: to_line(answer(fields))), 200
            except (Exception, SystemExit) as error:  # the border to foreign code
                told, status = refusal(error)
                content = to_line(told)
            return Response(content, status, media_type="application/json")

        return handle

    async def no_such_page(request: Any, error: Any) -> Any:
        told, _ = refusal(BadRequest(f"{request.method} {request.url.path:.80}: {error.detail}."))
        return Response(to_line(told), error.status_code, error.headers, "application/json")

    return Starlette(
        exception_handlers={HTTPException: no_such_page},
        routes=[*more, *(Route(path, handler(answer), methods=[method]) for method, path, answer in routes)],
        # A web page whose name was made to point here would send its own name as the host.
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=OWN_HOSTS)],
        lifespan=_lifespan(workers, close),
    )


def _lifespan(workers: int, close: Callable[[], None]) -> Any:
    from starlette.concurrency import run_in_threadpool

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        add_threads(workers)
        yield
        with contextlib.suppress(Exception):  # the border to foreign code: we are leaving anyway
            await run_in_threadpool(close)

    return lifespan


def add_threads(workers: int) -> None:
    """As many more threads for requests as there are workers: anyio's 40 would keep all others idle."""
    from anyio.to_thread import current_default_thread_limiter

    current_default_thread_limiter().total_tokens += workers


def make_room(host: SuiteHost) -> None:
    """Drop idle environments. Raises ``EnvironmentFault`` if there are still too many."""
    # Done when one more is wanted: a client that is gone for good says nothing.
    host.drop_idle(IDLE_S)
    if len(host) >= MAX_ENVIRONMENTS:
        raise EnvironmentFault(f"{len(host)} environments are open, the most that the server allows; close some.")


async def read_body(request: Any) -> dict[str, Any]:
    """The JSON object of a POST, nothing for other methods.

    Raises:
        TooLong: it is longer than ``MAX_BODY_BYTES``.
        BadRequest: it is no JSON object, or not declared as one: what a foreign page's form would send.
    """
    if request.method != "POST":
        return {}
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise BadRequest("expected the header content-type: application/json.")
    body = bytearray()
    # Counted as it comes: a declared length may be missing or wrong.
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise TooLong(f"a body of more than {MAX_BODY_BYTES} bytes.")
    try:
        content = from_line(bytes(body))
    except EnvironmentFault as error:
        raise BadRequest(str(error)) from error
    if not isinstance(content, dict):
        raise BadRequest(f"the body is a {type(content).__name__}; expected a JSON object.")
    return content


def status_of(error: BaseException) -> int:
    """HTTP status of an error."""
    if isinstance(error, BadRequest):
        return 400
    if isinstance(error, UnknownEnvironmentId | DataError):
        return 404
    return 413 if isinstance(error, TooLong) else 500


def serve_app(
    make: Callable[[], Any], port: int, announce: Callable[[str], None], purpose: str, **settings: Any
) -> None:
    """Answers requests until interrupted.

    Args:
        make: makes the ASGI application, which guards itself against foreign hosts and pages.
        port: 0 picks a free one.
        announce: is told the address once it can be opened.
        purpose: what needs the extra.
        settings: further ones of uvicorn.

    Raises:
        ConfigError: the port cannot be used.
        MissingExtraError: fastapi, which brings starlette, or uvicorn is not installed.
    """
    require_packages("serve", purpose, "fastapi", "uvicorn")
    with listen(port) as listening:
        # The port is held already: one that is taken is told before an environment is made, and clients that come early
        # wait in the queue.
        app = make()
        announce(f"http://{HOST}:{listening.getsockname()[1]}")
        run_server(app, listening, **settings)


def run_server(app: Any, listening: socket.socket, **settings: Any) -> None:
    """Answers requests that come to a listening socket until interrupted; ``settings`` are further ones of uvicorn."""
    import uvicorn

    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # addresses of pages hold a secret
        timeout_keep_alive=KEEP_CONNECTION_S,
        timeout_graceful_shutdown=GRACE_S,
        **settings,
    )
    uvicorn.Server(config).run(sockets=[listening])
