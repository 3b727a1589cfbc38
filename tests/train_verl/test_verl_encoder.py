"""Where the library's actor puts its encoder. Needs neither verl nor Ray."""

from dataclasses import replace

import pytest

from skill1.config import LibraryConfig, Skill1Config
from skill1.errors import LibraryError
from skill1.library import Library, sentence_encoder
from skill1.train.verl.library_actor import LibraryServer


def test_a_model_that_encodes_runs_on_the_cpu(tmp_path, monkeypatch):
    """All memory of the GPUs is planned for, and a model is put there unless its device is named."""
    asked = []

    def load(location, device):
        asked.append(device)
        raise OSError("none here")

    monkeypatch.setattr(sentence_encoder, "_load_model", load)
    monkeypatch.setattr(sentence_encoder.importlib.util, "find_spec", lambda name: object())
    Library.open(tmp_path / "library.sqlite", LibraryConfig(encoder="hashing"), create=True).close()
    config = replace(Skill1Config(), library=LibraryConfig(encoder="some/model"))
    with pytest.raises(LibraryError, match="some/model"):
        LibraryServer(config, str(tmp_path))
    assert asked == ["cpu"]
