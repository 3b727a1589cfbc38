"""Talking to an OpenEnv server: its pages over HTTP, a connection to play on, and the forms of actions and texts."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from skill1.env.http_suite import address_parts, timed_client, whole_answer
from skill1.env.wire import MAX_MESSAGE_BYTES, from_line, mapping, to_line
from skill1.errors import EnvironmentFault

# Scheme of `env.url` → those of the server's pages and of its connection.
SCHEMES = {"openenv": ("http", "ws"), "openenvs": ("https", "wss")}
CLOSE_S = 2.0  # for saying goodbye
LONGEST_MESSAGE = 2000  # characters of a server's own error text
LEAST_ROOM = 2**12  # characters that a connection takes though nobody reads them
# OpenEnv's own servers let one client in unless they are told otherwise.
TOO_MANY = (
    " It accepts no more connections. Play fewer episodes at once (--model.rows N; for a model behind a server "
    "--endpoint.concurrency N), or start the server with room for more (max_concurrent_envs)."
)


def is_openenv(url: str | None) -> bool:
    """Whether an ``env.url`` names an OpenEnv server."""
    return bool(url) and url.partition("://")[0].lower() in SCHEMES


def addresses(url: str) -> tuple[str, str]:
    """Where a server answers over HTTP, and where it plays. Raises ``ConfigError`` for an address that is none."""
    parts = address_parts(url, SCHEMES)
    http, socket = SCHEMES[parts.scheme]
    rest = f"{parts.netloc}{parts.path.rstrip('/')}"
    return f"{http}://{rest}", f"{socket}://{rest}/ws"


class Pages:
    """What a server tells over HTTP."""

    def __init__(self, url: str, timeout_s: float) -> None:
        # Here and not above, as below: `OpenEnvChannel` says which extra brings what is missing.
        import httpx

        self.url, self._failure = url, (httpx.HTTPError, httpx.InvalidURL)
        self._timeout_s = timeout_s
        self._client = timed_client(timeout_s)

    def get(self, path: str, sent: Mapping[str, Any] | None = None) -> Any:
        """The JSON at a path, by POST if something is sent; None where the server has no such page.

        Raises:
            EnvironmentFault: no answer in time, one that is too long, an error, or no JSON.
        """
        method = "GET" if sent is None else "POST"
        try:
            status, body = whole_answer(self._client, method, self.url + path, self._timeout_s, json=sent)
        except (*self._failure, OSError, RuntimeError) as error:  # RuntimeError: the client has been closed
            raise EnvironmentFault(
                f"the OpenEnv server {self.url} failed: {type(error).__name__}: {error}."
            ) from error
        # How servers say that they have no such page; not every release of OpenEnv lists tasks.
        if status in (404, 405, 501):
            return None
        if status != 200:
            raise EnvironmentFault(f"{self.url}{path} answered HTTP {status}: {body[:200]!r}.")
        return from_line(body)

    def close(self) -> None:
        """Close idle connections."""
        self._client.close()


@dataclass(frozen=True)
class ActionForm:
    """How a policy's text becomes an action of the server's schema."""

    schema: Mapping[str, Any]

    @property
    def field(self) -> str | None:
        """The one required field; None: an action is a JSON object."""
        required = self.schema.get("required")
        return required[0] if isinstance(required, list) and len(required) == 1 else None

    @property
    def usage(self) -> str:
        """What a policy has to know about JSON actions; empty where its text is sent as it is."""
        if self.field is not None:
            return ""
        # Sorted below: a prompt must not depend on the order in which a server lists its fields.
        # Actions of OpenEnv may carry `metadata`, for which a policy has no use.
        fields = {name: kind for name, kind in self._properties.items() if name != "metadata"}
        return f"Answer with a JSON object. Its fields: {json.dumps(fields, sort_keys=True)}"

    def action(self, text: str) -> dict[str, Any]:
        """The action. Raises ``ValueError``, worded for the policy, for a text that is none."""
        if self.field is not None:
            return {self.field: text if self._takes_text(self.field) else _parsed(text)}
        action = _parsed(text)
        if not isinstance(action, dict):
            raise ValueError("expected a JSON object")
        return action

    @property
    def _properties(self) -> Mapping[str, Any]:
        found = self.schema.get("properties")
        return found if isinstance(found, Mapping) else {}

    def _takes_text(self, name: str) -> bool:
        definitions = self.schema.get("$defs") or self.schema.get("definitions")
        return _is_text(self._properties.get(name), definitions if isinstance(definitions, Mapping) else {})


def _is_text(kind: Any, definitions: Mapping[str, Any]) -> bool:
    """Whether a field of this JSON schema takes a text; one that says nothing of its type does."""
    if not isinstance(kind, Mapping):
        return True
    if isinstance(name := kind.get("$ref"), str):
        found = definitions.get(name.rpartition("/")[2])
        # Without definitions: a server's may lead to each other in a circle.
        return isinstance(found, Mapping) and _is_text(found, {})
    # Pydantic writes `str | None` as anyOf with null, and wraps a reference that has a default in allOf.
    for choice in ("anyOf", "oneOf", "allOf"):
        if isinstance(kinds := kind.get(choice), list):
            return any(_is_text(each, definitions) for each in kinds)
    told = kind.get("type", "string")
    return "string" in told if isinstance(told, list) else told == "string"


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    # Left as it is: the server refuses it in its own words, and the policy is told.
    except (ValueError, RecursionError):
        return text


def text_of(observation: Any) -> str:
    """What is shown of an observation: its ``text``, its only text, or all of it as JSON."""
    if not isinstance(observation, Mapping):
        return observation if isinstance(observation, str) else json.dumps(observation, ensure_ascii=False)
    # The field of our own server's observations; others call theirs what they like.
    if isinstance(observation.get("text"), str):
        return observation["text"]
    # These three are fields of OpenEnv's observations, too (OBSERVATION_SCHEMA), but nothing that is seen.
    shown = {name: value for name, value in observation.items() if name not in ("metadata", "done", "reward")}
    if len(shown) == 1 and isinstance(text := next(iter(shown.values())), str):
        return text
    return json.dumps(shown, ensure_ascii=False, sort_keys=True)


class Told(Exception):
    """What the server does not take of an action: the policy is told."""


class Connection:
    """One connection, with its environment there; ``open_s`` is the limit on opening it.

    Raises ``EnvironmentFault`` if it cannot be opened.
    """

    def __init__(self, url: str, timeout_s: float, open_s: float) -> None:
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        self.url, self._timeout_s, self._failures = url, timeout_s, (WebSocketException, OSError)
        self._end = contextlib.ExitStack()  # from 17 on, websockets opens a connection as a context only
        # No pings: a server may answer none while it steps, and `ask` has a deadline of its own.
        limits = {
            "open_timeout": open_s,
            # Of a server that says goodbye first; `close` may leave it less.
            "close_timeout": CLOSE_S,
            "ping_interval": None,
            "max_size": MAX_MESSAGE_BYTES,
        }
        try:
            # No proxy, as for the pages: by default one would be taken from the shell's variables.
            self._socket = self._end.enter_context(connect(url, proxy=None, **limits))
        except self._failures as error:
            raise self._fault(error) from error
        # Of the running episode, kept by the channel: OpenEnv's answers tell neither.
        self.steps, self.total = 0, 0.0

    def ask(self, kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """What ``reset`` or ``step`` answers: ``observation``, ``reward``, ``done`` and perhaps ``metadata``.

        Raises:
            Told: the server does not take the action.
            EnvironmentFault: it failed, is lost, too slow, or answers with something else.
        """
        # One limit for both ways: what sending took, receiving has less.
        deadline = time.monotonic() + self._timeout_s
        try:
            # A server that is full has said so and closed: what it said is still to be read.
            with contextlib.suppress(*self._failures):
                self._send(to_line({"type": kind, "data": data}).decode())
            answer = from_line(_bytes(self._socket.recv(timeout=max(0.0, deadline - time.monotonic()))))
        except self._failures as error:  # a TimeoutError is an OSError
            raise self._fault(error) from error
        fields = mapping(answer, "the answer")
        told = mapping(fields.get("data"), "data")
        if fields.get("type") == "error":
            message = f"{told.get('code')}: {told.get('message')}"[:LONGEST_MESSAGE]
            if told.get("code") == "VALIDATION_ERROR":
                raise Told(message)
            raise EnvironmentFault(message + (TOO_MANY if told.get("code") == "CAPACITY_REACHED" else ""))
        if fields.get("type") != "observation":
            raise EnvironmentFault(
                f"{self.url} answered {str(fields.get('type'))[:80]!r}; expected an observation."
            )
        return told

    def _send(self, message: str) -> None:
        # Short ones find room on the way; longer ones wait until the server reads, for which websockets has no limit.
        if len(message) < LEAST_ROOM:
            self._socket.send(message)
            return
        limit = threading.Timer(self._timeout_s, self._socket.socket.shutdown, (socket.SHUT_RDWR,))
        limit.daemon = True
        limit.start()
        try:
            self._socket.send(message)
        finally:
            limit.cancel()

    def close(self, wait_s: float = CLOSE_S) -> None:
        """Leave; the server has ``wait_s`` to close its part."""
        self._socket.close_timeout = wait_s
        with contextlib.suppress(*self._failures):
            self._end.close()

    def _fault(self, error: BaseException) -> EnvironmentFault:
        return EnvironmentFault(f"the OpenEnv server {self.url} failed: {type(error).__name__}: {error}.")


def _bytes(received: str | bytes) -> bytes:
    return received.encode() if isinstance(received, str) else received
