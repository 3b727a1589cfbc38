"""Frozen text encoders: texts in, L2-normalised float32 rows out.

`hashing` is lexical and needs no download; the rest are sentence-transformers models (``sentence_encoder``) and servers
of embeddings (``endpoint_encoder``). An encoder's identity is stored with a library, so vectors of two encoders are
never mixed. Encoders know nothing of skills.
"""

from __future__ import annotations

import asyncio
import hashlib
import re
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import lru_cache, partial
from pathlib import Path
from typing import Protocol

import numpy as np

from skill1.config.keys import LIKE
from skill1.config.registry import Family, nearest_name
from skill1.errors import LibraryError
from skill1.library.sentence_encoder import SentenceEncoder


class Encoder(Protocol):
    """What the library needs of an encoder. ``name`` makes it again, ``identity`` also tells its weights.

    Two encoders of one identity give the same rows to documents; rows of queries are not stored and not covered.
    """

    name: str
    threshold: float  # least cosine at which two texts count as related
    cheap: bool  # True: vectors are recomputed when a library is opened instead of being stored

    @property
    def dimensions(self) -> int: ...

    @property
    def identity(self) -> str: ...

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        """Documents: float32 ``[len(texts), dimensions]``, rows of length 1 (or 0 when there is nothing to encode).

        A row depends on its own text only, never on its neighbours: a resumed run must see the same numbers.
        """
        ...

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        """As ``encode``, for what documents are searched with; the same rows where a model does not tell them apart."""
        ...


class CachedEncoder:
    """An encoder that remembers the rows of the last ``limit`` documents, and of as many queries."""

    def __init__(self, encoder: Encoder, limit: int = 8192) -> None:
        self.encoder = encoder
        self._limit = limit
        self._rows: dict[str, np.ndarray] = {}
        # Apart: with a prompt the same text has another row as a query.
        self._query_rows: dict[str, np.ndarray] = {}
        self._asked: dict[str, Future[np.ndarray]] = {}  # queries that a server has not answered yet

    def rows(self, texts: Sequence[str]) -> np.ndarray:
        """Rows of documents: float32 ``[len(texts), dimensions]``."""
        return self._remembered(texts, self._rows, self.encoder.encode)

    def query_rows(self, texts: Sequence[str]) -> np.ndarray:
        """Rows of queries: float32 ``[len(texts), dimensions]``."""
        return self._remembered(texts, self._query_rows, self.encoder.encode_queries)

    async def expect(self, text: str) -> None:
        """Have a query's row at hand. A server is asked in a thread: other episodes play on until it answers."""
        if not is_address(self.encoder.name) or text in self._query_rows:
            return
        # The episodes of a group often ask the same: it is sent once.
        rows = await asyncio.wrap_future(self._asked.get(text) or self._ask(text))
        self._remembered([text], self._query_rows, lambda _: rows)

    def _ask(self, text: str) -> Future[np.ndarray]:
        asked: Future[np.ndarray] = Future()
        # As one that runs, it is not cancelled with an episode: others may wait for it.
        asked.set_running_or_notify_cancel()

        def work() -> None:
            try:
                tell = partial(asked.set_result, self.encoder.encode_queries([text]))
            except BaseException as error:  # whatever it is belongs to whoever waits
                tell = partial(asked.set_exception, error)
            # Before anybody is told: whoever asks again after a fault must not be handed the same future.
            self._asked.pop(text)
            tell()

        self._asked[text] = asked
        try:
            # A daemon: a program that is interrupted does not wait for an answer that nobody wants any more.
            threading.Thread(target=work, name="skill1-query", daemon=True).start()
        except RuntimeError:  # the system allows no more of them
            work()
        return asked

    def _remembered(
        self, texts: Sequence[str], memory: dict[str, np.ndarray], encode: Callable[[Sequence[str]], np.ndarray]
    ) -> np.ndarray:
        # Taken out first: a call with more texts than are remembered would push them out before they are read.
        known = {text: memory[text] for text in texts if text in memory}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            known.update(zip(missing, encode(missing), strict=True))
        for text in missing[-self._limit :]:
            memory[text] = known[text].copy()  # a copy frees the batch the row is a view of
        # A dict keeps the order of insertion, so the oldest go first.
        while len(memory) > self._limit:
            del memory[next(iter(memory))]
        if not texts:
            return np.zeros((0, self.encoder.dimensions), dtype=np.float32)
        return np.stack([known[text] for text in texts])


class _Announced:
    """A package's encoder, whose rows are looked at: with NaN, say, nothing would be found, and nobody told why."""

    def __init__(self, name: str, encoder: Encoder) -> None:
        if encoder.name != name:  # a library notes the name, to make the encoder again
            raise LibraryError(
                f"encoder '{name}' calls itself {encoder.name!r}; expected name = {name!r}. {_MEND}"
            )
        self.name, self.threshold, self.cheap = name, encoder.threshold, encoder.cheap
        self._encoder = encoder

    @property
    def dimensions(self) -> int:
        return self._encoder.dimensions

    @property
    def identity(self) -> str:
        return self._encoder.identity

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return self._looked_at("encode", texts)

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._looked_at("encode_queries", texts)

    def _looked_at(self, method: str, texts: Sequence[str]) -> np.ndarray:
        # Not asked: of no texts many models make no matrix, and a library is opened where nothing is to be encoded.
        if not texts:
            return np.zeros((0, self.dimensions), np.float32)
        found, shape = np.asarray(getattr(self._encoder, method)(texts)), (len(texts), self.dimensions)
        # In double precision: squares of float16 rows need not fit. The comparison is false for NaN, too.
        lengths = np.linalg.norm(found.astype(np.float64), axis=-1)
        if found.shape == shape and ((lengths == 0) | (np.abs(lengths - 1) < _LENGTH_SLACK)).all():
            return found.astype(np.float32, copy=False)
        raise LibraryError(
            f"encoder '{self.name}': {method}() gave {list(found.shape)}, rows of length {lengths.min():.4g} to "
            f"{lengths.max():.4g}; expected {list(shape)}, each row of length 1, or 0 where there is nothing to "
            f"encode. {_MEND}"
        )


def is_address(name: str) -> bool:
    """Whether an encoder's name is an address, URL#MODEL, rather than a model's name or folder."""
    return name.startswith(("http://", "https://"))


def misspelt(name: str) -> str | None:
    """Which of ``ENCODERS`` a misspelt name means; None: it is one of them, or may name a model or a folder."""
    # With a slash it is an address, a path, or a model after its owner.
    if name in ENCODERS or "/" in name:
        return None
    meant = nearest_name(name, list(ENCODERS), LIKE)
    return meant if meant and not Path(name).exists() else None


def make_encoder(
    name: str,
    *,
    query_prompt: str | None = None,
    document_prompt: str | None = None,
    device: str | None = None,
    batch_size: int = 1,
    max_tokens: int | None = None,
) -> Encoder:
    """One of ``ENCODERS``, a sentence-transformers name or folder, or URL#MODEL of an OpenAI-compatible server.

    Nothing is loaded or asked yet. The prompts are put in front of texts; None: what the model asks for. Those of
    ``ENCODERS`` take none. ``device``: where a model's weights go, such as "cpu"; None: a GPU if there is one.
    ``batch_size`` and ``max_tokens``: of a model, see ``SentenceEncoder``. Raises ``LibraryError`` for an address that
    cannot be used, a slip in a name of ``ENCODERS``, and what a package announces that is no encoder.
    """
    if name in ENCODERS:
        encoder = ENCODERS.load(name)()
        return encoder if name in ENCODERS.built_in else _Announced(name, encoder)
    if meant := misspelt(name):
        raise LibraryError(
            f"There is no encoder '{name}'. Did you mean {meant}? Expected one of {', '.join(ENCODERS)}, a folder, "
            f"URL#MODEL, or a model with its owner, such as sentence-transformers/{name}."
        )
    if is_address(name):
        from skill1.library.endpoint_encoder import EndpointEncoder, VectorCache, default_file

        cache = VectorCache(default_file())
        return EndpointEncoder(name, query_prompt=query_prompt, document_prompt=document_prompt, cache=cache)
    return SentenceEncoder(
        name,
        query_prompt=query_prompt,
        document_prompt=document_prompt,
        device=device,
        batch_size=batch_size,
        max_tokens=max_tokens,
    )


_MEND = "Mend or uninstall the package that announces it."
_LENGTH_SLACK = 0.01  # of the rows of a package's encoder; half precision is off by less
HASHING_DIMENSIONS = 1024
HASHING_VERSION = 1  # raise it when the features change: stored libraries then re-embed themselves
HASHING_THRESHOLD = 0.2  # one shared word of two five-word texts gives about 0.1, a shared pair of words 0.3
# Han, kana and Hangul: Chinese and Japanese put no blanks between words, so there each character is one.
_CJK = "\u3005-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
_WORD = re.compile(rf"[^\W{_CJK}]+|(?!\W)[{_CJK}]")


class HashingEncoder:
    """Word unigrams and bigrams, each added with a hashed sign to one of 1,024 hashed places.

    Counts are whole numbers and the norm is taken in double precision, so rows are equal on every platform. Queries
    and documents are treated alike.
    """

    name = "hashing"
    threshold = HASHING_THRESHOLD
    cheap = True
    dimensions = HASHING_DIMENSIONS
    identity = f"hashing:{HASHING_DIMENSIONS}:v{HASHING_VERSION}"

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        rows = np.zeros((len(texts), self.dimensions), dtype=np.float32)
        slots, values = _entries([_WORD.findall(text.lower()) for text in texts])
        # A view of the rows end to end, in which a place is row · dimensions + place.
        rows.reshape(-1)[slots] = values
        return rows

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self.encode(texts)


# Encoders that are code alone, without weights or a server: name → class. Packages announce theirs in this group.
ENCODERS = Family("skill1.encoders", {HashingEncoder.name: HashingEncoder})


def _entries(texts: list[list[str]]) -> tuple[np.ndarray, np.ndarray]:
    """The non-zeros of texts given as words: row · dimensions + place, and the value there."""
    rows, places, signs = _features(texts)
    slots, same_slot = np.unique(rows * HASHING_DIMENSIONS + places, return_inverse=True)
    counts = np.bincount(same_slot, signs, len(slots))
    rows_of_slots = slots // HASHING_DIMENSIONS
    norms = np.sqrt(np.bincount(rows_of_slots, counts**2, len(texts)))
    # Features of opposite signs that share a place can cancel out.
    kept = counts != 0
    return slots[kept], counts[kept] / norms[rows_of_slots[kept]]


def _features(texts: list[list[str]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(row, place, sign) of each word and of each pair of neighbours; every distinct one is hashed once."""
    vocabulary: dict[str, int] = {}
    numbers = np.array(
        [vocabulary.setdefault(word, len(vocabulary)) for words in texts for word in words], np.int64
    )
    rows = np.repeat(np.arange(len(texts)), [len(words) for words in texts])
    is_first = rows[:-1] == rows[1:]  # of a pair within one text
    # A pair as one number, from which both words can be read again.
    pair_keys = (numbers[:-1] * len(vocabulary) + numbers[1:])[is_first]
    pairs, pair_numbers = np.unique(pair_keys, return_inverse=True)
    words = list(vocabulary)
    joined = [f"{words[pair // len(words)]} {words[pair % len(words)]}" for pair in pairs.tolist()]
    # Two columns also where there is no feature.
    hashed = np.array([_hashed_place(feature) for feature in (*words, *joined)], np.int64).reshape(-1, 2)
    places, signs = hashed[np.concatenate([numbers, len(words) + pair_numbers])].T
    return np.concatenate([rows, rows[:-1][is_first]]), places, signs


@lru_cache(maxsize=1 << 16)
def _hashed_place(feature: str) -> tuple[int, int]:
    """(place, sign) of a feature; blake2b because Python's own hash differs between processes."""
    digest = hashlib.blake2b(feature.encode("utf-8", "replace"), digest_size=8).digest()
    number = int.from_bytes(digest, "little")
    # The sign is the top bit and the place comes from the low ones: neither tells the other.
    return number % HASHING_DIMENSIONS, 1 if number >> 63 else -1
