"""The configurations that come with skill1: they resolve, hold no dead lines, and say what the paper says."""

import pytest
import yaml

from skill1.config.files import configs_folder
from skill1.config.load import load_config
from skill1.config.save import diff_configs, flat_values

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


def own_values(name):
    """Dotted keys a file sets itself, and what it inherits from (None: the defaults)."""
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
    renamed = {"eval_split": "eval.split", "validate_split": "train.validate_split", "profile": "agent.profile"}
    lines = {key: value for key, value in entry.items() if key not in ("name", "weight")}
    return all(base[renamed.get(key, f"env.{key}")] != value for key, value in lines.items())


def values_of(name, keys):
    flat = flat_values(load_config(name))
    return {key: flat[key] for key in keys}


@pytest.mark.parametrize("name", FILES)
def test_every_line_changes_something(name, tmp_path):
    """A line equal to what it inherits is noise."""
    own, parent = own_values(name)
    (below_it := tmp_path / "below.yaml").write_text(yaml.safe_dump({"inherits": parent} if parent else {}))
    below = flat_values(load_config(str(below_it)))
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


@pytest.mark.parametrize("env", ["alfworld", "household", "webshop"])
def test_the_baseline_has_the_same_budget(env):
    """Nothing but the method and what only a library reads may differ."""
    changed = diff_configs(load_config(f"{env}/skill1"), load_config(f"{env}/grpo"))
    assert [line for line in changed if not line.startswith(("method:", "library.", "credit.", "cluster."))] == []
    assert load_config(f"{env}/grpo").method == "grpo"


def test_household_paper_credit_undoes_the_household_credit():
    paper = flat_values(load_config("alfworld/paper"))
    own = ("library.alpha", "library.utility_update", "library.similarity_weight")
    keys = [
        key for key in paper if key.startswith(("credit.selection", "credit.distillation", "credit.lambda", *own))
    ]
    assert values_of("household/ablations/paper_credit", keys) == {key: paper[key] for key in keys}
