"""The official games: ALFWorld's own three archives, downloaded, checked and unpacked as by ``alfworld-download``.

Their SHA-256 are not published. So the hash of what came first is kept in ``fetched.json``, and whatever comes later
must have the same. Text only: the detector and the checkpoints of the visual agents are left out.
"""

from __future__ import annotations

import shutil
import stat
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

from skill1.errors import DataError, StorageError, quoted
from skill1_envs.alfworld.generate.sets import FORMAT as GENERATED
from skill1_envs.alfworld.simulator.files import DATA_FOLDER, GAME_FILE, TRAJECTORY_FILE
from skill1_envs.alfworld.splits import SPLITS, describe_split, list_tasks
from skill1_envs.kit.download import (
    RECORD,
    Fetched,
    Report,
    Unreachable,
    download_unnamed,
    read_record,
    sha256_of,
    write_record,
)
from skill1_envs.kit.world_folder import read_manifest

FORMAT = "skill1-alfworld-fetched-1"
# As scripts/alfworld-download of alfworld 0.5.0 (source, July 2025) has them; 0.4.2 still names json_2.1.2 of release
# 0.4.0 as the third. Trajectories, PDDL problems, games.
_RELEASES = "https://github.com/alfworld/alfworld/releases/download"
ARCHIVES = (
    f"{_RELEASES}/0.2.2/json_2.1.1_json.zip",
    f"{_RELEASES}/0.2.2/json_2.1.1_pddl.zip",
    f"{_RELEASES}/0.4.2/json_2.1.3_tw-pddl.zip",
)
_BLOCK = 1 << 20
_MOST_BYTES = 1 << 36  # an archive may unpack to; the largest is far below, a zip bomb above
# What zipfile raises, RuntimeError for encrypted archives and NotImplementedError for foreign methods included.
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, NotImplementedError, ValueError)


def fetch_games(folder: Path, report: Report, urls: Sequence[str] = ARCHIVES) -> Fetched:
    """Brings the official games into ``folder``; a second call resumes, or only looks whether all is there.

    An archive that lies in the folder already, put there by hand, is used instead of a download and stays; one that
    is downloaded goes once it is unpacked. Nothing is unpacked from an archive that is damaged or reaches out of the
    folder.

    Args:
        folder: made if needed; ``json_2.1.1`` will be in it. May also be that one itself.
        report: told of the progress: what, bytes or files done, and in all if known.
        urls: of the archives; the last part is the file's name.

    Raises:
        DataError: an archive cannot be had (says what to fetch by hand), is damaged, or is not what came first; the
            archives hold no game; or the folder holds generated games.
        StorageError: the disk is too small or cannot be written.
    """
    if folder.absolute().name == DATA_FOLDER:  # ALFWORLD_DATA may name it, and so may "."
        folder = folder.absolute().parent
    if read_manifest(folder, GENERATED) is not None:
        raise DataError(
            f"{folder} holds generated games, which must not be mixed with the official ones. Type: "
            "skill1 envs fetch alfworld DIR, with another folder."
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageError(f"{folder} cannot be created: {error}. Choose another folder.") from error
    record = read_record(folder, FORMAT, "archives") or {"format": FORMAT, "archives": {}}
    record.setdefault("games", None)  # the number of each split, once all is done
    # What was unpacked may have been deleted or damaged since: then it comes again.
    if record["games"] and record["games"] == _count_games(folder):
        with suppress(DataError):
            return _found(folder, record, is_new=False)
    # All are unpacked, yet a game is missing or damaged: whichever it came from, it has to come again.
    is_again = record["games"] is not None
    for url in urls:
        try:
            _bring(folder, url, record, report, is_again=is_again)
        except Unreachable as error:
            raise DataError(f"{error}\n{by_hand(folder, urls)}") from error
    # The number of games comes last: a call that ends before this has not finished, and the next one resumes.
    if not (games := _count_games(folder)):
        raise DataError(
            f"the archives hold no game: expected {GAME_FILE} and {TRAJECTORY_FILE} below {folder / DATA_FOLDER}/"
            f"{{{','.join(SPLITS)}}}. Remove {RECORD} there, and the archives if you have put others there, then type "
            "the same command."
        )
    record["games"] = games
    write_record(folder, record)
    return _found(folder, record, is_new=True)


def by_hand(folder: Path, urls: Sequence[str]) -> str:
    """What to do on a machine that cannot reach the source."""
    listed = "\n".join(f"  {url}" for url in urls)
    return (
        f"To fetch by hand, download on any machine\n{listed}\nput the files into {folder} as they are, not unpacked, "
        f"and type: skill1 envs fetch alfworld {quoted(folder)}"
    )


def check_archive(path: Path, report: Report) -> None:
    """Reads all of a zip archive and compares each file's CRC; looks at each name before anything is written.

    Raises:
        DataError: it is damaged, or a name would leave the folder it is unpacked into.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            members = archive.infolist()
            # Names and announced sizes first, before anything is decompressed.
            for member in members:
                _require_inside(path, member)
            if (size := sum(member.file_size for member in members)) > _MOST_BYTES:
                raise DataError(f"{path} would unpack to {size:,} bytes; expected {_MOST_BYTES:,} at most.")
            for number, member in enumerate(members, start=1):
                with archive.open(member) as file:
                    # Reading a file to its end makes zipfile compare the CRC.
                    while file.read(_BLOCK):
                        pass
                report(f"checking {path.name.removesuffix('.partial')}", number, len(members))
    except _UNREADABLE as error:
        raise DataError(f"{path} is damaged: {type(error).__name__}: {error}.") from error


def unpack(path: Path, folder: Path, report: Report) -> None:
    """Unpacks a checked archive over what is in the folder.

    Raises:
        StorageError: the disk is too small or cannot be written.
    """
    with zipfile.ZipFile(path) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        # As if nothing were there yet: what an interrupted call has unpacked is written anew.
        needed, free = sum(member.file_size for member in members), shutil.disk_usage(folder).free
        if needed > free:
            raise StorageError(f"{path.name} unpacks to {needed:,} bytes, {folder} has {free:,} free. Make room.")
        for number, member in enumerate(members, start=1):
            try:
                # Its name stays inside the folder: `check_archive` has looked at all of them.
                archive.extract(member, folder)
            except OSError as error:
                raise StorageError(
                    f"{folder / member.filename} cannot be written: {error}. Fix that, then type the same command."
                ) from error
            report(f"unpacking {path.name.removesuffix('.partial')}", number, len(members))


def _bring(folder: Path, url: str, record: dict[str, Any], report: Report, *, is_again: bool) -> None:
    """Downloads, checks and unpacks one archive, unless that is done."""
    name = url.rpartition("/")[2]
    # Known by its file's name, whatever address it comes from.
    known = record["archives"].get(name, {})
    if known.get("is_unpacked") and not is_again:
        # A call that was killed may have left it.
        (folder / f"{name}.partial").unlink(missing_ok=True)
        return
    path = folder / name
    is_ours = not path.is_file()
    if is_ours:
        # It never gets its name: what has that is somebody's own, also for the call after one that was killed.
        path = download_unnamed(url, path, report)
    # A download that is damaged would fail again each time, so it goes. A file that somebody put there is theirs.
    try:
        check_archive(path, report)
    except DataError as error:
        advice = f"Put a whole copy there, or remove {path}, then type the same command."
        if is_ours:
            path.unlink()
            advice = "It was removed; type the same command to download it again."
        raise DataError(f"{error} {advice}") from error
    sha256 = sha256_of(path, report)
    if known and known["sha256"] != sha256:
        raise DataError(
            f"{path} has SHA-256 {sha256}, but {RECORD} has {known['sha256']} from an earlier download. One of the two "
            f"is not what was published. Remove {path.name} to fetch it again, or {RECORD} to accept this one, then "
            "type the same command."
        )
    # Noted before it is unpacked: after an interruption the next call knows the hash, and unpacks it again.
    entry = {"url": url, "bytes": path.stat().st_size, "sha256": sha256, "is_unpacked": False}
    record["archives"][name] = entry
    write_record(folder, record)
    unpack(path, folder, report)
    entry["is_unpacked"] = True
    write_record(folder, record)
    if is_ours:
        path.unlink()


def _require_inside(path: Path, member: zipfile.ZipInfo) -> None:
    """Refuses absolute names, drives, parent folders and links, as they look on any system."""
    name = member.filename
    # The upper half of the attributes is the Unix mode.
    is_link = stat.S_ISLNK(member.external_attr >> 16)
    # Read in both ways, because a name that is harmless on one system may leave the folder on another.
    parts = {*PurePosixPath(name).parts, *PureWindowsPath(name).parts}
    is_absolute = PurePosixPath(name).is_absolute() or bool(PureWindowsPath(name).anchor)
    if is_link or is_absolute or ".." in parts:
        raise DataError(
            f"{path}: it holds {name!r}, which would be written outside its folder; nothing is unpacked."
        )


def _found(folder: Path, record: Mapping[str, Any], *, is_new: bool) -> Fetched:
    root = folder / DATA_FOLDER
    facts = [describe_split(root, split, list_tasks(root, split)) for split in record["games"]]
    warnings = tuple(fact.warning for fact in facts if fact.warning)
    archives = {name: entry["sha256"] for name, entry in record["archives"].items()}
    return Fetched(folder, archives, tuple(fact.text for fact in facts), warnings, is_new)


def _count_games(folder: Path) -> dict[str, int]:
    """Split → games with their trajectory in it; those that are not played count, too."""
    root = folder / DATA_FOLDER
    games = {split: (root / split).rglob(GAME_FILE) for split in SPLITS}
    found = {split: sum((path.parent / TRAJECTORY_FILE).is_file() for path in games[split]) for split in SPLITS}
    return {split: number for split, number in found.items() if number}
