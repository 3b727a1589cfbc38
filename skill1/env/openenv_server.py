"""The server of `skill1 envs serve NAME --protocol openenv`: a suite for the clients of OpenEnv, on 127.0.0.1 only.

``/ws`` is where clients play: one connection, one environment, and messages ``{"type": …, "data": …}`` of the types
``reset``, ``step``, ``state`` and ``close``. Over HTTP, ``POST /reset`` begins an episode and names it; ``POST /step``
and ``GET /state`` take that ``episode_id``. The rest tells of the environment and lists its tasks. A web page of
another site is let in nowhere.
"""

from __future__ import annotations

import contextlib
import json
import threading
import time
import urllib.parse
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from skill1.config import EnvConfig
from skill1.env.openenv import (
    ACTION_SCHEMA,
    API_VERSION,
    OBSERVATION_SCHEMA,
    STATE_SCHEMA,
    Refused,
    ServedSuite,
    Session,
    code_of,
    option,
)
from skill1.env.protocol import close_suite
from skill1.env.registry import make_suite
from skill1.env.serve import (
    IDLE_S,
    MAX_BODY_BYTES,
    OWN_HOSTS,
    Answer,
    TooLong,
    json_app,
    require_own,
    serve_app,
)
from skill1.env.splits import task_position
from skill1.env.wire import BadRequest, encode_error, from_line, to_line
from skill1.errors import EnvironmentFault, require_packages

MAX_SESSIONS = 1024


class Full(EnvironmentFault):
    """As many sessions are open as the server keeps."""


class NotThere(EnvironmentFault):
    """No episode or environment of that name."""


class Sessions:
    """The open sessions, at most ``limit``: those of connections, and those of HTTP by the name of their episode.

    Safe to call from several threads. An episode over HTTP is dropped after an hour without a step.
    """

    def __init__(
        self, served: ServedSuite, limit: int = MAX_SESSIONS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.served, self._limit, self._clock = served, limit, clock
        self._lock = threading.Lock()
        self._of_connections: set[Session] = set()
        self._episodes: dict[str, tuple[float, Session]] = {}  # last used, session

    def __len__(self) -> int:
        return len(self._of_connections) + len(self._episodes)

    def connect(self) -> Session:
        """A session for a connection. Raises ``Full``."""
        self._drop_idle()
        with self._lock:
            self._require_room()
            session = Session(self.served)
            self._of_connections.add(session)
        return session

    def disconnect(self, session: Session) -> None:
        """Close the session of a connection."""
        with self._lock:
            self._of_connections.discard(session)
        _close_quietly(session)

    def reset(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """Begin an episode over HTTP. Raises ``Full``, and as :meth:`Session.reset`."""
        self._drop_idle()
        session = Session(self.served)
        try:
            # Without the lock, which would hold up all other clients while a game is loaded.
            answer = session.reset(options)
            name = answer["metadata"]["episode_id"]
            with self._lock:
                # A client may use a name again: its earlier episode gives way before room is counted.
                _, old = self._episodes.pop(name, (0.0, None))
                self._require_room()
                self._episodes[name] = (self._clock(), session)
        except BaseException:
            _close_quietly(session)
            raise
        # Closed last and without the lock: closing waits for the suite's turn.
        if old is not None:
            _close_quietly(old)
        return answer

    def step(self, name: Any, action: Any) -> dict[str, Any]:
        """Send an action to an episode over HTTP. Raises ``NotThere``, and as :meth:`Session.step`."""
        session = self._episode(name)
        # Over HTTP no client says goodbye: an episode that has ended, by a fault too, is dropped at once.
        try:
            answer = session.step(action)
        except Refused:  # the client's mistake: the episode goes on
            raise
        except BaseException:
            self._drop(name, session)
            raise
        if answer["done"]:
            self._drop(name, session)
        return answer

    def state(self, name: Any) -> dict[str, Any]:
        """How far an episode over HTTP is; without a name, the state before any. Raises ``NotThere``."""
        return (Session(self.served) if name is None else self._episode(name)).state()

    def close(self) -> None:
        """Close all environments and, if it can be closed, the suite."""
        with self._lock:
            # Taken out under the lock, closed without it: a client may still be asking.
            left = [*self._of_connections, *(session for _, session in self._episodes.values())]
            self._of_connections.clear()
            self._episodes.clear()
        for session in left:
            _close_quietly(session)
        close_suite(self.served.suite)

    def _episode(self, name: Any) -> Session:
        if name is None:
            raise Refused(
                "episode_id is missing: POST /reset gives one, in its metadata. Connections to /ws need none."
            )
        with self._lock:
            if not isinstance(name, str) or name not in self._episodes:
                raise NotThere(f"no episode {str(name)[:80]!r} is played here; begin one with POST /reset.")
            session = self._episodes[name][1]
            self._episodes[name] = (self._clock(), session)
            return session

    def _drop(self, name: str, session: Session) -> None:
        with self._lock:
            # A client may have begun another episode of that name meanwhile.
            if self._episodes.get(name, (0.0, None))[1] is session:
                del self._episodes[name]
        _close_quietly(session)

    def _require_room(self) -> None:
        if len(self) >= self._limit:
            raise Full(f"{len(self)} sessions are open, the most that the server allows; close some.")

    def _drop_idle(self) -> None:
        oldest = self._clock() - IDLE_S
        with self._lock:
            # Connections are not among them: they end when their client does.
            idle = [name for name, (used_at, _) in self._episodes.items() if used_at < oldest]
            dropped = [self._episodes.pop(name)[1] for name in idle]
        for session in dropped:
            _close_quietly(session)


def _close_quietly(session: Session) -> None:
    """A fault in closing has nobody left to be told."""
    with contextlib.suppress(Exception, SystemExit):
        session.close()


# From here on: what is answered over HTTP, and on connections to /ws.
NO_SUCH_METHOD = -32601  # of JSON-RPC

Routes = dict[str, tuple[str, str, Answer]]  # path → method, what it does, what answers it


def serve_openenv(config: EnvConfig, port: int, announce: Callable[[str], None]) -> None:
    """Answer clients until interrupted, then close the environments; ``announce`` is told the address.

    Raises:
        ConfigError: no such environment, it cannot be made, or the port cannot be used.
        MissingExtraError: fastapi, uvicorn or websockets is not installed.
    """
    purpose = "skill1 envs serve --protocol openenv"
    # With websockets uvicorn speaks /ws. All are asked for here: `serve_app` would name another extra.
    require_packages("openenv", purpose, "fastapi", "uvicorn", "websockets")
    require_own(config)

    def make() -> Any:
        # Workers answer several at once; a suite of this process need not be safe for that.
        turn = contextlib.nullcontext() if config.workers or config.python else threading.Lock()
        return make_openenv_app(ServedSuite(make_suite(config), config, turn))

    # Messages have the limit of bodies over HTTP; uvicorn's own is 16 MiB.
    serve_app(make, port, announce, purpose, ws_max_size=MAX_BODY_BYTES)


def routes_of(sessions: Sessions) -> Routes:
    """What is answered over HTTP, besides ``/openapi.json``, which lists it."""
    served = sessions.served
    schemas = {"action": ACTION_SCHEMA, "observation": OBSERVATION_SCHEMA, "state": STATE_SCHEMA}

    # For answers that ask the suite directly. Sessions take the turn themselves: a Lock cannot be taken twice.
    def asked(answer: Answer) -> Answer:
        def in_turn(fields: dict[str, Any]) -> Any:
            if "env_name" in fields and fields["env_name"].lower() != served.suite.name.lower():
                raise NotThere(
                    f"no environment {fields['env_name'][:80]!r}; this server plays {served.suite.name}."
                )
            with served.turn:
                return answer(fields)

        return in_turn

    def listed(fields: dict[str, Any]) -> list[dict[str, Any]]:
        return served.listed_tasks(option(fields, "split", str) or "")

    def task(fields: dict[str, Any]) -> dict[str, Any]:
        tasks = listed(fields)
        return {"task": tasks[task_position(tasks, option(fields, "index", int), "task")]}

    def task_range(fields: dict[str, Any]) -> dict[str, Any]:
        # A slice takes bounds that are left out, or lie beyond the end.
        return {"tasks": listed(fields)[option(fields, "start", int) : option(fields, "stop", int)]}

    one = "/{env_name:path}"
    return {
        # Playing without a connection.
        "/reset": ("POST", "Begin an episode; metadata.episode_id names it.", sessions.reset),
        "/step": (
            "POST",
            "Send an action to the episode episode_id.",
            lambda fields: sessions.step(fields.get("episode_id"), fields.get("action")),
        ),
        "/state": ("GET", "How far the episode episode_id is.", lambda f: sessions.state(f.get("episode_id"))),
        # What the server tells of itself.
        "/schema": ("GET", "JSON schemas of actions, observations and states.", lambda _: schemas),
        "/metadata": ("GET", "Name and description of the environment.", asked(lambda _: served.metadata())),
        "/health": ("GET", "Whether the server answers.", lambda _: {"status": "healthy"}),
        "/mcp": ("POST", "No tools are offered over MCP.", _no_tools),
        "/list_environments": ("GET", "The name of the environment.", lambda _: [served.suite.name]),
        # The tasks, as OpenEnv 0.10 lists them; each page is optional there.
        f"{one}/splits": ("GET", "Its splits.", asked(lambda _: served.listed_splits())),
        f"{one}/tasks": (
            "POST",
            "The tasks of a split.",
            asked(lambda fields: {"tasks": listed(fields), "env_name": served.suite.name}),
        ),
        f"{one}/num_tasks": (
            "POST",
            "How many tasks a split has.",
            asked(lambda f: {"num_tasks": len(listed(f))}),
        ),
        f"{one}/task": ("POST", "One task of a split, by its index.", asked(task)),
        f"{one}/task_range": ("POST", "The tasks of a split from start up to stop.", asked(task_range)),
    }


def openapi(routes: Routes) -> dict[str, Any]:
    """What ``GET /openapi.json`` answers."""
    paths = {
        path.replace(":path", ""): {method.lower(): {"summary": text, "responses": {"200": {"description": "OK"}}}}
        for path, (method, text, _) in routes.items()
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "OpenEnv environment of skill1", "version": API_VERSION},
        "paths": paths,
    }


def _no_tools(fields: dict[str, Any]) -> dict[str, Any]:
    told = "this environment offers no tools over MCP; play it with reset and step over /ws."
    return {"jsonrpc": "2.0", "id": fields.get("id"), "error": {"code": NO_SUCH_METHOD, "message": told}}


def make_openenv_app(served: ServedSuite, limit: int = MAX_SESSIONS) -> Any:
    """The ASGI application over a suite, with at most ``limit`` sessions at once."""
    from starlette.concurrency import run_in_threadpool
    from starlette.routing import WebSocketRoute

    sessions = Sessions(served, limit)

    async def play(socket: Any) -> None:
        await converse(socket, sessions, run_in_threadpool)

    def refusal(error: BaseException) -> tuple[Any, int]:
        return {"detail": encode_error(error)["message"]}, status_of(error)

    routes = routes_of(sessions)
    answers = [(method, path, answer) for path, (method, _, answer) in routes.items()]
    answers.append(("GET", "/openapi.json", lambda _: openapi(routes)))
    more = [WebSocketRoute("/ws", play)]
    return json_app(answers, refusal, served.config.workers, sessions.close, more, reads_query=True)


def status_of(error: BaseException) -> int:
    """HTTP status of an error: 404, 413, 422, 503, or 500 where the environment failed."""
    # First by class: to `code_of` all of these are faults of the environment.
    for kind, status in ((NotThere, 404), (TooLong, 413), (Full, 503), (BadRequest, 400)):
        if isinstance(error, kind):
            return status
    # What a session refuses is the client's mistake, whatever OpenEnv's code for it.
    return 500 if code_of(error) == "EXECUTION_ERROR" and not isinstance(error, Refused) else 422


def comes_from_here(origin: str | None) -> bool:
    """Whether a connection may be opened: by a program, which names no origin, or by a page of this machine."""
    with contextlib.suppress(ValueError):  # of what is no address
        return origin is None or urllib.parse.urlsplit(origin).hostname in OWN_HOSTS
    return False


async def converse(socket: Any, sessions: Sessions, in_thread: Callable[..., Awaitable[Any]]) -> None:
    """One connection to ``/ws``: takes a message, answers it, until one side leaves; then its environment is closed."""
    from starlette.websockets import WebSocketDisconnect

    async def say(message: Mapping[str, Any] | None) -> None:
        """None: goodbye."""
        # A client that has left hears nothing; where that matters, the next receive says so.
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await (socket.close() if message is None else socket.send_text(to_line(message).decode()))

    if not comes_from_here(socket.headers.get("origin")):
        await socket.close(code=1008)  # refused by policy, before it is accepted
        return
    # Accepted even when full: before that nothing could be said but a status.
    await socket.accept()
    try:
        session = await in_thread(sessions.connect)
    except Full as error:
        await say(_error(str(error), "CAPACITY_REACHED"))
        await say(None)
        return
    try:
        while (received := await socket.receive())["type"] == "websocket.receive":
            # In a thread: environments are plain code, and a slow one must not hold up the other connections.
            answer = await in_thread(reply, session, received.get("text") or received.get("bytes") or b"")
            await say(answer)
            if answer is None:
                break
    finally:
        await in_thread(sessions.disconnect, session)


def reply(session: Session, text: str | bytes) -> dict[str, Any] | None:
    """The answer to a message of ``/ws``; None to ``close``. Whatever fails becomes an error message."""
    try:
        message = from_line(text.encode() if isinstance(text, str) else text)
    except EnvironmentFault as error:
        return _error(str(error), "INVALID_JSON")
    try:
        answer = _answer(session, message)
        if answer is not None:
            to_line(answer)  # what has no JSON form is a fault, too
        return answer
    except (Exception, SystemExit) as error:  # the border to foreign code
        return _error(encode_error(error)["message"], code_of(error))


def _answer(session: Session, message: Any) -> dict[str, Any] | None:
    if not isinstance(message, dict):
        raise Refused(f"the message is a {type(message).__name__}; expected a JSON object.")
    match message.get("type"):
        case "reset":
            options = message.get("data", {})
            if not isinstance(options, dict):
                raise Refused(f"data is {json.dumps(options)[:80]}; expected a JSON object.")
            return {"type": "observation", "data": session.reset(options)}
        case "step":
            return {"type": "observation", "data": session.step(message.get("data"))}
        case "state":
            return {"type": "state", "data": session.state()}
        case "mcp":
            # The data is a request of JSON-RPC, whose id the answer repeats.
            request = message.get("data")
            return {"type": "mcp", "data": _no_tools(request if isinstance(request, dict) else {})}
        case "close":
            return None
    told = f"unknown type {str(message.get('type'))[:80]!r}; expected reset, step, state or close."
    raise Refused(told, "UNKNOWN_TYPE")


def _error(message: str, code: str) -> dict[str, Any]:
    return {"type": "error", "data": {"message": message, "code": code}}
