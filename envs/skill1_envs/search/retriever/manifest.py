"""What an index was built from, and the folder it grows in.

An index gets its name only when it is whole. Until then it lies beside it, in a hidden folder that the next call
takes up again or empties; processes that build the same index wait for each other.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skill1.env.service import Report
from skill1.errors import DataError, StorageError, quoted
from skill1_envs.kit.bm25 import file_hash, fingerprint
from skill1_envs.kit.lock import locked
from skill1_envs.search.retriever.corpus import Corpus, Scan, scan, size_of

FILE_NAME = "manifest.json"
OFFSETS = "offsets.npy"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class CorpusRecord:
    """A corpus as it was when an index was built: ``path`` is relative to the index, times are nanoseconds."""

    path: str
    bytes: int
    modified_ns: int
    sha256: str
    passages: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an index is: its kind, its corpus, what its vectors come from and its kind's settings."""

    kind: str
    corpus: CorpusRecord
    files: Mapping[str, Mapping[str, int]]
    """Bytes and CRC-32 of each file, as far as the kind has no record of its own."""
    encoder: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, int] = field(default_factory=dict)
    format: int = FORMAT

    def write(self, folder: Path) -> None:
        (folder / FILE_NAME).write_text(json.dumps(asdict(self), indent=1) + "\n", "utf-8")


def is_index(folder: Path) -> bool:
    """Whether a folder holds a whole index. A generated corpus has a manifest of its own."""
    return (folder / FILE_NAME).is_file() and (folder / OFFSETS).is_file()


def read_manifest(folder: Path) -> Manifest:
    """What an index's folder says of itself.

    Raises:
        DataError: there is no index, or one of another format.
    """
    try:
        told = json.loads((folder / FILE_NAME).read_text("utf-8"))
        if told["format"] != FORMAT:
            raise ValueError(f"format {told['format']!r:.40}, expected {FORMAT}")
        # It may come from anybody, and what reads the fields does not look at their types again.
        _require(told, {"kind": str, "corpus": dict, "files": dict, "encoder": dict, "settings": dict})
        _require(told["corpus"], {"path": str, "bytes": int, "modified_ns": int, "sha256": str, "passages": int})
        _require(told["settings"], dict.fromkeys(told["settings"], int))
        if told["corpus"]["passages"] < 1:
            raise ValueError("it has no passage")
        # An unknown key is a TypeError: then this is no manifest of ours.
        return Manifest(**{**told, "corpus": CorpusRecord(**told["corpus"])})
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise DataError(
            f"{folder} is not an index ({error}). Type: skill1 retriever build CORPUS {quoted(folder)}, or name "
            "another folder."
        ) from error


def _require(told: Mapping[str, Any], types: Mapping[str, type]) -> None:
    """Raises ``ValueError`` for a field of another type, ``KeyError`` for a missing one."""
    for name, expected in types.items():
        # Not ``isinstance``, to which true is a whole number.
        if type(told[name]) is not expected:
            raise ValueError(f"{name} is {told[name]!r:.40}, expected {expected.__name__}")


def record_corpus(path: Path, found: Scan, folder: Path) -> CorpusRecord:
    """The record of a corpus for the index that will be at ``folder``."""
    # Relative, so that index and corpus can be moved together.
    relative = os.path.relpath(path.resolve(), folder.resolve())
    return CorpusRecord(relative, found.num_bytes, found.modified_ns, found.sha256, len(found.offsets))


def open_corpus(folder: Path, manifest: Manifest, path: Path | None = None) -> Corpus:
    """The corpus of an index, if it is still the same: of equal size, and unchanged since or of equal hash.

    Args:
        folder: of the index.
        manifest: what it says of itself.
        path: where the corpus is now; default: where it was.

    Raises:
        DataError: the corpus is gone or has changed, or the index is damaged.
    """
    record = manifest.corpus
    path = path or Path(os.path.normpath(folder.resolve() / record.path))
    check_files(folder, manifest)
    try:
        now = path.stat()
        # From the cheapest question to the dearest: the hash reads the whole corpus, and is only asked for where
        # the file was touched.
        is_same = now.st_size == record.bytes and (
            now.st_mtime_ns == record.modified_ns or file_hash(path) == record.sha256
        )
    except (OSError, ValueError) as error:  # ValueError: a path that no system could have
        raise DataError(f"the corpus of the index {folder} cannot be read: {error}") from error
    if not is_same:
        raise DataError(
            f"the corpus {path} has changed since the index {folder} was built from it ({record.bytes:,} bytes, "
            f"SHA-256 {record.sha256[:12]}…). Delete the index, then type: skill1 retriever build {quoted(path)} "
            f"{quoted(folder)}"
        )
    return Corpus(path, opened_array(folder / OFFSETS, np.uint64, (record.passages,)))


def check_files(folder: Path, manifest: Manifest) -> None:
    """Compares files with their record; about a second for a gigabyte.

    Raises:
        DataError: one is missing or damaged.
    """
    try:
        different = [name for name, told in manifest.files.items() if fingerprint(folder / name) != told]
    except (OSError, ValueError) as error:  # ValueError: a name that no system could have
        raise damaged(folder, error) from error
    if different:
        raise damaged(folder, f"{', '.join(different)} differ from what was written")


def damaged(folder: Path, why: object) -> DataError:
    """An index that answers no queries until it is built again."""
    return DataError(f"the index {folder} is damaged: {why}. Delete it and build it again.")


def opened_array(path: Path, dtype: type[np.generic], shape: tuple[int, ...]) -> NDArray:
    """A file's array, mapped.

    Raises:
        DataError: it is missing or not what it should be.
    """
    try:
        opened = np.load(path, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read: {error}. Build the index again.") from error
    # Whatever the file says of itself, the code behind it reads so many rows of this type.
    if opened.dtype != dtype or opened.shape != shape:
        raise DataError(
            f"{path} holds {opened.dtype} {opened.shape}, expected {np.dtype(dtype)} {shape}. Build the index again."
        )
    return opened.view(np.ndarray)


def scanned(path: Path, partial: Path, report: Report) -> Scan:
    """Reads the corpus and leaves its offsets in the folder under construction."""
    found = scan(path, report)
    np.save(partial / OFFSETS, found.offsets, allow_pickle=False)
    return found


@contextlib.contextmanager
def under_construction(
    folder: Path, kind: str, corpus: Path, keep: Collection[str] = (), on_wait: Callable[[], None] = lambda: None
) -> Iterator[Path | None]:
    """A folder to build in, which becomes ``folder`` at the end; None if the index is there already.

    Files named ``keep`` are still in it if an earlier call has left them.

    Raises:
        DataError: ``folder`` holds something else, or an index of another kind or corpus.
        StorageError: the disk does not take it.
    """
    folder = folder.resolve()  # "." has no name to put others beside
    if _is_built(folder, kind, corpus):
        yield None
        return
    partial = folder.parent / f".{folder.name}.partial"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with locked(folder.parent / f".{folder.name}.lock", on_wait=on_wait):
            # Asked again under the lock, for the wait may have been for this very index.
            if _is_built(folder, kind, corpus):
                yield None
                return
            partial.mkdir(exist_ok=True)
            # An index of another kind may have been begun there; only what is named can be taken up.
            _empty(partial, keep)
            try:
                # An error of the caller is raised here, so that an index which is not whole gets no name.
                yield partial
            except BaseException as error:
                # A corpus that is refused has to change, and then nothing that was made of it is of use.
                _empty(partial, () if isinstance(error, DataError) else keep)
                if not any(partial.iterdir()):
                    partial.rmdir()
                raise
            # Also over an empty folder, which a rename replaces.
            partial.rename(folder)
    except OSError as error:
        raise StorageError(
            f"The index {folder} could not be written: {error}. Free some space (df -h) or name another folder."
        ) from error


def _is_built(folder: Path, kind: str, corpus: Path) -> bool:
    """Whether the index is there. Raises ``DataError`` if something else is."""
    if not is_index(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise DataError(f"{folder} holds something other than an index; name a new folder for the index.")
        return False
    manifest = read_manifest(folder)
    # Only the size is compared here; the hash is, when the index is opened.
    if manifest.kind != kind or manifest.corpus.bytes != size_of(corpus):
        raise DataError(
            f"{folder} already holds an index {manifest.kind} of a corpus of {manifest.corpus.bytes:,} bytes, which "
            f"is not {kind} of {corpus}. Delete it, or name another folder."
        )
    return True


def _empty(folder: Path, keep: Collection[str]) -> None:
    """Removes what is in a folder but for these names."""
    for path in folder.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name not in keep:
            path.unlink()
