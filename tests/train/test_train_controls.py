"""Training with control episodes: what they change, and what they leave as it was."""

import gzip
import json
from collections import defaultdict

import pytest

from skill1.config.load import load_run_config
from skill1.credit.grpo import normalise
from skill1.evaluate.uplift import all_uplifts, library_uplift
from skill1.library import Library
from skill1.train.records import read_metrics
from skill1.train.trainer import Skill1Trainer
from tests.rollout.tiny_world import household, stocked_library
from tests.train.runs import assert_equal_runs, cut_back, small_run

TWO_STEPS = (
    "--train.steps=2",
    "--train.checkpoint_every=1",
    "--logging.episodes_every=1",
    "--library.similarity_threshold=-1",
    "--credit.realised_delay=1",
    "--env.invalid_action_penalty=0.5",  # a random policy wins nothing: this tells its episodes apart
)


@pytest.fixture(scope="module")
def stocked(tmp_path_factory, folder):
    """A library that finds something for every query, so that there is something to withhold."""
    path = tmp_path_factory.mktemp("stocked") / "library.sqlite"
    with stocked_library(household(folder), 12) as library:
        return library.backup(path)


@pytest.fixture(scope="module")
def runs(tmp_path_factory, folder, stocked):
    """Name → directory of a run of two steps."""
    place, made = tmp_path_factory.mktemp("controls"), {}

    def run(name: str, *overrides: str):
        if name not in made:
            config = small_run(folder, *TWO_STEPS, f"--library.init={stocked}", *overrides)
            Skill1Trainer(config, place / name).train()
            made[name] = place / name
        return made[name]

    return run


def episodes(run, step: int) -> dict[str, dict]:
    with gzip.open(run / "episodes" / f"step_{step:06d}.jsonl.gz", "rt", encoding="utf-8") as file:
        return {record["id"]: record for record in map(json.loads, file)}


def test_without_a_share_nothing_is_drawn(runs):
    """``library.control`` alone changes nothing, down to the bits of weights, library and episodes."""
    assert_equal_runs(runs("plain"), runs("random", "--library.control=random"))
    assert all(e["withheld"] is None for e in episodes(runs("plain"), 1).values())


def test_in_the_first_step_the_other_episodes_are_what_they_would_have_been(runs):
    """The draw has a stream of its own; only the credit of the others may move with the baseline."""
    plain, half = episodes(runs("plain"), 1), episodes(runs("half", "--library.control_share=0.5"), 1)
    controls = {name for name, record in half.items() if record["withheld"]}
    assert 2 <= len(controls) <= 14  # of 16
    for name, record in plain.items():
        if name not in controls:
            assert {**record, "advantages": None} == {**half[name], "advantages": None}
        else:
            assert record["query"] == half[name]["query"] and record["used"]["id"] == half[name]["withheld"]["id"]


def test_a_line_of_an_episode_file_tells_the_advantages_of_its_step(runs):
    """Realised credit for distillation comes later: none is there, though it is given from the second step on."""
    run = runs("half", "--library.control_share=0.5")
    for step in (1, 2):
        for record in episodes(run, step).values():
            expected = {"act"} if record["withheld"] else {"query", "rerank", "act"}
            assert set(record["advantages"]) <= expected and "act" in record["advantages"]
    groups = defaultdict(list)
    for record in episodes(run, 1).values():
        groups[record["key"]["task"]].append(record)
    for members in groups.values():  # controls among them
        expected = normalise([record["outcome"] - record["penalty"] for record in members])
        assert [record["advantages"]["act"] for record in members] == pytest.approx(expected)
    assert any(record["advantages"]["act"] for record in episodes(run, 1).values())


def test_the_library_learns_of_controls_only_that_they_were(runs):
    run = runs("half", "--library.control_share=0.5")
    played = {**episodes(run, 1), **episodes(run, 2)}
    controls = {name: record for name, record in played.items() if record["withheld"]}
    with Library.open(run, read_only=True) as library:
        assert library.check() == []
        events = [event for skill in library.skills(None) for event in library.history(skill.id)]
        assert {(e.episode, e.skill, e.value) for e in events if e.kind == "withheld"} == {
            (name, record["withheld"]["id"], record["outcome"]) for name, record in controls.items()
        }
        assert {e.kind for e in events if e.episode in controls} == {"withheld"}
        assert sum(skill.selected for skill in library.skills(None)) == sum(e.kind == "used" for e in events)
    found = library_uplift(run)
    used = sum(record["used"] is not None and not record["withheld"] for record in played.values())
    assert (found.used, found.withheld) == (used, len(controls))
    assert set(all_uplifts(run)) <= {record["withheld"]["id"] for record in controls.values()}


def test_the_metrics_tell_controls_apart(runs):
    row = read_metrics(runs("half", "--library.control_share=0.5"))[0]
    records = episodes(runs("half"), 1).values()
    controls = [record for record in records if record["withheld"]]
    others = [record for record in records if not record["withheld"]]
    assert row["control/episodes"] == len(controls)
    assert row["control/success_rate"] == pytest.approx(sum(r["success"] for r in controls) / len(controls))
    assert row["outcome/success_rate"] == pytest.approx(sum(r["success"] for r in others) / len(others))


OPTIONS = (
    "--library.control_share=0.5",
    "--library.control_draw=group",
    "--credit.selection=uplift",
    "--credit.utilisation=rloo",
    "--library.exploration=thompson",
    "--library.edits=update",
    "--library.trial_uses=1",
    "--library.utility=posterior",
)


def test_exactly_half_of_every_group_are_controls(runs):
    found = [r for r in episodes(runs("options", *OPTIONS), 1).values() if r["used"] or r["withheld"]]
    assert len(found) >= 8  # the others selected nothing
    assert all(bool(record["withheld"]) == record["key"]["rollout"] % 2 for record in found)


@pytest.mark.parametrize("overrides", [("--library.control_share=0.5",), OPTIONS], ids=["half", "options"])
def test_a_resumed_run_draws_the_same_controls(runs, tmp_path, request, overrides):
    whole = runs(request.node.callspec.id, *overrides)
    cut = cut_back(whole, tmp_path / "cut", 1)
    Skill1Trainer(load_run_config(cut / "config.yaml"), cut).train()
    assert (cut / "discarded").is_dir()  # the second step was played again
    assert_equal_runs(whole, cut)


def test_another_skill_stands_in(runs):
    run = runs("other", "--library.control_share=0.5", "--library.control=random")
    controls = [record for record in episodes(run, 1).values() if record["withheld"]]
    assert controls and all(record["used"]["id"] != record["withheld"]["id"] for record in controls)
    offered = [{c["skill"]["id"] for c in record["candidates"]} for record in controls]
    assert all(record["used"]["id"] in ids for record, ids in zip(controls, offered, strict=True))
