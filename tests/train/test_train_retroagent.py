"""RetroAgent in the loop: who sees lessons, what is told and stored, resumed runs, the backends, the report."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("torch")
from skill1 import Skill1Trainer  # noqa: E402
from skill1.agent.profile import UNTOLD_RESULT  # noqa: E402
from skill1.config import LibraryConfig  # noqa: E402
from skill1.config.load import load_config  # noqa: E402
from skill1.config.method import declared  # noqa: E402
from skill1.env.registry import make_suite  # noqa: E402
from skill1.errors import ConfigError  # noqa: E402
from skill1.library import Library  # noqa: E402
from skill1.plan.tokens import Assumptions  # noqa: E402
from skill1.policy.scripted import ScriptedPolicy  # noqa: E402
from skill1.report.method_page import method_page  # noqa: E402
from skill1.report.source import Source  # noqa: E402
from skill1.rollout.settings import evaluation_settings, training_settings  # noqa: E402
from skill1.run.locate import newest_checkpoint  # noqa: E402
from skill1.schema import Skill  # noqa: E402
from skill1.train import trainer  # noqa: E402
from skill1.train.records import read_metrics  # noqa: E402
from skill1.train.run import Run  # noqa: E402
from tests.methods.test_skillrl_training import RunOnActor  # noqa: E402
from tests.rollout.fakes import WordTokens  # noqa: E402
from tests.rollout.rollers import roller  # noqa: E402
from tests.rollout.tiny_world import household  # noqa: E402
from tests.train.runs import rows_of, train_until  # noqa: E402

ROOT = Path(__file__).parents[2]
SHORT = (
    *("--train.steps=4", "--train.tasks_per_step=2", "--train.group_size=4", "--train.checkpoint_every=2"),
    *("--train.mini_batches=1", "--env.max_steps=4", "--logging.episodes_every=1"),
)
LESSON = {"action_lesson": "look into the drawers", "navigation_lesson": None}


def config(model, *overrides):
    return household(model, *SHORT, *overrides, method="retroagent")


def skills_of(run):
    with Library.open(run, LibraryConfig(encoder="hashing"), read_only=True) as library:
        return library.skills(None)


def state_of(run):
    return json.loads((newest_checkpoint(run) / "trainer_state.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def whole(warm, tmp_path_factory):
    folder = tmp_path_factory.mktemp("retroagent") / "whole"
    Skill1Trainer(config(warm), folder).train()
    return folder


def test_lessons_of_successes_and_failures_are_written(whole):
    rows, skills = read_metrics(whole), skills_of(whole)
    assert skills and all(skill.description.startswith("house ") for skill in skills)  # the sentence of the task
    assert rows[-1]["library/size"] > sum(row["outcome/success_rate"] * 8 for row in rows)
    assert all(row["policy/loss"] is not None for row in rows)
    trained = {row.get(f"credit/{stage}/adv_abs") for row in rows for stage in ("query", "distill")}
    assert trained == {None}
    assert all(0 <= row["reflection/progress"] <= 1 for row in rows)
    assert not any(key.startswith(("teacher/", "budget/")) for key in rows[0])
    assert not (whole / "retroagent").exists()


def test_half_of_each_group_plays_without_lessons(whole):
    for row in read_metrics(whole)[1:]:
        assert row["select/none_share"] >= 0.5


@pytest.mark.parametrize("last", [2, 3])
def test_a_killed_run_ends_as_an_uninterrupted_one(whole, warm, tmp_path, last):
    train_until(Skill1Trainer(config(warm), tmp_path / "cut"), last)
    Skill1Trainer(config(warm), tmp_path / "cut").train()
    assert rows_of(tmp_path / "cut") == rows_of(whole)
    assert skills_of(tmp_path / "cut") == skills_of(whole)
    assert state_of(tmp_path / "cut")["writer"] == state_of(whole)["writer"] != {}
    name = "model.safetensors"
    assert (newest_checkpoint(tmp_path / "cut") / name).read_bytes() == (
        newest_checkpoint(whole) / name
    ).read_bytes()


def test_a_clusters_memory_is_as_one_of_this_process(whole, warm, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(get=lambda answer: answer))
    monkeypatch.setattr(trainer, "Run", RunOnActor)
    Skill1Trainer(config(warm), tmp_path / "there").train()
    monkeypatch.setattr(trainer, "Run", Run)
    assert skills_of(tmp_path / "there") == skills_of(whole)
    assert state_of(tmp_path / "there")["writer"] == state_of(whole)["writer"]


def test_its_page_counts_the_lessons(whole):
    source = Source("whole", whole, whole / "library.sqlite", whole)
    page = method_page(source, {"method": "retroagent"}, read_metrics(whole))
    assert page["title"] == "RetroAgent's reflections"
    assert dict(page["facts"])["lessons"] == str(sum(skill.status == "active" for skill in skills_of(whole)))
    assert len(page["series"]["reflection/right"]["steps"]) == 4


class Judge:
    """Acts as it can; tells that it won iff ``foretold``, with two of four subtasks done. Keeps what it was asked."""

    def __init__(self, foretold):
        self.foretold, self.results = foretold, []

    def __call__(self, stage, view, rng):
        if stage != "distill":
            return "<think>so</think><action>look</action>"
        self.results.append(view.success)
        subtasks = [{"name": str(n), "done": n < 2} for n in range(4)]
        return json.dumps({"subtasks": subtasks, "task_success": self.foretold, **LESSON})


def play(answer, library, *overrides, is_training=True):
    """Two groups of the first ALFWorld game under the profile of the original."""
    settings = [f"--env.data={ROOT / 'data' / 'alfworld'}", "--env.max_steps=2", "--library.encoder=hashing"]
    own = load_config("alfworld/retroagent", [*settings, "--library.similarity_threshold=0.1", *overrides])
    suite, tokens = make_suite(own.env), WordTokens()
    how = training_settings(own) if is_training else evaluation_settings(own, 0.4)
    policy, how = ScriptedPolicy(tokens, answer), replace(how, max_prompt_tokens=100_000)
    group_size = own.train.group_size if is_training else 1
    (group,) = roller(own, policy, suite=suite, how=how, rows=8).play_groups(
        suite.tasks("train")[:1], library, seed=0, step=1, group_size=group_size
    )
    asked = [tokens.decode(e.stage_segments("distill")[0].prompt_ids) for e in group.episodes]
    return group, asked


@pytest.fixture
def memory():
    """Four lessons for the first game, the third of them the best."""
    own = load_config("alfworld/retroagent", ["--library.encoder=hashing", "--library.similarity_threshold=0.1"])
    task = make_suite(load_config("alfworld/base", [f"--env.data={ROOT / 'data' / 'alfworld'}"]).env).tasks(
        "train"
    )[0]
    with Library.in_memory(own.library) as library:
        library.add_skills(
            [Skill("", task.instruction, f"lesson {n}", 0.9 if n == 2 else 0.1 * n) for n in range(4)]
        )
        yield library


def test_the_second_half_of_a_group_is_shown_the_best_lessons(memory):
    group, _ = play(Judge(False), memory)
    assert [e.used is not None for e in group.episodes] == [False] * 4 + [True] * 4
    assert [len(e.candidates) for e in group.episodes] == [0] * 4 + [3] * 4
    assert group.episodes[7].used.strategy == "lesson 2"
    released, _ = play(Judge(False), memory, "--retroagent.train_top_k=1")
    assert {len(e.candidates) for e in released.episodes} == {0, 1}
    all_of_them, _ = play(Judge(False), memory, "--retroagent.without_memory=0")
    assert all(e.used is not None for e in all_of_them.episodes)
    evaluated, _ = play(Judge(False), memory, is_training=False)
    assert [e.used.strategy for e in evaluated.episodes] == ["lesson 2"]


@pytest.mark.parametrize(("reflection", "told"), [("trained", None), ("in_context", False)])
def test_a_trained_reflection_is_not_told_the_outcome(reflection, told):
    judge = Judge(False)
    group, asked = play(
        judge, Library.in_memory(LibraryConfig(encoder="hashing")), f"--retroagent.reflection={reflection}"
    )
    assert judge.results == [told] * 8
    assert all((" ".join(UNTOLD_RESULT.split()) in text) == (told is None) for text in asked)
    assert all(e.draft.strategy == "Action Insight: look into the drawers" for e in group.episodes)
    assert {e.draft.description for e in group.episodes} == {group.task.instruction}


def test_a_lesson_of_a_wrong_judge_is_dropped():
    group, _ = play(Judge(True), Library.in_memory(LibraryConfig(encoder="hashing")))
    assert all(e.draft is None and e.declined and not e.success for e in group.episodes)


def test_profiles_that_cannot_reflect_are_refused(warm):
    with pytest.raises(ConfigError, match="agent.profile = 'dialogue' .* retroagent or the environment's own"):
        load_config("alfworld/retroagent", ["--agent.profile=dialogue"])
    with pytest.raises(
        ConfigError, match="retroagent.reflection = 'trained' .* in_context with agent.profile compact"
    ):
        config(warm, "--retroagent.reflection=trained")


def test_what_it_costs_is_planned():
    own = load_config("alfworld/retroagent")
    assert declared("retroagent").prompt_tokens(own, Assumptions()) == 3 * 150 / 2
    assert declared("retroagent").generations(own, Assumptions())["distill"][0] == 1
