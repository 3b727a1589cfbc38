"""GiGPO, and GRPO with a bank that nobody changes, as whole runs of a tiny policy."""

import gzip
import json
import math

import pytest
import torch

from skill1 import Skill1Trainer
from skill1.config import LibraryConfig
from skill1.credit.credit import by_episode
from skill1.credit.rows import training_rows
from skill1.errors import ConfigError
from skill1.library import Library
from skill1.train import step
from skill1.train.learner import LocalLearner
from skill1.train.records import read_metrics
from tests.rollout.tiny_world import household, stocked_library
from tests.train.runs import assert_equal_runs, killed, small_run

GIGPO = ("--credit.utilisation=gigpo", "--credit.gigpo_normalise=mean")


@pytest.fixture(scope="module")
def bank(warm, tmp_path_factory):
    path = tmp_path_factory.mktemp("bank") / "library.sqlite"
    with stocked_library(household(warm), 16) as library:
        library.backup(path)
    return path


def trained(config, folder, patch: pytest.MonkeyPatch):
    """The run's folder, and the samples of each step with the credit they were made from."""
    steps = []

    def kept(credits, groups, *terms):
        samples = training_rows(credits, groups, *terms)
        steps.append((credits, groups, samples))
        return samples

    patch.setattr(step, "training_rows", kept)
    Skill1Trainer(config, folder).train()
    return steps


@pytest.mark.parametrize("coefficient", ["0.0", "0.05"])
def test_a_gigpo_run_trains_every_turn_on_its_own_advantage(warm, tmp_path, monkeypatch, coefficient):
    config = small_run(warm, *GIGPO, "--train.steps=2", f"--loss.kl_coefficient={coefficient}", method="grpo")
    steps = trained(config, tmp_path / "run", monkeypatch)
    assert len(steps) == 2
    own = 0
    for credits, _, samples in steps:
        expected = []
        for of_episode in by_episode(credits).values():
            if any(credit.total for credit in of_episode) or config.loss.kl_coefficient:
                expected += [credit.total for credit in of_episode for _ in credit.segment.response_ids]
            own += sum(credit.turn_advantage != 0 for credit in of_episode)
        got = [a for row in samples for a, w in zip(row.advantages, row.weights, strict=True) if w]
        assert got == pytest.approx(expected)
    assert own > 0
    rows = read_metrics(tmp_path / "run")
    assert all(0 <= row["credit/act/anchored"] <= 1 for row in rows)
    # A step in which nobody wins has no advantage of turns; which one that is depends on the policy's last bits.
    assert any(row["credit/act/turn_adv_abs"] > 0 and row["credit/act/anchored"] > 0 for row in rows)
    require_told(tmp_path / "run", steps)


def require_told(run, steps):
    """What each turn was trained with is in the episodes file."""
    credits = {name: own for step in steps for name, own in by_episode(step[0]).items()}
    [file] = (run / "episodes").iterdir()
    lines = [json.loads(line) for line in gzip.open(file, "rt", encoding="utf-8")]
    by_task = {
        line["key"]["task"]: [o for o in lines if o["key"]["task"] == line["key"]["task"]] for line in lines
    }
    for line in lines:
        returns = [other["outcome"] - other["penalty"] for other in by_task[line["key"]["task"]]]
        own = line["outcome"] - line["penalty"] - math.fsum(returns) / len(returns)
        turns = credits[line["id"]]
        assert [credit.advantage for credit in turns] == pytest.approx([own] * len(turns))
        told = line["advantages"]["act"]
        told = told if isinstance(told, list) else [told] * len(turns)
        assert told == [credit.total for credit in turns]
        assert sum(turn["reward"] for turn in line["turns"]) == pytest.approx(line["outcome"])


@pytest.mark.parametrize("method", ["grpo_bank", "grpo_random"])
def test_a_static_bank_is_read_and_never_written(warm, bank, tmp_path, monkeypatch, method):
    config = small_run(warm, "--train.steps=2", f"--library.init={bank}", method=method)
    steps = trained(config, tmp_path / method, monkeypatch)
    episodes = [e for _, groups, _ in steps for group in groups for e in group.episodes]
    with Library.open(bank, read_only=True) as before, Library.open(tmp_path / method, read_only=True) as after:
        assert after.skills(None) == before.skills(None) and after.version == before.version
        size = len(before.skills())
    assert all(
        e.used is not None and e.draft is None and {s.stage for s in e.segments} == {"act"} for e in episodes
    )
    assert {credit.segment.stage for credits, _, _ in steps for credit in credits} == {"act"}
    used = {e.used.id for e in episodes}
    if method == "grpo_random":
        assert 5 < len(used) <= size  # 32 draws from 16: fewer than 6 different ones has a chance below 1e-12
        assert len({e.used.id for e in steps[0][1][0].episodes}) > 1  # also within a group
    else:
        assert all(e.used.id == e.candidates[0].skill.id and e.query == e.task.instruction for e in episodes)
        assert all(len({e.used.id for e in group.episodes}) == 1 for _, groups, _ in steps for group in groups)
    rows = read_metrics(tmp_path / method)
    assert [row["library/size"] for row in rows] == [size] * 2 and "distill/admitted" not in rows[0]


def test_a_run_with_a_frozen_library_goes_on_as_if_it_had_never_ended(warm, bank, tmp_path, monkeypatch):
    """Also which skills are drawn, and that the library, which no step commits to, is the bank again."""
    config = small_run(
        warm, "--train.steps=3", "--train.checkpoint_every=1", f"--library.init={bank}", method="grpo_random"
    )
    Skill1Trainer(config, tmp_path / "straight").train()
    killed(monkeypatch, Skill1Trainer(config, tmp_path / "killed"), LocalLearner, "update", 2)
    Skill1Trainer(config, tmp_path / "killed").train()
    assert_equal_runs(tmp_path / "killed", tmp_path / "straight")


@pytest.mark.parametrize(
    ("method", "start", "settings", "said"),
    [
        # Silently each would train as grpo: nobody writes skills, and there are none to read.
        (
            "grpo_bank",
            None,
            ["--library.frozen=false"],
            "reads skills but writes none; without .*--library.init FILE",
        ),
        ("grpo_bank", "empty.sqlite", [], "empty.sqlite holds no active skill, and so it would be grpo"),
        ("grpo_random", "bank.json", [], "bank.json holds no active skill, and so it would be grpo"),
        ("skill1", "empty.sqlite", ["--library.frozen=true"], "holds no active skill, and so it would stay empty"),
        ("skill1", None, ["--agent.distillation=off"], "off adds no skill .* without library.init it would"),
    ],
)
def test_a_method_is_refused_without_the_skills_that_it_reads(warm, tmp_path, method, start, settings, said):
    Library.open(tmp_path / "empty.sqlite", LibraryConfig(encoder="hashing"), create=True).close()
    nothing = {"general_skills": [], "task_specific_skills": {}, "common_mistakes": []}
    (tmp_path / "bank.json").write_text(json.dumps(nothing))
    init = [f"--library.init={tmp_path / start}"] if start else []
    with pytest.raises(ConfigError, match=said):
        Skill1Trainer(small_run(warm, *init, *settings, method=method), tmp_path / "run").train()
    assert not (tmp_path / "run").exists()


def test_prompting_cannot_be_trained(warm, tmp_path):
    with pytest.raises(ConfigError, match="zero_shot trains nothing. Type: skill1 eval MODEL --env household"):
        Skill1Trainer(small_run(warm, method="zero_shot"), tmp_path / "run").train()
    assert not (tmp_path / "run").exists() and torch.is_grad_enabled()
