"""A small result made by the real functions from made-up episodes: for tests of tables, cards, files and commands."""

from __future__ import annotations

from dataclasses import replace

from skill1.config import Skill1Config
from skill1.config.load import load_config
from skill1.evaluate.results import Played, Round, result
from skill1.evaluate.token_cost import Count, TokenCost
from skill1.schema import Episode, EpisodeKey, Skill, Task, Turn

COST = TokenCost(
    act_prompts=Count(100, 60),
    skill=Count(20, 10),
    raw_trajectory=Count(50, 25),
    raw_trajectory_uncut=Count(90, 45),
    act_answers=Count(8, 8),
    selection_prompts=Count(30, 25),
    selection_answers=Count(4, 4),
    distillation_prompts=Count(),
    distillation_answers=Count(),
    has_skill=True,
)
NO_SKILL = replace(
    COST,
    skill=Count(),
    raw_trajectory=Count(),
    raw_trajectory_uncut=Count(),
    has_skill=False,
    act_prompts=Count(80, 50),
)


def made_up(
    task: int, *, success=False, type_="put", status="ok", error="", skill=True, valid=True, score=None
) -> Episode:
    return Episode(
        EpisodeKey(0, 0, task, 0),
        Task(f"toy/{task}", "toy", "seen", task, "put it", type_),
        used=Skill("k1", "a", "b", 0.5) if skill else None,
        turns=(Turn("o", "a", True), Turn("o", "b", valid)),
        outcome=float(success),
        success=success,
        score=score,
        status=status,
        error=error,
    )


FOUR = (
    made_up(0, success=True),
    made_up(1),
    made_up(2, success=True, type_="heat", skill=False),
    made_up(3, status="error", error="EnvironmentFault: it broke"),
)


def sample_result(episodes=FOUR, config: Skill1Config | None = None, **fields) -> dict[str, object]:
    """The result of some episodes."""
    costs = {e.id: COST if e.used else NO_SKILL for e in episodes if e.ok}
    card = {
        "skill1_version": "0",
        "git_commit": None,
        "python": "3",
        "packages": {"torch": "2"},
        "config": {"env.name": "toy"},
        "prompts": {"act.txt": "ab"},
        "policy_sha256": "cd",
        "library_sha256": None,
    }
    values = {
        "config": config or load_config("household/skill1", ["--eval.split=seen"]),
        "name": "toy-run",
        "model": "runs/toy-run/checkpoints/step_000040",
        "checkpoint_step": 40,
        "mode": "frozen",
        "uses_library": True,
        "tasks": [episode.task for episode in episodes],
        "is_whole_split": True,
        "repeats": 1,
        "rounds": [Round(episodes, {"outcome/turns": 2.0})],
        "costs": costs,
        "library_size": 7,
        "card": card,
        **fields,
    }
    return result(Played(**values))
