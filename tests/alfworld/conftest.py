"""Recorded and hand-built ALFWorld games."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from skill1.env.protocol import Expert
from skill1.schema import AgentView, Turn
from skill1_envs.alfworld import AlfworldEnv

GOLDEN = Path(__file__).parents[1] / "golden" / "alfworld"


@dataclass(frozen=True, repr=False)
class Recordings:
    """The golden files, unpacked."""

    domain: str
    grammar: str  # with %s for the task
    games: dict[str, dict[str, str]]  # path → task, task_type, problem
    episodes: tuple[dict, ...]

    def old_rules(self) -> tuple[str, str]:
        """Domain and grammar (with %s for the task) of alfworld up to 0.3.5, which 0.4 changed in five places."""
        domain = self.domain[: self.domain.index("(:action help")] + ")"
        grammar = self.grammar[: self.grammar.index("action help {")]
        for new, old in (
            ("You arrive at {r.name}.", "You arrive at {lend.name}."),
            ("You move the {o.name} to the {r.name}.", "You put the {o.name} in/on the {r.name}."),
            ("move {o} to {r}", "put {o} in/on {r}"),
        ):
            grammar = grammar.replace(new, old)
        return domain, grammar

    def write(self, folder: Path, name: str, **changes: object) -> Path:
        """Writes a recorded game below ``folder`` in ALFWorld's format."""
        game = self.games[name]
        return self.write_game(folder / name, game["problem"], game["task"], game["task_type"], **changes)

    def write_game(
        self, folder: Path, problem: str, task: str = "test", task_type: str = "", **changes: object
    ) -> Path:
        """Writes a game folder; ``changes`` replace keys of the game file."""
        folder.mkdir(parents=True, exist_ok=True)
        grammar = self.grammar.replace("%s", task)
        game = {"pddl_domain": self.domain, "grammar": grammar, "pddl_problem": problem, "solvable": True}
        (folder / "game.tw-pddl").write_text(json.dumps(game | changes), encoding="utf-8")
        (folder / "traj_data.json").write_text(json.dumps({"task_type": task_type}), encoding="utf-8")
        return folder


def read_recordings() -> Recordings:
    packed = json.loads(lzma.decompress((GOLDEN / "games.json.xz").read_bytes()))
    lines = lzma.decompress((GOLDEN / "transcripts.jsonl.xz").read_bytes()).decode().splitlines()
    return Recordings(**packed, episodes=tuple(map(json.loads, lines)))


@pytest.fixture(scope="session")
def recordings() -> Recordings:
    return read_recordings()


def problem(places: dict[str, str], things: dict[str, str], facts: str, goal: str) -> str:
    """PDDL text. Ids map to types; poses are the words starting with ``loc_``; the agent is at ``loc_start``."""
    poses = {word for word in facts.replace("(", " ").replace(")", " ").split() if word.startswith("loc_")}
    declared = [f"{name} - receptacle" for name in places] + [f"{name} - object" for name in things]
    declared += [f"{pose} - location" for pose in sorted({"loc_start"} | poses)] + ["agent1 - agent"]
    types = [f"(receptacleType {name} {kind})" for name, kind in places.items()]
    types += [f"(objectType {name} {kind})" for name, kind in things.items()]
    start = "" if "(atLocation" in facts else "(atLocation agent1 loc_start)"
    init = "\n".join([*types, start, facts])
    objects = "\n".join(declared)
    return f"(define (problem p) (:domain alfred) (:objects {objects}) (:init {init}) (:goal (and {goal})))"


def play(env: AlfworldEnv, expert: Expert, rng: np.random.Generator | None = None) -> AgentView:
    """An expert's whole episode of the present game, as it saw it at the end."""
    first = seen = env.reset()
    turns, won, ended = (), False, False
    while not ended:
        shown = AgentView(env.task, first.text, seen, env.max_steps, turns=turns)
        turns += (Turn(seen.text, expert.answer("act", shown, rng), True),)
        seen, _, won, truncated, _ = env.step(turns[-1].action)
        ended = won or truncated
    return AgentView(env.task, first.text, seen, env.max_steps, turns=turns, success=won)
