"""``skill1 replay``: a training episode again, with its skill taken away or exchanged."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from rich.text import Text

from skill1.cli.arguments import COUNT, CommandParser, UsageError
from skill1.cli.output import make_console, make_table, print_json

if TYPE_CHECKING:
    from skill1.evaluate.replay import Replay, ReplayedArm

DEFAULT_REPEATS = 16
COLUMNS = ("arm", "skill", "success rate", "mean outcome", "mean turns")


def configure_replay(parser: CommandParser) -> None:
    """Options of ``skill1 replay``."""
    parser.add_argument(
        "episode",
        metavar="RUN/EPISODE",
        help="an episode of a run's episode files, runs/household/s0-000012-t03-r5; RUN@40/EPISODE plays it with the "
        "weights of step 40 instead of the newest checkpoint's",
    )
    change = parser.add_mutually_exclusive_group(required=True)
    change.add_argument("--without", metavar="SKILL", help="also play without the skill the episode used")
    change.add_argument(
        "--with", metavar="OTHER", dest="other", help="also play with another skill of the library"
    )
    parser.add_argument(
        "--repeats",
        type=COUNT,
        default=DEFAULT_REPEATS,
        metavar="R",
        help=f"episodes of each arm (default: {DEFAULT_REPEATS})",
    )
    parser.add_argument("--json", action="store_true", help="print everything as JSON")
    parser.epilog = "docs/how-to/measure-uplift.md explains what the difference means."


def run_replay(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Play both arms and print their difference."""
    if overrides:
        raise UsageError(f"{overrides[0]} is not an option of skill1 replay", "skill1 replay")
    from skill1.evaluate.replay import replay

    found = replay(arguments.episode, without=arguments.without, other=arguments.other, repeats=arguments.repeats)
    if arguments.json:
        print_json(asdict(found))
        return 0
    console = make_console()
    rows = [_row("as played", found.as_played), _row("changed", found.changed)]
    console.print(make_table(f"{found.recorded.id}: {found.recorded.task.instruction}", COLUMNS, rows))
    for sentence in sentences(found):
        console.print(Text(sentence), soft_wrap=True)
    return 0


def _row(name: str, arm: ReplayedArm) -> tuple[object, ...]:
    return name, arm.skill or "none", arm.success_rate, arm.mean_outcome, arm.mean_turns


def sentences(found: Replay) -> list[str]:
    """What stands below the table."""
    recorded = found.recorded
    said = [
        f"success, as played − changed: {found.difference:+.3f} (95 % {found.low:+.3f} … {found.high:+.3f}) over "
        f"{found.pairs} pairs with equal random numbers",
        f"weights: {found.model}, temperature {found.temperature:g}; the episode itself was played in step "
        f"{recorded.key.step}, with the weights of before it, and {'won' if recorded.success else 'lost'} (outcome "
        f"{recorded.outcome:g}). Other weights and other samples may end otherwise.",
    ]
    if found.errors:
        said.append(f"left out: {found.errors} pairs in which the environment failed")
    return said
