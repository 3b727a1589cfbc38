"""How near a text is to a skill: the figure behind select/task_similarity, in one process and through the actor."""

import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from skill1.config import Skill1Config
from skill1.library import Library
from skill1.library.encoder import HashingEncoder
from skill1.train.verl.library_actor import ActorLibrary, LibraryServer

from .builders import HASHING, episode

pytest.importorskip("faiss")
CONFIG = replace(Skill1Config(), library=HASHING)
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


def test_asking_changes_no_later_answer():
    with fill(Library.in_memory(HASHING)) as asked, fill(Library.in_memory(HASHING)) as other:
        asked.cosines(["heat an egg", "find a book"], list(asked.skills()))
        query = "heat the egg again"
        assert asked.retrieve(query, training=True) == other.retrieve(query, training=True)
        assert asked.version == other.version


class ActorMethod:
    """A remote method of an actor that answers at once."""

    def __init__(self, method):
        self.remote = method

    def options(self, **_):
        return self


class Actor:
    def __init__(self, server):
        self._server = server

    def __getattr__(self, name):
        return ActorMethod(getattr(self._server, name))


def test_the_actor_answers_and_the_reader_loads_no_encoder(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=lambda answer: answer))
    fill(Library.open(tmp_path / "library.sqlite", HASHING, create=True)).close()
    server = LibraryServer(CONFIG, str(tmp_path))
    reader = Library.open(tmp_path / "library.sqlite", HASHING, read_only=True)

    def refuse(texts):
        raise AssertionError("the reader was asked to encode")

    monkeypatch.setattr(reader.encoder, "encode_queries", refuse)
    view = ActorLibrary(Actor(server), reader)
    texts = ["heat an egg", "cool a large mug"]
    with fill(Library.in_memory(HASHING)) as local:
        assert np.array_equal(view.cosines(texts, view.skills()), local.cosines(texts, local.skills()))
    view.close()
