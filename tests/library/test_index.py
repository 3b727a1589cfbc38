"""Every kind of index against brute force over all rows."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("faiss")

from skill1.errors import LibraryError, MissingExtraError  # noqa: E402
from skill1.library.encoder import HashingEncoder  # noqa: E402
from skill1.library.index import DENSE_FLAT_ROWS, HNSW_ROWS, SPARSE_FLAT_ROWS, VectorIndex, kind_for  # noqa: E402

SPARSE = {"kind": "sparse", "is_sparse": True}
WORDS = ("heat", "cool", "the", "egg", "mug", "a", "clean", "put", "on", "shelf", "in", "fridge")


def unit_rows(count, dimensions=16, seed=0):
    rows = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def sparse_rows(count, dimensions=64, seed=0):
    """Rows with about six non-zeros, one place in half of them, some rows equal and some empty."""
    draw = np.random.default_rng(seed)
    rows = np.zeros((count, dimensions), dtype=np.float32)
    for row in rows:
        places = np.minimum(draw.geometric(0.08, size=draw.integers(0, 8)), dimensions) - 1
        row[places] = draw.integers(1, 3, size=len(places)) * draw.choice([-1, 1], size=len(places))
        row[0] = draw.integers(0, 2)
    rows[count // 2] = rows[0]
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-30)


def clustered_rows(count, seed, dimensions=32, clusters=40):
    centres = np.random.default_rng(0).normal(size=(clusters, dimensions)).astype(np.float32)
    draw = np.random.default_rng(seed)
    noise = 0.4 * draw.normal(size=(count, dimensions)).astype(np.float32)
    rows = centres[draw.integers(0, clusters, count)] + noise
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def filled(rows, **options):
    index = VectorIndex(rows.shape[1], **options)
    index.add([f"s{i}" for i in range(len(rows))], rows)
    return index


def exact_order(rows, query):
    """Rows by cosine, equal ones by number; double precision, rounded once."""
    cosines = (rows.astype(np.float64) @ query.astype(np.float64)).astype(np.float32)
    return np.lexsort((np.arange(len(rows)), -cosines)), cosines


def names(index, found):
    return [index.ids[row] for row in found]


@pytest.mark.parametrize("options", [{"kind": "flat"}, SPARSE], ids=["flat", "sparse"])
def test_the_threshold_itself_counts(options):
    index = filled(np.eye(1, 16, dtype=np.float32), **options)
    half = np.zeros(16, dtype=np.float32)
    half[0] = 0.5
    assert index.above(half, 0.5, top_k=1)[0].tolist() == [0]
    assert index.above(half, 0.5001, top_k=1)[0].tolist() == []


@pytest.mark.parametrize("threshold", [-1.0, 0.0, 0.3])
def test_sparse_above_counts_rows_without_a_common_place(threshold):
    rows = sparse_rows(300)
    index = filled(rows, **SPARSE)
    query = sparse_rows(5, seed=8)[4]
    expected = np.flatnonzero(exact_order(rows, query)[1] >= np.float32(threshold))
    assert index.above(query, threshold, top_k=1)[0].tolist() == expected.tolist()


def hashed(draw, count):
    texts = [" ".join(draw.choice(WORDS, size=draw.integers(0, 9))) for _ in range(count)]
    return HashingEncoder().encode([f"{text} {i % 97}" for i, text in enumerate(texts)])


@pytest.mark.parametrize("k", [1, 40, 5000])
def test_sparse_nearest_equals_brute_force_with_ties(k):
    rows = hashed(np.random.default_rng(5), 4000)
    index = filled(rows, **SPARSE)
    for query in [*hashed(np.random.default_rng(6), 30), rows[7], np.zeros(1024, dtype=np.float32)]:
        order, cosines = exact_order(rows, query)
        found, similarities = index.nearest(query, k)
        assert found.tolist() == order[:k].tolist()
        assert similarities == pytest.approx(cosines[found], abs=1e-6)


@pytest.mark.parametrize(
    ("make", "options"), [(unit_rows, {"kind": "flat"}), (sparse_rows, SPARSE)], ids=["flat", "sparse"]
)
@settings(max_examples=25)
@given(st.data())
def test_any_sequence_of_additions_and_removals_equals_building_anew(make, options, data):
    pool, queries = make(120), make(3, seed=9)
    index, alive, free = VectorIndex(pool.shape[1], **options), [], list(range(len(pool)))
    for _ in range(data.draw(st.integers(1, 8))):
        added = free[: data.draw(st.integers(0, 30))]
        free = free[len(added) :]
        index.add([f"s{i}" for i in added], pool[added])
        alive += added
        gone = data.draw(st.sets(st.sampled_from(alive))) if alive else set()
        index.remove([f"s{i}" for i in gone])
        alive = [i for i in alive if i not in gone]
        index.above(queries[0], 0.0, 2)  # FAISS exists from here on
    anew = VectorIndex(pool.shape[1], **options)
    anew.add([f"s{i}" for i in alive], pool[alive])
    assert len(index) == len(anew) == len(alive)
    for i in alive:
        assert np.array_equal(index.vector(f"s{i}"), pool[i])
    for query in queries:
        for mine, other in (
            (index.above(query, 0.1, 3), anew.above(query, 0.1, 3)),
            (index.nearest(query, 7), anew.nearest(query, 7)),
        ):
            assert names(index, mine[0]) == names(anew, other[0])
            assert np.array_equal(mine[1], other[1])


def test_a_removal_that_numbers_rows_anew_tells_which_stay():
    index = filled(unit_rows(8), kind="flat")
    assert index.remove(["s1", "s6"]) is None
    assert index.remove(["s0"]).tolist() == [2, 3, 4, 5, 7]
    assert list(index.ids) == ["s2", "s3", "s4", "s5", "s7"]
    assert index.rows_of(["s7", "s2"]).tolist() == [4, 0]


def test_a_skill_can_come_back():
    rows = unit_rows(8)
    index = filled(rows, kind="flat")
    index.remove(["s0"])
    index.add(["s0"], rows[:1])
    assert names(index, index.nearest(rows[0], 1)[0]) == ["s0"]
    assert index.rows_of(["s0"]).tolist() == [8]


@pytest.mark.parametrize("options", [{"kind": "flat"}, SPARSE], ids=["flat", "sparse"])
def test_a_cosine_does_not_depend_on_its_row(options):
    rows = hashed(np.random.default_rng(3), 57)
    straight, turned = filled(rows, **options), filled(rows[::-1], **options)
    query = hashed(np.random.default_rng(4), 1)[0]
    assert np.array_equal(straight.above(query, -1.0, 1)[1], turned.above(query, -1.0, 1)[1][::-1])


def test_flat_gives_the_bits_of_faiss():
    import faiss

    rows = hashed(np.random.default_rng(3), 300)
    bare = faiss.IndexFlatIP(1024)
    bare.add(rows)
    index = filled(rows)
    assert index.report().kind == "flat"
    for query in hashed(np.random.default_rng(4), 10):
        _, cosines, found = bare.range_search(query[None], 0.2)
        order = np.argsort(found)
        kept, similarities = index.above(query, 0.2, 5)
        assert kept.tolist() == found[order].tolist() and np.array_equal(similarities, cosines[order])
        best_cosines, best = bare.search(query[None], 5)
        assert np.array_equal(index.nearest(query, 5)[0], best[0])
        assert np.array_equal(index.nearest(query, 5)[1], best_cosines[0])


@pytest.mark.parametrize(("kind", "least_recall"), [("hnsw", 0.99), ("ivfpq", 0.9)])
def test_approximate_kinds_find_what_brute_force_finds(kind, least_recall):
    rows, queries = clustered_rows(12_000, seed=1), clustered_rows(40, seed=2)
    index = filled(rows, kind=kind)
    index.nearest(rows[0], 1)
    index.add([f"m{i}" for i in range(500)], clustered_rows(500, seed=3))  # after it was built
    index.remove([f"s{i}" for i in range(0, 2000, 2)])
    rows = np.concatenate([rows, clustered_rows(500, seed=3)])
    rows[:2000:2] = 0
    hits = 0
    for query in queries:
        order, cosines = exact_order(rows, query)
        found, similarities = index.nearest(query, 5)
        assert similarities == pytest.approx(cosines[found], abs=1e-6)
        assert not any(row < 2000 and row % 2 == 0 for row in found)
        hits += len(set(found.tolist()) & set(order[:5].tolist()))
    assert hits / 200 >= least_recall
    assert not index.report().is_exact and index.report().rows == 11_500


def test_an_approximate_index_scores_its_shortlist_exactly():
    rows = unit_rows(600)
    index = filled(rows, kind="hnsw")
    found, cosines = index.above(rows[3], 0.2, top_k=4)
    assert len(found) <= 80 and 3 in found and found.tolist() == sorted(found.tolist())
    assert cosines == pytest.approx(rows[found] @ rows[3], abs=1e-6)


def test_ivfpq_is_exact_below_what_it_needs_for_training():
    index = filled(unit_rows(50), kind="ivfpq")
    assert (index.report().kind, index.report().is_exact) == ("flat", True)
    assert index.nearest(unit_rows(50)[3], 1)[0].tolist() == [3]


def test_the_kind_follows_the_number_of_rows():
    def chosen(is_sparse, counts):
        return [kind_for("auto", rows, is_sparse=is_sparse) for rows in counts]

    assert chosen(True, (0, SPARSE_FLAT_ROWS, SPARSE_FLAT_ROWS + 1, 10**7)) == ["flat", "flat", "sparse", "sparse"]
    assert chosen(False, (DENSE_FLAT_ROWS, DENSE_FLAT_ROWS + 1, HNSW_ROWS + 1)) == ["flat", "hnsw", "ivfpq"]
    assert kind_for("flat", 10**7, is_sparse=True) == "flat"


def test_an_index_that_grows_over_the_limit_changes_its_kind_and_back(monkeypatch):
    monkeypatch.setattr("skill1.library.index.SPARSE_FLAT_ROWS", 100)
    rows = sparse_rows(150)
    index = VectorIndex(64, is_sparse=True)
    kinds = []
    for start in (0, 50, 100):
        index.add([f"s{i}" for i in range(start, start + 50)], rows[start : start + 50])
        kinds.append(index.report().kind)
        order, _ = exact_order(rows[: start + 50], rows[3])
        assert names(index, index.nearest(rows[3], 1)[0]) == [f"s{order[0]}"]
    index.remove([f"s{i}" for i in range(10, 70)])
    assert [*kinds, index.report().kind] == ["flat", "flat", "sparse", "flat"]
    assert names(index, index.above(rows[3], 0.999, 1)[0]) == [
        f"s{i}" for i in range(150) if not 10 <= i < 70 and rows[i] @ rows[3] >= 0.999
    ]


def test_expected_rows_choose_the_kind_at_once(monkeypatch):
    monkeypatch.setattr("skill1.library.index.SPARSE_FLAT_ROWS", 100)
    index = VectorIndex(64, is_sparse=True, expected_rows=150)
    index.add([f"s{i}" for i in range(80)], sparse_rows(80))
    assert index.report().kind == "sparse"


def test_a_sparse_index_stays_small():
    rows = hashed(np.random.default_rng(1), 3000)
    report = filled(rows, **SPARSE).report()
    assert (report.kind, report.is_exact, report.rows) == ("sparse", True, 3000)
    assert report.bytes < rows.nbytes / 10


def test_sparse_is_refused_for_dense_rows():
    with pytest.raises(LibraryError, match=r"--library\.index auto"):
        VectorIndex(16, "sparse")


@pytest.mark.parametrize("options", [{"kind": "flat"}, {"kind": "hnsw"}, {"kind": "ivfpq"}, SPARSE])
def test_an_empty_index_finds_nothing(options):
    index = VectorIndex(16, **options)
    assert index.nearest(unit_rows(1)[0], 3)[0].tolist() == []
    assert index.above(unit_rows(1)[0], 0.0, 3)[0].tolist() == []
    index.add(["a"], unit_rows(1))
    index.remove(["a"])
    assert index.nearest(unit_rows(1)[0], 3)[0].tolist() == []


def test_without_faiss_the_error_says_what_to_install_and_sparse_needs_none(monkeypatch):
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(MissingExtraError, match=r"skill1\[api\]"):
        filled(unit_rows(3)).nearest(unit_rows(3)[0], 1)
    assert filled(sparse_rows(3), **SPARSE).nearest(sparse_rows(3)[0], 1)[0].tolist() == [0]
