"""What a teacher or another model behind a server cost, added up over a run, and how many requests a minute it gets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass

TOKENS_PER_PRICE = 1_000_000


@dataclass(frozen=True, slots=True)
class Account:
    """Totals. ``unreported``: calls whose server counted no tokens; ``cached``: answers that cost nothing again."""

    calls: int = 0
    cached: int = 0
    unanswered: int = 0
    unreported: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @classmethod
    def of_call(cls, prompt_tokens: int | None, completion_tokens: int | None) -> Account:
        """One call, as its server counted it; None: it did not."""
        return cls(
            calls=1,
            unreported=int(None in (prompt_tokens, completion_tokens)),
            prompt_tokens=prompt_tokens or 0,
            completion_tokens=completion_tokens or 0,
        )

    def __add__(self, other: Account) -> Account:
        mine, theirs = asdict(self), asdict(other)
        return Account(**{name: mine[name] + theirs[name] for name in mine})

    def cost(self, prompt_price: float, completion_price: float) -> float:
        """Money, at prices for a million tokens each."""
        return (self.prompt_tokens * prompt_price + self.completion_tokens * completion_price) / TOKENS_PER_PRICE


MINUTE_S = 60.0


class Pace:
    """Lets at most so many requests a minute begin, evenly; 0: no limit."""

    def __init__(
        self,
        per_minute: float,
        # Tests put a clock of their own here.
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
