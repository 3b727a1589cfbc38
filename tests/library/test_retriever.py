"""Index and columns together, through arrivals, changes and departures, against a list of skills."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("faiss")

from skill1.config.trust import accept, encoder_claims  # noqa: E402
from skill1.errors import LibraryError  # noqa: E402
from skill1.library import Library, retriever  # noqa: E402
from skill1.library.curation_plan import Curation  # noqa: E402
from skill1.library.encoder import HashingEncoder  # noqa: E402
from skill1.library.formats import merge_libraries  # noqa: E402
from skill1.library.index import VectorIndex  # noqa: E402
from skill1.library.retriever import Retriever, scores  # noqa: E402
from skill1.schema import Skill  # noqa: E402

from .builders import HASHING  # noqa: E402

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


@settings(max_examples=60, deadline=None)
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
