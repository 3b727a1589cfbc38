"""WebShop's search: the ranking of the original's Lucene index, without Java, its indexes kept on disk.

Each is kept under a hash of what it was built from, and found again.

An index gets its name only when it is whole, so a crash leaves nothing behind that looks like an index; processes that
need the same one wait for whichever builds it. :func:`build_at` keeps any folder so, :func:`open_index` ours.

``open_lucene`` opens Lucene itself in place of our index, to compare the two: ``env.search: pyserini``. It takes the
same texts and ids and answers the same call. Of pyserini only the way to Java is used, so that neither torch nor
faiss has to be there; the index is built by Anserini in a process of its own, and kept.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import logging
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from skill1.errors import DataError, StorageError
from skill1_envs.kit.analyser import Analyser
from skill1_envs.kit.bm25 import REMEDY, SearchIndex, build_folder
from skill1_envs.kit.lock import BUILDING, WAITING, locked

# Raise this with every change of texts, terms, numbers or files: indexes built before are then left aside.
RULES_VERSION = 1
# Packages that decide which terms a text has.
_ANALYSIS_PACKAGES = ("regex", "nltk")

TOLD_TEXTS = 50_000  # whose index takes a noticeable time to build

_log = logging.getLogger(__name__)


def open_index(catalogue_hash: str, texts: Sequence[str], ids: Sequence[str], cache_folder: Path) -> SearchIndex:
    """The index of a catalogue: from the cache if it is there and whole, else built and kept.

    Args:
        catalogue_hash: hash of whatever decides ``texts``. The ids and the rules are hashed here.
        texts: any sequence; not read if the index is in the cache.
        ids: names of the texts.
        cache_folder: made if missing.

    Raises:
        ValueError: the lists differ in length, or an id comes twice.
        MissingExtraError: ``regex`` or ``nltk`` is missing.
        StorageError: the cache folder does not take the index.
    """
    folder = cache_folder / f"search-{key(catalogue_hash, ids, _ANALYSIS_PACKAGES)}"
    if folder.exists():
        try:
            return SearchIndex.load(folder)
        except DataError as error:
            # Without the advice: nobody has to delete what is built again at once.
            _log.warning("%sBuilding it again.", str(error).removesuffix(REMEDY))
            shutil.rmtree(folder, ignore_errors=True)

    def tell(doing: str) -> None:
        if len(ids) >= TOLD_TEXTS:
            _log.warning(
                "%s an index of %s products, once; a million take a few minutes. It is kept in %s.",
                *(doing, f"{len(ids):,}", folder),
            )

    def build(empty: Path) -> None:
        tell(BUILDING)
        build_folder(texts, ids, empty)

    build_at(folder, build, partial(tell, WAITING))
    # Read from the files even after building them: mapped, and those of whichever process was first.
    return SearchIndex.load(folder)


def key(catalogue_hash: str, ids: Sequence[str], packages: Sequence[str]) -> str:
    """Names an index: by the texts, their ids, our rules and the versions of the packages that make it."""
    rules = [f"rules {RULES_VERSION}", *(f"{name} {version(name)}" for name in packages)]
    return _digest([*rules, catalogue_hash, _digest(ids)])[:32]


def version(package: str) -> str:
    """A package's version; a missing one is reported when it is used."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "missing"


_LEFT_S = 24 * 3600.0  # no build takes so long


def build_at(folder: Path, build: Callable[[Path], None], on_wait: Callable[[], None] = lambda: None) -> None:
    """Builds in an empty folder beside ``folder``, and gives it the name at the end.

    Of several processes one builds and the others wait for what it has built; where there are no locks, as on some
    network disks, each builds, and what the first one has built stays.

    Raises:
        StorageError: the disk does not take it.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with ExitStack() as held:
            with suppress(OSError):
                held.enter_context(locked(folder.parent / f".{folder.name}.lock", on_wait=on_wait))
            if not folder.exists():
                _build_at(folder, build)
    except OSError as error:
        raise StorageError(
            f"The search index could not be written below {folder.parent}: {error}. "
            "Free some space (df -h) or name another cache folder: export XDG_CACHE_HOME=DIR"
        ) from error


def _digest(parts: Sequence[str]) -> str:
    """SHA-256 over strings, each preceded by its length so that no two lists look alike."""
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(encoded) + encoded)
    return digest.hexdigest()


def _build_at(folder: Path, build: Callable[[Path], None]) -> None:
    # Of processes that were killed, a gigabyte each of a full catalogue. Old ones only: a lock may hold on one machine
    # alone, and another one be building.
    for left in folder.parent.glob(f".{folder.name}.*/"):
        if time.time() - left.stat().st_mtime > _LEFT_S:
            shutil.rmtree(left, ignore_errors=True)
    # On the disk of the cache, for a folder cannot be renamed to another disk; hidden until it is whole.
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as scratch:
        built = Path(scratch) / "index"
        built.mkdir()
        build(built)
        try:
            built.rename(folder)
        except OSError:
            # A folder that holds something is not replaced: another process has given the name meanwhile.
            if not folder.exists():
                raise


# From here on: Lucene itself in place of our index.
_PACKAGES = ("pyserini",)
_SEARCHER = "io.anserini.search.SimpleSearcher"
_BUILD = (
    "import sys; from pyserini.pyclass import autoclass; "
    "autoclass('io.anserini.index.IndexCollection').main(sys.argv[1:])"
)
# As the original builds its index, but for what it stores beside the postings: here only ids are asked for.
_OPTIONS = ("-collection", "JsonCollection", "-generator", "DefaultLuceneDocumentGenerator", "-threads", "1")
# The version of pyserini that the original's requirements name.
HOW_TO_INSTALL_LUCENE = (
    "install Java 11 or later, then pip install pyjnius && pip install --no-deps pyserini==0.17.0; or take "
    "--env.search builtin, which ranks the same"
)


class LuceneIndex:
    """A Lucene index in a folder, with the call of :class:`~skill1_envs.kit.bm25.SearchIndex`."""

    def __init__(self, folder: Path, ids: Sequence[str]) -> None:
        self._searcher = _java_class(_SEARCHER)(str(folder))
        self._positions = {one: position for position, one in enumerate(ids)}
        # Only to shorten queries: Lucene has an analyser of its own.
        self._analyser = Analyser()

    def search(self, query: str, k: int = 50) -> list[int]:
        """Positions of the ``k`` best documents, best first. Long queries are shortened as those of our index.

        Raises:
            MissingExtraError: ``regex`` or ``nltk`` is missing.
        """
        text = _as_java_reads(self._analyser.shortened(query))
        return [self._positions[hit.docid] for hit in self._searcher.search(text, k)]


def open_lucene(catalogue_hash: str, texts: Sequence[str], ids: Sequence[str], cache_folder: Path) -> LuceneIndex:
    """As :func:`~skill1_envs.webshop.search.open_index`, by Lucene.

    Raises:
        DataError: pyserini or Java is missing or fails; the message says what to type.
        StorageError: the cache folder does not take the index.
    """
    # Asked for first, so that nothing is left in the cache where Java is missing.
    _java_class(_SEARCHER)
    folder = cache_folder / f"lucene-{key(catalogue_hash, ids, _PACKAGES)}"
    if not folder.exists():
        build_at(folder, partial(_build, texts, ids))
    try:
        return LuceneIndex(folder, ids)
    except Exception as error:  # pyjnius makes its class of Java's errors while it runs
        raise DataError(f"Lucene cannot open {folder}: {error}. Delete the folder; it is then rebuilt.") from error


def _java_class(name: str) -> Any:
    try:
        return import_module("pyserini.pyclass").autoclass(name)
    except Exception as error:  # without Java pyjnius raises whatever its search for it ran into
        raise DataError(
            f"env.search pyserini cannot be used: {type(error).__name__} {error}. To use it, {HOW_TO_INSTALL_LUCENE}."
        ) from error


def _as_java_reads(text: str) -> str:
    """``text`` with a sign for each half of a surrogate pair, at which both ways to Java fail."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _build(texts: Sequence[str], ids: Sequence[str], folder: Path) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        with (Path(scratch) / "documents.jsonl").open("w", encoding="utf-8") as file:
            # Texts are made one by one when asked for, and written at once.
            file.writelines(
                json.dumps({"id": one, "contents": _as_java_reads(texts[i])}) + "\n" for i, one in enumerate(ids)
            )
        # With -P no module is taken from the working directory, which may be anybody's.
        command = [sys.executable, "-P", "-c", _BUILD, *_OPTIONS, "-input", scratch, "-index", str(folder)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        said = done.stderr.strip()[-500:]
        raise DataError(f"Anserini could not build the index: {said}. To fix it, {HOW_TO_INSTALL_LUCENE}.")
