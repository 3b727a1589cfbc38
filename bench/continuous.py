"""Recorded prompts answered by ``transformers``' continuous batching, in this process and on the same weights."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator, Sequence

from peer import PeerError, most_held, require_same, turns
from recorded import Asked, Recorded

BLOCK = 32  # tokens that are cached together; of its default, 256, prompts of this size share nothing
MOST_TOKENS = 1024  # of one forward pass: the largest that it chooses itself
SPARE_BLOCKS = 8


def blocks(episodes: dict[str, list[Asked]]) -> int:
    """Blocks that hold every episode's longest conversation at once."""
    return SPARE_BLOCKS + sum(-(-tokens // BLOCK) for tokens in most_held(episodes))


def continuous(recorded: Recorded) -> float:
    """Seconds in which every call is answered, those of a turn together, with as many tokens as are recorded.

    The cache is empty at first; prompts find in it what earlier turns have left there.

    Raises:
        PeerError: it does not run here.
    """
    batches = turns(recorded.episodes)
    try:
        with _manager(recorded) as manager:
            start = time.perf_counter()
            generated = sum(_answered(manager, calls) for calls in batches)
            seconds = time.perf_counter() - start
    except PeerError:
        raise
    except Exception as error:  # the border to foreign code: the record says it
        raise PeerError(f"{type(error).__name__}: {str(error):.400}") from error
    require_same("tokens", generated, recorded.generated)
    return seconds


@contextlib.contextmanager
def _manager(recorded: Recorded) -> Iterator:
    from transformers import ContinuousBatchingConfig, GenerationConfig

    logging.getLogger("ContinuousBatchingLogger").setLevel(logging.ERROR)
    model = recorded.run.model
    own = model.config._attn_implementation
    # It has a paged form of transformers' own attention only.
    model.set_attn_implementation("sdpa")
    manager = model.init_continuous_batching(
        # No stop token: the recorded lengths decide.
        GenerationConfig(do_sample=True, top_k=0, eos_token_id=-1, pad_token_id=recorded.run.tokens.pad_id),
        ContinuousBatchingConfig(
            block_size=BLOCK, num_blocks=blocks(recorded.episodes), max_batch_tokens=MOST_TOKENS
        ),
    )
    manager.start()
    try:
        yield manager
    finally:
        manager.stop(block=True)
        manager.destroy()
        model.set_attn_implementation(own)


def _answered(manager, calls: Sequence[Asked]) -> int:
    """Number of tokens of a turn's answers."""
    waiting = {
        manager.add_request(list(asked.prompt_ids), max_new_tokens=len(asked.answer.token_ids)) for asked in calls
    }
    generated = 0
    while waiting:
        result = manager.get_result(timeout=1)
        if result is None:
            if not manager.is_running():
                raise PeerError("its thread ended by itself.")
        elif result.error:
            raise PeerError(f"a request failed: {result.error:.400}")
        elif result.is_finished():
            generated += len(result.generated_tokens)
            waiting.discard(result.request_id)
    return generated
