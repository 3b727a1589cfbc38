import sys

import numpy as np
import pytest

pytest.importorskip("faiss")

from skill1.errors import MissingExtraError  # noqa: E402
from skill1.library.index import VectorIndex  # noqa: E402


def unit_rows(count, dimensions=16, seed=0):
    rows = np.random.default_rng(seed).normal(size=(count, dimensions)).astype(np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def filled(count=600, **options):
    index = VectorIndex(16, **options)
    rows = unit_rows(count)
    index.add([f"s{i}" for i in range(count)], rows)
    return index, rows


def test_above_gives_every_row_over_the_threshold():
    index, rows = filled()
    found, cosines = index.above(rows[3], 0.2, top_k=5)
    assert found.tolist() == np.flatnonzero(rows @ rows[3] >= 0.2).tolist()
    assert cosines == pytest.approx(rows[found] @ rows[3], abs=1e-6)


def test_the_threshold_itself_counts():
    index = VectorIndex(16)
    index.add(["a"], np.eye(1, 16, dtype=np.float32))
    half = np.zeros(16, dtype=np.float32)
    half[0] = 0.5
    assert index.above(half, 0.5, top_k=1)[0].tolist() == [0]
    assert index.above(half, 0.5001, top_k=1)[0].tolist() == []


def test_growing_and_removing_equals_building_anew():
    index, rows = filled(300)
    index.above(rows[0], 0.0, top_k=1)  # FAISS exists from here on
    more = unit_rows(400, seed=1)
    index.add([f"m{i}" for i in range(400)], more)
    index.remove(["s0", "s7", "unknown", "m399"])
    fresh = VectorIndex(16)
    fresh.add(list(index.ids), np.stack([index.vector(i) for i in index.ids]))
    assert len(index) == 697 and index.ids[0] == "s1"
    for query in (rows[0], more[5]):
        for mine, other in zip(index.above(query, 0.1, top_k=3), fresh.above(query, 0.1, top_k=3), strict=True):
            assert np.array_equal(mine, other)


def test_a_cosine_does_not_depend_on_its_row():
    rows = unit_rows(57, dimensions=1024)
    straight, turned = VectorIndex(1024), VectorIndex(1024)
    straight.add([str(i) for i in range(57)], rows)
    turned.add([str(i) for i in range(57)][::-1], rows[::-1])
    query = unit_rows(1, dimensions=1024, seed=9)[0]
    assert np.array_equal(straight.above(query, -1.0, 1)[1], turned.above(query, -1.0, 1)[1][::-1])


def test_an_approximate_index_scores_its_shortlist_exactly():
    index, rows = filled(factory="HNSW16")
    found, cosines = index.above(rows[3], 0.2, top_k=4)
    assert len(found) <= 80 and 3 in found
    assert cosines == pytest.approx(rows[found] @ rows[3], abs=1e-6)


def test_nearest_and_empty():
    index, rows = filled(20)
    found, cosines = index.nearest(rows[3], 50)
    assert found[0] == 3 and len(found) == 20 and cosines[0] == pytest.approx(1.0)
    assert VectorIndex(16).nearest(rows[0], 3)[0].tolist() == []
    assert VectorIndex(16).above(rows[0], 0.0, 3)[0].tolist() == []


def test_without_faiss_the_error_says_what_to_install(monkeypatch):
    index, rows = filled(3)
    monkeypatch.setitem(sys.modules, "faiss", None)
    with pytest.raises(MissingExtraError, match=r"skill1\[local\]"):
        index.nearest(rows[0], 1)
