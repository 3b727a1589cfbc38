"""Answers that are under way: what environments played elsewhere return, and how plain code waits for them."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Generator
from concurrent.futures import Future
from typing import Any, Generic, TypeVar

from skill1.env.protocol import StepReturn, Suite, TextEnv
from skill1.schema import Observation, Task

Answer = TypeVar("Answer")


class Pending(Generic[Answer]):
    """An answer that another thread is fetching: ``await`` it in any event loop, or call ``result()`` in none.

    ``abandon`` is called when whoever waits gives up (cancelled, interrupted), so that a hung environment does not
    hold up the exit. It has to leave other requests alone: this one may be waiting for its turn, or be answered.
    """

    def __init__(self, future: Future[Answer], abandon: Callable[[], None]) -> None:
        self._future, self._abandon = future, abandon

    def __await__(self) -> Generator[Any, None, Answer]:
        try:
            return (yield from asyncio.wrap_future(self._future).__await__())
        except asyncio.CancelledError:
            self._abandon()
            raise

    def result(self) -> Answer:
        """The answer, waiting for it here; raises what the environment's side raised."""
        try:
            return self._future.result()
        except BaseException:
            if not self._future.done():  # it is us who were interrupted
                self._future.cancel()
                self._abandon()
            raise


def settle(answer: Any) -> Any:
    """The value of an answer that may be under way. Only for code that runs in no event loop."""
    if isinstance(answer, Pending):
        return answer.result()
    return asyncio.run(_awaited(answer)) if inspect.isawaitable(answer) else answer


async def _awaited(answer: Awaitable[Answer]) -> Answer:
    return await answer


class BlockingEnv:
    """A ``TextEnv`` whose ``reset`` and ``step`` return values, whatever the environment inside returns."""

    def __init__(self, env: TextEnv) -> None:
        self._env = env

    @property
    def task(self) -> Task | None:
        return self._env.task

    def reset(self, *, task_index: int | None = None, seed: int | None = None) -> Observation:
        return settle(self._env.reset(task_index=task_index, seed=seed))

    def step(self, action: str) -> StepReturn:
        return settle(self._env.step(action))

    def close(self) -> None:
        self._env.close()


class BlockingSuite:
    """A suite that makes :class:`BlockingEnv`; all else is the suite's own."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite

    def make(self, split: str) -> TextEnv:
        """A new environment; one that is no ``TextEnv`` is handed on as it is, for the checker to name."""
        env = self._suite.make(split)
        return BlockingEnv(env) if isinstance(env, TextEnv) else env

    def __getattr__(self, name: str) -> Any:
        return getattr(self._suite, name)
