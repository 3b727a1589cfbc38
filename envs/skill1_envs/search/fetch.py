"""The family's published files: the questions of Search-R1, and Wikipedia of 2018 in passages.

Their authors publish no hashes: what was received is kept in ``fetched.json``, and said.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from skill1.env.service import Report
from skill1.errors import DataError, MissingExtraError, StorageError
from skill1_envs.kit.download import Fetched, download
from skill1_envs.search.questions import question_files, read_questions

FORMAT, RECORD = "skill1-search-fetched-1", "fetched.json"
PACKED = ".gz"
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

    A file that lies there already is used as it is.

    Raises:
        DataError: a file cannot be had or is damaged.
        StorageError: the disk is too small or cannot be written.
    """
    record, is_new = _read_record(folder), False
    for file in sets[which]:
        path = folder / file.name
        is_new |= not path.exists()
        # A file that lies there but not in the record was put there by hand, or by a call that was stopped: it is
        # hashed and noted.
        if not path.exists() or file.name not in record:
            record[file.name] = {"url": file.url, "sha256": _bring(path, file, report)}
            # After each file, so that a call that is stopped has lost nothing but the file at hand.
            _write_record(folder, record)
    facts, warnings = _told(folder)
    hashes = {file.name: record[file.name]["sha256"] for file in sets[which]}
    return Fetched(folder, hashes, facts, warnings, is_new)


def _bring(path: Path, file: PublishedFile, report: Report) -> str:
    """The file at its place, and its SHA-256."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{path.parent} cannot be made: {error}. Choose another folder.") from error
    if path.exists():
        return _sha256(path)
    if not file.url.endswith(PACKED):
        download(file.url, path, report)
        return _sha256(path)
    packed = path.with_name(path.name + PACKED)
    # A download has its name only when it is whole.
    if not packed.exists():
        download(file.url, packed, report)
    sha256 = _unpack(packed, path, report)
    packed.unlink()
    return sha256


def _unpack(packed: Path, path: Path, report: Report) -> str:
    """Unpacks to ``path``, which is there whole or not at all; its SHA-256."""
    partial, total, found = path.with_name(f"{path.name}.unpacking"), packed.stat().st_size, hashlib.sha256()
    try:
        with packed.open("rb") as raw, gzip.open(raw) as source, partial.open("wb") as target:
            while block := source.read(_BLOCK):
                target.write(block)
                found.update(block)
                # Counted in packed bytes, since nothing says how many there will be unpacked.
                report(f"unpacking {packed.name}", raw.tell(), total)
        partial.replace(path)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        # ``BadGzipFile`` is an ``OSError``, so it is looked for first.
        packed.unlink(missing_ok=True)
        partial.unlink(missing_ok=True)
        raise DataError(
            f"{packed} is damaged ({error}) and was removed. Type the same to fetch it again."
        ) from error
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise StorageError(f"{path} cannot be written: {error}. Make room, then type the same.") from error
    return found.hexdigest()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


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


def _read_record(folder: Path) -> dict[str, dict[str, Any]]:
    path = folder / RECORD
    if not path.exists():
        return {}
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        files = record["files"] if record["format"] == FORMAT else None
        if isinstance(files, dict) and all(isinstance(each["sha256"], str) for each in files.values()):
            return files
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise DataError(f"{path} cannot be read ({error!r}). Remove it, then type the same.") from error
    raise DataError(f"{path} was not written by this command. Remove it, then type the same.")


def _write_record(folder: Path, files: Mapping[str, Any]) -> None:
    text = json.dumps({"format": FORMAT, "files": files}, indent=1)
    try:
        (folder / RECORD).write_text(text + "\n", encoding="utf-8")
    except OSError as error:
        raise StorageError(f"{folder / RECORD} cannot be written: {error}.") from error
