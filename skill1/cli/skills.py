"""``skill1 skills``: does a skill help? Its folder's cases, played with it and without it."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from skill1.cli.arguments import COUNT, OVERRIDES_NOTE, CommandParser, add_config_choice, short_overrides
from skill1.cli.evaluation import chosen_policy
from skill1.cli.output import make_console, make_table, print_json, say
from skill1.errors import DataError

if TYPE_CHECKING:
    from skill1.evaluate.skill_benchmark import Measured

COLUMNS = ("skill", "cases", "pairs", "with", "without", "difference", "95 %", "tokens added", "verdict")
SHORT_OPTIONS = {"temperature": "eval.temperature", "profile": "agent.profile", "workers": "env.workers"}


def configure_skills(parser: CommandParser) -> None:
    """Subcommands of ``skill1 skills``."""
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    summary = "play a skill's cases (evals/evals.json) with and without it, in pairs"
    command = commands.add_parser("eval", help=summary, description=summary)
    command.add_argument("folder", metavar="FOLDER", type=Path, help="a SKILL.md folder, or a folder of them")
    command.add_argument(
        "--target",
        metavar="RUN|MODEL|URL",
        required=True,
        help="who plays, as for skill1 eval: a run, a model, the address of a server with --endpoint.model NAME, or "
        "'command:PROGRAM {prompt}'",
    )
    add_config_choice(command)
    command.add_argument(
        "--judge", metavar="URL#MODEL", help="model that grades answers to cases without a skill1 environment"
    )
    command.add_argument(
        "--repeats", type=COUNT, default=1, metavar="R", help="runs of each case and arm (default: 1)"
    )
    command.add_argument("--temperature", metavar="T", help="short for --eval.temperature; 0 is greedy")
    command.add_argument("--profile", metavar="P", help="short for --agent.profile")
    command.add_argument("--workers", metavar="N", help="short for --env.workers")
    command.add_argument(
        "--output",
        metavar="FOLDER",
        type=Path,
        help="where transcripts, gradings and benchmark.json go (default: FOLDER-workspace/iteration-N)",
    )
    command.add_argument("--json", action="store_true", help="print the results as JSON")
    command.epilog = OVERRIDES_NOTE


def run_skills(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Measure each skill, write its workspace, print one row for each."""
    from skill1.evaluate.skill_benchmark import benchmark, measure_skills, next_iteration, write_workspace
    from skill1.library.formats.skill_evals import skill_folders
    from skill1.run.disk import require_writable

    folder = arguments.folder
    # A case that names a game names its environment, too, so that a bare model needs no --env. Of several the first is
    # taken: `measure_skills` refuses cases of the others, and says what to type.
    envs = {case.game.env for skill in skill_folders(folder) for case in skill.cases if case.game is not None}
    short = short_overrides(arguments, SHORT_OPTIONS)
    arguments.library_file = None  # a skill is handed over, none is searched for
    policy, config = chosen_policy(
        "skills", arguments, [*overrides, *short], default_env=next(iter(sorted(envs)), "")
    )
    # Before anything is played, as for `skill1 eval`.
    place = arguments.output or next_iteration(_workspace(folder))
    require_writable(place)
    found, faults = [], []

    def keep(one: Measured) -> None:
        # Each as it ends: what it has cost is not lost if a later one fails.
        try:
            found.append(benchmark(one, config.endpoint))
        except DataError as error:
            faults.append(error)
            return
        # Of several skills each has a folder of its own in the workspace.
        own = place if one.folder.path == folder else place / one.folder.path.name
        write_workspace(own, one, found[-1])

    try:
        measure_skills(
            folder,
            config,
            model=policy.model,
            judge=arguments.judge,
            repeats=arguments.repeats,
            console=make_console(stderr=True),
            on_measured=keep,
        )
    finally:  # what was measured is shown, also where it cannot be written
        if arguments.json and (found or faults):
            print_json(found)
        elif found:
            make_console().print(make_table("", COLUMNS, map(_row, found)))
    if found:
        say(f"written: {place}", stderr=True)
    if faults:
        raise faults[0]
    return 0


def _workspace(folder: Path) -> Path:
    """``NAME-workspace`` beside the folder, which may be ``.`` or ``..``."""
    whole = folder.resolve()
    beside = folder if folder.name == whole.name else whole
    return beside.with_name(f"{whole.name}-workspace")


def _row(content: Mapping[str, Any]) -> tuple[object, ...]:
    facts = content["skill1"]
    low, high = facts["interval_95"]
    return (
        facts["skill_name"],
        facts["cases"],
        facts["pairs"],
        f"{facts['solved_with_skill']:.1%}",
        f"{facts['solved_without_skill']:.1%}",
        f"{facts['difference']:+.3f}",
        f"{low:+.3f} … {high:+.3f}",
        f"{content['run_summary']['delta']['tokens']:+,.0f}",
        facts["verdict"],
    )
