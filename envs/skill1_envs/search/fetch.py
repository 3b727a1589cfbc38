"""The family's published files: the questions of Search-R1, and Wikipedia of 2018 in passages.

Their authors publish no hashes: what was received is kept in ``fetched.json``, and said.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from skill1.env.service import Report
from skill1.errors import DataError, MissingExtraError, StorageError, quoted
from skill1_envs.kit.download import (
    BY_HAND,
    Fetched,
    Unreachable,
    download_unnamed,
    read_record,
    sha256_of,
    write_record,
)
from skill1_envs.search.questions import question_files, read_questions

FORMAT = "skill1-search-fetched-1"
PACKED, UNPACKING = ".gz", ".unpacking"
_BLOCK = 1 << 20
_HUB = "https://huggingface.co/datasets/PeterJinGo"


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """A file: its name in the folder and where it comes from; an address that ends with ``.gz`` is unpacked."""

    name: str
    url: str


_QUESTIONS = (
    PublishedFile("questions/train.parquet", f"{_HUB}/nq_hotpotqa_train/resolve/main/train.parquet"),
    PublishedFile("questions/test.parquet", f"{_HUB}/nq_hotpotqa_train/resolve/main/test.parquet"),
)
_CORPUS = PublishedFile("corpus.jsonl", f"{_HUB}/wiki-18-corpus/resolve/main/wiki-18.jsonl.gz")
SETS: Mapping[str, tuple[PublishedFile, ...]] = MappingProxyType(
    {"wiki18": (*_QUESTIONS, _CORPUS), "questions": _QUESTIONS}
)


def fetch_set(
    folder: Path, report: Report, which: str, sets: Mapping[str, Sequence[PublishedFile]] = SETS
) -> Fetched:
    """Brings one of the sets into ``folder``; a second call resumes, or finds that all is there.

    A file that lies there already is used as it is, and a packed one that was put there by hand is unpacked.

    Raises:
        DataError: a file cannot be had (says what to fetch by hand), or is damaged.
        StorageError: the disk is too small or cannot be written.
    """
    record, is_new = (read_record(folder, FORMAT, "files") or {"files": {}})["files"], False
    for file in sets[which]:
        is_new |= not (folder / file.name).exists()
        try:
            _bring(folder, file, record, report)
        except Unreachable as error:
            raise DataError(f"{error}\n{by_hand(folder, which, sets[which])}") from error
    facts, warnings = _told(folder)
    hashes = {file.name: record[file.name]["sha256"] for file in sets[which]}
    return Fetched(folder, hashes, facts, warnings, is_new)


def by_hand(folder: Path, which: str, files: Sequence[PublishedFile]) -> str:
    """What to do on a machine that cannot reach the source."""
    listed = "\n".join(f"  {file.url} as {file.name}{PACKED * file.url.endswith(PACKED)}" for file in files)
    return (
        f"To fetch by hand, download on any machine\n{listed}\nput the files under these names into {folder}, packed "
        f"ones as they are, and type: skill1 envs fetch search {quoted(folder)} --set {which}"
    )


def _bring(folder: Path, file: PublishedFile, record: dict[str, Any], report: Report) -> None:
    """Downloads one file unless it is there, and notes it in the record."""
    path = folder / file.name
    if path.exists():
        sha256 = sha256_of(path, report)
        # Not what was fetched: somebody put it there, or has changed it since.
        if record.get(file.name, {}).get("sha256") != sha256:
            _note(folder, file, record, BY_HAND, sha256)
        _tidy(path)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{path.parent} cannot be created: {error}. Choose another folder.") from error
    packed, url = path.with_name(path.name + PACKED), file.url
    if not url.endswith(PACKED):
        whole = download_unnamed(url, path, report)
        sha256 = sha256_of(whole, report)
    else:
        # A download would end with .partial: what has this name was put there by hand.
        if packed.exists():
            url = BY_HAND
        else:
            packed = download_unnamed(url, packed, report)
        whole = path.with_name(path.name + UNPACKING)
        sha256 = _unpack(packed, whole, report)
    # Noted before it has its name: what has that without a note was put there by hand.
    _note(folder, file, record, url, sha256)
    whole.replace(path)
    _tidy(path)


def _tidy(path: Path) -> None:
    """Removes what only a file that is not whole has use for; a call that was killed may have left it, too."""
    for end in (".partial", f"{PACKED}.partial", UNPACKING):
        path.with_name(path.name + end).unlink(missing_ok=True)


def _unpack(packed: Path, target: Path, report: Report) -> str:
    """Unpacks to ``target``; the SHA-256 of what was packed."""
    # What somebody put there stays, even if it is damaged.
    is_ours, total, found = packed.suffix == ".partial", packed.stat().st_size, hashlib.sha256()
    try:
        with packed.open("rb") as raw, gzip.open(raw) as source, target.open("wb") as unpacked:
            while block := source.read(_BLOCK):
                unpacked.write(block)
                found.update(block)
                # Counted in packed bytes, since nothing says how many there will be unpacked.
                report(f"unpacking {packed.name.removesuffix('.partial')}", raw.tell(), total)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        # ``BadGzipFile`` is an ``OSError``, so it is looked for first.
        target.unlink(missing_ok=True)
        if is_ours:
            packed.unlink()
        advice = " and was removed. Type" if is_ours else ". Put a whole copy there, or remove it, then type"
        raise DataError(f"{packed} is damaged ({error}){advice} the same to fetch it again.") from error
    except OSError as error:
        target.unlink(missing_ok=True)
        raise StorageError(
            f"{target} cannot be written: {error}. Make room, then type the same command."
        ) from error
    return found.hexdigest()


def _told(folder: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What is there now, and warnings."""
    try:
        facts = [
            f"{split}: {len(read_questions(path)):,} questions" for split, path in question_files(folder).items()
        ]
    except MissingExtraError as error:
        # All was fetched nevertheless; only the questions cannot be counted.
        return (), (str(error),)
    if not (folder / _CORPUS.name).exists():
        facts.append("no corpus: --set wiki18 fetches it; or name a retriever with --env.retriever URL")
    return tuple(facts), ()


def _note(folder: Path, file: PublishedFile, record: dict[str, Any], url: str, sha256: str) -> None:
    """After each file, so that a call that is stopped has lost nothing but the file at hand."""
    record[file.name] = {"url": url, "sha256": sha256}
    write_record(folder, {"format": FORMAT, "files": record})
