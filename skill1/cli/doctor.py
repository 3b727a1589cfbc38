"""``skill1 doctor``: prints the findings of ``skill1.doctor``."""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Sequence

from rich.text import Text

from skill1.cli.arguments import OVERRIDES_NOTE, CommandParser, UsageError
from skill1.cli.output import make_console, print_json
from skill1.config_files import load_config
from skill1.doctor import diagnose, is_healthy

MARKS = {"ok": ("ok     ", "green"), "warn": ("warning", "yellow"), "missing": ("missing", "red")}


def configure_doctor(parser: CommandParser) -> None:
    """Options of ``skill1 doctor``."""
    parser.add_argument(
        "--for", dest="config", metavar="CONFIG", help="a configuration that must be able to run here"
    )
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")
    parser.epilog = "Exit code 1: something that --for CONFIG needs is missing. " + OVERRIDES_NOTE


def run_doctor(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print each finding and the command that mends it."""
    if overrides and not arguments.config:
        raise UsageError("configuration keys need --for CONFIG", "skill1 doctor")
    findings = diagnose(load_config(arguments.config, overrides) if arguments.config else None)
    if arguments.json:
        print_json([dataclasses.asdict(finding) for finding in findings])
    else:
        console = make_console()
        for finding in findings:
            mark, colour = MARKS[finding.status]
            console.print(Text.assemble((mark, colour), f"  {finding.name}: {finding.detail}"))
            if finding.command:
                console.print(Text(f"         → {finding.command}", "bold"))
    return 1 if arguments.config and not is_healthy(findings) else 0
