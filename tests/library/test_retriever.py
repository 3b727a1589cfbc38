"""Scores by hand; index and columns together, against a list of skills; and the search of a whole library."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("faiss")

from skill1.config import LibraryConfig  # noqa: E402
from skill1.config.trust import accept, encoder_claims  # noqa: E402
from skill1.errors import LibraryError  # noqa: E402
from skill1.library import Library, retriever  # noqa: E402
from skill1.library.curation_plan import Curation  # noqa: E402
from skill1.library.encoder import HashingEncoder  # noqa: E402
from skill1.library.formats import merge_libraries  # noqa: E402
from skill1.library.index import VectorIndex  # noqa: E402
from skill1.library.retriever import Retriever, best, discounted_beta, scores, thompson  # noqa: E402
from skill1.schema import Skill  # noqa: E402

from .builders import HASHING, LetterEncoder, episode  # noqa: E402


@pytest.mark.parametrize(("ucb_scale", "expected"), [(1.0, 0.983486), (0.0, 0.68)])
def test_the_score_by_hand(ucb_scale, expected):
    # w = 0.6, c = 1, N = 10, n = 4: bonus = sqrt(ln 10 / 4) = sqrt(2.302585 / 4) = 0.758714
    # score = 0.6 * 0.8 + 0.4 * (0.5 + 0.758714) = 0.48 + 0.503486 = 0.983486; greedy: 0.48 + 0.4 * 0.5
    known = np.array([0.8]), np.array([0.5]), np.array([4.0]), 10.0
    assert scores(*known, similarity_weight=0.6, ucb_scale=ucb_scale)[0] == pytest.approx(expected, abs=1e-6)


def test_weight_one_is_pure_similarity():
    similarities = np.array([0.3, 0.9])
    score = scores(similarities, np.array([1.0, 0.0]), np.ones(2), 2.0, similarity_weight=1.0, ucb_scale=1.0)
    assert score == pytest.approx(similarities)


def test_under_table_6_a_fresh_skill_beats_the_best_known_one():
    # N = 26,520 retrievals. Fresh: cosine at the threshold, first utility, n = 1. Known: a perfect match that always
    # wins, n = 17. Bonuses: sqrt(ln N / 1) = 3.19 against 3.19 / sqrt(17) = .77.
    # .4 x 2.42 = .97 > .6 x .6 + .4 x .5 = .56
    fresh_and_known = np.array([0.4, 1.0]), np.array([0.5, 1.0]), np.array([1.0, 17.0]), 26_520.0
    table_6 = scores(*fresh_and_known, similarity_weight=0.6, ucb_scale=1.0)
    assert table_6[0] - table_6[1] == pytest.approx(0.967 - 0.56, abs=1e-3)
    eq_3 = scores(*fresh_and_known, similarity_weight=1.0, ucb_scale=1.0)
    assert eq_3[1] > eq_3[0]


@given(st.lists(st.sampled_from([0.1, 0.2, 0.3]), max_size=30), st.integers(1, 8))
def test_best_equals_a_full_sort(values, k):
    names = [f"sk_{place}" for place in np.random.default_rng(len(values)).permutation(len(values))]
    expected = sorted(range(len(values)), key=lambda i: (-values[i], names[i]))[:k]
    assert best(np.array(values), k, names.__getitem__) == expected


def test_a_discounted_beta_by_hand():
    # alpha .5, two uses: n = 1 + .5 = 1.5; U = .8: 1 + 1.2 and 1 + .3. Never used: uniform
    assert discounted_beta(0.8, 2, 0.5) == pytest.approx((2.2, 1.3))
    assert discounted_beta(0.8, 0, 0.5) == (1.0, 1.0)
    # However often it was used, it weighs no more than 1/alpha outcomes
    assert sum(discounted_beta(0.3, 10_000, 0.05)) == pytest.approx(2 + 20)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40)), min_size=1, max_size=8), st.randoms())
def test_thompson_draws_belong_to_skills_and_not_to_their_order(worths, rng):
    config = LibraryConfig(exploration="thompson", utility_update="selected", alpha=0.35)
    skills = [Skill(f"sk_{i}", "d", "s", utility=u, selected=n) for i, (u, n) in enumerate(worths)]
    drawn = dict(zip([s.id for s in skills], thompson(skills, config, 3, (7, 1)), strict=True))
    assert all(0 <= value <= 1 for value in drawn.values())
    shuffled = rng.sample(skills, len(skills))
    assert dict(zip([s.id for s in shuffled], thompson(shuffled, config, 3, (7, 1)), strict=True)) == drawn
    assert list(thompson(skills, config, 3, (8, 1))) != list(drawn.values())


def test_thompson_finds_the_better_of_two_well_known_skills_more_often():
    config = LibraryConfig(exploration="thompson", alpha=0.1)
    skills = [Skill(name, "d", "s", utility=u, retrieved=50) for name, u in (("a", 0.9), ("b", 0.3))]
    draws = np.array([thompson(skills, config, 0, (n, 0)) for n in range(200)])
    # Beta(9.95, 1.99) and Beta(3.98, 7.96): means .83 and .33
    assert draws.mean(axis=0) == pytest.approx([0.833, 0.333], abs=0.03)


# Index, utilities and counts together

TABLE_6 = replace(HASHING, similarity_weight=0.6)  # under the default, 1, utilities and counts would not matter
ROWS = np.eye(4, dtype=np.float32)[np.random.default_rng(0).integers(0, 4, 60)] * np.float32(0.9)


def skill(number, **changes):
    made = Skill(f"s{number:02d}", f"d{number}", "s", utility=0.5, created_step=0, source_episode="e")
    return replace(made, **changes)


def expected(alive, query, threshold, k, training):
    """(id, score) by plain loops; N is the sum of n over all skills, near or not."""
    total = sum(s.retrieved + 1 for s in alive.values())
    found = []
    for s in alive.values():
        cosine = ROWS[int(s.id[1:])] @ query
        if cosine >= np.float32(threshold):
            value = scores(
                np.array([cosine]),
                np.array([s.utility]),
                np.array([s.retrieved + 1.0]),
                float(total),
                similarity_weight=TABLE_6.similarity_weight,
                ucb_scale=TABLE_6.ucb_scale if training else 0.0,
            )
            found.append((-float(value[0]), s.id))
    return [(name, -value) for value, name in sorted(found)[:k]]


@settings(max_examples=60)
@given(st.data(), st.booleans(), st.sampled_from(["flat", "sparse"]))
def test_any_history_is_scored_as_by_loops(data, training, kind):
    retriever = Retriever(VectorIndex(4, kind, is_sparse=True))
    alive, free = {}, list(range(len(ROWS)))
    for _ in range(data.draw(st.integers(1, 6))):
        added, free = free[: data.draw(st.integers(0, 12))], free[12:]
        fresh = [skill(i, utility=i % 3 / 4) for i in added]
        if fresh:
            retriever.enter(fresh, ROWS[added])
        alive |= {s.id: s for s in fresh}
        names = sorted(alive)
        moved = data.draw(st.sets(st.sampled_from(names))) if names else set()
        changed = [replace(alive[i], utility=data.draw(st.sampled_from([0.1, 0.9])), retrieved=3) for i in moved]
        retriever.change(changed)
        alive |= {s.id: s for s in changed}
        gone = data.draw(st.sets(st.sampled_from(names))) if names else set()
        retriever.leave(sorted(gone))
        alive = {i: s for i, s in alive.items() if i not in gone}
    query = np.array([0.9, 0.3, 0.0, 0.0], dtype=np.float32)
    found = retriever.best(query, replace(TABLE_6, top_k=4), threshold=0.2, training=training)
    wanted = expected(alive, query, 0.2, 4, training)
    assert len(retriever.index) == len(alive)
    assert [name for name, _, _ in found] == [name for name, _ in wanted]
    assert [score for _, _, score in found] == pytest.approx([score for _, score in wanted])


def test_a_count_follows_its_skill_when_rows_are_numbered_anew():
    retriever = Retriever(VectorIndex(4, is_sparse=True))
    skills = [skill(i, retrieved=i) for i in range(4)]
    retriever.enter(skills, np.eye(4, dtype=np.float32))
    retriever.leave(["s00", "s01"])  # half: the rows are renumbered
    ((name, cosine, score),) = retriever.best(
        np.eye(4, dtype=np.float32)[3], TABLE_6, threshold=0.5, training=True
    )
    # w = 0.6, c = 1. n = 4 of N = 3 + 4:
    # 0.6 * 1 + 0.4 * (0.5 + sqrt(ln 7 / 4)) = 0.8 + 0.4 * 0.697479 = 1.078992
    assert (name, cosine) == ("s03", 1.0)
    assert score == pytest.approx(1.078992, abs=1e-6)


@pytest.mark.parametrize("is_sparse", [False, True])
def test_the_nearest_few_begin_the_nearest_many_also_where_they_tie(is_sparse):
    retriever = Retriever(VectorIndex(4, is_sparse=is_sparse))
    retriever.enter([skill(i) for i in (3, 1, 2, 0, 4)], np.eye(4, dtype=np.float32)[[1, 1, 1, 1, 0]])
    query = np.array([0.6, 0.8, 0, 0], dtype=np.float32)
    found = [[name for name, _ in retriever.nearest(query, k)] for k in range(1, 7)]
    assert found[-1] == ["s00", "s01", "s02", "s03", "s04"]
    assert all(names == found[-1][: len(names)] for names in found) and list(map(len, found)) == [1, 2, 3, 4, 5, 5]


@pytest.mark.parametrize("name", ["http://x", "hashin"])
def test_what_needs_no_encoder_is_done_whatever_the_file_says_of_its_encoder(tmp_path, name):
    path = tmp_path / "library.sqlite"
    with Library.open(path, HASHING, create=True) as library:
        library.add_skills([skill(1)], step=1)
        library.add_skills([skill(2, strategy="t")], step=2)
        library._store.rows("UPDATE meta SET value = ? WHERE key = 'encoder'", (name,))
    with Library.open(path) as library, Library.in_memory(HASHING) as other:
        library.curate([Curation("pin", "s01"), Curation("rollback", to_step=1)], step=2)
        assert [skill.id for skill in library.skills()] == ["s01"] and library.get("s01").pinned
        assert merge_libraries(other, [path]).added == 1
        accept(encoder_claims(name))
        with pytest.raises(LibraryError, match="library.sqlite cannot be searched: "):
            library.search("d1")


def test_many_skills_that_come_in_at_once_are_encoded_and_indexed_in_batches(monkeypatch):
    monkeypatch.setattr(retriever, "_ENCODED_AT_ONCE", 3)
    encoded, indexed = [], []
    encode, add = HashingEncoder.encode, VectorIndex.add

    def counted_encode(self, texts):
        encoded.append(len(texts))
        return encode(self, texts)

    def counted_add(self, ids, vectors):
        indexed.append(len(ids))
        add(self, ids, vectors)

    monkeypatch.setattr(HashingEncoder, "encode", counted_encode)
    monkeypatch.setattr(VectorIndex, "add", counted_add)
    with Library.in_memory(HASHING) as library:
        library.add_skills([skill(number) for number in range(8)])
        assert encoded == indexed == [3, 3, 2]
        assert [library.search(f"d{number}", 1)[0].skill.id for number in range(8)] == [f"s0{n}" for n in range(8)]


def test_none_are_found_where_none_are_asked_for():
    with Library.in_memory(HASHING) as library:
        library.add_skills([skill(1)])
        assert library.search("d1", 0) == library.search("d1", -1) == () != library.search("d1", 1)


# How near a text is to a skill: the figure behind select/task_similarity

TEXTS = [("heat an egg", "use the microwave"), ("cool a mug", "use the fridge")]


def fill(library):
    library.commit([episode(0, i, draft=text) for i, text in enumerate(TEXTS)], step=1, policy_version=0)
    return library


def test_cosines_are_of_text_and_description_pair_by_pair():
    with fill(Library.in_memory(HASHING)) as library:
        egg, mug = library.skills()
        found = library.cosines(["heat an egg", "heat an egg", "cool a large mug"], [egg, mug, mug])
        rows = HashingEncoder().encode(["heat an egg", "cool a mug", "cool a large mug"])
        expected = [1.0, float(rows[0] @ rows[1]), float(rows[2] @ rows[1])]
        assert found == pytest.approx(expected, abs=1e-6) and 0 < found[2] < 1
        (nearest,) = (c for c in library.retrieve("cool a large mug", training=False) if c.skill.id == mug.id)
        assert found[2] == pytest.approx(nearest.similarity, abs=1e-6)
        assert library.cosines([], []) == []


def test_a_skill_that_left_the_library_is_embedded_from_its_text():
    with fill(Library.in_memory(HASHING)) as library:
        egg, mug = library.skills()
        gone = replace(egg, id="sk_gone", description="heat a potato")
        assert library.cosines(["heat a potato", "cool a mug"], [gone, mug]) == pytest.approx([1.0, 1.0])


# The key library.index, through a whole library

QUERIES = ("heat the egg", "cool a mug 3", "clean", "")


def lived(index):
    """A library through ten steps that admit three skills each, use some and retire the weak."""
    library = Library.in_memory(replace(HASHING, index=index, capacity=12, protect_steps=1, top_k=4))
    for step in range(10):
        found = [candidate.skill for candidate in library.retrieve("heat the egg", training=True)]
        verbs = ("heat the egg", "cool a mug", "clean the cloth")
        used = next(iter(found), None)
        drafts = [(f"{verb} {step}", f"way {step} {verb}") for verb in verbs]
        episodes = [
            episode(i, step=step, draft=draft, candidates=found, used=used) for i, draft in enumerate(drafts)
        ]
        library.commit(episodes, step=step, policy_version=step)
    return library


def test_sparse_and_flat_libraries_live_the_same_life():
    flat, sparse = lived("flat"), lived("sparse")
    assert (flat.index_report().kind, sparse.index_report().kind) == ("flat", "sparse")
    assert sparse.index_report().is_exact and sparse.index_report().rows == len(sparse) == 12
    assert sparse.skills(None) == flat.skills(None)
    for query in QUERIES:
        own, expected = sparse.retrieve(query, training=True), flat.retrieve(query, training=True)
        assert [c.skill.id for c in own] == [c.skill.id for c in expected]
        assert [c.score for c in own] == pytest.approx([c.score for c in expected], abs=1e-6)


def test_a_sparse_library_answers_alike_after_reopening(tmp_path):
    lived("sparse").backup(tmp_path / "library.sqlite")
    config = replace(HASHING, index="sparse", capacity=12, top_k=4)
    with Library.open(tmp_path, config) as again, lived("sparse") as grown:
        for query in QUERIES:
            assert again.retrieve(query, training=True) == grown.retrieve(query, training=True)
            assert again.search(query, 3) == grown.search(query, 3)


def test_small_libraries_are_flat_unless_told_otherwise():
    report = lived("auto").index_report()
    assert (report.kind, report.is_exact, report.rows) == ("flat", True, 12)
    assert report.bytes >= 12 * 1024 * np.dtype(np.float32).itemsize


def test_sparse_with_another_encoder_says_what_to_type():
    library = Library.in_memory(replace(HASHING, index="sparse"), encoder=LetterEncoder())
    with pytest.raises(LibraryError, match=r"--library\.index auto"):
        library.search("egg")
