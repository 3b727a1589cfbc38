"""Requests to an engine and a way to serve many at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from skill1.policy.protocol import Generation, Sampling
from skill1.schema import RandomKey

FP32_MAX, FP32_MEAN = 5e-5, 1e-6  # the two tolerances between two ways to compute a float32 log-prob


@dataclass(frozen=True)
class Asked:
    number: int
    prompt_ids: tuple[int, ...]
    sampling: Sampling = Sampling(1.0, 12)

    @property
    def key(self) -> RandomKey:
        return RandomKey(0, 1, self.number, 0, 2, 0)


def some_requests(count: int, vocabulary: int, *, longest: int = 150, first: int = 0, **sampling) -> list[Asked]:
    rng = np.random.default_rng(7 + first)
    how = Sampling(**{"temperature": 1.0, "max_tokens": 12, **sampling})
    return [
        Asked(first + i, tuple(int(t) for t in rng.integers(4, vocabulary, rng.integers(1, longest))), how)
        for i in range(count)
    ]


def serve(engine, requests: Sequence[Asked]) -> list[Generation]:
    """All requests at once, each in a session of its own; in the order given."""
    return asyncio.run(asyncio.wait_for(_serve(engine, requests), 60))


async def _serve(engine, requests: Sequence[Asked]) -> list[Generation]:
    for request in requests:
        engine.attach(str(request.number))

    async def one(request: Asked) -> Generation:
        try:
            return await engine.generate(
                request.prompt_ids, request.sampling, session=str(request.number), key=request.key
            )
        finally:
            engine.release(str(request.number))

    return list(await asyncio.gather(*map(one, requests)))
