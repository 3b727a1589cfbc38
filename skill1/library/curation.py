"""Curation from outside: at once on a file nobody trains with, through a queue on the library of a run under way.

The queue is the file ``curation.sqlite`` of a run directory. Any process appends; the trainer takes what waits at each
step boundary and notes the step first, so that a run resumed from an earlier checkpoint does the same at the same
step. A run's library is written by its trainer only.
"""

from __future__ import annotations

import datetime
import json
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from skill1.errors import LibraryError, quoted
from skill1.library.commit import stored_trends
from skill1.library.curation_plan import (
    CURATION_KINDS,
    REFUSED,
    Curation,
    CurationKind,
    CurationTerms,
    Outcome,
    SkillState,
    plan_curation,
    states_of,
)
from skill1.library.library import Library
from skill1.library.plan import DEFAULT_SKILL_CHARS, Plan
from skill1.library.store import FILE_NAME, Store
from skill1.run.directory import is_finished
from skill1.run.disk import sole_writer
from skill1.run.locate import WHOLE_MARK, is_run, locate_library
from skill1.schema import SKILL_STATUSES

__all__ = [
    "CURATION_KINDS",
    "QUEUE_FILE",
    "Curation",
    "CurationKind",
    "CurationResult",
    "Outcome",
    "QueuedCuration",
    "apply_queue",
    "curate",
    "drain_queue",
    "read_queue",
    "rollback_to_library",
]
QUEUE_FILE = "curation.sqlite"
_BUSY_TIMEOUT_S = 30.0
# A field of `Curation` has a column or stands in the JSON: one that neither of these names is lost on the way.
_OWN_COLUMNS = ("kind", "skill", "asked_at")
_PAYLOAD = ("by", "reason", "description", "strategy", "to_step", "states")
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
class CurationResult:
    """What became of what was asked. ``step``: of the commit; None while it waits."""

    applied: bool
    step: int | None
    text: str


@dataclass(frozen=True, slots=True)
class QueuedCuration:
    """One line of a queue."""

    seq: int
    request: Curation
    after_step: int  # it is not applied before this step
    applied_step: int | None = None  # None: it waits
    outcome: str | None = None


def curate(target: str | os.PathLike[str], *requests: Curation) -> CurationResult:
    """Carry requests out, or leave them to the trainer of a run that is not finished.

    A library file or a finished run's library: at once, all in one commit or none. An unfinished run, live or
    killed: each waits in the run's queue and is applied at the next step boundary.

    Args:
        target: a library file or a run.

    Raises:
        LibraryError: a request cannot be carried out, the library cannot be written, or it is a checkpoint's.
        DataError, CheckpointError: there is no library at ``target``.
        RunInUseError: another process writes to the finished run.
    """
    file, config = locate_library(os.fspath(target))
    _refuse_sealed(file)
    now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    asked = [replace(request, asked_at=request.asked_at or now) for request in requests]
    max_chars = config.agent.max_skill_chars if config else DEFAULT_SKILL_CHARS
    # Only a run's own library has a trainer: a copy beside it, under another name, is a plain file.
    # Resolved as well: a link to it may have any name and lie anywhere.
    run = next((each.parent for each in (file, file.resolve()) if _is_runs_own(each)), None)
    if run is None:
        return _at_once(file, asked, max_chars)
    if is_finished(run):
        # A finished run has no trainer any more, but somebody else may be curating it.
        with sole_writer(run):
            # What still waits was asked earlier, so it is done first.
            drain_queue(run, max_skill_chars=max_chars)
            result = _at_once(file, asked, max_chars)
        return replace(result, text=f"{result.text}\n{kept_by_checkpoints(run, file)}")
    return _leave_to_trainer(run, file, asked, max_chars)


def kept_by_checkpoints(run: Path, file: Path) -> str:
    """What whoever changes the library of a finished run has to know."""
    return (
        f"The checkpoints of {run} keep their libraries; to evaluate with this one: --library-file {quoted(file)}"
    )


def rollback_to_library(source: str | os.PathLike[str], *, by: str = "") -> Curation:
    """The request to give all skills the status and utility they have in another library: a checkpoint's, say.

    It holds those figures, so that the other library need not stay.

    Raises:
        DataError, CheckpointError, LibraryError: there is none, or it cannot be read.
    """
    file, _ = locate_library(os.fspath(source))
    with closing(Store.open(file, create=False, read_only=True)) as store:
        states = states_of(store.skills())
    for name, state in states.items():
        if not 0.0 <= state.utility <= 1.0:  # which a run's queue could not be read with
            raise LibraryError(
                f"cannot roll back to {file}: its skill {name} has utility {state.utility}; expected 0 to 1."
            )
    return Curation("rollback", by=by, states=states)


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
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
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
        _claim(run, step)
        # Claimed just now or before a kill, in the order in which they were asked.
        due = tuple(entry for entry in read_queue(run) if entry.applied_step == step)
    except LibraryError as error:
        logger.warning("the queue of requests to the library waits: %s", error)
        return ()
    done = _answered(due, curate_library)
    for each in done:
        logger.info("library, step %d: %s %s: %s", step, each.request.kind, each.request.skill, each.outcome)
    try:
        _note_outcomes(run, done)
    except LibraryError as error:
        logger.warning("the outcome of requests to the library could not be recorded: %s", error)
    return done


def drain_queue(run: Path, *, max_skill_chars: int = DEFAULT_SKILL_CHARS) -> tuple[QueuedCuration, ...]:
    """Apply what came too late for the last step, to the library of a finished run. The caller holds the run.

    Raises:
        LibraryError: the library or the queue cannot be read or written.
    """
    # Not everything of the last step: what the trainer applied at it is in the library already.
    waiting = tuple(entry for entry in read_queue(run) if entry.applied_step is None)
    if not waiting:
        return ()
    with Library.open(run, max_skill_chars=max_skill_chars) as library:
        step = library.last_step
        answered = _answered(waiting, partial(library.curate, step=step, strict=False))
    # Noted last: no step of a finished run comes again, so what is noted before a kill would be lost. After a kill in
    # between they are asked once more, and what has been done already is refused or ends in the same state.
    done = tuple(replace(entry, applied_step=step) for entry in answered)
    _note_outcomes(run, done)
    return done


def _answered(due: tuple[QueuedCuration, ...], curate_library: CurateLibrary) -> tuple[QueuedCuration, ...]:
    outcomes = curate_library([entry.request for entry in due]) if due else ()
    return tuple(replace(entry, outcome=outcome.text) for entry, outcome in zip(due, outcomes, strict=True))


def _is_runs_own(file: Path) -> bool:
    return file.name == FILE_NAME and is_run(file.parent)


def _refuse_sealed(file: Path) -> None:
    folder = file.resolve().parent
    if not (folder / WHOLE_MARK).is_file():
        return
    # RUN/checkpoints/step_000050 is the folder of a checkpoint.
    run = folder.parent.parent
    has_own = (run / FILE_NAME).is_file()  # a run that was pulled has none
    instead = f"Curate that of the run: skill1 library COMMAND {quoted(run)} …; or copy" if has_own else "Copy"
    raise LibraryError(
        f"{file} belongs to a checkpoint, which stays as it was written. {instead} the file elsewhere and name the "
        "copy."
    )


def _at_once(file: Path, requests: Sequence[Curation], max_chars: int) -> CurationResult:
    # Without a run's configuration: what is asked needs no encoder and no rule of training.
    with Library.open(file, max_skill_chars=max_chars) as library:
        step = library.last_step
        outcomes = library.curate(requests, step=step)
    return CurationResult(True, step, "\n".join(outcome.text for outcome in outcomes))


def _leave_to_trainer(run: Path, file: Path, requests: Sequence[Curation], max_chars: int) -> CurationResult:
    with closing(Store.open(file, create=False, read_only=True)) as store:
        # Not the library's last step: one of another run may lie far ahead, and the request would wait for it.
        step = store.last_step_of_run()
        _try_out(run, store, requests, CurationTerms(step, 0, max_chars))
    asked = _append(run, requests, step)
    if not is_finished(run):
        waits = (
            f"{run} is not finished: this waits for its next step. To see it: skill1 library queue {quoted(run)}"
        )
        return CurationResult(False, None, waits)
    with sole_writer(run):  # it has finished this very moment, and may have looked for the last time
        drain_queue(run, max_skill_chars=max_chars)
    done = [entry for entry in read_queue(run) if entry.seq in asked]
    return CurationResult(True, done[-1].applied_step, "\n".join(entry.outcome or "" for entry in done))


def _try_out(run: Path, store: Store, requests: Sequence[Curation], terms: CurationTerms) -> None:
    """Refuse now what could not be done now, after what already waits."""
    waiting = [entry.request for entry in read_queue(run) if entry.applied_step is None]
    plan = Plan(stored_trends(store.meta()))
    # Not strict: one that waits may be refused by now, and only the new ones are judged here.
    outcomes = plan_curation(store, plan, [*waiting, *requests], terms, strict=False).outcomes
    for outcome in outcomes[len(waiting) :]:
        if not outcome.is_applied:
            raise LibraryError(outcome.text.removeprefix(REFUSED))


def _append(run: Path, requests: Sequence[Curation], after_step: int) -> set[int]:
    """Durable when it returns; the numbers of the new requests."""
    command = "INSERT INTO requests (kind, skill, payload, asked_at, after_step) VALUES (?, ?, ?, ?, ?)"
    with _queue(run) as connection:
        rows = [(r.kind, r.skill, _payload(r), r.asked_at, after_step) for r in requests]
        return {int(connection.execute(command, row).lastrowid or 0) for row in rows}


def _claim(run: Path, step: int) -> None:
    """Note the step before anything is done: a kill from here on repeats the same at the same step."""
    with _queue(run) as connection:
        # After a rewind a request waits until the library is again at the step that its asker saw.
        connection.execute(
            "UPDATE requests SET applied_step = ? WHERE applied_step IS NULL AND after_step <= ?", (step, step)
        )


def _note_outcomes(run: Path, done: Sequence[QueuedCuration]) -> None:
    if done:
        with _queue(run) as connection:
            rows = [(entry.applied_step, entry.outcome, entry.seq) for entry in done]
            connection.executemany("UPDATE requests SET applied_step = ?, outcome = ? WHERE seq = ?", rows)


@contextmanager
def _queue(run: Path, *, write: bool = True) -> Iterator[sqlite3.Connection]:
    """One transaction on the queue of a run. Its rollback journal keeps what a killed process left whole."""
    file = run / QUEUE_FILE
    try:
        with closing(sqlite3.connect(file, isolation_level=None, timeout=_BUSY_TIMEOUT_S)) as connection:
            connection.execute("BEGIN IMMEDIATE" if write else "BEGIN")
            if write:
                connection.execute(_QUEUE)
            # No rollback: after an error `closing` ends the connection, and with it the transaction.
            yield connection
            connection.execute("COMMIT")
    except (sqlite3.Error, OSError) as error:
        raise LibraryError(
            f"{file} cannot be used: {error}. It holds what people asked of the run's library; move it aside to "
            "continue without it."
        ) from error


def _payload(request: Curation) -> str:
    return json.dumps({key: value for key, value in asdict(request).items() if key not in _OWN_COLUMNS})


def _queued(
    seq: int, kind: str, skill: str, payload: str, asked_at: str, after: int, *done: Any
) -> QueuedCuration:
    """Raises ``ValueError`` for what no skill1 wrote."""
    record = json.loads(payload)
    if kind not in CURATION_KINDS or not isinstance(record, dict):
        raise ValueError(f"request {seq} is a {kind!r} with {payload[:80]!r}")
    # None where the skill1 that wrote the request did not know the field.
    record = {key: record.get(key) for key in _PAYLOAD}
    if any(not isinstance(record[key], str | None) for key in ("by", "reason", "description", "strategy")):
        raise ValueError(f"request {seq} holds something else than text")
    if not isinstance(record["to_step"], int | None):
        raise ValueError(f"request {seq} goes back to step {record['to_step']!r}")
    states = record.pop("states")
    if states is not None:
        states = {str(name): _state(*state) for name, state in states.items()}
    # Without what no library can hold: a terminal of another encoding gives such characters to whoever types there.
    record |= {key: (record[key] or "").encode("utf-8", "ignore").decode() for key in ("by", "reason")}
    return QueuedCuration(seq, Curation(kind, skill, **record, states=states, asked_at=asked_at), after, *done)


def _state(status: Any, utility: Any, merged_into: Any) -> SkillState:
    # A utility that is no number raises TypeError here, which `read_queue` expects.
    if status not in SKILL_STATUSES or not isinstance(merged_into, str | None) or not 0.0 <= utility <= 1.0:
        raise ValueError(f"a skill cannot be {status!r} with utility {utility!r}")
    return SkillState(status, float(utility), merged_into)
