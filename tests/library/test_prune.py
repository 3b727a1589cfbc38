"""Which skills may go, worked out by hand."""

from contextlib import closing

import pytest

from skill1.errors import LibraryError
from skill1.library.curation_plan import FORGOTTEN_UNTIL
from skill1.library.library import Library
from skill1.library.life import read_life
from skill1.library.prune import PruneRules, choose_leaving
from skill1.library.store import Store
from skill1.schema import Skill
from tests.library.builders import HASHING, episode
from tests.library.test_catalogue import write_library

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
    with opened(trained) as store:
        assert descriptions(choose_leaving(store, PruneRules(unused_for=1))) == {"when a", "when c"}


@pytest.mark.parametrize("commits", [2, 4])
def test_what_was_used_before_the_events_that_are_kept_is_not_guessed(trained, commits):
    """Events of the first three commits were dropped, as of the shipped part of a run's library."""
    with opened(trained, read_only=False) as store:
        (last,) = store.rows("SELECT last_event FROM commits WHERE version = 3")[0]
        with store.transaction(store.version()):
            store.rows("DELETE FROM events WHERE seq <= ? AND kind IN ('retrieved', 'selected')", (last,))
            store.put_meta({FORGOTTEN_UNTIL: last})
        rules = PruneRules(unused_for=commits)
        if commits == 2:
            assert descriptions(choose_leaving(store, rules)) == {"when b"}
        else:
            with pytest.raises(LibraryError, match="the record of uses was dropped. Type --below U"):
                choose_leaving(store, rules)
        # What is not known of a step reads as that, not as "never".
        life = read_life(store, store.skills()[0])
        assert [(use.retrieved, use.selected, use.won, use.lost) for use in life.use[1:3]] == [
            (None, None, 0, 1),
            (1, 1, 1, 0),
        ]
