"""Pin, ban, edit, approve, retire: what each does to skills, retrieval and later commits; and the table of wins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skill1.credit.credit import Written
from skill1.credit.skill1 import worth
from skill1.errors import LibraryError
from skill1.library import Library
from skill1.library.curation_plan import Curation
from skill1.schema import Skill

from .builders import HASHING, TASK, episode

pytest.importorskip("faiss")
TEXTS = [
    ("heat an egg", "use the microwave"),
    ("heat an egg now", "use the stove"),
    ("cool a mug", "use the fridge"),
]
QUERIES = ("heat an egg", "cool a mug", "heat the egg now", "zebra")


@pytest.fixture
def library(tmp_path):
    """Three active skills, made at step 1."""
    with Library.open(tmp_path / "library.sqlite", HASHING, create=True) as library:
        library.commit([episode(0, i, draft=text) for i, text in enumerate(TEXTS)], step=1, policy_version=0)
        yield library


def ids(library):
    return [skill.id for skill in library.skills()]


def events(library, skill_id):
    return [(event.kind, event.episode, event.value) for event in library.history(skill_id)]


def assert_as_if_opened_anew(library):
    """Memory, file and index agree."""
    with Library.open(library.path, library.config) as again:
        assert again.skills() == library.skills() and again.skills(None) == library.skills(None)
        assert (again.version, again.success_trend) == (library.version, library.success_trend)
        for query in QUERIES:
            for training in (True, False):
                assert again.retrieve(query, training=training) == library.retrieve(query, training=training)
            assert again.search(query, 3) == library.search(query, 3)
    assert library.check() == []


def curate(library, kind, skill="", **fields):
    return library.curate([Curation(kind, skill, **fields)], step=2)


def test_a_ban_takes_out_of_retrieval_and_its_texts_never_come_back(library):
    egg, _, mug = ids(library)
    (outcome,) = curate(library, "ban", mug, by="Ada", reason="wrong")
    assert outcome.is_applied and library.get(mug).status == "banned" and mug not in ids(library)
    assert all(c.skill.id != mug for query in QUERIES for c in library.retrieve(query, training=True))
    assert events(library, mug)[-1] == ("banned", "", 0.5)
    assert library.is_banned("Cool  a MUG", "use the fridge") and not library.is_banned("cool a mug", "wait")
    report = library.commit(
        [episode(0, 0, draft=("Cool a  mug", "Use the FRIDGE")), episode(0, 1, draft=("cool a cup", "wait"))],
        step=2,
        policy_version=0,
    )
    assert [edit.kind for edit in report.edits] == ["rejected", "added"] and library.get(mug).status == "banned"
    assert library.get(egg).status == "active"
    (row,) = library._store.rows("SELECT version, step, kind, skill, asked_by, reason FROM curations")
    assert row == (2, 2, "ban", mug, "Ada", "wrong")
    assert_as_if_opened_anew(library)


def test_what_was_banned_comes_back_by_approval_only(library):
    _, _, mug = ids(library)
    curate(library, "ban", mug)
    curate(library, "approve", mug)
    assert ids(library)[-1] == mug and not library.is_banned(*TEXTS[2])
    assert library.retrieve("cool a mug", training=False)[0].skill.id == mug
    assert_as_if_opened_anew(library)


def test_an_edit_makes_a_new_skill_and_carries_the_figures_over(library):
    egg, stove, mug = ids(library)
    library.commit([episode(0, 0, candidates=[library.get(egg)], used=library.get(egg))], step=2, policy_version=0)
    before = library.get(egg)
    curate(library, "pin", egg)
    curate(library, "edit", egg, strategy="use the oven <|im_end|>")
    new = library.resolve(egg)
    assert (new.description, new.strategy) == ("heat an egg", "use the oven ‹|im_end|›")
    assert new.parents == (egg,) and new.created_step == 2 and new.source_episode == before.source_episode
    assert (new.utility, new.retrieved, new.selected, new.wins) == (pytest.approx(0.525), 1, 1, 1)
    assert (library.get(egg).status, library.get(egg).merged_into) == ("merged", new.id)
    assert ids(library) == [stove, mug, new.id] and new.pinned and library.stats()["pinned"] == 1
    assert events(library, egg)[-1] == ("edited", new.id, new.utility)
    assert events(library, new.id) == [("added", "", new.utility)]
    assert_as_if_opened_anew(library)


def test_an_edit_cuts_no_text(tmp_path):
    with Library.open(tmp_path / "a.sqlite", HASHING, create=True, max_skill_chars=8000) as library:
        library.add_skills([Skill("sk_1", "heat an egg", "go " * 2000 + "on", 0.5)])
    with Library.open(tmp_path / "a.sqlite", HASHING, max_skill_chars=20) as library:
        curate(library, "edit", "sk_1", description="heat any egg")  # what is longer already stays
        first = library.resolve("sk_1")
        assert first.strategy == library.get("sk_1").strategy
        curate(library, "edit", first.id, strategy="  use   the\noven,\u200b not it " + " " * 20)
        second = library.resolve("sk_1")
        assert second.strategy == "use the oven, not it"
        with pytest.raises(LibraryError, match=r"is longer than 20 characters \(agent.max_skill_chars\)"):
            curate(library, "edit", second.id, strategy="use the oven, not the stove")
        assert library.skills() == (second,)


def test_totals_count_what_an_edited_skill_brought_once(library):
    used = library.skills()[0]
    library.commit([episode(1, 0, candidates=[used], used=used)], step=2, policy_version=1)
    before = library.stats()
    assert (before["selected_total"], before["wins_total"]) == (1, 1)
    curate(library, "edit", used.id, strategy="use the microwave in the kitchen")
    curate(library, "edit", library.get(used.id).merged_into, strategy="use the microwave beside the fridge")
    after = library.stats()
    totals = ("retrieved_total", "selected_total", "wins_total", "win_rate")
    assert [after[name] for name in totals] == [before[name] for name in totals]


def test_an_edited_skill_is_credited_for_what_the_old_one_does(library):
    egg = library.get(ids(library)[0])
    curate(library, "edit", egg.id, description="warm an egg")
    library.commit([episode(0, 0, outcome=0.0, candidates=[egg], used=egg)], step=3, policy_version=0)
    assert library.resolve(egg.id).utility == pytest.approx(0.475) and library.get(egg.id).utility == 0.5


def test_a_pinned_skill_is_never_retired():
    library = Library.in_memory(replace(HASHING, capacity=1, protect_steps=0))
    library.commit([episode(0, 0, draft=TEXTS[0])], step=1, policy_version=0)
    (egg,) = ids(library)
    curate(library, "pin", egg)
    report = library.commit([episode(0, 1, draft=TEXTS[2])], step=20, policy_version=0)
    assert ids(library) == [egg] and len(report.retired) == 1  # the new one left, though it is younger
    curate(library, "unpin", egg)
    library.commit([episode(0, 2, draft=TEXTS[1])], step=40, policy_version=0)
    assert library.get(egg).status == "retired"
    assert [kind for kind, _, _ in events(library, egg)] == ["added", "pinned", "unpinned", "retired"]


def test_review_keeps_new_skills_out_until_they_are_approved():
    library = Library.in_memory(replace(HASHING, review=True, capacity=1))
    report = library.commit([episode(0, i, draft=TEXTS[i]) for i in range(3)], step=1, policy_version=0)
    assert (report.added, len(library), library.retrieve("heat an egg", training=True)) == (3, 0, ())
    egg, stove, _ = (skill.id for skill in library.skills("proposed"))
    assert events(library, egg) == [("proposed", "s0-000000-t00-r0", 0.5)] and report.retired == ()
    written = Written("e", None, egg, is_valid=True)
    assert worth(written, library.resolve, 0.7, None) == 0.7  # as an unused one: the success trend
    again = library.commit([episode(0, 0, draft=("Heat an EGG", "use the microwave"))], step=2, policy_version=0)
    assert [(e.kind, e.skill) for e in again.edits] == [("merged", egg)]
    curate(library, "approve", egg)
    assert ids(library) == [egg] and library.retrieve("heat an egg", training=True)[0].skill.id == egg
    curate(library, "ban", stove)
    assert [skill.status for skill in library.skills(None)].count("proposed") == 1


def test_an_edit_of_a_proposal_is_a_proposal():
    library = Library.in_memory(replace(HASHING, review=True))
    library.commit([episode(draft=TEXTS[0])], step=1, policy_version=0)
    (old,) = library.skills("proposed")
    curate(library, "edit", old.id, description="warm an egg")
    (new,) = library.skills("proposed")
    assert new.parents == (old.id,) and [kind for kind, _, _ in events(library, new.id)] == ["proposed"]


def test_several_requests_are_one_commit_and_build_on_each_other(library):
    egg, stove, mug = ids(library)
    requests = [Curation("ban", egg), Curation("approve", egg), Curation("pin", mug), Curation("retire", stove)]
    library.curate(requests, step=5, policy_version=3)
    assert (library.version, ids(library)) == (2, [egg, mug])  # egg never left, so it keeps its place
    row = library.commits()[-1]
    assert (row.step, row.policy_version, row.episodes, row.size, row.retired) == (5, 3, 0, 2, 1)
    assert_as_if_opened_anew(library)


@pytest.mark.parametrize(
    ("request_of", "said"),
    [
        (lambda egg: Curation("ban", "sk_none"), "no skill 'sk_none'.*skill1 library list"),
        (lambda egg: Curation("pin", egg), "is already pinned"),
        (lambda egg: Curation("approve", egg), "is active and cannot take 'approve'"),
        (lambda egg: Curation("edit", egg), "already has these texts"),
        (lambda egg: Curation("edit", egg, strategy="\x00 \n"), "is empty.*--strategy TEXT"),
        (lambda egg: Curation("edit", egg, description="cool a mug", strategy="use the fridge"), "same texts"),
        (lambda egg: Curation("rollback"), "--to-step"),
        (lambda egg: Curation("rollback", to_step=1), "Nothing in this library is newer than step 1"),
        (lambda egg: Curation("rollback", states={}), "has no skill in common with this one"),
        (lambda egg: Curation("burn", egg), "expected pin, unpin, ban"),
    ],
)
def test_what_cannot_be_done_says_so_and_changes_nothing(library, request_of, said):
    egg = ids(library)[0]
    before = library.skills(None), library.version
    with pytest.raises(LibraryError, match=said):
        library.curate([Curation("pin", egg), request_of(egg)], step=2)
    assert (library.skills(None), library.version) == before
    pinned, refused = library.curate([Curation("pin", egg), request_of(egg)], step=2, strict=False)
    assert pinned.is_applied and not refused.is_applied and refused.text.startswith("refused: ")
    assert library.get(egg) == replace(before[0][0], pinned=True)


@pytest.mark.parametrize("kind", ["pin", "ban", "edit", "approve", "retire"])
def test_a_merged_skill_names_the_one_it_became(library, kind):
    egg = ids(library)[0]
    curate(library, "edit", egg, description="warm an egg")
    with pytest.raises(LibraryError, match=library.get(egg).merged_into):
        curate(library, kind, egg)


def test_a_second_skill_of_the_same_texts_is_not_approved(library):
    egg = ids(library)[0]
    curate(library, "retire", egg)
    library.commit([episode(5, 0, draft=TEXTS[0])], step=3, policy_version=0)
    with pytest.raises(LibraryError, match="has the same texts and is active"):
        curate(library, "approve", egg)


def test_skills_remember_where_they_were_learnt_and_queries_what_won(library):
    egg, _, mug = (library.get(i) for i in ids(library))
    assert {skill.env for skill in library.skills()} == {TASK.env}

    def won(rollout, skill, query, **fields):
        played = episode(0, rollout, candidates=[skill], used=skill, step=2, **fields)
        return replace(played, query=query)

    rows = [
        won(0, egg, "an\negg"),
        won(1, egg, "an egg"),
        won(2, mug, "an egg"),
        won(3, mug, "a mug", outcome=0.0),
        won(4, mug, ""),
        replace(won(5, mug, "control"), withheld=egg),
    ]
    library.commit(rows, step=2, policy_version=0)
    library.commit([won(0, egg, "an egg")], step=3, policy_version=0)
    found = library._store.rows("SELECT query, skill, times FROM wins ORDER BY times")
    assert found == [("an egg", mug.id, 1), ("an egg", egg.id, 3)]
