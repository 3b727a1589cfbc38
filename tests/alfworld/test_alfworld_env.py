"""The environment contract, game files that must be refused, and the suite over folders."""

from __future__ import annotations

import hashlib
import json
import os
import random
from pathlib import Path

import pytest

from skill1.config import EnvConfig
from skill1.env.check import check_suite
from skill1.errors import ConfigError, DataError, EnvironmentFault
from skill1_envs.alfworld import AlfworldBatch, AlfworldSuite, load_game
from skill1_envs.alfworld.env import AlfworldEnv
from skill1_envs.alfworld.simulator.files import read_people_task

READY = Path(__file__).parents[2] / "data" / "alfworld"


@pytest.fixture
def suite() -> AlfworldSuite:
    return AlfworldSuite(EnvConfig(name="alfworld", data=str(READY), max_steps=3))


@pytest.fixture
def problem(recordings) -> str:
    """That of some recorded game."""
    return next(iter(recordings.games.values()))["problem"]


def test_the_suite_keeps_the_contract(suite: AlfworldSuite) -> None:
    assert check_suite(suite) == []


def test_ready_set_matches_its_manifest() -> None:
    manifest = json.loads((READY / "manifest.json").read_text(encoding="utf-8"))
    folders = {path.parent for path in (READY / "json_2.1.1").rglob("*") if path.is_file()}
    hashes = {}
    for folder in folders:
        content = b"".join(path.read_bytes() for path in sorted(folder.iterdir()))
        hashes[folder.relative_to(READY / "json_2.1.1").as_posix()] = hashlib.sha256(content).hexdigest()
    assert hashes == {game["id"]: game["sha256"] for game in manifest["games"]}
    ready = AlfworldSuite(EnvConfig(name="alfworld", data=str(READY)))
    assert manifest["counts"] == dict(ready.splits())


def test_suite_lists_tasks_in_the_order_of_their_trials(suite: AlfworldSuite) -> None:
    assert dict(suite.splits()) == {"train": 6, "valid_seen": 6, "valid_unseen": 6}
    tasks = suite.tasks("train")
    trials = [task.id.rpartition("/")[2] for task in tasks]
    assert trials == sorted(trials)
    assert [task.index for task in tasks] == list(range(6))
    assert all(task.id.startswith(f"train/{task.type}-") for task in tasks)
    assert (tasks[0].env, tasks[0].split) == ("alfworld", "train")
    env = suite.make("train")
    for task in tasks:
        text = env.reset(task_index=task.index).text
        assert text.endswith("Your task is to: " + task.instruction)
        assert env.task == task


def test_the_present_task_is_started_again_whatever_list_it_is_in(suite: AlfworldSuite) -> None:
    tasks = suite.tasks("train")[3:]
    env = AlfworldEnv(tasks, suite._game_of)
    for index in (1, 0):
        first = env.reset(task_index=index)
        assert env.reset() == first and env.task == tasks[index]


def test_step_limit_truncates_and_the_last_answer_is_repeated(suite: AlfworldSuite) -> None:
    env = suite.make("valid_seen")
    first = env.reset(task_index=0)
    answers = [env.step(command) for command in ("look", "nonsense", first.admissible[0])]
    ends = [(terminated, truncated) for _, _, terminated, truncated, _ in answers]
    assert ends == [(False, False), (False, False), (False, True)]
    assert env.step("look") == answers[-1]
    assert env.reset(task_index=0) == first


def test_misuse_is_named(suite: AlfworldSuite) -> None:
    with pytest.raises(DataError, match="it has: train, valid_seen, valid_unseen"):
        suite.tasks("test")
    with pytest.raises(EnvironmentFault, match="task_index 9 does not exist; expected 0 to 5"):
        suite.make("train").reset(task_index=9)
    env = suite.make("train")
    with pytest.raises(EnvironmentFault, match="reset"):
        env.step("look")
    env.reset(task_index=0)
    env.close()
    with pytest.raises(EnvironmentFault, match="reset"):
        env.step("look")


def test_random_legal_play_keeps_the_admissible_list_honest() -> None:
    """Listed commands do something, the list is sorted and free of duplicates, garbage never breaks anything."""
    suite = AlfworldSuite(EnvConfig(name="alfworld", data=str(READY)))
    rng = random.Random(7)
    env = suite.make("train")
    for episode in range(30):
        commands = env.reset(seed=episode).admissible
        for turn in range(50):
            is_garbage = turn % 5 == 4
            command = "".join(rng.choices("aego 1\n\t\u00e9", k=12)) if is_garbage else rng.choice(commands)
            observation, _, terminated, _, _ = env.step(command)
            assert (observation.text == "Nothing happens.") == is_garbage
            assert list(observation.admissible) == sorted(set(observation.admissible))
            if is_garbage:
                assert observation.admissible == commands
            commands = observation.admissible
            if terminated:
                break


def test_data_folder_may_be_given_in_four_ways(monkeypatch) -> None:
    for data in (READY, READY / "json_2.1.1"):
        assert AlfworldSuite(EnvConfig(data=str(data))).splits()["train"] == 6
        monkeypatch.setenv("ALFWORLD_DATA", str(data))
        assert AlfworldSuite(EnvConfig()).splits()["train"] == 6


def test_collection_leaves_out_what_alfworld_leaves_out(recordings, problem: str, tmp_path: Path) -> None:
    train = tmp_path / "json_2.1.1" / "train"
    kept = "pick_and_place_simple-Pan-None-Bed-1"
    recordings.write_game(train / kept / "trial_2", problem, "b", "pick_and_place_simple")
    recordings.write_game(train / kept / "trial_1", problem, "a", "pick_and_place_simple")
    recordings.write_game(train / "a_movable" / "trial_1", problem, "a", "pick_and_place_simple")
    recordings.write_game(train / "AppleSliced" / "trial_1", problem, "a", "pick_and_place_simple")
    recordings.write_game(train / "x" / "trial_1", problem, "a", "pick_and_place_with_movable_recep")
    recordings.write_game(train / "y" / "trial_1", problem, "a", "pick_and_place_simple", solvable=False)
    (recordings.write_game(train / "z" / "t", problem, "a", "pick_and_place_simple") / "game.tw-pddl").unlink()
    (recordings.write_game(train / "z" / "u", problem, "a", "pick_and_place_simple") / "traj_data.json").unlink()
    suite = AlfworldSuite(EnvConfig(data=str(tmp_path)))
    assert [(task.id, task.instruction) for task in suite.tasks("train")] == [
        (f"train/{kept}/trial_1", "a."),
        (f"train/{kept}/trial_2", "b."),
    ]
    assert dict(suite.splits()) == {"train": 2}


def test_written_task_sentence_is_plain_text(recordings, problem: str, tmp_path: Path) -> None:
    task = "put the #1 {pan} [now], then wait. 50%s"
    env = load_game(recordings.write_game(tmp_path / "game", problem, task))
    assert env.reset().text.endswith(f"Your task is to: {task}.")


def _damages(recordings, problem: str) -> dict[str, dict]:
    """What the message must match → the damage."""
    return {
        "PDDL domain": {"pddl_domain": recordings.domain + "; other"},
        "text grammar": {"grammar": recordings.grammar.replace("%s", "x").replace("You open", "You opened")},
        "holds no 'Your task": {"grammar": "nothing"},
        "no text under pddl_problem": {"pddl_problem": None},
        "without \\(:objects": {"pddl_problem": "(define)"},
        "none that ALFWorld's task types have": {
            "pddl_problem": problem.replace("(inReceptacle ?o ?r)", "(checked ?r)")
        },
        "one agent": {"pddl_problem": problem.replace("(atLocation", "(examined")},
        "unbalanced|without a condition": {"pddl_problem": problem[: problem.index("(:goal") + 8]},
        "too many brackets": {
            "pddl_problem": problem[: problem.index("(:goal") + 7] + "(and " * 9000 + ")" * 9002
        },
        "PDDL domain has": {"pddl_domain": "\ud800"},
        # No release made files with the domain of one and the grammar of the other.
        "has SHA-256": {"pddl_domain": recordings.old_rules()[0]},
    }


def test_files_for_other_rules_or_damaged_ones_are_refused(recordings, tmp_path: Path) -> None:
    games = recordings.games.values()
    problem = next(game["problem"] for game in games if game["task_type"] == "pick_and_place_simple")
    for expected, changes in _damages(recordings, problem).items():
        folder = recordings.write_game(tmp_path / "game", problem, **changes)
        with pytest.raises(DataError, match=expected) as caught:
            load_game(folder)
        assert "game.tw-pddl" in str(caught.value)
    file = folder / "game.tw-pddl"
    for damaged in ('{"cut', "[" * 100_000):
        file.write_text(damaged, encoding="utf-8")
        with pytest.raises(DataError, match="not JSON"):
            load_game(folder)
    file.unlink()
    os.mkfifo(file)  # whoever reads it waits for ever
    with pytest.raises(DataError, match="is not a file"):
        load_game(folder)
    with pytest.raises(DataError, match="cannot be read"):
        load_game(tmp_path / "nowhere")


def test_task_type_comes_from_the_trajectory_or_the_folder(
    recordings, problem: str, tmp_path: Path, monkeypatch
) -> None:
    folder = recordings.write_game(tmp_path / "pick_two_obj_and_place-Pen" / "t", problem, "x", "look_at")
    monkeypatch.chdir(folder)
    for expected in ("look_at", "pick_two_obj_and_place"):
        env = load_game(".")
        env.reset()
        assert (env.task.id, env.task.type) == ("t", expected)
        (folder / "traj_data.json").unlink(missing_ok=True)


GOAL_IS_DAMAGED = (
    "(exists ((a)) (and (inreceptacle ?o ?r)))",
    "(and (inreceptacle ?o))",
    "(and (objecttype ?o) (inreceptacle ?o ?r))",
    # Ids in the places of variables, and a lamp to switch on: read as any goal about places, they were played wrongly.
    "(inreceptacle apple_1 fridge_1)",
    "(and (inreceptacle ?o ?r) (objecttype ?o AppleType) (receptacletype fridge_1 FridgeType))",
    "(and (inreceptacle ?o ?r) (objecttype ?o DeskLampType) (istoggled ?o))",
)


@pytest.mark.parametrize("goal", GOAL_IS_DAMAGED)
def test_damaged_goals_are_refused(recordings, problem: str, tmp_path: Path, goal: str) -> None:
    folder = recordings.write_game(tmp_path, problem[: problem.index("(:goal")] + f"(:goal {goal}))")
    with pytest.raises(DataError, match="game.tw-pddl.*goal") as caught:
        load_game(folder)
    assert len(str(caught.value)) < 2000


@pytest.fixture(scope="module")
def folders(recordings, tmp_path_factory) -> list[Path]:
    root = tmp_path_factory.mktemp("games")
    return [recordings.write(root, name) for name in list(recordings.games)[:6]]


def test_a_batch_equals_single_environments(folders: list[Path]) -> None:
    """With positions left alone, restarted and stepped past their ends."""
    rng = random.Random(5)
    batch = AlfworldBatch([*folders, str(folders[0])], max_steps=12)
    assert batch.games[0] is batch.games[-1], "positions share the tables of a game"
    single = [load_game(folder, max_steps=12) for folder in (*folders, folders[0])]
    shown = batch.reset()
    assert shown == [env.reset() for env in single]
    for turn in range(40):
        commands = [rng.choice((*o.admissible, "nonsense", None)) for o in shown]
        answers = batch.step(commands)
        expected = [None if c is None else env.step(c) for env, c in zip(single, commands, strict=True)]
        assert answers == expected
        shown = [o if answer is None else answer[0] for o, answer in zip(shown, answers, strict=True)]
        if turn % 7 == 6:
            again = rng.sample(range(len(batch)), 2)
            for index, first in zip(again, batch.reset(again), strict=True):
                assert first == single[index].reset()
                shown[index] = first


def test_misuse_of_a_batch_moves_no_game(folders: list[Path]) -> None:
    batch = AlfworldBatch(folders[:2])
    [first] = batch.reset([0])
    with pytest.raises(EnvironmentFault, match="game 1 before its reset"):
        batch.step([first.admissible[0], "look"])
    with pytest.raises(EnvironmentFault, match="1 commands for 2 games"):
        batch.step(["look"])
    assert batch.step(["look", None])[0][0].admissible == first.admissible
    with pytest.raises(DataError, match="cannot be read"):
        AlfworldBatch([folders[0] / "nowhere"])


# From here on: sentences written by people, and the old wording, through the suite.
@pytest.fixture
def one(recordings, tmp_path: Path) -> Path:
    """One recorded game as the only one of its split."""
    return recordings.write(tmp_path, next(name for name in recordings.games if "DeskLamp-328/" in name))


def annotate(folder: Path, annotations: object, **more: object) -> None:
    content = json.loads((folder / "traj_data.json").read_text(encoding="utf-8"))
    content |= {"turk_annotations": annotations, **more}
    (folder / "traj_data.json").write_text(json.dumps(content), encoding="utf-8")


def test_suite_uses_one_sentence_for_task_game_and_vocabulary(one: Path, tmp_path: Path) -> None:
    annotate(one, {"anns": [{"task_desc": "Zoom in by lamplight."}, {"task_desc": "second"}]})
    people = AlfworldSuite(EnvConfig(data=str(tmp_path), goal_text="people"))
    templates = AlfworldSuite(EnvConfig(data=str(tmp_path)))
    assert people.tasks("train")[0].instruction == "Zoom in by lamplight.."
    assert people.make("train").reset(task_index=0).text.endswith("Your task is to: Zoom in by lamplight..")
    assert set(people.vocabulary()) - set(templates.vocabulary()) == {"zoom", "by", "lamplight"}
    assert "Zoom" not in templates.make("train").reset(task_index=0).text
    with pytest.raises(ConfigError, match="goal_text = 'human' .* expected templates or people"):
        AlfworldSuite(EnvConfig(data=str(tmp_path), goal_text="human")).splits()


@pytest.mark.parametrize(
    "beside", [{"note": 'see "turk_annotations": {"anns": []}'}, {"plan": {"turk_annotations": {"anns": []}}}]
)
def test_sentence_is_found_beside_a_text_that_names_the_key(one: Path, beside: dict) -> None:
    annotate(one, {"anns": [{"task_desc": "right"}]}, **beside)
    assert read_people_task(one) == "right"


@pytest.mark.parametrize("annotations", [None, {"anns": []}, {"anns": [{"task_desc": " "}]}])
def test_a_game_that_nobody_described_says_so(one: Path, annotations: object) -> None:
    annotate(one, annotations)
    with pytest.raises(DataError, match=r"traj_data.json: no sentence under .*--env.goal_text templates"):
        load_game(one, goal_text="people")
    (one / "traj_data.json").write_text('{"turk_annotations": {"anns": [', encoding="utf-8")
    with pytest.raises(DataError, match=r"traj_data.json is not JSON"):
        read_people_task(one)


def test_suite_plays_the_old_wording(one: Path, tmp_path: Path) -> None:
    suite = AlfworldSuite(EnvConfig(data=str(tmp_path), text_version="0.3"))
    env = suite.make("train")
    first = env.reset(task_index=0)
    assert "help" not in first.admissible
    assert env.step(first.admissible[0])[0].text.startswith("You arrive at loc ")
    assert "loc" in suite.vocabulary()
