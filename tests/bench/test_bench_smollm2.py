"""The short run of a language model: from games to the record, with a toy model in SmolLM2's place."""

import json
from dataclasses import replace

import pytest

from skill1.recipes.worlds import GamesPlan, world_of
from tests.bench.scripts import script
from tests.models.toy_model import NAME, fetch_toy

pytest.importorskip("gguf")
pytest.importorskip("accelerate")
smollm2 = script("smollm2")
TINY = [
    "--model.max_prompt_tokens=7000",  # a token a letter
    "--train.micro_batch_tokens=16384",
    "--sft.successes_only=false",
    "--env.max_steps=2",
    "--train.threads=1",
    "--train.steps=1",
    "--train.tasks_per_step=2",
    "--train.group_size=2",
    "--train.mini_batches=1",
    "--eval.limit=2",
    "--eval.round_tasks=1",
]


@pytest.fixture
def plan(tmp_path, monkeypatch):
    fetch_toy(tmp_path, monkeypatch)
    world = replace(
        world_of("search", smollm2.MODEL),
        model=NAME,
        games=GamesPlan(seed=0, train=6, seen=4, unseen=8),
    )
    return smollm2.shortened(world, (4, 3))


def test_the_record_has_every_step_and_both_policies_and_nothing_is_done_twice(plan, tmp_path):
    record = smollm2.measured(plan, tmp_path / "runs", TINY)
    assert json.loads(json.dumps(record)) == record
    assert [lesson["episodes"] for lesson in record["cold_start"]["lessons"]] == [4, 3]
    assert [set(step) for step in record["steps"]] == [set(smollm2.FIGURES)]
    for when in ("before", "after"):
        assert {library: cell["episodes"] for library, cell in record[when].items()} == {"fresh": 2, "none": 2}
    again = smollm2.measured(plan, tmp_path / "runs", TINY)
    assert again | {"cpu_minutes": 0} == record | {"cpu_minutes": 0}
