"""Rows of verl's agent processes back to episodes. Needs verl."""

from dataclasses import replace
from pathlib import Path

import pytest
import yaml

pytest.importorskip("transfer_queue")  # comes with verl; `verl` alone could be this folder
torch = pytest.importorskip("torch")

from verl_records import BARE, EPISODE  # noqa: E402

from skill1.errors import TrainingError  # noqa: E402
from skill1.run.directory import prepare_run_dir  # noqa: E402
from skill1.schema import EpisodeKey  # noqa: E402
from skill1.train.verl.run import write_for_agents  # noqa: E402
from tests.rollout.tiny_world import household, tiny_policy  # noqa: E402

pytestmark = pytest.mark.verl


def rows_of(*episodes):
    from skill1.train.verl.agent_loop import episode_rows

    return table({f"s1t{e.key.task}_{e.key.rollout}": episode_rows(e) for e in episodes})


def table(outputs):
    keys = [f"{name}_{i}" for name, rows in outputs.items() for i in range(len(rows))]
    rows = [row for of in outputs.values() for row in of]

    def jagged(name, kind):
        return torch.nested.as_nested_tensor(
            [torch.tensor(getattr(row, name), dtype=kind) for row in rows], layout=torch.jagged
        )

    return keys, {
        "prompts": jagged("prompt_ids", torch.int64),
        "responses": jagged("response_ids", torch.int64),
        "rollout_log_probs": jagged("response_logprobs", torch.float32),
        "extra_fields": [row.extra_fields for row in rows],
    }


def test_rows_become_the_episodes_they_came_from_in_order():
    from skill1.train.verl.trainer import _episodes

    second = replace(EPISODE, key=EpisodeKey(7, 12, 1, 10))
    assert _episodes(*rows_of(second, BARE, EPISODE), Path("run")) == [BARE, EPISODE, second]


def test_an_episode_in_error_gives_one_row_without_anything_to_train():
    from skill1.train.verl.agent_loop import episode_rows

    (row,) = episode_rows(BARE)
    assert row.response_mask == [0] and row.reward_score == 0.0


def test_a_failure_that_is_not_the_environments_stops_the_step():
    from skill1.train.verl.agent_loop import _empty_row
    from skill1.train.verl.trainer import _episodes

    with pytest.raises(TrainingError, match="(?s)An episode failed: PolicyError: gone.*--run-dir run --resume"):
        _episodes(*table({"s1t0_0": [_empty_row({"failure": "PolicyError: gone"})]}), Path("run"))


def test_agents_of_a_resumed_run_play_as_it_was_resumed(tmp_path):
    from skill1.train.verl.agent_loop import _world

    model = tiny_policy(tmp_path / "model")
    options = ("--backend=verl", "--train.final_learning_rate=1", "--library.enabled=false")
    first, resumed = (household(model, *options, f"--env.timeout_s={limit}", method="grpo") for limit in (30, 60))
    prepare_run_dir(tmp_path / "run", first)
    agents = yaml.safe_load(write_for_agents(resumed, tmp_path / "run").read_text())
    assert _world(str(tmp_path / "run"), agents[0]["config_file"], str(model)).config == resumed
