"""Keeps built indexes on disk, each under a hash of what it was built from, and finds them again.

An index gets its name only when it is whole, so several processes may build at once and a crash leaves nothing behind
that looks like an index. :func:`build_at` keeps any folder so, :func:`open_index` ours.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import logging
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from skill1.errors import DataError, StorageError
from skill1_envs.webshop.search.index import SearchIndex, build_folder

# Raise this with every change of texts, terms, numbers or files: indexes built before are then left aside.
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
    folder = cache_folder / f"search-{key(catalogue_hash, ids, _ANALYSIS_PACKAGES)}"
    if folder.exists():
        try:
            return SearchIndex.load(folder)
        except DataError as error:
            _log.warning("%s Building it again.", error)
            shutil.rmtree(folder, ignore_errors=True)
    build_at(folder, lambda empty: build_folder(texts, ids, empty))
    return SearchIndex.load(folder)


def file_hash(path: Path) -> str:
    """SHA-256 of a file, about a second for a gigabyte; names the catalogue that is read from it.

    Raises:
        DataError: it cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error}") from error


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


def build_at(folder: Path, build: Callable[[Path], None]) -> None:
    """Builds in an empty folder beside ``folder``, and gives it the name at the end.

    If another process was faster, what it built stays.

    Raises:
        StorageError: the disk does not take it.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as scratch:
            built = Path(scratch) / "index"
            built.mkdir()
            build(built)
            _rename(built, folder)
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


def _rename(built: Path, folder: Path) -> None:
    try:
        built.rename(folder)
    except OSError:
        if not folder.exists():
            raise
