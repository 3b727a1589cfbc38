"""The report: everything the pages show of a run in one file, for a double click and no network.

What is too much for a file is left out by rule, and said: the episodes that tell most are kept, and the skills that
were selected most.
"""

from __future__ import annotations

import datetime
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

from skill1.errors import ConfigError, DataError, StorageError
from skill1.library.file_errors import is_database
from skill1.report.page import render_page
from skill1.report.source import Source, find_source
from skill1.report.view import RunView
from skill1.run.directory import REPORT_FILE
from skill1.run.disk import require_place, write_atomically

EPISODES = 60
SKILLS = 1000
EPISODE_BYTES = 8 * 2**20  # of all episodes together
LENGTHS = {"history": 40, "points": 100}  # of one skill's life


def write_report(
    run: str | os.PathLike[str],
    path: str | os.PathLike[str] | None = None,
    *,
    episodes: int = EPISODES,
    skills: int = SKILLS,
) -> Path:
    """Write the report of a run, RUN@STEP, a checkpoint or a library file; returns its path.

    Args:
        run: what to report on.
        path: of the file; default: ``report.html`` in the run or checkpoint directory, or beside the library file.
        episodes: at most so many episodes are in it, and at most 8 MiB of them.
        skills: at most so many skills.

    Raises:
        DataError, CheckpointError: there is nothing to report on, or the file is a folder or a skill library.
        ConfigError: a number is negative.
        StorageError: the file cannot be written.
    """
    if min(episodes, skills) < 0:
        raise ConfigError(f"a report of {episodes} episodes and {skills} skills; expected numbers from 0 on.")
    source = find_source(run)
    target = Path(path) if path is not None else source.folder / REPORT_FILE
    require_place(target, "a report is")
    if is_database(target):
        raise DataError(f"{target} is a skill library, which a report would overwrite. Type another -o FILE.")
    text = render_page(source.name, data=report_data(source, episodes=episodes, skills=skills))
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, text)
    except OSError as error:
        raise StorageError(f"{target} cannot be written: {error}. Type another -o FILE.") from error
    return target


def report_data(source: Source, *, episodes: int = EPISODES, skills: int = SKILLS) -> dict[str, Any]:
    """The view of a run as one object, cut to a size that a browser opens at once."""
    # A share of 0: files are looked at once, so that all parts tell of the same moment of a run that is under way.
    view = RunView(source, share=0, lengths=LENGTHS)
    listed = view.episodes()
    # All are put in order, not as many as are wanted: some may be too large to fit.
    kept = _episode_views(view, telling(listed), episodes)
    all_skills = view.skills()
    chosen = most_selected(all_skills, skills)
    lives = {row["id"]: view.skill(row["id"]) for row in chosen}
    # After the episodes: its notice tells how many of their lines could not be read.
    summary = view.summary()
    counts = {
        "episodes": len(kept),
        "of_episodes": len(listed),
        "skills": len(chosen),
        "of_skills": sum(summary["library"]["statuses"].values()),
        "made_at": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
    }
    return {
        "summary": summary | {"report": counts},
        "metrics": view.metrics(),
        "skills": chosen,
        "skill": {name: _within(life, kept) for name, life in lives.items() if life is not None},
        "episodes": [row for row in listed if row["id"] in kept],
        "episode": kept,
        "library_history": view.library_history(),
        "uplift": view.uplift(),
        "dynamics": view.dynamics(),
        "method": view.method(),
        "left_out": left_out(counts),
    }


def telling(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """Ids of the episodes, newest first within each kind, the kinds taken in turn.

    Kinds: wrote a skill; won with a skill; lost with one; a control; an error; won without a skill; lost without.
    """
    kinds: dict[int, list[str]] = {}
    for row in rows:
        kinds.setdefault(_kind(row), []).append(row["id"])
    in_turn = zip_longest(*(kinds[kind] for kind in sorted(kinds)))
    return [name for names in in_turn for name in names if name is not None]


def most_selected(rows: Sequence[Mapping[str, Any]], count: int) -> list[Mapping[str, Any]]:
    """The ``count`` skills that were selected most, those of higher utility first among equals, in their old order."""
    order = sorted(range(len(rows)), key=lambda i: (-rows[i]["selected"], -(rows[i]["utility"] or 0.0), i))
    return [rows[i] for i in sorted(order[:count])]


def left_out(counts: Mapping[str, Any]) -> str:
    """What the report does not hold, and what shows more; empty if it holds all."""
    missing = [
        f"{counts['of_' + name] - counts[name]:,} of {counts['of_' + name]:,} {name}"
        for name in ("episodes", "skills")
        if counts["of_" + name] > counts[name]
    ]
    if not missing:
        return ""
    more = f"--episodes N keeps more, up to {EPISODE_BYTES / 2**20:g} MiB of episodes"
    return f"This report leaves out {' and '.join(missing)}. `skill1 serve` shows more; {more}."


def _kind(row: Mapping[str, Any]) -> int:
    # The numbers are the order of turns in `telling`.
    if row["status"] != "ok":
        return 4
    if row["withheld"]:
        return 3
    if row["wrote"]:
        return 0
    return (1 if row["success"] else 2) if row["used"] else (5 if row["success"] else 6)


def _episode_views(view: RunView, names: Iterable[str], count: int) -> dict[str, Any]:
    """The first ``count`` of these episodes, as far as they fit."""
    kept: dict[str, Any] = {}
    room = EPISODE_BYTES
    for name in names:
        if len(kept) == count:
            break
        episode = view.episode(name)
        size = 0 if episode is None else len(json.dumps(episode))
        # One that is too large is passed over; smaller ones may still fit.
        if episode is not None and size <= room:
            kept[name] = episode
            room -= size
    return kept


def _within(life: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """A skill's life that links only to episodes of the report."""
    return {**life, "episodes": [name for name in life["episodes"] if name in kept]}
