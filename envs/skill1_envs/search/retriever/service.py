"""What ``skill1 retriever`` asks for: an index of a corpus, and an application that answers from one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from skill1.env.service import Report
from skill1_envs.search.retriever.opening import open_local
from skill1_envs.search.retriever.server import PATH, make_app
from skill1_envs.search.retriever.words import KIND as BM25
from skill1_envs.search.retriever.words import build_words

__all__ = ["PATH", "build", "served"]


def build(corpus: Path, folder: Path, report: Report) -> dict[str, Any]:
    """Builds an index; what it is.

    Raises:
        DataError: the corpus cannot be read, or a line of it is no passage.
        StorageError: the disk does not take it.
        MissingExtraError: an extra is not installed.
    """
    build_words(corpus, folder, report)
    retriever = open_local(folder)
    retriever.close()
    return retriever.about


def served(folder: Path) -> tuple[Any, dict[str, Any]]:
    """The ASGI application of an index, and what the index is.

    Raises:
        DataError: there is neither an index nor a corpus, or one of them is damaged.
        MissingExtraError: an extra is not installed.
    """
    retriever = open_local(folder)
    return make_app(retriever, retriever.about, with_title=retriever.about["index"] == BM25), retriever.about
