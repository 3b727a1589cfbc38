"""A cluster run's library through the actor that is its only writer: the same as in one process."""

from __future__ import annotations

import sys
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from skill1.config import Skill1Config
from skill1.library import Library
from skill1.library.curation import curate
from skill1.library.curation_plan import Curation
from skill1.library.curation_queue import apply_queue, read_queue
from skill1.run.directory import prepare_run_dir
from skill1.train.verl.library_actor import ActorLibrary, LibraryServer

from .builders import HASHING, episode

pytest.importorskip("faiss")
CONFIG = replace(Skill1Config(), library=HASHING)
TEXTS = [("heat an egg", "use the microwave"), ("cool a mug", "use the fridge"), ("find a book", "look around")]


class Actor:
    """Calls a server at once, in the manner of a Ray actor."""

    def __init__(self, server):
        self._server = server

    def __getattr__(self, name):
        method = SimpleNamespace(remote=getattr(self._server, name))
        method.options = lambda **_: method
        return method


@pytest.fixture
def ray(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=lambda answer: answer))


def train(library, run, ask):
    """Two steps, with a question between them."""
    for step in (1, 2):
        drafts = [episode(0, i, step=step, draft=text) for i, text in enumerate(TEXTS)]
        library.commit(drafts, step=step, policy_version=step)
        apply_queue(
            run, step, lambda requests, at=step: library.curate(requests, step=at, policy_version=at, strict=False)
        )
        if step == 1:
            ask(library.skills())
    return library


def test_an_actor_does_what_one_process_does(tmp_path, ray):
    runs = {}
    for name in ("local", "cluster"):
        runs[name] = run = tmp_path / name
        prepare_run_dir(run, CONFIG)
        library = Library.open(run / "library.sqlite", HASHING, create=True)
        if name == "cluster":
            library.close()
            server = LibraryServer(CONFIG, str(run))
            library = ActorLibrary(Actor(server), Library.open(run, HASHING, read_only=True))

        def ask(skills, run=run):
            egg, mug, book = (skill.id for skill in skills)
            curate(run, Curation("ban", egg), Curation("edit", mug, strategy="wait"), Curation("pin", book))

        version = train(library, run, ask).version
        assert version == 3 and len(library) == 2  # the reader has followed
        library.close()
    with Library.open(runs["local"], HASHING) as one, Library.open(runs["cluster"], HASHING) as other:
        assert one.skills(None) == other.skills(None) and one.commits() == other.commits()
        assert one.check() == other.check() == []
    assert [e.outcome for e in read_queue(runs["local"])] == [e.outcome for e in read_queue(runs["cluster"])]
    assert all(entry.applied_step == 2 for entry in read_queue(runs["cluster"]))


def test_the_actor_answers_and_the_reader_loads_no_encoder(tmp_path, ray, monkeypatch):
    drafts = [episode(0, i, draft=text) for i, text in enumerate(TEXTS)]
    with Library.open(tmp_path / "library.sqlite", HASHING, create=True) as library:
        library.commit(drafts, step=1, policy_version=0)
        server = LibraryServer(CONFIG, str(tmp_path))
        reader = Library.open(tmp_path / "library.sqlite", HASHING, read_only=True)
        monkeypatch.setattr(reader.encoder, "encode_queries", lambda texts: pytest.fail("the reader was asked"))
        view = ActorLibrary(Actor(server), reader)
        texts = ["heat an egg", "cool a large mug", "look"]
        assert np.array_equal(view.cosines(texts, view.skills()), library.cosines(texts, library.skills()))
        view.close()
