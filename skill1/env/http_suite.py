"""Environments on a server that `skill1 envs serve` has started: the same contract, the same bytes as in this process.

A lost connection, a time-out, an answer that is an error or garbage ends the episode whose request it was; a request
over HTTP cannot be called back, it ends by ``env.timeout_s``. There is no state here besides ids: when the server is
back, the next episode makes a new environment there.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
import urllib.parse
import weakref
from collections.abc import Collection
from typing import Any

from skill1.config import EnvConfig
from skill1.env.remote import Channel, Place, RemoteSuite
from skill1.env.wire import (
    MAX_MESSAGE_BYTES,
    ROUTES,
    Request,
    from_line,
    raise_error,
    require_name,
    require_settings,
    serve_command,
    to_line,
)
from skill1.errors import ConfigError, EnvironmentFault, Skill1Error, require_packages

THREADS = 16  # requests under way at once
IDLE_CONNECTION_S = 30.0  # shorter than the server's, so that it never hangs up on a request
BACK_S = 5.0  # for a server that answered nobody to say that it is back


def address_parts(url: str, schemes: Collection[str]) -> urllib.parse.SplitResult:
    """The parts of an ``env.url`` of one of these schemes. Raises ``ConfigError`` for an address that is none."""
    with contextlib.suppress(ValueError):  # a port that is none, half a bracket
        parts = urllib.parse.urlsplit(url)
        if parts.scheme in schemes and parts.hostname and parts.port != 0 and "@" not in parts.netloc:
            return parts
    # Not quoted: it may hold a password.
    shown = "env.url" if "@" in url else f"env.url = {url!r}"
    example = f"{next(iter(schemes))}://127.0.0.1:8000"
    raise ConfigError(f"{shown}: expected an address such as {example}, without a password.")


def timed_client(timeout_s: float, **settings: Any) -> Any:
    """An httpx client for :func:`whole_answer`; ``settings``: further ones."""
    import httpx

    # No proxy stands between us and a server on this machine.
    transport = httpx.HTTPTransport(trust_env=False, limits=httpx.Limits(**settings))
    # httpx has no way to say it: see `_Timed`. In one that is made otherwise, each read alone is limited.
    with contextlib.suppress(AttributeError):
        transport._pool._network_backend = _Backend()
    return httpx.Client(timeout=timeout_s, trust_env=False, transport=transport)


class _Due(threading.local):
    """When the request of this thread ends."""

    at = math.inf

    def left(self, timeout_s: float | None) -> float:
        import httpcore

        left = self.at - time.monotonic()
        if left <= 0:
            raise httpcore.ReadTimeout("its time is over")
        return left if timeout_s is None else min(left, timeout_s)


_due = _Due()


class _Timed:
    """A stream whose reads and writes end with the request: httpx limits each, and a server may send byte by byte.

    Or one 100 Continue after the other: then there never is a response whose time could be looked at.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.close, self.get_extra_info = stream.close, stream.get_extra_info

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _due.left(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, _due.left(timeout))

    def start_tls(self, context: Any, server_hostname: str | None = None, timeout: float | None = None) -> _Timed:
        return _Timed(self._stream.start_tls(context, server_hostname, _due.left(timeout)))


class _Backend:
    def connect_tcp(self, host: str, port: int, timeout: float | None = None, **options: Any) -> _Timed:
        import httpcore

        return _Timed(httpcore.SyncBackend().connect_tcp(host, port, _due.left(timeout), **options))


def whole_answer(client: Any, method: str, url: str, timeout_s: float, **sent: Any) -> tuple[int, bytes]:
    """Status and body of one request by an httpx client; ``sent``: its further arguments.

    Args:
        client: a :func:`timed_client`.

    Raises:
        EnvironmentFault: the body is longer than ``MAX_MESSAGE_BYTES``, is not there in time, or is packed twice.
    """
    _due.at, body = time.monotonic() + timeout_s, bytearray()
    try:
        with client.stream(method, url, **sent) as response:
            # httpx unpacks a chunk at once: of one packed twice, some bytes would fill the memory.
            packed = response.headers.get("content-encoding", "identity").lower()
            if packed not in ("identity", "gzip", "deflate"):
                raise EnvironmentFault(f"an answer of {url} is packed as {packed:.40}; expected gzip at most.")
            for chunk in response.iter_bytes():
                body += chunk
                if len(body) > MAX_MESSAGE_BYTES or time.monotonic() > _due.at:
                    limits = f"{MAX_MESSAGE_BYTES} bytes within {timeout_s:g} s"
                    raise EnvironmentFault(f"an answer of {url} exceeded {limits}.")
    finally:
        _due.at = math.inf
    return response.status_code, bytes(body)


class Connection(Channel):
    """Sends requests and checks what comes back. Safe to use from several threads, also from none of its own.

    Raises ``ConfigError`` for an address that is none, ``MissingExtraError`` without httpx.
    """

    def __init__(self, url: str, timeout_s: float) -> None:
        # Plain HTTP alone: the server listens on 127.0.0.1, and from elsewhere it is reached through a tunnel.
        address_parts(url, ("http",))
        require_packages("serve", "env.url", "httpx")
        import httpx

        # Its classes are kept, since httpx is imported in this method only.
        self.url, self._timeout_s, self._failure = url.rstrip("/"), timeout_s, httpx.HTTPError
        self._answered_at, self._is_silent = time.monotonic(), False
        # No limit on connections: there is at most one for each thread, and for each caller of `now`.
        self._connected = lambda: timed_client(timeout_s, keepalive_expiry=IDLE_CONNECTION_S)
        super().__init__(THREADS)

    def begin(self) -> None:
        super().begin()
        self._client = self._connected()

    def ask(self, request: Request) -> Any:
        """The answer to a request of :mod:`skill1.env.wire`.

        Raises:
            EnvironmentFault: no answer within the time limit, or none of the expected form.
            EnvironmentFault, DataError, ConfigError: what the suite raised there.
        """
        method, path = ROUTES[request["call"]]
        arguments = {name: value for name, value in request.items() if name != "call"}
        # The converter is the server's affair. Names are sent quoted whole: a slash or a question mark in one would
        # divide or end the path.
        path = path.replace(":path}", "}")
        for name in ("env", "split"):
            if f"{{{name}}}" in path:
                path = path.replace(f"{{{name}}}", urllib.parse.quote(arguments.pop(name), safe=""))
        if self._is_silent:
            # Or every episode would wait for it as long as for a slow game.
            self._send(*ROUTES["describe"], None, min(BACK_S, self._timeout_s))
        content = to_line(arguments) if method == "POST" else None
        limit_s = self.limit_s(request, self._timeout_s)
        answer = self._content(*self._send(method, path, content, limit_s))
        self.note_answer(request)
        return answer

    def _send(self, method: str, path: str, content: bytes | None, limit_s: float) -> tuple[int, bytes]:
        headers, begun = {"content-type": "application/json"} if content is not None else {}, time.monotonic()
        sent = {"content": content, "headers": headers, "timeout": limit_s}
        try:
            answer = whole_answer(self._client, method, self.url + path, limit_s, **sent)
        except (self._failure, OSError, RuntimeError) as error:  # RuntimeError: the client has been closed
            # A game may be slow while others go on: then the server is there.
            self._is_silent = self._answered_at < begun
            if self._is_silent:
                self._answered.clear()  # started again it reads its data again
            what = f"{type(error).__name__}: {error}".rstrip(": ")
            raise EnvironmentFault(f"the environment server {self.url} failed: {what}.") from error
        self._answered_at, self._is_silent = time.monotonic(), False
        return answer

    def _content(self, status: int, body: bytes) -> Any:
        if status == 200:
            return from_line(body)
        # An error of ours says more than its status; what else answers here, such as a proxy, has only that.
        error = _error_in(body)
        if error is not None:
            raise_error(error)
        raise EnvironmentFault(f"the environment server {self.url} answered HTTP {status}: {body[:80]!r}.")

    def _is_closed_there(self, place: Place) -> bool:
        try:
            # In a process that was forked those of the parent, which plays on, are left too.
            if place.env and place.generation == self.generation:
                self.ask({"call": "close", "env": place.env})
        # A server that does not answer would cost time for each further one.
        except Skill1Error:
            return False
        return True

    def hurry(self) -> None:
        """Wait for no later answer as long as for a slow game."""
        self._timeout_s = min(BACK_S, self._timeout_s)

    def close(self) -> None:
        """Close idle connections; requests under way fail."""
        # Not waited for: a request under way cannot be called back, and may take all of `env.timeout_s`.
        self._threads.shutdown()
        self._client.close()


def _error_in(body: bytes) -> dict[str, Any] | None:
    with contextlib.suppress(EnvironmentFault):
        told = from_line(body)
        if isinstance(told, dict) and isinstance(told.get("error"), dict):
            return told["error"]
    return None


class HttpSuite(RemoteSuite):
    """The suite that the server at ``env.url`` plays.

    Raises:
        ConfigError: no server there, or it plays another environment or with another step limit.
        MissingExtraError: httpx is not installed.
    """

    def __init__(self, config: EnvConfig) -> None:
        assert config.url
        connection = Connection(config.url, config.timeout_s)
        super().__init__(connection, _description(connection, config))
        self._connection = connection
        # Of the connection: a method of the suite itself would keep it alive.
        self._finalizer = weakref.finalize(self, connection.close)

    def close(self) -> None:
        """Close what was left on the server, and the connections."""
        if self._finalizer.alive:
            # First: afterwards there is no connection to say it over. Briefly: nobody waits for an answer any more.
            self._connection.hurry()
            self._channel.flush()
            self._finalizer()


def _description(connection: Connection, config: EnvConfig) -> dict[str, Any]:
    try:
        description = connection.ask({"call": "describe"})
        if not isinstance(description, dict):
            raise EnvironmentFault(f"it answered {description!r:.80}.")
    except Skill1Error as error:
        start = serve_command(config, urllib.parse.urlsplit(connection.url).port or 8000, "skill1")
        raise ConfigError(
            f"env.url = {connection.url}: no environment server answers there ({error}) Start one: {start}"
        ) from error
    # Under either name: what the server was started with, such as module:Class, or what the suite calls itself.
    require_name((description.get("env"), description.get("name")), config, "skill1")
    require_settings(description, config)
    return description
