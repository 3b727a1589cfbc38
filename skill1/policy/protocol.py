"""The policy contract: token ids in, token ids and their log-probs out; and how plain code waits for the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from threading import Event
from typing import TYPE_CHECKING, Protocol, TypeVar

from skill1.schema import FinishReason, RandomKey

if TYPE_CHECKING:
    from skill1.config import SamplingConfig
    from skill1.policy.tokens import Tokens

Result = TypeVar("Result")
LOOK_S = 0.5  # how often a notebook's thread looks whether it was interrupted


@dataclass(frozen=True, slots=True)
class Sampling:
    """How one answer is drawn. ``temperature`` 0 is greedy; ``stop`` strings end an answer and stay in it."""

    temperature: float
    max_tokens: int
    stop: tuple[str, ...] = ()


def longest_answer(sampling: SamplingConfig) -> int:
    """Tokens of the longest answer any stage may give."""
    return max(sampling.query_tokens, sampling.rerank_tokens, sampling.act_tokens, sampling.distill_tokens)


@dataclass(frozen=True, slots=True)
class Generation:
    """One answer. ``logprobs`` (nats) belong to ``token_ids`` under the distribution they were drawn from."""

    token_ids: tuple[int, ...]
    logprobs: tuple[float, ...]
    finish_reason: FinishReason
    text: str


class Policy(Protocol):
    """Answers prompts for many episodes at once.

    A *session* is one episode: engines may keep its key-value cache between calls. ``attach`` before the first call of
    an episode and ``release`` after the last let an engine know who is still alive. ``view`` is what the prompt was
    rendered from; only scripted policies read it. ``max_positions``: tokens a prompt and its answer may have together;
    None: no limit.
    """

    tokens: Tokens
    version: int
    max_positions: int | None

    def attach(self, session: str) -> None:
        """By default nothing: only an engine that keeps something of a session needs to know."""

    def release(self, session: str) -> None:
        """By default nothing."""

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation: ...


def run_to_end(coroutine: Coroutine[object, object, Result]) -> Result:
    """Run a coroutine from plain code; in a notebook, whose own event loop is busy with us, in a thread."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(coroutine)
    running: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Result]]] = []
    interrupted = Event()

    async def noted() -> Result:
        # What the calling thread needs to cancel it.
        running.append((asyncio.get_running_loop(), asyncio.current_task()))
        if interrupted.is_set():  # before there was anything to cancel
            # Or Python warns of a coroutine that nobody awaited.
            coroutine.close()
            raise asyncio.CancelledError
        return await coroutine

    with ThreadPoolExecutor(1, thread_name_prefix="skill1-rollout") as thread:
        try:
            result = thread.submit(asyncio.run, noted())
            while not wait((result,), timeout=LOOK_S).done:
                pass  # an interrupt that comes just before a wait is noticed after it
            return result.result()
        except BaseException:  # the stop button: the episodes end, too, or leaving this block would wait for them
            interrupted.set()
            for loop, task in running:
                with suppress(RuntimeError):  # the error was the coroutine's own, and its loop is closed
                    loop.call_soon_threadsafe(task.cancel)
            raise
