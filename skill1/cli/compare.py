"""``skill1 compare``: paired comparison of evaluated runs, their transfer table, or the co-evolution matrix of one."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console

from skill1.cli.arguments import COUNT, CommandParser, UsageError
from skill1.cli.output import make_console, make_table, print_json
from skill1.errors import DataError
from skill1.evaluate.compare_text import (
    Grid,
    comparison_grids,
    matrix_grids,
    to_latex,
    to_markdown,
    transfer_grids,
)
from skill1.run.directory import write_json_atomic
from skill1.run.disk import write_atomically

FORMATS = ("table", "markdown", "latex", "json")
METRICS = ("success", "outcome", "score")


def configure_compare(parser: CommandParser) -> None:
    """Options of ``skill1 compare``."""
    parser.add_argument(
        "targets", metavar="RUN", nargs="+", help="a run directory, or a result file of skill1 eval"
    )
    parser.add_argument("--split", metavar="S", help="which of the runs' evaluations")
    parser.add_argument("--env", metavar="E", help="likewise, by environment, of runs of several")
    parser.add_argument(
        "--library", metavar="L", help="likewise, by library mode: none, frozen, fresh, online, random"
    )
    parser.add_argument(
        "--baseline", metavar="B", help="a RUN, or the label of an arm (default: that of the first RUN)"
    )
    parser.add_argument(
        "--metric",
        choices=METRICS,
        default="success",
        help="success; outcome: mean of the rewards in [0, 1]; score: mean of the environment's own score",
    )
    parser.add_argument("--format", choices=FORMATS, default="table", help="default: table")
    parser.add_argument("--json", action="store_true", help="short for --format json")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="write there (table becomes markdown)")
    parser.add_argument(
        "--matrix", action="store_true", help="one RUN: its policy at each step with its library at each step"
    )
    parser.add_argument(
        "--transfer", action="store_true", help="a table: trained on (rows) against tested on (columns)"
    )
    parser.add_argument(
        "--steps", metavar="I,J,…", help="with --matrix: checkpoints (default: all that are there)"
    )
    parser.add_argument(
        "--tasks", metavar="N", type=COUNT, help="with --matrix: only the first tasks of the split"
    )
    parser.epilog = "docs/explanation/statistics.md explains every figure."


def run_compare(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print the comparison, the matrix, or the transfer table."""
    style = "json" if arguments.json else arguments.format
    if arguments.matrix:
        content = _matrix(arguments, overrides, style)
        grids, sentences = matrix_grids(content), [content["meaning"], *content["notes"]]
    elif arguments.transfer:
        content = _transfer(arguments, overrides)
        grids, sentences = transfer_grids(content), content["notes"]
    else:
        content = _comparison(arguments, overrides)
        grids, sentences = comparison_grids(content), comparison_sentences(content)
    _deliver(content, grids, sentences, style, arguments.output)
    return 0


def comparison_sentences(content: Mapping[str, Any]) -> list[str]:
    """What stands below the tables of a comparison."""
    return [content["unit"], *content["notes"]]


def print_grids(console: Console, grids: Sequence[Grid], sentences: Sequence[str]) -> None:
    """Tables and sentences on a terminal; never read as markup."""
    for grid in grids:
        # Labels stand in column heads and hold brackets, which a head would read as markup.
        console.print(make_table(grid.title, grid.columns, grid.rows))
    for sentence in sentences:
        console.print(f"• {sentence}", markup=False)


def _comparison(arguments: argparse.Namespace, overrides: Sequence[str]) -> dict[str, Any]:
    if overrides or arguments.steps or arguments.tasks is not None:
        raise UsageError("--steps, --tasks and configuration keys are for --matrix", "skill1 compare")
    from skill1.evaluate.compare import compare

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
        raise UsageError("--matrix is of one RUN, and excludes --transfer and --env", "skill1 compare")
    if arguments.library not in (None, "frozen") or arguments.baseline or arguments.metric != "success":
        raise UsageError("--matrix takes no --baseline, no --metric and only --library frozen", "skill1 compare")
    from skill1.evaluate.matrix import coevolution_matrix

    return coevolution_matrix(
        arguments.targets[0],
        split=arguments.split,
        steps=_steps(arguments.steps),
        tasks=arguments.tasks,
        overrides=overrides,
        console=make_console(stderr=style != "table"),
    )


def _steps(text: str | None) -> list[int] | None:
    if text is None:
        return None
    try:
        return [int(part) for part in text.split(",")]
    except ValueError as error:
        raise UsageError(f"--steps {text}: expected whole numbers, such as 20,60,110", "skill1 compare") from error


def _deliver(
    content: Mapping[str, Any], grids: Sequence[Grid], sentences: Sequence[str], style: str, output: Path | None
) -> None:
    console = make_console()
    if output is None and style in ("table", "json"):
        print_json(content) if style == "json" else print_grids(console, grids, sentences)
        return
    text = (to_latex if style == "latex" else to_markdown)(grids, sentences)
    if output is None:
        console.file.write(text)
        return
    try:
        if style == "json":
            write_json_atomic(output, content)
        else:
            write_atomically(output, text)
    except OSError as error:
        raise DataError(f"{output} cannot be written: {error}. Type another -o FILE.") from error
    make_console(stderr=True).print(f"written: {output}", markup=False)
