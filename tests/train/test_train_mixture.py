"""Several environments in one run: whose turn it is, figures of each, and a killed run ends as one that was not."""

import math
import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.agent.profile import configured_profile
from skill1.cli import main
from skill1.config.load import load_config
from skill1.env.registry import opened_suite
from skill1.library import Library
from skill1.library.formats import import_into
from skill1.policy.tiny import TinyShape, make_tiny_policy
from skill1.run.directory import read_manifest
from skill1.schema import Task
from skill1.train.records import read_metrics
from skill1.train.start import tiny_words
from skill1.train.task_order import TaskSource, step_tasks, take_turns, task_place
from skill1.train.trainer import Skill1Trainer
from tests.train.runs import ROOT, assert_equal_runs, python

ENVS = ("household", "alfworld", "webshop")
STEPS = 3
SMALL = (
    f"--train.steps={STEPS}",
    "--train.tasks_per_step=3",
    "--train.group_size=2",
    "--train.checkpoint_every=2",
    "--env.mixture.alfworld.max_steps=2",
    "--env.mixture.webshop.max_steps=3",
    "--env.mixture.household.max_steps=4",
    "--library.similarity_threshold=-1",
    "--eval.limit=2",
    # The configuration names these from the checkout, where a test does not work.
    *(f"--env.mixture.{name}.data={ROOT / 'data' / name}" for name in ("alfworld", "webshop")),
)
KILLED = """
import os, signal, sys
from pathlib import Path
from skill1.config.load import load_config
from skill1.train.learner import LocalLearner
from skill1.train.trainer import Skill1Trainer

update = LocalLearner.update
def killed(self, samples, step):
    if step == 2:  # the third step: played and committed to the library
        os.kill(os.getpid(), signal.SIGKILL)
    return update(self, samples, step)
LocalLearner.update = killed
Skill1Trainer(load_config("mixed/tiny", sys.argv[2:]), Path(sys.argv[1])).train()
"""


def source(name, count, weight=1.0, order="stream"):
    return TaskSource([Task(f"{name}{i}", name, "train", i, "", "") for i in range(count)], order, weight)


def test_turns_by_hand():
    """Weights 2, 1, 1: every four positions two, one and one, and nobody twice in a row where it can be helped."""
    assert take_turns([2, 1, 1], 0, 8) == ([0, 1, 2, 0, 0, 1, 2, 0], [0, 0, 0])
    assert take_turns([2, 1, 1], 6, 2) == ([2, 0], [3, 2, 1])
    assert take_turns([0.5, 0.25, 0.25], 4001, 3) == ([1, 2, 0], [2001, 1000, 1000])
    assert take_turns([1.0], 7, 3) == ([0, 0, 0], [7])


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5), st.integers(0, 60), st.integers(1, 40))
def test_every_stretch_has_its_shares(weights, first, count):
    turns, had = take_turns(weights, first, count)
    whole, nothing = take_turns(weights, 0, first + count)
    assert whole[first:] == turns and nothing == [0] * len(weights)
    assert had == [whole[:first].count(i) for i in range(len(weights))]
    for i, weight in enumerate(weights):
        assert abs(turns.count(i) - count * weight / math.fsum(weights)) < 2


@given(st.integers(1, 20), st.integers(1, 30), st.integers(1, 7), st.sampled_from(["stream", "shuffle"]))
def test_one_environment_has_the_tasks_it_always_had(num_tasks, step, count, order):
    one, positions = source("a", num_tasks, order=order), range((step - 1) * count, step * count)
    dealt = [task_place(num_tasks, order, 5, position) for position in positions]
    assert [t.index for t in step_tasks([one], 5, step, count)] == dealt


def test_each_environment_goes_through_its_own_tasks_in_its_own_order():
    sources = [source("a", 5, 2.0), source("b", 3, 1.0, "shuffle")]
    tasks = [task for step in range(1, 7) for task in step_tasks(sources, 0, step, 3)]
    assert [t.index for t in tasks if t.env == "a"] == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1]
    drawn = [t.index for t in tasks if t.env == "b"]
    assert drawn == [task_place(3, "shuffle", 0, position) for position in range(6)]


@pytest.fixture(scope="module")
def settings(tmp_path_factory):
    """A very small policy over the words of all three environments, and the overrides of a small run with it."""
    folder = tmp_path_factory.mktemp("policy")
    config = load_config("mixed/tiny", SMALL)
    with opened_suite(config.env) as suite:
        words = tiny_words(config, suite, configured_profile(config))
    make_tiny_policy(words, folder / "model", seed=0, shape=TinyShape(32, 1, 2, 64))
    lines = [f'{{"description": "put {env}", "strategy": "look", "utility": 0.5, "env": "{env}"}}' for env in ENVS]
    (folder / "skills.jsonl").write_text("\n".join(lines), encoding="utf-8")
    with Library.open(folder / "start.sqlite", config.library, create=True) as library:
        import_into(library, folder / "skills.jsonl", "jsonl")
    return [*SMALL, f"--model.path={folder / 'model'}", f"--library.init={folder / 'start.sqlite'}"]


@pytest.fixture(scope="module")
def straight(settings, tmp_path_factory):
    run_dir = tmp_path_factory.mktemp("runs") / "straight"
    Skill1Trainer(load_config("mixed/tiny", settings), run_dir).train()
    return run_dir


def test_every_step_has_figures_of_each_environment(straight):
    rows = read_metrics(straight)
    assert [row["step"] for row in rows] == [1, 2, 3]
    for row in rows:
        assert [row[f"outcome/episodes/{env}"] for env in ENVS] == [2, 2, 2]
        assert [row[f"outcome/turns/{env}"] for env in ENVS[1:]] == [2, 3] and row["outcome/turns/household"] <= 4
        shares = [row[f"outcome/success_rate/{env}"] for env in ENVS]
        assert row["outcome/success_rate"] == pytest.approx(math.fsum(shares) / 3)
        assert "outcome/mean_score/webshop" in row and "outcome/mean_score/alfworld" not in row
        assert row["library/size"] >= 3 and row["library/size/alfworld"] >= 1
    assert any(0 <= row.get("select/foreign_share", -1) <= 1 for row in rows)
    source = read_manifest(straight)["split_source"]
    assert source["split"] == "train" and "webshop/product_disjoint_train: " in source["text"]


def test_a_killed_run_ends_as_if_it_had_not_been(settings, straight, tmp_path):
    run_dir = tmp_path / "killed"
    done = python(KILLED, run_dir, *settings)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert [row["step"] for row in read_metrics(run_dir)] == [1, 2]
    Skill1Trainer(load_config("mixed/tiny", settings), run_dir).train()
    assert_equal_runs(straight, run_dir)


def test_it_is_evaluated_on_each_environment_and_shown_in_a_table(straight, capsys):
    assert main(["eval", str(straight)]) == 0
    kept = sorted(path.name for path in (straight / "eval").glob("*.json"))
    assert kept == [
        "alfworld-valid_seen-frozen-step3.json",
        "household-heldout-frozen-step3.json",
        "webshop-product_disjoint_test-frozen-step3.json",
    ]
    assert main(["eval", str(straight), "--env.name", "alfworld"]) == 0
    assert sorted(path.name for path in (straight / "eval").glob("*.json")) == kept
    capsys.readouterr()
    assert main(["compare", "--transfer", str(straight), "--format", "markdown"]) == 0
    table = capsys.readouterr().out.splitlines()
    heads = [cell.strip() for cell in table[2].strip("|").split("|")]
    assert heads == [
        "trained on",
        "household heldout (2 tasks)",
        "alfworld valid_seen (2 tasks)",
        "webshop product_disjoint_test (2 tasks)",
    ]
    assert "household + alfworld + webshop" in table[4] and table[4].count("\\[") == 3
    assert main(["compare", str(straight), "--env", "household"]) == 0
    assert main(["compare", str(straight)]) == 1
    assert "Choose with --env E" in capsys.readouterr().err
