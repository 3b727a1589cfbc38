"""The commands that look at a run: ``report`` (its pages in one file), ``serve`` (the same, live) and ``health``."""

from __future__ import annotations

import argparse
import dataclasses
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from rich.text import Text

from skill1.cli.arguments import NATURAL, PORT_NUMBER, CommandParser
from skill1.cli.output import print_json, say, show
from skill1.config.load import foreign_note, load_run_config
from skill1.env.serve import HOST
from skill1.errors import DataError, LibraryError, quoted, refuse_closed
from skill1.report.report import EPISODES, write_report
from skill1.report.server import PORT, serve
from skill1.run.directory import CONFIG_FILE
from skill1.run.health import Alarm, diagnose, duplicate_alarm, key_figures
from skill1.run.health_rules import WINDOW
from skill1.run.locate import LIBRARY_FILE, is_run, split_selector
from skill1.train.records import read_metrics

TARGET = "a run directory (RUN@40, RUN@best), one of its checkpoints, or a library file"


def configure_report(parser: CommandParser) -> None:
    """Options of ``skill1 report``."""
    parser.add_argument("target", metavar="RUN", help=TARGET)
    parser.add_argument(
        "-o", "--output", metavar="F.html", type=Path, help="where to write it (default: RUN/report.html)"
    )
    parser.add_argument(
        "--episodes",
        type=NATURAL,
        default=EPISODES,
        metavar="N",
        help=f"show at most this many episodes (default: {EPISODES})",
    )
    parser.epilog = "The file is self-contained: open it in a browser; it needs no network."


def run_report(arguments: argparse.Namespace) -> int:
    """Write the report and say where it is."""
    path = write_report(arguments.target, arguments.output, episodes=arguments.episodes)
    sys.stdout.write(f"{path} ({path.stat().st_size / 1e6:.1f} MB): open it in a browser\n")
    return 0


def configure_serve(parser: CommandParser) -> None:
    """Options of ``skill1 serve``."""
    parser.add_argument("target", metavar="RUN", help=f"{TARGET}; the run may still be training")
    parser.add_argument(
        "--port",
        type=PORT_NUMBER,
        default=PORT,
        metavar="N",
        help=f"port to listen on; 0: any free one (default: {PORT})",
    )
    parser.add_argument(
        "--host",
        default=HOST,
        metavar="ADDRESS",
        help=f"address to listen on; a non-local one needs a token (default: {HOST})",
    )
    parser.add_argument(
        "--token",
        metavar="TEXT",
        help="token that every browser must send (default: none on this machine, generated for other hosts)",
    )
    parser.epilog = "From another machine, prefer an SSH tunnel: traffic is not encrypted."


def run_serve(arguments: argparse.Namespace) -> int:
    """Print the address once it listens, and serve until interrupted."""

    # Flushed, since whoever starts this in the background waits for the line.
    def announce(address: str) -> None:
        sys.stdout.write(f"open {address}\n(Ctrl-C ends the viewer, not the run)\n")
        sys.stdout.flush()

    serve(arguments.target, announce, port=arguments.port, host=arguments.host, token=arguments.token)
    return 0


def configure_health(parser: CommandParser) -> None:
    """Options of ``skill1 health``."""
    parser.add_argument("run", metavar="RUN", help="a run directory; the run may still be training")
    parser.add_argument("--json", action="store_true", help="print the alarms as JSON")
    parser.epilog = "Exit code 1: there is an alarm. docs/reference/alarms.md explains each."


def run_health(arguments: argparse.Namespace) -> int:
    """Print the alarms that hold at the last step, or that there are none."""
    run = Path(arguments.run)
    base, selector = split_selector(run)
    if selector is not None:
        raise DataError(
            f"{run} is a checkpoint, but health judges a whole run. Type: skill1 health {quoted(base)}"
        )
    if not is_run(run):
        refuse_closed(run / CONFIG_FILE)
        raise DataError(f"{run} is not a run directory (no {CONFIG_FILE}). Type: skill1 health runs/NAME")
    rows = read_metrics(run)
    alarms = _alarms(run, rows)
    # On stderr, so that it stands beside any JSON.
    if note := foreign_note(run / CONFIG_FILE, is_looked_at=True):
        say(f"note: {note}", stderr=True)
    figures = key_figures(rows)
    if arguments.json:
        alarm_rows = [dataclasses.asdict(alarm) for alarm in alarms]
        print_json({"run": str(run), "steps": len(rows), "alarms": alarm_rows, "figures": figures})
    else:
        _print(run, len(rows), alarms, figures)
    return 1 if alarms else 0


def _alarms(run: Path, rows: Sequence[Mapping[str, float]]) -> list[Alarm]:
    # The metrics tell of collapses without the package that the method came with.
    config = load_run_config(run / CONFIG_FILE, is_looked_at=True)
    alarms = diagnose(rows, config)
    library = run / LIBRARY_FILE
    # Duplicates do not show in the metrics, so the texts themselves are read.
    if rows and library.is_file():
        try:
            duplicates = duplicate_alarm(active_texts(library), int(rows[-1]["step"]), config)
        except LibraryError:
            return alarms  # being put back by a resume at this moment; `skill1 library check` is for broken ones
        alarms += [duplicates] if duplicates else []
    return alarms


def _print(run: Path, steps: int, alarms: Sequence[Alarm], figures: Mapping[str, float]) -> None:
    shown = "  ".join(f"{name} {show(value)}" for name, value in figures.items())
    for alarm in alarms:
        told = f": {alarm.metric} {show(alarm.value)} since step {alarm.since}; expected {alarm.expected}"
        say(Text.assemble(("alarm", "red"), "  ", (alarm.name, "bold"), told))
        say(f"       {alarm.explanation}")
        say(Text(f"       → {alarm.knob}", "bold"))
    if steps < WINDOW:
        say(f"{run}: {steps} steps are too few to judge; the rules look at {WINDOW}.")
    elif not alarms:
        say(Text.assemble(("healthy", "green"), f"  {run} after {steps} steps"))
    if shown:
        say(f"means of the last {min(steps, WINDOW)} steps:  {shown}")


def active_texts(library: Path) -> list[str]:
    """Description and strategy of every active skill, read beside a run that may be writing.

    Raises:
        LibraryError: the file is no library.
    """
    from skill1.library.store import Store

    with closing(Store.open(library, create=False, read_only=True)) as store:
        return [f"{skill.description} {skill.strategy}" for skill in store.skills("active")]
