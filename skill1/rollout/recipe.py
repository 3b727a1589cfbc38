"""What a method adds to plain acting; ``methods`` fills it in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from skill1.agent.player import Player


@dataclass(frozen=True)
class Recipe:
    """The two hooks of an episode: before the first action, after the last observation."""

    before: Callable[[Player], Awaitable[None]]
    after: Callable[[Player], Awaitable[None]]
