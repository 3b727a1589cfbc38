"""``skill1 report`` and ``skill1 serve``: a run's pages as one file, and live while it trains."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from skill1.cli.arguments import NATURAL, PORT_NUMBER, CommandParser, UsageError
from skill1.env.serve import HOST
from skill1.report.report import EPISODES, write_report
from skill1.report.server import PORT, serve

TARGET = "a run directory (RUN@40, RUN@best), one of its checkpoints, or a library file"


def configure_report(parser: CommandParser) -> None:
    """Options of ``skill1 report``."""
    parser.add_argument("target", metavar="RUN", help=TARGET)
    parser.add_argument(
        "-o", "--output", metavar="F.html", type=Path, help="where to write it (default: RUN/report.html)"
    )
    parser.add_argument(
        "--episodes", type=NATURAL, default=EPISODES, metavar="N", help=f"at most so many (default: {EPISODES})"
    )
    parser.epilog = "The file holds everything: open it by a double click; it asks no network."


def run_report(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Write the report and say where it is."""
    _refuse(overrides, "skill1 report")
    path = write_report(arguments.target, arguments.output, episodes=arguments.episodes)
    sys.stdout.write(f"{path} ({path.stat().st_size / 1e6:.1f} MB): open it in a browser\n")
    return 0


def configure_serve(parser: CommandParser) -> None:
    """Options of ``skill1 serve``."""
    parser.add_argument("target", metavar="RUN", help=f"{TARGET}; the run may be going")
    parser.add_argument(
        "--port", type=PORT_NUMBER, default=PORT, metavar="N", help=f"0: a free one (default: {PORT})"
    )
    parser.add_argument(
        "--host",
        default=HOST,
        metavar="ADDRESS",
        help=f"another than this machine's needs a token (default: {HOST})",
    )
    parser.add_argument(
        "--token",
        metavar="TEXT",
        help="demanded of every browser (default: none here, one is made for other hosts)",
    )
    parser.epilog = "From elsewhere rather use an SSH tunnel: what is served is not encrypted."


def run_serve(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Print the address once it listens, and serve until interrupted."""
    _refuse(overrides, "skill1 serve")

    def announce(address: str) -> None:
        sys.stdout.write(f"open {address}\n(Ctrl-C ends it; the run continues)\n")
        sys.stdout.flush()

    serve(arguments.target, announce, port=arguments.port, host=arguments.host, token=arguments.token)
    return 0


def _refuse(overrides: Sequence[str], where: str) -> None:
    if overrides:
        raise UsageError(f"{overrides[0].partition('=')[0]} has no meaning here", where)
