"""vLLM beside our engine: the same weights, precision and prompts, in a process of another environment."""

from __future__ import annotations

from pathlib import Path

from peer import Peer, asked_of, most_held, require_same, with_larger_heads, write_model
from recorded import Recorded

ROOM = 2  # times what all episodes hold: a block of tokens is seldom full
LEAST_CACHE = 2**28  # bytes


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
            "turns": asked_of(self._recorded.episodes),
        }
        peer = Peer(self._python, "play_vllm.py", job, self._folder / "job", threads=self._threads)
        self.facts |= {**peer.facts, **({"note": note} if note else {})}
        return peer
