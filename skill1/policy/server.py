"""One OpenAI-compatible server, for everyone who asks one: frozen policies, teachers, encoders.

The package openai sends requests, tries again after timeouts, broken connections, rate limits and server errors, and
waits as long as ``Retry-After`` says (two minutes at most). What it does not do is done here: one time limit for a
whole answer (its own is for each read), a limit on an answer's size, no redirects, no headers from other environment
variables, answers that are checked before they are used, and messages that say what to type.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import re
import threading
import urllib.parse
import weakref
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import Future
from typing import Any, TypeVar

from skill1.config import EndpointConfig
from skill1.config.address import base_address, is_plain
from skill1.errors import (
    ConfigError,
    MissingExtraError,
    PolicyError,
    PromptFilteredError,
    PromptRefusedError,
    PromptTooLongError,
)
from skill1.policy.reply import Reply, UnusableAnswer, read_reply

try:
    import httpx2  # what openai sends with
    import openai
except ImportError as error:
    raise MissingExtraError("openai", "api", "a model behind a server") from error

# Far above what is asked for: a batch of 32 embeddings of 4,096 numbers takes some 3 MB.
MAX_BODY_BYTES = 16 * 2**20
MAX_QUOTED_CHARS = 300
MAX_LISTED_MODELS = 20
# Characters: of a key that is one, and of its beginning, which some servers repeat.
SHORTEST_SECRET, KEY_BEGINS = 8, 6
LISTING_S = 10.0  # longest wait for what helps and is not needed
OF_THE_WEIGHTS = ("root", "parent", "meta")  # of an entry under /models: vLLM's folder and base, llama.cpp's sizes
_NO_LIST = (openai.APIError, ValueError, KeyError, TypeError, RecursionError)
REPEATED_STATUS = {408, 409, 429}  # and 500 to 599; what the package tries again
# openai would add what this machine is, and whatever OPENAI_ORG_ID, OPENAI_PROJECT_ID and OPENAI_CUSTOM_HEADERS hold,
# which may be meant for another server.
_TRIES_HEADER = "x-stainless-retry-count"
_SENT_HEADERS = {"host", "accept", "accept-encoding", "connection", "content-length", "content-type", "user-agent"}
_REWRITTEN_HEADERS = {"content-encoding", "content-length", "transfer-encoding"}
# Each server has words of its own: OpenAI and vLLM, llama.cpp, TGI, SGLang, Gemini.
_CONTEXT_LENGTH = re.compile(
    r"context.{0,3}(length|window|size)|too many tokens"
    r"|(prompt|input).{0,60}(too long|longer than|exceeds)"
    r"|`inputs`.{0,40}must (have less than|be <=)",  # TGI tells of each limit in these words
    re.IGNORECASE,
)
# Azure, OpenAI, DashScope, DeepSeek, OpenRouter.
_FILTERED = re.compile(
    r"content (management|filter)|usage policy|inappropriate content|content exists risk"
    r"|requires moderation|was flagged",
    re.IGNORECASE,
)
_LOOPBACK = {"localhost", "127.0.0.1", "::1"}
_Result = TypeVar("_Result")


class ServerError(PolicyError):
    """The server cannot be used.

    Attributes:
        what: the message without the server's name.
        status: of HTTP; None: there was no answer, or no usable one.
        said: what the server said about a request that it refuses; else empty.
        is_refusal: asking again is of no use: the server answered, and will not do what is asked, or not today.
        is_unusable: to the last try it did answer, with status 200, but nothing that can be used.
    """

    def __init__(self, server: str, what: str, status: int | None = None, said: str = "") -> None:
        super().__init__(f"{server}, {what}")
        self.what, self.status, self.said = what, status, said
        self.is_refusal, self.is_unusable = True, False


class ModelServer:
    """Asks for chat answers and embeddings of one model, ``config.concurrency`` at once, from any thread or event loop.

    Args:
        config: address, model and limits.
        key: sent as a bearer token unless empty, and never shown; default: the variable ``config.api_key_variable``.
        section: of the configuration, as messages name its keys; None: the settings are no configuration.

    Raises:
        ConfigError: ``url`` or ``model`` is missing or unusable, or the key is no header text.
    """

    def __init__(
        self, config: EndpointConfig, key: str | None = None, *, section: str | None = "endpoint"
    ) -> None:
        self.config, self.url, self._section = config, _checked_url(config, section), section
        self._key = _checked_key(config, os.environ.get(config.api_key_variable, "") if key is None else key)
        self._left_out: set[str] = set()  # optional parameters this server rejected
        # Until the server asks for the other name, see `_learn`.
        self._limit_name = "max_tokens"
        self._client = openai.AsyncOpenAI(
            base_url=self.url,
            api_key="(unused)",  # the connections put the key in, so that no other part has it
            # Its limit is for each read; ours, for a whole answer, is in `_Connections`.
            timeout=None,
            http_client=_Connections(
                self.url, self._key, config.concurrency, self._limit_text(), config.timeout_s
            ),
        )
        # Connections end with this object, or when ``close`` is called.
        self.close = weakref.finalize(self, _close, self._client)
        # Connections end with the process anyway.
        self.close.atexit = False

    async def answer(self, request: Mapping[str, object], *, retries: int | None = None) -> Reply:
        """The reply to one chat request.

        Args:
            request: ``messages``, ``max_tokens`` and, where the server takes them, ``temperature``, ``stop``, ``seed``.
            retries: further tries; default: ``config.retries``.

        Raises:
            ServerError: the server refuses the request, or no try gave a usable answer.
            PromptRefusedError: of this prompt alone: it does not fit the model's context, or a filter refuses it.
        """
        return await asyncio.wrap_future(_in_background(self._answer(request, retries)))

    def embed(self, texts: list[str], read: Callable[[bytes], _Result]) -> _Result:
        """What ``read`` makes of the body that answers a request for embeddings; blocks.

        Raises:
            ServerError: as :meth:`answer`; also for an answer about which ``read`` raises ``UnusableAnswer``.
        """
        future = _in_background(self._ask("/embeddings", {"input": texts, "model": self.config.model}, read))
        try:
            return future.result()
        except BaseException:  # an interrupt while waiting
            future.cancel()
            raise

    async def told(self) -> str | None:
        """What the server says of the model behind the name, such as vLLM the folder of its weights.

        Empty if it says nothing; None if it did not answer within ``LISTING_S``.
        """
        try:
            async with asyncio.timeout(LISTING_S):
                listed = await asyncio.wrap_future(_in_background(self._listed(self.config.retries)))
        except (TimeoutError, openai.APIConnectionError):
            return None
        except openai.APIStatusError as error:
            # None where asking again later may help; a refusal is final, and counts as saying nothing.
            return None if _is_passing(error.status_code) else ""
        except _NO_LIST:
            return ""
        found = next((entry for entry in listed if entry["id"] == self.config.model), {})
        # Not all of it: some servers put the time of the question there.
        said = {name: found[name] for name in OF_THE_WEIGHTS if found.get(name)}
        return json.dumps(said, sort_keys=True) if said else ""

    async def ask(self, path: str, request: Mapping[str, object], read: Callable[[bytes], _Result]) -> _Result:
        """What ``read`` makes of the body that answers a request to ``path``, such as ``/completions``.

        Raises:
            ServerError: as :meth:`answer`; also for an answer about which ``read`` raises ``UnusableAnswer``.
            PromptRefusedError: as :meth:`answer`.
        """
        sent = {"model": self.config.model, **request}
        try:
            return await asyncio.wrap_future(_in_background(self._ask(path, sent, read)))
        except ServerError as error:
            if refused := self._of_the_prompt(error):
                raise refused from error
            raise

    async def _answer(self, request: Mapping[str, object], retries: int | None) -> Reply:
        """Where the server names a parameter it does not know, the request is changed and sent again."""
        while True:
            sent = self._adapted(request)
            try:
                return await self._ask("/chat/completions", sent, read_reply, retries)
            except ServerError as error:
                if refused := self._of_the_prompt(error):
                    raise refused from error
                # This ends: a round leaves something out or renames it, or the request is the one just refused.
                self._learn(error, sent)
                if self._adapted(request) == sent:
                    raise

    def _adapted(self, request: Mapping[str, object]) -> dict[str, object]:
        names = {"max_tokens": self._limit_name}
        kept = {names.get(name, name): value for name, value in request.items() if name not in self._left_out}
        return {"model": self.config.model, **kept}

    def _learn(self, error: ServerError, sent: Mapping[str, object]) -> None:
        # 422 is FastAPI's status for a body that it refuses, and many such servers are built on it.
        if error.status in (400, 422):
            if "max_tokens" in sent and "max_completion_tokens" in error.said:
                self._limit_name = "max_completion_tokens"
            # 1 is what a server takes where it is told nothing; any other temperature is not left out in silence.
            names = ("seed", "stop", *(["temperature"] if sent.get("temperature") == 1 else []))
            optional = (name for name in names if name in sent)
            self._left_out |= {name for name in optional if re.search(rf"\b{name}\b", error.said)}

    async def _ask(
        self, path: str, body: object, read: Callable[[bytes], _Result], retries: int | None = None
    ) -> _Result:
        """What ``read`` makes of the answer. An answer that it cannot use counts as one of the tries."""
        allowed, tries = 1 + (self.config.retries if retries is None else retries), 0
        while True:
            # The package's own tries and answers of no use share one limit.
            options = {"max_retries": allowed - tries - 1}
            try:
                # As it came: openai would make its own types of whatever an answer holds, unchecked.
                response = await self._client.post(path, cast_to=httpx2.Response, body=body, options=options)
                tries += _tries(response.request)
                return read(response.content)
            except UnusableAnswer as fault:
                # Some tell what is wrong with status 200.
                last = self._cleaned(
                    f"{fault}: {response.content[: 4 * MAX_QUOTED_CHARS].decode('utf-8', 'replace')}"
                )
                if tries < allowed:
                    continue
                error = self._given_up(last, tries)
                error.is_unusable = True
                raise error from fault
            except openai.APIConnectionError as error:
                tries += _tries(error.request)
                raise self._given_up(self._cleaned(_reason(error)), tries) from error
            except openai.APIStatusError as error:
                tries += _tries(error.request)
                raise await self._refusal(error, tries, allowed) from error

    async def _refusal(self, error: openai.APIStatusError, tries: int, allowed: int) -> ServerError:
        """What a status other than 200 means."""
        status, said = error.status_code, self._quoted(error)
        if _is_passing(status):
            last, wait = f"HTTP {status}: {said}", error.response.headers.get("retry-after")
            if wait and tries < allowed:  # longer than the package waits
                what = f"asks to wait (Retry-After: {self._cleaned(wait)}; {last}). Come back later."
                return self._error(what, status)
            return self._given_up(last, tries, status)
        if status == 401 or (status == 403 and not self._key):  # what the server said may repeat parts of the key
            held = "holds a key that it does not accept" if self._key else "is empty or not set"
            return self._error(f"refused access (HTTP {status}): {self.config.api_key_variable} {held}.", status)
        if status == 403:  # a key that is known and may not do this, or a prompt: the server says which
            if len(self._key) >= SHORTEST_SECRET:
                said = re.sub(rf"{re.escape(self._key[:KEY_BEGINS])}\S*", "(key)", said)
            with_key = f"with the key in {self.config.api_key_variable}"
            return self._error(f"refused access (HTTP 403) {with_key}: {said}.", status, said)
        if status == 404:
            # The model or the path is not there: what the server lists tells which.
            return self._error(f"answered HTTP 404: {said}. {await self._models()}", status)
        return self._error(f"refused the request (HTTP {status}): {said}.", status, said)

    def _error(self, what: str, status: int | None = None, said: str = "") -> ServerError:
        return ServerError(f"endpoint {self.url}, model {self.config.model!r}", what, status, said)

    def _given_up(self, last: str, tries: int, status: int | None = None) -> ServerError:
        settings = f", or raise {self._section}.retries or {self._section}.timeout_s" if self._section else ""
        if status == 429 and settings:
            settings += f", or set {self._section}.requests_per_minute"
        what = f"gave no usable answer in {tries} tries; the last: {last}. Check the server{settings}."
        error = self._error(what, status)
        error.is_refusal = False
        return error

    def _of_the_prompt(self, error: ServerError) -> PromptRefusedError | None:
        """What a refusal says of this prompt alone; None: it is about more than that."""
        if _CONTEXT_LENGTH.search(error.said):
            return self._too_long(error)
        if _FILTERED.search(error.said):
            what = f"refuses this prompt for its content (HTTP {error.status}): {error.said}."
            return PromptFilteredError(str(self._error(what)))
        return None

    def _too_long(self, error: ServerError) -> PromptTooLongError:
        told = "model.max_prompt_tokens (tokens are only estimated here, so leave room) or the sampling.*_tokens limits"
        if self._section == "teacher":
            told = "teacher.max_tokens, or what the method shows at once (docs/reference/methods.md)"
        what = f"says that a prompt is too long (HTTP {error.status}): {error.said}. Lower {told}."
        return PromptTooLongError(str(self._error(what)))

    async def _models(self) -> str:
        """What the server lists under ``/models``, as a sentence."""
        try:
            # Without further tries: the list only makes a message better.
            async with asyncio.timeout(LISTING_S):
                names = [entry["id"] for entry in await self._listed()]
        except TimeoutError:
            return f"It did not list its models within {LISTING_S:.0f} s."
        except _NO_LIST:
            return f"It lists no models either: {self._key_of('url')} should end before that path, often in /v1."
        shown = ", ".join(self._cleaned(name) for name in names[:MAX_LISTED_MODELS]) or "none"
        return f"Its models: {shown}. Set {self._key_of('model')} to one of them."

    async def _listed(self, retries: int = 0) -> list[dict[str, Any]]:
        listed = await self._client.get("/models", cast_to=httpx2.Response, options={"max_retries": retries})
        return [entry for entry in json.loads(listed.content)["data"] if isinstance(entry["id"], str)]

    def _key_of(self, setting: str) -> str:
        return f"{self._section}.{setting}" if self._section else f"the {setting}"

    def _limit_text(self) -> str:
        setting = f"{self._section}.timeout_s = " if self._section else ""
        return f"no answer within {setting}{self.config.timeout_s:g} s"

    def _quoted(self, error: openai.APIStatusError) -> str:
        """What the server said, as one short line."""
        said = error.body  # its JSON, of that "error" if there is one, or its text
        if isinstance(said, dict):
            said = said.get("message") or said
        return self._cleaned(str(said)) or "(nothing)"

    def _cleaned(self, text: str) -> str:
        """One printable line without the key, cut short."""
        # First: once the text is cut, a part of the key would no longer be found.
        # A short one is no secret, such as the x that local servers get: it would be taken out of common words.
        text = text.replace(self._key, "(key)") if len(self._key) >= SHORTEST_SECRET else text
        printable = "".join(character if character.isprintable() else " " for character in text)
        return " ".join(printable.split())[:MAX_QUOTED_CHARS].rstrip(".")


class _Connections(httpx2.AsyncClient):
    """Connections to one server: so many requests at once, each with its time, and no more of an answer than fits."""

    def __init__(self, url: str, key: str, concurrency: int, limit_text: str, timeout_s: float) -> None:
        is_here = urllib.parse.urlsplit(url).hostname in _LOOPBACK
        # By default 100: others would wait for a connection with their slot, and in their time.
        limits = httpx2.Limits(max_connections=concurrency, max_keepalive_connections=concurrency)
        try:
            # No proxy leads to this machine.
            super().__init__(verify=_certificates(), trust_env=not is_here, limits=limits)
        except (ImportError, ValueError) as error:
            raise ConfigError(
                f"the proxy in ALL_PROXY, HTTPS_PROXY or HTTP_PROXY cannot be used: {error} For a SOCKS proxy type: "
                "pip install 'httpx2[socks]'; else unset the variable."
            ) from error
        self._own_headers = {"authorization": f"Bearer {key}"} if key else {}
        # Made in any thread: a semaphore belongs to the loop that first waits for it, here that of all servers.
        self._slots, self._limit_text, self._timeout_s = asyncio.Semaphore(concurrency), limit_text, timeout_s

    async def send(self, request: httpx2.Request, **options: Any) -> httpx2.Response:
        """One try, with a whole answer. Whatever goes wrong is an ``httpx2.RequestError``, which openai tries again."""
        sent = {name: text for name, text in request.headers.items() if name in {*_SENT_HEADERS, _TRIES_HEADER}}
        request.headers = httpx2.Headers({**sent, **self._own_headers})
        options |= {"stream": True, "follow_redirects": False}  # a redirect would carry key and prompt elsewhere
        try:
            # The time begins with the slot: waiting for one is not the server's doing.
            async with self._slots, asyncio.timeout(self._timeout_s):
                return await _whole(await super().send(request, **options))
        except TimeoutError as error:
            raise httpx2.ReadTimeout(self._limit_text, request=request) from error


async def _whole(response: httpx2.Response) -> httpx2.Response:
    """The same answer, read to its end."""
    chunks, size = [], 0
    try:
        # Counted as unpacked: a small body can stand for a huge one.
        async for chunk in response.aiter_bytes():
            chunks.append(chunk)
            size += len(chunk)
            if size > MAX_BODY_BYTES:
                raise httpx2.ReadError(
                    f"the answer has more than {MAX_BODY_BYTES} bytes", request=response.request
                )
    finally:
        await response.aclose()
    # These told of the body as it was sent; the one handed on is whole and unpacked.
    headers = {name: text for name, text in response.headers.items() if name not in _REWRITTEN_HEADERS}
    return httpx2.Response(
        response.status_code, headers=headers, content=b"".join(chunks), request=response.request
    )


def _is_passing(status: int) -> bool:
    """Whether a status says that the same request may be answered later."""
    return status in REPEATED_STATUS or status >= 500


def _tries(request: httpx2.Request) -> int:
    """How often openai has sent it."""
    return 1 + int(request.headers.get(_TRIES_HEADER, 0))


def _reason(error: openai.APIConnectionError) -> str:
    cause = error.__cause__
    return str(cause) if isinstance(error, openai.APITimeoutError) else f"{type(cause).__name__}: {cause}"


@functools.cache  # reading them takes about 50 ms
def _certificates() -> Any:
    return httpx2.create_ssl_context()


_background: asyncio.AbstractEventLoop | None = None
_background_lock = threading.RLock()  # collecting a server closes it, perhaps in the middle of what follows


def _in_background(coroutine: Coroutine[Any, Any, _Result]) -> Future[_Result]:
    """Runs on the one event loop of all servers, in a thread of its own.

    Connections belong to a loop. Callers' loops end with every call of ``asyncio.run``, and some callers have none.
    """
    global _background
    with _background_lock:
        if _background is None:
            _background = asyncio.new_event_loop()
            # A daemon, for it never ends by itself and must not keep the process alive.
            threading.Thread(target=_background.run_forever, name="skill1-servers", daemon=True).start()
    return asyncio.run_coroutine_threadsafe(coroutine, _background)


def _close(client: openai.AsyncOpenAI) -> None:
    _in_background(client.close())


def _checked_url(config: EndpointConfig, section: str | None) -> str:
    """The base address (:func:`base_address`)."""
    if not config.url or not config.model:
        url = "(given)" if config.url else None  # it may hold a password by mistake
        raise ConfigError(
            f"{section}.url = {url} and {section}.model = {config.model!r}: both are needed. "
            f"Type for example: --{section}.url http://127.0.0.1:8000/v1 --{section}.model NAME"
        )
    if not is_plain(config.url):
        raise ConfigError(
            f"{section}.url cannot be used; expected http:// or https://, a host, a path and nothing else, such as "
            f"http://127.0.0.1:8000/v1. A key belongs in the variable named by {section}.api_key_variable."
        )
    return base_address(config.url)


def _checked_key(config: EndpointConfig, key: str) -> str:
    key = key.strip()
    if not (key.isascii() and (key.isprintable() or not key)):
        raise ConfigError(f"{config.api_key_variable} holds characters that cannot be in a key; set it again.")
    return key
