"""A rollback gives the statuses and utilities of a copy made then, whatever has happened since."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.errors import LibraryError
from skill1.library import Library
from skill1.library.curation import rollback_to_library
from skill1.library.curation_plan import FORGOTTEN_UNTIL, Curation, SkillState, states_of
from skill1.schema import Skill

from .builders import HASHING, episode
from .test_curation import assert_as_if_opened_anew

pytest.importorskip("faiss")
DESCRIPTIONS = ["heat an egg", "cool a mug", "heat the egg now", "clean a cloth", "zebra"]
STRATEGIES = ["go left", "Go  LEFT", "go right", "wait"]

KINDS = ["pin", "unpin", "ban", "edit", "edit", "approve", "approve", "retire", "rollback"]
STEPS = 7
configs = st.builds(
    lambda **changes: replace(HASHING, alpha=0.3, protect_steps=0, **changes),
    review=st.booleans(),
    capacity=st.integers(2, 6),
)


def play(library, random, step):
    """Four episodes; those with a skill use the first they find."""
    episodes = []
    for rollout in range(4):
        found = [c.skill for c in library.retrieve(random.choice(DESCRIPTIONS), training=True)]
        draft = (random.choice(DESCRIPTIONS), random.choice(STRATEGIES))
        outcome, used = random.choice([0.0, 0.25, 1.0, 1.0]), found[0] if found else None
        episodes.append(episode(0, rollout, step=step, outcome=outcome, candidates=found, used=used, draft=draft))
    return episodes


def asked(library, random, step):
    """Two requests about any skills."""
    known = library.skills(None)
    for kind in random.choices(KINDS, k=2 if known else 0):
        if kind == "rollback":
            yield Curation(kind, to_step=max(0, step - 1 - random.randrange(3)))
        else:
            text = f"do it {random.randrange(3)} times" if kind == "edit" else None
            yield Curation(kind, random.choice(known).id, strategy=text)


def assert_rolled_back(library, then):
    now = states_of(library.skills(None))
    assert {name: now[name] for name in then} == then
    assert {now[name].status for name in now.keys() - then.keys()} <= {"retired", "banned", "merged"}


@settings(max_examples=40)
@given(configs, st.integers(0, 2**32 - 1), st.integers(0, STEPS - 1), st.booleans())
def test_a_rollback_equals_the_copy(tmp_path_factory, config, seed, target, by_copy):
    """Random in its seed, not in its parts: lists that shrink hold too little to go back from."""
    random = Random(seed)
    folder = tmp_path_factory.mktemp("rollback")
    with Library.open(folder / "library.sqlite", config, create=True) as library:
        for step in range(1, STEPS + 1):
            if step - 1 == target:
                library.backup(folder / "copy.sqlite")
                then = states_of(library.skills(None))
            library.commit(play(library, random, step), step=step, policy_version=step)
            library.curate(list(asked(library, random, step)), step=step, strict=False)
            assert library.version == len(library.commits())
        counts = [(s.id, s.retrieved, s.selected, s.wins) for s in library.skills(None)]
        past, commits = library._store.rows("SELECT * FROM events ORDER BY seq"), library.commits()
        request = rollback_to_library(folder / "copy.sqlite") if by_copy else Curation("rollback", to_step=target)
        (outcome,) = library.curate([request], step=STEPS, strict=False)
        if outcome.is_applied or "so nothing changes" in outcome.text:
            assert_rolled_back(library, then)
        else:  # a copy without a skill of ours, or an empty one
            assert by_copy and not then, outcome.text
        assert sorted((s.id, s.retrieved, s.selected, s.wins) for s in library.skills(None)) == sorted(counts)
        assert library._store.rows("SELECT * FROM events ORDER BY seq")[: len(past)] == past
        assert library.commits()[: len(commits)] == commits
        assert_as_if_opened_anew(library)


def grown(path, steps, config=HASHING, **options):
    """One new skill a step, the first one used and credited at each."""
    library = Library.open(path, config, create=True, **options)
    for step in range(1, steps + 1):
        first = library.skills()[:1]
        used = first[0] if first else None
        played = episode(0, 0, step=step, candidates=first, used=used, draft=(f"heat a {step}", "x"))
        library.commit([played], step=step, policy_version=step)
    return library


def test_what_people_did_after_the_last_step_is_undone_a_rollback_too(tmp_path):
    with grown(tmp_path / "library.sqlite", 3, replace(HASHING, merge_similarity=1.0)) as library:
        library.add_skills([replace(library.skills()[0], id="sk_own", strategy="of the method")], kind="added")
        then = states_of(library.skills(None))
        with pytest.raises(LibraryError, match="Nothing in this library is newer than step 3"):
            library.curate([Curation("rollback", to_step=3)], step=3)
        library.curate([Curation("ban", library.skills()[0].id)], step=3)
        library.curate([Curation("rollback", to_step=1)], step=3)
        assert states_of(library.skills(None)) != then
        library.curate([Curation("rollback", to_step=3)], step=3)
        assert states_of(library.skills(None)) == then
        assert_as_if_opened_anew(library)


def test_what_a_method_did_in_the_last_step_stays_and_feedback_is_no_boundary(tmp_path):
    with grown(tmp_path / "library.sqlite", 3, replace(HASHING, merge_similarity=1.0)) as library:
        library.record_run("run", method="skillpro", env="household", seed=0)
        first, second, third = library.skills()
        library.curate([Curation("retire", first.id, "skillpro", "full")], step=3)
        with pytest.raises(LibraryError, match="Nothing in this library is newer than step 3"):
            library.curate([Curation("rollback", to_step=3)], step=3)
        library.curate([Curation("ban", second.id)], step=3)
        library.feedback(third.id, success=True)
        library.curate([Curation("rollback", to_step=3)], step=3)
        now = {skill.id: skill.status for skill in library.skills(None)}
        assert (now[first.id], now[second.id]) == ("retired", "active")


def test_a_rollback_by_hand(tmp_path):
    with grown(tmp_path / "library.sqlite", 3, replace(HASHING, merge_similarity=1.0)) as library:
        first, second, third = library.skills()
        assert first.utility == pytest.approx(0.5 + 0.025 + 0.02375)
        library.curate([Curation("ban", first.id), Curation("edit", second.id, strategy="y")], step=3)
        (outcome,) = library.curate([Curation("rollback", to_step=2, by="Ada")], step=3)
        now = {s.id: (s.status, s.utility) for s in library.skills(None)}
        assert now[first.id] == ("active", pytest.approx(0.525)) and now[second.id] == ("active", 0.5)
        assert [status for status, _ in now.values()].count("retired") == 2  # the third, and the edited text
        assert library.get(first.id).selected == 2 and now[third.id][0] == "retired"
        assert "4 skills" in outcome.text and library.commits()[-1].version == 5
        kinds = [event.kind for event in library.history(first.id)]
        assert kinds[-2:] == ["banned", "restored"]


def test_a_belief_goes_back_with_its_utility(tmp_path):
    """Two wins weigh 1.5 and go: back at .5, where a prior of 4 at 1 is above it. The next win: (4 + 0 + 1) / 5.75."""
    config = replace(HASHING, utility="posterior", alpha=0.5, prior_uses=4.0, merge_similarity=1.0)
    with grown(tmp_path / "library.sqlite", 3, config) as library:
        first = library.skills()[0]
        library.curate([Curation("rollback", to_step=1)], step=3)
        assert library.get(first.id).utility == 0.5
        played = episode(0, 0, step=4, candidates=[first], used=first)
        library.commit([played], step=4, policy_version=4)
        assert library.get(first.id).utility == pytest.approx(5 / 5.75)


def test_what_a_rollback_restored_is_what_a_later_one_goes_back_to(tmp_path):
    with grown(tmp_path / "library.sqlite", 2) as library:
        skill = library.skills()[0]
        library.curate([Curation("ban", skill.id)], step=2)
        library.commit([], step=3, policy_version=3)
        library.curate([Curation("rollback", to_step=1)], step=3)
        then = states_of(library.skills(None))
        library.commit([episode(0, 0, candidates=[skill], used=skill)], step=4, policy_version=4)
        library.curate([Curation("retire", skill.id)], step=4)
        library.curate([Curation("rollback", to_step=3)], step=4)
        assert library.get(skill.id).status == "active" and library.get(skill.id).utility == 0.5
        assert_rolled_back(library, then)
        library.curate([Curation("rollback", to_step=2)], step=4)
        assert library.get(skill.id).status == "banned"
        library.curate([Curation("rollback", to_step=3)], step=4)
        assert_rolled_back(library, then)


def test_a_run_that_began_with_a_library_goes_back_no_further_than_its_own_steps(tmp_path):
    grown(tmp_path / "old.sqlite", 9).close()
    with Library.open(tmp_path / "old.sqlite", HASHING) as library:
        library.record_run("runs/new", method="skill1", env="household", seed=0)
        then = states_of(library.skills(None))
        first = library.skills()[0]
        library.commit([episode(candidates=[first], used=first)], step=1, policy_version=0)
        after_one = states_of(library.skills(None))
        library.commit([episode(candidates=[first], used=first, outcome=0.0)], step=2, policy_version=1)
        library.curate([Curation("rollback", to_step=1)], step=2)
        assert_rolled_back(library, after_one)
        library.curate([Curation("rollback", to_step=0)], step=2)
        assert_rolled_back(library, then)


def test_a_fork_goes_back_to_steps_before_it(tmp_path):
    with grown(tmp_path / "library.sqlite", 3) as library:
        library.record_run("runs/fork", method="skill1", env="household", seed=0)
        library.commit([episode(4, 0, draft=("cool a mug", "y"))], step=4, policy_version=4)
        library.curate([Curation("rollback", to_step=1)], step=4)
        assert [skill.created_step for skill in library.skills()] == [1]


def test_dropped_history_is_refused_not_guessed(tmp_path):
    with grown(tmp_path / "library.sqlite", 4) as library:
        store = library._store
        with store.transaction(library.version):
            (last,) = store.rows("SELECT max(seq) FROM events WHERE kind = 'credited' AND step <= 3")[0]
            store.rows("DELETE FROM events WHERE kind = 'credited' AND step <= 2")
            store.put_meta({FORGOTTEN_UNTIL: last})
        with pytest.raises(LibraryError, match="were dropped.*--to RUN@STEP"):
            library.curate([Curation("rollback", to_step=2)], step=4)
        library.curate([Curation("rollback", to_step=3)], step=4)
        with store.transaction(library.version):
            store.rows("DELETE FROM events WHERE kind = 'added' AND step = 1")
        with pytest.raises(LibraryError, match="were dropped"):
            library.curate([Curation("rollback", to_step=3)], step=4)


def test_what_has_not_moved_since_keeps_its_utility_though_its_moves_were_dropped(tmp_path):
    with grown(tmp_path / "library.sqlite", 4) as library:
        store, skill = library._store, library.skills()[0]
        then = states_of(library.skills(None))
        with store.transaction(library.version):
            store.rows("DELETE FROM events WHERE kind IN ('credited', 'merged')")
        library.curate([Curation("ban", skill.id)], step=4)
        library.curate([Curation("rollback", to_step=4)], step=4)
        assert_rolled_back(library, then)


def test_a_copy_that_shares_nothing_is_refused_and_one_that_merged_elsewhere_retires(tmp_path):
    with grown(tmp_path / "library.sqlite", 1) as library:
        (skill,) = library.skills()
        with pytest.raises(LibraryError, match="neither was made from the other"):
            library.curate([Curation("rollback", states={"sk_other": SkillState("active", 0.5)})], step=1)
        states = {skill.id: SkillState("merged", 0.25, "sk_only_there")}
        library.curate([Curation("rollback", states=states)], step=1)
        assert (library.get(skill.id).status, library.get(skill.id).utility) == ("retired", 0.25)
        assert library.check() == []


@pytest.mark.parametrize("value", ["'high'", "x'00'", "9e999", "-0.5"])
def test_events_that_tell_no_possible_utility_are_not_written_into_skills(tmp_path, value):
    with grown(tmp_path / "library.sqlite", 3) as library:
        library._store.rows(f"UPDATE events SET value = {value} WHERE kind = 'credited'")
        before = library.skills(None)
        with pytest.raises(LibraryError, match="library.sqlite does not tell the state after step 2: .* 0 to 1"):
            library.curate([Curation("rollback", to_step=2)], step=3)
        assert library.skills(None) == before and library.version == 3


def test_a_skill_that_a_method_replaced_stays_replaced_even_if_the_new_name_is_taken(tmp_path):
    with Library.open(tmp_path / "l.sqlite", HASHING, create=True) as library:
        # As SkillOpt does in a run that started from the library of another one, whose names are taken.
        (old,) = library.add_skills([Skill("document-1", "any task", "search all", 0.5)], step=1)
        gone = replace(old, status="merged", merged_into="document-1")
        (new,) = library.add_skills([replace(old, strategy="search boxes")], step=2, changed=[gone])
        assert library.check() == [] and library.resolve(old.id).id == new.id != old.id
        library.curate([Curation("ban", new.id)], step=2)
        library.curate([Curation("rollback", to_step=2)], step=2)
        assert [skill.id for skill in library.skills()] == [new.id]
        assert library.get(old.id).merged_into == new.id
        # Added without a name: what stays active is not taken for merged into it.
        library.add_skills([replace(old, id="")], step=3, changed=[replace(new, utility=0.6)])
        assert library.check() == [] and library.get(new.id).utility == 0.6
