"""Other engines for ``engine.py``, on the same weights and prompts.

``transformers``' continuous batching runs in this process, vLLM in a process of another environment. As with ours, an
episode's next call joins what runs as soon as its last one is answered: no turn waits for its longest answer.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from peer import LIMIT_S, Peer, PeerError, asked_of, most_held, require_same, with_larger_heads, write_model
from recorded import Asked, Recorded

BLOCK = 32  # tokens that are cached together; of its default, 256, prompts of this size share nothing
MOST_TOKENS = 1024  # of one forward pass: the largest that it chooses itself
SPARE_BLOCKS = 8
ROOM = 2  # of vLLM's cache: times what all episodes hold: a block of tokens is seldom full
LEAST_CACHE = 2**28  # bytes


def blocks(episodes: dict[str, list[Asked]]) -> int:
    """Blocks that hold every episode's longest conversation at once."""
    return SPARE_BLOCKS + sum(-(-tokens // BLOCK) for tokens in most_held(episodes))


def continuous(recorded: Recorded) -> float:
    """Seconds in which every call is answered, with as many tokens as are recorded.

    The cache is empty at first; prompts find in it what earlier calls have left there.

    Raises:
        PeerError: it does not run here.
    """
    episodes = list(recorded.episodes.values())
    try:
        with _manager(recorded) as manager:
            # One token, so that its memory is there before the clock starts.
            _answered(manager, [episodes[0][:1]], most=1)
            start = time.perf_counter()
            generated = _answered(manager, episodes)
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


def _answered(manager, episodes: Sequence[Sequence[Asked]], most: int | None = None) -> int:
    """Number of tokens of all answers, each of at most ``most``."""
    waiting: dict[str, tuple[int, int]] = {}

    def ask(episode: int, call: int) -> None:
        if call < len(episodes[episode]):
            asked = episodes[episode][call]
            new = most or len(asked.answer.token_ids)
            waiting[manager.add_request(list(asked.prompt_ids), max_new_tokens=new)] = episode, call

    for episode in range(len(episodes)):
        ask(episode, 0)
    generated, until = 0, time.monotonic() + LIMIT_S
    while waiting:
        result = manager.get_result(timeout=1)
        if result is None:
            if not manager.is_running():
                raise PeerError("its thread ended by itself.")
            if time.monotonic() > until:
                raise PeerError(f"it did not finish in {LIMIT_S:,} s.")
        elif result.error:
            raise PeerError(f"a request failed: {result.error:.400}")
        elif result.is_finished():
            generated += len(result.generated_tokens)
            episode, call = waiting.pop(result.request_id)
            ask(episode, call + 1)
    return generated


def cache_bytes(model, tokens: int) -> int:
    """Memory for the keys and values of so many tokens."""
    config = model.config
    size = getattr(config, "head_dim", None) or config.hidden_size // config.num_attention_heads
    each = 2 * config.num_hidden_layers * config.num_key_value_heads * size * model.dtype.itemsize
    return max(LEAST_CACHE, ROOM * tokens * each)


class VLLM:
    """Started by its first pass, which does not count. ``facts``: what has to be known of it."""

    def __init__(self, recorded: Recorded, python: Path, folder: Path, *, threads: int) -> None:
        self._recorded, self._python, self._folder, self._threads = recorded, python, folder, threads
        self._peer: Peer | None = None
        self.facts: dict[str, object] = {}

    def seconds(self) -> float:
        """A pass over all recorded calls. Raises ``PeerError`` if it does not run here, or writes other numbers."""
        if self._peer is None:
            self._peer = self._started()
        answer = self._peer.ask()
        require_same("tokens", answer["generated"], self._recorded.generated)
        self.facts["cached_prompt_tokens"] = answer["cached_prompt_tokens"]
        return answer["seconds"]

    def close(self) -> None:
        """End its process, if there is one."""
        if self._peer is not None:
            self._peer.close()

    def _started(self) -> Peer:
        held = most_held(self._recorded.episodes)
        weights = write_model(self._recorded.run, self._folder / "weights")
        note = with_larger_heads(weights)
        job = {
            "model": str(weights),
            "dtype": str(self._recorded.run.model.dtype).removeprefix("torch."),
            "threads": self._threads,
            "positions": max(held),
            "cache_bytes": cache_bytes(self._recorded.run.model, sum(held)),
            "episodes": asked_of(self._recorded.episodes.values()),
        }
        peer = Peer(self._python, "play_vllm.py", job, self._folder / "job", threads=self._threads)
        self.facts |= {**peer.facts, **({"note": note} if note else {})}
        return peer
