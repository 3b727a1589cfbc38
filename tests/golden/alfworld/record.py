"""Records what the games beside this script do not show: see ``rare_cases``, ``sentences`` and ``old_games``.

    python -m tests.golden.alfworld.record ENGINE_PYTHON

ENGINE_PYTHON is an interpreter with alfworld 0.4.2 (it may be this one). Writes ``rare.json.xz``: cases, each with its
game (a recorded one by name, or a problem), task, rules (0.4 or 0.3), step limit and recorded steps. A case that the
engine could not load has no steps.
"""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
import tempfile
from pathlib import Path

from skill1_envs.alfworld import engine_player
from tests.alfworld.conftest import Recordings, read_recordings

HERE = Path(__file__).parent
PRINT_GOALS = "import json; from alfworld.gen.goal_library import gdict; "
PRINT_GOALS += "print(json.dumps({name: goal['pddl'] for name, goal in gdict.items()}))"
POSES = {"CounterTop_bar_1": 1, "DiningTable_bar_1": 2, "Fridge_bar_1": 3, "Microwave_bar_1": 4}
POSES["Sink_bar_1_bar_SinkBasin"] = 5
THINGS = {"Apple_bar_1": 1, "Apple_bar_2": 1, "Apple_bar_3": 1, "Bowl_bar_1": 1, "Bowl_bar_2": 2, "Egg_bar_1": 2}
THINGS |= {"ButterKnife_bar_1": 1, "DeskLamp_bar_1": 2}
CUT = "go to countertop 1; take butterknife 1 from countertop 1; slice apple 3 with butterknife 1; "
LAY_DOWN = "move butterknife 1 to countertop 1; take apple 3 from countertop 1; "
SERVE = "go to diningtable 1; move apple 3 to diningtable 1; look"
BOWL = "go to countertop 1; take bowl 2 from countertop 1; examine bowl 2; go to diningtable 1; "
BOWL += "move bowl 2 to diningtable 1; look"
# bowl 2 holds apple 1, bowl 1 holds egg 1 and is on the table from the start
TREAT = "go to countertop 1; take apple 1 from countertop 1; %s; move apple 1 to %s; "
CLEAN = "go to sinkbasin 1; clean apple %d with sinkbasin 1"
HEAT = "go to microwave 1; open microwave 1; heat apple %d with microwave 1"
COOL = "go to fridge 1; open fridge 1; cool apple %d with fridge 1"
PLANS = {
    "pick_and_place_with_movable_recep": "go to countertop 1; take apple 3 from countertop 1; "
    + SERVE
    + "; "
    + BOWL,
    "pick_and_place_with_movable_recep_slice": BOWL + "; take bowl 2 from diningtable 1; "
    "go to countertop 1; move bowl 2 to countertop 1; take butterknife 1 from countertop 1; "
    "slice apple 1 with butterknife 1; move butterknife 1 to countertop 1; " + BOWL,
    "pick_clean_and_place_with_movable_recep": BOWL + "; " + TREAT % (CLEAN % 1, "sinkbasin 1"),
    "pick_heat_and_place_with_movable_recep": TREAT % (HEAT % 1, "microwave 1") + BOWL,
    "pick_cool_and_place_with_movable_recep": TREAT % (COOL % 1, "fridge 1") + BOWL,
    "pick_and_place_simple_slice": CUT + LAY_DOWN + SERVE,
    "pick_clean_then_place_in_recep_slice": CUT + LAY_DOWN + SERVE + "; take apple 3 from diningtable 1; "
    f"{CLEAN % 3}; {SERVE}",
    "pick_heat_then_place_in_recep_slice": CUT + LAY_DOWN + HEAT % 3 + "; " + SERVE,
    "pick_cool_then_place_in_recep_slice": CUT + LAY_DOWN + COOL % 3 + "; " + SERVE,
    "pick_two_obj_and_place_slice": CUT
    + LAY_DOWN
    + SERVE
    + "; go to countertop 1; take apple 2 from countertop 1; "
    "go to diningtable 1; move apple 2 to diningtable 1; go to countertop 1; take butterknife 1 from countertop 1; "
    "go to diningtable 1; slice apple 2 with butterknife 1; look",
    "look_at_obj_in_light_slice": CUT + LAY_DOWN + "go to diningtable 1; use desklamp 1; look",
    "pick_three_obj_and_place": "; ".join(
        f"go to countertop 1; take apple {i} from countertop 1; go to diningtable 1; move apple {i} to diningtable 1"
        for i in (3, 2, 1)
    ),
}
LOOK_AT_SLICED = {
    "nothing sliced": "go to countertop 1; take apple 3 from countertop 1; go to diningtable 1; use desklamp 1; look",
    "another one sliced": CUT + "move butterknife 1 to countertop 1; take apple 2 from countertop 1; "
    "go to diningtable 1; use desklamp 1; look",
    "lamp first": "go to diningtable 1; use desklamp 1; " + CUT + LAY_DOWN + "look; go to diningtable 1",
}


def kitchen(goal: str, start: int = 9) -> str:
    """The problem of a small kitchen, in the form of ALFWorld's own; ``goal`` is PDDL up to the end of the file."""
    kinds = {name: name.partition("_bar_")[0] + "Type" for name in (*POSES, *THINGS)}
    kinds["Sink_bar_1_bar_SinkBasin"] = "SinkBasinType"
    poses = [f"loc_bar_{i}_bar_0_bar_0_bar_30" for i in range(10)]
    declared = [f"{name} - receptacle" for name in POSES] + [f"{name} - object" for name in THINGS]
    declared += [f"{kinds[n]} - rtype" for n in POSES] + [
        f"{k} - otype" for k in sorted({kinds[n] for n in THINGS})
    ]
    declared += ["agent1 - agent", *(f"{pose} - location" for pose in poses)]
    facts = [
        f"(receptacleType {name} {kinds[name]}) (receptacleAtLocation {name} {poses[POSES[name]]})"
        for name in POSES
    ]
    tables = {at: name for name, at in POSES.items()}
    for name, at in THINGS.items():
        facts.append(
            f"(objectType {name} {kinds[name]}) (objectAtLocation {name} {poses[at]}) (pickupable {name})"
        )
        facts.append(f"(inReceptacle {name} {tables[at]})")
        facts += [f"(canContain {kinds[place]} {kinds[name]})" for place in POSES]
    for i in (1, 2, 3):
        facts += [f"({ability} Apple_bar_{i})" for ability in ("cleanable", "heatable", "coolable", "sliceable")]
    facts += ["(isReceptacleObject Bowl_bar_1)", "(isReceptacleObject Bowl_bar_2)", "(toggleable DeskLamp_bar_1)"]
    facts += ["(inReceptacleObject Apple_bar_3 Bowl_bar_1)", "(inReceptacleObject Egg_bar_1 Bowl_bar_2)"]
    facts += ["(openable Fridge_bar_1)", "(openable Microwave_bar_1)", f"(atLocation agent1 {poses[start]})"]
    init = "\n".join(sorted(set(facts)))
    return f"(define (problem p) (:domain alfred) (:objects {' '.join(declared)}) (:init {init})\n{goal}"


def rare_cases(goals: dict[str, str]) -> list[dict]:
    """Goals that ALFWorld knows but its loader leaves out, wins at reset, step limits, starts at a receptacle."""
    words = {"obj": "Apple", "recep": "DiningTable", "mrecep": "Bowl", "toggle": "DeskLamp"}
    cases = [_case(name, kitchen(goals[name].format(**words)), plan) for name, plan in PLANS.items()]
    egg = goals["pick_and_place_simple"].format(**words | {"obj": "Egg"})
    bowl = "go to countertop 1; take bowl 2 from countertop 1"
    for name, other in LOOK_AT_SLICED.items():
        cases.append(
            _case(f"look at sliced, {name}", kitchen(goals["look_at_obj_in_light_slice"].format(**words)), other)
        )
    cases += [
        _case("won at reset, illegal command", kitchen(egg), "dance; look; inventory"),
        _case("won at reset, legal command", kitchen(egg), "look; take egg 1 from diningtable 1"),
        _case(
            "won at reset, undone first",
            kitchen(egg, start=2),
            "take egg 1 from diningtable 1; look; inventory; move egg 1 to diningtable 1; look; help",
        ),
        _case("limit 1", kitchen(goals["pick_and_place_simple"].format(**words)), bowl, max_steps=1),
        _case(
            "limit 3, illegal ones count",
            kitchen(egg, 2),
            "take egg 1 from diningtable 1; x; y; look",
            max_steps=3,
        ),
        _case(
            "won by the last command",
            kitchen(egg, 2),
            "take egg 1 from diningtable 1; move egg 1 to diningtable 1; look",
            max_steps=2,
        ),
        _case(
            "limit 60", kitchen(egg, 2), "take egg 1 from diningtable 1; " + "; ".join(["look"] * 61), max_steps=60
        ),
    ]
    return cases


def sentences() -> list[dict]:
    """Task sentences as people write them, one case each; the engine parses them as part of a grammar."""
    game = next(iter(read_recordings().games))
    plain = [
        "Put a clean cloth in the cabinet.",
        "put it on the desk",
        "Really? Yes!",
        "two  blanks ",
        " a blank first",
    ]
    signs = [
        "a\ttab",
        "Don't; do (this), 50% & 1/2",
        "caf\u00e9 \u2013 \u4e2d",
        "<b>",
        'the "red" one',
        "back\\slash",
        "#1",
    ]
    signs += ["{this}", "[that]", "either | or", "new\nline", "a: b // c", "Wait...", ""]
    return [{"name": f"sentence {text!r}", "game": game, "task": text, "commands": []} for text in plain + signs]


def old_games(recordings: Recordings) -> list[dict]:
    """Recorded games under the domain and grammar of alfworld 0.2.2 to 0.3.5, with the recorded commands reworded."""
    wanted = ("DeskLamp-328", "CounterTop-408", "Toilet-418", "Microwave-29", "Cabinet-29", "Toilet-429")
    cases = []
    for episode in recordings.episodes:
        if episode["game"].split("/")[2].endswith(wanted) and episode["kind"] in ("tour", "mixed", "oracle"):
            commands = [_reworded(step["command"]) for step in episode["steps"][1:40]]
            name = f"0.3 {episode['kind']} {episode['game'].split('/')[2]}"
            cases.append({"name": name, "game": episode["game"], "commands": commands, "rules": "0.3"})
    return cases


def _reworded(command: str) -> str:
    return (
        command.replace("move ", "put ", 1).replace(" to ", " in/on ") if command.startswith("move ") else command
    )


def _case(name: str, problem: str, plan: str, max_steps: int = 50) -> dict:
    commands = [command for command in plan.split("; ") if command]
    return {"name": name, "problem": problem, "commands": commands, "max_steps": max_steps}


def play(python: str, recordings: Recordings, cases: list[dict], folder: Path) -> None:
    """Adds ``steps`` to the cases; one process each, because a game that cannot be loaded ends it."""
    domain, grammar = recordings.old_rules()
    for case in cases:
        changes = {"pddl_domain": domain, "grammar": grammar} if case.get("rules") == "0.3" else {}
        recorded = recordings.games.get(case.get("game"), {})
        problem, task = case.get("problem") or recorded["problem"], case.get("task", recorded.get("task", "test"))
        changes["grammar"] = changes.get("grammar", recordings.grammar).replace("%s", task)
        recordings.write_game(folder, problem, **changes)
        job = {"game": str(folder / "game.tw-pddl"), "commands": case["commands"]}
        job["max_steps"] = case.get("max_steps", 50)
        command = [python, "-P", engine_player.__file__]
        done = subprocess.run(command, input=json.dumps(job) + "\n", capture_output=True, text=True, check=False)
        states = [json.loads(line) for line in done.stdout.splitlines()[1:]]
        keys = ("observation", "admissible_commands", "won", "done", "score")
        sent = [None, *case.pop("commands")]
        case["steps"] = [
            {"command": c} | {key: s[key] for key in keys} for c, s in zip(sent, states, strict=False)
        ]
        last = states[-1] if states else {"won": done.stderr.strip().splitlines()[-1:]}
        sys.stderr.write(f"{case['name']}: {len(case['steps'])} states, {last['won']}\n")


def main() -> None:
    python = sys.argv[1]
    recordings = read_recordings()
    found = subprocess.run([python, "-c", PRINT_GOALS], capture_output=True, text=True, check=True).stdout
    goals = {name: goal.replace("#", "-") for name, goal in json.loads(found).items()}
    cases = rare_cases(goals) + sentences() + old_games(recordings)
    with tempfile.TemporaryDirectory() as folder:
        play(python, recordings, cases, Path(folder))
    (HERE / "rare.json.xz").write_bytes(lzma.compress(json.dumps(cases).encode(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
