"""Methods with a writer and a frozen policy: the loop calls it, gates play apart, its state is resumed."""

import json
import math
import re
from dataclasses import replace
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest

from skill1.agent.player import Recipe
from skill1.agent.profile import load_profile
from skill1.config import LibraryConfig
from skill1.credit.credit import Credit
from skill1.env.registry import make_suite
from skill1.errors import ConfigError, TrainingError
from skill1.library import Library
from skill1.methods import grpo, skill1
from skill1.methods.teacher.analyst import Analyst
from skill1.methods.teacher.question import Form, Question
from skill1.models.files import CHECKPOINT_FORMAT
from skill1.run.locate import newest_checkpoint
from skill1.schema import Episode, EpisodeKey, Skill, Turn
from skill1.train import writing
from skill1.train.border import sound
from skill1.train.fork import _check_fit
from skill1.train.frozen import FrozenLearner
from skill1.train.records import read_metrics
from skill1.train.step import update
from skill1.train.trainer import Skill1Trainer
from skill1_envs.household.tasks import load_split
from tests.rollout.tiny_world import household
from tests.train.runs import rows_of, train_until

NOTE = Form({"notes": int})
LONG = "search all " * 250 + "end"  # more characters than are kept by default


class CountingWriter:
    """Writes a skill a step; remembers everything it was told."""

    def __init__(self):
        self.told = []

    def write(self, facts):
        (answer,) = facts.teacher.ask([Question("test/note", {}, NOTE, {"episodes": facts.episodes})])
        skill = Skill("", f"step {facts.step}", "search all", 0.5)
        facts.library.add_skills([skill], step=facts.step)
        gate = facts.play(facts.tasks("train")[:3], [skill], 0)
        first = facts.episodes[0]
        scores = facts.logprobs(first, first.used)
        sampled = [segment.logprobs for segment in first.stage_segments("act")]
        assert [len(s) for s in scores] == [len(s) for s in sampled]
        assert scores[0] == pytest.approx(sampled[0], abs=2e-5)
        assert all(e.key.task >= 100_000 and not e.stage_segments("distill") for e in gate)
        (facts.folder / f"step-{facts.step}.json").write_text(json.dumps(answer.content))
        self.told.append([facts.step, answer.content["notes"], [e.outcome for e in gate]])
        return {"test/notes": float(answer.content["notes"])}

    def state(self):
        return {"told": self.told}

    def restore(self, state):
        self.told = list(state["told"])


def make(config):
    rules = {
        "test/note": lambda analyst, evidence: {"notes": sum(map(_has_lesson(analyst), evidence["episodes"]))}
    }
    return Recipe(skill1.select_by_similarity, grpo.nothing, writer=CountingWriter(), rules=rules)


def _has_lesson(analyst):
    return lambda episode: analyst.lesson(episode) is not None


@pytest.fixture
def config(warm, monkeypatch):
    monkeypatch.setattr(skill1, "make", make)
    small = ["--train.tasks_per_step=2", "--train.group_size=2", "--train.checkpoint_every=2", "--train.steps=4"]
    return household(warm, *small, "--loss.kl_coefficient=0.05")


def test_a_writer_fills_the_library_and_a_frozen_policy_stays_as_it_is(config, tmp_path):
    Skill1Trainer(config, tmp_path / "run").train()
    rows = read_metrics(tmp_path / "run")
    assert [row["budget/gate_episodes"] for row in rows] == [3.0] * 4
    assert all(row["teacher/calls"] == step for step, row in enumerate(rows, 1))
    assert [row["library/size"] for row in rows] == [1, 2, 3, 4]  # with what was written in that very step
    assert "policy/loss" not in rows[0]
    for row in rows:  # what the gate samples is no part of the rollout, nor is its time
        assert row["time/tokens_per_s"] * row["time/rollout_s"] == pytest.approx(row["tokens/generated"])
    with Library.open(tmp_path / "run", LibraryConfig(encoder="hashing"), read_only=True) as library:
        assert [s.description for s in library.skills()] == [f"step {n}" for n in range(1, 5)]
    checkpoint = newest_checkpoint(tmp_path / "run")
    start = (type(checkpoint)(config.model.path) / "model.safetensors").read_bytes()
    assert (checkpoint / "model.safetensors").read_bytes() == start
    assert sorted(f.name for f in (tmp_path / "run" / "skill1").iterdir()) == [
        f"step-{n}.json" for n in range(1, 5)
    ]


def test_the_engine_of_a_frozen_policy_stays_awake():
    """It rests for an update, and only new weights wake it."""
    recipe = Recipe(skill1.select_by_similarity, grpo.nothing, writer=CountingWriter())
    awake = SimpleNamespace()  # of a policy that has neither ``rest`` nor ``weights_changed``
    run = SimpleNamespace(policy=awake, learner=FrozenLearner(), recipe=recipe, step=0)
    assert update(run, [], [], []) == {}


def test_a_resumed_writer_goes_on_as_if_never_stopped(config, tmp_path):
    Skill1Trainer(config, tmp_path / "whole").train()
    train_until(Skill1Trainer(config, tmp_path / "cut"), 3)
    Skill1Trainer(config, tmp_path / "cut").train()
    states = [
        json.loads((newest_checkpoint(tmp_path / name) / "trainer_state.json").read_text())["writer"]
        for name in ("whole", "cut")
    ]
    assert states[0] == states[1] and len(states[0]["told"]) == 4
    # What the teacher was asked counts calls of this process.
    assert rows_of(tmp_path / "whole", "teacher/") == rows_of(tmp_path / "cut", "teacher/")


def test_a_fork_to_another_writer_is_refused_with_what_to_type(tmp_path):
    state = {"format": CHECKPOINT_FORMAT, "step": 2, "policy_version": 2, "buffer": [], "writer": {"best": {}}}
    (tmp_path / "trainer_state.json").write_text(json.dumps(state))
    retroagent, skillopt, trained = (household(tmp_path, method=m) for m in ("retroagent", "skillopt", "skill1"))
    with pytest.raises(ConfigError, match=r"skillopt from what retroagent.*--model\.path .*--library\.init "):
        _check_fit(retroagent, skillopt, 2, tmp_path)
    _check_fit(retroagent, retroagent, 2, tmp_path)
    _check_fit(retroagent, trained, 2, tmp_path)  # nobody asks for the notes


class Listed:
    """Stands for a roller: its episodes name the skills that it was to play with."""

    def __init__(self, *_args, **_options): ...

    async def play_all(self, _plan, library):
        return [SimpleNamespace(skill=skill, error="", ok=True) for skill in library.skills()]


def test_gates_play_skills_as_long_as_the_library_keeps_them(tmp_path, monkeypatch):
    monkeypatch.setattr(writing, "Roller", Listed)
    config = household(tmp_path, "--agent.max_skill_chars=3000")
    parts = {"suite": SimpleNamespace(make=None), "profile": None, "model": None}
    recipe = Recipe(grpo.nothing, grpo.nothing, writer=CountingWriter())
    lent = writing.Writing(config, tmp_path, recipe, {}, policy=SimpleNamespace(max_rows=1), **parts)
    (played,) = lent._play([], [Skill("", "look", LONG, 0.5)], 0)
    assert played.skill.strategy == LONG


@pytest.mark.parametrize("asked", ["_play", "_logprobs"])
def test_what_a_cluster_lends_no_writer_is_refused_by_name(tmp_path, asked):
    """It has no engine in this process, which showed as an AttributeError."""
    local = household(tmp_path, method="grpo")
    config = replace(local, backend="verl", train=replace(local.train, final_learning_rate=1.0))
    parts = {"suite": SimpleNamespace(make=None), "profile": None, "policy": object(), "model": object()}
    recipe = Recipe(grpo.nothing, grpo.nothing, writer=CountingWriter())
    lent = writing.Writing(config, tmp_path, recipe, {}, **parts)
    with pytest.raises(ConfigError, match="grpo plays episodes or compares log-probs .* verl .*--backend local"):
        getattr(lent, asked)(*[()] * (3 if asked == "_play" else 2))


class Told:
    """A writer that returns what it was given."""

    def __init__(self, metrics, state):
        self.metrics, self.kept = metrics, state

    def write(self, facts):
        return self.metrics

    def state(self):
        return self.kept


def writes(tmp_path, metrics, state=None):
    config, recipe = (
        household(tmp_path, method="grpo"),
        Recipe(grpo.nothing, grpo.nothing, writer=Told(metrics, state)),
    )
    parts = {"suite": SimpleNamespace(tasks=None), "profile": None, "policy": None, "model": None}
    return writing.Writing(config, tmp_path, recipe, {}, **parts).write([], 1, None, {"outcome/success_rate"})


def test_metrics_of_a_writer_are_numbers_of_a_row_and_missing_ones_are_left_out(tmp_path):
    told = {"mine/a": np.float32(2), "mine/b": True, "mine/c": None, "mine/d": float("nan"), "mine/e": np.int64(3)}
    row = writes(tmp_path, told, {})
    assert json.loads(json.dumps(row)) == {"mine/a": 2.0, "mine/b": 1.0, "mine/e": 3.0}


@pytest.mark.parametrize(
    ("metrics", "message"),
    [
        (None, "a NoneType; expected a mapping of metrics, such as {'grpo/new': 2.0}"),
        ({"mine/a": "two"}, "mine/a = 'two'; expected a finite number"),
        ({"mine/a": float("inf")}, "mine/a = inf; expected a finite number"),
        ({"outcome/success_rate": 1.0}, "'outcome/success_rate', which is a figure of skill1's own"),
        ({"written": 1.0}, "'written', which is no area/name, such as grpo/new"),
    ],
)
def test_what_would_spoil_a_row_is_refused_by_the_name_of_the_method(tmp_path, metrics, message):
    """A text made the whole row unreadable, and a taken name put another figure in the place of skill1's own."""
    with pytest.raises(TrainingError, match=f"The writer of method grpo returned .*{re.escape(message)}"):
        writes(tmp_path, metrics, {})


@pytest.mark.parametrize(
    ("state", "message"),
    [
        (None, "state() gave a NoneType; expected what JSON holds"),
        (["a"], "state() gave a list"),
        (MappingProxyType({}), "state() is a mappingproxy; expected what JSON holds: a dict with texts"),
        ({"seen": {"a"}}, "state()['seen'] is a set"),
        ({"seen": [{"at": {3: 1.0}}]}, "state()['seen'][0]['at'] has the key 3"),
        ({"mean": np.float32(1)}, "state()['mean'] is a float32"),
    ],
)
def test_a_state_that_no_checkpoint_brings_back_is_refused_after_the_first_step(tmp_path, state, message):
    with pytest.raises(TrainingError, match=f"The writer of method grpo cannot be saved: {re.escape(message)}"):
        writes(tmp_path, {}, state)


def test_a_writer_is_asked_for_its_state_only_once_it_has_written(tmp_path, monkeypatch):
    def begun(self, facts):
        self.kept = {"seen": 1}
        return {}

    monkeypatch.setattr(Told, "write", begun)
    assert writes(tmp_path, {}) == {}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "is a list; expected a list of .*, and the buffer"),
        (([[]], ()), "holds a list; expected .* Rules of selection and acting return the list alone"),
        (
            ([Credit("e", 0, SimpleNamespace(stage="act"), math.nan)], ()),
            "gives act of episode e the advantage nan",
        ),
    ],
)
def test_what_is_no_credit_is_refused_by_the_name_of_the_method(given, message):
    """A NaN showed as a loss that is not a number, with the advice to lower the learning rate."""
    with pytest.raises(TrainingError, match=f"The credit of method skill1 {message}"):
        sound(lambda facts: given, None, "skill1")


def test_credit_in_a_tuple_is_credit_too():
    given = ((Credit("e", 0, SimpleNamespace(stage="act"), 1.0),), ())
    assert sound(lambda facts: given, None, "mine") is given
    assert sound(lambda facts: [list(given[0]), ()], None, "mine")[1] == ()


def test_lessons_of_the_analyst_come_from_the_transcript(config):
    suite = make_suite(config.env)
    chore = next(chore for chore in load_split("train").chores if chore.request.type not in chore.home.appliances)
    task = next(
        t for t, of in zip(load_split("train").tasks, load_split("train").chores, strict=True) if of is chore
    )
    spot = chore.home.spots[chore.request.kind]
    env = suite.make("train")
    seen = env.reset(task_index=task.index)
    found, *_ = env.step(f"open {spot}")
    turn = Turn(seen.text, f"open {spot}", True)
    episode = Episode(EpisodeKey(0, 0, 0, 0), task, turns=(turn,), last_observation=found.text)
    analyst = Analyst(suite, load_profile("compact", env="household"), 160)
    assert f"in {spot}" in analyst.lesson(episode).strategy
    assert analyst.lesson(replace(episode, turns=())) is None
