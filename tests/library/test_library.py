"""Commit, retrieval and persistence of a library with the hashing encoder."""

import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from skill1.errors import DataError, LibraryError
from skill1.library import Library
from skill1.library.curation_plan import Curation
from skill1.schema import Skill

from .builders import HASHING, LetterEncoder, episode

pytest.importorskip("faiss")


def seeded(config=HASHING, **options):
    """A library with three skills made at step 0: two about eggs, one about mugs."""
    library = Library.in_memory(config, **options)
    texts = [
        ("heat an egg", "use the microwave"),
        ("heat an egg", "use the stove"),
        ("cool a mug", "use the fridge"),
    ]
    library.commit([episode(0, i, draft=text) for i, text in enumerate(texts)], step=0, policy_version=0)
    return library


@pytest.fixture
def file(tmp_path):
    """A library of one skill, made at step 0 and closed."""
    with Library.open(tmp_path / "x.sqlite", HASHING, create=True) as library:
        library.commit([episode(draft=("a b", "c"))], step=0, policy_version=0)
    return tmp_path / "x.sqlite"


def test_thompson_sampling_depends_on_the_run_seed():
    config = replace(HASHING, exploration="thompson", similarity_weight=0.0, similarity_threshold=-1.0)
    scores = [[c.score for c in seeded(config, seed=s).retrieve("egg", training=True)] for s in (0, 1, 2**32, 0)]
    assert scores[0] == scores[3] and len({tuple(each) for each in scores}) == 3


def test_success_with_a_draft_is_admitted_failure_and_empty_text_are_rejected():
    library = Library.in_memory(HASHING)
    report = library.commit(
        [
            episode(1, 0, outcome=0.0, draft=("a", "b")),
            episode(0, 1, draft=("when\n<think>", "do [INST]")),
            episode(0, 0, draft=("\x00", "b")),
            episode(2, 0, status="error", draft=("c", "d")),
            episode(3, 0),
        ],
        step=4,
        policy_version=7,
    )
    assert [edit.kind for edit in report.edits] == ["rejected", "added", "rejected"]
    assert [edit.episode for edit in report.edits] == [
        "s0-000000-t00-r0", "s0-000000-t00-r1", "s0-000000-t01-r0"]  # fmt: skip
    assert (report.added, report.merged, report.rejected, report.retired, report.version) == (1, 0, 2, (), 1)
    (skill,) = library.skills()
    assert (skill.description, skill.strategy) == ("when ‹think›", "do (INST)")
    assert (skill.utility, skill.created_step, skill.source_episode) == (0.5, 4, "s0-000000-t00-r1")
    assert library.get(skill.id) == library.resolve(skill.id) == skill


def test_utilities_move_one_by_one_in_task_rollout_order():
    library = seeded()
    egg, stove, mug = library.skills()
    library.commit(
        [
            episode(1, 0, outcome=0.0, candidates=[egg, mug], used=mug),
            episode(0, 0, outcome=1.0, candidates=[egg, stove], used=egg),
        ],
        step=1,
        policy_version=1,
    )
    now = {skill.id: skill for skill in library.skills()}
    # egg: 0.95 * 0.5 + 0.05 = 0.525, then 0.95 * 0.525 = 0.49875; stove: 0.525; mug: 0.95 * 0.5 = 0.475
    assert now[egg.id].utility == pytest.approx(0.49875)
    assert now[stove.id].utility == pytest.approx(0.525)
    assert now[mug.id].utility == pytest.approx(0.475)
    assert [(s.retrieved, s.selected, s.wins) for s in now.values()] == [(2, 1, 1), (1, 0, 0), (1, 1, 0)]


def test_trends_start_at_the_first_mean_and_then_move_by_a_fifth():
    library = Library.in_memory(HASHING)
    library.commit([episode(0, 0), episode(0, 1, outcome=0.0)], step=0, policy_version=0)
    assert library.success_trend == library.no_skill_trend == 0.5
    skill = seeded().skills()[0]
    other = seeded()
    before = other.no_skill_trend
    other.commit([episode(candidates=[skill], used=skill, outcome=0.0)], step=1, policy_version=0)
    assert other.success_trend == pytest.approx(0.8)  # 0.8 * 1 + 0.2 * 0
    assert other.no_skill_trend == before  # nobody acted without a skill


def test_texts_of_failures_come_in_where_all_are_admitted():
    library = Library.in_memory(replace(HASHING, admission="all"))
    lost = episode(0, 0, draft=("heat an egg", "not in the fridge"), outcome=0.0)
    silent = episode(0, 1, outcome=0.0)
    broken = replace(lost, key=replace(lost.key, rollout=2), status="error")
    report = library.commit([lost, silent, broken], step=1, policy_version=0)
    assert [edit.kind for edit in report.edits] == ["added"]
    assert [skill.strategy for skill in library.skills()] == ["not in the fridge"]
    # Said again after another failure: merged, and U moves by that outcome, 0.95 x 0.5.
    again = episode(0, 0, step=2, draft=("heat an egg", "not in the fridge"), outcome=0.0)
    library.commit([again], step=2, policy_version=0)
    assert [skill.utility for skill in library.skills()] == [0.475]


def test_same_strategy_and_near_description_merge_into_the_older():
    library = seeded()
    egg = library.skills()[0]
    report = library.commit(
        [
            episode(0, 0, draft=("heat an egg", "Use  the MICROWAVE")),  # equal after normalisation
            episode(0, 1, draft=("heat an egg quickly now", "use the microwave")),  # cosine below 0.85
            episode(0, 2, draft=("Heat an egg quickly now!", "use the microwave")),  # repeats the one just added
        ],
        step=1,
        policy_version=0,
    )
    assert [edit.kind for edit in report.edits] == ["merged", "added", "merged"]
    assert report.edits[0].skill == egg.id and report.edits[2].skill == report.edits[1].skill
    assert library.get(egg.id).utility == pytest.approx(0.525)
    assert len(library) == 4
    assert [event.kind for event in library.history(egg.id)] == ["added", "merged"]


def test_capacity_retires_the_lowest_and_keeps_its_row():
    library = seeded(replace(HASHING, capacity=3, protect_steps=0))
    egg, stove, mug = library.skills()
    library.commit([episode(0, 0, candidates=[egg], used=egg), episode(0, 1, used=mug, candidates=[mug])],
                   step=1, policy_version=0)  # fmt: skip
    report = library.commit([episode(draft=("a", "b"))], step=2, policy_version=0)
    assert report.retired == (stove.id,)  # n = 0 like the new one, but older
    assert library.get(stove.id).status == "retired" and library.resolve(stove.id).utility == 0.5
    assert len(library) == 3 and stove.id not in {s.id for s in library.skills()}
    assert all(c.skill.id != stove.id for c in library.retrieve("heat an egg", training=False))
    assert library.skills("retired") == (library.get(stove.id),)


@pytest.mark.parametrize("is_fork", [False, True])
def test_protection_counts_the_steps_of_this_run(tmp_path, is_fork):
    """Not the birth step of a skill in a run that this one started from; a fork counts on."""
    earlier = Library.in_memory(HASHING)
    earlier.commit([episode(0, 0, draft=("z", "z"))], step=2, policy_version=0)
    earlier.commit([episode(0, 0, draft=("a", "b"))], step=20, policy_version=0)
    earlier.backup(tmp_path / "library.sqlite")
    library = Library.in_memory(replace(HASHING, capacity=1), start_from=tmp_path / "library.sqlite")
    younger = library.skills()[1]
    library.commit([episode(0, 0)], step=21 if is_fork else 1, policy_version=0)
    own = episode(0, 0, step=22, draft=("c", "d"), outcome=1.0)
    used = episode(0, 1, step=22, candidates=[younger], used=younger)
    library.commit([own, used], step=22, policy_version=0)
    (left,) = library.skills()
    assert (left.id == younger.id) == is_fork


def test_a_text_about_the_situation_of_the_skill_used_takes_its_place():
    library = seeded(replace(HASHING, edits="update", capacity=3, protect_steps=0))
    egg, stove, mug = library.skills()
    texts = ("use the kettle", "use the stove")  # an update, and a text that is there
    played = [
        episode(0, i, candidates=[egg], used=egg, draft=("heat an egg", text)) for i, text in enumerate(texts)
    ]
    report = library.commit(played, step=1, policy_version=0)
    assert [edit.kind for edit in report.edits] == ["updated", "merged"] and report.retired == ()
    new = library.resolve(egg.id)
    # Two successes moved the old one: .95 (.95 x .5 + .05) + .05 = .54875. Its counts stay with it.
    assert new.utility == pytest.approx(0.54875)
    assert (new.strategy, new.selected, new.parents) == ("use the kettle", 0, (egg.id,))
    assert library.get(egg.id).status == "merged" and [s.id for s in library.skills()] == [
        stove.id,
        mug.id,
        new.id,
    ]
    assert egg.id not in {c.skill.id for c in library.retrieve("heat an egg", training=False)}
    assert library.history(egg.id)[-1][:4] == ("edited", 1, new.id, egg.id)
    assert library.check() == []


def test_one_update_a_step_and_none_of_a_pinned_skill_or_of_another_situation():
    library = seeded(replace(HASHING, edits="update"))
    egg = library.skills()[0]
    drafts = [("heat an egg", "use the kettle"), ("heat an egg", "use the pan"), ("wash a plate", "use the sink")]
    played = [episode(0, i, candidates=[egg], used=egg, draft=draft) for i, draft in enumerate(drafts)]
    assert [e.kind for e in library.commit(played, step=1, policy_version=0).edits] == [
        "updated",
        "added",
        "added",
    ]
    library.curate([Curation("pin", library.resolve(egg.id).id, by="x")], step=2)
    pinned = library.resolve(egg.id)
    later = episode(candidates=[pinned], used=pinned, draft=("heat an egg", "use the lamp"))
    assert [e.kind for e in library.commit([later], step=3, policy_version=0).edits] == ["added"]
    # A loser's text takes nobody's place, though it may come in.
    open_to_all = seeded(replace(HASHING, edits="update", admission="all"))
    lost = episode(outcome=0.0, used=open_to_all.skills()[0], draft=drafts[0])
    report = open_to_all.commit([lost], step=1, policy_version=0)
    assert [edit.kind for edit in report.edits] == ["added"] and len(open_to_all) == 4
    # Without the option it is added beside it, as ever.
    plain = seeded()
    found = plain.commit([episode(used=plain.skills()[0], draft=drafts[0])], step=1, policy_version=0)
    assert [edit.kind for edit in found.edits] == ["added"] and len(plain) == 4


def test_a_skill_on_trial_stays_only_if_it_wins_more_than_the_controls_beside_it(tmp_path):
    """heat: 1 − .5 a step; cool: 1 − 1, and a loss in a group without controls, which counts nothing."""
    config = replace(HASHING, trial_uses=2, control_share=0.5)
    library = Library.open(tmp_path, config=config, create=True)
    drafts = [("heat an egg", "use the stove"), ("cool a mug", "use the fridge")]
    library.commit([episode(0, i, draft=draft) for i, draft in enumerate(drafts)], step=0, policy_version=0)
    heat, cool = library.skills()

    def control(task, rollout, skill, outcome):
        return replace(episode(task, rollout, outcome=outcome), withheld=skill)

    def played(step):
        return [
            episode(0, 0, candidates=[heat], used=heat, step=step),
            control(0, 1, heat, 1.0),
            control(0, 2, heat, 0.0),
            episode(1, 0, candidates=[cool], used=cool, step=step),
            control(1, 1, cool, 1.0),
            episode(2, 0, outcome=0.0, candidates=[cool], used=cool, step=step),
        ]

    assert library.commit(played(1), step=1, policy_version=0).retired == ()
    library.close()
    with Library.open(
        tmp_path, config=config
    ) as library:  # the trial is in the file: a resumed run goes on with it
        assert library.get(heat.id).extra == {"trial": [1, 0.5]} and library.get(cool.id).extra == {
            "trial": [1, 0.0]
        }
        assert library.commit(played(2), step=2, policy_version=0).retired == (cool.id,)
        assert [skill.id for skill in library.skills()] == [heat.id] and library.get(heat.id).extra == {}
        assert library.history(cool.id)[-1].kind == "retired" and library.check() == []


def test_what_retired_meanwhile_takes_no_part_and_the_unknown_is_refused():
    library = seeded(replace(HASHING, capacity=3, protect_steps=0))
    gone = library.skills()[0]
    library.commit([episode(draft=("a", "b"))], step=1, policy_version=0)
    gone = library.skills("retired")[0]
    library.commit([episode(candidates=[gone], used=gone, outcome=0.0)], step=2, policy_version=0)
    assert library.get(gone.id) == gone
    stranger = replace(gone, id="sk_stranger")
    version = library.version
    with pytest.raises(LibraryError, match="sk_stranger"):
        library.commit([episode(candidates=[stranger])], step=3, policy_version=0)
    assert library.version == version


def test_candidates_carry_what_was_true_before_the_commit():
    library = seeded(replace(HASHING, similarity_weight=0.6))
    (candidate, *_) = library.retrieve("heat an egg", training=True)
    library.commit([episode(candidates=[candidate.skill], used=candidate.skill)], step=1, policy_version=0)
    assert candidate.skill.utility == 0.5
    again = {c.skill.id: c for c in library.retrieve("heat an egg", training=True)}
    assert again[candidate.skill.id].skill.utility == pytest.approx(0.525)
    scores = {c.skill.id: c.score for c in library.retrieve("heat an egg", training=False)}
    assert scores[candidate.skill.id] == pytest.approx(0.6 * 1 + 0.4 * 0.525)  # the index has the new utility too


def test_threshold_and_unrelated_queries():
    library = seeded()
    assert library.retrieve("entirely other words", training=True) == ()
    assert library.retrieve("", training=True) == ()
    found = library.retrieve("heat an egg \ud800", training=False)
    assert [round(c.similarity, 5) for c in found] == [1.0, 1.0]
    assert [c.skill.id for c in found] == sorted(c.skill.id for c in found)  # equal scores: by id


def test_readers_follow_one_writer_and_a_second_writer_is_refused(tmp_path):
    writer = Library.open(tmp_path / "x.sqlite", HASHING, create=True)
    reader = Library.open(tmp_path / "x.sqlite", HASHING, read_only=True)
    rival = Library.open(tmp_path / "x.sqlite", HASHING)
    writer.commit([episode(draft=("a b", "c"))], step=0, policy_version=0)
    assert len(reader) == 0 and reader.refresh() and not reader.refresh() and len(reader) == 1
    assert reader.retrieve("a b", training=False)[0].skill.strategy == "c"
    with pytest.raises(LibraryError, match="one writer"):
        rival.commit([episode(draft=("d", "e"))], step=0, policy_version=0)
    assert len(rival) == 0
    with pytest.raises(LibraryError, match="read-only"):
        reader.commit([], step=1, policy_version=0)
    for library in (writer, reader, rival):
        library.close()


def test_a_new_library_left_empty_keeps_its_encoder(tmp_path):
    Library.open(tmp_path / "x.sqlite", HASHING, create=True).close()  # an import that failed, say
    with Library.open(tmp_path / "x.sqlite") as library:
        assert library.encoder.name == "hashing"


def test_kill_in_the_middle_of_a_commit_leaves_the_version_before(tmp_path):
    program = """
import os, signal, sys
from skill1.library import Library
from skill1.library.store import Store
sys.path.insert(0, sys.argv[2])
from builders import HASHING, episode
library = Library.open(sys.argv[1], HASHING, create=True)
library.commit([episode(0, 0, draft=("a b", "c"))], step=0, policy_version=0)
Store.add_commit = lambda self, row: os.kill(os.getpid(), signal.SIGKILL)
library.commit([episode(0, i, step=1, draft=(f"d {i}", "x" * 2000)) for i in range(300)], step=1, policy_version=1)
"""
    arguments = [tmp_path / "x.sqlite", Path(__file__).parent]
    done = subprocess.run([sys.executable, "-c", program, *arguments], check=False)
    assert done.returncode == -signal.SIGKILL
    with Library.open(tmp_path / "x.sqlite", HASHING) as library:
        assert library.version == 1 and len(library) == 1
        assert library.check() == []
        library.commit([episode(0, 1, step=1, draft=("d", "e"))], step=1, policy_version=1)
        assert len(library) == 2


def test_numbers_of_a_loop_of_ones_own_are_stored_as_numbers(tmp_path):
    with Library.open(tmp_path / "library.sqlite", HASHING, create=True) as library:
        given = Skill("a", "find food", "look in the cabinet", np.float32(0.5), retrieved=np.int64(3))
        library.add_skills([given], step=np.int64(0))
        ours = replace(episode(outcome=np.float32(1.0), used=given), success=np.bool_(True))
        library.commit([ours], step=np.int64(1), policy_version=np.int64(0))
        library.feedback("a", success=np.bool_(False))
        assert len(library.search("food", np.int64(1))) == 1
        skills = library.skills()
        for half in (0.5, "no", None):
            with pytest.raises(DataError, match="expected True or False"):
                library.feedback("a", success=half)
        for outcome in (-1.0, 2.0, float("nan")):
            with pytest.raises(DataError, match=r"expected a number in \[0, 1\]"):
                library.commit([episode(outcome=outcome)], step=2, policy_version=0)
        for wrong in ({"utility": 2.0}, {"utility": float("nan")}, {"wins": 1.5}, {"status": "new"}):
            with pytest.raises(DataError, match="expected"):
                library.add_skills([replace(given, **wrong)])
            with pytest.raises(DataError, match="expected"):
                library.add_skills([], changed=[replace(given, **wrong)])
    with Library.open(tmp_path / "library.sqlite", read_only=True) as library:
        assert library.skills() == skills and library.check() == []


def test_a_failed_write_changes_nothing(file, monkeypatch):
    library = Library.open(file, HASHING)
    before = library.skills(), library.version, library.retrieve("a b", training=True)

    def fail(*_):
        raise sqlite3.OperationalError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr("skill1.library.store.Store.add_events", fail)
        with pytest.raises(LibraryError, match="disk full"):
            library.commit([episode(0, 1, draft=("d e", "f"))], step=1, policy_version=0)
    assert (library.skills(), library.version, library.retrieve("a b", training=True)) == before
    with Library.open(file, read_only=True) as again:
        assert (again.skills(None), again.version) == before[:2]  # nor in the file
    library.commit([episode(0, 1, draft=("d e", "f"))], step=1, policy_version=0)
    assert len(library) == 2 and library.check() == []


def test_another_encoder_embeds_anew_and_never_mixes(tmp_path):
    path, letters = tmp_path / "x.sqlite", LetterEncoder()
    with Library.open(path, HASHING, create=True, encoder=letters) as library:
        library.commit(
            [episode(0, i, draft=(f"egg {i * 'x'}", f"s{i}")) for i in range(4)], step=0, policy_version=0
        )
        expected = library.retrieve("egg", training=False)
    again = LetterEncoder()
    with Library.open(path, HASHING, encoder=again) as library:
        assert library.retrieve("egg", training=False) == expected
    assert again.calls == 1  # the query; stored vectors served the skills
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE vectors SET vector = x'00ff' WHERE skill = (SELECT min(skill) FROM vectors)")
    healed = LetterEncoder()
    with Library.open(path, HASHING, encoder=healed) as library:
        assert library.retrieve("egg", training=False) == expected and healed.calls == 2
    other = LetterEncoder("other")
    with Library.open(path, HASHING, encoder=other) as library:
        library.prepare()
        assert other.calls == 4 and library.stats()["encoder"] == "other:26"
    rows = sqlite3.connect(path).execute("SELECT encoder, count(*) FROM vectors GROUP BY encoder").fetchall()
    assert rows == [("other:26", 4)]
    with Library.open(path, HASHING) as library:  # hashing: recomputed, nothing stored
        assert len(library.retrieve("egg", training=False)) >= 1
    assert sqlite3.connect(path).execute("SELECT count(*) FROM vectors").fetchone() == (0,)


def test_reading_commands_load_no_encoder(file, tmp_path):
    broken = replace(HASHING, encoder=str(tmp_path / "nowhere"))
    with Library.open(file, broken, read_only=True) as library:
        assert library.stats()["size"] == 1 and library.check() == [] and library.skills()[0].strategy == "c"


def test_history_commits_and_stats():
    library = seeded()
    egg, stove, _ = library.skills()
    chosen = replace(episode(candidates=[egg, stove], used=egg), ranking=(0, 1))
    library.commit([chosen], step=1, policy_version=3)
    kinds = [(event.kind, event.value, event.policy_version) for event in library.history(egg.id)[1:]]
    assert kinds == [("retrieved", 0.5, 3), ("selected", 1.0, 3), ("used", 1.0, 3), ("credited", 0.525, 3)]
    assert [(row.version, row.size, row.added) for row in library.commits()] == [(1, 3, 3), (2, 3, 0)]
    stats = library.stats()
    assert (stats["size"], stats["retrieved_total"], stats["selected_total"], stats["version"]) == (3, 2, 1, 2)
    assert stats["utility_mean"] == pytest.approx((0.525 * 2 + 0.5) / 3)
    assert stats["top"][0]["id"] == egg.id


def test_check_finds_what_is_wrong(file):
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        connection.execute("UPDATE skills SET wins = 2, strategy = '', status = 'merged'")
        connection.execute("INSERT INTO events VALUES (NULL, 'used', 1, 'e', 'sk_ghost', 0, 1.0)")
        connection.execute("INSERT INTO vectors VALUES ('sk_shade', 'letters:26', x'00')")
        connection.execute("INSERT INTO wins VALUES ('a b', 'sk_echo', 1)")
        connection.execute("UPDATE meta SET value = 5 WHERE key = 'version'")
    with Library.open(file, HASHING, read_only=True) as library:
        problems = "\n".join(library.check())
    for part in ("wins 2", "empty text", "merged into None", "sk_ghost", "sk_shade", "sk_echo", "version 5"):
        assert part in problems


def test_a_run_is_named_once_and_copies_carry_it(tmp_path):
    with Library.open(tmp_path / "first.sqlite", HASHING, create=True) as library:
        library.record_run("a", method="skill1", env="toy", seed=3)
        library.commit([episode(draft=("a b", "c"))], step=0, policy_version=0)
        library.record_run("a", method="skill1", env="toy", seed=3)  # a resumed run
        library.backup(tmp_path / "second.sqlite")
    with Library.open(tmp_path / "second.sqlite", HASHING) as library:
        library.record_run("b", method="skill1", env="toy", seed=4)
        runs = library.stats()["runs"]
        assert [(run["name"], run["seed"], run["first_version"]) for run in runs] == [("a", 3, 0), ("b", 4, 1)]
        assert runs[0].keys() == {"name", "method", "env", "seed", "skill1_version", "first_version"}
        assert library.version == 1 and library.check() == []
