"""``skill1 compare`` and ``skill1 sweep``.

The first is a paired comparison of evaluated runs, their transfer table, or the co-evolution matrix of one; the second
trains configurations with several seeds one after another, evaluates them and compares.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from skill1.cli.arguments import COUNT, OVERRIDES_NOTE, CommandParser, UsageError
from skill1.cli.output import make_console, make_table, print_json, say
from skill1.config.keys import config_keys
from skill1.errors import ConfigError, DataError
from skill1.evaluate.compare_text import (
    Grid,
    comparison_grids,
    matrix_grids,
    to_latex,
    to_markdown,
    transfer_grids,
)
from skill1.run.disk import require_place, write_atomically
from skill1.run.locate import split_selector

FORMATS = ("table", "markdown", "latex", "json")
# As skill1.evaluate.arms has them, which loads numpy; --help needs none.
METRICS = ("success", "outcome", "score")
MANY_TARGETS = 10  # more take some time: of each arm, thousands of resamples are drawn


def _whole_numbers(text: str) -> list[int]:
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise argparse.ArgumentTypeError(f"got {text!r}, expected whole numbers, such as 0,1,2") from None


def configure_compare(parser: CommandParser) -> None:
    """Options of ``skill1 compare``."""
    parser.add_argument(
        "targets", metavar="RUN", nargs="+", help="a run directory, or a result file of skill1 eval"
    )
    parser.add_argument("--split", metavar="S", help="compare the evaluations on this split")
    parser.add_argument("--env", metavar="E", help="compare the evaluations on this environment (of several)")
    parser.add_argument(
        "--library",
        choices=config_keys()["eval.library"].kinds,
        help="compare the evaluations with this library mode",
    )
    parser.add_argument(
        "--baseline", metavar="B", help="a RUN, or the label of an arm (default: that of the first RUN)"
    )
    parser.add_argument(
        "--metric",
        choices=METRICS,
        default="success",
        help="success (default); outcome: mean of the rewards in [0, 1]; score: mean of the environment's own score",
    )
    parser.add_argument("--format", choices=FORMATS, default="table", help="default: table")
    parser.add_argument("--json", action="store_true", help="short for --format json")
    parser.add_argument(
        "-o", "--output", metavar="FILE", type=Path, help="write to this file (a table becomes markdown)"
    )
    parser.add_argument(
        "--matrix",
        action="store_true",
        help="for one RUN: play its policy of each step with its library of each step",
    )
    parser.add_argument(
        "--transfer",
        action="store_true",
        help="tabulate training environments (rows) against test environments (columns)",
    )
    parser.add_argument(
        "--steps",
        metavar="I,J,…",
        type=_whole_numbers,
        help="with --matrix: these checkpoints (default: all)",
    )
    parser.add_argument(
        "--tasks", metavar="N", type=COUNT, help="with --matrix: only the first tasks of the split"
    )
    parser.epilog = "docs/explanation/statistics.md explains every figure."


def run_compare(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print the comparison, the matrix, or the transfer table."""
    style = "json" if arguments.json else arguments.format
    _refuse_input(arguments.output, arguments.targets)
    if arguments.matrix:
        content = _matrix(arguments, overrides, style)
        grids, sentences = matrix_grids(content), [content["meaning"], *content["notes"]]
    elif arguments.transfer:
        content = _transfer(arguments, overrides)
        grids, sentences = transfer_grids(content), content["notes"]
    else:
        content = _comparison(arguments, overrides)
        grids, sentences = comparison_grids(content), _comparison_sentences(content)
    _deliver(content, grids, sentences, style, arguments.output)
    return 0


def _refuse_input(output: Path | None, targets: Sequence[str]) -> None:
    if output is None:
        return
    require_place(output, "a comparison is")
    from skill1.evaluate.storage import EVAL_FOLDER
    from skill1.library.file_errors import is_database

    # Where runs are named, their stored results are read, all in one folder each.
    folders = [(split_selector(target)[0] / EVAL_FOLDER).resolve() for target in targets]
    there = [target for target in targets if output.exists() and Path(target).exists()]
    is_read = any(output.samefile(target) for target in there)
    if is_read or output.resolve().parent in folders or is_database(output):
        what = (
            "is one of the files compared, is in the eval folder of a run that is compared, or is a skill library"
        )
        raise UsageError(f"-o {output} {what}. Type another -o FILE", "skill1 compare")


def _comparison_sentences(content: Mapping[str, Any]) -> list[str]:
    """What stands below the tables of a comparison."""
    return [content["unit"], *content["notes"]]


def _print_grids(grids: Sequence[Grid], sentences: Sequence[str]) -> None:
    """Tables and sentences on a terminal; never read as markup."""
    console = make_console()
    for grid in grids:
        # Labels stand in column heads and hold brackets, which a head would read as markup.
        console.print(make_table(grid.title, grid.columns, grid.rows))
    for sentence in sentences:
        say(f"• {sentence}")


def _comparison(arguments: argparse.Namespace, overrides: Sequence[str]) -> dict[str, Any]:
    if overrides or arguments.steps or arguments.tasks is not None:
        raise UsageError("--steps, --tasks and configuration keys are for --matrix", "skill1 compare")
    from skill1.evaluate.compare import compare

    if len(arguments.targets) > MANY_TARGETS:
        say(f"comparing {len(arguments.targets)} evaluations; this can take a second or two for each", stderr=True)
    return compare(
        arguments.targets,
        split=arguments.split,
        library=arguments.library,
        env=arguments.env,
        baseline=arguments.baseline,
        metric=arguments.metric,
    )


def _transfer(arguments: argparse.Namespace, overrides: Sequence[str]) -> dict[str, Any]:
    if overrides or arguments.steps or arguments.tasks is not None or arguments.baseline or arguments.env:
        raise UsageError("--transfer takes only --split, --library and --metric", "skill1 compare")
    from skill1.evaluate.transfer import transfer

    return transfer(arguments.targets, split=arguments.split, library=arguments.library, metric=arguments.metric)


def _matrix(arguments: argparse.Namespace, overrides: Sequence[str], style: str) -> dict[str, Any]:
    if len(arguments.targets) != 1 or arguments.transfer or arguments.env:
        raise UsageError("--matrix takes one RUN, and neither --transfer nor --env", "skill1 compare")
    if arguments.library not in (None, "frozen") or arguments.baseline or arguments.metric != "success":
        raise UsageError("--matrix takes no --baseline, no --metric and only --library frozen", "skill1 compare")
    from skill1.evaluate.matrix import coevolution_matrix

    return coevolution_matrix(
        arguments.targets[0],
        split=arguments.split,
        steps=arguments.steps,
        tasks=arguments.tasks,
        overrides=overrides,
        # In any other format standard output holds the result alone.
        console=make_console(stderr=style != "table"),
    )


def _deliver(
    content: Mapping[str, Any], grids: Sequence[Grid], sentences: Sequence[str], style: str, output: Path | None
) -> None:
    if output is None and style in ("table", "json"):
        print_json(content) if style == "json" else _print_grids(grids, sentences)
        return
    if style == "json":
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
    else:
        text = (to_latex if style == "latex" else to_markdown)(grids, sentences)
    if output is None:
        # As it is: the console would wrap long lines of a table.
        make_console().file.write(text)
        return
    try:
        output.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(output, text)
    except OSError as error:
        raise DataError(f"{output} cannot be written: {error}. Type another -o FILE.") from error
    say(f"written: {output}", stderr=True)


SIGNAL_BASE = 128  # exit code of a command that a signal ended, as shells count


def configure_sweep(parser: CommandParser) -> None:
    """Options of ``skill1 sweep``."""
    parser.add_argument(
        "--config",
        dest="configs",
        metavar="C",
        action="append",
        required=True,
        help="a configuration to train; may be repeated",
    )
    parser.add_argument(
        "--seeds", metavar="S,S,…", type=_whole_numbers, required=True, help="training seeds, such as 0,1,2"
    )
    parser.add_argument(
        "--runs-dir", metavar="D", type=Path, default=Path("runs"), help="folder of the runs (default: runs)"
    )
    parser.add_argument(
        "--eval",
        metavar="SPLIT:LIBRARY",
        action="append",
        default=[],
        help="evaluate each run and compare; the first --config is the baseline",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be done and stop")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.epilog = (
        f"{OVERRIDES_NOTE} They apply to every run. Rerun the same command to resume what is unfinished."
    )


def run_sweep(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Train, evaluate, compare; exit code 1 if a process failed, 128 + n if signal n stopped it."""
    from skill1.recipes import sweep as sweeps

    sweep = sweeps.plan_sweep(
        arguments.configs,
        arguments.seeds,
        runs_dir=arguments.runs_dir,
        evaluations=arguments.eval,
        overrides=overrides,
    )
    if arguments.dry_run:
        return _print_plan(sweep, sweeps.needs_work, arguments.json)
    sweeps.require_startable(sweep)
    outcome = sweeps.run_sweep(
        sweep,
        report=lambda job: say(f"sweep: {_name(job)}: {job.state}", stderr=True),
        # What the runs print must not stand within the JSON.
        output=sys.stderr if arguments.json else None,
    )
    comparisons = [] if outcome.stopped_by else _comparisons(outcome.jobs)
    if arguments.json:
        record = sweeps.sweep_record(sweep, outcome.jobs)
        print_json(record | {"stopped_by": outcome.stopped_by, "comparisons": comparisons})
    else:
        _print_summary(arguments, outcome, comparisons)
    return SIGNAL_BASE + outcome.stopped_by if outcome.stopped_by else int(bool(outcome.failed))


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
        # What is done is a comment to a shell, so that the list can be run as it is.
        sys.stdout.write(f"{row['command']}\n" if row["to_do"] else f"# done: {row['job']}\n")
    return 0


def _comparisons(jobs) -> list[dict[str, Any]]:
    """One for each ``--eval``, of the runs that have it; a refusal becomes a sentence, since the runs are there."""
    from skill1.evaluate.compare import compare_results
    from skill1.recipes.sweep import stored_evaluation

    found = []
    # Each once, in the order typed: every run has a job for each of them.
    for evaluation in dict.fromkeys(job.evaluation for job in jobs if job.evaluation):
        stored = [
            (job.config, stored_evaluation(Path(job.run_dir), evaluation, job.changed))
            for job in jobs
            # Of a job that failed a result of an earlier call may lie there: it does not count as this one's.
            if job.evaluation == evaluation and job.state == "finished"
        ]
        results = [result for _, result in stored if result is not None]
        # The first result is not always of the first configuration: its first seed may have failed, or all of them.
        own = [result for config, result in stored if result is not None and config == jobs[0].config]
        if not own:
            lacking = f"{jobs[0].config}, the baseline, does not have" if results else "no run has"
            found.append({"evaluation": evaluation, "error": f"{lacking} this evaluation"})
            continue
        try:
            content = compare_results(results, str(own[0].path))
        except (ConfigError, DataError) as error:
            content = {"error": str(error)}
        found.append({"evaluation": evaluation, **content})
    return found


def _print_summary(arguments: argparse.Namespace, outcome, comparisons: Sequence[dict[str, Any]]) -> None:
    rows = [(_name(job), job.state, job.exit_code) for job in outcome.jobs]
    make_console().print(make_table(f"sweep in {arguments.runs_dir}", ("", "state", "exit code"), rows))
    for content in comparisons:
        if "error" in content:
            say(f"{content['evaluation']}: no comparison: {content['error']}")
        else:
            _print_grids(comparison_grids(content), _comparison_sentences(content))
    if outcome.stopped_by:
        say("stopped. Type the same command to resume.")
    elif not comparisons:
        runs = " ".join(shlex.quote(job.run_dir) for job in outcome.jobs)
        say(f"next: add --eval SPLIT:LIBRARY; or skill1 eval on each run, then skill1 compare {runs}")
    for job in outcome.failed:
        why = "its training failed" if job.exit_code is None else f"exit code {job.exit_code}"
        say(f"failed ({why}): {shlex.join(job.command)}")
