"""Validation while training: it changes nothing, survives a kill, and finds what an evaluation would find."""

import json
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill1.config.load import load_config
from skill1.env.splits import representative, spread
from skill1.errors import ConfigError, DataError
from skill1.evaluate import evaluate
from skill1.library import Library
from skill1.schema import Task
from skill1.train import run as parts
from skill1.train import validation
from skill1.train.records import Records, read_metrics
from skill1.train.trainer import Skill1Trainer
from skill1.train.validation import Validation
from skill1.train.verl.run import ClusterValidation
from tests.rollout.tiny_world import household
from tests.train.runs import killed, outcome_of, rows_of, small_run

SHORT = ("--train.steps=4", "--train.tasks_per_step=3", "--train.checkpoint_every=2")
TASKS = 18
DATA = Path(__file__).resolve().parents[2] / "data"
VALIDATED = ("--train.validate_every=2", f"--train.validate_tasks={TASKS}", "--train.validate_temperature=0.7")
RATE = "validate/success_rate"


def without_validation(run_dir):
    """All that must be equal between two runs, but what validation adds to the rows."""
    return outcome_of(run_dir) | {"metrics": rows_of(run_dir, "validate/")}


def trained(config, run_dir):
    Skill1Trainer(config, run_dir).train()
    return run_dir


@pytest.fixture(scope="module")
def config(warm):
    return small_run(warm, *SHORT, *VALIDATED)


@pytest.fixture(scope="module")
def run(config, tmp_path_factory):
    return trained(config, tmp_path_factory.mktemp("validation") / "with")


# ---- the sample ---------------------------------------------------------------------------------------------------


def made(types):
    return [Task(f"t/{i}", "t", "s", i, "", name) for i, name in enumerate(types)]


def test_a_sample_by_hand():
    assert [task.index for task in spread(made("a" * 10), 3)] == [0, 3, 6]
    # By type: a at 0, 2, 4, 5, then b at 1, 3. Every second of these: a 0, a 4, b 1.
    assert [task.index for task in representative(made("ababaa"), 3)] == [0, 1, 4]


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=80), st.integers(1, 100))
def test_each_type_has_its_share_and_a_small_split_is_played_whole(types, count):
    tasks = made(types)
    chosen = representative(tasks, count)
    indices = [task.index for task in chosen]
    assert indices == sorted(set(indices)) and len(chosen) == min(count, len(tasks))
    drawn = Counter(task.type for task in chosen)
    for name, number in Counter(types).items():
        assert abs(drawn[name] - number * len(chosen) / len(tasks)) < 1


# ---- what it leaves alone -----------------------------------------------------------------------------------------


def test_a_run_with_validation_is_the_run_without(config, run, tmp_path):
    plain = replace(config, train=replace(config.train, validate_every=0))
    trained(plain, tmp_path / "without")
    assert without_validation(run) == without_validation(tmp_path / "without")
    assert [row["step"] for row in read_metrics(run) if RATE in row] == [2, 4]
    assert not any(RATE in row for row in read_metrics(tmp_path / "without"))
    with Library.open(run, read_only=True) as library:
        assert library.version == 4 and len(library) > 0  # one commit a step; validation met skills
        counted = sum(skill.retrieved for skill in library.skills(None))
    with Library.open(tmp_path / "without", read_only=True) as library:
        assert counted == sum(skill.retrieved for skill in library.skills(None)) > 0


@pytest.mark.parametrize("method", ["grpo", "skillopt", "skillpro", "retroagent"])
def test_no_method_is_changed_by_it(warm, tmp_path, method):
    """No library; a document that a gate accepts; a pool whose controller notes what was active in each episode."""
    own = {
        "grpo": (),
        "retroagent": (),
        "skillopt": ("--skillopt.selection_tasks=4", "--train.mini_batches=1"),
        "skillpro": ("--skillpro.evolve_after=2", "--train.mini_batches=1"),
    }[method]
    runs = {}
    for name, every in (("with", 1), ("without", 0)):
        settings = (*SHORT, *VALIDATED[1:], *own, f"--train.validate_every={every}", "--train.steps=2")
        runs[name] = trained(small_run(warm, *settings, method=method), tmp_path / name)
    assert rows_of(runs["with"], "validate/") == rows_of(runs["without"])
    assert [RATE in row for row in read_metrics(runs["with"])] == [True, True]
    states = [(one / "checkpoints/step_000002/trainer_state.json").read_text() for one in runs.values()]
    weights = [(one / "checkpoints/step_000002/model.safetensors").read_bytes() for one in runs.values()]
    assert states[0] == states[1] and weights[0] == weights[1]


@pytest.mark.parametrize(
    ("owner", "name", "at"),
    [
        (Validation, "play", 1),  # before the first checkpoint
        (validation, "validation_metrics", 2),  # the last validation is played, its row is not written
    ],
)
def test_a_run_killed_at_a_validation_ends_as_one_that_was_not(
    config, run, tmp_path, monkeypatch, owner, name, at
):
    killed(monkeypatch, Skill1Trainer(config, tmp_path / "killed"), owner, name, at)
    trained(config, tmp_path / "killed")
    assert outcome_of(tmp_path / "killed") == outcome_of(run)


# ---- what it finds ------------------------------------------------------------------------------------------------


def test_it_finds_what_an_evaluation_of_the_checkpoint_finds_on_these_tasks(config, run):
    found = evaluate(f"{run}@4", split="seen", library="frozen", overrides=["--eval.temperature=0.7"])
    with_a_suite = Skill1Trainer(config, run).config
    suite = parts.make_suite(with_a_suite.env)
    chosen = {task.id for task in validation.choose(with_a_suite, suite, "household").tasks}
    rows = [row for row in found["results"] if row["task"] in chosen]
    assert len(rows) == len(chosen) == TASKS
    last = read_metrics(run)[-1]
    assert last[RATE] == pytest.approx(math.fsum(row["success"] for row in rows) / TASKS)
    assert last["validate/turns"] == pytest.approx(math.fsum(row["turns"] for row in rows) / TASKS)
    for name in {row["type"] for row in rows}:
        own = [row["success"] for row in rows if row["type"] == name]
        assert last[f"validate/success/{name}"] == pytest.approx(math.fsum(own) / len(own))
    assert last["validate/errors"] == 0 and last["time/validate_s"] > 0
    assert any(row["skill"] for row in rows), "no skill was met, so the library might as well have been empty"


def test_the_last_step_is_validated_and_a_small_split_is_played_whole(warm, tmp_path, monkeypatch):
    few = [task for task in parts.make_suite(load_config("household/grpo").env).tasks("seen")][:3]
    monkeypatch.setattr(validation, "representative", lambda tasks, count: representative(few, count))
    short = small_run(warm, *SHORT, "--train.validate_every=2", "--train.steps=3", method="grpo")
    trained(short, tmp_path / "run")
    rows = [row for row in read_metrics(tmp_path / "run") if RATE in row]
    assert [row["step"] for row in rows] == [2, 3]
    assert rows[-1][RATE] * 3 in (0, 1, 2, 3)


def test_greedy_is_the_default_and_exploration_is_off(warm, monkeypatch):
    seen = []
    monkeypatch.setattr(validation, "Roller", lambda *parts, concurrency: seen.append((parts, concurrency)))
    config = household(warm, "--train.validate_every=1", "--library.control_share=0.5")
    suite = parts.make_suite(config.env)
    Validation(config, suite, profile=None, policy=type("P", (), {"max_rows": 7}))
    ((_, _, recipe, _, settings), concurrency) = seen[0]
    assert (settings.sampling.temperature, settings.is_training, settings.control_share) == (0.0, False, 0.0)
    assert concurrency == 7 and recipe.after.__name__ == "nothing"


def test_faults_of_the_environment_are_counted_and_end_nothing(warm, tmp_path, monkeypatch, caplog):
    make_suite = parts.make_suite

    def broken_when_validating(env):
        suite = make_suite(env)
        make = suite.make

        def opened(split):
            if split == "seen":
                raise OSError("engine gone")
            return make(split)

        suite.make = opened
        return suite

    monkeypatch.setattr(parts, "make_suite", broken_when_validating)
    short = small_run(warm, *SHORT, "--train.steps=1", "--train.validate_every=1", method="grpo")
    trained(short, tmp_path / "run")
    (row,) = read_metrics(tmp_path / "run")
    assert row["validate/errors"] == 64 and RATE not in row
    assert "all 64 episodes of a validation ended in an error" in caplog.text and "engine gone" in caplog.text


def test_of_several_environments_each_is_validated_on_its_own_split(tmp_path):
    small = (
        "--train.steps=1",
        "--train.tasks_per_step=3",
        "--train.group_size=2",
        "--env.mixture.alfworld.max_steps=2",
        "--env.mixture.webshop.max_steps=2",
        "--env.mixture.household.max_steps=2",
        *(f"--env.mixture.{name}.data={DATA / name}" for name in ("alfworld", "webshop")),
        "--train.validate_every=1",
        "--train.validate_tasks=2",
    )
    trained(load_config("mixed/tiny", small), tmp_path / "run")
    (row,) = read_metrics(tmp_path / "run")
    rates = [row[f"validate/success_rate/{env}"] for env in ("household", "alfworld", "webshop")]
    assert row[RATE] == pytest.approx(math.fsum(rates) / 3)
    config = load_config("mixed/tiny", small)
    suite = parts.make_suite(config.env)
    chosen = (validation.choose(config, suite, env) for env in ("household", "alfworld", "webshop"))
    splits = {task.split for sample in chosen for task in sample.tasks}
    assert splits == {"household/seen", "alfworld/valid_seen", "webshop/product_disjoint_eval"}


# ---- the best checkpoint, and what is refused ---------------------------------------------------------------------


def test_the_best_checkpoint_follows_it(config, run, tmp_path, monkeypatch):
    rates = iter((0.5, 0.25))
    real = validation.validation_metrics
    monkeypatch.setattr(validation, "validation_metrics", lambda *a: real(*a) | {RATE: next(rates)})
    following = replace(config, train=replace(config.train, best_metric=RATE, keep_checkpoints=1))
    trained(following, tmp_path / "run")
    best = json.loads((tmp_path / "run" / "checkpoints" / "best.json").read_text())
    assert best == {"step": 2, "metric": RATE, "value": 0.5}
    assert sorted(p.name for p in (tmp_path / "run" / "checkpoints").glob("step_*")) == [
        "step_000002",
        "step_000004",
    ]


def test_a_figure_that_will_come_is_known_at_the_first_step_and_no_other(config, tmp_path):
    """The first validation is at step 2; the first step has no row of it yet."""
    for fine in ("validate/success/heat", RATE):
        short = replace(config, train=replace(config.train, best_metric=fine, steps=2))
        trained(short, tmp_path / fine.replace("/", "-"))
    wrong = replace(config, train=replace(config.train, best_metric="validate/mean_score"))
    with pytest.raises(ConfigError, match=r"validate/mean_score.*no such metric.*validate/"):
        Skill1Trainer(wrong, tmp_path / "wrong").train()
    assert len(read_metrics(tmp_path / "wrong")) == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (["--train.best_metric", RATE], r"train\.best_metric = .*--train\.validate_every N"),
        (["--train.validate_every", "-1"], r"train\.validate_every = -1 .*at least 0"),
        (["--train.validate_tasks", "0"], r"train\.validate_tasks = 0 "),
        (["--train.validate_temperature", "-0.1"], r"train\.validate_temperature = -0\.1"),
        (["--train.validate_every=5", "--train.validate_split=null"], r"train\.validate_split = null .*envs list"),
    ],
)
def test_what_cannot_be_validated_is_refused_with_what_to_type(warm, changes, message):
    with pytest.raises(ConfigError, match=message):
        household(warm, *changes)


def test_a_split_that_is_not_there_is_told_before_the_first_step(config, tmp_path):
    wrong = replace(config, train=replace(config.train, validate_split="valid_seen"))
    with pytest.raises(DataError, match=r"household has no split 'valid_seen'; expected one of train, seen"):
        Skill1Trainer(wrong, tmp_path / "run").train()
    assert not (tmp_path / "run" / "metrics.jsonl").exists()


def test_validating_on_the_split_that_is_reported_is_cautioned_where_it_chooses(config):
    suite = parts.make_suite(config.env)

    def caution(**train):
        changed = replace(config, train=replace(config.train, **train))
        return validation.choose(changed, suite, "household").caution

    assert caution(best_metric=RATE) == caution(validate_split="heldout") == ""
    assert "Report RUN@best on another split" in caution(best_metric=RATE, validate_split="heldout")


@pytest.mark.parametrize(
    ("name", "every"),  # 20: as the paper
    [("household/skill1", 0), ("alfworld/skill1", 20), ("webshop/skill1", 20), ("webshop/tiny", 0)],
)
def test_shipped_configurations_validate_on_a_split_of_their_own(name, every):
    config = load_config(name)
    assert config.train.validate_every == every and config.train.validate_split not in (
        None,
        config.env.train_split,
    )
    assert config.train.validate_split != config.eval.split or config.env.name == "alfworld"  # as in verl-agent


# ---- beside the next step's episodes, as on a cluster --------------------------------------------------------------


class Beside:
    """A cluster's part: the episodes are played when they are asked for, with what the last step left."""

    def __init__(self, run, profile):
        self.run, self.begun, self.of_one_process = run, [], Validation(run.config, run.suite, profile, run.policy)

    def begin_validation(self, step, indices):
        assert step == self.run.step, "these are the weights of another step"
        self.begun.append((step, list(indices)))

    def validated(self):
        assert self.begun[-1][0] == self.run.step, "library and weights have changed since"
        return [
            g.episodes[0]
            for g in self.of_one_process._played(self.run.validation.samples[0].tasks, self.run.library)
        ]


class BesideRun(parts.Run):
    def __init__(self, *about):
        super().__init__(*about)
        self.validation.catch_up(self.step, read_metrics(self.run_dir))

    def _make_validation(self, profile):
        return ClusterValidation(self.config, self.suite, Beside(self, profile))


class BesideTrainer(Skill1Trainer):
    def _make_run(self, profile):
        self.run = BesideRun(self.config, self.run_dir, profile, self.console)
        return self.run


def validated(run_dir):
    """Step of the weights → their figures, without the seconds."""
    return {
        row.get("validate/step", row["step"]): {
            k: v for k, v in row.items() if k.startswith("validate/") and k != "validate/step"
        }
        for row in read_metrics(run_dir)
        if RATE in row
    }


@pytest.fixture(scope="module")
def beside(config, tmp_path_factory):
    trainer = BesideTrainer(config, tmp_path_factory.mktemp("beside") / "run")
    trainer.train()
    return trainer


def test_beside_the_next_step_it_finds_what_it_finds_alone(run, beside):
    assert validated(beside.run_dir) == validated(run)
    assert without_validation(beside.run_dir) == without_validation(run)
    steps = [(row["step"], row.get("validate/step")) for row in read_metrics(beside.run_dir)]
    assert steps == [(1, None), (2, None), (3, 2), (4, 4)], "after the last step it is waited for"
    tasks = [task.index for task in beside.run.validation.samples[0].tasks]
    assert beside.run.validation._cluster.begun == [(2, tasks), (4, tasks)]


def test_the_last_step_but_one_leaves_its_row_to_the_last(config, tmp_path):
    each = replace(config, train=replace(config.train, validate_every=1))
    BesideTrainer(each, tmp_path / "run").train()
    assert list(validated(tmp_path / "run")) == [1, 2, 4]


@pytest.mark.parametrize("at", [3, 4])
def test_a_kill_before_or_after_the_figures_come_loses_none(config, beside, tmp_path, monkeypatch, at):
    """At row 3, which has those of step 2, and at row 4: both times step 2 is where it goes on."""
    killed(monkeypatch, BesideTrainer(config, tmp_path / "killed"), Records, "write_metrics", at)
    BesideTrainer(config, tmp_path / "killed").train()
    assert outcome_of(tmp_path / "killed") == outcome_of(beside.run_dir)


def test_a_checkpoint_waits_for_its_figures_and_is_named_when_they_come(config, tmp_path, monkeypatch):
    rates, named = iter((0.5, 0.25)), []
    real = validation.validation_metrics
    monkeypatch.setattr(validation, "validation_metrics", lambda *a: real(*a) | {RATE: next(rates)})
    following = replace(config, train=replace(config.train, best_metric=RATE, keep_checkpoints=1))
    trainer, pointer = BesideTrainer(following, tmp_path / "run"), tmp_path / "run" / "checkpoints" / "best.json"
    named_after = lambda row: named.append(pointer.exists())  # noqa: E731
    monkeypatch.setattr(BesideRun, "record", lambda self, *a: (parts.Run.record(self, *a), named_after(a[0]))[0])
    trainer.train()
    assert named == [False, False, True, True]
    assert json.loads(pointer.read_text()) == {"step": 2, "metric": RATE, "value": 0.5}
    assert [p.name for p in sorted(pointer.parent.glob("step_*"))] == ["step_000002", "step_000004"]


def test_what_a_resumed_run_knows_already_is_not_played_again(config):
    suite, begun = parts.make_suite(config.env), []
    cluster = type("Cluster", (), {"begin_validation": lambda self, step, indices: begun.append(step)})()

    def caught_up(step, *rows):
        begun.clear()
        ClusterValidation(config, suite, cluster).catch_up(step, rows)
        return begun

    assert caught_up(2) == [2] and caught_up(2, {"step": 3.0, "validate/step": 2}) == []
    assert caught_up(0) == caught_up(1) == caught_up(4) == []
