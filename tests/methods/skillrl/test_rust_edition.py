"""Configuration files of SkillRL's Rust edition."""

import json

import pytest

from skill1.cli import main
from skill1.errors import ConfigError, DataError
from skill1.methods.skillrl.rust_edition import load_rust_config

DEMO = {
    "sft": {"learning_rate": 1e-4, "batch_size": 16, "epochs": 3},
    "rl": {"learning_rate": 2e-6, "batch_size": 64, "group_size": 4, "kl_coeff": 0.02, "clip_epsilon": 0.1,
           "invalid_action_penalty": 0.3, "max_prompt_length": 5000, "max_response_length": 900, "training_epochs": 7},
    "skill_retrieval": {"top_k": 5, "similarity_threshold": 0.3},
    "evolution": {"validation_interval": 6, "max_new_skills": 2, "evolution_threshold": 0.5,
                  "max_analysis_deep": 9, "max_analysis_shallow": 4},
    "model": {"policy_api_base": "http://localhost:8000/v1", "policy_model_id": "Qwen/Qwen2.5-3B-Instruct",
              "teacher_api_base": "http://localhost:9000/v1", "teacher_model_id": "o3", "policy_api_key": "",
              "embedding_api_base": "http://localhost:9001/v1", "embedding_model_id": "small"},
}  # fmt: skip


def file_of(tmp_path, content):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return str(path)


def test_every_value_arrives_under_our_name(tmp_path):
    config = load_rust_config(file_of(tmp_path, DEMO), None, ["--seed=4"])
    assert (config.method, config.env.name, config.seed, config.skillrl.retrieval) == (
        "skillrl", "alfworld", 4, "paper",
    )  # fmt: skip
    assert (config.sft.learning_rate, config.sft.batch_size, config.sft.epochs) == (1e-4, 16, 3)
    train, own = config.train, config.skillrl
    assert (train.learning_rate, train.tasks_per_step, train.group_size, train.steps) == (2e-6, 16, 4, 7)
    assert (config.loss.kl_coefficient, config.loss.clip_low, config.loss.clip_high) == (0.02, 0.1, 0.1)
    assert (config.env.invalid_action_penalty, config.model.max_prompt_tokens) == (0.3, 5000)
    assert (config.sampling.act_tokens, config.model.path) == (900, "Qwen/Qwen2.5-3B-Instruct")
    assert (own.task_specific_top_k, own.similarity_threshold, own.evolve_every, own.max_new_skills) == (
        5,
        0.3,
        6,
        2,
    )
    assert (own.evolve_below, own.deep_failures, own.shallow_failures) == (0.5, 9, 4)
    assert (config.teacher.kind, config.teacher.url, config.teacher.model) == (
        "service", "http://localhost:9000/v1", "o3",
    )  # fmt: skip
    assert config.library.encoder == "http://localhost:9001/v1#small"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ({"rl": {"group_sizes": 8}}, "did you mean|expected rl.group_size \\(ours: train.group_size\\)"),
        ({"rl": {"lr": 8}}, "rl.learning_rate \\(ours: train.learning_rate\\)"),
        ({"reward": {}}, "no section"),
        ({"rl": {"batch_size": 65}}, "multiple of rl.group_size"),
        ({"rl": {"batch_size": 64, "group_size": 0}}, "multiple of rl.group_size"),
        ({"sft": {"epochs": None}}, "expected a number or a text"),
        ({"sft": {"epochs": 0}}, "sft.epochs"),
        ({"model": {"teacher_api_key": "sk-1"}}, "environment variable OPENAI_API_KEY"),
    ],
)
def test_a_wrong_file_is_answered_with_our_names(tmp_path, content, said):
    with pytest.raises(ConfigError, match=said) as caught:
        load_rust_config(file_of(tmp_path, content), None, [])
    assert "sk-1" not in str(caught.value)


def test_a_file_that_is_no_object(tmp_path):
    with pytest.raises(DataError, match="must be a JSON object"):
        load_rust_config(file_of(tmp_path, [1]), None, [])


def test_the_command_line_takes_it(tmp_path, capsys):
    assert main(["train", "--config", file_of(tmp_path, DEMO), "--env", "webshop", "--dry-run"]) == 0
    shown = capsys.readouterr().out
    assert "method: skillrl" in shown and "name: webshop" in shown and "evolve_every: 6" in shown
    assert main(["train", "--config", file_of(tmp_path, DEMO), "--method", "grpo", "--dry-run"]) == 0
    assert "method: grpo" in capsys.readouterr().out
