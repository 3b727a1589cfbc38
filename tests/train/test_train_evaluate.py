"""Evaluation of a warmed-up policy: results that depend on nothing accidental, and the five library modes."""

import asyncio
import json
import shutil
from dataclasses import replace

import pytest

import skill1
from skill1.errors import CheckpointError, ConfigError
from skill1.evaluate.evaluation import evaluate
from skill1.evaluate.figures import wilson
from skill1.library import Library
from skill1.run.directory import prepare_run_dir
from skill1_envs.household import HouseholdSuite
from tests.rollout.tiny_world import household


def configured(model, library: str, **overrides):
    options = {"eval.limit": 24, "eval.round_tasks": 8, "eval.split": "seen", **overrides}
    return household(model, f"--eval.library={library}", *(f"--{key}={value}" for key, value in options.items()))


def as_bytes(model, library_file, mode, **overrides):
    """The result as it would be written."""
    options = {"eval.limit": 6, "eval.round_tasks": 4, **overrides}
    config = configured(model, mode, **options)
    return json.dumps(evaluate(config, model=str(model), library_path=str(library_file), repeats=2))


@pytest.mark.parametrize("mode", ["none", "frozen", "fresh", "online", "random"])
@pytest.mark.parametrize("temperature", [0, 1.0])
def test_the_result_does_not_depend_on_batch_size_or_on_when_it_is_asked(warm, library_file, mode, temperature):
    sizes = (64, 1, 7, 64) if mode in ("fresh", "random") else (64, 7)
    played = {
        as_bytes(warm, library_file, mode, **{"eval.batch_size": size, "eval.temperature": temperature})
        for size in sizes
    }
    assert len(played) == 1
    got = json.loads(played.pop())
    assert (got["episodes"], got["tasks"], got["is_whole_split"]) == (12, 6, False)
    assert [(row["repeat"]) for row in got["results"]] == [0, 1] * 6


def test_the_result_does_not_depend_on_the_number_of_environment_workers(warm, library_file):
    played = {
        as_bytes(warm, library_file, "fresh", **{"env.workers": workers, "eval.batch_size": size})
        for workers, size in ((0, 64), (1, 7), (4, 64))
    }
    assert len(played) == 1


def test_the_result_does_not_depend_on_which_environment_answers_first(warm, library_file, monkeypatch):
    answered = []

    async def later(answer, number, pauses):
        for _ in range(pauses):
            await asyncio.sleep(0)
        answered.append(number)
        return answer

    def dawdling(pauses):
        class Dawdler(HouseholdSuite):
            def make(self, split):
                env = super().make(split)
                reset, step = env.reset, env.step
                env.reset = lambda **named: later(reset(**named), env.task.index, pauses(env.task.index))
                env.step = lambda action: later(step(action), env.task.index, pauses(env.task.index))
                return env

        return Dawdler

    played, orders = [], []
    for pauses in (lambda number: 0, lambda number: 40 * number, lambda number: 300 - 40 * number):
        monkeypatch.setattr("skill1_envs.household.HouseholdSuite", dawdling(pauses))
        played.append(as_bytes(warm, library_file, "fresh", **{"eval.batch_size": 5}))
        orders.append(tuple(answered))
        answered.clear()
    assert len(set(played)) == 1 and len(set(orders)) > 1


def test_random_hands_out_skills_blindly_and_by_key(warm, library_file, monkeypatch):
    monkeypatch.setattr(Library, "retrieve", lambda *args, **named: pytest.fail("retrieved"))
    monkeypatch.setattr(Library, "commit", lambda *args, **named: pytest.fail("committed"))

    def drawn(seed):
        config = replace(configured(warm, "random"), seed=seed)
        got = evaluate(config, model=str(warm), library_path=str(library_file), repeats=4)
        assert got["tokens"]["parts"]["selection_prompts"]["total"] == 0
        return [row["skill"] for row in got["results"]]

    with Library.open(library_file, read_only=True) as library:
        stored = {skill.id for skill in library.skills()}
    first, second = drawn(0), drawn(1)
    assert set(first) <= stored and first != second
    assert 30 < len(set(first)) <= len(stored)  # 96 draws of about 60 skills: 48 different ones on average


def test_modes_differ_in_what_they_read_and_write(warm, library_file):
    before = library_file.read_bytes()
    with Library.open(library_file, read_only=True) as library:
        stored = len(library)
    got = {
        mode: evaluate(configured(warm, mode), model=str(warm), library_path=str(library_file), repeats=4)
        for mode in ("none", "frozen", "fresh", "online")
    }
    assert library_file.read_bytes() == before  # read-only or a copy, in every mode
    assert got["none"]["library_size"] == 0 and got["frozen"]["library_size"] == stored
    assert 0 < got["fresh"]["library_size"] <= 96 and got["online"]["library_size"] > stored
    assert [len(got[mode]["rounds"]) for mode in got] == [1, 1, 3, 3]  # rounds matter only where something grows
    assert got["none"]["rounds"][0]["tokens/generated"] < got["frozen"]["rounds"][0]["tokens/generated"]
    assert got["fresh"]["library"] == "fresh" and got["fresh"]["round_tasks"] == 8


@pytest.mark.parametrize("mode", ["fresh", "online"])
def test_a_library_that_could_grow_and_did_not_is_told(warm, library_file, mode):
    """As under a method that writes skills only while it trains: it would look weak in a comparison."""
    short = {"eval.limit": 32, "eval.round_tasks": 16}
    for writer, is_told in (("policy", False), ("off", True)):
        config = configured(warm, mode, **short, **{"agent.distillation": writer})
        got = evaluate(config, model=str(warm), library_path=str(library_file))
        told = [text for text in got["warnings"] if "did not grow" in text and "--library frozen" in text]
        assert bool(told) == is_told and ("stayed empty" in "".join(told)) == (is_told and mode == "fresh")


def test_a_fresh_library_starts_empty_and_grows_only_at_round_boundaries(warm, monkeypatch):
    seen = []
    retrieve, commit = Library.retrieve, Library.commit

    def watched_retrieve(self, query, *, training):
        seen.append(("retrieve", len(self), self.version, training))
        return retrieve(self, query, training=training)

    def watched_commit(self, episodes, **named):
        seen.append(("commit", [e.task.index for e in episodes]))
        return commit(self, episodes, **named)

    monkeypatch.setattr(Library, "retrieve", watched_retrieve)
    monkeypatch.setattr(Library, "commit", watched_commit)
    evaluate(configured(warm, "fresh"), model=str(warm))
    commits = [i for i, event in enumerate(seen) if event[0] == "commit"]
    assert [event[1] for event in seen if event[0] == "commit"] == [list(range(s, s + 8)) for s in (0, 8, 16)]
    rounds = [seen[: commits[0]], seen[commits[0] + 1 : commits[1]], seen[commits[1] + 1 : commits[2]]]
    for number, events in enumerate(rounds):
        assert len(events) == 8 and len({e[1] for e in events}) == 1
        assert {e[2] for e in events} == {number} and not any(e[3] for e in events)  # greedy: no bonus
    assert rounds[0][0][1] == 0 and commits[-1] == len(seen) - 1


@pytest.mark.parametrize(("mode", "explores"), [("fresh", True), ("online", True), ("frozen", False)])
def test_only_a_growing_library_is_explored_if_asked_to(warm, library_file, monkeypatch, mode, explores):
    seen, retrieve = set(), Library.retrieve

    def watched(self, query, *, training):
        seen.add(training)
        return retrieve(self, query, training=training)

    monkeypatch.setattr(Library, "retrieve", watched)
    config = configured(warm, mode, **{"eval.explore": "true"})
    evaluate(config, model=str(warm), library_path=str(library_file))
    assert seen == {explores}


@pytest.mark.parametrize(("mode", "first"), [("fresh", 0), ("online", 8)])
def test_a_growing_library_goes_on_after_its_last_commit(warm, library_file, tmp_path, monkeypatch, mode, first):
    with Library.in_memory(household(warm).library, start_from=library_file) as library:
        library.commit([], step=7, policy_version=0)
        library.backup(tmp_path / "library.sqlite")
    steps = []
    commit = Library.commit

    def watched(self, episodes, *, step, policy_version):
        steps.append(step)
        return commit(self, episodes, step=step, policy_version=policy_version)

    monkeypatch.setattr(Library, "commit", watched)
    evaluate(configured(warm, mode), model=str(warm), library_path=str(tmp_path / "library.sqlite"))
    assert steps == [first, first + 1, first + 2]


def test_a_run_directory_brings_all_that_an_evaluation_needs(warm, library_file, tmp_path):
    run = tmp_path / "run"
    prepare_run_dir(run, configured(warm, "none", **{"eval.limit": 4}))
    checkpoint = run / "checkpoints" / "step_000001"
    shutil.copytree(warm, checkpoint)
    shutil.copy(library_file, checkpoint / "library.sqlite")
    with pytest.raises(CheckpointError, match="no whole checkpoint"):
        evaluate(run)
    (checkpoint / "MANIFEST.json").write_text("{}")
    got = skill1.evaluate(str(run), split="train", library="frozen", overrides=["--eval.limit=6"])
    assert (got["model"], got["split"], got["library"], got["tasks"]) == (str(checkpoint), "train", "frozen", 6)
    config = configured(warm, "none", **{"eval.limit": 4})
    same = evaluate(
        config,
        model=str(checkpoint),
        library_path=str(library_file),
        split="train",
        library="frozen",
        overrides=["--eval.limit=6"],
    )
    assert got == same and config.eval.limit == 4
    with pytest.raises(ConfigError, match="has no configuration"):
        evaluate(warm)
    with pytest.raises(ConfigError, match="model=FOLDER"):
        evaluate(config)


def test_greedy_evaluation_does_not_depend_on_the_seed(warm, library_file):
    results = [
        evaluate(
            replace(configured(warm, "frozen", **{"eval.temperature": 0}), seed=seed),
            model=str(warm),
            library_path=str(library_file),
        )
        for seed in (0, 1)
    ]
    for got in results:
        del got["seed"], got["card"]["config"]["seed"]
    assert results[0] == results[1] and results[0]["temperature"] == 0


def test_figures_are_consistent(warm):
    got = evaluate(configured(warm, "none"), model=str(warm), repeats=2)
    assert got["success_rate"] == got["successes"] / got["episodes"]
    assert got["interval_95"] == pytest.approx(
        wilson(got["successes"] / 2, 24)
    )  # tasks are the unit, not episodes
    assert sum(part["episodes"] for part in got["by_type"].values()) == got["episodes"] == 48
    assert sum(part["successes"] for part in got["by_type"].values()) == got["successes"]
    assert got["errors"] == 0


def test_a_method_without_a_library_is_evaluated_without_one(warm):
    config = household(warm, "--eval.limit=4", "--eval.split=seen", "--eval.library=fresh", method="grpo")
    assert evaluate(config, model=str(warm))["library"] == "none"


@pytest.mark.parametrize("mode", ["frozen", "online", "random"])
def test_modes_that_need_a_library_say_so(warm, mode):
    with pytest.raises(ConfigError, match=f"--library {mode} needs the library of a run"):
        evaluate(configured(warm, mode), model=str(warm))
