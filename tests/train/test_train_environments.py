"""Environments of this process that fail in every way: the run survives, counts it, and comes out as if nothing was."""

import os
import signal
import sys
from dataclasses import replace

import pytest
import torch

from skill1.agent.profile import configured_profile
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1.evaluate import evaluate
from skill1.rollout.metrics import oracle_metrics
from skill1.run.directory import read_manifest
from skill1.schema import Episode, EpisodeKey, Group, SkillDraft
from skill1.train.demos import write_demos
from skill1.train.records import read_metrics
from skill1.train.start import tiny_words
from skill1.train.trainer import Skill1Trainer
from tests.rollout.tiny_world import household, stocked_library, tasks
from tests.train import hostile
from tests.train.runs import rows_of

QUICK = (
    *("--train.steps=3", "--train.tasks_per_step=2", "--train.group_size=2", "--train.checkpoint_every=2"),
    *("--env.max_steps=6", "--sampling.distill_tokens=8", "--sampling.act_tokens=8", "--train.learning_rate=1e-3"),
)


@pytest.fixture(scope="module")
def played(folder, tmp_path_factory):
    """Trains with a suite of ``hostile`` and gives its run directory."""

    def play(name: str, *overrides: str):
        run_dir = tmp_path_factory.mktemp(name) / "run"
        config = household(folder, *QUICK, f"--env.name={hostile.NAME}:{name}", *overrides)
        Skill1Trainer(config, run_dir).train()
        return run_dir

    return play


def weights(run_dir):
    return (run_dir / "checkpoints" / "step_000003" / "model.safetensors").read_bytes()


def test_what_an_environment_changes_of_the_process_changes_nothing(played):
    straight = played("Suite")
    before = (sys.getrecursionlimit(), os.getcwd(), sys.stdout, signal.getsignal(signal.SIGTERM))
    meddled = played("Meddler")
    assert (sys.getrecursionlimit(), os.getcwd(), sys.stdout, signal.getsignal(signal.SIGTERM)) == before
    assert torch.is_grad_enabled() and torch.get_default_dtype() is torch.float32
    assert torch.zeros(1).device.type == "cpu" and torch.get_num_threads() == 1
    assert weights(meddled) == weights(straight) and rows_of(meddled) == rows_of(straight)


def test_whatever_a_step_or_close_raises_costs_its_episode(played, caplog):
    run_dir = played("Raiser")
    rows = read_metrics(run_dir)
    manifest = read_manifest(run_dir)
    assert manifest["finished"] and manifest["splits"] and len(rows) == 3
    assert sum(row["errors/retried"] + row["errors/episodes"] for row in rows) > 3
    assert "closing an environment failed: KeyboardInterrupt" in caplog.text
    assert "closing an environment failed: CancelledError" in caplog.text


def test_a_judge_that_answers_in_riddles_is_counted(folder, caplog):
    config = household(folder)
    library, task = stocked_library(config, 3), tasks(1)[0]
    episode = Episode(EpisodeKey(0, 1, 0, 0), task, draft=SkillDraft("when egg", "open fridge"))
    suite = hostile.Riddler(config.env)
    assert oracle_metrics(suite, [Group(task, (episode,))], library) == {"errors/judge": 1.0}
    assert f"judge of task {task.id} failed: it gave 'great'; expected a number in [-1, 1]" in caplog.text
    for broken in (lambda *_: 1 / 0, lambda *_: float("nan"), lambda *_: None, lambda *_: sys.exit(0), 5):
        suite.judge = broken
        assert oracle_metrics(suite, [Group(task, (episode,))], library) == {"errors/judge": 1.0}
    assert oracle_metrics(hostile.Suite(config.env), [Group(task, (episode,))], library) == {}


def test_a_suite_that_cannot_be_closed_has_trained_all_the_same(played, caplog):
    assert read_manifest(played("Unclosable"))["finished"]
    assert "close() of environment 'tests.train.hostile:Unclosable' failed: SystemExit: no" in caplog.text


def test_a_split_without_tasks_is_named(played, folder):
    with pytest.raises(DataError, match="split 'train' of tests.train.hostile:Empty has no tasks"):
        played("Empty")
    config = household(folder, f"--env.name={hostile.NAME}:Empty")
    with pytest.raises(DataError, match="has no tasks, so there is nothing to play"):
        evaluate(config, model=str(folder), library="none")


def test_a_training_split_that_is_not_there_is_told_with_its_key(played, folder, tmp_path):
    told = r"(?s)^env\.train_split 'nope': .*no split 'nope'.*type --env\.train_split SPLIT$"
    with pytest.raises(DataError, match=told):
        Skill1Trainer(household(folder, "--env.train_split=nope"), tmp_path / "run").train()
    own = ("--method=grpo", f"--env.name={hostile.NAME}:OfTrainingSplit", "--env.train_split=nope")
    with pytest.raises(DataError, match=told):
        write_demos(household(folder, *own), episodes=1, kind="oracle", seed=0, output=tmp_path / "demos")


def test_labels_that_cannot_be_had_are_told_before_anything_is_played(folder, monkeypatch):
    monkeypatch.setattr("skill1.evaluate.evaluation.opened_policy", lambda *_: pytest.fail("weights were loaded"))
    config = household(folder, f"--env.name={hostile.NAME}:Unlabelled")
    with pytest.raises(EnvironmentFault, match="no labels"):
        evaluate(config, model=str(folder), library="none")


@pytest.mark.parametrize(("words", "kind"), [(None, "NoneType"), ({"a"}, "set"), ("a b", "str"), ([1], "list")])
def test_words_that_are_no_list_are_told_with_what_to_type(folder, words, kind):
    config = household(folder)
    suite = hostile.Wordless(config.env)
    suite.words = words
    with pytest.raises(ConfigError, match=f"gave a {kind}; expected a list of words. Type: skill1 envs check"):
        tiny_words(config, suite, configured_profile(config))


@pytest.mark.parametrize("device", ["nonsense", "cuda:99", "meta", "cuda:-1", "cuda:99999999999"])
def test_a_device_that_torch_cannot_use_is_refused_before_there_is_a_run(folder, tmp_path, device):
    config = household(folder, *QUICK)
    config = replace(config, model=replace(config.model, device=device))
    with pytest.raises(ConfigError, match=f"model.device = '{device}' cannot be used: .*\nExpected auto, cpu"):
        Skill1Trainer(config, tmp_path / "run").train()
    assert not (tmp_path / "run").exists()
