"""One OpenAI-compatible server: requests, repeats after faults, and errors that say what to do.

Whatever the server sends is checked before it is used, and the key leaves this module only in the request's header.
"""

from __future__ import annotations

import asyncio
import functools
import json
import math
import re
import ssl
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from weakref import WeakKeyDictionary

from skill1.config import EndpointConfig
from skill1.errors import ConfigError, MissingExtraError, PolicyError, PromptTooLongError
from skill1.policy.address import base_address
from skill1.policy.endpoint_reply import Reply, TransientFault, read_reply
from skill1.policy.random import generator
from skill1.schema import RandomKey

try:
    import httpx
except ImportError as error:
    raise MissingExtraError("httpx", "api", "a model behind a server") from error

FIRST_WAIT_S, LONGEST_BACKOFF_S = 2.0, 60.0  # four retries wait half a minute: a server may restart
LONGEST_WAIT_S = 300.0  # a server that asks for more (a daily limit, say) ends the evaluation
MAX_BODY_BYTES = 16 * 2**20
MAX_QUOTED_CHARS = 300
MAX_LISTED_MODELS = 20
REPEATED_STATUS = {408, 425, 429}  # and 500 to 599
_CONTEXT_LENGTH = re.compile(r"context.{0,3}(length|window)|too many tokens|prompt is too long", re.IGNORECASE)
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}


@dataclass
class _Link:
    """The connections of one event loop. ``users``: answers under way."""

    client: httpx.AsyncClient
    slots: asyncio.Semaphore
    users: int = 0


class ChatServer:
    """Sends chat requests for one model, ``endpoint.concurrency`` at once; each event loop has its own connections.

    ``section``: of the configuration, as messages name it. ``sleep`` and ``now`` (seconds) stand in for the clock in
    tests.

    Raises:
        ConfigError: ``endpoint.url`` or ``endpoint.model`` is missing or unusable, or the key is no header text.
    """

    def __init__(
        self,
        config: EndpointConfig,
        api_key: str,
        *,
        section: str = "endpoint",
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.config, self.url, self._key = config, _checked_url(config, section), _checked_key(config, api_key)
        self._section = section
        self._sleep, self._now = sleep, now
        self._left_out: set[str] = set()  # optional parameters this server rejected
        self._limit_name = "max_tokens"
        self._links: WeakKeyDictionary[asyncio.AbstractEventLoop, _Link] = WeakKeyDictionary()

    async def answer(self, request: Mapping[str, object], key: RandomKey) -> Reply:
        """The reply to one request, repeated after transient faults.

        ``request``: ``messages``, ``temperature``, ``max_tokens`` and, where the server takes them, ``stop`` and
        ``seed``. Raises ``PolicyError`` when the server refuses it or ``endpoint.retries`` further tries failed.
        """
        tries = self.config.retries + 1
        async with self._link() as link:
            for attempt in range(tries):
                try:
                    return await self._try(link, request)
                except TransientFault as fault:
                    last = fault
                if attempt + 1 < tries:
                    await self._sleep(self._pause(last, key, attempt))
        raise self._final(
            f"gave no usable answer in {tries} tries; the last: {last}. Check the server, or raise "
            f"{self._section}.retries or {self._section}.timeout_s."
        )

    @asynccontextmanager
    async def _link(self) -> AsyncIterator[_Link]:
        """The running loop's connections; they end with the last answer under way, for the loop may end then too."""
        loop = asyncio.get_running_loop()
        link = self._links.get(loop)
        if link is None:
            link = self._links[loop] = _Link(self._client(), asyncio.Semaphore(self.config.concurrency))
        link.users += 1
        try:
            yield link
        finally:
            link.users -= 1
            if not link.users:
                del self._links[loop]
                await link.client.aclose()

    def _client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            headers={"Authorization": f"Bearer {self._key}"} if self._key else {},
            timeout=None,  # one limit for the whole answer is set where it is awaited
            verify=_certificates(),
            trust_env=httpx.URL(self.url).host not in _LOOPBACK,  # no proxy leads to this machine
        )

    async def _try(self, link: _Link, request: Mapping[str, object]) -> Reply:
        """One try; where the server names a parameter it does not know, the request is changed and sent again."""
        while True:
            sent = self._adapted(request)
            status, headers, body = await self._send(link, "POST", "chat/completions", sent)
            if status == 200:
                return read_reply(body)
            said = self._quoted(body)
            if status in (400, 422) and not _CONTEXT_LENGTH.search(said):
                self._learn(said, sent)
                if self._adapted(request) != sent:
                    continue
            if status == 404:
                raise self._final(f"answered HTTP 404: {said}. {await self._models(link)}")
            self._refuse(status, said, headers)

    def _adapted(self, request: Mapping[str, object]) -> dict[str, object]:
        names = {"max_tokens": self._limit_name}
        kept = {names.get(name, name): value for name, value in request.items() if name not in self._left_out}
        return {"model": self.config.model, **kept}

    def _learn(self, said: str, sent: Mapping[str, object]) -> None:
        if "max_tokens" in sent and "max_completion_tokens" in said:
            self._limit_name = "max_completion_tokens"
        self._left_out |= {name for name in ("seed", "stop") if name in sent and re.search(rf"\b{name}\b", said)}

    async def _send(
        self, link: _Link, method: str, path: str, content: object = None
    ) -> tuple[int, httpx.Headers, bytes]:
        """Status, headers and body, within ``endpoint.timeout_s`` from first to last byte."""
        try:
            async with link.slots, asyncio.timeout(self.config.timeout_s):
                async with link.client.stream(method, f"{self.url}/{path}", json=content) as response:
                    return response.status_code, response.headers, await _body(response)
        except TimeoutError as error:
            raise TransientFault(
                f"no answer within {self._section}.timeout_s = {self.config.timeout_s:g}"
            ) from error
        except httpx.HTTPError as error:
            raise TransientFault(f"{type(error).__name__}: {self._cleaned(str(error))}") from error

    def _refuse(self, status: int, said: str, headers: httpx.Headers) -> None:
        """Raises what a status other than 200 means."""
        if status in REPEATED_STATUS or status >= 500:
            raise TransientFault(f"HTTP {status}: {said}", self._retry_after_s(headers))
        if status in (401, 403):  # what the server said may repeat parts of the key
            held = "holds a key it does not accept" if self._key else "is empty or not set"
            raise self._final(f"refused access (HTTP {status}): {self.config.api_key_variable} {held}.")
        if _CONTEXT_LENGTH.search(said):
            told = (
                "model.max_prompt_tokens (counted here by estimate, so leave room) or the sampling.*_tokens limits"
            )
            if self._section == "teacher":
                told = "teacher.max_tokens, or what the method shows at once (docs/reference/methods.md)"
            found = self._final(f"found a prompt too long (HTTP {status}): {said}. Lower {told}.")
            raise PromptTooLongError(str(found))
        raise self._final(f"refused the request (HTTP {status}): {said}.")

    def _final(self, what: str) -> PolicyError:
        """The error that ends the evaluation."""
        return PolicyError(f"endpoint {self.url}, model {self.config.model!r}, {what}")

    async def _models(self, link: _Link) -> str:
        """What the server lists under ``/models``, as a sentence."""
        try:
            _, _, body = await self._send(link, "GET", "models")
            names = [entry["id"] for entry in json.loads(body)["data"] if isinstance(entry["id"], str)]
        except (TransientFault, ValueError, KeyError, TypeError, RecursionError):
            return (
                f"It lists no models either: {self._section}.url should end where /chat/completions begins, often in "
                "/v1."
            )
        listed = ", ".join(self._cleaned(name) for name in names[:MAX_LISTED_MODELS]) or "none"
        return f"Its models: {listed}. Set {self._section}.model to one of them."

    def _pause(self, fault: TransientFault, key: RandomKey, attempt: int) -> float:
        """Seconds before the next try: doubling, with jitter in [0.5, 1.5), at least what the server asked for."""
        asked = fault.retry_after_s or 0.0
        if asked > LONGEST_WAIT_S:
            raise self._final(f"asks to wait {asked:.0f} s ({fault}). Come back later.")
        jitter = 0.5 + float(generator(*key, attempt + 1).random())
        return max(asked, min(LONGEST_BACKOFF_S, FIRST_WAIT_S * 2**attempt) * jitter)

    def _retry_after_s(self, headers: httpx.Headers) -> float | None:
        """The header as seconds from now; it holds seconds or a date (RFC 9110, 10.2.3)."""
        text = headers.get("retry-after", "")
        try:
            seconds = float(text)
        except ValueError:
            try:
                seconds = parsedate_to_datetime(text).timestamp() - self._now()
            except (ValueError, OverflowError):
                return None
        return max(0.0, seconds) if math.isfinite(seconds) else None

    def _quoted(self, body: bytes) -> str:
        """What the server said, as one short line."""
        text = body.decode("utf-8", "replace")
        try:
            error = json.loads(text)["error"]
            text = str(error.get("message") or error) if isinstance(error, dict) else str(error)
        except (ValueError, KeyError, TypeError, RecursionError):
            pass
        return self._cleaned(text) or "(nothing)"

    def _cleaned(self, text: str) -> str:
        """One printable line without the key, cut short."""
        text = text.replace(self._key, "(key)") if self._key else text
        printable = "".join(character if character.isprintable() else " " for character in text)
        return " ".join(printable.split())[:MAX_QUOTED_CHARS].rstrip(".")


@functools.cache  # reading them takes about 50 ms
def _certificates() -> ssl.SSLContext:
    return httpx.create_ssl_context()


async def _body(response: httpx.Response) -> bytes:
    """The body, of a bearable size."""
    chunks, size = [], 0
    async for chunk in response.aiter_bytes():
        chunks.append(chunk)
        size += len(chunk)
        if size > MAX_BODY_BYTES:
            raise httpx.ReadError(f"the answer has more than {MAX_BODY_BYTES} bytes")
    return b"".join(chunks)


def _checked_url(config: EndpointConfig, section: str) -> str:
    """The base address (:func:`base_address`); secrets have no place in it, for it is shown and saved."""
    if not config.url or not config.model:
        url = "(given)" if config.url else None  # it may hold a password by mistake
        raise ConfigError(
            f"{section}.url = {url} and {section}.model = {config.model!r}: both are needed. "
            f"Type for example: --{section}.url http://127.0.0.1:8000/v1 --{section}.model NAME"
        )
    try:
        url = httpx.URL(config.url)
        is_plain = url.scheme in ("http", "https") and bool(url.host)
        is_plain = is_plain and not (url.userinfo or url.query or url.fragment)
    except httpx.InvalidURL:
        is_plain = False
    if not is_plain:
        raise ConfigError(
            f"{section}.url cannot be used; expected http:// or https://, a host, a path and nothing else, such as "
            f"http://127.0.0.1:8000/v1. A key belongs into the variable named by {section}.api_key_variable."
        )
    return base_address(config.url)


def _checked_key(config: EndpointConfig, key: str) -> str:
    key = key.strip()
    if not (key.isascii() and (key.isprintable() or not key)):
        raise ConfigError(f"{config.api_key_variable} holds characters that no key has; set it again.")
    return key
