"""Embeddings of an OpenAI-compatible server, named by its address: http://127.0.0.1:8000/v1#MODEL.

Every text is asked for once on a machine: rows are kept by the hash of what was sent (``VectorCache``). One fixed
text is asked for again in each process: it tells whether the model behind the name is still the same.

The vectors lie in one SQLite file of the user, shared by all runs and libraries. It is a cache, so nothing about it is
an error: a file that cannot be used is done without.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from skill1.config import EndpointConfig
from skill1.config.address import is_plain
from skill1.errors import LibraryError
from skill1.library.sentence_encoder import (
    SENTENCE_THRESHOLD,
    chosen_prompts,
    family_prompts,
    unit_rows,
    with_prompt,
)
from skill1.library.store import VECTOR_TYPE, row_of
from skill1.models.packaged import user_cache
from skill1.policy.reply import UnusableAnswer
from skill1.schema import storable

if TYPE_CHECKING:
    from skill1.policy.server import ModelServer


KEY_VARIABLE = "OPENAI_API_KEY"
# Another text would give each model another tag and so another identity: libraries would be embedded anew.
PROBE_TEXT = "take the clean mug from the counter and put it in the coffee machine"
SAME_MODEL_COSINE = 0.999  # half-precision servers differ by less from call to call, fine-tunes by more
BATCH_SIZE = 32  # the most that text-embeddings-inference takes by default; made smaller where a server wants less
TIMEOUT_S = 60.0
RETRIES = 4
_SIZE_STATUS = {400, 413, 422}  # what servers answer to more texts, or longer ones, than they take
_TOO_LARGE = "too large to process"  # says llama.cpp, with the status of a fault of its own
_KEPT_PERCENT = 75  # of a text that is too long, at each try
_MARKED_PLACES = 16
logger = logging.getLogger(__name__)


class EndpointEncoder:
    """A model behind ``POST URL/embeddings``. The key is read from $OPENAI_API_KEY when the server is first asked.

    Args:
        name: ``URL#MODEL``.
        query_prompt: put in front of queries; default: what the model's family asks for, else nothing.
        document_prompt: the same for documents; a part of the identity.
        cache: rows that were asked for before; default: nothing is kept.

    Raises:
        LibraryError: the name is no such address.
    """

    threshold = SENTENCE_THRESHOLD
    cheap = False

    def __init__(
        self,
        name: str,
        *,
        query_prompt: str | None = None,
        document_prompt: str | None = None,
        cache: VectorCache | None = None,
    ) -> None:
        self.url, self.model = read_address(name)
        self.name = f"{self.url}#{self.model}"
        self.prompts = chosen_prompts(family_prompts(self.model), query_prompt, document_prompt)
        self._cache = cache or VectorCache(None)
        self._batch_size = BATCH_SIZE

    @cached_property
    def _server(self) -> ModelServer:
        # Needs the package openai, which only asking a server does.
        from skill1.policy.server import ModelServer

        config = EndpointConfig(self.url, self.model, KEY_VARIABLE, timeout_s=TIMEOUT_S, retries=RETRIES)
        return ModelServer(config, section=None)

    @cached_property
    def _probe(self) -> np.ndarray:
        """Float32 ``[dimensions]``: the fixed text's row, of this process."""
        return unit_rows(self._embedded([PROBE_TEXT]), self.name)[0]

    @cached_property
    def _tag(self) -> str:
        """Twelve hex digits that tell the model. Kept probes decide, for a server may repeat itself only nearly."""
        known = self._cache.probes(self.name, self.dimensions)
        for tag, row in known.items():
            if float(row @ self._probe) >= SAME_MODEL_COSINE:
                return tag
        tag = model_tag(self._probe)
        if known:
            logger.warning("embeddings: another model answers as %s; its vectors are kept apart", self.name)
        if tag in known:  # alike in the marked places only
            tag = hashlib.sha256(self._probe.tobytes()).hexdigest()[:12]
        self._cache.put_probe(self.name, tag, self._probe)
        return tag

    @property
    def dimensions(self) -> int:
        return len(self._probe)

    @property
    def identity(self) -> str:
        # Only the documents' prompt: rows of queries are not stored with a library.
        return with_prompt(f"{self.name}:{self.dimensions}:{self._tag}", self.prompts.document)

    def encode(self, texts: Sequence[str]) -> np.ndarray:
        return self._rows(texts, self.prompts.document)

    def encode_queries(self, texts: Sequence[str]) -> np.ndarray:
        return self._rows(texts, self.prompts.query)

    def uncached(self) -> EndpointEncoder:
        """The same without a memory on disk, to measure the server itself."""
        query, document = self.prompts.query, self.prompts.document
        return EndpointEncoder(self.name, query_prompt=query, document_prompt=document)

    def _rows(self, texts: Sequence[str], prompt: str) -> np.ndarray:
        # Blanks are not sent, and get the row of zeros that `Encoder` allows where there is nothing to encode. A
        # prompt alone is no content.
        sent = [storable(prompt + text) if text.strip() else "" for text in texts]
        rows = self._of(list(dict.fromkeys(text for text in sent if text)))
        nothing = np.zeros(self.dimensions, dtype=np.float32)
        return (
            np.stack([rows.get(text, nothing) for text in sent]) if sent else np.zeros((0, self.dimensions), "f4")
        )

    def _of(self, texts: list[str]) -> dict[str, np.ndarray]:
        """Text as sent → its row, from the cache or the server; kept batch by batch."""
        # With the tag: another model under the same name must not be given these rows.
        keys = {text: cache_key(self.name, self._tag, text) for text in texts}
        kept = self._cache.get(list(keys.values()), self.dimensions)
        rows = {text: kept[key] for text, key in keys.items() if key in kept}
        for batch, values in self._batches([text for text in texts if text not in rows]):
            # The probe was answered with other dimensions: a server may load another model between two requests.
            if values.shape[1] != self.dimensions:
                raise LibraryError(
                    f"The encoder '{self.name}' gave vectors of {values.shape[1]} numbers, but earlier ones of "
                    f"{self.dimensions}: the model behind it has changed. Type the command again."
                )
            fresh = dict(zip(batch, unit_rows(values, self.name), strict=True))
            # Rows of zeros are not kept: whoever reads takes unit rows only, and would count them as damaged.
            self._cache.put({keys[text]: row for text, row in fresh.items() if row.any()})
            rows |= fresh
        return rows

    def _batches(self, texts: list[str]) -> Iterator[tuple[list[str], np.ndarray]]:
        """Batches of the texts in order, each with the server's float64 ``[len(batch), dimensions]``."""
        done = 0
        while done < len(texts):
            batch = texts[done : done + self._batch_size]
            values = self._embedded(batch)
            if values is None and len(batch) > 1:
                # For good: the server's limit stays what it is.
                self._batch_size = len(batch) // 2
                continue
            if values is None:
                values = self._of_its_beginning(batch[0])
                # It was this text that was too much, not the number of them.
                self._batch_size = BATCH_SIZE
            yield batch, values
            done += len(batch)

    def _of_its_beginning(self, text: str) -> np.ndarray:
        """The row of as much of a text as the server takes: a model that runs here cuts what is too long, too.

        A text of the policy's must not end a run, and a row must follow from its own text alone. Zeros, to which
        nothing is similar, for a text that a filter refuses at any length.
        """
        while len(text) > len(PROBE_TEXT):
            # A share at a time: the limit is in tokens, which nobody here can count.
            text = text[: len(text) * _KEPT_PERCENT // 100]
            values = self._embedded([text])
            if values is not None:
                return values
        # Only a server that still answers can mean the text: of another, this raises what is wrong.
        self._embedded([PROBE_TEXT])
        logger.warning("embeddings: %s refuses %.60r at any length; no skill will be near it", self.name, text)
        return np.zeros((1, self.dimensions))

    def _embedded(self, batch: list[str]) -> np.ndarray | None:
        """None: the server refuses several texts together, or this one; fewer, or less of it, may be taken."""
        from skill1.policy.server import ServerError

        server = self._server
        try:
            return server.embed(batch, lambda body: read_embeddings(body, len(batch)))
        except ValueError as error:
            raise LibraryError(
                f"The encoder '{self.name}' gave {error}. Is this an embedding model? Type --library.encoder URL#MODEL"
            ) from error
        except ServerError as error:
            is_of_the_texts = error.status in _SIZE_STATUS or _TOO_LARGE in error.what
            # The probe is one short text: refused with the same status, it is not its size that is meant.
            if is_of_the_texts and batch != [PROBE_TEXT]:
                return None
            raise LibraryError(f"The encoder '{self.name}' {error.what}") from error


def read_address(name: str) -> tuple[str, str]:
    """Base address without a slash at its end, and model, of ``URL#MODEL``; raises ``LibraryError``.

    The name is shown and stored, so an address with a password or a query is refused, and not quoted.
    """
    url, _, model = name.partition("#")
    if not is_plain(url) or not model.strip() or not model.isprintable():
        raise LibraryError(
            "The address of an encoder cannot be used; expected http:// or https://, a host, a path, # and the "
            "model's name, such as http://127.0.0.1:8000/v1#BAAI/bge-m3 or https://api.openai.com/v1"
            f"#text-embedding-3-small. A key belongs in the variable {KEY_VARIABLE}."
        )
    return url.rstrip("/"), model.strip()


def read_embeddings(body: bytes, count: int) -> np.ndarray:
    """Float64 ``[count, dimensions]`` in the order asked for, of an answer in whatever order; not checked for NaN.

    Raises:
        UnusableAnswer: no such answer, cut off perhaps.
        ValueError: an answer with a wrong number of vectors, or with what are no vectors.
    """
    try:
        entries = json.loads(body)["data"]
        # Some servers number no entries: those come in the order asked for.
        by_place = {entry.get("index", place): entry["embedding"] for place, entry in enumerate(entries)}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnusableAnswer(f"an answer that is no list of embeddings ({type(error).__name__})") from error
    # The number too: two vectors under one index leave the set as it should be.
    if len(entries) != count or set(by_place) != set(range(count)):
        raise ValueError(f"{len(entries)} vectors for {count} texts, or not one for each")
    try:
        values = np.array([by_place[place] for place in range(count)], dtype=np.float64)
    except (ValueError, TypeError, OverflowError) as error:
        raise ValueError("vectors that are not equally many numbers each") from error
    if values.ndim != 2 or not values.shape[1]:
        raise ValueError("vectors that are not equally many numbers each")
    return values


def model_tag(probe: np.ndarray) -> str:
    """Twelve hex digits over the signs of a vector's sixteen largest places, which small noise leaves as they are."""
    places = sorted(np.argsort(-np.abs(probe), kind="stable")[:_MARKED_PLACES].tolist())
    marks = [len(probe), *((place, bool(probe[place] > 0)) for place in places)]
    return hashlib.sha256(json.dumps(marks).encode()).hexdigest()[:12]


_BUSY_TIMEOUT_S = 30.0
_KEYS_PER_QUERY = 500  # SQLite's oldest limit of parameters is 999
_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS probes (
    source TEXT NOT NULL,               -- address and name of a model
    tag TEXT NOT NULL,                  -- tells which model it was that answered there
    vector BLOB NOT NULL,               -- its answer to a fixed text
    PRIMARY KEY (source, tag)
) WITHOUT ROWID;
"""
_Answer = TypeVar("_Answer")


def default_file() -> Path:
    """``skill1/embeddings/vectors.sqlite`` of the user's cache folder."""
    return user_cache() / "skill1" / "embeddings" / "vectors.sqlite"


def cache_key(*parts: str) -> bytes:
    """32 bytes that name a text of a source; the parts are kept apart."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "replace")
        # The length in front keeps ("ab", "c") and ("a", "bc") apart.
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.digest()


class VectorCache:
    """Unit vectors by key. ``file`` None: nothing is kept. A connection lasts one call: threads may share this."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._complained = False

    def get(self, keys: Sequence[bytes], dimensions: int) -> dict[bytes, np.ndarray]:
        """Float32 ``[dimensions]`` of each key that is kept and whole."""

        def read(connection: sqlite3.Connection) -> list[tuple[bytes, bytes]]:
            found = []
            for at in range(0, len(keys), _KEYS_PER_QUERY):
                some = keys[at : at + _KEYS_PER_QUERY]
                query = f"SELECT key, vector FROM vectors WHERE key IN ({', '.join('?' * len(some))})"
                found += connection.execute(query, some).fetchall()
            return found

        rows = {key: row_of(blob, dimensions) for key, blob in self._run(read) or ()}
        return {key: row for key, row in rows.items() if row is not None}

    def put(self, rows: Mapping[bytes, np.ndarray]) -> None:
        """Keep float32 rows of length 1; on disk when this returns, unless the disk refuses."""
        values = [(key, row.astype(VECTOR_TYPE).tobytes()) for key, row in rows.items()]
        self._run(
            lambda connection: connection.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", values)
        )

    def probes(self, source: str, dimensions: int) -> dict[str, np.ndarray]:
        """Tag → the vector that the model of this tag gave to the fixed text."""

        def read(connection: sqlite3.Connection) -> list[tuple[str, bytes]]:
            # In order: where two are near enough, each process takes the same one.
            query = "SELECT tag, vector FROM probes WHERE source = ? ORDER BY tag"
            return connection.execute(query, (source,)).fetchall()

        rows = {tag: row_of(blob, dimensions) for tag, blob in self._run(read) or ()}
        return {tag: row for tag, row in rows.items() if row is not None}

    def put_probe(self, source: str, tag: str, row: np.ndarray) -> None:
        """Note what a model gave to the fixed text; the first note of a tag stays."""
        values = (source, tag, row.astype(VECTOR_TYPE).tobytes())
        self._run(lambda connection: connection.execute("INSERT OR IGNORE INTO probes VALUES (?, ?, ?)", values))

    def _run(self, work: Callable[[sqlite3.Connection], _Answer]) -> _Answer | None:
        """What the work gives; None where the file cannot be used."""
        if self._file is None:
            return None
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            # The second `connection` is its transaction.
            with closing(sqlite3.connect(self._file, timeout=_BUSY_TIMEOUT_S)) as connection, connection:
                # At every call: the user may delete the file at any time.
                connection.executescript(_SCHEMA)
                return work(connection)
        except (sqlite3.Error, OSError) as error:
            if not self._complained:  # once, for the cache is asked at every batch
                told = "embeddings: %s cannot be used as a cache (%s); continuing without. If it is damaged, delete it"
                logger.warning(told, self._file, error)
            self._complained = True
            return None
