"""Lucene itself in place of our index, to compare the two: ``env.search: pyserini``.

Takes the same texts and ids, answers the same call. Of pyserini only the way to Java is used, so that neither torch nor
faiss has to be there; the index is built by Anserini in a process of its own, and kept.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from skill1.errors import DataError
from skill1_envs.webshop.search.analyser import Analyser
from skill1_envs.webshop.search.cache import build_at, key, version

_PACKAGES = ("pyserini",)
_SEARCHER = "io.anserini.search.SimpleSearcher"
_BUILD = (
    "import sys; from pyserini.pyclass import autoclass; "
    "autoclass('io.anserini.index.IndexCollection').main(sys.argv[1:])"
)
_OPTIONS = ("-collection", "JsonCollection", "-generator", "DefaultLuceneDocumentGenerator", "-threads", "1")
_HOW_TO_INSTALL = (
    "It needs Java 11 or later, and the version that WebShop uses. Type: pip install pyjnius && pip install --no-deps "
    "pyserini==0.17.0; or take --env.search builtin, which ranks the same."
)


class LuceneIndex:
    """A Lucene index in a folder, with the call of :class:`~skill1_envs.webshop.search.index.SearchIndex`."""

    def __init__(self, folder: Path, ids: Sequence[str]) -> None:
        self._searcher = _java_class(_SEARCHER)(str(folder))
        self._positions = {one: position for position, one in enumerate(ids)}
        self._analyser = Analyser()

    def search(self, query: str, k: int = 50) -> list[int]:
        """Positions of the ``k`` best documents, best first. Long queries are shortened as those of our index.

        Raises:
            MissingExtraError: ``regex`` or ``nltk`` is missing.
        """
        if k < 1:
            return []
        text = _as_java_reads(self._analyser.shortened(query))
        return [self._positions[hit.docid] for hit in self._searcher.search(text, k)]


def lucene_name() -> str:
    """What a run prints of this back end, such as pyserini 0.17.0."""
    return f"pyserini {version('pyserini')}"


def open_lucene(catalogue_hash: str, texts: Sequence[str], ids: Sequence[str], cache_folder: Path) -> LuceneIndex:
    """As :func:`~skill1_envs.webshop.search.cache.open_index`, by Lucene.

    Raises:
        DataError: pyserini or Java is missing or fails; the message says what to type.
        StorageError: the cache folder does not take the index.
    """
    _java_class(_SEARCHER)
    folder = cache_folder / f"lucene-{key(catalogue_hash, ids, _PACKAGES)}"
    if not folder.exists():
        build_at(folder, partial(_build, texts, ids))
    try:
        return LuceneIndex(folder, ids)
    except Exception as error:  # pyjnius makes its class of Java's errors while it runs
        raise DataError(
            f"Lucene cannot open {folder}: {error}. Delete the folder; it is then built anew."
        ) from error


def _java_class(name: str) -> Any:
    try:
        return import_module("pyserini.pyclass").autoclass(name)
    except Exception as error:  # without Java pyjnius raises whatever its search for it ran into
        raise DataError(
            f"env.search pyserini cannot be used: {type(error).__name__} {error}. {_HOW_TO_INSTALL}"
        ) from error


def _as_java_reads(text: str) -> str:
    """``text`` with a sign for each half of a surrogate pair, at which both ways to Java fail."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _build(texts: Sequence[str], ids: Sequence[str], folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        with (Path(scratch) / "documents.jsonl").open("w", encoding="utf-8") as file:
            file.writelines(
                json.dumps({"id": one, "contents": _as_java_reads(texts[i])}) + "\n" for i, one in enumerate(ids)
            )
        command = [sys.executable, "-P", "-c", _BUILD, *_OPTIONS, "-input", scratch, "-index", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise DataError(f"Anserini could not build the index: {done.stderr.strip()[-500:]}. {_HOW_TO_INSTALL}")
