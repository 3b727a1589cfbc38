"""Retrievers at addresses, asked in turn; time-outs and tries as the clients of Search-R1's family have them.

A request that fails goes to the next address. Waits grow by a second with each try.
"""

from __future__ import annotations

import contextlib
import http.client
import itertools
import logging
import socket
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1_envs.kit.passages import Hit
from skill1_envs.search.retriever.wire import read_reply, write_request

TIMEOUT_S = 30.0
TRIES = 10
WAIT_S = 1.0  # before the second try; n times as long before the n-th next
# What may pass, as a restart does. With any other status the same request would fail again.
TRIED_AGAIN = frozenset({500, 502, 503, 504})
PROBE = "capital of Italy"  # a query by which one learns whether a server answers
MAX_REPLY_BYTES = 64 << 20
DEFAULT_PATH = "/retrieve"
_CHUNK_BYTES = 1 << 16
_HEADERS = {"Content-Type": "application/json", "Accept": "application/json", "Connection": "close"}

logger = logging.getLogger(__name__)


class _TryAgain(Exception):
    """What may pass: the server is busy, restarting or cut off."""


class RetrieverClient:
    """A :class:`~skill1_envs.kit.passages.Retriever` at one or several addresses.

    Args:
        addresses: such as ``http://127.0.0.1:8000/retrieve``; without a path ``/retrieve`` is meant. In one text they
            are separated by commas. Proxies are not asked.
        timeout_s: longest wait for one reply.
        tries: of one query, at all addresses together.
        wait: sleeps so many seconds.

    Raises:
        ConfigError: no address, or one that is none.
    """

    def __init__(
        self,
        addresses: str | Sequence[str],
        *,
        timeout_s: float = TIMEOUT_S,
        tries: int = TRIES,
        wait: Callable[[float], object] = time.sleep,
    ) -> None:
        self.addresses = checked_addresses(addresses)
        self._timeout_s, self._tries, self._wait = timeout_s, tries, wait
        # Safe in threads: next() on it is one step of the interpreter.
        self._turns, self._is_told = itertools.cycle(self.addresses), False

    def retrieve(
        self, queries: Sequence[str], top_k: int, given_up: threading.Event | None = None
    ) -> list[list[Hit]]:
        """Hits of each query, which are sent one by one, each to the next address.

        ``given_up``: set from another thread, no further try is made. Raises ``EnvironmentFault`` then, too.
        """
        return [self._asked(query, top_k, given_up) for query in queries] if top_k > 0 else [[] for _ in queries]

    def close(self) -> None:
        """Nothing is held between requests."""

    def _asked(self, query: str, top_k: int, given_up: threading.Event | None) -> list[Hit]:
        body = write_request(query, top_k)
        for number in range(1, self._tries + 1):
            address = next(self._turns)
            try:
                # A server may send more than it was asked for.
                hits = read_reply(self._sent(address, body))[:top_k]
                self._is_told = False
                return hits
            except _TryAgain as failure:
                last = f"{address}: {failure}"
                self._tell(number, last)
            except DataError as error:
                raise EnvironmentFault(f"the retriever at {address}: {error}") from error
            if number < self._tries:
                self._pause(WAIT_S * number, given_up)
        raise EnvironmentFault(
            f"no retriever answered in {self._tries} tries of {self._timeout_s:g} s at {', '.join(self.addresses)}; "
            f"the last: {last}. Start one: skill1 retriever serve FOLDER --port 8000"
        )

    def _tell(self, number: int, last: str) -> None:
        """After a try of each address and one more, for a failure may pass: once, however many searches wait."""
        if number > len(self.addresses) and not self._is_told:
            self._is_told = True
            logger.warning("No retriever answers; each search is tried %d times. The last: %s", self._tries, last)

    def _pause(self, seconds: float, given_up: threading.Event | None) -> None:
        if given_up is None:
            self._wait(seconds)
        # Woken by the event, unlike a sleep: a program that is interrupted ends only once its threads do.
        elif given_up.wait(seconds):
            raise EnvironmentFault("nobody waits for this search any more.")

    def _sent(self, address: str, body: bytes) -> bytes:
        """The body of the reply. Raises ``_TryAgain``, or ``DataError`` where another try would not help."""
        place = urllib.parse.urlsplit(address)
        kind = http.client.HTTPSConnection if place.scheme == "https" else http.client.HTTPConnection
        target = urllib.parse.urlunsplit(("", "", place.path, place.query, ""))
        deadline = time.monotonic() + self._timeout_s
        try:
            with contextlib.closing(kind(place.hostname, place.port, timeout=self._timeout_s)) as connection:
                connection.connect()
                with _ended_after(self._timeout_s, connection.sock):
                    connection.request("POST", target, body, _HEADERS)
                    with connection.getresponse() as response:
                        # A redirect, too, would carry queries elsewhere.
                        if not 200 <= response.status < 300:
                            refusal = _TryAgain if response.status in TRIED_AGAIN else DataError
                            raise refusal(f"HTTP {response.status}: {_reason(response)}")
                        return _read(response, deadline)
        except (OSError, http.client.HTTPException) as error:  # time-outs are OSErrors
            raise _TryAgain(f"{type(error).__name__}: {error}") from error


@contextlib.contextmanager
def _ended_after(timeout_s: float, connection: socket.socket) -> Iterator[None]:
    """Ends whatever waits for the connection then.

    Its own time-out is one of silence: a server that sends a byte now and then, or one 100 Continue after the other,
    would hold it open for ever.
    """

    def end() -> None:
        with contextlib.suppress(OSError):  # just closed, or lost
            connection.shutdown(socket.SHUT_RDWR)

    limit = threading.Timer(timeout_s, end)
    limit.daemon = True
    limit.start()
    try:
        yield
    finally:
        limit.cancel()


def _reason(response: http.client.HTTPResponse) -> str:
    """The beginning of what a refusal says, which is no reason to wait longer or to fail otherwise."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        return response.read1(300).decode("utf-8", "replace") or "no reason came"
    return "no reason came"


def _read(response: Any, deadline: float) -> bytes:
    """The whole body: its parts together may not take longer than one of them."""
    body = bytearray()
    while (chunk := response.read1(_CHUNK_BYTES)) and time.monotonic() <= deadline:
        body += chunk
        if len(body) > MAX_REPLY_BYTES:
            raise DataError(f"the reply has more than {MAX_REPLY_BYTES:,} bytes")
    if time.monotonic() > deadline:  # also where it was ended for that, which looks like a reply's own end
        raise _TryAgain("the reply took too long")
    if response.length:  # what was announced and has not come
        raise _TryAgain("the connection ended early")
    return bytes(body)


def checked_addresses(addresses: str | Sequence[str]) -> tuple[str, ...]:
    """Addresses with their paths.

    Raises:
        ConfigError: there is none, or one that is none.
    """
    given = addresses.split(",") if isinstance(addresses, str) else addresses
    found = tuple(_checked(address.strip()) for address in given if address.strip())
    if not found:
        raise ConfigError("no retriever is named; expected an address such as http://127.0.0.1:8000/retrieve")
    return found


def _checked(address: str) -> str:
    try:
        parts = urllib.parse.urlsplit(address)
        # Port 0 is none, and reading ``port`` raises for one above 65,535.
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        is_plain = address.isascii() and address.isprintable() and " " not in address and not parts.username
    except ValueError:  # a port that is none, half a bracket
        is_address = is_plain = False
    if not (is_address and is_plain):
        raise ConfigError(
            f"{address!r} is not the address of a retriever; expected one such as http://127.0.0.1:8000/retrieve"
        )
    # "/" alone is no path either.
    return address if parts.path.strip("/") else urllib.parse.urlunsplit(parts._replace(path=DEFAULT_PATH))
