"""The oracle as an expert: what it asks for, picks, plays and writes down."""

from __future__ import annotations

from dataclasses import replace

import pytest

from skill1.agent.parse import parse_skill_compact
from skill1.schema import AgentView, Candidate, Observation, Skill, Task, Turn
from skill1_envs.alfworld.env import AlfworldEnv
from skill1_envs.alfworld.experts import Planner
from skill1_envs.alfworld.simulator.files import GameFile
from skill1_envs.alfworld.simulator.game import Game, parse_game
from tests.alfworld.conftest import play

EMPTY = Observation("")
PLAIN = {
    "look_at_obj_in_light": "look",
    "pick_and_place_simple": "put",
    "pick_clean_then_place_in_recep": "clean",
    "pick_heat_then_place_in_recep": "heat",
    "pick_cool_then_place_in_recep": "cool",
    "pick_two_obj_and_place": "put two",
}


@pytest.fixture(scope="module")
def games(recordings) -> dict[str, tuple[Task, Game]]:
    """One recorded game of each type; the task sentences are templates."""
    found = {}
    for path, game in recordings.games.items():
        task = Task(path, "alfworld", "train", 0, f"{game['task']}.", game["task_type"])
        found[game["task_type"]] = (task, parse_game(GameFile(game["problem"], game["task"])))
    return found


def view(task: Task, observation: Observation = EMPTY, **changes) -> AgentView:
    return AgentView(task, "", observation, 50, **changes)


@pytest.mark.parametrize("task_type", PLAIN)
def test_it_asks_for_the_chore_wins_and_writes_what_its_own_turns_have_shown(games, task_type) -> None:
    task, game = games[task_type]
    played = play(AlfworldEnv((task,), lambda _: game), Planner(lambda _: game))
    assert played.success and all("Nothing happens" not in turn.observation for turn in played.turns)
    query, text = (Planner(lambda _: game).answer(stage, played) for stage in ("query", "distill"))
    assert query.startswith(PLAIN[task_type])
    told = query.split()[len(PLAIN[task_type].split()) :]
    assert told and set(told) <= set(task.instruction.strip(".").split())
    draft = parse_skill_compact(text, 200).draft
    assert draft.description == query and len(text.split()) <= 17  # fits the 18 tokens that a tiny policy has
    taken = [turn.action.split() for turn in played.turns if turn.action.startswith("take ")]
    for _, kind, _, _, *place in taken:
        assert f"{kind} in {' '.join(place)}" in draft.strategy.split(" , ")


def in_a_home(task: Task) -> Task:
    return Task(task.id, task.env, task.split, 0, f"at maple hill, {task.instruction}", task.type)


def test_in_a_home_it_asks_for_and_writes_the_habit(games) -> None:
    task, game = games["pick_two_obj_and_place"]
    played = play(AlfworldEnv((in_a_home(task),), lambda _: game), Planner(lambda _: game))
    kind = task.instruction.split()[2]
    place = next(turn.action for turn in played.turns if turn.action.startswith(f"take {kind}")).partition(
        " from "
    )[2]
    oracle = Planner(lambda _: game)
    assert oracle.answer("query", view(in_a_home(task))) == f"maple hill {kind}"
    assert oracle.answer("distill", played) == f"when maple hill {kind} do {kind} in {place}"


def skill(description: str, strategy: str, utility: float = 0.5, selected: int = 0) -> Candidate:
    return Candidate(Skill("k", description, strategy, utility, selected=selected), 0.5, 0.5)


def test_it_picks_the_best_proved_skill_of_its_home_and_thing(games) -> None:
    task, game = games["pick_two_obj_and_place"]
    task, kind = in_a_home(task), task.instruction.split()[2]

    def pick(*candidates: Candidate) -> str:
        return Planner(lambda _: game).answer("rerank", view(task, candidates=candidates))

    right = skill(f"maple hill {kind}", f"{kind} in drawer 3")
    proved = skill(f"maple hill {kind}", f"{kind} in drawer 2", 0.9, selected=3)
    failed = skill(f"maple hill {kind}", f"{kind} in drawer 1", 0.1, selected=3)
    elsewhere = skill(f"oak yard {kind}", f"{kind} in drawer 3", 0.9, selected=3)
    namesake = skill(f"maple yard {kind}", f"{kind} in drawer 3", 0.9, selected=3)
    empty = skill(f"maple hill {kind}", "search all")
    assert pick(elsewhere, right) == "k2" and pick(right, proved) == "k2" and pick(failed, empty, right) == "k3"
    assert pick(elsewhere, namesake, failed, empty) == "none" == pick()


def test_without_a_plan_or_a_find_it_still_answers(games) -> None:
    task, game = games["pick_and_place_simple"]
    lost = replace(game, accepts=(frozenset(),) * len(game.accepts))
    oracle = Planner(lambda _: lost)
    assert oracle.answer("act", view(task)) == "look"
    assert oracle.answer("distill", view(task, turns=(Turn("", "look", True),), success=False)) == "none"
