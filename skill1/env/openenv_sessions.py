"""The sessions that an OpenEnv server keeps: those of connections, and those of HTTP by the name of their episode."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from skill1.env.openenv import Refused, ServedSuite, Session
from skill1.env.protocol import close_suite
from skill1.env.serve import IDLE_S
from skill1.errors import EnvironmentFault

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
            answer = session.reset(options)
            name = answer["metadata"]["episode_id"]
            with self._lock:
                _, old = self._episodes.pop(name, (0.0, None))
                self._require_room()
                self._episodes[name] = (self._clock(), session)
        except BaseException:
            _close_quietly(session)
            raise
        if old is not None:
            _close_quietly(old)
        return answer

    def step(self, name: Any, action: Any) -> dict[str, Any]:
        """Send an action to an episode over HTTP. Raises ``NotThere``, and as :meth:`Session.step`."""
        session = self._episode(name)
        answer = session.step(action)
        if answer["done"]:
            with self._lock:
                self._episodes.pop(name, None)
            _close_quietly(session)
        return answer

    def state(self, name: Any) -> dict[str, Any]:
        """How far an episode over HTTP is; without a name, the state before any. Raises ``NotThere``."""
        return (Session(self.served) if name is None else self._episode(name)).state()

    def close(self) -> None:
        """Close all environments and, if it can be closed, the suite."""
        with self._lock:
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

    def _require_room(self) -> None:
        if len(self) >= self._limit:
            raise Full(f"{len(self)} sessions are open, as many as the server keeps; close some.")

    def _drop_idle(self) -> None:
        oldest = self._clock() - IDLE_S
        with self._lock:
            idle = [name for name, (used_at, _) in self._episodes.items() if used_at < oldest]
            dropped = [self._episodes.pop(name)[1] for name in idle]
        for session in dropped:
            _close_quietly(session)


def _close_quietly(session: Session) -> None:
    """A fault in closing has nobody left to be told."""
    with contextlib.suppress(Exception, SystemExit):
        session.close()
