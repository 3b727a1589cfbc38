"""WebShop's own files: downloaded from where its authors keep them, else from a copy, and checked.

The authors publish no hashes. Sizes and SHA-256 here are those that many projects which use the files agree on.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlencode, urljoin, urlsplit

from skill1.errors import DataError, StorageError, quoted
from skill1_envs.kit.download import (
    BY_HAND,
    Fetched,
    Report,
    Unreachable,
    download_unnamed,
    read_record,
    sha256_of,
    write_record,
)
from skill1_envs.webshop.simulator.catalogue import ATTRIBUTES, INSTRUCTIONS, PRODUCTS

FORMAT = "skill1-webshop-fetched-1"
# A copy that others made, at a fixed revision, for when Drive refuses.
COPY = "https://huggingface.co/datasets/HongbangYuan/webshop/resolve/0129d4a81dbdb827e76afd20a1e2c38b61098613"

# Google Drive sends a page with status 200 instead of a file: where the file is too big for its virus scan it asks for
# a confirmation, and what was downloaded too often it refuses for a day.
DRIVE_HOSTS = ("drive.google.com", "drive.usercontent.google.com")
_QUOTA = re.compile(r"quota exceeded|too many users have viewed or downloaded", re.IGNORECASE)


def drive_address(file_id: str) -> str:
    """Where a shared file is downloaded from; a big one answers with a confirmation page."""
    return f"https://drive.google.com/uc?export=download&id={file_id}"


def past_drive_page(page: str, at: str) -> str:
    """The address that the confirmation page at ``at`` leads to; the form's fields, a token among them, are in it.

    Raises:
        Unreachable: it is no such page (the quota is used up, one must sign in, the file is gone), or it leads away.
    """
    form = _Form()
    with contextlib.suppress(AssertionError):  # what HTMLParser raises at a broken declaration
        form.feed(page)
    if form.action is None or "confirm" not in form.fields:
        quota = "Google Drive's download quota for this file is used up. It is renewed within 24 hours."
        reason = quota if _QUOTA.search(page) else "a web page came instead."
        raise Unreachable(f"{at} sent no file: {reason}")
    if not _is_followed(at, form.action):
        raise Unreachable(f"{at} leads away from Google Drive, to {form.action!r}; it is not followed.")
    return urlsplit(urljoin(at, form.action))._replace(query=urlencode(form.fields), fragment="").geturl()


def _is_followed(at: str, action: str) -> bool:
    """Whether a form leads to Drive, or to the server that sent it."""
    try:
        target = urlsplit(urljoin(at, action))
        is_drives = target.scheme == "https" and target.hostname in DRIVE_HOSTS
    except ValueError:  # no address at all
        return False
    # The HTTP client raises at an address with other signs than ASCII.
    return action.isascii() and (is_drives or target[:2] == urlsplit(at)[:2])


class _Form(HTMLParser):
    """Target and hidden fields of a page's download form."""

    def __init__(self) -> None:
        super().__init__()
        self.action: str | None = None
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "form" and self.action is None:
            self.action = said.get("action", "")
        elif tag == "input" and said.get("type") == "hidden" and said.get("name"):
            self.fields[said["name"]] = said.get("value", "")


@dataclass(frozen=True, slots=True)
class PublishedFile:
    """One file: name, size in bytes, hash, and addresses, that of the authors first."""

    name: str
    size: int
    sha256: str
    addresses: tuple[str, ...]


def _published(name: str, drive_id: str, size: int, sha256: str) -> PublishedFile:
    return PublishedFile(name, size, sha256, (drive_address(drive_id), f"{COPY}/{name}"))


# Ids: setup.sh of princeton-nlp/WebShop 15869a4.
_OF_PEOPLE = _published(
    "items_human_ins.json",
    "14Kb5SPBk_jfdLZ_CDBNitW98QLDlKR5O",
    5_137_548,
    "cf78667548a71786e1d9049c24b802e48e1084ad4bb021cae56ce1f6d96954a3",
)
SETS: Mapping[str, tuple[PublishedFile, ...]] = MappingProxyType(
    {
        "1000": (
            _published(
                "items_shuffle_1000.json",
                "1EgHdxQ_YxqIQlvvq5iKlCrkEKR6-j0Ib",
                4_467_013,
                "30a4765c3a327af72d9a9a95a6b2486d516f0fa1d3ecd83681901ce82a21b269",
            ),
            _published(
                "items_ins_v2_1000.json",
                "1IduG0xl544V_A_jv3tHXC0kyFi7PnyBu",
                147_099,
                "f88a36314a397b53b3d9c3fa5878e5f7b26d35019a51ec83fbedeca61a948f6f",
            ),
            _OF_PEOPLE,
        ),
        "full": (
            _published(
                "items_shuffle.json",
                "1A2whVgOO0euk5O13n2iYDM0bQRkkRduB",
                5_479_720_229,
                "2ef591d65df3af89e972ab72468eb82cbf124d876552d9f3678667edd620a6c8",
            ),
            _published(
                "items_ins_v2.json",
                "1s2j6NgHljiZzQNL3veZaAiyW_qDEgBNi",
                186_295_270,
                "1d36af476bdb8f82a5da62bd8acdabe54cd8de2fa84010d37da5c4890feb447e",
            ),
            _OF_PEOPLE,
        ),
    }
)


def fetch_set(
    folder: Path, report: Report, which: str, sets: Mapping[str, Sequence[PublishedFile]] = SETS
) -> Fetched:
    """Brings one of WebShop's sets into ``folder``; a second call resumes, or checks what is there.

    What is downloaded must have the published size and SHA-256. A file that lies there already is used instead of a
    download; it must have the size, and with another hash it is used with a warning.

    Args:
        folder: made if needed; for this set alone.
        report: told of the progress: what, bytes done, and in all if known.
        which: ``1000`` (products) or ``full``.
        sets: what is published.

    Raises:
        DataError: a file cannot be had (says what to fetch by hand), or is not what was published; or the folder
            holds another set.
        StorageError: the disk is too small or cannot be written.
    """
    files = sets[which]
    _prepare(folder, files)
    record, warnings, is_new = (read_record(folder, FORMAT, "files") or {"files": {}})["files"], [], False
    for file in files:
        path = folder / file.name
        if path.exists():
            url, sha256 = record.get(file.name, {}).get("url", BY_HAND), _hash_of_kept(path, file, report)
            if sha256 != file.sha256:
                warnings.append(_other_hash(file, sha256))
        else:
            url, sha256, is_new = _download(path, file, report, by_hand(folder, which, files)), file.sha256, True
        record[file.name] = {"url": url, "bytes": file.size, "sha256": sha256}
        # After each file: a call that is stopped at the next one has not forgotten where this one came from.
        write_record(folder, {"format": FORMAT, "files": record})
    hashes = {file.name: record[file.name]["sha256"] for file in files}
    facts = (f"{len(files)} files, {sum(file.size for file in files):,} bytes",)
    return Fetched(folder, hashes, facts, tuple(warnings), is_new)


def by_hand(folder: Path, which: str, files: Sequence[PublishedFile]) -> str:
    """What to do on a machine that cannot reach the source."""
    listed = "\n".join(f"  {file.name} ({file.size:,} bytes): {' or '.join(file.addresses)}" for file in files)
    return (
        f"To fetch by hand, download with a browser on any machine\n{listed}\nput the files under these names into "
        f"{folder} and type: skill1 envs fetch webshop {quoted(folder)} --set {which}"
    )


def _prepare(folder: Path, files: Sequence[PublishedFile]) -> None:
    """Makes the folder; refuses one with another set, or on a disk that is too small, before anything is asked for."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{folder} cannot be created: {error}. Choose another folder.") from error
    names = {file.name for file in files}
    # Two files of one kind make a folder that the loader refuses.
    others = [
        path.name
        for stem in (PRODUCTS, ATTRIBUTES, INSTRUCTIONS)
        for path in folder.glob(f"{stem}*.json")
        if path.name not in names
    ]
    if others:
        raise DataError(
            f"{folder} holds other products: {', '.join(sorted(others))}. Give each set its own folder."
        )
    # Of a file that was begun, only the rest is still to come.
    needed = sum(file.size - _come(folder / file.name) for file in files)
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise StorageError(
            f"{folder} has {free:,} bytes free; {needed:,} more are needed. Make room or choose another folder."
        )


def _come(path: Path) -> int:
    """Bytes of a file that are here, whole or in part."""
    partial = path.with_name(f"{path.name}.partial")
    return next((found.stat().st_size for found in (path, partial) if found.exists()), 0)


def _download(path: Path, file: PublishedFile, report: Report, advice: str) -> str:
    """Brings a file from the authors' address or the copy's; the answer is which. Raises ``DataError``."""
    failures = []
    for url in file.addresses:
        try:
            whole = download_unnamed(url, path, report, past_page=past_drive_page)
        except Unreachable as error:
            # What has come so far stays, and the next address or call continues behind it.
            failures.append(str(error))
            continue
        # Under another name until it is checked: what was fetched in two calls may be pieces of two files.
        fault = _size_fault(whole, file)
        if not fault and (sha256 := sha256_of(whole, report)) != file.sha256:
            fault = f"has SHA-256 {sha256}, the published one {file.sha256}."
        if not fault:
            whole.replace(path)
            return url
        whole.unlink()
        failures.append(f"{url}: {path} {fault} The download was removed.")
    raise DataError("\n".join([f"{file.name} could not be fetched.", *failures, advice]))


def _hash_of_kept(path: Path, file: PublishedFile, report: Report) -> str:
    """The SHA-256 of a file that is there. Raises ``DataError`` if it has another size than the published one."""
    # Asked first: reading gigabytes for their hash takes a while.
    if fault := _size_fault(path, file):
        raise DataError(f"{path} {fault} Remove it, then type the same command.")
    return sha256_of(path, report)


def _size_fault(path: Path, file: PublishedFile) -> str:
    size = path.stat().st_size
    return "" if size == file.size else f"has {size:,} bytes, the published one {file.size:,}."


def _other_hash(file: PublishedFile, sha256: str) -> str:
    return (
        f"{file.name} has the published size but SHA-256 {sha256}; other projects, not the authors, publish "
        f"{file.sha256}. Scores on it may not be comparable with theirs."
    )
