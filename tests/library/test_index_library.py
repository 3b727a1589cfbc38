"""The key library.index, through a whole library."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("faiss")

from skill1.errors import LibraryError  # noqa: E402
from skill1.library import Library  # noqa: E402

from .builders import HASHING, LetterEncoder, episode  # noqa: E402

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
