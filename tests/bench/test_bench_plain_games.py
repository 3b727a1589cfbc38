"""Supervised learning on plain games, from games to the record, with a toy model in SmolLM2's place."""

import importlib.util
import json

import pytest

from tests.bench.scripts import script
from tests.models.toy_model import NAME, fetch_toy

pytest.importorskip("gguf")
pytest.importorskip("accelerate")
plain_games = script("plain_games")
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("alfworld") is None,
    reason="games are made from the data of the wheel: pip install --no-deps alfworld==0.4.2",
)
TINY = ["--model.max_prompt_tokens=7000", "--sft.successes_only=false", "--env.max_steps=2", "--train.threads=1"]


def test_the_record_has_both_evaluations_and_nothing_is_done_twice(tmp_path, monkeypatch):
    fetch_toy(tmp_path, monkeypatch)
    given = (tmp_path / "plain", 4, (0.0, 0.4), [*TINY, f"--model.path={NAME}"])
    games = {"--train": 6, "--seen": 2, "--unseen": 3}
    record = plain_games.measured(*given, games=games)
    assert [(each["temperature"], each["episodes"]) for each in record["evaluations"]] == [(0.0, 3), (0.4, 3)]
    assert json.loads(json.dumps(record)) == record
    monkeypatch.setattr(plain_games, "command", lambda *words: pytest.fail(f"again: {words}"))
    assert plain_games.measured(*given, games=games) == record
