"""Where a request goes: to a file at once, to a run's queue, to a checkpoint not at all; and what a queue holds."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing, nullcontext
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.config import Skill1Config
from skill1.errors import LibraryError, RunInUseError
from skill1.library import Library
from skill1.library.curation import curate, drain_queue, rollback_to_library
from skill1.library.curation_plan import CURATION_KINDS, Curation, Outcome, SkillState
from skill1.library.curation_queue import QUEUE_FILE, append_requests, apply_queue, read_queue
from skill1.run.directory import mark_finished, prepare_run_dir
from skill1.run.disk import sole_writer
from skill1.run.locate import step_folder
from skill1.schema import SKILL_STATUSES

from .builders import HASHING, LetterEncoder, episode

pytest.importorskip("faiss")


def made(file):
    """A library of two skills made at step 3."""
    with Library.open(file, HASHING, create=True) as library:
        texts = [("heat an egg", "use the microwave"), ("cool a mug", "use the fridge")]
        library.commit([episode(0, i, draft=text) for i, text in enumerate(texts)], step=3, policy_version=0)
        return [skill.id for skill in library.skills()]


@pytest.fixture
def run(tmp_path):
    """A run directory with a library, as if training stood after step 3."""
    prepare_run_dir(tmp_path / "run", replace(Skill1Config(), library=HASHING))
    made(tmp_path / "run" / "library.sqlite")
    return tmp_path / "run"


def ids(path):
    with Library.open(path, HASHING, read_only=True) as library:
        return [skill.id for skill in library.skills()]


def applied(run, step):
    """What the trainer does after a step's commit."""
    with Library.open(run, HASHING) as library:
        return apply_queue(run, step, lambda requests: library.curate(requests, step=step, strict=False))


def test_a_file_is_curated_at_once(tmp_path):
    egg, mug = made(tmp_path / "mine.sqlite")
    result = curate(tmp_path / "mine.sqlite", Curation("pin", egg, by="Ada"), Curation("ban", mug))
    assert (result.applied, result.step) == (True, 3) and f"{egg} is pinned" in result.text
    assert ids(tmp_path / "mine.sqlite") == [egg]
    with Library.open(tmp_path / "mine.sqlite", HASHING) as library:
        assert library.version == 2 and library.get(egg).pinned and library.check() == []
        assert library.retrieve("cool a mug", training=False) == ()
        ((asked_at,),) = library._store.rows("SELECT DISTINCT asked_at FROM curations")
        assert asked_at.endswith("+00:00")
    with pytest.raises(LibraryError, match="no skill 'sk_none'"):
        curate(tmp_path / "mine.sqlite", Curation("unpin", egg), Curation("ban", "sk_none"))
    with Library.open(tmp_path / "mine.sqlite", HASHING) as library:
        assert library.get(egg).pinned  # all or none


def test_vectors_of_what_enters_are_made_when_the_library_is_next_searched(tmp_path):
    def opened():
        return Library.open(tmp_path / "x.sqlite", HASHING, create=True, encoder=LetterEncoder())

    with opened() as library:
        library.commit(
            [episode(0, i, draft=(text, "go")) for i, text in enumerate(("aab", "zzy"))], step=1, policy_version=0
        )
        first, second = (skill.id for skill in library.skills())
    curate(tmp_path / "x.sqlite", Curation("ban", first), Curation("edit", second, description="xxw"))
    with opened() as library:
        assert [vector for (vector,) in library._store.rows("SELECT skill FROM vectors")] == []
        (found,) = library.retrieve("wwx", training=False)
        assert found.skill.description == "xxw" and library.check() == []
        assert library._store.rows("SELECT skill FROM vectors") == [(found.skill.id,)]


@pytest.mark.parametrize("name", ["run", "run/library.sqlite", "link.sqlite"])
def test_an_unfinished_run_gets_a_queue_and_applies_it_after_its_next_step(run, tmp_path, name):
    egg, mug = ids(run)
    (tmp_path / "link.sqlite").symlink_to(run / "library.sqlite")
    result = curate(tmp_path / name, Curation("ban", egg, by="Ada", reason="wrong"))
    assert (result.applied, result.step) == (False, None) and "not finished" in result.text
    assert ids(run) == [egg, mug]
    (entry,) = read_queue(run)
    assert (entry.request.kind, entry.request.skill, entry.request.by) == ("ban", egg, "Ada")
    assert (entry.after_step, entry.applied_step, entry.outcome) == (3, None, None)
    (done,) = applied(run, 4)
    assert ids(run) == [mug] and "is banned" in done.outcome
    (entry,) = read_queue(run)
    assert (entry.applied_step, entry.outcome) == (4, done.outcome)
    assert applied(run, 5) == () and ids(run) == [mug]


def test_what_cannot_be_done_now_is_refused_now_and_what_cannot_be_done_then_is_noted(run):
    egg, mug = ids(run)
    curate(run, Curation("ban", egg))
    with pytest.raises(LibraryError, match="is banned and cannot take 'pin'"):
        curate(run, Curation("pin", egg))  # after what already waits
    with pytest.raises(LibraryError, match="no skill 'sk_none'"):
        curate(run, Curation("pin", "sk_none"))
    curate(run, Curation("pin", mug))
    with Library.open(run, HASHING) as library:  # meanwhile, in training
        library.curate([Curation("retire", mug)], step=4)
    first, second = applied(run, 4)
    assert (
        "is banned" in first.outcome and second.outcome.startswith("refused: ") and "is retired" in second.outcome
    )
    assert [entry.outcome for entry in read_queue(run)] == [first.outcome, second.outcome]


def test_a_reason_typed_in_another_encoding_does_not_end_the_run(run, tmp_path):
    reason = os.fsdecode(b"f\xfcr")
    egg, mug = ids(run)
    curate(run, Curation("ban", egg, reason=reason), Curation("edit", mug, strategy=f"wait {reason}"))
    with closing(sqlite3.connect(run / QUEUE_FILE)) as connection, connection:  # as an earlier skill1 wrote it
        connection.execute(
            "UPDATE requests SET payload = json_set(payload, '$.by', json(?))", (json.dumps(reason),)
        )
    assert all("refused" not in done.outcome for done in applied(run, 4))
    made(tmp_path / "mine.sqlite")
    assert curate(tmp_path / "mine.sqlite", Curation("ban", egg, reason=reason)).applied


def test_after_a_rewind_each_request_is_applied_again_at_its_step_and_new_ones_wait_for_what_was_seen(run):
    egg, mug = ids(run)
    shutil.copy(run / "library.sqlite", run / "then.sqlite")
    curate(run, Curation("pin", egg))
    applied(run, 4)
    with Library.open(run, HASHING) as library:
        library.commit([episode(7, 0, step=6, draft=("new", "text"))], step=6, policy_version=0)
        new = library.skills()[-1].id
    curate(run, Curation("pin", new))  # of a skill that the rewound library does not know
    shutil.copy(run / "then.sqlite", run / "library.sqlite")
    assert [done.request.skill for done in applied(run, 4)] == [egg]
    assert applied(run, 5) == ()
    with Library.open(run, HASHING) as library:
        library.commit([episode(7, 0, step=6, draft=("new", "text"))], step=6, policy_version=0)
    (done,) = applied(run, 6)
    assert done.request.skill == new and "is pinned" in done.outcome
    assert [entry.applied_step for entry in read_queue(run)] == [4, 6]


def test_a_run_that_began_with_an_older_library_does_not_wait_for_its_steps(run):
    egg, _ = ids(run)
    with Library.open(run, HASHING) as library:
        library.record_run("run", method="skill1", env="household", seed=0)
    curate(run, Curation("pin", egg))  # the newest commit, of step 3, is that of another run
    assert read_queue(run)[0].after_step == 0
    assert [done.request.skill for done in applied(run, 1)] == [egg]


def test_a_kill_between_the_claim_and_the_outcome_repeats_the_request_at_that_step(run):
    egg, _ = ids(run)
    curate(run, Curation("pin", egg))

    def killed(requests):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        apply_queue(run, 4, killed)
    assert [(entry.applied_step, entry.outcome) for entry in read_queue(run)] == [(4, None)]
    (done,) = applied(run, 4)
    assert "is pinned" in done.outcome


def test_a_finished_run_is_curated_at_once_after_what_came_too_late(run):
    egg, mug = ids(run)
    curate(run, Curation("pin", egg))
    mark_finished(run)
    result = curate(run, Curation("ban", mug))
    assert result.applied and "--library-file" in result.text
    assert read_queue(run)[0].applied_step == 3 and ids(run) == [egg]
    with Library.open(run, HASHING, read_only=True) as library:
        assert library.get(egg).pinned
        assert [row.version for row in library.commits()] == [1, 2, 3]
    with sole_writer(run), pytest.raises(RunInUseError):
        curate(run, Curation("unpin", egg))


def test_what_came_too_late_is_done_whatever_ends_the_first_try(run, monkeypatch):
    egg, mug = ids(run)
    curate(run, Curation("pin", egg))
    curate(run, Curation("ban", mug))
    mark_finished(run)
    for place in ("skill1.library.library.write_plan", "skill1.library.curation.note_outcomes"):
        with monkeypatch.context() as patch:
            patch.setattr(place, lambda *_, **__: 1 / 0)
            with pytest.raises(ZeroDivisionError):
                drain_queue(run)
        assert [entry.applied_step for entry in read_queue(run)] == [None, None]
    drain_queue(run)
    assert [entry.applied_step for entry in read_queue(run)] == [3, 3] and ids(run) == [egg]
    with Library.open(run, HASHING, read_only=True) as library:
        assert library.get(egg).pinned and library.version == 2 and library.check() == []


def test_a_request_from_beyond_the_last_step_is_done_once(run):
    egg, _ = ids(run)
    with Library.open(run, HASHING) as library:
        library.record_run("run", method="skill1", env="household", seed=0)
        library.commit([episode(7, 0, step=6, draft=("new", "text"))], step=6, policy_version=0)
    curate(run, Curation("pin", egg))
    with Library.open(run, HASHING) as library:  # the run was rewound, and is finished at an earlier step
        library.commit([], step=5, policy_version=0)
    mark_finished(run)
    assert [done.applied_step for done in drain_queue(run)] == [5]
    assert drain_queue(run) == ()


@pytest.mark.parametrize("is_held", [False, True])
def test_a_run_that_finishes_while_one_asks_loses_nothing(run, monkeypatch, is_held):
    egg, _ = ids(run)
    answers = iter([False, True])  # unfinished when asked, finished when the request is in the queue
    monkeypatch.setattr("skill1.library.curation.is_finished", lambda _: next(answers))
    with sole_writer(run) if is_held else nullcontext():
        result = curate(run, Curation("pin", egg))
    assert result.applied != is_held and result.step == (None if is_held else 3)
    assert ("just finishing: this waits" if is_held else "is pinned") in result.text
    assert [done.request.skill for done in drain_queue(run)] == ([egg] if is_held else [])


def test_a_checkpoints_library_is_sealed(run):
    egg, _ = ids(run)
    folder = step_folder(run, 3)
    folder.mkdir(parents=True)
    shutil.copy(run / "library.sqlite", folder)
    before = (folder / "library.sqlite").read_bytes()
    (folder / "MANIFEST.json").write_text(json.dumps({"files": {}}))
    for target in (folder, folder / "library.sqlite", f"{run}@3", f"{run}@latest"):
        with pytest.raises(LibraryError, match=f"which never changes. Curate that of the run: .*{run}"):
            curate(target, Curation("pin", egg))
    assert (folder / "library.sqlite").read_bytes() == before and read_queue(run) == ()
    request = rollback_to_library(f"{run}@3", by="Ada")
    assert set(request.states) == set(ids(run)) and request.by == "Ada"
    (run / "library.sqlite").unlink()  # as a run that was pulled is
    with pytest.raises(LibraryError, match="which never changes. Copy the file elsewhere and name the copy"):
        curate(f"{run}@3", Curation("pin", egg))


def test_a_damaged_or_foreign_queue_is_a_warning_not_the_end_of_a_run(run, caplog):
    (run / QUEUE_FILE).write_bytes(b"not a database at all" * 100)
    assert applied(run, 4) == () and "waits" in caplog.text and QUEUE_FILE in caplog.text
    with pytest.raises(LibraryError, match="cannot be used.* move it aside"):
        curate(run, Curation("pin", ids(run)[0]))


@pytest.mark.parametrize(
    ("kind", "payload", "after"),
    [
        ("burn", "{}", 3),
        ("pin", "[]", 3),
        ("pin", "no json", 3),
        ("pin", "{}", "late"),
        ("edit", '{"strategy": 5}', 3),
        ("rollback", '{"to_step": "x"}', 3),
        ("rollback", '{"states": [1]}', 3),
        ("rollback", '{"states": {"a": ["active", 2.0, null]}}', 3),
        ("rollback", '{"states": {"a": ["eaten", 0.5, null]}}', 3),
        ("rollback", "[" * 100_000, 3),
    ],
)
def test_what_no_skill1_wrote_into_a_queue_is_named_and_holds_up_the_rest_until_it_is_gone(
    run, kind, payload, after
):
    egg, mug = ids(run)
    curate(run, Curation("pin", egg), Curation("ban", mug))
    with closing(sqlite3.connect(run / QUEUE_FILE)) as connection, connection:
        values = "kind = ?, payload = ?, after_step = ?"
        connection.execute(f"UPDATE requests SET {values} WHERE skill = ?", (kind, payload, after, mug))
    with pytest.raises(LibraryError, match="holds something other than a request"):
        read_queue(run)
    assert applied(run, 4) == ()
    with closing(sqlite3.connect(run / QUEUE_FILE)) as connection, connection:
        assert connection.execute("SELECT applied_step FROM requests").fetchall() == [(None,), (None,)]
        connection.execute("DELETE FROM requests WHERE skill = ?", (mug,))
    assert [done.request.skill for done in applied(run, 5)] == [egg]


texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=20)
states = st.builds(SkillState, st.sampled_from(SKILL_STATUSES), st.floats(0, 1), st.none() | texts)
curations = st.builds(
    Curation,
    st.sampled_from(CURATION_KINDS),
    texts,
    by=texts,
    reason=texts,
    description=st.none() | texts,
    strategy=st.none() | texts,
    to_step=st.none() | st.integers(0, 10**9),
    states=st.none() | st.dictionaries(texts, states, max_size=3),
    asked_at=texts,
)


@settings(max_examples=30)
@given(st.lists(curations, min_size=1, max_size=3))
def test_a_queue_gives_back_what_was_put_in(tmp_path_factory, requests):
    folder = tmp_path_factory.mktemp("queue")
    append_requests(folder, requests, 7)
    assert [entry.request for entry in read_queue(folder)] == requests
    seen = []
    apply_queue(folder, 7, lambda due: [seen.append(r) or Outcome(True, "done") for r in due])
    assert seen == requests and {entry.outcome for entry in read_queue(folder)} == {"done"}


ASKING = """
import os, sys
from pathlib import Path
from skill1.library.curation_plan import Curation
from skill1.library.curation_queue import append_requests
number = int(sys.argv[2])
while True:
    number += 1
    append_requests(Path(sys.argv[1]), [Curation("pin", f"sk_{number}")], 0)
    os.write(1, b"%d\\n" % number)
"""


@pytest.mark.slow
def test_nothing_asked_is_lost_when_askers_are_killed(tmp_path):
    (tmp_path / "run").mkdir()
    asked = set()
    for round_ in range(2):
        askers = [
            subprocess.Popen(
                [sys.executable, "-c", ASKING, str(tmp_path / "run"), str(first)], stdout=subprocess.PIPE
            )
            for first in (100_000 * round_, 100_000 * round_ + 50_000)
        ]
        for asker in askers:
            for _ in range(3 + 7 * round_):
                asked.add(int(asker.stdout.readline()))
        for asker in askers:
            asker.send_signal(signal.SIGKILL)
            rest = asker.communicate()[0].split(b"\n")[:-1]  # what is not whole was not said
            asked |= {int(line) for line in rest}
    found = [int(entry.request.skill.removeprefix("sk_")) for entry in read_queue(tmp_path / "run")]
    assert asked <= set(found) and len(found) == len(set(found)) and len(asked) >= 26
