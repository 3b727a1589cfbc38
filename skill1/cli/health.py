"""``skill1 health``: prints what ``skill1.run.health`` finds in a run, finished or still going."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path

from rich.text import Text

from skill1.cli.arguments import CommandParser, UsageError
from skill1.cli.output import make_console, print_json, show
from skill1.config.load import foreign_note, load_run_config
from skill1.errors import DataError, LibraryError
from skill1.run.directory import CONFIG_FILE
from skill1.run.health import Alarm, diagnose, duplicate_alarm, key_figures
from skill1.run.health_rules import WINDOW
from skill1.run.locate import LIBRARY_FILE, is_run
from skill1.train.records import read_metrics


def configure_health(parser: CommandParser) -> None:
    """Options of ``skill1 health``."""
    parser.add_argument("run", metavar="RUN", help="a run directory; the run may still be going")
    parser.add_argument("--json", action="store_true", help="print the alarms as JSON")
    parser.epilog = "Exit code 1: there is an alarm. docs/reference/alarms.md explains each."


def run_health(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print the alarms that hold at the last step, or that there are none."""
    if overrides:
        raise UsageError("health takes the run's own configuration", "skill1 health")
    run = Path(arguments.run)
    if not is_run(run):
        raise DataError(f"{run} is no run directory (it has no {CONFIG_FILE}). Type: skill1 health runs/NAME")
    rows = read_metrics(run)
    alarms = _alarms(run, rows)
    if note := foreign_note(run / CONFIG_FILE):
        make_console(stderr=True).print(Text(f"note: {note}"), soft_wrap=True)
    figures = key_figures(rows)
    if arguments.json:
        alarm_rows = [dataclasses.asdict(alarm) for alarm in alarms]
        print_json({"run": str(run), "steps": len(rows), "alarms": alarm_rows, "figures": figures})
    else:
        _print(run, len(rows), alarms, figures)
    return 1 if alarms else 0


def _alarms(run: Path, rows: Sequence[Mapping[str, float]]) -> list[Alarm]:
    config = load_run_config(run / CONFIG_FILE)
    alarms = diagnose(rows, config)
    library = run / LIBRARY_FILE
    if rows and library.is_file():
        try:
            duplicates = duplicate_alarm(active_texts(library), int(rows[-1]["step"]), config)
        except LibraryError:
            return alarms  # being put back by a resume at this moment; `skill1 library check` is for broken ones
        alarms += [duplicates] if duplicates else []
    return alarms


def _print(run: Path, steps: int, alarms: Sequence[Alarm], figures: Mapping[str, float]) -> None:
    console = make_console()
    shown = "  ".join(f"{name} {show(value)}" for name, value in figures.items())
    for alarm in alarms:
        console.print(
            Text.assemble(
                ("alarm", "red"),
                "  ",
                (alarm.name, "bold"),
                f": {alarm.metric} {show(alarm.value)} since step {alarm.since}; expected {alarm.expected}",
            )
        )
        console.print(Text(f"       {alarm.explanation}"))
        console.print(Text(f"       → {alarm.knob}", "bold"))
    if steps < WINDOW:
        console.print(Text(f"{run}: {steps} steps are too few to judge; rules look at {WINDOW}."))
    elif not alarms:
        console.print(Text.assemble(("healthy", "green"), f"  {run} after {steps} steps"))
    if shown:
        console.print(Text(f"means of the last {min(steps, WINDOW)} steps:  {shown}"))


def active_texts(library: Path) -> list[str]:
    """Description and strategy of every active skill, read beside a run that may be writing.

    Raises:
        LibraryError: the file is no library.
    """
    from skill1.library.store import Store

    store = Store.open(library, create=False, read_only=True)
    try:
        return [f"{skill.description} {skill.strategy}" for skill in store.skills("active")]
    finally:
        store.close()
