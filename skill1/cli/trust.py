"""``skill1 trust``: what a run or library from elsewhere asks for, accepted from now on."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from contextlib import closing

from rich.text import Text

from skill1.cli.arguments import CommandParser, UsageError
from skill1.cli.output import make_console
from skill1.config.load import load_run_config
from skill1.config.trust import Claim, accept, claims, encoder_claims, records_folder
from skill1.run.directory import CONFIG_FILE
from skill1.run.locate import is_run, locate_library, split_selector


def configure_trust(parser: CommandParser) -> None:
    """Options of ``skill1 trust``."""
    parser.add_argument(
        "target", metavar="RUN|LIBRARY", help="a run directory or a library.sqlite of someone you know"
    )
    parser.epilog = "docs/how-to/resume-and-fork.md tells what is asked about, and why."


def run_trust(arguments: argparse.Namespace, overrides: Sequence[str]) -> int:
    """Show each setting that could run code or reach another machine, and remember that the user wants it."""
    if overrides:
        raise UsageError(f"{overrides[0].partition('=')[0]} has no meaning here", "skill1 trust")
    asked = _asked(arguments.target)
    accept(asked)
    console = make_console()
    for claim in asked:
        console.print(Text(f"accepted  {claim}"), soft_wrap=True)
    kept = f"Kept in {records_folder()}; delete a file there to take it back." if asked else "It asks for nothing."
    console.print(Text(kept), soft_wrap=True)
    return 0


def _asked(target: str) -> list[Claim]:
    from skill1.library.store import Store

    # Messages name config.yaml or the run; both are the run.
    run = split_selector(target.removesuffix(f"/{CONFIG_FILE}"))[0]
    if is_run(run):
        return list(claims(load_run_config(run / CONFIG_FILE)))
    file, config = locate_library(target)
    with closing(Store.open(file, create=False, read_only=True)) as store:
        stored = encoder_claims(store.meta().get("encoder"))
    return list(dict.fromkeys([*stored, *(encoder_claims(config.library.encoder) if config else ())]))
