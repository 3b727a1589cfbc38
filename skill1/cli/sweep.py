"""``skill1 sweep``: trains configurations with several seeds one after another, evaluates, compares."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from skill1.cli.arguments import OVERRIDES_NOTE, CommandParser, UsageError
from skill1.cli.compare import comparison_sentences, print_grids
from skill1.cli.output import make_console, make_table, print_json
from skill1.errors import ConfigError, DataError
from skill1.evaluate.compare_text import comparison_grids

SIGNAL_BASE = 128  # exit code of a command that a signal ended, as shells count


def configure_sweep(parser: CommandParser) -> None:
    """Options of ``skill1 sweep``."""
    parser.add_argument(
        "--config", dest="configs", metavar="C", action="append", required=True, help="an arm; give one or more"
    )
    parser.add_argument("--seeds", metavar="S,S,…", required=True, help="training seeds, such as 0,1,2")
    parser.add_argument("--runs-dir", metavar="D", type=Path, default=Path("runs"), help="default: runs")
    parser.add_argument(
        "--eval",
        metavar="SPLIT:LIBRARY",
        action="append",
        default=[],
        help="evaluate each run, and compare the arms, the first --config being the baseline",
    )
    parser.add_argument("--dry-run", action="store_true", help="print what would be done and stop")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.epilog = f"{OVERRIDES_NOTE} They go to every run. Type the same again, and what is unfinished resumes."


def run_sweep(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Train, evaluate, compare; exit code 1 if a process failed, 128 + n if signal n stopped it."""
    from skill1.recipes import sweep as sweeps

    sweep = sweeps.plan_sweep(
        arguments.configs,
        _seeds(arguments.seeds),
        runs_dir=arguments.runs_dir,
        evaluations=arguments.eval,
        overrides=overrides,
    )
    if arguments.dry_run:
        return _print_plan(sweep, sweeps.needs_work, arguments.json)
    progress = make_console(stderr=True)
    outcome = sweeps.run_sweep(
        sweep,
        report=lambda job: progress.print(f"sweep: {_name(job)}: {job.state}", markup=False),
        output=sys.stderr if arguments.json else None,
    )
    comparisons = [] if outcome.stopped_by else _comparisons(outcome.jobs)
    if arguments.json:
        record = sweeps.sweep_record(sweep, outcome.jobs)
        print_json(record | {"stopped_by": outcome.stopped_by, "comparisons": comparisons})
    else:
        _print_summary(arguments, outcome, comparisons)
    return SIGNAL_BASE + outcome.stopped_by if outcome.stopped_by else int(bool(outcome.failed))


def _seeds(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise UsageError(f"--seeds {text}: expected whole numbers, such as 0,1,2", "skill1 sweep") from error


def _name(job) -> str:
    return f"{job.kind} {job.run_dir}" + (f" {job.evaluation}" if job.evaluation else "")


def _print_plan(sweep, needs_work, as_json: bool) -> int:
    rows = [
        {"job": _name(job), "to_do": needs_work(job, sweep.overrides), "command": shlex.join(job.command)}
        for job in sweep.jobs
    ]
    if as_json:
        print_json({"jobs": rows})
        return 0
    for row in rows:
        sys.stdout.write(f"{row['command']}\n" if row["to_do"] else f"# done: {row['job']}\n")
    return 0


def _comparisons(jobs) -> list[dict[str, Any]]:
    """One for each ``--eval``, of the runs that have it; a refusal becomes a sentence, since the runs are there."""
    from skill1.evaluate.compare import compare_results
    from skill1.recipes.sweep import stored_evaluation

    found = []
    for evaluation in dict.fromkeys(job.evaluation for job in jobs if job.evaluation):
        stored = [
            stored_evaluation(Path(job.run_dir), evaluation)
            for job in jobs
            if job.evaluation == evaluation and job.state == "finished"
        ]
        results = [result for result in stored if result is not None]
        try:
            content = compare_results(results) if results else {"error": "no run has this evaluation"}
        except (ConfigError, DataError) as error:
            content = {"error": str(error)}
        found.append({"evaluation": evaluation, **content})
    return found


def _print_summary(arguments: argparse.Namespace, outcome, comparisons: Sequence[dict[str, Any]]) -> None:
    console = make_console()
    rows = [(_name(job), job.state, job.exit_code) for job in outcome.jobs]
    console.print(make_table(f"sweep in {arguments.runs_dir}", ("", "state", "exit code"), rows))
    for content in comparisons:
        if "error" in content:
            console.print(f"{content['evaluation']}: no comparison: {content['error']}", markup=False)
        else:
            print_grids(console, comparison_grids(content), comparison_sentences(content))
    if outcome.stopped_by:
        console.print("stopped; type the same command to resume.", markup=False)
    elif not comparisons:
        runs = " ".join(shlex.quote(job.run_dir) for job in outcome.jobs)
        console.print(f"next: --eval SPLIT:LIBRARY, or skill1 eval each, then skill1 compare {runs}", markup=False)
    for job in outcome.failed:
        why = "its training failed" if job.exit_code is None else f"exit code {job.exit_code}"
        console.print(f"failed ({why}): {shlex.join(job.command)}", markup=False)
