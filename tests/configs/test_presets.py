"""The presets of the paper and of its released code, against tables written down by hand from the sources.

arXiv 2605.06130, Tables 4, 5 and 6 and appendix C; the launch scripts and the code of the release; for Search-QA, which
the paper does not play, the launch scripts of Search-R1 and SkillRL. Nothing here is read from skill1's defaults.
"""

from pathlib import Path

import pytest

from skill1.cli import main
from skill1.config.load import load_config
from skill1.config.save import diff_configs, flat_values
from skill1.errors import ConfigError
from skill1.train.verl.overlay import overlay

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENTS = ("alfworld", "webshop")
BACKENDS = ("local", "verl")
TABLE_4 = {
    "model.path": "Qwen/Qwen2.5-7B-Instruct",
    "train.learning_rate": 1e-6,
    "loss.kl_coefficient": 0.01,
    "train.gradient_checkpointing": True,
    "credit.lambda_rerank": 0.3,
    "credit.lambda_distill": 0.3,
    "train.group_size": 16,
    "model.max_prompt_tokens": 16384,
    "sampling.act_tokens": 2048,
    "sampling.distill_tokens": 2048,
    "cluster.tensor_parallel": 4,
    "cluster.gpu_memory": 0.7,
    "eval.temperature": 0.4,
    "train.validate_temperature": 0.4,
    "train.validate_every": 20,
}
MINI_BATCH = 256  # episodes, Table 4
TABLE_5 = {
    "alfworld": {"train.tasks_per_step": 16, "train.validate_tasks": 64, "env.max_steps": 50},
    "webshop": {"train.tasks_per_step": 32, "train.validate_tasks": 128, "env.max_steps": 15},
}
TABLE_6 = {
    "library.encoder": "sentence-transformers/all-MiniLM-L6-v2",
    "library.top_k": 5,
    "library.ucb_scale": 1.0,
    "library.capacity": 5000,
    "library.alpha": 0.05,
}
EQUATIONS = {
    "library.similarity_weight": 1.0,  # Eq. 3; Table 6's 0.6 is an option of its own, below
    "env.invalid_action_penalty": 0.0,  # Eq. 4
    "library.utility_update": "retrieved",  # Eq. 5
    "credit.selection": "ndcg",  # Eq. 6, 9
    "credit.distillation": "variation",  # Eq. 7, 10
    "credit.utilisation": "episode",  # Eq. 8, 12
    "loss.normalise": "equation",  # Eq. 8-10
    "library.retirement": "log",  # section 3.1: U log n
    "library.protect_steps": 0,
    "library.init": None,  # section 4.1
    "train.steps": 150,  # appendix C
    "cluster.gpus_per_node": 8,
    "agent.allow_none": False,
}
CODE_WHERE_THE_PAPER_IS_SILENT = {
    "library.initial_utility": 0.5,
    "library.merge_similarity": 0.85,
    "train.checkpoint_every": 50,
    "agent.history_window": 2,
}
RELEASED = {
    "alfworld": {
        "env.invalid_action_penalty": 0.1,
        "credit.lambda_rerank": 0.3,
        "credit.lambda_distill": 0.3,
        "env.max_steps": 50,
    },
    "webshop": {
        "env.invalid_action_penalty": 0.5,
        "credit.lambda_rerank": 1.0,  # its script sets neither
        "credit.lambda_distill": 1.0,
        "env.max_steps": 15,
        "train.validate_tasks": 64,
    },
}
RELEASED_IN_BOTH = {
    "train.group_size": 8,
    "train.tasks_per_step": 16,
    "library.top_k": 3,
    "library.similarity_weight": 1.0,
    "library.similarity_threshold": 0.4,
    "library.initial_utility": 0.5,
    "library.alpha": 0.05,
    "library.retirement": "log1p",
    "library.protect_steps": 10,  # its n begins at 1, so that none of the newest scores 0
    "credit.distillation": "none",
}
IN_VERL = {  # the same numbers as verl is told them
    "actor_rollout_ref.model.path": "Qwen/Qwen2.5-7B-Instruct",
    "actor_rollout_ref.actor.optim.lr": 1e-6,
    "actor_rollout_ref.actor.use_kl_loss": True,
    "actor_rollout_ref.actor.kl_loss_coef": 0.01,
    "actor_rollout_ref.actor.kl_loss_type": "low_var_kl",
    "actor_rollout_ref.model.enable_gradient_checkpointing": True,
    "actor_rollout_ref.rollout.n": 16,
    "actor_rollout_ref.rollout.tensor_model_parallel_size": 4,
    "actor_rollout_ref.rollout.gpu_memory_utilization": 0.7,
    "actor_rollout_ref.actor.ppo_max_token_len_per_gpu": 16384 + 2048,
    "data.max_prompt_length": 16384,
    "data.max_response_length": 2048,
    "trainer.n_gpus_per_node": 8,
    "trainer.total_training_steps": 150,
}


def preset(env, name, backend):
    return load_config(f"{env}/{name}", [f"--backend={backend}"])


def compared(config, expected):
    values = flat_values(config)
    return {key: values[key] for key in expected}


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("env", ENVIRONMENTS)
def test_paper_holds_every_number_of_its_tables(env, backend):
    expected = TABLE_4 | TABLE_5[env] | TABLE_6 | EQUATIONS | CODE_WHERE_THE_PAPER_IS_SILENT
    config = preset(env, "paper", backend)
    assert compared(config, expected) == expected
    assert config.env.name == config.agent.profile == env
    episodes = config.train.tasks_per_step * config.train.group_size
    assert episodes / config.train.mini_batches == MINI_BATCH


@pytest.mark.parametrize("env", ENVIRONMENTS)
def test_paper_reaches_verl(env):
    values = overlay(preset(env, "paper", "verl"), Path("runs/RUN"))
    assert {path: values[path] for path in IN_VERL} == IN_VERL
    assert values["data.train_batch_size"] == TABLE_5[env]["train.tasks_per_step"]
    assert values["actor_rollout_ref.actor.ppo_mini_batch_size"] == MINI_BATCH // 16


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("env", ENVIRONMENTS)
def test_released_holds_what_the_scripts_and_the_code_set(env, backend):
    expected = RELEASED_IN_BOTH | RELEASED[env]
    assert compared(preset(env, "released", backend), expected) == expected


@pytest.mark.parametrize("env", ENVIRONMENTS)
def test_what_we_recommend_differs_from_the_paper_in_what_it_says(env):
    ours, paper = flat_values(load_config(f"{env}/skill1")), flat_values(load_config(f"{env}/paper"))
    penalty = {"alfworld": 0.1, "webshop": 0.5}[env]  # released code
    assert {key: ours[key] for key in ours if ours[key] != paper[key]} == {
        "agent.profile": "dialogue",
        "env.invalid_action_penalty": penalty,
        "library.retirement": "log1p",
        "library.protect_steps": 10,
    }


def test_webshop_trains_and_reports_as_its_page_says():
    values = flat_values(load_config("webshop/paper"))
    expected = {"env.goals": "synthetic", "env.reward": "success", "env.search": "builtin", "eval.split": "test"}
    assert {key: values[key] for key in expected} == expected and values["train.validate_split"] == "eval"


@pytest.mark.parametrize("env", ENVIRONMENTS)
@pytest.mark.parametrize("row", ["skill1", "cluster", "paper", "released"])
def test_retrieval_is_eq_3_unless_table_6_is_asked_for_by_name(env, row):
    assert load_config(f"{env}/{row}").library.similarity_weight == 1.0
    table_6 = load_config(f"{env}/ablations/table6_retrieval")
    assert (table_6.library.similarity_weight, table_6.library.ucb_scale) == (0.6, 1.0)
    changed = diff_configs(load_config(f"{env}/skill1"), table_6)
    assert [line.partition(":")[0] for line in changed] == ["library.similarity_weight"]


@pytest.mark.parametrize("env", ENVIRONMENTS)
def test_rows_of_the_ablation_table_have_the_shape_of_the_cluster(env):
    """So `--config ENV/ablations/ROW --backend verl` runs on 8 GPUs of 80 GB as ENV/cluster does."""
    rows = sorted((ROOT / "configs" / env / "ablations").glob("*.yaml"))
    assert len(rows) == 7
    for row in rows:
        config = load_config(f"{env}/ablations/{row.stem}", ["--backend=verl"])
        cluster = load_config(f"{env}/cluster")
        assert (config.cluster, config.train) == (cluster.cluster, cluster.train)


@pytest.mark.parametrize("env", ENVIRONMENTS)
@pytest.mark.parametrize("name", ["paper", "released"])
def test_doctor_looks_at_the_presets_environment(env, name, capsys):
    main(["doctor", "--for", f"{env}/{name}", "--json", "--env.data", str(ROOT / "data" / env)])
    printed = capsys.readouterr().out
    assert f'"environment {env}"' in printed
    assert "valid_seen" not in printed or env == "alfworld"


@pytest.mark.parametrize("name", ["paper", "released"])
def test_a_bare_name_says_which_presets_there_are(name):
    with pytest.raises(ConfigError, match=f"Did you mean alfworld/{name} or webshop/{name}?"):
        load_config(name)


SEARCH_EPISODE = {
    "env.max_steps": 4,
    "env.top_k": 3,
    "env.invalid_action_penalty": 0.01,
    "agent.history_window": 4,
}
SEARCH_FIELD = {  # of SDAR and UCOB
    **SEARCH_EPISODE,
    "train.tasks_per_step": 128,
    "train.group_size": 8,
    "train.steps": 150,
    "sampling.act_tokens": 512,
    "train.learning_rate": 1e-6,
    "loss.kl_coefficient": 0.001,
    "env.rules": "skill1",
    "eval.split": "test",
}
SEARCH_SKILLRL = {  # examples/grpo_trainer/run_search_skills.sh
    **SEARCH_EPISODE,
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
SEARCH_PAPER = {  # arXiv 2605.06130, Tables 4 and 6, and its equations
    "library.top_k": 5,
    "library.capacity": 5000,
    "library.alpha": 0.05,
    "credit.selection": "ndcg",
    "credit.distillation": "variation",
    "credit.lambda_rerank": 0.3,
    "credit.lambda_distill": 0.3,
}


@pytest.mark.parametrize(
    ("name", "table"),
    [
        ("skill1", SEARCH_FIELD | SEARCH_PAPER),
        ("grpo", SEARCH_FIELD),
        ("skillrl", SEARCH_SKILLRL),
        ("search_r1", SEARCH_R1),
    ],
)
def test_search_presets_have_the_numbers_of_their_sources(name, table):
    flat = flat_values(load_config(f"search/{name}"))
    assert {key: flat[key] for key in table} == table


def test_the_baseline_of_search_has_the_same_budget():
    changed = diff_configs(load_config("search/skill1"), load_config("search/grpo"))
    assert [line for line in changed if not line.startswith(("method:", "library.", "credit."))] == []


def test_the_cluster_of_search_is_the_same_run_on_verl(tmp_path):
    changed = diff_configs(load_config("search/skill1"), load_config("search/cluster"))
    assert [line.partition(":")[0] for line in changed] == ["backend"]
    assert overlay(load_config("search/cluster"), tmp_path)
