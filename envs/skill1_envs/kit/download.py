"""Published files over HTTP, resuming where an earlier call stopped; with the standard library only."""

from __future__ import annotations

import errno
import hashlib
import http.client
import json
import os
import re
import shutil
import urllib.error
import urllib.request
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from skill1.env.service import Command, Outcome, Report
from skill1.errors import DataError, StorageError, quoted
from skill1_envs.kit.lock import locked

PastPage = Callable[[str, str], str]  # a page sent instead of the file, and its address → the address to ask next
TIMEOUT_S = 30.0  # without a single byte
# Most connections for one file, even if each of them brings some bytes.
MOST_CONNECTIONS = 100
MOST_PAGES = 2  # one after the other, before the file
CACHE = "~/.cache"
RECORD = "fetched.json"  # what was received: few authors publish hashes
BY_HAND = "put there by hand"  # in the place of an address
_BLOCK = 1 << 18
_LONGEST_PAGE = 1 << 20
_CONTENT_RANGE = re.compile(r"bytes (?:(\d+)-\d+|\*)/(\d+|\*)")


class Unreachable(DataError):
    """The server cannot be reached, refuses, or breaks off; the file has to come some other way."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """What lies in a folder after ``skill1 envs fetch``."""

    folder: Path
    files: Mapping[str, str]  # name of what was published → SHA-256
    facts: tuple[str, ...]  # what is there, in sentences
    warnings: tuple[str, ...]
    is_new: bool  # False: all was there already


def fetch_command(
    env: str,
    variable: str,
    fetch: Callable[..., Fetched],
    sets: Mapping[str, str] | None = None,
    note: str = "",
) -> Command:
    """``skill1 envs fetch`` for an environment.

    Args:
        env: its name.
        variable: of the shell, names the folder where none is given; else it lies in the user's cache folder.
        fetch: brings what was published into a folder, given that and a ``Report``; of several sets also which.
        sets: data sets, where there are several, each with a remark or ""; the first is the default.
        note: what is fetched, and what is not.
    """
    names = list(sets or ())

    def configure(parser: ArgumentParser) -> None:
        listed = ", ".join(f"{name} ({remark})" if remark else name for name, remark in (sets or {}).items())
        text = f"{listed} (default: {names[0]})" if names else "what is published there is one set"
        parser.add_argument("--set", dest="which", metavar="SET", help=text)

    def run(arguments: Namespace, report: Report) -> Outcome:
        which = _chosen_set(env, names, arguments.which)
        folder = arguments.folder or Path(os.environ.get(variable) or "/".join([CACHE, env, *which]))
        folder = Path(os.path.expanduser(folder))
        with _alone_in(folder):
            return _told(fetch(folder, report, *which), variable)

    return Command(run, configure, note)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Two calls at once would write the same parts. Raises ``DataError`` for the second one."""
    with ExitStack() as held:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            held.enter_context(locked(folder / ".fetching.lock", wait=False))
        except BlockingIOError as error:
            raise DataError(
                f"another process is fetching into {folder}. Wait until it ends, then type the same command."
            ) from error
        # All may be there already; if not, whoever fetches says what cannot be written.
        except OSError:
            pass
        yield


def _chosen_set(env: str, sets: Sequence[str], given: str | None) -> list[str]:
    """The set to fetch, or nothing where all that is published is one."""
    if given is None:
        return list(sets[:1])
    if given not in sets:
        known = f"expected {' or '.join(sets)}" if sets else "what is published there is one set"
        raise ArgumentTypeError(f"{env} has no --set {given}; {known}")
    return [given]


def _told(found: Fetched, variable: str) -> Outcome:
    is_new = "fetched" if found.is_new else "all is there already; nothing was fetched"
    hashes = [f"{file}: SHA-256 {sha256}" for file, sha256 in found.files.items()]
    return Outcome(
        data={"folder": str(found.folder), "is_new": found.is_new, "files": found.files, "facts": found.facts},
        lines=[is_new, *hashes, *found.facts],
        warnings=found.warnings,
        # An exported variable outlives the working directory.
        to_play=f"export {variable}={quoted(found.folder.absolute())}",
    )


def download_unnamed(url: str, target: Path, report: Report, *, past_page: PastPage | None = None) -> Path:
    """Fetches what is to be ``target`` to ``<target>.partial``, the answer; what lies there is not asked for again.

    Whoever checks a file or notes where it came from does so before it has its name, ``target``: then a call that is
    killed leaves nothing under that name which the next call would take for somebody's own.

    A connection that ends early is opened again at once as long as each brings something. A web page is never taken
    for the file: ``past_page`` reads it and answers the address behind it, or raises ``Unreachable`` with the reason.

    Raises:
        Unreachable: the server cannot be reached, refuses, sends a page, or sends nothing further.
        DataError: it sends more bytes than it announced.
        StorageError: the disk is too small or cannot be written.
    """
    partial = target.with_name(f"{target.name}.partial")
    for _ in range(MOST_CONNECTIONS):
        # What lies on the disk alone tells whether a connection has brought something.
        before = _size(partial)
        total, failure = _receive(url, partial, report, past_page)
        have = _size(partial)
        # Of a file whose length was not announced, a connection that ended well has brought all.
        if not failure and total in (None, have):
            return partial
        # Which of too many bytes are wrong cannot be told, so none of them is kept.
        if total is not None and have > total:
            partial.unlink()
            raise DataError(
                f"{url} sent {have:,} bytes after announcing {total:,}; nothing of it was kept. Type the same "
                "command again."
            )
        was_thrown_away = before and not have  # what lay here was of another file
        # Nothing new came: to ask again at once would bring the same.
        if have <= before and not was_thrown_away:
            break
    of_total = f" of {total:,}" if total is not None else ""
    kept = f" {have:,}{of_total} bytes are kept in {partial}; the same command resumes from there." if have else ""
    raise Unreachable(f"{url} cannot be fetched: {failure or 'the connection ended early'}.{kept}")


def read_record(folder: Path, form: str, part: str) -> dict[str, Any] | None:
    """``fetched.json``, whose ``part`` maps names to what was fetched, with ``url`` and ``sha256``; None without one.

    Raises:
        DataError: it was cut short, edited, or written by something else.
    """
    path = folder / RECORD
    if not path.exists():
        return None
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        entries = record[part].values()
        is_whole = record["format"] == form and all(
            isinstance(entry[key], str) for entry in entries for key in ("url", "sha256")
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        is_whole = False
    if not is_whole:
        raise DataError(
            f"{path} is not a record of `skill1 envs fetch` ({form}). Remove it, then type the same command."
        )
    return record


def write_record(folder: Path, record: Mapping[str, Any]) -> None:
    """Raises ``StorageError``."""
    path, new = folder / RECORD, folder / f"{RECORD}.new"
    try:
        new.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
        # In one step: a record cut short by a kill would be refused by every later call.
        new.replace(path)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error}. Make room, then type the same command.") from error


def sha256_of(path: Path, report: Report) -> str:
    """The SHA-256 of a file, which may have no name of its own yet."""
    total, done, found = _size(path), 0, hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            found.update(block)
            done += len(block)
            report(f"checking {path.name.removesuffix('.partial')}", done, total)
    return found.hexdigest()


def _receive(url: str, partial: Path, report: Report, past_page: PastPage | None) -> tuple[int | None, str]:
    """One connection: the size of the whole file, if known, and what went wrong, if anything."""
    have, total = _size(partial), None
    try:
        with _answer(url, have, past_page) as response:
            start, total = _announced(response)
            # A gap would be left before what comes.
            if start is None or start > have:
                return None, f"asked for bytes from {have:,} on, got them from {start or 'an unknown byte'} on"
            # What lies here counts as room: it stays, or makes way for what comes.
            _require_space(partial, (total or have) - have)
            with _opened(partial) as file:
                # The server may send some of what is here again, or all of it. That replaces what lies there.
                file.truncate(start)
                file.seek(start)
                _copy(response, file, lambda done: report(partial.stem, done, total))
    # Before OSError, of which HTTPError is one.
    except urllib.error.HTTPError as error:
        return _refused(error, partial)
    # Errors of writing are StorageError by now, so these are the connection's; ValueError: thousands of digits.
    except (OSError, http.client.HTTPException, ValueError) as error:
        return total, f"{type(error).__name__}: {error}"
    return total, ""


def _answer(url: str, have: int, past_page: PastPage | None) -> http.client.HTTPResponse:
    """The response that brings the file, from byte ``have`` on if the server can."""
    # Uncompressed: an offset into what is compressed on the way would not fit the file.
    headers = {"User-Agent": "skill1", "Accept-Encoding": "identity"}
    headers |= {"Range": f"bytes={have}-"} if have else {}
    for _ in range(1 + MOST_PAGES):
        response = urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=TIMEOUT_S)
        # Nothing that is fetched is a web page: one that comes refuses, asks to sign in or to confirm.
        if response.headers.get_content_type() != "text/html":
            return response
        with response:
            page = response.read(_LONGEST_PAGE).decode("utf-8", "replace")
        if past_page is None:
            break
        url = past_page(page, response.url)
    raise Unreachable(f"{url} sent a web page instead of the file.")


def _refused(error: urllib.error.HTTPError, partial: Path) -> tuple[int | None, str]:
    """416 says how long the file is: all of it may be here, or what is here is of another file and goes."""
    found = _CONTENT_RANGE.search(error.headers.get("Content-Range", "")) if error.code == 416 else None
    # All of it is here: an earlier call was stopped between the last byte and the renaming.
    if found and found[2] == str(_size(partial)):
        return _size(partial), ""
    if error.code == 416:
        partial.unlink(missing_ok=True)
    return None, f"HTTP {error.code} {error.reason}"


def _announced(response: http.client.HTTPResponse) -> tuple[int | None, int | None]:
    """Position of the first byte that comes, and the size of the whole file, as far as the server says them."""
    if response.status == 206:
        found = _CONTENT_RANGE.search(response.headers.get("Content-Range", ""))
        if not found or not found[1]:
            return None, None
        return int(found[1]), None if found[2] == "*" else int(found[2])
    # Any other answer begins with the file's first byte, whatever was asked for.
    length = response.headers.get("Content-Length", "")
    return 0, int(length) if length.isdecimal() else None


def _copy(source: http.client.HTTPResponse, file: BinaryIO, on_bytes: Callable[[int], None]) -> None:
    while block := source.read(_BLOCK):
        try:
            file.write(block)
            file.flush()  # a full disk is met here, not when the file is closed
        except OSError as error:
            raise _no_space(Path(file.name), error) from error
        on_bytes(file.tell())


def _opened(path: Path) -> BinaryIO:
    try:
        # Not for appending, which would write at the end whatever `seek` says.
        return path.open("r+b" if path.exists() else "w+b")
    except OSError as error:
        raise _no_space(path, error) from error


def _require_space(path: Path, needed: int) -> None:
    free = shutil.disk_usage(path.parent).free
    if needed > free:
        raise _no_space(path, OSError(errno.ENOSPC, f"{needed:,} bytes to come, {free:,} free"))


def _no_space(path: Path, error: OSError) -> StorageError:
    return StorageError(
        f"{path} cannot be written: {error}. Make room or choose another folder, then type the same command."
    )


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
