"""Keeps built indexes on disk, each under a hash of what it was built from, and finds them again.

An index gets its name only when it is whole, so several processes may build at once and a crash leaves nothing behind
that looks like an index.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import logging
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from skill1.errors import DataError, StorageError
from skill1_envs.webshop.search.index import SearchIndex, build_folder

# Raise this with every change of terms, numbers or files: indexes built before are then left aside.
RULES_VERSION = 1
# Packages that decide which terms a text has.
_ANALYSIS_PACKAGES = ("regex", "nltk")

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
    folder = cache_folder / f"search-{_key(catalogue_hash, ids)}"
    if folder.exists():
        try:
            return SearchIndex.load(folder)
        except DataError as error:
            _log.warning("%s Building it again.", error)
            shutil.rmtree(folder, ignore_errors=True)
    try:
        _build_atomically(texts, ids, folder)
    except OSError as error:
        raise StorageError(
            f"The search index could not be written below {cache_folder}: {error}. "
            "Free some space (df -h) or name another cache folder."
        ) from error
    return SearchIndex.load(folder)


def content_hash(texts: Sequence[str]) -> str:
    """SHA-256 over texts, for callers who have no shorter way to name their catalogue."""
    return _digest(texts)


def _key(catalogue_hash: str, ids: Sequence[str]) -> str:
    rules = [f"rules {RULES_VERSION}", *(f"{name} {_version(name)}" for name in _ANALYSIS_PACKAGES)]
    return _digest([*rules, catalogue_hash, _digest(ids)])[:32]


def _digest(parts: Sequence[str]) -> str:
    """SHA-256 over strings, each preceded by its length so that no two lists look alike."""
    digest = hashlib.sha256()
    for part in parts:
        encoded = part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(encoded) + encoded)
    return digest.hexdigest()


def _version(package: str) -> str:
    """A package's version; a missing one is reported when it is used."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "missing"


def _build_atomically(texts: Sequence[str], ids: Sequence[str], folder: Path) -> None:
    """Builds beside ``folder`` and gives it the name at the end. If another process was faster, its index stays."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as scratch:
        built = Path(scratch) / "index"
        built.mkdir()
        build_folder(texts, ids, built)
        try:
            built.rename(folder)
        except OSError:
            if not folder.exists():
                raise
