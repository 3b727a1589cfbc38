"""vLLM beside our engine: the same weights, precision and prompts, in a process of another environment."""

from __future__ import annotations

from pathlib import Path

from peer import Peer, asked_of, most_positions, require_same, with_larger_heads, write_model
from recorded import Recorded

CACHE_BYTES = 2**32  # for keys and values; what is not used is not touched


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
        asked = asked_of(self._recorded.episodes)
        weights = write_model(self._recorded.run, self._folder / "weights")
        note = with_larger_heads(weights)
        job = {
            "model": str(weights),
            "dtype": str(self._recorded.run.model.dtype).removeprefix("torch."),
            "threads": self._threads,
            "positions": most_positions(asked),
            "cache_bytes": CACHE_BYTES,
            "turns": asked,
        }
        peer = Peer(self._python, "play_vllm.py", job, self._folder / "job", threads=self._threads)
        self.facts |= {**peer.facts, **({"note": note} if note else {})}
        return peer
