"""``skill1 envs make-catalogue``: products to shop for, without a download."""

from __future__ import annotations

import argparse
from pathlib import Path

from rich.text import Text

from skill1.cli.arguments import COUNT, NATURAL, SEED, CommandParser, UsageError
from skill1.cli.output import make_console, make_table, print_json
from skill1.config import EnvConfig
from skill1.env.protocol import Suite
from skill1.env.registry import make_suite
from skill1.errors import ConfigError
from skill1.train.progress import Progress

MAKERS_GOALS = {"train": 1536, "eval": 144, "test": 864}  # as the quickstart makes them


def configure_make_catalogue(parser: CommandParser) -> None:
    """Options of ``skill1 envs make-catalogue``."""
    parser.add_argument("name", metavar="NAME", help="an environment that can make products, such as webshop")
    parser.add_argument("out", metavar="OUT", type=Path, help="a new or empty folder")
    parser.add_argument("--products", metavar="N", type=COUNT, help="products that the shop sells")
    parser.add_argument("--seed", metavar="S", type=SEED, default=0, help="of all draws (default: 0)")
    parser.add_argument(
        "--instructions",
        metavar="K",
        type=NATURAL,
        default=2,
        help="in people's words, for each product: the human goals (default: 2)",
    )
    parser.add_argument(
        "--makers", action="store_true", help="a shop of makers instead, for tiny policies (webshop)"
    )
    for name, number in MAKERS_GOALS.items():
        parser.add_argument(
            f"--{name}",
            metavar="N",
            type=NATURAL,
            default=number,
            help=f"with --makers: goals of {name} (default: {number})",
        )


def run_make_catalogue(arguments: argparse.Namespace) -> int:
    """Tells in the end what was written, and what to type to shop there."""
    suite = make_suite(EnvConfig(name=arguments.name))
    make = getattr(suite, "make_catalogue", None)
    if make is None:
        raise ConfigError(f"{arguments.name} sells nothing; expected an environment that does, such as webshop.")
    if arguments.makers and arguments.products is not None:
        raise UsageError("--products has no meaning with --makers", "skill1 envs make-catalogue")
    if arguments.makers:
        return _make_shop_of_makers(suite, arguments)
    if arguments.products is None:
        raise UsageError("--products N is missing", "skill1 envs make-catalogue")
    numbers = {name: getattr(arguments, name) for name in ("products", "seed", "instructions")}
    with Progress("make-catalogue", arguments.products, make_console(stderr=True)) as progress:
        made = make(arguments.out, on_product=progress.advance, **numbers)
    if arguments.json:
        print_json({"out": str(arguments.out), "counts": made.counts, "sha256": made.sha256})
        return 0
    console = make_console()
    console.print(make_table(str(arguments.out), ("what", "number"), made.counts.items()))
    console.print(make_table("", ("file", "SHA-256"), made.sha256.items()))
    console.print(Text(f"to play: --env.data {arguments.out}"), soft_wrap=True)
    return 0


def _make_shop_of_makers(suite: Suite, arguments: argparse.Namespace) -> int:
    counts = {name: getattr(arguments, name) for name in MAKERS_GOALS}
    numbers = {"train": arguments.train, "seen": arguments.eval, "unseen": arguments.test}
    with Progress("make-catalogue", sum(counts.values()), make_console(stderr=True)) as progress:
        suite.make_quickstart(arguments.out, seed=arguments.seed, on_task=progress.advance, **numbers)
    if arguments.json:
        print_json({"out": str(arguments.out), "counts": counts})
        return 0
    console = make_console()
    console.print(make_table(str(arguments.out), ("split", "goals"), counts.items()))
    console.print(Text(f"to play: --env.data {arguments.out}"), soft_wrap=True)
    return 0
