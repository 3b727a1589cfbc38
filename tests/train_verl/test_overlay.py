"""What skill1 sets in verl's configuration: the overlay, what is refused, and what a dry run prints without verl."""

import dataclasses
import functools
import importlib.util
import math
from pathlib import Path

import pytest
import torch
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from skill1.cli import main
from skill1.cli.arguments import CommandParser, UsageError
from skill1.config import LossConfig, TrainConfig
from skill1.config.keys import config_keys
from skill1.config.load import load_config, load_run_config, parse_overrides
from skill1.config.save import diff_configs
from skill1.errors import ConfigError, MissingExtraError
from skill1.run.directory import save_config
from skill1.train.learner import LocalLearner, learning_rate
from skill1.train.verl.overlay import compose, dry_run, overlay, refuse_decided
from skill1.train.verl.settings import ABSENT, BY_PATH, FIXED, OPEN, SETTINGS, attention

ROOT = Path(__file__).resolve().parents[2]
RUN = Path("runs/RUN")
ACTOR, ROLLOUT, REF = (f"actor_rollout_ref.{name}" for name in ("actor", "rollout", "ref"))


@functools.cache
def configured(*overrides):
    return load_config(None, ["--backend=verl", *overrides])


def values(*overrides):
    return overlay(configured(*overrides), RUN)


@pytest.fixture
def without_verl(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(
        "importlib.util.find_spec", lambda name: None if name in ("verl", "hydra") else found(name)
    )


@pytest.mark.parametrize(
    ("override", "path", "value"),
    [
        ("loss.kl_coefficient=0", f"{ACTOR}.use_kl_loss", False),
        ("cluster.ray_address=auto", "ray_kwargs.ray_init.address", "auto"),
        ("model.device=cpu", "trainer.device", "cpu"),
        ("model.device=cpu", f"{ROLLOUT}.dtype", "float32"),
        ("model.dtype=float32", f"{ACTOR}.fsdp_config.dtype", "float32"),
        ("model.lora_rank=8", f"{ROLLOUT}.load_format", "safetensors"),
    ],
)
def test_what_is_derived_of_a_key_reaches_verl(override, path, value):
    """Which path has the very value of which key is written down in expected.md."""
    before = values()
    assert before.get(path, ABSENT) != value  # else the row shows nothing
    assert values(f"--{override}")[path] == value


def test_every_same_setting_carries_its_key_and_every_key_exists():
    config = configured()
    keys = config_keys()
    for setting in SETTINGS:
        if setting.decided_by in (FIXED, OPEN):
            continue
        assert setting.decided_by in keys, setting.path
        if setting.is_same:
            section, _, last = setting.decided_by.rpartition(".")
            assert setting.value(config, RUN) == getattr(getattr(config, section) if section else config, last)
    assert len(BY_PATH) == len(SETTINGS)


def test_lengths_hold_the_longest_prompt_and_answer_of_any_stage():
    found = values("--model.max_prompt_tokens=100", "--sampling.act_tokens=7", "--sampling.distill_tokens=30")
    # 128 is the query's and the ranking's own limit
    assert found["data.max_response_length"] == found[f"{ROLLOUT}.response_length"] == 128
    assert found[f"{ROLLOUT}.max_model_len"] == 228
    assert found[f"{ROLLOUT}.prompt_length"] == 100


@pytest.mark.parametrize(("budget", "expected"), [(64, 228), (228, 228), (4096, 4096)])
def test_the_token_budget_is_never_below_one_row(budget, expected):
    found = values(
        "--model.max_prompt_tokens=100",
        "--sampling.act_tokens=7",
        "--sampling.distill_tokens=30",
        f"--train.micro_batch_tokens={budget}",
    )
    names = [
        f"{ACTOR}.ppo_max_token_len_per_gpu",
        f"{REF}.log_prob_max_token_len_per_gpu",
        f"{ROLLOUT}.log_prob_max_token_len_per_gpu",
    ]
    assert [found[name] for name in names] == [expected] * 3


@pytest.mark.parametrize(("tasks", "parts", "size"), [(16, 1, 16), (32, 2, 16), (5, 2, 3), (3, 3, 1)])
def test_mini_batch_size_is_tasks_a_part(tasks, parts, size):
    found = values(f"--train.tasks_per_step={tasks}", f"--train.mini_batches={parts}")
    assert found[f"{ACTOR}.ppo_mini_batch_size"] == size


def local_learner(train):
    model = torch.nn.Linear(1, 1)
    model.dtype = torch.float32
    return LocalLearner(model, None, LossConfig(), train, pad_id=0, temperature=1.0)


@pytest.mark.parametrize("warmup", [0, 1, 4])
def test_learning_rate_schedule_is_the_local_one(warmup):
    """verl's cosine with a floor of 1, counted from one, written out from its definition."""
    found = values(f"--train.warmup_steps={warmup}", "--train.steps=10", "--train.learning_rate=2e-5")
    config = TrainConfig(steps=10, warmup_steps=warmup, learning_rate=2e-5)
    assert found[f"{ACTOR}.optim.lr_scheduler_type"] == "cosine"
    floor, shift = found[f"{ACTOR}.optim.min_lr_ratio"], 0 if found[f"{ACTOR}.optim.zero_indexed_step"] else 1
    for step in range(12):
        at = step + shift
        if at < found[f"{ACTOR}.optim.lr_warmup_steps"]:
            share = at / warmup
        else:
            wave = math.cos(math.pi * (at - warmup) / max(1, 10 - warmup))
            share = max(floor, wave * (1 - floor) / 2 + (1 + floor) / 2)
        assert found[f"{ACTOR}.optim.lr"] * share == pytest.approx(learning_rate(config, step), rel=1e-12)


def test_optimizer_is_that_of_the_local_learner():
    train = TrainConfig(weight_decay=0.25, learning_rate=1e-4)
    group = local_learner(train).optimizer.param_groups[0]
    found = values("--train.weight_decay=0.25", "--train.learning_rate=1e-4")
    assert tuple(found[f"{ACTOR}.optim.betas"]) == group["betas"]
    assert (found[f"{ACTOR}.optim.lr"], found[f"{ACTOR}.optim.weight_decay"]) == (
        group["lr"],
        group["weight_decay"],
    )


def test_paths_are_absolute_where_other_processes_must_find_them(tmp_path):
    (tmp_path / "policy").mkdir()
    found = values("--model.path=policy")
    assert found["actor_rollout_ref.model.path"] == str(tmp_path / "policy")
    assert found["trainer.default_local_dir"] == str(tmp_path / "runs" / "RUN" / "checkpoints")
    assert found["trainer.experiment_name"] == "RUN"
    assert values()["actor_rollout_ref.model.path"] == "Qwen/Qwen2.5-7B-Instruct"


def test_flash_attention_only_where_it_is_installed(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: object() if name == "flash_attn" else None)
    assert attention() == "flash_attention_2"
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert attention() == "sdpa"


@pytest.mark.parametrize(
    ("override", "parts"),
    [
        ("--model.path=tiny", ["model.path = 'tiny'", "skill1 sft"]),
        ("--cluster.tensor_parallel=3", ["cluster.tensor_parallel = 3", "divisor of cluster.gpus_per_node"]),
        ("--cluster.tensor_parallel=0", ["cluster.tensor_parallel = 0"]),
        ("--cluster.gpu_memory=1", ["cluster.gpu_memory = 1.0"]),
        ("--train.final_learning_rate=0.3", ["train.final_learning_rate = 0.3", "min_lr_ratio"]),
        ("--train.frozen_layers=2", ["train.frozen_layers = 2", "0 with backend verl", "model.lora_rank"]),
        ("--model.reference=other/model", ["model.reference = 'other/model'", "start weights"]),
    ],
)
def test_what_the_cluster_cannot_do_is_refused(override, parts):
    with pytest.raises(ConfigError) as caught:
        configured(override)
    assert all(part in str(caught.value) for part in parts)


@pytest.mark.parametrize(
    ("override", "part"),
    [("--model.lora_rank=8", "--backend verl"), ("--verl.trainer.balance_batch=false", "--backend verl")],
)
def test_the_local_backend_ignores_nothing_silently(override, part):
    with pytest.raises(ConfigError, match=part):
        load_config(None, [override])


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3),
        ("1e-6", 1e-6),
        ("true", True),
        ("null", None),
        ("off", "off"),
        ("a b", "a b"),
        ("[0.9, 0.999]", [0.9, 0.999]),
        ("'3'", "3"),
        ("", None),
    ],
)
def test_values_handed_on_are_read_as_yaml(text, value):
    found = parse_overrides([f"--verl.a.b={text}"])
    assert found == {"verl.a.b": value} and type(found["verl.a.b"]) is type(value)


def test_a_mapping_is_one_setting_for_each_leaf():
    assert parse_overrides(["--verl.a", "{b: 1, c: {d: [x]}}"]) == {"verl.a.b": 1, "verl.a.c.d": ["x"]}


@pytest.mark.parametrize(
    ("tokens", "part"),
    [
        (["--verl.a..b", "1"], "joined by dots"),
        (["--verl.", "1"], "joined by dots"),
        (["--verl.a b", "1"], "joined by dots"),
        (["--verl.9", "1"], "joined by dots"),
        (["--verl.a"], "has no value"),
        (["--verl.a", "--seed", "3"], "has no value"),
        (["--verl", "3"], "--verl.trainer.balance_batch false"),
        (["--verl.a", "${oc.env:HOME}"], "without ${"),
        (["--verl.a", "['${oc.env:HOME}']"], "without ${"),
        (["--verl.a", ".nan"], "finite"),
        (["--verl.a", "[[1]]"], "a list of these"),
        (["--verl.a", "{}"], "a list of these"),
        (["--verl.a", "[1"], "cannot be read as YAML"),
        (["--verl.a", "!!python/name:os.system"], "cannot be read as YAML"),
    ],
)
def test_badly_formed_settings_are_refused(tokens, part):
    with pytest.raises(ConfigError) as caught:
        load_config(None, ["--backend=verl", *tokens])
    assert part in str(caught.value)


def test_settings_handed_on_are_kept_and_told_apart(tmp_path):
    file = tmp_path / "c.yaml"
    file.write_text(
        "backend: verl\nverl:\n  trainer: {nccl: [1, a]}\n  algorithm.gamma: null\n",
        encoding="utf-8",
    )
    config = load_config(str(file), ["--verl.trainer.nccl", "3"])
    assert config.verl == {"trainer.nccl": 3, "algorithm.gamma": None}
    save_config(config, tmp_path / "saved.yaml")
    assert load_config(str(tmp_path / "saved.yaml")) == load_run_config(tmp_path / "saved.yaml") == config
    assert diff_configs(config, configured()) == [
        "verl.trainer.nccl: 3 → verl's own value",
        "verl.algorithm.gamma: null → verl's own value",
    ]
    commented = tmp_path / "commented.yaml"
    commented.write_text("verl:\n  # nothing\n", encoding="utf-8")
    assert load_config(str(commented)).verl == {}


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"])).filter(lambda text: "${" not in text),
)
PATHS = st.from_regex(r"[a-z_][\w-]{0,5}(\.[\w-]{1,5}){0,2}", fullmatch=True)


@settings(max_examples=20)
@given(st.dictionaries(PATHS, SCALARS | st.lists(SCALARS, max_size=3), min_size=1, max_size=6))
def test_settings_handed_on_survive_the_round_trip(tmp_path_factory, handed_on):
    config = dataclasses.replace(configured(), verl=handed_on)
    file = tmp_path_factory.mktemp("round") / "c.yaml"
    save_config(config, file)
    assert load_config(str(file)).verl == handed_on


@pytest.mark.parametrize(
    ("path", "parts"),
    [
        (f"{ACTOR}.optim.lr", ["train.learning_rate", "--train.learning_rate"]),
        ("trainer.nnodes", ["--cluster.nodes"]),
        ("ray_kwargs.ray_init.address", ["--cluster.ray_address"]),
        (f"{ACTOR}.ppo_micro_batch_size_per_gpu", ["--train.micro_batch_tokens"]),
        ("trainer.resume_mode", ["always 'disable'", "leave --verl.trainer.resume_mode out"]),
        ("trainer.default_local_dir", ["--run_dir"]),
    ],
)
def test_what_skill1_decides_is_refused(path, parts, without_verl):
    config = configured(f"--verl.{path}=1")
    for refuse in (refuse_decided, dry_run, lambda config: compose(config, RUN)):
        with pytest.raises(ConfigError) as caught:
            refuse(config)
        assert all(part in str(caught.value) for part in parts)


def test_our_defaults_may_be_overridden(without_verl):
    path = f"{ACTOR}.optim.betas"
    config = configured(f"--verl.{path}=[0.9, 0.999]")
    refuse_decided(config)
    assert yaml.safe_load(dry_run(config))[path] == [0.9, 0.999]


def test_without_verl_composing_names_the_extra(without_verl):
    with pytest.raises(MissingExtraError, match=r"skill1\[verl\]"):
        compose(configured(), RUN)


def test_dry_run_without_verl_prints_the_overlay_and_what_is_missing(without_verl, tmp_path, capsys):
    words = ["train", "--backend", "verl", "--dry-run", "--config", "alfworld/skill1"]
    assert main([*words, "--run-dir", "runs/RUN", "--verl.trainer.nccl_timeout", "60"]) == 0
    out = capsys.readouterr().out
    own = yaml.safe_load(out)
    of_verl = yaml.safe_load("\n".join(line[2:] for line in out.splitlines() if line.startswith("# ")))
    assert own["backend"] == "verl" and own["verl"] == {"trainer.nccl_timeout": 60}
    expected = overlay(load_config("alfworld/skill1", ["--backend=verl"]), RUN)
    assert of_verl == {**expected, "trainer.nccl_timeout": 60}
    assert "pip install 'skill1[verl]'" in out and "only the form of paths" in out
    (tmp_path / "mine.yaml").write_text(out, encoding="utf-8")
    assert load_config(str(tmp_path / "mine.yaml")) == load_config(None, [], own)  # may be typed as --config


def answer(word):
    with pytest.raises(UsageError) as caught:
        CommandParser(prog="skill1 train").parse_strictly([word])
    return str(caught.value)


@pytest.mark.parametrize(
    ("word", "advice"),
    [
        ("trainer.n_gpus_per_node=4", "type --cluster.gpus_per_node 4"),
        (f"{ACTOR}.optim.lr=1e-6", "type --train.learning_rate 1e-6"),
        (f"++{ROLLOUT}.max_num_seqs=64", f"type --verl.{ROLLOUT}.max_num_seqs 64"),
        (f"+{ROLLOUT}.engine_kwargs.vllm.x=a b", f"type --verl.{ROLLOUT}.engine_kwargs.vllm.x 'a b'"),
        ("trainer.balance_batch=", "type --verl.trainer.balance_batch VALUE"),
        ("trainer.val_before_train=False", "leave it out"),
        ("algorithm.kl_ctrl.kl_coef=0.1", "type --loss.kl_coefficient VALUE"),
        (f"{ACTOR}.ppo_mini_batch_size=64", "type --train.mini_batches VALUE"),
        ("train.steps=3", "type --train.steps 3"),
        ("+seed=3", "type --seed 3"),
        ("env.max_step=3", "did you mean `env.max_steps`?"),
        ("~trainer.logger", "cannot be removed; type --logging.to VALUE"),
        ("~trainer.balance_batch", "type --verl.trainer.balance_batch null"),
        ("algorithm.adv_estimator=gigpo", "type --credit.utilisation VALUE"),
        ("algorithm.gamma=0.95", "type --credit.gigpo_gamma VALUE"),
        ("trainer.test_freq=5", "type --train.validate_every VALUE"),
        ("data.val_batch_size=64", "type --train.validate_tasks VALUE"),
        ("env.rollout.n=8", "did you mean `train.group_size`?"),
        ("algorithm.filter_groups.enable=True", "nothing reads algorithm.filter_groups.enable"),
        ("trainer.val_only=True", "skill1 eval MODEL"),
        (f"{ACTOR}.invalid_action_penalty_coef=0.1", "type --env.invalid_action_penalty VALUE"),
        ("algorithm.gigpo.step_advantage_w=1.0", "type --credit.gigpo_omega VALUE"),
        ("+env.skills_only_memory.top_k=6", "did you mean `skillrl.top_k`?"),
        ("env.search.search_url=http://a", "did you mean `env.retriever`?"),
    ],
)
def test_hydra_spellings_are_answered_with_ours(word, advice):
    said = answer(word)
    assert advice in said and f"'{word}'" in said


@pytest.mark.parametrize("word", ["stray", "a.b", "x=3", "runs/a.b=3", "=3", "+", "+x", "a..b=1"])
def test_other_words_are_only_unexpected(word):
    assert answer(word).startswith("unexpected argument")


def test_the_command_line_refuses_hydra(capsys):
    assert main(["train", "--config", "alfworld/skill1", "trainer.nnodes=2"]) == 2
    assert "type --cluster.nodes 2" in capsys.readouterr().err
