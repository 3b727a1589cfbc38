"""The formats by name, and the two directions: a library's skills out to a file, a file's skills into a library.

A run's library starts from a library, or from a file or folder of skills in any of the formats.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from skill1.config import LibraryConfig
from skill1.config.registry import FORMATS
from skill1.errors import DataError
from skill1.library import Library, neutralise
from skill1.library.formats.records import MAX_SKILLS, Terms, Writing, harmless_extra, resealed
from skill1.library.intake import texts_key, without_repeats
from skill1.schema import Skill

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did; ``lost`` says in words what the library does not hold."""

    added: int
    merged: int  # of the added: came in as already merged into another
    skipped: int  # were in the library before
    lost: tuple[str, ...]
    banned: int = 0  # of the skipped: banned here


def export_library(skills: Sequence[Skill], path: str | os.PathLike[str], format: str) -> Writing:
    """Write skills in a format of ``config.registry.FORMATS``; their texts are made harmless, wherever they came from.

    Raises:
        ConfigError: an unknown format.
        DataError: a path that cannot be written.
    """
    return FORMATS.load(format).write(Path(path), [_harmless(skill) for skill in skills])


def import_into(library: Library, path: str | os.PathLike[str], format: str, *, env: str = "") -> ImportReport:
    """Add the skills of a file or folder to a library, as one commit; each gets an event ``imported``.

    Utility and counts are the file's where it has them, else the library's initial utility and 0. A skill the
    library holds already (:func:`skill1.library.intake.without_repeats`) is left out.

    Args:
        env: the environment of skills that name none.

    Raises:
        ConfigError: an unknown format.
        DataError: a file that is not of it; the message names file and place.
        LibraryError: the library cannot be written.
    """
    terms = Terms(library.initial_utility, library.last_step, env, library.max_skill_chars)
    reading = FORMATS.load(format).read(Path(path), terms)
    if len(reading.skills) > MAX_SKILLS:
        raise DataError(f"{path} holds {len(reading.skills)} skills; expected at most {MAX_SKILLS}.")
    # Against skills of every status: what was banned here does not come back by a file.
    held = library.skills(None)
    new = without_repeats(reading.skills, held)
    banned = {texts_key(skill) for skill in held if skill.status == "banned"}
    # A second import of the same file is no commit: the version stays.
    added = library.add_skills(new, step=terms.step) if new else ()
    merged = sum(skill.status == "merged" for skill in added)
    # A text of so many characters was most likely longer; a blank at the cut is dropped.
    num_cut = sum(max(len(s.description), len(s.strategy)) >= terms.max_chars - 1 for s in reading.skills)
    beyond = (
        f"what a text of {num_cut} skill(s) may hold beyond {terms.max_chars:,} characters (agent.max_skill_chars)"
    )
    return ImportReport(
        added=len(added),
        merged=merged,
        skipped=len(reading.skills) - len(added),
        lost=(*reading.lost, beyond) if num_cut else reading.lost,
        banned=sum(s.status == "active" and texts_key(s) in banned for s in reading.skills),
    )


def _harmless(skill: Skill) -> Skill:
    # Each text up to its own length: made harmless, not cut.
    clean = replace(
        skill,
        description=neutralise(skill.description, len(skill.description)),
        strategy=neutralise(skill.strategy, len(skill.strategy)),
        env=neutralise(skill.env, len(skill.env)),
        source_episode=neutralise(skill.source_episode, len(skill.source_episode)),
        extra=harmless_extra(skill.extra) if skill.extra else skill.extra,
    )
    return resealed(clean, skill)


def format_of_start(path: str | os.PathLike[str]) -> str | None:
    """The format of a file or folder of skills; None: it is to be opened as a library, run or checkpoint.

    Raises:
        DataError: a JSON file that cannot be read.
    """
    return next((name for name in FORMATS if FORMATS.load(name).recognises(Path(path))), None)


def copy_start(
    source: str | os.PathLike[str],
    target: Path,
    config: LibraryConfig,
    *,
    env: str,
    **options: Any,
) -> None:
    """Make the library file ``target`` of a run out of a library (a copy) or skills in another format (an import).

    Args:
        env: the environment of imported skills that name none.
        options: as for :meth:`skill1.library.Library.open`.

    Raises:
        LibraryError, DataError: it is neither.
    """
    named = format_of_start(source)
    if named is None:
        # Not a copy of the file: what a writer has just committed may still be in the log beside it.
        with Library.open(source, read_only=True) as start:
            # What a kill left of an earlier copy. The caller holds the run, so nobody is making another.
            for left in target.parent.glob(f".{target.name}.*.new"):
                left.unlink()
            start.backup(target)
        return
    with Library.open(target, config, create=True, **options) as library:
        _begin_with(library, source, named, env)


def start_in_memory(source: str | os.PathLike[str], config: LibraryConfig, *, env: str, **options: Any) -> Library:
    """As :func:`copy_start`, a library without a file."""
    named = format_of_start(source)
    if named is None:
        return Library.in_memory(config, start_from=source, **options)
    library = Library.in_memory(config, **options)
    _begin_with(library, source, named, env)
    return library


def _begin_with(library: Library, source: str | os.PathLike[str], named: str, env: str) -> None:
    # Logged: a run prints no import report, and a shortened text would first be noticed in a prompt.
    for lost in import_into(library, source, named, env=env).lost:
        logger.warning("library.init %s: the library does not hold %s", source, lost)


def require_start(source: str | os.PathLike[str]) -> int:
    """Refuse what no library can start from; reads it, and writes nothing. Returns its number of active skills.

    Raises:
        LibraryError, DataError: it is no library, and no file or folder of skills.
    """
    named = format_of_start(source)
    if named is None:
        with Library.open(source, read_only=True) as start:
            return len(start)
    if not Path(source).exists():
        raise DataError(f"there is no file or folder {source}; expected skills (library.init).")
    # `hashing` loads no model: it is the file that is tried.
    with Library.in_memory(LibraryConfig(encoder="hashing")) as library:
        import_into(library, source, named)
        return len(library)
