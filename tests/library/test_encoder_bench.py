"""Encoders compared on a library's history: ranks and means by hand, merges, and what cannot be compared."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.errors import DataError
from skill1.library import bench_encoders as module
from skill1.library.bench_encoders import bench_encoders, winner_ranks
from skill1.library.encoder import HashingEncoder
from skill1.library.store import Store
from skill1.schema import Skill
from tests.library.embedding_stub import embeddings


def library(path, skills, wins, **meta):
    """``skills``: id → description, or (status, merged into). ``wins``: (query, skill) pairs."""
    store = Store.open(path, create=True, read_only=False)
    rows = []
    for name, what in skills.items():
        status, into = ("active", None) if isinstance(what, str) else what
        description = what if isinstance(what, str) else "gone"
        rows.append(Skill(name, description, "do it", 0.5, status=status, merged_into=into))
    with store.transaction(0):
        store.add_skills(rows)
        store.put_meta(meta)
        for query, skill in wins:
            store._connection.execute("INSERT INTO wins VALUES (?, ?, 1)", (query, skill))
    store.close()
    return path


class Places:
    """Texts are angles in degrees; queries are turned by ten more."""

    name, identity, threshold, cheap, dimensions = "places", "places:2", 0.0, True, 2

    def encode(self, texts):
        angles = np.radians([float(text) for text in texts])
        return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)

    def encode_queries(self, texts):
        return self.encode([str(float(text) + 10) for text in texts])


@pytest.fixture
def places(monkeypatch):
    made = []

    def make(name, **prompts):
        made.append((name, prompts))
        return Places() if name == "places" else HashingEncoder()

    monkeypatch.setattr(module, "make_encoder", make)
    return made


def test_scores_by_hand(tmp_path, places):
    skills = {"a": "10", "b": "20", "c": "40", "d": "90", "old": ("merged", "older"), "older": ("merged", "c"),
              "out": ("retired", None)}  # fmt: skip
    wins = [("0", "a"), ("0", "old"), ("15", "d"), ("15", "out"), ("60", "out"), ("75", "d"), ("75", "c")]
    path = library(
        tmp_path / "l.sqlite", skills, wins, encoder="places", encoder_identity="places:2", query_prompt="q"
    )
    (score,) = bench_encoders(path, ["places", "places"], k=2)
    # query 0 → 10: a, b, c, d; winners a (1st) and c by two merges (3rd)
    # query 15 → 25: b, a and c at 15 each (a is older), d; winner d (4th)
    # query 75 → 85: d, c, b, a; winners d (1st) and c (2nd). Query 60 has none left.
    assert (score.queries, score.skills, score.k) == (3, 4, 2)
    assert score.recall_at_1 == pytest.approx((1 + 0 + 1) / 3)
    assert score.recall_at_k == pytest.approx((1 / 2 + 0 + 1) / 3)
    assert score.reciprocal_rank == pytest.approx((1 + 1 / 4 + 1) / 3)
    assert (score.name, score.identity, score.dimensions) == ("places", "places:2", 2)
    assert score.vector_bytes == 4 * 2 * 4 and score.documents_per_s > 0 and score.queries_per_s > 0
    assert score.made_history and places == [("places", {"query_prompt": "q"})]


def test_hashing_on_words(tmp_path):
    skills = {"a": "heat an egg", "b": "cool a mug", "c": "find two keys"}
    wins = [("heat the egg", "a"), ("cool the mug", "b"), ("unlike anything", "c")]
    path = library(
        tmp_path / "l.sqlite", skills, wins, encoder="other", encoder_identity="other:1", document_prompt="d"
    )
    (score,) = bench_encoders(path, ["hashing"], k=1)
    assert (
        score.recall_at_1 == score.recall_at_k == pytest.approx(2 / 3)
    )  # all cosines of the last are 0: a is older
    assert score.reciprocal_rank == pytest.approx((1 + 1 + 1 / 3) / 3)
    assert not score.made_history


def test_a_server_is_timed_without_what_was_kept(tmp_path):
    path = library(tmp_path / "l.sqlite", {"a": "mug"}, [("mug", "a")])
    with embeddings() as stub:
        (score,) = bench_encoders(path, [f"{stub.url}#small"])
        texts = [request["input"] for request in stub.requests]
    assert score.recall_at_1 == 1.0 and texts.count(["mug"]) == 1 + 2 * 3


@pytest.mark.parametrize("wins", [[], [("q", "out")], [("q", "round")]])
def test_nothing_to_compare_on(tmp_path, wins):
    skills = {"a": "heat", "out": ("retired", None), "round": ("merged", "about"), "about": ("merged", "round")}
    path = library(tmp_path / "l.sqlite", skills, wins)
    with pytest.raises(DataError, match=f"{len(wins)} wins are recorded, none of a skill that is still active"):
        bench_encoders(path, ["hashing"])
    with pytest.raises(DataError, match="at least 1, not 0"):
        bench_encoders(path, ["hashing"], k=0)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=12), st.data())
def test_ranks_equal_a_slow_count(values, data):
    cosines = np.array(values, dtype=np.float32)
    winners = data.draw(st.lists(st.integers(0, len(values) - 1), min_size=1, unique=True))
    slow = sorted(
        1 + sum(other > values[i] or (other == values[i] and j < i) for j, other in enumerate(values))
        for i in winners
    )
    assert winner_ranks(cosines, winners) == slow
