"""A retriever over HTTP: ``POST /retrieve``.

It reads only, and is meant for programs on this machine: web pages elsewhere cannot ask it, since their names are
refused as hosts and a form cannot send JSON.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import AsyncIterator
from importlib import import_module
from typing import Any

from skill1.errors import Skill1Error, require_packages
from skill1_envs.kit.passages import Retriever
from skill1_envs.search.retriever.wire import BadRequest, read_request, write_reply

PATH = "/retrieve"
# A web page can make its own name lead to this machine, but the request still carries that name.
HOSTS = ("127.0.0.1", "localhost")
MAX_BODY_BYTES = 1 << 20  # 1,024 queries of a thousand characters
JSON = "application/json"


class _Refused(Exception):
    """A request that is not looked at: the status, and why."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


def make_app(retriever: Retriever, *, with_title: bool) -> Any:
    """The ASGI application. It closes the retriever when it ends.

    Args:
        retriever: is asked from as many threads at once as there are processors.
        with_title: documents also carry ``title`` and ``text``.

    Raises:
        MissingExtraError: the extra ``serve`` is not installed.
    """
    require_packages("serve", "skill1 retriever serve", "fastapi")
    fastapi, hosts = import_module("fastapi"), import_module("starlette.middleware.trustedhost")
    responses = import_module("starlette.responses")
    run_in_threadpool = import_module("starlette.concurrency").run_in_threadpool
    turns = threading.Semaphore(os.cpu_count() or 1)

    def answer(body: bytes) -> bytes:
        request = read_request(body)
        # Not while a body is read, so that a slow client takes nobody's turn.
        with turns:
            found = retriever.retrieve(request.queries, request.top_k)
        return write_reply(found, with_scores=request.with_scores, with_title=with_title)

    async def retrieve(request: Any) -> Any:
        try:
            # In a thread, so that requests are accepted while a search goes on.
            content, status = await run_in_threadpool(answer, await _body(request)), 200
        except _Refused as refused:
            content, status = _error(refused), refused.status
        except Skill1Error as error:
            # With 500 a client asks again, perhaps at another address; with 400 it does not.
            content, status = _error(error), 400 if isinstance(error, BadRequest) else 500
        return responses.Response(content, status, media_type=JSON)

    @contextlib.asynccontextmanager
    async def lifespan(_: Any) -> AsyncIterator[None]:
        yield
        retriever.close()

    # The framework's own pages would load scripts from elsewhere.
    settings = dict.fromkeys(("docs_url", "redoc_url", "openapi_url"))
    app = fastapi.FastAPI(lifespan=lifespan, redirect_slashes=False, **settings)
    app.add_middleware(hosts.TrustedHostMiddleware, allowed_hosts=list(HOSTS), www_redirect=False)
    app.add_route(PATH, retrieve, methods=["POST"])
    return app


async def _body(request: Any) -> bytes:
    """The body of a request. Raises ``_Refused``."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != JSON:
        raise _Refused(415, f"expected the header content-type: {JSON}.")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise _Refused(413, f"a body of more than {MAX_BODY_BYTES:,} bytes.")
    return bytes(body)


def _error(error: Exception) -> bytes:
    # The underscore of a private class tells a client nothing.
    return json.dumps({"error": {"type": type(error).__name__.lstrip("_"), "message": str(error)}}).encode()
