"""Compiled goals against a slow oracle that searches the goal's own formula in the state's own facts."""

from __future__ import annotations

import json
import lzma
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from skill1_envs.alfworld.simulator.files import GameFile, Literal, Problem, parse_problem
from skill1_envs.alfworld.simulator.game import NOBODY, Game, display_names, parse_game
from skill1_envs.alfworld.simulator.goal import MARKS
from skill1_envs.alfworld.simulator.world import World
from tests.alfworld.conftest import GOLDEN

RARE = json.loads(lzma.decompress((GOLDEN / "rare.json.xz").read_bytes()))
GOALS = {case["name"]: case["problem"] for case in RARE if "_" in case["name"] and "problem" in case}
PICK, PUT = ["go to countertop 1", "take apple 3 from countertop 1"], "move apple 3 to %s 1"
ORDINARY = """
(exists (?r - receptacle) (exists (?o - object) (and (coolable ?o) (objectType ?o AppleType) (isCool ?o)
    (receptacleType ?r CounterTopType) (inReceptacle ?o ?r))))
---
(exists (?r - receptacle) (exists (?o1 - object) (and (objectType ?o1 AppleType) (receptacleType ?r FridgeType)
    (inReceptacle ?o1 ?r) (exists (?o2 - object) (and (not (= ?o1 ?o2)) (objectType ?o2 AppleType)
    (inReceptacle ?o2 ?r))))))
---
(exists (?ot - object ?r - receptacle ?a - agent ?l - location) (and (objectType ?ot DeskLampType) (toggleable ?ot)
    (isToggled ?ot) (receptacleAtLocation ?r ?l) (atLocation ?a ?l) (inReceptacle ?ot ?r)))
    (exists (?o - object ?a - agent) (and (objectType ?o EggType) (holds ?a ?o)))
""".split("---")
PLANS = {case["name"]: [step["command"] for step in case["steps"][1:]] for case in RARE if "problem" in case} | {
    "ordinary 0": PICK
    + ["go to fridge 1", "cool apple 3 with fridge 1", "go to countertop 1", PUT % "countertop"],
    "ordinary 1": PICK
    + ["go to fridge 1", "open fridge 1", PUT % "fridge", "go to countertop 1"]
    + ["take apple 2 from countertop 1", "go to fridge 1", "move apple 2 to fridge 1"],
    "ordinary 2": ["go to diningtable 1", "take egg 1 from diningtable 1", "use desklamp 1"],
}
DYNAMIC = {"inreceptacle", "objectatlocation", "atlocation", "holds", *MARKS}


def facts_of(world: World, problem: Problem) -> set[tuple[str, ...]]:
    """The state as PDDL facts."""
    ids = {name: word for word, name in display_names(problem).items()}
    things = [ids[name] for name in world.game.things]
    places = [ids[name] for name in world.game.places]
    poses = sorted(word for word, kind in problem.types.items() if kind == "location" and word in ids.values())
    facts = {(name, *row) for name, rows in problem.facts.items() if name not in DYNAMIC for row in rows}
    facts |= {("inreceptacle", things[t], places[p]) for p, inside in enumerate(world.contents) for t in inside}
    facts |= {("objectatlocation", things[t], poses[p]) for p, lying in enumerate(world.lying_at) for t in lying}
    facts |= {(mark, things[t]) for t, bits in enumerate(world.marks) for mark, bit in MARKS.items() if bits & bit}
    facts.add(("atlocation", "agent1", poses[world.pose]))
    if world.held != NOBODY:
        facts.add(("holds", "agent1", things[world.held]))
    return facts


def is_true(literals: list[Literal], facts: dict[str, set[tuple[str, ...]]], binding: dict[str, str]) -> bool:
    """Whether some assignment of the variables makes all literals facts; negated ones come last."""
    if not literals:
        return True
    first, *rest = literals
    words = tuple(binding.get(word, word) for word in first)
    if words[0] == "not":
        return words[2] != words[3] and is_true(rest, facts, binding)
    for fact in facts.get(words[0], ()):
        if all(w == f or w[0] == "?" for w, f in zip(words, fact, strict=True)):
            found = {w: f for w, f in zip(words, fact, strict=True) if w[0] == "?"}
            if is_true(rest, facts, binding | found):
                return True
    return False


def wander(game: Game, plan: list[str], rng: random.Random) -> Iterator[World]:
    """States of random play that leaves a winning plan after each of its commands, and favours doing over walking."""
    for cut in range(len(plan) + 1):
        world = World(game)
        for command in plan[:cut]:
            world.act(command)
            yield world
        for _ in range(12):
            commands = [
                c for c in world.admissible if not c.startswith(("look", "examine", "help", "inv", "close"))
            ]
            deeds = [c for c in commands if not c.startswith("go to")]
            world.act(rng.choice(deeds if deeds and rng.random() < 0.6 else commands))
            yield world


@pytest.mark.parametrize("name", [*GOALS, "ordinary 0", "ordinary 1", "ordinary 2"])
def test_goal_holds_when_its_formula_does(name: str) -> None:
    text = GOALS.get(name) or next(iter(GOALS.values()))
    if name.startswith("ordinary"):
        text = text[: text.index("(:goal")] + f"(:goal (and {ORDINARY[int(name[-1])]})))"
    problem = parse_problem(text)
    literals = sorted(problem.goal, key=lambda literal: (literal[0] == "not", literal[0] not in DYNAMIC))
    answers = Counter()
    game = parse_game(GameFile(text, "test"))
    for world in wander(game, PLANS[name], random.Random(name)):
        facts = facts_of(world, problem)
        by_predicate = {
            first: {fact for fact in facts if fact[0] == first} for first in {fact[0] for fact in facts}
        }
        assert world.is_won == is_true(literals, by_predicate, {})
        answers[world.is_won] += 1
    assert answers[False] > 10
    assert answers[True] > 0
