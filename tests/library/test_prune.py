"""Which skills may go, worked out by hand; and forgetting history, which no figure and no late rollback notices."""

from contextlib import closing

import pytest

from skill1.errors import LibraryError
from skill1.evaluate.uplift import library_uplift
from skill1.library.catalogue import library_problems
from skill1.library.curation_plan import USES_FORGOTTEN_UNTIL, states_after
from skill1.library.library import Library
from skill1.library.life import read_life
from skill1.library.prune import Forgotten, PruneRules, choose_leaving, forget_history
from skill1.library.store import Store
from skill1.schema import Skill
from tests.library.builders import HASHING, episode
from tests.library.test_catalogue import commit_row, write_library

SKILLS = [
    Skill("best", "when a", "do a", 0.9, selected=9),
    Skill("weak", "when b", "do b", 0.1, selected=9),
    Skill("young", "when c", "do c", 0.1, selected=2),
    Skill("dear", "when d", "do d", 0.1, selected=9, pinned=True),
    Skill("gone", "when e", "do e", 0.0, selected=9, status="retired"),
    Skill("fresh", "when f", "do f", 0.5),
]


@pytest.fixture
def store(tmp_path):
    path = write_library(tmp_path / "library.sqlite", SKILLS)
    with closing(Store.open(path, create=False, read_only=True)) as store:
        yield store


def chosen(store, **rules):
    return {each.skill.id: each.reason for each in choose_leaving(store, PruneRules(**rules))}


def test_no_rule_lets_nothing_go(store):
    assert chosen(store) == {}


def test_what_is_weak_leaves_but_what_is_pinned_or_hardly_tried_stays(store):
    assert set(chosen(store, below=0.5)) == {"weak", "young"}, "0.5 is not below 0.5"
    assert chosen(store, below=0.5, min_selected=3) == {"weak": "U below 0.5"}


def test_so_many_stay(store):
    # U·log1p(n): fresh 0, young 0.11, weak 0.23, best 2.07; the pinned one counts and stays.
    assert set(chosen(store, keep=3)) == {"fresh", "young"}
    assert set(chosen(store, keep=5)) == set()
    assert set(chosen(store, keep=0)) == {"best", "weak", "young", "fresh"}


def test_rules_add_up_and_each_skill_leaves_once(store):
    reasons = chosen(store, keep=2, below=0.2)
    assert reasons == {"weak": "U below 0.2", "young": "U below 0.2", "fresh": "among the lowest U·log(1+n)"}


@pytest.fixture
def trained(tmp_path):
    """Six commits: `a` is used in each, `b` only in the first, `c` comes in at the fourth."""
    with Library.open(tmp_path / "trained.sqlite", HASHING, create=True) as library:
        library.commit(
            [episode(draft=("when a", "do a")), episode(1, draft=("when b", "do b"))], step=0, policy_version=0
        )
        first, second = library.skills()
        for step in range(1, 6):
            found = library.skills()
            played = [episode(0, step=step, outcome=step % 2, candidates=found, used=library.get(first.id))]
            if step == 1:
                played.append(episode(1, step=step, candidates=found, used=library.get(second.id)))
            if step == 4:
                played.append(episode(2, step=step, draft=("when c", "do c")))
            library.commit(played, step=step, policy_version=step)
    return tmp_path / "trained.sqlite"


def opened(path, *, read_only=True):
    return closing(Store.open(path, create=False, read_only=read_only))


def descriptions(leaving):
    return {each.skill.description for each in leaving}


def test_what_nobody_used_leaves_unless_it_just_came_in(trained):
    with opened(trained) as store:
        assert descriptions(choose_leaving(store, PruneRules(unused_for=3))) == {"when b"}
        assert descriptions(choose_leaving(store, PruneRules(unused_for=1))) == {"when b", "when c"}
        assert choose_leaving(store, PruneRules(unused_for=5)) == [], "b was used five commits ago"
        assert choose_leaving(store, PruneRules(unused_for=6)) == []


def test_what_other_agents_use_stays(trained):
    with Library.open(trained, HASHING) as library:
        (unused,) = (skill for skill in library.skills() if skill.description == "when b")
        library.feedback(unused.id, success=False)
    with opened(trained, read_only=False) as store:
        assert descriptions(choose_leaving(store, PruneRules(unused_for=1))) == {"when a", "when c"}
        forget_history(store, 1, apply=True)
        assert descriptions(choose_leaving(store, PruneRules(unused_for=1))) == {"when a", "when c"}


def test_history_is_only_counted_unless_it_shall_go(trained):
    before = trained.read_bytes()
    with opened(trained) as store:
        counted = forget_history(store, 2, apply=False)
        assert forget_history(store, 6, apply=False) == Forgotten(0, 0) == forget_history(store, 100, apply=False)
        with pytest.raises(LibraryError, match="read-only"):
            forget_history(store, 2, apply=True)
    assert counted.events > 0 and trained.read_bytes() == before


def test_forgetting_keeps_figures_and_late_rollbacks(trained, tmp_path):
    with opened(trained, read_only=False) as store:
        skills, events = store.skills(), store.rows("SELECT count(*) FROM events")[0][0]
        expected = {step: states_after(store, step) for step in (3, 4)}
        forgotten = forget_history(store, 2, apply=True)
        assert store.rows("SELECT count(*) FROM events")[0][0] == events - forgotten.events
        assert store.skills() == skills and library_problems(store) == []
        assert {step: states_after(store, step) for step in (3, 4)} == expected
        for step in (0, 1, 2):
            with pytest.raises(LibraryError, match="prune --history"):
                states_after(store, step)
        assert forget_history(store, 2, apply=True) == Forgotten(0, 0), "a second time nothing is left to go"


def test_what_was_used_before_the_history_kept_is_not_guessed(trained):
    with opened(trained, read_only=False) as store:
        forget_history(store, 3, apply=True)
        assert descriptions(choose_leaving(store, PruneRules(unused_for=3))) == {"when b"}
        with pytest.raises(LibraryError, match="Type --unused-for 3 or less"):  # b was used five commits ago
            choose_leaving(store, PruneRules(unused_for=5))


def test_uses_that_stay_because_of_controls_are_told(trained):
    control = "VALUES ('withheld', 0, 's0-000000-t09-r0', 'sk_first', 0, 0.0, 0)"
    with opened(trained, read_only=False) as store:
        store.rows(f"INSERT INTO events (kind, step, episode, skill, policy_version, value, seq) {control}")
        forget_history(store, 3, apply=True)
        assert choose_leaving(store, PruneRules(unused_for=5)) == []
        newest = store.rows("SELECT max(seq) FROM events")[0][0]
        with store.transaction(store.version()):  # as in the shipped part of a run's library
            store.put_meta({USES_FORGOTTEN_UNTIL: newest})
        with pytest.raises(LibraryError, match="the record of uses was dropped. Type --below U"):
            choose_leaving(store, PruneRules(unused_for=1))
        # Steps 1 to 3 keep their outcomes and nothing else, the last ones all: none of it reads as "never".
        life = read_life(store, store.skills()[0])
        assert [(use.retrieved, use.selected, use.won, use.lost) for use in life.use[:3]] == [
            (None, None, 1, 0),
            (None, None, 0, 1),
            (1, 1, 1, 0),
        ]
        assert life.as_json()["use"][0]["selected"] is None


def test_winning_queries_of_skills_that_left_go(trained):
    with opened(trained, read_only=False) as store:
        a, b, _ = store.skills()
        with store.transaction(store.version()):
            store.add_wins({("egg", a.id): 2, ("mug", "sk_elsewhere"): 1})
        assert forget_history(store, 100, apply=True) == Forgotten(0, 1)
        assert store.rows("SELECT query, skill, times FROM wins") == [("egg", a.id, 2)]


def test_winning_queries_of_skills_that_became_an_active_one_stay(trained):
    with opened(trained, read_only=False) as store:
        a, b, c = (skill.id for skill in store.skills())
        merged = "UPDATE skills SET status = 'merged', merged_into = ? WHERE id = ?"
        store.rows(merged, (b, c))
        store.rows(merged, (a, b))
        with store.transaction(store.version()):
            store.add_wins({("egg", a): 1, ("mug", b): 1, ("cup", c): 1})
        assert forget_history(store, 100, apply=True) == Forgotten(0, 0)
        store.rows("UPDATE skills SET status = 'retired' WHERE id = ?", (a,))
        assert forget_history(store, 100, apply=True) == Forgotten(0, 3)


@pytest.mark.parametrize("controls", [False, True])
def test_what_uplift_is_counted_from_stays(trained, controls):
    with opened(trained, read_only=False) as store:
        if controls:
            name = store.skills()[0].id
            event = ("withheld", 5, "s0-000005-t09-r0", name, 5, 0.0)
            with store.transaction(store.version()):
                store.add_events([event, event])
        before = library_uplift(store)
        uses = store.rows("SELECT count(*) FROM events WHERE kind = 'used'")
        forget_history(store, 1, apply=True)
        assert library_uplift(store) == before and (before is not None) == controls
        assert (store.rows("SELECT count(*) FROM events WHERE kind = 'used'") == uses) == controls
        assert store.rows("SELECT count(*) FROM events WHERE kind = 'retrieved'")[0][0] == 3, "of the last commit"


def test_a_file_that_could_not_be_made_smaller_is_made_smaller_at_the_next_call(tmp_path, monkeypatch):
    events = [("retrieved", 1, f"s0-000001-t00-r{number}", "best", 0, 0.5) for number in range(2000)]
    commits = [commit_row(1, step=1), commit_row(2, step=2)]
    path = write_library(tmp_path / "library.sqlite", SKILLS, events=events, commits=commits)
    rows = Store.rows

    def full(store, query, values=()):
        if query == "VACUUM":
            raise LibraryError("database or disk is full")
        return rows(store, query, values)

    with opened(path, read_only=False) as store:
        store.rows("UPDATE commits SET last_event = 2000 WHERE version = 1")
        with monkeypatch.context() as patch, pytest.raises(LibraryError, match="history is dropped.*disk is full"):
            patch.setattr(Store, "rows", full)
            forget_history(store, 1, apply=True)
        pages = store.number("PRAGMA page_count")
        assert forget_history(store, 1, apply=True) == Forgotten(0, 0)
        assert store.number("PRAGMA page_count") < pages and store.number("PRAGMA freelist_count") == 0
