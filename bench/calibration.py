r"""How well a skill's utility foretells its next outcomes, under each rule: a replay of what finished runs noted.

    python bench/calibration.py runs/bench-household/seed-*/household-skill1 --output bench/results/calibration.json

Every use of a skill in the last steps of a run is compared with the utility that the rule gave the skill before that
step. The replay changes nothing of what was played: had the rule been in force, other skills might have been chosen.
ECE: mean |utility − outcome| over ten bins of utility (bench/study.py); Brier: the mean of (utility − outcome)².
"""

from __future__ import annotations

import argparse
import statistics
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from made import made_by, publish
from study_records import LAST_STEPS, calibration_error, events_of

from skill1.config import LibraryConfig
from skill1.config.load import load_config
from skill1.library.admit import after_outcome, moved
from skill1.schema import Skill

RULES = {
    "ema, α .05 (Table 6)": {"utility": "ema", "alpha": 0.05},
    "ema, α .1": {"utility": "ema", "alpha": 0.1},
    "ema, α .35 (the household's)": {"utility": "ema", "alpha": 0.35},
    "posterior, α .35, p 4": {"utility": "posterior", "alpha": 0.35, "prior_uses": 4.0},
    "posterior, α .35, p 8": {"utility": "posterior", "alpha": 0.35, "prior_uses": 8.0},
    "posterior, α .35, p 16": {"utility": "posterior", "alpha": 0.35, "prior_uses": 16.0},
}
SUCCESS = 0.3  # of the policy before the first step, about that of a cold start
Uses = dict[int, list[tuple[str, float]]]  # step → (skill, outcome), in order


def main() -> None:
    """Replay each run under each rule."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path, help="finished runs with a library")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    step = load_config("household/skill1").credit.success_ema
    played = [uses_of(run) for run in given.runs]
    rules = {name: LibraryConfig(**settings) for name, settings in RULES.items()}
    found = {name: over_runs([foretold(uses, rule, step) for uses in played]) for name, rule in rules.items()}
    publish({**made_by(), "runs": len(played), "last_steps": LAST_STEPS, "rules": found}, given.output)


def uses_of(run: Path) -> Uses:
    """What a run's skills were used for."""
    uses: Uses = defaultdict(list)
    for kind, step, skill, value in events_of(run):
        if kind == "used":
            uses[step].append((skill, value))
    return uses


def foretold(uses: Uses, rule: LibraryConfig, success_step: float) -> list[tuple[float, float]]:
    """(utility before the step, outcome) of every use in the last steps, with utilities by ``rule``."""
    skills: dict[str, Skill] = {}
    success, found = SUCCESS, []
    for step in sorted(uses):
        before = {name: skills.get(name) or Skill(name, "", "", success) for name, _ in uses[step]}
        if step > max(uses) - LAST_STEPS:
            found += [(before[name].utility, outcome) for name, outcome in uses[step]]
        now = dict(before)
        for name, outcome in uses[step]:
            fades = now[name] is before[name]
            now[name] = after_outcome(now[name], outcome, rule, prior=success, fades=fades)
        skills |= now
        success = moved(success, statistics.fmean(outcome for _, outcome in uses[step]), success_step)
    return found


def over_runs(pairs: Sequence[Sequence[tuple[float, float]]]) -> dict[str, object]:
    """ECE and Brier score of each run, and their means."""
    errors = [calibration_error(of_run) for of_run in pairs]
    scores = [statistics.fmean((utility - outcome) ** 2 for utility, outcome in of_run) for of_run in pairs]
    return {
        "ece": round(statistics.fmean(errors), 4),
        "brier": round(statistics.fmean(scores), 4),
        "ece_by_run": errors,
        "uses": [len(of_run) for of_run in pairs],
    }


if __name__ == "__main__":
    main()
