"""A retriever for whoever asks: of an index, of a corpus whose index is made on the way, or of servers.

The command ``skill1 retriever`` builds an index of a corpus here, and gets an application that answers from one.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from skill1.env.service import Report
from skill1.errors import ConfigError, DataError, quoted
from skill1_envs.kit.bm25 import cache_folder, file_hash
from skill1_envs.kit.passages import Retriever
from skill1_envs.search.retriever.client import RetrieverClient
from skill1_envs.search.retriever.corpus import FILE_NAME
from skill1_envs.search.retriever.faiss_index import KINDS
from skill1_envs.search.retriever.manifest import is_index, read_manifest
from skill1_envs.search.retriever.meaning import MAX_TOKENS, MeaningRetriever, Tell, build_meaning, make_encoder
from skill1_envs.search.retriever.server import PATH, make_app
from skill1_envs.search.retriever.words import KIND as BM25
from skill1_envs.search.retriever.words import WordRetriever, build_words

__all__ = ["ENCODER", "INDEXES", "MAX_TOKENS", "PATH", "build", "open_local", "open_retriever", "served"]

INDEXES = (BM25, *KINDS)
ENCODER = "intfloat/e5-base-v2"  # the family's
TOLD_BYTES = 100 << 20  # of a corpus whose index takes a noticeable time to build

logger = logging.getLogger(__name__)


def open_retriever(folder: str | os.PathLike[str] | None, *, address: str | Sequence[str] = ()) -> Retriever:
    """What finds passages.

    Args:
        folder: made by ``skill1 retriever build``; or one with ``corpus.jsonl``, of which a BM25 index is built and
            kept in the user's cache folder ($XDG_CACHE_HOME) under the corpus's hash.
        address: of servers (``skill1 retriever serve``), asked in turn; then ``folder`` is not read.

    Raises:
        ConfigError: an address that is none, or neither a folder nor an address.
        DataError: there is neither an index nor a corpus, or one of them is damaged.
        StorageError: the cache folder does not take the index.
        MissingExtraError: the extra ``search`` is not installed.
    """
    if address:
        return RetrieverClient(address)
    if folder is None:
        raise ConfigError("the retriever needs a folder or a server. Type --env.data DIR or --env.retriever URL")
    return open_local(Path(folder))


def open_local(folder: Path, encoder: str | None = None) -> WordRetriever | MeaningRetriever:
    """What finds passages in this process; see :func:`open_retriever`. ``encoder``: instead of the one it names."""
    if is_index(folder):
        if read_manifest(folder).kind == BM25:
            return WordRetriever(folder)
        return MeaningRetriever(folder, make_encoder(encoder) if encoder else None)
    corpus = folder / FILE_NAME
    if not corpus.is_file():
        raise DataError(
            f"{folder} holds neither an index nor {FILE_NAME}. Type: skill1 envs fetch search {quoted(folder)}, which "
            "adds the published corpus; or skill1 retriever build CORPUS INDEX with a new folder INDEX, then skill1 "
            "retriever serve INDEX --port 8000, and --env.retriever with its address where you train or evaluate."
        )
    # By content, so copies of a corpus in several folders share an index.
    kept = cache_folder("search") / f"bm25-{file_hash(corpus)[:32]}"

    def tell(doing: str) -> None:
        if (size := corpus.stat().st_size) >= TOLD_BYTES:
            logger.warning(
                "%s an index of %s (%.1f GB), once; a million passages take about a minute. It is kept in %s.",
                *(doing, corpus, size / 1e9, kept),
            )

    build_words(corpus, kept, lambda *_: None, tell)
    # Named, since the index may have been built from another copy, perhaps gone by now.
    return WordRetriever(kept, corpus)


def build(corpus: Path, folder: Path, index: str, encoder: str, report: Report, tell: Tell) -> dict[str, Any]:
    """Builds an index of one of ``INDEXES``; what it is. ``tell`` is told the memory beforehand.

    Raises:
        DataError: the corpus cannot be read, a line of it is no passage, or it is too small for the index.
        LibraryError: the encoder cannot be loaded, or fails.
        StorageError: the disk does not take it.
        MissingExtraError: an extra is not installed.
    """
    if index == BM25:
        build_words(corpus, folder, report)
    else:
        build_meaning(corpus, folder, index, make_encoder(encoder), report, tell)
    retriever = open_local(folder, None if index == BM25 else encoder)
    # It was opened to see that it can be, and for what it says of itself.
    retriever.close()
    return retriever.about


def served(folder: Path, encoder: str | None = None) -> tuple[Any, dict[str, Any]]:
    """The ASGI application of an index, and what the index is.

    Raises:
        DataError: there is neither an index nor a corpus, or one of them is damaged.
        UntrustedError: the index names a server as its encoder, and ``encoder`` does not.
        MissingExtraError: an extra is not installed.
    """
    retriever = open_local(folder, encoder)
    # As in the family: its BM25 server tells title and text apart, its dense one does not.
    return make_app(retriever, with_title=retriever.about["index"] == BM25), retriever.about
