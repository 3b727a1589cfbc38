"""How many requests a minute a service is sent: for teachers and for policies behind a server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

MINUTE_S = 60.0


class Pace:
    """Lets at most so many requests a minute begin, evenly; 0: no limit."""

    def __init__(
        self,
        per_minute: float,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._gap_s = MINUTE_S / per_minute if per_minute else 0.0
        self._sleep, self._now = sleep, now
        self._next = now()

    async def wait(self) -> None:
        """Returns when this request may begin."""
        if not self._gap_s:
            return
        start = max(self._next, self._now())
        # Booked before it sleeps: whoever asks meanwhile gets a later turn. A pause earns no burst afterwards.
        self._next = start + self._gap_s
        if start > self._now():
            await self._sleep(start - self._now())
