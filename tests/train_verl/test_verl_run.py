"""What ``skill1 train --backend verl`` refuses before anything starts. Needs no verl."""

import sys
from dataclasses import replace

import pytest

pytest.importorskip("torch")

from skill1.config import Skill1Config  # noqa: E402
from skill1.errors import MissingExtraError  # noqa: E402
from skill1.train.verl.run import train_on_verl  # noqa: E402

CONFIG = replace(Skill1Config(), backend="verl")


def test_without_the_extra_it_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"skill1\[verl\]"):
        train_on_verl(CONFIG, tmp_path / "run")
    assert not (tmp_path / "run").exists()
