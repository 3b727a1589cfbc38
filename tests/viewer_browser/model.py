"""A made-up run in the shape the pages read (the view model): many skills, two kept steps, one of them hostile."""

from __future__ import annotations

import math
import random
from dataclasses import asdict

from skill1.report.dynamics import use_of_skills
from skill1.report.method_page import Change, Chart, MethodPage, Table, difference, plain

HOSTILE = "<script>alert(1)</script> </skill> <|im_end|> \u2028 <!-- <img src=http://192.0.2.1/x onerror=alert(2)>"
STEPS = 120
KEPT = (100, 110)
THINGS = ("mug", "apple", "lamp", "plate", "towel", "book", "pan", "key")
ROOMS = ("kitchen", "bathroom", "study", "hall")
UPLIFT = {"estimate": 0.2, "low": -0.05, "high": 0.45, "used": 30, "withheld": 9}
ROW = ("id", "step", "task", "type", "instruction", "outcome", "success", "status", "used", "withheld", "wrote")
STATUSES = ("active",) * 7 + ("retired", "merged", "proposed")
GROUPS = {
    "Outcome": [
        "outcome/success_rate",
        "outcome/success_with_skill",
        "outcome/success_without_skill",
        "outcome/success/heat",
        "outcome/success/clean",
    ],
    "Selection": ["select/ndcg", "select/similarity", "select/task_similarity", "select/utility_of_used"],
    "Distillation": ["distill/positive_rate"],
    "Stages": [
        f"{stage}/{name}" for name in ("valid_rate", "tokens") for stage in ("query", "rerank", "act", "distill")
    ],
    "Policy": ["policy/entropy", "policy/entropy/act", "policy/entropy/query", "policy/loss"],
    "Never measured": ["oracle/library_covers"],
}


def make_skills(number: int) -> list[dict]:
    rng = random.Random(1)
    skills = []
    for i in range(number):
        status = STATUSES[i % len(STATUSES)]
        selected = max(0, round(40 * math.sin(i)))
        skills.append(
            {
                "id": f"k{i:05d}",
                "description": f"When a {THINGS[i % 8]} is wanted in the {ROOMS[i % 4]} of house {i}",
                "strategy": f"Go to the {ROOMS[(i + 1) % 4]} first.\nTake the {THINGS[i % 8]} from cupboard {i % 9}.",
                "status": status,
                "pinned": i % 17 == 0,
                "env": "household" if i % 5 else "alfworld",
                "utility": round(0.5 + 0.45 * math.sin(i / 3), 4),
                "retrieved": selected * 3,
                "selected": selected,
                "wins": selected // 2,
                "created_step": 1 + i * 100 // number,
                "source_episode": "s0-000100-t00-r0" if i == 3 else f"s0-{i:06d}-t00-r1",
                "parents": [f"k{i - 7:05d}"] if i % 6 == 0 and i > 7 else [],
                "merged_into": f"k{i - 8:05d}" if status == "merged" else None,
                "uplift": None if i % 3 else UPLIFT,
                "x": round(0.5 + 0.2 * math.cos(i % 8) + 0.1 * rng.gauss(0, 1) * 0.6, 4),
                "y": round(0.5 + 0.2 * math.sin(i % 8) + 0.1 * rng.gauss(0, 1) * 0.6, 4),
            }
        )
    skills[5] |= {"description": HOSTILE, "strategy": HOSTILE, "env": HOSTILE}
    return skills


def make_metrics(steps: int = STEPS) -> dict:
    rng = random.Random(2)
    series = {}
    for title, keys in GROUPS.items():
        for level, key in enumerate(keys):
            rise = [
                0.2 + 0.5 * (1 - math.exp(-step / 40)) + rng.gauss(0, 0.04) - 0.06 * level for step in range(steps)
            ]
            series[key] = [None if title == "Never measured" else round(value, 4) for value in rise]
    series["select/ndcg"][:5] = [None] * min(5, steps)

    def explained(key):
        return {"key": key, "label": key.split("/")[-1].replace("_", " "), "explain": f"What {key} is."}

    groups = [{"title": title, "keys": [*map(explained, keys)]} for title, keys in GROUPS.items()]
    return {"steps": list(range(1, steps + 1)), "series": series, "groups": groups}


def make_episode(step: int, task: int, rollout: int, skills: list[dict]) -> dict:
    won, error, control = rollout % 2 == 0, (task, rollout) == (1, 3), (task, rollout) == (0, 1)
    thing = THINGS[task]
    candidates = skills[task * 4 : task * 4 + 4]
    stages = [make_stage("query", 0, f"find the {thing}", 0.4 if won else -0.4)]
    stages.append(make_stage("rerank", 0, "2 > 1 > 4 > 3", 1.3 if won else -0.9))
    turns = []
    for turn in range(3):
        action = f"go to cupboard {turn + 1}"
        seen = f"You see cupboard {turn + 1}.\nIt is closed. {thing}"
        turns.append({"observation": seen, "action": action, "valid": turn != 1})
        stages.append(make_stage("act", turn, action, 0.9 if won else -1.2, valid=turn != 1))
    stages.append(make_stage("distill", 0, f"WHEN a {thing} is wanted\nDO open <cupboards> first<|im_end|>", None))
    used = candidates[1]["id"]
    id = f"s0-{step:06d}-t{task:02d}-r{rollout}"
    wrote = "k00003" if id == "s0-000100-t00-r0" else None
    became = {"kind": "added", "skill": wrote} if wrote else {"kind": "merged", "skill": used} if won else None
    return {
        "id": id,
        "step": step,
        "task": f"household/train/home/{task}",
        "type": ("heat", "clean")[task % 2],
        "instruction": HOSTILE if task == 2 else f"put a hot {thing} on the desk",
        "outcome": float(won),
        "success": won,
        "status": "error" if error else "ok",
        "turns": turns,
        "used": None if control or error else used,
        "withheld": used if control else None,
        "wrote": wrote,
        "query": f"find the {thing}",
        "candidates": [
            {name: skill[name] for name in ("id", "description", "strategy", "utility")}
            | {"similarity": 0.9 - 0.1 * i, "score": 0.95 - 0.1 * i}
            for i, skill in enumerate(candidates)
        ],
        "ranking": [1, 0, 3, 2],
        "ranking_valid": True,
        "stages": [] if error else stages,
        "draft": {"description": f"a {thing} is wanted", "strategy": "open <cupboards> first"} if won else None,
        "became": became,
        "advantages": {"query": 0.4, "rerank": 1.3, "act": 0.9},
        "last_observation": "The desk is tidy.",
    }


def make_stage(stage: str, turn: int, text: str, advantage: float | None, valid: bool = True) -> dict:
    words = text.replace(" ", "\0 ").split("\0")
    prompt = f"<|im_start|>system\n{HOSTILE}\n" + "You are in a house. " * 200 + f"\n{stage}:"
    return {
        "stage": stage,
        "turn": turn,
        "prompt": None if stage == "distill" else prompt,
        "tokens": [{"text": word, "logprob": round(-0.05 - 0.8 * i, 3)} for i, word in enumerate(words)],
        "text": text,
        "valid": valid,
        "finish_reason": "stop",
        "advantage": advantage,
        "policy_version": 99,
        "library_version": 99,
    }


def make_data(num_skills: int = 400) -> dict:
    skills = make_skills(num_skills)
    episodes = [
        make_episode(step, task, rollout, skills) for step in KEPT for task in range(4) for rollout in range(4)
    ]
    rows = [{name: e[name] for name in ROW} | {"turns": len(e["turns"])} for e in reversed(episodes)]
    statuses = {status: sum(s["status"] == status for s in skills) for status in set(STATUSES)}
    return {
        "summary": make_summary(statuses),
        "metrics": make_metrics(),
        "skills": skills,
        "skill": {s["id"]: make_life(s, skills, episodes) for s in skills[:200]},
        "episodes": rows,
        "episode": {e["id"]: e for e in episodes},
        "library_history": make_history(),
        "uplift": {"estimate": 0.124, "low": -0.02, "high": 0.27, "used": 800, "withheld": 96},
        "dynamics": {
            "from_episodes": {"select/best_utility": {"steps": list(KEPT), "values": [0.5, 0.75]}},
            "use": use_of_skills([skill["selected"] for skill in skills if skill["status"] != "proposed"]),
        },
        "method": make_method(),
    }


def make_method() -> dict:
    """A method's page: forty updates of a document that grew by hostile lines."""
    lines = [f"- when a {thing} is wanted do look into the {room}" for thing in THINGS for room in ROOMS]
    verdicts = ("accepted", "refused", "refused", "nothing", "removed")
    changes = [
        Change(
            step,
            f"update {HOSTILE}" if step == 40 else "update",
            verdicts[step % 5],
            f"hard 0.{step + 10} on the selection tasks, 0.30 to beat: {HOSTILE}",
            (("edits proposed", "4"), ("chosen by", "failures first, then by support")),
            (difference("What would change", "\n".join(lines[: step - 1]), "\n".join([*lines[1:step], HOSTILE])),),
        )
        for step in range(1, 41)
    ]
    rows = tuple((f"Skill {n}", HOSTILE, "1. open the box 2. take what is in it", str(n)) for n in range(12))
    page = MethodPage(
        "The document of a method",
        "One document is in every prompt. " * 6,
        (("gate metric", "hard"), ("refused", "16")),
        (plain("The best document so far", "\n".join([*lines[:9], HOSTILE])),),
        (Chart("Gate scores", "Of each step.", (("m/score", "in force"), ("m/candidate", "candidate"))),),
        tuple(changes),
        (Table("The pool", ("Skill", "Starts when", "Steps", "Uses"), rows, "As of the newest step."),),
    )
    steps = list(range(1, 41))
    series = {"m/score": [0.3] * 40, "m/candidate": [0.3 + 0.1 * math.sin(step) for step in steps]}
    told = {key: {"steps": steps, "values": values} for key, values in series.items()}
    return asdict(page) | {"left_out": 3, "series": told}


def make_summary(statuses: dict[str, int]) -> dict:
    return {
        "name": "household-skill1",
        "method": "skill1",
        "env": "household",
        "seed": 0,
        "model": "tiny",
        "created_at": "2026-11-20T08:30:00+00:00",
        "state": "live",
        "steps_done": STEPS,
        "steps_total": 200,
        "version": 120,
        "library": {"size": statuses["active"], "statuses": statuses, "encoder": "hashing"},
        "config": {"env.name": "household", "library.top_k": 5, "agent.note": HOSTILE},
        "evals": [
            {"split": "test_seen", "library": "frozen", "success_rate": 0.71, "interval_95": [0.63, 0.78]}
            | {"n": 140, "checkpoint_step": 100},
            {"split": "test_unseen", "library": "none", "success_rate": 0.48, "interval_95": [0.4, 0.56]}
            | {"n": 140, "env": "alfworld", "errors": 3},
        ],
        "notice": "",
    }


def make_life(skill: dict, skills: list[dict], episodes: list[dict]) -> dict:
    kinds = ["added", *("retrieved", "selected", "credited") * 12]
    source = {"added": skill["source_episode"]}
    history = [
        {"kind": kind, "step": 2 * i, "episode": source.get(kind, ""), "value": 0.5 + i / 100}
        for i, kind in enumerate(kinds)
    ]
    return {
        "skill": skill,
        "events": 1037 if skill["id"] == "k00003" else len(history),
        "history": history,
        "curve": [[2 * i, round(0.5 + 0.4 * math.sin(i / 6), 3)] for i in range(37)],
        "children": [s["id"] for s in skills if skill["id"] in s["parents"]],
        "episodes": [e["id"] for e in episodes if skill["id"] in [c["id"] for c in e["candidates"]]],
        "merged_from": [s["id"] for s in skills if s["merged_into"] == skill["id"]],
    }


def make_history() -> list[dict]:
    return [
        {
            "version": step,
            "step": step,
            "size": min(280, 4 * step),
            "added": 4 if step < 70 else 1,
            "merged": step % 5,
            "retired": int(step > 70),
            "rejected": step % 3,
            "success_trend": 0.5,
        }
        for step in range(1, STEPS + 1)
    ]
