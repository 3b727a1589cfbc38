"""Skill-Pro as a run: pool, gate, log, resume, and the evaluation of an iteration, on a tiny random policy."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from skill1.agent.player import Player
from skill1.agent.profile import load_profile
from skill1.cli import main
from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.env.registry import make_suite
from skill1.errors import ConfigError
from skill1.library import Library
from skill1.methods.skillpro.log import seed_file
from skill1.methods.skillpro.selectors import ExpertSelector
from skill1.methods.skillpro.skill import pool_skill
from skill1.methods.teacher.analyst import Analyst
from skill1.run.locate import newest_checkpoint
from skill1.schema import EpisodeKey, Skill, SkillDraft
from skill1.train.records import read_metrics
from skill1.train.trainer import Skill1Trainer
from tests.rollout.fakes import RecordingPolicy, settings
from tests.rollout.tiny_world import household
from tests.train.runs import train_until

SEEDS = seed_file("household")
KEYS = {
    "iteration",
    "avg_return",
    "task_baselines",
    "global_baseline",
    "skill_usage_details",
    "delta_prompt_tokens_per_step",
    "episodes_data",
    "pool_snapshot",
    "evolution_details",
    "maintenance_details",
}
ENTRY_KEYS = {"name", "freq", "maturity", "avg_gain", "initiation", "policy", "termination"}
LIBRARY_KEYS = {"utility", "retrieved", "selected", "wins"}


@pytest.fixture(scope="module", autouse=True)
def lessons():
    """A random policy finds nothing: the analyst gets a note for each home and type."""

    def lesson(self, episode):
        words = episode.task.instruction.split()
        return SkillDraft(f"{words[1]} {words[2]} {episode.task.type}", f"search {words[2]}")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Analyst, "lesson", lesson)
        yield


@pytest.fixture(scope="module")
def config(tiny):
    """Skills drawn blindly, so that every seed is used; the best candidate always comes in."""
    return household(
        tiny,
        f"--skillpro.seeds={SEEDS}",
        "--skillpro.epsilon=1",
        "--skillpro.final_epsilon=1",
        "--skillpro.evolve_after=2",
        "--skillpro.evolutions_per_step=2",
        "--skillpro.pool_size=8",
        "--skillpro.ablation=wo_ppo",
        "--train.tasks_per_step=4",
        "--train.group_size=4",
        "--train.mini_batches=1",
        "--train.steps=4",
        "--train.checkpoint_every=2",
        "--env.max_steps=4",
        method="skillpro",
    )


@pytest.fixture(scope="module")
def whole(config, tmp_path_factory):
    """A run that was never stopped."""
    run = tmp_path_factory.mktemp("skillpro-runs") / "whole"
    Skill1Trainer(config, run).train()
    return run


def logged(run):
    return json.loads((run / "skillpro" / "training_logs.json").read_text())


def test_a_run_grows_and_prunes_its_pool_and_moves_no_weight(config, whole):
    log, rows = logged(whole), read_metrics(whole)
    assert [entry["iteration"] for entry in log] == [1, 2, 3, 4]
    assert all(set(entry) == KEYS for entry in log)
    assert all(set(skill) == ENTRY_KEYS | LIBRARY_KEYS for entry in log for skill in entry["pool_snapshot"])
    assert [len(entry["pool_snapshot"]) for entry in log][0] == 6  # the seeds come in after the first step
    assert log[0]["delta_prompt_tokens_per_step"] == 0 < log[1]["delta_prompt_tokens_per_step"]
    evolved = [one for entry in log for one in entry["evolution_details"]]
    assert {one["action"] for one in evolved} == {"NEW_OPTION_ADDED"}
    assert all(isinstance(one["j_score"], float) for one in evolved)  # scored though not asked for
    assert any(entry["maintenance_details"] for entry in log)
    last = log[-1]["pool_snapshot"]
    assert len(last) == rows[-1]["skillpro/pool_size"] == rows[-1]["library/size"] == 8
    used = sum(len(calls) for entry in log for calls in entry["skill_usage_details"]["household"])
    kept = {one["name"] for one in last}
    gone = sum(one["freq"] for entry in log for one in entry["maintenance_details"] if one["name"] not in kept)
    assert sum(one["freq"] for one in last) + gone == used > 0
    assert "policy/loss" not in rows[0] and rows[-1]["teacher/calls"] > 0
    start = (Path(config.model.path) / "model.safetensors").read_bytes()
    assert (newest_checkpoint(whole) / "model.safetensors").read_bytes() == start


def test_a_resumed_run_equals_one_that_never_stopped(config, whole, tmp_path):
    train_until(Skill1Trainer(config, tmp_path / "cut"), 3)
    assert len(logged(tmp_path / "cut")) == 3
    Skill1Trainer(config, tmp_path / "cut").train()
    assert logged(whole) == logged(tmp_path / "cut")
    states = [
        json.loads((newest_checkpoint(run) / "trainer_state.json").read_text())["writer"]
        for run in (whole, tmp_path / "cut")
    ]
    assert states[0] == states[1] and states[0]["experiences"]["kept"]
    skills = []
    for run in (whole, tmp_path / "cut"):
        with Library.open(run, LibraryConfig(encoder="hashing"), read_only=True) as library:
            skills.append(library.skills(None))
    assert skills[0] == skills[1]


def test_the_gate_lets_nothing_in_that_only_raises_failures(config, tmp_path):
    """A random policy wins nothing: baselines are 0, so is every advantage, and 0 is not above the margin."""
    gated = replace(config, skillpro=replace(config.skillpro, ablation="none"))
    Skill1Trainer(gated, tmp_path / "run").train()
    evolved = [one for entry in logged(tmp_path / "run") for one in entry["evolution_details"]]
    assert evolved and {one["action"] for one in evolved} == {"NONE"}
    assert {one["j_score"] for one in evolved} == {0.0}


def test_first_in_first_out_removes_the_seeds(config, tmp_path):
    fifo = replace(config, skillpro=replace(config.skillpro, ablation="wo_score", acceptance_margin=-1.0))
    Skill1Trainer(fifo, tmp_path / "run").train()
    removed = [one for entry in logged(tmp_path / "run") for one in entry["maintenance_details"]]
    assert [one["stage"] for one in removed] == ["oldest removed"] * len(removed)
    assert [one["name"] for one in removed] == [
        s["name"] for s in json.loads(SEEDS.read_text())[0]["pool_snapshot"]
    ][: len(removed)]


def test_missing_seeds_are_told_before_a_step_is_played(config, tmp_path):
    lacking = replace(config, skillpro=replace(config.skillpro, seeds="no/such/file.json"))
    with pytest.raises(ConfigError, match="skillpro.seeds = 'no/such/file.json' is not a file.*household"):
        Skill1Trainer(lacking, tmp_path / "run").train()
    assert not (tmp_path / "run" / "skillpro").exists()


def test_the_plain_process_only_logs(config, tmp_path):
    plain = replace(config, skillpro=replace(config.skillpro, mode="MDP"), train=replace(config.train, steps=2))
    Skill1Trainer(plain, tmp_path / "run").train()
    log = logged(tmp_path / "run")
    assert [entry["pool_snapshot"] for entry in log] == [[], []]
    assert all(entry["evolution_details"] == [] and entry["avg_return"] for entry in log)


def evaluated(run, tmp_path, *options):
    name = tmp_path / "result.json"
    options = [*options, "--split", "seen", "--limit", "6", "--output", str(name)]
    assert main(["eval", str(run), *options]) == 0
    return json.loads(name.read_text())


def test_an_evaluation_plays_with_the_pool_of_an_iteration(whole, tmp_path):
    assert evaluated(whole, tmp_path, "--iteration", "1")["library_size"] == 6
    log = str(whole / "skillpro" / "training_logs.json")
    last, own = evaluated(whole, tmp_path, "--pool", log), evaluated(whole, tmp_path)
    assert last["library_size"] == own["library_size"] == 8
    assert last["results"] == own["results"]  # the log tells all there is to know


def test_an_evaluation_refuses_what_it_cannot_play_with(whole, capsys):
    log = str(whole / "skillpro" / "training_logs.json")
    assert main(["eval", str(whole), "--pool", log, "--iteration", "9"]) != 0
    assert "no iteration 9; it has 1 to 4" in capsys.readouterr().err
    assert main(["eval", str(whole), "--pool", log, "--library-file", log]) != 0
    assert "both name skills" in capsys.readouterr().err


def test_the_household_expert_picks_the_skill_of_this_home():
    config = load_config("household/skillpro")
    task = next(t for t in make_suite(config.env).tasks("train") if t.type == "put")
    _, tree, place, *_ = task.instruction.split()
    skills = [
        Skill("other", "oak hill put tool", "tool in box", 0.5),
        Skill("mine", f"{tree} {place} put tool", "tool in chest", 0.5),
    ]
    player = Player(task, RecordingPolicy(), None, load_profile("compact"), settings(), EpisodeKey(0, 1, 0, 0))
    pool = [pool_skill(skill, 0) for skill in skills]
    expert = ExpertSelector(config)
    assert [s.id for s in asyncio.run(expert.nominate(player, pool, 5))] == ["mine"]
    assert asyncio.run(expert.is_over(player, pool[0])) and not asyncio.run(expert.is_over(player, pool[1]))


@pytest.mark.parametrize("env", ["household", "alfworld", "webshop"])
def test_defaults_are_the_released_codes(env):
    config = load_config(f"{env}/skillpro")
    assert config.method == "skillpro"
    pro = config.skillpro
    assert (pro.epsilon, pro.final_epsilon, pro.epsilon_steps, pro.clip) == (0.3, 0.05, 100, 0.2)
    assert (pro.evolve_after, pro.relevance, pro.lcb_scale, pro.baseline_step) == (6, 0.5, 0.2, 0.1)
    if env != "household":
        assert (pro.pool_size, pro.candidates, pro.evolutions_per_step, pro.max_skill_age) == (10, 3, 2, 8)
        assert (pro.skill_select_k, pro.duplicate_similarity, config.train.steps) == (5, 0.95, 50)


def test_epsilon_is_a_metric(config, tmp_path):
    own = replace(config.skillpro, epsilon=0.3, final_epsilon=0.1, epsilon_steps=2)
    falling = replace(config, skillpro=own, train=replace(config.train, steps=4, group_size=1))
    Skill1Trainer(falling, tmp_path / "run").train()
    rows = read_metrics(tmp_path / "run")
    assert [row["skillpro/epsilon"] for row in rows] == pytest.approx([0.3, 0.2, 0.1, 0.1])
    assert {len(entry["episodes_data"]) for entry in logged(tmp_path / "run")} == {4}  # group_size 1: a task once
