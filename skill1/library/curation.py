"""Curation from outside: at once on a file nobody trains with, through the queue on the library of a run under way.

A run's library is written by its trainer only (see ``skill1.library.curation_queue``).
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from skill1.errors import LibraryError, RunInUseError, quoted
from skill1.library.commit import stored_trends
from skill1.library.commit_plan import DEFAULT_SKILL_CHARS, Plan
from skill1.library.curation_plan import REFUSED, Curation, CurationTerms, plan_curation, states_of
from skill1.library.curation_queue import QueuedCuration, answered, append_requests, note_outcomes, read_queue
from skill1.library.library import Library
from skill1.library.store import FILE_NAME, Store
from skill1.run.directory import is_finished
from skill1.run.disk import sole_writer
from skill1.run.locate import is_checkpoint, is_run, locate_library
from skill1.schema import Skill, storable


@dataclass(frozen=True, slots=True)
class CurationResult:
    """What became of what was asked. ``step``: of the commit; None while it waits."""

    applied: bool
    step: int | None
    text: str


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
    # A terminal of another encoding makes lone surrogates, which no library can hold.
    asked = [
        replace(each, asked_at=each.asked_at or now, by=storable(each.by), reason=storable(each.reason))
        for each in requests
    ]
    max_chars = config.agent.max_skill_chars if config else DEFAULT_SKILL_CHARS
    run = _run_of(file)
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
    return Curation("rollback", by=by, states=states)


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
        served = answered(waiting, partial(library.curate, step=step, strict=False))
    # Noted last: no step of a finished run comes again, so what is noted before a kill would be lost. After a kill in
    # between they are asked once more, and what has been done already is refused or ends in the same state.
    done = tuple(replace(entry, applied_step=step) for entry in served)
    note_outcomes(run, done)
    return done


def skills_to_come(target: str | os.PathLike[str]) -> dict[str, Skill]:
    """Of a run's library: the skills that requests which wait will change or add, as they will be; by id.

    Raises:
        LibraryError, DataError, CheckpointError: as :func:`curate`.
    """
    file, _ = locate_library(os.fspath(target))
    run = _run_of(file)
    if run is None or not _waiting(run):
        return {}
    with closing(Store.open(file, create=False, read_only=True)) as store:
        plan = Plan(stored_trends(store.meta()))
        terms = CurationTerms(store.last_step_of_run(), 0, DEFAULT_SKILL_CHARS)
        plan_curation(store, plan, _waiting(run), terms, strict=False)
    return plan.changed | plan.added


def _waiting(run: Path) -> list[Curation]:
    return [entry.request for entry in read_queue(run) if entry.applied_step is None]


def _run_of(file: Path) -> Path | None:
    # Only a run's own library has a trainer: a copy beside it, under another name, is a plain file.
    # Resolved as well: a link to it may have any name and lie anywhere.
    own = (each.parent for each in (file, file.resolve()) if each.name == FILE_NAME and is_run(each.parent))
    return next(own, None)


def _refuse_sealed(file: Path) -> None:
    folder = file.resolve().parent
    if not is_checkpoint(folder):
        return
    # RUN/checkpoints/step_000050 is the folder of a checkpoint.
    run = folder.parent.parent
    has_own = (run / FILE_NAME).is_file()  # a run that was pulled has none
    instead = f"Curate that of the run: skill1 library COMMAND {quoted(run)} …; or copy" if has_own else "Copy"
    raise LibraryError(
        f"{file} belongs to a checkpoint, which never changes. {instead} the file elsewhere and name the copy."
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
        # Policy version 0: it is noted with events, and of a trial none is written.
        _try_out(run, store, requests, CurationTerms(step, 0, max_chars))
    asked = append_requests(run, requests, step)
    see = f"To see it: skill1 library queue {quoted(run)}"
    if not is_finished(run):
        return CurationResult(False, None, f"{run} is not finished: this waits for its next step. {see}")
    try:
        with sole_writer(run):  # it has finished this very moment, and may have looked for the last time
            drain_queue(run, max_skill_chars=max_chars)
    except RunInUseError:
        waits = f"{run} is just finishing: this waits for its end, or for the next change to its library. {see}"
        return CurationResult(False, None, waits)
    done = [entry for entry in read_queue(run) if entry.seq in asked]
    return CurationResult(True, done[-1].applied_step, "\n".join(entry.outcome or "" for entry in done))


def _try_out(run: Path, store: Store, requests: Sequence[Curation], terms: CurationTerms) -> None:
    """Refuse now what could not be done now, after what already waits."""
    waiting = _waiting(run)
    plan = Plan(stored_trends(store.meta()))
    # Not strict: one that waits may be refused by now, and only the new ones are judged here.
    outcomes = plan_curation(store, plan, [*waiting, *requests], terms, strict=False)
    for outcome in outcomes[len(waiting) :]:
        if not outcome.is_applied:
            raise LibraryError(outcome.text.removeprefix(REFUSED))
