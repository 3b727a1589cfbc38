"""Bit-equal results on ALFWorld-format games: batch sizes 1, 7, 64 and 0, 1, 4 workers, greedy and sampled."""

import json

import pytest

from skill1.evaluate import evaluate


@pytest.fixture
def played(games, player, skills_file):
    """The JSON of an evaluation, as it would be written."""

    def play(mode, temperature, *, size=64, workers=0):
        config = games(
            *(f"--eval.library={mode}", f"--eval.temperature={temperature}", "--eval.round_tasks=4"),
            *(f"--eval.batch_size={size}", f"--env.workers={workers}"),
        )
        return json.dumps(evaluate(config, model=player, library_path=str(skills_file), repeats=2), indent=2)

    return play


@pytest.mark.parametrize(
    ("mode", "temperature", "sizes"), [("frozen", 0, (7,)), ("fresh", 1.0, (1, 7)), ("random", 1.0, (1,))]
)
def test_the_json_is_the_same_to_the_bit(played, mode, temperature, sizes):
    first = played(mode, temperature)
    for size in sizes:
        assert played(mode, temperature, size=size) == first
    got = json.loads(first)
    assert (got["tasks"], got["episodes"], got["errors"], len(got["results"])) == (5, 10, 0, 10)
    assert len(got["by_type"]) >= 4 and got["is_whole_split"]
    assert len(got["rounds"]) == (2 if mode == "fresh" else 1)
    assert (got["tokens"]["episodes_with_skill"] == 10) == (mode == "random")


@pytest.mark.parametrize(("temperature", "workers", "size"), [(0, 1, 64), (1.0, 4, 7)])
def test_the_json_is_the_same_for_any_number_of_workers(played, temperature, workers, size):
    assert played("online", temperature, size=size, workers=workers) == played("online", temperature)
