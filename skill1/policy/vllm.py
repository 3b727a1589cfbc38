"""A vLLM engine in this process as the policy of the local backend: many episodes at once, on one GPU.

Unlike :mod:`skill1.policy.hf` it does not wait for all episodes, so an answer's last bits may depend on its neighbours;
draws are still seeded by the generation's key. What vLLM itself needs is in :mod:`skill1.policy.vllm_engine`.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from skill1.errors import PolicyError, Skill1Error
from skill1.policy.protocol import Generation, Policy, Sampling
from skill1.policy.random import server_seed
from skill1.schema import RandomKey

if TYPE_CHECKING:
    from skill1.policy.tokens import Tokens
    from skill1.policy.vllm_engine import Answer, VLLMEngine


class VLLMPolicy(Policy):
    """Made by :func:`skill1.policy.load.open_policy`.

    It keeps no sessions: vLLM finds the keys of a prompt's beginning by its tokens.
    """

    def __init__(self, engine: VLLMEngine, tokens: Tokens, *, rows: int, version: int = 0, model=None) -> None:
        self.tokens, self.version, self.max_rows = tokens, version, rows
        self.max_positions: int = engine.max_positions
        self.tokens_generated = 0
        self._engine, self._model = engine, model
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._driver: asyncio.Task[None] | None = None
        self._death: PolicyError | None = None
        self._asked = 0

    def weights_changed(self) -> None:
        """The model was updated: copy its weights into the engine, forget cached keys, count a new version.

        Raises:
            PolicyError: the engine cannot take them.
        """
        try:
            self._engine.load(self._model)
        except Skill1Error:
            raise
        except Exception as error:
            raise self._died(error) from error
        # Only now: an answer is stamped with the version whose weights drew it.
        self.version += 1

    def rest(self) -> None:
        """Give the GPU's memory to training, where vLLM can; :meth:`weights_changed` takes it back."""
        self._engine.rest()

    def close(self) -> None:
        """End the engine and free its memory."""
        self._engine.close()

    async def generate(
        self, prompt_ids: tuple[int, ...], sampling: Sampling, *, session: str, key: RandomKey, view: object = None
    ) -> Generation:
        """Sample one answer; returns when it ended by an end token, a stop string or ``max_tokens``.

        Raises:
            PolicyError: the engine died, now or before.
        """
        if len(prompt_ids) + sampling.max_tokens > self.max_positions:
            raise Skill1Error(
                f"A prompt of {len(prompt_ids)} tokens and an answer of up to {sampling.max_tokens} exceed the "
                f"engine's {self.max_positions} positions. Lower model.max_prompt_tokens or the sampling.*_tokens "
                "limits."
            )
        if self._death is not None:
            raise self._death
        self._asked += 1
        # A session asks many times, and vLLM wants a name for each request.
        request = f"{session}/{self._asked}"
        self._engine.add(request, prompt_ids, sampling, seed=server_seed(key))
        # Only now: nobody must wait for a request that the engine did not take.
        self._waiting[request] = future = asyncio.get_running_loop().create_future()
        if self._driver is None or self._driver.done():
            self._driver = asyncio.get_running_loop().create_task(self._drive())
        return self._generation(await future)

    async def _drive(self) -> None:
        """Step the engine while anybody waits; between two steps episodes run on and ask again."""
        try:
            while self._waiting:
                # Who asked was cancelled: the engine must not generate for nobody.
                self._abort([request for request, future in self._waiting.items() if future.done()])
                # Nothing is awaited since cancelled ones were taken out, so every future is still open.
                for answer in self._engine.step() if self._waiting else ():
                    self._waiting.pop(answer.request).set_result(answer)
                    self.tokens_generated += len(answer.token_ids)
                await asyncio.sleep(0)
        except Exception as error:  # hand it to whoever waits: a dead engine must not hang episodes
            self._fail(error)
        finally:  # cancelled with the event loop: the next one must not get answers that nobody waits for
            # A dead engine cannot forget anything.
            if self._death is None:
                self._abort(list(self._waiting))

    def _abort(self, requests: list[str]) -> None:
        if requests:
            self._engine.abort(requests)
        for request in requests:
            del self._waiting[request]

    def _fail(self, error: Exception) -> None:
        death = self._died(error)
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(death)
        self._waiting.clear()

    def _died(self, error: Exception) -> PolicyError:
        """What everybody who asks from now on is told."""
        self._death = PolicyError(
            f"The vLLM engine died: {type(error).__name__}: {str(error)[:500]}\nThe last whole checkpoint is "
            "untouched: type skill1 train --run-dir RUN --resume. If memory ran out, add a lower --cluster.gpu_memory; "
            "for a lower --model.rows or --model.max_prompt_tokens type --fork RUN@latest --run-dir NEW instead."
        )
        # Here, because it is raised anew for each who asks.
        self._death.__cause__ = error
        return self._death

    def _generation(self, answer: Answer) -> Generation:
        if answer.finish_reason not in ("stop", "length"):  # as ours are called
            raise PolicyError(
                f"vLLM gave up on an answer (finish reason {answer.finish_reason!r}); expected stop or length."
            )
        ids = answer.token_ids
        text = self.tokens.decode(ids[:-1] if ids and ids[-1] in self._engine.end_ids else ids)
        return Generation(ids, answer.logprobs, answer.finish_reason, text)
