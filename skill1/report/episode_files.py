"""Episode files: an index of the episodes in them, and one episode's line when it is asked for.

Files never change once they have their name, so each is read once for the index. Lines that are no episodes are
counted and left out. Nothing here knows how an episode is shown.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill1.credit.skill1 import INVALID_VARIATION
from skill1.report.source import Facts, file_facts, number
from skill1.run.episode_lines import episode_lines
from skill1.schema import parsed_object

INDEXED_BYTES = 48 * 2**20  # of compressed files, newest first: some seconds of reading when a page opens


@dataclass(frozen=True, slots=True)
class Entry:
    """An episode in an episode file: its row of the list, the skills it met, and what came of selecting and writing."""

    row: dict[str, Any]
    file: Path
    met: tuple[str, ...]  # ids of skills it retrieved, used, or was kept from
    best_utility: float | None  # Û: the highest among its candidates; None without any, as its metric has it
    # r − Û as credit.skill1 has it (Û is 0 without any), −1 for an invalid text; None: it was not asked to write.
    variation: float | None
    used_description: str | None


@dataclass(frozen=True, slots=True)
class Listing:
    """One file's entries, and how many of its lines could not be read."""

    entries: tuple[Entry, ...]
    broken: int


class EpisodeIndex:
    """Entries of the newest episode files, kept while the files come and go."""

    def __init__(self, limit_bytes: int = INDEXED_BYTES) -> None:
        self.entries: dict[str, Entry] = {}  # newest first
        self.broken = 0
        self.left_out = 0  # files past the limit
        self._limit = limit_bytes
        self._listings: dict[tuple[Path, Facts], Listing] = {}

    def read(self, files: Sequence[Path]) -> None:
        """Take in new files, forget those that went; ``files``: oldest first."""
        kept: dict[tuple[Path, Facts], Listing] = {}
        total = 0
        for place, file in enumerate(reversed(files)):
            facts = file_facts(file)
            if facts is None:  # dropped at this moment to make room
                continue
            total += facts[1]
            # The newest file is listed however large it is.
            if place and total > self._limit:
                break
            # The facts tell a file that a resume wrote anew under its old name.
            kept[file, facts] = self._listings.get((file, facts)) or list_file(file)
        self._listings, self.left_out = kept, len(files) - len(kept)
        self.broken = sum(listing.broken for listing in kept.values())
        # The newest file comes first already; within a file the last episode is the newest.
        found = (entry for listing in kept.values() for entry in reversed(listing.entries))
        self.entries = {entry.row["id"]: entry for entry in found}


def list_file(file: Path) -> Listing:
    """The entries of one file, as far as it can be read."""
    entries, broken = [], 0
    for episode in _episodes(file):
        entry = None if episode is None else _entry(episode, file)
        if entry is None:
            broken += 1
        else:
            entries.append(entry)
    return Listing(tuple(entries), broken)


def read_episodes(file: Path) -> list[dict[str, Any]]:
    """All episodes of a file that can be read; an empty list for a file that is gone."""
    # By the same test as the list, so that both agree on what an episode is.
    return [episode for episode in _episodes(file) if episode is not None and _entry(episode, file)]


def _episodes(file: Path) -> Iterator[dict[str, Any] | None]:
    """The object of each line; None for a line, or a rest of the file, that cannot be read."""
    try:
        for line in episode_lines(file, errors="replace"):
            yield parsed_object(line)
    except FileNotFoundError:
        return
    except (OSError, EOFError, zlib.error, ValueError):
        yield None


def _entry(episode: dict[str, Any], file: Path) -> Entry | None:
    """None for an object that is not an episode."""
    try:
        used, withheld = _skill_id(episode["used"]), _skill_id(episode.get("withheld"))
        candidates = [str(candidate["skill"]["id"]) for candidate in episode["candidates"]]
        key = {name: int(episode["key"][name]) for name in ("seed", "step", "task", "rollout")}
        row = {
            "id": str(episode["id"]),
            "step": key["step"],
            "task": str(episode["task"]["id"]),
            "type": str(episode["task"]["type"]),
            "instruction": str(episode["task"]["instruction"]),
            "outcome": number(episode["outcome"]),
            "success": bool(episode["success"]),
            "status": str(episode["status"]),
            "turns": len(episode["turns"]),
            "used": used,
            "withheld": withheld,
            "wrote": None,
        }
        best = _best_utility(episode["candidates"])
        variation = _variation(episode, best)
    # Python reads Infinity in JSON, which int() refuses with an OverflowError.
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError):
        return None
    met = dict.fromkeys(name for name in (used, withheld, *candidates) if name is not None)
    description = None if used is None else str(episode["used"].get("description", ""))
    return Entry(row, file, tuple(met), best, variation, description)


def _best_utility(candidates: Sequence[Any]) -> float | None:
    return max((number(candidate["skill"].get("utility")) or 0.0 for candidate in candidates), default=None)


def _variation(episode: dict[str, Any], best_utility: float | None) -> float | None:
    if not any(segment["stage"] == "distill" for segment in episode.get("segments") or ()):
        return None
    # It wrote something that could not be read; to decline is valid, and counts as any other lesson.
    if episode.get("draft") is None and not episode.get("declined"):
        return INVALID_VARIATION
    return (number(episode["outcome"]) or 0.0) - (best_utility or 0.0)


def _skill_id(skill: Any) -> str | None:
    return None if skill is None else str(skill["id"])
