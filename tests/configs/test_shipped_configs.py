"""The configurations that come with skill1: they resolve, hold no dead lines, and say what the paper says."""

import subprocess
from pathlib import Path

import pytest
import yaml

from skill1.config import Skill1Config
from skill1.config_files import configs_folder, diff_configs, flat_values, load_config

ROOT = configs_folder()
FILES = sorted(path.relative_to(ROOT).with_suffix("").as_posix() for path in ROOT.rglob("*.yaml"))
TABLE_2 = {
    "no_selection": {"agent.selection": "similarity"},
    "no_distillation": {"agent.distillation": "raw"},
    "no_library": {"library.enabled": False},
    "lambda1_zero": {"credit.lambda_rerank": 0.0},
    "lambda2_zero": {"credit.lambda_distill": 0.0},
    "lambdas_zero": {"credit.lambda_rerank": 0.0, "credit.lambda_distill": 0.0},
}
# May be written out although equal to the default: what the file is about, and rates that come in pairs.
FOR_THE_READER = ("method", "env.name", "sft.final_learning_rate")
# arXiv 2605.06130v1; where the paper gives no number, the released code.
PAPER = {
    "model.path": "Qwen/Qwen2.5-7B-Instruct",  # section 4.1
    "model.max_prompt_tokens": 16384,  # Table 4 from here on
    "sampling.act_tokens": 2048,
    "sampling.distill_tokens": 2048,
    "train.group_size": 16,
    "train.learning_rate": 1e-6,
    "train.mini_batches": 1,  # 256 episodes a mini-batch are all of a step's 16 x 16
    "train.gradient_checkpointing": True,
    "loss.kl_coefficient": 0.01,
    "loss.normalise": "equation",
    "credit.selection": "ndcg",
    "credit.distillation": "variation",
    "credit.lambda_rerank": 0.3,
    "credit.lambda_distill": 0.3,
    "eval.temperature": 0.4,
    "train.tasks_per_step": 16,  # Table 5
    "eval.round_tasks": 64,
    "env.max_steps": 50,
    "library.encoder": "sentence-transformers/all-MiniLM-L6-v2",  # Table 6
    "library.top_k": 5,
    "library.similarity_weight": 0.6,
    "library.ucb_scale": 1.0,
    "library.capacity": 5000,
    "library.alpha": 0.05,
    "library.utility_update": "retrieved",
    "library.init": None,  # section 4.1: empty
    "train.steps": 150,  # appendix C
    "library.initial_utility": 0.5,  # released code from here on
    "env.invalid_action_penalty": 0.1,
    "train.checkpoint_every": 50,
    "agent.history_window": 2,
    "agent.profile": "alfworld",  # ours
    "agent.allow_none": False,
    "env.train_split": "train",
    "eval.split": "valid_seen",
}
WEBSHOP_PAPER = PAPER | {
    "env.max_steps": 15,  # Table 5 from here on
    "train.tasks_per_step": 32,
    "eval.round_tasks": 128,
    "train.mini_batches": 2,  # Table 4: 256 episodes a mini-batch are half of a step's 32 x 16
    "env.invalid_action_penalty": 0.5,  # released code from here on
    "env.goals": "synthetic",
    "env.reward": "success",
    "env.observation": "text",
    "env.search": "builtin",
    "agent.profile": "webshop",
    "eval.split": "test",
}
RELEASED = {
    "train.group_size": 8,
    "train.tasks_per_step": 16,
    "library.top_k": 3,
    "library.similarity_weight": 1.0,
    "library.similarity_threshold": 0.4,
    "library.initial_utility": 0.5,
    "library.merge_similarity": 0.85,
    "library.alpha": 0.05,
    "library.retirement": "log1p",
    "library.protect_steps": 0,
    "credit.distillation": "none",
}


def own_values(name):
    """Dotted keys a file sets itself, and the name it inherits from (None: the defaults)."""
    tree = yaml.safe_load((ROOT / f"{name}.yaml").read_text(encoding="utf-8")) or {}
    parent = tree.pop("inherits", None)
    flat = {}
    several = tree.pop("env") if isinstance(tree.get("env"), list) else []
    assert all(entry_changes_something(entry) for entry in several), (
        "a line of env repeats the environment's own configuration"
    )
    for key, value in tree.items():
        flat |= {f"{key}.{inner}": v for inner, v in value.items()} if isinstance(value, dict) else {key: value}
    return flat, parent


def entry_changes_something(entry):
    """Whether each line of an entry of ``env: [...]`` differs from the environment's own configuration."""
    if isinstance(entry, str):
        return True
    base = flat_values(load_config(f"{entry['name']}/base"))
    renamed = {"eval_split": "eval.split", "profile": "agent.profile"}
    lines = {key: value for key, value in entry.items() if key not in ("name", "weight")}
    return all(base[renamed.get(key, f"env.{key}")] != value for key, value in lines.items())


def values_of(name, keys):
    flat = flat_values(load_config(name))
    return {key: flat[key] for key in keys}


@pytest.mark.parametrize("name", FILES)
def test_every_line_changes_something(name):
    """A line equal to what it inherits is noise."""
    own, parent = own_values(name)
    below = flat_values(load_config(parent) if parent else Skill1Config())
    resolved = flat_values(load_config(name))
    assert [key for key in own if key not in FOR_THE_READER and resolved[key] == below[key]] == []


@pytest.mark.parametrize("name", FILES)
def test_no_file_of_the_checkout_is_named(name):
    """An installed skill1 has only its packages: what a configuration names has to be in them, or made by a run."""
    flat = {k: v for k, v in flat_values(load_config(name)).items() if not k.endswith(".data")}  # games, products
    paths = [value for value in flat.values() if isinstance(value, str) and "/" in value]
    assert [path for path in paths if (ROOT.parent / path).exists() and not path.startswith("runs/")] == []


@pytest.mark.parametrize("env", ["alfworld", "household", "webshop"])
@pytest.mark.parametrize("row", sorted(TABLE_2))
def test_rows_of_table_2_are_a_line_or_two(env, row):
    name = f"{env}/ablations/{row}"
    lines = (ROOT / f"{name}.yaml").read_text(encoding="utf-8").splitlines()
    settings = [line for line in lines if line.strip() and not line.startswith(("#", "inherits:"))]
    assert 1 <= len(settings) <= 2
    assert values_of(name, TABLE_2[row]) == TABLE_2[row]
    changed = {line.partition(":")[0] for line in diff_configs(load_config(f"{env}/skill1"), load_config(name))}
    assert changed - {"agent.max_skill_chars"} == set(TABLE_2[row])


def test_alfworld_holds_the_numbers_of_the_paper():
    assert values_of("alfworld/skill1", PAPER) == PAPER
    assert load_config("alfworld/skill1").env.name == "alfworld"


def test_webshop_holds_the_numbers_of_the_paper():
    assert values_of("webshop/skill1", WEBSHOP_PAPER) == WEBSHOP_PAPER
    config = load_config("webshop/skill1")
    assert config.env.name == "webshop"
    assert config.train.tasks_per_step * config.train.group_size // config.train.mini_batches == 256


def test_the_preset_paper_is_the_defaults():
    assert load_config("paper") == Skill1Config()


def test_the_preset_released_holds_the_numbers_of_the_scripts():
    assert values_of("released", RELEASED) == RELEASED


@pytest.mark.parametrize("env", ["alfworld", "household", "webshop"])
def test_the_baseline_has_the_same_budget(env):
    """Nothing but the method and what only a library reads may differ."""
    changed = diff_configs(load_config(f"{env}/skill1"), load_config(f"{env}/grpo"))
    assert [line for line in changed if not line.startswith(("method:", "library.", "credit."))] == []
    assert load_config(f"{env}/grpo").method == "grpo"


def test_household_paper_credit_undoes_the_household_credit():
    keys = [key for key in PAPER if key.startswith("credit.")] + ["library.alpha", "library.utility_update"]
    assert values_of("household/ablations/paper_credit", keys) == {key: PAPER[key] for key in keys}


def scripts():
    return sorted((Path(__file__).parents[2] / "launch_scripts").rglob("*.sh"))


@pytest.mark.parametrize("script", scripts(), ids=lambda path: path.name)
def test_launch_scripts_are_bash(script):
    read = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True, timeout=20)
    assert read.returncode == 0, read.stderr


def test_environment_scripts_are_short():
    for script in scripts():
        if script.parent.name != "launch_scripts":
            assert len(script.read_text(encoding="utf-8").splitlines()) <= 22, script
