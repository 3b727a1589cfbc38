"""How near a text is to a skill: the figure behind select/task_similarity."""

from dataclasses import replace

import pytest

from skill1.library import Library
from skill1.library.encoder import HashingEncoder

from .builders import HASHING, episode

pytest.importorskip("faiss")
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
