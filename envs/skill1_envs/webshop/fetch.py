"""WebShop's own files: downloaded from where its authors keep them, else from a copy, and checked.

The authors publish no hashes. Sizes and SHA-256 here are those that many projects which use the files agree on.
"""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from types import MappingProxyType
from typing import Any
from urllib.parse import SplitResult, urlencode, urljoin, urlsplit

from skill1.errors import DataError, StorageError, quoted
from skill1_envs.kit.download import (
    BY_HAND,
    RECORD,
    Fetched,
    Report,
    Unreachable,
    download_unnamed,
    read_record,
    sha256_of,
    write_record,
)
from skill1_envs.webshop.simulator.catalogue import ATTRIBUTES, INSTRUCTIONS, PRODUCTS, load_catalogue
from skill1_envs.webshop.simulator.goals import human_goals, synthetic_goals

FORMAT = "skill1-webshop-fetched-1"
# A copy that others made, at a fixed revision, for when Drive refuses. What comes from it must have the hash below.
COPY = "https://huggingface.co/datasets/HongbangYuan/webshop/resolve/0129d4a81dbdb827e76afd20a1e2c38b61098613"
_READ_WHOLE = 1 << 26  # bytes; a bigger set takes minutes and gigabytes to read

# Google Drive sends a page with status 200 instead of a file: where the file is too big for its virus scan it asks for
# a confirmation, and what was downloaded too often it refuses for a day.
DRIVE_HOSTS = ("drive.google.com", "drive.usercontent.google.com")
_QUOTA = re.compile(r"quota exceeded|too many users have viewed or downloaded", re.IGNORECASE)
_SIGN_IN = re.compile(r"sign in|you need access|request access", re.IGNORECASE)
_LONGEST_TITLE = 80


def drive_address(file_id: str) -> str:
    """Where a shared file is downloaded from; a big one answers with a confirmation page."""
    return f"https://drive.google.com/uc?export=download&id={file_id}"


def past_drive_page(page: str, at: str) -> str:
    """The address that the confirmation page at ``at`` leads to; the form's fields, a token among them, are in it.

    Raises:
        Unreachable: it is no such page (the quota is used up, one must sign in, the file is gone), or it leads away.
    """
    form = _read(page)
    if form.action is None or "confirm" not in form.fields:
        raise Unreachable(f"{at} sent no file: {_reason(page, form.title)}")
    target = _target(at, form.action)
    if target is None:
        raise Unreachable(f"{at} leads away from Google Drive, to {form.action!r}; it is not followed.")
    return target._replace(query=urlencode(form.fields), fragment="").geturl()


def _read(page: str) -> _Form:
    """As much of the page as can be read."""
    form = _Form()
    with contextlib.suppress(AssertionError):  # what HTMLParser raises at a broken declaration
        form.feed(page)
    return form


def _target(at: str, action: str) -> SplitResult | None:
    """Where a form leads; None if that is neither Drive nor the server that sent it."""
    try:
        target = urlsplit(urljoin(at, action))
        is_drives = target.scheme == "https" and target.hostname in DRIVE_HOSTS
    except ValueError:  # no address at all
        return None
    is_near = (target.scheme, target.netloc) == urlsplit(at)[:2]
    # The HTTP client raises at an address with other signs than ASCII.
    return target if action.isascii() and (is_drives or is_near) else None


def _reason(page: str, title: str) -> str:
    if _QUOTA.search(page):
        return "Google Drive's download quota for this file is used up. It is renewed within 24 hours."
    if _SIGN_IN.search(page):
        return "Google Drive wants a sign-in; the file is no longer shared with everyone."
    # A foreign text on the way to a terminal: short, and without control characters.
    shown = "".join(sign for sign in title if sign.isprintable()).strip()[:_LONGEST_TITLE]
    return f"a web page came instead, titled {shown!r}."


class _Form(HTMLParser):
    """Target and hidden fields of a page's download form, and the page's title."""

    def __init__(self) -> None:
        super().__init__()
        self.action: str | None = None
        self.fields: dict[str, str] = {}
        self.title = ""
        self._is_in: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._is_in = tag
        said = {name: value or "" for name, value in attrs}
        if tag == "form" and self.action is None:
            self.action = said.get("action", "")
        elif tag == "input" and said.get("type") == "hidden" and said.get("name"):
            self.fields[said["name"]] = said.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        self._is_in = None

    def handle_data(self, data: str) -> None:
        if self._is_in == "title":
            self.title += data


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

    A file that lies there already, put there by hand, is used instead of a download. A file is the published one if
    size and SHA-256 are. With the size alone it is used, with a warning, if it is the authors' or put there by hand;
    what came from a copy, or in two calls, is thrown away.

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
        is_new |= not (folder / file.name).exists()
        _bring(folder, file, record, report, by_hand(folder, which, files))
        if (sha256 := record[file.name]["sha256"]) != file.sha256:
            warnings.append(_other_hash(file, sha256))
    hashes = {file.name: record[file.name]["sha256"] for file in files}
    return Fetched(folder, hashes, tuple(_facts(folder, files)), tuple(warnings), is_new)


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


def _bring(folder: Path, file: PublishedFile, record: dict[str, Any], report: Report, advice: str) -> None:
    """Downloads one file unless it is there, checks it and notes it in the record."""
    path = folder / file.name
    if path.exists():
        _keep(path, file, record, report)
        return
    failures = []
    # The authors' address first, then the copy's.
    for place, url in enumerate(file.addresses):
        # What was fetched in two calls may be pieces of two files, and a copy is anybody's: only the hash tells.
        is_strict = place > 0 or _come(path) > 0
        try:
            whole = download_unnamed(url, path, report, past_page=past_drive_page)
            sha256 = _checked(whole, file, report, is_strict=is_strict)
        except Unreachable as error:
            # What has come so far stays, and the next address or call continues behind it.
            failures.append(str(error))
        except DataError as error:
            path.with_name(f"{file.name}.partial").unlink(missing_ok=True)
            failures.append(f"{url}: {error} The download was removed.")
        else:
            # Noted before it has its name: what has that without a note was put there by hand.
            _note(folder, file, record, url, sha256)
            whole.replace(path)
            return
    raise DataError("\n".join([f"{file.name} could not be fetched.", *failures, advice]))


def _keep(path: Path, file: PublishedFile, record: dict[str, Any], report: Report) -> None:
    """Checks a file that is there, and notes it."""
    known = record.get(file.name)
    try:
        sha256 = _checked(path, file, report, is_strict=False)
    except DataError as error:
        raise DataError(f"{error} Remove it, then type the same command.") from error
    # The published hash is always right, also in place of another one that was noted.
    if known and sha256 not in (known["sha256"], file.sha256):
        raise DataError(
            f"{path} has changed: {RECORD} says SHA-256 {known['sha256']}, got {sha256}. Remove {path.name} to "
            f"fetch it again, or {RECORD} to accept it, then type the same command."
        )
    _note(path.parent, file, record, known["url"] if known else BY_HAND, sha256)


def _note(folder: Path, file: PublishedFile, record: dict[str, Any], url: str, sha256: str) -> None:
    """After each file: a call that is stopped at the next one has not forgotten where this one came from."""
    record[file.name] = {"url": url, "bytes": file.size, "sha256": sha256}
    write_record(folder, {"format": FORMAT, "files": record})


def _checked(path: Path, file: PublishedFile, report: Report, *, is_strict: bool) -> str:
    """The SHA-256 of a file that has the published size. Raises ``DataError``.

    Args:
        is_strict: it must be the published one, too.
    """
    size, shown = path.stat().st_size, path.with_name(file.name)  # a download has another name until it is checked
    # Asked first: reading gigabytes for their hash takes a while.
    if size != file.size:
        raise DataError(f"{shown} has {size:,} bytes, the published one {file.size:,}.")
    sha256 = sha256_of(path, report)
    if is_strict and sha256 != file.sha256:
        raise DataError(f"{shown} has SHA-256 {sha256}, the published one {file.sha256}.")
    return sha256


def _other_hash(file: PublishedFile, sha256: str) -> str:
    return (
        f"{file.name} has the published size but SHA-256 {sha256}; other projects, not the authors, publish "
        f"{file.sha256}. Scores on it may not be comparable with theirs."
    )


def _facts(folder: Path, files: Sequence[PublishedFile]) -> Iterator[str]:
    """What is there now; a small set is read whole. Raises ``DataError``."""
    total = sum(file.size for file in files)
    yield f"{len(files)} files, {total:,} bytes"
    if total <= _READ_WHOLE:
        catalogue = load_catalogue(folder, price_seed=0)  # prices move no number of goals
        people, made = human_goals(catalogue, folder), synthetic_goals(catalogue)
        yield f"{len(catalogue.products):,} products; {len(people):,} goals of people, {len(made):,} synthetic"
