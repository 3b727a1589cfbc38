"""The queue of requests to the library of a run: any process appends, the trainer applies.

It is the file ``curation.sqlite`` of a run directory. The trainer takes what waits at each step boundary and notes the
step first, so that a run resumed from an earlier checkpoint does the same at the same step.
"""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from skill1.errors import LibraryError, refuse_planted_journal
from skill1.library.curation_plan import Curation, Outcome
from skill1.library.file_errors import advice
from skill1.schema import storable

QUEUE_FILE = "curation.sqlite"
_BUSY_TIMEOUT_S = 30.0
_OWN_COLUMNS = ("kind", "skill", "asked_at")  # the other fields of `Curation` stand in the JSON
_QUEUE = """
CREATE TABLE IF NOT EXISTS requests (
    seq INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    skill TEXT NOT NULL,
    payload TEXT NOT NULL,              -- JSON: the other fields
    asked_at TEXT NOT NULL,
    after_step INTEGER NOT NULL,        -- newest step of the library that the asker saw
    applied_step INTEGER,               -- NULL: waits
    outcome TEXT                        -- in words
)
"""
logger = logging.getLogger(__name__)
CurateLibrary = Callable[[Sequence[Curation]], Sequence[Outcome]]


@dataclass(frozen=True, slots=True)
class QueuedCuration:
    """One line of a queue."""

    seq: int
    request: Curation
    after_step: int  # it is not applied before this step
    applied_step: int | None = None  # None: it waits
    outcome: str | None = None


def read_queue(run: str | os.PathLike[str]) -> tuple[QueuedCuration, ...]:
    """All requests of a run, oldest first; none where nobody asked.

    Raises:
        LibraryError: the file is damaged.
    """
    file = Path(run) / QUEUE_FILE
    if not file.is_file():
        return ()
    query = (
        "SELECT seq, kind, skill, payload, asked_at, after_step, applied_step, outcome FROM requests ORDER BY seq"
    )
    with _queue(Path(run), write=False) as connection:
        # An asker that was killed before its first commit leaves a file without the table.
        is_made = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'requests'").fetchone()
        rows = connection.execute(query).fetchall() if is_made else []
    try:
        return tuple(_queued(*row) for row in rows)
    except (ValueError, TypeError, RecursionError) as error:
        raise LibraryError(
            f"{file} holds something other than a request: {error}. Move it aside to continue without it."
        ) from error


def apply_queue(run: Path, step: int, curate_library: CurateLibrary) -> tuple[QueuedCuration, ...]:
    """The trainer's part, after a step's commit: apply what waits, and what was applied at this step before a kill.

    A request that cannot be applied gets the reason as its outcome. A queue that cannot be read or written is a
    warning in the log: no request of a person ends a run.

    Args:
        curate_library: ``Library.curate`` of the open library at this step, with ``strict`` False.

    Raises:
        LibraryError: the library cannot be written.
    """
    if not (run / QUEUE_FILE).is_file():
        return ()
    try:
        # Claimed before a kill or due now, in the order in which they were asked.
        due = tuple(replace(e, applied_step=step) for e in read_queue(run) if _is_due(e, step))
        # The step is noted before anything is done: a kill from here on repeats the same at the same step. Only once
        # all could be read: what is claimed at a step that goes by would never be done.
        note_outcomes(run, due)
    except LibraryError as error:
        logger.warning("the queue of requests to the library waits: %s", error)
        return ()
    done = answered(due, curate_library)
    for each in done:
        logger.info("library, step %d: %s %s: %s", step, each.request.kind, each.request.skill, each.outcome)
    try:
        note_outcomes(run, done)
    except LibraryError as error:
        logger.warning("the outcome of requests to the library could not be recorded: %s", error)
    return done


def answered(due: tuple[QueuedCuration, ...], curate_library: CurateLibrary) -> tuple[QueuedCuration, ...]:
    """The same requests with what became of each; in their order."""
    outcomes = curate_library([entry.request for entry in due]) if due else ()
    return tuple(replace(entry, outcome=outcome.text) for entry, outcome in zip(due, outcomes, strict=True))


def append_requests(run: Path, requests: Sequence[Curation], after_step: int) -> set[int]:
    """Add requests, durable when it returns; returns their numbers. Raises ``LibraryError``."""
    command = "INSERT INTO requests (kind, skill, payload, asked_at, after_step) VALUES (?, ?, ?, ?, ?)"
    with _queue(run) as connection:
        rows = [(r.kind, r.skill, _payload(r), r.asked_at, after_step) for r in requests]
        return {int(connection.execute(command, row).lastrowid or 0) for row in rows}


def _is_due(entry: QueuedCuration, step: int) -> bool:
    # After a rewind a request waits until the library is again at the step that its asker saw.
    return entry.applied_step == step or (entry.applied_step is None and entry.after_step <= step)


def note_outcomes(run: Path, done: Sequence[QueuedCuration]) -> None:
    """Write the steps and outcomes of what was done into the queue; raises ``LibraryError``."""
    if done:
        with _queue(run) as connection:
            # The step as well: what is done after the last step was not claimed (`curation.drain_queue`).
            rows = [(entry.applied_step, entry.outcome, entry.seq) for entry in done]
            connection.executemany("UPDATE requests SET applied_step = ?, outcome = ? WHERE seq = ?", rows)


@contextmanager
def _queue(run: Path, *, write: bool = True) -> Iterator[sqlite3.Connection]:
    """One transaction on the queue of a run. Its rollback journal keeps what a killed process left whole."""
    file = run / QUEUE_FILE
    try:
        refuse_planted_journal(file)
        with closing(sqlite3.connect(file, isolation_level=None, timeout=_BUSY_TIMEOUT_S)) as connection:
            connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            if write:
                connection.execute(_QUEUE)
            # No rollback: after an error `closing` ends the connection, and with it the transaction.
            yield connection
            connection.execute("COMMIT")
    except (sqlite3.Error, OSError) as error:
        damaged = "It holds what people asked of the run's library; move it aside to continue without it"
        raise LibraryError(f"{file} cannot be used: {error}. {advice(error, damaged)}.") from error


def _payload(request: Curation) -> str:
    fields = {key: value for key, value in asdict(request).items() if key not in _OWN_COLUMNS}
    # New texts as well may hold half of a surrogate pair, which no JSON text can.
    return storable(json.dumps(fields, ensure_ascii=False))


_ENTRY = TypeAdapter(QueuedCuration)


def _queued(seq: int, kind: str, skill: str, payload: str, asked_at: str, *rest: Any) -> QueuedCuration:
    """Raises ``ValueError`` for what no skill1 wrote."""
    # A field that the skill1 which wrote the request did not know has its default.
    request = {**json.loads(payload), "kind": kind, "skill": skill, "asked_at": asked_at}
    # An earlier skill1 wrote half surrogate pairs, too, and no library can hold them: the run would end here.
    request |= {key: storable(text) for key in ("by", "reason") if isinstance(text := request.get(key), str)}
    names = ("after_step", "applied_step", "outcome")
    try:
        entry = _ENTRY.validate_python({"seq": seq, "request": request, **dict(zip(names, rest, strict=True))})
    except ValidationError as error:  # whose own text has many lines
        fault = error.errors(include_url=False)[0]
        place = ".".join(map(str, fault["loc"]))
        raise ValueError(f"request {seq}, {place}: {fault['msg']}, got {fault['input']!r:.80}") from error
    if any(not 0.0 <= state.utility <= 1.0 for state in (entry.request.states or {}).values()):
        raise ValueError(f"request {seq} goes back to a utility outside [0, 1]")
    return entry
