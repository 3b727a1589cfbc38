"""What ``skill1 retriever`` asks for: an index of a corpus, and an application that answers from one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from skill1.env.service import Report
from skill1_envs.search.retriever.faiss_index import KINDS
from skill1_envs.search.retriever.meaning import MAX_TOKENS, Tell, build_meaning, make_encoder
from skill1_envs.search.retriever.opening import open_local
from skill1_envs.search.retriever.server import PATH, make_app
from skill1_envs.search.retriever.words import KIND as BM25
from skill1_envs.search.retriever.words import build_words

__all__ = ["ENCODER", "INDEXES", "MAX_TOKENS", "PATH", "build", "served"]

INDEXES = (BM25, *KINDS)
ENCODER = "intfloat/e5-base-v2"  # the family's


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
    return make_app(retriever, retriever.about, with_title=retriever.about["index"] == BM25), retriever.about
