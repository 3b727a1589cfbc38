"""Search-QA's presets against tables written down by hand from the sources: launch scripts of Search-R1 and SkillRL."""

import pytest

from skill1.config.load import load_config
from skill1.config.save import diff_configs, flat_values
from skill1.train.verl.overlay import overlay

EPISODE = {"env.max_steps": 4, "env.top_k": 3, "env.invalid_action_penalty": 0.01, "agent.history_window": 4}
FIELD = {  # of SDAR and UCOB
    **EPISODE,
    "train.tasks_per_step": 128,
    "train.group_size": 8,
    "train.steps": 150,
    "sampling.act_tokens": 512,
    "train.learning_rate": 1e-6,
    "loss.kl_coefficient": 0.001,
    "env.rules": "skill1",
    "eval.split": "test",
}
SKILLRL = {  # examples/grpo_trainer/run_search_skills.sh
    **EPISODE,
    "train.tasks_per_step": 256,
    "train.group_size": 4,
    "model.max_prompt_tokens": 5000,
    "sampling.act_tokens": 700,
    "train.learning_rate": 1e-6,
    "train.warmup_steps": 15,
    "loss.kl_coefficient": 0.001,
}
SEARCH_R1 = {  # train_grpo.sh
    "env.rules": "search_r1",
    "env.max_steps": 3,
    "env.top_k": 3,
    "train.tasks_per_step": 512,
    "train.group_size": 5,
    "train.steps": 1005,
    "sampling.act_tokens": 500,
    "model.max_prompt_tokens": 4096,
    "train.learning_rate": 1e-6,
    "loss.kl_coefficient": 0.001,
}
PAPER = {  # arXiv 2605.06130, Tables 4 and 6, and its equations
    "library.top_k": 5,
    "library.capacity": 5000,
    "library.alpha": 0.05,
    "credit.selection": "ndcg",
    "credit.distillation": "variation",
    "credit.lambda_rerank": 0.3,
    "credit.lambda_distill": 0.3,
}


@pytest.mark.parametrize(
    ("name", "table"), [("skill1", FIELD | PAPER), ("grpo", FIELD), ("skillrl", SKILLRL), ("search_r1", SEARCH_R1)]
)
def test_presets_have_the_numbers_of_their_sources(name, table):
    flat = flat_values(load_config(f"search/{name}"))
    assert {key: flat[key] for key in table} == table


def test_the_baseline_has_the_same_budget():
    changed = diff_configs(load_config("search/skill1"), load_config("search/grpo"))
    assert [line for line in changed if not line.startswith(("method:", "library.", "credit."))] == []


def test_the_cluster_is_the_same_run_on_verl(tmp_path):
    changed = diff_configs(load_config("search/skill1"), load_config("search/cluster"))
    assert [line.partition(":")[0] for line in changed] == ["backend"]
    assert overlay(load_config("search/cluster"), tmp_path)
