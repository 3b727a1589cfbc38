"""The step loop: task order, determinism, errors, and that it learns."""

import io
import json
import shutil
from dataclasses import replace

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from safetensors.torch import load_file

from skill1.cli import main
from skill1.config.load import load_config
from skill1.config.method import declared
from skill1.errors import ConfigError, TrainingError
from skill1.library import Library
from skill1.policy.tiny import TinyShape, make_tiny_policy
from skill1.policy.tokens import Tokens
from skill1.run.directory import prepare_run_dir
from skill1.schema import Observation, Task
from skill1.train import run as parts
from skill1.train.learner import UpdateLog
from skill1.train.records import read_metrics
from skill1.train.start import require_same_tokens
from skill1.train.task_order import task_place
from skill1.train.trainer import Skill1Trainer
from skill1.train.verl.rows import arranged
from skill1.train.verl.run import ClusterLearner
from tests.train.runs import assert_equal_runs, cut_back, outcome_of, small_run, train_until

WORDS = "say a word : . skill none when do act result success fail start egg hammer book plate desk".split()


@given(st.integers(1, 30), st.integers(1, 8), st.integers(0, 5))
def test_a_stream_is_the_splits_own_order_round_and_round(num_tasks, count, seed):
    dealt = [task_place(num_tasks, "stream", seed, position) for position in range(7 * count)]
    assert dealt == [i % num_tasks for i in range(7 * count)]


@given(st.integers(1, 30), st.integers(1, 8), st.integers(0, 5))
def test_shuffling_deals_every_task_once_a_pass(num_tasks, count, seed):
    dealt = [task_place(num_tasks, "shuffle", seed, position) for position in range((2 * num_tasks + 1) * count)]
    for start in range(0, len(dealt) - num_tasks + 1, num_tasks):
        assert sorted(dealt[start : start + num_tasks]) == list(range(num_tasks))


def test_passes_and_seeds_are_shuffled_differently():
    def one_pass(seed, number):
        return tuple(task_place(50, "shuffle", seed, 50 * number + place) for place in range(50))

    assert len({one_pass(seed, number) for seed in (0, 1) for number in (0, 1)}) == 4
    assert one_pass(0, 1) == one_pass(0, 1)


def test_a_reference_has_the_policys_tokens(folder, tmp_path):
    """Else the KL term would compare log-probs of other words, or end in an index error."""
    other, same = tmp_path / "other", shutil.copytree(folder, tmp_path / "same")
    bare = shutil.copytree(folder, tmp_path / "bare", ignore=shutil.ignore_patterns("*token*"))  # weights alone
    make_tiny_policy(WORDS, other, seed=0, shape=TinyShape(hidden_size=32, layers=2, heads=2, feed_forward=64))
    for reference in (same, bare, other):
        named = (f"--model.reference={reference}", "--loss.kl_coefficient=0.1", "--train.steps=1")
        trainer = Skill1Trainer(small_run(folder, *named), tmp_path / f"run-{reference.name}")
        if reference is not other:
            assert trainer.train()["steps"] == 1
            continue
        with pytest.raises(ConfigError, match=r"another tokenizer than the policy.*--loss\.kl_coefficient 0"):
            trainer.train()


def test_a_reference_may_call_special_tokens_otherwise(folder, tmp_path):
    renamed = shutil.copytree(folder, tmp_path / "renamed")
    for file in renamed.glob("*token*.json"):
        file.write_text(file.read_text(encoding="utf-8").replace("<eos>", "<end>"), encoding="utf-8")
    assert Tokens.load(str(renamed)).eos_id == Tokens.load(str(folder)).eos_id
    require_same_tokens(str(renamed), Tokens.load(str(folder)))


def test_what_is_no_configuration_of_this_trainer_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="expected what load_config gives"):
        Skill1Trainer("household/skill1", tmp_path)
    cluster = load_config("household/skill1", ["--backend=verl", "--train.final_learning_rate=1"])
    with pytest.raises(ConfigError, match="got backend verl. Type: skill1 train --config"):
        Skill1Trainer(cluster, tmp_path / "run")


def test_the_same_seed_gives_the_same_run_and_another_does_not(warm, tmp_path):
    short = ("--train.steps=3", "--train.checkpoint_every=3")
    for name, seed in (("a", 0), ("b", 0), ("c", 1)):
        Skill1Trainer(small_run(warm, *short, f"--seed={seed}"), tmp_path / name).train()
    assert_equal_runs(tmp_path / "a", tmp_path / "b")
    first, _, other = (outcome_of(tmp_path / name) for name in "abc")
    assert first["state"]["step"] == 3
    assert all(first[part] != other[part] for part in ("metrics", "weights", "skills"))


def test_the_first_steps_may_only_fill_the_library(warm, tmp_path):
    short = (
        "--train.steps=3",
        "--train.checkpoint_every=1",
        "--train.library_steps=2",
        "--train.keep_checkpoints=3",
    )
    config = small_run(warm, *short)
    Skill1Trainer(config, tmp_path / "run").train()
    rows = read_metrics(tmp_path / "run")
    assert [row["tokens/trained"] > 0 for row in rows] == [False, False, True]
    assert ["policy/entropy" in row for row in rows] == [False, False, True]
    assert 0 < rows[0]["library/size"] <= rows[1]["library/size"]
    begun, filled, trained = (
        load_file(folder / "model.safetensors")
        for folder in (warm, *(tmp_path / "run" / "checkpoints" / f"step_00000{step}" for step in (2, 3)))
    )
    assert all(torch.equal(begun[name], filled[name]) for name in begun)
    assert not all(torch.equal(begun[name], trained[name]) for name in begun)
    cut = cut_back(tmp_path / "run", tmp_path / "cut", 1)
    Skill1Trainer(config, cut).train()
    assert_equal_runs(tmp_path / "run", cut)


@pytest.mark.parametrize("without", [["--method=grpo"], ["--library.enabled=false"]])
def test_a_run_without_a_library_is_trained_from_the_first_step_on(warm, tmp_path, without):
    config = small_run(warm, "--train.steps=2", "--train.library_steps=1", "--loss.kl_coefficient=0.1", *without)
    Skill1Trainer(config, tmp_path / "run").train()
    rows = read_metrics(tmp_path / "run")
    assert all(row["tokens/trained"] > 0 and row["policy/learning_rate"] > 0 for row in rows)


def test_a_cluster_is_sent_nothing_to_train_on_while_the_library_fills(folder, tmp_path, monkeypatch):
    sent = []

    class Cluster:
        rate = None  # verl's schedule has told none yet

        def update(self, samples, mini_batches, rate, pad_id):
            sent.append(len(samples))
            return UpdateLog().metrics(rate, 0)  # as verl's trainer without rows

    monkeypatch.setattr(parts.Run, "_make_learner", lambda run, start: ClusterLearner(Cluster(), run.config, 0))
    Skill1Trainer(small_run(folder, "--train.steps=2", "--train.library_steps=1"), tmp_path / "run").train()
    assert sent[0] == 0 < sent[1]
    assert arranged([], 2, 2, pad_id=0) == ([], 0)


@pytest.mark.parametrize("steps", [2, 3])
def test_a_run_in_which_nothing_would_be_trained_is_refused(warm, steps):
    with pytest.raises(ConfigError, match=r"train\.library_steps = 3 .*fewer than train\.steps"):
        small_run(warm, f"--train.steps={steps}", "--train.library_steps=3")


class ToySuite:
    """One task: say egg. One turn. ``fault`` breaks every environment."""

    name = "toy"

    def __init__(self, config=None, fault: Exception | None = None) -> None:
        self.fault = fault

    def splits(self):
        return {"train": 2}

    def tasks(self, split):
        return [Task(f"toy/{split}/{i}", "toy", split, i, "say a word", "say") for i in range(2)]

    def make(self, split):
        return ToyEnv(self)


class ToyEnv:
    task = None

    def __init__(self, suite) -> None:
        self.suite = suite

    def reset(self, *, task_index=None, seed=None):
        self.task = self.suite.tasks("train")[task_index]
        return Observation("start")

    def step(self, action):
        if self.suite.fault:
            raise self.suite.fault
        won = action == "egg"
        return Observation("start"), float(won), True, False, {"won": won}

    def close(self) -> None:
        pass


@pytest.fixture
def toy(tmp_path, monkeypatch):
    """A configuration of the toy world with a random policy."""
    make_tiny_policy(WORDS, tmp_path / "model", seed=0, shape=TinyShape(16, 1, 2, 32, 64))
    monkeypatch.setattr(parts, "make_suite", lambda config: ToySuite())
    overrides = {
        "model.path": tmp_path / "model",
        "model.device": "cpu",
        "agent.profile": "compact",
        "sampling.act_tokens": 1,
        "train.tasks_per_step": 2,
        "train.group_size": 8,
        "train.steps": 60,
        "train.learning_rate": 0.01,
        "train.checkpoint_every": 100,
        "train.threads": 1,
        "loss.kl_coefficient": 0,
        "logging.episodes_every": 0,
        "library.encoder": "hashing",
        "env.max_steps": 1,
    }
    return load_config(None, ["--method=grpo", *(f"--{key}={value}" for key, value in overrides.items())])


def test_grpo_learns_a_trivial_task(toy, tmp_path):
    summary = Skill1Trainer(toy, tmp_path / "run").train()
    success = summary["figures"]["outcome/success_rate"]
    assert success["first"] < 0.6 and success["last"] > 0.95


def test_all_episodes_in_error_end_the_run_with_the_first_reason(toy, tmp_path, monkeypatch):
    monkeypatch.setattr(parts, "make_suite", lambda config: ToySuite(fault=OSError("engine gone")))
    with pytest.raises(
        TrainingError, match=r"All 16 episodes of step 1 .*OSError: engine gone \(.*\)\n.*envs check"
    ):
        Skill1Trainer(toy, tmp_path / "run").train()


def test_some_episodes_in_error_are_counted_and_dropped(toy, tmp_path, monkeypatch):
    class Flaky(ToySuite):
        made = 0

        def make(self, split):
            Flaky.made += 1
            self.fault = None
            is_broken = Flaky.made in (3, 17)  # the third of sixteen, and its second try
            return ToyEnv(ToySuite(fault=ValueError("flaky") if is_broken else None))

    monkeypatch.setattr(parts, "make_suite", lambda config: Flaky())
    console = Console(file=io.StringIO(), width=400)
    Skill1Trainer(replace(toy, train=replace(toy.train, steps=2)), tmp_path / "run", console=console).train()
    # Without an episode file nothing else says what it was; the last line counts those of all steps.
    first, *_, last = console.file.getvalue().splitlines()
    assert "step 1: 1 of 16 episodes ended in an error, each tried twice" in first and "ValueError: flaky" in first
    assert last.startswith("run 2/2") and last.endswith("errors 1")
    rows = read_metrics(tmp_path / "run")
    assert rows[0]["errors/episodes"] == 1 and rows[1]["errors/episodes"] == 0
    assert rows[0]["tokens/generated"] == 15


def test_a_trainer_whose_method_prepares_its_configuration_can_be_called_again(folder, tmp_path, monkeypatch):
    """The second call compared what the stages had made of the configuration with what the directory began with."""
    prepared = lambda _cls, config, *_: replace(config, train=replace(config.train, weight_decay=0.5))  # noqa: E731
    monkeypatch.setattr(declared("grpo"), "prepare", classmethod(prepared))
    short = ("--train.steps=2", "--train.tasks_per_step=2", "--train.group_size=2")
    trainer = Skill1Trainer(small_run(folder, *short, method="grpo"), tmp_path / "run")
    train_until(trainer, 1)
    trainer.observers.clear()
    assert trainer.train()["steps"] == 2 == trainer.train()["steps"]
    state = json.loads((tmp_path / "run" / "checkpoints" / "step_000002" / "trainer_state.json").read_text())
    assert [group["weight_decay"] for group in state["param_groups"]] == [0.5]


def test_a_start_library_is_copied_not_written(warm, tmp_path):
    first = small_run(warm, "--train.steps=2", "--train.tasks_per_step=6")
    Skill1Trainer(first, tmp_path / "first").train()
    source = tmp_path / "first" / "library.sqlite"
    before = source.read_bytes()
    second = small_run(warm, "--train.steps=1", f"--library.init={source}")
    Skill1Trainer(second, tmp_path / "second").train()
    assert source.read_bytes() == before
    size = read_metrics(tmp_path / "first")[-1]["library/size"]
    assert read_metrics(tmp_path / "second")[0]["library/size"] >= size > 0
    with Library.open(sorted((tmp_path / "second" / "checkpoints").iterdir())[-1], read_only=True) as library:
        named = [(run["name"], run["method"], run["env"], run["first_version"]) for run in library.stats()["runs"]]
    assert named == [("first", "skill1", "household", 0), ("second", "skill1", "household", 2)]


@pytest.mark.parametrize(("key", "inside"), [("model.path", "model"), ("library.init", ".")])
def test_a_fresh_start_does_not_move_away_what_it_begins_with(folder, tmp_path, capsys, key, inside):
    run = tmp_path / "run"
    config = small_run(folder)
    prepare_run_dir(run, config)
    shutil.copytree(folder, run / "model")
    Library.open(run, config.library, create=True).close()
    words = ["train", "--config", str(run / "config.yaml"), "--run-dir", str(run), f"--{key}", str(run / inside)]
    assert main([*words, "--fresh"]) == 1
    assert f"--fresh would move {run} aside, and {key} = " in " ".join(capsys.readouterr().err.split())
    assert [path.name for path in tmp_path.iterdir()] == ["run"]  # neither moved nor begun
