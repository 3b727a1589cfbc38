"""The live page: a run's view over HTTP, for one person at this machine, or behind a token.

It only answers GET, only reads, and trusts no name: ids in an address are looked up in what the view lists. Against
other pages in the same browser: foreign Host headers are refused (a name made to point here), the page runs its own
script only, and the token's cookie stays with this site.
"""

from __future__ import annotations

import contextlib
import hashlib
import ipaddress
import json
import os
import re
import secrets
import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from skill1.env.serve import HOST, listen, run_server
from skill1.errors import ConfigError, require_packages
from skill1.report.page import render_page
from skill1.report.view import RunView, open_view

PORT = 8123
ANY_ADDRESS = ("", "0.0.0.0", "::")  # to listen on, of all that this machine has
LEAST_TOKEN = 16  # characters of a token somebody chose
TOKEN_BYTES = 24
HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
PAGE_POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
Handler = Callable[[Any], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Guard:
    """Who may ask: the names under which the server may be called, and the token, empty where none is needed."""

    names: tuple[str, ...]
    token: str = ""

    @property
    def cookie(self) -> str:
        """The cookie's name: two servers of one machine share its cookies, whatever their ports."""
        return f"skill1_{hashlib.sha256(self.token.encode()).hexdigest()[:8]}"

    def knows_host(self, header: str) -> bool:
        """Whether a Host header is one of the names or, with a token, any address in numbers, which no DNS can fake."""
        try:
            name = urlsplit(f"//{header}").hostname or ""
        except ValueError:
            return False
        return name in self.names or (bool(self.token) and _is_address(name))

    def lets_in(self, given: str | None) -> bool:
        """Whether what was given is the token; in a time that does not tell how much of it is right."""
        return not self.token or secrets.compare_digest(
            (given or "").encode("utf-8", "replace"), self.token.encode()
        )


def serve(
    target: str | os.PathLike[str],
    announce: Callable[[str], None],
    *,
    port: int = PORT,
    host: str = HOST,
    token: str | None = None,
) -> None:
    """Answer requests until interrupted.

    Args:
        target: a run directory, RUN@STEP, a checkpoint or a library file.
        announce: is told the address to open, which holds the token if there is one, once it can be opened.
        port: 0 picks a free one.
        host: the address to listen on. Any but this machine's own needs a token.
        token: demanded of every request; default: none for this machine, one drawn at random for any other address.

    Raises:
        DataError, CheckpointError: there is nothing to show.
        ConfigError: the port or the host cannot be used, or the token is too short.
        MissingExtraError: fastapi or uvicorn is not installed.
    """
    require_packages("serve", "skill1 serve", "fastapi", "uvicorn")
    guard = guard_of(host, token)
    # Opened before anything listens: a target that is not there is an error of the command line, not a page.
    app = make_app(open_view(target), guard)
    with listen_on(host, port) as listening:
        announce(address(host, listening.getsockname()[1], guard.token))
        with contextlib.suppress(KeyboardInterrupt):  # how it is meant to end
            run_server(app, listening)


def guard_of(host: str, token: str | None) -> Guard:
    """Who may ask a server on ``host``.

    Raises:
        ConfigError: the token is too short, or holds what an address cannot.
    """
    if token is not None and not re.fullmatch(rf"[A-Za-z0-9_-]{{{LEAST_TOKEN},}}", token):
        raise ConfigError(
            f"the token has {len(token)} characters; expected at least {LEAST_TOKEN} of A to Z, a to z, 0 to 9, - "
            "and _. Leave out --token, and one is made."
        )
    names = (host.lower(), HOST, "localhost", "::1")
    if is_own(host):
        return Guard(names, token or "")
    # Names under which other machines call this one.
    names += (socket.gethostname().lower(), socket.getfqdn().lower())
    return Guard(names, token or secrets.token_urlsafe(TOKEN_BYTES))


def is_own(host: str) -> bool:
    """Whether only this machine reaches an address."""
    return host == "localhost" or (_is_address(host) and ipaddress.ip_address(host).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def listen_on(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 picks a free one.

    Raises:
        ConfigError: the host or the port cannot be used.
    """
    if host in (HOST, "localhost"):
        return listen(port)
    # Only an IPv6 address holds a colon.
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        raise ConfigError(
            f"port {port} of {host} cannot be used ({error}). Type --port 0 for a free one, and an address of this "
            "machine as --host."
        ) from error


def address(host: str, port: int, token: str) -> str:
    """What to open in a browser."""
    if host in ANY_ADDRESS:  # no address to open
        name = socket.getfqdn().lower()
        # By it other machines call this one, if it was given a name at all; else it can be opened here.
        is_name = "." in name and not name.startswith("localhost") and not name.endswith(".arpa")
        host = name if is_name else "::1" if host == "::" else HOST
    name = HOST if host == "localhost" else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}/" + (f"?token={token}" if token else "")


def make_app(view: RunView, guard: Guard) -> Any:
    """The application of a view's page, for those whom ``guard`` lets in.

    Raises:
        MissingExtraError: fastapi is not installed.
    """
    require_packages("serve", "skill1 serve", "fastapi")
    from fastapi import FastAPI

    # Without the framework's own pages, which fetch scripts from elsewhere.
    # And without its redirects, which answer before the guard and repeat any Host header.
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, redirect_slashes=False)
    app.add_route("/", _guarded(guard, _page(view, guard)), methods=["GET"])
    app.add_route("/api/version", _guarded(guard, _version(view)), methods=["GET"])
    for name, read in _readers(view).items():
        app.add_route(f"/api/{name}", _guarded(guard, _data(read)), methods=["GET"])
    return app


def _readers(view: RunView) -> dict[str, Callable[[Any], Any]]:
    """Path below ``/api`` → what answers a request to it; ``LookupError``: 404, ``ValueError``: 400."""
    return {
        "summary": lambda _: view.summary(),
        "metrics": lambda request: view.metrics(_since(request.query_params.get("since", "0"))),
        "skills": lambda _: view.skills(),
        "skill/{name:path}": lambda request: _found(view.skill(request.path_params["name"]), "skill"),
        "episodes": lambda _: view.episodes(),
        "episode/{name:path}": lambda request: _found(view.episode(request.path_params["name"]), "episode"),
        "library_history": lambda _: view.library_history(),
        "uplift": lambda _: view.uplift(),
        "dynamics": lambda _: view.dynamics(),
        "method": lambda _: view.method(),
    }


def _since(text: str) -> int:
    # Not by isdigit alone: it takes ² as well, which int() refuses.
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise ValueError("since is not a step; expected a whole number such as 40.")
    return int(text)


def _found(answer: Any, kind: str) -> Any:
    if answer is None:
        raise LookupError(f"there is no such {kind} here.")
    return answer


def _guarded(guard: Guard, handler: Handler) -> Handler:
    """The handler for those who may ask; 400 and 403 for all others. Every answer gets the common headers."""
    from starlette.responses import PlainTextResponse

    async def handle(request: Any) -> Any:
        # The address that was printed holds the token, once; the page's own requests carry the cookie.
        given = request.query_params.get("token") or request.cookies.get(guard.cookie)
        if not guard.knows_host(request.headers.get("host", "")):
            response = PlainTextResponse("This server does not answer under that host name.", 400)
        elif not guard.lets_in(given):
            response = PlainTextResponse(
                "Open the whole address that skill1 serve printed; it holds a token.", 403
            )
        else:
            response = await handler(request)
        response.headers.update(HEADERS)
        # The page brings a policy of its own; data need nothing.
        response.headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
        return response

    return handle


def _page(view: RunView, guard: Guard) -> Handler:
    from starlette.responses import HTMLResponse

    async def handle(request: Any) -> Any:
        # Drawn for each answer: what got into the page by way of its data cannot know it.
        nonce = secrets.token_urlsafe(TOKEN_BYTES)
        page = HTMLResponse(render_page(view.source.name, nonce=nonce))
        page.headers["Content-Security-Policy"] = PAGE_POLICY.format(nonce=nonce)
        page.headers["Cache-Control"] = "no-store"
        if guard.token:
            # Not `secure`: the page comes over plain HTTP, where browsers refuse such a cookie.
            page.set_cookie(guard.cookie, guard.token, httponly=True, samesite="strict")
        return page

    return handle


def _version(view: RunView) -> Handler:
    """Asked several times a second, so it is answered at once, in the loop: it costs a few calls of ``stat``."""

    async def handle(request: Any) -> Any:
        return _answer(request, _to_json(view.version()))

    return handle


def _data(read: Callable[[Any], Any]) -> Handler:
    from starlette.concurrency import run_in_threadpool

    def work(request: Any) -> tuple[bytes, int]:
        try:
            return _to_json(read(request)), 200
        except LookupError as error:
            return _to_json({"error": str(error.args[0])}), 404
        except ValueError as error:
            return _to_json({"error": str(error)}), 400

    async def handle(request: Any) -> Any:
        # Reading may take seconds, and the version must be told meanwhile.
        content, status = await run_in_threadpool(work, request)
        return _answer(request, content, status)

    return handle


def _answer(request: Any, content: bytes, status: int = 200) -> Any:
    """A JSON response, 304 if the browser has it already."""
    from starlette.responses import Response

    headers = {
        "ETag": f'"{hashlib.blake2b(content, digest_size=12).hexdigest()}"',
        "Cache-Control": "private, no-cache",
    }
    # The page asks again and again for what seldom changes.
    if status == 200 and request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, status, headers, media_type="application/json")


def _to_json(content: Any) -> bytes:
    text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")  # model output may hold half a surrogate pair
