"""Skill1 against its cold start and GRPO in homes, from games to the record, with a toy model in SmolLM2's place."""

import importlib.util
import json

import pytest

from tests.bench.scripts import script
from tests.models.toy_model import NAME, fetch_toy

pytest.importorskip("gguf")
pytest.importorskip("accelerate")
homes_smollm2 = script("homes_smollm2")
pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("alfworld") is None,
    reason="rooms are those of the wheel: pip install --no-deps alfworld==0.4.2",
)
TINY = [
    "--model.max_prompt_tokens=7000",  # a token a letter
    "--train.micro_batch_tokens=16384",
    "--sft.successes_only=false",
    "--env.max_steps=2",
    "--train.threads=1",
    "--train.steps=1",
    "--train.library_steps=0",
    "--train.tasks_per_step=2",
    "--train.group_size=2",
    "--train.mini_batches=1",
    "--train.frozen_layers=0",
    "--eval.limit=4",
]
GAMES = {"--train": 24, "--seen": 24, "--unseen": 24, "--seed": 0}


@pytest.mark.slow
def test_the_record_has_three_players_and_what_is_there_is_not_made_again(tmp_path, monkeypatch):
    fetch_toy(tmp_path, monkeypatch)
    monkeypatch.setattr(homes_smollm2, "LESSONS", (("explorer", 3, 7), ("wary", 2, 9)))
    monkeypatch.setattr(homes_smollm2, "ROUND_TASKS", 1)
    bench = homes_smollm2.Bench(tmp_path / "homes", NAME, 2, TINY, seeds=(0, 1))
    record = homes_smollm2.measured(bench, GAMES)
    assert set(record["evaluations"]) == {"cold", "skill1", "grpo"}
    assert [made["demonstrations"] for made in record["by_seed"]] == [
        ["--expert explorer --n 3 --seed 7", "--expert wary --n 2 --seed 9"],
        ["--expert explorer --n 3 --seed 107", "--expert wary --n 2 --seed 109"],
    ]
    # The second lesson goes on from the first, both methods from the second, and each seed has its own.
    weights = [
        (tmp_path / "homes" / seed / name / "model.safetensors").read_bytes()
        for seed in ("seed-0", "seed-1")
        for name in ("cold-explorer", "cold")
    ]
    assert len(set(weights)) == 4
    assert all(found["episodes"] == [8, 8] for found in record["evaluations"].values())
    assert [len(steps) for made in record["by_seed"] for steps in made["steps"].values()] == [1, 1, 1, 1]
    over = record["skill1_over"]["cold"]["all"]
    assert over["difference"] == pytest.approx(sum(over["each"]) / 2)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "homes").rglob("*.json*")}
    assert json.dumps(homes_smollm2.measured(bench, GAMES)) == json.dumps(record)
    assert before == {path: path.stat().st_mtime_ns for path in (tmp_path / "homes").rglob("*.json*")}


def test_one_seed_has_no_folder_of_its_own_and_jobs_may_run_at_once(tmp_path):
    alone = homes_smollm2.Bench(tmp_path, NAME, 1, [])
    assert alone.of_seed(0).folder == tmp_path and alone.of_seed(0).games == tmp_path / "games-0"
    several = homes_smollm2.Bench(tmp_path, NAME, 1, [], seeds=(0, 1), at_once=2)
    assert several.each(divmod, [(7, 2), (9, 4)]) == alone.each(divmod, [(7, 2), (9, 4)]) == [(3, 1), (2, 1)]


def test_differences_are_of_tasks_and_of_the_last_rounds():
    def result(successes):
        episodes = [
            {"task": f"t{i // 2}", "status": "ok", "success": bool(won)} for i, won in enumerate(successes)
        ]
        return {"tasks": 4, "round_tasks": 1, "results": episodes}

    better, worse = result([0, 0, 1, 1, 1, 1, 1, 0]), result([1, 0, 0, 0, 0, 0, 1, 0])
    assert homes_smollm2.last_begins(better) == 1
    assert homes_smollm2.by_task([better, worse], 1).tolist() == [[1.0, 1.0, 0.5], [0.0, 0.0, 0.5]]
    rows = [
        {"skill": skill, "success": won, "status": "ok"}
        for skill, won in (("s", True), ("s", False), (None, True))
    ]
    assert homes_smollm2.share_won([{"results": rows[:1]}, {"results": rows[1:]}], has_skill=True) == 0.5
    assert homes_smollm2.share_won([{"results": rows[:2]}], has_skill=False) is None
    found = homes_smollm2.difference([better], [worse], 1)
    assert found["difference"] == pytest.approx((1 + 1 + 0) / 3)
    assert found["interval_95"][0] == pytest.approx(0.0)
    both = homes_smollm2.difference([better, worse], [worse, worse], 1)
    assert both["each"] == pytest.approx([2 / 3, 0.0])
